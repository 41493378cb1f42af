"""The entries of any game's log as text, one line each: a word, and what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.errors import NotationError
from engine.history import Correct, Redo, Undo

_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


def parse_number(text: str) -> int:
    """A number from 1 on; raises NotationError."""
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(f"{text[:20]!r} is no number from 1 to 999999")
    return int(text)


class Field(NamedTuple):
    """How one thing that an entry says is written and read; only a last one may hold a space."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]  # raises ValueError
    may_lack: bool = False  # and is None then; only the last one


NUMBER = Field(str, parse_number)
SEAT = Field(lambda seat: str(seat + 1), lambda text: parse_number(text) - 1)


class LogLines:
    """The lines of a game's log: those of all games, and its own."""

    def __init__(
        self, own: Mapping[str, tuple[Any, ...]], corrected: tuple[type, ...] = ()
    ) -> None:
        """`own` has the class of an entry and its fields by the word that a line begins with;
        `corrected` are the entries that a correction may tell again."""
        self._corrected = corrected
        common = {"undo": (Undo, NUMBER), "redo": (Redo, NUMBER)}
        told_again = (Correct, NUMBER, Field(self.line, self._read_again))
        self._kinds: dict[str, tuple[Any, ...]] = {**common, "correct": told_again, **own}
        self._words = {kind: word for word, (kind, *_) in self._kinds.items()}

    def line(self, entry: Any) -> str:
        """The text that `entry` reads back."""
        word = self._words.get(type(entry))
        if word is None:
            raise TypeError(f"{entry!r} is no entry of a log")
        said = zip(self._kinds[word][1:], type(entry).__match_args__, strict=True)
        texts = [field.write(getattr(entry, name)) for field, name in said]
        return " ".join([word, *filter(None, texts)])

    def entry(self, text: str) -> Any:
        """The entry that `text` says; raises NotationError."""
        word, *texts = text.split(" ", 1)
        kind, *said = self._kinds.get(word, (None,))
        texts = texts[0].split(" ", len(said) - 1) if texts and said else texts
        lacks = len(said) - len(texts)
        if kind is None or lacks not in (0, said[-1].may_lack if said else 0):
            raise NotationError(f"{text[:80]!r} is no entry of a log")
        try:
            return kind(*(field.read(each) for field, each in zip(said, texts, strict=False)))
        except NotationError:
            raise
        except ValueError as no:
            raise NotationError(f"{text[:80]!r} is no entry of a log: {no}") from None

    def _read_again(self, text: str) -> Any:
        entry = self.entry(text)
        if not isinstance(entry, self._corrected):
            raise NotationError(f"{text[:80]!r} is nothing to be told again")
        return entry
