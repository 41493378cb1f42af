"""What the reading commands print for a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands.read_pictures import read_file
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_scene
from vision.lab.synth.style import NAMED
from vision.picture import Image, floats
from vision.tiles.annotate import annotate
from vision.tiles.read import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def table_bgr() -> Image:
    cells = {"4+1": "R7", "4+2": "R8", "5+1": "O7", "3+1": "K7"}
    scene = mosaic_scene(cells, ("R11",), NAMED["dish"], 9_100_005, size_wh=(1280, 960))
    return render(scene).frame_bgr


def test_the_printed_object(reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), table_bgr())
    printed = read_file(reader.read, str(path), annotate)
    assert list(printed) == ["image", "tiles", "problems", "ms"]
    assert printed["image"] == str(path)
    assert printed["ms"] > 0
    for entry in printed["tiles"]:
        assert list(entry)[:4] == ["tile", "confidence", "quad", "cell"]
        assert len(entry["quad"]) == 4
        assert 0 <= entry["confidence"] <= 1
        assert ("guesses" in entry) == (entry["tile"] is None)


def test_a_file_that_is_no_image(reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("tea, milk")
    printed = read_file(reader.read, str(path), annotate)
    assert list(printed) == ["image", "error"]
    assert "\n" not in printed["error"]


def test_a_marked_picture_leaves_every_number_to_be_seen(reader: Reader) -> None:
    frame_bgr = table_bgr()
    reading = reader.read(frame_bgr)
    marked = annotate(frame_bgr, reading)
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    number = floats([[[0.2, 0.15], [0.8, 0.15], [0.8, 0.55], [0.2, 0.55]]])
    assert len(reading.tiles) == 6
    for tile in reading.tiles:
        matrix = cv2.getPerspectiveTransform(unit, floats(tile.quad))
        mask = np.zeros(frame_bgr.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, cv2.perspectiveTransform(number, matrix)[0].astype(np.int32), (1,))
        assert (marked[mask > 0] == frame_bgr[mask > 0]).all()
        assert (marked != frame_bgr).any()
