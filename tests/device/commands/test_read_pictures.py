"""What the reading commands print for a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from device.commands.read_pictures import read_file
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_scene
from vision.lab.synth.style import NAMED
from vision.picture import Image
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
