"""Words on the screen: drawn once, measured, wrapped, and shrunk to fit where they must."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import pygame

from device.ui.theme import CAP_HEIGHT, LEAST_TEXT, Rgb, Weight, font

LEADING = 1.3  # distance of two lines, in font sizes
_WORD = re.compile(r"( ?)([^ /]*/|[^ /]+)")  # a line may end at a blank, or within a path
_NO_LETTER = re.compile("[\0\ud800-\udfff]")
SHRINK = 0.72  # of its size is the least a text shrinks to


@dataclass(frozen=True, slots=True)
class Fit:
    """How a text fits its box: the size and lines it gets, and whether something is lost."""

    size: int
    lines: tuple[str, ...]
    is_cut: bool

    @property
    def height(self) -> int:
        return round(len(self.lines) * self.size * LEADING)


@lru_cache(maxsize=256)
def rendered(text: str, weight: Weight, size: int, colour: Rgb) -> pygame.Surface:
    """The text in one line, whatever it is made of; treat as read-only."""
    letters, line = font(weight, size), _drawable(text)
    width, height = letters.size(line)
    if width == 0:  # signs that only change others: the font refuses to draw them
        return pygame.Surface((0, height), pygame.SRCALPHA)
    return letters.render(line, True, colour)


@lru_cache(maxsize=512)
def width_of(text: str, weight: Weight, size: int) -> int:
    """How wide the text is in one line."""
    return font(weight, size).size(_drawable(text))[0]


def _drawable(text: str) -> str:
    """The text with a sign in the place of each that no font takes, as paths may have them."""
    return _NO_LETTER.sub("\N{REPLACEMENT CHARACTER}", text)


def draw_line(
    surface: pygame.Surface,
    text: str,
    weight: Weight,
    size: int,
    colour: Rgb,
    middle: tuple[float, float],
) -> None:
    """Draws one line with its digits and capitals centred on `middle`."""
    shown = rendered(text, weight, size, colour)
    at = (round(middle[0] - shown.get_width() / 2), baseline(middle[1], weight, size))
    surface.blit(shown, at)


def baseline(middle: float, weight: Weight, size: int) -> int:
    """Where the top of a rendered line goes so that its capitals are centred on `middle`."""
    return round(middle + CAP_HEIGHT * size / 2 - font(weight, size).get_ascent())


def wrap(text: str, weight: Weight, size: int, width: int) -> tuple[str, ...]:
    """The text in lines no wider than `width`, where its words allow that."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for gap, word in _WORD.findall(paragraph):
            longer = f"{line}{gap}{word}" if line else word
            if line and width_of(longer, weight, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


@lru_cache(maxsize=256)
def fit(text: str, weight: Weight, size: int, box: tuple[int, int], lines: int = 1) -> Fit:
    """The largest size up to `size` at which the text fits `box` in so many lines."""
    least = min(size, max(round(size * SHRINK), LEAST_TEXT))
    for trial in range(size, least - 1, -1):
        found = wrap(text, weight, trial, box[0]) if lines > 1 else (text,)
        if len(found) <= lines and _fits(found, weight, trial, box):
            return Fit(trial, found, False)
    found = wrap(text, weight, least, box[0]) if lines > 1 else (text,)
    room = max(1, min(lines, int(box[1] / (least * LEADING)) or 1))
    kept = [*found[:room]]
    if len(found) > room or width_of(kept[-1], weight, least) > box[0]:
        kept[-1] = _cut(kept[-1], weight, least, box[0])
    return Fit(least, tuple(kept), True)


def _fits(lines: tuple[str, ...], weight: Weight, size: int, box: tuple[int, int]) -> bool:
    if (len(lines) - 1) * size * LEADING + size > box[1] + 1:
        return False
    return all(width_of(line, weight, size) <= box[0] for line in lines)


def _cut(line: str, weight: Weight, size: int, width: int) -> str:
    while line and width_of(line + "…", weight, size) > width:
        line = line[:-1]
    return line + "…"
