"""Measures what is seen of hands over the table: tiles under real hands that were never learned
from, tiles beside them, and tables without a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from vision.judge.cover import CoverFinder, share_covered
from vision.judge.look import has_hand
from vision.lab.cutouts import hand_cutouts, is_held_out
from vision.lab.cutouts.clutter import clutter_photos
from vision.lab.cutouts.hands import hand_frames
from vision.lab.cutouts.reach import Wardrobe, laid_over
from vision.lab.simulate.photo_home import PhotoView, frame_of, outline_of, photo_home
from vision.lab.simulate.turns import simulated_game, turns_of
from vision.lab.synth.conditions import random_finish, random_light
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene, random_mosaic
from vision.lab.synth.style import random_style
from vision.lab.synth.tables import random_table
from vision.lab.tally import Sums
from vision.lab.train.cases import Amount, photo_cases
from vision.picture import Floats, Image, floats
from vision.thresholds.judge import UNDER_A_HAND

HALF, FREE = 0.5, 0.01
"""The shares of a tile under a hand from which it must be told covered, and up to which not."""

HANDS = 3  # laid over each table
FRAME_WH = (800, 600)
FEW = 3  # tiles: a photograph of fewer is no table


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """A table without a hand, the outlines of its tiles, and how large they are seen."""

    kind: str
    frame_bgr: Image
    tiles_xy: Sequence[Floats]

    @property
    def size_wh(self) -> tuple[int, int]:
        return self.frame_bgr.shape[1], self.frame_bgr.shape[0]

    @property
    def px_per_mm(self) -> float:
        areas = [abs(cv2.contourArea(floats(quad))) for quad in self.tiles_xy]
        return float(np.sqrt(np.median(areas) / (26.0 * 37.0)))


def photographed_tables(photos: Path) -> Iterator[KnownTable]:
    """The labelled photographs."""
    for session, _, frame_bgr, truth in photo_cases(photos):
        yield KnownTable(f"photo: {session}", frame_bgr, [tile.quad_xy for tile in truth])


def drawn_tables(seeds: range) -> Iterator[KnownTable]:
    """Drawn games."""
    for seed in seeds:
        rng = np.random.default_rng([seed, 19])
        style, table = random_style(rng), random_table(rng)
        scene = mosaic_scene(
            random_mosaic(rng, int(rng.integers(4, 45))),
            (),
            style,
            seed,
            table=table,
            light=random_light(rng),
            camera=mosaic_camera(style, FRAME_WH, int(rng.integers(9, 17))),
            finish=random_finish(rng, table, 40.0),
        )
        seen = render(scene)
        quads = [floats(tile.quad_xy) for tile in seen.tiles if tile.visible > 0.9]
        yield KnownTable("drawn", seen.frame_bgr, quads)


def home_tables(seeds: range) -> Iterator[KnownTable]:
    """Living-room tables of photographed tiles, with stock, racks and cards."""
    for seed in seeds:
        home = photo_home(seed, FRAME_WH)
        turns = list(turns_of(simulated_game(seed)))
        table = turns[len(turns) // 3].after
        look = PhotoView()
        quads = [outline_of(home, cell, look) for cell in table.mosaic]
        yield KnownTable("home", frame_of(home, table, look), quads)


@dataclass(slots=True)
class CoverTally(Sums):
    """Counts over some tables."""

    tables: int = 0
    under: int = 0  # tiles half covered or more
    told: int = 0  # of these, told covered
    free: int = 0
    falsely: int = 0
    bare_tiles: int = 0  # tiles of tables without a hand
    bare_covered: int = 0
    bare_hands: int = 0  # tables without a hand on which one is seen


def measured(finder: CoverFinder, table: KnownTable, wardrobe: Wardrobe, seed: int) -> CoverTally:
    """How the finder fares on a table without a hand, and with several, one after the other."""
    tally = CoverTally(tables=1)
    bare = finder.covered(table.frame_bgr)
    tally.bare_hands = int(has_hand(bare))
    tally.bare_tiles = len(table.tiles_xy)
    tally.bare_covered = sum(_is_told(bare, quad, table) for quad in table.tiles_xy)
    if len(table.tiles_xy) < FEW:
        return tally
    for number in range(HANDS):
        rng = np.random.default_rng([seed, number, 23])
        at = table.tiles_xy[int(rng.integers(len(table.tiles_xy)))].mean(axis=0)
        tip = (float(at[0] + rng.normal(0, 60)), float(at[1] + rng.normal(0, 60)))
        hand = wardrobe.hand(rng)
        frame_bgr, alpha = laid_over(table.frame_bgr, hand, table.px_per_mm, rng, tip)
        seen = finder.covered(frame_bgr)
        for quad in table.tiles_xy:
            share = _share_under(alpha, quad)
            is_told = _is_told(seen, quad, table)
            tally.under += share >= HALF
            tally.told += share >= HALF and is_told
            tally.free += share <= FREE
            tally.falsely += share <= FREE and is_told
    return tally


def _is_told(covered: Floats, quad_xy: Floats, table: KnownTable) -> bool:
    return share_covered(covered, quad_xy, table.size_wh) > UNDER_A_HAND


def _share_under(alpha: Image, quad_xy: Floats) -> float:
    """How much of a tile in the frame lies under a hand."""
    mask = np.zeros(alpha.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad_xy).astype(np.int32), (1,))
    return float(alpha[mask > 0].mean()) / 255.0 if mask.any() else 0.0


def boxes_seen(finder: CoverFinder, photos: Path) -> tuple[int, int]:
    """Of the boxes of hands in frames of held-out clips: in how many the middle is mostly seen as
    a hand, and how many there are."""
    seen = boxes = 0
    for frame in hand_frames(photos):
        if not is_held_out(frame.clip):
            continue
        frame_bgr = frame.load()
        covered = finder.covered(frame_bgr)
        size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
        for x0, y0, x1, y1 in frame.boxes:
            middle, half = np.array([x0 + x1, y0 + y1]) / 2, np.array([x1 - x0, y1 - y0]) / 4
            signs = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            quad = floats(middle + signs * half)
            boxes += 1
            seen += share_covered(covered, quad, size_wh) > UNDER_A_HAND
    return seen, boxes


def cover_tallies(finder: CoverFinder, amount: Amount) -> dict[str, CoverTally]:
    """Counts by kind of table, hands laid over by chance."""
    wardrobe = Wardrobe(
        [hand for hand in hand_cutouts(amount.photos) if is_held_out(hand.group)],
        [p for name, p in clutter_photos(amount.photos).items() if is_held_out(name)],
    )
    seeds = range(amount.seed, amount.seed + amount.count)
    tables = chain(photographed_tables(amount.photos), drawn_tables(seeds), home_tables(seeds))
    tallies: dict[str, CoverTally] = {}
    for number, table in enumerate(tqdm(tables, desc="hands", mininterval=5)):
        if table.kind.startswith("photo") and number % amount.every:
            continue
        tally = measured(finder, table, wardrobe, number)
        tallies.setdefault(table.kind, CoverTally()).add(tally)
    return tallies


def measure_cover(finder: CoverFinder, amount: Amount) -> str:
    """The tables of it, in Markdown."""
    tallies = cover_tallies(finder, amount)
    total = CoverTally()
    for tally in tallies.values():
        total.add(tally)
    lines = [
        "| tables | how many | half covered | told | share | free | told covered | share "
        "| without a hand: tiles told covered | a hand seen |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {kind} | {t.tables} | {t.under} | {t.told} | {t.told / max(1, t.under):.4f} | {t.free}"
        f" | {t.falsely} | {t.falsely / max(1, t.free):.4f} | {t.bare_covered} of {t.bare_tiles}"
        f" | {t.bare_hands} |"
        for kind, t in [*sorted(tallies.items()), ("all", total)]
    ]
    seen, boxes = boxes_seen(finder, amount.photos)
    lines += ["", f"frames of held-out clips: {seen} of {boxes} hands seen in their boxes"]
    return "\n".join(lines)
