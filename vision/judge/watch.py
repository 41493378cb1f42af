"""Watches a table frame by frame, so that a proposal is ready before anyone asks for it.

Frames are handed in one by one; nothing here waits or looks at a clock. While anything moves,
nothing is read. Once the table lies still, every further frame adds its evidence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.sepmosa import Table
from vision.judge.cellmap import CellMap, map_of
from vision.judge.decide import propose
from vision.judge.evidence import Evidence, merged
from vision.judge.follow import CrossCheck, Followed, checked, confirmed, doubted, follow, unsure
from vision.judge.look import Eyes
from vision.judge.proposal import Proposal, Status
from vision.picture import Floats, Image, Picture, floats
from vision.thresholds.judge import BLIND, ENOUGH, MOVING

THUMB_WH = (96, 72)


@dataclass(frozen=True, slots=True)
class Known:
    """What the game knows when a frame is judged; `state_id` names it."""

    state_id: int
    table: Table
    earlier: tuple[Table, ...] = ()  # newest first
    since: float = float("-inf")  # monotonic seconds; older frames say nothing of it


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """What has been gathered of the table as it lies now."""

    known: Known
    thumb: Floats | None = None
    is_moving: bool = True
    evidence: tuple[Evidence, ...] = ()  # newest last
    began: tuple[float, ...] = ()  # when the frame behind each piece of evidence was taken
    proposal: Proposal | None = None  # of the newest still frame
    followed: Followed | None = None  # the table itself, however often it moves
    blind: int = 0  # frames on end in which nothing could be seen

    @property
    def lattice(self) -> CellMap | None:
        """Where the cells lie in the newest frame in which they were seen."""
        newest = self.followed.newest if self.followed else None
        cells = {t.cell: t.quad_xy for t in newest.tiles if t.cell is not None} if newest else {}
        return map_of(cells) if cells else None

    @property
    def is_foreign(self) -> bool:
        """Whether the tiles are not of the set that was taught."""
        newest = self.followed.newest if self.followed else None
        return newest is not None and newest.is_foreign


def watch_frame(watch: Watch, eyes: Eyes, frame_bgr: Image, began: float) -> Watch:
    """The watch after one more frame, taken at `began` in monotonic seconds."""
    thumb = thumb_of(frame_bgr)
    followed = _followed(watch)
    if watch.thumb is None or motion(watch.thumb, thumb) > MOVING:
        return replace(moved(watch), thumb=thumb)
    if began <= watch.known.since:
        return replace(watch, thumb=thumb, followed=followed)
    step = follow(followed, eyes, Picture(frame_bgr))
    still = replace(watch, thumb=thumb, is_moving=False, followed=step.followed)
    proposal = step.proposal
    if step.seen is None:
        is_told = not watch.evidence or watch.blind + 1 >= BLIND
        return replace(
            still,
            proposal=proposal if is_told else watch.proposal,
            began=watch.began or (began,),
            blind=watch.blind + 1,
        )
    evidence = (*watch.evidence, step.seen.evidence)[-ENOUGH:]
    is_disputed = step.followed.check is CrossCheck.DISPUTED
    if len(evidence) > 1 and proposal.status is Status.UNSURE and not is_disputed:
        proposal = propose(watch.known.table, watch.known.earlier, merged(evidence))
    times = (*watch.began, began)[-len(evidence) :]
    return replace(still, evidence=evidence, began=times, proposal=proposal, blind=0)


def moved(watch: Watch) -> Watch:
    """The watch after something has moved: the table itself is known, how it lies now is not."""
    return Watch(watch.known, followed=watch.followed)


def watch_for(watch: Watch, known: Known) -> Watch:
    """The watch for something else to compare with: nothing seen so far counts, but that the
    table lies still does."""
    if known == watch.known:
        return watch
    followed = _followed(watch)
    if known.table != watch.known.table or known.earlier != watch.known.earlier:
        followed = confirmed(followed, known.table, known.earlier)
    return Watch(known, watch.thumb, watch.is_moving, followed=followed)


def relit(watch: Watch) -> Watch:
    """The watch after the light has changed: what is known of the table is to be checked again."""
    return replace(watch, followed=doubted(_followed(watch)))


def check_memory(watch: Watch, eyes: Eyes) -> Watch:
    """The watch with what it knows of the table held against a full look, where that is due. It
    takes as long as reading a whole frame: for when there is nothing else to do."""
    if watch.is_moving or watch.followed is None:
        return watch
    followed = checked(watch.followed, eyes)
    if followed.check is CrossCheck.DISPUTED and watch.proposal is not None:
        return replace(watch, followed=followed, evidence=(), proposal=unsure(watch.proposal))
    return replace(watch, followed=followed)


def _followed(watch: Watch) -> Followed:
    return watch.followed or Followed(watch.known.table, watch.known.earlier)


def thumb_of(frame_bgr: Image) -> Floats:
    """A small grey picture in which only larger things are left."""
    grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    return floats(cv2.resize(grey, THUMB_WH, interpolation=cv2.INTER_AREA))


def motion(before: Floats, after: Floats) -> float:
    """How far the most changed spot of two thumbnails differs when the lamp's change is taken
    out."""
    gain = float(np.median((after + 8.0) / (before + 8.0)))
    difference = np.abs((after + 8.0) - gain * (before + 8.0))
    return float(cv2.blur(difference, (5, 5)).max())
