"""`sepmosa club`: listens to a broker and shows all tables of a club night on one page."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from dataclasses import replace
from functools import partial

from device.cli import BadInput
from device.commands.companion import given_config, state_folder
from device.commands.share import needs_share
from device.core.config import ConfigError
from device.share.wish import kept_wish
from device.system.logs import open_log

LINK = "club.json"  # in the state folder: the link stays the same


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which broker, and how long an evening is."""
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="where the tables tell of games")
    parser.add_argument("--config", metavar="FILE", help="a file as share.toml: [mqtt], [page]")
    parser.add_argument("--state", metavar="DIR", help="where the link's code is kept")
    parser.add_argument(
        "--hours",
        type=float,
        default=12.0,
        metavar="N",
        help="how long an evening is",
    )


@needs_share
def run(options: argparse.Namespace) -> int:
    """Shows tables until it is stopped."""
    from device.share.club_process import ClubProcess
    from device.share.config import CLUB_PORT, PAGE_PORT, broker_at, read_share_config

    try:
        config = read_share_config(given_config(options.config))
    except ConfigError as wrong:
        raise BadInput(str(wrong)) from None
    if config.port == PAGE_PORT:  # a table may be shared from the same computer
        config = replace(config, port=CLUB_PORT)
    broker = config.broker
    if options.broker:
        try:
            broker = broker_at(options.broker, broker)
        except ValueError:
            told = ascii(options.broker[:80])
            raise BadInput(f"--broker takes HOST or HOST:PORT, not {told}") from None
    if broker is None:
        raise BadInput("which broker? Try: sepmosa club --broker HOST")
    if not 0 < options.hours <= 24 * 366:
        raise BadInput("--hours takes a number above 0")
    open_log(os.environ, sys.stderr)

    async def show() -> None:
        wish = kept_wish(state_folder(options.state), LINK)
        process = ClubProcess(config, broker, wish.code, options.hours, partial(print, flush=True))
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, process.stop)
        await process.run()

    try:
        asyncio.run(show())
    except OSError as no:
        raise BadInput(f"{no.filename or f'port {config.port}'}: {no.strerror or no}") from None
    return 0
