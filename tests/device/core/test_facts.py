"""What the page about the companion tells is true."""

from device.system.facts import MODELS, NO_FACTS, facts_of


def test_facts_are_those_of_this_program(tmp_path):
    facts = facts_of(tmp_path / "games.txt")
    assert facts.games == str(tmp_path / "games.txt")
    assert facts.version != NO_FACTS.version
    assert facts.tiles > 1_000_000
    assert facts.dice > 100_000
    assert facts.tiles + facts.dice == sum(net.stat().st_size for net in MODELS.glob("*.onnx"))
