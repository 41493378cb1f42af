"""Buttons on mock pins: bouncing, held, stuck, quick ones between two looks; and their LEDs."""

import random
from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.buttons import BOUNCE, HOLD, Buttons, Contact, Pins, edge, poll
from device.core.effects import LedState
from device.core.events import Hold, Press
from engine.sepmosa import Player

QUICK = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
ONE, TWO = Player.ONE, Player.TWO
PINS = {ONE: Pins(17, 22), TWO: Pins(27, 23)}


class Desk:
    """Two buttons on mock pins and a clock that is turned by hand."""

    def __init__(self):
        self.now = 100.0
        self.events = []
        self.factory = MockFactory()
        self.buttons = Buttons(
            PINS, self.events.append, clock=lambda: self.now, factory=self.factory
        )

    def pin(self, player):
        return self.factory.pin(PINS[player].button)

    def push(self, player, is_down):
        pin = self.pin(player)
        pin.drive_low() if is_down else pin.drive_high()
        return self

    def wait(self, seconds, polls=4):
        for _ in range(polls):
            self.now += seconds / polls
            self.buttons.poll(self.now)
        return self


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.buttons.close()
    desk.factory.reset()


def test_a_short_press_is_one_press(desk):
    desk.push(ONE, True).wait(0.1)
    assert desk.events == []
    desk.push(ONE, False).wait(0.1)
    assert desk.events == [Press(ONE)]


def test_a_bouncing_press_is_one_press(desk):
    rng = random.Random(4)
    for is_down in (True, False):
        for _ in range(6):
            desk.push(TWO, is_down).wait(rng.uniform(0.0005, 0.004), 1)
            desk.push(TWO, not is_down).wait(rng.uniform(0.0005, 0.004), 1)
        desk.push(TWO, is_down).wait(0.08)
    assert desk.events == [Press(TWO)]


def test_a_spike_is_no_press(desk):
    for _ in range(50):
        desk.push(ONE, True).wait(0.003, 1).push(ONE, False).wait(0.05)
    assert desk.events == []


def test_a_held_button_is_told_while_it_is_held_and_only_once(desk):
    desk.push(ONE, True).wait(HOLD + 0.01, 20)
    assert desk.events == [Hold(ONE)]
    desk.wait(3600, 50).push(ONE, False).wait(0.1)
    assert desk.events == [Hold(ONE)]


def test_a_press_between_two_polls_is_not_missed(desk):
    desk.push(ONE, True)
    desk.now += 0.06
    desk.push(ONE, False)
    desk.now += 0.06
    desk.push(ONE, True)
    desk.now += 0.06
    desk.push(ONE, False).wait(0.1, 1)
    assert desk.events == [Press(ONE), Press(ONE)]


def test_a_hold_between_two_polls_is_not_missed(desk):
    desk.push(ONE, True)
    desk.now += HOLD + 0.5
    desk.push(ONE, False).wait(0.1, 1)
    assert desk.events == [Hold(ONE)]


def test_both_players_may_press_at_once(desk):
    desk.push(ONE, True).push(TWO, True).wait(0.1).push(TWO, False).push(ONE, False).wait(0.1)
    assert sorted(desk.events, key=lambda event: event.seat) == [Press(ONE), Press(TWO)]


def test_a_button_let_go_that_was_never_pressed_is_nothing(desk):
    """It may have been down when the device was switched on."""
    desk.buttons._edge_of(ONE, False)()
    desk.wait(0.1)
    assert desk.events == []


def test_leds_are_off_lit_or_blinking(desk):
    led = desk.factory.pin(22)
    desk.buttons.show(ONE, LedState.LIT)
    assert led.state
    desk.buttons.show(ONE, LedState.OFF)
    assert not led.state
    desk.buttons.show(ONE, LedState.BLINKING)
    desk.buttons.show(ONE, LedState.OFF)
    assert not led.state
    Buttons.show(desk.buttons, TWO, LedState.LIT)
    assert desk.factory.pin(23).state


def test_a_button_without_led_shows_nothing():
    factory = MockFactory()
    with Buttons({ONE: Pins(17)}, print, factory=factory) as buttons:
        buttons.show(ONE, LedState.LIT)
    factory.reset()


def test_a_pin_taken_twice_lets_go_of_all():
    factory = MockFactory()
    with pytest.raises(Exception, match="already in use"):
        Buttons({ONE: Pins(17), TWO: Pins(17)}, print, factory=factory)
    Buttons({ONE: Pins(17)}, print, factory=factory).close()
    factory.reset()


@QUICK
@given(st.lists(st.floats(0.0001, 2.0), min_size=1, max_size=30))
def test_polling_changes_what_is_told_only_in_when(gaps):
    """However often one polls, the same presses come of the same edges, except that a hold may
    be told while it lasts."""
    sparse = told(gaps, polls=0)
    assert told(gaps, polls=7) == sparse


def told(gaps, polls):
    contact, now, level, dones = Contact(), 0.0, False, []
    for gap in gaps:
        level = not level
        contact, done = edge(contact, level, now)
        dones.append(done)
        for step in range(1, polls + 1):
            contact, done = poll(contact, now + gap * step / (polls + 1))
            dones.append(done)
        now += gap
    contact, done = edge(contact, False, now)
    dones.append(done)
    contact, done = poll(contact, now + 1)
    return [done for done in (*dones, done) if done is not None]


@QUICK
@given(st.lists(st.floats(0.0001, 0.5), min_size=2, max_size=40))
def test_no_more_presses_than_settled_closings(gaps):
    times = [sum(gaps[:at]) for at in range(len(gaps) + 1)]
    closings = sum(
        later - earlier >= BOUNCE
        for at, (earlier, later) in enumerate(pairwise(times))
        if at % 2 == 0
    )
    assert sum(done is Press for done in told(gaps, 3)) <= closings + 1
