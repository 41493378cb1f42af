"""Every screen looks as it did when someone last looked at it and found it good."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from device.core.model import CommonPhase
from device.games.mosaix.model import Phase as MosaixPhase
from device.games.sepmosa.model import Phase
from device.lab.screens.gallery import main
from device.lab.screens.samples import SAMPLES
from tests.device.ui.references import (
    FEW,
    FIRST,
    FOLDER,
    Case,
    cases,
    coarse,
    difference,
    drawn,
    read,
    sample_of,
)

REDRAW = "python -m tests.device.ui.redraw, then look at every change"


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_screen_is_as_stored(case: Case) -> None:
    stored = read(case)
    assert stored is not None, f"{case} has no reference: {REDRAW}"
    differing = difference(coarse(drawn(case)), stored)
    assert differing <= FEW, f"{case} looks different now; if that is meant: {REDRAW}"


def test_no_reference_is_left_over() -> None:
    assert set(FOLDER.rglob("*.png")) == {case.file for case in cases()}, REDRAW


def test_references_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.png")) < 7_000_000


def test_every_phase_has_a_reference() -> None:
    shown = {sample_of(name).model.phase for name in SAMPLES}
    missing = {*CommonPhase, *Phase, *MosaixPhase} - shown
    assert not missing, "a sample of each in device/lab/screens/samples.py, then " + REDRAW


def test_a_moved_widget_would_be_noticed() -> None:
    pixels = drawn(Case("turn", FIRST))
    moved = pixels.copy()
    moved[404:468, 629:701] = pixels[404:468, 628:700]  # one key, one pixel to the right
    assert difference(coarse(pixels), coarse(moved)) > FEW
    brighter = np.asarray((pixels.astype(np.int16) + 2).clip(0, 255), dtype=np.uint8)
    assert difference(coarse(pixels), coarse(brighter)) <= FEW


def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    main([str(tmp_path), "--size", "480x800", "--language", "nl", "home", "turn", "mosaix-over"])
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "home.png",
        "mosaix-over.png",
        "turn.png",
    ]
