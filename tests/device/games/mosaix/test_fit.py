"""No text of MOSAIX is cut off, nothing overlaps and every target can be hit, on any screen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pygame
import pytest

from device.core.model import Model
from device.core.model import Phase as CompanionPhase
from device.games.mosaix.messages import Message, Notice
from device.games.mosaix.model import Seen
from device.games.mosaix.ui.words import Tongue, catalogue, spoken
from device.lab.mosaix.samples import MOMENTS, mosaix_sample
from device.lab.screens.gallery import SIZES
from device.lab.screens.sample_games import Sample
from device.ui.theme import LEAST_TARGET, Size
from device.ui.view import View
from device.ui.widgets import Scene
from tests.device.ui.test_fit import on_top, overlaps, targets, too_long

VALUES = {"player": 0, "points": -12, "count": 149, "depth": 12, "path": "exports/game-0012.txt"}


@cache
def sample_of(name: str) -> Sample:
    return mosaix_sample(name)


def scene_of(model: Model, sample: Sample, tongue: Tongue, size: Size) -> Scene:
    spoken_model = replace(model, settings=spoken(model.settings, tongue))
    return View(sample.ui, CompanionPhase.MOSAIX).scene(spoken_model, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("tongue", Tongue)
def test_no_text_is_cut_off_and_none_overlap(tongue: Tongue, size: Size) -> None:
    problems = []
    for name in MOMENTS:
        sample = sample_of(name)
        scene = scene_of(sample.model, sample, tongue, size)
        problems += [f"{name}: {each}" for each in too_long(scene)]
        problems += [f"{name}: {one!r} over {two!r}" for one, two in overlaps(on_top(scene))]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_targets_are_large_and_apart(size: Size) -> None:
    page = pygame.Rect(0, 0, *size)
    problems = []
    for name in MOMENTS:
        sample = sample_of(name)
        found = list(targets(on_top(scene_of(sample.model, sample, Tongue.GERMAN, size))))
        for at, one in enumerate(found):
            if min(one.rect.size) < LEAST_TARGET:
                problems.append(f"{name}: {one.rect.size} is too small to hit")
            if not page.contains(one.rect):
                problems.append(f"{name}: {one.rect} leaves the page")
            problems += [
                f"{name}: {one.rect} overlaps {two.rect}"
                for two in found[at + 1 :]
                if one.rect.colliderect(two.rect)
            ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("tongue", Tongue)
def test_every_sentence_fits_where_it_is_said(tongue: Tongue, size: Size) -> None:
    sample = sample_of("enter-picked")
    laying = sample_of("lay")
    inners = [
        replace(sample.model.mosaix, notice=Notice(message, 99.0, VALUES)) for message in Message
    ]
    inners += [
        replace(laying.model.mosaix, seen=Seen(None, problem))
        for problem in catalogue(tongue)["problem"]
    ]
    problems = [
        text
        for inner in inners
        for text in too_long(
            scene_of(replace(sample.model, mosaix=inner), Sample(sample.model), tongue, size)
        )
    ]
    assert not problems, "\n".join(problems)
