"""The log: for the journal with a priority on every line, for people in plain words."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TextIO

PRIORITIES = {  # of syslog, which the journal reads from the front of a line
    logging.DEBUG: 7,
    logging.INFO: 6,
    logging.WARNING: 4,
    logging.ERROR: 3,
    logging.CRITICAL: 2,
}


class ForJournal(logging.Formatter):
    """Every line of a message, a traceback's too, with its priority and with nothing hidden."""

    def format(self, record: logging.LogRecord) -> str:
        priority = PRIORITIES.get(record.levelno, 5)
        return "\n".join(f"<{priority}>{line}" for line in _lines(super().format(record)))


class ForPeople(logging.Formatter):
    """The message as it is, without what could steer a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(_lines(super().format(record)))


def open_log(environment: Mapping[str, str], out: TextIO) -> logging.Handler:
    """Sends all that is logged to `out`, in the journal's form where that listens."""
    handler = logging.StreamHandler(out)
    shape = "%(name)s: %(message)s"
    handler.setFormatter(
        ForJournal(shape) if is_journal(environment, out) else ForPeople(f"%(levelname)s {shape}")
    )
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    return handler


def is_journal(environment: Mapping[str, str], out: TextIO) -> bool:
    """Whether `out` leads to the journal: systemd names its device and inode."""
    try:
        found = os.fstat(out.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def _lines(text: str) -> list[str]:
    shown = "".join(sign if sign.isprintable() or sign == "\n" else "·" for sign in text)
    return shown.split("\n")
