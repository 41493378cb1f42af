"""Every simulation that the documents speak of, and one table of what came of them.

Run as `python -m tests.figures`: rows of at least `--turns` turns each, hours in all. What came of
each game is kept in a folder, so that a run that was stopped goes on where it was; other code gets
a folder of its own. `--row` takes some of the rows, `--jobs` says how many games are played at
once. Exit status 1 where something was wrong as sure or mischief was named too seldom.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from device.commands.simulate import DISTURBANCES
from vision.lab.simulate.rehearse import Course, Tally, rehearse
from vision.lab.simulate.turns import MISCHIEF
from vision.lab.tally import ReadingVerdict

ROOT = Path(__file__).parents[1]
EVERY = 5  # of the turns of a game one in five: five times as many homes
NAMED = 0.95  # of the mischief is to be called by its name


@dataclass(frozen=True)
class Row:
    """One line of the table: what is done to its games."""

    disturbances: tuple[str, ...] = ()
    mischief: str | None = None

    @property
    def name(self) -> str:
        """What `--row` calls it."""
        return "+".join(filter(None, (self.mischief, *self.disturbances))) or "none"


ROWS = {
    row.name: row
    for row in (
        Row(),
        *(Row(mischief=kind) for kind in MISCHIEF),
        *(Row((f"colour-{left}",), "wrong-colour") for left in (0.35, 0.45, 0.6)),
        *(Row((name,)) for name in DISTURBANCES if name != "none"),
    )
}
OWED = (  # what the promise is measured by; the others with `--row all`
    *("none", *MISCHIEF, *(name for name in ROWS if name.startswith("wrong-colour+"))),
    *("colour-0.0", "colour-0.15", "colour-0.25", "colour-0.35", "colour-0.45", "colour-0.6"),
    *("hidden-source", "hidden-action", "hand"),
)


def main() -> int:
    """Plays what is missing and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("--row", nargs="+", default=OWED, choices=("all", *ROWS), metavar="NAME")
    parser.add_argument(
        "--turns", type=int, default=1000, metavar="N", help="of each row, at least"
    )
    parser.add_argument("--seed", type=int, default=20_000, metavar="S", help="of the first game")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="else out/figures/ and the code's"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args()
    folder = options.folder or ROOT / "out" / "figures" / digest_of_code()
    tallies = {}
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for name in ROWS if "all" in options.row else options.row:
            tallies[name] = play(pool, ROWS[name], options, folder)
            for line in tallies[name].wrong:
                tqdm.write(f"wrong: {name}: {line}", file=sys.stdout)
                sys.stdout.flush()
    print(table_of(tallies))
    return 0 if all(holds(ROWS[name], tally) for name, tally in tallies.items()) else 1


def digest_of_code() -> str:
    """A name for all that a figure depends on: rules, eyes, judgement and what is drawn."""
    told = hashlib.sha256()
    for path in sorted(p for part in ("engine", "vision") for p in (ROOT / part).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and "train" not in path.parts:
            told.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return told.hexdigest()[:10]


# Playing


def play(pool: ProcessPoolExecutor, row: Row, options: argparse.Namespace, folder: Path) -> Tally:
    """What came of games enough for the row; those that were played before are not played again."""
    tally, seed = Tally(), options.seed
    with tqdm(desc=row.name, total=options.turns, unit="turn") as bar:
        while tally.turns < options.turns:
            seeds = range(seed, seed + options.jobs)
            seed = seeds.stop
            for game in pool.map(kept, *zip(*((row, each, folder) for each in seeds), strict=True)):
                tally.add(game)
                bar.update(game.turns)
    return tally


def kept(row: Row, seed: int, folder: Path) -> Tally:
    """What came of one game, from its file or played and filed."""
    path = folder / row.name / f"{seed}.json"
    if not path.exists():
        played = rehearse(Course(seed, row.disturbances, row.mischief, "named", every=EVERY))
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps(as_json(played)))
        draft.replace(path)
    return from_json(json.loads(path.read_text()))


def as_json(tally: Tally) -> dict[str, object]:
    verdicts = {verdict.value: count for verdict, count in tally.verdicts.items()}
    return {
        "verdicts": verdicts,
        "flags": tally.flags,
        "named": tally.named,
        "ms": [round(each) for each in tally.ms],
        "wrong": tally.wrong,
    }


def from_json(told: dict[str, dict[str, int]]) -> Tally:
    verdicts = Counter(
        {ReadingVerdict(name): count for name, count in told.pop("verdicts").items()}
    )
    return Tally(verdicts=verdicts, flags=Counter(told.pop("flags")), **told)


# Telling


def holds(row: Row, tally: Tally) -> bool:
    """Whether nothing was wrong as sure, and mischief was called by its name."""
    needs_name = row.mischief is not None and not row.disturbances
    is_named = not needs_name or tally.named >= NAMED * tally.turns
    return is_named and not tally.wrong


def table_of(tallies: dict[str, Tally]) -> str:
    return "\n".join(lines_of(tallies))


def lines_of(tallies: dict[str, Tally]) -> Iterator[str]:
    yield "| what | turns | right | flagged | wrong | reason named | said instead |"
    yield "|---|---|---|---|---|---|---|"
    for name, tally in tallies.items():
        turns, verdicts = max(tally.turns, 1), tally.verdicts
        named = f"{tally.named / turns:.1%}" if ROWS[name].mischief else ""
        instead = ", ".join(f"{what} {count}" for what, count in tally.flags.most_common(4))
        yield (
            f"| {name.replace('+', ', ')} | {tally.turns:,} "
            f"| {verdicts[ReadingVerdict.RIGHT] / turns:.1%} | {verdicts[ReadingVerdict.FLAGGED]} "
            f"| {verdicts[ReadingVerdict.WRONG]} | {named} | {instead} |"
        )


if __name__ == "__main__":
    sys.exit(main())
