"""Table tops: wood with grain and knots, cloth, stone, print and plain tops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.lab.synth import surfaces, wood
from vision.lab.synth.area import Area
from vision.lab.synth.arrays import F32, RGB, random_hue

if TYPE_CHECKING:
    from collections.abc import Callable

MATERIALS = (
    "wood",
    "planks",
    "plain",
    "felt",
    "weave",
    "rug",
    "marble",
    "stone",
    "checks",
    "flowers",
    "print",
    "glass",
)


@dataclass(frozen=True, slots=True)
class TableTop:
    """One table top. `colour` is its main colour, `second` that of grain or pattern."""

    material: str = "wood"
    colour: RGB = (150, 104, 70)
    second: RGB = (96, 60, 40)
    gloss: float = 0.15
    shine: float = 60.0
    scale: float = 1.0  # of the pattern
    strength: float = 1.0  # of the pattern
    knots: int = 3
    angle_deg: float = 0.0
    edge_deg: float = 0.0  # where the table ends, clockwise from +x
    edge_mm: float = 0.0  # how far from the origin; 0 has no end in sight
    floor: RGB = (90, 84, 78)
    seed: int = 0


_WOODS: tuple[tuple[RGB, RGB], ...] = (
    ((150, 104, 70), (96, 60, 40)),
    ((110, 74, 58), (70, 42, 34)),
    ((92, 56, 40), (54, 30, 22)),
    ((196, 150, 104), (158, 108, 68)),
    ((214, 178, 132), (180, 136, 90)),
    ((226, 204, 168), (196, 164, 122)),
    ((206, 198, 186), (168, 158, 146)),
    ((120, 110, 100), (84, 76, 70)),
    ((176, 112, 60), (126, 72, 34)),
    ((160, 84, 48), (104, 48, 26)),
    ((62, 46, 40), (36, 26, 24)),
)


def random_table(rng: np.random.Generator) -> TableTop:
    """A plausible table top."""
    material = str(
        rng.choice(
            MATERIALS,
            p=[0.22, 0.13, 0.14, 0.1, 0.06, 0.05, 0.08, 0.06, 0.04, 0.04, 0.04, 0.04],
        )
    )
    if material in {"wood", "planks"}:
        colour, second = _WOODS[int(rng.integers(len(_WOODS)))]
    else:
        colour, second = _random_colours(rng, material)
    jitter = rng.normal(0, 7, 3) + rng.normal(0, 6)
    colour = _clip(np.array(colour) + jitter)
    second = _clip(np.array(second) + jitter)
    return TableTop(
        material=material,
        colour=colour,
        second=second,
        gloss=float(rng.choice([0.0, 0.05, 0.2, 0.5], p=[0.25, 0.3, 0.3, 0.15]))
        if material not in {"felt", "weave", "rug", "checks", "flowers"}
        else 0.0,
        shine=float(np.exp(rng.uniform(np.log(15), np.log(250)))),
        scale=float(np.exp(rng.normal(0, 0.3))),
        strength=float(rng.uniform(0.4, 1.2)),
        knots=int(rng.choice([0, 1, 2, 4, 7, 12], p=[0.25, 0.15, 0.2, 0.2, 0.12, 0.08])),
        angle_deg=float(rng.choice([0.0, 90.0, rng.uniform(0, 180)], p=[0.25, 0.25, 0.5]))
        + float(rng.normal(0, 2)),
        seed=int(rng.integers(2**31)),
    )


def _clip(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> RGB:
    r, g, b = (int(v) for v in np.clip(values, 8, 250))
    return (r, g, b)


def _random_colours(rng: np.random.Generator, material: str) -> tuple[RGB, RGB]:
    if material == "felt":
        base = random_hue(rng, float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.15, 0.6)))
        if rng.random() < 0.45:
            base = (20, int(rng.integers(70, 120)), int(rng.integers(40, 80)))
        return base, base
    if material in {"marble", "stone", "print"}:
        pale = int(rng.integers(170, 245)) if rng.random() < 0.75 else int(rng.integers(30, 110))
        warm = int(rng.integers(-6, 14))
        dark = int(rng.integers(60, 130))
        return (pale, pale - warm // 2, pale - warm), (dark, dark - 4, dark - 10)
    if material == "glass":
        return random_hue(rng, 0.15, float(rng.uniform(0.15, 0.6))), (200, 210, 215)
    if material == "plain":
        kind = rng.random()
        if kind < 0.4:  # close to the tiles' own ivory
            pale = int(rng.integers(188, 240))
            warm = int(rng.integers(0, 30))
            return (pale, pale - warm // 3, pale - warm), (120, 116, 110)
        if kind < 0.7:
            dark = int(rng.integers(18, 80))
            return (dark, dark, dark), (90, 90, 90)
        base = random_hue(rng, float(rng.uniform(0.05, 0.6)), float(rng.uniform(0.25, 0.9)))
        return base, (90, 90, 90)
    first = random_hue(rng, float(rng.uniform(0.0, 0.6)), float(rng.uniform(0.3, 0.95)))
    second = random_hue(rng, float(rng.uniform(0.0, 0.8)), float(rng.uniform(0.2, 0.9)))
    if rng.random() < 0.4:
        first = (235, 230, 222)
    return first, second


def texture(
    table: TableTop, size_wh: tuple[int, int], px: float, offset: tuple[float, float]
) -> F32:
    """(h, w, 3) linear albedo, `px` pixels a millimetre, its corner at `offset` millimetres."""
    rng = np.random.default_rng([table.seed, 3])
    draw: dict[str, Callable[[TableTop, np.random.Generator, Area], F32]] = {
        "wood": wood.wood,
        "planks": wood.planks,
        "plain": surfaces.plain,
        "felt": surfaces.felt,
        "weave": surfaces.weave,
        "rug": surfaces.rug,
        "marble": surfaces.marble,
        "stone": surfaces.stone,
        "checks": surfaces.checks,
        "flowers": surfaces.flowers,
        "print": surfaces.newsprint,
        "glass": surfaces.glass,
    }
    area = Area(size_wh, px, offset)
    return draw[table.material](table, rng, area)
