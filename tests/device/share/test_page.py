"""The pages in a real Chromium: what people see, touch and lose, on phones and televisions."""

import re
import signal

import pytest

from device.lab.browser import CHROMIUM, Browser
from engine.history import Undo
from tests.device.share.brokers import MOSQUITTO, mosquitto
from tests.device.share.running import free_port, sharing, stopped
from tests.device.share.tables import Playing, opened
from tests.device.share.test_web import wait_for

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")

PHONE, TELEVISION = (390, 844, 2.0), (1920, 1080, 1.0)


def texts(selector):
    """The script that lists what some elements say."""
    said = "function (each) { return each.textContent; }"
    return f"[].map.call(document.querySelectorAll('{selector}'), {said})"


SCORES = f"{texts('.seat .score')}.join(':')"


@pytest.fixture(scope="module")
def browser():
    with Browser() as browser:
        yield browser


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


@pytest.fixture
def store(folder):
    with opened(folder / "games.txt") as store:
        yield store


@pytest.fixture
def shared(folder, browser):
    browser.size(*PHONE)
    with sharing(folder, "--state", folder) as shared:
        yield shared
    browser.open("about:blank")
    quiet = ("net::ERR", "/live", "404")  # of tables that were taken away
    assert [each for each in browser.complaints if not any(sign in each for sign in quiet)] == []
    browser.complaints.clear()


def turn(number):
    return f"document.body.dataset.turn.split('/')[1] === '{number}'"


def scores(store):
    return ":".join(str(each).replace("-", "−") for each in store.open_game().game.state.scores)


def tiles(browser):
    return browser.ask("document.querySelectorAll('#board .digit').length")


def test_a_game_as_it_is_played(browser, store, shared):
    game = Playing(store)
    game.play(20)
    browser.open(shared.address)
    browser.wait(turn(21))
    for number in range(22, 27):
        game.play()
        browser.wait(turn(number))
        assert browser.ask(SCORES) == scores(store)
        assert tiles(browser) == len(store.open_game().game.state.mosaic)
    assert browser.ask("document.querySelectorAll('.seat.now').length") == 1
    assert browser.ask("document.querySelector('#bar .who').textContent").endswith("turn 25")
    assert browser.ask("document.querySelectorAll('#moves li').length") == 7
    assert browser.ask("document.querySelectorAll('#curve polyline').length") == 2
    assert browser.ask("document.title").startswith(scores(store).replace(":", " : "))
    game.add(Undo(3))
    browser.wait(turn(23))
    assert browser.ask(SCORES) == scores(store)


def test_to_the_end_and_through_it_again(browser, store, shared):
    game = Playing(store, names=("Anna", "<b>Ben</b> & Söhne"))
    game.finish()
    browser.open(shared.address)
    browser.wait("document.querySelector('.seat.won')")
    assert browser.ask("document.getElementById('banner').textContent").endswith("wins!")
    assert "<b>Ben</b> & Söhne" in browser.ask("document.getElementById('seats-right').textContent")
    final = browser.ask(SCORES)
    store.close_game(game.id)
    wait_for(lambda: not shared.json("live.json")["game"]["open"])
    browser.click("#to-games")
    browser.click("#games-list a")
    browser.wait("!document.getElementById('replay').hidden")
    assert browser.ask(SCORES) == final
    browser.click("#first")
    browser.wait(f"{SCORES} === '0:0'")
    assert tiles(browser) == 0
    browser.click("#after")
    browser.wait("document.querySelectorAll('#board .digit').length === 1")
    browser.click("#play")
    browser.wait("document.querySelectorAll('#board .digit').length === 2")
    browser.click("#play")
    browser.ask("document.getElementById('slider').value = 9999")
    browser.ask("document.getElementById('slider').oninput()")
    browser.wait(f"{SCORES} === '{final}'")
    browser.click("#to-live")
    browser.wait("document.body.dataset.view === 'live'")


def test_it_comes_back_by_itself(browser, folder, store, tmp_path):
    """The process is killed and starts again; the network goes and comes."""
    game = Playing(store)
    config = f"[page]\nport = {free_port()}\n"
    (folder / "sharing.json").write_text('{"code": "samecode"}')
    browser.size(*PHONE)
    with sharing(folder, "--state", folder, config=config) as first:
        browser.open(first.address)
        browser.wait(turn(1))
        stopped(first.process, signal.SIGKILL)
    browser.wait("!document.getElementById('lost').hidden")
    game.play(3)
    with sharing(folder, "--state", folder, config=config):
        browser.wait(turn(4))
        browser.wait("document.getElementById('lost').hidden")
        browser.open("about:blank")


def test_a_link_that_holds_no_longer(browser, folder, store):
    """Those who have the old link are told, and see nothing more."""
    game = Playing(store)
    config = f"[page]\nport = {free_port()}\n"
    (folder / "sharing.json").write_text('{"code": "samecode"}')
    browser.size(*PHONE)
    with sharing(folder, "--state", folder, config=config) as first:
        browser.open(first.address)
        browser.wait(turn(1))
    (folder / "sharing.json").write_text('{"code": "newercode"}')
    with sharing(folder, "--state", folder, config=config):
        game.play()
        browser.wait("/no longer works/.test(document.getElementById('lost').textContent)")
        assert browser.ask(turn(1))
        browser.open("about:blank")
    browser.complaints.clear()


def test_languages(browser, store, shared):
    game = Playing(store)
    game.play(1)
    browser.open(f"{shared.address}?language=de")
    browser.wait(turn(2))
    assert browser.ask("document.documentElement.lang") == "de"
    assert browser.ask("document.querySelector('.seat.now .pill').textContent") == "am Zug"
    assert browser.ask("document.querySelector('#bar .text').textContent").endswith("gelegt")
    browser.ask("document.getElementById('language').value = 'fr'")
    browser.ask("document.getElementById('language').onchange()")
    browser.wait("document.documentElement.lang === 'fr' && document.querySelector('.seat.now')")
    assert browser.ask("document.querySelector('.seat.now .pill').textContent") == "son tour"
    game.play(1)
    browser.wait("/posé/.test(document.querySelector('#bar .text').textContent)")


def test_before_the_first_game(browser, shared):
    browser.open(shared.address)
    browser.wait("document.body.dataset.game === 'none'")
    assert browser.ask("document.getElementById('banner').textContent") == "No game right now"
    browser.click("#to-games")
    browser.wait("/No past games/.test(document.getElementById('games-list').textContent)")


def test_another_page_cannot_look_in(browser, store, shared, tmp_path):
    """A page from elsewhere that knows the link: neither read, nor framed, nor run."""
    Playing(store)
    with sharing(tmp_path, "--state", tmp_path) as elsewhere:  # another origin: another port
        browser.open(elsewhere.address)
        browser.wait("document.body.dataset.game === 'none'")
        browser.ask(
            f"void fetch('{shared.address}live.json').then("
            "function () { window.seen = 'read'; }, function () { window.seen = 'refused'; })"
        )
        assert browser.wait("window.seen") == "refused"
    browser.complaints.clear()


@pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")
def test_a_club_night(browser, tmp_path):
    with mosquitto(tmp_path / "broker") as broker, opened(tmp_path / "games.txt") as store:
        mqtt = f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n'
        past = Playing(store)
        past.finish()
        store.close_game(past.id)
        game = Playing(store, names=("Cleo", "Dan"))
        game.play(4)
        page = f"[page]\nport = {free_port()}\n{mqtt}"
        club = f"[page]\nport = {free_port()}\n{mqtt}"
        browser.size(*TELEVISION)
        with (
            sharing(tmp_path, "--state", tmp_path, config=f'[table]\nname = "One"\n{page}'),
            sharing(tmp_path, "--state", tmp_path, config=club, command="club") as shown,
        ):
            browser.open(shown.address)
            browser.wait("/\\/5$/.test(document.querySelector('.table').dataset.turn)")
            game.play()
            browser.wait("/\\/6$/.test(document.querySelector('.table').dataset.turn)")
            assert browser.ask("document.querySelector('.table .title').textContent") == "One"
            browser.click("#all")
            browser.wait(f"{texts('td.who')}.length === 2")
            assert set(browser.ask(texts("td.who"))) == {"Anna", "Ben"}
            browser.click(".table")
            browser.wait("document.querySelector('.table.large')")
            browser.click(".table")
            browser.wait("!document.querySelector('.table.large')")
            link = browser.ask("document.getElementById('standings-csv').href")
            assert re.search(r"/standings-all\.csv$", link)
            broker.stop()
            browser.wait("!document.getElementById('lost').hidden")
            broker.start()
            browser.wait("document.getElementById('lost').hidden")
        browser.open("about:blank")
