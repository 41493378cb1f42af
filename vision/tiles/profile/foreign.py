"""Notices that the tiles on the table are not those of the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

ENOUGH = 8
"""Tiles needed to say anything about a set."""

OWN = 0.76
"""Least median likeness of a set to its own profile. On drawn sets under six lamps and blurs the
median was 0.92 to 0.95, on 36 photographs of one set in six places 0.76 to 0.94; of tiles of
another drawn set it was 0.66 to 0.82, in nine of twelve cases below this."""


def looks_foreign(likeness: Sequence[float | None]) -> bool:
    """Whether faces, by their likeness to the nearest taught one, are of another set."""
    known = [each for each in likeness if each is not None]
    return len(known) >= ENOUGH and float(np.median(known)) < OWN
