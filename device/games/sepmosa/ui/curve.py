"""The score of both players over the turns, as two lines to the target."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from device.ui import theme
from device.ui.shapes import FINE
from device.ui.text import draw_line
from device.ui.theme import LEAST_TEXT, Rgb, Weight
from device.ui.widgets import Widget


@dataclass(frozen=True, slots=True)
class Curve(Widget):
    """Both scores after every turn; smooth lines, drawn large and scaled down."""

    scores: tuple[tuple[int, int], ...]  # after 0, 1, 2 … turns
    target: int
    at: int | None = None  # the turn in view
    unit: float = 1.0
    lines: tuple[Rgb, Rgb] = theme.LINES

    def draw(self, surface: pygame.Surface) -> None:
        low = min(0, *(min(pair) for pair in self.scores))
        high = max(self.target, *(max(pair) for pair in self.scores))
        size = round(LEAST_TEXT * self.unit)
        gutter = round(30 * self.unit)
        plot = pygame.Rect(
            self.rect.x + gutter,
            self.rect.y + size // 2 + 2,
            self.rect.width - gutter - round(8 * self.unit),
            self.rect.height - size - 4,
        )

        def point(turn: int, score: float) -> tuple[float, float]:
            x = plot.x + plot.width * turn / max(1, len(self.scores) - 1)
            return x, plot.bottom - plot.height * (score - low) / max(1, high - low)

        for score in (0, self.target):
            y = round(point(0, score)[1])
            colour = theme.GOLD if score else theme.KEY_EDGE
            for x in range(plot.x, plot.right, 8):
                surface.fill(colour, (x, y, 8 if score == 0 else 4, 1))
            ink = theme.GOLD if score else theme.PAPER_SOFT
            middle = (self.rect.x + gutter / 2 - 2, y)
            draw_line(surface, str(score), Weight.STRONG, size, ink, middle)
        if self.at is not None:
            x = round(point(self.at, 0)[0])
            surface.fill(theme.KEY_EDGE, (x - 1, plot.y, 2, plot.height))
        for player, colour in ((1, self.lines[1]), (0, self.lines[0])):
            track = [point(turn, pair[player]) for turn, pair in enumerate(self.scores)]
            _smooth_line(surface, track, colour, max(2, round(2.5 * self.unit)))
            end = track[-1] if self.at is None else track[self.at]
            _dot(surface, end, colour, round(5 * self.unit))


def _smooth_line(
    surface: pygame.Surface, track: list[tuple[float, float]], colour: Rgb, width: int
) -> None:
    left, top = min(x for x, _ in track), min(y for _, y in track)
    at = (int(left) - width - 1, int(top) - width - 1)
    surface.blit(_line(tuple((x - at[0], y - at[1]) for x, y in track), colour, width), at)


@lru_cache(maxsize=8)
def _line(track: tuple[tuple[float, float], ...], colour: Rgb, width: int) -> pygame.Surface:
    """A smooth line through the points, on a surface just large enough."""
    size = (
        int(max(x for x, _ in track)) + width + 3,
        int(max(y for _, y in track)) + width + 3,
    )
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    scaled = [(x * FINE, y * FINE) for x, y in track]
    if len(scaled) > 1:
        pygame.draw.lines(large, colour, False, scaled, width * FINE)
    for at in scaled:
        pygame.draw.circle(large, colour, at, width * FINE / 2)
    return pygame.transform.smoothscale(large, size)


def _dot(surface: pygame.Surface, at: tuple[float, float], colour: Rgb, radius: int) -> None:
    side = 2 * radius + 2
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    large.fill((*theme.PAPER, 0))
    middle = side * FINE / 2
    pygame.draw.circle(large, theme.PAPER, (middle, middle), radius * FINE)
    pygame.draw.circle(large, colour, (middle, middle), (radius - 1.5) * FINE)
    small = pygame.transform.smoothscale(large, (side, side))
    surface.blit(small, (round(at[0] - side / 2), round(at[1] - side / 2)))
