"""One home: its tiles, table, lamp and camera, and what the camera sees of a game there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.sepmosa import Cell, Mosaic, Table, mosaic_names, parse_cell
from engine.sepmosa.values import JOKER
from vision.lab.synth.conditions import random_light
from vision.lab.synth.disturb import disturb, disturb_scene, with_hand
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene
from vision.lab.synth.setting import Camera, CameraFinish, LaidTile, Light, Scene
from vision.lab.synth.style import HELD_OUT, NAMED, SetStyle, random_style
from vision.lab.synth.tables import TableTop, random_table
from vision.picture import Image

BUMPED = "bumped"  # the camera is pushed between turns
DRIFTING = "drifting"  # the whole mosaic is pushed along, 3 mm a turn
HAND = "hand"  # over part of the mosaic in every third frame
HIDDEN = "hidden-source"  # a hand over what the move took away, and its action tile out of sight
NO_ACTION = "hidden-action"  # the action tile alone is out of sight
_DRIFT_MM = 3.0
_LEAST_COLUMNS = 13
_ROWS_SEEN = 10.2  # the mosaic's seven and two rows of action tiles
_ACTIONS_A_ROW = 12


@dataclass(frozen=True, slots=True)
class Household:
    """What stays the same all evening."""

    seed: int
    style: SetStyle
    top: TableTop
    light: Light
    finish: CameraFinish
    gap_mm: float
    crooked_deg: float
    tilt_deg: float
    tilt_towards_deg: float
    rotation_deg: float
    joker_variant: int
    size_wh: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Extent:
    """The columns a mosaic will use before it is cleared, the joker's included."""

    left: int
    right: int


def household(seed: int, size_wh: tuple[int, int], style: str = "any") -> Household:
    """A home by chance. `style` is "named" (one of the sets people own), "any" (all that can be
    drawn, faded and worn ones too), "held-out" (looks training never drew) or a set's name."""
    rng = np.random.default_rng([seed, 81])
    return Household(
        seed=seed,
        style=_style(style, rng),
        top=random_table(rng),
        light=replace(random_light(rng), glare=0.0, shade="none"),
        finish=CameraFinish(noise=float(rng.uniform(0.5, 3)), jpeg=92),
        gap_mm=float(rng.uniform(0.4, 2.5)),
        crooked_deg=float(rng.uniform(0.4, 2.5)),
        tilt_deg=float(min(abs(rng.normal(0, 5)), 15)),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        rotation_deg=float(rng.normal(0, 2)),
        joker_variant=int(rng.integers(2)),
        size_wh=size_wh,
    )


def _style(name: str, rng: np.random.Generator) -> SetStyle:
    if name == "any":
        return random_style(rng)
    for group, sets in (("named", NAMED), ("held-out", HELD_OUT)):
        if name == group:
            return list(sets.values())[int(rng.integers(len(sets)))]
    known = {**NAMED, **HELD_OUT}
    if name not in known:
        raise ValueError(f"no style {name!r}: named, any, held-out, {', '.join(sorted(known))}")
    return known[name]


def extent_of(mosaics: Iterable[Mosaic]) -> Extent:
    """The columns that any of the mosaics uses."""
    columns = [cell.column for mosaic in mosaics for cell in mosaic] + [0]
    return Extent(min(columns), max(columns))


def frame_of(
    home: Household,
    table: Table,
    extent: Extent,
    turn: int,
    disturbances: Iterable[str] = (),
    *,
    before: Table | None = None,
    second_joker: Cell | None = None,
) -> Image:
    """What the camera sees after turn number `turn`; the same arguments give the same picture.
    `before` tells what the turn took away, where that is to be hidden."""
    names = list(disturbances)
    gone: list[Cell] = []
    if before is not None and HIDDEN in names:
        gone = [cell for cell in before.mosaic if cell not in table.mosaic]
    if before is not None and {HIDDEN, NO_ACTION} & set(names):
        table = replace(table, played=table.played[: len(before.played)])
    scene = scene_of(home, table, extent, turn)
    if second_joker is not None:
        scene = replace(scene, tiles=(*scene.tiles, _joker_at(home, second_joker, scene)))
    if gone and len(gone) < len(table.mosaic):
        scene = with_hand(scene, home.seed * 1000 + turn, _place_of(home, gone[0], scene))
    if DRIFTING in names:
        scene = _drifted(scene, turn)
    if BUMPED in names:
        scene = replace(scene, camera=_bumped(scene.camera, home.seed, turn))
    over = [name for name in names if name not in (BUMPED, DRIFTING, HAND, HIDDEN, NO_ACTION)]
    if HAND in names and turn % 3 == 2:
        over.append(HAND)
    seed = home.seed * 1000 + turn
    return disturb(render(disturb_scene(scene, over, seed)), over, seed).frame_bgr


def scene_of(home: Household, table: Table, extent: Extent, turn: int) -> Scene:
    """The table of a game, laid in this home."""
    scene = mosaic_scene(
        mosaic_names(table.mosaic),
        [str(tile) for tile in table.played],
        home.style,
        home.seed,
        gap_mm=home.gap_mm,
        crooked_deg=home.crooked_deg,
        table=home.top,
        light=home.light,
        camera=_camera(home, extent),
        finish=home.finish,
        joker_variant=home.joker_variant,
    )
    laid = scene.tiles[: len(table.mosaic) + 1]
    tiles = (*laid, *_beside(home, scene, extent, len(table.played)))
    return replace(scene, tiles=tiles, seed=home.seed * 1000 + turn)


def _place_of(home: Household, cell: Cell, scene: Scene) -> tuple[float, float]:
    """Where a cell is on the table: beside the nearest tile of the mosaic."""
    laid = [(parse_cell(tile.cell), tile) for tile in scene.tiles if tile.cell is not None]
    near, tile = min(
        laid, key=lambda each: abs(each[0].row - cell.row) + abs(each[0].column - cell.column)
    )
    across, down = home.style.width_mm + home.gap_mm, home.style.height_mm + home.gap_mm
    x = tile.x_mm + (cell.column - near.column) * across
    return x, tile.y_mm + (cell.row - near.row) * down


def _joker_at(home: Household, cell: Cell, scene: Scene) -> LaidTile:
    """The set's other joker, laid on a cell."""
    x, y = _place_of(home, cell, scene)
    return LaidTile(JOKER, x, y, variant=1 - home.joker_variant)


def _camera(home: Household, extent: Extent) -> Camera:
    columns = max(extent.right - extent.left + 3, _LEAST_COLUMNS)
    straight = mosaic_camera(home.style, home.size_wh, columns)
    pitch = home.style.width_mm + home.gap_mm
    tall = _ROWS_SEEN * (home.style.height_mm + home.gap_mm)
    return replace(
        straight,
        look_at_mm=((extent.left + extent.right) / 2 * pitch, 1.1 * home.style.height_mm),
        zoom=min(straight.zoom * 0.96, home.size_wh[1] / tall),
        tilt_deg=home.tilt_deg,
        tilt_towards_deg=home.tilt_towards_deg,
        rotation_deg=home.rotation_deg,
    )


def _beside(home: Household, scene: Scene, extent: Extent, count: int) -> tuple[LaidTile, ...]:
    """The played action tiles in rows below the mosaic, within what the camera sees."""
    pitch = home.style.width_mm + home.gap_mm
    middle = (extent.left + extent.right) / 2
    moved = []
    for index, tile in enumerate(scene.tiles[len(scene.tiles) - count :]):
        row, column = divmod(index, _ACTIONS_A_ROW)
        x = (middle + (column - _ACTIONS_A_ROW / 2 + 0.5) * 1.08) * pitch
        y = tile.y_mm - 4 + row * (home.style.height_mm + 4)
        moved.append(replace(tile, x_mm=x, y_mm=y))
    return tuple(moved)


def _drifted(scene: Scene, turn: int) -> Scene:
    """Everything pushed a little further each turn, now this way, now that."""
    rng = np.random.default_rng([scene.seed // 1000, 12])
    steps = rng.normal(0, 1, (turn + 1, 2))
    steps *= _DRIFT_MM / np.linalg.norm(steps, axis=1, keepdims=True)
    x, y = np.clip(steps.sum(axis=0), -14, 14)
    tiles = tuple(replace(t, x_mm=t.x_mm + float(x), y_mm=t.y_mm + float(y)) for t in scene.tiles)
    return replace(scene, tiles=tiles)


def _bumped(camera: Camera, seed: int, turn: int) -> Camera:
    rng = np.random.default_rng([seed, 13, turn])
    x, y = camera.look_at_mm
    return replace(
        camera,
        look_at_mm=(x + float(rng.normal(0, 5)), y + float(rng.normal(0, 5))),
        rotation_deg=camera.rotation_deg + float(rng.normal(0, 2)),
        zoom=camera.zoom * float(rng.uniform(0.95, 1.0)),
    )
