"""How well tiles are read: photographs by session, drawn games, other sets, weak spots, clutter,
and hands over the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.lab.bench.figures import BenchLine
from vision.judge.cover import CoverFinder
from vision.lab.train.cases import SETS, Amount
from vision.lab.train.compare import ReadingTally
from vision.lab.train.covered import CoverTally, cover_tallies
from vision.lab.train.evaluate import measure as tallied
from vision.lab.train.photos import PHOTOS
from vision.net import MODELS
from vision.tiles.read import Reader

EVERY = {"changed": 8, "weak-colour": 8}
"""Of the photographs in sets that show each of them many times, every so many-th."""

DRAWN_GOALS = {"disturbed": 0.998, "other-sets": 0.99, "weak-spots": 0.98}
PHOTO_GOALS = {"photographs": 0.999, "changed": 0.985, "weak-colour": None, "cluttered": 0.99}
"""The least F1 of each set; None if flagging is what is asked for."""

UNDER_GOAL, FREE_GOAL = 0.99, 0.005
PHANTOM_GOAL = 0.01  # a picture


def measure(models: Path = MODELS, photos: Path = PHOTOS, count: int = 4) -> Iterator[BenchLine]:
    """A figure per session of each set, with `count` drawn tables of each kind."""
    reader = Reader(models)
    goals: dict[str, float | None] = {**DRAWN_GOALS}
    has_photos = (photos / "labels.jsonl").is_file()
    if has_photos:
        goals = {**PHOTO_GOALS, **goals}
    for name, goal in goals.items():
        amount = Amount(photos, EVERY.get(name, 1), count)
        tallies, _ = tallied(reader, SETS[name](amount))
        yield from _figures(name, tallies, goal)
    if not has_photos:
        return
    tallies, _ = tallied(reader, SETS["clutter"](Amount(photos)))
    for session, tally in tallies.items():
        yield _clutter_figure(session, tally)
    finder = CoverFinder(models / "cover.onnx")
    for kind, covers in cover_tallies(finder, Amount(photos, count=5 * count)).items():
        yield from _cover_figures(kind, covers)


def _figures(
    name: str, tallies: dict[str, ReadingTally], goal: float | None
) -> Iterator[BenchLine]:
    total = ReadingTally()
    for session, tally in tallies.items():
        total.add(tally)
        yield _figure(f"{name}: {session}", tally, goal)
    yield _figure(f"{name}: all", total, goal)


def _figure(name: str, tally: ReadingTally, goal: float | None) -> BenchLine:
    wrong = tally.wrong_as_sure + tally.phantoms
    told = (
        f"{tally.right}/{tally.tiles} tiles, {tally.exact}/{tally.pictures} exact, {wrong} wrong"
        if tally.tiles
        else f"{tally.pictures} pictures without tiles, {wrong} wrong"
    )
    f1 = f"{tally.f1:.4f}" if tally.tiles else "-"
    is_met = (goal is None or tally.f1 >= goal or not tally.tiles) and not wrong
    asked = "0 wrong" if goal is None else f"F1 ≥ {goal}, 0 wrong"
    return BenchLine(name, told, "the labels", f1, asked, is_met)


def _clutter_figure(name: str, tally: ReadingTally) -> BenchLine:
    share = tally.phantoms / max(1, tally.pictures)
    told = f"{tally.phantoms} tiles in {tally.pictures} pictures, {tally.null_phantoms} unnamed"
    goal = f"≤ {PHANTOM_GOAL:g} a picture"
    return BenchLine(f"no tile: {name}", told, "none", f"{share:.3f}", goal, share <= PHANTOM_GOAL)


def _cover_figures(kind: str, tally: CoverTally) -> Iterator[BenchLine]:
    if tally.under:
        share = tally.told / tally.under
        told = f"{tally.told}/{tally.under} half covered tiles told"
        goal = f"≥ {UNDER_GOAL}"
        yield BenchLine(f"hands: {kind}", told, "masks", f"{share:.4f}", goal, share >= UNDER_GOAL)
        share = tally.falsely / max(1, tally.free)
        told = f"{tally.falsely}/{tally.free} free tiles told covered"
        goal = f"≤ {FREE_GOAL}"
        yield BenchLine(f"hands: {kind}", told, "masks", f"{share:.4f}", goal, share <= FREE_GOAL)
    told = f"{tally.bare_covered}/{tally.bare_tiles} tiles told covered, {tally.bare_hands} hands"
    is_met = not tally.bare_covered and not tally.bare_hands
    yield BenchLine(f"no hand: {kind}", told, "none", "-", "0", is_met)
