"""What the companion is made of and where it keeps things, for people who ask."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import vision

MODELS = Path(vision.__file__).parent / "models"
MOSAIX_MODELS = Path(vision.__file__).parent / "mosaix" / "models"


@dataclass(frozen=True, slots=True)
class Facts:
    """What does not change while the companion runs."""

    version: str = "–"
    tiles: int = 0  # bytes of the networks that read tiles
    dice: int = 0  # of those that read MOSAIX's dice and boards
    games: str = "–"  # the file


NO_FACTS = Facts()


def facts_of(games: Path) -> Facts:
    """The facts of this very program, its games in that file."""
    return Facts(version(), size_of(MODELS), size_of(MOSAIX_MODELS), str(games))


def size_of(models: Path) -> int:
    """Bytes of all networks in a folder."""
    return sum(file.stat().st_size for file in models.glob("*.onnx"))


def version() -> str:
    """The companion's version."""
    try:
        return metadata.version("sepmosa-companion")
    except metadata.PackageNotFoundError:
        return "–"
