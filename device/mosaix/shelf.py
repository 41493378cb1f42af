"""MOSAIX's games in the store: the same file, the same lines, on disk before any call returns."""

from __future__ import annotations

import json
from collections.abc import Sequence

from device.messages import Message, say
from device.mosaix.entries import log_name, match_of, parse_log
from device.mosaix.match import (
    Entry,
    Match,
    OpenGame,
    PastGame,
    figures_of,
    is_over,
    scores_of,
)
from device.mosaix.paper import Paper
from device.sealed import MOSAIX, Head, Line, head_of, unseal
from device.store import Store
from device.store_file import StoreError, said
from engine.mosaix import IllegalMove, NotationError, NothingToUndo
from engine.names import clean_name


class Shelf:
    """The games of MOSAIX. One process at a time; one thread. Raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        if store.set_aside is not None:
            self._mend()

    # The game under way

    def begin(self, names: Sequence[str], entries: Sequence[Entry]) -> int:
        """A new open game with its first entries; returns its id."""
        store = self._store
        with store.deed("a game cannot be begun"):
            game_id = store.next_id()
            head = Head(tuple(map(clean_name, names)), store.today(), MOSAIX)
            store.insert(game_id, head)
            self._write(game_id, 0, entries)
        return game_id

    def append(self, game_id: int, entries: Sequence[Entry], after: int) -> None:
        """Adds a deed to a log that has had `after` entries so far."""
        with self._store.deed("a figure cannot be kept"):
            count = self._store.count(game_id)
            if count != after:
                why = f"game {game_id} has {count} entries, not {after}"
                raise StoreError(say(Message.FAULT_STORE, detail=why), why)
            self._write(game_id, after, entries)

    def close_game(self, game_id: int) -> None:
        """The game is a past one from now on; without a single figure it is none at all."""
        loaded = self.load(game_id)
        with self._store.deed("a game cannot be closed"):
            self._store.set_open(game_id, False)
            if loaded is None or not figures_of(loaded.match):
                self._store.erase(game_id)
            else:
                self._store.summarise(game_id, _summary(loaded))

    def open_game(self) -> OpenGame | None:
        """The game that was not finished, as far as it was played."""
        with said("the open game cannot be read"):
            game_id = self._store.open_id(MOSAIX)
        return self.load(game_id) if game_id is not None else None

    def load(self, game_id: int) -> OpenGame | None:
        """A game by its id; nothing where it is not there or cannot be replayed."""
        lines = self._store.lines(game_id)
        if not lines or lines[0] is None or lines[0].number != 0:
            return None
        head = head_of(lines[0])
        match = _replayed(lines[1:]) if head.kind == MOSAIX else None
        return OpenGame(game_id, head.names, head.begun, match) if match is not None else None

    # Games of the past

    def past_games(self) -> tuple[PastGame, ...]:
        """Every finished or abandoned game, newest first."""
        games = (self._past(*row) for row in self._store.past_rows(MOSAIX))
        return tuple(game for game in games if game is not None)

    def _past(self, game_id: int, _counts: int, summary: str | None) -> PastGame | None:
        told = unseal(summary)
        if told is None:
            loaded = self.load(game_id)
            if loaded is None or not figures_of(loaded.match):
                return None
            told = _summary(loaded)
            with self._store.deed("a summary cannot be kept"):
                self._store.summarise(game_id, told)
        values = json.loads(told)
        values |= {key: tuple(values[key]) for key in ("names", "scores")}
        return PastGame(id=game_id, **values)

    # Writing

    def _write(self, game_id: int, after: int, entries: Sequence[Entry]) -> None:
        for number, entry in enumerate(entries, after + 1):
            self._store.write(Line(game_id, number, log_name(entry)))

    def _mend(self) -> None:
        """After a file was set aside: the newest game, if it is not over, is the open one."""
        last = self._store.last_id(MOSAIX)
        loaded = self.load(last) if last is not None else None
        if loaded is not None and not is_over(loaded.match):
            with self._store.deed("a mended game cannot be opened"):
                self._store.set_open(loaded.id, True)


def _replayed(lines: Sequence[Line | None]) -> Match | None:
    """The game that the lines tell; nothing where they make no sense."""
    entries = []
    try:
        for number, line in enumerate(lines, 1):
            if line is None or line.number != number:
                return None
            entries.append(parse_log(line.text))
        match = match_of(entries)
    except (NotationError, IllegalMove, NothingToUndo, IndexError):
        return None
    return match if match.events else None


def _summary(loaded: OpenGame) -> str:
    """What the list of games shows of one, as text."""
    match = loaded.match
    return json.dumps(
        {
            "names": loaded.names,
            "begun": loaded.begun,
            "scores": scores_of(match),
            "turns": len(figures_of(match)),
            "is_over": is_over(match),
            "is_kept": not isinstance(match, Paper),
        }
    )
