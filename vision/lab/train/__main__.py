"""Trains everything and writes the models: `python -m vision.lab.train`.

Two stages. The first sees none of the labelled photographs: drawn tables, composites of the
second owner's 54 faces, and print that is no tile. In the second, what finds outlines goes on with
the photographs and composites of their tiles. The reader does not: with them it came to know their
one set better and all others worse. `--first-stage` stops in between, which gives the networks that
are measured on all photographs as unseen; `--leave-out SESSION` keeps sessions from the second
stage.

Needs the `train` extra. Without `../shared/photos` only drawn tables are learned from.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
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
from vision.lab.train.samples import Packed, cached, composite, make, of_photo, printed, synthetic
from vision.lab.train.sheets import sheet_grounds
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
LOCATOR_RATES, READER_RATE = (3e-3, 1.8e-3), 2.2e-3
COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS, DRAWN_SEEDS = 100_000, 200_000, 500_000
PRINT_SEEDS = 700_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything; pairs are for the two stages."""

    composites: int = 1400
    drawn: int = 3000
    prints: int = 600
    locator_steps: tuple[int, int] = (6000, 2500)
    corner_steps: tuple[int, int] = (1200, 1000)
    first_reader_steps: int = 1500
    reader_steps: int = 10_000
    polish_steps: int = 14_000
    hands: int = 3000
    cover_steps: int = 6000

    def scaled(self, scale: float) -> Plan:
        """The plan with everything times `scale`, for a trial."""

        def part(whole: int) -> int:
            return max(20, int(whole * scale))

        def parts(pair: tuple[int, int]) -> tuple[int, int]:
            return part(pair[0]), part(pair[1])

        return Plan(
            part(self.composites),
            part(self.drawn),
            part(self.prints),
            parts(self.locator_steps),
            parts(self.corner_steps),
            part(self.first_reader_steps),
            part(self.reader_steps),
            part(self.polish_steps),
            part(self.hands),
            part(self.cover_steps),
        )


@dataclass(frozen=True, slots=True)
class Workshop:
    """Makes things once: what `cache` holds from an earlier run is not made again."""

    cache: Path | None

    def pictures(self, name: str, maker: Callable[[], list[Made]]) -> list[Made]:
        """The training pictures of this name."""
        return cached(self.cache / f"{name}.pkl" if self.cache else None, maker)

    def net(self, name: str, fresh: Any, maker: Callable[[], Any]) -> Any:
        """The trained network of this name; `fresh` is one of its kind."""
        path = self.cache / f"{name}.pt" if self.cache else None
        if path is not None and path.exists():
            fresh.load_state_dict(torch.load(path))
            return fresh.eval()
        net = maker()
        if path is not None:
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


def found_corners(start: Any, groups: Sequence[Group], steps: int, seed: int) -> Any:
    """The corner finder after more steps on the groups."""
    samples = (sample for _, group in groups for sample in unpacked(group))
    pictures, truths = corners.gather(samples, seed, 1)
    return corners.train_corners(pictures, truths, steps, seed, start)


def lessons(groups: Sequence[Group], seed: int, out: Path, photos: Path) -> list[Lesson]:
    """Faces to learn from: those of the groups, what the locator in `out` wrongly takes for
    tiles, and the third owner's crops, whose outlines the networks in `out` find."""
    found = [(share, reader.gather(unpacked(group), seed, 1, 0.5)) for share, group in groups]
    total = sum(share for share, _ in found)
    false = mined(out, (s for _, group in groups for s in unpacked(group[::2])))
    if len(false.faces):
        found.append((0.24 * total, false))
    if (photos / "crops_by_value").is_dir():
        numbered = faces_by_value(Reader(out), photos)
        if len(numbered.faces):
            found.append((0.25 * total, numbered))
    return found


@dataclass(frozen=True, slots=True)
class Stage:
    """One of the two stages: its number, and what its networks are kept as."""

    number: int
    name: str

    @property
    def seed(self) -> int:
        """What everything in it is drawn with."""
        return SEED + self.number


def learn_outlines(
    shop: Workshop, start: Outliners, groups: Sequence[Group], plan: Plan, stage: Stage, out: Path
) -> Outliners:
    """Locator and corner finder after one more stage on the groups, written to `out`."""
    locator = shop.net(
        f"locator-{stage.name}",
        Locator(),
        lambda: train_locator(
            groups,
            plan.locator_steps[stage.number],
            stage.seed,
            start.locator,
            LOCATOR_RATES[stage.number],
        ),
    )
    write_locator(locator, out)
    finder = shop.net(
        f"corners-{stage.name}",
        Corners(),
        lambda: found_corners(start.corners, groups, plan.corner_steps[stage.number], stage.seed),
    )
    write_corners(finder, out)
    return Outliners(locator, finder)


def learn_to_read(
    shop: Workshop, groups: Sequence[Group], plan: Plan, stage: Stage, out: Path, photos: Path
) -> None:
    """The reader, written to `out`: first from the groups alone, then from all lessons, some of
    which the networks in `out` have to find, and then on with these at a low rate."""
    first = shop.net(
        "reader-first",
        FaceNet(),
        lambda: reader.train_reader(
            [(share, reader.gather(unpacked(g), stage.seed, 1, 0.5)) for share, g in groups],
            plan.first_reader_steps,
            stage.seed,
        ),
    )
    write_reader(first, out)
    # made only where a network of the two is not there yet
    found = cache(lambda: lessons(groups, stage.seed, out, photos))
    rough = shop.net(
        f"reader-{stage.name}",
        FaceNet(),
        lambda: reader.train_reader(found(), plan.reader_steps, stage.seed, first, READER_RATE),
    )
    polished = shop.net(
        f"reader-polished-{stage.name}",
        reader.folded(FaceNet()),
        lambda: reader.polish_reader(rough, found(), plan.polish_steps, stage.seed),
    )
    write_reader(polished, out)


def train_hands(shop: Workshop, plan: Plan, photos: Sequence[Photo], out: Path) -> None:
    """Trains and writes the network that sees hands over the table."""

    def trained() -> Any:
        bare = cover.bare_samples([photo.load() for photo in photos])
        drawn = shop.pictures(f"hands-{plan.hands}", lambda: cover.drawn_samples(plan.hands))
        return cover.train_cover(drawn, bare, SEED, plan.cover_steps)

    net = shop.net("cover", cover.Cover(), trained)
    export(net, (1, 3, 144, 192), out / "cover.onnx", "covered", {0: "count"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the data, trains the stages and writes the ONNX files."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--cache", type=Path, help="keep pictures and networks between runs")
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction, for a trial")
    parser.add_argument("--first-stage", action="store_true", help="stop before the photographs")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SESSION")
    chosen = parser.parse_args(arguments)
    plan, shop, out = Plan().scaled(chosen.scale), Workshop(chosen.cache), chosen.out
    cv2.setNumThreads(1)

    has_photos = (chosen.photos / "labels.jsonl").is_file()
    photos = load_photos(chosen.photos) if has_photos else []
    seeds = range(DRAWN_SEEDS, DRAWN_SEEDS + plan.drawn)
    drawn = shop.pictures(f"drawn-{plan.drawn}", lambda: make(synthetic, seeds, (), (), "drawn"))
    print_seeds = range(PRINT_SEEDS, PRINT_SEEDS + plan.prints)
    prints = shop.pictures(
        f"prints-{plan.prints}", lambda: make(printed, print_seeds, (), (), "prints")
    )
    groups: list[Group] = [(0.5, drawn), (0.1, prints)]
    faces, grounds = [], []
    if has_photos:
        composite_seeds = range(COMPOSITE_SEEDS, COMPOSITE_SEEDS + plan.composites)
        faces, grounds = faces_of_crops(chosen.photos), sheet_grounds(chosen.photos)
        composites = shop.pictures(
            f"composites-{plan.composites}",
            lambda: make(composite, composite_seeds, faces, grounds, "composites"),
        )
        groups.append((0.5, composites))
    first = Stage(0, "unseen")
    outliners = learn_outlines(shop, Outliners(), groups, plan, first, out)
    learn_to_read(shop, groups, plan, first, out, chosen.photos)
    if chosen.first_stage or not has_photos:
        train_hands(shop, plan, photos, out)
        return 0
    left = "-".join(["all", *(f"no-{session}" for session in chosen.leave_out)])
    kept: list[Photo] = [photo for photo in photos if photo.session not in chosen.leave_out]
    more_faces = faces_of_photos(kept) + faces
    more_grounds = [photo.load() for photo in kept if not photo.tiles] + grounds
    more_seeds = range(SECOND_COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS + plan.composites // 2)
    more = shop.pictures(
        f"composites-{plan.composites // 2}-{left}",
        lambda: make(composite, more_seeds, more_faces, more_grounds, "more composites"),
    )
    second: list[Group] = [(0.3, [of_photo(photo) for photo in kept]), (0.3, more)]
    second += [(0.4 * share, group) for share, group in groups]
    learn_outlines(shop, outliners, second, plan, Stage(1, left), out)
    train_hands(shop, plan, photos, out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
