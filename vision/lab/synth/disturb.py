"""Named disturbances of a finished picture, for simulation and tests; the truth moves along."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.arrays import U8, f32, scaled, smoothstep, to_screen, u8
from vision.lab.synth.geometry import share_inside
from vision.lab.synth.light import glare_spot
from vision.lab.synth.setting import Light, Thing
from vision.lab.synth.truth import Rendered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vision.lab.synth.setting import Scene

_PALM_MM = 70.0


def _linear(frame: U8) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    light = f32(frame) / np.float32(255.0)
    return f32(light * light)


def gain(frame: U8, factor: float) -> U8:
    """The frame with screen values times `factor`."""
    return u8(cv2.convertScaleAbs(frame, alpha=factor))


def tint(frame: U8, warmth: float) -> U8:
    """The frame with red raised and blue lowered by the share `warmth`; below 0 is colder."""
    b, g, r = cv2.split(frame)
    return u8(
        cv2.merge(
            (cv2.convertScaleAbs(b, alpha=1 - warmth), g, cv2.convertScaleAbs(r, alpha=1 + warmth))
        )
    )


def fade(frame: U8, share: float) -> U8:
    """The frame with so much of its colour left: 0 is grey."""
    grey = cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return u8(cv2.addWeighted(frame, share, grey, 1 - share, 0))


def half_shadow(frame: U8, seed: int, strength: float = 0.45, softness: float = 0.01) -> U8:
    """The frame with a shadow over about half of it; `strength` of the light is lost there."""
    rng = np.random.default_rng([seed, 3])
    h, w = frame.shape[:2]
    angle, at = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(-0.15, 0.15))
    x = (np.arange(w, dtype=np.float32)[None, :] - w / 2) / w
    y = (np.arange(h, dtype=np.float32)[:, None] - h / 2) / w
    dark = smoothstep(at - softness, at + softness, f32(x * np.cos(angle) + y * np.sin(angle)))
    return to_screen(scaled(_linear(frame), f32(1 - strength * dark)))


def blur(frame: U8, sigma: float) -> U8:
    """The frame out of focus by `sigma` pixels."""
    return u8(cv2.GaussianBlur(frame, (0, 0), sigma))


def glare(frame: U8, seed: int, strength: float = 0.8, size: float = 0.08) -> U8:
    """The frame with a bright reflection somewhere."""
    rng = np.random.default_rng([seed, 4])
    at = (float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.15, 0.85)))
    h, w = frame.shape[:2]
    spot = glare_spot(Light(glare=strength, glare_xy=at, glare_size=size), (w, h))
    return to_screen(f32(_linear(frame) + f32(cv2.merge((spot, spot, spot)))))


def moved(rendered: Rendered, shift_xy: tuple[float, float], angle_deg: float) -> Rendered:
    """Everything turned about the middle, clockwise, and shifted, as when the camera is knocked.

    What comes into view repeats the edge; `visible` is lowered by what leaves it.
    """
    h, w = rendered.frame_bgr.shape[:2]
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -angle_deg, 1.0) + np.array(
        [[0, 0, shift_xy[0]], [0, 0, shift_xy[1]]]
    )
    frame = cv2.warpAffine(rendered.frame_bgr, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
    tiles = []
    for tile in rendered.tiles:
        quad = np.asarray(tile.quad_xy @ matrix[:, :2].T + matrix[:, 2], np.float64)
        before, after = share_inside(tile.quad_xy, (w, h)), share_inside(quad, (w, h))
        seen = tile.visible * min(1.0, after / before) if before > 0 else 0.0
        tiles.append(replace(tile, quad_xy=quad, visible=seen))
    covered = cv2.warpAffine(rendered.covered, matrix, (w, h), flags=cv2.INTER_NEAREST)
    return Rendered(u8(frame), tuple(tiles), u8(covered))


def with_hand(scene: Scene, seed: int, at_mm: tuple[float, float] | None = None) -> Scene:
    """The scene with a hand reaching over part of the tiles, or to `at_mm`."""
    rng = np.random.default_rng([seed, 6])
    middle = np.array(scene.camera.look_at_mm)
    if at_mm is None:
        if scene.tiles:
            tile = scene.tiles[int(rng.integers(len(scene.tiles)))]
            at_mm = (tile.x_mm, tile.y_mm)
        else:
            at_mm = (float(middle[0]), float(middle[1]))
    away = np.array(at_mm) - middle
    outwards = float(np.degrees(np.arctan2(-away[0], away[1]))) + float(rng.normal(0, 20))
    # The palm, some way up the arm from the middle of the drawing, comes to lie there.
    turn = np.radians(outwards)
    x, y = np.array(at_mm) - _PALM_MM * np.array([-np.sin(turn), np.cos(turn)])
    reaching = Thing("hand", float(x), float(y), outwards, 1.0, seed, over=True)
    return replace(scene, things=(*scene.things, reaching))


def _on_frame(change: Callable[[U8, int], U8]) -> Callable[[Rendered, int], Rendered]:
    def disturbed(rendered: Rendered, seed: int) -> Rendered:
        return replace(rendered, frame_bgr=change(rendered.frame_bgr, seed))

    return disturbed


def _moving(shift: float, angle: float) -> Callable[[Rendered, int], Rendered]:
    def disturbed(rendered: Rendered, seed: int) -> Rendered:
        rng = np.random.default_rng([seed, 5])
        turn = float(rng.uniform(0, 2 * np.pi))
        side = 1.0 if rng.random() < 0.5 else -1.0
        by = (shift * float(np.cos(turn)), shift * float(np.sin(turn)))
        return moved(rendered, by, side * angle)

    return disturbed


def _gain(factor: float) -> Callable[[U8, int], U8]:
    return lambda frame, _seed: gain(frame, factor)


def _tint(warmth: float) -> Callable[[U8, int], U8]:
    return lambda frame, _seed: tint(frame, warmth)


def _fade(share: float) -> Callable[[U8, int], U8]:
    return lambda frame, _seed: fade(frame, share)


def _blur(sigma: float) -> Callable[[U8, int], U8]:
    return lambda frame, _seed: blur(frame, sigma)


ON_FRAMES: dict[str, Callable[[Rendered, int], Rendered]] = {
    **{f"gain-{f}": _on_frame(_gain(f)) for f in (0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3)},
    **{f"warm-{p}": _on_frame(_tint(p / 100)) for p in (10, 15, 20)},
    **{f"cold-{p}": _on_frame(_tint(-p / 100)) for p in (10, 15, 20)},
    **{f"colour-{s}": _on_frame(_fade(s)) for s in (0.0, 0.15, 0.25, 0.35, 0.45, 0.6)},
    **{f"blur-{s}": _on_frame(_blur(s)) for s in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)},
    **{f"shift-{px}": _moving(float(px), 0.0) for px in (2, 5, 10, 12, 20)},
    **{f"rotate-{deg}": _moving(0.0, float(deg)) for deg in (1, 2, 5)},
    "half-shadow": _on_frame(half_shadow),
    "glare": _on_frame(glare),
}
ON_SCENES: dict[str, Callable[[Scene, int], Scene]] = {"hand": with_hand}
NAMES = tuple(sorted((*ON_FRAMES, *ON_SCENES)))


def disturb_scene(scene: Scene, names: Iterable[str], seed: int) -> Scene:
    """The scene after those of the disturbances that change what lies on the table."""
    for name in _known(names):
        if name in ON_SCENES:
            scene = ON_SCENES[name](scene, seed)
    return scene


def disturb(rendered: Rendered, names: Iterable[str], seed: int) -> Rendered:
    """The picture after those of the disturbances that change the picture, in their order."""
    for name in _known(names):
        if name in ON_FRAMES:
            rendered = ON_FRAMES[name](rendered, seed)
    return rendered


def _known(names: Iterable[str]) -> list[str]:
    names = list(names)
    for name in names:
        if name not in NAMES:
            raise ValueError(f"{name!r} is no disturbance: choose from {', '.join(NAMES)}")
    return names
