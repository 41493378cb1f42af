"""SQLite's write-ahead log, read as bytes: its frames, and whether confirmed ones are damaged.

Version 0.1 of the companion kept its games in SQLite; this is needed to take them over.

SQLite takes a log up to the first frame that does not prove itself and forgets the rest: right
after a crash, but after damage what was confirmed goes with it, and nobody is told. The form of
the log is described at sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from struct import Struct

import numpy as np
import numpy.typing as npt

MAGIC = 0x377F0682  # one more where the checksums are of big-endian words
PAGE_SIZES = tuple(1 << power for power in range(9, 17))
USUAL_SIZE = 4096  # of a page, in every file of ours
HEAD_OF_OURS = b"SQLite format 3\0\x10\0\1\1\0\x40\x20\x20"
"""How a file of ours begins, without its mark that there is a log."""
_HEAD = Struct(">8I")  # magic, version, page size, round, two salts, two sums
_FRAME = Struct(">6I")  # page, pages of the file if it ends a transaction, two salts, two sums
_SUMMED = 24, 8  # bytes of a log's head, of a frame's, that the sums are of

Words = npt.NDArray[np.uint32]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WalFrame:
    """A page as it was written once."""

    page: int  # its number, from 1
    pages: int  # of the file, where this is the last frame of a transaction; else 0
    salts: Pair  # which round of the log it was written in
    is_sound: bool  # its checksum follows from that of the frame before
    image: bytes

    @property
    def ends_transaction(self) -> bool:
        """Whether it is the last one of a transaction."""
        return self.pages > 0


@dataclass(frozen=True, slots=True)
class Log:
    """The frames of this round and the left-overs of earlier ones, in the order they lie in."""

    page_size: int
    salts: Pair  # of this round
    has_sound_head: bool
    frames: tuple[WalFrame, ...] = ()

    def is_own(self, frame: WalFrame) -> bool:
        """Whether a frame is of this round."""
        return frame.salts == self.salts


NO_LOG = Log(USUAL_SIZE, (0, 0), True)


def parse_log(raw: bytes) -> Log:
    """The log that the bytes are; a frame cut short at the end is none."""
    if len(raw) < _HEAD.size:
        return NO_LOG
    magic, _, page_size, _, *salts, one, two = _HEAD.unpack_from(raw)
    order = ">u4" if magic & 1 else "<u4"
    summed = _checksum(np.frombuffer(raw[: _SUMMED[0]], order), (0, 0))
    is_known = magic in (MAGIC, MAGIC + 1) and page_size in PAGE_SIZES
    if is_known and summed == (one, two):
        frames = tuple(_frames(raw, page_size, order, (one, two)))
        return Log(page_size, (salts[0], salts[1]), True, frames)
    order = "<u4" if sys.byteorder == "little" else ">u4"
    frames = tuple(_frames(raw, USUAL_SIZE, order, (one, two)))
    of_this_round = next((each for each in frames if each.is_sound), frames[0] if frames else None)
    return replace(
        NO_LOG,
        salts=of_this_round.salts if of_this_round else (0, 0),
        has_sound_head=False,
        frames=frames,
    )


def _frames(raw: bytes, page_size: int, order: str, before: Pair) -> Iterator[WalFrame]:
    """Every whole frame, each judged by the checksum that the one before it claims."""
    for at in range(_HEAD.size, len(raw) - _FRAME.size - page_size + 1, _FRAME.size + page_size):
        page, pages, *salts, one, two = _FRAME.unpack_from(raw, at)
        image = raw[at + _FRAME.size : at + _FRAME.size + page_size]
        summed = np.frombuffer(raw[at : at + _SUMMED[1]] + image, order)
        is_sound = _checksum(summed, before) == (one, two)
        yield WalFrame(page, pages, (salts[0], salts[1]), is_sound, image)
        before = one, two


def _checksum(words: Words, before: Pair) -> Pair:
    """The two sums after these words. Each new sum is the word and both sums before it, so that a
    word counts as often as a Fibonacci number says, and whole pages are one product."""
    one, two = before
    start = np.array([one, (two - one) % (1 << 32)], np.uint32)
    counted = np.concatenate([start, words.astype(np.uint32)])
    weights = _fibonacci(len(counted))
    return int(weights[1:] @ counted[:-1]), int(weights @ counted)


@cache
def _fibonacci(count: int) -> Words:
    """So many Fibonacci numbers, the largest first, modulo 2³²."""
    numbers = [1, 1]
    while len(numbers) < count:
        numbers.append((numbers[-2] + numbers[-1]) % (1 << 32))
    return np.array(numbers[::-1], np.uint32)


def is_damaged(log: Log) -> bool:
    """Whether a transaction of this round ends after a frame, or a head, that is not sound.

    A kill leaves no such thing: what it cuts short has no end. A power cut within a write can
    leave the end of a transaction without its middle; that is taken for damage too, which costs a
    message and no move. A log that was cut short, or that is damaged in its very last frame, looks
    like one that a crash ended before the move was confirmed: that is never noticed here.
    """
    is_sound = log.has_sound_head
    for frame in log.frames:
        if not is_sound and frame.ends_transaction and log.is_own(frame):
            return True
        is_sound = is_sound and frame.is_sound and log.is_own(frame)
    return False


def pages_of(main: bytes, log: Log) -> Iterator[bytes]:
    """Every page there is to look into, in the order they were written: each as it was last written
    soundly, and of this round's finished transactions the damaged frames."""
    ends = [at for at, each in enumerate(log.frames) if each.ends_transaction and log.is_own(each)]
    finished = log.frames[: ends[-1] + 1] if ends else ()
    own = [frame for frame in finished if log.is_own(frame)]
    newest = {frame.page: frame for frame in own if frame.is_sound}
    size = log.page_size
    for at in range(0, len(main), size):
        if at // size + 1 not in newest:
            yield main[at : at + size]
    yield from (
        frame.image for frame in own if not frame.is_sound or newest.get(frame.page) is frame
    )


def image_of(main: bytes, log: Log) -> bytes:
    """The database as SQLite reads it: the file with the log's sound transactions in it. What is
    the same at the head of every file of ours is put right."""
    sound: list[WalFrame] = []
    pending: list[WalFrame] = []
    for frame in log.frames if log.has_sound_head else ():
        if not (frame.is_sound and log.is_own(frame)):
            break
        pending.append(frame)
        if frame.ends_transaction:
            sound += pending
            pending = []
    size = log.page_size
    pages = {at // size + 1: main[at : at + size] for at in range(0, len(main), size)}
    pages |= {frame.page: frame.image for frame in sound}
    count = sound[-1].pages if sound else len(pages)
    whole = b"".join(pages.get(number, bytes(size)) for number in range(1, count + 1))
    return HEAD_OF_OURS + whole[len(HEAD_OF_OURS) :]
