"""Questions on a card, with two keys to answer."""

from __future__ import annotations

import pygame

from device.core.events import AskUndo, Back, Confirm
from device.ui.controls import ANSWERS, Style
from device.ui.layout import columns, cut_bottom, inset
from device.ui.parts import card, card_box, headline, stepper, text_key
from device.ui.stage import CommonStage
from device.ui.state import Tap
from device.ui.widgets import Scene

SHOWN = 92  # height of what is shown above the keys, where anything is


def ask_card(
    stage: CommonStage,
    name: str,
    said: tuple[str, str, str],
    lines: int,
    high: float = 0,
    answers: tuple[Tap, Tap] | None = None,
) -> tuple[Scene, pygame.Rect]:
    """The question of that name: what is asked, why, and the word for yes; and the room above the
    keys, `high` of it kept free."""
    px, (title, why, agreed) = stage.px, said
    box = card_box(stage, 180 + high + 22 * lines)
    inner = inset(box, px(24), px(20))
    rest, low = cut_bottom(inner, px(64))
    keys = zip(
        columns(low, 2, px(12)),
        (stage.words("key.never-mind"), agreed),
        answers or (Back(), Confirm()),
        ANSWERS[name],
        strict=True,
    )
    scene = (*card(stage, box), *headline(stage, inner, title, why, lines))
    return (*scene, *(text_key(stage, *each) for each in keys)), cut_bottom(rest, px(SHOWN + 4))[1]


def depth_keys(
    stage: CommonStage, row: pygame.Rect, depth: int, most: int
) -> tuple[Scene, pygame.Rect]:
    """Keys to take back less or more, and the room between them."""
    less = AskUndo(depth - 1) if depth > 1 else None
    more = AskUndo(depth + 1) if depth < most else None
    scene, middle = stepper(stage, row, 68, (less, more), Style.CARD)
    return scene, inset(middle, stage.px(16), 0)
