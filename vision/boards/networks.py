"""The networks that read boards, opened once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.net import MODELS
from vision.symbols import Finder, Namer


@dataclass(frozen=True, slots=True)
class BoardNetworks:
    """Used from one thread."""

    grid: Finder
    cells: Namer


def open_board_networks(models: Path = MODELS) -> BoardNetworks:
    """The networks, loaded."""
    return BoardNetworks(Finder(models / "grid.onnx"), Namer(models / "cells.onnx"))
