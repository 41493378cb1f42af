"""What players can set on the screen; each value has a name and its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from device.locale import Language

ROTATIONS = (0, 90, 180, 270)
BRIGHTNESS = range(10, 101)
TARGETS = range(10, 1000)
TURN_SECONDS = range(10, 601)
PLAYER_SECONDS = range(60, 7201)


class Facing(Enum):
    """How the screen faces two people who sit opposite each other."""

    FIXED = "fixed"
    TURNING = "turning"  # to the player whose turn it is
    TWO_SIDED = "two-sided"  # a header for each


class KeySide(Enum):
    """On which side the keys of a game are, for the hand that reaches for them."""

    LEFT = "left"
    RIGHT = "right"


class ClockMode(Enum):
    """What the clock counts."""

    OFF = "off"
    TURN = "turn"
    PLAYER = "player"


class Opponent(Enum):
    """Who plays the second player, where the companion can."""

    PERSON = "person"
    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything players can set; raises ValueError where a value is out of bounds."""

    language: Language = Language.ENGLISH
    brightness: int = 100  # per cent
    has_sound: bool = True
    has_speech: bool = False  # what was played is said aloud
    rotation: int = 0  # degrees clockwise
    facing: Facing = Facing.FIXED
    keys: KeySide = KeySide.RIGHT
    has_large_text: bool = False
    has_marks: bool = True  # on tiles, for those who do not see all colours
    clock: ClockMode = ClockMode.OFF
    turn_seconds: int = 60
    player_seconds: int = 1800
    opponent: Opponent = Opponent.EASY
    target: int = 77  # points to win where a game has no other end
    allows_identical: bool = False  # house rule: S8 does not hold
    profile: str = ""  # of the set of tiles that was taught, if one is used

    def __post_init__(self) -> None:
        bounds = {
            "brightness": BRIGHTNESS,
            "rotation": ROTATIONS,
            "turn_seconds": TURN_SECONDS,
            "player_seconds": PLAYER_SECONDS,
            "target": TARGETS,
        }
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name in bounds and value not in bounds[each.name]:
                raise ValueError(f"{each.name} cannot be {value}")


DEFAULTS = Settings()


def settings_texts(settings: Settings) -> dict[str, str]:
    """Name → text of every setting; `parse_settings` reads them back."""
    return {each.name: text_of(getattr(settings, each.name)) for each in fields(settings)}


def parse_settings(texts: Mapping[str, str], shipped: Settings = DEFAULTS) -> Settings:
    """The settings that the texts tell; what is unknown or out of bounds is as `shipped`."""
    settings = shipped
    for each in fields(Settings):
        if each.name in texts:
            with suppress(ValueError, KeyError):
                value = _parse(type(getattr(DEFAULTS, each.name)), texts[each.name])
                changed: dict[str, Any] = {each.name: value}
                settings = replace(settings, **changed)
    return settings


def text_of(value: object) -> str:
    """A value as it is kept."""
    if isinstance(value, Enum):
        return str(value.value)
    return str(value).lower()


def _parse(kind: type, text: str) -> object:
    if kind is bool:
        return {"true": True, "false": False}[text]
    return kind(text)
