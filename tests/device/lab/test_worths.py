"""The worths of the coach are learnt by a command that can be stopped, and the file is its."""

import json

from device.lab.mosaix import worths as command
from engine.mosaix.outlook import guessed_worths, shipped_worths


def test_the_shipped_file_is_as_the_command_writes_it():
    assert command.written(shipped_worths()) == command.SHIPPED.read_text()


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "EACH", 1)
    keep = tmp_path / "kept.json"
    whole = command.learned(3, 1, keep)
    kept = json.loads(keep.read_text())
    assert kept[:3] == [3, 1, 3]
    keep.write_text(json.dumps([3, 1, 2, _after_two()]))
    assert command.learned(3, 1, keep) == whole


def _after_two():
    worths = guessed_worths()
    for number in range(2):
        share = command.slowing(number / 3)
        command.learn_game(worths, command.Random(f"1 {number}"), command.RATE * share)
    return worths


def test_what_another_run_kept_does_not_count(tmp_path):
    keep = tmp_path / "kept.json"
    keep.write_text(json.dumps([40, 1, 7, [0.0]]))
    assert command.taken_up(3, 1, keep) == (guessed_worths(), 0)


def test_it_writes_and_measures(tmp_path, capsys):
    out = tmp_path / "worths.json"
    assert command.main(["--games", "1", "--out", str(out), "--measure", "1"]) == 0
    assert len(json.loads(out.read_text())) == len(guessed_worths())
    assert capsys.readouterr().out.startswith("1 games alone: ")
