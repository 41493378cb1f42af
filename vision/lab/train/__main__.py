"""Trains everything and writes the models: `python -m vision.lab.train`.

Two stages. The first sees none of the labelled photographs: drawn tables, composites of the
second owner's 54 faces, and print, cards and clutter that are no tiles. In the second, what finds
outlines goes on with the photographs and composites of their tiles. The reader does not: with them
it came to know their one set better and all others worse. `--first-stage` stops in between, which
gives the networks that are measured on all photographs as unseen; `--leave-out SESSION` keeps
sessions from the second stage.

With `--cache DIR` a run goes on where an earlier one was stopped, and runs with other seeds share
its pictures; what was made by other code is made again. Needs the `train` extra. Without
`../shared/photos` only drawn tables are learned from.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from vision.lab.synth.digits import font_files
from vision.lab.train import corners, cover, mine, reader, samples, values
from vision.lab.train import locator as locators
from vision.lab.train.export import export, expose_features, loaded
from vision.lab.train.faces import faces_of_crops, faces_of_photos
from vision.lab.train.nets import Corners, LocatorNet
from vision.lab.train.nets import ReaderNet as FaceNet
from vision.lab.train.photos import PHOTOS, load_photos
from vision.lab.train.samples import Material, Packed, make
from vision.lab.train.sheets import sheet_grounds
from vision.lab.train.strewn import clutter_samples, learned_things
from vision.lab.train.workshop import Workshop, made_of, recipe
from vision.net import MODELS
from vision.tiles.read import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.lab.train.photos import Photo
    from vision.lab.train.sample import TrainingSample

    Lesson = tuple[float, reader.Crops]

SEED = 20_260
LOCATOR_RATES, READER_RATE, POLISH_RATE = (3e-3, 1.8e-3), 2.2e-3, 8e-4
COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS, DRAWN_SEEDS = 100_000, 200_000, 500_000
PRINT_SEEDS, CLUTTER_SEEDS = 700_000, 800_000
MORE_READING, HANDS = "more-reading", "hands"
MINED_SIDES = (320, 640, 960)
"""Sizes at which photographs without a tile are searched for what looks like one."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
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

    def scaled(self, scale: float) -> TrainingPlan:
        """The plan with everything times `scale`, for a trial."""
        amounts = {
            each.name: max(20, int(getattr(self, each.name) * scale)) for each in fields(self)
        }
        return TrainingPlan(**{**amounts, "polish_rounds": self.polish_rounds})


@dataclass(frozen=True, slots=True)
class Group:
    """Pictures to learn from: how often they are drawn, they themselves, and what they are."""

    share: float
    samples: Sequence[Packed | TrainingSample]
    parts: str

    def unpacked(self, every: int = 1) -> Iterator[TrainingSample]:
        """The samples with their pictures, one after the other, or every so many-th."""
        some = self.samples[::every]
        return (each.unpack() if isinstance(each, Packed) else each for each in some)


@dataclass(frozen=True, slots=True)
class Outliners:
    """The networks that find outlines, and what they were trained on; nothing before the first
    stage."""

    locator: Any = None
    corners: Any = None
    parts: str = ""


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
class TrainingStage:
    """One of the two stages: its number, and its steps."""

    number: int
    locator_steps: int
    corner_steps: int


def learn_outlines(
    shop: Workshop,
    start: Outliners,
    groups: Sequence[Group],
    stage: TrainingStage,
    seed: int,
    out: Path,
) -> Outliners:
    """Locator and corner finder after one more stage on the groups, written to `out`."""
    seed, rate = seed + stage.number, LOCATOR_RATES[stage.number]
    shared = [(group.share, group.parts) for group in groups]
    parts = made_of(recipe(locators.__name__), start.parts, shared, stage, seed, rate)
    drawn_from = [(group.share, group.samples) for group in groups]
    locator = shop.net(
        "locator",
        parts,
        LocatorNet(),
        lambda path: locators.train_locator(
            drawn_from, stage.locator_steps, seed, start.locator, rate, path
        ),
    )
    write_locator(locator, out)

    def found_corners(path: Path | None) -> Any:
        samples = (sample for group in groups for sample in group.unpacked())
        views, truths = corners.gather(samples, seed, 1)
        return corners.train_corners(views, truths, stage.corner_steps, seed, start.corners, path)

    corner_parts = made_of(recipe(corners.__name__), start.parts, shared, stage, seed)
    finder = shop.net("corners", corner_parts, Corners(), found_corners)
    write_corners(finder, out)
    return Outliners(locator, finder, made_of(parts, corner_parts))


def false_outlines(groups: Sequence[Group], bare: Group | None, out: Path) -> reader.Crops:
    """What the locator in `out` takes for tiles and is none, in every second picture of the groups
    and, at several sizes, in those without a tile."""
    some = (sample for group in groups for sample in group.unpacked(2))
    found = mine.mined(out, some)
    return found + mine.mined(out, bare.unpacked(), MINED_SIDES) if bare else found


@dataclass(frozen=True, slots=True)
class ReadingLessons:
    """What a reader learns from. `own` are faces of the groups alone; the others are found by the
    networks in `out`: crops by number, and outlines where no tile is. Each is made when needed."""

    shop: Workshop
    groups: Sequence[Group]
    bare: Group | None
    found_by: str
    seed: int
    out: Path
    photos: Path

    @property
    def parts(self) -> str:
        """What all of them are made of."""
        return made_of(self.found_by, recipe(mine.__name__), recipe(values.__name__))

    def own(self) -> list[Lesson]:
        """Faces of the groups, with their shares."""
        return [
            (each.share, reader.gather(each.unpacked(), self.seed, 1, 0.5)) for each in self.groups
        ]

    def false(self) -> reader.Crops:
        """Outlines where no tile is."""
        parts = made_of(self.found_by, recipe(mine.__name__))
        return self.shop.kept(
            "false-outlines", parts, lambda: false_outlines(self.groups, self.bare, self.out)
        )

    def all(self, own: list[Lesson], false: reader.Crops) -> list[Lesson]:
        """All lessons with their shares."""
        total = sum(group.share for group in self.groups)
        found = [*own, (0.24 * total, false)]
        if (self.photos / "crops_by_value").is_dir():
            parts = made_of(self.found_by, recipe(values.__name__))
            crops = self.shop.kept(
                "crops-by-value",
                parts,
                lambda: values.faces_by_value(Reader(self.out), self.photos),
            )
            found.append((0.25 * total, crops))
        return [(share, crops) for share, crops in found if len(crops.faces)]


def learn_to_read(
    shop: Workshop,
    groups: Sequence[Group],
    bare: Group | None,
    outliners: Outliners,
    plan: TrainingPlan,
    seed: int,
    out: Path,
    photos: Path,
) -> None:
    """The reader, written to `out`: first from the groups alone, then also from what the networks
    in `out` find, and then in rounds at a low rate, also from what it takes for a tile and is none.
    Each round ends in a network; the mean of their weights is the reader."""
    shared = [(group.share, group.parts) for group in groups]
    parts = made_of(recipe(reader.__name__), shared, seed, plan.first_reader_steps)
    found_by = made_of(parts, outliners.parts, bare.parts if bare else "", str(photos))
    source = ReadingLessons(shop, groups, bare, found_by, seed, out, photos)
    own = cache(source.own)
    first = shop.net(
        "reader-first",
        parts,
        FaceNet(),
        lambda path: reader.train_reader(own(), plan.first_reader_steps, seed, unfinished=path),
    )
    write_reader(first, out)
    false = cache(source.false)
    lessons = cache(lambda: source.all(own(), false()))
    parts = made_of(source.parts, plan.reader_steps)
    rough = shop.net(
        "reader-rough",
        parts,
        FaceNet(),
        lambda path: reader.train_reader(
            lessons(), plan.reader_steps, seed, first, READER_RATE, path
        ),
    )
    polish(shop, reader.folded(rough), lessons, false, plan, seed, parts, out)


def go_on_reading(
    shop: Workshop,
    groups: Sequence[Group],
    bare: Group | None,
    plan: TrainingPlan,
    seed: int,
    out: Path,
    photos: Path,
) -> None:
    """The reader in `out` after more rounds at a low rate, from what the networks there find; half
    of its weights stay what they were."""
    shared = [(group.share, group.parts) for group in groups]
    known = [(out / f"{name}.onnx").read_bytes() for name in ("locator", "corners", "reader")]
    parts = made_of(recipe(reader.__name__), shared, seed)
    found_by = made_of(parts, known, bare.parts if bare else "", str(photos))
    source = ReadingLessons(shop, groups, bare, found_by, seed, out, photos)
    false = cache(source.false)
    lessons = cache(lambda: source.all(source.own(), false()))
    start = loaded(reader.folded(FaceNet()), out / "reader.onnx")
    polish(shop, start, lessons, false, plan, seed, source.parts, out, kept=0.5)


def polish(
    shop: Workshop,
    start: Any,
    lessons: Callable[[], list[Lesson]],
    false: Callable[[], reader.Crops],
    plan: TrainingPlan,
    seed: int,
    parts: str,
    out: Path,
    kept: float = 0.0,
) -> None:
    """Goes on with a reader in rounds, also from what it takes for a tile and is none, and writes
    the mean of the networks in which they end, and as much of the first as is to be `kept`."""

    @cache
    def more_lessons() -> list[Lesson]:
        hard = reader.hard_ones(start, false())
        total = sum(share for share, _ in lessons())
        return [*lessons(), (0.07 * total, hard)] if len(hard.faces) else lessons()

    rounds = [start]
    for number in range(plan.polish_rounds):
        parts = made_of(parts, plan.polish_steps)
        begun, own_seed = rounds[-1], seed + 100 + number

        def polished(path: Path | None, begun: Any = begun, own_seed: int = own_seed) -> Any:
            return reader.train_reader(
                more_lessons(), plan.polish_steps, own_seed, begun, POLISH_RATE, path
            )

        rounds.append(shop.net(f"reader-round-{number}", parts, reader.folded(FaceNet()), polished))
    mean = reader.mean_of(rounds[1:])
    write_reader(reader.between(start, mean, 1 - kept) if kept else mean, out)


def learn_hands(
    shop: Workshop, plan: TrainingPlan, photos: Sequence[Photo], folder: Path, seed: int, out: Path
) -> None:
    """Trains and writes the network that sees hands over the table."""
    how = recipe(cover.__name__)

    def trained(path: Path | None) -> Any:
        drawn = shop.kept(
            "tables",
            made_of(how, plan.tables),
            lambda: cover.made_samples(cover.drawn_sample, plan.tables, "tables"),
        )
        material = cover.CoverMaterial([(1.0, drawn)], (), ())
        if photos:
            homes = shop.kept(
                "homes",
                made_of(how, plan.homes),
                lambda: cover.made_samples(cover.home_sample, plan.homes, "homes"),
            )
            real = cover.photo_samples(photos, folder)
            material = cover.CoverMaterial(
                [(0.4, drawn), (0.35, homes), (0.25, real)],
                cover.learned_hands(folder, seed),
                cover.learned_clutter(folder),
            )
        return cover.train_cover(material, plan.cover_steps, seed, path)

    parts = made_of(how, plan.tables, plan.homes, plan.cover_steps, seed, len(photos))
    write_cover(shop.net("cover", parts, cover.Cover(), trained), out)


def first_groups(shop: Workshop, plan: TrainingPlan, material: Material) -> list[Group]:
    """The pictures of the first stage with their shares."""
    how = made_of(recipe(samples.__name__), font_files(), len(material.faces), len(material.things))

    def group(share: float, maker: Callable[[int], Packed], first: int, count: int) -> Group:
        seeds = range(first, first + count)
        name = maker.__name__
        parts = made_of(how, name, seeds)
        made = shop.kept(name, parts, lambda: make(maker, seeds, material, name))
        return Group(share, made, parts)

    groups = [
        group(0.42, samples.synthetic, DRAWN_SEEDS, plan.drawn),
        group(0.06, samples.printed, PRINT_SEEDS, plan.prints),
        group(0.07, samples.cluttered, CLUTTER_SEEDS, plan.clutter),
    ]
    if material.faces:
        groups.append(group(0.4, samples.composite, COMPOSITE_SEEDS, plan.composites))
    return groups


def second_groups(
    shop: Workshop,
    plan: TrainingPlan,
    seen: Sequence[Group],
    material: Material,
    photos: Sequence[Photo],
) -> list[Group]:
    """The pictures of the second stage: photographs, composites of their tiles, and those of the
    first."""
    more_faces = faces_of_photos(photos) + list(material.faces)
    more_grounds = [p.load() for p in photos if not p.tiles] + list(material.grounds)
    more_material = Material(more_faces, more_grounds, material.things)
    names = made_of(sorted(photo.path.name for photo in photos))
    seeds = range(SECOND_COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS + plan.more_composites)
    parts = made_of(recipe(samples.__name__), font_files(), seeds, names)
    more = shop.kept(
        "more-composites",
        parts,
        lambda: make(samples.composite, seeds, more_material, "more composites"),
    )
    return [
        Group(0.3, [samples.of_photo(photo) for photo in photos], names),
        Group(0.3, more, parts),
        *(replace(group, share=0.4 * group.share) for group in seen),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the data, trains the stages and writes the ONNX files."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--cache", type=Path, help="keep pictures and networks between runs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--rounds", type=int, default=TrainingPlan().polish_rounds, help="of polishing"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction, for a trial")
    parser.add_argument("--first-stage", action="store_true", help="stop before the photographs")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SESSION")
    parser.add_argument(
        "--only",
        choices=(MORE_READING, HANDS),
        help=f"{MORE_READING}: go on with the reader in --out; {HANDS}: the cover network",
    )
    chosen = parser.parse_args(arguments)
    plan = replace(TrainingPlan().scaled(chosen.scale), polish_rounds=chosen.rounds)
    shop, out = Workshop(chosen.cache), chosen.out
    seed: int = chosen.seed
    cv2.setNumThreads(1)

    has_photos = (chosen.photos / "labels.jsonl").is_file()
    photos = load_photos(chosen.photos) if has_photos else []
    material, bare = Material(), None
    if has_photos:
        things = learned_things(chosen.photos)
        material = Material(faces_of_crops(chosen.photos), sheet_grounds(chosen.photos), things)
        without = clutter_samples(chosen.photos)
        bare = Group(0.06, without, made_of(recipe("vision.lab.train.strewn"), len(without)))
    if chosen.only == HANDS:
        learn_hands(shop, plan, photos, chosen.photos, seed, out)
        return 0
    groups = first_groups(shop, plan, material)
    if chosen.only == MORE_READING:
        go_on_reading(shop, groups, bare, plan, seed, out, chosen.photos)
        return 0
    seen = [*groups, bare] if bare else groups
    stage = TrainingStage(0, plan.locator_steps, plan.corner_steps)
    outliners = learn_outlines(shop, Outliners(), seen, stage, seed, out)
    learn_to_read(shop, groups, bare, outliners, plan, seed, out, chosen.photos)
    if has_photos and not chosen.first_stage:
        kept = [photo for photo in photos if photo.session not in chosen.leave_out]
        second = second_groups(shop, plan, seen, material, kept)
        stage = TrainingStage(1, plan.more_locator_steps, plan.more_corner_steps)
        learn_outlines(shop, outliners, second, stage, seed, out)
    learn_hands(shop, plan, photos, chosen.photos, seed, out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
