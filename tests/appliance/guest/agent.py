"""The test's hand inside the guest: runs what it is told over a serial port, as root.

A JSON line {"id": N, "run": TEXT, "seconds": N} in, {"id": N, "status": N, "out": TEXT} out.
"""

import json
import subprocess
from pathlib import Path

PORT = Path("/dev/virtio-ports/sepmosa.test")
TOO_LONG = 124


def say(port, told):
    """Writes one object; the port takes it in pieces."""
    left = memoryview(json.dumps(told).encode() + b"\n")
    while left:
        left = left[port.write(left) :]


with PORT.open("r+b", buffering=0) as port:
    say(port, {"id": 0, "status": 0, "out": "here"})
    waiting = b""
    while True:
        waiting += port.read(65536) or b""
        while b"\n" in waiting:
            line, _, waiting = waiting.partition(b"\n")
            asked = json.loads(line)
            try:
                done = subprocess.run(
                    ["/bin/sh", "-c", asked["run"]],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=asked.get("seconds", 60),
                    check=False,
                )
                told = {"status": done.returncode, "out": done.stdout.decode(errors="replace")}
            except subprocess.TimeoutExpired:
                told = {"status": TOO_LONG, "out": "it took too long"}
            say(port, {"id": asked["id"], **told})
