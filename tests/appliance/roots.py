"""`python -m tests.appliance.roots`: the README's two commands in roots that have nothing but what
it names, `python3` with `venv` and `make`. Needs root, debootstrap and the package archives."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.appliance.cell import Failed, is_root, missing_tools, run_in
from tests.appliance.root import SOURCE, Cache, debootstrap, once

SUITES = ("bookworm", "trixie")
NAMED = ["python3", "python3-venv", "make"]
ACCOUNT = "player"  # not root: a test may not need more than a person has
COMMANDS = ("make run", "make test")


def main() -> int:
    """Prints a line for each command; exit status 0 when all succeeded."""
    suites = read_suites("python -m tests.appliance.roots", __doc__)
    lacking = missing_tools()
    if lacking or not is_root():
        told = f"needs {', '.join(lacking)}" if lacking else "needs root: try sudo make roots"
        sys.stderr.write(f"roots: {told}\n")
        return 2
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = Cache(home / "sepmosa-appliance")
    cache.folder.mkdir(parents=True, exist_ok=True)
    held = True
    for suite in suites:
        try:
            held = try_suite(cache, suite) and held
        except Failed as no:
            sys.stderr.write(f"roots: {no}\n")
            return 2
    return 0 if held else 1


def read_suites(program: str, told: str | None) -> list[str]:
    """Which Debians are asked for on the command line, else all."""
    parser = argparse.ArgumentParser(prog=program, description=told)
    parser.add_argument("--suite", nargs="+", choices=SUITES, default=SUITES, help="else both")
    return list(parser.parse_args().suite)


def try_suite(cache: Cache, suite: str) -> bool:
    """Both commands in a fresh copy of a root; whether they succeeded."""
    bare = cache.folder / f"named-{suite}"
    once(bare, f"{suite} {NAMED}", lambda: debootstrap(cache, bare, suite, NAMED))
    root = cache.folder / f"readme-{suite}-{os.getpid()}"
    try:
        subprocess.run(["cp", "-a", "--reflink=auto", bare, root], check=True)
        run_in(root, ["useradd", "--create-home", ACCOUNT])
        lay_out(root / "home" / ACCOUNT / "sepmosa")
        run_in(root, ["chown", "-R", ACCOUNT, f"/home/{ACCOUNT}/sepmosa"])
        version = run_in(root, ["python3", "-V"]).strip()
        held = [try_command(root, each, f"{suite}, {version}") for each in COMMANDS]
        return all(held)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def lay_out(folder: Path) -> None:
    """The project as it is checked out: what git knows, as it lies there now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=SOURCE, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (SOURCE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, folder / name)


def try_command(root: Path, command: str, where: str) -> bool:
    """Runs a command as its reader would and prints how it ended."""
    begun = time.monotonic()
    words = ["su", "-", ACCOUNT, "-c", f"cd sepmosa && {command}"]
    try:
        told, held = run_in(root, words), True
    except Failed as no:
        told, held = str(no), False
    minutes = (time.monotonic() - begun) / 60
    last = next((line for line in reversed(told.splitlines()) if line.strip()), "")
    if not held:
        sys.stderr.write(f"{told}\n")
    print(f"| {where} | `{command}` | {'' if held else 'FAILED: '}{last} | {minutes:.1f} min |")
    sys.stdout.flush()
    return held


if __name__ == "__main__":
    sys.exit(main())
