"""`sepmosa` alone: the companion on its screen, on a desk with a virtual table, or off-screen."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from device.cli import BadInput
from device.core.config import Config, ConfigError, read_config
from device.core.settings import TARGETS
from device.store.file import StoreError
from device.system.memory import share_heaps
from engine.sepmosa.table import TARGET

PLAYERS = ("human", "random", "greedy", "coach")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where things are kept, and who plays at the virtual table."""
    parser.add_argument("--config", metavar="FILE", help="settings that differ from the usual")
    parser.add_argument("--state", metavar="DIR", help="where games are kept")
    parser.add_argument(
        "--players",
        nargs=2,
        choices=PLAYERS,
        metavar="KIND",
        help=f"at the virtual table: {', '.join(PLAYERS)}; else as chosen on the screen",
    )
    parser.add_argument(
        "--kiosk", action="store_true", help="the whole screen, camera and buttons, under systemd"
    )
    parser.add_argument(
        "--game",
        choices=("sepmosa", "mosaix"),
        default="sepmosa",
        help="to play off-screen",
    )
    parser.add_argument("--off-screen", action="store_true", help="play by itself, with no display")
    parser.add_argument("--out", default="out", metavar="DIR", help="for record and pictures")
    parser.add_argument("--seed", type=int, metavar="N", help="of the game off-screen")
    parser.add_argument(
        "--target", type=int, default=TARGET, metavar="N", help="points to win off-screen"
    )


def run(options: argparse.Namespace) -> int:
    """Runs the companion in the way this machine allows."""
    if options.target not in TARGETS:
        raise BadInput(f"--target takes {TARGETS.start} to {TARGETS.stop - 1} points")
    share_heaps()
    if options.kiosk:
        _kiosk(options)
    try:
        overlay = given_config(options.config)
        base = read_config(overlay)
        if options.off_screen or not has_display():
            return _off_screen(options)
        while _on_screen(options, base, overlay):
            pass
    except (ConfigError, StoreError) as wrong:
        raise BadInput(str(wrong)) from None
    return leave(0)


def given_config(path: str | None) -> Path | None:
    """The config file that was named, which must be there; raises BadInput."""
    if not path:
        return None
    try:
        Path(path).stat()
    except (OSError, ValueError) as no:
        raise BadInput(f"cannot read {path[:200]}: {getattr(no, 'strerror', no)}") from None
    return Path(path)


def has_display() -> bool:
    """Whether a window or a whole screen can be opened here."""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("win32", "darwin") or is_pi()


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        model = Path("/proc/device-tree/model").read_text(encoding="utf-8")
    except OSError:
        return False
    return "Raspberry Pi" in model


def state_folder(given: str | None) -> Path:
    """Where games are kept: as given, as systemd says, or in the user's own folder."""
    told = given or os.environ.get("STATE_DIRECTORY")
    if told:
        return Path(told)
    try:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        raise BadInput("no home folder here: --state says where games are kept") from None
    return Path(base) / "sepmosa"


def exports_base(given: str | None) -> Path | None:
    """Where the export folder is on a computer: among the user's documents, so that it is found;
    nowhere of its own if it was said where games are kept."""
    if given or os.environ.get("STATE_DIRECTORY"):
        return None
    from device.store.outbox import ON_STICK, documents_folder

    try:
        return documents_folder(os.environ, Path.home()) / ON_STICK
    except RuntimeError:  # no home folder here
        return None


def _off_screen(options: argparse.Namespace) -> int:
    from device.lab.mosaix.offscreen import play_mosaix
    from device.lab.offscreen import play_offscreen

    seed = time.time_ns() % 100_000 if options.seed is None else options.seed
    print("No display here: the companion plays a game by itself, off-screen.")
    try:
        if options.game == "mosaix":
            play_mosaix(Path(options.out), seed, print)
        else:
            play_offscreen(Path(options.out), seed, print, options.target)
    except OSError as no:
        raise BadInput(f"cannot write to {options.out}: {no.strerror or no}") from None
    return 0


def today() -> str:
    """Day and time as the wall clock says, ISO 8601: a label for people, never a measure."""
    return datetime.now().astimezone().isoformat(timespec="minutes")


def _kiosk(options: argparse.Namespace) -> NoReturn:
    from device.system.kiosk import run_kiosk
    from device.system.logs import open_log
    from device.system.watchdog import dump_on_abort

    open_log(os.environ, sys.stderr)
    dump_on_abort()
    overlay = Path(options.config) if options.config else None
    leave(run_kiosk(overlay, state_folder(options.state), today, os.environ))


def leave(status: int) -> NoReturn:
    """Ends the process at once: a thread that is still reading would be unwound inside OpenCV by
    the interpreter's end, which aborts the process, and "switched off" would look like a crash."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _on_screen(options: argparse.Namespace, base: Config, overlay: Path | None) -> bool:
    """Runs until it is closed; whether it is to restart, configured otherwise."""
    from device.core.loop import End
    from device.store.config_file import NAME, ConfigFile
    from device.store.store import Store
    from device.system.machine import run_device

    folder = state_folder(options.state)
    config_file = ConfigFile(folder / NAME, base)
    config = read_config(overlay, config_file.path)
    with Store(folder / config.text("files", "games"), today) as store:
        if is_pi():
            end = run_device(store, config, config_file)
        else:
            from device.lab.desktop import run_desktop

            exports = exports_base(options.state)
            end = run_desktop(store, config, config_file, options.players, exports)
    return end is End.RESTART
