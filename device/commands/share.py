"""`sepmosa share`: shows the games of a companion to phones, the television and a broker."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import logging
import os
import signal
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path

from device.cli import BadInput
from device.commands.companion import given_config, state_folder
from device.core.config import ConfigError
from device.share.wish import Wish, kept_wish, new_code, read_wish
from device.system.logs import open_log


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the games are, and who asks for it."""
    parser.add_argument("--config", metavar="FILE", help="share.toml: name, port, broker")
    parser.add_argument("--state", metavar="DIR", help="where games are kept")
    parser.add_argument("--games", default="games.txt", metavar="NAME", help="the file in it")
    parser.add_argument(
        "--companion", metavar="DIR", help="the companion's runtime folder: what happens there"
    )
    parser.add_argument(
        "--as-wished",
        action="store_true",
        help="only while sharing is switched on on the touchscreen, under systemd",
    )
    parser.add_argument(
        "--forget",
        action="store_true",
        help="takes back all that this table has told the broker, and ends",
    )


def needs_share(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A command that says in a line that the extra `share` is not installed."""

    @wraps(run)
    def checked(options: argparse.Namespace) -> int:
        for name in ("tornado", "paho"):
            if importlib.util.find_spec(name) is None:
                raise BadInput(f"sharing needs {name}: try pip install -e '.[share]'")
        return run(options)

    return checked


@needs_share
def run(options: argparse.Namespace) -> int:
    """Shares until it is stopped."""
    from device.share.config import read_share_config
    from device.share.mqtt import forget
    from device.share.process import Places, SharingProcess

    file = Path(options.config) if options.config else None
    if not options.as_wished:  # a device as shipped may have none
        file = given_config(options.config)
    try:
        config = read_share_config(file)
    except ConfigError as wrong:
        raise BadInput(str(wrong)) from None
    if options.forget:
        if config.broker is None:
            raise BadInput("no broker is named: --config takes a file with [mqtt] host")
        try:
            is_done = forget(config, config.broker)
        except OSError as no:
            raise BadInput(f"broker {config.broker.place}: {no.strerror or no}") from None
        return 0 if is_done else 1
    folder = state_folder(options.state)
    runtime = os.environ.get("RUNTIME_DIRECTORY")
    if not runtime and os.access(folder, os.W_OK):  # a companion on this computer looks there
        runtime = str(folder)
    places = Places(
        folder / options.games,
        folder,
        Path(runtime) if runtime else None,
        Path(options.companion) if options.companion else folder,
    )
    open_log(os.environ, sys.stderr)
    wish = None if options.as_wished else read_wish(folder) or _own_wish(folder)
    told = (
        logging.getLogger("device.share").info if options.as_wished else partial(print, flush=True)
    )

    async def share() -> None:
        process = SharingProcess(places, config, wish, told)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, process.stop)
        await process.run(os.environ)

    asyncio.run(share())
    return 0


def _own_wish(folder: Path) -> Wish:
    """The wish of somebody without a touchscreen: the same link at every start, unless nothing can
    be kept there."""
    try:
        return kept_wish(folder)
    except OSError:
        return Wish(new_code())
