"""Does what the companion wants of the store, and says what came of it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

from device.core import effects as wanted
from device.core import events as on
from device.core.game import GameKind
from device.core.settings import DEFAULTS, Settings
from device.games.sepmosa.teaching import effects as teaching
from device.games.sepmosa.teaching.events import ProfileLoaded, ProfilesListed
from device.store.config_file import ConfigFile
from device.store.file import StoreError
from device.store.store import Store

log = logging.getLogger(__name__)

BATCH = 0.008  # seconds of a picture's 33 for summing up past games
LISTED_AFTER = 10  # games summed up: to list a thousand costs as much as to sum up one


class Keeper:
    """The store's edge. A `StoreError` is the caller's to catch, who then keeps the model from
    before and steps it with `Failed(error.sentence)`, so that nothing unsaved is ever shown."""

    def __init__(
        self, store: Store, shipped: Settings = DEFAULTS, config_file: ConfigFile | None = None
    ) -> None:
        """`shipped` holds where players have set nothing; without a file the configuration is
        as it is set until the companion is switched off."""
        self._store = store
        self._shipped = shipped
        self._config_file = config_file
        self._begun: int | None = None
        self._summing = store.sum_up()
        self._is_summed_up = False
        self._listed = 0  # games summed up when the lists were last told

    def do(  # noqa: C901  a case for each effect
        self, effect: wanted.Effect, game: GameKind | None = None
    ) -> on.Event | None:
        """Does one effect of a game, by default of that at home, if it is the store's: on disk
        before it returns; raises StoreError."""
        store = self._store
        match effect:
            case wanted.BeginGame(names, entries):
                self._begun = store.begin(names, entries, game)
                return on.GameBegun(self._begun)
            case wanted.Save(game_id, entries, after, seconds):
                known = game_id if game_id is not None else self._begun
                if known is None:
                    raise ValueError("a move was to be kept before any game had begun")
                store.append(known, entries, after, seconds)
            case wanted.KeepClock(game_id, players, turn):
                self._keep_clock(game_id, players, turn)
            case wanted.CloseGame(game_id):
                store.close_game(game_id)
            case wanted.KeepSettings(settings):
                store.keep_settings(settings, self._shipped)
            case wanted.KeepConfig(config):
                if self._config_file is not None:
                    self._config_file.keep(config)
            case wanted.SetCounts(game_id, counts):
                store.set_counts(game_id, counts)
            case wanted.DeleteGame(game_id):
                store.delete(game_id)
            case wanted.RestoreGame(game_id):
                store.restore(game_id)
            case wanted.ListGames():
                return on.GamesListed(store.past_games(game), store.names())
            case wanted.FetchGames():
                return on.Fetched(store.open_game(game), store.past_games(game), store.names())
            case wanted.LoadGame(game_id):
                return on.GameLoaded(store.load(game_id))
            case teaching.KeepProfile(profile):
                store.profiles.keep(profile)
            case teaching.NameProfile(name, new):
                store.profiles.rename(name, new)
            case teaching.DropProfile(name):
                store.profiles.delete(name)
            case teaching.BringBackProfile(name):
                store.profiles.restore(name)
            case teaching.ListProfiles():
                return ProfilesListed(store.profiles.lines())
            case teaching.LoadProfile(name):
                return ProfileLoaded(store.profiles.load(name))
        return None

    def attend(
        self, clock: Callable[[], float] = time.monotonic, game: GameKind | None = None
    ) -> Iterator[on.Event]:
        """Sums up past games that were not when they were closed, for a few milliseconds and no
        longer; now and then says what is in the list of `game` by then."""
        if self._is_summed_up:
            return
        end = clock() + BATCH
        try:
            while clock() < end:
                next(self._summing)
        except StopIteration:
            self._is_summed_up = True
        except StoreError as trouble:  # those not in the lists are summed up at the next start
            log.warning("%s", trouble)
            self._is_summed_up = True
        if self._store.summed_up - self._listed >= (1 if self._is_summed_up else LISTED_AFTER):
            self._listed = self._store.summed_up
            listed = self.do(wanted.ListGames(), game)
            if listed is not None:
                yield listed

    def _keep_clock(self, game_id: int | None, players: tuple[float, ...], turn: float) -> None:
        """Without it a clock would begin at zero after a power cut; no game is stopped for that."""
        known = game_id if game_id is not None else self._begun
        if known is None:
            return
        try:
            self._store.keep_clock(known, players, turn)
        except StoreError as trouble:
            log.warning("the clock was not kept: %s", trouble)
