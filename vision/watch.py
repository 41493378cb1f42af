"""Watches a table frame by frame, so that a proposal is ready before anyone asks for it.

Frames are handed in one by one; nothing here waits or looks at a clock. While anything moves,
nothing is read. Once the table lies still, every further frame adds its evidence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.sepmosa import Table
from vision.frames import Floats, Image, floats
from vision.reconcile.cellmap import CellMap
from vision.reconcile.evidence import Evidence, merged
from vision.reconcile.judge import propose
from vision.reconcile.look import Eyes, look
from vision.reconcile.proposal import Proposal, Status

THUMB_WH = (96, 72)
MOVING = 9.0  # grey levels by which the most changed spot of a thumbnail may differ, lamp aside
ENOUGH = 5  # frames of evidence kept
BLIND = 2  # frames on end in which nothing can be seen until that is said


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
    lattice: CellMap | None = None  # where the cells lie in it
    is_foreign: bool = False  # the tiles are not of the set that was taught
    blind: int = 0  # frames on end in which nothing could be seen

    def answer_for(self, state_id: int) -> Proposal | None:
        """The proposal, if it was judged against that very state."""
        return self.proposal if self.known.state_id == state_id else None


def watch_frame(watch: Watch, eyes: Eyes, frame_bgr: Image, began: float) -> Watch:
    """The watch after one more frame, taken at `began` in monotonic seconds."""
    thumb = thumb_of(frame_bgr)
    if watch.thumb is None or motion(watch.thumb, thumb) > MOVING:
        return Watch(watch.known, thumb)
    if began <= watch.known.since:
        return replace(watch, thumb=thumb)
    seen = look(eyes, frame_bgr, watch.known.table.mosaic)
    if seen.evidence is None:
        blind = watch.blind + 1
        is_blocked = not watch.evidence or blind >= BLIND
        blocked = Proposal(Status.BLOCKED, reason=seen.blocked)
        proposal = blocked if is_blocked else watch.proposal
        times = watch.began or (began,)
        blinded = replace(watch, thumb=thumb, is_moving=False, proposal=proposal, began=times)
        return replace(blinded, blind=blind)
    evidence = (*watch.evidence, seen.evidence)[-ENOUGH:]
    times = (*watch.began, began)[-len(evidence) :]
    proposal = propose(watch.known.table, watch.known.earlier, merged(evidence))
    return Watch(
        watch.known, thumb, False, evidence, times, proposal, seen.lattice, seen.is_foreign
    )


def watch_for(watch: Watch, known: Known) -> Watch:
    """The watch for something else to compare with: nothing seen so far counts, but that the
    table lies still does."""
    if known == watch.known:
        return watch
    return Watch(known, watch.thumb, watch.is_moving, lattice=watch.lattice)


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
