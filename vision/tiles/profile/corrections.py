"""A corrected tile joins the profile, unless that would make any other kind worse."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from vision.thresholds.tiles import SURE_WITH_AID, UNLIKE_OWN_KIND, WORSE_BY_CORRECTION
from vision.tiles.profile.aid import left_out_shares
from vision.tiles.profile.profile import (
    MOST_CORRECTIONS,
    MOST_OF_A_KIND,
    Profile,
    TaughtFace,
    profile_of,
)
from vision.tiles.profile.variants import classes_of
from vision.tiles.rectify import balance

if TYPE_CHECKING:
    from vision.picture import Floats, Image
    from vision.tiles.faces import FaceReader


class CorrectionVerdict(Enum):
    """What became of a correction."""

    JOINED = "joined"
    UNLIKE = "unlike"  # nothing like the tile it is said to be
    HARMS = "harms"  # another kind would be read worse


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """The profile after a correction; the same as before unless it joined."""

    profile: Profile
    verdict: CorrectionVerdict


def corrected(profile: Profile, network: FaceReader, tile: str, face_bgr: Image) -> Correction:
    """The profile with one more face, upright, if no other kind gets worse by it."""
    if not _is_like_its_kind(profile, network, tile, face_bgr):
        return Correction(profile, CorrectionVerdict.UNLIKE)
    grown = _bounded(profile, TaughtFace(tile, face_bgr, is_correction=True))
    before, after = _by_kind(profile, network), _by_kind(grown, network)
    others = [kind for kind in before if kind != tile and kind in after]
    if any(_is_worse(before[kind], after[kind]) for kind in others):
        return Correction(profile, CorrectionVerdict.HARMS)
    return Correction(grown, CorrectionVerdict.JOINED)


def without_corrections(profile: Profile) -> Profile:
    """The profile as it was taught."""
    taught = [face for face in profile.faces if not face.is_correction]
    return profile_of(profile.name, taught, profile.proportion)


def _bounded(profile: Profile, face: TaughtFace) -> Profile:
    """The profile with the face; the oldest corrections go where there are too many."""
    faces = [*profile.faces, face]
    own = [k for k, each in enumerate(faces) if each.is_correction and each.tile == face.tile]
    every = [k for k, each in enumerate(faces) if each.is_correction]
    gone = set(own[: max(0, len(own) - MOST_OF_A_KIND)])
    rest = [k for k in every if k not in gone]
    gone |= set(rest[: max(0, len(rest) - MOST_CORRECTIONS)])
    kept = [each for k, each in enumerate(faces) if k not in gone]
    return profile_of(profile.name, kept, profile.proportion)


def _is_worse(before: float, after: float) -> bool:
    """Whether a kind is read less well: no longer for sure, or much less surely."""
    return before >= SURE_WITH_AID > after or after < before - WORSE_BY_CORRECTION


def _is_like_its_kind(profile: Profile, network: FaceReader, tile: str, face_bgr: Image) -> bool:
    value = classes_of(tile)[0]
    own = [face.face_bgr for face in profile.faces if classes_of(face.tile)[0] == value]
    if not own:
        return True
    _, features = network.answers(balance([face_bgr, *own]))
    return float((features[1:] @ features[0]).max()) >= UNLIKE_OWN_KIND


def _by_kind(profile: Profile, network: FaceReader) -> dict[str, float]:
    """The worst share of its own value of each taught kind, by aids made without the face."""
    shares: Floats = left_out_shares(profile, network)
    worst: dict[str, list[float]] = defaultdict(list)
    for face, share in zip(profile.faces, shares, strict=True):
        if not face.is_correction and not np.isnan(share):
            worst[face.tile].append(float(share))
    return {kind: min(found) for kind, found in worst.items()}
