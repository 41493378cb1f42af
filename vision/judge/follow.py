"""Follows one table, frame after frame: what has not changed is no news and is not read again.

A new frame is laid over the memory of the table as it was last confirmed, and only what changed is
read (`changes`). Whatever that leaves in doubt is looked at in full (`look`), and where the two do
not agree the answer is "not sure".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.sepmosa import Table
from vision.judge.changes import changes_in
from vision.judge.decide import as_read, propose
from vision.judge.evidence import Evidence
from vision.judge.look import Eyes, look
from vision.judge.memory import Bare, Memory, SeenTable, agrees, remember, seen_in_full
from vision.judge.proposal import Blocked, Proposal, Status
from vision.picture import Picture

ACCUSING = (Status.ILLEGAL, Status.UNDONE, Status.CLEARED)
"""What is not said of a frame that looks nothing like the one before."""


class Read(Enum):
    """How a frame was read; the value is its name in the commands' output."""

    FULL = "full"
    CHANGES = "changes"


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """A table being followed: what the game knows, what is remembered, and the newest frame in
    which nothing was covered."""

    table: Table
    earlier: tuple[Table, ...] = ()  # newest first
    memory: Memory | None = None
    newest: SeenTable | None = None
    bare: Bare = field(default_factory=dict)


def confirmed(followed: Followed, table: Table, earlier: Sequence[Table]) -> Followed:
    """The table after something was confirmed; the newest frame is remembered if it agrees."""
    before = followed.memory
    bare = before.bare_before if before else followed.bare
    newest = followed.newest
    is_alike = newest is not None and agrees(newest.evidence, table)
    memory = remember(newest, table, bare) if newest is not None and is_alike else None
    return Followed(table, tuple(earlier), memory, newest, bare)


def checked(followed: Followed, eyes: Eyes) -> Followed:
    """The table with its memory held against a full look at the frame it was made of; forgotten
    where they do not agree."""
    if followed.memory is None or followed.newest is None:
        return followed
    seen = seen_in_full(
        followed.newest.picture, look(eyes, followed.newest.picture, followed.table)
    )
    if seen is None or _see_alike(seen.evidence, followed.newest.evidence, followed.table):
        return followed
    return replace(followed, memory=None)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The table after one more frame: what the frame shows (None where nothing could be seen),
    what it says of the table as confirmed last, and how it was read."""

    followed: Followed
    seen: SeenTable | None
    proposal: Proposal
    read: Read


def follow(followed: Followed, eyes: Eyes, picture: Picture) -> Step:
    """One more frame of the table."""
    table, earlier = followed.table, followed.earlier
    seen = changes_in(eyes, followed.memory, picture) if followed.memory else None
    if seen is not None:
        by_changes = propose(table, earlier, seen.evidence)
        if _is_settled(by_changes):
            return Step(_kept(followed, seen), seen, by_changes, Read.CHANGES)
    full, in_full = _looked(followed, eyes, picture, seen)
    if full is None:
        return Step(followed, None, in_full, Read.FULL)
    is_cut_off = followed.memory is not None and seen is None
    is_other = seen is not None and not _see_alike(seen.evidence, full.evidence, table)
    if is_other or (is_cut_off and in_full.status in ACCUSING):
        told = in_full.candidates, in_full.differences
        in_full = Proposal(Status.UNSURE, None, None, None, *told)
    kept = _kept(followed, full)
    if in_full.status is Status.NONE and agrees(full.evidence, table):
        memory = remember(full, table, followed.memory.bare if followed.memory else followed.bare)
        kept = replace(kept, memory=memory or followed.memory)
    return Step(kept, full, in_full, Read.FULL)


def _looked(
    followed: Followed, eyes: Eyes, picture: Picture, by_changes: SeenTable | None
) -> tuple[SeenTable | None, Proposal]:
    """A full look at a frame, and what it says."""
    view = look(eyes, picture, followed.table, by_changes.hands if by_changes else None)
    seen = seen_in_full(picture, view)
    if seen is not None:
        return seen, propose(followed.table, followed.earlier, seen.evidence)
    has_hand = by_changes is not None and by_changes.evidence.has_hand
    return None, Proposal(Status.BLOCKED, reason=Blocked.COVERED if has_hand else view.blocked)


def _is_settled(proposal: Proposal) -> bool:
    """Whether what the changes say needs no look at the rest."""
    return proposal.status in (Status.MOVE, Status.NONE) or proposal.reason is Blocked.COVERED


def _see_alike(one: Evidence, other: Evidence, table: Table) -> bool:
    """Whether two ways of reading a frame see the same mosaic, wherever both can see."""
    hidden = one.covered | other.covered
    first, second = (as_read(table.mosaic, each).cells for each in (one, other))
    cells = (first.keys() | second.keys()) - hidden
    return all(first.get(cell) == second.get(cell) for cell in cells)


def _kept(followed: Followed, seen: SeenTable) -> Followed:
    """The followed table with a frame that may be remembered once something is confirmed."""
    return followed if seen.evidence.covered else replace(followed, newest=seen)
