"""Writes games to files that others can read, in the forms each game has."""

from __future__ import annotations

from dataclasses import dataclass

from device import games
from device.core import effects as wanted
from device.core import events as on
from device.core.export_kind import ExportKind
from device.core.messages import Message, say
from device.store.outbox import Outbox, readable_name
from device.store.store import Store

ENDINGS = {ExportKind.RECORD: "txt", ExportKind.CSV: "csv", ExportKind.PICTURE: "png"}


@dataclass(slots=True)
class Exporter:
    """The exports' edge: files named by the game, its day and its players."""

    store: Store
    outbox: Outbox

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
        name = readable_name(kind.title, loaded.begun, loaded.names, effect.game_id)
        try:
            sent = self.outbox.put(f"{name}.{ENDINGS[effect.kind]}", content)
        except OSError as no:
            return on.Failed(say(Message.FAULT_EXPORT, detail=no.strerror or str(no)))
        return on.Exported(sent.path, sent.on_stick)
