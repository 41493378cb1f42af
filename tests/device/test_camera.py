"""Cameras: lost, frozen, black, hanging; opened again; and what is made of their frames."""

import sys
from types import ModuleType

import cv2
import numpy as np
import pytest

from device.camera import health as well
from device.camera.choose import open_any, open_recorded, opener_for
from device.camera.crops import crop_of, doubtful_cells
from device.camera.grabber import Frame, Grabber
from device.camera.health import Health
from device.camera.picamera import SETTLING, PiCamera, locked_controls
from device.camera.source import CameraError
from device.camera.sources import Pictures, UsbCamera, Video, VirtualCamera
from device.camera.watcher import Watcher, is_shifted
from device.config import Config, read_config
from device.effects import Watch
from device.events import CameraChanged, Failed, Seen
from device.model import CameraStatus
from tests.vision.readings import QUAD, reading_of, seen, tables
from vision.reading import Reading, SeenTile
from vision.reconcile import Difference, Proposal, Status
from vision.reconcile.look import Eyes
from vision.watch import thumb_of

ROW = ["R7@4+1", "R8@4+2", "K8@5+2"]
STILL = np.random.default_rng(1).integers(60, 200, (300, 400, 3), dtype=np.uint8)


def noisy(rng, level=120):
    return rng.integers(level - 9, level + 9, (240, 320, 3)).astype(np.uint8)


class Clock:
    def __init__(self):
        self.now = 50.0

    def __call__(self):
        return self.now


# Health


def watched(frames, seconds=0.5, is_live=True):
    health, now = well.opened(Health(), 0.0), 0.0
    for frame in frames:
        now += seconds
        health = well.frame_came(health, frame, is_live, now)
    return health


def test_a_camera_with_its_noise_is_well():
    rng = np.random.default_rng(2)
    assert watched([noisy(rng) for _ in range(30)]).status is CameraStatus.WELL


def test_one_and_the_same_frame_is_a_frozen_camera_and_another_one_mends_it():
    rng = np.random.default_rng(2)
    frozen = [noisy(rng)] * 20
    assert watched(frozen).status is CameraStatus.FROZEN
    assert watched(frozen[:5]).status is CameraStatus.WELL
    assert watched([*frozen, noisy(rng)]).status is CameraStatus.WELL


def test_a_drawn_table_may_stay_the_same():
    assert watched([STILL] * 60, is_live=False).status is CameraStatus.WELL


def test_darkness_is_told_after_a_while():
    rng = np.random.default_rng(3)
    dark = [rng.integers(0, 6, (240, 320, 3)).astype(np.uint8) for _ in range(8)]
    assert watched(dark[:3]).status is CameraStatus.WELL
    assert watched(dark).status is CameraStatus.BLACK
    assert watched([*dark, noisy(rng)]).status is CameraStatus.WELL
    assert watched([noisy(rng, 30) for _ in range(20)]).status is CameraStatus.WELL


def test_silence_is_a_lost_camera():
    health = watched([STILL])
    assert well.time_passed(health, 3.0).status is CameraStatus.WELL
    assert well.time_passed(health, 5.0).status is CameraStatus.LOST
    assert well.time_passed(well.opened(Health(), 10.0), 14.5).status is CameraStatus.LOST


def test_the_wait_grows_and_a_frame_ends_it():
    health = Health()
    waits = []
    for _ in range(9):
        health = well.failed(well.opened(health, 0.0))
        waits.append(well.wait_after(health))
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 30.0, 30.0]
    assert well.wait_after(well.frame_came(health, STILL, True, 1.0)) == 0.0


# Grabbing


class Scripted:
    """A camera that gives what the test wants: frames, or errors to raise."""

    is_live = True

    def __init__(self, *script):
        self.script = list(script)
        self.closed = 0

    def read(self):
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self):
        self.closed += 1


def grabbing(*cameras):
    """A grabber that opens these cameras one after the other, and what it told."""
    clock, told = Clock(), []
    left = list(cameras)

    def open_source():
        camera = left.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera

    return Grabber(open_source, told.append, clock), clock, told


def test_the_newest_frame_is_kept():
    rng = np.random.default_rng(5)
    frames = [noisy(rng) for _ in range(3)]
    grabber, _, told = grabbing(Scripted(*frames))
    source = None
    for _ in frames:
        source, wait = grabber.grab(source)
        assert wait == 0.0
    assert grabber.newest.number == 3
    assert np.array_equal(grabber.newest.image_bgr, frames[-1])
    assert told == [CameraChanged(CameraStatus.WELL)]


def test_a_lost_camera_is_told_once_closed_and_opened_again():
    rng = np.random.default_rng(5)
    first = Scripted(noisy(rng), CameraError("unplugged"))
    grabber, _, told = grabbing(first, CameraError("gone"), Scripted(noisy(rng)))
    source, waits = None, []
    for _ in range(4):
        source, wait = grabber.grab(source)
        waits.append(wait)
    assert first.closed == 1
    assert grabber.newest.number == 2  # numbers go on, so that newer is newer
    assert waits == [0.0, 0.5, 1.0, 0.0]
    assert [each.status.value for each in told] == ["well", "lost", "well"]


def test_a_driver_that_raises_what_it_likes_is_lost_too(caplog):
    grabber, _, told = grabbing(Scripted(RuntimeError("libcamera says no")))
    assert grabber.grab(None)[0] is None
    assert told == [CameraChanged(CameraStatus.LOST)]
    assert "libcamera says no" in caplog.text


def test_a_camera_is_opened_anew_when_asked():
    rng = np.random.default_rng(5)
    first, second = Scripted(noisy(rng)), Scripted(noisy(rng))
    grabber, _, _ = grabbing(first, second)
    source, _ = grabber.grab(None)
    grabber.reopen()
    source, _ = grabber.grab(source)
    assert (first.closed, source) == (1, second)


def test_a_camera_that_hangs_is_given_up_and_its_late_frame_dropped(monkeypatch):
    rng = np.random.default_rng(5)
    hanging = Scripted(noisy(rng), noisy(rng))
    grabber, clock, told = grabbing(hanging)
    started = []
    monkeypatch.setattr(grabber, "start", lambda: started.append(True))
    source, _ = grabber.grab(None, 0)
    clock.now += 10.0
    grabber.poll(clock.now)
    grabber.poll(clock.now + 1)
    assert started == [True]
    assert [each.status.value for each in told] == ["well", "lost"]
    grabber.grab(source, 0)  # the thread left behind wakes up
    assert grabber.newest is None
    assert len(told) == 2


def test_frames_that_never_make_one_wait_are_paced():
    grabber, _, _ = grabbing(VirtualCamera(lambda: STILL))
    assert grabber.grab(None)[1] > 0


def test_a_grabber_runs_in_its_own_thread_and_ends():
    rng = np.random.default_rng(5)
    camera = VirtualCamera(lambda: noisy(rng))
    grabber, _, _ = grabbing(camera)
    grabber.start()
    frame = grabber.wait_newer(0, 5.0)
    grabber.close()
    assert frame is not None


# Watching


class Script:
    """Eyes that see what the test wants."""

    def __init__(self, *readings):
        self.readings = list(readings)
        self.asked = 0

    def read(self, frame):
        self.asked += 1
        reading = self.readings[min(self.asked, len(self.readings)) - 1]
        if isinstance(reading, Exception):
            raise reading
        return reading

    def read_faces(self, source, quads):
        return []

    def covered(self, frame):
        return np.zeros((36, 48), np.float32)


def watching(*readings, moves=ROW):
    """A watcher of a table after `moves`, its eyes, its clock and what it put."""
    clock, put = Clock(), []
    script = Script(*readings)
    grabber = Grabber(lambda: None, put.append, clock)
    watcher = Watcher(grabber, lambda: Eyes(script, script), put.append, clock)
    table, past = tables(*moves)
    watcher.watch(Watch(4, table, tuple(past)))
    return watcher, script, clock, put


def look(watcher, *images, first=1):
    for number, image in enumerate(images, first):
        watcher.look(Frame(number, image, True))


def test_what_is_seen_is_told_with_the_state_it_was_compared_with():
    table, _ = tables(*ROW)
    watcher, _, _, put = watching(reading_of(table, seen("R9", "4+3")))
    look(watcher, STILL, STILL)
    assert put[0] == Seen(4, None)
    assert (put[1].state_id, put[1].proposal.move) == (4, "R9@4+3")


def test_the_same_is_not_told_twice_and_a_still_table_not_read_for_ever():
    table, _ = tables(*ROW)
    watcher, script, clock, put = watching(reading_of(table))
    look(watcher, *[STILL] * 20)
    assert len(put) == 2
    assert script.asked == 5
    clock.now += 3.0
    look(watcher, STILL, first=30)
    assert script.asked == 6


def test_motion_takes_the_proposal_back_at_once():
    table, _ = tables(*ROW)
    watcher, _, _, put = watching(reading_of(table))
    hand = STILL.copy()
    hand[100:200, 100:220] = (120, 150, 210)
    look(watcher, *[STILL] * 8, hand)
    assert put[-1] == Seen(4, None)


def test_motion_is_noticed_at_a_glance_while_an_older_frame_is_still_read():
    """A hand that lays a tile during a slow reading: what is read of before is not told."""
    table, _ = tables(*ROW)
    watcher, script, clock, put = watching(reading_of(table))
    look(watcher, STILL, STILL, STILL)
    assert put[-1].proposal.status is Status.NONE
    hand = STILL.copy()
    hand[100:200, 100:220] = (120, 150, 210)
    read = script.read

    def slow_read(frame):
        for number, image in enumerate((STILL, hand), 5):
            clock.now += 0.2
            watcher.glance(Frame(number, image, True))
        return read(frame)

    script.read = slow_read
    look(watcher, STILL, first=4)
    assert put[-1] == Seen(4, None)
    script.read = read
    told = len(put)
    look(watcher, STILL, first=7)
    assert len(put) == told  # gathered anew from here
    look(watcher, STILL, first=8)
    assert put[-1].proposal.status is Status.NONE


def test_glances_are_not_taken_too_often():
    watcher, _, clock, _ = watching(Reading.empty())
    watcher.glance(Frame(1, STILL, True))
    seen_first = watcher._glimpse
    clock.now += 0.03
    watcher.glance(Frame(2, STILL, True))
    assert watcher._glimpse is seen_first


def test_a_grabber_shows_every_frame_at_a_glance():
    rng = np.random.default_rng(5)
    grabber, _, _ = grabbing(Scripted(noisy(rng), noisy(rng)))
    glances = []
    grabber.glance = lambda frame: glances.append(frame.number)
    source, _ = grabber.grab(None)
    grabber.grab(source)
    assert glances == [1, 2]


def test_once_the_game_goes_on_the_same_table_is_judged_anew_without_a_frame():
    table, _ = tables(*ROW)
    after, past = tables(*ROW, "R9@4+3")
    watcher, script, _, put = watching(reading_of(table, seen("R9", "4+3")))
    look(watcher, STILL, STILL)
    asked = script.asked
    watcher.watch(Watch(5, after, tuple(past)))
    watcher.look(None)
    assert (put[-1].state_id, put[-1].proposal.status) == (5, Status.NONE)
    assert script.asked == asked


def test_without_a_game_nothing_is_read():
    put = []
    grabber = Grabber(lambda: None, put.append, Clock())
    watcher = Watcher(grabber, lambda: pytest.fail("eyes opened"), put.append, Clock())
    look(watcher, STILL, STILL)
    assert put == []


def test_eyes_that_fail_are_told_once_and_looking_goes_on(caplog):
    table, _ = tables(*ROW)
    broken = RuntimeError("no such layer")
    watcher, _, _, put = watching(broken, broken, reading_of(table))
    look(watcher, *[STILL] * 5)
    assert [type(each) for each in put] == [Seen, Failed, Seen]
    assert "no such layer" in caplog.text


def test_a_camera_pushed_aside_is_noticed_and_so_is_its_return():
    table, _ = tables(*ROW)
    view = cv2.GaussianBlur(STILL, (0, 0), 6)
    view = cv2.normalize(view, None, 0, 255, cv2.NORM_MINMAX)
    pushed = np.roll(view, 40, axis=1)
    watcher, _, _, put = watching(reading_of(table), Reading.empty(), reading_of(table))
    look(watcher, view, view, pushed, pushed, view, view)
    told = [each.status.value for each in put if isinstance(each, CameraChanged)]
    assert told == ["moved", "well"]


def test_another_view_altogether_is_no_shift():
    other = np.random.default_rng(9).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    view = cv2.GaussianBlur(STILL, (0, 0), 6)
    assert not is_shifted(thumb_of(view), thumb_of(cv2.GaussianBlur(other, (0, 0), 6)))
    assert not is_shifted(thumb_of(view), thumb_of(view))


# Crops


def placed(name, cell, x, y):
    quad = ((x, y), (x + 20.0, y), (x + 20.0, y + 28.0), (x, y + 28.0))
    return SeenTile(name, 0.999, quad, cell)


def test_the_crop_shows_the_doubtful_place():
    reading = Reading((placed("*", "4+0", 100.0, 100.0), placed("R7", "4+1", 122.0, 100.0)))
    frame = STILL.copy()
    doubt = Proposal(Status.ILLEGAL, differences=(Difference("4+1", "R7", "R1"),))
    crop = crop_of(frame, reading, doubt)
    assert crop.shape[0] < 80
    assert np.array_equal(crop, frame[84:144, 106:158])
    frame[:] = 0
    assert crop.any()  # a copy: the frame's memory may be used again


def test_no_crop_without_a_place_or_a_lattice():
    reading = Reading((SeenTile("R7", 0.9, QUAD, None),))
    doubt = Proposal(Status.ILLEGAL, differences=(Difference("4+1", "R7", "R1"),))
    assert crop_of(STILL, reading, doubt) is None
    assert crop_of(STILL, reading, Proposal(Status.NONE)) is None
    assert crop_of(STILL, reading, None) is None


def test_the_place_of_a_move_is_doubtful_where_nothing_else_is():
    unsure = Proposal(Status.UNSURE, candidates=(("none", 0.5), ("R9@4+3", 0.4)))
    assert [str(cell) for cell in doubtful_cells(unsure)] == ["4+3"]


# Sources


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
