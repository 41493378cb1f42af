"""People who watch a page, many at once: `python -m device.lab.spectators ADDRESS COUNT`.

Says "ready" once all of them see something. When its input ends it prints, as JSON, when each turn
reached each of them: turn → seconds of the monotonic clock.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections import defaultdict
from urllib.parse import urlsplit

_TURN = re.compile(rb'"turn":([0-9]+)')
LONGEST = 1 << 20  # bytes of an event


async def watch(address: str, count: int) -> dict[str, list[float]]:
    """Watches until the input ends."""
    seen: dict[str, list[float]] = defaultdict(list)
    first = asyncio.Semaphore(0)
    people = [asyncio.create_task(_person(address, seen, first)) for _ in range(count)]
    for _ in people:
        await first.acquire()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return seen


async def _person(address: str, seen: dict[str, list[float]], first: asyncio.Semaphore) -> None:
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=LONGEST)
    writer.write(f"GET {parts.path}live HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    is_new = True
    while line := await reader.readline():
        if line.startswith(b"data: ") and (found := _TURN.search(line)):
            seen[found[1].decode()].append(time.monotonic())
            if is_new:
                is_new = False
                first.release()


if __name__ == "__main__":
    told = asyncio.run(watch(sys.argv[1], int(sys.argv[2])))
    sys.stdout.write(json.dumps(told) + "\n")
