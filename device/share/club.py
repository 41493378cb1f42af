"""A club night: many tables on one page, made of what they tell a broker and of nothing else.

What a broker says may come from anybody: it is believed only in the form that tables use. Clocks
of tables may differ from ours: each table says what its own shows, and its games are counted by
how long ago they began there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from device.core.table_state import TableState
from device.games import onlooker_for
from device.share.messages import AVAILABILITY, CLOCK, ONLINE
from device.share.seen import Json
from engine.names import clean_name

MOST_TABLES = 64
MOST_GAMES = 10_000  # of one table
MOST_BYTES = 4_000_000  # of a message
LONG_AGO = datetime(1, 1, 2, tzinfo=UTC)
SAME = timedelta(minutes=2)  # clocks no further apart than that agree


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    table: str
    id: int
    kind: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    begun: str  # as the table's clock said
    counts: bool


@dataclass(frozen=True, slots=True)
class ClubTable:
    """What one table has told."""

    name: str = ""  # as it was given, if it was
    is_online: bool = False
    state: TableState = TableState.IDLE
    game: Json | None = None  # the one under way
    played: tuple[Played, ...] = ()
    ahead: timedelta = timedelta()  # of its clock before ours


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line."""

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0


@dataclass(slots=True)
class Club:
    """All tables that were heard of."""

    hours: float = 12.0  # how long an evening is
    tables: dict[str, ClubTable] = field(default_factory=dict)

    def take(self, topic: str, payload: bytes, is_retained: bool, now: datetime) -> bool:
        """Takes a message of a table, its topic without the prefix; whether it says anything."""
        name, _, what = topic.partition("/")
        known = self.tables.get(name, ClubTable())
        if not payload:
            return self._forget(name, known, what)
        fresh = _told(known, name, what, payload, is_retained, now)
        if fresh is None or fresh == known:
            return False
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            return False
        self.tables[name] = fresh
        return True

    def _forget(self, name: str, known: ClubTable, what: str) -> bool:
        """A table took something back."""
        if name not in self.tables:
            return False
        if what == AVAILABILITY:
            del self.tables[name]
        elif what == "board":
            self.tables[name] = replace(known, game=None)
        elif what == "games":
            self.tables[name] = replace(known, played=())
        return True

    def played(self, since: datetime | None = None) -> list[Played]:
        """Finished games, those of each table newest first; only those begun since then."""
        return [
            game
            for table in self.tables.values()
            for game in table.played
            if since is None or _began(game, table) >= since
        ]

    def evening(self, now: datetime) -> datetime:
        """When the evening began."""
        return now - timedelta(hours=self.hours)


# What a table says


def _told(
    known: ClubTable, name: str, what: str, payload: bytes, is_retained: bool, now: datetime
) -> ClubTable | None:
    """The table after a message; None if it is none that a table sends."""
    if what == AVAILABILITY:
        return replace(known, is_online=payload == ONLINE.encode())
    if what not in ("board", "games", CLOCK) or len(payload) > MOST_BYTES:
        return None
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    match what, told:
        case "board", {"table": str(title), "state": str(state), "game": dict() | None as game}:
            return _with_board(replace(known, name=clean_name(title)), state, game)
        case "games", {"table": str(title), "games": list(games)}:
            found = (_played(name, each) for each in games[:MOST_GAMES])
            played = tuple(game for game in found if game is not None)
            return replace(known, name=clean_name(title), played=played)
        case "clock", {"now": str(text)} if not is_retained:
            theirs = _time(text)
            apart = theirs - now if theirs is not None else timedelta()
            return replace(known, ahead=apart if abs(apart) > SAME else timedelta())
    return None


def _with_board(table: ClubTable, state: str, game: Json | None) -> ClubTable | None:
    if state not in {each.value for each in TableState}:
        return None
    if game is None:
        return replace(table, state=TableState(state), game=None)
    onlooker = onlooker_for(str(game.get("game")))
    checked = onlooker.checked(game) if onlooker is not None else None
    return None if checked is None else replace(table, state=TableState(state), game=checked)


def _played(table: str, told: Any) -> Played | None:
    match told:
        case {
            "id": int(number),
            "game": str(kind),
            "names": [str(), *_] as names,
            "scores": [int(), *_] as scores,
            "winners": list(winners),
            "begun": str(begun),
            "counts": bool(counts),
        }:
            is_well = len(names) == len(scores) <= 8 and onlooker_for(kind) is not None
            is_well &= all(isinstance(name, str) for name in names)
            is_well &= all(isinstance(score, int) and abs(score) < 10_000 for score in scores)
            is_well &= all(who in range(len(names)) for who in winners if isinstance(who, int))
            is_well &= all(isinstance(who, int) for who in winners)
            if is_well:
                shown = tuple(map(clean_name, names))
                return Played(
                    table, number, kind, shown, tuple(scores), tuple(winners), begun[:40], counts
                )
    return None


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        return None


def _began(game: Played, table: ClubTable) -> datetime:
    """When a game began by our clock; long ago if nobody can say."""
    began = _time(game.begun)
    with suppress(OverflowError):
        return began - table.ahead if began is not None else LONG_AGO
    return LONG_AGO


# Standings


def standings(games: Iterable[Played]) -> list[Standing]:
    """A line for every player with a name: most wins first, then points, then fewest games. The
    same name at two tables is the same player, however it is spelt."""
    lines: dict[str, Standing] = {}
    for game in games:
        if not game.counts:
            continue
        for who, name in enumerate(game.names):
            if not name:
                continue
            known = lines.get(name.casefold(), Standing(name))
            lines[name.casefold()] = replace(
                known,
                games=known.games + 1,
                wins=known.wins + (who in game.winners),
                points=known.points + game.scores[who],
            )
    order = sorted(lines.values(), key=lambda each: each.name.casefold())
    return sorted(order, key=lambda each: (-each.wins, -each.points, each.games))
