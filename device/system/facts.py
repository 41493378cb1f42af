"""What the companion is made of and where it keeps things, for people who ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import vision

MODELS = Path(vision.__file__).parent / "models"
TILE_NETWORKS = ("locator.onnx", "corners.onnx", "reader.onnx", "cover.onnx")
MOSAIX_NETWORKS = tuple(
    f"{name}.onnx" for name in ("dice", "faces", "lies", "mates", "grid", "cells")
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What does not change while the companion runs."""

    version: str = "–"
    tiles: int = 0  # bytes of the networks that read tiles
    dice: int = 0  # of those that read MOSAIX's dice and boards
    games: str = "–"  # the file
    has_player: bool = False  # the companion can play itself, at a table that it can reach
    is_virtual: bool = False  # so is the table: it draws tiles and throws dice by itself


NO_FACTS = Facts()


def facts_of(games: Path) -> Facts:
    """The facts of this very program, its games in that file."""
    return Facts(version(), size_of(TILE_NETWORKS), size_of(MOSAIX_NETWORKS), str(games))


def size_of(networks: Iterable[str]) -> int:
    """Bytes of networks that are there."""
    files = (MODELS / name for name in networks)
    return sum(file.stat().st_size for file in files if file.is_file())


def version() -> str:
    """The companion's version."""
    try:
        return metadata.version("sepmosa-companion")
    except metadata.PackageNotFoundError:
        return "–"
