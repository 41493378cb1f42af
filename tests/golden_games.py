"""What games' files of this version and of 0.1 tell, kept so that a change of the house loses none.

`python -m tests.golden_games` writes the answers anew; the difference then shows what has changed.
Files and answers lie in tests/data/golden/games.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from device.locale import Language
from device.share.games import SharedGames
from device.store.lines import read_lines
from device.store.store import Store

FOLDER = Path(__file__).parent / "data" / "golden" / "games"
FILES = ("new.txt", "old.sqlite")


def told(file: str, folder: Path) -> dict[str, Any]:
    """What a copy of the file tells once it was opened and closed, and what onlookers then see."""
    copy = Path(shutil.copy(FOLDER / file, folder / "games.txt"))
    Store(copy, lambda: "2026-01-01T10:00").close()
    games = SharedGames(copy)
    games.poll()
    listed = games.listed(Language.ENGLISH)
    found = {
        "lines": list(map(json.loads, read_lines(copy.read_bytes()).bodies)),
        "listed": listed,
        "games": [games.whole(each["id"], Language.ENGLISH) for each in listed],
        "records": [(games.record(each["id"]) or "").splitlines() for each in listed],
    }
    same: dict[str, Any] = json.loads(json.dumps(found))  # tuples are lists there
    for each in (*same["listed"], *same["games"]):
        _without_words(each)
    return same


def _without_words(told: dict[str, Any]) -> None:
    """Leaves out what is only said; it may be said better."""
    for each in (told, *told.get("moves", ())):
        each.pop("text", None)
        each.pop("names", None)


def answers(file: str) -> Path:
    """Where that is kept."""
    return FOLDER / f"{file}.json"


def main() -> None:
    """Writes what the files tell."""
    for file in FILES:
        with tempfile.TemporaryDirectory() as folder:
            text = json.dumps(told(file, Path(folder)), separators=(",", ":")).replace(
                "],[", "],\n["
            )
            answers(file).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
