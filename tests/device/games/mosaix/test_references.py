"""Every screen of MOSAIX looks as it did when someone last looked at it and found it good."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.mosaix.model import Phase
from device.games.mosaix.ui.words import Tongue
from device.lab.mosaix.gallery import main
from device.lab.mosaix.samples import MOMENTS
from tests.device.games.mosaix.references import FOLDER, cases, drawn
from tests.device.ui.references import FEW, Case, difference, read


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_screen_is_as_stored(case: Case[Tongue]) -> None:
    stored = read(case)
    assert stored is not None, f"{case} has no reference: python -m tests.device.ui.redraw"
    assert difference(drawn(case), stored) <= FEW, f"{case} looks different now"


def test_no_reference_is_left_over() -> None:
    assert set(FOLDER.rglob("*.png")) == {case.file for case in cases()}


def test_references_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.png")) < 3_000_000


def test_every_phase_has_a_reference() -> None:
    assert {make()[0].phase for make in MOMENTS.values()} == set(Phase) - {Phase.AWAY}


def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    main([str(tmp_path), "--size", "480x800", "--language", "es", "menu", "over"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["menu.png", "over.png"]
