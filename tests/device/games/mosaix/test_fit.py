"""Every sentence of MOSAIX fits where it is said, on any screen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from device.core.messages import Message, say
from device.core.model import Notice
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import DiceSeen
from device.games.sepmosa.model import Model
from device.lab.mosaix.samples import mosaix_sample
from device.lab.screens.gallery import SIZES
from device.lab.screens.sample_games import Sample
from device.locale import Language, catalogue
from device.ui.theme import Size
from device.ui.view import View
from device.ui.widgets import Scene
from engine.mosaix.errors import Reason, Refusal
from tests.device.ui.test_fit import too_long

VALUES = {"player": 0, "points": -12, "count": 149, "depth": 12, "path": "exports/game-0012.txt"}
SHARED = (
    Message.UNDONE,
    Message.REDONE,
    Message.NOTHING_TO_UNDO,
    Message.NAMES_EQUAL,
    Message.EXPORTED,
    Message.EXPORTED_STICK,
    Message.GAME_RESTORED,
    Message.GAME_DAMAGED,
    Message.CAMERA_LOST,
    Message.CAMERA_BACK,
)
SAID = (*MosaixMessage, *Reason, *Refusal, *SHARED)
PATH = "~/.local/state/sepmosa/exports/MOSAIX 2026-11-15 Marleen - Joost 3.csv"


@cache
def sample_of(name: str) -> Sample:
    return mosaix_sample(name)


def scene_of(model: Model, sample: Sample, language: Language, size: Size) -> Scene:
    spoken_model = replace(model, settings=replace(model.settings, language=language))
    return View(sample.ui, model.phase).scene(spoken_model, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_every_sentence_fits_where_it_is_said(language: Language, size: Size) -> None:
    sample = sample_of("enter-picked")
    laying = sample_of("lay")
    inners = [
        replace(sample.model, notice=Notice(say(message, **VALUES), 99.0)) for message in SAID
    ]
    inners += [
        replace(laying.model, seen=DiceSeen(None, problem))
        for problem in catalogue(language, "mosaix")["problem"]
    ]
    problems = [
        text
        for inner in inners
        for text in too_long(scene_of(inner, Sample(sample.model), language, size))
    ]
    replay = sample_of("replay").model
    problems += [
        text
        for message in (Message.EXPORTED, Message.EXPORTED_STICK)
        for noticed in (replace(replay, notice=Notice(say(message, path=PATH), 99.0)),)
        for text in too_long(scene_of(noticed, Sample(noticed), language, size))
    ]
    assert not problems, "\n".join(problems)
