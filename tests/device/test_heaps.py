"""Threads share their memory, and what is free goes back."""

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


GAPS = """
import sys
from device.heaps import EVERY, Tidier
from device.soak.gauges import memory
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


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")
def test_gaps_are_given_back_once_a_minute():
    done = subprocess.run([sys.executable, "-c", GAPS], capture_output=True, text=True, check=True)
    most, full, early, after = map(int, done.stdout.split())
    assert full > 0.9 * most
    assert early > 0.9 * most
    assert after < most - 60_000_000


PICTURES = """
import sys
from device.heaps import share_heaps
from device.soak.gauges import memory
if sys.argv[1] == "shared":
    share_heaps()
once = bytearray(30_000_000)
del once  # from now on glibc by itself would keep what is smaller in a heap
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


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")
@pytest.mark.parametrize("how", ["shared", "alone"])
def test_the_room_of_pictures_is_not_kept_by_small_things_between_them(how):
    done = subprocess.run(
        [sys.executable, "-c", PICTURES, how], capture_output=True, text=True, check=True
    )
    assert (int(done.stdout) > 50_000_000) == (how == "shared")
