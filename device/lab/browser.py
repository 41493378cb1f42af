"""A real Chromium without a window, driven over its own debugging line: opens pages, clicks,
asks, takes pictures."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--remote-debugging-port=0",
)  # fmt: skip
PATIENCE_S = 60.0


class Browser(AbstractContextManager["Browser"]):
    """One window with its tabs."""

    def __init__(self) -> None:
        """Raises FileNotFoundError where there is no Chromium."""
        if CHROMIUM is None:
            raise FileNotFoundError("chromium")
        self._folder = tempfile.mkdtemp(prefix="chromium-")
        self._loop = asyncio.new_event_loop()
        self._process = subprocess.Popen(  # noqa: S603
            [CHROMIUM, *FLAGS, f"--user-data-dir={self._folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._count = 0
        self._session: str | None = None
        self.complaints: list[str] = []  # what its console says is wrong
        try:
            self._line = self._loop.run_until_complete(self._connect())
            (page,) = (
                each for each in self._call("Target.getTargets")["targetInfos"]
                if each["type"] == "page"
            )  # fmt: skip
            self._attach(page["targetId"])
        except BaseException:
            self.close()
            raise

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        """Makes the window as large as some device."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=False,
        )  # fmt: skip

    def open(self, address: str) -> None:
        """Goes to a page, from an empty one: another part of the same page is loaded again too."""
        self._call("Page.navigate", url="about:blank")
        self._call("Page.navigate", url=address)

    def open_tab(self, address: str) -> str:
        """Goes to a page in a new tab, before all others; returns the name of the one left."""
        left, self._session = self._session, None
        self._attach(self._call("Target.createTarget", url="about:blank")["targetId"])
        self._call("Page.bringToFront")
        self._call("Page.navigate", url=address)
        return left or ""

    def close_tab(self, tab: str) -> None:
        """Closes the tab in front, and turns to another one."""
        self._call("Page.close")
        self._session = tab
        self._call("Page.bringToFront")

    def ask(self, script: str) -> Any:
        """What an expression gives in the page, True for an element; raises RuntimeError."""
        plain = f"(function (found) {{ return found instanceof Node || found; }})({script})"
        answer = self._call("Runtime.evaluate", expression=plain, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def wait(self, script: str) -> Any:
        """What an expression gives once it gives something; raises TimeoutError."""
        end = time.monotonic() + PATIENCE_S
        while not (found := self._tried(script)):
            if time.monotonic() > end:
                raise TimeoutError(f"{script} stays false; the page shows {self._tried(TEXT)}")
            time.sleep(0.02)
        return found

    def click(self, selector: str) -> None:
        """A click with the mouse in the middle of an element."""
        place = self.wait(
            f"(function () {{ var found = document.querySelector({json.dumps(selector)});"
            " if (!found) return null; found.scrollIntoView({block: 'center'});"
            " var box = found.getBoundingClientRect();"
            " return box.width ? [box.left + box.width / 2, box.top + box.height / 2] : null; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._call(
                "Input.dispatchMouseEvent",
                type=kind, x=place[0], y=place[1], button="left", clickCount=1,
            )  # fmt: skip

    def picture(self, path: Path) -> None:
        """A picture of the window."""
        shot = self._call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        """Closes the window."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        with suppress(AttributeError):
            self._line.close()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _attach(self, target: str) -> None:
        """Turns to a tab."""
        named = {"targetId": target, "flatten": True}
        self._session = self._call("Target.attachToTarget", **named)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def _tried(self, script: str) -> Any:
        try:
            return self.ask(script)
        except RuntimeError:  # a page that is just being left
            return None

    def _call(self, method: str, **params: Any) -> Any:
        return self._loop.run_until_complete(
            asyncio.wait_for(self._talk(method, params), PATIENCE_S)
        )

    async def _connect(self) -> WebSocketClientConnection:
        told = Path(self._folder) / "DevToolsActivePort"
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with suppress(FileNotFoundError, ValueError):
                port, path = told.read_text(encoding="ascii").splitlines()
                return await websocket_connect(f"ws://127.0.0.1:{port}{path}", ping_interval=None)
            await asyncio.sleep(0.05)
        raise TimeoutError("chromium does not start")

    async def _talk(self, method: str, params: dict[str, Any]) -> Any:
        self._count += 1
        own = self._count
        message = {"id": own, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        await self._line.write_message(json.dumps(message))
        while (text := await self._line.read_message()) is not None:
            answer = json.loads(text)
            if answer.get("id") == own:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)
        raise ConnectionError("chromium has gone")

    def _note(self, event: Any) -> None:
        match event:
            case {"method": "Runtime.exceptionThrown", "params": params}:
                self.complaints.append(json.dumps(params)[:500])
            case {"method": "Log.entryAdded", "params": {"entry": {"level": "error", **entry}}}:
                self.complaints.append(f"{entry.get('text')} {entry.get('url')}")


TEXT = "document.body.innerText.slice(0, 300)"
