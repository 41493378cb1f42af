"""Whole tables read, drawn from seeds that training never used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.geometry import overlap, upright_box
from vision.lab.synth.render import render
from vision.lab.synth.scene import Scene, mosaic_scene, random_scene
from vision.lab.synth.style import HELD_OUT, NAMED
from vision.lab.train.compare import ReadingTally, TileToRead, compare
from vision.picture import floats
from vision.tiles.corners import parts_of
from vision.tiles.locate import Outline, TileMap
from vision.tiles.read import Reader
from vision.tiles.reading import Problem, Reading

MOSAIC = {
    "4+1": "R7",
    "4+2": "R8",
    "4+3": "B8",
    "3+1": "K7",
    "3+2": "O9",
    "5+1": "O7",
    "5+2": "B10",
    "6+1": "K6",
    "4-1": "K1",
    "4-2": "O2",
    "3-1": "B3",
    "5-1": "R4",
    "5-2": "R5",
}
ACTIONS = ("R11", "K12", "O13")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def mosaic(seed: int, style: str = "dish", size_wh: tuple[int, int] = (1280, 960)) -> Scene:
    return mosaic_scene(MOSAIC, ACTIONS, {**NAMED, **HELD_OUT}[style], seed, size_wh=size_wh)


def wrong_cells(reading: Reading) -> dict[str, str]:
    """Cells whose tile was named, and wrongly."""
    truth = {**MOSAIC, "4+0": "*"}
    return {
        str(seen.cell): seen.tile
        for seen in reading.tiles
        if seen.cell is not None and seen.tile not in (None, truth.get(str(seen.cell)))
    }


def tallied(reader: Reader, seed: int) -> ReadingTally:
    """The counts for the random table of this seed."""
    seen = render(random_scene(seed))
    truth = [
        TileToRead(t.tile, floats(t.quad_xy), t.visible > 0.97 and t.face_up) for t in seen.tiles
    ]
    tally, _ = compare(str(seed), truth, reader.read(seen.frame_bgr))
    return tally


@pytest.mark.parametrize("style", NAMED)
@pytest.mark.parametrize("seed", [9_100_001, 9_100_002])
def test_a_mosaic_is_read_cell_by_cell(reader: Reader, style: str, seed: int) -> None:
    reading = reader.read(render(mosaic(seed, style)).frame_bgr)
    assert wrong_cells(reading) == {}
    read = [seen for seen in reading.tiles if None not in (seen.cell, seen.tile)]
    assert len(read) >= len(MOSAIC)  # of one more than that, the joker
    free = sorted(seen.tile or "" for seen in reading.tiles if seen.cell is None)
    assert free == sorted(ACTIONS)


@pytest.mark.parametrize("style", HELD_OUT)
@pytest.mark.parametrize("seed", [9_100_001, 9_100_002])
def test_sets_unlike_any_in_training_are_read_or_flagged(
    reader: Reader, style: str, seed: int
) -> None:
    reading = reader.read(render(mosaic(seed, style)).frame_bgr)
    assert wrong_cells(reading) == {}
    assert len(reading.tiles) == len(MOSAIC) + 1 + len(ACTIONS)


def test_nothing_wrong_is_said_for_sure_of_random_tables(reader: Reader) -> None:
    tiles = right = wrong = phantoms = 0
    for seed in range(9_200_000, 9_200_012):
        tally = tallied(reader, seed)
        tiles, right = tiles + tally.tiles, right + tally.right
        wrong, phantoms = wrong + tally.wrong_as_sure, phantoms + tally.phantoms
    assert tiles > 100
    assert right / tiles > 0.95
    assert (wrong, phantoms) == (0, 0)


@pytest.mark.parametrize(("seed", "tiles"), [(9_300_015, 6), (9_300_101, 9), (9_300_122, 38)])
def test_a_closer_look_finds_what_the_first_one_missed(
    reader: Reader, seed: int, tiles: int
) -> None:
    tally = tallied(reader, seed)
    assert (tally.right, tally.wrong_as_sure, tally.phantoms) == (tiles, 0, 0)


@pytest.mark.parametrize("style", NAMED)
@pytest.mark.parametrize("share", [0.4, 0.6, 0.85])
def test_a_tile_that_fills_much_of_the_picture(reader: Reader, style: str, share: float) -> None:
    scene = mosaic(9_100_006, style, (640, 480))
    middle = next(tile for tile in scene.tiles if tile.tile == "R4")
    near = replace(
        scene.camera,
        zoom=480 * share / NAMED[style].height_mm,
        look_at_mm=(middle.x_mm, middle.y_mm),
    )
    seen = render(replace(scene, camera=near))
    whole = [t.tile for t in seen.tiles if t.visible > 0.97]
    reading = reader.read(seen.frame_bgr)
    assert "R4" in whole
    assert set(whole) <= {tile.tile for tile in reading.tiles}
    assert {tile.tile for tile in reading.tiles if tile.tile} <= {t.tile for t in seen.tiles}


def with_r4_cut(share: float) -> Scene:
    """The mosaic, so near that `share` of the width of R4 is beyond the frame's left edge."""
    scene = mosaic(9_100_007, size_wh=(640, 480))
    tile = next(tile for tile in scene.tiles if tile.tile == "R4")
    width_mm = NAMED["dish"].width_mm
    zoom = 90 / width_mm
    middle = (tile.x_mm - width_mm * (0.5 - share) + 320 / zoom, tile.y_mm)
    return replace(scene, camera=replace(scene.camera, zoom=zoom, look_at_mm=middle))


@pytest.mark.parametrize(("share", "is_named"), [(0.06, True), (0.1, True), (0.35, False)])
def test_a_tile_the_frame_cuts_is_named_where_its_number_shows(
    reader: Reader, share: float, is_named: bool
) -> None:
    reading = reader.read(render(with_r4_cut(share)).frame_bgr)
    assert ("R4" in {tile.tile for tile in reading.tiles}) is is_named


def test_an_empty_table(reader: Reader) -> None:
    reading = reader.read(np.full((480, 640, 3), (70, 110, 160), np.uint8))
    assert reading.tiles == ()
    assert reading.problems == (Problem.NO_JOKER,)


def test_two_jokers_are_a_problem(reader: Reader) -> None:
    scene = mosaic_scene({**MOSAIC, "2+1": "*"}, (), NAMED["dish"], 9_100_003, size_wh=(1280, 960))
    reading = reader.read(render(scene).frame_bgr)
    assert Problem.TWO_JOKERS in reading.problems
    assert all(seen.cell is None for seen in reading.tiles)


def test_quads_start_at_the_numbers_top_left(reader: Reader) -> None:
    seen = render(mosaic(9_100_004))
    reading = reader.read(seen.frame_bgr)
    for tile in reading.tiles:
        quad = np.array(tile.quad)
        nearest = min(seen.tiles, key=lambda t: float(np.abs(t.quad_xy - quad).sum()))
        assert np.linalg.norm(nearest.quad_xy - quad, axis=1).max() < 12
        assert nearest.tile == tile.tile or tile.tile is None


def test_a_tile_on_its_face_is_a_back_and_no_tile(reader: Reader) -> None:
    scene = mosaic(9_100_005)
    tiles = tuple(replace(t, face_up=t.tile != "B10") for t in scene.tiles)
    seen = render(replace(scene, tiles=tiles))
    reading = reader.read(seen.frame_bgr)
    assert "B10" not in [tile.tile for tile in reading.tiles]
    (back,) = (tile for tile in seen.tiles if not tile.face_up)
    (found,) = reading.backs
    assert overlap(back.quad_xy.astype(np.float32), np.array(found, np.float32)) > 0.8


def test_tiles_run_together_are_parted() -> None:
    look = TileMap(np.ones((10, 10), np.float32), np.ones(2, np.float32))
    single = np.array([[0, 0], [26, 0], [26, 37], [0, 37]], np.float32)
    side_by_side = np.array([[0, 50], [52, 50], [52, 87], [0, 87]], np.float32)
    outlines = [Outline(upright_box(single + np.float32([60 * k, 0])), 0.9, look) for k in range(4)]
    parts = parts_of([*outlines, Outline(upright_box(side_by_side), 0.9, look)])
    assert len(parts) == 2
    for at, part in enumerate(sorted(parts, key=lambda each: float(each.box_xy[:, 0].mean()))):
        assert overlap(part.box_xy, single + np.float32([26 * at, 50])) > 0.95
    assert parts_of(outlines) == []


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (40, 40)])
def test_tiny_pictures(reader: Reader, size: tuple[int, int]) -> None:
    assert reader.read(np.zeros((*size, 3), np.uint8)).tiles == ()


PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photographs at {PHOTOS}")
@pytest.mark.parametrize("name", ["rummy2-8.jpg", "rummy3-19.jpg", "rummy4-10.jpg"])
def test_photographs(reader: Reader, name: str) -> None:
    from vision.lab.train.cases import photo_cases

    for _, photo, frame_bgr, truth in photo_cases(PHOTOS, names=(name,)):
        tally, faults = compare(photo, truth, reader.read(frame_bgr))
        assert tally.wrong_as_sure == 0, faults
        assert tally.phantoms == 0, faults
        assert tally.right >= tally.tiles - 1, faults


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photographs at {PHOTOS}")
def test_no_tile_on_photographs_without_any(reader: Reader) -> None:
    for path in sorted((PHOTOS / "images").glob("rummyBackground-*.jpg")):
        frame_bgr = cv2.imread(str(path))
        assert reader.read(frame_bgr).tiles == (), path.name


def test_three_tiles_that_look_alike_are_not_named(reader: Reader) -> None:
    laid = {"4+1": "K7", "4-1": "K7", "5+0": "K7", "3+0": "R7"}
    seen = render(mosaic_scene(laid, (), NAMED["dish"], 9_100_001, size_wh=(1280, 960)))
    names = [str(tile.tile) for tile in reader.read(seen.frame_bgr).tiles]
    assert sorted(names) == ["*", "None", "None", "None", "R7"]
