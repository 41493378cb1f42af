"""The players' buttons and their LEDs: presses go to a queue and nothing else happens here.

Contacts bounce. A contact counts as closed or open once it has been so without a break for
`BOUNCE` seconds; the times of the edges tell, so a press between two polls is never missed.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock
from types import TracebackType
from typing import Any, Self

from device.core.effects import LedState
from device.core.events import Hold, Press
from engine.sepmosa import Player

BOUNCE = 0.02  # seconds; tactile switches settle within 5–10 ms
HOLD = 1.0  # seconds
BLINK = 0.4  # seconds on, seconds off


class Deed(Enum):
    """What a player did with his button."""

    PRESS = "press"
    HOLD = "hold"


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
) -> tuple[Contact, Deed | None]:
    """The contact after its raw level changed, and what the time before that amounts to."""
    settled, deed = poll(contact, now, hold)
    if level == settled.level:
        return settled, deed
    return replace(settled, level=level, since=now), deed


def poll(contact: Contact, now: float, hold: float = HOLD) -> tuple[Contact, Deed | None]:
    """The contact at a later time with no further edge, and what a player did by then."""
    is_settled = now - contact.since >= BOUNCE
    if contact.is_down and is_settled and not contact.level:
        held = contact.since - contact.down_since >= hold
        deed = None if contact.has_held else Deed.HOLD if held else Deed.PRESS
        return replace(contact, is_down=False, has_held=False), deed
    if not contact.is_down and is_settled and contact.level:
        contact = replace(contact, is_down=True, down_since=contact.since, has_held=False)
    is_long = contact.is_down and now - contact.down_since >= hold
    if is_long and contact.level and not contact.has_held:
        return replace(contact, has_held=True), Deed.HOLD
    return contact, None


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIO numbers of one player's button and LED; a button may have none."""

    button: int
    led: int | None = None


class Buttons:
    """Both buttons. `poll` is to be called at least every 50 ms by the one who reads the queue."""

    def __init__(
        self,
        pins: Mapping[Player, Pins],
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
        self._leds: dict[Player, Any] = {}
        with ExitStack() as taken, warnings.catch_warnings():
            # what it tried and did not find; that nothing is left, it raises
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            for player, numbers in pins.items():
                button = gpiozero.Button(numbers.button, pull_up=True, pin_factory=factory)
                taken.callback(button.close)
                button.when_pressed = self._edge_of(player, True)
                button.when_released = self._edge_of(player, False)
                if numbers.led is not None:
                    led = gpiozero.LED(numbers.led, pin_factory=factory)
                    taken.callback(led.close)
                    self._leds[player] = led
            self._taken = taken.pop_all()

    def poll(self, now: float) -> None:
        """Settles what the edges alone cannot tell: a press just ended, a button still held."""
        with self._lock:
            for player, contact in self._contacts.items():
                self._contacts[player], deed = poll(contact, now, self._hold)
                self._tell(player, deed)

    def show(self, player: Player, state: LedState) -> None:
        """What a player's LED does from now on."""
        led = self._leds.get(player)
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _edge_of(self, player: Player, level: bool) -> Callable[[], None]:
        def happen() -> None:
            with self._lock:
                contact = self._contacts[player]
                self._contacts[player], deed = edge(contact, level, self._clock(), self._hold)
                self._tell(player, deed)

        return happen

    def _tell(self, player: Player, deed: Deed | None) -> None:
        if deed is Deed.PRESS:
            self._put(Press(player))
        elif deed is Deed.HOLD:
            self._put(Hold(player))
