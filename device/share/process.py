"""The sharing process: looks at the games' file and shows what is new, until it is stopped or the
wish to share is gone. It reads, and writes nothing but its own address."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from device.locale import Language
from device.share.config import ShareConfig
from device.share.games import SharedGames
from device.share.mqtt import TablePublisher
from device.share.network import house_address
from device.share.reader import News
from device.share.site import TableSite
from device.share.state_file import read_state
from device.share.web import STUCK_S, Feed, WebServer, quiet_tornado
from device.share.wish import (
    WISH,
    Sharing,
    Wish,
    clear_sharing,
    new_code,
    read_wish,
    write_sharing,
)
from device.share.words import language_of
from device.system.watchdog import Watchdog

log = logging.getLogger(__name__)

LOOK_S = 0.05  # between two looks at the files: a move is seen within that
CARE_S = 1.0  # between two looks at wish and network


@dataclass(frozen=True, slots=True)
class Places:
    """Where the files are in which the two processes meet."""

    games: Path  # unless the wish names another file
    state: Path  # the companion's state folder, with the wish
    runtime: Path | None = None  # our own: for the address
    companion: Path | None = None  # the companion's: what happens at the table


class SharingProcess:
    """One table, shared as long as `run` runs."""

    def __init__(
        self, places: Places, config: ShareConfig, wish: Wish | None = None,
        told: Callable[[str], None] = log.info,
    ) -> None:  # fmt: skip
        """Shares as long as there is a wish in the companion's state folder; with one given, from
        the start on, until the first there."""
        self.places = places
        self.config = config
        self._given = wish
        self._told = told
        self._games = places.games
        self._site = TableSite(
            SharedGames(places.games),
            config.table,
            config.topic,
            config.language or Language.ENGLISH,
        )
        self._feed = Feed()
        self._sharing: Sharing | None = None
        self._trouble: str | None = None
        self._publisher: TablePublisher | None = None
        self._is_stopped = False

    def stop(self) -> None:
        """Ends `run` soon."""
        self._is_stopped = True

    async def run(self, environment: Mapping[str, str]) -> None:
        """Shares until it is stopped, or nobody wishes it any more."""
        quiet_tornado()
        dog = Watchdog.from_environment(environment)
        try:
            if self._is_wished():
                self._follow(self._wish())
                self._publisher = self._open_publisher()
            while self._is_wished() and not self._is_stopped:
                await self._share(dog)
        finally:
            dog.tell("STOPPING=1")
            if self._publisher is not None:
                self._publisher.stop()
            if self.places.runtime is not None:
                clear_sharing(self.places.runtime)

    def _wish(self) -> Wish | None:
        found = read_wish(self.places.state)
        if found is not None:
            self._given = None  # from now on the touchscreen says whether, and under which link
        return found or self._given

    def _is_wished(self) -> bool:
        return self._given is not None or (self.places.state / WISH).exists()

    def _open_publisher(self) -> TablePublisher | None:
        """Begins to tell a broker, where there is one; the page does not wait for it."""
        broker = self.config.broker
        if broker is None:
            return None
        try:
            publisher = TablePublisher(self.config, broker, self._site)
        except (OSError, ValueError) as no:
            log.error("broker %s: %s", broker.place, no)
            return None
        publisher.start()
        return publisher

    async def _share(self, dog: Watchdog) -> None:
        """Shares under one code, as long as that is the wish; without a page where the wish cannot
        be understood."""
        wish = self._wish()
        self._follow(wish)
        server = WebServer(self._site, wish.code if wish else new_code(), self._feed)
        port = self._listen(server)
        cared, swept = -CARE_S, time.monotonic()
        while not self._is_stopped:
            now = time.monotonic()
            if now - cared >= CARE_S:
                cared = now
                if not self._is_wished() or self._wish() != wish:
                    break
                port = port or self._listen(server)
                self._tell_address(wish, port)
                if self._publisher is not None:
                    self._publisher.care(now)
            if now - swept >= STUCK_S:
                swept = now
                server.sweep()
            dog.beat(now)
            await asyncio.sleep(LOOK_S)
            self._look()
        await server.close()

    def _follow(self, wish: Wish | None) -> None:
        """Looks at the file that the companion keeps its games in."""
        path = self.places.state / wish.games if wish and wish.games else self.places.games
        if path != self._games:
            self._games, self._site.games = path, SharedGames(path)
            self._site.changed()
        self._look()

    def _listen(self, server: WebServer) -> int | None:
        if not self.config.has_page:
            return None
        try:
            port = server.listen(self.config.port)
        except OSError as no:
            if self._trouble != "port":
                log.error("port %d cannot be opened: %s", self.config.port, no.strerror)
            self._trouble = "port"
            return None
        self._trouble = None
        return port

    def _look(self) -> News | None:
        """Looks at the files; shows what is new."""
        site = self._site
        news, told = None, site.told
        try:
            news = site.games.poll()
            self._trouble = None if self._trouble == "games" else self._trouble
        except OSError as no:
            if self._trouble != "games":
                log.error("%s cannot be read: %s", self._games, no.strerror)
            self._trouble = "games"
        if self.places.companion is not None:
            site.told = read_state(self.places.companion)
        if news is None and site.told is told:
            return None
        if self.config.language is None:
            site.language = language_of(site.games.language)
        site.changed()
        self._feed.publish()
        if self._publisher is not None:
            self._publisher.changed()
        return news

    def _tell_address(self, wish: Wish | None, port: int | None) -> None:
        """Writes where the page is, whenever that has changed."""
        host = house_address() if port else None
        address = f"http://{host}:{port}/{wish.code}/" if host and wish else None
        trouble = self._trouble
        if trouble is None and self.config.has_page and host is None:
            trouble = "network"
        broker = self._publisher.status if self._publisher is not None else None
        sharing = Sharing(address, len(self._feed.listeners), trouble, broker)
        if sharing == self._sharing:
            return
        before, self._sharing = self._sharing, sharing
        if before is None or (before.address, before.trouble) != (address, trouble):
            self._told(address or f"no page can be seen: {trouble or 'it is switched off'}")
        if self.places.runtime is not None:
            try:
                write_sharing(self.places.runtime, sharing)
            except OSError as no:
                log.error("%s: the address cannot be told: %s", self.places.runtime, no.strerror)
