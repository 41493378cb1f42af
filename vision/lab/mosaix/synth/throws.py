"""Lays dice on a table: figures as people push them together, and throws that are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.mosaix import Figure
from engine.mosaix.values import SYMBOLS
from vision.dice.reading import (
    ASKEW,
    CUT_OFF,
    NO_DICE,
    NOT_TOUCHING,
    STACKED,
    TILTED,
    TOO_FEW,
    TOO_MANY,
)
from vision.lab.mosaix.synth.cubes import LaidDie
from vision.lab.mosaix.synth.render import Setup
from vision.lab.synth.arrays import F64
from vision.lab.synth.bodies import axes_of
from vision.lab.synth.disturb import with_hand
from vision.lab.synth.geometry import project, table_matrix

Dice = tuple[LaidDie, ...]

HAND = "hand"
_ROOM = 4.6  # dice from the middle to the frame's edge that a figure needs


def lay_figure(figure: Figure, size_mm: float, rng: np.random.Generator) -> Dice:
    """The dice of a figure around the origin, pushed together not quite exactly."""
    gap, crooked = float(rng.uniform(0, 0.07)), float(rng.uniform(0, 2.5))
    turn = float(rng.uniform(-180, 180))
    spin = axes_of(turn, 0.0)[:2, :2]
    rows, columns = figure.size
    dice = []
    for (row, column), symbol in figure.dice:
        at = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * (1 + gap)
        x, y = spin @ (at + np.clip(rng.normal(0, gap * 0.35, 2), -0.05, 0.05)) * size_mm
        angle = turn + float(np.clip(rng.normal(0, crooked), -5, 5))
        dice.append(LaidDie(symbol, float(x), float(y), angle, seed=int(rng.integers(2**31))))
    return tuple(dice)


def moved(dice: Dice, x_mm: float, y_mm: float) -> Dice:
    """The dice pushed along together."""
    return tuple(replace(die, x_mm=die.x_mm + x_mm, y_mm=die.y_mm + y_mm) for die in dice)


def in_sight(setup: Setup, rng: np.random.Generator) -> Setup:
    """The setup with its dice somewhere in the frame, all of them inside."""
    camera = setup.scene.camera
    reach = setup.style.size_mm * _ROOM * camera.zoom / 2
    w, h = camera.size_wh
    room = np.maximum(np.array([w, h]) / 2 - reach, 0)
    at = np.array([w / 2, h / 2]) + rng.uniform(-1, 1, 2) * room
    x, y = _on_table(setup, at)
    return replace(setup, dice=moved(setup.dice, x, y))


def _on_table(setup: Setup, at_px: F64) -> tuple[float, float]:
    back = np.linalg.inv(table_matrix(setup.scene.camera)) @ np.array([*at_px, 1.0])
    return float(back[0] / back[2]), float(back[1] / back[2])


def mishap_of(setup: Setup, name: str, rng: np.random.Generator) -> Setup:
    """The setup after something has gone wrong; raises ValueError."""
    if name not in MISHAPS:
        raise ValueError(f"{name!r} is no mishap: choose from {', '.join(MISHAPS)}")
    return MISHAPS[name](setup, rng)


def _not_touching(setup: Setup, rng: np.random.Generator) -> Setup:
    """One die, or each of them, well away from the others; or only corner to corner."""
    size = setup.style.size_mm
    dice = list(setup.dice)
    if rng.random() < 0.4:
        middle = np.mean([[die.x_mm, die.y_mm] for die in dice], axis=0)
        apart = float(rng.uniform(1.5, 2.4))
        spread = [
            replace(
                die,
                x_mm=float(middle[0] + (die.x_mm - middle[0]) * apart),
                y_mm=float(middle[1] + (die.y_mm - middle[1]) * apart),
                angle_deg=float(rng.uniform(0, 360)) if rng.random() < 0.5 else die.angle_deg,
            )
            for die in dice
        ]
        return replace(setup, dice=tuple(spread))
    away = float(rng.uniform(1.4, 3.0)) * size
    corner = rng.random() < 0.25
    for _ in range(200):
        lone = int(rng.integers(len(dice)))
        way = np.radians(dice[lone].angle_deg + (45.0 if corner else float(rng.uniform(0, 360))))
        by = (float(rng.uniform(1.43, 1.55)) * size) if corner else away
        others = [die for k, die in enumerate(dice) if k != lone]
        near = others[int(rng.integers(len(others)))]
        x, y = near.x_mm + by * np.cos(way), near.y_mm + by * np.sin(way)
        free = min(np.hypot(x - die.x_mm, y - die.y_mm) for die in others)
        if free > 1.4 * size:
            return replace(setup, dice=(*others, replace(dice[lone], x_mm=float(x), y_mm=float(y))))
    return replace(setup, dice=(*dice[:3], replace(dice[3], x_mm=dice[3].x_mm + 6 * size)))


def _too_few(setup: Setup, rng: np.random.Generator) -> Setup:
    keep = int(rng.choice([3, 3, 3, 2, 1]))
    chosen = sorted(int(i) for i in rng.permutation(4)[:keep])
    return replace(setup, dice=tuple(setup.dice[i] for i in chosen))


def _too_many(setup: Setup, rng: np.random.Generator) -> Setup:
    """A fifth die beside the figure, or some way off."""
    size = setup.style.size_mm
    first = setup.dice[0]
    touching = rng.random() < 0.5
    for _ in range(400):
        near = setup.dice[int(rng.integers(4))]
        quarter = np.radians(first.angle_deg + 90 * int(rng.integers(4)))
        way = quarter if touching else np.radians(float(rng.uniform(0, 360)))
        by = size * (1.04 if touching else float(rng.uniform(1.5, 3)))
        x, y = near.x_mm + by * np.cos(way), near.y_mm + by * np.sin(way)
        if min(np.hypot(x - die.x_mm, y - die.y_mm) for die in setup.dice) > 0.98 * size:
            fifth = replace(
                near,
                symbol=SYMBOLS[int(rng.integers(3))],
                x_mm=float(x),
                y_mm=float(y),
                seed=int(rng.integers(2**31)),
            )
            return replace(setup, dice=(*setup.dice, fifth))
    raise AssertionError("a die finds no room beside four others")


def _stacked(setup: Setup, rng: np.random.Generator) -> Setup:
    """One die on another, or across two."""
    size = setup.style.size_mm
    top = int(rng.integers(4))
    others = [die for k, die in enumerate(setup.dice) if k != top]
    under = others[int(rng.integers(3))]
    shift = rng.uniform(-0.45, 0.45, 2) * size
    upper = replace(
        setup.dice[top],
        x_mm=under.x_mm + float(shift[0]),
        y_mm=under.y_mm + float(shift[1]),
        z_mm=size,
        angle_deg=under.angle_deg + float(rng.normal(0, 12)),
    )
    return replace(setup, dice=(*others, upper))


def _tilted(setup: Setup, rng: np.random.Generator) -> Setup:
    """One die leaning on another, or standing on an edge."""
    lone = int(rng.integers(4))
    dice = list(setup.dice)
    die = dice[lone]
    others = [other for k, other in enumerate(dice) if k != lone]
    near = min(others, key=lambda o: np.hypot(o.x_mm - die.x_mm, o.y_mm - die.y_mm))
    towards = float(np.degrees(np.arctan2(near.y_mm - die.y_mm, near.x_mm - die.x_mm)))
    lean = float(rng.uniform(16, 45))
    # It stands on one edge and so takes more room; it is pushed back by as much.
    away = np.array([die.x_mm - near.x_mm, die.y_mm - near.y_mm]) * 0.5 * np.sin(np.radians(lean))
    dice[lone] = replace(
        die,
        x_mm=die.x_mm + float(away[0]),
        y_mm=die.y_mm + float(away[1]),
        lean_deg=lean * (1 if rng.random() < 0.7 else -1),
        lean_towards_deg=towards,
    )
    return replace(setup, dice=tuple(dice))


def _askew(setup: Setup, rng: np.random.Generator) -> Setup:
    """A die that touches another half way along its side, or with a corner."""
    size = setup.style.size_mm
    turned = rng.random() < 0.5
    for _ in range(400):
        lone = int(rng.integers(4))
        others = [die for k, die in enumerate(setup.dice) if k != lone]
        near = others[int(rng.integers(3))]
        quarter = np.radians(near.angle_deg + 90 * int(rng.integers(4)))
        along = np.array([np.cos(quarter), np.sin(quarter)])
        across = np.array([-along[1], along[0]])
        if turned:
            at, angle = along * size * 1.2, near.angle_deg + float(rng.uniform(30, 60))
        else:
            at = along * size * 1.03 + across * size * float(rng.uniform(0.4, 0.6))
            angle = near.angle_deg
        x, y = near.x_mm + float(at[0]), near.y_mm + float(at[1])
        clear = min(np.hypot(x - die.x_mm, y - die.y_mm) for die in others if die is not near)
        if clear > 1.15 * size:
            laid = replace(setup.dice[lone], x_mm=x, y_mm=y, angle_deg=angle)
            return replace(setup, dice=(*others, laid))
    return _not_touching(setup, rng)


def _cut_off(setup: Setup, rng: np.random.Generator) -> Setup:
    """The dice pushed until one of them is half out of the picture."""
    camera = setup.scene.camera
    w, h = camera.size_wh
    places = np.array([[die.x_mm, die.y_mm, setup.style.size_mm] for die in setup.dice])
    seen = project(camera, places)
    axis, far = int(rng.integers(2)), bool(rng.integers(2))
    edge = (w, h)[axis] if far else 0
    outermost = seen[int(np.argmax(seen[:, axis] if far else -seen[:, axis]))]
    target = outermost.copy()
    reach = float(rng.uniform(0.0, 0.3)) * setup.style.size_mm * camera.zoom
    target[axis] = edge + (reach if far else -reach)
    here, there = _on_table(setup, outermost), _on_table(setup, target)
    return replace(setup, dice=moved(setup.dice, there[0] - here[0], there[1] - here[1]))


def _no_dice(setup: Setup, _rng: np.random.Generator) -> Setup:
    return replace(setup, dice=())


def _hand(setup: Setup, rng: np.random.Generator) -> Setup:
    """A hand over one of the dice at least."""
    die = setup.dice[int(rng.integers(len(setup.dice)))]
    scene = with_hand(setup.scene, int(rng.integers(2**31)), (die.x_mm, die.y_mm))
    return replace(setup, scene=scene)


MISHAPS: dict[str, Callable[[Setup, np.random.Generator], Setup]] = {
    NOT_TOUCHING: _not_touching,
    TOO_FEW: _too_few,
    TOO_MANY: _too_many,
    STACKED: _stacked,
    TILTED: _tilted,
    ASKEW: _askew,
    CUT_OFF: _cut_off,
    NO_DICE: _no_dice,
    HAND: _hand,
}
"""What goes wrong with a throw, by the problem that should be told; a hand may hide anything."""
