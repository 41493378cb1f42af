"""Lights, cameras and finishes as they come up in living rooms."""

from __future__ import annotations

import numpy as np

from vision.lab.synth.arrays import RGB, linear_bgr
from vision.lab.synth.geometry import Camera
from vision.lab.synth.setting import CameraFinish, Light
from vision.lab.synth.tables import TableTop


def random_light(rng: np.random.Generator) -> Light:
    """Daylight, lamps, both, with or without something in their way."""
    warmth = float(np.clip(rng.normal(0.0, 0.11), -0.26, 0.3))
    side = float(np.clip(rng.normal(0.0, 0.07), -0.2, 0.2)) if rng.random() < 0.4 else 0.0
    green = float(rng.normal(0, 0.015))
    shade = str(
        rng.choice(["none", "edge", "band", "bars", "blob"], p=[0.7, 0.1, 0.06, 0.05, 0.09])
    )
    overcast = rng.random() < 0.4
    return Light(
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(25, 82)),
        distance_mm=float(np.exp(rng.uniform(np.log(600), np.log(4000)))),
        ambient=float(rng.uniform(0.65, 0.92) if overcast else rng.uniform(0.3, 0.65)),
        softness_mm=float(rng.uniform(2.0, 7.0) if overcast else rng.uniform(0.3, 3.0)),
        tint=(1 + warmth, 1 + green, 1 - warmth),
        side_tint=(1 + side, 1.0, 1 - side),
        side_deg=float(rng.uniform(0, 360)),
        falloff=float(rng.choice([0.0, 0.4, 1.0])),
        shade=shade,
        shade_strength=float(rng.uniform(0.15, 0.65)),
        shade_softness=float(np.exp(rng.uniform(np.log(0.002), np.log(0.06)))),
        shade_seed=int(rng.integers(2**31)),
        glare=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.1 else 0.0,
        glare_xy=(float(rng.random()), float(rng.random())),
        glare_size=float(rng.uniform(0.03, 0.18)),
    )


def random_camera(
    rng: np.random.Generator,
    size_wh: tuple[int, int],
    zoom: float,
    look_at_mm: tuple[float, float] = (0.0, 0.0),
    tilt_deg: float | None = None,
    rotation_deg: float | None = None,
) -> Camera:
    """A camera above the table; mostly straight down, sometimes far off."""
    if tilt_deg is None:
        steep = rng.random()
        tilt_deg = float(
            abs(rng.normal(0, 6)) if steep < 0.7 else rng.uniform(8, 25 if steep < 0.92 else 45)
        )
    if rotation_deg is None:
        rotation_deg = float(rng.normal(0, 4) if rng.random() < 0.6 else rng.uniform(-180, 180))
    # Near cameras see strong perspective; very small views come from near ones.
    height = float(np.exp(rng.uniform(np.log(380), np.log(900)))) * max(1.0, 2.2 / zoom)
    return Camera(
        size_wh=size_wh,
        height_mm=height,
        tilt_deg=tilt_deg,
        tilt_towards_deg=float(rng.uniform(0, 360)),
        rotation_deg=rotation_deg,
        zoom=zoom,
        look_at_mm=look_at_mm,
        bend=float(rng.uniform(-0.10, 0.02)) if rng.random() < 0.35 else 0.0,
    )


def random_finish(
    rng: np.random.Generator, table: TableTop, tile_px: float, ivory: RGB = (236, 230, 214)
) -> CameraFinish:
    """A camera's rendering; exposed for the table, blurred no more than stays readable."""
    brightness = float(np.mean(np.array(table.colour) / 255.0))
    # Automatic exposure: dark tables make the tiles bright, pale ones make them grey.
    wanted = 0.86 + 0.14 * (0.5 - brightness) + float(np.clip(rng.normal(0, 0.1), -0.28, 0.2))
    exposure = wanted**2 / float(np.mean(linear_bgr(ivory)))
    blur = rng.random()
    most = 0.018 * tile_px + 0.1
    return CameraFinish(
        exposure=exposure,
        contrast=float(np.clip(rng.normal(0.1, 0.18), -0.3, 0.55)),
        saturation=float(np.clip(rng.normal(1.05, 0.15), 0.6, 1.5)),
        defocus_px=float(
            min(abs(rng.normal(0.3, 0.5)) if blur < 0.8 else rng.uniform(0.8, 2.6), most)
        ),
        motion_px=float(rng.uniform(1.5, 0.09 * tile_px + 1.6)) if rng.random() < 0.12 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        shoulder=float(rng.choice([0.0, rng.uniform(0.4, 1.0)], p=[0.15, 0.85])),
        noise=float(min(np.exp(rng.normal(0.5, 0.6)), 6.0)),
        noise_blur=float(rng.choice([0.0, 0.5, 0.8])),
        vignette=float(rng.choice([0.0, rng.uniform(0.05, 0.35)])),
        sharpen=float(rng.choice([0.0, rng.uniform(0.15, 0.9)])),
        jpeg=int(rng.integers(45, 97)) if rng.random() < 0.85 else 0,
    )
