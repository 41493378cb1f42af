"""What people do to the machine: touch, press, type, plug and unplug."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

from engine.sepmosa import Player
from tests.appliance.machine import SIZE_WH, Machine

MOST = 32767  # QEMU's touchscreen counts from 0 to here, in both directions
PINS = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio"
BUTTONS = {Player.ONE: 17, Player.TWO: 27}  # as shipped
LEDS = {Player.ONE: 22, Player.TWO: 23}
CAMERA = "/sys/bus/platform/drivers/vivid"
TOUCHES = "/sys/bus/virtio/drivers/virtio_input"
SHORT, HELD = 0.15, 0.1  # seconds
SEEN = 1.0  # seconds: what changed only just now is rightly not taken as touched

Point = tuple[int, int]
Event = dict[str, Any]


def touch_event(is_down: bool) -> Event:
    """The touchscreen's own button."""
    return {"type": "btn", "data": {"down": is_down, "button": "touch"}}


def finger_event(kind: str, slot: int, number: int, axis: str = "x", value: int = 0) -> Event:
    """A finger that begins, is at some place, moves or ends."""
    told = {"type": kind, "slot": slot, "tracking-id": number, "axis": axis, "value": value}
    return {"type": "mtt", "data": told}


def place_events(at: Point, slot: int, number: int) -> list[Event]:
    """Where a finger is, from pixels of the screen."""
    return [
        finger_event("data", slot, number, axis, round((pixel + 0.5) * MOST / side))
        for axis, pixel, side in zip("xy", at, SIZE_WH, strict=True)
    ]


class Hands:
    """Two hands at the machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._numbers = count(1)
        self._down: dict[int, int] = {}

    # Touch

    def down(self, at: Point, slot: int = 0) -> None:
        """A finger comes down."""
        number = self._down[slot] = next(self._numbers)
        begin = [touch_event(True), finger_event("begin", slot, number)]
        self._send([*begin, *place_events(at, slot, number)])

    def move(self, at: Point, slot: int = 0) -> None:
        """It moves."""
        number = self._down[slot]
        self._send([finger_event("update", slot, number), *place_events(at, slot, number)])

    def up(self, slot: int = 0) -> None:
        """It is lifted."""
        self._down.pop(slot)
        last = [] if self._down else [touch_event(False)]
        self._send([finger_event("end", slot, -1), *last])

    def tap(self, at: Point) -> None:
        """A short touch, on what has been on the screen for a moment."""
        time.sleep(SEEN)
        self.down(at)
        time.sleep(SHORT)
        self.up()

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        """A finger is drawn over the screen."""
        self.down(start)
        for step in range(1, steps + 1):
            time.sleep(SHORT)
            share = step / steps
            x, y = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            self.move((x, y))
        time.sleep(SHORT)
        self.up()

    def _send(self, events: list[Event]) -> None:
        self._machine.control("input-send-event", events=events)

    # Buttons, lamps, keys

    def press(self, player: Player) -> None:
        """A player's button, shortly."""
        self._machine.run(press_command(player))

    def press_until_lit(self, player: Player, lit: Player, seconds: float) -> None:
        """A player's button; returns as soon as the LED of `lit` is lit."""
        wait = f"until [ $(cat {PINS}{LEDS[lit]}/value) = 1 ]; do sleep 0.02; done"
        self._machine.run(f"{press_command(player)}; {wait}", seconds)

    def leds(self) -> dict[Player, int]:
        """The LEDs as they are now."""
        command = "; ".join(f"cat {PINS}{pin}/value" for pin in LEDS.values())
        return dict(zip(LEDS, map(int, self._machine.run(command).split()), strict=True))

    def keys(self, *names: str) -> None:
        """Keys of a keyboard, at once."""
        keys = [{"type": "qcode", "data": name} for name in names]
        self._machine.control("send-key", keys=keys)

    # Plugs

    def pull_camera(self) -> None:
        self._machine.run(f"echo vivid.0 >{CAMERA}/unbind")

    def plug_camera(self) -> None:
        self._machine.run(f"echo vivid.0 >{CAMERA}/bind")

    def replug_touchscreen(self) -> None:
        """Unplugs the touchscreen and plugs it in again."""
        named = f'for each in {TOUCHES}/virtio*; do grep -q MultiTouch "$each"/input/input*/name'
        again = f"{named} && basename $each; done | head -1"
        self._machine.run(
            f"each=$({again}); echo $each >{TOUCHES}/unbind; sleep 2; echo $each >{TOUCHES}/bind; "
            "sleep 2"
        )


def press_command(player: Player) -> str:
    """What a pressed and released button looks like to the pins."""
    pin = f"{PINS}{BUTTONS[player]}/pull"
    return f"echo pull-down >{pin}; sleep {HELD}; echo pull-up >{pin}"
