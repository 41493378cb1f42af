"""The club's process: listens to a broker and shows all tables on one page, until it is stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from device.locale import Language
from device.share.clock import wall_clock
from device.share.club import Club
from device.share.club_site import ClubSite
from device.share.config import Broker, ShareConfig
from device.share.mqtt import Connection, client_for
from device.share.network import house_address
from device.share.web import STUCK_S, Feed, WebServer, quiet_tornado

LOOK_S = 0.1  # all that was heard in that time is shown at once
AGE_S = 60.0  # an evening goes on even where nobody plays


class ClubProcess:
    """Many tables, shown as long as `run` runs."""

    def __init__(
        self, config: ShareConfig, broker: Broker, code: str, hours: float,
        told: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._config = config
        self._broker = broker
        self._code = code
        self._told = told
        self._club = Club(hours)
        self._site = ClubSite(self._club, config.language or Language.ENGLISH)
        self._has_news = True
        self._is_stopped = False

    def stop(self) -> None:
        """Ends `run` soon."""
        self._is_stopped = True

    async def run(self) -> None:
        """Listens and shows until it is stopped; raises OSError where the port is taken, or a file
        with a password or certificates cannot be read."""
        quiet_tornado()
        client = client_for(self._broker, "club")
        self._connection = Connection(client, self._broker, self._listen, self._hear)
        feed = Feed()
        server = WebServer(self._site, self._code, feed, "club.html")
        port = server.listen(self._config.port)
        self._told(f"http://{house_address() or 'localhost'}:{port}/{self._code}/")
        self._connection.start()
        swept = aged = time.monotonic()
        while not self._is_stopped:
            now = time.monotonic()
            if now - swept >= STUCK_S:
                swept = now
                server.sweep()
            is_other = self._site.broker != self._connection.status
            if self._has_news or is_other or now - aged >= AGE_S:
                self._site.broker = self._connection.status
                self._has_news, aged = False, now
                self._site.changed()
                feed.publish()
            await asyncio.sleep(LOOK_S)
        self._connection.stop()
        await server.close()

    def _listen(self) -> None:
        self._connection.client.subscribe(f"{self._config.prefix}/+/+", 1)

    def _hear(self, topic: str, payload: bytes, is_retained: bool) -> None:
        own = topic.removeprefix(f"{self._config.prefix}/")
        self._has_news |= self._club.take(own, payload, is_retained, wall_clock())
