"""The games of one table as JSON for onlookers: the one under way, past ones, their records.

`docs/sharing.md` says what every field means; pages, bots and the club rely on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.core.table_state import TableState
from device.games import onlooker_for
from device.locale import Language
from device.share.reader import GamesReader, News
from device.share.seen import Json, Onlooker, Result, SeenGame
from device.share.words import ShareWords
from device.store.contents import KeptGame

NEWEST = 8  # moves that a live view has
REPLAYED = 8  # games kept in memory


@dataclass(frozen=True, slots=True)
class _Replayed:
    """A game as far as its log was replayed; None if the log makes no sense."""

    count: int  # entries
    seen: SeenGame | None


class SharedGames:
    """What onlookers may see of one table, up to date after every `poll`."""

    def __init__(self, path: Path) -> None:
        self._reader = GamesReader(path)
        self._replayed: dict[int, _Replayed] = {}
        self._current: int | None = None  # the game that was played last

    def poll(self) -> News | None:
        """Looks for news in the file; None where there are none. Raises OSError."""
        news = self._reader.poll()
        if news is None:
            return None
        if news.is_whole:
            self._replayed.clear()
            contents = self._reader.contents
            self._current = max(contents.open_ids.values(), default=None)
        for fact in news.facts:
            if fact[0] in ("begin", "log"):
                self._current = fact[1]
        return news

    @property
    def language(self) -> str | None:
        """The language that is set at the table, if one is."""
        return self._reader.contents.settings.get("language")

    # One game

    @property
    def current(self) -> KeptGame | None:
        """The game under way, or the newest one."""
        known = self._find(self._current) if self._current is not None else None
        return known or next(self._shown(), None)

    @property
    def live_id(self) -> int | None:
        """The number of the game under way."""
        game = self.current
        return game.id if game is not None and self.is_open(game) else None

    def is_open(self, game: KeptGame) -> bool:
        """Whether a game was left open: it is being played, or can be gone on with."""
        return self._reader.contents.open_ids.get(game.kind) == game.id

    def seen(self, game: KeptGame) -> SeenGame | None:
        """A game as an onlooker sees it; None if its log makes no sense."""
        known = self._replayed.pop(game.id, None)
        if known is None or known.count > len(game.log):
            known = _Replayed(0, _onlooker(game).begin(game.names))
        if known.count < len(game.log) and known.seen is not None:
            known = _Replayed(len(game.log), _grown(known.seen, game.log[known.count :]))
        self._replayed[game.id] = known
        while len(self._replayed) > REPLAYED:
            del self._replayed[next(iter(self._replayed))]
        return known.seen

    def state(self) -> TableState:
        """What happens at the table, as far as the games tell."""
        game = self.current
        seen = self.seen(game) if game is not None and self.is_open(game) else None
        return TableState.IDLE if seen is None else seen.state

    # As JSON

    def live(self, language: Language) -> Json | None:
        """The game under way, or the newest: all that a scoreboard shows."""
        game = self.current
        seen = self.seen(game) if game is not None else None
        if game is None or seen is None:
            return None
        return {
            **self._head(game, seen, language),
            **seen.table(),
            "moves": seen.moves(language, NEWEST),
            "curve": seen.curve(),
        }

    def whole(self, game_id: int, language: Language) -> Json | None:
        """A game with every move, to be replayed; None if there is none."""
        game = self._find(game_id)
        seen = self.seen(game) if game is not None else None
        if game is None or seen is None:
            return None
        head = {**self._head(game, seen, language), **seen.table()}
        return {**head, "moves": seen.moves(language), "curve": seen.curve()}

    def record(self, game_id: int | None = None) -> str | None:
        """The text record of a game, or of the live one; None if there is none."""
        game = self.current if game_id is None else self._find(game_id)
        seen = self.seen(game) if game is not None else None
        if game is None or seen is None:
            return None
        return seen.record(game.names, game.begun)

    def listed(self, language: Language) -> list[Json]:
        """A line for every game, newest first."""
        return [self._line(game, language) for game in self._shown()]

    def finished(self) -> list[Json]:
        """The line of every game that was played to its end, newest first; names as typed."""
        return [line for line in map(self._line, self._shown()) if line["over"]]

    def _line(self, game: KeptGame, language: Language | None = None) -> Json:
        found = self._result(game)
        return {
            "id": game.id,
            "game": game.kind,
            "names": _names(game, language) if language else list(game.names),
            "begun": game.begun,
            "open": self.is_open(game),
            "counts": game.counts,
            "scores": list(found.scores) if found else None,
            "winners": list(found.winners) if found else [],
            "turns": found.turns if found else None,
            "over": found is not None and found.is_over,
        }

    def _result(self, game: KeptGame) -> Result | None:
        if self.is_open(game):
            seen = self.seen(game)
            if seen is None:
                return None
            is_over = seen.state is TableState.OVER
            return Result(seen.scores, seen.winners, seen.turn, is_over)
        return None if game.summary is None else _onlooker(game).result(game.summary)

    def _head(self, game: KeptGame, seen: SeenGame, language: Language) -> Json:
        return {
            "id": game.id,
            "game": game.kind,
            "names": _names(game, language),
            "begun": game.begun,
            "open": self.is_open(game),
            "state": seen.state.value,
            "turn": seen.turn,
            "player": seen.player,
            "scores": list(seen.scores),
            "winners": list(seen.winners),
            "target": seen.target,
        }

    def _find(self, game_id: int) -> KeptGame | None:
        game = self._reader.contents.games.get(game_id)
        return game if game is not None and _is_shown(game) else None

    def _shown(self) -> Iterator[KeptGame]:
        return filter(_is_shown, reversed(self._reader.contents.games.values()))


def _is_shown(game: KeptGame) -> bool:
    return not game.is_deleted and onlooker_for(game.kind) is not None


def _onlooker(game: KeptGame) -> Onlooker:
    onlooker = onlooker_for(game.kind)
    if onlooker is None:
        raise ValueError(f"{game.kind} is not for onlookers")
    return onlooker


def _names(game: KeptGame, language: Language) -> list[str]:
    words = ShareWords(language, game.names)
    return [words.player(player) for player in range(len(game.names))]


def _grown(seen: SeenGame, entries: list[str]) -> SeenGame | None:
    try:
        return seen.grown(entries)
    except (ValueError, IndexError):  # all that the engine raises of a log
        return None
