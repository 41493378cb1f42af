"""Outlines of tiles made by hand, and what was found at them."""

from __future__ import annotations

import numpy as np

from vision.picture import Floats, floats
from vision.tiles.candidates import Candidate
from vision.tiles.faces import FaceReading

TILE = floats([[0, 0], [26, 0], [26, 37], [0, 37]])


def at(x: float, y: float, degrees: float = 0.0, size: float = 1.0) -> Floats:
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    return floats((TILE - TILE.mean(axis=0)) @ matrix.T + [x, y])


def look(quad: Floats, name: str, share: float, no_tile: float = 0.0) -> Candidate:
    return Candidate(quad, FaceReading(0, 1.0, no_tile, ((name, share),)), 0.9, 0.9)
