"""What can go wrong: text that says nothing, moves the rules forbid, records that break."""

from __future__ import annotations


class NotationError(ValueError):
    """A text is not a tile, cell, mosaic or move in the notation."""
