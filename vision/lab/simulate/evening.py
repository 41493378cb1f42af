"""An evening at a photographed table that is followed: what is shown of each turn, and what may be
said of it.

One frame a turn; or a real hand in every second of them; or a film of each turn, in which a hand
comes, lays and goes while the exposure breathes and the camera sways.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.sepmosa import JOKER_CELL, Step, Table
from vision.judge.proposal import Status
from vision.lab.simulate.photo_home import (
    PhotoHome,
    PhotoView,
    action_outline,
    frame_of,
    outline_of,
    photo_home,
    with_hand,
)
from vision.lab.simulate.turns import SURE, Turn
from vision.picture import Floats, Image

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vision.judge.proposal import Proposal
    from vision.lab.simulate.household import Extent

DIM, COLOURED = "dim", "coloured"  # lamps
BUMPED, DRIFTING = "bumped", "drifting"
HAND, FILM = "hand", "film"
DISTURBANCES = (DIM, COLOURED, BUMPED, DRIFTING, HAND, FILM)
ACCUSING = (Status.ILLEGAL, Status.UNDONE, Status.CLEARED)
TOUCHED = 24  # of 255, by which a hand darkens or hides a pixel that is then not in sight
COLOURS_BGR = ((0.62, 0.85, 1.1), (1.15, 0.95, 0.75), (0.8, 1.05, 0.85))  # lamps of colour
DRIFT = 0.1  # tile widths by which the mosaic is pushed in a turn
LEFT_IN_STOCK = 8
FILM_FRAMES = 14
STILL = 2  # of them, at the end, without a hand


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """One frame of a turn: what there is to be said of it by rights, and whether all that the turn
    changed is in sight; under a hand, that nothing changed is not."""

    frame_bgr: Image
    turn: Turn
    truth: Status
    is_seen: bool = True
    is_last: bool = True  # of its turn

    def is_right(self, proposal: Proposal) -> bool:
        """Whether a proposal says what has happened."""
        if proposal.status is not self.truth:
            return False
        return self.truth is not Status.MOVE or proposal.move == self.turn.move

    def is_wrong(self, proposal: Proposal) -> bool:
        """Whether it says something else, and is sure of it."""
        return proposal.status in SURE and not self.is_right(proposal)

    def is_accusing(self, proposal: Proposal) -> bool:
        """Whether it says that somebody did what nobody did."""
        return proposal.status in ACCUSING and proposal.status is not self.truth


@cache
def home_for(seed: int, disturbances: tuple[str, ...]) -> PhotoHome:
    """The home of a game."""
    home = photo_home(seed, dim=DIM in disturbances)
    if COLOURED in disturbances:
        tint = np.array(COLOURS_BGR[seed % len(COLOURS_BGR)], np.float32)
        home = replace(home, light=home.light * tint)
    return home


def shots_of(
    home: PhotoHome, turn: Turn, extent: Extent, disturbances: Sequence[str]
) -> Iterator[Filmed]:
    """What the camera sees of one turn."""
    scene = _Scene(home, turn, (extent.left + extent.right) / 2, tuple(disturbances))
    if FILM in disturbances:
        yield from scene.film()
    elif HAND in disturbances and turn.number % 2:
        yield scene.with_hand()
    else:
        yield Filmed(scene.frame(turn.after), turn, turn.status)


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A turn at a home; the mosaic's middle column lies in the frame's middle."""

    home: PhotoHome
    turn: Turn
    middle: float
    disturbances: tuple[str, ...]

    def look(self, moment: int = 0) -> PhotoView:
        """How the camera sees one moment of the turn."""
        rng = np.random.default_rng([self.home.seed, 41, self.turn.number, moment])
        seed = self.turn.number * 1000 + moment
        if FILM in self.disturbances:
            sway = rng.normal(0, 0.8, 2).clip(-2, 2)
            gain = 1.0 + 0.06 * float(np.sin(seed * 0.7))
            return PhotoView((float(sway[0]), float(sway[1])), 0.0, (gain, gain, gain), seed=seed)
        gain = float(rng.uniform(0.95, 1.05))
        push, spin = (14.0, 0.8) if BUMPED in self.disturbances else (0.6, 0.0)
        x, y = rng.normal(0, push, 2).clip(-2 * push, 2 * push)
        turned = float(rng.normal(0, spin)) if spin else 0.0
        return PhotoView((float(x), float(y)), turned, (gain, gain, gain), seed=seed)

    @property
    def drift_xy(self) -> tuple[float, float]:
        """How far the mosaic has been pushed by now, in tile widths."""
        if DRIFTING not in self.disturbances:
            return 0.0, 0.0
        rng = np.random.default_rng([self.home.seed, 43])
        steps = rng.normal(0, DRIFT / 1.4, (self.turn.number + 1, 2)).sum(axis=0)
        x, y = np.clip(steps, -0.6, 0.6)
        return float(x), float(y)

    def frame(self, table: Table, moment: int = 0) -> Image:
        """The table in one moment of the turn."""
        return frame_of(
            self.home,
            table,
            self.look(moment),
            middle_column=self.middle,
            second_joker=self.turn.second_joker,
            drawn=min(self.turn.number, len(self.home.stock) - LEFT_IN_STOCK),
            drift_xy=self.drift_xy,
        )

    def changed(self, moment: int = 0) -> list[Floats]:
        """Where in the picture the turn changes something."""
        before, after = self.turn.before, self.turn.after
        look = self.look(moment)
        cells = [
            cell
            for cell in {*before.mosaic, *after.mosaic}
            if before.mosaic.get(cell) != after.mosaic.get(cell)
        ]
        quads = [outline_of(self.home, cell, look, self.middle, self.drift_xy) for cell in cells]
        laid = range(len(before.played), len(after.played))
        return [*quads, *(action_outline(self.home, number, look) for number in laid)]

    def with_hand(self) -> Filmed:
        """The table after the turn with a hand over it: where something changed, or elsewhere."""
        rng = np.random.default_rng([self.home.seed, 47, self.turn.number])
        quads = self.changed()
        cells = [*self.turn.after.mosaic, JOKER_CELL]
        elsewhere = cells[int(rng.integers(len(cells)))]
        quad = outline_of(self.home, elsewhere, self.look(), self.middle, self.drift_xy)
        if quads and rng.random() < 0.5:
            quad = quads[int(rng.integers(len(quads)))]
        tip = quad.mean(axis=0) + rng.normal(0, 25, 2)
        plain = self.frame(self.turn.after)
        frame, alpha = with_hand(self.home, plain, (float(tip[0]), float(tip[1])), self.turn.number)
        return Filmed(frame, self.turn, self.turn.status, bool(quads) and _in_sight(quads, alpha))

    def film(self) -> Iterator[Filmed]:
        """A hand comes, lays, goes; an action is done in two steps."""
        quads = self.changed()
        size = np.array(self.home.size_wh, np.float32)
        rng = np.random.default_rng([self.home.seed, 53, self.turn.number])
        target = quads[0].mean(axis=0) if quads else size * rng.uniform(0.3, 0.7, 2)
        is_above = target[1] < size[1] / 2
        outside = np.array([target[0] + rng.normal(0, 200), -260.0 if is_above else size[1] + 260])
        moving = FILM_FRAMES - STILL
        for moment in range(FILM_FRAMES):
            table, truth = self.stage(moment / max(1, moving - 1))
            frame = self.frame(table, moment)
            is_seen = True
            if moment < moving:
                near = 1.0 - abs(2.0 * moment / (moving - 1) - 1.0)
                tip = outside + (target - outside) * min(1.0, 1.25 * near)
                frame, alpha = with_hand(
                    self.home, frame, (float(tip[0]), float(tip[1])), self.turn.number
                )
                is_seen = bool(quads) and _in_sight(self.changed(moment), alpha)
            yield Filmed(frame, self.turn, truth, is_seen, moment == FILM_FRAMES - 1)

    def stage(self, progress: float) -> tuple[Table, Status]:
        """How far the turn has come, and what that is called; half-way an action tile may lie there
        that has not yet been used."""
        before, after = self.turn.before, self.turn.after
        is_action = len(after.played) > len(before.played)
        if progress < (0.4 if is_action else 0.5):
            return before, Status.NONE
        if is_action and progress < 0.6:
            return replace(before, played=after.played), Status.UNFINISHED
        return after, self.turn.status


def _in_sight(quads: Sequence[Floats], alpha: Image) -> bool:
    """Whether a hand (0–255) lies over none of the quads."""
    return all(_most(alpha, quad) < TOUCHED for quad in quads)


def _most(alpha: Image, quad: Floats) -> int:
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.ceil(quad.max(axis=0)).astype(int) + 1
    part = alpha[low[1] : high[1], low[0] : high[0]]
    return int(part.max()) if part.size else 255


def confirmed_as(turn: Turn) -> str:
    """What the players confirm after a turn, as `sepmosa follow` takes it."""
    if turn.status is Status.CLEARED:
        return "reset"
    if turn.move is not None:
        return str(turn.move)
    return "pass" if turn.before.step is Step.PLAY else "reshuffle"


class EveningLog:
    """An evening kept in a folder, in the form that `sepmosa follow` reads."""

    def __init__(self, folder: Path, moves: Sequence[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._count = 0
        self._lines = folder / "evening.jsonl"
        self._lines.write_text(json.dumps({"moves": list(moves)}) + "\n", encoding="utf-8")
        self._said = folder / "said.txt"
        self._said.write_text("", encoding="utf-8")

    def frame(self, shot: Filmed, proposal: Proposal) -> None:
        """Keeps a frame, and what was said of it."""
        self._count += 1
        path = self._folder / f"{self._count:04d}.jpg"
        cv2.imwrite(str(path), shot.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
        self._add({"frame": str(path)})
        truth = shot.turn.move or (shot.turn.reason or shot.truth).value
        mark = "" if shot.is_right(proposal) else " !" if shot.is_seen else " ?"
        said = f"{proposal.status.value} {proposal.move or ''} {proposal.reason or ''}"
        with self._said.open("a", encoding="utf-8") as out:
            out.write(f"{path.name} turn {shot.turn.number} {truth}: {said}{mark}\n")

    def confirm(self, turn: Turn) -> None:
        """Keeps what was confirmed."""
        self._add({"confirm": confirmed_as(turn)})

    def _add(self, line: dict[str, str]) -> None:
        with self._lines.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
