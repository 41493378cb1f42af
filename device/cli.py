"""The `sepmosa` command: one word per job, each job in its own file under `commands`.

This file alone runs under Python 3.7 as well, to say that it is too old for all others.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any, NoReturn

OLDEST = (3, 11)  # Python that everything else is written for

# name → one line of help; each is a module of device.commands with add_arguments and run
COMMANDS = {
    "companion": "the companion itself; the same as no command at all",
    "demo": "plays a simulated game in the terminal",
    "read": "reads photographs; a JSON object a line",
    "teach": "learns a set of tiles from photographs of it; keeps, lists, exports set profiles",
    "read-dice": "reads MOSAIX dice in photographs; a JSON object a line",
    "read-board": "reads and counts MOSAIX boards in photographs; a JSON object a line",
    "propose": "game so far and frames in, what was played out: JSON lines",
    "follow": "one table, frame after frame; what the players confirmed in between: JSON lines",
    "rules": "the rules as a service: JSON lines in, JSON lines out",
    "replay": "plays a game record through the engine and says where it breaks",
    "simulate": "whole games through drawn frames, and how many turns were read right",
    "doctor": "checks camera, buttons, screen, disk, networks; says what to do about each fault",
    "soak": "plays for hours while things break; memory, handles, presses, scores, kills",
    "bench": "the performance table, each figure with what it was measured against",
}


class BadInput(Exception):
    """Something the user can put right; the message is the one line he sees."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (try: {self.prog} --help)")


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0, or 2 with one line on stderr."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        check_python(sys.version_info[:2])
        return _run(given or ["companion"])
    except BadInput as bad:
        sys.stderr.write(f"sepmosa: {bad}\n")
        return 2
    except ModuleNotFoundError as missing:
        if not is_lab(missing.name or ""):
            raise
        sys.stderr.write("sepmosa: this needs the laboratory, which is not installed here: run it ")
        sys.stderr.write("from the project's folder, after make run\n")
        return 2
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


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
    jobs = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, line in COMMANDS.items():
        job = jobs.add_parser(name, help=line, description=line)
        if given[0] == name:  # only the command asked for is imported
            _module(name).add_arguments(job)
    options = parser.parse_args(given)
    if options.command is None:
        raise BadInput("which command? (try: sepmosa --help)")
    status: int = _module(options.command).run(options)
    sys.stdout.flush()
    return status


def _module(command: str) -> Any:
    return importlib.import_module(f"device.commands.{command.replace('-', '_')}")
