"""Fingers on a desktop: the companion's window under an X server and under a Wayland compositor,
with the kernel's touchscreen. There SDL makes a mouse of the first finger, and every touch must
count once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from device.core import events as on
from device.core.model import CameraStatus
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import Check, Trial, named

PLACE = "/run/desktop"
WINDOW = """[Service]
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
StandardInput=null
PrivateTmp=no
Environment={}
"""  # the companion beside a desktop, not on a terminal of its own


@dataclass(frozen=True, slots=True)
class Desktop:
    """A way to show windows: how it is started, when it is up, and how SDL finds it."""

    name: str
    start: str
    is_up: str
    variables: str


X = Desktop(
    "x11",
    "Xorg :0 vt7 -ac -nolisten tcp -noreset -nocursor",
    "test -S /tmp/.X11-unix/X0",
    "SDL_VIDEODRIVER=x11 DISPLAY=:0",
)
WAYLAND = Desktop(
    "wayland",
    f"env XDG_RUNTIME_DIR={PLACE} WLR_RENDERER=pixman SEATD_VTBOUND=0 seatd-launch -- labwc",
    f"test -S {PLACE}/wayland-0 && chmod 777 {PLACE}/wayland-0",
    f"SDL_VIDEODRIVER=wayland XDG_RUNTIME_DIR={PLACE} WAYLAND_DISPLAY=wayland-0",
)


def opened(desktop: Desktop, trial: Trial) -> str:
    """The companion's window fills the desktop."""
    run = trial.machine.run
    if not trial.machine.is_on():
        trial.boot()
    run("systemctl stop sepmosa; systemctl stop desktop; rm -f /tmp/.X11-unix/X0", PATIENCE)
    run(f"mkdir -p {PLACE} && chmod 755 {PLACE}")
    run(f"systemd-run --quiet --collect --unit=desktop --property=UMask=0 -- {desktop.start}")
    run(f"until {desktop.is_up}; do sleep 0.5; done", PATIENCE)
    window = WINDOW.format(desktop.variables).replace("\n", "\\n")
    run(f"printf '{window}' >{c.UNITS}/window.conf && systemctl daemon-reload")
    run("systemctl start sepmosa", PATIENCE)
    trial.fetch_games()
    trial.new_twin()
    trial.shows(f"home-{desktop.name}")
    (told,) = (line for line in trial.journal("-n 50").splitlines()[-50:] if _is_new(line, desktop))
    return told.partition("screen: ")[2]


def _is_new(line: str, desktop: Desktop) -> bool:
    return f"screen: {desktop.name}," in line


def touched(trial: Trial) -> str:
    """Taps, drags and a second finger, each once, and a move by touch and button."""
    c.drag(trial)
    c.second_finger(trial)
    if trial.twin.model.game is None:
        c.new_game(trial)
        trial.tap(trial.twin.key(on.Confirm()))
        c.button_begins(trial)
    else:
        trial.twin.take(on.CameraChanged(CameraStatus.LOST))
        trial.tap(trial.twin.key(on.Resume()))
        trial.shows("goes-on")
    text = c.choose(trial)
    player = c.player_of(trial)
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    trial.shows("confirmed")
    kept = trial.moves_kept() or []
    if kept[-1:] != [text]:
        raise Failed(f"on disk is {kept}, not {text}")
    return f"drags, a second finger, {text} by touch and button; {trial.leds_follow()}"


def _checks() -> tuple[Check, ...]:
    each = ((named(partial(opened, one), f"{one.name} opened"), one) for one in (X, WAYLAND))
    return tuple(
        check for open_, one in each for check in (open_, named(touched, f"{one.name} touched"))
    )


CHECKS = _checks()
