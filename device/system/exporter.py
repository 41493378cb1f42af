"""Writes games to files that others can read, in the forms each game has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device import games
from device.core import effects as wanted
from device.core import events as on
from device.core.events import ExportKind
from device.core.messages import Message, say
from device.store.files import write_inside
from device.store.store import Store

ENDINGS = {ExportKind.RECORD: "txt", ExportKind.CSV: "csv", ExportKind.PICTURE: "png"}


@dataclass(slots=True)
class Exporter:
    """The exports' edge: files in one folder, named by the game's number and nothing else."""

    store: Store
    folder: Path

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Writes the file asked for and says where it is, or what went wrong."""
        if not isinstance(effect, wanted.Export):
            return None
        kept = self.store.contents.games.get(effect.game_id)
        kind = games.game_named(kept.kind) if kept is not None else None
        loaded = self.store.load(effect.game_id)
        if kind is None or loaded is None:
            return on.Failed(say(Message.GAME_DAMAGED))
        content = kind.codec.export(loaded, effect.kind, self.store.settings())
        try:
            name = f"game-{effect.game_id:04d}.{ENDINGS[effect.kind]}"
            path = write_inside(self.folder, name, content)
        except OSError as no:
            return on.Failed(say(Message.FAULT_EXPORT, detail=no.strerror or str(no)))
        return on.Exported(_told(path))


def _told(path: Path) -> str:
    """Where a file is, as people say it: from their own folder on."""
    whole, home = path.absolute(), Path.home()
    return f"~/{whole.relative_to(home)}" if whole.is_relative_to(home) else str(whole)
