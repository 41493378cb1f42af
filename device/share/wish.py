"""The wish to share, as the companion writes it into its state folder, and the address that the
sharing process writes into its runtime folder. The two meet in these files and nowhere else."""

from __future__ import annotations

import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.core.config import SAFE_NAME
from device.share.state_file import say_in
from vision.regular import read_regular

WISH = "sharing.json"  # in the state folder: while it is there, sharing is on
LINK = "link.json"  # beside it: the code, kept while sharing is off
ADDRESS = "address.json"  # in the sharing process's runtime folder
LARGEST = 4096  # bytes of either
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # no sign that looks like another
CODE_LENGTH = 8  # 40 bits: a neighbour who tries a thousand a second needs years
_CODE = re.compile(r"[a-z0-9]{8,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wish:
    """Sharing is wanted, under a link with this code."""

    code: str
    games: str = ""  # the games' file in the state folder; as the process was told if empty


@dataclass(frozen=True, slots=True)
class Sharing:
    """How sharing goes, for the screen at the table."""

    address: str | None  # what the QR code says; None without a network
    watching: int = 0  # pages that are open
    trouble: str | None = None  # a word for what is wrong
    broker: str | None = None  # whether the broker is reached: "connected", "away", None: none


def new_code() -> str:
    """A code that nobody can guess."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def read_wish(folder: Path, name: str = WISH) -> Wish | None:
    """The wish in a state folder; None if there is none that can be understood."""
    match _read(folder / name):
        case {"code": str(code), **rest} if _CODE.fullmatch(code):
            games = str(rest.get("games", ""))
            return Wish(code, games if SAFE_NAME.fullmatch(games) else "")
    return None


def write_wish(folder: Path, wish: Wish | None, name: str = WISH) -> None:
    """Wishes to share, or no longer; raises OSError."""
    if wish is None:
        (folder / name).unlink(missing_ok=True)
    else:
        _write(folder / name, {"code": wish.code, "games": wish.games})


def kept_wish(folder: Path, name: str = LINK) -> Wish:
    """The wish under a name, the same at every start: made and kept there at the first; raises
    OSError."""
    wish = read_wish(folder, name)
    return wish or fresh_wish(folder, name)


def fresh_wish(folder: Path, name: str = LINK) -> Wish:
    """Another wish, kept under that name from now on; raises OSError."""
    wish = Wish(new_code())
    folder.mkdir(parents=True, exist_ok=True)
    write_wish(folder, wish, name)
    return wish


def read_sharing(folder: Path) -> Sharing | None:
    """How sharing goes; None if nothing is shared."""
    match _read(folder / ADDRESS):
        case {
            "address": str() | None as address,
            "watching": int(watching),
            "trouble": str() | None as trouble,
            "broker": str() | None as broker,
        }:
            return Sharing(address, watching, trouble, broker)
    return None


def write_sharing(folder: Path, sharing: Sharing) -> None:
    """Says how sharing goes; raises OSError."""
    told = {"address": sharing.address, "watching": sharing.watching}
    _write(folder / ADDRESS, {**told, "trouble": sharing.trouble, "broker": sharing.broker})


def clear_sharing(folder: Path) -> None:
    """Nothing is shared any more."""
    with suppress(OSError):
        (folder / ADDRESS).unlink(missing_ok=True)


def _read(path: Path) -> Any:
    try:
        return json.loads(read_regular(path, LARGEST))
    except (OSError, ValueError, RecursionError):
        return None


def _write(path: Path, content: dict[str, Any]) -> None:
    say_in(path, json.dumps(content))
