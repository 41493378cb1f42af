"""Follows one table, frame after frame: what has not changed is no news and is not read again.

A new frame is laid over the memory of the table as it was last confirmed, and only what changed is
read (`changes`). Whatever that leaves in doubt is looked at in full (`look`), and once for every
memory, when there is time, so is the newest frame. Where the two do not agree the answer is "not
sure", until a frame comes in which they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.sepmosa import Mosaic, Table
from vision.judge.changes import changes_in
from vision.judge.decide import is_plain, propose
from vision.judge.evidence import Evidence, Sight
from vision.judge.ground import Ground
from vision.judge.look import Eyes, look
from vision.judge.memory import Memory, SeenTable, agrees, remember, seen_in_full
from vision.judge.proposal import Blocked, Proposal, Status
from vision.picture import Picture

ACCUSING = (Status.ILLEGAL, Status.UNDONE, Status.CLEARED)
"""What is not said of a frame that looks nothing like the one before."""


class Read(Enum):
    """How a frame was read; the value is its name in the commands' output."""

    FULL = "full"
    CHANGES = "changes"


class CrossCheck(Enum):
    """What a full look has said of the table as the changes tell it."""

    DUE = "due"  # nothing yet
    DONE = "done"  # nothing against it
    DISPUTED = "disputed"  # it saw another mosaic: until they agree nothing is sure


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """A table being followed: what the game knows, what is remembered, and the newest frame in
    which nothing was covered."""

    table: Table
    earlier: tuple[Table, ...] = ()  # newest first
    memory: Memory | None = None
    newest: SeenTable | None = None
    last: Ground | None = None  # of the newest frame of all, a hand in it or not
    check: CrossCheck = CrossCheck.DUE


def confirmed(followed: Followed, table: Table, earlier: Sequence[Table]) -> Followed:
    """The table after something was confirmed; the newest frame is remembered if it agrees. Until
    one does, what changes is told by the frame that was remembered last."""
    known = replace(followed, table=table, earlier=tuple(earlier))
    if table == followed.table or followed.newest is None:
        return known
    return replace(_remembering(known, followed.newest), check=CrossCheck.DUE)


def _remembering(followed: Followed, seen: SeenTable) -> Followed:
    """The followed table with a frame remembered, if it shows just that table."""
    if not agrees(seen.evidence, followed.table):
        return followed
    memory = remember(seen, followed.table, followed.memory)
    return replace(followed, memory=memory or followed.memory)


def doubted(followed: Followed) -> Followed:
    """The table after the light or the camera has changed: another full look is due."""
    return replace(followed, check=CrossCheck.DUE)


def checked(followed: Followed, eyes: Eyes) -> Followed:
    """The table with its newest frame held against a full look at it, where that is due."""
    newest = followed.newest
    if followed.check is not CrossCheck.DUE or followed.memory is None or newest is None:
        return followed
    full = seen_in_full(newest.picture, look(eyes, newest.picture, followed.table))
    if full is None or see_alike(full.evidence, newest.evidence):
        return replace(followed, check=CrossCheck.DONE)
    return replace(followed, check=CrossCheck.DISPUTED)


@dataclass(frozen=True, slots=True, eq=False)
class FollowedFrame:
    """The table after one more frame: what the frame shows (None where nothing could be seen),
    what it says of the table as confirmed last, and how it was read."""

    followed: Followed
    seen: SeenTable | None
    proposal: Proposal
    read: Read


def follow(followed: Followed, eyes: Eyes, picture: Picture) -> FollowedFrame:
    """One more frame of the table."""
    table, earlier = followed.table, followed.earlier
    seen = changes_in(eyes, followed.memory, picture, followed.last) if followed.memory else None
    followed = replace(followed, last=seen.ground if seen else None)
    if seen is not None:
        by_changes = propose(table, earlier, seen.evidence)
        if _is_settled(by_changes) and followed.check is not CrossCheck.DISPUTED:
            kept = _kept(followed, seen)
            if by_changes.status is Status.NONE and _is_outdated(kept, seen):
                kept = replace(_remembering(kept, seen), check=CrossCheck.DUE)
            return FollowedFrame(kept, seen, by_changes, Read.CHANGES)
    full, in_full = _looked(followed, eyes, picture, seen)
    if full is None:
        return FollowedFrame(followed, None, in_full, Read.FULL)
    is_cut_off = followed.memory is not None and seen is None
    is_other = seen is not None and not see_alike(seen.evidence, full.evidence)
    if is_other or (is_cut_off and in_full.status in ACCUSING):
        in_full = unsure(in_full)
    kept = replace(
        _kept(followed, full), check=CrossCheck.DISPUTED if is_other else CrossCheck.DONE
    )
    if in_full.status is Status.NONE:
        kept = _remembering(kept, full)
    return FollowedFrame(kept, full, in_full, Read.FULL)


def unsure(proposal: Proposal) -> Proposal:
    """The same, not sure."""
    told = proposal.candidates, proposal.differences
    return Proposal(Status.UNSURE, None, None, None, *told)


def _looked(
    followed: Followed, eyes: Eyes, picture: Picture, by_changes: SeenTable | None
) -> tuple[SeenTable | None, Proposal]:
    """A full look at a frame, and what it says."""
    if by_changes is None:
        view = look(eyes, picture, followed.table)
    else:
        view = look(eyes, picture, followed.table, by_changes.hands, by_changes.joker_xy)
    seen = seen_in_full(picture, view)
    if seen is not None and by_changes is not None:
        seen = replace(
            seen, evidence=without_ground(seen.evidence, by_changes.evidence, followed.table.mosaic)
        )
    if seen is not None:
        return seen, propose(followed.table, followed.earlier, seen.evidence)
    has_hand = by_changes is not None and by_changes.evidence.has_hand
    return None, Proposal(Status.BLOCKED, reason=Blocked.COVERED if has_hand else view.blocked)


def without_ground(full: Evidence, changes: Evidence, mosaic: Mosaic) -> Evidence:
    """What a full look says, without what it takes for a tile, in doubt, where nothing lay and
    nothing has changed: a pattern on the cloth."""
    changed = {*mosaic, *changes.cells, *changes.covered}
    cells = {at: sight for at, sight in full.cells.items() if at in changed or is_plain(sight)}
    return replace(full, cells=cells)


def _is_settled(proposal: Proposal) -> bool:
    """Whether what the changes say needs no look at the rest."""
    return proposal.status in (Status.MOVE, Status.NONE) or proposal.reason is Blocked.COVERED


def see_alike(one: Evidence, other: Evidence) -> bool:
    """Whether two ways of reading a frame see the same mosaic wherever both can see. They do not
    where one plainly shows a tile and the other plainly another, or none."""
    cells = (one.cells.keys() | other.cells.keys()) - one.covered - other.covered
    return not any(_contradict(one.at(cell), other.at(cell)) for cell in cells)


def _contradict(one: Sight, other: Sight) -> bool:
    if not (is_plain(one) and is_plain(other)):
        return (is_plain(one) and not other.shown) or (is_plain(other) and not one.shown)
    return one.tile != other.tile


def _kept(followed: Followed, seen: SeenTable) -> Followed:
    """The followed table with a frame that may be remembered once something is confirmed: one in
    which nothing is covered, nor a hand at work while a table without one is remembered."""
    has_hand = seen.evidence.has_hand and followed.memory is not None
    return followed if seen.evidence.covered or has_hand else replace(followed, newest=seen)


def _is_outdated(followed: Followed, seen: SeenTable) -> bool:
    """Whether a frame in which nothing was done shows more of the table than is remembered: what
    was confirmed under a hand, or things that were put there since."""
    memory = followed.memory
    if memory is None or followed.newest is not seen:
        return False
    has_things = seen.hands is not None and bool(seen.hands.any())
    return has_things or memory.table != followed.table
