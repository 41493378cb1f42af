"""Keeps a broker up to date. The table is the truth: whenever the broker comes back, empty or not,
all there is to know is told again; what happened in between is not told as if it happened now."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from device.locale import Language
from device.share.clock import wall_clock
from device.share.config import Broker, ShareConfig
from device.share.discovery import discovery, discovery_topic
from device.share.messages import (
    AVAILABILITY,
    CLOCK,
    EVENT,
    OFFLINE,
    ONLINE,
    RETAINED,
    Moment,
    events,
    moment,
    retained,
)
from device.share.site import TableSite, text_of

log = logging.getLogger(__name__)

KEEPALIVE_S = 20
SOON_S, LATE_S = 1, 15  # between two tries to reach the broker
CLOCK_S = 60.0
AGAIN_S = 3.0  # after a connection all is told once more: paho may send something older in between
CONNECTED, AWAY, REFUSED, TWIN = "connected", "away", "refused", "twin"


def client_for(broker: Broker, name: str) -> Client:
    """A client that has yet to connect; raises OSError where a file of it cannot be read."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=f"sepmosa-{name}-{secrets.token_hex(4)}")
    client.reconnect_delay_set(SOON_S, LATE_S)
    if broker.user:
        client.username_pw_set(broker.user, broker.password())
    if broker.tls:
        client.tls_set(broker.ca_file or None)
    return client


class Connection:
    """A connection that comes back by itself; what it hears it tells in the loop's thread."""

    def __init__(
        self,
        client: Client,
        broker: Broker,
        connected: Callable[[], None],
        heard: Callable[[str, bytes, bool], None],
    ) -> None:
        """`connected` is called after every connection, `heard` with topic, payload, retained."""
        self.client = client
        self.status = AWAY
        self._is_missed = False  # and that was told
        self._broker = broker
        self._connected = connected
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message

    def start(self) -> None:
        """Begins to connect, in a thread of its own."""
        self.client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_S)
        self.client.loop_start()

    def stop(self) -> None:
        """Says goodbye."""
        self.status = AWAY
        self.client.disconnect()
        self.client.loop_stop()

    @property
    def is_up(self) -> bool:
        return self.client.is_connected()

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _: Any) -> None:
        self._call(self._reached, bool(reason.is_failure), str(reason))

    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        self._call(self._missed)

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _: Any) -> None:
        self._call(self._lost, str(reason))

    def _on_message(self, _client: Any, _data: Any, message: MQTTMessage) -> None:
        self._call(self._heard, message.topic, bytes(message.payload), bool(message.retain))

    def _call(self, what: Callable[..., None], *values: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *values)

    def _reached(self, is_refused: bool, reason: str) -> None:
        status = REFUSED if is_refused else CONNECTED
        if status != self.status:
            told = log.error if is_refused else log.info
            told("broker %s: %s", self._broker.place, reason if is_refused else "connected")
        self.status, self._is_missed = status, False
        if not is_refused:
            self._connected()

    def _missed(self) -> None:
        if not self._is_missed:
            log.error("broker %s: cannot be reached; trying again", self._broker.place)
        self._is_missed = True

    def _lost(self, reason: str) -> None:
        if self.status == CONNECTED:
            log.warning("broker %s: connection lost: %s", self._broker.place, reason)
            self.status = AWAY


class TablePublisher:
    """Tells the broker what there is to know of one table."""

    def __init__(self, config: ShareConfig, broker: Broker, site: TableSite) -> None:
        """Raises OSError where a file with a password or certificates cannot be read."""
        self._config = config
        self._site = site
        self._base = f"{config.prefix}/{config.topic}"
        self._source = secrets.token_hex(4)
        self._told: dict[str, str] = {}  # topic → what the broker knows
        self._moment = Moment(None)
        self._clock_told = -CLOCK_S
        self._reached: float | None = None  # when, if all is to be told once more
        self._has_twin = False
        client = client_for(broker, config.topic)
        client.will_set(f"{self._base}/{AVAILABILITY}", OFFLINE, 1, True)
        self._connection = Connection(client, broker, self._tell_all, self._hear)

    @property
    def status(self) -> str:
        """Whether the broker is reached, in a word."""
        is_twin = self._has_twin and self._connection.status == CONNECTED
        return TWIN if is_twin else self._connection.status

    def start(self) -> None:
        """Begins to tell what happens from now on."""
        self._moment = moment(self._site, self._language)
        self._connection.start()

    def stop(self) -> None:
        """The table goes; what it has told stays."""
        if self._connection.is_up:
            told = self._connection.client.publish(f"{self._base}/{AVAILABILITY}", OFFLINE, 1, True)
            if told.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                told.wait_for_publish(SOON_S)
        self._connection.stop()

    def changed(self) -> None:
        """Something is new at the table."""
        before, self._moment = self._moment, moment(self._site, self._language)
        if not self._connection.is_up:
            return
        self._tell_retained()
        for event in events(before, self._moment):
            self._publish(EVENT, text_of(event), is_retained=False)

    def care(self, now: float) -> None:
        """Tells the time now and then; `now` in monotonic seconds."""
        if not self._connection.is_up:
            return
        if self._reached is not None and now - self._reached >= AGAIN_S:
            self._reached = None
            self._told.clear()
            self._tell_retained()
        if now - self._clock_told >= CLOCK_S:
            self._clock_told = now
            told = {"now": wall_clock().isoformat(timespec="seconds"), "source": self._source}
            self._publish(CLOCK, text_of(told), is_retained=False)

    @property
    def _language(self) -> Language:
        return self._site.language

    def _tell_all(self) -> None:
        """The broker is there, and may have forgotten everything."""
        self._told.clear()
        client = self._connection.client
        client.subscribe(f"{self._base}/{CLOCK}", 0)
        if self._config.discovery:
            client.subscribe(f"{self._config.discovery}/status", 1)
        self._introduce()
        self._tell_retained()
        self._publish(AVAILABILITY, ONLINE)
        self._reached, self._clock_told = time.monotonic(), -CLOCK_S

    def _introduce(self) -> None:
        prefix, table = self._config.discovery, self._config.topic
        if prefix:
            told = discovery(self._base, table, self._site.title(self._language))
            self._connection.client.publish(discovery_topic(prefix, table), text_of(told), 1, True)

    def _tell_retained(self) -> None:
        for topic, payload in retained(self._site, self._language).items():
            if self._told.get(topic) != payload:
                self._told[topic] = payload
                self._publish(topic, payload)

    def _publish(self, topic: str, payload: str, is_retained: bool = True) -> None:
        self._connection.client.publish(f"{self._base}/{topic}", payload, 1, is_retained)

    def _hear(self, topic: str, payload: bytes, is_retained: bool) -> None:
        if topic == f"{self._base}/{CLOCK}":
            if not is_retained and self._source.encode() not in payload and not self._has_twin:
                self._has_twin = True
                log.error("another table is named %s too: give one another name", self._base)
        elif payload == ONLINE.encode():  # Home Assistant has started
            self._introduce()
            self._told.clear()
            self._tell_retained()
            self._publish(AVAILABILITY, ONLINE)


def forget(config: ShareConfig, broker: Broker) -> bool:
    """Takes back all that a table has told a broker; whether that has worked. Raises OSError."""
    client = client_for(broker, config.topic)
    client.connect(broker.host, broker.port, KEEPALIVE_S)
    client.loop_start()
    topics = [f"{config.prefix}/{config.topic}/{each}" for each in (*RETAINED, AVAILABILITY)]
    if config.discovery:
        topics.append(discovery_topic(config.discovery, config.topic))
    told = [client.publish(topic, b"", 1, True) for topic in topics]
    end = time.monotonic() + LATE_S
    for each in told:
        each.wait_for_publish(max(0.0, end - time.monotonic()))
    client.disconnect()
    client.loop_stop()
    return all(each.is_published() for each in told)
