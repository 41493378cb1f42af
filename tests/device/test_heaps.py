"""Threads share their memory."""

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, sys
from threading import Barrier, Thread
from device.heaps import share_heaps
if sys.argv[1] == "shared":
    share_heaps()
libc = ctypes.CDLL(None)
all_there = Barrier(8)
def work():
    libc.malloc(10_000)
    all_there.wait()
threads = [Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc.malloc_stats()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")
@pytest.mark.parametrize(("how", "most"), [("shared", 2), ("alone", 99)])
def test_threads_share_two_heaps(how, most):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True
    )
    heaps = done.stderr.count("Arena ")
    assert 2 <= heaps <= most
    assert (heaps > 2) == (how == "alone")
