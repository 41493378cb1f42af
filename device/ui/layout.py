"""Lengths and boxes given for 800×480, on a page of any size; and boxes cut into others."""

from __future__ import annotations

import itertools

import pygame

from device.ui.theme import Page


class Layout:
    """What measures on a page; whoever has a `page` can be laid out upon."""

    __slots__ = ()
    page: Page

    def px(self, length: float) -> int:
        """A length given for 800×480, on this page."""
        return self.page.px(length)

    def box(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A box given for 800×480, on this page."""
        left, top = self.px(x), self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - left, self.px(y + height) - top)

    @property
    def width(self) -> float:
        """The page's width in units of 800×480."""
        return self.page.width / self.page.unit

    @property
    def height(self) -> float:
        """The page's height in units of 800×480."""
        return self.page.height / self.page.unit

    @property
    def has_keys_left(self) -> bool:
        """Whether the keys of a game are on the left."""
        return False

    def handed(self, box: pygame.Rect, whole: pygame.Rect | None = None) -> pygame.Rect:
        """A box laid out for keys on the right; where they are on the left, its mirror image in
        `whole`, or on the page."""
        if not self.has_keys_left:
            return box
        outer = whole or self.page.rect
        return box.move(outer.x + outer.right - box.right - box.x, 0)

    @property
    def notice(self) -> str:
        """What is to be read for a moment."""
        return ""

    @property
    def trouble(self) -> str:
        """What is wrong with the camera and what to do about it, as long as it lasts."""
        return ""


# Boxes cut into others; lengths in pixels of the page


def columns(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """A box cut into equal columns."""
    edges = [box.x + round((box.width + gap) * at / count) for at in range(count + 1)]
    return [
        pygame.Rect(left, box.y, right - gap - left, box.height)
        for left, right in itertools.pairwise(edges)
    ]


def rows(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """A box cut into equal rows."""
    edges = [box.y + round((box.height + gap) * at / count) for at in range(count + 1)]
    return [
        pygame.Rect(box.x, top, box.width, bottom - gap - top)
        for top, bottom in itertools.pairwise(edges)
    ]


def cells(box: pygame.Rect, across: int, down: int, gap: int) -> list[pygame.Rect]:
    """A box cut into equal cells, row by row."""
    return [cell for row in rows(box, down, gap) for cell in columns(row, across, gap)]


def cut_left(box: pygame.Rect, width: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """A column of that width at the left, and the rest beyond a gap."""
    part = pygame.Rect(box.x, box.y, width, box.height)
    left = part.right + gap
    return part, pygame.Rect(left, box.y, box.right - left, box.height)


def cut_right(box: pygame.Rect, width: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The rest before a gap, and a column of that width at the right."""
    part = pygame.Rect(box.right - width, box.y, width, box.height)
    return pygame.Rect(box.x, box.y, part.x - gap - box.x, box.height), part


def cut_top(box: pygame.Rect, height: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """A row of that height at the top, and the rest below a gap."""
    part = pygame.Rect(box.x, box.y, box.width, height)
    top = part.bottom + gap
    return part, pygame.Rect(box.x, top, box.width, box.bottom - top)


def cut_bottom(box: pygame.Rect, height: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The rest above a gap, and a row of that height at the bottom."""
    part = pygame.Rect(box.x, box.bottom - height, box.width, height)
    return pygame.Rect(box.x, box.y, box.width, part.y - gap - box.y), part


def band(box: pygame.Rect, down: int, height: int) -> pygame.Rect:
    """A row of that height, so far down from the top of a box."""
    return pygame.Rect(box.x, box.y + down, box.width, height)


def inset(box: pygame.Rect, across: int, down: int | None = None) -> pygame.Rect:
    """A box with a margin on every side; `down` is that above and below, if it is another."""
    return box.inflate(-2 * across, -2 * (across if down is None else down))


def centred(box: pygame.Rect, width: int, height: int | None = None) -> pygame.Rect:
    """A box of that size in the middle of another; a square for one length alone."""
    inner = pygame.Rect(0, 0, width, width if height is None else height)
    inner.center = box.center
    return inner


def stacked(box: pygame.Rect, *heights: int) -> list[pygame.Rect]:
    """Rows of those heights one below the other, from the top of a box on."""
    tops = itertools.accumulate(heights, initial=box.y)
    return [
        pygame.Rect(box.x, top, box.width, tall) for top, tall in zip(tops, heights, strict=False)
    ]
