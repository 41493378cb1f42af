"""Reads regular files and nothing else: a pipe may never end, and a device never does."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def read_regular(path: Path, most: int = -1) -> bytes:
    """The first `most` bytes of a file, or all; raises OSError, never ValueError."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError as error:  # a NUL in the path
        raise OSError(errno.EINVAL, str(error), repr(path)) from error
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        with open(handle, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)
