"""What only the screen knows: which sheet is open, how far a list is scrolled, what is typed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from device.core.events import Event


class Sheet(Enum):
    """Something that lies over a screen until it is closed."""

    NONE = "none"
    MENU = "menu"
    TILES = "tiles"  # free choice of any tile
    EXPORT = "export"  # the forms in which a game leaves the device
    TEXT = "text"  # a keyboard for the entry `Ui.asked`
    NAME_ONE = "name-one"
    NAME_TWO = "name-two"
    NAME_THREE = "name-three"
    NAME_FOUR = "name-four"
    LANGUAGE = "language"
    NEW_LINK = "new-link"  # asks before the old link ends


@dataclass(frozen=True, slots=True)
class Ui:
    """The screen's own state; it starts afresh with every phase."""

    sheet: Sheet = Sheet.NONE
    tab: int = 0  # the page of the settings or of the help
    scroll: int = 0  # px a list has been pushed up
    focus: Any = None  # what a magnifier is held over, as the game names it
    asked: str = ""  # the entry of the configuration that is typed
    typed: str = ""
    is_upper: bool = True  # whether the next letter is a capital
    has_accents: bool = False  # whether the keyboard shows the letters of other languages


Tap = Event | Ui  # what a touch means: something for the game, or only for the screen
