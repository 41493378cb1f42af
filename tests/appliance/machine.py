"""The emulated machine: QEMU in the tools' root, its controls over QMP, and a hand inside."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from tests.appliance.cell import CLEAN, Failed, words_for
from tests.appliance.root import Cache
from vision.picture import Image, pixels

SIZE_WH = (800, 480)
MEMORY_MB, CORES = 1536, 2
CPU = "Nehalem"  # the older LLVM in bookworm aborts on "max", a processor nobody has
# an emulator that waits for its turn looks like a broken timer; and a panic ends it at once
BOOT = "root=/dev/vda rw console=ttyS0 console=tty1 quiet fsck.repair=yes no_timer_check panic=-1"
PATIENCE = 480.0  # seconds: a start took 52 on a calm host and 261 on a busy one
USUAL_START = 100.0  # seconds, for which all waits are meant; a slower guest is given longer
PAUSE = 0.3


class Line:
    """JSON lines over a socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._waiting = b""

    def send(self, told: Mapping[str, Any]) -> None:
        """Sends one object; raises Failed."""
        try:
            self._socket.sendall(json.dumps(told).encode() + b"\n")
        except OSError as no:
            raise Failed(f"the machine is gone: {no}") from None

    def take(self, seconds: float) -> Any:
        """The next object; raises Failed when none comes in time or the other end is gone."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._waiting:
            self._socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                more = self._socket.recv(65536)
            except TimeoutError:
                raise Failed(f"no answer within {seconds:.0f} s") from None
            except OSError as no:
                raise Failed(f"the machine is gone: {no}") from None
            if not more:
                raise Failed("the machine is gone")
            self._waiting += more
        line, _, self._waiting = self._waiting.partition(b"\n")
        return json.loads(line)

    def wait_for_end(self, seconds: float) -> None:
        """Waits until the other end is gone, so that it holds no file any more."""
        self._socket.settimeout(seconds)
        with suppress(OSError):  # reset, or too long
            while self._socket.recv(65536):
                pass

    def close(self) -> None:
        self._socket.close()


@dataclass(frozen=True, slots=True)
class Plan:
    """What to start: an image that stays as it is, and how its overlay is written."""

    cache: Cache
    image: Path
    folder: Path  # for overlay, sockets and the serial log
    disk_cache: str = "writeback"


class Machine:
    """A machine that is on. `cut` takes its power away; `start` switches it on again."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._overlay = plan.folder / "disk.qcow2"
        self._running: subprocess.Popen[bytes] | None = None
        self._controls: Line | None = None
        self._agent: Line | None = None
        self._asked = 0
        self.pace = 1.0  # how many times longer than usual everything may take

    @property
    def folder(self) -> Path:
        """What is made for this run alone."""
        return self._plan.folder

    # Power

    def new_disk(self) -> None:
        """The disk as it was installed."""
        self._overlay.unlink(missing_ok=True)
        made = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw"]
        made += ["-b", str(self._plan.image), str(self._overlay)]
        subprocess.run(self._words(made), env=CLEAN, check=True)

    def start(self) -> None:
        """Switches on; returns when the hand inside answers."""
        self._switch_on()
        assert self._agent is not None
        self._agent.take(PATIENCE)

    def freeze(self, name: str) -> None:
        """Keeps the whole machine, memory and disk, as it is now; then it is off."""
        told = self.control("human-monitor-command", **{"command-line": f"savevm {name}"})
        if told.strip():
            raise Failed(f"it cannot be kept: {told}")
        self.cut()

    def thaw(self, name: str) -> None:
        """The machine as it was kept under that name, memory and disk, going on from there."""
        self._switch_on(["-loadvm", name])

    def recovered(self, script: str) -> str:
        """What a script of the guest says on a disk as it is now, run by the kernel alone, which
        mends the file system first."""
        self._switch_on(init=script)
        wait_for(lambda: not self.is_on(), "the disk is read", PATIENCE)
        self.cut()
        return (self._plan.folder / "serial.log").read_text(encoding="utf-8", errors="replace")

    def _switch_on(self, more: Sequence[str] = (), init: str = "") -> None:
        folder = self._plan.folder
        for name in ("qmp", "agent"):
            (folder / name).unlink(missing_ok=True)
        with (folder / "qemu.log").open("ab") as log:
            self._running = subprocess.Popen(
                self._words([*self._qemu(init), *more]), env=CLEAN, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )  # fmt: skip
        wait_for(lambda: (folder / "agent").exists() and (folder / "qmp").exists(), "QEMU", 30)
        self._controls, self._agent = Line(folder / "qmp"), Line(folder / "agent")
        self._controls.take(PATIENCE)
        self.control("qmp_capabilities")

    def started_in(self, seconds: float) -> None:
        """How long a start took: that is how slow the guest is, and how patient one must be."""
        self.pace = max(1.0, seconds / USUAL_START)

    def kill(self) -> None:
        """Takes the power away, at once; from any thread."""
        if self._running is not None:
            self._running.send_signal(signal.SIGKILL)

    def cut(self) -> None:
        """Takes the power away and lets go of the machine."""
        self.kill()
        if self._running is not None:
            self._running.wait()
        for line in (self._controls, self._agent):
            if line is not None:
                line.wait_for_end(30)
                line.close()
        self._running = self._controls = self._agent = None

    def is_on(self) -> bool:
        """Whether it has not switched itself off."""
        return self._running is not None and self._running.poll() is None

    def _words(self, command: list[str]) -> list[str]:
        folders = {each: str(each) for each in (self._plan.folder, self._plan.image.parent)}
        folders[self._plan.cache.kernel] = "/mnt"
        return words_for(self._plan.cache.tools, command, folders, network=False)

    def _qemu(self, init: str) -> list[str]:
        folder, (wide, high) = self._plan.folder, SIZE_WH
        disk = f"file={self._overlay},format=qcow2,if=virtio,cache={self._plan.disk_cache}"
        return [
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", CPU),
            *("-smp", str(CORES), "-m", str(MEMORY_MB), "-no-user-config", "-nodefaults"),
            *("-kernel", "/mnt/vmlinuz", "-initrd", "/mnt/initrd.img"),
            *("-append", f"{BOOT} init={init}" if init else BOOT),
            *("-drive", disk, "-vga", "none", "-display", "none"),
            *("-device", f"virtio-gpu-pci,xres={wide},yres={high}"),
            *("-device", "virtio-multitouch-pci", "-device", "virtio-keyboard-pci"),
            *("-device", "qemu-xhci"),
            *("-audiodev", "none,id=silence", "-device", "intel-hda"),
            *("-device", "hda-output,audiodev=silence"),
            *("-device", "virtio-serial-pci", "-device", "virtio-rng-pci"),
            *("-chardev", f"socket,id=agent,path={folder}/agent,server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=sepmosa.test"),
            *("-serial", f"file:{folder}/serial.log", "-nic", "none"),
            *("-qmp", f"unix:{folder}/qmp,server=on,wait=off", "-no-reboot"),
        ]

    # What can be seen and done from outside

    def control(self, command: str, **arguments: Any) -> Any:
        """What QEMU answers to a command; raises Failed."""
        if self._controls is None:
            raise Failed("the machine is off")
        self._controls.send({"execute": command, "arguments": arguments})
        while True:
            told = self._controls.take(60)
            if "error" in told:
                raise Failed(f"{command}: {told['error']['desc']}")
            if "return" in told:
                return told["return"]

    def screen(self) -> Image:
        """What the screen shows now."""
        path = self._plan.folder / "screen.png"
        self.control("screendump", filename=str(path), format="png")
        shown = cv2.imread(str(path))
        if shown is None:
            raise Failed("the screen cannot be read")
        return pixels(shown)

    # And from inside

    def run(self, command: str, seconds: float = 60) -> str:
        """What a command says in the guest, as root; raises Failed."""
        status, out = self.attempt(command, seconds)
        if status:
            raise Failed(f"{command!r} ended with {status}: {out.strip()[-400:]}")
        return out

    def attempt(self, command: str, seconds: float = 60) -> tuple[int, str]:
        """The status of a command in the guest, and what it said; it may take so many seconds in a
        guest of the usual pace."""
        if self._agent is None:
            raise Failed("the machine is off")
        seconds *= self.pace
        self._asked += 1
        self._agent.send({"id": self._asked, "run": command, "seconds": seconds})
        while True:
            told = self._agent.take(seconds + 60)
            if told["id"] == self._asked:  # else it is an answer nobody waited for
                return told["status"], told["out"]


def wait_for(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """What `holds` returns once that is true; raises Failed after so long."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise Failed(f"{what}: not within {seconds:.0f} s")
        time.sleep(PAUSE)
    return found
