"""A lesson and a game drawn in one home: what a camera there sees of tiles laid out in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.sepmosa.values import KINDS
from vision.lab.simulate.household import Household
from vision.lab.synth.disturb import disturb, disturb_scene
from vision.lab.synth.render import Rendered, render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene, random_mosaic
from vision.lab.synth.setting import Camera, LaidTile, Scene

ACTIONS = 10
TILES = 36


def laid_in_rows(home: Household, rows: Sequence[Sequence[str]], seed: int) -> tuple[LaidTile, ...]:
    """Tiles in rows about the middle of the table, as straight as hands lay them."""
    rng = np.random.default_rng([seed, 5])
    across, down = home.style.width_mm + home.gap_mm, home.style.height_mm + home.gap_mm + 2.0
    return tuple(
        LaidTile(
            name,
            (column - (len(row) - 1) / 2) * across + float(rng.normal(0, 0.4)),
            (line - (len(rows) - 1) / 2) * down + float(rng.normal(0, 0.4)),
            float(rng.normal(0, home.crooked_deg)),
            variant=home.joker_variant,
        )
        for line, row in enumerate(rows)
        for column, name in enumerate(row)
    )


def lesson_picture(home: Household, rows: Sequence[Sequence[str]], seed: int) -> Rendered:
    """The tiles in rows as the camera of this home sees them."""
    tiles = laid_in_rows(home, rows, seed)
    camera = replace(_camera(home), look_at_mm=(0.0, 0.0))
    return render(Scene(home.style, tiles, home.top, (), home.light, camera, home.finish, seed))


def game_picture(home: Household, seed: int, tricks: Sequence[str] = ()) -> Rendered:
    """A mosaic and action tiles of the same home; `tricks` are names of `synth.disturb`."""
    rng = np.random.default_rng([seed, 77])
    actions = [str(tile) for tile in KINDS if tile.is_action]
    rng.shuffle(actions)
    scene = mosaic_scene(
        random_mosaic(rng, TILES),
        actions[:ACTIONS],
        home.style,
        seed,
        gap_mm=home.gap_mm,
        crooked_deg=home.crooked_deg,
        table=home.top,
        light=home.light,
        camera=_camera(home),
        finish=home.finish,
        joker_variant=home.joker_variant,
    )
    return disturb(render(disturb_scene(scene, tricks, seed)), tricks, seed)


def _camera(home: Household) -> Camera:
    straight = mosaic_camera(home.style, home.size_wh, 13)
    return replace(
        straight,
        zoom=straight.zoom * 0.93,
        tilt_deg=home.tilt_deg,
        tilt_towards_deg=home.tilt_towards_deg,
        rotation_deg=home.rotation_deg,
    )
