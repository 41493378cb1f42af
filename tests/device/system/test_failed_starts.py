"""The marker of starts that did not last."""

import pytest

from device.system.failed_starts import FAILED, LASTED, MARKER, UP, Starts


def test_after_three_failed_starts_comes_safe_mode(tmp_path):
    assert [Starts([tmp_path]).begin() for _ in range(5)] == [False, False, False, True, True]
    assert Starts([tmp_path]).failed == 5


def test_a_start_that_lasted_is_none_that_failed(tmp_path):
    for _ in range(FAILED):
        Starts([tmp_path]).begin()
    starts = Starts([tmp_path])
    assert starts.begin()
    starts.poll(1000.0)
    starts.poll(1000.0 + LASTED - 1)
    assert starts.failed == FAILED + 1
    starts.poll(1000.0 + LASTED)
    assert starts.failed == 0
    assert not Starts([tmp_path]).begin()


def test_a_clean_end_is_no_failure(tmp_path):
    for _ in range(10):
        starts = Starts([tmp_path])
        assert not starts.begin()
        starts.forget()
    assert list(tmp_path.iterdir()) == []


def test_another_folder_takes_the_marker_where_the_first_cannot(tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    folders = [blocked, tmp_path / "runtime"]
    assert [Starts(folders).begin() for _ in range(4)] == [False, False, False, True]
    assert "cannot be written" in caplog.text


def test_with_no_folder_at_all_it_starts_all_the_same(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert [Starts([blocked]).begin() for _ in range(5)] == [False] * 5


@pytest.mark.parametrize("content", [b"", b"many", b"\xff\xfe", b"-", b"9" * 100_000])
def test_a_damaged_marker_is_none_or_counts(tmp_path, content):
    (tmp_path / MARKER).write_bytes(content)
    assert Starts([tmp_path]).begin() == content.startswith(b"9")


class Device:
    """A device with a disk, switched on and unplugged as one likes."""

    def __init__(self, folder):
        self.disk = folder / "disk"
        self._boot = folder / "boot_id"
        self._boots = 0
        self.plug_in()

    def plug_in(self):
        self._boots += 1
        self._boot.write_text(f"boot-{self._boots}\n")

    def start(self, seconds):
        """The companion runs for so long, and then no more; whether it was in safe mode."""
        starts = Starts([self.disk], self._boot)
        is_safe = starts.begin()
        starts.poll(500.0)
        starts.poll(500.0 + seconds)
        return is_safe


@pytest.fixture
def device(tmp_path):
    return Device(tmp_path)


def test_a_device_unplugged_again_and_again_is_not_taken_for_a_broken_one(device):
    for _ in range(5):
        assert not device.start(UP + 1)
        device.plug_in()
    assert Starts([device.disk]).failed == 1


def test_a_companion_that_crashes_soon_after_it_is_up_fails_all_the_same(device):
    assert [device.start(UP + 1) for _ in range(4)] == [False, False, False, True]


def test_a_start_that_takes_the_power_with_it_fails_as_well(device):
    """As a camera may that draws too much."""
    found = []
    for _ in range(4):
        found.append(device.start(UP - 1))
        device.plug_in()
    assert found == [False, False, False, True]


def test_being_unplugged_mends_a_row_of_failures_only_if_it_was_up(device):
    device.start(1)
    device.start(1)
    device.plug_in()
    device.start(1)
    device.plug_in()
    assert device.start(UP + 1)  # in safe mode, and up
    device.plug_in()
    assert not device.start(1)
