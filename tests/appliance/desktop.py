"""Fingers on a desktop: the companion's window under an X server and under a Wayland compositor, as
Raspberry Pi OS has it, with the kernel's touchscreen. There SDL makes a mouse of the first finger,
and every touch must count once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from device.core import events as on
from device.core.model import CameraStatus
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import STATE, Check, Trial, named

PLACE = "/run/desktop"
LABWC = f"env XDG_RUNTIME_DIR={PLACE} WLR_RENDERER=pixman LIBSEAT_BACKEND=seatd labwc"
START = "systemd-run --quiet --collect"
WINDOW = f"""{START} --unit=window --uid=sepmosa --setenv=GPIOZERO_PIN_FACTORY=lgpio \
--property=BindReadOnlyPaths=/etc/appliance/cpuinfo:/proc/cpuinfo --setenv=HOME={STATE} \
--working-directory={STATE} --setenv=XDG_RUNTIME_DIR={PLACE} {{}} \
-- sepmosa companion --kiosk --config /etc/sepmosa/config.toml --state {STATE}"""


@dataclass(frozen=True, slots=True)
class Desktop:
    """A way to show windows: how it is started, when it is up, and how SDL finds it."""

    name: str
    driver: str  # SDL's
    start: str
    is_up: str
    variables: str


DESKTOPS = (
    Desktop(
        "Xorg",
        "x11",
        "Xorg :0 vt7 -ac -nolisten tcp -noreset -nocursor",
        "test -S /tmp/.X11-unix/X0",
        "--setenv=DISPLAY=:0",
    ),
    Desktop(
        "labwc",
        "wayland",
        f"--uid=sepmosa -- {LABWC}",
        f"test -S {PLACE}/wayland-0",
        "--setenv=SDL_VIDEODRIVER=wayland --setenv=WAYLAND_DISPLAY=wayland-0",
    ),
    Desktop(
        "labwc and Xwayland",  # SDL's own choice there
        "x11",
        f"--uid=sepmosa -- {LABWC}",
        "test -S /tmp/.X11-unix/X0",
        "--setenv=DISPLAY=:0 --setenv=WAYLAND_DISPLAY=wayland-0",
    ),
)


def opened(desktop: Desktop, trial: Trial) -> str:
    """The companion's window fills the desktop."""
    run = trial.machine.run
    if not trial.machine.is_on():
        trial.boot()
    run("systemctl stop sepmosa window desktop; rm -rf /tmp/.X11-unix/X0 /tmp/.X0-lock", PATIENCE)
    run(f"rm -rf {PLACE} && install -d -m 700 -o sepmosa {PLACE}")
    run(f"{START} --unit=desktop {desktop.start}")
    run(f"until {desktop.is_up}; do sleep 0.5; done", PATIENCE)
    begun = run("date +%s").strip()
    _open_window(desktop, trial, 0)
    told = run(f"journalctl -u window --no-pager -o cat --since @{begun}")
    if f"screen: {desktop.driver}, 800 x 480" not in told:
        raise Failed(f"the window says {told}")
    return f"{desktop.driver}, 800 x 480"


def turned(desktop: Desktop, degrees: int, trial: Trial) -> str:
    """The window opened again with its picture turned: every touch is where the finger is."""
    trial.machine.run("systemctl stop window", PATIENCE)
    _open_window(desktop, trial, degrees)
    return touched(trial)


def _open_window(desktop: Desktop, trial: Trial, degrees: int) -> None:
    trial.turn(degrees)
    trial.machine.run(WINDOW.format(desktop.variables))
    trial.fetch_games()
    trial.new_twin()
    trial.shows(f"home-{desktop.name}-{degrees}")


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


def checks_of(desktop: Desktop) -> Iterator[Check]:
    """Upright everywhere; under the first one in every rotation too: the turning is the product's
    own, whoever gives the touches."""
    yield named(partial(opened, desktop), f"{desktop.name} opened")
    yield named(touched, f"{desktop.name} touched")
    if desktop is DESKTOPS[0]:
        for degrees in (90, 180, 270):
            yield named(partial(turned, desktop, degrees), f"{desktop.name} turned {degrees}")


CHECKS: tuple[Check, ...] = tuple(check for each in DESKTOPS for check in checks_of(each))
