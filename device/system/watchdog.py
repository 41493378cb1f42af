"""Tells systemd that the companion is up and that its loop still goes round.

The loop itself feeds the watchdog, once a picture is on the screen: a loop that hangs is silent,
whatever other threads do, and is restarted. Without systemd nothing is told to anyone.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

log = logging.getLogger(__name__)

BEATS = 4  # in the time systemd waits for one


class Watchdog:
    """Speaks to the socket systemd has given, and to nobody where it has given none."""

    def __init__(self, address: str = "", seconds: float | None = None) -> None:
        """`seconds` is how long systemd waits for a beat; None if it does not wait."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._pause = seconds / BEATS if seconds else None
        self._beaten: float | None = None
        self._is_ready = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Watchdog:
        """The watchdog that systemd tells of in its variables, if they are meant for us."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        has_watch = ours and microseconds.isascii() and microseconds.isdecimal()
        seconds = int(microseconds) / 1e6 if has_watch else None
        return cls(environment.get("NOTIFY_SOCKET", ""), seconds)

    def beat(self, now: float) -> None:
        """A picture was shown at `now`, in monotonic seconds: the first tells that all is up."""
        if not self._is_ready:
            self._is_ready = True
            self.tell("READY=1")
        if self._pause is None or (self._beaten is not None and now - self._beaten < self._pause):
            return
        self._beaten = now
        self.tell("WATCHDOG=1")

    def tell(self, line: str) -> None:
        """Sends a line; one that cannot be sent is logged, and the game goes on."""
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            out.setblocking(False)
            try:
                out.sendto(line.encode(), self._address)
            except OSError as no:
                log.warning("systemd does not hear %s: %s", line, no)


def dump_on_abort() -> None:
    """A watchdog's abort writes to standard error where every thread was."""
    import faulthandler

    with suppress(ValueError, OSError, AttributeError):  # no standard error to write to
        faulthandler.enable(all_threads=True)
