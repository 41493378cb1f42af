"""Files that leave the companion: written whole or not at all, and never outside their folder."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_inside(folder: Path, name: str, content: bytes) -> Path:
    """Writes a file into `folder`, made if need be, and returns its path; raises OSError.

    No link is followed: one in the folder's place is refused, one in the file's place replaced.
    """
    if name != Path(name).name or name in ("", ".", ".."):
        raise OSError(errno.EINVAL, "not the name of a file", name)
    folder.mkdir(parents=True, exist_ok=True)
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "the folder is a link to another place", str(folder))
    handle, fresh = tempfile.mkstemp(prefix=".", suffix=".new", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(fresh).chmod(0o644)
        Path(fresh).replace(folder / name)
    except BaseException:
        with suppress(OSError):
            Path(fresh).unlink()
        raise
    return folder / name
