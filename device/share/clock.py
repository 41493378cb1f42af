"""The wall clock: tables tell a club what theirs shows, so that clocks may differ."""

from __future__ import annotations

from datetime import datetime


def wall_clock() -> datetime:
    """Day and time as this device's clock says, with its zone."""
    return datetime.now().astimezone()
