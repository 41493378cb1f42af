"""The racks of the virtual table, kept beside the games so that they outlive a restart."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.lab.virtual.desk import Desk, Racks
from device.store.files import replace_file
from engine.sepmosa import Table, Tile, parse_tile

NAME = "virtual-racks.json"


@dataclass(slots=True)
class RackFile:
    """Reads the racks once, and writes them whenever they have changed."""

    path: Path
    written: Racks | None = None

    def read(self) -> Racks | None:
        """The racks as they were left; None where none were, or the file tells none."""
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            one, two = (tuple(map(parse_tile, rack)) for rack in told["racks"])
            return Racks(int(told["game"]), (one, two), int(told.get("ahead", 0)))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep(self, desk: Desk, game_id: int | None, table: Table | None) -> None:
        """Writes the racks of a game under way as they are before a move: what was not confirmed
        is on its rack again after a restart. Where that fails, they are dealt again."""
        if game_id is None or table is None or desk.drag is not None:
            return
        if [len(rack) for rack in desk.world.racks] != [*table.racks]:
            return
        racks = Racks(game_id, desk.world.racks, desk.ahead)
        if racks == self.written:
            return
        self.written = racks
        with suppress(OSError):
            replace_file(self.path, json.dumps(_told(racks)).encode())


def _told(racks: Racks) -> dict[str, int | list[list[str]]]:
    both = [_names(rack) for rack in racks.racks]
    return {"game": racks.game_id, "racks": both, "ahead": racks.ahead}


def _names(rack: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in rack]
