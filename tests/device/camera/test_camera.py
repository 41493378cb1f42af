"""Cameras: lost, frozen, black and hanging ones are noticed, told and opened again."""

from threading import Event

import numpy as np

from device.camera import health as well
from device.camera.grabber import LEFT_BEHIND, Grabber
from device.camera.health import Health
from device.camera.recorded import VirtualCamera
from device.camera.source import CameraError
from device.core.events import CameraChanged
from device.core.model import CameraStatus
from tests.device.clock import Clock

STILL = np.random.default_rng(1).integers(60, 200, (300, 400, 3), dtype=np.uint8)


def noisy(rng, level=120):
    return rng.integers(level - 9, level + 9, (240, 320, 3)).astype(np.uint8)


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


def test_a_frame_that_is_given_again_is_no_newer_look_at_the_table():
    rng = np.random.default_rng(5)
    one, two = noisy(rng), noisy(rng)
    grabber, clock, _ = grabbing(Scripted(one, one, one, two))
    glances = []
    grabber.glance = lambda frame: glances.append(frame.number)
    source, began = None, []
    for _ in range(4):
        clock.now += 1.0
        source, _ = grabber.grab(source)
        began.append((grabber.newest.number, grabber.newest.began))
    first = began[0][1]
    assert began == [(1, first), (1, first), (1, first), (2, first + 3.0)]
    assert glances == [1, 2]


def test_a_drawn_table_may_be_looked_at_again():
    grabber, _, _ = grabbing(VirtualCamera(lambda: STILL))
    source, _ = grabber.grab(None)
    grabber.grab(source)
    assert grabber.newest.number == 2


def test_trouble_with_the_camera_is_not_hidden_by_a_look_that_comes_late():
    rng = np.random.default_rng(5)
    grabber, _, told = grabbing(Scripted(noisy(rng), CameraError("unplugged"), noisy(rng)))
    source, _ = grabber.grab(None)
    grabber.remark(CameraStatus.LAMP)
    grabber.grab(source)
    grabber.remark(CameraStatus.WELL)  # what was read of a frame from before
    assert [each.status.value for each in told] == ["well", "lamp", "lost"]


def test_what_is_remarked_of_the_view_is_told_once_the_camera_is_back():
    rng = np.random.default_rng(5)
    lost = Scripted(noisy(rng), CameraError("unplugged"))
    grabber, _, told = grabbing(lost, Scripted(noisy(rng)))
    source, _ = grabber.grab(None)
    source, _ = grabber.grab(source)
    grabber.remark(CameraStatus.MOVED)
    grabber.grab(source)
    assert [each.status.value for each in told] == ["well", "lost", "moved"]


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


def test_a_camera_opened_too_late_by_a_thread_given_up_tells_nothing_of_the_one_there_is(
    monkeypatch,
):
    rng = np.random.default_rng(5)
    grabber, clock, _ = grabbing(Scripted(noisy(rng)), Scripted(noisy(rng)))
    monkeypatch.setattr(grabber, "start", lambda: None)
    clock.now += 10.0
    grabber.poll(clock.now)  # the first thread hangs while it opens
    grabber.grab(None, 1)
    assert grabber.status is CameraStatus.WELL
    grabber.grab(None, 0)
    assert grabber.status is CameraStatus.WELL


class Hanging:
    """A camera that gives one frame and then makes one wait until it is let go."""

    is_live = True

    def __init__(self, frame):
        self.frames = [frame]
        self.let_go = Event()

    def read(self):
        if self.frames:
            return self.frames.pop()
        self.let_go.wait()
        raise CameraError("let go")

    def close(self):
        pass


def hang(grabber, clock):
    """Waits for the next frame, and then until the camera counts as lost."""
    newest = grabber.newest
    assert grabber.wait_newer(newest.number if newest else 0, 5.0)
    clock.now += 10.0
    grabber.poll(clock.now)


def test_however_often_a_camera_hangs_it_is_opened_again():
    rng = np.random.default_rng(5)
    cameras = [Hanging(noisy(rng)) for _ in range(LEFT_BEHIND + 4)]
    grabber, clock, _ = grabbing(*cameras)
    grabber.start()
    for camera in cameras:
        hang(grabber, clock)
        camera.let_go.set()
    grabber.close()


def test_no_more_than_a_few_threads_hang_at_once():
    rng = np.random.default_rng(5)
    cameras = [Hanging(noisy(rng)) for _ in range(LEFT_BEHIND + 2)]
    grabber, clock, _ = grabbing(*cameras)
    grabber.start()
    for _ in range(LEFT_BEHIND + 1):
        hang(grabber, clock)
    grabber.poll(clock.now)
    assert grabber.wait_newer(0, 0.2) is None, "none is left that could take a frame"
    cameras[0].let_go.set()
    for _ in range(50):
        grabber.poll(clock.now)
        if grabber.wait_newer(0, 0.1):
            break
    assert grabber.newest
    grabber.close()
    for camera in cameras:
        camera.let_go.set()


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


def test_a_grabber_shows_every_frame_at_a_glance():
    rng = np.random.default_rng(5)
    grabber, _, _ = grabbing(Scripted(noisy(rng), noisy(rng)))
    glances = []
    grabber.glance = lambda frame: glances.append(frame.number)
    source, _ = grabber.grab(None)
    grabber.grab(source)
    assert glances == [1, 2]
