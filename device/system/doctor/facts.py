"""Gathers what the doctor judges: looks at files and devices, opens nothing that is in use."""

from __future__ import annotations

import fcntl
import grp
import os
import platform
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path

from device.core.config import Config, ConfigError, read_config
from device.core.messages import Message
from device.store.config_file import NAME
from device.store.file import StoreError, is_odd, read_games, read_tally, source_of
from device.system.doctor.judge import FileState, MachineFacts
from device.system.facts import MOSAIX_NETWORKS, TILE_NETWORKS
from device.system.failed_starts import Starts
from device.system.speech import MISSING, find_engine
from engine.mosaix.values import SIZE
from vision.boards.reading import BoardReading
from vision.regular import read_regular

ACCOUNT = "sepmosa"
PACKAGES = ("sepmosa-companion", "numpy", "opencv-python-headless", "pygame-ce", "gpiozero")
TABLE_PICTURE, MOVE = "known-table.jpg", "R7@4+1"  # a picture beside the networks, what it shows
DICE_PICTURE, FIGURE = "known-dice.jpg", "TXO/.X."
BOARD_PICTURE = "known-board.jpg"
BOARD = "OOOOOOX/TTTTTXX/OOOOXXT/OOOOXTT/XXXXXXT/XXXTTTT/XXXTTTX"
ROOT = Path("/")


def gather(overlay: Path | None, state: Path, runtime: Path | None = None) -> MachineFacts:
    """All the facts; `runtime` is where starts are counted when `state` cannot be written."""
    config, problems, unread = known_config(overlay, state / NAME)
    model = text_in(ROOT / "proc/device-tree/model").rstrip("\0")
    account = _account(state)
    is_pi = "Raspberry Pi" in model
    wants_buttons = config.flag("buttons", "on") if config else True
    return MachineFacts(
        is_pi=is_pi,
        machine=model or f"{platform.system()} {platform.machine()}",
        python=sys.version_info[:2],
        versions={name: _version(name) for name in PACKAGES},
        config_problems=problems,
        config_unread=unread,
        wants_camera=config is None or config.text("camera", "source") != "none",
        wants_buttons=wants_buttons,
        cameras=(*_pi_cameras(), *usb_cameras()),
        picamera_trouble=_picamera_trouble(),
        model_troubles=model_troubles(),
        state=str(state),
        state_trouble=state_trouble(state),
        free_bytes=_free(state),
        games=games_state(state / (config.text("files", "games") if config else "games.txt")),
        damaged_files=tuple(sorted(path.name for path in _damaged(state))),
        failed_starts=Starts(filter(None, (state, runtime))).failed,
        account=account,
        asker=_asker(),
        groups=_groups_of(account),
        known_groups=frozenset(group.gr_name for group in grp.getgrall()),
        screen_trouble=screen_trouble(ROOT, os.environ, is_pi),
        touch_trouble=_device_trouble(ROOT, "dev/input/event*", "no touch or other input"),
        buttons_trouble=_buttons_trouble(ROOT),
        sound_trouble=_device_trouble(ROOT, "dev/snd/pcm*p", "no sound device"),
        speech_trouble=None if find_engine() else MISSING,
        throttled=throttled(),
    )


# Software


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def known_config(
    *overlays: Path | None,
) -> tuple[Config | None, tuple[str, ...], Mapping[str, int]]:
    """The configuration as far as it can be read, its problems, and the files that cannot be."""
    refusals = {path: _refusal(path) for path in overlays if path is not None}
    unread = {str(path): number for path, number in refusals.items() if number is not None}
    try:
        return read_config(*(path for path, no in refusals.items() if no is None)), (), unread
    except ConfigError as wrong:
        return None, wrong.problems, unread


def _refusal(path: Path) -> int | None:
    """The system's number for why a file that may be there cannot be read."""
    try:
        read_regular(path, 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as no:
        return no.errno
    return None


def model_troubles(models: Path | None = None) -> Mapping[str, str | None]:
    """What is wrong with the networks of both games: first the files, then what they make of
    drawn pictures."""
    from vision.net import MODELS

    models = models or MODELS
    return {
        **_troubles(models, TILE_NETWORKS, "a drawn table is read", _misread),
        **_troubles(models, MOSAIX_NETWORKS, "drawn dice and boards are read", _mosaix_misread),
    }


def _troubles(
    models: Path, names: Iterable[str], told: str, misread: Callable[[Path], str | None]
) -> Mapping[str, str | None]:
    missing = [name for name in names if not is_there(models / name)]
    if missing:
        return dict.fromkeys(missing, "missing")
    try:
        return {told: misread(models)}
    except (ValueError, KeyError) as error:
        return {told: str(error).strip().splitlines()[-1][:120]}


def _misread(models: Path) -> str | None:
    from engine.sepmosa import Player, Start, new_game
    from vision.image_file import read_image
    from vision.judge.look import open_eyes, propose_from_frames

    table = new_game(Start(Player.ONE)).state
    frame = read_image(models / TABLE_PICTURE)
    seen = propose_from_frames(open_eyes(models), table, [], [frame])
    return None if str(seen.move) == MOVE else f"{MOVE} was drawn, {seen.move} was read"


def _mosaix_misread(models: Path) -> str | None:
    from engine.mosaix import parse_figure
    from engine.mosaix.values import QUARTERS
    from vision.boards.read import read_board
    from vision.dice.read import read_throw
    from vision.image_file import read_image
    from vision.mosaix import MosaixEyes

    eyes, figure = MosaixEyes(models), parse_figure(FIGURE)
    throw = read_throw(eyes.dice, read_image(models / DICE_PICTURE))
    if throw.figure is None or throw.figure.canonical() != figure.canonical():
        return f"{figure} was drawn, {throw.figure} was read"
    board = read_board(eyes.boards, read_image(models / BOARD_PICTURE))
    is_right = board.is_sure and any(_letters(board.turned(turn)) == BOARD for turn in QUARTERS)
    return None if is_right else "the board that was drawn is not the one that was read"


def _letters(board: BoardReading) -> str:
    """A board's symbols as text, row by row."""
    letters = [seen.symbol.value if seen.symbol else "." for seen in board.cells]
    return "/".join("".join(letters[at : at + SIZE]) for at in range(0, len(letters), SIZE))


# Files


def is_there(path: Path) -> bool:
    """Whether there is such a thing; where nobody may look there may well be."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def state_trouble(state: Path) -> int | None:
    """The system's number for why nothing can be written there, or where it is to be made."""
    try:
        with tempfile.TemporaryFile(dir=_nearest(state)) as file:
            file.write(b"x")
    except OSError as no:
        return no.errno
    return None


def _free(state: Path) -> int | None:
    try:
        return shutil.disk_usage(_nearest(state)).free
    except OSError:
        return None


def _nearest(folder: Path) -> Path:
    """The folder itself, or the nearest around it that is there."""
    return next((each for each in (folder, *folder.parents) if is_there(each)), ROOT)


def _damaged(state: Path) -> Iterator[Path]:
    try:
        yield from state.glob("*.damaged-*")
    except OSError:
        return


def games_state(path: Path) -> FileState:
    """How the file is, judged by reading alone, also while a companion writes to it."""
    try:
        source = source_of(path)
        if source is None:
            return FileState.NONE if read_tally(path) is None else FileState.GONE
        if is_odd(source):
            return FileState.NO_FILE
        if not read_games(source).is_sound:
            return FileState.DAMAGED
        return FileState.IN_USE if _is_locked(Path(f"{source}.lock")) else FileState.SOUND
    except StoreError as no:
        is_newer = no.sentence.message is Message.FAULT_NEWER
        return FileState.NEWER if is_newer else FileState.UNREADABLE
    except OSError:
        return FileState.UNREADABLE


def _is_locked(lock: Path) -> bool:
    if is_odd(lock):
        return False
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


# The account


def _account(state: Path) -> str:
    """The companion's own account where the games are its, or it is installed and root asks;
    else that of who asks."""
    try:
        own = pwd.getpwnam(ACCOUNT).pw_uid
    except KeyError:
        return _asker()
    return ACCOUNT if os.getuid() in (0, own) or _may_belong(state, own) else _asker()


def _may_belong(folder: Path, owner: int) -> bool:
    """Whether a folder is that owner's; one that is hidden may well be."""
    try:
        return folder.stat().st_uid == owner
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def _asker() -> str:
    """The name of the account that asks; its number where it has none."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _groups_of(account: str) -> frozenset[str]:
    try:
        own = pwd.getpwnam(account).pw_gid
    except KeyError:
        own = os.getgid()
    return frozenset(
        group.gr_name for group in grp.getgrall() if account in group.gr_mem or group.gr_gid == own
    )


# Devices


def _pi_cameras() -> tuple[str, ...]:
    try:
        from picamera2 import Picamera2

        return tuple(str(each.get("Model", "camera")) for each in Picamera2.global_camera_info())
    except Exception:  # noqa: BLE001  said by _picamera_trouble; libcamera raises what it likes
        return ()


def _picamera_trouble() -> str | None:
    try:
        import picamera2  # noqa: F401
    except (ImportError, ValueError) as error:  # ValueError: built against another numpy
        return str(error)
    return None


def usb_cameras(root: Path = ROOT) -> tuple[str, ...]:
    """The names of USB cameras, each once."""
    folders = sorted((root / "sys/class/video4linux").glob("video*"))
    on_usb = (folder for folder in folders if "/usb" in str(folder.resolve()))
    names = (text_in(folder / "name").strip() or folder.name for folder in on_usb)
    return tuple(dict.fromkeys(names))


def screen_trouble(root: Path, environment: Mapping[str, str], is_pi: bool) -> str | None:
    """Why nothing can be shown."""
    if any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        return None
    if is_pi:
        return _device_trouble(root, "dev/dri/card*", "no screen is connected")
    return "there is no desktop session"


def _buttons_trouble(root: Path) -> str | None:
    try:
        import lgpio  # type: ignore[import-not-found]  # noqa: F401
    except ImportError as error:
        return str(error)
    return _device_trouble(root, "dev/gpiochip*", "this machine has no pins")


def _device_trouble(root: Path, pattern: str, nothing: str) -> str | None:
    """None if one such device is there and may be used."""
    found = sorted(root.glob(pattern))
    if not found:
        return nothing
    if any(os.access(each, os.R_OK) for each in found):
        return None
    return f"/{found[0].relative_to(root)} may not be used"


def throttled(root: Path = ROOT, run: Callable[[], str | None] | None = None) -> int | None:
    """The firmware's bits on voltage and heat, asked for in the ways different kernels offer."""
    told = (run or _ask_firmware)()
    if told is None:
        told = text_in(root / "sys/devices/platform/soc/soc:firmware/get_throttled").strip() or None
    if told is not None:
        try:
            return int(told.rpartition("=")[2], 16)
        except ValueError:
            return None
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        if text_in(name).strip() == "rpi_volt":
            return int(text_in(name.with_name("in0_lcrit_alarm")).strip() == "1")
    return None


def _ask_firmware() -> str | None:
    command = shutil.which("vcgencmd")
    if command is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603
            [command, "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def text_in(path: Path) -> str:
    """What a file says; nothing if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
