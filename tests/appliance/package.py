"""The package's life on a machine that is on: upgraded with a game open, from an older package and
from version 0.1 below /opt, shared, removed, installed again, purged; each function is a line of
the table."""

from __future__ import annotations

import filecmp
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from device.core import events as on
from device.core.effects import LedState
from device.core.model import CameraStatus
from engine.sepmosa import Player
from tests.appliance import checks as c
from tests.appliance import share
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.root import SOURCE, run_here
from tests.appliance.trial import CONFIG, STATE, Check, Trial

BEFORE = "d541352"  # the last package that knew no sharing, and let nobody else read the games
PLAYED = ["R7@4+1", "R8@4+2", "R9@4+3"]
NOWHERE = (165, 240)  # where the home screen has no key
ITS_PYTHON = "$(head -n 1 $(readlink -f $(command -v sepmosa)) | cut -c 3-)"  # wherever it is
BEGIN = f"""
from pathlib import Path
from device.store.store import Store
from engine.sepmosa import Player, Start, new_game, parse_move
with Store(Path("{STATE}/games.txt"), lambda: "2026-02-01T12:00+00:00") as store:
    game = new_game(Start(Player.ONE))
    number = store.begin(("Anna", "Ben"), game.log)
    for text in {PLAYED}:
        after = len(game.log)
        game = game.play(parse_move(text))
        store.append(number, game.log[after:], after)
"""  # by the older version itself
KEEP = "-o Dpkg::Options::=--force-confold"  # what a person answers when asked about the config
LEFT = "find / -xdev -iname '*sepmosa*' -not -path '/proc/*' -not -path '/sys/*'"


def game_open(trial: Trial) -> str:
    """The older version is up and a game is being played on it."""
    run = trial.machine.run
    seconds = trial.boot()
    run(f"systemctl stop sepmosa; cat >/tmp/begin.py <<'EOF'\n{BEGIN}\nEOF", PATIENCE)
    run(f"umask 077; {c.AS_COMPANION} {ITS_PYTHON} /tmp/begin.py", PATIENCE)  # as its unit has it
    run("systemctl start sepmosa", PATIENCE)
    trial.fetch_games()
    trial.new_twin()
    version = _version(trial)
    trial.keep(f"home-{version}")
    trial.hands.tap(trial.twin.key(on.Resume()))
    wanted = {Player.ONE: LedState.OFF, Player.TWO: LedState.LIT}
    trial.wait_for(lambda: trial._leds() == wanted, f"LEDs {wanted}", 60)
    trial.keep(f"playing-{version}")
    trial.hands.pull_camera()  # now: its loss is told on the screen, and moves keys there
    return f"{version} up after {seconds:.0f} s, in turn {len(PLAYED) + 1} of a game"


def upgraded(trial: Trial) -> str:
    """The new version is installed while the game is open; it goes on where it was."""
    seconds = _install(trial)
    trial.new_twin()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("after-the-upgrade")
    if trial.moves_kept() != PLAYED:
        raise Failed(f"on disk is {trial.moves_kept()}")
    # The kernel does not repeat coordinates that are as they were at the touch before, and SDL that
    # has started since does not know them: so a touch elsewhere comes first.
    trial.hands.tap(NOWHERE)
    trial.tap(trial.twin.key(on.Resume()))
    trial.shows("goes-on-after-the-upgrade")
    text = c.choose(trial)
    player = c.player_of(trial)
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    trial.shows("confirmed-after-the-upgrade")
    kept = trial.moves_kept()
    if kept != [*PLAYED, text]:
        raise Failed(f"on disk is {kept}")
    return f"{_version(trial)} after {seconds:.0f} s; {' '.join(kept)} on disk"


def shared(trial: Trial) -> str:
    """Games that nobody else could read before are shared; the units for it have come along."""
    modes = trial.machine.run(f"stat -c %a {STATE}/games.txt {STATE}/games.txt.lock").split()
    if modes != ["640", "640"]:
        raise Failed(f"modes of the games' files: {modes}")
    share.wish(trial)
    moves = [each["move"] for each in share.live(trial)["game"]["moves"]]
    share.unwish(trial)
    if moves[: len(PLAYED)] != PLAYED:
        raise Failed(f"{moves} are shown")
    return f"readable by the group; {' '.join(moves)} shown, and no longer"


def nothing_in_opt(trial: Trial) -> str:
    """What version 0.1 had put beside the system's own folders is gone."""
    places = "/opt/sepmosa /etc/systemd/system/sepmosa.service /usr/local/bin/sepmosa"
    left = trial.machine.run(f"ls -d {places} /etc/udev/rules.d/*sepmosa* 2>/dev/null || true")
    if left.strip():
        raise Failed(f"left behind: {left.split()}")
    used = trial.machine.run("systemctl show -P FragmentPath sepmosa; readlink -f $(which sepmosa)")
    return ", ".join(used.split())


def removed(trial: Trial) -> str:
    """Removed, the program is gone and a login is on the screen; config and games stay."""
    run = trial.machine.run
    run("sh -c 'apt-get remove -y sepmosa 2>&1'", PATIENCE)
    for gone in ("/usr/bin/sepmosa", "/usr/lib/sepmosa", "/usr/lib/systemd/system/sepmosa.service"):
        run(f"test ! -e {gone}")
    run(f"test -s {STATE}/games.txt && test -s /etc/sepmosa/config.toml")
    run("until grep -aq login: /dev/vcs1; do sleep 0.3; done", PATIENCE)
    trial.keep("removed")
    return "no program; config, games and a login on the screen"


def back_again(trial: Trial) -> str:
    """Installed again, the game is there again."""
    seconds = _install(trial)
    trial.new_twin()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.shows("back-again")
    kept = trial.moves_kept() or []
    if kept[: len(PLAYED)] != PLAYED:
        raise Failed(f"on disk is {kept}")
    return f"after {seconds:.0f} s, {' '.join(kept)}"


def purged(trial: Trial) -> str:
    """Purged, nothing is left of it."""
    trial.machine.run("sh -c 'apt-get purge -y sepmosa 2>&1'", PATIENCE)
    ours = ("/etc/systemd/system/sepmosa.service.d", "/root/", "/dev/", "/var/lib/systemd/")
    found = trial.machine.run(LEFT).splitlines()
    left = [line for line in found if not line.startswith(ours)]
    if left:
        raise Failed(f"left behind: {left}")
    status, _ = trial.machine.attempt("getent passwd sepmosa || getent group sepmosa")
    if status == 0:
        raise Failed("the account is still there")
    return "no file, no account"


def same_bytes(trial: Trial) -> str:
    """Built once more from a clean clone elsewhere, at another hour, it is the same file."""
    with TemporaryDirectory() as folder:
        clone, out = Path(folder, "another place"), Path(folder, "out")
        run_here(["git", "clone", "--quiet", SOURCE, clone])
        words = [str(SOURCE / ".venv/bin/python"), "systemd/package/build.py"]
        words += ["--release", "trixie", "--machine", "amd64", "--out", str(out)]
        subprocess.run(
            ["env", "TZ=Asia/Tokyo", "sh", "-c", 'umask 077; exec "$@"', "sh", *words],
            cwd=clone, check=True, capture_output=True,
        )  # fmt: skip
        (made,) = out.iterdir()
        (first,) = trial.machine.folder.glob(f"deb-*-now/{made.name}")
        if not filecmp.cmp(made, first, shallow=False):
            raise Failed(f"{made.name} differs")
        return f"{made.name}, {made.stat().st_size / 1e6:.1f} MB"


def _install(trial: Trial) -> float:
    """Installs the package that lies in /root, the config being kept as it is; how many seconds
    that took."""
    mine = trial.machine.run(f"sha256sum {CONFIG}")
    begun = time.monotonic()
    # --reinstall: between two versions packages have the same number
    words = f"apt-get install -y --reinstall {KEEP} /root/sepmosa_*.deb 2>&1"
    words = f"DEBIAN_FRONTEND=noninteractive {words}"
    told = trial.machine.run(words, 2 * PATIENCE)
    (trial.out / "apt.txt").write_text(told, encoding="utf-8")
    trial.wait_until_up()
    if trial.machine.run(f"sha256sum {CONFIG}") != mine:
        raise Failed("the config is not as it was")
    return time.monotonic() - begun


def _version(trial: Trial) -> str:
    status, told = trial.machine.attempt("dpkg-query -W -f '${Version}' sepmosa")
    return told.strip() if status == 0 else "0.1.0"


CHECKS: tuple[Check, ...] = (
    same_bytes, game_open, upgraded, shared, removed, back_again, purged,
)  # fmt: skip
OPT_CHECKS: tuple[Check, ...] = (game_open, upgraded, nothing_in_opt, shared)
