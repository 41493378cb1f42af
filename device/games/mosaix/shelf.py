"""MOSAIX's games in the store: the same file, the same lines, on disk before any call returns."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from device.games.mosaix.match import OpenGame, PastGame, figures_of, is_over, scores_of
from device.store.contents import MOSAIX, Fact, KeptGame
from device.store.store import Steps, Store
from engine.mosaix import IllegalMove, NotationError, NothingToUndo
from engine.mosaix.notation import AnyLogEntry, log_line, match_of, parse_log_line
from engine.mosaix.paper import Paper

log = logging.getLogger(__name__)


class Shelf:
    """The games of MOSAIX. One process at a time; one thread. Raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # The game under way

    def begin(self, names: Sequence[str], entries: Sequence[AnyLogEntry]) -> int:
        """A new open game with its first entries; returns its id. Another one open is closed."""
        before = self._store.contents.open_ids.get(MOSAIX)
        facts = self._closing(before) if before is not None else ()
        return self._store.begin_game(MOSAIX, names, list(map(log_line, entries)), *facts)

    def append(self, game_id: int, entries: Sequence[AnyLogEntry], after: int) -> None:
        """Adds what happened to a log that has had `after` entries so far."""
        self._store.append_entries(game_id, list(map(log_line, entries)), after)

    def close_game(self, game_id: int) -> None:
        """The game is a past one from now on; without a single figure it is none at all."""
        facts = self._closing(game_id)
        if facts:
            self._store.write("a game cannot be closed", *facts)

    def _closing(self, game_id: int) -> tuple[Fact, ...]:
        """What closes a game: it is summed up, and erased if nothing was laid in it."""
        if self._store.game(game_id, MOSAIX) is None:
            return ()
        loaded = self.load(game_id)
        if loaded is None:
            return (["close", game_id],)
        if not figures_of(loaded.match):
            return ["close", game_id], ["erase", game_id]
        return ["close", game_id], ["summary", game_id, _summary(loaded)]

    def open_game(self) -> OpenGame | None:
        """The game that was not finished, as far as it was played."""
        game_id = self._store.contents.open_ids.get(MOSAIX)
        return self.load(game_id) if game_id is not None else None

    def load(self, game_id: int) -> OpenGame | None:
        """A game by its id; None if it is not there or cannot be replayed."""
        game = self._store.game(game_id, MOSAIX)
        return _load(game) if game is not None else None

    # Games of the past

    def past_games(self) -> tuple[PastGame, ...]:
        """Every finished or abandoned game that was summed up, newest first."""
        found = (_past_game(game) for game in self._store.past(MOSAIX))
        return tuple(game for game in found if game is not None)

    def sum_up(self) -> Steps[None]:
        """Sums up, one after the other, past games that were not when they were closed."""
        for game in self._store.past(MOSAIX):
            loaded = _load(game) if _past_game(game) is None else None
            if loaded is not None and figures_of(loaded.match):
                self._store.keep_summary(game.id, _summary(loaded))
            yield


def _load(game: KeptGame) -> OpenGame | None:
    """The game that a log tells; None if it makes no sense."""
    try:
        match = match_of(map(parse_log_line, game.log))
    except (NotationError, IllegalMove, NothingToUndo, IndexError) as no:
        log.warning("game %d cannot be replayed: %s", game.id, no)
        return None
    return OpenGame(game.id, game.names, game.begun, match) if match.events else None


def _summary(loaded: OpenGame) -> dict[str, Any]:
    """What the list of games shows of one."""
    match = loaded.match
    return {
        "scores": scores_of(match),
        "turns": len(figures_of(match)),
        "is_over": is_over(match),
        "is_kept": not isinstance(match, Paper),
    }


def _past_game(game: KeptGame) -> PastGame | None:
    """What a game's summary tells; None if it has none that can be understood."""
    match game.summary:
        case {
            "scores": [*scores],
            "turns": int(turns),
            "is_over": bool(is_over),
            "is_kept": bool(is_kept),
        } if all(isinstance(score, int) for score in scores):
            return PastGame(game.id, game.names, game.begun, tuple(scores), turns, is_over, is_kept)
    return None
