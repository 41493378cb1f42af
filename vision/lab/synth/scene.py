"""Lays tiles and things on a table: mosaics, scattered tiles, rows, racks, piles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.sepmosa.notation import parse_cell
from engine.sepmosa.values import JOKER, KINDS, MOSAIC_KINDS, ROWS, Cell
from vision.lab.synth.conditions import random_camera, random_finish, random_light
from vision.lab.synth.objects import KINDS as THING_KINDS
from vision.lab.synth.objects import OVER_KINDS, reach_mm
from vision.lab.synth.setting import Camera, CameraFinish, LaidTile, Light, Scene, TableTop, Thing
from vision.lab.synth.spread import clear_of, scattered
from vision.lab.synth.style import NAMED, SetStyle, random_style
from vision.lab.synth.tables import random_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "Camera",
    "CameraFinish",
    "LaidTile",
    "Light",
    "Scene",
    "TableTop",
    "Thing",
    "mosaic_camera",
    "mosaic_scene",
    "random_mosaic",
    "random_scene",
    "scatter_scene",
]

_TABLE_WH = (800, 600)
_PHOTO_WH = (1000, 750)


def mosaic_camera(
    style: SetStyle, size_wh: tuple[int, int] = _TABLE_WH, columns: int = 13, actions: bool = True
) -> Camera:
    """A camera straight above that sees seven rows, `columns` columns and a row of action tiles."""
    wide = (columns + 0.8) * (style.width_mm + 2.0)
    tall = (7.6 + (1.6 if actions else 0.0)) * (style.height_mm + 2.0)
    zoom = min(size_wh[0] / wide, size_wh[1] / tall)
    down = 0.8 * (style.height_mm + 2.0) if actions else 0.0
    return Camera(size_wh=size_wh, zoom=zoom, look_at_mm=(0.0, down))


def mosaic_scene(
    mosaic: Mapping[str, str],
    actions: Sequence[str] = (),
    style: SetStyle | None = None,
    seed: int = 0,
    *,
    size_wh: tuple[int, int] = _TABLE_WH,
    gap_mm: float = 1.5,
    crooked_deg: float = 1.5,
    drift_mm: float = 0.7,
    actions_below: bool = True,
    table: TableTop | None = None,
    light: Light | None = None,
    camera: Camera | None = None,
    finish: CameraFinish | None = None,
    things: tuple[Thing, ...] = (),
    joker_variant: int = 0,
) -> Scene:
    """The mosaic (cell → tile) around the joker at 4+0, with action tiles in a row beside it.

    The same seed lays a tile in a cell the same way whatever else lies on the table.
    """
    style = style or NAMED["dish"]
    laid = {"4+0": JOKER, **mosaic}
    lattice = (style.width_mm + gap_mm, style.height_mm + gap_mm)
    tiles = []
    for cell, tile in laid.items():
        at = parse_cell(cell)
        rng = np.random.default_rng([seed, at.row, at.column + 1000])
        x, y = _drifted(seed, at, lattice, drift_mm)
        tiles.append(
            LaidTile(
                tile,
                x + _within(rng, 0.35 * gap_mm),
                y + _within(rng, 0.35 * gap_mm),
                _within(rng, crooked_deg),
                cell=cell,
                variant=joker_variant,
            )
        )
    side = 1 if actions_below else -1
    for index, tile in enumerate(actions):
        rng = np.random.default_rng([seed, 77, index])
        x = (index - 4.5) * lattice[0] * 1.15 + _within(rng, 0.02 * lattice[0])
        y = side * (3.5 * lattice[1] + 0.95 * lattice[1]) + _within(rng, 2.5)
        tiles.append(LaidTile(tile, x, y, _within(rng, 3 * crooked_deg)))
    return Scene(
        style,
        tuple(tiles),
        table or TableTop(seed=seed),
        things,
        light or Light(),
        camera or mosaic_camera(style, size_wh),
        finish or CameraFinish(),
        seed,
    )


def _within(rng: np.random.Generator, spread: float) -> float:
    """Near zero, never beyond 2.2 spreads."""
    return float(np.clip(rng.normal(), -2.2, 2.2)) * spread


def _drifted(
    seed: int, at: Cell, lattice: tuple[float, float], drift_mm: float
) -> tuple[float, float]:
    """The middle of a cell on a lattice that has slid about a little, more with distance."""
    rng = np.random.default_rng([seed, 41])
    waves = rng.normal(0, 1, (2, 3))
    row, column = at.row - 4, at.column
    shear = (waves[0, 0] * row + waves[0, 1] * np.sin(row * 1.7 + waves[0, 2])) * drift_mm
    sag = (waves[1, 0] * column * 0.4 + waves[1, 1] * np.sin(column * 1.1 + waves[1, 2])) * drift_mm
    return column * lattice[0] + float(shear), row * lattice[1] + float(sag)


def random_mosaic(rng: np.random.Generator, count: int) -> dict[str, str]:
    """Up to `count` cells grown from the joker, filled from a shuffled set of tiles 1–10."""
    names = [str(tile) for tile in MOSAIC_KINDS] * 2
    rng.shuffle(names)
    taken = {Cell(4, 0)}
    edge = [Cell(4, 0)]
    wide = int(rng.integers(3, 8))
    mosaic: dict[str, str] = {}
    while len(mosaic) < min(count, len(names)) and edge:
        spot = edge[int(rng.integers(len(edge)))]
        around = [
            cell
            for cell in (
                Cell(spot.row - 1, spot.column),
                Cell(spot.row + 1, spot.column),
                Cell(spot.row, spot.column - 1),
                Cell(spot.row, spot.column + 1),
            )
            if cell.row in ROWS and abs(cell.column) <= wide and cell not in taken
        ]
        if not around:
            edge.remove(spot)
            continue
        cell = around[int(rng.integers(len(around)))]
        taken.add(cell)
        edge.append(cell)
        mosaic[str(cell)] = names[len(mosaic)]
    return mosaic


def _deck(rng: np.random.Generator) -> list[str]:
    """All tile names of a set in random order, the two jokers likely near the front."""
    names = [str(tile) for tile in KINDS] * 2
    rng.shuffle(names)
    for _ in range(2):
        names.insert(int(rng.integers(0, 25)), JOKER)
    return names


def random_scene(
    seed: int,
    *,
    size_wh: tuple[int, int] = _PHOTO_WH,
    style: SetStyle | None = None,
    fonts: Sequence[str] = (),
) -> Scene:
    """Anything a training picture may show; about one in ten has no tile at all."""
    rng = np.random.default_rng([seed, 1])
    style = style or random_style(rng, fonts)
    kind = rng.random()
    if kind < 0.42:
        return _random_mosaic_scene(rng, seed, style, size_wh)
    if kind < 0.91:
        return scatter_scene(seed, size_wh=size_wh, style=style)
    zoom = float(np.exp(rng.uniform(np.log(1.2), np.log(7.0))))
    camera = random_camera(rng, size_wh, zoom)
    table = random_table(rng)
    table = _with_edge(rng, table, camera, [])
    things = _random_things(rng, camera, [], style, int(rng.integers(0, 8)))
    return Scene(
        style,
        (),
        table,
        things,
        random_light(rng),
        camera,
        random_finish(rng, table, zoom * 26),
        seed,
    )


def _random_mosaic_scene(
    rng: np.random.Generator, seed: int, style: SetStyle, size_wh: tuple[int, int]
) -> Scene:
    mosaic = random_mosaic(rng, int(rng.integers(1, 60)))
    action_names = [name for name in _deck(rng) if name != JOKER and int(name[1:]) > 10]
    actions = action_names[: int(rng.choice([0, 1, 2, 4, 8]))]
    cells = [parse_cell(cell) for cell in mosaic] + [Cell(4, 0)]
    rows, columns = [c.row - 4 for c in cells], [c.column for c in cells]
    pitch = (style.width_mm + 1.5, style.height_mm + 1.5)
    low = np.array([min(columns) * pitch[0], min(rows) * pitch[1]])
    high = np.array([max(columns) * pitch[0], max(rows) * pitch[1]])
    if actions:
        below = 4.45 * pitch[1]
        high = np.maximum(high, [(len(actions) - 5) * pitch[0] * 1.15, below])
        low = np.minimum(low, [-4.5 * pitch[0] * 1.15, high[1]])
    span = high - low + np.array(pitch) * rng.uniform(1.1, 2.0)
    rotation = float(rng.normal(0, 4) if rng.random() < 0.6 else rng.uniform(-180, 180))
    turn = np.radians(rotation)
    box = np.abs([[np.cos(turn), np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ span
    zoom = float(min(size_wh[0] / box[0], size_wh[1] / box[1]))
    # Sometimes nearer, so that the mosaic runs out of the frame.
    zoom *= float(rng.choice([1.0, rng.uniform(0.75, 1.0), rng.uniform(1.0, 1.6)]))
    zoom = float(np.clip(zoom, 22 / style.width_mm, 200 / style.width_mm))
    middle = (low + high) / 2 + rng.normal(0, 8, 2)
    camera = random_camera(
        rng, size_wh, zoom, (float(middle[0]), float(middle[1])), rotation_deg=rotation
    )
    table = random_table(rng)
    tight = rng.random() < 0.5
    scene = mosaic_scene(
        mosaic,
        actions,
        style,
        seed,
        gap_mm=float(rng.uniform(0.1, 1.2) if tight else rng.uniform(1.0, 4.0)),
        crooked_deg=float(rng.uniform(0.2, 1.2) if tight else rng.uniform(0.5, 3.5)),
        drift_mm=float(rng.uniform(0.0, 1.5)),
        table=table,
        light=random_light(rng),
        camera=camera,
        finish=random_finish(rng, table, zoom * style.width_mm, style.ivory),
        joker_variant=int(rng.integers(2)),
    )
    count = int(rng.choice([0, 1, 3], p=[0.45, 0.3, 0.25]))
    things = _random_things(rng, camera, list(scene.tiles), style, count)
    table = _with_edge(rng, table, camera, list(scene.tiles))
    return replace(scene, things=things, table=table)


def scatter_scene(
    seed: int,
    *,
    size_wh: tuple[int, int] = _PHOTO_WH,
    style: SetStyle | None = None,
    mode: str = "",
) -> Scene:
    """Tiles at any turn: `mode` free, near, rows, block, pile, rack or single; else by chance."""
    rng = np.random.default_rng([seed, 2])
    style = style or random_style(rng)
    mode = mode or str(
        rng.choice(
            ["free", "near", "rows", "block", "pile", "rack", "single"],
            p=[0.25, 0.17, 0.17, 0.13, 0.11, 0.1, 0.07],
        )
    )
    tile_px = float(np.exp(rng.uniform(np.log(24), np.log(170))))
    if mode == "single":
        tile_px = float(np.exp(rng.uniform(np.log(60), np.log(240))))
    zoom = tile_px / style.width_mm
    tilt = float(rng.uniform(5, 55)) if mode == "rack" else None
    camera = random_camera(rng, size_wh, zoom, tilt_deg=tilt)
    if mode == "rack":  # seen by the player who sits before it
        camera = replace(
            camera,
            tilt_towards_deg=float(rng.normal(90, 20)),
            rotation_deg=float(rng.normal(0, 6)),
            look_at_mm=(0.0, float(-0.6 * style.height_mm)),
        )
    table = random_table(rng)
    tiles, racks = scattered(rng, mode, camera, style, _deck(rng))
    table = _with_edge(rng, table, camera, tiles)
    count = int(rng.choice([0, 1, 2, 5], p=[0.4, 0.25, 0.2, 0.15]))
    things = _random_things(rng, camera, tiles, style, count)
    return Scene(
        style,
        tuple(tiles),
        table,
        racks + things,
        random_light(rng),
        camera,
        random_finish(rng, table, tile_px, style.ivory),
        seed,
    )


def _with_edge(
    rng: np.random.Generator, table: TableTop, camera: Camera, tiles: list[LaidTile]
) -> TableTop:
    """The table, now and then ending in sight, beyond all tiles."""
    if rng.random() > 0.22:
        return table
    turn = float(rng.choice([0.0, 90.0, 180.0, 270.0])) + float(rng.normal(0, 6))
    out = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    reach = max(camera.size_wh) / camera.zoom / 2
    middle = float(np.array(camera.look_at_mm) @ out)
    last = max((float(np.array([t.x_mm, t.y_mm]) @ out) for t in tiles), default=middle)
    edge = max(last + 35.0, middle + reach * float(rng.uniform(0.3, 0.95)))
    if edge <= 1.0:
        return table
    shade = int(rng.integers(15, 190))
    r, g, b = (int(np.clip(shade + v, 5, 230)) for v in rng.normal(0, 14, 3))
    return replace(table, edge_deg=turn, edge_mm=edge, floor=(r, g, b))


def _random_things(
    rng: np.random.Generator, camera: Camera, tiles: list[LaidTile], style: SetStyle, count: int
) -> tuple[Thing, ...]:
    """Up to `count` things beside the tiles, and sometimes one over them."""
    things: list[Thing] = []
    w, h = camera.size_wh
    reach = np.array([w, h]) / camera.zoom * 0.55
    for _ in range(count if THING_KINDS else 0):
        kind = THING_KINDS[int(rng.integers(len(THING_KINDS)))]
        seed = int(rng.integers(2**20))
        for _ in range(12):
            x, y = np.array(camera.look_at_mm) + rng.uniform(-1, 1, 2) * reach
            apart = all(
                np.hypot(t.x_mm - x, t.y_mm - y) > 0.7 * (reach_mm(t.kind) + reach_mm(kind))
                for t in things
            )
            if apart and clear_of(tiles, style, float(x), float(y), reach_mm(kind)):
                things.append(
                    Thing(kind, float(x), float(y), float(rng.uniform(0, 360)), 1.0, seed)
                )
                break
    if OVER_KINDS and rng.random() < 0.16:
        kind = OVER_KINDS[int(rng.integers(len(OVER_KINDS)))]
        away = rng.uniform(-0.9, 0.9, 2) * reach
        x, y = np.array(camera.look_at_mm) + away
        # The arm leaves the picture by the nearest way.
        outwards = float(np.degrees(np.arctan2(-away[0], away[1]))) + float(rng.normal(0, 25))
        things.append(
            Thing(
                kind,
                float(x),
                float(y),
                outwards,
                float(rng.uniform(0.9, 1.15)),
                int(rng.integers(2**20)),
                over=True,
            )
        )
    return tuple(things)
