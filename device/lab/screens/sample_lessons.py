"""Moments of teaching and of setting the camera up, for the gallery and the reference screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum

import cv2
import numpy as np

from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.teaching.model import Teaching
from device.lab.screens.sample_games import Sample, camera_picture, playing
from device.store.profiles import ProfileLine
from device.ui.state import Sheet, Ui
from vision.checkup import CameraReport, Mark
from vision.picture import Image, floats, pixels
from vision.tiles.profile.lesson import ROWS_ASKED, Laid, Lesson
from vision.tiles.rectify import FACE_WH

PROFILES = (
    ProfileLine("Rummikub", "2026-11-15T19:40", 26, 29, 3),
    ProfileLine("Grandma's", "2026-11-08T15:12", 53, 106, 0),
)
UNSURE = {9: (("K10", 0.7), ("K13", 0.2), ("K8", 0.05)), 24: (("O12", 0.6), ("O2", 0.3))}


def _lesson() -> Lesson:
    names = [name for row in ROWS_ASKED for name in row]
    quad = floats([[0, 0], [30, 0], [30, 42], [0, 42]])
    return Lesson(
        tuple(
            Laid(0, quad, _face(name), name, None if at in UNSURE else name, _guesses(at, name))
            for at, name in enumerate(names)
        )
    )


def _guesses(at: int, name: str) -> tuple[tuple[str, float], ...]:
    return UNSURE.get(at, ((name, 0.99),))


def _face(name: str) -> Image:
    crop = camera_picture(True, tile="K10" if name == "*" else name)
    return pixels(cv2.resize(np.ascontiguousarray(crop), FACE_WH, interpolation=cv2.INTER_AREA))


def _teaching(phase: Enum, **values: object) -> Model:
    model = playing(phase=phase)
    settings = replace(model.settings, profile="Rummikub")
    known = Teaching(profiles=PROFILES, name="Rummikub 2")
    teaching = replace(known, **values)  # type: ignore[arg-type]
    return replace(model, settings=settings, teaching=teaching)


def _checked(*failed: Mark) -> Sample:
    report = CameraReport(14, tuple((mark, mark not in failed) for mark in Mark), (200, 205, 210))
    return Sample(_teaching(CommonPhase.CAMERA_CHECK, report=report))


LESSONS: Mapping[str, Callable[[], Sample]] = {
    "teach": lambda: Sample(_teaching(Phase.TEACH)),
    "teach-deleted": lambda: Sample(
        _teaching(Phase.TEACH, profiles=PROFILES[:1], deleted="Grandma's")
    ),
    "teach-name": lambda: Sample(_teaching(Phase.TEACH), Ui(Sheet.NAME_ONE, typed="Kitch")),
    "lesson": lambda: Sample(_teaching(Phase.LESSON)),
    "lesson-looking": lambda: Sample(
        replace(_teaching(Phase.LESSON, is_looking=True), camera=CameraStatus.WELL)
    ),
    "lesson-found": lambda: Sample(
        _teaching(Phase.LESSON, lesson=_lesson(), answers=((9, "K10"),))
    ),
    "lesson-question": lambda: Sample(_teaching(Phase.LESSON, lesson=_lesson(), asked=9)),
    "lesson-tiles": lambda: Sample(
        _teaching(Phase.LESSON, lesson=_lesson(), asked=9), Ui(Sheet.TILES)
    ),
    "lesson-name": lambda: Sample(
        _teaching(Phase.LESSON, lesson=_lesson()), Ui(Sheet.NAME_ONE, typed="Kitch")
    ),
    "camera-check": lambda: _checked(Mark.GLARE, Mark.FIELD),
    "camera-check-well": _checked,
    "camera-check-first": lambda: Sample(playing(phase=CommonPhase.CAMERA_CHECK)),
    "camera-check-lamp": lambda: Sample(replace(_checked().model, camera=CameraStatus.LAMP)),
    "turn-lamp": lambda: Sample(replace(playing(), camera=CameraStatus.LAMP)),
}
