"""Trains everything and writes the models: `python -m vision.train`.

Two stages. The first sees none of the labelled photographs: drawn tables, and composites of the
second owner's 54 faces. The second goes on from there with the photographs and composites of
their tiles. `--first-stage` stops in between, which gives the networks that are measured on
all photographs as unseen; `--leave-out SESSION` keeps sessions from the second stage.

Needs the `train` extra. Without `../shared/photos` only drawn tables are learned from.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.read import MODELS, Reader
from vision.train import corners, cover, reader
from vision.train.faces import faces_of_crops, faces_of_photos
from vision.train.locator import train_locator
from vision.train.loop import export
from vision.train.mine import mined
from vision.train.photos import PHOTOS, load_photos
from vision.train.samples import cached, composite, make, of_photo, synthetic
from vision.train.sheets import sheet_grounds
from vision.train.values import faces_by_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.train.photos import Photo
    from vision.train.sample import Sample
    from vision.train.samples import Packed

SEED = 20_260
LOCATOR_RATES, READER_RATES = (3e-3, 1.8e-3), (2.2e-3, 1.2e-3)
COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS, DRAWN_SEEDS = 100_000, 200_000, 500_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything; `scale` shortens all of it for a trial."""

    composites: int = 2400
    drawn: int = 1600
    locator_steps: tuple[int, int] = (3000, 1500)
    corner_steps: tuple[int, int] = (1200, 1000)
    reader_steps: tuple[int, int] = (2400, 1200)
    hands: int = 1600
    cover_steps: int = 2600

    def scaled(self, scale: float) -> Plan:
        """The plan with everything times `scale`."""

        def pair(steps: tuple[int, int]) -> tuple[int, int]:
            return max(20, int(steps[0] * scale)), max(20, int(steps[1] * scale))

        return Plan(
            max(16, int(self.composites * scale)),
            max(16, int(self.drawn * scale)),
            pair(self.locator_steps),
            pair(self.corner_steps),
            pair(self.reader_steps),
            max(16, int(self.hands * scale)),
            max(20, int(self.cover_steps * scale)),
        )


@dataclass(slots=True)
class Nets:
    """The three networks, `None` before the first stage."""

    locator: Any = None
    corners: Any = None
    reader: Any = None


Group = tuple[float, "Sequence[Packed | Sample]"]


def unpacked(samples: Sequence[Packed | Sample]) -> list[Sample]:
    """The samples with their pictures."""
    return [s.unpack() if hasattr(s, "unpack") else s for s in samples]


def stage(
    nets: Nets, groups: Sequence[Group], plan: Plan, number: int, out: Path, photos: Path
) -> Nets:
    """The networks after one more stage on the groups; written to `out` as they come.

    The reader learns twice: once from the groups, then also from what the locator wrongly takes
    for tiles and from the third owner's crops, whose outlines the networks have to find first.
    """
    seed = SEED + number
    locator = train_locator(
        groups, plan.locator_steps[number], seed, nets.locator, LOCATOR_RATES[number]
    )
    export(locator, (1, 3, 480, 640), out / "locator.onnx", "maps", {2: "height", 3: "width"})
    views = [corners.gather(unpacked(group), seed, 1) for _, group in groups]
    finder = corners.train_corners(
        np.concatenate([pictures for pictures, _ in views]),
        np.concatenate([truths for _, truths in views]),
        plan.corner_steps[number],
        seed,
        nets.corners,
    )
    export(finder, (1, 3, 64, 64), out / "corners.onnx", "corners", {0: "count"})
    crops = [(share, reader.gather(unpacked(group), seed, 1, 0.5)) for share, group in groups]
    faces = nets.reader
    if faces is None:
        faces = reader.train_reader(crops, plan.reader_steps[0] // 2, seed)
    export(faces, (1, 3, 64, 48), out / "reader.onnx", "logits", {0: "count"})
    total = sum(share for share, _ in crops)
    false = mined(out, (s for _, group in groups for s in unpacked(group[::6])))
    if len(false.faces):
        crops.append((0.14 * total, false))
    if (photos / "crops_by_value").is_dir():
        numbered = faces_by_value(Reader(out), photos)
        if len(numbered.faces):
            crops.append((0.25 * total, numbered))
    faces = reader.train_reader(crops, plan.reader_steps[number], seed, faces, READER_RATES[number])
    export(faces, (1, 3, 64, 48), out / "reader.onnx", "logits", {0: "count"})
    return Nets(locator, finder, faces)


def train_hands(plan: Plan, photos: Sequence[Photo], out: Path) -> None:
    """Trains and writes the network that sees hands over the table."""
    bare = cover.bare_samples([photo.load() for photo in photos])
    net = cover.train_cover(cover.drawn_samples(plan.hands), bare, SEED, plan.cover_steps)
    export(net, (1, 3, 144, 192), out / "cover.onnx", "covered", {0: "count"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the data, trains the stages and writes the ONNX files."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--cache", type=Path, help="keep made pictures here between runs")
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction, for a trial")
    parser.add_argument("--first-stage", action="store_true", help="stop before the photographs")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SESSION")
    chosen = parser.parse_args(arguments)
    plan = Plan().scaled(chosen.scale)
    cv2.setNumThreads(1)

    def kept(name: str) -> Path | None:
        return chosen.cache / f"{name}.pkl" if chosen.cache else None

    has_photos = (chosen.photos / "labels.jsonl").is_file()
    photos = load_photos(chosen.photos) if has_photos else []
    drawn = cached(
        kept(f"drawn-{plan.drawn}"),
        lambda: make(synthetic, range(DRAWN_SEEDS, DRAWN_SEEDS + plan.drawn), (), (), "drawn"),
    )
    groups: list[Group] = [(0.5, drawn)]
    if has_photos:
        seeds = range(COMPOSITE_SEEDS, COMPOSITE_SEEDS + plan.composites)
        faces, grounds = faces_of_crops(chosen.photos), sheet_grounds(chosen.photos)
        groups.append(
            (
                0.5,
                cached(
                    kept(f"composites-{plan.composites}"),
                    lambda: make(composite, seeds, faces, grounds, "composites"),
                ),
            )
        )
    train_hands(plan, photos, chosen.out)
    nets = stage(Nets(), groups, plan, 0, chosen.out, chosen.photos)
    if chosen.first_stage or not has_photos:
        return 0
    kept_photos: list[Photo] = [p for p in photos if p.session not in chosen.leave_out]
    more_faces = faces_of_photos(kept_photos) + faces
    more_grounds = [p.load() for p in kept_photos if not p.tiles] + grounds
    more_seeds = range(SECOND_COMPOSITE_SEEDS, SECOND_COMPOSITE_SEEDS + plan.composites // 2)
    left = "-".join(["all", *chosen.leave_out])
    more = cached(
        kept(f"more-{plan.composites}-{left}"),
        lambda: make(composite, more_seeds, more_faces, more_grounds, "more composites"),
    )
    second: list[Group] = [(0.3, [of_photo(p) for p in kept_photos]), (0.3, more)]
    second += [(0.2, group) for _, group in groups]
    stage(nets, second, plan, 1, chosen.out, chosen.photos)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
