"""What the screens of any game are built from: the model, the screen's own state, the page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.core.messages import say
from device.core.model import CAMERA_MESSAGES, CommonModel
from device.core.settings import KeySide
from device.ui.layout import Layout
from device.ui.state import Sheet, Ui
from device.ui.theme import MOTION_S, Page
from device.ui.words import GameWords


@dataclass(frozen=True, slots=True)
class CommonStage(Layout):
    """All that a screen may look at while it is built; games with more to look at extend it."""

    model: CommonModel
    ui: Ui
    page: Page
    words: GameWords

    @property
    def has_keys_left(self) -> bool:
        """Whether the keys of a game are on the left."""
        return self.model.settings.keys is KeySide.LEFT

    @property
    def notice(self) -> str:
        """What is to be read for a moment."""
        notice = self.model.notice
        if notice is None or notice.until <= self.model.now:
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


def eased(seconds: float) -> float:
    """How far a motion has come after so many seconds, 0 to 1: quick first, then gently."""
    share = min(1.0, max(0.0, seconds / MOTION_S))
    return 1 - (1 - share) ** 3
