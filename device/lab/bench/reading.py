"""How well tiles are read: the shared photographs by session, drawn games disturbed, other sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from device.lab.bench.figures import Figure
from vision.lab.train.compare import Tally
from vision.lab.train.evaluate import Case, disturbed_cases, held_out_cases, photo_cases
from vision.lab.train.evaluate import measure as tallied
from vision.lab.train.photos import PHOTOS
from vision.net import MODELS
from vision.tiles.read import Reader

DRAWN_SEED = 9_000_000
"""Seeds from here on training never used."""

PHOTO_GOAL, DISTURBED_GOAL, OTHER_SETS_GOAL = 0.999, 0.998, 0.99


def measure(models: Path = MODELS, photos: Path = PHOTOS, count: int = 4) -> Iterator[Figure]:
    """A figure per photo session, disturbance and left-out set, with `count` drawn tables each."""
    reader = Reader(models)
    if (photos / "labels.jsonl").is_file():
        yield from _figures("photographs", reader, photo_cases(photos), PHOTO_GOAL)
    yield from _figures("drawn", reader, disturbed_cases(count, DRAWN_SEED), DISTURBED_GOAL)
    yield from _figures("other sets", reader, held_out_cases(count, DRAWN_SEED), OTHER_SETS_GOAL)


def _figures(name: str, reader: Reader, cases: Iterable[Case], goal: float) -> Iterator[Figure]:
    tallies, _, _ = tallied(reader, cases)
    total = Tally()
    for session, tally in sorted(tallies.items()):
        total.add(tally)
        yield _figure(f"{name}: {session}", tally, goal)
    yield _figure(f"{name}: all", total, goal)


def _figure(name: str, tally: Tally, goal: float) -> Figure:
    wrong = tally.wrong_as_sure + tally.phantoms
    told = (
        f"{tally.right}/{tally.tiles} tiles, {tally.exact}/{tally.pictures} exact, {wrong} wrong"
        if tally.tiles
        else f"{tally.pictures} pictures without tiles, {wrong} wrong"
    )
    f1 = f"{tally.f1:.4f}" if tally.tiles else "-"
    is_met = (tally.f1 >= goal or not tally.tiles) and not wrong
    return Figure(name, told, "the labels", f1, f"F1 ≥ {goal}, 0 wrong", is_met)
