"""What the machine must do, one function per line of the table; each returns what was seen.

They follow one another as an evening does: switched on, tried, a game begun, played, cut short.
"""

from __future__ import annotations

import time

import pygame

from device.core import events as on
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.handlers.picks import legal_offers
from device.games.sepmosa.model import Phase
from device.system.kiosk import SWITCHED_OFF
from device.ui.state import Sheet
from engine.sepmosa import Place, Player, cell_name, move_name
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import Check, Trial
from tests.appliance.twin import BARS, bars_in, is_shown

WATCHDOG_S = 30  # in the unit
A_WHILE = 3.0  # seconds in which something wrong would show
OTHER = {Player.ONE: Player.TWO, Player.TWO: Player.ONE}


def home(trial: Trial) -> str:
    """Switched on, it shows its first screen, and systemd hears of it no sooner."""
    seconds = trial.boot()
    trial.new_twin()
    if trial.state() != "active":
        raise Failed("systemd does not call it active")
    trial.shows("home", seconds=20)
    return f"ready after {seconds:.0f} s, and that picture is on the screen"


def renderer(trial: Trial) -> str:
    """It says which renderer draws, and what it read back."""
    told = trial.journal()
    (screen,) = (line for line in told.splitlines() if "screen: KMSDRM" in line)
    if told.count("on the screen: the picture drawn") != 2:
        raise Failed(f"it was not read back twice: {told}")
    return screen.partition("screen: ")[2]


def quiet(trial: Trial) -> str:
    """Nothing is written to the journal as an error, and little at all."""
    errors = trial.journal("-p err").strip()
    if errors and "No entries" not in errors:
        raise Failed(f"errors in the journal: {errors[-400:]}")
    lines = trial.journal().splitlines()
    if len(lines) > 20:
        raise Failed(f"{len(lines)} lines in the journal: {lines[-1]}")
    return f"{len(lines)} lines in the journal, no error"


def drag(trial: Trial) -> str:
    """A drag pushes a list, and taps nothing; another moves a knob."""
    trial.tap(trial.twin.key(on.Go(Phase.PAST_GAMES)))
    trial.shows("past-games")
    trial.drag(*trial.twin.pushed(120))
    if trial.twin.screen._view.ui.scroll != 120:
        raise Failed("the twin's list was not pushed")
    trial.shows("past-games-pushed")
    trial.tap(trial.twin.key(on.Back()))
    trial.tap(trial.twin.key(on.Go(CommonPhase.SETTINGS)))
    trial.shows("settings")
    start, end = trial.twin.slid()
    trial.drag(start, end)
    trial.shows("settings-dimmer")
    trial.drag(end, start)
    trial.shows("settings-bright")
    trial.tap(trial.twin.key(on.Back()))
    trial.shows("home-again")
    return "the list by 120 px; brightness and back"


def second_finger(trial: Trial) -> str:
    """A second finger on another key does nothing, neither before nor after the first."""
    one, two = (trial.twin.key(on.Go(phase)) for phase in (Phase.HELP, CommonPhase.SETTINGS))
    hands = trial.hands
    hands.down((10, 10))
    hands.down(two, slot=1)
    time.sleep(0.3)
    hands.up(slot=1)
    trial.stays("second-finger", A_WHILE)
    hands.down(one, slot=1)
    hands.up()
    hands.up(slot=1)
    trial.stays("second-finger-alone", A_WHILE)
    return "two keys touched with it, none pressed"


def replugged_touchscreen(trial: Trial) -> str:
    """A touchscreen unplugged under a finger and plugged in again is heard."""
    key = trial.twin.key(on.Go(Phase.HELP))
    trial.hands.down(key)
    time.sleep(0.5)
    trial.hands.replug_touchscreen()
    trial.hands.up()
    trial.stays("touchscreen-back", A_WHILE)
    trial.tap(key)
    trial.shows("rules")
    trial.tap(trial.twin.key(on.Back()))
    trial.shows("home-after-rules")
    return "the touch under way meant nothing, the next one did"


SEEN = """
from device.camera.choose import opener_for
from device.core.config import read_config
from device.system.doctor.report import camera_rows, screen_rows, touch_rows
from pathlib import Path
opener = opener_for(read_config(Path("/etc/sepmosa/config.toml")))
for rows in (screen_rows(), touch_rows(), camera_rows(opener)):
    for name, told in rows:
        print(f"{name}: {told}")
"""  # the doctor's report without its reading, which takes long here
UNITS = "/etc/systemd/system/sepmosa.service.d"
LGPIO = "/usr/lib/python3/dist-packages/lgpio.py"
AS_COMPANION = "setpriv --reuid sepmosa --regid sepmosa --init-groups"


def fallback(trial: Trial) -> str:
    """Asked for a renderer that shows nothing here, it sees that and takes another."""
    run = trial.machine.run
    begun = run("date +%s").strip()
    asked = "[Service]\\nEnvironment=SDL_FRAMEBUFFER_ACCELERATION=opengl\\n"
    run(f"printf '{asked}' >{UNITS}/asked.conf && systemctl daemon-reload")
    run("systemctl restart sepmosa", PATIENCE)
    trial.new_twin()
    trial.shows("home-by-fallback")
    run(f"rm {UNITS}/asked.conf && systemctl daemon-reload")
    told = trial.journal(f"--since @{begun}")
    for wanted in ("800 x 480, opengles2", "before: opengl: "):
        if wanted not in told:
            raise Failed(f"no {wanted!r} in: {told}")
    return told.partition("before: ")[2].partition(")")[0]


def report(trial: Trial) -> str:
    """The doctor's report tells of this screen, touchscreen and camera, to the companion's user."""
    run = trial.machine.run
    run(f"systemctl stop sepmosa; cat >/tmp/seen.py <<'EOF'\n{SEEN}\nEOF", PATIENCE)
    told = run(f"{AS_COMPANION} /usr/lib/sepmosa/bin/python /tmp/seen.py 2>&1", PATIENCE)
    wanted = ("renderer: opengles2", "read back: the picture drawn", "MultiTouch, touch", "vivid")
    missing = [each for each in (*wanted, "frames: ", "format: YUYV") if each not in told]
    if missing:
        raise Failed(f"no {missing[0]!r} in: {told}")
    run("systemctl start sepmosa", PATIENCE)
    trial.new_twin()
    trial.shows("home-after-report")
    return "; ".join(line for line in told.splitlines() if line.partition(":")[0] in TOLD)


TOLD = ("renderer", "read back", "flips", "format", "frames")


def new_game(trial: Trial) -> str:
    """A game is begun by taps; the lot is the machine's."""
    at = trial.twin.key(on.Go(Phase.NEW_GAME))
    trial.hands.tap(at)
    pictures = {}
    for lot in Player:
        trial.new_twin(lot=lot)
        trial.twin.touch((pygame.FINGERDOWN, at), (pygame.FINGERUP, at))
        pictures[lot] = trial.twin.picture()

    def fallen() -> list[Player]:
        screen = trial.machine.screen()
        return [lot for lot, wanted in pictures.items() if is_shown(screen, wanted)]

    (lot,) = trial.wait_for(fallen, "who starts")
    trial.new_twin(lot=lot)
    trial.twin.touch((pygame.FINGERDOWN, at), (pygame.FINGERUP, at))
    trial.shows("new-game")
    return f"the lot fell on player {lot.value + 1}"


def camera_picture(trial: Trial) -> str:
    """The camera's picture is on the screen on which the table is set."""
    trial.tap(trial.twin.key(on.Confirm()))
    sees_bars(trial, "set-the-table")
    return "eight bars in their order"


def sees_bars(trial: Trial, name: str) -> None:
    """Waits until the camera's picture, eight bars, is where it belongs; raises Failed."""
    live = trial.twin.live()

    def is_there() -> bool:
        screen = trial.machine.screen()
        return is_shown(screen, trial.twin.picture(), live) and bars_in(screen, live) == BARS

    try:
        trial.wait_for(is_there, "the camera's picture")
    finally:
        trial.keep(name)


def camera_pulled(trial: Trial) -> str:
    """A camera pulled is told, and seen again when it is plugged in."""
    trial.hands.pull_camera()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("camera-pulled")
    trial.hands.plug_camera()
    trial.twin.take(on.CameraChanged(CameraStatus.WELL))
    sees_bars(trial, "camera-back")
    return "told, and its picture is back"


def other_terminal(trial: Trial) -> str:
    """Ctrl-Alt-F2 gives a login; neither these keys nor what is typed there confirms anything."""
    hands, run = trial.hands, trial.machine.run
    hands.keys("ctrl", "alt", "f2")
    trial.wait_for(
        lambda: run("cat /sys/class/tty/tty0/active").strip() == "tty2", "terminal 2", 30
    )
    run("until grep -aq login: /dev/vcs2; do sleep 0.3; done", PATIENCE)
    for key in "alla":
        hands.keys(key)
        time.sleep(0.3)
    run("until grep -aq 'login: alla' /dev/vcs2; do sleep 0.3; done")
    trial.keep("login")
    hands.keys("ctrl", "alt", "f1")
    trial.wait_for(
        lambda: run("cat /sys/class/tty/tty0/active").strip() == "tty1", "terminal 1", 30
    )
    sees_bars(trial, "back-from-login")
    return "alla typed at the login; the companion waits as before"


def button_begins(trial: Trial) -> str:
    """With no camera the game begins by touch and a button, and the LEDs say whose turn it is."""
    trial.hands.pull_camera()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("no-camera")
    for at in range(len(trial.twin.model.checklist)):
        if not trial.twin.model.checklist[at].is_done:
            trial.tap(trial.twin.key(own.ChooseCheck(at)))
    player = trial.twin.lot.player
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    if trial.twin.model.phase is not Phase.TURN:
        raise Failed(f"the twin is in {trial.twin.model.phase}")
    trial.shows("first-turn")
    return trial.leds_follow()


def choose(trial: Trial) -> str:
    """Chooses a tile and its place by touch; returns the move's text."""
    table = trial.twin.model.table
    assert table is not None
    places = [each.move for each in legal_offers(table) if isinstance(each.move, Place)]
    move = places[7 * table.turn % len(places)]
    trial.tap(trial.twin.sheet(Sheet.TILES))
    trial.shows(f"all-tiles-{table.turn}")
    trial.tap(trial.twin.key(own.ChooseTile(move.tile)))
    trial.shows(f"tile-chosen-{table.turn}")
    if trial.twin.model.pick.only is None:
        trial.tap(trial.twin.cell(move.cell))
        trial.shows(f"place-chosen-{table.turn}")
    only = trial.twin.model.pick.only
    if only is None or only.move != move:
        raise Failed(f"the twin offers {only}, not {move.tile} at {cell_name(move.cell)}")
    return move_name(move)


def button_confirms(trial: Trial) -> str:
    """A move chosen by touch is confirmed by the player's button; the LEDs change over."""
    text = choose(trial)
    player = player_of(trial)
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    trial.shows("move-confirmed")
    kept = trial.moves_kept()
    if kept != [text]:
        raise Failed(f"on disk is {kept}, not {text}")
    return f"{text}, on disk; {trial.leds_follow()}"


def player_of(trial: Trial) -> Player:
    """Whose turn it is."""
    table = trial.twin.model.table
    assert table is not None
    return table.player


def power_cut(trial: Trial) -> str:
    """The power is cut as soon as the LED has changed over; nothing is lost."""
    texts = [*(trial.moves_kept() or []), choose(trial)]
    player = player_of(trial)
    trial.hands.press_until_lit(player, OTHER[player], 60)
    trial.machine.cut()
    trial.twin.take(on.Press(player))
    seconds = trial.boot()
    trial.new_twin()
    trial.shows("after-the-cut")
    kept = trial.moves_kept()
    if kept != texts:
        raise Failed(f"on disk is {kept}, not {texts}")
    trial.hands.pull_camera()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.tap(trial.twin.key(on.Resume()))
    trial.shows("goes-on")
    return f"{' '.join(kept)} there after {seconds:.0f} s; the game goes on"


def hang(trial: Trial) -> str:
    """A companion that hangs is ended by the watchdog and comes back in the same game."""
    begun = time.monotonic()
    before = trial.machine.run("systemctl show -p MainPID --value sepmosa").strip()
    trial.machine.run(f"kill -STOP {before}")

    def is_back() -> bool:
        now = trial.machine.run("systemctl show -p MainPID --value sepmosa").strip()
        return now not in ("0", before) and trial.state() == "active"

    trial.wait_for(is_back, "it is back", PATIENCE + WATCHDOG_S)
    told = trial.machine.run("journalctl -u sepmosa -b --no-pager -o cat")
    # stopped between two frames the main thread's own may be beyond telling; the others are there
    if "Failed with result 'watchdog'" not in told or "(most recent call first)" not in told:
        raise Failed(f"the journal does not say what hung: {told[-1000:]}")
    trial.new_twin()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("after-the-hang")
    return f"back after {time.monotonic() - begun:.0f} s, with a dump of every thread"


def safe_mode(trial: Trial) -> str:
    """After three failed starts it comes up in safe mode and says so."""
    run = trial.machine.run
    config = "/etc/sepmosa/config.toml"
    run(f"mv {config} /root/ && printf '[screen]\\nlanguage = 7\\n' >{config}")
    trial.machine.attempt("systemctl restart sepmosa", PATIENCE)
    is_safe = "safe mode after three failed starts", 2 * PATIENCE
    trial.wait_for(lambda: "safe mode" in trial.journal("-p err"), *is_safe)
    trial.wait_until_up()
    trial.new_twin(troubles=(say(Message.FAULT_SAFE_MODE),), camera=CameraStatus.OFF)
    trial.shows("safe-mode")
    trial.tap(trial.twin.key(on.Back()))
    trial.shows("home-in-safe-mode")
    run(f"mv /root/config.toml {config}")
    return "told on the screen, left with a touch"


def bare(trial: Trial) -> str:
    """With its config right again, but neither camera nor what drives the pins, it comes up and
    writes a line about each."""
    run = trial.machine.run
    begun = run("date +%s").strip()
    run(f"mv {LGPIO} {LGPIO}.away && systemctl restart sepmosa", PATIENCE)
    trial.new_twin()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("home-bare")
    lines = trial.journal(f"-p warning --since @{begun}").strip().splitlines()
    told = sorted(line.partition(": ")[2] for line in lines)
    if [line.partition(":")[0] for line in told] != ["camera", "no buttons, played by touch"]:
        raise Failed(f"the journal says {lines}")
    return f"no safe mode; {'; '.join(told)}"


def shut_down(trial: Trial) -> str:
    """The key that shuts down switches the machine off."""
    trial.tap(trial.twin.key(on.Go(CommonPhase.SETTINGS)))
    trial.tap(trial.twin.key(on.Go(CommonPhase.SHUT_DOWN)))
    trial.shows("shut-down")
    begun = time.monotonic()
    trial.hands.tap(trial.twin.key(on.Confirm()))
    trial.wait_for(lambda: not trial.machine.is_on(), "it is off")
    trial.machine.cut()
    return f"off after {time.monotonic() - begun:.0f} s (exit status {SWITCHED_OFF})"


CHECKS: tuple[Check, ...] = (
    home,
    renderer,
    drag,
    second_finger,
    replugged_touchscreen,
    quiet,
    fallback,
    report,
    new_game,
    camera_picture,
    camera_pulled,
    other_terminal,
    button_begins,
    button_confirms,
    power_cut,
    hang,
    safe_mode,
    bare,
    shut_down,
)
