"""What reading is measured on: sets of pictures with their truth, by name.

None of it is learned from: seeds from `FIRST_SEED` on and cut-outs of held-out photographs are for
measuring alone. The labelled photographs are unseen by networks of the first stage only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.sepmosa.values import KINDS
from vision.lab.cutouts import CutOut, clutter_cutouts, is_held_out
from vision.lab.cutouts.clutter import clutter_photos
from vision.lab.cutouts.hands import hand_frames
from vision.lab.cutouts.paste import laid_free
from vision.lab.synth.conditions import random_finish, random_light
from vision.lab.synth.render import Rendered, render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene, random_mosaic, scatter_scene
from vision.lab.synth.setting import CameraFinish, Light, Scene
from vision.lab.synth.style import HELD_OUT, SetStyle, random_style
from vision.lab.synth.tables import TableTop, random_table
from vision.lab.train.changes import changed_cases, faded
from vision.lab.train.compare import TileToRead
from vision.lab.train.drawn import drawn_sample, fonts, on_pale
from vision.lab.train.faces import is_cut
from vision.lab.train.photos import PHOTOS, load_photos
from vision.lab.train.sample import BACK
from vision.picture import Image, floats

Case = tuple[str, str, Image, Sequence[TileToRead]]
"""Session, name, picture and truth."""

FIRST_SEED = 9_000_000
"""Seeds from here on training never uses."""

TILE_MM = 26.0


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a set: the photographs' folder, every so many-th of them, and so many drawn
    tables of each kind, from a seed on."""

    photos: Path = PHOTOS
    every: int = 1
    count: int = 6
    seed: int = FIRST_SEED


def photo_cases(folder: Path, names: Sequence[str] | None = None) -> Iterator[Case]:
    """The labelled photographs, or those named."""
    for photo in load_photos(folder, names):
        frame_bgr = photo.load()
        size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
        truth = [
            TileToRead(
                t.tile, t.quad_xy, not is_cut(t.quad_xy, size_wh), not is_cut(t.quad_xy, size_wh)
            )
            for t in photo.tiles
        ]
        yield photo.session, photo.path.name, frame_bgr, truth


def _some_photos(amount: Amount) -> Iterator[Case]:
    for number, case in enumerate(photo_cases(amount.photos)):
        if number % amount.every == 0:
            yield case


def _changed(amount: Amount) -> Iterable[Case]:
    return changed_cases(photo_cases(amount.photos), amount.every)


WEAK_COLOURS = (0.6, 0.45, 0.35, 0.25, 0.15, 0.0)


def _weak_colour(amount: Amount) -> Iterator[Case]:
    """Photographs with so much of their colour left."""
    for _, name, frame_bgr, truth in _some_photos(amount):
        for share in WEAK_COLOURS:
            yield f"colour {share:g}", name, faded(frame_bgr, share), truth


# Drawn


def drawn_cases(amount: Amount) -> Iterator[Case]:
    """Drawn tables of any kind; whole tiles only have to be read."""
    for number in range(amount.seed, amount.seed + amount.count):
        sample = drawn_sample(number, (1000, 750))
        truth = [
            TileToRead(
                "" if t.tile == BACK else t.tile,
                t.quad_xy,
                t.number_visible >= 1.0 and t.tile != BACK,
            )
            for t in sample.tiles
        ]
        yield "drawn", f"drawn-{number}", sample.frame_bgr, truth


def truth_of(seen: Rendered) -> list[TileToRead]:
    """The truth of a drawn table; only whole, face-up tiles have to be read."""
    return [
        TileToRead(t.tile, floats(t.quad_xy), t.visible > 0.97 and t.face_up)
        for t in seen.tiles
        if t.visible > 0.02
    ]


def random_game(seed: int, count: int, style: SetStyle, **conditions: Any) -> Scene:
    """A drawn mosaic of `count` tiles and six action tiles, seen at 1280 x 960."""
    rng = np.random.default_rng(seed)
    actions = [f"{letter}{value}" for letter, value in zip("KROBKR", (11, 12, 13) * 2, strict=True)]
    return mosaic_scene(
        random_mosaic(rng, count), actions, style, seed, size_wh=(1280, 960), **conditions
    )


def held_out_cases(amount: Amount) -> Iterator[Case]:
    """Games and scattered tiles of the sets that drawing for training leaves out."""
    for name, style in HELD_OUT.items():
        for number in range(amount.seed, amount.seed + amount.count):
            scene = (
                random_game(number, 30, style) if number % 2 else scatter_scene(number, style=style)
            )
            seen = render(scene)
            yield name, f"{name}-{number}", seen.frame_bgr, truth_of(seen)


DISTURBANCES: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "gain 0.6": {"finish": CameraFinish(exposure=0.6)},
    "gain 1.3": {"finish": CameraFinish(exposure=1.3)},
    "half shadow": {"light": Light(shade="edge", shade_strength=0.5)},
    "warm 20 %": {"light": Light(tint=(1.2, 1.0, 0.8))},
    "cold 20 %": {"light": Light(tint=(0.8, 1.0, 1.2))},
    "defocus 2.5 px": {"finish": CameraFinish(defocus_px=2.5)},
    "glare": {"light": Light(glare=0.35, glare_size=0.12)},
    "noise": {"finish": CameraFinish(noise=6.0, jpeg=60)},
    "crooked 8°": {"crooked_deg": 8.0, "gap_mm": 4.0},
}


def disturbed_cases(amount: Amount) -> Iterator[Case]:
    """Games under each disturbance, the sets drawn at random."""
    for name, conditions in DISTURBANCES.items():
        for number in range(amount.seed, amount.seed + amount.count):
            style = random_style(np.random.default_rng([number, 5]))
            seen = render(random_game(number, 36, style, **conditions))
            yield name, f"{name}-{number}", seen.frame_bgr, truth_of(seen)


# Known weak spots, drawn


def _weak_spots(amount: Amount) -> Iterator[Case]:
    """Drawn tables of the kinds that are known to be hard."""
    for name, scene_of in WEAK_SPOTS.items():
        for number in range(amount.seed, amount.seed + amount.count):
            seen = render(scene_of(number))
            yield name, f"{name}-{number}", seen.frame_bgr, truth_of(seen)


def _flat_with_dot(seed: int) -> Scene:
    """All 6 and 9 of a flat edition with a dot below them, small to middling, among others."""
    rng = np.random.default_rng([seed, 61])
    style = replace(
        random_style(rng, fonts()),
        layout="mark",
        mark="dot",
        logo="",
        bevel_mm=float(rng.uniform(0.5, 1.2)),
        relief=0.0,
    )
    if rng.random() < 0.4:
        style = replace(style, number_y=float(rng.uniform(0.4, 0.5)))
    marked = [name for name in map(str, KINDS) if name[1:] in ("6", "9")] * 2
    others = [str(rng.choice([f"{c}{v}" for c in "KRBO"])) for v in (1, 2, 3, 4, 5, 7, 8, 10)]
    return _small_game(seed, [*marked, *others], style, random_table(rng), rng)


def _dimple_on_pale(seed: int) -> Scene:
    """The edition with a dimple, small, in touching rows on a table nearly as pale."""
    rng = np.random.default_rng([seed, 62])
    style = replace(
        random_style(rng, fonts()),
        layout="dimple",
        logo="",
        dish_mm=float(rng.uniform(5, 8)),
        dish_slope=float(rng.uniform(0.2, 0.5)),
        thickness_mm=float(rng.uniform(3.2, 5)),
    )
    scene = scatter_scene(seed, size_wh=(640, 480), style=style, mode="rows")
    zoom = float(rng.uniform(22, 38)) / style.width_mm
    finish = replace(scene.finish, jpeg=int(rng.integers(60, 90)), motion_px=0.0)
    small = replace(scene, camera=replace(scene.camera, zoom=zoom), finish=finish)
    return on_pale(small, rng)


def _coloured_light(seed: int) -> Scene:
    """Red and orange tiles under a strongly coloured lamp."""
    rng = np.random.default_rng([seed, 63])
    names = [name for name in map(str, KINDS) if name[0] in "RO" and int(name[1:]) < 11]
    names += [name for name in map(str, KINDS) if name[0] in "KB" and name[1:] in "2578"]
    rng.shuffle(names)
    scene = _small_game(seed, names, random_style(rng, fonts()), random_table(rng), rng)
    warm, side = float(rng.uniform(-0.3, 0.38)), float(rng.uniform(-0.2, 0.2))
    light = replace(
        scene.light,
        tint=(1 + warm, 1 + float(rng.normal(0, 0.05)), 1 - warm),
        side_tint=(1 + side, 1.0, 1 - side),
    )
    saturation = float(rng.uniform(0.7, 1.6))
    return replace(scene, light=light, finish=replace(scene.finish, saturation=saturation))


def _print_below(seed: int) -> Scene:
    """A game on a newspaper."""
    rng = np.random.default_rng([seed, 64])
    table: TableTop = random_table(rng)
    while table.material != "print":
        table = random_table(rng)
    names = [str(KINDS[k]) for k in rng.permutation(40)[:26]]
    return _small_game(seed, names, random_style(rng, fonts()), table, rng)


WEAK_SPOTS: Mapping[str, Callable[[int], Scene]] = {
    "flat with a dot": _flat_with_dot,
    "dimple on pale": _dimple_on_pale,
    "coloured light": _coloured_light,
    "print below": _print_below,
}


def _small_game(
    seed: int, names: Sequence[str], style: SetStyle, table: TableTop, rng: np.random.Generator
) -> Scene:
    """These tiles in a block about the joker, 28 to 60 px wide."""
    width_px = float(np.exp(rng.uniform(np.log(28), np.log(60))))
    columns = 7
    cells = [
        (row, column) for row in range(1, 8) for column in range(-3, 4) if (row, column) != (4, 0)
    ]
    near = sorted(cells, key=lambda cell: abs(cell[0] - 4) + abs(cell[1]))
    mosaic = {f"{row}{column:+d}": name for (row, column), name in zip(near, names, strict=False)}
    straight = mosaic_camera(style, (800, 600), columns, actions=False)
    camera = replace(
        straight,
        zoom=min(width_px / style.width_mm, straight.zoom * 1.3),
        tilt_deg=float(min(abs(rng.normal(0, 6)), 15)),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        rotation_deg=float(rng.normal(0, 4)),
    )
    return mosaic_scene(
        mosaic,
        (),
        style,
        seed,
        gap_mm=float(rng.uniform(0.2, 3.0)),
        crooked_deg=float(rng.uniform(0.3, 2.5)),
        table=table,
        light=replace(random_light(rng), glare=0.0, shade="none"),
        camera=camera,
        finish=random_finish(rng, table, width_px, style.ivory),
    )


# What is no tile


def _clutter(amount: Amount) -> Iterator[Case]:
    """Photographs without a tile: those learned from and those held out, and frames of people at
    other games."""
    for number, (name, frame_bgr) in enumerate(clutter_photos(amount.photos).items()):
        if number % amount.every == 0:
            yield f"clutter, {_whose(name)}", name, frame_bgr, ()
    for number, frame in enumerate(hand_frames(amount.photos)):
        if number % amount.every == 0:
            yield f"other games, {_whose(frame.clip)}", frame.path.stem, frame.load(), ()


def _whose(group: str) -> str:
    return "held out" if is_held_out(group) else "learned from"


def _cluttered(amount: Amount) -> Iterator[Case]:
    """Tables of tiles with held-out clutter lying about: the photographs, and drawn games."""
    things = [each for each in clutter_cutouts(amount.photos) if is_held_out(each.group)]
    for number, (session, name, frame_bgr, truth) in enumerate(photo_cases(amount.photos)):
        if number % amount.every == 0 and len(truth) > 1:
            rng = np.random.default_rng([number, 71])
            yield f"photo: {session}", name, _strewn(frame_bgr, truth, things, rng), truth
    for number in range(amount.seed, amount.seed + amount.count):
        rng = np.random.default_rng([number, 72])
        style = random_style(rng)
        conditions = {"table": random_table(rng), "light": random_light(rng)}
        game = random_game(number, int(rng.integers(8, 30)), style, **conditions)
        wider = replace(game.camera, zoom=game.camera.zoom * float(rng.uniform(0.5, 0.8)))
        seen = render(replace(game, camera=wider))
        truth = truth_of(seen)
        yield "drawn", f"drawn-{number}", _strewn(seen.frame_bgr, truth, things, rng), truth


def _strewn(
    frame_bgr: Image,
    truth: Sequence[TileToRead],
    things: Sequence[CutOut],
    rng: np.random.Generator,
) -> Image:
    """The picture with things laid where no tile lies, at their true size."""
    widths = [np.sqrt(abs(cv2.contourArea(floats(t.quad_xy))) / 1.42) for t in truth]
    px_per_mm = float(np.median(widths)) / TILE_MM if widths else frame_bgr.shape[1] / 500
    chosen = [things[int(k)] for k in rng.integers(len(things), size=int(rng.integers(2, 7)))]
    return laid_free(frame_bgr, chosen, px_per_mm, [t.quad_xy for t in truth], rng)[0]


SETS: Mapping[str, Callable[[Amount], Iterable[Case]]] = {
    "photographs": _some_photos,
    "changed": _changed,
    "weak-colour": _weak_colour,
    "drawn": drawn_cases,
    "other-sets": held_out_cases,
    "disturbed": disturbed_cases,
    "weak-spots": _weak_spots,
    "clutter": _clutter,
    "cluttered": _cluttered,
}
"""What can be measured, by name."""
