"""The players' buttons and their LEDs: presses go to a queue and nothing else happens here.

Contacts bounce. A contact counts as closed or open once it has been so without a break for
`BOUNCE` seconds; the times of the edges tell, so a press between two polls is never missed.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from device.core.effects import LedState
from device.core.events import Hold, Press

BOUNCE = 0.02  # seconds; tactile switches settle within 5–10 ms
HOLD = 1.0  # seconds
BLINK = 0.4  # seconds on, seconds off

Doing = type[Press] | type[Hold]  # what was done with a button


@dataclass(frozen=True, slots=True)
class Contact:
    """A switch over time: its raw level since its last edge, and what is made of it."""

    level: bool = False  # raw: closed or open
    since: float = float("-inf")  # when the raw level last changed
    is_down: bool = False  # once settled
    down_since: float = 0.0
    has_held: bool = False


def edge(
    contact: Contact, level: bool, now: float, hold: float = HOLD
) -> tuple[Contact, Doing | None]:
    """The contact after its raw level changed, and what the time before that amounts to."""
    settled, done = poll(contact, now, hold)
    if level == settled.level:
        return settled, done
    return replace(settled, level=level, since=now), done


def poll(contact: Contact, now: float, hold: float = HOLD) -> tuple[Contact, Doing | None]:
    """The contact at a later time with no further edge, and what was done by then."""
    is_settled = now - contact.since >= BOUNCE
    if contact.is_down and is_settled and not contact.level:
        held = contact.since - contact.down_since >= hold
        done = None if contact.has_held else Hold if held else Press
        return replace(contact, is_down=False, has_held=False), done
    if not contact.is_down and is_settled and contact.level:
        contact = replace(contact, is_down=True, down_since=contact.since, has_held=False)
    is_long = contact.is_down and now - contact.down_since >= hold
    if is_long and contact.level and not contact.has_held:
        return replace(contact, has_held=True), Hold
    return contact, None


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIO numbers of one seat's button and LED; a button may have none."""

    button: int
    led: int | None = None


class Buttons(AbstractContextManager["Buttons"]):
    """Both buttons. `poll` is to be called at least every 50 ms by the one who reads the queue."""

    def __init__(
        self,
        pins: Mapping[int, Pins],
        put: Callable[[Press | Hold], None],
        clock: Callable[[], float] = time.monotonic,
        hold: float = HOLD,
        factory: Any = None,
    ) -> None:
        """Takes the pins; raises what gpiozero raises where there are none."""
        import gpiozero

        self._put = put
        self._clock = clock
        self._hold = hold
        self._lock = Lock()  # gpiozero calls from threads of its own
        self._contacts = dict.fromkeys(pins, Contact())
        self._leds: dict[int, Any] = {}
        with ExitStack() as taken, warnings.catch_warnings():
            # what it tried and did not find; that nothing is left, it raises
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            for seat, numbers in pins.items():
                button = gpiozero.Button(numbers.button, pull_up=True, pin_factory=factory)
                taken.callback(button.close)
                button.when_pressed = self._edge_of(seat, True)
                button.when_released = self._edge_of(seat, False)
                if numbers.led is not None:
                    led = gpiozero.LED(numbers.led, pin_factory=factory)
                    taken.callback(led.close)
                    self._leds[seat] = led
            self._taken = taken.pop_all()

    def poll(self, now: float) -> None:
        """Settles what the edges alone cannot tell: a press just ended, a button still held."""
        with self._lock:
            for seat, contact in self._contacts.items():
                self._contacts[seat], done = poll(contact, now, self._hold)
                self._tell(seat, done)

    def show(self, seat: int, state: LedState) -> None:
        """What a seat's LED does from now on."""
        led = self._leds.get(seat)
        if led is None:
            return
        match state:
            case LedState.OFF:
                led.off()
            case LedState.LIT:
                led.on()
            case LedState.BLINKING:
                led.blink(BLINK, BLINK)

    def close(self) -> None:
        """Lets go of the pins; the LEDs go dark."""
        self._taken.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _edge_of(self, seat: int, level: bool) -> Callable[[], None]:
        def happen() -> None:
            with self._lock:
                contact = self._contacts[seat]
                self._contacts[seat], done = edge(contact, level, self._clock(), self._hold)
                self._tell(seat, done)

        return happen

    def _tell(self, seat: int, done: Doing | None) -> None:
        if done is not None:
            self._put(done(seat))
