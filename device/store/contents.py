"""All that the games' file tells, in memory: built up fact by fact, and told again as facts.

A fact is a JSON array whose first word says what it is about. The facts of one transaction are one
line of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

SEPMOSA, MOSAIX = "sepmosa", "mosaix"  # the kinds of games
VERSION = 5  # of the file's facts; 1 to 4 were SQLite's
LONGEST = 1e9  # seconds: more than anybody plays
ENTRIES = 8  # of a log in one line where a file is rewritten: what one damaged block can cost

Fact = Sequence[Any]


class Unfit(ValueError):
    """A fact that does not follow from those before it."""


class Newer(ValueError):
    """Facts written by a newer companion."""


@dataclass(slots=True)
class KeptGame:
    """One game: its log as text, and what is known about it."""

    id: int
    kind: str
    names: tuple[str, ...]
    begun: str  # day and time as the wall clock said, ISO 8601
    log: list[str] = field(default_factory=list)
    counts: bool = True
    is_deleted: bool = False
    summary: dict[str, Any] | None = None  # what the list of games shows of it


@dataclass(slots=True)
class KeptProfile:
    """A set profile as text."""

    name: str
    taught: str
    text: str
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class KeptClock:
    """The seconds each player and the turn under way had taken after so many entries of a log."""

    game: int
    players: tuple[float, ...]
    turn: float
    after: int


@dataclass(slots=True)
class Contents:
    """What is kept. Numbers of games only grow: `last` is the highest ever given."""

    games: dict[int, KeptGame] = field(default_factory=dict)
    open_ids: dict[str, int] = field(default_factory=dict)  # kind → the open game
    last: int = 0
    settings: dict[str, str] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)  # the newest is the last
    profiles: dict[str, KeptProfile] = field(default_factory=dict)
    clock: KeptClock | None = None
    aside: tuple[str, int, int] | None = None  # a file set aside that players have not heard of
    stale: int = 0  # facts that later ones have replaced

    def take_line(self, body: str) -> None:
        """Takes the facts of one line; raises Unfit at the first that does not fit, and Newer."""
        for fact in facts_of(body):
            self.take(fact)

    def take(self, fact: Any) -> None:  # noqa: C901  a case for each kind of fact
        """Takes one fact; raises Unfit, and nothing has changed then, or Newer."""
        match fact:
            case ["games", int(version)]:
                if version > VERSION:
                    raise Newer(f"version {version} of the file is too new")
            case ["begin", int(game), str(kind), list(names), str(begun)] if game > self.last:
                self.games[game] = KeptGame(game, kind, texts_of(names), begun)
                self.open_ids[kind] = self.last = game
                for name in filter(None, names):
                    self.names.pop(name, None)
                    self.names[name] = None
            case ["numbers", int(last)]:
                self.last = max(self.last, last)
            case [str(word), int(game), *rest] if game in self.games:
                self._take_about(self.games[game], word, rest)
            case ["settings", dict(changes)]:
                self._set(changes)
            case ["names", list(names)]:
                self.names = dict.fromkeys(texts_of(names))
            case ["profile", str(name), str(taught), str(text)]:
                self.profiles[name] = KeptProfile(name, taught, text)
            case ["profile-deleted", str(name), bool(is_deleted)] if name in self.profiles:
                self.profiles[name].is_deleted = is_deleted
            case ["profile-erased", str(name)] if name in self.profiles:
                del self.profiles[name]
            case ["aside", str(name), int(saved), int(cut)]:
                self.aside = name, saved, cut
            case ["aside"]:
                self.aside = None
            case _:
                raise Unfit(f"{str(fact)[:80]} is no fact, or does not fit")

    def _take_about(self, game: KeptGame, word: str, rest: list[Any]) -> None:
        match word, rest:
            case "log", [int(after), list(entries)] if after == len(game.log):
                game.log.extend(texts_of(entries))
            case "close", []:
                if self.open_ids.get(game.kind) == game.id:
                    del self.open_ids[game.kind]
            case "summary", [dict(summary)]:
                self.stale += game.summary is not None
                game.summary = summary
            case "counts", [bool(counts)]:
                game.counts = counts
            case "deleted", [bool(is_deleted)]:
                game.is_deleted = is_deleted
            case "erase", []:
                self._erase(game)
            case "clock", [*spent, int(after)] if len(spent) == 3:
                one, two, turn = map(_seconds, spent)
                self.stale += self.clock is not None
                self.clock = KeptClock(game.id, (one, two), turn, after)
            case _:
                raise Unfit(f"{word} {str(rest)[:80]} does not fit game {game.id}")

    def _set(self, changes: dict[str, Any]) -> None:
        if not all(isinstance(text, str | None) for text in changes.values()):
            raise Unfit("a setting is a text")
        for name, text in changes.items():
            self.settings.pop(name, None)
            if text is not None:
                self.settings[name] = text

    def _erase(self, game: KeptGame) -> None:
        del self.games[game.id]
        if self.open_ids.get(game.kind) == game.id:
            del self.open_ids[game.kind]

    def purge(self) -> bool:
        """Forgets games and profiles that were deleted; whether there were any."""
        games = [game for game in self.games.values() if game.is_deleted]
        profiles = [name for name, profile in self.profiles.items() if profile.is_deleted]
        for game in games:
            self._erase(game)
        for name in profiles:
            del self.profiles[name]
        return bool(games or profiles)

    def lines(self) -> Iterator[str]:
        """The bodies of the lines that a file with these contents needs."""
        yield body_of(["games", VERSION])
        for game in self.games.values():
            yield from _lines_of(game, self.open_ids.get(game.kind) == game.id)
        for profile in self.profiles.values():
            yield body_of(
                ["profile", profile.name, profile.taught, profile.text],
                *([["profile-deleted", profile.name, True]] if profile.is_deleted else []),
            )
        rest: list[Fact] = [["numbers", self.last], ["names", list(self.names)]]
        rest += [["settings", self.settings]] if self.settings else []
        if self.clock is not None and self.clock.game in self.games:
            rest.append(clock_fact(self.clock))
        rest += [["aside", *self.aside]] if self.aside else []
        yield body_of(*rest)


def _lines_of(game: KeptGame, is_open: bool) -> Iterator[str]:
    yield body_of(
        ["begin", game.id, game.kind, game.names, game.begun],
        ["log", game.id, 0, game.log[:ENTRIES]],
    )
    for at in range(ENTRIES, len(game.log), ENTRIES):
        yield body_of(["log", game.id, at, game.log[at : at + ENTRIES]])
    rest: list[Fact] = [] if is_open else [["close", game.id]]
    rest += [["summary", game.id, game.summary]] if game.summary is not None else []
    rest += [] if game.counts else [["counts", game.id, False]]
    rest += [["deleted", game.id, True]] if game.is_deleted else []
    if rest:
        yield body_of(*rest)


def clock_fact(clock: KeptClock) -> Fact:
    """The fact that tells the clock, in tenths of a second."""
    spent = (round(each, 1) for each in (*clock.players, clock.turn))
    return ["clock", clock.game, *spent, clock.after]


def body_of(*facts: Fact) -> str:
    """Facts as the body of a line, printable ASCII without |; `facts_of` reads it back."""
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("|", "\\u007c").replace("\x7f", "\\u007f")


def facts_of(body: str) -> list[Any]:
    """The facts in a line; raises Unfit."""
    try:
        facts = json.loads(body)
    except (ValueError, RecursionError) as no:
        raise Unfit(f"{body[:80]!r} is no JSON") from no
    if not isinstance(facts, list):
        raise Unfit(f"{body[:80]!r} is no list of facts")
    return facts


def texts_of(values: list[Any]) -> tuple[str, ...]:
    """The texts in a list; raises Unfit if there is anything else."""
    if not all(isinstance(value, str) for value in values):
        raise Unfit(f"{str(values)[:80]} are not all texts")
    return tuple(values)


def _seconds(value: Any) -> float:
    if isinstance(value, int | float) and 0 <= value < LONGEST:
        return float(value)
    raise Unfit(f"{str(value)[:80]} is no time")
