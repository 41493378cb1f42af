"""What a profile adds to the network's answers, and how it is worked out from the taught faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats
from vision.shares import softmax
from vision.thresholds.tiles import (
    COLOUR_TEMPERATURE,
    SURE_WITH_AID,
    TAUGHT_NEAR,
    TURN_TEMPERATURE,
    VALUE_TEMPERATURE,
)
from vision.tiles.faces import CLASSES, COLOUR_LETTERS, NO_TILE_CLASS, TURNS, Shares
from vision.tiles.profile.fit import fitted, product
from vision.tiles.profile.ink import directions_of, ink_fits
from vision.tiles.profile.variants import classes_of, variants_of
from vision.tiles.rectify import balance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.picture import Floats
    from vision.tiles.faces import FaceReader
    from vision.tiles.profile.profile import Profile
    from vision.tiles.profile.variants import Variants

SPREAD = 3.0
"""How far features are spread before fitting: the scale on which `fit.SMALL` was chosen."""

FOLDS = 4
STRENGTHS = (1.0, 0.5, 0.25)
"""How much of the aid is used: the most that harms no taught face it was not made from."""


@dataclass(frozen=True, slots=True, eq=False)
class Aid:
    """Additions to logits, linear in the features, for one network.

    `inks` (4 x 3) are the directions of the taught inks, NaN for a colour that was not taught;
    `prototypes` (P x features, length 1) are the taught kinds, one row for each kind and way up;
    `kinds` are their values, colours and turns as classes of the network (P x 3).
    """

    mean: Floats
    values: Floats
    colours: Floats
    prototypes: Floats
    kinds: NDArray[np.int64]
    strength: float
    inks: Floats

    def knows(self, tile: str) -> bool:
        """Whether the value of a tile, or the joker, was taught."""
        return classes_of(tile)[0] in self.kinds[:, 0]

    def likeness(self, features: Floats) -> Floats:
        """N x P: how alike faces and prototypes are, at most 1."""
        return product(features, self.prototypes.T)

    def shares(self, logits: Floats, features: Floats, inks: Floats) -> Shares:
        """The shares of faces, the taught ones told apart better; what is no tile stays none, and
        which way up a face is stays as it was. `inks` as `ink.inks_of` measures them."""
        away = _spread(features, self.mean)
        is_near = self.likeness(features).max(axis=1) >= TAUGHT_NEAR
        strength = np.where(is_near, self.strength, 0.0)[:, None]
        values = logits[:, :CLASSES] / VALUE_TEMPERATURE
        tiles = values[:, :NO_TILE_CLASS]
        better = tiles + strength * self._taught_only(tiles, product(away, self.values))
        values[:, :NO_TILE_CLASS] = better - _log_sum(better) + _log_sum(tiles)
        turns = logits[:, CLASSES : CLASSES + TURNS] / TURN_TEMPERATURE
        colours = logits[:, CLASSES + TURNS :] / COLOUR_TEMPERATURE
        told = product(away, self.colours) + ink_fits(directions_of(inks), self.inks)
        return Shares(softmax(values), softmax(turns), softmax(colours + strength * told))

    def _taught_only(self, logits: Floats, added: Floats) -> Floats:
        """The additions; none for faces that show a number of which nothing was taught."""
        is_taught = np.isin(np.arange(NO_TILE_CLASS), self.kinds[:, 0])
        if is_taught.all():
            return added
        return floats(np.where(is_taught[logits.argmax(axis=1)][:, None], added * is_taught, 0.0))


def aid_for(profile: Profile, network: FaceReader) -> Aid:
    """The aid that a profile gives to one network."""
    variants = variants_of(profile)
    logits, features = network.answers(balance(variants.faces))
    mean = features.mean(axis=0)
    away = _spread(features, mean)
    alike = floats(away @ away.T)
    values = _value_logits(logits)
    has_colour = np.flatnonzero(variants.colours >= 0)
    strength = _harmless(values, alike, variants)
    prototypes, kinds = _prototypes(features, variants)
    colours: Floats = np.zeros((away.shape[1], logits.shape[1] - CLASSES - TURNS), np.float32)
    if len(set(variants.colours[has_colour].tolist())) == colours.shape[1]:
        own = alike[np.ix_(has_colour, has_colour)]
        general = logits[has_colour, CLASSES + TURNS :] / COLOUR_TEMPERATURE
        colours = away[has_colour].T @ fitted(general, own, variants.colours[has_colour])
    return Aid(
        mean,
        floats(away.T @ fitted(values, alike, variants.values)),
        floats(colours),
        prototypes,
        kinds,
        strength,
        _ink_directions(profile),
    )


def _ink_directions(profile: Profile) -> Floats:
    """4 x 3: the directions of the profile's inks, in the order of the colours."""
    nothing = (np.nan, np.nan, np.nan)
    return directions_of(floats([profile.inks.get(c, nothing) for c in COLOUR_LETTERS]))


def left_out_shares(profile: Profile, network: FaceReader) -> Floats:
    """N: for each taught face the share of its own value by an aid that was made without it;
    NaN where nothing else of its value was taught."""
    variants = variants_of(profile)
    logits, features = network.answers(balance(variants.faces))
    away = _spread(features, features.mean(axis=0))
    values = _value_logits(logits)
    _, shares = _left_out(values, floats(away @ away.T), variants)
    return shares


def _harmless(values: Floats, alike: Floats, variants: Variants) -> float:
    """The largest strength with which no taught face, left out, is taken for another for sure that
    the network alone does not mistake."""
    added, shares = _left_out(values, alike, variants)
    first = _first_of_each(variants)
    truth = variants.values[first]
    is_right = values[first].argmax(axis=1) == truth
    judged = np.flatnonzero(~np.isnan(shares) & is_right)
    for strength in STRENGTHS:
        after = softmax(values[first] + strength * added)
        lost = (after.argmax(axis=1) != truth) & (after.max(axis=1) >= SURE_WITH_AID)
        if not lost[judged].any():
            return strength
    return 0.0


def _left_out(values: Floats, alike: Floats, variants: Variants) -> tuple[Floats, Floats]:
    """For each taught face what an aid made without it adds, and the share of its value then."""
    first = _first_of_each(variants)
    truth = variants.values[first]
    added = np.zeros((len(first), values.shape[1]), np.float32)
    shares = np.full(len(first), np.nan, np.float32)
    for fold in range(FOLDS):
        out = np.arange(len(first)) % FOLDS == fold
        kept = np.flatnonzero(~out[variants.origin])
        if not out.any() or not len(kept):
            continue
        weights = fitted(values[kept], alike[np.ix_(kept, kept)], variants.values[kept], 50)
        at = np.flatnonzero(out)
        added[at] = alike[np.ix_(first[at], kept)] @ weights
        after = softmax(values[first[at]] + added[at])
        has_rest = np.isin(truth[at], variants.values[kept])
        shares[at] = np.where(has_rest, after[np.arange(len(at)), truth[at]], np.nan)
    return added, shares


def _first_of_each(variants: Variants) -> NDArray[np.int64]:
    """The row of each taught face itself, in the order they were taught."""
    _, first = np.unique(variants.origin, return_index=True)
    return first


def _prototypes(features: Floats, variants: Variants) -> tuple[Floats, NDArray[np.int64]]:
    """The mean features of each kind and way up, of length 1, and their classes."""
    rows = np.stack([variants.values, variants.colours, variants.turns], axis=1)
    kinds, index = np.unique(rows, axis=0, return_inverse=True)
    index = index.reshape(-1)
    sums = np.zeros((len(kinds), features.shape[1]), np.float32)
    np.add.at(sums, index, features)
    return floats(sums / np.linalg.norm(sums, axis=1, keepdims=True)), kinds


def _value_logits(logits: Floats) -> Floats:
    return floats(logits[:, :NO_TILE_CLASS] / VALUE_TEMPERATURE)


def _spread(features: Floats, mean: Floats) -> Floats:
    """Features about their mean, with a constant so that a class as a whole can be raised."""
    constant = np.full((len(features), 1), 0.3, np.float32)
    return floats(np.concatenate([(features - mean) * SPREAD, constant], axis=1))


def _log_sum(logits: Floats) -> Floats:
    highest = logits.max(axis=1, keepdims=True)
    return floats(np.log(np.exp(logits - highest).sum(axis=1, keepdims=True)) + highest)
