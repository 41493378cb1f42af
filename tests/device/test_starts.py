"""The marker of starts that did not last."""

import pytest

from device.starts import FAILED, LASTED, MARKER, Starts


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
