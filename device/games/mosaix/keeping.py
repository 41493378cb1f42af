"""Does what MOSAIX wants of the store, and says what came of it."""

from __future__ import annotations

from device.core.effects import Effect
from device.games.mosaix import effects as wanted
from device.games.mosaix import events as on
from device.games.mosaix.shelf import Shelf
from device.store.store import Store


class MosaixKeeper:
    """The store's edge for MOSAIX; a `StoreError` is the caller's to catch."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelf = Shelf(store)
        self._begun: int | None = None

    def do(self, effect: Effect) -> on.MosaixEvent | None:
        """Does one effect if it is the store's, on disk before it returns; raises StoreError."""
        shelf = self._shelf
        match effect:
            case wanted.Fetch():
                return on.Fetched(shelf.open_game(), shelf.past_games(), self._store.names())
            case wanted.Begin(names, entries):
                self._begun = shelf.begin(names, entries)
                return on.Begun(self._begun)
            case wanted.Save(game_id, entries, after):
                known = game_id if game_id is not None else self._begun
                if known is None:
                    raise ValueError("a figure was to be kept before any game had begun")
                shelf.append(known, entries, after)
            case wanted.Close(game_id):
                shelf.close_game(game_id)
            case wanted.DeleteGame(game_id):
                self._store.delete(game_id)
            case wanted.RestoreGame(game_id):
                self._store.restore(game_id)
            case wanted.ListGames():
                return on.Listed(shelf.past_games())
            case wanted.LoadGame(game_id):
                return on.Loaded(shelf.load(game_id))
        return None
