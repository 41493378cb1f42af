"""The networks of MOSAIX: those for dice and those for boards, each loaded when first needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from vision.boards.networks import BoardNetworks, open_board_networks
from vision.dice.networks import DiceNetworks, open_dice_networks
from vision.net import MODELS


class MosaixEyes:
    """What reads dice and boards; used from one thread."""

    def __init__(self, models: Path = MODELS) -> None:
        self._models = models

    @cached_property
    def dice(self) -> DiceNetworks:
        return open_dice_networks(self._models)

    @cached_property
    def boards(self) -> BoardNetworks:
        return open_board_networks(self._models)
