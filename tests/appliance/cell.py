"""Commands in another root, in namespaces of their own: when they end, or when we do, whatever they
mounted or started is gone."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

NEEDED = ("unshare", "setpriv", "chroot", "mount", "debootstrap", "nice")
LENT = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt")  # of the host, to reach archives
CLEAN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}


class Failed(Exception):
    """A command that did not succeed; the message has the end of what it said."""


def missing_tools() -> list[str]:
    """What this host lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


def words_for(
    root: Path, command: Sequence[str], binds: Mapping[Path, str], network: bool = True
) -> list[str]:
    """The words that run `command` in `root`, with folders and files of the host bound to places
    in it; the whole family dies with the process that starts it."""
    lines = ["set -e"]
    for source, place in binds.items():
        lines.append(_bind(source, root, place))
    if network:
        lines += [_bind(Path(path), root, path) for path in LENT if Path(path).exists()]
    for place, kind in (("dev", "--rbind /dev"), ("proc", "-t proc proc"), ("sys", "--rbind /sys")):
        lines.append(f"mount {kind} {shlex.quote(str(root / place))}")
    lines.append(f"exec chroot {shlex.quote(str(root))} {shlex.join(command)}")
    return alone("sh", "-c", "\n".join(lines))


def alone(*command: str) -> list[str]:
    """The words that run a command in namespaces of its own: its mounts are nobody else's, and it
    and all it started die with the process that starts it."""
    return [
        *("setpriv", "--pdeathsig", "KILL", "nice", "-n", "5"),
        *("unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"),
        *command,
    ]


def _bind(source: Path, root: Path, place: str) -> str:
    there = shlex.quote(str(root / place.lstrip("/")))
    make = f"mkdir -p {there}" if source.is_dir() else f"mkdir -p $(dirname {there}); : >>{there}"
    return f"{make}; mount --bind {shlex.quote(str(source))} {there}"


def run_in(
    root: Path,
    command: Sequence[str],
    binds: Mapping[Path, str] | None = None,
    variables: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> str:
    """What the command said; raises Failed. All of it goes to `log` as well."""
    words = words_for(root, command, binds or {})
    done = subprocess.run(
        words, env={**CLEAN, **(variables or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"$ {shlex.join(command)}\n{done.stdout}\n")
    if done.returncode:
        told = "\n".join(done.stdout.splitlines()[-12:])
        raise Failed(f"{shlex.join(command)[:200]} ended with {done.returncode}:\n{told}")
    return done.stdout


def is_root() -> bool:
    """Whether we may make roots and mounts."""
    return os.geteuid() == 0
