"""Colours can be told apart, letters are there, and digits do not dance."""

from __future__ import annotations

import string
from itertools import product

import pygame
import pytest

from device.games.sepmosa.ui.tiles import INK
from device.lab.soak.gauges import handles
from device.ui import theme
from device.ui.controls import COLOURS, Style
from device.ui.text import draw_line, rendered, width_of
from device.ui.theme import Page, Rgb, Weight, font, font_file
from engine.names import clean_name

TEXT = 4.5
LARGE = 3.0  # for bold digits of a tile, whose colour the mark says too

ON_DARK = (theme.GROUND, theme.PANEL, theme.PANEL_NOW, theme.BAR, theme.KEY, theme.FELT)
PAIRS: list[tuple[Rgb, Rgb]] = [
    *product((theme.PAPER, theme.PAPER_SOFT, theme.GOLD), ON_DARK),
    *product((theme.INK, theme.INK_SOFT), (theme.CARD, theme.CHOICE, theme.CARD_KEY)),
    *product((theme.GOLD_DEEP, theme.DONE, theme.NO), (theme.CARD, theme.CHOICE)),
    *product((*theme.LINES, theme.NO_ON_DARK), (theme.PANEL, theme.GROUND)),
    (theme.GOLD_INK, theme.GOLD),
    (theme.DONE_INK, theme.DONE),
    (theme.NO_INK, theme.NO),
]


def contrast(one: Rgb, two: Rgb) -> float:
    """The contrast of two colours, 1 to 21, as the accessibility guidelines reckon it."""
    lights = sorted((_luminance(one), _luminance(two)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: Rgb) -> float:
    parts = [
        part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_has_contrast(ink: Rgb, ground: Rgb) -> None:
    assert contrast(ink, ground) >= TEXT


@pytest.mark.parametrize("style", Style)
def test_keys_have_contrast(style: Style) -> None:
    fill, ink, _ = COLOURS[style]
    assert contrast(ink, fill) >= TEXT


@pytest.mark.parametrize("ink", INK.values())
def test_tiles_have_contrast(ink: Rgb) -> None:
    assert contrast(ink, theme.IVORY_LOW) >= LARGE


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((90, 90, 90), (90, 90, 90)) == pytest.approx(1)


@pytest.mark.parametrize("weight", Weight)
def test_digits_are_equally_wide(weight: Weight) -> None:
    assert font_file(weight) is not None
    assert len({width_of(digit, weight, 84) for digit in string.digits}) == 1


def test_letters_can_be_drawn_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "font_file", lambda _: None)
    plain = theme.font.__wrapped__(Weight.BOLD, 30)
    assert plain.size("48")[0] > 10


@pytest.mark.parametrize(
    ("size", "unit"),
    [((800, 480), 1.0), ((1280, 720), 1.5), ((1024, 600), 1.25), ((720, 1280), 1.5)],
)
def test_a_page_grows_in_proportion(size: tuple[int, int], unit: float) -> None:
    assert Page(*size).unit == unit


def test_fonts_are_made_anew_after_pygame_was_put_away():
    font(Weight.BOLD, 20).get_ascent()
    pygame.quit()
    assert font(Weight.BOLD, 20).get_ascent() > 0


def test_a_font_keeps_no_file_open():
    font(Weight.BOLD, 20)
    before = handles()
    for size in range(90, 130):
        font(Weight.BOLD, size).size("7")
    assert handles() == before


@pytest.mark.parametrize("text", ["", "\u034f", "\ufe0f" * 4, "\U000e0100", "\u200b"])
def test_text_of_no_width_is_drawn_as_nothing(text: str) -> None:
    surface = pygame.Surface((40, 40))
    before = surface.copy()
    draw_line(surface, text, Weight.REGULAR, 24, theme.PAPER, (20, 20))
    assert width_of(text, Weight.REGULAR, 24) == 0
    assert rendered(text, Weight.REGULAR, 24, theme.PAPER).get_width() == 0
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(before, "RGB")


@pytest.mark.parametrize("text", ["a\0b", "\0", "/home/\udcff/exports", "\ud800"])
def test_signs_that_no_font_takes_are_drawn_as_one_that_says_so(text: str) -> None:
    width = width_of(text, Weight.REGULAR, 24)
    assert rendered(text, Weight.REGULAR, 24, theme.PAPER).get_width() == width > 0


def test_every_sign_that_a_name_may_be_made_of_is_seen() -> None:
    """Looked for where Unicode has signs of no width: the first plane, and the one of tags."""
    names = (clean_name(chr(sign)) for sign in (*range(0x10000), *range(0xE0000, 0xE1000)))
    assert [name for name in names if name and width_of(name, Weight.REGULAR, 24) == 0] == []
