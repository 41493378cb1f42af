"""Lengths and boxes given for 800×480, on a page of any size."""

from __future__ import annotations

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
    def notice(self) -> str:
        """What is to be read for a moment."""
        return ""

    @property
    def trouble(self) -> str:
        """What is wrong with the camera and what to do about it, as long as it lasts."""
        return ""
