"""Trains everything and writes the models: `python -m vision.lab.train`.

Two stages. The first sees none of the labelled photographs: drawn tables, composites of the
second owner's 54 faces, and print, cards and clutter that are no tiles. In the second, what finds
outlines goes on with the photographs and composites of their tiles. The reader does not: with them
it came to know their one set better and all others worse. `--first-stage` stops in between, which
gives the networks that are measured on all photographs as unseen; `--leave-out SESSION` keeps
sessions from the second stage.

With `--cache DIR` a run goes on where an earlier one was stopped, and runs with other seeds share
its pictures. Needs the `train` extra. Without `../shared/photos` only drawn tables are learned
from.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import cv2
import torch

from vision.lab.train import corners, cover, reader
from vision.lab.train.export import export, expose_features
from vision.lab.train.faces import faces_of_crops, faces_of_photos
from vision.lab.train.locator import train_locator
from vision.lab.train.mine import mined
from vision.lab.train.nets import Corners, Locator
from vision.lab.train.nets import Reader as FaceNet
from vision.lab.train.photos import PHOTOS, load_photos
from vision.lab.train.samples import (
    Material,
    Packed,
    cached,
    cluttered,
    composite,
    make,
    of_photo,
    printed,
    synthetic,
)
from vision.lab.train.sheets import sheet_grounds
from vision.lab.train.strewn import clutter_samples, learned_things
from vision.lab.train.values import faces_by_value
from vision.net import MODELS
from vision.tiles.read import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.lab.train.photos import Photo
    from vision.lab.train.sample import Sample

    Lesson = tuple[float, reader.Crops]

Made = TypeVar("Made")
SEED = 20_260
LOCATOR_RATES, READER_RATE, POLISH_RATE = (3e-3, 1.8e-3), 2.2e-3, 8e-4
COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS, DRAWN_SEEDS = 100_000, 200_000, 500_000
PRINT_SEEDS, CLUTTER_SEEDS = 700_000, 800_000
MINED_SIDES = (320, 640, 960)
"""Sizes at which photographs without a tile are searched for what looks like one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything: pictures, and steps of each training."""

    composites: int = 1400
    more_composites: int = 700
    drawn: int = 3000
    prints: int = 500
    clutter: int = 900
    tables: int = 2400
    homes: int = 800
    locator_steps: int = 7000
    more_locator_steps: int = 2500
    corner_steps: int = 1500
    more_corner_steps: int = 1000
    first_reader_steps: int = 1500
    reader_steps: int = 12_000
    polish_steps: int = 5000
    polish_rounds: int = 4
    cover_steps: int = 6000

    def scaled(self, scale: float) -> Plan:
        """The plan with everything times `scale`, for a trial."""
        amounts = {
            each.name: max(20, int(getattr(self, each.name) * scale)) for each in fields(self)
        }
        return Plan(**{**amounts, "polish_rounds": self.polish_rounds})


@dataclass(frozen=True, slots=True)
class Workshop:
    """Makes things once: what `cache` holds from an earlier run is not made again. Networks are of
    one seed, pictures of all."""

    cache: Path | None
    seed: int

    def pictures(self, name: str, maker: Callable[[], list[Made]]) -> list[Made]:
        """The training pictures of this name."""
        return cached(self.cache / f"{name}.pkl" if self.cache else None, maker)

    def net(self, name: str, fresh: Any, maker: Callable[[Path | None], Any]) -> Any:
        """The trained network of this name; `fresh` is one of its kind. `maker` is given the file
        in which it may keep what it has not finished."""
        if self.cache is None:
            return maker(None)
        path = self.cache / f"{name}-{self.seed}.pt"
        if path.exists():
            fresh.load_state_dict(torch.load(path))
            return fresh.eval()
        net = maker(path.with_suffix(".unfinished"))
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(net.state_dict(), path)
        return net


@dataclass(frozen=True, slots=True)
class Outliners:
    """The networks that find outlines, `None` before the first stage."""

    locator: Any = None
    corners: Any = None


Group = tuple[float, "Sequence[Packed | Sample]"]


def unpacked(samples: Sequence[Packed | Sample]) -> Iterator[Sample]:
    """The samples with their pictures, one after the other."""
    return (s.unpack() if isinstance(s, Packed) else s for s in samples)


def write_locator(net: Any, out: Path) -> None:
    """Writes the locator as ONNX."""
    export(net, (1, 3, 480, 640), out / "locator.onnx", "maps", {2: "height", 3: "width"})


def write_corners(net: Any, out: Path) -> None:
    """Writes the corner finder as ONNX."""
    export(net, (1, 3, 64, 64), out / "corners.onnx", "corners", {0: "count"})


def write_reader(net: Any, out: Path) -> None:
    """Writes the reader as ONNX."""
    export(net, (1, 3, 64, 48), out / "reader.onnx", "logits", {0: "count"})
    expose_features(out / "reader.onnx")


def write_cover(net: Any, out: Path) -> None:
    """Writes the network that sees hands as ONNX."""
    export(net, (1, 3, 144, 192), out / "cover.onnx", "covered", {0: "count"})


@dataclass(frozen=True, slots=True)
class Stage:
    """One of the two stages: its number, what its networks are kept as, and its steps."""

    number: int
    name: str
    locator_steps: int
    corner_steps: int


def learn_outlines(
    shop: Workshop, start: Outliners, groups: Sequence[Group], stage: Stage, out: Path
) -> Outliners:
    """Locator and corner finder after one more stage on the groups, written to `out`."""
    seed, rate = shop.seed + stage.number, LOCATOR_RATES[stage.number]
    locator = shop.net(
        f"locator-{stage.name}",
        Locator(),
        lambda path: train_locator(groups, stage.locator_steps, seed, start.locator, rate, path),
    )
    write_locator(locator, out)

    def found_corners(path: Path | None) -> Any:
        samples = (sample for _, group in groups for sample in unpacked(group))
        pictures, truths = corners.gather(samples, seed, 1)
        return corners.train_corners(
            pictures, truths, stage.corner_steps, seed, start.corners, path
        )

    finder = shop.net(f"corners-{stage.name}", Corners(), found_corners)
    write_corners(finder, out)
    return Outliners(locator, finder)


def crops_of_groups(groups: Sequence[Group], seed: int) -> list[Lesson]:
    """Faces of the groups' tiles, and things beside them that are none."""
    return [(share, reader.gather(unpacked(group), seed, 1, 0.5)) for share, group in groups]


def false_outlines(groups: Sequence[Group], bare: Sequence[Sample], out: Path) -> reader.Crops:
    """What the locator in `out` takes for tiles and is none, in every second picture of the groups
    and, at several sizes, in those without a tile."""
    some = (sample for _, group in groups for sample in unpacked(group[::2]))
    return mined(out, some) + mined(out, bare, MINED_SIDES)


def learn_to_read(
    shop: Workshop,
    groups: Sequence[Group],
    bare: Sequence[Sample],
    plan: Plan,
    out: Path,
    photos: Path,
) -> None:
    """The reader, written to `out`: first from the groups alone, then also from what the networks
    in `out` find, and then in rounds at a low rate, also from what it takes for a tile and is none.
    Each round ends in a network; the mean of their weights is the reader."""
    seed = shop.seed
    own = cache(lambda: crops_of_groups(groups, seed))
    first = shop.net(
        "reader-first",
        FaceNet(),
        lambda path: reader.train_reader(own(), plan.first_reader_steps, seed, unfinished=path),
    )
    write_reader(first, out)
    total = sum(share for share, _ in groups)

    @cache
    def false() -> reader.Crops:
        return false_outlines(groups, bare, out)

    @cache
    def lessons() -> list[Lesson]:
        found = [*own(), (0.24 * total, false())]
        if (photos / "crops_by_value").is_dir():
            found.append((0.25 * total, faces_by_value(Reader(out), photos)))
        return [(share, crops) for share, crops in found if len(crops.faces)]

    rough = shop.net(
        "reader-rough",
        FaceNet(),
        lambda path: reader.train_reader(
            lessons(), plan.reader_steps, seed, first, READER_RATE, path
        ),
    )

    @cache
    def more_lessons() -> list[Lesson]:
        hard = reader.hard_ones(rough, false())
        return [*lessons(), (0.1 * total, hard)] if len(hard.faces) else lessons()

    def one_round(number: int, start: Any) -> Any:
        return shop.net(
            f"reader-round-{number}",
            reader.folded(FaceNet()),
            lambda path: reader.train_reader(
                more_lessons(), plan.polish_steps, seed + 100 + number, start, POLISH_RATE, path
            ),
        )

    rounds = [reader.folded(rough)]
    for number in range(plan.polish_rounds):
        rounds.append(one_round(number, rounds[-1]))
    write_reader(reader.mean_of(rounds[1:]), out)


def learn_hands(
    shop: Workshop, plan: Plan, photos: Sequence[Photo], folder: Path, out: Path
) -> None:
    """Trains and writes the network that sees hands over the table."""

    def trained(path: Path | None) -> Any:
        drawn = shop.pictures(
            f"tables-{plan.tables}",
            lambda: cover.made_samples(cover.drawn_sample, plan.tables, "tables"),
        )
        material = cover.Material([(1.0, drawn)], (), ())
        if photos:
            homes = shop.pictures(
                f"homes-{plan.homes}",
                lambda: cover.made_samples(cover.home_sample, plan.homes, "homes"),
            )
            real = cover.photo_samples(photos, folder)
            material = cover.Material(
                [(0.4, drawn), (0.35, homes), (0.25, real)],
                cover.learned_hands(folder, shop.seed),
                cover.learned_clutter(folder),
            )
        return cover.train_cover(material, plan.cover_steps, shop.seed, path)

    write_cover(shop.net("cover", cover.Cover(), trained), out)


def first_groups(shop: Workshop, plan: Plan, material: Material) -> list[Group]:
    """The pictures of the first stage with their shares."""

    def made(name: str, maker: Callable[[int], Packed], first: int, count: int) -> list[Packed]:
        seeds = range(first, first + count)
        return shop.pictures(f"{name}-{count}", lambda: make(maker, seeds, material, name))

    groups: list[Group] = [
        (0.42, made("drawn", synthetic, DRAWN_SEEDS, plan.drawn)),
        (0.06, made("prints", printed, PRINT_SEEDS, plan.prints)),
        (0.07, made("clutter", cluttered, CLUTTER_SEEDS, plan.clutter)),
    ]
    if material.faces:
        composites = made("composites", composite, COMPOSITE_SEEDS, plan.composites)
        groups.append((0.4, composites))
    return groups


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the data, trains the stages and writes the ONNX files."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--cache", type=Path, help="keep pictures and networks between runs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction, for a trial")
    parser.add_argument("--first-stage", action="store_true", help="stop before the photographs")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SESSION")
    chosen = parser.parse_args(arguments)
    plan, shop, out = Plan().scaled(chosen.scale), Workshop(chosen.cache, chosen.seed), chosen.out
    cv2.setNumThreads(1)

    has_photos = (chosen.photos / "labels.jsonl").is_file()
    photos = load_photos(chosen.photos) if has_photos else []
    material, bare = Material(), []
    if has_photos:
        things = learned_things(chosen.photos)
        material = Material(faces_of_crops(chosen.photos), sheet_grounds(chosen.photos), things)
        bare = clutter_samples(chosen.photos)
    groups = first_groups(shop, plan, material)
    seen = [*groups, (0.06, bare)] if bare else groups
    stage = Stage(0, "unseen", plan.locator_steps, plan.corner_steps)
    outliners = learn_outlines(shop, Outliners(), seen, stage, out)
    learn_to_read(shop, groups, bare, plan, out, chosen.photos)
    if has_photos and not chosen.first_stage:
        left = "-".join(["all", *(f"no-{session}" for session in chosen.leave_out)])
        kept: list[Photo] = [photo for photo in photos if photo.session not in chosen.leave_out]
        more_faces = faces_of_photos(kept) + list(material.faces)
        more_grounds = [p.load() for p in kept if not p.tiles] + list(material.grounds)
        more_material = Material(more_faces, more_grounds, material.things)
        more_seeds = range(SECOND_COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS + plan.more_composites)
        more = shop.pictures(
            f"composites-{plan.more_composites}-{left}",
            lambda: make(composite, more_seeds, more_material, "more composites"),
        )
        second: list[Group] = [(0.3, [of_photo(photo) for photo in kept]), (0.3, more)]
        second += [(0.4 * share, group) for share, group in seen]
        stage = Stage(1, left, plan.more_locator_steps, plan.more_corner_steps)
        learn_outlines(shop, outliners, second, stage, out)
    learn_hands(shop, plan, photos, chosen.photos, out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
