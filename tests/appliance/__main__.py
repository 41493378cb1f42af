"""`python -m tests.appliance`: builds the machine, plays on it, prints a table; see --help."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tests.appliance.cell import Failed, is_root, missing_tools
from tests.appliance.checks import CHECKS
from tests.appliance.hands import Hands
from tests.appliance.long import LONG, Part
from tests.appliance.machine import Machine, Plan
from tests.appliance.root import PYTHONS, Cache, build, image_name
from tests.appliance.trial import Check, Trial, empty_folder

OUT = Path("out/appliance")


def main() -> int:
    """Exit status 0 when every check held, 1 when one did not, 2 when it could not be tried."""
    options = read_options()
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    lacking = missing_tools()
    if lacking or not is_root():
        told = f"needs {', '.join(lacking)}" if lacking else "needs root: try sudo make appliance"
        sys.stderr.write(f"appliance: {told}\n")
        return 2
    heed_signals()
    begun = time.monotonic()
    try:
        with working_folder(options.cache.absolute()) as folder:
            cache = Cache(options.cache.absolute())
            parts = parts_of(options)
            held = [run(part, cache, folder, options.out / str(part)) for part in parts]
    except Failed as no:
        sys.stderr.write(f"appliance: {no}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("appliance: interrupted; everything is cleared away\n")
        return 130
    _tell(f"{(time.monotonic() - begun) / 60:.0f} min; pictures of the screen in {options.out}")
    return 0 if all(held) else 1


def heed_signals() -> None:
    """Both signals interrupt, so that everything is cleared away: a shell has its background jobs
    ignore SIGINT."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)


def parts_of(options: argparse.Namespace) -> tuple[Part, ...]:
    """What is asked for: some parts of the long run, all of them, or one evening."""
    if options.part:
        return tuple(part for part in LONG if str(part) in options.part)
    return LONG if options.long else (Part(options.suite, CHECKS),)


def run(part: Part, cache: Cache, folder: Path, out: Path) -> bool:
    """Builds the machine if need be and tries one part on it; whether all of it held."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    image = folder / image_name(part.suite, part.kind)
    if not image.exists():
        begun = time.monotonic()
        build(cache, part.suite, folder, _tell, part.kind)
        _tell(f"built in {(time.monotonic() - begun) / 60:.1f} min")
    machine = Machine(Plan(cache, image, folder, part.disk_cache))
    machine.new_disk()
    with empty_folder(folder / "twin") as games:
        trial = Trial(machine, Hands(machine), games, out, keeps_all=part.keeps_all)
        try:
            return try_all(part.checks, trial, _tell)
        finally:
            trial.close()
            machine.cut()


def try_all(checks: Iterable[Check], trial: Trial, tell: Callable[[str], None]) -> bool:
    """Tells a line of the table for each check; whether all held. Those after one that failed are
    not tried, because they go on where it ended."""
    held = True
    for check in checks:
        begun = time.monotonic()
        told = "not tried"
        if held:
            try:
                told = check(trial)
            except Exception as no:  # a fault of the check itself is told in the table, too
                held = False
                told = f"FAILED: {no or type(no).__name__}"
                _keep_journal(trial)
        seconds = time.monotonic() - begun
        name = check.__name__.replace("_", " ")
        tell(f"| {name} | {' '.join(told.split())} | {seconds:.0f} s |")
    return held


def _keep_journal(trial: Trial) -> None:
    try:
        text = trial.machine.attempt(
            "journalctl -u 'sepmosa*' -u desktop -u window -b -n 300 --no-pager", 120
        )[1]
    except Failed as no:
        text = str(no)
    (trial.out / "journal.txt").write_text(text, encoding="utf-8")


@contextmanager
def working_folder(cache: Path) -> Iterator[Path]:
    """A folder that is gone at the end; those of runs that were killed go as well."""
    cache.mkdir(parents=True, exist_ok=True)
    for left in cache.glob("work-*"):
        if not Path(f"/proc/{left.name.removeprefix('work-')}").exists():
            shutil.rmtree(left, ignore_errors=True)
    with empty_folder(cache / f"work-{os.getpid()}") as folder:
        yield folder


def read_options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.appliance", description=__doc__)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = home / "sepmosa-appliance"
    parser.add_argument("--cache", type=Path, default=cache, help="kept between runs: %(default)s")
    parser.add_argument("--out", type=Path, default=OUT, help="pictures of the screen: %(default)s")
    parser.add_argument(
        "--long", action="store_true", help="power cuts, rotations, bookworm; hours"
    )
    parts = [str(part) for part in LONG]
    parser.add_argument(
        "--part", action="append", choices=parts, help="one part of the long run; may be repeated"
    )
    parser.add_argument("--suite", choices=PYTHONS, default="trixie", help="the Debian in it")
    return parser.parse_args(words)


def _tell(line: str) -> None:
    print(line, flush=True)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
