"""SEPMOSA, as the companion knows it."""

from __future__ import annotations

from device.core.game import Flow, Game


def _flow() -> Flow:
    from device.games.sepmosa.phases import FLOW

    return FLOW


SEPMOSA = Game("sepmosa", "SEPMOSA", _flow)
