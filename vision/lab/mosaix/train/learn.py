"""Batches and losses of finders and namers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch import nn

from engine.mosaix.values import DICE
from vision.lab.mosaix.train.samples import PATCH_SPAN
from vision.lab.train.loop import tensors
from vision.picture import floats, pixels
from vision.symbols import levelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.lab.mosaix.train.samples import Piece
    from vision.lab.train.loop import Batch
    from vision.picture import Floats, Image

WINDOW_PX = 256
FINDER_BATCH, NAMER_BATCH, MATE_BATCH = 8, 64, 16
_SMOOTH = 20.0  # pixels: a map with little on it is not measured by its last one
_ASKEW = 0.08  # share of a batch
_FRAMED, _SHADOWED, _BENT = 0.3, 0.12, 0.5  # shares of views
_SURE_TOO = 0.08  # how often a patch without doubt comes, beside one with much
_BEND = 0.045  # of a cell: how far a bent view's points are off, more or less
_FULL = 0.75  # share of windows about dice or a board
CHECKED = 24  # batches that measure a network while it learns


def finder_batches(
    pieces: Sequence[Piece], maps: int, least: float, most: float
) -> Callable[[np.random.Generator], Batch]:
    """Makes batches of windows, each piece scaled by `least` to `most`, turned and relit."""
    full = [piece for piece in pieces if not piece.is_bare]

    def make(rng: np.random.Generator) -> Batch:
        windows = []
        for _ in range(FINDER_BATCH):
            some = full if rng.random() < _FULL else pieces
            windows.append(_window(some[int(rng.integers(len(some)))], rng, least, most))
        pictures = np.stack([picture for picture, _ in windows])
        wanted = np.stack([shown[..., :maps] for _, shown in windows]).transpose(0, 3, 1, 2)
        return pictures, floats(wanted)

    return make


def _window(
    piece: Piece, rng: np.random.Generator, least: float, most: float
) -> tuple[Image, Image]:
    picture, maps = piece.unpack()
    h, w = picture.shape[:2]
    scale = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    turn = np.radians(float(rng.uniform(-12, 12)) + 90 * int(rng.integers(4)))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    reach = np.maximum(np.array([w, h]) / 2 - WINDOW_PX / 2 / scale, 0)
    middle = np.array([w, h]) / 2 + rng.uniform(-1, 1, 2) * reach
    rows, columns = np.nonzero(maps[::4, ::4, 1])
    if rows.size and rng.random() < _FULL:  # about something
        k = int(rng.integers(rows.size))
        spot = np.array([columns[k], rows[k]]) * 4 + rng.uniform(-0.3, 0.3, 2) * WINDOW_PX / scale
        middle = np.clip(spot, np.array([w, h]) / 2 - reach, np.array([w, h]) / 2 + reach)
    half = WINDOW_PX / 2
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    matrix[:, 2] = half - matrix[:, :2] @ middle
    if rng.random() < 0.5:
        matrix[0] = [-matrix[0, 0], -matrix[0, 1], WINDOW_PX - matrix[0, 2]]
    if scale < 0.75:
        picture = pixels(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale))
    size = (WINDOW_PX, WINDOW_PX)
    border = cv2.BORDER_REFLECT
    seen = pixels(cv2.warpAffine(picture, matrix, size, borderMode=border))
    shown = cv2.resize(
        cv2.warpAffine(maps, matrix, size, borderMode=border),
        (WINDOW_PX // 4, WINDOW_PX // 4),
        interpolation=cv2.INTER_AREA,
    )
    return _relit(seen, rng), pixels(shown)


def _relit(picture: Image, rng: np.random.Generator) -> Image:
    """Another exposure, contrast and tint; now and then other colours altogether."""
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.15))
    bent = 255 * (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.15))
    seen = pixels(cv2.LUT(picture, pixels(np.clip(bent * gains, 0, 255))[None]))
    if rng.random() < 0.25:
        seen = np.ascontiguousarray(seen[..., rng.permutation(3)])
    return seen


def finder_loss(net: Any, batch: Batch) -> Any:
    """How far the maps are from the truth, what is near dice and cells counting more."""
    pictures, maps = batch
    wanted = maps / 255.0
    logits = net(pictures)
    # Around dice and cells every pixel matters; bare table is easy.
    near = nn.functional.max_pool2d(wanted[:, 1:2], 9, 1, 4)
    weight = (1.0 + 4.0 * near).expand_as(wanted)
    cross = nn.functional.binary_cross_entropy_with_logits(logits, wanted, weight=weight)
    shares = torch.sigmoid(logits)
    common = (shares * wanted).sum(dim=(0, 2, 3))
    both = shares.sum(dim=(0, 2, 3)) + wanted.sum(dim=(0, 2, 3))
    return cross + 0.5 * (1 - (2 * common + _SMOOTH) / (both + _SMOOTH)).mean()


@dataclass(frozen=True, slots=True)
class ViewCut:
    """How views are cut from patches: their side, and how many faces or cells a view and a patch
    span. Upright ones are not turned by quarters; framed ones now and then have what is around them
    painted over, are bent, or have a shadow across them."""

    side_px: int
    span: float
    patch_span: float = PATCH_SPAN
    is_upright: bool = False
    is_framed: bool = False


@dataclass(frozen=True, slots=True)
class Jitter:
    """How a view is off: in size, in turn, squeezed, and mirrored or not."""

    scale: float
    turn_deg: float
    squeeze: float
    is_mirrored: bool
    blur: float


def _jitter(rng: np.random.Generator, look: ViewCut, spread_deg: float) -> Jitter:
    turn = float(np.clip(rng.normal(0, spread_deg), -10, 10))
    return Jitter(
        float(np.exp(np.clip(rng.normal(0, 0.05), -0.1, 0.1))),
        turn + (0 if look.is_upright else 90 * int(rng.integers(4))),
        float(np.exp(rng.normal(0, 0.03))),
        bool(rng.random() < 0.5),
        float(rng.uniform(0.4, 1.3)) if rng.random() < 0.25 else 0.0,
    )


def namer_batches(
    patches: Image,
    classes: Image,
    look: ViewCut,
    askew: int | None = None,
    weights: Floats | None = None,
) -> Callable[[np.random.Generator], Batch]:
    """Makes batches of views, all classes alike, each shifted, turned and relit a little.

    With a class for views that are `askew`, some are turned so far that they belong to it. Of a
    class, patches come as often as their `weights` say, or all alike.
    """
    kinds = np.unique(classes)
    groups = {int(name): np.flatnonzero(classes == name) for name in kinds}
    often = np.ones(len(classes)) if weights is None else weights
    up_to = {name: np.cumsum(often[group]) for name, group in groups.items()}

    def any_of(name: int, rng: np.random.Generator) -> int:
        at = np.searchsorted(up_to[name], rng.random() * up_to[name][-1], side="right")
        return int(groups[name][at])

    def make(rng: np.random.Generator) -> Batch:
        names = kinds[rng.integers(0, len(kinds), NAMER_BATCH)]
        views = []
        for at, name in enumerate(names):
            patch = patches[any_of(int(name), rng)]
            if look.is_framed and rng.random() < _BENT:
                patch = _bent(patch, rng)
            jitter = _jitter(rng, look, 4)
            if askew is not None and rng.random() < _ASKEW:
                names[at], jitter = askew, replace(jitter, turn_deg=float(rng.uniform(24, 66)))
            view = _cut(patch, look, jitter, _shift(rng, 0.045))
            if look.is_framed and rng.random() < _FRAMED:
                view = _framed(view, look, rng)
            view = _restroked(view, rng)
            if look.is_framed:
                view = _shadowed(view, rng)
            views.append(_relit(view, rng))
        return levelled(views).transpose(0, 2, 3, 1), names.astype(np.int64)

    return make


def by_doubt(net: Any, patches: Image, look: ViewCut) -> Floats:
    """(n,) how often a network should see each patch to learn from: the less sure it is of what
    that shows, whether it is right or not, the more often."""
    straight = Jitter(1.0, 0.0, 1.0, False, 0.0)
    doubts = []
    for some in np.array_split(patches, max(1, len(patches) // 256)):
        views = levelled([_cut(patch, look, straight, floats([0, 0])) for patch in some])
        with torch.no_grad():
            shares = torch.softmax(net(torch.from_numpy(views)), dim=1)
        doubts.append(-(shares * torch.log(shares + 1e-9)).sum(dim=1).numpy())
    return floats(_SURE_TOO + np.minimum(np.concatenate(doubts), 1.0))


def mate_batches(
    patches: Image, classes: Image, look: ViewCut
) -> Callable[[np.random.Generator], Batch]:
    """Makes batches of throws, the views of four dice in a row: all four off in the same way, as
    their lattice is, and each of them shifted a little by itself."""
    throws = np.arange(len(classes)).reshape(-1, DICE)

    def make(rng: np.random.Generator) -> Batch:
        chosen = [rng.permutation(throws[k]) for k in rng.integers(0, len(throws), MATE_BATCH)]
        rows = []
        for dice in chosen:
            jitter = _jitter(rng, look, 2.5)
            views = [_cut(patches[die], look, jitter, _shift(rng, 0.03)) for die in dice]
            rows.append(_relit(np.hstack(views), rng))
        names = np.stack([classes[dice] for dice in chosen])[:, None]
        return levelled(rows).transpose(0, 2, 3, 1), names.astype(np.int64)

    return make


def _shift(rng: np.random.Generator, spread: float) -> Floats:
    """(2,) how far off a view is, in faces or cells."""
    return floats(np.clip(rng.normal(0, spread, 2), -0.12, 0.12))


def _cut(patch: Image, look: ViewCut, jitter: Jitter, shift: Floats) -> Image:
    """The patch as a view, off by so much."""
    unit_px = look.side_px / look.span
    scale = unit_px / (len(patch) / look.patch_span) * jitter.scale
    turn = np.radians(jitter.turn_deg)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    matrix[0] *= jitter.squeeze
    last = look.side_px - 1
    matrix[:, 2] = last / 2 + shift * unit_px - matrix[:, :2] @ np.full(2, (len(patch) - 1) / 2)
    if jitter.is_mirrored:
        axis = int(look.is_upright)  # upright views keep their right
        matrix[axis] = [-matrix[axis, 0], -matrix[axis, 1], last - matrix[axis, 2]]
    if jitter.blur:
        patch = pixels(cv2.GaussianBlur(patch, (0, 0), jitter.blur))
    size = (look.side_px, look.side_px)
    return pixels(cv2.warpAffine(patch, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def _bent(patch: Image, rng: np.random.Generator) -> Image:
    """The patch as if another hand had drawn it: its lines bent a little."""
    side = len(patch)
    most = _BEND * side / PATCH_SPAN * float(rng.random()) * 2
    knots = int(rng.integers(4, 8))
    off = cv2.resize(
        floats(rng.normal(0, most, (knots, knots, 2))), (side, side), interpolation=cv2.INTER_CUBIC
    )
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    at_x, at_y = floats(x + off[..., 0]), floats(y + off[..., 1])
    return pixels(cv2.remap(patch, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _framed(view: Image, look: ViewCut, rng: np.random.Generator) -> Image:
    """The view with one colour around a cell whose corners are more or less round."""
    cell = look.side_px / look.span
    half = cell / 2 * rng.uniform(0.86, 1.0)
    radius = half * rng.uniform(0, 0.8)
    away = np.abs(np.arange(look.side_px) - (look.side_px - 1) / 2 + rng.normal(0, 0.03) * cell)
    x, y = np.meshgrid(*(np.maximum(away - (half - radius), 0),) * 2)
    outside = np.clip(np.hypot(x, y) - radius + 0.5, 0, 1)[..., None]
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0, 255))
    return pixels(view * (1 - outside) + colour * outside)


def _shadowed(view: Image, rng: np.random.Generator) -> Image:
    """Now and then with the edge of a shadow across it."""
    if rng.random() > _SHADOWED:
        return view
    way, dark = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.85)
    along = (np.arange(len(view)) + 0.5) / len(view) - 0.5
    far = np.cos(way) * along[None, :] + np.sin(way) * along[:, None] - rng.uniform(-0.5, 0.5)
    lit = 1 - (1 - dark) * np.clip(far * len(view) / rng.uniform(1, 8) + 0.5, 0, 1)
    return pixels(view * lit[..., None])


def _restroked(view: Image, rng: np.random.Generator) -> Image:
    """Now and then with thinner or thicker strokes, or light for dark."""
    chance = rng.random()
    if chance < 0.16:
        kernel = np.ones((2, 2) if rng.random() < 0.6 else (3, 3), np.uint8)
        view = pixels((cv2.erode if chance < 0.08 else cv2.dilate)(view, kernel))
    return pixels(255 - view) if rng.random() < 0.15 else view


def namer_loss(net: Any, batch: Batch) -> Any:
    """Cross-entropy, a little softened."""
    views, names = batch
    return nn.functional.cross_entropy(net(views), names, label_smoothing=0.01)


def checked(
    make: Callable[[np.random.Generator], Batch], loss_of: Callable[[Any, Batch], Any]
) -> Callable[[Any], float]:
    """What measures a network: its loss on some batches, always the same."""
    batches = [tensors(make(np.random.default_rng((1, index)))) for index in range(CHECKED)]

    def measure(net: Any) -> float:
        with torch.no_grad():
            return float(np.mean([float(loss_of(net, batch)) for batch in batches]))

    return measure
