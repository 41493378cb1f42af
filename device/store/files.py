"""Files that are written whole or not at all, and are on disk before a call returns."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK)  # from file systems without hard links


def write_inside(folder: Path, name: str, content: bytes) -> Path:
    """Writes a new file into `folder`, made if need be, and returns its path; raises OSError.

    A file that is there already stays: if it is another one, a number is added to the name. A link
    in the folder's place is rejected.
    """
    if name != Path(name).name or name in ("", ".", ".."):
        raise OSError(errno.EINVAL, "not the name of a file", name)
    folder.mkdir(parents=True, exist_ok=True)
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "the folder is a link to another place", str(folder))
    fresh = _written(folder, content)
    try:
        path, number = folder / name, 1
        while not _put(fresh, path):
            if not path.is_symlink() and path.is_file() and path.read_bytes() == content:
                break
            number += 1
            path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(folder)
    return path


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file in the place of the one that may be there; raises OSError."""
    fresh = _written(path.parent, content)
    try:
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(path.parent)


def names_beside(path: Path, why: str) -> Iterator[Path]:
    """Second names for a file: `games.damaged-1.txt` and so on, without end."""
    return (path.with_name(f"{path.stem}.{why}-{at}{path.suffix}") for at in count(1))


def sync_folder(folder: Path) -> None:
    """Returns once the names in a folder are on disk; raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _written(folder: Path, content: bytes) -> Path:
    """A new file with a name that nobody uses, its content on disk."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".new", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            with suppress(PermissionError):  # sticks have no modes
                os.fchmod(handle, 0o644)
            os.fsync(handle)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return Path(name)


def _put(fresh: Path, path: Path) -> bool:
    """Gives a finished file a name; False if the name is taken."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
        except FileExistsError:
            return False
        fresh.replace(path)  # the name was free, and is now ours
    return True
