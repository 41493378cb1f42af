"""Where scattered tiles lie: free, side by side, in rows, blocks, piles and racks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.lab.synth.setting import Camera, LaidTile, Thing

if TYPE_CHECKING:
    from vision.lab.synth.style import SetStyle

_FACE_DOWN = 0.07  # share of tiles that lie on their face


def clear_of(tiles: list[LaidTile], style: SetStyle, x: float, y: float, reach: float) -> bool:
    """Whether a thing of radius `reach` at (x, y) touches no tile."""
    if not tiles:
        return True
    middles = np.array([[tile.x_mm, tile.y_mm] for tile in tiles])
    away = np.hypot(middles[:, 0] - x, middles[:, 1] - y)
    return bool(np.all(away > reach + 0.5 * style.height_mm))


def scattered(
    rng: np.random.Generator, mode: str, camera: Camera, style: SetStyle, deck: list[str]
) -> tuple[list[LaidTile], tuple[Thing, ...]]:
    """The tiles, and the racks they stand in."""
    w, h = camera.size_wh
    half = np.array([w, h]) / camera.zoom / 2
    draw = {
        "free": _free,
        "near": _near,
        "rows": _rows,
        "block": _block,
        "pile": _pile,
        "single": _single,
    }
    if mode == "rack":
        return _rack(rng, style, deck, half)
    return draw[mode](rng, style, deck, half), ()


def _laid(
    rng: np.random.Generator, tile: str, x: float, y: float, angle: float, z: float = 0.0
) -> LaidTile:
    return LaidTile(
        tile,
        float(x),
        float(y),
        float(angle),
        face_up=bool(rng.random() >= _FACE_DOWN),
        variant=int(rng.integers(2)),
        z_mm=z,
    )


Half = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def _corners(x: float, y: float, angle: float, w: float, h: float) -> Half:
    turn = np.radians(angle)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    return np.asarray(np.array([x, y]) + box @ spin.T)


def _apart(a: Half, b: Half) -> bool:
    """Whether two convex quads have no point in common."""
    for quad in (a, b):
        edges = np.roll(quad, -1, axis=0) - quad
        axes = np.stack([-edges[:2, 1], edges[:2, 0]], axis=1)
        pa, pb = a @ axes.T, b @ axes.T
        if np.any((pa.max(axis=0) < pb.min(axis=0)) | (pb.max(axis=0) < pa.min(axis=0))):
            return True
    return False


def _dropped(
    rng: np.random.Generator,
    style: SetStyle,
    deck: list[str],
    half: Half,
    count: int,
    margin: float,
    angle: float | None,
    centres: Half | None = None,
) -> list[LaidTile]:
    """Tiles dropped one by one where there is room."""
    tiles: list[LaidTile] = []
    quads: list[Half] = []
    middles: list[Half] = []
    diagonal = float(np.hypot(style.width_mm, style.height_mm)) + 2 * margin
    for _ in range(count * 5):
        if len(tiles) >= min(count, len(deck)):
            break
        at = rng.uniform(-1.06, 1.06, 2) * half
        if centres is not None and rng.random() < 0.8:
            at = centres[int(rng.integers(len(centres)))] + rng.normal(0, style.height_mm, 2)
        turn = float(rng.uniform(0, 360) if angle is None else angle + rng.normal(0, 6))
        quad = _corners(at[0], at[1], turn, style.width_mm + margin, style.height_mm + margin)
        near = [
            other
            for other, middle in zip(quads, middles, strict=True)
            if abs(middle[0] - at[0]) < diagonal and abs(middle[1] - at[1]) < diagonal
        ]
        if all(_apart(quad, other) for other in near):
            quads.append(quad)
            middles.append(at)
            tiles.append(_laid(rng, deck[len(tiles)], at[0], at[1], turn))
    return tiles


def _room_for(style: SetStyle, half: Half) -> float:
    return float(4 * half[0] * half[1] / (style.width_mm * style.height_mm))


def _free(rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half) -> list[LaidTile]:
    count = int(np.clip(_room_for(style, half) * rng.uniform(0.08, 0.4), 1, 60))
    return _dropped(rng, style, deck, half, count, float(rng.uniform(0, 6)), None)


def _near(rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half) -> list[LaidTile]:
    """Clusters of tiles almost touching at all turns."""
    count = int(np.clip(_room_for(style, half) * rng.uniform(0.1, 0.4), 2, 50))
    centres = rng.uniform(-0.7, 0.7, (int(rng.integers(1, 4)), 2)) * half
    angle = None if rng.random() < 0.6 else float(rng.uniform(0, 360))
    return _dropped(rng, style, deck, half, count, 0.2, angle, centres)


def _turned(degrees: float) -> Half:
    """The matrix that turns points by so much."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin], [sin, cos]])


def _rows(rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half) -> list[LaidTile]:
    """Several rows, some touching, some apart, all turned much the same."""
    turn = float(rng.choice([0.0, 90.0, 180.0, rng.uniform(0, 360)]) + rng.normal(0, 3))
    step = style.height_mm * float(rng.uniform(1.06, 1.7))
    gap = float(rng.choice([0.1, rng.uniform(0.3, 4.0), rng.uniform(4.0, 20.0)]))
    spin = _turned(turn)
    tiles: list[LaidTile] = []
    reach = float(np.hypot(*half))
    y = -reach + step * float(rng.random())
    crooked = float(rng.uniform(0.2, 3.0))
    while y < reach and len(tiles) < 64:
        x = -reach * float(rng.uniform(0.2, 1.0))
        length = int(rng.integers(1, 13))
        for _ in range(length):
            at = spin @ np.array([x, y + rng.normal(0, 0.5)])
            if np.all(np.abs(at) < half * 1.08) and len(tiles) < len(deck):
                tiles.append(
                    _laid(rng, deck[len(tiles)], at[0], at[1], turn + rng.normal(0, crooked))
                )
            x += style.width_mm + gap + 0.02 * crooked * style.height_mm
        y += step
    return tiles


def _block(
    rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half
) -> list[LaidTile]:
    """A block of touching tiles, each the right way up or upside down."""
    turn = float(rng.uniform(0, 360))
    spin = _turned(turn)
    gap = float(rng.uniform(0.05, 0.8))
    mixed = rng.random() < 0.4
    columns, rows = int(rng.integers(2, 10)), int(rng.integers(2, 8))
    tiles: list[LaidTile] = []
    for row in range(rows):
        shift = float(rng.normal(0, 3)) if rng.random() < 0.4 else 0.0
        for column in range(columns):
            x = (column - (columns - 1) / 2) * (style.width_mm + gap) + shift
            y = (row - (rows - 1) / 2) * (style.height_mm + gap)
            at = spin @ np.array([x, y])
            if rng.random() < 0.12 or np.any(np.abs(at) > half * 1.1) or len(tiles) >= 64:
                continue
            flip = 180.0 if mixed and rng.random() < 0.5 else 0.0
            tiles.append(
                _laid(rng, deck[len(tiles)], at[0], at[1], turn + flip + rng.normal(0, 0.4))
            )
    return tiles


def _pile(rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half) -> list[LaidTile]:
    """Tiles lying partly on others."""
    below = _dropped(
        rng,
        style,
        deck,
        half,
        int(np.clip(_room_for(style, half) * 0.3, 2, 30)),
        0.3,
        None,
        rng.uniform(-0.5, 0.5, (2, 2)) * half,
    )
    tiles = list(below)
    top_quads: list[Half] = []
    for tile in below:
        if rng.random() > 0.3 or len(tiles) >= len(deck):
            continue
        angle = float(rng.uniform(0, 360))
        x = tile.x_mm + float(rng.normal(0, 0.6 * style.width_mm))
        y = tile.y_mm + float(rng.normal(0, 0.6 * style.width_mm))
        quad = _corners(x, y, angle, style.width_mm, style.height_mm)
        if all(_apart(quad, other) for other in top_quads):
            top_quads.append(quad)
            tiles.append(_laid(rng, deck[len(tiles)], x, y, angle, style.thickness_mm))
    return tiles


def _single(
    rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half
) -> list[LaidTile]:
    return _dropped(rng, style, deck, half * 0.8, int(rng.integers(1, 4)), 2.0, None)


def _rack(
    rng: np.random.Generator, style: SetStyle, deck: list[str], half: Half
) -> tuple[list[LaidTile], tuple[Thing, ...]]:
    """Tiles standing in a rack of two steps, seen from the front or from above."""
    turn = float(rng.normal(0, 12))
    lean = float(rng.uniform(45, 75))
    seed = int(rng.integers(2**20))
    a, b = np.radians(turn), np.radians(lean)
    across = np.array([np.cos(a), np.sin(a)])
    back = np.array([np.sin(a), -np.cos(a)])
    tiles: list[LaidTile] = []
    length = min(float(2 * half[0]) * 0.9, 330.0)
    tall = style.height_mm
    for step in range(2):
        foot_back, foot_up = step * tall * 0.62, 3.0 + step * tall * 0.55
        x = -length / 2 + style.width_mm * float(rng.uniform(0.6, 1.5))
        while x < length / 2 - style.width_mm * 0.6 and len(tiles) < len(deck):
            if rng.random() < 0.62:
                depth = foot_back + tall / 2 * np.cos(b)
                at = across * x + back * depth
                tiles.append(
                    LaidTile(
                        deck[len(tiles)],
                        float(at[0]),
                        float(at[1]),
                        turn + float(rng.normal(0, 0.4)),
                        variant=int(rng.integers(2)),
                        z_mm=foot_up + tall / 2 * float(np.sin(b)),
                        lean_deg=lean,
                    )
                )
            x += style.width_mm * float(rng.choice([1.02, 1.02, 1.3, 1.8]))
    return tiles, (Thing(f"rack:{length:.0f}:{lean:.0f}:{tall:.1f}", 0.0, 0.0, turn, 1.0, seed),)
