"""A small web server that shows things and takes nothing: GET and HEAD under a secret code.

Files and answers are looked up by name among those there are, never on a disk. Whoever is slow,
silent or greedy is cut off: see the limits.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import importlib.util
import logging
import socket
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream, StreamClosedError
from tornado.web import Application, HTTPError, RequestHandler

from device.locale import Language
from device.share.words import ShareWords, language_of

log = logging.getLogger(__name__)

# Limits; docs/sharing.md names them
MOST = 256  # connections at a time
MOST_EACH = 64  # of one address
HEAD_BYTES = 8192  # of a request line with its headers
BODY_BYTES = 1024  # nobody has anything to send
SILENCE_S = 20.0  # to send a request, or until the next one
STUCK_S = 10.0  # a client that takes nothing for so long is gone
BEAT_S = 5.0  # how often a live stream says that it is alive

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",  # the code is in the link
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "json": "application/json; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}


class Site(Protocol):
    """What is to be seen under the code."""

    def answer(self, name: str, language: Language) -> str | None:
        """The text under a name such as `live.json`; None if there is none."""

    def live(self, language: Language) -> str:
        """What a live stream says now: JSON in one line."""

    @property
    def language(self) -> Language:
        """For those who do not ask for one."""

    @property
    def section(self) -> str:
        """Of the words: where those stand who cannot be shown anything."""


@dataclass(slots=True)
class Feed:
    """Wakes everyone who watches when there is something new."""

    version: int = 0
    listeners: set[asyncio.Event] = field(default_factory=set)

    def publish(self) -> None:
        """There is something new."""
        self.version += 1
        for woken in self.listeners:
            woken.set()


# Files


@lru_cache(maxsize=1)
def page_files() -> Mapping[str, bytes]:
    """The page's own files by name, and its letters."""
    folder = resources.files("device.share") / "page"
    files = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    for weight in ("OpenSans-SemiBold", "OpenSans-ExtraBold"):
        found = importlib.util.find_spec("ttf_opensans")
        if found is not None and found.origin is not None:
            font = Path(found.origin).parent / "ttf" / f"{weight}.ttf"
            files[font.name] = font.read_bytes()
    return files


@lru_cache(maxsize=1)
def page_version() -> str:
    """Changes whenever the page does: one that runs an older version loads itself again."""
    whole = hashlib.sha256()
    for name, content in sorted(page_files().items()):
        whole.update(name.encode() + content)
    return whole.hexdigest()[:12]


# Errors


@lru_cache(maxsize=4)
def _own_file(name: str) -> str:
    return (resources.files("device.share") / "page" / name).read_text(encoding="utf-8")


def error_page(language: Language, text: str, link: tuple[str, str] | None) -> tuple[str, str]:
    """A page that says something to whoever may see no other, and the policy it needs; `link` is
    what its key says and where it leads."""
    style = _own_file("error.css")
    mark = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page = _own_file("error.html").format(
        language=language.value,
        style=style,
        icon=_own_file("icon.svg"),
        text=escape(text),
        link="" if link is None else f'<a href="{link[1]}">{escape(link[0])}</a>',
    )
    return page, f"default-src 'none'; style-src 'sha256-{mark}'; frame-ancestors 'none'"


# Answers


class _Base(RequestHandler):
    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, site: Site, code: str, feed: Feed, index: str) -> None:
        self.has_code = False  # the one who asks
        self.site = site
        self.code = code
        self.feed = feed
        self.index = index

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def check_code(self, given: str) -> None:
        """Raises HTTPError where the code is another one; capitals, which telephones like to begin
        with, make no other."""
        if not hmac.compare_digest(given.lower().encode(), self.code.encode()):
            raise HTTPError(404)
        self.has_code = True

    @property
    def language(self) -> Language:
        """What the link asks for, or else the browser, or else the table speaks."""
        browser = language_of(self.request.headers.get("Accept-Language"), self.site.language)
        return language_of(self.get_query_argument("language", None), browser)

    def write_error(self, status_code: int, **_: object) -> None:
        """A sentence for people where something is not there; a number for anything else."""
        self.set_header("Content-Type", TYPES["txt"])
        if status_code != 404:
            self.finish(f"{status_code}\n")
            return
        words = ShareWords(self.language)
        section = self.site.section
        text = words("page.nothing-there" if self.has_code else f"{section}.no-such")
        if "text/html" not in self.request.headers.get("Accept", ""):
            self.finish(f"{text}\n")
            return
        link = (words(f"{section}.return"), f"/{self.code}/") if self.has_code else None
        page, policy = error_page(words.language, text, link)
        self.set_header("Content-Type", TYPES["html"])
        self.set_header("Content-Security-Policy", policy)
        self.finish(page)


class _Page(_Base):
    def get(self, given: str, name: str | None = None) -> None:
        self.check_code(given)
        if name is None or given != self.code:
            self.redirect(f"/{self.code}/{name or ''}")
            return
        name = name or self.index
        ending = name.rpartition(".")[2]
        content = page_files().get(name)
        text = self.site.answer(name, self.language) if content is None else None
        if (content is None and text is None) or ending not in TYPES:
            raise HTTPError(404)
        self.set_header("Content-Type", TYPES[ending])
        if ending == "csv":
            self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        if ending == "ttf":
            self.set_header("Cache-Control", "max-age=604800")
        self.finish(content if content is not None else text)

    head = get


class _Live(_Base):
    """A stream of server-sent events: all there is to see, again whenever it has changed. Whoever
    is too slow for a change gets the next one."""

    def prepare(self) -> None:
        self._woken = asyncio.Event()
        self._is_gone = False

    async def get(self, given: str) -> None:
        self.check_code(given)
        language = self.language
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-store")
        self.feed.listeners.add(self._woken)
        try:
            with suppress(StreamClosedError):
                await self._stream(language)
        finally:
            self.feed.listeners.discard(self._woken)

    async def _stream(self, language: Language) -> None:
        self.write("retry: 1000\n\n")
        shown = -1
        while not self._is_gone:
            self._woken.clear()
            if shown != self.feed.version:
                shown = self.feed.version
                self.write(f"data: {self.site.live(language)}\n\n")
            else:
                self.write("event: beat\ndata:\n\n")
            await self.flush()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), BEAT_S)

    def on_connection_close(self) -> None:
        self._is_gone = True
        self._woken.set()


class _NotHere(_Base):
    def prepare(self) -> None:
        raise HTTPError(404)


# The server


class _Server(HTTPServer):
    """Lets in no more than it can serve, and no one for longer than they take part."""

    def initialize(self, *arguments: Any, **named: Any) -> None:
        super().initialize(*arguments, **named)
        self._streams: dict[IOStream, object] = {}

    def handle_stream(self, stream: IOStream, address: tuple[object, ...]) -> None:
        waiting = self._open()
        of_one = sum(1 for one in waiting.values() if one == address[0])
        if len(waiting) >= MOST or of_one >= MOST_EACH:
            stream.close()
            return
        waiting[stream] = address[0]
        super().handle_stream(stream, address)

    def _open(self) -> dict[IOStream, object]:
        now = self._streams.items()
        self._streams = {stream: who for stream, who in now if not stream.closed()}
        return self._streams

    def sweep(self, stuck: set[IOStream]) -> set[IOStream]:
        """Cuts off those who were stuck already; returns those who are stuck now."""
        now = {stream for stream in self._open() if stream.writing()}
        for stream in now & stuck:
            stream.close()
        return now - stuck


class WebServer:
    """Serves a site on a port."""

    def __init__(self, site: Site, code: str, feed: Feed, index: str = "index.html") -> None:
        known = {"site": site, "code": code, "feed": feed, "index": index}
        routes = [
            (r"/([a-zA-Z0-9]{1,64})/live", _Live, known),
            (r"/([a-zA-Z0-9]{1,64})(?:/([a-z0-9A-Z./-]{0,64}))?", _Page, known),
            (r".*", _NotHere, known),
        ]
        self.feed = feed
        app = Application(
            routes, log_function=_log_nothing, default_handler_class=_NotHere,
            default_handler_args=known,
        )  # fmt: skip
        self._server = _Server(
            app,
            idle_connection_timeout=SILENCE_S,
            body_timeout=SILENCE_S,
            max_header_size=HEAD_BYTES,
            max_body_size=BODY_BYTES,
            max_buffer_size=4 * HEAD_BYTES,
        )
        self._stuck: set[IOStream] = set()

    def listen(self, port: int, address: str = "") -> int:
        """Begins to serve; returns the port, chosen by the system for 0. Raises OSError."""
        both = not address and socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        bound = socket.create_server(
            (address, port), family=family, backlog=64, dualstack_ipv6=both
        )
        bound.setblocking(False)
        self._server.add_sockets([bound])
        return int(bound.getsockname()[1])

    def sweep(self) -> None:
        """Cuts off clients that take nothing; to be called every `STUCK_S`."""
        self._stuck = self._server.sweep(self._stuck)

    async def close(self) -> None:
        """Stops serving; streams end."""
        self._server.stop()
        await self._server.close_all_connections()


def quiet_tornado() -> None:
    """What strangers send is no news for the log; its own faults are."""
    for name in ("tornado.access", "tornado.general"):
        logging.getLogger(name).setLevel(logging.ERROR)


def _log_nothing(_: RequestHandler) -> None: ...
