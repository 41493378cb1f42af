"""What every screen of SEPMOSA is built from."""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import Message
from device.core.settings import Facing
from device.games.sepmosa.model import Model
from device.games.sepmosa.ui.words import Words
from device.ui.stage import CommonStage
from device.ui.theme import MOTION_S
from engine.sepmosa import Player
from vision.picture import Image


@dataclass(frozen=True, slots=True)
class Stage(CommonStage):
    """All that a screen may look at while it is built."""

    model: Model
    words: Words
    since_gain: float = MOTION_S  # seconds since the last points were scored
    since_laid: float = MOTION_S  # seconds since the proposal came
    since_tick: float = MOTION_S  # seconds since the checklist changed
    ticked: frozenset[int] = frozenset()  # its entries that were ticked then

    @property
    def has_marks(self) -> bool:
        return self.model.settings.has_marks

    @property
    def is_two_sided(self) -> bool:
        return self.model.settings.facing is Facing.TWO_SIDED

    @property
    def picture(self) -> Image | None:
        """What the camera sees, as much of it as is known."""
        model = self.model
        return model.crop if model.picture is None else model.picture

    @property
    def player(self) -> Player:
        """Whose turn it is; the first player while no game is open."""
        return self.model.table.player if self.model.table else Player.ONE

    @property
    def notice(self) -> str:
        """What is to be read for a moment; what was played the bar says."""
        notice = self.model.notice
        if notice is not None and notice.sentence.message in (Message.SCORED, Message.PASSED):
            return ""
        return super(Stage, self).notice
