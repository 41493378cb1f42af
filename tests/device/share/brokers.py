"""A real Mosquitto, and somebody who listens to it."""

import json
import os
import shutil
import socket
import subprocess
import threading
from contextlib import contextmanager

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from tests.device.share.running import PATIENCE, free_port
from tests.device.share.test_web import wait_for

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")


class Mosquitto:
    """A broker that can be stopped, started again, and made to forget."""

    def __init__(self, folder, more=()):
        self.folder = folder
        self.port = free_port()
        folder.mkdir(exist_ok=True)
        lines = [
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence true",
            f"persistence_location {folder}/", "user root", "log_dest none", *more,
        ]  # fmt: skip
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [MOSQUITTO, "-c", self.folder / "mosquitto.conf"], stderr=subprocess.DEVNULL
        )
        wait_for(lambda: is_open(self.port))

    def stop(self):
        """Tells it until it has ended: what it hears before its loop begins is lost on it."""
        wait_for(self._is_gone)

    def _is_gone(self):
        self.process.terminate()
        return self.process.poll() is not None

    def wipe(self):
        """Stops it and takes away all that it knew."""
        self.stop()
        (self.folder / "mosquitto.db").unlink(missing_ok=True)


def is_open(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def mosquitto(folder, more=()):
    broker = Mosquitto(folder, more)
    try:
        yield broker
    finally:
        broker.stop()


class Listener:
    """Hears everything a broker says, what it says from memory apart."""

    def __init__(self, port, topics="#", **connection):
        self.retained, self.heard = {}, []
        self._news = threading.Condition()
        self.client = Client(CallbackAPIVersion.VERSION2)
        if "user" in connection:
            self.client.username_pw_set(connection["user"], connection["password"])
        if "ca" in connection:
            self.client.tls_set(str(connection["ca"]))
        self.client.on_message = self._take
        is_subscribed = threading.Event()
        self.client.on_connect = lambda client, *_: client.subscribe(topics, 1)
        self.client.on_subscribe = lambda *_: is_subscribed.set()
        self.client.connect(connection.get("host", "127.0.0.1"), port)
        self.client.loop_start()
        assert is_subscribed.wait(PATIENCE)

    def _take(self, _client, _data, message):
        with self._news:
            text = message.payload.decode("utf-8", "replace")
            if message.retain:
                self.retained[message.topic] = text
            else:
                self.heard.append((message.topic, text))
            self._news.notify_all()

    def wait(self, is_so):
        """Returns what that gives once it is something."""
        with self._news:
            found = self._news.wait_for(lambda: is_so(self), PATIENCE)
        assert found, (self.retained, self.heard)
        return found

    @property
    def known(self):
        """Topic → what was said there last, from memory or not."""
        return {**self.retained, **dict(self.heard)}

    def events(self):
        return [json.loads(payload) for topic, payload in self.heard if topic.endswith("/event")]

    def say(self, topic, payload, retain=False):
        self.client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def kept(port, wanted, **connection):
    """What a broker says of those topics, once all are as wanted; None: anything."""
    with Listener(port, **connection) as listener:
        return listener.wait(
            lambda each: (
                all(
                    topic in each.known and text in (None, each.known[topic])
                    for topic, text in wanted.items()
                )
                and each.known
            )
        )
