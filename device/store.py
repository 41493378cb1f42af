"""The store: games, names, settings, set profiles in one file, on disk before a call returns."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from device.entries import entry_name, parse_entry
from device.messages import Message, say
from device.model import OpenGame, PastGame
from device.sealed import (
    SEPMOSA,
    Head,
    Line,
    head_line,
    head_of,
    line_name,
    parse_line,
    seal,
    unseal,
)
from device.settings import DEFAULTS, Settings, parse_settings, settings_texts
from device.store_file import ASIDE, SetAside, StoreError, lock, open_file, said
from engine.names import clean_name
from engine.sepmosa import Game, IllegalMove, NotationError, Play, Player, Step, Table, Win
from engine.sepmosa.game import LogEntry, NothingToUndo
from engine.sepmosa.rules import points
from engine.sepmosa.table import EMPTY_TABLE

if TYPE_CHECKING:
    from device.shelf import Shelf

NAMES_KEPT = 24
SECONDS = "seconds"  # among the settings: the open game's, what each player and the turn took


class Store:
    """All that outlives the process. One process at a time; one thread. Raises StoreError."""

    def __init__(self, path: Path, today: Callable[[], str]) -> None:
        """Opens or makes the file; `today` tells day and time, ISO 8601, for people only."""
        with said(f"{path.parent}: cannot be made"):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.today = today
        self._lock = lock(path)
        self.set_aside: SetAside | None = None
        try:
            self._file, self.set_aside = open_file(path)
            if self.set_aside is not None:
                self._mend()
            self._purge()
        except BaseException:
            os.close(self._lock)
            raise

    @property
    def profiles(self) -> Shelf:
        """The set profiles; what they are made of is loaded only when one is wanted."""
        from device.shelf import Shelf

        return Shelf(self._file, self.deed, self.today)

    def forget_aside(self) -> None:
        """Players know of the file set aside: the next start says nothing of it."""
        self.set_aside = None
        with self.deed("what was told cannot be noted") as file:
            file.execute("DELETE FROM settings WHERE name = ?", (ASIDE,))

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # The game under way

    def begin(self, names: tuple[str, str], entries: Sequence[LogEntry]) -> int:
        """A new open game with its first entries; returns its id. Others are no longer open."""
        one, two = (clean_name(name) for name in names)
        with self.deed("a game cannot be begun"):
            game_id = self.next_id()
            self.insert(game_id, Head((one, two), self.today()))
            self._write_entries(game_id, 0, entries)
        return game_id

    def append(
        self,
        game_id: int,
        entries: Sequence[LogEntry],
        after: int,
        seconds: tuple[float, float] | None = None,
    ) -> None:
        """Adds a deed and what followed from it to a log that has had `after` entries so far, and
        the time each player has spent, where a clock counts it."""
        with self.deed("a move cannot be kept"):
            count = self.count(game_id)
            if count != after:
                why = f"game {game_id} has {count} entries, not {after}"
                raise StoreError(say(Message.FAULT_STORE, detail=why), why)
            self._write_entries(game_id, after, entries)
            if seconds is not None:
                self._write_seconds(game_id, seconds, 0.0)

    def keep_clock(self, game_id: int, players: tuple[float, float], turn: float) -> None:
        """The time each player and the turn under way have taken so far. Nobody waits for the disk:
        a power cut may take the last half minute of it, never anything else."""
        with said("the clock cannot be kept"):
            self._file.execute("PRAGMA synchronous = NORMAL")
            try:
                with self.deed("the clock cannot be kept"):
                    self._write_seconds(game_id, players, turn)
            finally:
                self._file.execute("PRAGMA synchronous = FULL")

    def close_game(self, game_id: int) -> None:
        """The game is a past one from now on; without a single turn it is none at all."""
        loaded = self.load(game_id)
        with self.deed("a game cannot be closed"):
            self.set_open(game_id, False)
            if loaded is None or not loaded.game.moves:
                self.erase(game_id)
            else:
                self._summarise(loaded)

    def open_game(self) -> OpenGame | None:
        """The game that was not finished, as far as it was played."""
        with said("the open game cannot be read"):
            game_id = self.open_id(SEPMOSA)
        loaded = self.load(game_id) if game_id is not None else None
        if loaded is None:
            return None
        players, turn = self._seconds(loaded.id)
        return replace(loaded, seconds=players, turn_seconds=turn)

    def load(self, game_id: int) -> OpenGame | None:
        """A game by its id; nothing where it is not there or cannot be replayed."""
        lines = self.lines(game_id)
        if not lines or lines[0] is None or lines[0].number != 0:
            return None
        head = head_of(lines[0])
        game = _replayed(lines[1:]) if head.kind == SEPMOSA else None
        if game is None:
            return None
        one, two = head.names
        return OpenGame(game_id, (one, two), game)

    # Games of the past

    def past_games(self) -> tuple[PastGame, ...]:
        """Every finished or abandoned game, newest first."""
        games = (self._past_game(*row) for row in self.past_rows(SEPMOSA))
        return tuple(game for game in games if game is not None)

    def set_counts(self, game_id: int, counts: bool) -> None:
        """Whether a game counts in the statistics."""
        self._flag("UPDATE games SET counts = ? WHERE id = ?", counts, game_id)

    def delete(self, game_id: int) -> None:
        """A game goes; until the file is next opened it can be restored."""
        self._flag("UPDATE games SET is_deleted = ? WHERE id = ?", True, game_id)

    def restore(self, game_id: int) -> None:
        """A deleted game comes back."""
        self._flag("UPDATE games SET is_deleted = ? WHERE id = ?", False, game_id)

    # Names and settings

    def names(self) -> tuple[str, ...]:
        """The names used before, newest first."""
        with said("the names cannot be read"):
            rows = self._file.execute(
                "SELECT name FROM names ORDER BY used DESC, name LIMIT ?", (NAMES_KEPT,)
            )
            return tuple(name for (name,) in rows)

    def settings(self, shipped: Settings = DEFAULTS) -> Settings:
        """The settings kept; what was never set, or cannot be understood, is as `shipped`."""
        with said("the settings cannot be read"):
            rows = self._file.execute("SELECT name, value FROM settings").fetchall()
        return parse_settings(dict(rows), shipped)

    def keep_settings(self, settings: Settings, shipped: Settings = DEFAULTS) -> None:
        """These settings hold from now on; what is as `shipped` goes on following that."""
        usual = settings_texts(shipped)
        with self.deed("the settings cannot be kept") as file:
            for name, value in settings_texts(settings).items():
                if value == usual[name]:
                    file.execute("DELETE FROM settings WHERE name = ?", (name,))
                else:
                    file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # For every game there is

    @contextmanager
    def deed(self, trouble: str) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it on disk when it ends, or nothing."""
        with said(trouble, self.path.parent):
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def next_id(self) -> int:
        """The id of a game that is not there yet."""
        query = "SELECT coalesce(max(id), 0) + 1 FROM games"
        return int(self._file.execute(query).fetchone()[0])

    def insert(self, game_id: int, head: Head) -> None:
        """A new open game; others of its kind are no longer open."""
        self._file.execute("UPDATE games SET is_open = 0 WHERE kind = ?", (head.kind,))
        self._file.execute("INSERT INTO games (id, kind) VALUES (?, ?)", (game_id, head.kind))
        self.write(head_line(game_id, head))
        for name in head.names:
            self._remember(name)

    def open_id(self, kind: str) -> int | None:
        """The id of the open game of a kind."""
        query = "SELECT max(id) FROM games WHERE is_open AND kind = ?"
        (found,) = self._file.execute(query, (kind,)).fetchone()
        return None if found is None else int(found)

    def last_id(self, kind: str) -> int | None:
        """The id of the newest game of a kind."""
        query = "SELECT max(id) FROM games WHERE kind = ?"
        (found,) = self._file.execute(query, (kind,)).fetchone()
        return None if found is None else int(found)

    def past_rows(self, kind: str) -> list[tuple[int, int, str | None]]:
        """Id, whether it counts, and summary of every past game of a kind, newest first."""
        query = "SELECT id, counts, summary FROM games WHERE NOT is_open AND NOT is_deleted"
        with said("the past games cannot be read"):
            rows = self._file.execute(f"{query} AND kind = ? ORDER BY id DESC", (kind,))
            return rows.fetchall()

    def set_open(self, game_id: int, is_open: bool) -> None:
        """Whether a game is the open one of its kind."""
        self._file.execute("UPDATE games SET is_open = ? WHERE id = ?", (is_open, game_id))

    def summarise(self, game_id: int, text: str) -> None:
        """Keeps what the list of games shows of one."""
        statement = "UPDATE games SET summary = ? WHERE id = ?"
        self._file.execute(statement, (seal(text), game_id))

    def _write_entries(self, game_id: int, after: int, entries: Sequence[LogEntry]) -> None:
        for number, entry in enumerate(entries, after + 1):
            self.write(Line(game_id, number, entry_name(entry)))

    def write(self, line: Line) -> None:
        """Adds a line."""
        row = (line.game, line.number, line_name(line))
        self._file.execute("INSERT INTO lines VALUES (?, ?, ?)", row)

    def _flag(self, statement: str, value: bool, game_id: int) -> None:
        with self.deed("a game cannot be changed") as file:
            file.execute(statement, (value, game_id))

    def erase(self, game_id: int) -> None:
        """Removes a game and all its lines."""
        self._file.execute("DELETE FROM lines WHERE game = ?", (game_id,))
        self._file.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _purge(self) -> None:
        """What was deleted before the file was opened is gone for good."""
        with self.deed("deleted set profiles cannot be removed") as file:
            file.execute("DELETE FROM profiles WHERE is_deleted")
        rows = self._file.execute("SELECT id FROM games WHERE is_deleted").fetchall()
        if rows:
            with self.deed("deleted games cannot be removed"):
                for (game_id,) in rows:
                    self.erase(game_id)

    def _remember(self, name: str) -> None:
        if name:
            self._file.execute(
                "INSERT OR REPLACE INTO names SELECT ?, coalesce(max(used), 0) + 1 FROM names",
                (name,),
            )

    def _mend(self) -> None:
        """After a file was set aside: the names are those of its games, and the newest game, if
        it is not over, is the open one."""
        with self.deed("a mended game cannot be opened") as file:
            for (text,) in file.execute("SELECT line FROM lines WHERE number = 0").fetchall():
                head = parse_line(text)
                for name in head_of(head).names if head else ():
                    self._remember(name)
            last = self.last_id(SEPMOSA)
            loaded = self.load(last) if last is not None else None
            if loaded is not None and loaded.game.state.step is not Step.OVER:
                self.set_open(loaded.id, True)
                count = self.count(loaded.id)
                self._write_entries(loaded.id, count, loaded.game.log[count:])

    # Reading

    def _seconds(self, game_id: int) -> tuple[tuple[float, float], float]:
        """The time each player and the turn under way have taken, as far as it was kept."""
        with said("the clock cannot be read"):
            row = self._file.execute("SELECT value FROM settings WHERE name = ?", (SECONDS,))
            told = unseal((row.fetchone() or (None,))[0])
            count = self.count(game_id)
        of, one, two, *more = json.loads(told) if told else (None, 0.0, 0.0)
        if of != game_id:
            return (0.0, 0.0), 0.0
        turn, after = more or (0.0, -1)
        return (one, two), turn if after == count else 0.0

    def _write_seconds(self, game_id: int, players: tuple[float, float], turn: float) -> None:
        """The time taken, and after how many entries: another turn has another time."""
        spent = [round(each, 1) for each in (*players, turn)]
        told = seal(json.dumps([game_id, *spent, self.count(game_id)]))
        self._file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (SECONDS, told))

    def count(self, game_id: int) -> int:
        """How many entries the log of a game has; -1 where it is not there."""
        query = "SELECT coalesce(max(number), -1) FROM lines WHERE game = ?"
        return int(self._file.execute(query, (game_id,)).fetchone()[0])

    def lines(self, game_id: int) -> list[Line | None]:
        """Every line of a game; nothing for a damaged one."""
        query = "SELECT line FROM lines WHERE game = ? ORDER BY number"
        with said(f"game {game_id} cannot be read"):
            return [parse_line(text) for (text,) in self._file.execute(query, (game_id,))]

    def _past_game(self, game_id: int, counts: int, summary: str | None) -> PastGame | None:
        told = unseal(summary)
        if told is not None:
            return _parse_summary(game_id, bool(counts), json.loads(told))
        loaded = self.load(game_id)
        if loaded is None or not loaded.game.moves:
            return None
        with self.deed("a summary cannot be kept"):
            text = self._summarise(loaded)
        return _parse_summary(game_id, bool(counts), json.loads(text))

    def _summarise(self, loaded: OpenGame) -> str:
        """Writes what the list of games shows of one."""
        head = next(line for line in self.lines(loaded.id) if line is not None)
        text = json.dumps(_summary(loaded, head_of(head).begun))
        self.summarise(loaded.id, text)
        return text


def _replayed(lines: Sequence[Line | None]) -> Game[Table] | None:
    """The game that the lines tell; nothing where they make no sense."""
    game = Game(EMPTY_TABLE, EMPTY_TABLE)
    try:
        for number, line in enumerate(lines, 1):
            if line is None or line.number != number:
                return None
            game = game.append(parse_entry(line.text))
    except (NotationError, IllegalMove, NothingToUndo, IndexError):
        return None
    if not game.units:
        return None
    while (follower := game.state.due()) is not None:  # a mended log may end within a deed
        game = game.append(follower)
    return game


def _summary(loaded: OpenGame, begun: str) -> dict[str, object]:
    best = [0, 0]
    state = loaded.game.initial
    winner = None
    for event in loaded.game.events:
        if isinstance(event, Play):
            best[state.player] = max(best[state.player], points(state.mosaic, event.move))
        elif isinstance(event, Win):
            winner = int(event.player)
        state = state.advance(event)
    return {
        "names": loaded.names,
        "begun": begun,
        "scores": state.scores,
        "target": state.target,
        "turns": len(loaded.game.moves),
        "winner": winner,
        "best": best,
    }


def _parse_summary(game_id: int, counts: bool, told: Mapping[str, object]) -> PastGame:
    values = {
        key: tuple(value) if isinstance(value, list) else value for key, value in told.items()
    }
    winner = values.pop("winner")
    player = Player(winner) if isinstance(winner, int) else None
    return PastGame(id=game_id, counts=counts, winner=player, **values)  # type: ignore[arg-type]
