"""The companion as an appliance: started by systemd, on the whole screen, up whatever is broken.

After three starts that did not last it comes up in safe mode: touch only, the configuration as
shipped, and where the games cannot be reached it says so and plays without keeping.
"""

from __future__ import annotations

import logging
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pygame

from device.core.config import Config, ConfigError, read_config
from device.core.loop import End
from device.core.messages import Message, Sentence, say
from device.store.config_file import NAME, ConfigFile
from device.store.file import StoreError
from device.store.store import Store
from device.system.display import DisplayError
from device.system.failed_starts import FAILED, Starts
from device.system.machine import run_device
from device.system.watchdog import Watchdog

log = logging.getLogger(__name__)

SWITCHED_OFF = 77  # exit status upon which the unit switches the device off


class StopSignal:
    """Notes that systemd wants the companion to stop; the loop then ends as if it were closed."""

    def __init__(self) -> None:
        self.is_wanted = False

    def note(self, *_: object) -> None:
        """The signal has come."""
        self.is_wanted = True

    def poll(self, _: float) -> None:
        """The loop runs: what was noted, however early, reaches it now."""
        if self.is_wanted:
            pygame.event.post(pygame.event.Event(pygame.QUIT))


@contextmanager
def heeding_stop() -> Iterator[StopSignal]:
    """A stop that is noted from now on; SDL alone would heed it only once it is up."""
    stop = StopSignal()
    before = signal.signal(signal.SIGTERM, stop.note)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)


def run_kiosk(
    overlay: Path | None, folder: Path, today: Callable[[], str], environment: Mapping[str, str]
) -> int:
    """Runs until it is stopped or the device switched off; returns the exit status."""
    with heeding_stop() as stop:
        return _run(overlay, folder, today, environment, stop)


def _run(
    overlay: Path | None,
    folder: Path,
    today: Callable[[], str],
    environment: Mapping[str, str],
    stop: StopSignal,
) -> int:
    runtime = environment.get("RUNTIME_DIRECTORY")
    starts = Starts((folder, *([Path(runtime)] if runtime else [])))
    is_safe = starts.begin()
    if is_safe:
        log.error("%d starts have failed: safe mode; `sepmosa doctor` says what is wrong", FAILED)
    dog = Watchdog.from_environment(environment)
    end = End.RESTART
    try:
        while end is End.RESTART and not stop.is_wanted:
            base = read_config(None if is_safe else overlay)
            config_file = ConfigFile(folder / NAME, base)
            config, unset = (base, ()) if is_safe else config_file.read()
            store, troubles = open_store(folder, config, today, is_safe, runtime)
            with store:
                log.info("games in %s", store.path)
                polls = (starts.poll, stop.poll)
                end = run_device(
                    store, config, config_file, dog, polls, is_safe, (*unset, *troubles)
                )
    except ConfigError as wrong:
        for problem in wrong.problems:
            log.error("%s", problem)
        return 2
    except (StoreError, DisplayError, pygame.error) as no:
        log.error("%s", no)
        return 2
    except Exception:
        log.exception("the companion gave up")
        return 1
    dog.tell("STOPPING=1")
    starts.forget()
    log.info("switching off" if end is End.OFF else "stopped")
    return SWITCHED_OFF if end is End.OFF else 0


def open_store(
    folder: Path, config: Config, today: Callable[[], str], is_safe: bool, runtime: str | None
) -> tuple[Store, tuple[Sentence, ...]]:
    """The games, and what players are to be told first. In safe mode games that cannot be
    reached make way for a file that will not be kept; raises StoreError."""
    name = config.text("files", "games")
    try:
        return Store(folder / name, today), (say(Message.FAULT_SAFE_MODE),) if is_safe else ()
    except Exception as no:  # nothing that is wrong with the games keeps safe mode down
        why = no.sentence if isinstance(no, StoreError) else say(Message.FAULT_STORE)
        if not is_safe or why.message is Message.FAULT_IN_USE:
            raise
        log.exception("playing without keeping")
    passing = Path(tempfile.mkdtemp(prefix="not-kept-", dir=runtime))
    return Store(passing / name, today), (why, say(Message.FAULT_UNKEPT))
