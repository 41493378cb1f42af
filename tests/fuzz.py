"""Throws damaged input at everything that reads what others wrote.

Run as `python -m tests.fuzz --minutes N`. Good inputs are cut, joined, flipped and mixed with signs
that have meant trouble elsewhere. Each reader may refuse what it gets in the one way it promises
to; anything else is a find: printed, and kept in `tests/data/finds` under the name of its target.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path

import cv2
import numpy as np
import pygame

from device.commands import propose as propose_command
from device.commands import rules as rules_command
from device.commands.json_lines import answer_lines
from device.core.config import DEFAULTS_FILE, ConfigError, read_config
from device.core.settings import parse_settings
from device.store.contents import Contents, Newer, Unfit
from device.store.lines import line_bytes, read_lines
from device.store.old_games import read_old_games
from device.ui.text import draw_line, fit, width_of
from device.ui.theme import PAPER, Weight
from engine.mosaix import record as mosaix_record
from engine.mosaix.players import play_random
from engine.names import LONGEST, clean_name
from engine.sepmosa import NotationError, Record, RecordError, read_record, write_record
from engine.sepmosa.notation import log_line, parse_log_line
from engine.sepmosa.players import play_game, play_greedy
from tests.device.store.kept_games import log_of, played
from tests.device.store.old_file import old_file
from vision.image_file import NotAnImage, read_image
from vision.tiles.profile.profile import TaughtFace, profile_of
from vision.tiles.profile.text import NotAProfile, parse_profile, profile_text
from vision.tiles.rectify import FACE_WH

FINDS = Path(__file__).parent / "data" / "finds"
TROUBLE = (
    *(b"", b"\0", b"\xff", b"\xc3\x28", b"\r\n", b"\n\n", b"%s%n{0}", b"{}", b"[]", b"null", b"-1"),
    *(b"1e999", b"NaN", b"'; DROP TABLE games;--", b"../../etc/passwd", b"9" * 400, b"[" * 3000),
    *("\u202e", "\u200d", "\ud7ff", "\U0001f469\u200d\U0001f467", "\u0130", "\u00b2", "\u0661"),
    *("\ufe0f", "\u034f", "\u3164", "\U000e0100", "\u0301"),
    *(b"K13", b"*", b"4+0", b"8-99999999999", b"reset", b"pass", b'"', b"\\", b"\\ud800", b"\t"),
)
SIGNS = tuple(each.encode() if isinstance(each, str) else each for each in TROUBLE)


@dataclass(frozen=True)
class Target:
    """Something that reads: good inputs to begin with, and what takes them."""

    seeds: tuple[bytes, ...]
    take: Callable[[bytes], None]
    refuses: tuple[type[Exception], ...]


# The readers


def take_picture(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(data)
        file.flush()
        frame = read_image(Path(file.name))
    assert frame.dtype == np.uint8
    assert frame.ndim == 3
    assert frame.shape[2] == 3


def take_record(data: bytes) -> None:
    record = read_record(data.decode("utf-8", "replace"))
    again = read_record(write_record(record))
    assert again.game.events == record.game.events


def take_mosaix_record(data: bytes) -> None:
    mosaix_record.read_record(data.decode("utf-8", "replace"))


def take_config(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(data)
        file.flush()
        assert read_config(Path(file.name)).settings.target >= 10


def take_lines(answer: Callable[..., object]) -> Callable[[bytes], None]:
    def take(data: bytes) -> None:
        out = StringIO()
        answer_lines(BytesIO(data), out, answer)
        for line in out.getvalue().splitlines():
            assert isinstance(json.loads(line), dict)

    return take


def propose_without_eyes(question: dict[str, object]) -> dict[str, object]:
    """All that comes before looking: the game so far and the frames."""
    try:
        return propose_command.answer(None, question)
    except AttributeError as no:  # the eyes that are not there
        if "NoneType" not in str(no):
            raise
        return {}


def take_kept(data: bytes) -> None:
    contents = Contents()
    for body in read_lines(data).bodies:
        with suppress(Unfit, Newer):
            contents.take_line(body)
    again = Contents()
    for body in contents.lines():
        again.take_line(body)
    assert (again.games, again.settings) == (contents.games, contents.settings)


def take_old(data: bytes) -> None:
    main, _, log = data.partition(b"-wal-")
    read_old_games(main, log)


def take_entry(data: bytes) -> None:
    entry = parse_log_line(data.decode("utf-8", "replace"))
    assert parse_log_line(log_line(entry)) == entry


def take_name(data: bytes) -> None:
    name = clean_name(data.decode("utf-8", "surrogateescape"))
    assert len(name) <= LONGEST
    assert name.isprintable() or "\u200d" in name
    assert clean_name(name) == name


def take_drawn_name(data: bytes) -> None:
    """Drawn as typed, as a name, and as a name that must fit: nothing is raised or unseen."""
    typed = data.decode("utf-8", "surrogateescape")
    name = clean_name(typed)
    for text in (typed[:LONGEST], name):
        draw_line(pygame.Surface((80, 24)), text, Weight.BOLD, 20, PAPER, (40, 12))
    assert bool(width_of(name, Weight.BOLD, 20)) == bool(name)
    assert fit(name, Weight.BOLD, 20, (80, 24)).lines


def take_profile(data: bytes) -> None:
    text = profile_text(parse_profile(data.decode("utf-8", "replace")))
    assert profile_text(parse_profile(text)) == text


def take_settings(data: bytes) -> None:
    texts = [part.decode("utf-8", "replace") for part in data.split(b"\n")]
    parse_settings(dict(zip(texts[::2], texts[1::2], strict=False)))


SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def targets() -> dict[str, Target]:
    """Every reader by its name."""
    game = play_game((play_greedy, play_greedy), random.Random(6))
    record = write_record(Record(game, {"Player1": "Anna", "Player2": "Ben"})).encode()
    short = b"\n".join(line for line in record.split(b"\n")[:24] if b"Result" not in line)
    picture = np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8)
    endings = (".png", ".jpg", ".bmp", ".webp", ".tiff", ".ppm")
    pictures = tuple(cv2.imencode(each, picture)[1].tobytes() for each in endings)
    rules = (
        b'{"mosaic": {"4+1": "R7", "4+2": "R8"}, "move": "R9@4+3"}\n',
        b'{"mosaic": {"4+1": "R7"}, "tile": "B11"}\n{"mosaic": {}}\n',
        b'{"mosaic": {"4+1": "K7", "5+1": "K8"}, "move": "K13x4+1..6+1"}\n',
    )
    propose = (b'{"moves": ["R7@4+1", "R8@4+2", "pass"], "frames": ["/dev/null", "x.png"]}\n',)
    entries = (b"start one 77", b"play R7@4+1", b"undo 3", b"correct 2 B7@4+2", b"win two")
    width, height = FACE_WH
    faces = np.random.default_rng(1).integers(0, 255, (2, height, width, 3), np.uint8)
    taught = [TaughtFace("R7", faces[0]), TaughtFace("*", faces[1], is_correction=True)]
    profile = profile_text(profile_of("my tiles", taught, 1.3)).encode()
    blank = profile_text(profile_of("Zoë", [TaughtFace("K13", faces[0] * 0)], 1.3)).encode()
    facts = ('[["games",5]]', '[["begin",1,"sepmosa",["A","B"],""],["log",1,0,["start 1 77"]]]')
    facts += ('[["clock",1,1.5,2.5,0,1],["counts",1,false]]', '[["settings",{"target":"50"}]]')
    kept = (b"".join(line_bytes(number, body) for number, body in enumerate(facts, 1)),)
    solo = play_random(2, random.Random(3))
    mosaix = mosaix_record.write_record(mosaix_record.Record(solo, {})).encode()
    return {
        "picture": Target(pictures, take_picture, (NotAnImage,)),
        "record": Target((record, short, short, short), take_record, (RecordError,)),
        "mosaix-record": Target((mosaix, short), take_mosaix_record, (mosaix_record.RecordError,)),
        "config": Target((DEFAULTS_FILE.read_bytes(),), take_config, (ConfigError,)),
        "rules": Target(rules, take_lines(rules_command.answer), ()),
        "propose": Target(propose, take_lines(propose_without_eyes), ()),
        "kept": Target(kept, take_kept, ()),
        "old-games": Target(old_files(), take_old, ()),
        "entry": Target(entries, take_entry, (NotationError,)),
        "name": Target((b"Anna", "Zoë ‮שלום".encode(), b"a\x00b"), take_name, ()),
        "drawn-name": Target((b"Anna", "Zoë\ufe0f \u3164👩".encode()), take_drawn_name, ()),
        "profile": Target((profile, blank), take_profile, (NotAProfile,)),
        "settings": Target((b"language\nen\nclock\nturn\ntarget\n77",), take_settings, ()),
    }


def old_files() -> tuple[bytes, ...]:
    """Games' files of version 0.1, with and without a log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with old_file(path) as old:
            old.keep(played("R7@4+1", "R8@4+2"))
            old.keep_settings(target="50")
            used = path.read_bytes() + b"-wal-" + log_of(path).read_bytes()
        return used, path.read_bytes()


# Damaging


def damaged(seeds: tuple[bytes, ...], rng: random.Random) -> bytes:
    """One of the seeds, a few times damaged."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8, 30))):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((1, 1, 2, 4, 16, 200)))
        match rng.randrange(7):
            case 0:
                del data[at:to]
            case 1:
                data[at:at] = rng.choice(SIGNS)
            case 2:
                data[at:to] = rng.choice(SIGNS)
            case 3 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 4:
                data[at:at] = data[at:to] * rng.choice((1, 2, 50))
            case 5:
                other = rng.choice(seeds)
                data[at:] = other[rng.randrange(len(other) + 1) :]
            case _ if at < len(data):
                data[at] = rng.randrange(256)
        del data[200_000:]
    return bytes(data)


def attempt(target: Target, data: bytes) -> str | None:
    """What went wrong beyond what the reader may say; nothing where all is well."""
    try:
        target.take(data)
    except target.refuses:
        return None
    except Exception:
        return traceback.format_exc()
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(targets()))
    options = parser.parse_args()
    cv2.setLogLevel(0)
    rng = random.Random(options.seed)
    every = {name: t for name, t in targets().items() if options.only in (None, name)}
    tried: Counter[str] = Counter()
    finds: Counter[str] = Counter()
    end = time.monotonic() + options.minutes * 60
    spent = dict.fromkeys(every, 0.0)
    while (now := time.monotonic()) < end:
        name = min(spent, key=lambda each: spent[each])  # each gets its share of the time
        data = damaged(every[name].seeds, rng)
        tried[name] += 1
        trouble = attempt(every[name], data)
        spent[name] += time.monotonic() - now
        if trouble is not None:
            finds[name] += 1
            if finds[name] <= 3:
                FINDS.mkdir(parents=True, exist_ok=True)
                (FINDS / f"{name}-{finds[name]}").write_bytes(data)
                sys.stdout.write(f"{name}: {data[:300]!r}\n{trouble}\n")
    for name, count in tried.items():
        sys.stdout.write(f"{name:<14} {count:>8} tried, {finds[name]} finds\n")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
