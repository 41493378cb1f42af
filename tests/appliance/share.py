"""Sharing on a machine that is on: started by a wish, seen, unable to touch anything, stopped; each
function is a line of the table."""

from __future__ import annotations

import json
import shlex
from typing import Any

from device.core import events as on
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import STATE, Check, Trial

CODE = "abcdefgh"
WISH = f"{STATE}/sharing.json"
PAGE = f"http://127.0.0.1:7749/{CODE}/"
FETCH = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
GET = f'/usr/lib/sepmosa/bin/python -c "{FETCH}"'


def off_at_first(trial: Trial) -> str:
    """Nothing is shared before anybody asks for it."""
    c.home(trial)
    state = _state(trial)
    if state != "inactive":
        raise Failed(f"sharing is {state}")
    listening = trial.machine.run("ss -H -tuln").strip()
    if listening:
        raise Failed(f"somebody listens: {listening}")
    return "sharing is inactive, and no port is open"


def switched_on(trial: Trial) -> str:
    """The companion's user writes the wish; the page is there."""
    wish(trial)
    shown = trial.wait_for(lambda: live(trial), "the page is there", 60)
    if shown["game"] is None:
        raise Failed(f"no game is shown: {shown}")
    sharing = json.loads(trial.machine.run("cat /run/sepmosa-share/address.json"))
    trial.machine.run(f"{c.AS_COMPANION} cat /run/sepmosa-share/address.json")
    return f"{len(_games(trial))} games shown; the screen is told: {sharing['trouble']}"


def a_move(trial: Trial) -> str:
    """A move confirmed by touch and button is shown."""
    c.new_game(trial)
    trial.tap(trial.twin.key(on.Confirm()))
    c.button_begins(trial)
    trial.wait_for(lambda: turn(trial) == 1, "the new game is shown", 60)
    text = c.choose(trial)
    player = c.player_of(trial)
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    trial.shows("confirmed-while-shared")
    trial.wait_for(lambda: turn(trial) == 2, "the move is shown", 60)
    shown = live(trial)["game"]["moves"][-1]["move"]
    if shown != text:
        raise Failed(f"{shown} is shown, {text} was played")
    return f"{text} played and shown"


def touches_nothing(trial: Trial) -> str:
    """With its own user, groups and view of the disk, nothing can be written, no device opened."""
    run, attempt = trial.machine.run, trial.machine.attempt
    pid = run("systemctl show -P MainPID sepmosa-share").strip()
    owner, group = run(f"stat -c '%u %G' /proc/{pid}").split()
    if owner in ("0", run("id -u sepmosa").strip()) or group != "sepmosa":
        raise Failed(f"it runs as {owner} of {group}")
    inside = f"nsenter -t {pid} -m setpriv --reuid {owner} --regid sepmosa --clear-groups"
    run(f"{inside} cat {STATE}/games.txt >/dev/null")
    for place in (f"{STATE}/x", f"{STATE}/games.txt", "/run/sepmosa/x", "/etc/x", "/var/lib/x"):
        status, _ = attempt(f"{inside} sh -c 'echo x >>{place}'")
        if status == 0:
            raise Failed(f"{place} can be written")
    asroot = f"nsenter -t {pid} -m sh -c 'echo x >>{STATE}/games.txt'"
    if attempt(asroot)[0] == 0:
        raise Failed("even root would write to the games there")
    devices = set(run(f"{inside} ls /dev").split())
    if found := devices & {"dri", "input", "video0", "gpiochip0", "mem", "vda", "snd"}:
        raise Failed(f"devices: {found}")
    own = run(f"cat /proc/{pid}/status")
    for line in ("CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"):
        if line not in own:
            raise Failed(f"no {line!r} in {own}")
    return (
        f"user {owner}; read, and refused in five places, to root as well; {len(devices)} devices"
    )


def companion_alone(trial: Trial) -> str:
    """Every open port is sharing's; the companion has no socket of the network."""
    ports = trial.machine.run("ss -H -tunlp").strip().splitlines()
    pid = trial.machine.run("systemctl show -P MainPID sepmosa-share").strip()
    if len(ports) != 1 or f"pid={pid}," not in ports[0] or ":7749" not in ports[0]:
        raise Failed(f"open ports: {ports}")
    return "port 7749 alone, and it is sharing's"


def killed(trial: Trial) -> str:
    """Killed, it is back; the game goes on meanwhile."""
    trial.machine.run("systemctl kill -s KILL sepmosa-share")
    trial.wait_for(lambda: _state(trial) == "active" and live(trial), "sharing is back")
    trial.shows("sharing-was-killed")
    return "back, and the companion's screen is as it was"


def switched_off(trial: Trial) -> str:
    """The wish is gone, and so is everything."""
    unwish(trial)
    if trial.machine.run("ss -H -tuln").strip():
        raise Failed("a port is still open")
    trial.machine.run("test ! -e /run/sepmosa-share")
    journal = trial.machine.run("journalctl -u sepmosa-share -b --no-pager -o cat")
    if "Traceback" in journal:
        raise Failed(journal[-400:])
    return "inactive, no port, no folder"


def wish(trial: Trial) -> None:
    """Wishes to share, as the companion does."""
    told = json.dumps({"code": CODE})
    write = f"umask 027; printf '%s' '{told}' >{WISH}.new && mv {WISH}.new {WISH}"
    trial.machine.run(f"{c.AS_COMPANION} sh -c {shlex.quote(write)}")
    trial.wait_for(lambda: _state(trial) == "active", "sharing is up")


def unwish(trial: Trial) -> None:
    """Wishes it no longer."""
    trial.machine.run(f"{c.AS_COMPANION} rm {WISH}")
    trial.wait_for(lambda: _state(trial) == "inactive", "sharing has ended", PATIENCE)


def _state(trial: Trial) -> str:
    return trial.machine.attempt("systemctl is-active sepmosa-share")[1].strip()


def live(trial: Trial) -> Any:
    """What the page says now; None where there is none."""
    status, told = trial.machine.attempt(f"{GET} {PAGE}live.json 2>/dev/null", PATIENCE)
    return json.loads(told) if status == 0 else None


def turn(trial: Trial) -> int | None:
    """The turn of the game shown."""
    game = (live(trial) or {}).get("game")
    return int(game["turn"]) if game else None


def _games(trial: Trial) -> Any:
    return json.loads(trial.machine.run(f"{GET} {PAGE}games.json", PATIENCE))["games"]


CHECKS: tuple[Check, ...] = (
    off_at_first, switched_on, a_move, touches_nothing, companion_alone, killed, switched_off,
)  # fmt: skip
