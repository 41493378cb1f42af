"""Where frames come from: a Pi's camera, USB, pictures, a video, and what is asked for."""

import sys
from types import ModuleType

import cv2
import numpy as np
import pytest

from device.camera.choose import open_any, open_recorded, opener_for
from device.camera.picamera import SETTLING, PiCamera, locked_controls
from device.camera.source import CameraError
from device.camera.sources import Pictures, UsbCamera, Video
from device.config import Config, read_config

STILL = np.random.default_rng(1).integers(60, 200, (300, 400, 3), dtype=np.uint8)


def test_pictures_come_in_order_and_the_last_one_stays(tmp_path):
    for number, level in enumerate((40, 90)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    camera = Pictures(tmp_path, times=2)
    assert [int(camera.read()[0, 0, 0]) for _ in range(6)] == [40, 40, 90, 90, 90, 90]


def test_pictures_that_are_none_are_named(tmp_path):
    with pytest.raises(CameraError, match="no pictures"):
        Pictures(tmp_path)
    (tmp_path / "a.png").write_bytes(b"nonsense")
    with pytest.raises(CameraError, match=r"a\.png"):
        Pictures(tmp_path).read()
    with pytest.raises(CameraError, match="no folder"):
        Pictures(tmp_path / "gone")


def test_a_video_begins_again_after_its_end(tmp_path):
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    for level in (30, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    camera = open_recorded(path)
    levels = [int(camera.read().mean()) for _ in range(3)]
    camera.close()
    assert levels[0] < 60 < 150 < levels[1]
    assert levels[2] == levels[0]


def test_a_file_that_is_no_video_is_named(tmp_path, capfd):
    path = tmp_path / "x.avi"
    path.write_bytes(b"nonsense")
    with pytest.raises(CameraError, match="no video"):
        Video(path)
    capfd.readouterr()


def test_a_missing_usb_camera_is_named(capfd):
    with pytest.raises(CameraError, match="no USB camera 63"):
        UsbCamera(63, (640, 480))
    capfd.readouterr()


def with_source(**camera):
    values = {name: dict(section) for name, section in read_config().values.items()}
    values["camera"] |= camera
    return Config(values)


def test_the_configuration_chooses_the_camera(tmp_path):
    cv2.imwrite(str(tmp_path / "0.png"), STILL)
    assert opener_for(with_source(source="none")) is None
    folder = opener_for(with_source(source="folder", folder=str(tmp_path)))()
    assert isinstance(folder, Pictures)
    for source in ("picamera", "usb", "auto"):
        assert opener_for(with_source(source=source)) is not None


# The Pi's own camera, with picamera2 stood in for


class FakePicamera2:
    """As much of picamera2 as is used."""

    fault = None
    camera_controls = {"ExposureTime": (1, 66_666, None)}  # noqa: RUF012 - as picamera2 has it

    def __init__(self):
        if self.fault:
            raise self.fault
        self.controls = {}
        self.released = 0

    def create_video_configuration(self, **streams):
        assert streams["main"]["format"] == "RGB888"
        return streams

    def configure(self, streams):
        self.streams = streams

    def start(self):
        pass

    def capture_request(self):
        camera = self

        class Request:
            def make_array(self, name):
                return np.full((4, 6, 3), 7, np.uint8)

            def get_metadata(self):
                return {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.6)}

            def release(self):
                camera.released += 1

        return Request()

    def set_controls(self, controls):
        self.controls = controls

    def close(self):
        self.controls = {"closed": True}


@pytest.fixture
def picamera2(monkeypatch):
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (FakePicamera2,), {})
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return module.Picamera2


def test_the_pis_camera_is_locked_once_it_has_settled(picamera2):
    camera = PiCamera((1920, 1080))
    for _ in range(SETTLING):
        assert camera._camera.controls == {}
        frame = camera.read()
    assert frame.shape == (4, 6, 3)
    assert camera._camera.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 1.5,
        "ColourGains": (1.8, 1.6),
    }
    assert camera._camera.released == SETTLING


def test_a_lens_that_moves_looks_for_its_focus_until_it_is_locked(picamera2):
    picamera2.camera_controls = {"AfMode": (0, 2, 0)}
    assert PiCamera((1920, 1080))._camera.controls == {"AfMode": 2}


def test_a_lens_that_moves_is_locked_too():
    assert locked_controls({"LensPosition": 1.9}) == {
        "AeEnable": False,
        "AwbEnable": False,
        "LensPosition": 1.9,
        "AfMode": 0,
    }


def test_no_camera_at_the_pi_is_said(picamera2):
    picamera2.fault = IndexError("list index out of range")
    with pytest.raises(CameraError, match="no camera at the Pi"):
        PiCamera((640, 480))


@pytest.mark.parametrize("error", [ImportError("no picamera2"), ValueError("numpy.dtype size")])
def test_a_picamera2_that_cannot_be_imported_is_said(monkeypatch, error):
    class Refusing:
        def find_spec(self, name, *_):
            if name == "picamera2":
                raise error

    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Refusing(), *sys.meta_path])
    with pytest.raises(CameraError, match=str(error)):
        PiCamera((640, 480))


def test_with_no_camera_at_all_both_reasons_are_told(capfd):
    with pytest.raises(CameraError, match=r"picamera2.*no USB camera"):
        open_any(63, (640, 480))
    capfd.readouterr()
