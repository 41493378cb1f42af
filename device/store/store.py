"""The store: games, names, settings, set profiles in one file, on disk before a call returns."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from device.core.messages import Message, say
from device.core.settings import DEFAULTS, Settings, parse_settings, settings_texts
from device.games.sepmosa.model import OpenGame, PastGame
from device.store.contents import SEPMOSA, Contents, Fact, KeptClock, KeptGame, clock_fact
from device.store.file import GamesFile, SetAside, StoreError, said
from engine.history import NothingToUndo
from engine.names import clean_name
from engine.sepmosa import Game, IllegalMove, NotationError, Play, Win
from engine.sepmosa.game import LogEntry
from engine.sepmosa.notation import log_line, parse_log_line
from engine.sepmosa.rules import points
from engine.sepmosa.table import EMPTY_TABLE

if TYPE_CHECKING:
    from device.store.profiles import ProfileShelf

log = logging.getLogger(__name__)

NAMES_KEPT = 24

Result = TypeVar("Result")
Steps = Generator[None, None, Result]  # work that can be left off after every small step


class Store:
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
        """A new open game with its first entries; returns its id. Another one open is closed."""
        before = self.contents.open_ids.get(SEPMOSA)
        facts = self._closing(before) if before is not None else ()
        return self.begin_game(SEPMOSA, names, list(map(log_line, entries)), *facts)

    def append(
        self,
        game_id: int,
        entries: Sequence[LogEntry],
        after: int,
        seconds: tuple[float, float] | None = None,
    ) -> None:
        """Adds a move and what followed from it to a log that has had `after` entries so far, and
        the time each player has spent, where a clock counts it."""
        facts: list[Fact] = []
        if seconds is not None:
            facts.append(clock_fact(KeptClock(game_id, seconds, 0.0, after + len(entries))))
        self.append_entries(game_id, list(map(log_line, entries)), after, *facts)

    def keep_clock(self, game_id: int, players: tuple[float, float], turn: float) -> None:
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

    def open_game(self) -> OpenGame | None:
        """The game that was not finished, as far as it was played."""
        game_id = self.contents.open_ids.get(SEPMOSA)
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
        game = self.game(game_id, SEPMOSA)
        return finish(_load(game)) if game is not None else None

    # Games of the past

    def past_games(self) -> tuple[PastGame, ...]:
        """Every finished or abandoned game that was summed up, newest first."""
        found = (_past_game(game) for game in self.past(SEPMOSA))
        return tuple(game for game in found if game is not None)

    def sum_up(self) -> Steps[None]:
        """Sums up, step by step, past games that were not when they were closed."""
        for game in self.past(SEPMOSA):
            loaded = (yield from _load(game)) if _past_game(game) is None else None
            if loaded is not None and loaded.game.moves:
                self.keep_summary(game.id, (yield from _summary(loaded)))

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
        """The names used before, newest first."""
        return tuple(reversed(self.contents.names))[:NAMES_KEPT]

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

    def game(self, game_id: int, kind: str) -> KeptGame | None:
        """A game of that kind by its id; None if it is not there."""
        game = self.contents.games.get(game_id)
        return game if game is not None and game.kind == kind else None

    def begin_game(self, kind: str, names: Sequence[str], entries: list[str], *before: Fact) -> int:
        """A new open game after other facts; returns its id, which no game has had before."""
        game_id = self.contents.last + 1
        head = ["begin", game_id, kind, list(map(clean_name, names)), self.today()]
        self.write("a game cannot be begun", *before, head, ["log", game_id, 0, entries])
        return game_id

    def append_entries(self, game_id: int, entries: list[str], after: int, *facts: Fact) -> None:
        """Adds entries to a log that has had `after` so far, and other facts."""
        game = self.contents.games.get(game_id)
        count = len(game.log) if game is not None else -1
        if count != after:
            why = f"game {game_id} has {count} entries, not {after}"
            raise StoreError(say(Message.FAULT_STORE, detail=why), why)
        self.write("a move cannot be kept", ["log", game_id, after, entries], *facts)

    def past(self, kind: str) -> list[KeptGame]:
        """The games of that kind that are neither open nor deleted, newest first."""
        open_id = self.contents.open_ids.get(kind)
        return [
            game
            for game in reversed(self.contents.games.values())
            if game.kind == kind and game.id != open_id and not game.is_deleted
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
        if self.game(game_id, SEPMOSA) is None:
            return ()
        loaded = self.load(game_id)
        if loaded is None:
            return (["close", game_id],)
        if not loaded.game.moves:
            return ["close", game_id], ["erase", game_id]
        return ["close", game_id], ["summary", game_id, finish(_summary(loaded))]


def finish(steps: Steps[Result]) -> Result:
    """What comes of work that is done step by step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def _load(game: KeptGame) -> Steps[OpenGame | None]:
    """The game that a log tells; None if it makes no sense."""
    replayed = Game(EMPTY_TABLE, EMPTY_TABLE)
    try:
        one, two = game.names
        for text in game.log:
            replayed = replayed.append(parse_log_line(text))
            yield
    except (NotationError, IllegalMove, NothingToUndo, IndexError, ValueError) as no:
        log.warning("game %d cannot be replayed: %s", game.id, no)
        return None
    if not replayed.units:
        return None
    while (follower := replayed.state.due()) is not None:  # see `Store.open_game`
        replayed = replayed.append(follower)
    return OpenGame(game.id, (one, two), replayed)


def _summary(loaded: OpenGame) -> Steps[dict[str, Any]]:
    """What the list of games shows of one."""
    best = [0, 0]
    state = loaded.game.initial
    winner = None
    for event in loaded.game.events:
        if isinstance(event, Play):
            best[state.player] = max(best[state.player], points(state.mosaic, event.move))
        elif isinstance(event, Win):
            winner = int(event.player)
        state = state.advance(event)
        yield
    return {
        "scores": state.scores,
        "target": state.target,
        "turns": len(loaded.game.moves),
        "winner": winner,
        "best": best,
    }


def _past_game(game: KeptGame) -> PastGame | None:
    """What a game's summary tells; None if it has none that can be understood."""
    match game.summary, game.names:
        case {
            "scores": [int(one), int(two)],
            "target": int(target),
            "turns": int(turns),
            "winner": 0 | 1 | None as winner,
            "best": [int(best_one), int(best_two)],
        }, [first, second]:
            return PastGame(
                game.id,
                (first, second),
                game.begun,
                (one, two),
                target,
                turns,
                winner,
                game.counts,
                (best_one, best_two),
            )
    return None
