"""Plays one simulated game before the drawn camera and counts how it was read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from engine.sepmosa import Mosaic
from vision.judge.follow import Followed, Read, checked, confirmed, follow
from vision.judge.look import Eyes, open_eyes, propose_from_frames
from vision.judge.proposal import Proposal, Status
from vision.lab.simulate.evening import (
    EveningLog,
    Filmed,
    confirmed_as,
    home_for,
    shots_of,
)
from vision.lab.simulate.household import NO_ACTION, Extent, extent_of, frame_of, household
from vision.lab.simulate.recorded import save_game
from vision.lab.simulate.turns import (
    EARLIER,
    Turn,
    judge,
    simulated_game,
    spoilt,
    turns_of,
)
from vision.lab.tally import ReadingVerdict, Sums
from vision.net import use_threads
from vision.picture import Image, Picture


@dataclass(frozen=True, slots=True)
class Course:
    """One game to rehearse."""

    seed: int
    disturbances: tuple[str, ...] = ()
    mischief: str | None = None
    style: str = "any"
    size_wh: tuple[int, int] = (1280, 960)
    turns: int | None = None  # so many at most
    first: int = 0  # so many are left out at the beginning
    save: str | None = None  # a directory for the frames and the record
    every: int = 1  # only so many-th turn: more homes for the same number of turns
    photographed: bool = False  # the table is made of photographs, and followed


@dataclass(slots=True)
class Tally(Sums):
    """What came of the turns of some games."""

    verdicts: Counter[ReadingVerdict] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)  # what was said instead
    named: int = 0  # mischief whose reason was named rightly
    accused: int = 0  # frames in which players were told off for what they did not do
    by_changes: int = 0  # frames of which only the changes were read
    ms: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # one line each, to look into

    @property
    def turns(self) -> int:
        return sum(self.verdicts.values())


@cache
def shared_eyes() -> Eyes:
    """The one pair of eyes of this process; two processes have a core each."""
    use_threads(1)
    return open_eyes()


def rehearse(plan: Course) -> Tally:
    """The tally of one game."""
    if plan.photographed:
        return _evening(plan)
    eyes = shared_eyes()
    home = household(plan.seed, plan.size_wh, plan.style)
    game = simulated_game(plan.seed)
    rng = Random(plan.seed)
    tally = Tally()
    shots: list[tuple[int, Image]] = []
    staged = list(_staged(list(turns_of(game))[plan.first :][: plan.turns]))
    for turn, extent in staged[plan.seed % plan.every :: plan.every]:
        acted = spoilt(turn, plan.mischief, rng) if plan.mischief else turn
        if acted is None or (NO_ACTION in plan.disturbances and _looks_undone(acted)):
            continue
        frame = frame_of(
            home,
            acted.after,
            extent,
            turn.number,
            plan.disturbances,
            before=acted.before,
            second_joker=acted.second_joker,
        )
        begun = time.perf_counter()
        proposal = propose_from_frames(eyes, acted.before, acted.earlier, [frame])
        tally.ms.append((time.perf_counter() - begun) * 1000)
        _count(tally, acted, proposal, plan)
        if plan.save:
            shots.append((turn.number, frame))
    if plan.save:
        save_game(Path(plan.save) / f"game-{plan.seed}", game, shots)
    return tally


def _evening(plan: Course) -> Tally:
    """The tally of one game at a photographed table, followed from frame to frame."""
    home = home_for(plan.seed, plan.disturbances)
    rng = Random(plan.seed)
    tally = Tally()
    staged = list(_staged(list(turns_of(simulated_game(plan.seed)))))
    moves = [confirmed_as(turn) for turn, _ in staged[: plan.first]]
    kept = EveningLog(Path(plan.save) / f"evening-{plan.seed}", moves) if plan.save else None
    followed: Followed | None = None
    for turn, extent in staged[plan.first :][: plan.turns]:
        acted = spoilt(turn, plan.mischief, rng) if plan.mischief else None
        if followed is None:
            followed = Followed(turn.before, turn.earlier)
            first = replace(turn, after=turn.before, status=Status.NONE, move=None)
            for shot in shots_of(home, first, extent, ()):
                followed = _shown(followed, shot, plan, None, kept)
        # what was drawn from the stock is part of the game, not of the table
        followed = replace(followed, table=turn.before, earlier=turn.earlier)
        for one in (acted, turn):
            for shot in shots_of(home, one, extent, plan.disturbances) if one else ():
                is_counted = plan.mischief is None or one is acted
                followed = _shown(followed, shot, plan, tally if is_counted else None, kept)
        followed = confirmed(followed, turn.after, (turn.before, *turn.earlier)[:EARLIER])
        if kept:
            kept.confirm(turn)
    return tally


def _shown(
    followed: Followed,
    shot: Filmed,
    plan: Course,
    tally: Tally | None,
    kept: EveningLog | None,
) -> Followed:
    """The followed table after one more frame, which is counted."""
    begun = time.process_time()
    step = follow(followed, shared_eyes(), Picture(shot.frame_bgr))
    spent = (time.process_time() - begun) * 1000
    if kept:
        kept.frame(shot, step.proposal)
    if tally is not None:
        tally.by_changes += step.read is Read.CHANGES
        tally.ms.append(spent)
        _count_shot(tally, shot, step.proposal, plan)
    return checked(step.followed, shared_eyes())


def _count_shot(tally: Tally, shot: Filmed, proposal: Proposal, plan: Course) -> None:
    turn = shot.turn
    said = proposal.move or (proposal.reason or proposal.status).value
    where = f"seed {plan.seed} turn {turn.number}: {turn.move or shot.truth.value}"
    if shot.is_accusing(proposal):
        tally.accused += 1
        tally.wrong.append(f"{where}: accused of {said}")
    if shot.is_wrong(proposal):
        tally.verdicts[ReadingVerdict.WRONG] += 1
        tally.wrong.append(f"{where} was read as {said}")
    elif not shot.is_last:
        return
    elif shot.is_right(proposal):
        tally.verdicts[ReadingVerdict.RIGHT] += 1
        tally.named += turn.reason is not None and proposal.reason == turn.reason
    elif shot.is_seen:  # else a hand hides what has changed, and that was said
        tally.verdicts[ReadingVerdict.FLAGGED] += 1
        why = f" {proposal.reason.value}" if proposal.reason else ""
        tally.flags[f"{proposal.status.value}{why}"] += 1


def _looks_undone(turn: Turn) -> bool:
    """Whether the mosaic lies as it did before: without its action tile nobody could tell."""
    return any(turn.after.mosaic == past.mosaic for past in turn.earlier)


def _staged(turns: list[Turn]) -> Iterator[tuple[Turn, Extent]]:
    """Each turn with the columns its mosaic will use until it is cleared."""
    begun = 0
    for at, turn in enumerate(turns):
        if turn.status is Status.CLEARED or at == len(turns) - 1:
            stage = turns[begun : at + 1]
            mosaics: list[Mosaic] = [each.after.mosaic for each in stage]
            extent = extent_of(mosaics)
            yield from ((each, extent) for each in stage)
            begun = at + 1


def _count(tally: Tally, turn: Turn, proposal: Proposal, plan: Course) -> None:
    verdict = judge(turn, proposal)
    tally.verdicts[verdict] += 1
    if verdict is not ReadingVerdict.RIGHT:
        why = f" {proposal.reason.value}" if proposal.reason else ""
        tally.flags[f"{proposal.status.value}{why}"] += 1
    if turn.reason is not None and proposal.reason == turn.reason:
        tally.named += 1
    if verdict is ReadingVerdict.WRONG:
        truth = turn.move or (turn.reason or turn.status).value
        said = proposal.move or proposal.status.value
        tally.wrong.append(f"seed {plan.seed} turn {turn.number}: {truth} was read as {said}")
