"""The `sepmosa` command: one word per job, each job in its own file under `commands`.

This file alone runs under Python 3.7 as well, to say that it is too old for all others.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from contextlib import suppress
from typing import Any, Callable, NoReturn, TextIO  # noqa: UP035  Python 3.7 has no other

OLDEST = (3, 11)  # Python that everything else is written for
MOST = 10**9  # that a number on the command line may be
LONGEST = 300  # characters of a complaint

# name → one line of help and an example; each is a module of device.commands with add_arguments
# and run
COMMANDS = {
    "companion": (
        "the companion itself; the same as no command at all",
        "sepmosa companion --players human human",
    ),
    "demo": (
        "plays a simulated game in the terminal",
        "sepmosa demo --players coach greedy --seed 7",
    ),
    "read": (
        "reads photographs of tiles; a JSON object a line",
        "sepmosa read table.jpg --annotate marked",
    ),
    "teach": (
        "learns a set of tiles from photographs of it; keeps, lists and exports set profiles",
        "sepmosa teach rows.jpg --name ours",
    ),
    "read-dice": (
        "reads MOSAIX dice in photographs; a JSON object a line",
        "sepmosa read-dice throw.jpg",
    ),
    "read-board": (
        "reads and counts MOSAIX boards in photographs",
        "sepmosa read-board board.jpg --annotate marked",
    ),
    "propose": (
        "the game so far and frames in, what was played out: JSON lines",
        """echo '{"moves": ["R7@4+1"], "frames": ["table.jpg"]}' | sepmosa propose""",
    ),
    "follow": (
        "one table, frame after frame, and what the players confirmed: JSON lines",
        """echo '{"frame": "table.jpg"}' | sepmosa follow""",
    ),
    "rules": (
        "the rules as a service: JSON lines in, JSON lines out",
        """echo '{"mosaic": {"4+1": "R7"}, "tile": "R8"}' | sepmosa rules""",
    ),
    "replay": (
        "plays a game record turn by turn and says where it breaks",
        "sepmosa replay game.txt --board",
    ),
    "simulate": (
        "whole games before a simulated camera, and how many turns were read right",
        "sepmosa simulate --games 4 --disturb glare hand",
    ),
    "share": (
        "shows games to phones, the television and a broker; nobody can change anything",
        "sepmosa share --config share.toml",
    ),
    "club": (
        "shows all tables of a club night on one page: boards, standings, export",
        "sepmosa club --broker 192.168.1.5",
    ),
    "doctor": (
        "checks camera, buttons, screen, disk and networks; says what to do about each fault",
        "sepmosa doctor --report > report.txt",
    ),
    "soak": (
        "plays for hours while things break: memory, presses, scores, kills",
        "sepmosa soak --minutes 60",
    ),
    "bench": (
        "the performance table, each figure with what it was measured against",
        "sepmosa bench vision",
    ),
}


class BadInput(Exception):
    """Something the user can put right; the message is the one line they see."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (try: {self.prog} --help)")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from device.system.facts import version

        print(f"sepmosa {version()}")  # noqa: T201
        parser.exit()


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0, or 2 with one line on stderr."""
    given = sys.argv[1:] if arguments is None else arguments
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no banner before our own output
    _open_streams()
    try:
        check_python(sys.version_info[:2])
        return _run(given or ["companion"])
    except BadInput as bad:
        return _complain(str(bad))
    except ModuleNotFoundError as missing:
        if not is_lab(missing.name or ""):
            raise
        return _complain(
            "this needs the laboratory, which is not installed here: run it from the project's "
            "folder, after make run"
        )
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop(sys.stdout)
        return 0
    except OSError as no:  # a disk that is full or broken
        _drop(sys.stdout)
        return _complain(f"{no.filename}: {no.strerror}" if no.filename else no.strerror or str(no))
    except KeyboardInterrupt:
        return 130


def whole_number(least: int) -> Callable[[str], int]:
    """The type of an argument that takes whole numbers from `least` on."""

    def parse(text: str) -> int:
        is_short = len(text) <= len(str(MOST)) + 1
        with suppress(ValueError):
            if is_short and least <= int(text) <= MOST:
                return int(text)
        raise argparse.ArgumentTypeError(f"takes a whole number from {least} on, not {text!r}")

    return parse


def readable(complaint: str) -> str:
    """A complaint as one line that can be read: of what it quotes at length, the middle is left
    out."""
    line = "".join(sign if sign.isprintable() else "·" for sign in complaint)
    half = LONGEST // 2
    return line if len(line) <= LONGEST else f"{line[: half - 1]}…{line[-half:]}"


def _open_streams() -> None:
    """Standard streams that were closed lead nowhere; answers are UTF-8 whatever the locale, and
    what is no text (a file's name may be none) is escaped as JSON escapes it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _complain(line: str) -> int:
    """Says what is wrong, where anybody can be told; the exit status."""
    try:
        sys.stderr.write(f"sepmosa: {readable(line)}\n")
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)
    return 2


def _drop(stream: TextIO) -> None:
    """Nobody takes what goes there any more: nor may it be tried once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_lab(module: str) -> bool:
    """Whether a module is one of those that draw tables and train, which no package has."""
    return module.startswith(("device.lab", "vision.lab"))


def check_python(version: tuple[int, int]) -> None:
    """Raises BadInput where this Python is too old."""
    if version < OLDEST:
        this, wanted = (".".join(map(str, each)) for each in (version, OLDEST))
        raise BadInput(f"this is Python {this}, and {wanted} or newer is needed")


def _run(given: list[str]) -> int:
    parser = _Parser(prog="sepmosa", description="The SEPMOSA table companion.")
    parser.add_argument("--version", action=_Version, nargs=0, help="prints the version")
    jobs = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, (line, example) in COMMANDS.items():
        job = jobs.add_parser(
            name,
            help=line,
            description=f"{line[0].upper()}{line[1:]}.",
            epilog=f"example: {example}",
        )
        if given[0] == name:  # only the command asked for is imported
            _module(name).add_arguments(job)
    if not given[0].startswith("-") and given[0] not in COMMANDS:  # argparse's words change
        raise BadInput(f"there is no command {given[0]!r} (try: sepmosa --help)")
    options = parser.parse_args(given)
    if options.command is None:
        raise BadInput("which command? (try: sepmosa --help)")
    status: int = _module(options.command).run(options)
    sys.stdout.flush()
    return status


def _module(command: str) -> Any:
    return importlib.import_module(f"device.commands.{command.replace('-', '_')}")
