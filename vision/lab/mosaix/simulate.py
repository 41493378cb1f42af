"""Throws and boards before a drawn camera, and whole games of them: how they were read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from engine.mosaix import Board, Figure, arrangements
from engine.mosaix.notation import parse_board
from engine.mosaix.players import (
    advise,
    deal_boards,
    play_random,
    play_solo,
    roll_dice,
    take_random_step,
)
from engine.mosaix.rules import score
from engine.mosaix.table import Lay, Step
from engine.mosaix.values import ALL_CELLS, QUARTERS
from vision.boards.read import read_board
from vision.boards.reading import BoardReading
from vision.dice.read import read_throw
from vision.dice.reading import TILTED, ThrowReading
from vision.lab.mosaix.synth.homes import Home, draw_board, draw_throw, home
from vision.lab.mosaix.synth.render import DrawnFrame
from vision.lab.mosaix.synth.throws import HAND, MISHAPS
from vision.lab.synth.disturb import disturb
from vision.lab.synth.truth import Rendered
from vision.lab.tally import ReadingVerdict, Sums
from vision.mosaix import MosaixEyes
from vision.picture import Image

FRAME_WH = (1280, 960)
_IN_SIGHT = 0.9  # share of a face that must be seen for its die to be read


@dataclass(slots=True)
class MosaixTally(Sums):
    """Counts of throws and boards, added up."""

    throws: Counter[ReadingVerdict] = field(default_factory=Counter)
    mishaps: Counter[ReadingVerdict] = field(default_factory=Counter)
    named: int = 0  # mishaps told by their own name
    as_laid: int = 0  # a die leans by little, and the figure was read as it was laid: no mishap
    throw_ms: list[float] = field(default_factory=list)
    boards: Counter[ReadingVerdict] = field(default_factory=Counter)
    cells: Counter[ReadingVerdict] = field(default_factory=Counter)
    not_found: int = 0  # boards whose grid was not found
    board_ms: list[float] = field(default_factory=list)
    instead: Counter[str] = field(default_factory=Counter)  # problems told of good throws
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MosaixEvening:
    """One evening: where, how it is disturbed, and how large the frames are; who draws, of those in
    `marks`, else made-up hands; from how many cells on a zone counts on boards that are being
    counted; and whether boards are filled as the coach advises, with large zones, or by chance."""

    seed: int
    disturb: tuple[str, ...] = ()
    held_out: bool = False
    calm: bool = True
    size_wh: tuple[int, int] = FRAME_WH
    people: tuple[str, ...] = ()
    least_zone: int = 0
    is_coached: bool = False


def judge_throw(reading: ThrowReading, figure: Figure | None) -> ReadingVerdict:
    """The reading against what lies there; `figure` is None if it is no figure."""
    if reading.figure is None:
        return ReadingVerdict.FLAGGED if figure is not None else ReadingVerdict.RIGHT
    if figure is not None and reading.figure.canonical() == figure.canonical():
        return ReadingVerdict.RIGHT
    return ReadingVerdict.WRONG


def judge_board(reading: BoardReading, text: str) -> tuple[ReadingVerdict, Counter[ReadingVerdict]]:
    """The reading against what is on the board, whichever way round, and its cells one by one.

    A spoilt cell, which nobody can read, is right when it is doubtful.
    """
    letters = text.partition("+")[0].replace("/", "")
    if not reading.cells:
        return ReadingVerdict.FLAGGED, Counter({ReadingVerdict.FLAGGED: len(ALL_CELLS)})
    turns = [_judged_cells(reading.turned(quarters), letters) for quarters in QUARTERS]
    cells = min(turns, key=lambda counted: counted[ReadingVerdict.WRONG])
    if reading.is_sure and cells[ReadingVerdict.WRONG]:
        return ReadingVerdict.WRONG, cells
    return (ReadingVerdict.RIGHT if reading.is_sure else ReadingVerdict.FLAGGED), cells


def _judged_cells(reading: BoardReading, letters: str) -> Counter[ReadingVerdict]:
    verdicts: Counter[ReadingVerdict] = Counter()
    for seen, letter in zip(reading.cells, letters, strict=True):
        shown = "." if seen.symbol is None else seen.symbol.value
        if seen.is_doubtful:
            verdicts[ReadingVerdict.FLAGGED] += 1
        else:
            verdicts[ReadingVerdict.RIGHT if shown == letter else ReadingVerdict.WRONG] += 1
    return verdicts


def rehearse_throw(
    eyes: MosaixEyes, plan: MosaixEvening, number: int, mishap: str | None
) -> MosaixTally:
    """Draws one throw of any figure, and reads it."""
    rng = Random(f"{plan.seed} {number}")
    figure = rng.choice(arrangements(roll_dice(rng))).turned(rng.choice(QUARTERS))
    place = home(plan.seed, plan.size_wh, plan.held_out, plan.calm)
    return _throw(eyes, plan, place, figure, number, mishap, clutter=rng.random() < 0.5)


def _throw(
    eyes: MosaixEyes, plan: MosaixEvening, place: Home, figure: Figure, number: int,
    mishap: str | None, clutter: bool,
) -> MosaixTally:  # fmt: skip
    drawn = draw_throw(place, figure, number, mishap, clutter)
    frame = _disturbed(drawn, plan, number)
    begun = time.perf_counter()
    reading = read_throw(eyes.dice, frame)
    tally = MosaixTally(throw_ms=[(time.perf_counter() - begun) * 1000])
    truth = figure if mishap is None or _is_harmless(drawn, mishap) else None
    verdict = judge_throw(reading, truth)
    if mishap == TILTED and judge_throw(reading, figure) is ReadingVerdict.RIGHT:
        verdict = ReadingVerdict.RIGHT  # nobody lays a die again whose symbol all can see
        tally.as_laid += 1
    if mishap is None:
        tally.throws[verdict] += 1
        tally.instead.update(reading.problems[:1])
    else:
        tally.mishaps[verdict] += 1
        tally.named += mishap in reading.problems
    if verdict is ReadingVerdict.WRONG:
        tally.wrong.append(
            f"home {plan.seed} throw {number}{' held out' if plan.held_out else ''}: "
            f"{mishap or figure} read as {reading.figure} ({reading.confidence:.3f})"
        )
    return tally


def _is_harmless(drawn: DrawnFrame, mishap: str) -> bool:
    """Whether a hand has left all four dice in sight."""
    return mishap == HAND and min(die.visible for die in drawn.dice) > _IN_SIGHT


def rehearse_board(
    eyes: MosaixEyes, plan: MosaixEvening, number: int, board: Board | None = None
) -> MosaixTally:
    """Draws a player's board as a random game leaves it, or the one given, and reads it."""
    rng = Random(f"{plan.seed} {number} board")
    final = board if board is not None else _some_board(rng, plan.is_coached)
    place = home(plan.seed, plan.size_wh, plan.held_out, plan.calm, plan.people)
    player = rng.randrange(len(place.boards))
    drawn = draw_board(place, final, number, player, least_zone=plan.least_zone)
    truth = parse_board(drawn.boards[0].text.partition("+")[0])
    frame = _disturbed(drawn, plan, number)
    begun = time.perf_counter()
    reading = read_board(eyes.boards, frame)
    tally = MosaixTally(board_ms=[(time.perf_counter() - begun) * 1000])
    verdict, cells = judge_board(reading, str(truth))
    counted = reading.count
    right_total = counted is not None and counted.total == score(truth)
    if reading.is_total_sure and verdict is not ReadingVerdict.WRONG:
        verdict = ReadingVerdict.RIGHT if right_total else ReadingVerdict.WRONG
    tally.boards[verdict] += 1
    tally.cells += cells
    tally.not_found += not reading.cells
    if cells[ReadingVerdict.WRONG] or verdict is ReadingVerdict.WRONG:
        tally.wrong.append(
            f"home {plan.seed} board {number}{' held out' if plan.held_out else ''}: "
            f"{cells[ReadingVerdict.WRONG]} cells, read {verdict.value}"
        )
    return tally


def _some_board(rng: Random, is_coached: bool) -> Board:
    """A board of a game of the coach; or of a random one, whole or stopped anywhere."""
    if is_coached:
        return play_solo(advise, rng).table.boards[0]
    final = play_random(1, rng).table.boards[0]
    if rng.random() < 0.5:
        return final
    kept = sum(cell.bit for cell in ALL_CELLS if rng.random() < 0.6) | ALL_CELLS[24].bit
    circles, triangles, crosses = (marks & kept for marks in final.marks)
    return Board((circles, triangles, crosses))


def rehearse_game(eyes: MosaixEyes, plan: MosaixEvening, players: int = 2) -> MosaixTally:
    """A whole game: every figure laid before the camera, some after a mishap; all boards read."""
    rng = Random(plan.seed)
    place = home(plan.seed, plan.size_wh, plan.held_out, plan.calm)
    tally = MosaixTally()
    game = deal_boards(players, rng)
    number = 0
    while game.table.step is not Step.OVER:
        before = game
        game = take_random_step(game, rng)
        for figure in _laid(game.events[len(before.events) :]):
            for mishap in _before(rng):
                tally.add(_throw(eyes, plan, place, figure, number, mishap, number % 3 == 0))
                number += 1
    for player, board in enumerate(game.table.boards):
        tally.add(rehearse_board(eyes, plan, number + player, board))
    return tally


def _laid(events: tuple[object, ...]) -> Iterator[Figure]:
    return (event.figure for event in events if isinstance(event, Lay))


def _before(rng: Random) -> list[str | None]:
    """The figure, and one time in four a mishap before it."""
    return [rng.choice(list(MISHAPS)), None] if rng.random() < 0.25 else [None]


def _disturbed(drawn: DrawnFrame, plan: MosaixEvening, number: int) -> Image:
    shown = Rendered(drawn.frame_bgr, (), drawn.covered)
    seed = int(np.random.default_rng([plan.seed, number]).integers(2**31))
    return disturb(shown, plan.disturb, seed).frame_bgr
