"""Takes the pictures in docs/sharing.md: `python -m tests.docs.sharing`. Needs chromium and
mosquitto; how letters are drawn is the browser's, so nothing compares them."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import cv2

from device.lab.browser import Browser
from device.store.store import Store
from tests.device.share.brokers import mosquitto
from tests.device.share.running import free_port, sharing
from tests.device.share.tables import Playing, mosaix_game, opened, table_log
from tests.docs.mounting import DOCS

OUT = DOCS / "sharing"
PAIRS = (
    ("Marleen", "Joost"), ("Anna", "Ben"), ("Cleo", "Dan"), ("Emil", "Frida"),
    ("Greta", "Hans"), ("Ida", "Jan"),
)  # fmt: skip


def main() -> None:
    """A phone, a television and a club's page."""
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, Browser() as browser, ExitStack() as stack:
        folder = Path(name)
        broker = stack.enter_context(mosquitto(folder / "broker"))
        mqtt = f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n'
        tables = []
        for number, names in enumerate(PAIRS, 1):
            own = folder / f"table{number}"
            own.mkdir()
            store = stack.enter_context(opened(own / "games.txt"))
            play(store, number, names)
            config = f'[table]\nname = "Table {number}"\n[page]\nport = {free_port()}\n{mqtt}'
            tables.append(stack.enter_context(sharing(own, "--state", own, config=config)))
        config = f"[page]\nport = {free_port()}\n{mqtt}"
        club = stack.enter_context(
            sharing(folder, "--state", folder, config=config, command="club")
        )
        browser.size(390, 844, 1.5)
        browser.open(tables[0].address)
        take(browser, "phone", "document.querySelector('#board .digit')")
        browser.size(1280, 720)
        browser.open(tables[0].address)
        take(browser, "television", "document.querySelector('#board .digit')")
        browser.open(club.address)
        browser.wait(f"document.querySelectorAll('.table:not(.away)').length === {len(PAIRS)}")
        browser.click("#all")
        take(browser, "club", "document.querySelectorAll('td.who').length > 8")


def play(store: Store, number: int, names: tuple[str, str]) -> None:
    """Some games of the past and one under way."""
    for past in range(1 + number % 2):
        game = Playing(store, table_log(4 + (number + past) % 3), names)
        game.finish()
        store.close_game(game.id)
    if number == 5:
        mosaix_game(store, 2, seed=5, names=names)
    else:
        Playing(store, table_log(4 + number % 3), names).play(49 if number == 1 else 9 * number)


def take(browser: Browser, name: str, script: str) -> None:
    """A picture once that is so, and nothing moves any more."""
    browser.wait(script)
    browser.wait("document.fonts.status === 'loaded'")
    browser.wait(
        "document.getAnimations().every(function (each) { return each.playState === 'finished'; })"
    )
    path = OUT / f"{name}.png"
    browser.picture(path)
    cv2.imwrite(
        str(path.with_suffix(".jpg")), cv2.imread(str(path)), [cv2.IMWRITE_JPEG_QUALITY, 84]
    )
    path.unlink()


if __name__ == "__main__":
    main()
