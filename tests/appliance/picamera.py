"""The real picamera2 on Debian's libcamera, with the one camera that both the kernel and libcamera
can pretend to have and that gives the product's own format: vimc. Every call the product makes
meets the real package."""

from __future__ import annotations

import json
from typing import Any

from device.core import events as on
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import Check, Trial

UNPLUGGED = "systemctl stop sepmosa; rmmod vivid"
# a Pi's names and rights for the memory of pictures
PLUGGED = """modprobe vimc
udevadm settle
ln -sf system /dev/dma_heap/linux,cma
chgrp video /dev/dma_heap/system
chmod 660 /dev/dma_heap/system
printf '[camera]\\nsource = "picamera"\\nwidth = 640\\nheight = 480\\n' >/etc/sepmosa/config.toml
"""
# a companion without a camera tries again every half minute, for days
ATTEMPTS = """
from pathlib import Path
from device.camera.picamera import PiCamera
from device.camera.source import CameraError

def attempt():
    try:
        PiCamera((640, 480)).close()
        return "opened"
    except CameraError as no:
        return str(no)

def handles():
    return len(list(Path("/proc/self/fd").iterdir()))

"""
IN_VAIN = """
import json
from device.system.logs import open_log
import io
written = io.StringIO()
open_log({}, written)
reasons = {attempt()}
before = handles()
reasons |= {attempt() for _ in range(20)}
told = {"reasons": sorted(reasons), "more": handles() - before, "written": written.getvalue()}
print("TOLD " + json.dumps(told))
"""
# what the product does with a camera, and what it does where that is not to be had
CALLS = """
import json
from importlib.metadata import version
import libcamera
from device.camera.picamera import SETTLING, PiCamera, automatic_controls, locked_controls
from device.camera.source import CameraError

told = {"picamera2": version("picamera2")}
told["libcamera"] = libcamera.CameraManager.singleton().version
camera = PiCamera((640, 480))
in_use = [attempt(), handles(), *(attempt() for _ in range(20)), handles()]
told["in_use"] = [in_use[0], in_use[-1] - in_use[1]]
told |= {"model": camera.model, "format": camera.format, "size": camera.size_wh}
told["controls"] = sorted(camera.controls)
frames = [camera.read() for _ in range(SETTLING + 5)]
told |= {"frames": len(frames), "shape": frames[-1].shape, "locked": camera.is_locked}
told["colours"] = [frames[-1][240, 80 * at + 40].tolist() for at in range(8)]
camera.relock()
unlocked = camera.is_locked
for _ in range(SETTLING + 2):
    camera.read()
told["relocks"] = [unlocked, camera.is_locked]
request = camera._camera.capture_request()
told["metadata"] = sorted(request.get_metadata())
request.release()
camera._set({"Brightness": 0.2})  # one that this camera has
told["after_set"] = camera.read().shape
try:
    camera._set({"AeEnable": False})
    camera.read()
    told["not_advertised"] = "accepted"
except Exception as no:
    told["not_advertised"] = f"{type(no).__name__}: {no}"
told["automatic"] = automatic_controls(camera.controls)
told["lock"] = locked_controls({"ExposureTime": 1}, camera.controls)
camera.close()
again = PiCamera((640, 480))
told["again"] = again.read().shape
again.close()
print("TOLD " + json.dumps(told))
"""


def no_camera(trial: Trial) -> str:
    """With picamera2 but no camera every attempt says so, writes nothing, leaves nothing open."""
    trial.boot()
    trial.machine.run(UNPLUGGED, PATIENCE)
    found = told_by(trial, "in-vain", ATTEMPTS + IN_VAIN)
    if found != {"reasons": ["there is no camera at the Pi"], "more": 0, "written": ""}:
        raise Failed(f"{found}")
    return "21 attempts: there is no camera at the Pi; nothing written, nothing left open"


def told_by(trial: Trial, name: str, script: str) -> Any:
    """What a script says as the companion's user; all it prints is kept."""
    run = trial.machine.run
    run(f"cat >/tmp/{name}.py <<'EOF'\n{script}\nEOF")
    python = f"{c.AS_COMPANION} /usr/lib/sepmosa/bin/python"
    told = run(f"cd /tmp && HOME=/tmp {python} /tmp/{name}.py 2>&1", PATIENCE)
    (trial.out / f"{name}.txt").write_text(told, encoding="utf-8")
    if "Traceback" in told:
        raise Failed(told[-400:])
    return json.loads(told.rpartition("TOLD ")[2])


def every_call(trial: Trial) -> str:
    """Opened, configured, started, frames taken, locked, locked again, closed, opened again."""
    trial.machine.run(PLUGGED, PATIENCE)
    found = told_by(trial, "calls", ATTEMPTS + CALLS)
    if (found["format"], found["shape"]) != ("RGB888", [480, 640, 3]):
        raise Failed(f"{found}")
    if found["locked"] is not True or found["relocks"] != [False, True]:
        raise Failed(f"{found}")
    if not found["in_use"][0].startswith("the Pi's camera cannot be opened") or found["in_use"][1]:
        raise Failed(f"{found}")
    return (
        f"picamera2 {found['picamera2']}, libcamera {found['libcamera']}: {found['model']}, "
        f"{found['frames']} frames {found['format']}, locked, locked again, opened again"
    )


def on_the_screen(trial: Trial) -> str:
    """The companion itself takes its picture from there."""
    trial.machine.run("systemctl start sepmosa", PATIENCE)
    trial.fetch_games()
    trial.new_twin()
    trial.shows("home")
    c.new_game(trial)
    trial.tap(trial.twin.key(on.Confirm()))
    c.sees_bars(trial, "set-the-table")
    return "eight bars in their order"


CHECKS: tuple[Check, ...] = (no_camera, every_call, on_the_screen)
