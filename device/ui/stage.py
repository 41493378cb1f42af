"""What every screen is built from: the model, the screen's own state, the page and the words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.core.messages import Message, say
from device.core.model import CAMERA_MESSAGES
from device.core.settings import Facing
from device.games.sepmosa.model import Model
from device.ui.layout import Layout
from device.ui.state import Sheet, Ui
from device.ui.theme import MOTION_S, Page
from device.ui.words import Words
from engine.sepmosa import Player
from vision.picture import Image


@dataclass(frozen=True, slots=True)
class Stage(Layout):
    """All that a screen may look at while it is built."""

    model: Model
    ui: Ui
    page: Page
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
        """What is to be read for a moment; points scored fly to the score, which says it all."""
        notice = self.model.notice
        if notice is None or notice.until <= self.model.now:
            return ""
        if notice.sentence.message is Message.SCORED:
            return ""
        return self.words.sentence(notice.sentence)

    @property
    def trouble(self) -> str:
        """What is wrong with the camera and what to do about it, as long as it lasts."""
        message = CAMERA_MESSAGES.get(self.model.camera)
        return self.words.sentence(say(message)) if message else ""

    def open(self, sheet: Sheet) -> Ui:
        """The screen's own state with a sheet over the screen."""
        return replace(self.ui, sheet=sheet, typed="", is_upper=True)

    def close(self) -> Ui:
        """The screen's own state with no sheet."""
        return replace(self.ui, sheet=Sheet.NONE)


def eased(seconds: float, lasts: float = MOTION_S) -> float:
    """How far a motion has come after so many seconds, 0 to 1: quick first, then gently."""
    share = min(1.0, max(0.0, seconds / lasts))
    return 1 - (1 - share) ** 3
