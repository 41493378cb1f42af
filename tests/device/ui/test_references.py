"""Every screen looks as it did when someone last looked at it and found it good."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from device.core.model import Phase
from device.core.settings import Language
from device.lab.screens.gallery import main
from device.lab.screens.samples import SAMPLES
from tests.device.ui.references import (
    FEW,
    FIRST,
    FOLDER,
    Case,
    cases,
    difference,
    drawn,
    full_size,
    read,
    sample_of,
    small,
)


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_screen_is_as_stored(case: Case) -> None:
    stored = read(case)
    assert stored is not None, f"{case} has no reference: python -m tests.device.ui.redraw"
    assert difference(drawn(case), stored) <= FEW, f"{case} looks different now"


def test_no_reference_is_left_over() -> None:
    assert set(FOLDER.rglob("*.png")) == {case.file for case in cases()}


def test_references_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.png")) < 4_000_000


def test_every_phase_has_a_reference() -> None:
    assert {sample_of(name).model.phase for name in SAMPLES} == set(Phase)


def test_a_moved_widget_would_be_noticed() -> None:
    pixels = full_size(Case(FOLDER, "turn", FIRST, ()), Language.ENGLISH)
    moved = pixels.copy()
    moved[404:468, 630:702] = pixels[404:468, 628:700]  # one key, two pixels to the right
    assert difference(small(pixels), small(moved)) > FEW
    brighter = np.asarray((pixels.astype(np.int16) + 2).clip(0, 255), dtype=np.uint8)
    assert difference(small(pixels), small(brighter)) <= FEW


def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    main([str(tmp_path), "--size", "480x800", "--language", "nl", "home", "turn"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["home.png", "turn.png"]
