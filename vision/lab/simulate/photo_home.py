"""A home made of photographs: cut-out tiles on a photographed table, with all that lies about.

A table without a stock is no table: face-down tiles at both sides, racks before the players, tiles
put aside, print, cards, the unused second joker. The same seed and turn give the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.sepmosa.values import JOKER, JOKER_CELL
from vision.lab.cutouts import (
    CutOut,
    clutter_cutouts,
    hand_cutouts,
    is_held_out,
    rack_cutouts,
)
from vision.lab.cutouts.clutter import clutter_photos
from vision.lab.cutouts.paste import arm_down, reaching_in, with_sleeve
from vision.lab.cutouts.paste import paste as paste_cutout
from vision.lab.train.compose import paste
from vision.lab.train.faces import Face, blank_back, faces_of_crops, faces_of_photos
from vision.lab.train.lies import Lie, PinholeCamera, lie_corners, with_height
from vision.lab.train.photos import PHOTOS, load_photos
from vision.picture import Floats, Image, floats, pixels

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.sepmosa import Cell, Table

TILE_MM = 26.0  # wide
TALL = 1.4  # a tile's height in widths
STOCK = 60  # tiles on their faces at the beginning
BARE = 0.004  # the most of a bare table that may look like paper
IVORY_BGR = (198.0, 214.0, 222.0)  # to which all faces of a set are brought
PALER = 30.0  # by which the ink of a face may be lighter than the fullest of its tile
ENOUGH_KINDS = 40  # that a session must show to play a game with it


@dataclass(frozen=True, slots=True)
class PhotoView:
    """How the camera sees the table in one frame."""

    shift_xy: tuple[float, float] = (0.0, 0.0)  # px
    turn_deg: float = 0.0
    gain_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 2.0
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class PhotoHome:
    """What stays the same all evening."""

    seed: int
    faces: Mapping[str, tuple[Face, ...]]
    ground_bgr: Image  # with all that lies about but the stock
    camera: PinholeCamera
    size_wh: tuple[int, int]
    gap: float  # between tiles, in widths
    crooked_deg: float
    thickness: float
    shadow: float
    stock: tuple[Lie, ...]
    second_joker: Lie | None
    light: Floats  # h x w x 3 gains


@cache
def _sets() -> tuple[dict[str, tuple[Face, ...]], ...]:
    """The photographed sets: each session's tiles, with what it lacks from the same owner's other
    sessions; and those of the second owner."""
    owner = [_balanced(face) for face in faces_of_photos(load_photos())]
    every = _by_tile(owner)
    found = []
    for session in sorted({face.session for face in owner}):
        own = _by_tile([face for face in owner if face.session == session])
        if len(own) >= ENOUGH_KINDS:
            found.append({tile: _fuller(own.get(tile, ()), every[tile]) for tile in every})
    return (*found, _by_tile([_balanced(face) for face in faces_of_crops()]))


def _by_tile(faces: list[Face]) -> dict[str, tuple[Face, ...]]:
    """The faces of each tile with the fullest ink."""
    fullest = sorted(faces, key=_palest_ink)
    return {
        tile: tuple(face for face in fullest if face.tile == tile)[:3]
        for tile in {face.tile for face in faces}
    }


def _fuller(own: tuple[Face, ...], every: tuple[Face, ...]) -> tuple[Face, ...]:
    """Those of a session's faces that no glare or haze has paled; others where none is left."""
    full = tuple(face for face in own if _palest_ink(face) <= _palest_ink(every[0]) + PALER)
    return full or every


def _palest_ink(face: Face) -> float:
    """How light the ink of a balanced face is, 0–255."""
    return float(np.percentile(face.face_bgr[20:-20, 15:-15].min(axis=2), 3))


def _balanced(face: Face) -> Face:
    """The face in the light in which its ivory is `IVORY_BGR`."""
    pixels = face.face_bgr.reshape(-1, 3).astype(np.float32)
    bright = pixels[pixels.sum(axis=1) >= np.percentile(pixels.sum(axis=1), 40)]
    gain = np.array(IVORY_BGR, np.float32) / np.maximum(np.median(bright, axis=0), 1.0)
    lit = (
        np.clip(each * gain, 0, 255).astype(np.uint8) for each in (face.face_bgr, face.blank_bgr)
    )
    shown, blank = lit
    return replace(face, face_bgr=shown, blank_bgr=blank)


@cache
def _photographs(folder: str, names: str) -> tuple[Image, ...]:
    pictures = (
        cv2.imread(str(path), cv2.IMREAD_COLOR) for path in sorted((PHOTOS / folder).glob(names))
    )
    return tuple(picture.astype(np.uint8) for picture in pictures if picture is not None)


@cache
def _grounds(*, is_learned: bool = False) -> tuple[Image, ...]:
    """Pieces of photographs that show nothing but a table, a carpet, a cloth; of all of them, or
    of those that are learned from."""
    named = clutter_photos().items()
    clutter = (_barest(p) for name, p in named if not is_learned or not is_held_out(name))
    return (
        *_photographs("images", "rummyBackground-*.jpg"),
        *(piece for piece in clutter if piece is not None),
    )


def _barest(picture_bgr: Image) -> Image | None:
    """The half of a photograph on which no card lies; None where one lies on all of them."""
    height, width = picture_bgr.shape[:2]
    pieces = [
        picture_bgr[: height * 2 // 5],
        picture_bgr[height * 3 // 5 :],
        picture_bgr[:, : width * 2 // 5],
        picture_bgr[:, width * 3 // 5 :],
    ]
    shares = [_pale(piece) for piece in pieces]
    best = int(np.argmin(shares))
    return pieces[best] if shares[best] < BARE else None


def _pale(picture_bgr: Image) -> float:
    """The share of pixels that may be paper."""
    low = picture_bgr.min(axis=2)
    return float((low > 165).mean())


def has_photographs() -> bool:
    """Whether the photographs lie beside the project."""
    return (PHOTOS / "labels.jsonl").is_file()


def photo_home(
    seed: int,
    size_wh: tuple[int, int] = (1536, 1152),
    *,
    stock: int = STOCK,
    dim: bool = False,
    is_learned: bool = False,
) -> PhotoHome:
    """A home by chance; one that is learned from has none of the things held out for measuring."""
    rng = np.random.default_rng([seed, 191])
    sets = _sets()
    faces = sets[int(rng.integers(len(sets)))]
    across = rng.uniform(23.0, 26.0)  # tile widths across the frame
    camera = _camera(size_wh, size_wh[0] / across, rng)
    gap = float(rng.uniform(0.01, 0.08))
    ground = _ground(_grounds(is_learned=is_learned), size_wh, rng)
    ground = _with_things(ground, camera, across, rng, is_learned=is_learned)
    return PhotoHome(
        seed,
        faces,
        ground,
        camera,
        size_wh,
        gap,
        float(rng.uniform(0.3, 2.0)),
        float(rng.uniform(0.12, 0.3)),
        float(rng.uniform(0.25, 0.6)),
        _stock(stock, across, rng),
        _free_place(across, rng) if rng.random() < 0.5 else None,
        _light(size_wh, rng, dim),
    )


def _camera(size_wh: tuple[int, int], tile_px: float, rng: np.random.Generator) -> PinholeCamera:
    """Nearly straight above."""
    spin = np.radians(rng.normal(0, 1.5))
    axis, tilt = rng.uniform(0, 2 * np.pi), np.radians(min(abs(rng.normal(0, 4)), 12))
    around = cv2.Rodrigues(np.array([0, 0, spin]))[0]
    lean = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * tilt)[0]
    distance = rng.uniform(24, 34)
    middle = (size_wh[0] / 2, size_wh[1] / 2)
    return PinholeCamera(floats(lean @ around), distance, tile_px * distance, middle)


def _ground(grounds: Sequence[Image], size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    picture = grounds[int(rng.integers(len(grounds)))]
    picture = np.vstack(
        [np.hstack([picture, picture[:, ::-1]]), np.hstack([picture[::-1], picture[::-1, ::-1]])]
    )
    scale = max(size_wh[0] / picture.shape[1], size_wh[1] / picture.shape[0]) * rng.uniform(1, 1.6)
    large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    left = int(rng.integers(large.shape[1] - size_wh[0] + 1))
    top = int(rng.integers(large.shape[0] - size_wh[1] + 1))
    piece = large[top : top + size_wh[1], left : left + size_wh[0]]
    if rng.random() < 0.5:
        piece = piece[:, ::-1]
    return np.ascontiguousarray(piece).astype(np.uint8)


def _with_things(
    ground: Image,
    camera: PinholeCamera,
    across: float,
    rng: np.random.Generator,
    *,
    is_learned: bool,
) -> Image:
    """Racks before the players, and cards, books, envelopes lying about at the sides."""
    made = ground
    racks = _chosen("racks", is_learned=is_learned)
    for y in (-8.2, 8.6):
        rack = _from_above(racks[int(rng.integers(len(racks)))], float(rng.uniform(0.25, 0.45)))
        made = _laid_flat(made, rack, camera, (float(rng.uniform(-5, 5)), y), 0.0)
    things = _chosen("things", is_learned=is_learned)
    for _ in range(int(rng.integers(1, 4))):
        thing = things[int(rng.integers(len(things)))]
        x = float(rng.choice([-1, 1])) * (across / 2 - rng.uniform(0.5, 3.0))
        at = (x, float(rng.uniform(-7, 7)))
        made = _laid_flat(made, thing, camera, at, float(rng.uniform(-3, 3)))
    return made


@cache
def _chosen(name: str, *, is_learned: bool = False) -> tuple[CutOut, ...]:
    makers = {"racks": rack_cutouts, "things": clutter_cutouts, "hands": hand_cutouts}
    return tuple(each for each in makers[name]() if is_held_out(each.group) != is_learned)


def _from_above(rack: CutOut, share: float) -> CutOut:
    """A rack photographed from the front as a camera above the table sees it: of its tiles, which
    lean back, only so much of their height."""
    width, height = rack.alpha.shape[1], max(8, round(rack.alpha.shape[0] * share))
    image, alpha = (
        pixels(cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA))
        for each in (rack.image_bgr, rack.alpha)
    )
    return replace(rack, image_bgr=image, alpha=alpha)


def _laid_flat(
    frame: Image, thing: CutOut, camera: PinholeCamera, at: tuple[float, float], angle: float
) -> Image:
    """The frame with a thing lying on it, its middle at a place in tile widths."""
    scale = _px_per_mm(camera) / thing.px_per_mm
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([thing.alpha.shape[1], thing.alpha.shape[0]]) / 2
    place = camera.project(floats([[*at, 0.0]]))[0]
    matrix = floats(np.hstack([turn, (place - turn @ middle)[:, None]]))
    return paste_cutout(frame, thing, matrix, 1.0, (3.0, 3.0), 0.3)[0]


def _px_per_mm(camera: PinholeCamera) -> float:
    return camera.focal_px / camera.distance / TILE_MM


def with_hand(
    home: PhotoHome, frame: Image, tip_xy: tuple[float, float], seed: int
) -> tuple[Image, Image]:
    """A picture of the table with a real hand reaching in to a place (px), and how much of each
    pixel the hand covers (0–255). A hand that was never learned from."""
    rng = np.random.default_rng([home.seed, 31, seed])
    hands = _chosen("hands")
    hand = arm_down(hands[int(rng.integers(len(hands)))])
    grounds = _grounds()
    hand = with_sleeve(hand, grounds[int(rng.integers(len(grounds)))], rng)
    is_above = tip_xy[1] < home.size_wh[1] / 2
    angle = float(rng.normal(0, 0.35)) + (np.pi if is_above else 0.0)
    level = float(home.light.mean())
    matrix = reaching_in(
        hand, _px_per_mm(home.camera) * 1.15, tip_xy, angle, mirrored=bool(rng.random() < 0.5)
    )
    return paste_cutout(frame, hand, matrix, level, (8.0, 10.0), 0.35)


def _stock(count: int, across: float, rng: np.random.Generator) -> tuple[Lie, ...]:
    """Face-down tiles at both sides: in rows, or as they came to lie."""
    is_tidy = rng.random() < 0.5
    lies = []
    for k in range(count):
        side = -1 if k % 2 else 1
        row, column = divmod(k // 2, 4)
        x = side * (across / 2 - 0.8 - 1.1 * column)
        y = -5.8 + 1.55 * row
        turn = 0.0
        if not is_tidy:
            x, y = x + float(rng.normal(0, 0.25)), y + float(rng.normal(0, 0.25))
            turn = float(rng.uniform(-np.pi, np.pi))
        lies.append(Lie(x, y, turn))
    return tuple(lies)


def _free_place(across: float, rng: np.random.Generator) -> Lie:
    x = float(rng.choice([-1, 1])) * (across / 2 - 1.2)
    return Lie(x, 7.0, float(rng.uniform(-np.pi, np.pi)))


def _light(size_wh: tuple[int, int], rng: np.random.Generator, dim: bool) -> Floats:
    """Gains of a lamp that stands to one side, coloured a little."""
    width, height = size_wh
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = np.cos(angle) * (x / width - 0.5) + np.sin(angle) * (y / height - 0.5)
    level = rng.uniform(0.28, 0.4) if dim else rng.uniform(0.75, 1.05)
    warm = rng.uniform(-0.12, 0.15)
    tint = np.array([1 - warm, 1.0, 1 + 0.7 * warm], np.float32)
    return floats(level * (1 + 0.35 * slope)[..., None] * tint)


def frame_of(
    home: PhotoHome,
    table: Table,
    look: PhotoView = PhotoView(),  # noqa: B008  frozen
    *,
    middle_column: float = 0.0,
    second_joker: Cell | None = None,
    drawn: int = 0,
    drift_xy: tuple[float, float] = (0.0, 0.0),
) -> Image:
    """The table as the camera sees it; `drawn` tiles of the stock are gone, `middle_column` is the
    one in the frame's middle, and the mosaic was pushed by `drift_xy` tile widths."""
    lie = partial(_lie, home, middle_column=middle_column, drift_xy=drift_xy)
    laid: list[tuple[Lie, str]] = [
        (lie(JOKER_CELL), JOKER),
        *((lie(cell), str(tile)) for cell, tile in table.mosaic.items()),
        *_actions(home, [str(tile) for tile in table.played]),
    ]
    if second_joker is not None:
        laid.append((lie(second_joker), JOKER))
    elif home.second_joker is not None:
        laid.append((home.second_joker, JOKER))
    frame = _lay(home, laid, home.stock[drawn:])
    return _photographed(home, frame, look)


def outline_of(
    home: PhotoHome,
    cell: Cell,
    look: PhotoView,
    middle_column: float = 0.0,
    drift_xy: tuple[float, float] = (0.0, 0.0),
) -> Floats:
    """Where a tile on a cell lies in a picture; 4 x 2."""
    return _outline(home, _lie(home, cell, middle_column, drift_xy), look)


def action_outline(home: PhotoHome, number: int, look: PhotoView) -> Floats:
    """Where the played action tile of this number lies in a picture."""
    *_, (lie, _) = _actions(home, ["R11"] * (number + 1))
    return _outline(home, lie, look)


def _outline(home: PhotoHome, lie: Lie, look: PhotoView) -> Floats:
    quad = home.camera.project(with_height(lie_corners(lie), home.thickness))
    return floats(cv2.transform(quad[None], _shaken(home, look))[0])


def _shaken(home: PhotoHome, look: PhotoView) -> Floats:
    """How the frame has moved, 2 x 3."""
    width, height = home.size_wh
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), look.turn_deg, 1.0)
    matrix[:, 2] = matrix[:, 2] + np.array(look.shift_xy)
    return floats(matrix)


def _lie(home: PhotoHome, cell: Cell, middle_column: float, drift_xy: tuple[float, float]) -> Lie:
    rng = np.random.default_rng([home.seed, cell.row, cell.column + 1000])
    x = (cell.column - middle_column) * (1 + home.gap) + float(rng.normal(0, 0.25 * home.gap))
    y = (cell.row - 4) * (TALL + home.gap) - 0.6 + float(rng.normal(0, 0.25 * home.gap))
    x, y = x + drift_xy[0], y + drift_xy[1]
    return Lie(x, y, float(np.radians(rng.normal(0, home.crooked_deg))))


def _actions(home: PhotoHome, played: Sequence[str]) -> Iterable[tuple[Lie, str]]:
    for index, tile in enumerate(played):
        rng = np.random.default_rng([home.seed, 77, index])
        row, column = divmod(index, 13)
        x = (column - 6) * 1.12 + float(rng.normal(0, 0.03))
        y = 5.4 + 1.5 * row + float(rng.normal(0, 0.05))
        yield Lie(x, y, float(np.radians(rng.normal(0, 3)))), tile


def _lay(home: PhotoHome, laid: Sequence[tuple[Lie, str]], stock: Sequence[Lie]) -> Image:
    """The table with its tiles, before light and camera."""
    frame = home.ground_bgr.copy()
    rng = np.random.default_rng([home.seed, 5])
    blank = blank_back(home.faces["R7"][0], rng)
    pieces = [(lie, blank, 200.0) for lie in stock]
    for lie, name in laid:
        faces = home.faces[name]
        face = faces[int(abs(lie.x * 7 + lie.y * 13)) % len(faces)]
        pieces.append((lie, face.face_bgr, face.width_px))
    shade: Floats = np.zeros(frame.shape[:2], np.float32)
    quads = []
    for lie, _, _ in pieces:
        corners = lie_corners(lie)
        base = home.camera.project(with_height(corners, 0.0))
        quad = home.camera.project(with_height(corners, home.thickness))
        cast = home.camera.project(with_height(floats(corners + 0.4 * home.thickness), 0.0))
        hull = cv2.convexHull(np.vstack([base, cast])).astype(np.int32)
        cv2.fillConvexPoly(shade, hull, (1.0,))
        quads.append((cv2.convexHull(np.vstack([base, quad]))[:, 0], quad))
    shade = floats(cv2.GaussianBlur(shade, (0, 0), 3.0))
    frame = (frame * (1 - home.shadow * shade[..., None])).astype(np.uint8)
    for (_, picture, width_px), (outer, quad) in zip(pieces, quads, strict=True):
        ivory = np.median(picture.reshape(-1, 3), axis=0) * 0.75
        colour = tuple(float(c) for c in ivory)
        cv2.fillConvexPoly(frame, np.round(outer * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
        paste(frame, picture, quad, min(width_px, 160.0))
    return frame


def _photographed(home: PhotoHome, frame: Image, look: PhotoView) -> Image:
    """The laid table in the home's light, as the camera takes it."""
    rng = np.random.default_rng([home.seed, 9, look.seed])
    width, height = home.size_wh
    if look.shift_xy != (0.0, 0.0) or look.turn_deg:
        matrix = _shaken(home, look)
        frame = pixels(cv2.warpAffine(frame, matrix, home.size_wh, borderMode=cv2.BORDER_REFLECT))
    lit: Floats = frame * home.light * np.array(look.gain_bgr, np.float32)
    lit = lit + rng.normal(0, look.noise, (height, width, 1)).astype(np.float32)
    taken = np.clip(cv2.GaussianBlur(lit, (0, 0), 0.6), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8)
