"""Breaks the code on purpose, one place at a time, and looks whether a test notices.

Run as `python -m tests.mutations` after `pip install cosmic-ray==8.7.0 pytest-cov==7.1.0`; `--part`
takes one part, `--each` says how many places of each part are tried (the same sample for the same
code and seed; 0 for all, which takes days), `--jobs` how many at once. It works on a copy. The
tests that run a line when all is well are tried first, the quickest of them first. Prints the score
and every change that no test noticed; docs/mutations.md has the last result.
"""

import argparse
import ast
import compileall
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "out"
)
PATIENCE = 5  # times as long as without a change: one that makes tests run for ever was noticed
START = 5.0  # seconds before the first test, at most
QUICKEST = 30  # tests that are tried first: what never ends soon shows there
FIRST = 300  # tests at most that are tried before all others
IMPORT = ""  # what runs a line that no test runs


@dataclass(frozen=True)
class Part:
    """Code, and the tests that should notice what is wrong with it, the quickest first."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    apart: tuple[str, ...] = ()  # those of them that run it in processes of their own


SCREENS = (
    "tests/device/core/test_phases.py",
    "tests/device/games/sepmosa/test_turns.py",
    "tests/device/games/sepmosa/test_questions.py",
    "tests/device/core/test_confirm.py",
    "tests/device/core/test_around.py",
    "tests/device/core/test_time.py",
    "tests/device/games/sepmosa/test_past.py",
    "tests/device/games/sepmosa/test_two_taps.py",
    "tests/device/games/sepmosa/test_teaching.py",
    "tests/device/core/test_loop.py",
    "tests/device/games/mosaix/test_phases.py",
    "tests/device/games/mosaix/test_by_touch.py",
    "tests/device/games/sepmosa/test_whole_games.py",
    "tests/device/games/mosaix/test_any_evening.py",
    "tests/device/core/test_any_evening.py",
)
PARTS = {
    "engine": Part(
        ("engine/*.py", "engine/sepmosa/*.py"),
        (
            "tests/engine",
            "--ignore=tests/engine/mosaix",
        ),
    ),
    "mosaix": Part(("engine/mosaix/*.py",), ("tests/engine/mosaix",)),
    "judgement": Part(
        ("vision/judge/*.py", "vision/tiles/colour.py"),
        (
            "tests/vision/judge/test_propose.py",
            "tests/vision/judge/test_anchor.py",
            "tests/vision/judge/test_clutter.py",
            "tests/vision/judge/test_bare.py",
            "tests/vision/judge/test_cover.py",
            "tests/vision/judge/test_watch.py",
            "tests/vision/judge/test_follow.py",
            "tests/vision/tiles/test_colour.py",
            "tests/vision/lab/test_changes.py",
            "tests/vision/tiles/test_plausible.py",
            "tests/vision/tiles/test_retry.py",
        ),
    ),
    "store": Part(
        (
            "device/store/lines.py",
            "device/store/contents.py",
            "device/store/store.py",
            "device/store/file.py",
            "device/store/old_games.py",
            "device/store/wal.py",
            "device/store/profiles.py",
            "device/store/edge.py",
        ),
        (
            "tests/device/store/test_lines.py",
            "tests/device/store/test_store.py",
            "tests/device/games/sepmosa/test_entries.py",
            "tests/device/store/test_profiles.py",
            "tests/device/store/test_wal.py",
            "tests/device/store/test_old_games.py",
            "tests/device/store/test_edge.py",
            "tests/device/store/test_store_trouble.py",
            "tests/device/store/test_faults.py",
            "tests/device/games/sepmosa/test_past.py",
            "tests/device/games/sepmosa/test_teaching.py",
            "tests/test_bitflips.py",
        ),
        ("tests/device/store/test_store_trouble.py",),
    ),
    "confirm": Part(
        (
            "device/games/sepmosa/confirm.py",
            "device/core/phases.py",
            "device/games/sepmosa/phases.py",
            "device/games/sepmosa/handlers/outcome.py",
            "device/games/sepmosa/handlers/turn.py",
            "device/games/sepmosa/handlers/question.py",
            "device/games/sepmosa/handlers/changes.py",
        ),
        SCREENS,
    ),
    "handlers": Part(("device/**/handlers/*.py",), SCREENS),
}


@dataclass(frozen=True)
class Course:
    """How the tests of a part went while all was well."""

    seconds: float
    took: dict[str, float] = field(repr=False)  # seconds of each test
    running: dict[tuple[str, int], list[str]] = field(repr=False)  # module and line → its tests

    def tests_of(self, change: Any) -> list[str]:
        """The tests that run what is to be changed, the quickest first; IMPORT among them if it
        runs before any test does."""
        lines = range(change.start_pos[0], change.end_pos[0] + 1)
        found = {
            test for line in lines for test in self.running.get((str(change.module_path), line), ())
        }
        return sorted(found, key=lambda test: self.took.get(test, 0.0))


@dataclass(frozen=True)
class Tried:
    """One change, and what came of it."""

    was_noticed: bool
    diff: str


def main() -> int:
    """Prints a line for each part, and its survivors; exit status 1 where tests fail anyway, 2
    without the tool."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--part", choices=PARTS, help="else all")
    parser.add_argument("--each", type=int, default=60, help="places of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    try:
        import cosmic_ray  # noqa: F401
        import pytest_cov  # noqa: F401
    except ImportError:
        tools = "cosmic-ray==8.7.0 pytest-cov==7.1.0"
        sys.stderr.write(f"mutations: first: .venv/bin/pip install {tools}\n")
        return 2
    with tempfile.TemporaryDirectory() as folder, workers(Path(folder), options.jobs) as pool:
        for name in [options.part] if options.part else PARTS:
            part = PARTS[name]
            found = list(mutations(modules_of(part)))
            chosen = sample(found, options.each, Random(options.seed))
            course = pool.submit(try_none, part.tests).result()
            if course is None:
                sys.stderr.write(f"mutations: {name}: its tests fail as it is\n")
                return 1
            tests = [pool.submit(try_one, each, course, part) for each in chosen]
            missed = 0
            for each in tqdm(tests, desc=name, unit="change"):
                if not each.result().was_noticed:
                    missed += 1
                    print(each.result().diff, flush=True)
            told = f"{len(tests) - missed} of {len(tests)} noticed, of {len(found)} places"
            print(f"{name}: {told}", flush=True)
    return 0


# What to change


def modules_of(part: Part) -> list[Path]:
    paths = (path for pattern in part.modules for path in sorted(ROOT.glob(pattern)))
    return [path.relative_to(ROOT) for path in paths]


def mutations(modules: Iterable[Path]) -> Iterator[list[Any]]:
    """For every place of the code the changes that can be made there. Types are no code, nor is
    what keeps a value from being changed."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names
    from cosmic_ray.work_item import MutationSpec

    for module in modules:
        nodes = list(ast_nodes(get_ast_from_path(ROOT / module)))
        types = set(places_of_types((ROOT / module).read_text(encoding="utf-8")))
        places = defaultdict(list)
        for name in operator_names():
            if get_operator(name).arguments():
                continue
            numbers, operator = count(), get_operator(name)()
            for node in nodes:
                for start, end in operator.mutation_positions(node):
                    change = MutationSpec(module, name, next(numbers), start, end)
                    if not any(first <= tuple(start) < last for first, last in types):
                        places[tuple(start)].append(change)
        yield from places.values()


def places_of_types(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations, names of types and what holds for a class begin and end, as line and
    column."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.FunctionDef(returns=ast.expr() as kind) | ast.arg(annotation=ast.expr() as kind)
            ):
                pass
            case ast.AnnAssign(annotation=kind):
                pass
            case ast.keyword(arg="frozen" | "slots", value=kind):
                pass
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr()) as kind
            ) if name[0].isupper() and not name.isupper():
                pass
            case _:
                continue
        yield (kind.lineno, kind.col_offset), (kind.end_lineno or 0, kind.end_col_offset or 0)


def sample(places: list[list[Any]], most: int, random: Random) -> list[Any]:
    """One change at each of so many places; at all of them if `most` is 0."""
    chosen = random.sample(places, min(most, len(places))) if most else places
    return [random.choice(changes) for changes in chosen]


# Trying it


def workers(folder: Path, jobs: int) -> ProcessPoolExecutor:
    """Processes with a copy of the project each."""
    return ProcessPoolExecutor(jobs, get_context("fork"), settle, (folder,))


def settle(folder: Path) -> None:
    """Makes this process's copy, with the photographs beside it, and goes there."""
    home = folder / str(os.getpid())
    shutil.copytree(ROOT, home / ROOT.name, ignore=NOT_COPIED)
    (home / "shared").symlink_to(ROOT.parent / "shared")
    os.chdir(home / ROOT.name)
    compileall.compile_dir(".", quiet=1)  # the tool has nothing compiled kept


def try_none(tests: tuple[str, ...]) -> Course | None:
    """How the tests go without a change; None if one of them fails."""
    told = ["--cov=.", "--cov-context=test", "--cov-report=", "--junitxml=course.xml"]
    begun = time.monotonic()
    done = subprocess.run([*command_of(tests), *told], stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        return None
    seconds = time.monotonic() - begun
    listed = subprocess.run(
        [*command_of(tests), "--collect-only"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return Course(
        seconds,
        dict(read_times(Path("course.xml"))),
        read_lines_run(Path(".coverage"), frozenset(listed)),
    )


def read_times(path: Path) -> Iterator[tuple[str, float]]:
    """Every test of a report, as it is called by name, and how many seconds it took."""
    for case in ET.parse(path).iter("testcase"):  # noqa: S314  written here
        module = case.attrib["classname"].replace(".", "/")
        yield f"{module}.py::{case.attrib['name']}", float(case.attrib["time"])


def read_lines_run(path: Path, known: frozenset[str]) -> dict[tuple[str, int], list[str]]:
    """For every line of a module the tests that run it, of those that can be called by name."""
    from coverage import CoverageData

    data = CoverageData(str(path))
    data.read()
    return {
        (str(Path(module).relative_to(Path.cwd())), line): [
            test
            for test in {context.rpartition("|")[0] for context in contexts}
            if test in known or test == IMPORT
        ]
        for module in data.measured_files()
        for line, contexts in data.contexts_by_lineno(module).items()
    }


def try_one(change: Any, course: Course, part: Part) -> Tried:
    """Makes a change, runs the tests up to the first that fails, and takes it back. A test that
    does not run a line cannot notice what is wrong with it."""
    tests = course.tests_of(change)
    own = [test for test in tests if test != IMPORT]
    for some in filter(None, (own[:QUICKEST], own[QUICKEST:FIRST])):
        seconds = START + sum(course.took.get(test, 0.0) for test in some)
        tried = try_with(change, some, PATIENCE * seconds)
        if tried.was_noticed:
            return tried
    is_all = bool(own) and own == tests[:FIRST]
    if is_all and not part.apart:
        return tried
    return try_with(change, part.apart if is_all else part.tests, PATIENCE * course.seconds)


def try_with(change: Any, tests: Iterable[str], seconds: float) -> Tried:
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import TestOutcome

    result = mutate_and_test([change], shlex.join(command_of(tests)), seconds)
    if result.test_outcome not in (TestOutcome.KILLED, TestOutcome.SURVIVED):
        raise RuntimeError(f"{change} could not be tried: {result.output}")
    return Tried(result.test_outcome == TestOutcome.KILLED, result.diff)


def command_of(tests: Iterable[str]) -> list[str]:
    return [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]


if __name__ == "__main__":
    sys.exit(main())
