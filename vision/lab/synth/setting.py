"""What stands on a table and how it is seen, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.lab.synth.geometry import Camera
from vision.lab.synth.style import SetStyle
from vision.lab.synth.tables import TableTop

__all__ = ["Camera", "CameraFinish", "LaidTile", "Light", "Scene", "TableTop", "Thing"]


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One tile where it lies. `x_mm`, `y_mm` are its middle; the angle is clockwise."""

    tile: str  # "R7", "*" for a joker
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True
    cell: str | None = None
    variant: int = 0  # which of the set's two jokers
    z_mm: float = 0.0  # what it lies on
    lean_deg: float = 0.0  # its top lifted towards standing, as in a rack


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is no tile; `kind` names a drawing in `objects`."""

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    scale: float = 1.0
    seed: int = 0
    over: bool = False  # in front of the tiles, as a hand is


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp, the room's light, and what is in their way."""

    azimuth_deg: float = 230.0  # where the lamp is, clockwise from +x
    elevation_deg: float = 55.0
    distance_mm: float = 1200.0
    ambient: float = 0.55  # share that comes from everywhere
    softness_mm: float = 1.5  # how far the edge of a shadow spreads
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # red, green, blue
    side_tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # towards `side_deg`
    side_deg: float = 0.0
    falloff: float = 0.4  # how much of the lamp's weakening with distance shows
    shade: str = "none"  # none, edge, band, bars, blob: a hard shadow on the table
    shade_strength: float = 0.4
    shade_softness: float = 0.01  # share of the picture's width
    shade_seed: int = 0
    glare: float = 0.0  # strength of a reflection lying over everything
    glare_xy: tuple[float, float] = (0.5, 0.5)  # share of the picture
    glare_size: float = 0.15


@dataclass(frozen=True, slots=True)
class CameraFinish:
    """What camera and file make of the light."""

    exposure: float = 1.0
    shoulder: float = 0.7  # how gently bright light is held back from white; 0 clips
    contrast: float = 0.0  # −1 to 1
    saturation: float = 1.0
    defocus_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 1.0  # of 255
    noise_blur: float = 0.0  # pixels over which noise hangs together; 0, 0.5 and 0.8 are quick
    vignette: float = 0.0
    sharpen: float = 0.0
    jpeg: int = 0  # quality; 0 keeps the picture as it is


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything `render` needs."""

    style: SetStyle
    tiles: tuple[LaidTile, ...] = ()
    table: TableTop = field(default_factory=TableTop)
    things: tuple[Thing, ...] = ()
    light: Light = field(default_factory=Light)
    camera: Camera = field(default_factory=Camera)
    finish: CameraFinish = field(default_factory=CameraFinish)
    seed: int = 0
