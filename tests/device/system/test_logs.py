"""The log as the journal and people read it."""

import logging
import os

import pytest

from device.system.logs import ForJournal, is_journal, open_log


@pytest.fixture
def logged(tmp_path):
    """Logs something into a file, as if the journal listened or not, and returns the lines."""
    handlers = []
    root = logging.getLogger()
    level = root.level

    def log(is_listening, what):
        with (tmp_path / "log").open("w+", encoding="utf-8") as out:
            found = os.fstat(out.fileno())
            told = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"} if is_listening else {}
            handlers.append(open_log(told, out))
            what(logging.getLogger("device.camera"))
            root.removeHandler(handlers[-1])
            out.seek(0)
            return out.read().splitlines()

    yield log
    for handler in handlers:
        root.removeHandler(handler)
    root.setLevel(level)


def test_the_journal_gets_a_priority_on_every_line(logged):
    def fail(log):
        log.info("games in %s", "/var/lib")
        log.warning("camera: gone\nfor good")
        try:
            raise OSError("no\x1b[31m disk")
        except OSError:
            log.exception("store")

    info, one, two, *rest = logged(True, fail)
    assert info == "<6>device.camera: games in /var/lib"
    assert (one, two) == ("<4>device.camera: camera: gone", "<4>for good")
    assert all(line.startswith("<3>") for line in rest)
    assert rest[0] == "<3>device.camera: store"
    assert rest[-1] == "<3>OSError: no·[31m disk"


def test_people_get_plain_words(logged):
    assert logged(False, lambda log: log.error("no\tcamera")) == ["ERROR device.camera: no·camera"]


def test_another_stream_is_not_taken_for_the_journal(tmp_path):
    with (tmp_path / "log").open("w") as out:
        assert not is_journal({"JOURNAL_STREAM": "1:2"}, out)
        assert not is_journal({}, out)


def test_an_unknown_level_is_a_notice():
    record = logging.LogRecord("x", 25, "", 0, "hello", (), None)
    assert ForJournal("%(message)s").format(record) == "<5>hello"
