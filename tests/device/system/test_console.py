"""The terminal without a desktop: Ctrl-Alt-F2 leads away, and what is typed there is not ours."""

import os
import pty
from pathlib import Path

import pygame
import pytest

from device.system.console import LEAVING, Console, open_console, terminal_of

CTRL_ALT = pygame.KMOD_LCTRL | pygame.KMOD_LALT
QUIT = pygame.event.Event(pygame.QUIT)


def key(code, mod=0, kind=pygame.KEYDOWN):
    return pygame.event.Event(kind, key=code, mod=mod)


class Terminals:
    """Terminals of which one is in front."""

    def __init__(self, allows=True):
        self.front = 1
        self.asked = []
        self.allows = allows
        self.console = Console(1, lambda: self.front, self.activate)

    def activate(self, wanted):
        self.asked.append(wanted)
        return self.allows

    def take(self, *happened):
        return self.console.take(happened)


LETTER = key(pygame.K_a)
AWAY = key(pygame.K_F2, CTRL_ALT)


def is_lost(happened):
    return [each.type for each in happened] == [pygame.WINDOWFOCUSLOST]


def test_in_front_everything_is_for_us():
    terminals = Terminals()
    assert terminals.take(LETTER, QUIT) == [LETTER, QUIT]
    assert terminals.asked == []


def test_ctrl_alt_and_a_function_key_lead_to_that_terminal():
    terminals = Terminals()
    told = terminals.take(AWAY, LETTER)  # typed quickly, for the other terminal
    assert terminals.asked == [2]
    assert is_lost(told)


def test_what_is_typed_at_another_terminal_is_not_ours_and_a_stop_still_is():
    terminals = Terminals()
    terminals.front = 2
    assert is_lost(terminals.take(LETTER))
    assert terminals.take(LETTER, key(pygame.K_F3, CTRL_ALT), QUIT) == [QUIT]
    assert terminals.asked == []  # the kernel heeds that one itself
    terminals.front = 1
    assert terminals.take(key(pygame.K_F1, CTRL_ALT, pygame.KEYUP), LETTER)[1:] == [LETTER]


def test_a_change_that_never_comes_does_not_leave_us_deaf():
    terminals = Terminals()
    terminals.take(AWAY)
    for _ in range(LEAVING - 1):
        assert terminals.take(LETTER) == []
    assert terminals.take(LETTER) == [LETTER]


def test_a_terminal_that_cannot_be_shown_changes_nothing():
    terminals = Terminals(allows=False)
    assert terminals.take(AWAY, LETTER) == [AWAY, LETTER]


@pytest.mark.parametrize(
    ("happened", "terminal"),
    [
        (AWAY, 2),
        (key(pygame.K_F12, pygame.KMOD_RCTRL | pygame.KMOD_RALT), 12),
        (key(pygame.K_F2, pygame.KMOD_LCTRL), None),
        (key(pygame.K_F2), None),
        (key(pygame.K_a, CTRL_ALT), None),
        (key(pygame.K_F2, CTRL_ALT, pygame.KEYUP), None),
        (QUIT, None),
    ],
)
def test_which_keys_ask_for_a_terminal(happened, terminal):
    assert terminal_of(happened) == terminal


def test_our_own_terminal_is_not_asked_for_again():
    terminals = Terminals()
    terminals.take(key(pygame.K_F1, CTRL_ALT))
    assert terminals.asked == []


def test_a_terminal_of_a_desktop_and_no_terminal_are_no_console():
    ours, theirs = pty.openpty()
    with Path(os.devnull).open() as nothing:
        assert open_console(theirs) is None
        assert open_console(nothing.fileno()) is None
    os.close(ours)
    os.close(theirs)
