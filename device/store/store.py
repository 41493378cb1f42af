"""The store: games, names, settings, set profiles in one file, on disk before a call returns."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device import games
from device.core.game import GameKind, Result, Steps
from device.core.messages import Message, say
from device.core.model import OpenGame
from device.core.settings import DEFAULTS, Settings, parse_settings, settings_texts
from device.locale import own_names
from device.store.contents import Contents, Fact, KeptClock, KeptGame, clock_fact
from device.store.file import GamesFile, SetAside, StoreError, said
from engine.names import clean_name

if TYPE_CHECKING:
    from device.store.profiles import ProfileShelf

log = logging.getLogger(__name__)

NAMES_KEPT = 24


class Store(AbstractContextManager["Store"]):
    """All that outlives the process. One process at a time; one thread. Raises StoreError."""

    def __init__(self, path: Path, today: Callable[[], str]) -> None:
        """Opens or makes the file; `today` tells day and time, ISO 8601, for people only."""
        with said(f"{path.parent}: cannot be made"):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.today = today
        self.summed_up = 0  # past games, since the file was opened
        self._file = GamesFile(path)

    @property
    def contents(self) -> Contents:
        """What is kept now."""
        return self._file.contents

    @property
    def set_aside(self) -> SetAside | None:
        """The damaged file that players have not been told of yet."""
        return self._file.set_aside

    @property
    def profiles(self) -> ProfileShelf:
        """The set profiles; what they are made of is loaded only when one is wanted."""
        from device.store.profiles import ProfileShelf

        return ProfileShelf(self.contents, self.write, self.today)

    def forget_aside(self) -> None:
        """Players know of the file set aside: the next start says nothing of it."""
        self.write("what was told cannot be noted", ["aside"])

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    # The game under way

    def begin(
        self, names: Sequence[str], entries: Sequence[Any], game: GameKind | None = None
    ) -> int:
        """A new open game with its first entries, of the kind at home unless another is named;
        returns its id, which no game has had before. Another one open is closed."""
        kind = game or games.GAMES[0]
        before = self.contents.open_ids.get(kind.name)
        facts = self._closing(before) if before is not None else ()
        game_id = self.contents.last + 1
        head = ["begin", game_id, kind.name, list(map(clean_name, names)), self.today()]
        log = ["log", game_id, 0, list(map(kind.codec.line, entries))]
        self.write("a game cannot be begun", *facts, head, log)
        return game_id

    def append(
        self,
        game_id: int,
        entries: Sequence[Any],
        after: int,
        seconds: tuple[float, ...] | None = None,
    ) -> None:
        """Adds a move and what followed from it to a log that has had `after` entries so far, and
        the time each player has spent, where a clock counts it."""
        game = self.contents.games.get(game_id)
        kind = games.game_named(game.kind) if game is not None else None
        count = len(game.log) if game is not None else -1
        if kind is None or count != after:
            why = f"game {game_id} has {count} entries, not {after}"
            raise StoreError(say(Message.FAULT_STORE, detail=why), why)
        facts: list[Fact] = [["log", game_id, after, list(map(kind.codec.line, entries))]]
        if seconds is not None:
            facts.append(clock_fact(KeptClock(game_id, seconds, 0.0, after + len(entries))))
        self.write("a move cannot be kept", *facts)

    def keep_clock(self, game_id: int, players: tuple[float, ...], turn: float) -> None:
        """The time each player and the turn under way have taken so far. Nobody waits for the disk:
        a power cut may take the last half minute of it, never anything else."""
        game = self.contents.games.get(game_id)
        if game is not None:
            clock = KeptClock(game_id, players, turn, len(game.log))
            self.write("the clock cannot be kept", clock_fact(clock), waits=False)

    def close_game(self, game_id: int) -> None:
        """The game is a past one from now on; without a single turn it is none at all."""
        facts = self._closing(game_id)
        if facts:
            self.write("a game cannot be closed", *facts)

    def open_game(self, game: GameKind | None = None) -> OpenGame | None:
        """The game that was not finished, as far as it was played: of the kind at home unless
        another is named."""
        game_id = self.contents.open_ids.get((game or games.GAMES[0]).name)
        loaded = self.load(game_id) if game_id is not None else None
        if loaded is None:
            return None
        kept = len(self.contents.games[loaded.id].log)
        if kept < len(loaded.game.log):  # one saved from damage may end within a transaction
            self.append(loaded.id, loaded.game.log[kept:], kept)
        clock = self.contents.clock
        if clock is None or clock.game != loaded.id:
            return loaded
        turn = clock.turn if clock.after == kept else 0.0
        return replace(loaded, seconds=clock.players, turn_seconds=turn)

    def load(self, game_id: int) -> OpenGame | None:
        """A game by its id; None if it is not there or cannot be replayed."""
        kept = self.contents.games.get(game_id)
        return finish(_load(kept)) if kept is not None else None

    # Games of the past

    def past_games(self, game: GameKind | None = None) -> tuple[Any, ...]:
        """Every finished or abandoned game of a kind that was summed up, newest first."""
        kind = game or games.GAMES[0]
        found = (kind.codec.past(kept) for kept in self._past(kind))
        return tuple(past for past in found if past is not None)

    def sum_up(self) -> Steps[None]:
        """Sums up, step by step, past games that were not when they were closed."""
        for kind in games.GAMES:
            for kept in self._past(kind):
                if kept.summary is not None and kind.codec.past(kept) is not None:
                    continue
                loaded = yield from _load(kept)
                if loaded is not None and kind.codec.turns(loaded.game):
                    summary = yield from kind.codec.summary(loaded)
                    self.keep_summary(kept.id, summary)

    def set_counts(self, game_id: int, counts: bool) -> None:
        """Whether a game counts in the statistics."""
        self._tell_of(game_id, "counts", counts)

    def delete(self, game_id: int) -> None:
        """A game goes; until the file is next opened it can be restored."""
        self._tell_of(game_id, "deleted", True)

    def restore(self, game_id: int) -> None:
        """A deleted game comes back."""
        self._tell_of(game_id, "deleted", False)

    # Names and settings

    def names(self) -> tuple[str, ...]:
        """The names people used before, newest first."""
        people = [each for each in reversed(self.contents.names) if each not in own_names()]
        return tuple(people[:NAMES_KEPT])

    def settings(self, shipped: Settings = DEFAULTS) -> Settings:
        """The settings kept; what was never set, or cannot be understood, is as `shipped`."""
        return parse_settings(self.contents.settings, shipped)

    def keep_settings(self, settings: Settings, shipped: Settings = DEFAULTS) -> None:
        """These settings hold from now on; what is as `shipped` goes on following that."""
        usual = settings_texts(shipped)
        texts = settings_texts(settings).items()
        changes = {name: text if text != usual[name] else None for name, text in texts}
        self.write("the settings cannot be kept", ["settings", changes])

    # For every kind of game

    def write(self, trouble: str, *facts: Fact, waits: bool = True) -> None:
        """One transaction: all of it on disk when this returns, or nothing of it."""
        self._file.write(trouble, *facts, waits=waits)

    def _past(self, kind: GameKind) -> list[KeptGame]:
        """The games of that kind that are neither open nor deleted, newest first."""
        open_id = self.contents.open_ids.get(kind.name)
        return [
            game
            for game in reversed(self.contents.games.values())
            if game.kind == kind.name and game.id != open_id and not game.is_deleted
        ]

    def keep_summary(self, game_id: int, summary: dict[str, Any]) -> None:
        """Keeps what the list of games shows of one; it can be made again, so nobody waits."""
        if game_id in self.contents.games:  # it may have been erased meanwhile
            self.write("a summary cannot be kept", ["summary", game_id, summary], waits=False)
            self.summed_up += 1

    def _tell_of(self, game_id: int, what: str, is_so: bool) -> None:
        if game_id in self.contents.games:
            self.write("a game cannot be changed", [what, game_id, is_so])

    def _closing(self, game_id: int) -> tuple[Fact, ...]:
        """What closes a game: it is summed up, and erased if nothing was played in it."""
        kept = self.contents.games.get(game_id)
        kind = games.game_named(kept.kind) if kept is not None else None
        if kind is None:
            return ()
        loaded = self.load(game_id)
        if loaded is None:
            return (["close", game_id],)
        if not kind.codec.turns(loaded.game):
            return ["close", game_id], ["erase", game_id]
        return ["close", game_id], ["summary", game_id, finish(kind.codec.summary(loaded))]


def finish(steps: Steps[Result]) -> Result:
    """What comes of work that is done step by step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def _load(game: KeptGame) -> Steps[OpenGame | None]:
    """The game that a log tells; None if it makes no sense."""
    kind = games.game_named(game.kind)
    if kind is None or len(game.names) not in kind.codec.seats:
        return None
    try:
        replayed = yield from kind.codec.replay(game.log)
    except (ValueError, IndexError) as no:  # all that the engine raises of a log
        log.warning("game %d cannot be replayed: %s", game.id, no)
        return None
    return OpenGame(game.id, game.names, replayed, game.begun) if replayed.units else None
