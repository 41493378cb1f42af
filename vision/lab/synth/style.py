"""How one household's set of tiles looks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.lab.synth.arrays import RGB
from vision.lab.synth.digits import DigitStyle, random_digits
from vision.lab.synth.jokers import KINDS as JOKER_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

LAYOUTS = ("dish", "dimple", "mark", "plain", "central")
LAYOUTS_HELD_OUT = ("frame",)
HELD_OUT_DISTANCE = 18.0  # in screen values: no ink drawn by chance is nearer to a held-out one


@dataclass(frozen=True, slots=True)
class JokerStyle:
    """The joker's drawing; sizes are shares of the tile's height."""

    kind: str = "moon"
    seed: int = 1
    inks: tuple[RGB, RGB] = ((24, 24, 26), (205, 30, 45))  # of the set's two jokers
    second: RGB = (205, 30, 45)
    size: float = 0.42
    y: float = 0.36
    word: bool = False  # JOKER written under the drawing


@dataclass(frozen=True, slots=True)
class SetStyle:
    """One set: body, face, inks and joker. Lengths in millimetres unless a share is named."""

    name: str = "dish"
    width_mm: float = 26.0
    height_mm: float = 37.0
    thickness_mm: float = 4.5
    corner_mm: float = 1.6
    bevel_mm: float = 1.6
    bevel_slope: float = 0.45
    bevel_round: float = 0.3  # 0 a flat chamfer, 1 a rounded shoulder
    ivory: RGB = (236, 230, 214)
    gloss: float = 0.25
    shine: float = 40.0
    speckle: float = 0.01
    relief: float = 0.02  # roughness of the surface
    layout: str = "dish"
    dish_mm: float = 19.0  # across
    dish_slope: float = 0.16  # at the rim
    dish_step: float = 0.08  # a sharp edge around it
    dish_dx: float = 0.0
    logo: str = "Ramiko"
    logo_slope: float = 0.4  # below 0 the writing is sunk
    logo_font: int = 4
    logo_y: float = 0.82  # share of the tile's height
    logo_width: float = 0.72  # share of the tile's width
    logo_line: bool = True  # a smaller line of writing above
    mark: str = "none"  # under 6 and 9: none, dot, bar
    number_height: float = 0.31  # share of the tile's height
    number_y: float = 0.30  # share of the tile's height, the number's middle
    number_dx: float = 0.0  # share of the tile's width
    digits: DigitStyle = field(default_factory=DigitStyle)
    black: RGB = (26, 26, 28)
    red: RGB = (206, 28, 50)
    blue: RGB = (22, 88, 176)
    orange: RGB = (238, 128, 40)
    ink_slope: float = 0.25  # steepness of the engraved edges
    ink_uneven: float = 0.04
    ink_wear: float = 0.0  # share of the ink that is chipped off
    ink_gloss: float = 0.5
    joker: JokerStyle = field(default_factory=JokerStyle)
    back: str = "plain"  # plain, frame, dish
    seed: int = 0

    def ink(self, colour: str) -> RGB:
        """The ink of a colour's letter K, R, B or O."""
        return {"K": self.black, "R": self.red, "B": self.blue, "O": self.orange}[colour]


def _jittered(rng: np.random.Generator, anchors: Sequence[RGB], spread: float) -> RGB:
    """A colour between two of the anchors, a little off."""
    first, second = (np.array(anchors[int(i)], float) for i in rng.integers(0, len(anchors), 2))
    colour = first + (second - first) * rng.random() + rng.normal(0, spread, 3)
    r, g, b = (int(v) for v in np.clip(colour, 3, 252))
    return (r, g, b)


def _unmet(rng: np.random.Generator, ink: str, anchors: Sequence[RGB], spread: float) -> RGB:
    """A colour for the named ink that no held-out set has."""
    taken = [np.array(getattr(style, ink), float) for style in HELD_OUT.values()]
    while True:
        colour = _jittered(rng, anchors, spread)
        if all(np.linalg.norm(np.array(colour) - other) > HELD_OUT_DISTANCE for other in taken):
            return colour


_IVORIES: tuple[RGB, ...] = (
    (244, 243, 240),
    (238, 233, 220),
    (240, 230, 205),
    (228, 222, 208),
    (222, 220, 216),
    (236, 224, 190),
    (248, 246, 238),
)
_BLUES: tuple[RGB, ...] = (
    (18, 84, 180),
    (20, 60, 150),
    (30, 110, 200),
    (0, 120, 170),
    (20, 140, 160),
    (40, 80, 190),
)
_TEALS: tuple[RGB, ...] = ((18, 140, 150), (30, 150, 165), (10, 115, 130), (20, 100, 120))
_REDS: tuple[RGB, ...] = (
    (208, 24, 40),
    (190, 20, 34),
    (225, 50, 45),
    (200, 16, 70),
    (196, 22, 92),
    (222, 40, 70),
    (160, 18, 34),
)
_ORANGES: tuple[RGB, ...] = (
    (240, 130, 36),
    (235, 110, 40),
    (245, 150, 30),
    (215, 140, 40),
    (230, 165, 40),
    (200, 120, 30),
)
_BLACKS: tuple[RGB, ...] = ((20, 20, 22), (36, 36, 40), (52, 52, 56), (22, 26, 42), (14, 14, 14))

_LOGO_LETTERS = "aeimnorstukbclz"


def _logo_word(rng: np.random.Generator) -> str:
    length = int(rng.integers(4, 9))
    rest = "".join(str(rng.choice(list(_LOGO_LETTERS))) for _ in range(length - 1))
    word = str(rng.choice(list("RRRMKTSJ"))) + rest
    return word.upper() if rng.random() < 0.25 else word


def random_style(rng: np.random.Generator, fonts: Sequence[str] = ()) -> SetStyle:
    """A plausible set, with no layout, joker, stroke digits or ink shade of the HELD_OUT ones."""
    layout = str(rng.choice(LAYOUTS, p=[0.42, 0.18, 0.14, 0.2, 0.06]))
    width = float(rng.uniform(24.0, 28.0))
    ratio = float(np.clip(rng.normal(1.42, 0.06), 1.3, 1.56))
    digits = random_digits(rng, fonts)
    number_height = float(np.clip(rng.normal(0.32, 0.04), 0.24, 0.44))
    number_y = float(np.clip(rng.normal(0.31, 0.03), number_height / 2 + 0.07, 0.42))
    if layout == "central":
        number_height = float(rng.uniform(0.38, 0.6))
        number_y = float(rng.uniform(0.44, 0.52))
    blue = _unmet(rng, "blue", _TEALS if rng.random() < 0.3 else _BLUES, 8)
    has_logo = rng.random() < {"dish": 0.85, "dimple": 0.05, "mark": 0.2, "plain": 0.55}.get(
        layout, 0.0
    )
    black, red = _jittered(rng, _BLACKS, 4), _unmet(rng, "red", _REDS, 10)
    return SetStyle(
        name=f"{layout}-random",
        width_mm=width,
        height_mm=width * ratio,
        thickness_mm=float(rng.uniform(3.2, 8.0)),
        corner_mm=float(rng.uniform(0.6, 3.4)),
        bevel_mm=float(rng.uniform(0.5, 2.4)),
        bevel_slope=float(rng.uniform(0.15, 0.7)),
        bevel_round=float(rng.choice([0.0, 1.0, rng.random()])),
        ivory=_jittered(rng, _IVORIES, 3),
        gloss=float(rng.choice([0.05, rng.uniform(0.1, 0.4), rng.uniform(0.4, 0.9)])),
        shine=float(np.exp(rng.uniform(np.log(20), np.log(250)))),
        speckle=float(rng.choice([0.004, 0.012, rng.uniform(0.01, 0.03)], p=[0.5, 0.3, 0.2])),
        relief=float(rng.choice([0.0, 0.02, rng.uniform(0.02, 0.10)], p=[0.4, 0.4, 0.2])),
        layout=layout,
        dish_mm=width * float(rng.uniform(0.60, 0.86))
        if layout != "dimple"
        else width * float(rng.uniform(0.14, 0.36)),
        dish_slope=float(rng.uniform(0.05, 0.3) if layout == "dish" else rng.uniform(0.15, 0.5)),
        dish_step=float(rng.choice([0.0, rng.uniform(0.0, 0.15), 0.25], p=[0.3, 0.55, 0.15])),
        dish_dx=float(rng.normal(0, 0.01)),
        logo=_logo_word(rng) if has_logo else "",
        logo_slope=float(rng.uniform(0.12, 0.7)) * (1 if rng.random() < 0.6 else -1),
        logo_font=int(rng.choice([0, 2, 3, 4, 6, 7])),
        logo_y=float(rng.uniform(0.78, 0.88)),
        logo_width=float(rng.uniform(0.5, 0.8)),
        logo_line=bool(rng.random() < 0.5),
        mark=str(rng.choice(["dot", "bar"])) if layout == "mark" else "none",
        number_height=number_height,
        number_y=number_y,
        number_dx=float(rng.normal(0, 0.012)),
        digits=digits,
        black=black,
        red=red,
        blue=blue,
        orange=_unmet(rng, "orange", _ORANGES, 8),
        ink_slope=float(rng.choice([0.05, rng.uniform(0.15, 0.6)], p=[0.35, 0.65])),
        ink_uneven=float(rng.uniform(0.0, 0.12)),
        ink_wear=float(rng.uniform(0.01, 0.08)) if rng.random() < 0.12 else 0.0,
        ink_gloss=float(rng.uniform(0.1, 1.0)),
        joker=random_joker(rng, black, red, blue),
        back=str(rng.choice(["plain", "frame", "dish"], p=[0.6, 0.2, 0.2])),
        seed=int(rng.integers(0, 2**31)),
    )


_JOKER_CHANCES = [0.3, 0.07, 0.05, 0.07, 0.05, 0.05, 0.04, 0.04, 0.03]  # the classic kinds
_JOKER_CHANCES += [0.16, 0.05, 0.06, 0.03]  # those invented


def random_joker(rng: np.random.Generator, black: RGB, red: RGB, blue: RGB) -> JokerStyle:
    """A plausible joker for a set with these inks."""
    kind = str(rng.choice(JOKER_KINDS, p=_JOKER_CHANCES))
    other = (blue, (20, 120, 60), (130, 40, 130))[int(rng.integers(0, 3))]
    inks = (black, red) if rng.random() < 0.85 else (other, red)
    return JokerStyle(
        kind=kind,
        seed=int(rng.integers(0, 10_000)),
        inks=inks,
        second=red if rng.random() < 0.7 else other,
        size=float(rng.uniform(0.34, 0.56)),
        y=float(rng.choice([rng.uniform(0.32, 0.40), rng.uniform(0.42, 0.52)], p=[0.75, 0.25])),
        word=bool(kind in {"moon", "smiley", "jester", "star"} and rng.random() < 0.12),
    )


_DISH = SetStyle()
_TEAL = replace(
    _DISH,
    name="teal",
    ivory=(238, 234, 224),
    blue=(28, 148, 165),
    red=(220, 34, 60),
    gloss=0.5,
    shine=70.0,
    joker=JokerStyle("moon", 3),
)
_DIMPLE = SetStyle(
    name="dimple",
    width_mm=25.0,
    height_mm=37.5,
    corner_mm=2.2,
    layout="dimple",
    dish_mm=6.5,
    logo="",
    ivory=(244, 241, 232),
    number_height=0.36,
    number_y=0.32,
    digits=DigitStyle(weight=0.15, width=0.58, square=2.0, one="long"),
    joker=JokerStyle("smiley", 4, size=0.4),
)
_MARKED = SetStyle(
    name="marked",
    layout="mark",
    mark="dot",
    logo="",
    thickness_mm=6.0,
    corner_mm=2.6,
    ivory=(248, 246, 240),
    number_height=0.34,
    digits=DigitStyle(weight=0.2, width=0.66, square=2.8, softness=0.03, four="closed"),
    red=(200, 20, 88),
    orange=(226, 160, 44),
    joker=JokerStyle("jester", 2, size=0.5, y=0.42),
)
_PLAIN = SetStyle(
    name="plain",
    layout="plain",
    logo="",
    ivory=(232, 222, 192),
    bevel_mm=0.8,
    number_height=0.38,
    number_y=0.34,
    digits=DigitStyle(weight=0.13, width=0.56, contrast=0.2, six="straight", one="foot"),
    joker=JokerStyle("star", 6, size=0.44),
)
NAMED: dict[str, SetStyle] = {s.name: s for s in (_DISH, _TEAL, _DIMPLE, _MARKED, _PLAIN)}

# Households the training has not met: cat jokers, square digits, one layout and ink shades of
# their own. Dish and dimple are layouts that training knows; `frame` is not.
HELD_OUT: dict[str, SetStyle] = {
    style.name: style
    for style in (
        SetStyle(
            name="held-dimple-teal",
            width_mm=24.5,
            height_mm=37.0,
            layout="dimple",
            dish_mm=7.5,
            dish_slope=0.4,
            logo="",
            ivory=(226, 222, 202),
            blue=(8, 92, 112),
            red=(178, 14, 96),
            orange=(196, 132, 20),
            black=(44, 46, 62),
            digits=DigitStyle(
                weight=0.145,
                width=0.63,
                contrast=0.28,
                square=4.6,
                one="long",
                two="swan",
                three="flat",
                six="straight",
                seven="slashed",
            ),
            joker=JokerStyle("cat", 5, size=0.46),
            seed=11,
        ),
        SetStyle(
            name="held-square-frame",
            width_mm=27.0,
            height_mm=36.0,
            layout="frame",
            mark="bar",
            logo="",
            thickness_mm=7.0,
            ivory=(214, 208, 196),
            blue=(62, 70, 200),
            red=(232, 70, 52),
            orange=(246, 182, 48),
            digits=DigitStyle(
                weight=0.185,
                width=0.64,
                square=6.5,
                softness=0.012,
                one="flag",
                four="open",
                tracking=0.1,
            ),
            number_height=0.42,
            number_y=0.36,
            joker=JokerStyle("cat", 9, inks=((20, 110, 60), (196, 28, 50)), size=0.5, y=0.5),
            seed=12,
        ),
        SetStyle(
            name="held-dish-soft",
            width_mm=26.5,
            height_mm=39.5,
            layout="dish",
            dish_mm=21.0,
            ivory=(240, 226, 182),
            blue=(0, 128, 196),
            red=(150, 12, 30),
            orange=(250, 120, 64),
            digits=DigitStyle(weight=0.12, width=0.7, round_ends=True, square=5.2, one="plain"),
            logo="Okey",
            joker=JokerStyle("cat", 2, size=0.4),
            seed=13,
        ),
    )
}
