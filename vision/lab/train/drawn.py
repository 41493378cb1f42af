"""Drawn tables as samples."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from vision.lab.synth.digits import font_files
from vision.lab.synth.render import Rendered, render
from vision.lab.synth.scene import random_scene
from vision.lab.synth.setting import Scene
from vision.lab.synth.style import SetStyle, random_style
from vision.lab.train.sample import BACK, SampleTile, TrainingSample

FRAME_WH = (640, 480)
WHOLE, BARELY = 0.97, 0.15
PARTLY = 0.6


@lru_cache
def fonts() -> tuple[str, ...]:
    """The fonts of this machine that draw digits."""
    return font_files()


MARKED = {"mark": 1.0, "central": 0.7, "plain": 0.35, "dimple": 0.2, "dish": 0.15}
"""How often a set for training has a dot or a bar below 6 and 9, by its layout."""


def training_style(seed: int) -> SetStyle:
    """A set to learn from: as they come, but below 6 and 9 of any kind there may be a mark, and
    the number of a marked set may stand lower."""
    rng = np.random.default_rng([seed, 15])
    style = random_style(rng, fonts())
    if rng.random() >= MARKED.get(style.layout, 0.0):
        return replace(style, mark="none")
    lower = float(rng.uniform(0.36, 0.5)) if rng.random() < 0.35 else style.number_y
    mark = str(rng.choice(["dot", "bar"], p=[0.65, 0.35]))
    return replace(style, mark=mark, number_y=max(style.number_y, lower))


PALE, PRINTED = 0.12, 0.06
"""How often tiles to learn from lie on a table of nearly their own colour in even light, where
hardly an edge shows, and how often on print."""


def training_sample(seed: int) -> TrainingSample:
    """The drawn table of this seed to learn from."""
    rng = np.random.default_rng([seed, 16])
    scene = random_scene(seed, size_wh=FRAME_WH, style=training_style(seed))
    kind = rng.random()
    if kind < PALE:
        scene = on_pale(scene, rng)
    elif kind < PALE + PRINTED:
        scene = replace(scene, table=replace(scene.table, material="print", colour=PAPER))
    return _sample(render(scene))


PAPER = (226, 222, 210)


def on_pale(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene on a table that is hardly darker than its tiles, in even light."""
    ivory = np.array(scene.style.ivory) * rng.uniform(0.86, 1.02) + rng.normal(0, 4, 3)
    red, green, blue = (int(v) for v in np.clip(ivory, 60, 250))
    table = replace(
        scene.table,
        material=str(rng.choice(["plain", "plain", "stone", "marble"])),
        colour=(red, green, blue),
        second=(red - 20, green - 20, blue - 20),
        strength=float(rng.uniform(0.2, 0.7)),
        gloss=0.0,
    )
    light = replace(
        scene.light,
        ambient=float(rng.uniform(0.75, 0.95)),
        softness_mm=float(rng.uniform(2, 7)),
        shade="none",
        glare=0.0,
    )
    style = replace(scene.style, bevel_slope=float(rng.uniform(0.05, 0.3)))
    return replace(scene, table=table, light=light, style=style)


def drawn_sample(seed: int, size_wh: tuple[int, int] = FRAME_WH) -> TrainingSample:
    """The drawn table of this seed with its truth."""
    return _sample(render(random_scene(seed, size_wh=size_wh, fonts=fonts())))


def _sample(seen: Rendered) -> TrainingSample:
    tiles = []
    for tile in seen.tiles:
        if tile.visible < 0.02:
            continue
        number = 1.0 if tile.visible >= WHOLE else 0.0 if tile.visible < BARELY else PARTLY
        name = tile.tile if tile.face_up else BACK
        tiles.append(SampleTile(name, tile.quad_xy.astype(np.float32), tile.visible, number))
    return TrainingSample(seen.frame_bgr, tuple(tiles))
