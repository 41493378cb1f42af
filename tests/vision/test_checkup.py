"""Marks for a camera: each fails for its own reason and passes on a table set up well."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tiles.profile.lessons import game_drawn, home, reader
from vision.checkup import Mark, checkup, has_lamp_changed
from vision.lab.simulate.lesson import game_picture


def failed(frame_bgr, is_locked=True):
    report = checkup(reader(), frame_bgr, is_locked)
    return {mark for mark, passed in report.marks if not passed}


@pytest.fixture(scope="module")
def frame():
    return game_drawn("held-square-frame").frame_bgr


def test_a_table_set_up_well_passes(frame):
    report = checkup(reader(), frame, is_locked=True)
    assert report.is_well
    assert report.tiles > 30


def test_nothing_is_said_where_no_tile_lies(frame):
    report = checkup(reader(), np.full_like(frame, 90), is_locked=True)
    assert (report.tiles, report.marks, report.is_well) == (0, (), False)


def test_each_fault_is_found(frame):
    assert failed(frame, is_locked=False) == {Mark.LOCK}
    assert Mark.FOCUS in failed(cv2.GaussianBlur(frame, (0, 0), 2.4))
    assert Mark.LIGHT in failed((frame * 0.3).astype(np.uint8))
    slope = np.linspace(0.4, 1.0, frame.shape[1])[None, :, None]
    assert Mark.EVEN in failed((frame * slope).astype(np.uint8))
    assert Mark.GLARE in failed(np.clip(frame * 1.35, 0, 255).astype(np.uint8))
    assert Mark.SIZE in failed(cv2.resize(frame, (420, 315), interpolation=cv2.INTER_AREA))
    assert Mark.FIELD in failed(frame[200:760, 300:980])


def test_a_camera_that_looks_askew_is_noticed():
    slanted = replace(home("held-square-frame"), tilt_deg=38.0, tilt_towards_deg=90.0)
    assert Mark.ANGLE in failed(game_picture(slanted, 9001).frame_bgr)


def test_a_lamp_that_changed_enough_to_matter():
    assert not has_lamp_changed((200, 205, 210), (180, 186, 190))
    assert has_lamp_changed((200, 205, 210), (100, 103, 106))
    assert has_lamp_changed((200, 205, 210), (160, 205, 235))
