"""Prints the moves of the open game as they are on disk, read from a copy: the file is in use."""

import json
import shutil
import tempfile
from pathlib import Path

from device.store.store import Store
from engine.sepmosa import move_name

STATE = Path("/var/lib/sepmosa")

with tempfile.TemporaryDirectory() as folder:
    for part in STATE.glob("games.txt*"):
        if not part.name.endswith(".lock"):
            shutil.copy(part, folder)
    with Store(Path(folder) / "games.txt", lambda: "2026-01-01T12:00") as store:
        found = store.open_game()
        moves = [move_name(move) for move in found.game.moves] if found else None
print(json.dumps({"moves": moves}))
