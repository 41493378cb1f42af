"""The renderer: same seed same pixels, and truth that agrees with what is drawn."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.sepmosa.values import KINDS
from vision.lab.synth.disturb import NAMES, disturb, disturb_scene
from vision.lab.synth.faces import PAD, face, face_size
from vision.lab.synth.jokers import HELD_OUT_KINDS
from vision.lab.synth.jokers import KINDS as JOKER_KINDS
from vision.lab.synth.objects import KINDS as THING_KINDS
from vision.lab.synth.render import Rendered, render
from vision.lab.synth.scene import (
    Camera,
    CameraFinish,
    LaidTile,
    Scene,
    TableTop,
    Thing,
    mosaic_scene,
    random_scene,
    scatter_scene,
)
from vision.lab.synth.style import (
    HELD_OUT,
    HELD_OUT_DISTANCE,
    LAYOUTS_HELD_OUT,
    NAMED,
    SetStyle,
    random_style,
)
from vision.lab.synth.tables import MATERIALS

SMALL = (400, 300)
MOSAIC = {"4+1": "R7", "4+2": "R8", "4-1": "K10", "3+0": "B1", "5+0": "O9"}
QUIET = CameraFinish(noise=0.0)
STYLES = {**NAMED, **HELD_OUT}


def _inside(quad_xy: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad_xy).astype(np.int32), 1)
    return mask.astype(bool)


def _rectified(rendered: Rendered, index: int, size_wh: tuple[int, int] = (52, 74)) -> np.ndarray:
    w, h = size_wh
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(rendered.tiles[index].quad_xy.astype(np.float32), target)
    return cv2.warpPerspective(rendered.frame_bgr, matrix, size_wh)


@pytest.mark.parametrize("seed", [1, 4])
def test_same_seed_same_pixels(seed: int) -> None:
    first = render(random_scene(seed, size_wh=SMALL))
    second = render(random_scene(seed, size_wh=SMALL))
    assert np.array_equal(first.frame_bgr, second.frame_bgr)
    for a, b in zip(first.tiles, second.tiles, strict=True):
        assert (a.tile, a.cell, a.visible, a.face_up) == (b.tile, b.cell, b.visible, b.face_up)
        assert np.array_equal(a.quad_xy, b.quad_xy)


def test_other_seed_other_pixels() -> None:
    frames = [render(random_scene(seed, size_wh=SMALL)).frame_bgr for seed in (1, 2)]
    assert not np.array_equal(*frames)


def test_cells_agree_with_the_mosaic() -> None:
    rendered = render(mosaic_scene(MOSAIC, ["K12", "B13"], NAMED["dish"], 3, size_wh=SMALL))
    on_lattice = {tile.cell: tile.tile for tile in rendered.tiles if tile.cell}
    assert on_lattice == {"4+0": "*", **MOSAIC}
    assert [tile.tile for tile in rendered.tiles if tile.cell is None] == ["K12", "B13"]
    centre = {tile.cell: tile.quad_xy.mean(axis=0) for tile in rendered.tiles}
    assert centre["4+1"][0] > centre["4+0"][0] > centre["4-1"][0]
    assert centre["3+0"][1] < centre["4+0"][1] < centre["5+0"][1]
    assert all(tile.visible > 0.97 for tile in rendered.tiles)


def test_a_tile_stays_put_when_others_come() -> None:
    few = mosaic_scene({"4+1": "R7"}, (), NAMED["dish"], 5)
    more = mosaic_scene(MOSAIC, ["K12"], NAMED["dish"], 5)
    assert set(few.tiles) <= set(more.tiles)


@pytest.mark.parametrize("tilt", [0.0, 14.0])
def test_truth_lies_on_the_tile(tilt: float) -> None:
    camera = Camera(
        SMALL, tilt_deg=tilt, tilt_towards_deg=60, zoom=1.6, rotation_deg=20, bend=-0.06
    )
    scene = mosaic_scene(
        MOSAIC,
        (),
        NAMED["dish"],
        2,
        camera=camera,
        finish=QUIET,
        table=TableTop("plain", (40, 60, 44)),
    )
    whole = render(scene)
    for index, tile in enumerate(scene.tiles):
        without = replace(scene, tiles=scene.tiles[:index] + scene.tiles[index + 1 :])
        change = np.abs(whole.frame_bgr.astype(int) - render(without).frame_bgr).max(axis=2)
        inside = _inside(whole.tiles[index].quad_xy, change.shape)
        near = cv2.dilate(inside.astype(np.uint8), np.ones((21, 21), np.uint8)).astype(bool)
        assert np.median(change[inside]) > 60, tile
        assert np.percentile(change[~near], 99.9) <= 6, tile
        ivory = np.median(whole.frame_bgr[inside], axis=0)
        assert ivory.min() > 150, tile


def test_the_number_is_at_the_top_of_its_quad() -> None:
    tiles = tuple(LaidTile("K8", -80 + 55 * i, -20 + 30 * (i % 2), 50.0 * i + 7) for i in range(4))
    camera = Camera(SMALL, tilt_deg=10, zoom=1.5, rotation_deg=-30)
    style = replace(NAMED["plain"], black=(10, 10, 10))
    rendered = render(Scene(style, tiles, TableTop("plain"), camera=camera, finish=QUIET))
    for index in range(len(tiles)):
        crop = _rectified(rendered, index)[5:-5, 5:-5].astype(int).sum(axis=2)
        rows, columns = np.nonzero(crop < 250)
        assert 0.22 < rows.mean() / crop.shape[0] < 0.42
        assert 0.4 < columns.mean() / crop.shape[1] < 0.6


def test_the_quad_is_clockwise_from_the_top_left() -> None:
    rendered = render(mosaic_scene({}, (), NAMED["dish"], 0, size_wh=SMALL))
    top_left, top_right, bottom_right, bottom_left = rendered.tiles[0].quad_xy
    assert top_left[0] < top_right[0]
    assert top_left[1] < bottom_left[1]
    assert bottom_right[0] > bottom_left[0]


@pytest.mark.parametrize("name", sorted(STYLES))
def test_all_faces_of_a_set_differ(name: str) -> None:
    _assert_faces_differ(STYLES[name])


def test_all_faces_of_random_sets_differ() -> None:
    rng = np.random.default_rng(9)
    for _ in range(3):
        _assert_faces_differ(random_style(rng))


def _assert_faces_differ(style: SetStyle) -> None:
    names = [str(tile) for tile in KINDS] + ["*"]
    assert len(names) == 53
    width = 40
    w, h = face_size(style, width)
    pictures = []
    for name in names:
        albedo = face(style, name, 0, width).albedo
        assert albedo.shape == (h + 2 * PAD, w + 2 * PAD, 3)
        pictures.append(np.sqrt(albedo).reshape(-1, 3))
    table = np.stack(pictures)
    for index in range(1, len(names)):
        differing = (np.abs(table[:index] - table[index]).max(axis=2) > 0.1).sum(axis=1)
        assert differing.min() > 12, (names[index], names[int(differing.argmin())])


def test_held_out_looks_are_not_drawn_by_chance() -> None:
    rng = np.random.default_rng(0)
    drawn = [random_style(rng) for _ in range(120)]
    held = HELD_OUT.values()
    assert not {style.joker.kind for style in drawn} & {style.joker.kind for style in held}
    assert not {style.layout for style in drawn} & set(LAYOUTS_HELD_OUT)
    assert {style.layout for style in held} & set(LAYOUTS_HELD_OUT)
    assert max(s.digits.square for s in drawn) < min(s.digits.square for s in held)
    for colour in "RBO":
        inks = np.array([style.ink(colour) for style in drawn], float)
        for other in held:
            gaps = np.linalg.norm(inks - np.array(other.ink(colour), float), axis=1)
            assert gaps.min() > HELD_OUT_DISTANCE, (colour, other.name)


def test_held_out_jokers_are_on_no_sticker() -> None:
    assert not set(JOKER_KINDS) & set(HELD_OUT_KINDS)


@pytest.mark.parametrize("size_wh", [(320, 240), (240, 320), (641, 479)])
def test_the_frame_has_the_asked_size(size_wh: tuple[int, int]) -> None:
    frame = render(random_scene(3, size_wh=size_wh)).frame_bgr
    assert frame.shape == (size_wh[1], size_wh[0], 3)
    assert frame.dtype == np.uint8


def test_tiles_are_22_to_240_pixels_wide() -> None:
    widths = []
    for seed in range(60):
        scene = random_scene(seed)
        widths.append(scene.camera.zoom * scene.style.width_mm)
    laid = [w for w, seed in zip(widths, range(60), strict=True) if random_scene(seed).tiles]
    assert min(laid) >= 20
    assert max(laid) <= 245
    assert max(laid) / min(laid) > 4


@pytest.mark.parametrize("mode", ["free", "near", "rows", "block", "pile", "rack", "single"])
def test_scattered_tiles(mode: str) -> None:
    rendered = render(scatter_scene(2, size_wh=SMALL, mode=mode))
    assert rendered.tiles
    for tile in rendered.tiles:
        assert 0.0 <= tile.visible <= 1.0
        assert (tile.tile == "") == (not tile.face_up)


def test_what_is_covered_is_less_visible() -> None:
    scene = mosaic_scene(MOSAIC, (), NAMED["dish"], 1, size_wh=SMALL)
    target = next(tile for tile in scene.tiles if tile.cell == "4+2")
    covered = disturb_scene(scene, ["hand"], 3)
    reached = replace(
        scene, things=(Thing("hand", target.x_mm, target.y_mm - 60, 0.0, 1.0, 1, over=True),)
    )
    index = scene.tiles.index(target)
    assert render(scene).tiles[index].visible > 0.97
    assert render(reached).tiles[index].visible < 0.7
    assert sum(t.visible for t in render(covered).tiles) < len(scene.tiles) - 0.5
    outside = replace(scene, camera=replace(scene.camera, look_at_mm=(1000.0, 0.0)))
    assert all(tile.visible == 0 for tile in render(outside).tiles)


@pytest.mark.parametrize("material", MATERIALS)
def test_tables_fill_the_frame(material: str) -> None:
    scene = Scene(NAMED["dish"], (), TableTop(material, seed=2), camera=Camera(SMALL), finish=QUIET)
    frame = render(scene).frame_bgr
    assert 4 < frame.mean() < 251


def test_a_photo_can_be_the_table() -> None:
    photo = np.full((50, 80, 3), (90, 140, 40), np.uint8)
    scene = Scene(NAMED["dish"], camera=Camera(SMALL), finish=QUIET)
    frame = render(scene, background_bgr=photo).frame_bgr
    assert np.abs(np.median(frame, axis=(0, 1)) - [90, 140, 40]).max() < 25


@pytest.mark.parametrize("kind", THING_KINDS)
def test_things_change_the_picture(kind: str) -> None:
    bare = Scene(
        NAMED["dish"], (), TableTop("plain", (120, 130, 140)), camera=Camera((200, 150), zoom=1.0)
    )
    seen = replace(bare, things=(Thing(kind, 0, 0, 20.0, 1.0, 5),))
    change = np.abs(render(seen).frame_bgr.astype(int) - render(bare).frame_bgr)
    assert np.count_nonzero(change.max(axis=2) > 8) > 20


@pytest.mark.parametrize("name", NAMES)
def test_disturbances(name: str) -> None:
    scene = mosaic_scene(MOSAIC, (), NAMED["dish"], 1, size_wh=(240, 180), finish=QUIET)
    before = render(scene)
    after = disturb(render(disturb_scene(scene, [name], 4)), [name], 4)
    assert after.frame_bgr.shape == before.frame_bgr.shape
    assert not np.array_equal(after.frame_bgr, before.frame_bgr)
    assert len(after.tiles) == len(before.tiles)


def test_truth_moves_with_the_picture() -> None:
    scene = mosaic_scene(MOSAIC, (), NAMED["dish"], 1, size_wh=SMALL, finish=QUIET)
    before = render(scene)
    after = disturb(before, ["rotate-5", "shift-10"], 2)
    for index in range(len(before.tiles)):
        a, b = _rectified(before, index).astype(int), _rectified(after, index).astype(int)
        assert np.abs(a - b)[6:-6, 6:-6].mean() < 8


def test_an_unknown_disturbance_is_named() -> None:
    rendered = render(Scene(NAMED["dish"], camera=Camera((64, 48))))
    with pytest.raises(ValueError, match="'fog' is no disturbance"):
        disturb(rendered, ["fog"], 0)


def test_pillow_is_not_needed() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from vision.lab.synth.render import render\n"
        "from vision.lab.synth.scene import random_scene\n"
        "render(random_scene(1, size_wh=(200, 150)))\n"
        "import vision.lab.synth.disturb, vision.lab.synth.digits\n"
        "assert not [name for name in sys.modules if name.startswith('PIL.')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
