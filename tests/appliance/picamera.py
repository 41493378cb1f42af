"""The real picamera2 on Debian's libcamera, with the one camera that both the kernel and libcamera
can pretend to have and that gives the product's own format: vimc. Every call the product makes
meets the real package."""

from __future__ import annotations

import json

from device.core import events as on
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import Check, Trial

# a Pi's names and rights for the memory of pictures
PLUGGED = """systemctl stop sepmosa
rmmod vivid
modprobe vimc
udevadm settle
ln -sf system /dev/dma_heap/linux,cma
chgrp video /dev/dma_heap/system
chmod 660 /dev/dma_heap/system
printf '[camera]\\nsource = "picamera"\\nwidth = 640\\nheight = 480\\n' >/etc/sepmosa/config.toml
"""
# what the product does with a camera, and what it does where that is not to be had
CALLS = """
import json
from importlib.metadata import version
import libcamera
from device.camera.picamera import SETTLING, PiCamera, automatic_controls, locked_controls
from device.camera.source import CameraError

told = {"picamera2": version("picamera2"), "libcamera": libcamera.CameraManager.singleton().version}
camera = PiCamera((640, 480))
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


def every_call(trial: Trial) -> str:
    """Opened, configured, started, frames taken, locked, locked again, closed, opened again."""
    trial.boot()
    run = trial.machine.run
    run(PLUGGED, PATIENCE)
    run(f"cat >/tmp/calls.py <<'EOF'\n{CALLS}\nEOF")
    words = f"cd /tmp && HOME=/tmp {c.AS_COMPANION} /usr/lib/sepmosa/bin/python /tmp/calls.py 2>&1"
    told = run(words, PATIENCE)
    (trial.out / "calls.txt").write_text(told, encoding="utf-8")
    found = json.loads(told.rpartition("TOLD ")[2])
    if (found["format"], found["shape"]) != ("RGB888", [480, 640, 3]):
        raise Failed(f"{found}")
    if found["locked"] is not True or found["relocks"] != [False, True]:
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


CHECKS: tuple[Check, ...] = (every_call, on_the_screen)
