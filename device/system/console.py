"""The terminal the companion runs on without a desktop: Ctrl-Alt-F2 leads to another one.

SDL takes the keyboard from the terminal, so the kernel no longer heeds these keys itself, and it
goes on reading every key while another terminal is in front. What is typed there is not for us.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import struct
import sys
from collections.abc import Callable, Iterable

import pygame

log = logging.getLogger(__name__)

GET_STATE, ACTIVATE = 0x5603, 0x5606  # the kernel's VT_GETSTATE and VT_ACTIVATE
INPUT = frozenset(
    {
        pygame.KEYDOWN,
        pygame.KEYUP,
        pygame.FINGERDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEBUTTONUP,
        pygame.MOUSEMOTION,
    }
)
FUNCTION_KEYS = {getattr(pygame, f"K_F{number}"): number for number in range(1, 13)}
LEAVING = 60  # rounds that a change of terminal may take; then it did not happen


class Console:
    """Lets through what was done in front of our own terminal, and changes terminals."""

    def __init__(self, own: int, front: Callable[[], int], activate: Callable[[int], bool]) -> None:
        """`own` is the terminal's number, `front` tells which one is in front, `activate` asks for
        another one there and tells whether that will be."""
        self._own = own
        self._front = front
        self._activate = activate
        self._was_front = True
        self._leaving = 0

    def take(self, happened: Iterable[pygame.event.Event]) -> list[pygame.event.Event]:
        """What is for us; that we are no longer in front is told as a window's lost focus."""
        is_front = self._front() == self._own
        self._leaving = max(0, self._leaving - 1) if is_front else 0
        ours = []
        for each in happened:
            wanted = terminal_of(each)
            if is_front and wanted not in (None, self._own) and self._activate(wanted):
                self._leaving = LEAVING
            if each.type not in INPUT or (is_front and not self._leaving):
                ours.append(each)
        is_here = is_front and not self._leaving
        if self._was_front and not is_here:
            ours.append(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        self._was_front = is_here
        return ours


def terminal_of(happened: pygame.event.Event) -> int | None:
    """The terminal that Ctrl-Alt and a function key ask for."""
    if happened.type != pygame.KEYDOWN:
        return None
    if not (happened.mod & pygame.KMOD_CTRL and happened.mod & pygame.KMOD_ALT):
        return None
    return FUNCTION_KEYS.get(happened.key)


def open_console(handle: int | None = None) -> Console | None:
    """The terminal that is our standard input; None if that is none of the kernel's own."""
    try:
        handle = sys.stdin.fileno() if handle is None else handle
        named = re.fullmatch(r"/dev/tty(\d+)", os.ttyname(handle))
        if named is None:
            return None
        front_of(handle)
    except (OSError, ValueError, AttributeError):
        return None
    return Console(int(named[1]), lambda: front_of(handle), lambda wanted: _go(handle, wanted))


def front_of(handle: int) -> int:
    """The number of the terminal in front."""
    told = fcntl.ioctl(handle, GET_STATE, struct.pack("3H", 0, 0, 0))
    return int(struct.unpack("3H", told)[0])


def _go(handle: int, wanted: int) -> bool:
    try:
        fcntl.ioctl(handle, ACTIVATE, wanted)
    except OSError as no:
        log.warning("terminal %d cannot be shown: %s", wanted, no.strerror)
        return False
    return True
