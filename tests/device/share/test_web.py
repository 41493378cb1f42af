"""The web server: shows what is there, takes nothing, and outlives whoever wants to harm it."""

import hashlib
import json
import re
import socket
import time
from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.locale import Language
from device.share import web
from device.share.words import language_of
from tests.device.share.running import CODE, PATIENCE, Stream, get, raw, serving


class Words:
    """A site that has little to show."""

    language = Language.ENGLISH
    section = "page"

    def __init__(self):
        self.text = "1"
        self.big = "x" * 4_000_000

    def live(self, language):
        return json.dumps({"said": self.text, "language": language.value})

    def answer(self, name, language):
        return {"live.json": self.live(language), "big.txt": self.big}.get(name)


@pytest.fixture(scope="module")
def served():
    """A server that loses patience soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "SILENCE_S", 0.5)
        with serving(Words()) as served:
            yield served


# What is there


def test_the_page_and_its_files(served):
    page = get(served.port, f"/{CODE}/")
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    for name in ("page.js", "draw.js", "talk.js", "look.css", "page.css", "icon.svg"):
        assert f'"{name}"' in page.body
        assert get(served.port, f"/{CODE}/{name}").status == 200
    assert get(served.port, f"/{CODE}/OpenSans-ExtraBold.ttf").headers["Content-Type"] == "font/ttf"
    assert get(served.port, f"/{CODE}").headers["Location"] == f"/{CODE}/"


def test_nothing_is_fetched_from_elsewhere():
    for name, content in web.page_files().items():
        if not name.endswith(".ttf"):
            text = content.decode("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "//" not in text.replace("// ", "").replace("//\n", ""), name


def test_old_televisions_can_read_scripts_and_styles():
    """What browsers of 2018 do not know; the gap of flex boxes is looked for in `test_page`."""
    scripts = r"\?\.|\?\?|=>|`|\.(?:replaceChildren|replaceAll|at)\("
    styles = r"aspect-ratio|inset:|\b(?:min|max|clamp|is|where|has)\("
    for name, content in web.page_files().items():
        text = content.decode("utf-8", "replace")
        if name.endswith(".js"):
            assert re.search(scripts, re.sub(r"//.*", "", text)) is None, name
        elif name.endswith(".css"):
            assert re.search(styles, text) is None, name


def test_a_question_that_was_answered_before(served):
    first = get(served.port, f"/{CODE}/live.json")
    assert (
        get(served.port, f"/{CODE}/live.json", **{"If-None-Match": first.headers["Etag"]}).status
        == 304
    )


@pytest.mark.parametrize(
    ("asked", "browser", "answered"),
    [("?language=de", "fr", "de"), ("", "fr-CH, fr;q=0.9, en", "fr"), ("", "xx", "en"),
     ("?language=xx", "nl", "nl"), ("?language=" + "d" * 5000, "", "en")],
)  # fmt: skip
def test_languages(served, asked, browser, answered):
    answer = get(served.port, f"/{CODE}/live.json{asked}", **{"Accept-Language": browser})
    assert json.loads(answer.body)["language"] == answered


@settings(max_examples=50)
@given(st.text(max_size=300))
def test_whatever_a_browser_says_it_speaks(text):
    assert language_of(text) in Language


# Live


def test_a_stream_says_what_is_new(served):
    with Stream(served.port, f"/{CODE}/live?language=nl") as stream:
        assert stream.answer.headers["Content-Type"] == "text/event-stream"
        assert stream.next()["language"] == "nl"
        served.call(served.feed.publish)
        assert stream.next()["language"] == "nl"


def test_a_stream_shows_that_it_is_alive(monkeypatch):
    monkeypatch.setattr(web, "BEAT_S", 0.01)
    with serving(Words()) as served, Stream(served.port, f"/{CODE}/live") as stream:
        lines = [stream.answer.readline() for _ in range(8)]
    assert b"event: beat\n" in lines


def test_those_who_leave_are_forgotten(served):
    with Stream(served.port, f"/{CODE}/live") as stream:
        stream.next()
        assert len(served.feed.listeners) == 1
    wait_for(lambda: not served.feed.listeners)


def wait_for(is_so):
    """Returns once that is so; fails where it never is."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


# Nobody gets in without the code, and nobody changes anything


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/live", "/abcdefgi/", "/abcdefgi/live", "/ABCDEFGI/", "/abcdefg/",
     "/abcdefghi/", "//", "/%61bcdefgh/x", "/favicon.ico", "/abcdefgi/../abcdefgh/", "/é/",
     f"/{'a' * 65}/", "/?abcdefgh/"],
)  # fmt: skip
def test_without_the_code_there_is_nothing(served, path):
    answer = raw(served.port, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400"))
    assert b"said" not in answer
    assert CODE.encode() not in answer


def test_a_telephone_that_begins_with_a_capital(served):
    answer = get(served.port, "/Abcdefgh/games.json")
    assert (answer.status, answer.headers["Location"]) == (302, f"/{CODE}/games.json")
    with Stream(served.port, "/ABCDEFGH/live") as stream:
        assert stream.next()


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_what_a_wrong_link_says(served):
    """A page for people, a line for programs; to nobody where the right one leads."""
    page = get(served.port, "/abcdefgi/?language=de", **BROWSER)
    assert (page.status, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "Dieser Link ist nicht vollständig" in page.body
    assert CODE not in page.body
    style = re.search(r"<style>(.*)</style>", page.body, re.DOTALL)[1]
    mark = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{mark}'" in page.headers["Content-Security-Policy"]
    plain = get(served.port, "/abcdefgi/", Accept="*/*")
    assert (plain.status, plain.body.count("\n")) == (404, 1)


def test_what_is_not_there_is_no_wrong_link(served):
    page = get(served.port, f"/{CODE}/live.txt", **BROWSER)
    assert page.status == 404
    assert "nothing here yet" in page.body
    assert f'href="/{CODE}/"' in page.body
    assert get(served.port, f"/{CODE}/live.txt").body == "There's nothing here yet.\n"


@pytest.mark.parametrize(
    "name",
    ["../games.txt", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "....//etc/passwd",
     "/etc/passwd", "page/../../config.py", "index.html%00.txt", "live.json/", "game/1.json/../2",
     "\\..\\x", ".git/config", "a" * 200, "words.json.txt", "__init__.py", "."],
)  # fmt: skip
def test_names_that_lead_elsewhere_lead_nowhere(served, name):
    answer = raw(served.port, f"GET /{CODE}/{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400"))
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"]
)
@pytest.mark.parametrize("path", [f"/{CODE}/", f"/{CODE}/live", f"/{CODE}/live.json"])
def test_nothing_can_be_sent(served, method, path):
    answer = raw(served.port, f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 405", b"HTTP/1.1 400"))


def test_other_pages_cannot_look_in(served):
    for name in ("", "live.json", "page.js"):
        answer = get(served.port, f"/{CODE}/{name}", Origin="http://evil.example")
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "Server" not in answer.headers
        assert "Set-Cookie" not in answer.headers


# Those who want to harm it


def is_well(served):
    return get(served.port, f"/{CODE}/live.json").status == 200


def test_whoever_sends_a_request_too_slowly_is_cut_off(served):
    slow = [socket.create_connection(("127.0.0.1", served.port), PATIENCE) for _ in range(20)]
    for client in slow:
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
    for client in slow:
        assert client.recv(100) == b""
        client.close()
    assert is_well(served)


def test_whoever_sends_a_body_too_slowly_is_cut_off(served):
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as client:
        client.sendall(f"GET /{CODE}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc".encode())
        assert client.recv(100) == b""
    assert is_well(served)


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 1_000_000 + b"\r\n\r\n",
        b"GET /" + b"y" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"".join(b"X%d: y\r\n" % at for at in range(20_000)),
        b"GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # speaks TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\0" * 10_000,
        b"\r\n" * 10_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    ],
    ids=lambda request_: repr(request_[:24]),
)
def test_a_request_that_is_none_harms_nobody(served, request_):
    answer = raw(served.port, request_)
    assert not answer or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 3"))
    assert is_well(served)


def test_no_more_than_a_limit_get_in(monkeypatch):
    monkeypatch.setattr(web, "MOST", 30)
    with serving(Words()) as served:
        streams = [Stream(served.port, f"/{CODE}/live") for _ in range(30)]
        for stream in streams:
            stream.next()
        with pytest.raises(OSError, match=r"."):
            Stream(served.port, f"/{CODE}/live")
        served.call(served.feed.publish)  # those inside go on
        for stream in streams:
            stream.next()
        for stream in streams:
            stream.close()
        wait_for(lambda: not served.feed.listeners)
        assert is_well(served)


def test_one_address_cannot_take_all_places(monkeypatch):
    monkeypatch.setattr(web, "MOST_EACH", 5)
    with serving(Words()) as served:
        held = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(5)]
        wait_for(lambda: served.call(lambda: len(served.server._server._open())) == 5)
        with pytest.raises(OSError, match=r"."):
            get(served.port, f"/{CODE}/")
        other = socket.create_connection(
            ("127.0.0.1", served.port), PATIENCE, source_address=("127.0.0.2", 0)
        )
        other.sendall(f"GET /{CODE}/live.json HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert other.recv(12) == b"HTTP/1.1 200"
        for client in (*held, other):
            client.close()


def test_whoever_takes_nothing_is_cut_off(served):
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as client:
        client.sendall(f"GET /{CODE}/big.txt HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        stuck = lambda: served.call(lambda: sum(s.writing() for s in served.server._server._open()))  # noqa: E731
        wait_for(lambda: stuck() == 1)
        served.call(served.server.sweep)
        assert stuck() == 1
        served.call(served.server.sweep)
        assert stuck() == 0
    assert is_well(served)


@settings(max_examples=60)
@given(st.binary(max_size=200), st.sampled_from([b"GET /", b"GET /abcdefgh/", b""]))
def test_any_bytes_at_all(served, junk, head):
    answer = raw(served.port, head + junk + b"\r\n\r\n")
    assert not answer or answer.startswith(b"HTTP/1.1 ")
    assert not answer.startswith(b"HTTP/1.1 5")
