"""What else lies on the table while dice are thrown: boards in play, pens, mugs, other dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.mosaix.values import SIZE
from vision.lab.mosaix.synth.render import Setup
from vision.lab.mosaix.synth.sheets import LaidBoard, size_of
from vision.lab.mosaix.synth.styles import BoardStyle, Hand
from vision.lab.synth.arrays import F64
from vision.lab.synth.geometry import table_matrix
from vision.lab.synth.objects import KINDS, OVER_KINDS, reach_mm
from vision.lab.synth.setting import Thing

_LOOSE = tuple(kind for kind in KINDS if kind not in OVER_KINDS and kind != "back_rack")
_APART = 0.8  # dice of clear table between the dice and anything else
_TRIES = 30


def cluttered(
    setup: Setup, styles: Sequence[BoardStyle], hands: Sequence[Hand], rng: np.random.Generator
) -> Setup:
    """The setup with boards and things around its dice, none of them touching one."""
    boards = []
    for _ in range(int(rng.choice([0, 1, 2]))):
        which = int(rng.integers(len(styles)))
        style = styles[which]
        at = _room(setup, rng, float(np.hypot(*size_of(style))) / 2)
        if at is not None:
            text = random_text(rng, float(rng.random()))
            boards.append(
                LaidBoard(
                    style, hands[which], text, *at, float(rng.uniform(0, 360)),
                    seed=int(rng.integers(2**31)),
                )
            )  # fmt: skip
    things = []
    for _ in range(int(rng.integers(0, 5))):
        kind = _LOOSE[int(rng.integers(len(_LOOSE)))]
        if rng.random() < 0.15:
            kind = "die"  # with pips: those of another game
        at = _room(setup, rng, reach_mm(kind))
        if at is not None:
            seed = int(rng.integers(2**31))
            things.append(Thing(kind, *at, float(rng.uniform(0, 360)), 1.0, seed))
    scene = replace(setup.scene, things=(*setup.scene.things, *things))
    return replace(setup, scene=scene, boards=tuple(boards))


def random_text(rng: np.random.Generator, full: float) -> str:
    """A board of which about the share `full` is filled, by no rule at all."""
    letters = rng.choice(list("OTX"), SIZE * SIZE)
    letters[rng.random(SIZE * SIZE) > full] = "."
    letters[SIZE * SIZE // 2] = rng.choice(list("OTX"))
    return "/".join("".join(letters[row * SIZE : row * SIZE + SIZE]) for row in range(SIZE))


def _room(setup: Setup, rng: np.random.Generator, reach: float) -> tuple[float, float] | None:
    """A place in the picture, or near it, so far from every die; None if there is none."""
    dice: F64 = np.array([[die.x_mm, die.y_mm] for die in setup.dice] or [[1e6, 1e6]])
    back = np.linalg.inv(table_matrix(setup.scene.camera))
    w, h = setup.scene.camera.size_wh
    for _ in range(_TRIES):
        x, y = rng.uniform(-0.15, 1.15, 2) * (w, h)
        on_table = back @ np.array([x, y, 1.0])
        at = on_table[:2] / on_table[2]
        clear = float(np.linalg.norm(dice - at, axis=1).min()) - reach
        if clear > setup.style.size_mm * (0.71 + _APART):
            return float(at[0]), float(at[1])
    return None
