"""The bench of sharing, made small: every move reaches everybody who watches."""

import pytest

from device.lab.bench import share


def test_a_few_moves_reach_a_few_people(tmp_path, monkeypatch):
    for name, small in {"MOVES": 3, "SPECTATORS": 4, "PAUSE_S": 0.2, "IDLE_S": 0.1}.items():
        monkeypatch.setattr(share, name, small)
    monkeypatch.setattr(share, "CHROMIUM", None)
    figures = {figure.name.strip(): figure for figure in share._one_table(tmp_path)}
    assert figures["never arrived"].is_met
    assert figures["confirmed move to 4 pages: at each stream, p95"].measured.endswith(" ms")
    assert float(figures["memory of its own"].measured.removesuffix(" MB")) > 1


def test_a_process_that_does_not_start_is_told(tmp_path):
    with (
        pytest.raises(RuntimeError, match="does not start"),
        share._process("share", tmp_path, config="[nonsense]\n"),
    ):
        pass
