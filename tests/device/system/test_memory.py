"""Threads share their memory, and what is free goes back."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")

THREADS = """
import ctypes
from threading import Barrier, Thread
from device.system.memory import share_heaps
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


def run(program):
    """What a program of its own says, on standard output and on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


def test_threads_share_two_heaps():
    _, told = run(THREADS)
    assert 1 <= told.count("Arena ") <= 2


GAPS = """
import sys
from device.system.memory import EVERY, Tidier
from device.lab.soak.gauges import memory
tidier = Tidier()
tidier.poll(1.0)
pieces = [bytes([1]) * 20_000 for _ in range(4_000)]
most = memory()
del pieces[: -1]  # the last one keeps the heap from shrinking
full = memory()
tidier.poll(0.5 + EVERY)
early = memory()
tidier.poll(1.0 + EVERY)
print(most, full, early, memory())
"""


def test_gaps_are_given_back_once_a_minute():
    """What the C library gives back of itself is its own affair."""
    most, full, early, after = map(int, run(GAPS)[0].split())
    assert early > 0.9 * full
    assert after < most - 60_000_000


PICTURES = """
from device.system.memory import share_heaps
from device.lab.soak.gauges import memory
share_heaps()
once = bytearray(30_000_000)
del once  # from now on a C library by itself may keep what is smaller in a heap
small, pictures = [], []
for _ in range(20):
    picture = bytearray(3_000_000)
    picture[::4096] = bytes(len(range(0, len(picture), 4096)))  # every page is used
    pictures.append(picture)
    small.append(bytes([1]) * 1_000)  # lies behind it where both are in one heap
most = memory()
del picture
pictures.clear()
print(most - memory())
"""


def test_the_room_of_pictures_is_not_kept_by_small_things_between_them():
    assert int(run(PICTURES)[0]) > 50_000_000
