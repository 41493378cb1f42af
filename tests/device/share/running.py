"""Servers and clients that run for real: a sharing process, a server in this process, and
browsers of the plainest kind."""

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlsplit

from device.share.web import Feed, WebServer

PATIENCE = 30  # seconds after which a test gives up; nothing waits that long when all is well
CODE = "abcdefgh"
COMMAND = (sys.executable, "-c", "import sys; from device.cli import main; sys.exit(main())")


@dataclass
class Shared:
    """A sharing process and where its page is."""

    process: subprocess.Popen
    address: str

    @property
    def port(self):
        return urlsplit(self.address).port

    @property
    def code(self):
        return urlsplit(self.address).path.strip("/")

    def get(self, name="", **headers):
        return get(self.port, f"/{self.code}/{name}", **headers)

    def json(self, name):
        return json.loads(self.get(name).body)

    def live(self, language="en"):
        return Stream(self.port, f"/{self.code}/live?language={language}")


@contextmanager
def sharing(folder, *words, config="", command="share", **environment):
    """A real process that shares the games in a folder."""
    file = folder / f"{command}.toml"
    file.write_text(config or f"[page]\nport = {free_port()}\n")
    process = subprocess.Popen(
        [*COMMAND, command, "--config", file, *words],
        stdout=subprocess.PIPE, text=True, env={**os.environ, **environment},
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address but {line!r}"
        port, code = re.search(r":(\d+)/(\w+)/", found[0]).groups()
        yield Shared(process, f"http://127.0.0.1:{port}/{code}/")
    finally:
        stopped(process)
        process.stdout.close()


def stopped(process, number=signal.SIGTERM):
    """Ends a process and returns its status."""
    if process.poll() is None:
        process.send_signal(number)
    return process.wait(PATIENCE)


def free_port():
    """A port that nobody uses now, and none that is given to others: those begin at 32768."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def serving(site, index="index.html"):
    """A server in a thread of this process; yields its port and feed."""
    loop, feed = asyncio.new_event_loop(), Feed()
    server = WebServer(site, CODE, feed, index)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def done(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE)

    async def listen():
        return server.listen(0, "127.0.0.1")

    async def call(function):
        return function()

    try:
        port = done(listen())
        yield Served(port, feed, server, lambda function: done(call(function)))
        done(server.close())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


@dataclass
class Served:
    """A server that runs in a thread; `call` does something there."""

    port: int
    feed: Feed
    server: WebServer
    call: object


@dataclass
class Answer:
    status: int
    headers: dict
    body: str


def get(port, path, method="GET", **headers):
    """One request and its answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return Answer(
            answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")
        )
    finally:
        connection.close()


def raw(port, request):
    """Sends bytes and returns what comes back first; nothing where the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        try:
            client.sendall(request)
            return client.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            return b""


class Stream:
    """A live stream, event by event."""

    def __init__(self, port, path):
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def views(self):
        """What the stream says, beats left out."""
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def next(self):
        return next(self.views())

    def until(self, is_well):
        """The first view of which that is so."""
        return next(view for view in self.views() if is_well(view))

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
