"""Where frames come from: a Pi's camera, USB, pictures, a video, and what is asked for."""

import logging
import os
import sys
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from device.camera.choose import open_any, open_recorded, opener_for
from device.camera.picamera import SETTLING, PiCamera
from device.camera.recorded import Pictures, Video
from device.camera.source import TRIES, CameraError, damage_of
from device.camera.sources import SETTLING as USB_SETTLING
from device.camera.sources import UsbCamera
from device.core.config import Config, read_config

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


def test_a_missing_usb_camera_is_named_in_one_line(capfd):
    with pytest.raises(CameraError, match="no USB camera 63"):
        UsbCamera(63, (640, 480))
    assert capfd.readouterr() == ("", "")


def test_what_is_no_camera_is_named_in_one_line(tmp_path, capfd):
    """OpenCV looks at the real devices, where there is none of that number."""
    (tmp_path / "video63").touch()
    with pytest.raises(CameraError, match="USB camera 63 is in use, or is no camera"):
        UsbCamera(63, (640, 480), tmp_path)
    assert capfd.readouterr() == ("", "")


# A USB camera, with V4L2 stood in for: this machine has none


class FakeCapture:
    """A camera as OpenCV shows it: properties by number, -1 for what it does not have."""

    def __init__(self, formats=("MJPG", "YUYV"), size_wh=(640, 480), **controls):
        self.formats = formats
        self.values = {
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*formats[0]),
            cv2.CAP_PROP_FRAME_WIDTH: size_wh[0],
            cv2.CAP_PROP_FRAME_HEIGHT: size_wh[1],
            **{getattr(cv2, f"CAP_PROP_{name}"): value for name, value in controls.items()},
        }
        self.frames = []  # that come before good ones
        self.noise = np.random.default_rng(5)

    def isOpened(self):  # noqa: N802 - as OpenCV has it
        return True

    def set(self, number, value):
        if number == cv2.CAP_PROP_FOURCC:
            if any(cv2.VideoWriter.fourcc(*each) == value for each in self.formats):
                self.values[number] = value
            return True  # OpenCV says so in any case
        if number in self.values and number not in (3, 4):
            self.values[number] = value
        return number in self.values

    def get(self, number):
        return self.values.get(number, -1.0)

    def read(self):
        if self.frames:
            return self.frames.pop(0)
        wide, high = int(self.values[3]), int(self.values[4])
        return True, self.noise.integers(40, 200, (high, wide, 3), np.uint8)

    def release(self):
        self.values = {}


EXPOSED = {"AUTO_EXPOSURE": 1, "EXPOSURE": 157, "AUTO_WB": 0}  # as a program before left it


@pytest.fixture
def usb(tmp_path, monkeypatch):
    (tmp_path / "video0").touch()

    def plug(capture):
        monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
        return UsbCamera(0, (1920, 1080), tmp_path)

    return plug


def exposure_of(capture):
    names = ("AUTO_EXPOSURE", "EXPOSURE", "AUTO_WB")
    return [capture.get(getattr(cv2, f"CAP_PROP_{name}")) for name in names]


def test_a_usb_camera_finds_its_exposure_and_then_keeps_it(usb):
    capture = FakeCapture(**EXPOSED)
    camera = usb(capture)
    for _ in range(USB_SETTLING):
        assert not camera.is_locked
        camera.read()
        capture.values[cv2.CAP_PROP_EXPOSURE] += 1  # the camera's own doing
    assert camera.is_locked
    assert exposure_of(capture) == [1, 177, 0]
    camera.read()
    assert exposure_of(capture)[0] == 1


def test_a_usb_camera_finds_it_again_when_asked(usb):
    capture = FakeCapture(**EXPOSED)
    camera = usb(capture)
    for _ in range(USB_SETTLING):
        camera.read()
    camera.relock()
    assert not camera.is_locked
    camera.read()
    assert exposure_of(capture) == [3, 157, 1]
    for _ in range(USB_SETTLING - 1):
        assert not camera.is_locked
        camera.read()
    assert camera.is_locked
    assert exposure_of(capture)[0] == 1


def test_a_camera_without_such_controls_is_not_asked_for_them(usb):
    capture = FakeCapture()
    camera = usb(capture)
    for _ in range(USB_SETTLING + 1):
        camera.read()
    assert camera.is_locked
    assert camera.controls == frozenset()
    assert exposure_of(capture) == [-1.0] * 3


def test_the_format_is_the_first_that_the_camera_really_takes(usb):
    assert usb(FakeCapture()).format == "MJPG"
    assert usb(FakeCapture(("BGR3", "YUYV"))).format == "YUYV"
    assert usb(FakeCapture(("BGR3",))).format == "BGR3"


def test_frames_are_as_large_as_the_camera_says(usb):
    assert usb(FakeCapture()).read().shape == (480, 640, 3)


CUT = np.random.default_rng(6).integers(40, 200, (480, 640, 3), np.uint8)
CUT[300:] = (120, 130, 125)
DAMAGED = {
    "flat": np.zeros((1, 921600), np.uint8),  # what OpenCV makes of BGR3
    "one channel": np.zeros((480, 640), np.uint8),
    "four channels": np.zeros((480, 640, 4), np.uint8),
    "deep": np.zeros((480, 640, 3), np.uint16),
    "empty": np.zeros((0, 640, 3), np.uint8),
    "short": np.zeros((200, 640, 3), np.uint8),
    "cut": CUT,
    "nothing": None,
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_frame_is_passed_over_and_a_camera_that_gives_no_other_is_given_up(usb, name):
    capture = FakeCapture()
    camera = usb(capture)
    capture.frames = [(True, DAMAGED[name])]
    assert camera.read().shape == (480, 640, 3)
    capture.frames = [(True, DAMAGED[name])] * TRIES
    with pytest.raises(CameraError, match=r"USB camera \(MJPG\) gives (empty )?frames") as no:
        camera.read()
    assert "\n" not in str(no.value)


def test_a_truncated_jpeg_is_damaged():
    picture = cv2.GaussianBlur(CUT, (0, 0), 2)
    picture[300:] = picture[:180]
    whole = cv2.imencode(".jpg", picture)[1].tobytes()
    read = [
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        for data in (whole, whole[: len(whole) // 2])
    ]
    assert damage_of(read[0], (640, 480)) is None
    assert damage_of(read[1], (640, 480)) is not None


@pytest.mark.parametrize("level", [0, 90, 255])
def test_a_picture_that_is_flat_as_a_whole_is_not_damaged(level):
    """A cap on the lens is told as darkness."""
    assert damage_of(np.full((480, 640, 3), level, np.uint8), (640, 480)) is None


def test_black_bars_are_a_cameras_own():
    barred = np.random.default_rng(7).integers(40, 200, (480, 640, 3), np.uint8)
    barred[:60] = barred[-60:] = 0
    assert damage_of(barred, (640, 480)) is None


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


ALL = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")
FOUND = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.6)}


class FakePicamera2:
    """As much of picamera2 as is used; refuses controls that it does not advertise, as it does."""

    fault = None
    cameras = ("imx708",)
    advertised = ALL
    format = "RGB888"
    size = (6, 4)
    metadata = FOUND

    @classmethod
    def global_camera_info(cls):
        return [{"Model": name} for name in cls.cameras]

    def __init__(self):
        self._preview = None
        if not self.cameras or self.fault:  # the real one opens a pipe before it looks, and
            read_end, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
            self.notifymeread = os.fdopen(read_end, "rb")
            self.helpers = {"camera": self}  # so it goes when rubbish is collected
            logging.getLogger("picamera2.picamera2").error("Camera __init__ did not complete.")
            try:
                raise RuntimeError(self.fault or "No camera number 0 found")
            except RuntimeError as error:
                raise RuntimeError("Camera __init__ sequence did not complete.") from error
        self.camera_controls = dict.fromkeys(self.advertised, (0, 1, None))
        self.camera_properties = {"Model": "imx708"}
        self.told = []
        self.released = 0
        self.is_closed = False
        self.broken = []  # frames that come before good ones

    def create_video_configuration(self, **streams):
        assert streams["main"]["format"] == "RGB888"
        return streams

    def configure(self, streams):
        self.configured = {"main": {"format": self.format, "size": self.size}}

    def camera_configuration(self):
        return self.configured

    def start(self):
        pass

    def capture_request(self):
        return Request(self)

    def set_controls(self, controls):
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.told.append(controls)

    def close(self):
        self.is_closed = True

    def __del__(self):
        assert self._preview is None  # as the real one; Python writes of it when it fails


class Request:
    def __init__(self, camera):
        self.camera = camera

    def make_array(self, name):
        if self.camera.broken:
            return self.camera.broken.pop(0)
        wide, high = self.camera.size
        colours = np.arange(high * wide * 4, dtype=np.uint8).reshape(high, wide, 4)
        return colours[..., : 4 if "8888" in self.camera.format else 3]

    def get_metadata(self):
        return self.camera.metadata

    def release(self):
        self.camera.released += 1


@pytest.fixture
def picamera2(monkeypatch):
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (FakePicamera2,), {})
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return module.Picamera2


AUTOMATIC = {"AeEnable": True, "AwbEnable": True}
LOCKED = {"AeEnable": False, "AwbEnable": False, **FOUND}


def test_the_pis_camera_is_locked_once_it_has_settled(picamera2):
    camera = PiCamera((1920, 1080))
    assert camera.model == "imx708"
    for _ in range(SETTLING):
        assert not camera.is_locked
        frame = camera.read()
    assert frame.shape == (4, 6, 3)
    assert camera.is_locked
    assert camera._camera.told == [AUTOMATIC, LOCKED]
    assert camera._camera.released == SETTLING


def test_the_pis_camera_finds_its_exposure_again_when_asked(picamera2):
    camera = PiCamera((1920, 1080))
    for _ in range(SETTLING + 5):
        camera.read()
    camera.relock()
    for _ in range(SETTLING):
        assert not camera.is_locked
        camera.read()
    assert camera.is_locked
    assert camera._camera.told == [AUTOMATIC, LOCKED, AUTOMATIC, LOCKED]


@pytest.mark.parametrize("advertised", [(), ("ExposureTime",), ("AwbEnable", "ColourGains")])
def test_a_camera_is_told_only_what_it_advertises(picamera2, advertised):
    picamera2.advertised = advertised
    camera = PiCamera((1920, 1080))
    for _ in range(SETTLING + 1):
        camera.read()
    assert camera.is_locked
    assert {name for told in camera._camera.told for name in told} == set(advertised)


def test_a_lens_that_moves_looks_for_its_focus_until_it_is_locked(picamera2):
    picamera2.advertised = ("AfMode", "LensPosition")
    picamera2.metadata = {"LensPosition": 1.9}
    camera = PiCamera((1920, 1080))
    for _ in range(SETTLING):
        camera.read()
    assert camera._camera.told == [{"AfMode": 2}, {"LensPosition": 1.9, "AfMode": 0}]


@pytest.mark.parametrize(
    ("name", "blue_green_red"),
    [
        ("RGB888", [0, 1, 2]),
        ("BGR888", [2, 1, 0]),
        ("XRGB8888", [0, 1, 2]),
        ("XBGR8888", [2, 1, 0]),
    ],
)
def test_a_format_that_libcamera_chose_instead_is_put_right(picamera2, name, blue_green_red):
    picamera2.format = name
    assert PiCamera((1920, 1080)).read()[0, 0].tolist() == blue_green_red


@pytest.mark.parametrize("name", ["NV12", "YUV420", "MJPEG", "SRGGB10"])
def test_a_format_that_cannot_be_read_is_one_clear_line(picamera2, name):
    made = []
    picamera2.__init__ = lambda self: (FakePicamera2.__init__(self), made.append(self))[0]
    picamera2.format = name
    with pytest.raises(CameraError, match=f"gives {name}, not RGB888; .* source to usb") as no:
        PiCamera((1920, 1080))
    assert "\n" not in str(no.value)
    assert made[0].is_closed


@pytest.mark.parametrize(
    "damaged",
    [np.zeros((2, 6, 3), np.uint8), np.zeros((4, 6), np.uint8), np.zeros((0, 6, 3), np.uint8)],
)
def test_a_damaged_frame_of_the_pis_camera_is_passed_over(picamera2, damaged):
    camera = PiCamera((1920, 1080))
    camera._camera.broken = [damaged]
    assert camera.read().shape == (4, 6, 3)
    camera._camera.broken = [damaged] * TRIES
    with pytest.raises(CameraError, match=r"the Pi's camera gives (empty )?frames"):
        camera.read()
    assert camera._camera.released == TRIES + 2


def test_no_camera_at_the_pi_is_said(picamera2):
    picamera2.cameras = ()
    with pytest.raises(CameraError, match=r"^there is no camera at the Pi$"):
        PiCamera((640, 480))


@pytest.mark.parametrize("fault", [None, "it is in use"])
def test_attempts_to_open_the_pis_camera_write_nothing_and_leave_nothing_open(
    picamera2, caplog, fault
):
    """A companion without a camera tries again every half minute, for days."""
    picamera2.fault, picamera2.cameras = fault, ("imx708",) if fault else ()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with pytest.raises(CameraError, match=fault or "no camera"):
            PiCamera((640, 480))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert caplog.text == ""


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
    assert capfd.readouterr() == ("", "")
