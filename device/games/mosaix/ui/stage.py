"""What every screen of MOSAIX is built from."""

from __future__ import annotations

from dataclasses import dataclass

from device.core.settings import Settings
from device.games.mosaix.model import Mosaix
from device.games.mosaix.ui.words import Words
from device.ui.stage import CommonStage


@dataclass(frozen=True, slots=True)
class Stage(CommonStage):
    """All that a screen may look at while it is built."""

    model: Mosaix
    words: Words

    @property
    def settings(self) -> Settings:
        return self.model.settings
