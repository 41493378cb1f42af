"""Flips every single bit of small games' files, one at a time, and looks at what the store does.

Run as `python -m tests.bitflips`; `--case` takes one of them, `--start` and `--stop` a part of its
bits (a run that was stopped says where to go on), `--random N` damages at random instead: a few
bits, bursts, lost blocks, ends cut off. Whatever happens to a file, the store must open it, lose
nothing without saying so, invent nothing, give no number twice, and find its own file sound
afterwards; and the doctor must have called the file damaged whenever players are told that it was.
"""

import argparse
import logging
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from tqdm import tqdm

from device.core.settings import Settings
from device.games import MOSAIX
from device.lab.mosaix.samples import paper_game
from device.store.file import FileReading, read_games, source_of
from device.store.lines import read_lines
from device.store.store import Store
from device.store.wal import image_of, pages_of, parse_log
from device.system.doctor.facts import games_state
from device.system.doctor.judge import FileState
from tests.device.store.kept_games import keep, log_of, opened, played, summed_up
from tests.device.store.old_file import old_file, sealed
from vision.tiles.profile import text

SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
OLD = "games.sqlite"  # of version 0.1
MOVES = ("R7@4+1", "R8@4+2", "R9@4+3")
NAMES = ("Ana", "Bo")
FINE, MENDED, CUT, UNPROVEN, LATEST = "fine", "told, all saved", "told", "unproven", "latest"
WORDS = {
    FINE: "nothing was wrong with it, and nothing was said",
    MENDED: "players were told, and everything was saved",
    CUT: "players were told, and something was lost",
    UNPROVEN: "another value that 0.1 has no checksum for (a setting, what a taught face shows …)",
    LATEST: "0.1's latest transaction is gone, as after a power cut",
}

Files = dict[str, bytes]


@dataclass(frozen=True)
class Seen:
    """What a store shows."""

    games: dict[int, tuple[tuple[str, ...], tuple[str, ...]]]  # names and log, as text
    shown: frozenset[int]  # games that players can see
    open: dict[str, int]
    others: tuple[object, ...]  # what 0.1 has no checksum for
    settings: Settings
    profiles: tuple[tuple[str, str], ...]
    is_told: bool = False


@dataclass(frozen=True)
class Case:
    """Files as they were left, one of which is damaged."""

    files: Files
    target: str
    games: str = "games.txt"  # the file the store is asked to open
    is_old: bool = False

    known: dict[str, str] = field(default_factory=dict, compare=False)
    """What became of an old file by what was read from it: all that follows, follows from that."""

    @cached_property
    def used(self) -> tuple[object, ...]:
        return used_of(self.files)


def reading_of(path: Path) -> FileReading:
    return read_games(source_of(path) or path)


# What there is to damage


def cases() -> dict[str, Case]:
    """Every case by its name; the files are as small as they can be and hold one of everything."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        new, old = Path(folder) / "games.txt", Path(folder) / "old" / OLD
        with opened(new) as store:
            fill(store)
        with old_file(old) as file:
            fill_old(file)
        closed = {old.name: old.read_bytes()}
        with old_file(old.with_name("used.sqlite")) as file:
            fill_old(file)
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.keep(played(*MOVES[:2]), ("Cleo", "Dan"))
            used = {
                old.name: file.path.read_bytes(),
                log_of(old).name: log_of(file.path).read_bytes(),
            }
        lock = f"{new.name}.lock"
        both = {new.name: new.read_bytes(), lock: new.with_name(lock).read_bytes()}
    return {
        "file": Case(both, new.name),
        "tally": Case(both, lock),
        "old": Case(closed, old.name, is_old=True),
        "old-used": Case(used, old.name, is_old=True),
        "old-log": Case(used, log_of(old).name, is_old=True),
    }


def fill(store: Store) -> None:
    store.close_game(keep(store, played(*MOVES)))
    game = paper_game(2)
    number = store.begin(NAMES, game.log[:1], MOSAIX)
    store.append(number, game.log[1:], 1)
    keep(store, played(*MOVES[:2]), ("Cleo", "Dan"))
    store.set_counts(1, False)
    store.keep_settings(Settings(brightness=33))
    store.write("test", ["profile", "kitchen", "2026", PROFILE])


def fill_old(old) -> None:
    from tests.device.store.test_old_games import SUMMARY, keep_mosaix

    old.keep(played(*MOVES), summary=SUMMARY)
    keep_mosaix(old, paper_game(2), NAMES)
    number = old.keep(played(*MOVES[:2]), ("Cleo", "Dan"))
    old.execute("UPDATE games SET counts = 0 WHERE id = 1")
    old.keep_settings(brightness="33", seconds=sealed([number, 7.5, 2.5, 1.5, 6]))
    row = ("kitchen", "2026", PROFILE)
    old.execute("INSERT INTO profiles (name, taught, text) VALUES (?, ?, ?)", *row)


def _profile() -> str:
    import numpy as np

    from vision.tiles.profile.profile import TaughtFace, profile_of

    return text.profile_text(
        profile_of("kitchen", [TaughtFace("K1", np.zeros((64, 48, 3), np.uint8))], 1.4)
    )


PROFILE = _profile()


# Looking


def look(path: Path) -> Seen:
    """Everything that a companion reads from its store, read."""
    with opened(path) as store:
        summed_up(store)
        past = {game.id: game for game in (*store.past_games(), *store.past_games(MOSAIX))}
        opens = {"sepmosa": store.open_game(), "mosaix": store.open_game(MOSAIX)}
        games = {}
        for number, game in store.contents.games.items():
            store.load(number)
            store.load(number)
            games[number] = game.names, tuple(game.log)
        counts = tuple(
            past[number].counts for number in sorted(past) if hasattr(past[number], "counts")
        )
        seen = Seen(
            games,
            frozenset(past) | {game.id for game in opens.values() if game},
            {kind: game.id for kind, game in opens.items() if game},
            (frozenset(store.names()), counts),
            store.settings(),
            tuple(
                (line.name, store.contents.profiles[line.name].text)
                for line in store.profiles.lines()
            ),
            store.set_aside is not None,
        )
        fresh = keep(store, played(MOVES[0]))
        if fresh in games:
            raise AssertionError(f"number {fresh} was given twice")
    return seen


def attempt(case: Case, files: Files, whole: Seen) -> str:
    """What became of a case with these files instead; raises AssertionError where that must not
    be, and whatever else the store raises."""
    if len(files) > 1 and case.target == OLD and used_of(files) == case.used:
        return FINE
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        for name, raw in files.items():
            (Path(folder) / name).write_bytes(raw)
        path = Path(folder) / case.games
        reading = repr(reading_of(path)) if case.is_old else ""
        if reading in case.known:
            return case.known[reading]
        state = games_state(path)
        seen = look(path)
        after = look(path)
        assert state is (FileState.DAMAGED if seen.is_told else FileState.SOUND), state
        assert games_state(path) is FileState.SOUND
        assert after.is_told == seen.is_told, "told no longer"
        was_played = {number: game for number, game in seen.games.items() if has_moves(game[1])}
        assert after.games.items() >= was_played.items(), "lost by opening it again"
        judge_invented(seen, whole)
        became = judge(seen, whole, case)
        if case.is_old:
            case.known[reading] = became
        return became


def used_of(files: Files) -> tuple[object, ...]:
    """All that the reader of an old file and its log goes by: not the pages that the log has anew.
    Only what differs there has to be tried."""
    main, log = files[OLD], parsed(files[f"{OLD}-wal"])
    return read_lines(main), image_of(main, log), *pages_of(main, log)


parsed = cache(parse_log)


def has_moves(log: tuple[str, ...]) -> bool:
    """Whether anything was played: else it is no game once it is closed."""
    return any(entry.startswith(("play", "lay")) for entry in log)


def judge_invented(seen: Seen, whole: Seen) -> None:
    """Raises AssertionError where there is a game, a move or a name that never was."""
    for number, (names, log) in seen.games.items():
        assert number in whole.games, f"game {number} is invented"
        own, entries = whole.games[number]
        assert names == own or not any(names), f"names {names}"
        shared = min(len(log), len(entries))
        assert log[:shared] == entries[:shared], f"game {number} has another log"
        assert len(log) <= len(entries), f"game {number} is longer"


def judge(seen: Seen, whole: Seen, case: Case) -> str:
    """How much of the whole is left; raises AssertionError where some is missing and nobody was
    told."""
    told = replace(whole, is_told=seen.is_told)
    if seen == told:
        return MENDED if seen.is_told else FINE
    if seen.is_told:
        return CUT
    if case.is_old and replace(seen, **unproven(seen, whole)) == told:
        return UNPROVEN
    if case.target.endswith("-wal") and seen in older(case):
        return LATEST
    raise AssertionError(f"lost, and nobody was told:\n{seen}\n{whole}")


def unproven(seen: Seen, whole: Seen) -> dict[str, object]:
    """What 0.1 has no checksum for, as it was: settings, and all of a profile but its faces."""
    changed: dict[str, object] = {"others": whole.others, "settings": whole.settings}
    if [name for name, _ in seen.profiles] == [name for name, _ in whole.profiles]:
        changed["profiles"] = whole.profiles
    return changed


def older(case: Case) -> tuple[Seen, ...]:
    """What there was before the latest transaction in the write-ahead log."""
    if case.target not in OLDER:
        log = case.files[case.target]
        frames = parse_log(log).frames
        ends = [at for at, frame in enumerate(frames) if frame.ends_transaction]
        size = 32 + (ends[-2] + 1) * (24 + 4096)
        OLDER[case.target] = (seen_of(case, {**case.files, case.target: log[:size]}),)
    return OLDER[case.target]


OLDER: dict[str, tuple[Seen, ...]] = {}


def seen_of(case: Case, files: Files) -> Seen:
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        for name, raw in files.items():
            (Path(folder) / name).write_bytes(raw)
        return look(Path(folder) / case.games)


# Damaging


def flipped(case: Case, bit: int) -> Files:
    """The files with one bit of the target flipped."""
    raw = bytearray(case.files[case.target])
    raw[bit // 8] ^= 1 << bit % 8
    return {**case.files, case.target: bytes(raw)}


def damaged(case: Case, rng: random.Random) -> Files:
    """The files with the target damaged at random."""
    raw = bytearray(case.files[case.target])
    at = rng.randrange(len(raw))
    match rng.randrange(6):
        case 0 | 1:
            for _ in range(rng.choice((1, 2, 3, 4))):
                raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        case 2:
            size = rng.choice((1, 2, 8, 64))
            raw[at : at + size] = rng.randbytes(len(raw[at : at + size]))
        case 3:
            size = rng.choice((64, 512, 4096))
            at -= at % size
            raw[at : at + size] = bytes(len(raw[at : at + size]))
        case 4:
            size = rng.choice((64, 512, 4096))
            other = rng.randrange(len(raw))
            raw[at : at + size] = raw[other : other + size]
        case _:
            del raw[at:]
    return {**case.files, case.target: bytes(raw)}


def tries(options: argparse.Namespace, case: Case) -> Iterator[tuple[int, Callable[[], Files]]]:
    if options.random:
        for number in range(options.start, options.random):
            rng = random.Random(f"{options.seed} {number}")
            yield number, lambda rng=rng: damaged(case, rng)
        return
    stop = min(options.stop or sys.maxsize, len(case.files[case.target]) * 8)
    for bit in range(options.start, stop, options.step):
        yield bit, lambda bit=bit: flipped(case, bit)


def run(name: str, case: Case, options: argparse.Namespace) -> int:
    """Tries them all; the number of tries that went wrong."""
    whole = seen_of(case, case.files)
    counted: Counter[str] = Counter()
    wrong = 0
    todo = list(tries(options, case))
    begun, number = time.monotonic(), options.start
    try:
        for number, files in tqdm(todo, desc=name, mininterval=5, unit="try"):
            try:
                counted[attempt(case, files(), whole)] += 1
            except Exception as no:
                wrong += 1
                if wrong <= 5:
                    told = traceback.format_exc(limit=-3)
                    tqdm.write(f"{name} {number}: {type(no).__name__}: {told}")
    except KeyboardInterrupt:
        tqdm.write(f"stopped; go on with --case {name} --start {number}")
        raise
    finally:
        spent, size = time.monotonic() - begun, len(case.files[case.target])
        tried = sum(counted.values()) + wrong
        lines = [f"{name}: {case.target}, {size} bytes: {tried} tries in {spent:.0f} s"]
        lines += [f"  {count:>8}  {WORDS[what]}" for what, count in counted.most_common()]
        sys.stdout.write("\n".join([*lines, f"  {wrong:>8}  wrong\n"]))
        sys.stdout.flush()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bitflips", description=__doc__)
    parser.add_argument("--case", choices=list(cases()), action="append", help="else all")
    parser.add_argument("--start", type=int, default=0, metavar="BIT")
    parser.add_argument("--stop", type=int, metavar="BIT")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="every so many bits")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="damage at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=Path, metavar="FILE", help="another file of version 0.1")
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    text.parse_profile = cache(text.parse_profile)  # nearly every try has the same one to read
    every = cases()
    chosen = {name: every[name] for name in options.case or every}
    if options.games:
        files = {OLD: options.games.read_bytes()}
        chosen = {"given": Case(files, OLD, is_old=True)}
    return 1 if sum([run(name, case, options) for name, case in chosen.items()]) else 0


if __name__ == "__main__":
    sys.exit(main())
