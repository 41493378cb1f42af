"""What the page about the companion tells is true."""

from device.facts import MODELS, MOSAIX_MODELS, NO_FACTS, facts_of, size_of


def test_facts_are_those_of_this_program(tmp_path):
    facts = facts_of(tmp_path / "games.txt")
    assert facts.games == str(tmp_path / "games.txt")
    assert facts.version != NO_FACTS.version
    assert facts.tiles == size_of(MODELS) > 1_000_000
    assert facts.dice == size_of(MOSAIX_MODELS) > 100_000
