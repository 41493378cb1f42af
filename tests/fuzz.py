"""Throws damaged input at everything that reads what others wrote.

Run as `python -m tests.fuzz --minutes N`. Good inputs are cut, joined, flipped and mixed with signs
that have meant trouble elsewhere. Each reader may refuse what it gets in the one way it promises
to; anything else is a find: printed, and kept in `tests/data/finds` under the name of its target.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pygame

from device.commands import propose as propose_command
from device.commands import rules as rules_command
from device.commands.json_lines import answer_lines
from device.core.config import DEFAULTS_FILE, ConfigError, read_config
from device.core.settings import parse_settings
from device.locale import Language
from device.share.club import Club
from device.share.club_site import ClubSite
from device.share.config import read_share_config
from device.share.games import SharedGames
from device.share.messages import retained
from device.share.site import TableSite
from device.share.web import Feed, WebServer, quiet_tornado
from device.share.wish import ADDRESS, WISH, read_sharing, read_wish
from device.store.contents import Contents, Newer, Unfit
from device.store.lines import line_bytes, read_lines
from device.store.old_games import read_old_games
from device.ui.text import draw_line, fit, width_of
from device.ui.theme import PAPER, Weight
from engine.mosaix import record as mosaix_record
from engine.mosaix.players import play_random
from engine.names import LONGEST, clean_name
from engine.record_text import RecordError
from engine.sepmosa import NotationError
from engine.sepmosa.notation import log_line, parse_log_line
from engine.sepmosa.players import play_game, play_greedy
from engine.sepmosa.record import Record, read_record, write_record
from tests.device.share.tables import Playing, full_game, mosaix_game, opened
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


# What onlookers and brokers send, and what they are shown


def take_shared(data: bytes) -> None:
    """Whatever the games' file says, onlookers are shown something or nothing."""
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(data)
        file.flush()
        games = SharedGames(Path(file.name))
        games.poll()
        games.finished()
        for language in (Language.ENGLISH, Language.FRENCH):
            json.dumps([games.live(language), games.listed(language)])
            for line in games.listed(language):
                json.dumps(games.whole(line["id"], language))
                record = games.record(line["id"]) or ""
                assert not any(word in record for word in ("Rack", "Draws", "pass:"))


def take_club(data: bytes) -> None:
    """Whatever a broker says, the club's page can be shown."""
    club = Club()
    for topic in ("board", "games", "clock", "availability"):
        club.take(f"table/{topic}", data, False, datetime.now(UTC))
    site = ClubSite(club)
    json.loads(site.live(Language.ENGLISH))
    site.answer("standings-all.csv", Language.ENGLISH)
    site.answer("games-all.csv", Language.ENGLISH)


def take_share_config(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(data)
        file.flush()
        assert read_share_config(Path(file.name)).topic


def take_wish(data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        for name in (WISH, ADDRESS):
            (Path(folder) / name).write_bytes(data)
        read_sharing(Path(folder))
        wish = read_wish(Path(folder))
        assert wish is None or wish.code.isalnum()


def take_request(data: bytes) -> None:
    """Whatever is sent to the page's server, it answers or hangs up, and goes on."""
    place = ("127.0.0.1", server_port())
    with socket.create_connection(place, 30) as client, suppress(ConnectionError):
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        answer = client.recv(65536)
        assert not answer or answer.startswith(b"HTTP/1.1 "), answer[:80]
        assert not answer.startswith(b"HTTP/1.1 5"), answer[:80]


@cache
def server_port() -> int:
    """A page's server that runs as long as this process."""
    quiet_tornado()
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()

    async def serve() -> int:
        site = TableSite(SharedGames(Path("/nowhere")), "Table", "table", Language.ENGLISH)
        return WebServer(site, "abcdefgh", Feed()).listen(0, "127.0.0.1")

    return asyncio.run_coroutine_threadsafe(serve(), loop).result()


def shared_seeds() -> dict[str, tuple[bytes, ...]]:
    """A games' file with a whole game and one of MOSAIX, and what its table tells a broker."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        with opened(path) as store:
            Playing(store, full_game().log).finish()
            mosaix_game(store)
        raw = path.read_bytes()
        site = TableSite(SharedGames(path), "Table 1", "table-1", Language.ENGLISH)
        site.games.poll()
        told = retained(site, Language.ENGLISH)
        bodies = [body for body in read_lines(raw).bodies if "begin" in body or "log" in body]
    short = b"".join(line_bytes(number, body) for number, body in enumerate(bodies[:12], 1))
    clock = '{"now": "2026-01-01T20:00:00+01:00", "source": "x"}'
    messages = tuple(text.encode() for text in (*told.values(), clock))
    return {"file": (raw, short, short), "told": messages}


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
    shared = shared_seeds()
    chunked = b"Host: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
    request = (
        b"GET /abcdefgh/live.json?language=de HTTP/1.1\r\nHost: x\r\nAccept-Language: fr\r\n\r\n",
        b"GET /abcdefgh/game/1.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        b"HEAD /abcdefgh/ HTTP/1.1\r\n" + chunked,
    )
    share_toml = (Path(__file__).parents[1] / "systemd/share.toml").read_bytes().replace(b"# ", b"")
    wish = (
        b'{"code": "abcdefgh"}',
        b'{"address": null, "watching": 1, "trouble": "x", "broker": null}',
    )
    return {
        "picture": Target(pictures, take_picture, (NotAnImage,)),
        "record": Target((record, short, short, short), take_record, (RecordError,)),
        "mosaix-record": Target((mosaix, short), take_mosaix_record, (RecordError,)),
        "config": Target((DEFAULTS_FILE.read_bytes(),), take_config, (ConfigError,)),
        "rules": Target(rules, take_lines(rules_command.answer), ()),
        "propose": Target(propose, take_lines(propose_without_eyes), ()),
        "kept": Target(kept, take_kept, ()),
        "old-games": Target(old_files(), take_old, ()),
        "entry": Target(entries, take_entry, (NotationError,)),
        "name": Target((b"Anna", "Zoë ‮שלום".encode(), b"a\x00b"), take_name, ()),  # noqa: PLE2502  as some names are
        "drawn-name": Target((b"Anna", "Zoë\ufe0f \u3164👩".encode()), take_drawn_name, ()),
        "profile": Target((profile, blank), take_profile, (NotAProfile,)),
        "shared": Target(shared["file"], take_shared, ()),
        "club": Target(shared["told"], take_club, ()),
        "request": Target(request, take_request, ()),
        "share-config": Target(
            (share_toml, b"[page]\non = true\n"), take_share_config, (ConfigError,)
        ),
        "wish": Target(wish, take_wish, ()),
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
