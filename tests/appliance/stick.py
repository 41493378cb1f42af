"""A USB stick on a machine that is on: put in, given a game, pulled without a word; each function
is a line of the table."""

from __future__ import annotations

import struct

from device.core import events as on
from device.core.export_kind import ExportKind
from device.games.sepmosa.model import Phase
from engine.sepmosa import move_name
from engine.sepmosa.record import read_record
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.games import PLAYED
from tests.appliance.trial import STATE, Check, Trial

SIZE = 64 << 20
BEGIN = 2048  # the partition's first sector
PARTITION = struct.pack("<4xB3xII", 0x0C, BEGIN, SIZE // 512 - BEGIN)  # FAT32, as sticks are sold
PLACE = "/media/sepmosa-sda1"
RECORD = "*.txt"


def formatted(trial: Trial) -> str:
    """A stick with nothing on it is no stick for exports; it is given a file system here."""
    c.home(trial)
    image = trial.machine.folder / "stick.raw"
    image.write_bytes((b"\0" * 446 + PARTITION).ljust(510, b"\0") + b"\x55\xaa")
    with image.open("r+b") as file:
        file.truncate(SIZE)
    put_in(trial)
    trial.machine.run("until test -b /dev/sda1; do sleep 0.3; done; udevadm settle")
    if trial.machine.run("ls /media").strip():
        raise Failed("something is mounted")
    trial.machine.run("mkfs.vfat -n HOLIDAY /dev/sda1 && sync")
    pull(trial)
    return "a partition without a file system is left alone"


def mounted(trial: Trial) -> str:
    """Put in, it is mounted, and the companion's user alone may write to it, at once."""
    put_in(trial)
    trial.wait_for(lambda: is_mounted(trial), "it is mounted", 60)
    told = trial.machine.run("findmnt -no OPTIONS /dev/sda1").strip()
    lacking = {"rw", "sync", "nosuid", "nodev", "noexec"} - set(told.split(","))
    if lacking:
        raise Failed(f"it is mounted without {lacking}: {told}")
    trial.machine.run(f"{c.AS_COMPANION} sh -c 'echo x >{PLACE}/x && rm {PLACE}/x'")
    if trial.machine.attempt(f"setpriv --reuid nobody sh -c 'echo x >{PLACE}/x'")[0] == 0:
        raise Failed("anybody may write to it")
    return f"at {PLACE}, {told[:60]}"


def exported(trial: Trial) -> str:
    """A past game is written to it by touch; the screen says so."""
    trial.tap(trial.twin.key(on.Go(Phase.PAST_GAMES)))
    trial.tap(trial.twin.key(on.ChooseGame(trial.twin.model.past_games[0].id)))
    trial.shows("past-game")
    trial.hands.tap(trial.twin.key(on.ChooseExport(ExportKind.RECORD)))
    name: str = trial.wait_for(lambda: files(trial, f"{PLACE}/SEPMOSA"), "the record is there", 60)
    trial.keep("exported-to-the-stick")
    check_record(trial, f"{PLACE}/SEPMOSA")
    return name


def pulled(trial: Trial) -> str:
    """Pulled with no word before, nothing is left of it; the next export stays on the device."""
    pull(trial)
    trial.wait_for(lambda: not is_mounted(trial), "it is gone", 60)
    trial.wait_for(lambda: not trial.machine.run("ls /media").strip(), "its folder is gone", 60)
    trial.hands.tap(trial.twin.key(on.ChooseExport(ExportKind.RECORD)))
    trial.wait_for(lambda: files(trial, f"{STATE}/exports"), "the record is on the device", 60)
    trial.keep("exported-to-the-device")
    check_record(trial, f"{STATE}/exports")
    return "no mount and no folder left; the next record is on the device"


def kept(trial: Trial) -> str:
    """Put in again, it has the whole record; nothing of all this was an error."""
    put_in(trial)
    trial.wait_for(lambda: is_mounted(trial), "it is mounted again", 60)
    check_record(trial, f"{PLACE}/SEPMOSA")
    c.quiet(trial)
    return "the record is whole, no error in the journal"


def put_in(trial: Trial) -> None:
    """Plugs the stick in."""
    file = {"driver": "file", "filename": str(trial.machine.folder / "stick.raw")}
    trial.machine.control("blockdev-add", **{"node-name": "stick", "driver": "raw", "file": file})
    trial.machine.control("device_add", driver="usb-storage", id="stick", drive="stick")


def pull(trial: Trial) -> None:
    """Pulls it."""
    trial.machine.control("device_del", id="stick")
    trial.machine.run("while test -b /dev/sda; do sleep 0.3; done")
    trial.machine.control("blockdev-del", **{"node-name": "stick"})


def is_mounted(trial: Trial) -> bool:
    return trial.machine.attempt("findmnt --source /dev/sda1")[0] == 0


def files(trial: Trial, folder: str) -> str:
    """The records in a folder of the guest."""
    return trial.machine.run(f"cd {folder} 2>/dev/null && ls {RECORD} 2>/dev/null; true").strip()


def check_record(trial: Trial, folder: str) -> None:
    """The record in that folder is that of a past game; raises Failed."""
    record = read_record(trial.machine.run(f"cat {folder}/{RECORD}"))
    moves = tuple(move_name(move) for move in record.game.moves)
    if moves != PLAYED:
        raise Failed(f"the record has {moves}, not {PLAYED}")


CHECKS: tuple[Check, ...] = (formatted, mounted, exported, pulled, kept)
