"""Looks of dice, boards and handwriting, by chance or held out from training."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.lab.mosaix.synth.prints import Design
from vision.lab.synth.arrays import RGB


@dataclass(frozen=True, slots=True)
class DieStyle:
    """One set of four dice."""

    size_mm: float = 16.0
    body: RGB = (214, 184, 140)
    ink: RGB = (30, 26, 24)
    design: Design = field(default_factory=Design)
    corner: float = 0.12  # radius of the face's corners, a share of the size
    edge: float = 0.1  # width of the rounded edge, a share of the size
    depth: float = 0.0  # of an engraved symbol, a share of the size
    wood: float = 0.0  # strength of grain
    gloss: float = 0.1
    shine: float = 40.0
    wear: float = 0.0  # how much ink is rubbed off
    ink_cover: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """One wipe-off board as it was printed. The grid stands in the middle, other print around."""

    cell_mm: float = 18.0
    margin_mm: tuple[float, float, float, float] = (14.0, 10.0, 14.0, 10.0)  # top, right, …
    base: RGB = (240, 226, 150)
    cell: RGB = (252, 250, 240)
    other_cell: RGB = (252, 250, 240)  # every second cell, as on a draughts board
    line: RGB = (60, 56, 50)
    line_mm: float = 0.7  # 0 has none: then the cells stand apart by `gap_mm`
    frame_mm: float = 1.2
    gap_mm: float = 0.0
    round_mm: float = 0.0
    centre: RGB | None = None  # the printed cell's own colour
    ink: RGB = (40, 38, 36)  # of the printed symbol
    design: Design = field(default_factory=Design)
    table: str = "right"  # where the count's table is printed: right, below, none
    scale: bool = False  # eight boxes above the grid, as on the grey side
    title: bool = True
    gloss: float = 0.2
    shine: float = 60.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody draws, and with which pen. Lengths are shares of a cell unless in mm."""

    size: float = 0.62
    size_spread: float = 0.06
    off_centre: float = 0.04
    wobble: float = 0.02
    slant_deg: float = 0.0
    squash: float = 1.0
    circle_gap: float = 0.0  # share of the turn left open; below 0 it overlaps
    triangle_round: float = 0.1
    triangle_gap: float = 0.0
    triangle_tall: float = 1.0
    triangle_turns: float = 0.0  # how often a triangle stands another way round
    cross_bend: float = 0.03
    cross_uneven: float = 0.1
    cross_upright: bool = False
    pen: RGB = (25, 25, 28)
    pen_mm: float = 1.4
    cover: float = 0.95
    dry: float = 0.1
    taper: float = 0.2
    seed: int = 0
    person: str = ""  # whose circles and triangles these are, of those in `marks`; else made up


# bodies and inks that go together
_LIGHT_WOODS: tuple[RGB, ...] = ((222, 192, 150), (206, 170, 120), (232, 208, 170), (190, 152, 104))
_DARK_WOODS: tuple[RGB, ...] = ((98, 62, 40), (124, 80, 50), (70, 46, 34))
_LIGHT_BODIES: tuple[RGB, ...] = (
    (240, 236, 226),
    (250, 250, 250),
    (226, 214, 180),
    (200, 200, 204),
    (240, 210, 70),
    (240, 160, 60),
    (170, 205, 230),
    (180, 220, 160),
)
_DARK_BODIES: tuple[RGB, ...] = (
    (24, 24, 26),
    (170, 26, 30),
    (26, 52, 130),
    (20, 96, 50),
    (70, 72, 78),
    (120, 30, 60),
)
_DARK_INKS: tuple[RGB, ...] = (
    (20, 20, 22),
    (54, 34, 24),
    (24, 34, 96),
    (150, 20, 24),
    (16, 80, 40),
)
_LIGHT_INKS: tuple[RGB, ...] = ((250, 250, 248), (240, 230, 200), (244, 214, 90))


def random_die_style(rng: np.random.Generator) -> DieStyle:
    """Wood or plastic, dark on light or light on dark, printed or engraved."""
    is_wood = rng.random() < 0.5
    is_light = rng.random() < 0.65
    if is_wood:
        body = _pick(rng, _LIGHT_WOODS if is_light else _DARK_WOODS)
    else:
        body = _pick(rng, _LIGHT_BODIES if is_light else _DARK_BODIES)
    return DieStyle(
        size_mm=float(rng.uniform(12, 20)),
        body=_near(rng, body, 8),
        ink=_near(rng, _pick(rng, _DARK_INKS if is_light else _LIGHT_INKS), 6),
        design=random_design(rng),
        corner=float(rng.uniform(0.02, 0.2)),
        edge=float(rng.uniform(0.03, 0.14)),
        depth=float(rng.uniform(0.02, 0.06)) if rng.random() < 0.4 else 0.0,
        wood=float(rng.uniform(0.4, 1.2)) if is_wood else 0.0,
        gloss=float(rng.uniform(0.0, 0.08) if is_wood else rng.uniform(0.05, 0.5)),
        shine=float(np.exp(rng.uniform(np.log(15), np.log(120)))),
        wear=float(rng.uniform(0.1, 0.45)) if rng.random() < 0.25 else 0.0,
        ink_cover=float(rng.uniform(0.8, 1.0)),
        seed=int(rng.integers(2**31)),
    )


def random_design(rng: np.random.Generator) -> Design:
    """Rings or discs, outlines or filled triangles, slanting or upright crosses."""
    return Design(
        size=float(rng.uniform(0.46, 0.76)),
        stroke=float(rng.uniform(0.1, 0.28)),
        filled_circle=bool(rng.random() < 0.3),
        filled_triangle=bool(rng.random() < 0.35),
        upright_cross=bool(rng.random() < 0.15),
        is_round=bool(rng.random() < 0.5),
        angle_deg=float(
            rng.choice([0.0, rng.normal(0, 4), rng.uniform(0, 360)], p=[0.5, 0.3, 0.2])
        ),
    )


DICE_HELD_OUT: dict[str, DieStyle] = {
    "violet": DieStyle(17, (96, 50, 140), (226, 226, 236), Design(0.6, 0.16, ring_within=0.4)),
    "teal": DieStyle(
        15, (20, 120, 124), (250, 222, 200), Design(0.66, 0.3, taper=0.45), gloss=0.4, shine=90
    ),
    "pink": DieStyle(18, (240, 160, 190), (70, 20, 70), Design(0.52, 0.22, True, True, True)),
    "burnt": DieStyle(
        16, (176, 124, 70), (74, 42, 22), Design(0.7, 0.13, is_round=True), depth=0.05, wood=1.4
    ),
    "olive": DieStyle(14, (120, 118, 50), (244, 240, 190), Design(0.58, 0.18), 0.2, 0.16, 0.05),
}
"""Bodies, pairs of colours and designs that training never draws."""

_BASES: tuple[RGB, ...] = (
    (244, 222, 110),
    (236, 170, 90),
    (170, 205, 225),
    (190, 215, 160),
    (236, 236, 232),
    (168, 168, 170),
    (150, 152, 156),
    (70, 110, 160),
    (200, 70, 60),
    (60, 60, 64),
)


def random_board_style(rng: np.random.Generator) -> BoardStyle:
    """Lines, tiles that stand apart, or a draughts pattern, on bases of many colours."""
    base = _near(rng, _pick(rng, _BASES), 10)
    pale = _near(rng, _pick(rng, ((252, 252, 250), (250, 246, 228), (236, 238, 240))), 4)
    look = str(rng.choice(["lines", "apart", "draughts", "bare"], p=[0.4, 0.3, 0.15, 0.15]))
    cell = pale if look != "bare" else base
    if look == "bare" and sum(base) < 420:
        base = cell = pale
    tint = _toward(pale, base, float(rng.uniform(0.2, 0.5)))
    dark = _near(rng, _pick(rng, ((40, 40, 42), (90, 86, 80), (30, 50, 100), (120, 60, 30))), 8)
    has_lines = look != "apart"
    return BoardStyle(
        cell_mm=float(rng.uniform(14, 22)),
        margin_mm=tuple(float(v) for v in rng.uniform(5, 26, 4)),  # type: ignore[arg-type]
        base=base,
        cell=cell,
        other_cell=tint if look == "draughts" else cell,
        line=dark if rng.random() < 0.75 else _toward(cell, dark, 0.6),
        line_mm=float(rng.uniform(0.35, 1.4)) if has_lines else 0.0,
        frame_mm=float(rng.choice([0.0, rng.uniform(0.8, 2.6)])),
        gap_mm=0.0 if has_lines else float(rng.uniform(0.9, 2.6)),
        round_mm=0.0 if has_lines else float(rng.uniform(0.0, 3.0)),
        centre=_near(rng, _pick(rng, _BASES[:6]), 10) if rng.random() < 0.3 else None,
        ink=_near(rng, _pick(rng, _DARK_INKS), 6),
        design=random_design(rng),
        table=str(rng.choice(["right", "below", "none"], p=[0.4, 0.4, 0.2])),
        scale=bool(rng.random() < 0.35),
        title=bool(rng.random() < 0.6),
        gloss=float(rng.uniform(0.0, 0.3)),
        shine=float(np.exp(rng.uniform(np.log(15), np.log(120)))),
        seed=int(rng.integers(2**31)),
    )


BOARDS_HELD_OUT: dict[str, BoardStyle] = {
    "lilac": BoardStyle(
        17, base=(150, 120, 190), cell=(244, 236, 252), other_cell=(244, 236, 252), line_mm=0.0,
        gap_mm=2.2, round_mm=4.0, ink=(80, 30, 110), design=Design(0.6, 0.16, ring_within=0.45),
    ),
    "mint": BoardStyle(
        20, base=(60, 196, 150), cell=(206, 244, 232), other_cell=(246, 252, 250),
        line=(20, 110, 100), line_mm=0.5, frame_mm=3.2, design=Design(0.66, 0.3, taper=0.4),
    ),
    "brown": BoardStyle(
        15, base=(120, 84, 56), cell=(238, 222, 196), other_cell=(238, 222, 196),
        line=(120, 84, 56), line_mm=1.6, frame_mm=0.0, centre=(210, 180, 130),
        design=Design(0.56, 0.2, True, True), table="below", scale=True,
    ),
}  # fmt: skip
"""Colours and designs that training never draws."""

_PENS: tuple[RGB, ...] = (
    (22, 22, 26),
    (22, 22, 26),
    (30, 48, 150),
    (176, 28, 36),
    (16, 110, 60),
    (84, 84, 90),
    (96, 52, 30),
)


def random_hand(rng: np.random.Generator) -> Hand:
    """From a tidy hand to a hasty one."""
    haste = float(rng.random()) ** 1.5
    return Hand(
        size=float(rng.uniform(0.42, 0.8)),
        size_spread=0.03 + 0.07 * haste,
        off_centre=0.02 + 0.06 * haste,
        wobble=0.008 + 0.03 * haste,
        slant_deg=float(rng.normal(0, 6 + 8 * haste)),
        squash=float(np.exp(rng.normal(0, 0.1))),
        circle_gap=float(rng.normal(0.0, 0.03 + 0.07 * haste)),
        triangle_round=float(rng.uniform(0.0, 0.08 + 0.22 * haste)),
        triangle_gap=float(rng.normal(0, 0.02 + 0.06 * haste)),
        triangle_tall=float(np.exp(rng.normal(0, 0.14))),
        triangle_turns=float(rng.choice([0.0, 0.25, 1.0], p=[0.5, 0.2, 0.3])),
        cross_bend=float(abs(rng.normal(0, 0.02 + 0.05 * haste))),
        cross_uneven=0.05 + 0.15 * haste,
        cross_upright=bool(rng.random() < 0.12),
        pen=_near(rng, _pick(rng, _PENS), 10),
        pen_mm=float(np.exp(rng.uniform(np.log(0.6), np.log(2.6)))),
        cover=float(rng.uniform(0.7, 1.0)),
        dry=float(rng.uniform(0.0, 0.5)) if rng.random() < 0.5 else 0.0,
        taper=float(rng.uniform(0.0, 0.5)),
        seed=int(rng.integers(2**31)),
    )


def hand_of(person: str, rng: np.random.Generator) -> Hand:
    """Somebody's own marks with any pen: thin, thick, pale, dry."""
    hand = random_hand(rng)
    thin, pale = rng.random() < 0.25, rng.random() < 0.25
    return replace(
        hand,
        person=person,
        pen_mm=float(rng.uniform(0.35, 0.8)) if thin else hand.pen_mm,
        cover=float(rng.uniform(0.45, 0.75)) if pale else hand.cover,
        dry=float(rng.uniform(0.3, 0.8)) if rng.random() < 0.25 else hand.dry,
    )


HANDS_HELD_OUT: dict[str, Hand] = {
    "left": Hand(
        slant_deg=-24, circle_gap=0.1, triangle_gap=0.07, cross_bend=0.07, pen=(92, 40, 130)
    ),
    "tiny": Hand(size=0.4, pen=(230, 96, 20), pen_mm=0.8, wobble=0.02, circle_gap=-0.1),
    "broad": Hand(size=0.74, pen=(0, 130, 150), pen_mm=3.0, triangle_round=0.2, off_centre=0.06),
}
"""Slants, widths and colours of pen that training never draws."""


def _pick(rng: np.random.Generator, colours: tuple[RGB, ...]) -> RGB:
    return colours[int(rng.integers(len(colours)))]


def _near(rng: np.random.Generator, colour: RGB, spread: float) -> RGB:
    r, g, b = (int(v) for v in np.clip(np.array(colour) + rng.normal(0, spread, 3), 4, 253))
    return r, g, b


def _toward(one: RGB, other: RGB, share: float) -> RGB:
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b
