"""The things themselves, each drawn by chance.

A lone number from 1 to 13, dark on something pale, stays out, except where a card's pip or oval
tells it from a tile's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from vision.lab.cutouts.cutout import CutOut
from vision.lab.madeup.page import (
    BLACK,
    RED,
    Colour,
    PrintedPage,
    any_colour,
    any_font,
    draw_emblem,
    draw_figure,
    draw_pip,
    ink,
    pale,
)

SUITS: Mapping[str, Colour] = {"heart": RED, "diamond": RED, "spade": BLACK, "club": BLACK}
GERMAN: Mapping[str, Colour] = {
    "heart": RED,
    "bell": (60.0, 200.0, 240.0),
    "leaf": (60.0, 150.0, 40.0),
    "acorn": (60.0, 170.0, 190.0),
}
COURTS = ("K", "Q", "J", "B", "D", "V", "R", "C", "O", "U")
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def _card(rng: np.random.Generator, ground: Colour | None = None) -> PrintedPage:
    wide = float(rng.choice([63.0, 57.0, 59.0, 44.0, 70.0]))
    return PrintedPage(wide, wide * float(rng.uniform(1.38, 1.6)), ground or pale(rng))


def _suit(rng: np.random.Generator) -> tuple[str, Colour]:
    suits = SUITS if rng.random() < 0.8 else GERMAN
    name = str(rng.choice(list(suits)))
    return name, suits[name]


def _indices(
    page: PrintedPage, text: str, suit: str, colour: Colour, rng: np.random.Generator
) -> None:
    """The value and its suit in two or four corners."""
    font = any_font(rng)
    size = float(rng.uniform(5, 15))
    left, top = page.wide / 2 - size * 0.55 - 1, page.tall / 2 - size * 0.5 - 2
    corners = [(-left, -top)] if rng.random() < 0.6 else [(-left, -top), (left, -top)]
    for x, y in corners:
        page.write(text, x, y, size, colour, font)
        draw_pip(page, suit, x, y + size * 0.95, size * 0.7, colour)


def court_card(rng: np.random.Generator) -> CutOut:
    """A king, queen or knave, twice, head to head; sometimes one whole."""
    page = _card(rng)
    suit, colour = _suit(rng)
    inner = page.wide * float(rng.uniform(0.62, 0.85)), page.tall * float(rng.uniform(0.8, 0.92))
    top = -inner[1] / 2
    is_double = rng.random() < 0.8
    foot = 0.0 if is_double else inner[1] / 2
    if rng.random() < 0.3:
        page.box(0, 0, *inner, any_colour(rng, 180, 250))
    draw_figure(page, rng, top, foot, inner[0])
    draw_pip(page, suit, -inner[0] * 0.36, top + 7, float(rng.uniform(5, 10)), colour)
    _indices(page, str(rng.choice(COURTS)), suit, colour, rng)
    if is_double:
        page.both_ways()
    if rng.random() < 0.75:
        page.frame(*inner, ink(rng), 0.5)
    return page.cutout("court card", 3.5)


PLACES: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1),),
    3: ((0, -1), (0, 0)),
    4: ((-1, -1), (1, -1)),
    5: ((-1, -1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0)),
    7: ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    8: ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    9: ((-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (0, 0)),
    10: ((-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (0, -0.67)),
}
"""Where the pips of the upper half stand, across and down."""


def pip_card(rng: np.random.Generator) -> CutOut:
    """A card with pips and its value in the corners."""
    page = _card(rng)
    suit, colour = _suit(rng)
    value = int(rng.integers(1, 11))
    size = float(rng.uniform(8, 15)) * (2.0 if value == 1 and rng.random() < 0.5 else 1.0)
    _indices(page, "A" if value == 1 else str(value), suit, colour, rng)
    for across, down in PLACES[value]:
        draw_pip(page, suit, across * page.wide * 0.22, down * page.tall * 0.33, size, colour)
    page.both_ways()
    for across, down in PLACES[value]:
        if down == 0:
            draw_pip(page, suit, across * page.wide * 0.22, 0.0, size, colour)
    return page.cutout("pip card", 3.5)


def card_joker(rng: np.random.Generator) -> CutOut:
    """The joker of a deck of cards, or a card of another game with a drawing on it."""
    page = _card(rng)
    if rng.random() < 0.5:
        draw_figure(page, rng, -page.tall * 0.4, page.tall * 0.4, page.wide * 0.6)
    else:
        tall = page.wide * float(rng.uniform(0.4, 0.9))
        draw_emblem(page, 0.0, float(rng.normal(0, 6)), tall, rng)
    font, colour = any_font(rng), ink(rng)
    word = str(rng.choice(["JOKER", "Joker", "WILD", "STAR", "LUCKY", "XVI", "0"]))
    if rng.random() < 0.6:
        for k, letter in enumerate(word):
            page.write(letter, -page.wide / 2 + 5, -page.tall / 2 + 8 + 7 * k, 5.5, colour, font)
    else:
        page.write(word, 0, page.tall * 0.4, 6, colour, font)
    return page.cutout("card joker", 3.5)


def number_card(rng: np.random.Generator) -> CutOut:
    """A card of a number game: a large number in an oval or a frame, small ones in the corners."""
    rim = pale(rng)
    page = _card(rng, rim)
    colour = any_colour(rng, 120, 240)
    inner = page.wide * 0.86, page.tall * 0.9
    page.box(0, 0, *inner, colour)
    if rng.random() < 0.7:
        page.oval(0, 0, inner[0] * 0.44, inner[1] * 0.36, rim)
    font, text = any_font(rng), str(rng.integers(0, 16))
    own = colour if rng.random() < 0.7 else BLACK
    page.write(text, 0, 0, page.tall * float(rng.uniform(0.25, 0.4)), own, font)
    for side in (-1, 1):
        page.write(text, side * inner[0] * 0.4, side * inner[1] * 0.42, 8, rim, font, 1 - side)
    return page.cutout("number card", 3.5)


def card_back(rng: np.random.Generator) -> CutOut:
    """The back of a card: a lattice, rings or waves."""
    page = _card(rng)
    colour = any_colour(rng, 60, 200)
    inner = page.wide * 0.88, page.tall * 0.92
    page.box(0, 0, *inner, colour)
    step = float(rng.uniform(3, 9))
    kind = int(rng.integers(3))
    columns, rows = (np.arange(-side / 2, side / 2, step).tolist() for side in inner)
    for x in columns:
        for y in rows:
            if kind == 0:
                page.lines([[x, y], [x + step, y + step]], page.ground, 0.5)
                page.lines([[x + step, y], [x, y + step]], page.ground, 0.5)
            elif kind == 1:
                page.oval(x + step / 2, y + step / 2, step * 0.4, step * 0.4, page.ground, 0.5)
            else:
                page.box(x + step / 2, y + step / 2, step * 0.5, step * 0.5, page.ground)
    if rng.random() < 0.5:
        page.oval(0, 0, 12, 12, page.ground)
        draw_emblem(page, 0, 0, 18, rng)
    return page.cutout("card back", 3.5)


def domino(rng: np.random.Generator) -> CutOut:
    """A domino: two fields of pips and a line between."""
    wide = float(rng.uniform(20, 28))
    is_dark = rng.random() < 0.35
    page = PrintedPage(wide, 2 * wide, BLACK if is_dark else pale(rng))
    colour = (240.0, 245.0, 248.0) if is_dark else ink(rng)
    page.lines([[-wide * 0.4, 0], [wide * 0.4, 0]], colour, 0.7)
    for half in (-1, 1):
        _pips(page, int(rng.integers(0, 7)), 0.0, half * wide / 2, wide * 0.28, wide * 0.07, colour)
    return page.cutout("domino", 2.5)


def _pips(
    page: PrintedPage, count: int, x: float, y: float, apart: float, size: float, colour: Colour
) -> None:
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    places = corners[: count - count % 2] + ([(0, 0)] if count % 2 else [])
    for across, down in places:
        page.oval(x + across * apart, y + down * apart, size, size, colour)


def die(rng: np.random.Generator) -> CutOut:
    """A die from above, with pips, a sign or a number."""
    side = float(rng.uniform(12, 22))
    is_pale = rng.random() < 0.7
    page = PrintedPage(side, side, pale(rng) if is_pale else any_colour(rng))
    colour = ink(rng) if is_pale else (245.0, 245.0, 245.0)
    if rng.random() < 0.75:
        _pips(page, int(rng.integers(1, 7)), 0, 0, side * 0.27, side * 0.09, colour)
    else:
        draw_pip(page, str(rng.choice(list(SUITS))), 0, 0, side * 0.5, colour)
    return page.cutout("die", side * 0.18)


def letter_tile(rng: np.random.Generator) -> CutOut:
    """A tile of a word game: a letter and its small worth."""
    side = float(rng.uniform(18, 24))
    page = PrintedPage(side, side * float(rng.uniform(1.0, 1.15)), pale(rng))
    font, colour = any_font(rng), ink(rng)
    page.write(str(rng.choice(list(LETTERS))), -side * 0.06, -1, side * 0.55, colour, font)
    page.write(str(rng.integers(1, 11)), side * 0.33, page.tall * 0.33, side * 0.2, colour, font)
    return page.cutout("letter tile", 1.5)


def picture_tile(rng: np.random.Generator) -> CutOut:
    """A tile of a far-eastern game: discs, bars or strokes in three colours."""
    wide = float(rng.uniform(20, 27))
    page = PrintedPage(wide, wide * float(rng.uniform(1.2, 1.4)), pale(rng))
    colours: tuple[Colour, ...] = (RED, (60.0, 130.0, 30.0), (150.0, 60.0, 30.0), BLACK)
    kind = int(rng.integers(3))
    count = int(rng.integers(2, 10))
    for k in range(count):
        x = (k % 3 - 1) * wide * 0.27
        y = (k // 3 - (count - 1) // 3 / 2) * wide * 0.36
        colour = colours[int(rng.integers(4))]
        if kind == 0:
            page.oval(x, y, wide * 0.11, wide * 0.11, colour)
            page.oval(x, y, wide * 0.05, wide * 0.05, page.ground)
        elif kind == 1:
            page.box(x, y, wide * 0.08, wide * 0.26, colour)
        else:
            page.lines(rng.uniform(-0.35, 0.35, (3, 2)) * [wide, page.tall], colour, 1.2)
    return page.cutout("picture tile", 2.0)


def banknote(rng: np.random.Generator) -> CutOut:
    """A banknote: guilloches, a portrait, large and small numbers."""
    wide = float(rng.uniform(115, 160))
    page = PrintedPage(wide, wide * float(rng.uniform(0.46, 0.56)), pale(rng))
    colour = any_colour(rng, 90, 200)
    turn = np.linspace(0, 2 * np.pi, 80)
    for k in range(int(rng.integers(5, 14))):
        waves = np.sin(turn * int(rng.integers(2, 9)) + k) * rng.uniform(2, 14)
        page.lines(
            np.stack([turn / 6.28 * wide - wide / 2, waves + rng.normal(0, 12)], 1), colour, 0.4
        )
    x = float(rng.choice([-1, 1])) * wide * float(rng.uniform(0.0, 0.28))
    page.oval(x, 0, page.tall * 0.36, page.tall * 0.45, page.ground)
    sub = PrintedPage(page.tall * 0.6, page.tall * 0.9, page.ground)
    draw_figure(sub, rng, -sub.tall * 0.55, sub.tall * 0.55, sub.wide)
    grey = (
        np.repeat(sub.image.mean(axis=2, keepdims=True), 3, axis=2) / 255.0 * np.array(colour) * 1.2
    )
    _place(page, np.clip(grey, 0, 255), x)
    font, text = any_font(rng), str(rng.choice([1, 2, 5, 10, 20, 50, 100]))
    for cx, cy in ((-0.42, -0.36), (0.42, -0.36), (0.42, 0.34), (-0.42, 0.34)):
        if rng.random() < 0.8:
            page.write(text, cx * wide, cy * page.tall, float(rng.uniform(7, 17)), colour, font)
    return page.cutout("banknote", 0.5)


def _place(
    page: PrintedPage, picture: np.ndarray[tuple[int, ...], np.dtype[np.float64]], x: float
) -> None:
    """Lays a picture on the page, its middle so far right of the page's."""
    tall, wide = picture.shape[:2]
    left = round((x + page.wide / 2) * page.px - wide / 2)
    top = (page.image.shape[0] - tall) // 2
    if left >= 0 and top >= 0 and left + wide <= page.image.shape[1]:
        page.image[top : top + tall, left : left + wide] = picture


def _word(rng: np.random.Generator) -> str:
    parts = [
        str(rng.choice(list("bdfgklmnprstvz"))) + str(rng.choice(list("aeiou"))) for _ in range(4)
    ]
    made = "".join(parts[: int(rng.integers(1, 5))])
    return str(rng.choice([made, made.title(), made.upper()]))


def magazine(rng: np.random.Generator) -> CutOut:
    """A cover or a page: a title, pictures, columns of text, prices."""
    wide = float(rng.uniform(110, 210))
    page = PrintedPage(wide, wide * float(rng.uniform(1.2, 1.45)), pale(rng), 2.4)
    if rng.random() < 0.5:
        page.box(0, 0, wide, page.tall, any_colour(rng, 40, 240))
    if rng.random() < 0.6:
        draw_figure(page, rng, -page.tall * 0.35, page.tall * 0.5, wide * 0.6)
    font = any_font(rng)
    page.write(_word(rng), 0, -page.tall * 0.4, wide * 0.16, any_colour(rng), font)
    for _ in range(int(rng.integers(3, 12))):
        x, y = rng.uniform(-0.4, 0.4) * wide, rng.uniform(-0.3, 0.48) * page.tall
        size = float(np.exp(rng.uniform(np.log(2.5), np.log(14))))
        text = _word(rng) if rng.random() < 0.7 else str(rng.integers(14, 2000))
        page.write(text, float(x), float(y), size, ink(rng), font)
    if rng.random() < 0.5:
        draw_emblem(page, wide * 0.3, page.tall * 0.3, float(rng.uniform(12, 40)), rng)
    return page.cutout("magazine", 0.3)


def _keys(
    page: PrintedPage,
    rng: np.random.Generator,
    texts: list[str],
    columns: int,
    key: Colour,
    own: Colour,
    top: float = -0.5,
) -> None:
    """Rows of keys with a text each over the page from a share of its height down."""
    rows = -(-len(texts) // columns)
    step_x = page.wide * 0.94 / columns
    step_y = page.tall * (0.48 - top) / max(1, rows)
    size = min(step_x, step_y)
    font, is_round = any_font(rng), bool(rng.random() < 0.3)
    gap = float(rng.uniform(0.7, 0.94))
    for k, text in enumerate(texts):
        x = (k % columns + 0.5) * step_x - page.wide * 0.47
        y = (k // columns + 0.5) * step_y + top * page.tall
        if is_round:
            page.oval(x, y, size * gap / 2, size * gap / 2, key)
        else:
            page.box(x, y, step_x * gap, step_y * gap, key)
        if text == "*":
            draw_emblem(page, x, y, size * 0.5, rng)
        elif text:
            page.write(text, x, y, size * float(rng.uniform(0.32, 0.5)), own, font)


DARK_KEY = 300.0
"""Sum of a key's colour below which its lettering is pale."""


def _key_colours(rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    """Body, key and lettering."""
    if rng.random() < 0.5:
        return (30.0, 30.0, 32.0), (55.0, 55.0, 58.0), (235.0, 235.0, 235.0)
    body = pale(rng)
    return any_colour(rng, 60, 240) if rng.random() < 0.4 else body, pale(rng), ink(rng)


def keyboard(rng: np.random.Generator) -> CutOut:
    """Part of a keyboard."""
    body, key, own = _key_colours(rng)
    columns, rows = int(rng.integers(6, 13)), int(rng.integers(3, 6))
    page = PrintedPage(19.0 * columns, 19.0 * rows, body, 2.4)
    signs = [*LETTERS, "F5", "F12", "Esc", "Tab", "+", "#", ""]
    signs += list("0123456789") if sum(key) < DARK_KEY else []
    _keys(page, rng, [str(rng.choice(signs)) for _ in range(rows * columns)], columns, key, own)
    return page.cutout("keyboard", 3.0)


def remote(rng: np.random.Generator) -> CutOut:
    """A remote control, a telephone or a calculator: rows of small keys, with a display or not."""
    body, key, own = _key_colours(rng)
    page = PrintedPage(float(rng.uniform(42, 85)), float(rng.uniform(120, 190)), body)
    columns = int(rng.integers(3, 6))
    texts = ["+", "-", "OK", "*", "TV", "C", "", "<", ">", "Menu", "A", "B", "%", "="]
    texts += list("0123456789") if sum(key) < DARK_KEY else []
    rng.shuffle(texts)
    top = -0.5
    if rng.random() < 0.5:
        page.box(0, -page.tall * 0.37, page.wide * 0.86, page.tall * 0.16, (130.0, 150.0, 140.0))
        number = str(rng.integers(10, 99_999))
        page.write(number, page.wide * 0.15, -page.tall * 0.37, 9, BLACK, any_font(rng))
        top = -0.26
    _keys(page, rng, texts[: int(rng.integers(9, 17))], columns, key, own, top)
    return page.cutout("remote", 6.0)


def phone(rng: np.random.Generator) -> CutOut:
    """A telephone or tablet: icons, a clock, a list, a game of numbers."""
    wide = float(rng.choice([72.0, 78.0, 150.0]))
    page = PrintedPage(wide, wide * float(rng.uniform(1.4, 2.1)), (22.0, 22.0, 24.0), 2.8)
    glass = any_colour(rng, 30, 250) if rng.random() < 0.6 else pale(rng)
    page.box(0, 0, wide * 0.93, page.tall * 0.94, glass)
    font = any_font(rng)
    kind = int(rng.integers(3))
    if kind == 0:
        step = wide * 0.22
        for row in range(int(page.tall * 0.85 / step)):
            for column in range(4):
                x, y = (column - 1.5) * step, -page.tall * 0.42 + (row + 0.5) * step
                if rng.random() < 0.85:
                    page.box(x, y, step * 0.7, step * 0.7, any_colour(rng, 120, 250))
                    draw_emblem(page, x, y, step * 0.5, rng)
    elif kind == 1:
        texts = [str(2 ** rng.integers(1, 9)) if rng.random() < 0.6 else "" for _ in range(16)]
        _keys(page, rng, texts, 4, pale(rng), ink(rng), -0.2)
    else:
        clock = f"{rng.integers(0, 24)}:{rng.integers(10, 60)}"
        page.write(clock, 0, -page.tall * 0.33, wide * 0.2, (250.0, 250.0, 250.0), font)
        for k in range(int(rng.integers(2, 9))):
            page.box(0, -page.tall * 0.15 + k * 11, wide * 0.85, 9, pale(rng))
            page.write(_word(rng), -wide * 0.1, -page.tall * 0.15 + k * 11, 4, BLACK, font)
    return page.cutout("phone", 7.0)


def calendar(rng: np.random.Generator) -> CutOut:
    """A month's later half, a lottery slip: many small numbers in a grid."""
    columns = int(rng.integers(5, 8))
    step = float(rng.uniform(5, 14))
    page = PrintedPage(step * columns * 1.1, step * 8, pale(rng))
    font, size = any_font(rng), step * float(rng.uniform(0.3, 0.5))
    colour = ink(rng)
    has_cells = rng.random() < 0.5
    for k in range(int(rng.integers(20, 45))):
        x = (k % columns - (columns - 1) / 2) * step
        y = (k // columns - 2.5) * step
        if has_cells:
            a = step * 0.45
            page.lines(
                [[x - a, y - a], [x + a, y - a], [x + a, y + a], [x - a, y + a]], colour, 0.3, True
            )
        page.write(str(k + 14), x, y, size, RED if k % columns == columns - 1 else colour, font)
    return page.cutout("calendar", 0.3)


def score_sheet(rng: np.random.Generator) -> CutOut:
    """A note pad with columns of numbers written by hand."""
    page = PrintedPage(float(rng.uniform(70, 150)), float(rng.uniform(90, 200)), pale(rng), 2.6)
    rule = float(rng.uniform(5, 10))
    for y in np.arange(-page.tall / 2 + rule, page.tall / 2, rule).tolist():
        page.lines([[-page.wide / 2, y], [page.wide / 2, y]], (225.0, 205.0, 190.0), 0.3)
        if rng.random() < 0.5:
            page.lines([[0, y], [0, y + rule]], (200.0, 190.0, 190.0), 0.3)
    font, colour = any_font(rng), any_colour(rng, 20, 130)
    for x in (-page.wide * 0.25, page.wide * 0.25):
        y = -page.tall / 2 + 1.5 * rule
        page.write(_word(rng).title(), x, y, rule * 0.7, colour, font)
        for _ in range(int(rng.integers(2, 12))):
            y += rule
            page.write(
                str(rng.integers(-9, 140)), x + rng.normal(0, 2), y, rule * 0.7, colour, font
            )
    return page.cutout("score sheet", 0.3)


def packet(rng: np.random.Generator) -> CutOut:
    """A box, a coaster, a label: an emblem, a word, a frame."""
    page = PrintedPage(float(rng.uniform(48, 120)), float(rng.uniform(48, 120)), pale(rng))
    if rng.random() < 0.5:
        page.box(0, 0, page.wide, page.tall, any_colour(rng, 60, 245))
    side = min(page.wide, page.tall)
    if rng.random() < 0.4:
        page.oval(0, 0, side * 0.46, side * 0.46, pale(rng))
    if rng.random() < 0.5:
        page.frame(page.wide * 0.86, page.tall * 0.86, ink(rng), side * 0.02)
    draw_emblem(
        page, 0, float(rng.normal(0, 0.08)) * side, side * float(rng.uniform(0.3, 0.7)), rng
    )
    if rng.random() < 0.7:
        page.write(_word(rng), 0, page.tall * 0.36, side * 0.14, ink(rng), any_font(rng))
    return page.cutout("packet", float(rng.choice([0.5, 3.0, side * 0.5])))


KINDS: Mapping[str, tuple[float, Callable[[np.random.Generator], CutOut]]] = {
    "court card": (0.22, court_card),
    "pip card": (0.12, pip_card),
    "card joker": (0.06, card_joker),
    "number card": (0.03, number_card),
    "card back": (0.03, card_back),
    "domino": (0.05, domino),
    "die": (0.03, die),
    "letter tile": (0.04, letter_tile),
    "picture tile": (0.04, picture_tile),
    "banknote": (0.05, banknote),
    "magazine": (0.08, magazine),
    "keyboard": (0.05, keyboard),
    "remote": (0.05, remote),
    "phone": (0.05, phone),
    "calendar": (0.03, calendar),
    "score sheet": (0.03, score_sheet),
    "packet": (0.06, packet),
}
"""How often each thing is drawn, and what draws it."""


def made_up(rng: np.random.Generator, kind: str | None = None) -> CutOut:
    """A thing of this kind, or of any."""
    if kind is None:
        shares = np.array([share for share, _ in KINDS.values()])
        kind = str(rng.choice(list(KINDS), p=shares / shares.sum()))
    return KINDS[kind][1](rng)
