"""What every screen of MOSAIX is built from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.core.settings import Settings
from device.games.mosaix.model import Mosaix
from device.games.mosaix.ui.words import Words
from device.ui.layout import Layout
from device.ui.state import Sheet, Ui
from device.ui.theme import Page


@dataclass(frozen=True, slots=True)
class Stage(Layout):
    """All that a screen may look at while it is built."""

    model: Mosaix
    ui: Ui
    page: Page

    @property
    def settings(self) -> Settings:
        return self.model.settings

    @property
    def words(self) -> Words:
        return Words(self.settings.language, self.model.names)

    @property
    def notice(self) -> str:
        """What is to be read for a moment."""
        notice = self.model.notice
        if notice is None or notice.until <= self.model.now:
            return ""
        return self.words.sentence(notice.sentence)

    def open(self, sheet: Sheet) -> Ui:
        """The screen's own state with a sheet over the screen."""
        return replace(self.ui, sheet=sheet, typed="", is_upper=True)

    def close(self) -> Ui:
        """The screen's own state with no sheet."""
        return replace(self.ui, sheet=Sheet.NONE)
