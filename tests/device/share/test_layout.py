"""How the pages fill screens of every shape, in a real Chromium: nothing hidden, nothing too small,
nothing that jumps, whoever plays and whatever goes wrong."""

import json
import re
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from device.core.table_state import TableState
from device.games import MOSAIX
from device.lab.browser import CHROMIUM, Browser
from device.locale import Language
from device.share.club import Club
from device.share.club_site import ClubSite
from device.share.games import SharedGames
from device.share.messages import retained
from device.share.site import TableSite
from tests.device.share.running import CODE, serving
from tests.device.share.tables import Playing, mosaix_game, opened
from tests.device.share.test_club import line
from tests.device.share.test_page import texts
from tests.device.share.test_web import wait_for

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")

SIZES = {
    "phone": (390, 844), "side": (844, 390), "small": (320, 568), "small-side": (568, 320),
    "tablet": (768, 1024), "tablet-side": (1024, 768), "720p": (1280, 720), "1080p": (1920, 1080),
}  # fmt: skip
SCREENS = [pytest.param(size, id=name) for name, size in SIZES.items()]
TELEVISIONS = [pytest.param(SIZES[name], id=name) for name in ("720p", "1080p")]
ENGLISH = Language.ENGLISH
LONG = ("A very long name, really", "Maximiliane Wilhelmina")


@pytest.fixture(scope="module")
def browser():
    with Browser() as browser:
        yield browser


class Shown:
    """A table that is shown in this process, and its games."""

    def __init__(self, folder, store, name="Kitchen"):
        self.store = store
        games = SharedGames(folder / "games.txt")
        self.site = TableSite(games, name, "table-3f0a", ENGLISH)
        self.served = None

    def look(self, state=None):
        """What a look at the file does in the real process."""

        def looked():
            self.site.games.poll()
            self.site.told = state
            self.site.changed()
            self.served.feed.publish()

        self.served.call(looked)

    def address(self, place="", language="en", code=CODE):
        return f"http://127.0.0.1:{self.served.port}/{code}/?language={language}{place}"


@pytest.fixture
def shown(tmp_path, browser):
    with opened(tmp_path / "games.txt") as store:
        shown = Shown(tmp_path, store)
        with serving(shown.site) as shown.served:
            yield shown
            browser.open("about:blank")
    assert [each for each in browser.complaints if "404" not in each] == []
    browser.complaints.clear()


def opened_at(browser, shown, size, place="", language="en"):
    browser.size(*size)
    browser.open(shown.address(place, language))
    browser.wait("document.fonts.status === 'loaded' && document.body.dataset.shown")


def box(browser, selector):
    """Left, top, right and bottom of an element in the window."""
    found = browser.ask(
        f"(function (box) {{ return [box.left, box.top, box.right, box.bottom]; }})"
        f"(document.querySelector('{selector}').getBoundingClientRect())"
    )
    return tuple(found)


def assert_inside(browser, size, *selectors):
    for selector in selectors:
        left, top, right, bottom = box(browser, selector)
        assert left >= -1, selector
        assert top >= -1, selector
        assert right <= size[0] + 1, selector
        assert bottom <= size[1] + 1, selector
    assert browser.ask("document.documentElement.scrollWidth <= window.innerWidth")


def letters(browser, selector):
    """The size of the letters, in pixels."""
    script = f"window.getComputedStyle(document.querySelector('{selector}')).fontSize"
    return float(browser.ask(script).removesuffix("px"))


def mosaix_under_way(store, players):
    """The first turns of a game of MOSAIX."""
    _, game = mosaix_game(store, players)
    store.close_game(1)
    names = ("Anna", "Ben", "Cleo", "Dan")[:players]
    number = store.begin(names, game.log[:1], MOSAIX)
    store.append(number, game.log[1 : 4 + 3 * players], 1)


# A game


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SCREENS)
def test_scores_cloth_and_last_move_without_scrolling(browser, shown, size, language):
    Playing(shown.store, names=LONG).play(60)
    shown.look(TableState.QUESTION)
    opened_at(browser, shown, size, language=language)
    assert_inside(browser, size, "#seats-left", "#seats-right", "#banner", "#board svg", "#bar")
    assert_inside(browser, size, "#bar .text", ".seat.now .pill", "#seats-right .counts")
    _, top, _, bottom = box(browser, "#board svg")
    assert bottom - top > size[1] * 0.3
    for seat in ("#seats-left", "#seats-right"):
        assert box(browser, f"{seat} .counts")[3] <= box(browser, seat)[3] + 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("size", SCREENS)
def test_every_board_of_mosaix(browser, shown, size, players):
    mosaix_under_way(shown.store, players)
    shown.look()
    opened_at(browser, shown, size)
    assert_inside(browser, size, ".match", ".boards", ".dice svg", "#bar", "#seats-left")
    boards = browser.ask(
        "[].map.call(document.querySelectorAll('.boards svg'), function (each) {"
        " var box = each.getBoundingClientRect(), view = each.viewBox.baseVal;"
        " return [box.left, box.top,"
        " Math.min(box.width / view.width, box.height / view.height)]; })"
    )
    assert len(boards) == players
    assert all(scale > 10 for _, _, scale in boards)  # pixels of a cell
    if players == 4:
        assert len({left for left, _, _ in boards}) == len({top for _, top, _ in boards}) == 2


@pytest.mark.parametrize("size", [SIZES["phone"], SIZES["small"]], ids=["phone", "small"])
@pytest.mark.parametrize("players", [3, 4])
def test_seats_read_in_the_order_of_play(browser, shown, size, players):
    mosaix_under_way(shown.store, players)
    shown.look()
    opened_at(browser, shown, size)
    places = browser.ask(
        "[].map.call(document.querySelectorAll('.seat .name'), function (each) {"
        " var box = each.getBoundingClientRect();"
        " return [Math.round(box.top / 20), box.left, each.textContent]; })"
    )
    assert [name for *_, name in sorted(places)] == ["Anna", "Ben", "Cleo", "Dan"][:players]


def test_a_game_that_rests_is_nobodys_turn(browser, shown):
    Playing(shown.store).play(7)
    shown.look(TableState.IDLE)
    opened_at(browser, shown, SIZES["phone"])
    assert browser.ask("document.getElementById('banner').textContent") == "Game paused"
    assert browser.ask("document.querySelectorAll('.seat.now').length") == 0
    shown.look(TableState.PLAYING)
    browser.wait("document.querySelector('.seat.now')")
    assert browser.ask("document.getElementById('banner').hidden")


# Replay


@pytest.mark.parametrize("size", [SIZES["phone"], SIZES["side"], SIZES["720p"]])
def test_keys_and_tiles_of_a_replay_stay_where_they_are(browser, shown, size):
    game = Playing(shown.store)
    game.finish()
    shown.look()
    browser.size(*size)
    browser.open(shown.address("#game-1"))
    browser.wait("!document.getElementById('replay').hidden")
    keys, tiles = set(), []
    for step in range(0, 120, 7):
        browser.ask(f"document.getElementById('slider').value = {step}")
        browser.ask("document.getElementById('slider').oninput()")
        keys.add(tuple(round(each) for each in box(browser, "#slider")))
        tiles.append(browser.ask("document.querySelector('#board svg').getAttribute('viewBox')"))
    assert len(keys) == 1
    resets = sum(each["move"] == "reset" for each in shown.site.games.whole(1, ENGLISH)["moves"])
    assert len(set(tiles)) <= resets + 1
    assert_inside(browser, size, "#slider", "#play")


def test_keys_of_mosaix_stay_as_well(browser, shown):
    mosaix_game(shown.store, 4)
    shown.look()
    browser.size(*SIZES["phone"])
    browser.open(shown.address("#game-1"))
    browser.wait("!document.getElementById('replay').hidden")
    keys = set()
    for step in range(0, 40, 3):
        browser.ask(f"document.getElementById('slider').value = {step}")
        browser.ask("document.getElementById('slider').oninput()")
        keys.add(tuple(round(each) for each in box(browser, "#slider")))
    assert len(keys) == 1


# A television


@pytest.mark.parametrize("language", [each.value for each in Language])
@pytest.mark.parametrize("size", TELEVISIONS)
def test_a_television_shows_all_in_large_letters(browser, shown, size, language):
    Playing(shown.store).play(60)
    shown.look()
    opened_at(browser, shown, size, language=language)
    assert_inside(browser, size, "#moves", "#curve svg", "#legend")
    for name in ("#moves .number", "#moves .said", "#moves .points", "#legend span", "#bar .who"):
        assert letters(browser, name) >= 0.022 * size[1], name
    rows = browser.ask(
        "[].map.call(document.querySelectorAll('#moves li'), function (row) {"
        " var said = row.querySelector('.said'); return [said.scrollWidth, said.clientWidth,"
        " row.getBoundingClientRect().height, said.textContent]; })"
    )
    seen = [row for row in rows if row[2]]
    assert len(seen) == 5
    for wanted, there, height, text in seen:
        assert wanted <= there + 1, text
        assert height < 0.05 * size[1], text
    lines = "[].map.call(document.querySelectorAll('#curve polyline'), function (each) {"
    lines += " return window.getComputedStyle(each).stroke; })"
    names = "[].map.call(document.querySelectorAll('#legend span'), function (each) {"
    names += " return [each.textContent, window.getComputedStyle(each).color]; })"
    assert {colour for _, colour in browser.ask(names)} == set(browser.ask(lines))
    assert [name for name, _ in browser.ask(names)] == ["Anna", "Ben"]


@pytest.mark.parametrize("size", TELEVISIONS)
def test_a_television_without_a_game(browser, shown, size):
    shown.look()
    opened_at(browser, shown, size)
    left, top, right, bottom = box(browser, ".felt")
    assert (right - left, bottom - top) == size
    assert letters(browser, "#banner") > 0.03 * size[1]
    Playing(shown.store)
    shown.look()
    browser.wait("document.querySelector('.seat.now')")
    assert box(browser, ".stage")[3] == pytest.approx(size[1], abs=1)  # nothing below it is empty
    browser.ask("void (window.location.hash = '#games')")
    browser.wait("document.querySelector('#games-list li')")
    assert letters(browser, "#games-list li") >= 0.022 * size[1]


# Past games


def test_past_games_opened_directly(browser, shown):
    past = Playing(shown.store)
    past.finish()
    shown.store.close_game(past.id)
    live = Playing(shown.store, names=("Cleo", "Dan"))
    shown.look()
    browser.size(*SIZES["phone"])
    browser.open(shown.address("#games"))
    browser.wait("document.getElementById('table').textContent === 'Kitchen'")
    assert browser.wait(texts("#games-list .names"))[0].startswith("Anna – Ben")
    assert browser.ask("document.querySelectorAll('#games-list a').length") == 1
    live.finish()
    shown.store.close_game(live.id)
    shown.look()
    browser.wait("document.querySelectorAll('#games-list a').length === 2")


def test_a_lone_player_who_lost_gets_no_cup(browser, shown):
    for players in (1, 2):
        number, _ = mosaix_game(shown.store, players)
        shown.store.close_game(number)
    Playing(shown.store)
    shown.look()
    browser.size(*SIZES["phone"])
    browser.open(shown.address("#games"))
    browser.wait("document.querySelectorAll('#games-list a').length === 2")
    cups = "[...document.querySelectorAll('#games-list .cup')].map(each => each.childElementCount)"
    assert browser.ask(cups) == [1, 0]


def test_the_record_is_offered_where_there_is_one(browser, shown):
    shown.look()
    opened_at(browser, shown, SIZES["phone"])
    assert browser.ask("document.getElementById('to-record').hidden")
    Playing(shown.store)
    shown.look()
    browser.wait("!document.getElementById('to-record').hidden")


# What goes wrong


@pytest.mark.parametrize("size", SCREENS)
def test_a_warning_covers_nothing(browser, shown, size):
    Playing(shown.store, names=LONG).play(20)
    shown.look()
    opened_at(browser, shown, size, language="fr")
    browser.ask("void window.Talk.warn(window.Talk.say('page.lost'))")
    strip = box(browser, "#lost")
    assert strip[3] > strip[1]
    assert box(browser, ".seat")[1] >= strip[3] - 1
    assert_inside(browser, size, "#lost", "#bar", "#board svg")
    browser.ask("void window.Talk.warn('')")
    assert box(browser, ".seat")[1] == 0


@pytest.mark.parametrize("size", SCREENS)
def test_a_mistyped_link_can_be_read(browser, shown, size):
    browser.size(*size)
    browser.open(shown.address(code="abcdefgx", language="es"))
    browser.wait("document.querySelector('h1')")
    assert browser.ask("document.querySelector('h1').textContent").startswith("Este enlace")
    assert letters(browser, "h1") >= max(18, 0.025 * size[1])
    assert_inside(browser, size, "h1", "svg")
    ground = browser.ask("window.getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(13, 22, 20)"


# Lines to the table: a browser has six


def test_pages_that_were_left_hold_no_line(browser, shown):
    game = Playing(shown.store)
    shown.look()
    browser.size(*SIZES["phone"])
    for turn in range(8):  # back and forth: each is kept by the browser, and none of them open
        browser.ask(f"void (window.location = '{shown.address()}&{turn}')")
        browser.wait(f"window.location.search.endsWith('&{turn}') && document.body.dataset.shown")
    wait_for(lambda: len(shown.served.feed.listeners) == 1)
    browser.ask("void window.history.back()")
    browser.wait("window.location.search.endsWith('&6')")
    game.play()
    shown.look()
    browser.wait("/\\/2\\//.test(document.body.dataset.turn)")
    wait_for(lambda: len(shown.served.feed.listeners) == 1)


def test_tabs_behind_others_hold_no_line(browser, shown):
    game = Playing(shown.store)
    shown.look()
    opened_at(browser, shown, SIZES["phone"])
    tabs = []
    for _ in range(7):
        tabs.append(browser.open_tab(shown.address()))
        browser.wait("document.body.dataset.shown")
    wait_for(lambda: len(shown.served.feed.listeners) == 1)
    game.play()
    shown.look()
    for tab in reversed(tabs):
        browser.wait("/\\/2\\//.test(document.body.dataset.turn)")
        browser.close_tab(tab)
    browser.wait("/\\/2\\//.test(document.body.dataset.turn)")  # seen again, it knows


# Old browsers


@pytest.mark.parametrize("size", SCREENS)
def test_no_gaps_between_flex_items(browser, shown, size):
    """Browsers before 2021 have none; those between the cells of grids are from 2018."""
    Playing(shown.store).play(9)
    shown.look()
    opened_at(browser, shown, size)
    script = (
        "[].filter.call(document.querySelectorAll('*'), function (each) {"
        " var look = window.getComputedStyle(each);"
        " return /flex/.test(look.display) && look.columnGap !== 'normal'; }).length"
    )
    assert browser.ask(script) == 0
    with club_of(4) as served:
        browser.open(f"http://127.0.0.1:{served.port}/{CODE}/")
        browser.wait("document.body.dataset.shown")
        assert browser.ask(script) == 0
        browser.open("about:blank")


# A club night

NOW = datetime(2026, 11, 18, 22, 0, tzinfo=UTC)


@contextmanager
def club_of(tables, players=0, **more):
    """A club's page with so many tables and players in its standings."""
    club = Club()
    names = [f"Player number {at + 1}" for at in range(players)]
    pairs = [(names[at], names[at + 1]) for at in range(0, players - 1, 2)]
    for at in range(tables):
        lines = [
            line(number, pair, (77, 60 - number), begun=NOW)
            for number, pair in enumerate(pairs[at::tables], 1)
        ]
        topic, title = f"t{at}", f"Table {at + 1}"
        told = {"table": title, "games": lines}
        club.take(f"{topic}/games", json.dumps(told).encode(), True, NOW)
        if "board" in more:
            board = {**json.loads(more["board"]), "table": title}
            club.take(f"{topic}/board", json.dumps(board).encode(), True, NOW)
        is_on = at < more.get("online", tables)
        club.take(f"{topic}/availability", b"online" if is_on else b"offline", True, NOW)
    site = ClubSite(club)
    site.now = lambda: NOW
    site.broker = more.get("broker", "connected")
    with serving(site, "club.html") as served:
        yield served


@pytest.fixture
def board(shown):
    Playing(shown.store, names=("Cleo", "Dan")).play(30)
    shown.look()
    return retained(shown.site, ENGLISH)["board"]


def open_club(browser, served, size, language="en"):
    browser.size(*size)
    browser.open(f"http://127.0.0.1:{served.port}/{CODE}/?language={language}")
    browser.wait("document.fonts.status === 'loaded' && document.body.dataset.shown")


OPACITY = (
    "(function (node) { var whole = 1; for (; node && node.style; node = node.parentNode)"
    " whole *= window.getComputedStyle(node).opacity; return whole; })"
    "(document.querySelector('.table.away .felt svg'))"
)


@pytest.mark.parametrize("broker", ["connected", "away"])
def test_boards_can_be_seen_whoever_is_away(browser, board, broker):
    with club_of(2, board=board, online=1, broker=broker) as served:
        open_club(browser, served, SIZES["1080p"])
        browser.wait("document.querySelector('.table.away .felt svg')")
        assert 0.4 <= browser.ask(OPACITY) < 0.7
        assert browser.ask("document.getElementById('lost').hidden") == (broker == "connected")
        assert_inside(browser, SIZES["1080p"], "#title", ".table", ".exports")
        assert box(browser, "#title")[1] >= box(browser, "#lost")[3] - 1
        browser.open("about:blank")


@pytest.mark.parametrize("tables", [1, 6, 16])
@pytest.mark.parametrize("size", TELEVISIONS)
def test_a_beamer_shows_every_table_and_every_player(browser, board, size, tables):
    with club_of(tables, 32, board=board) as served:
        open_club(browser, served, size)
        cards = f"document.querySelectorAll('.table').length === {tables}"
        browser.wait(cards)
        assert_inside(browser, size, "#lists tr:last-child", "#tables .table:last-child")
        for selector in ("#lists", "#tables"):
            place = f"document.querySelector('{selector}')"
            assert browser.ask(f"{place}.scrollHeight - {place}.clientHeight") <= 1, selector
        ranks = browser.ask(texts("#lists td.rank"))
        assert len(ranks) == 32
        assert ranks[:17] == ["1"] * 16 + ["17"]  # all winners have won alike
        left, top, right, bottom = box(browser, ".table .felt svg")
        assert min(right - left, bottom - top) > size[1] * 0.1
        browser.open("about:blank")


def test_a_phone_has_tables_and_standings_one_touch_apart(browser, board):
    size = SIZES["phone"]
    with club_of(16, 32, board=board) as served:
        open_club(browser, served, size)
        browser.wait("document.querySelector('.table .felt svg')")
        assert_inside(browser, size, "#to-standings", ".table")
        browser.click("#to-standings")
        browser.wait("document.getElementById('lists').offsetHeight")
        assert_inside(browser, size, "#lists tr:nth-child(5)", "#tonight", "#all")
        assert not browser.ask("document.getElementById('tables').offsetHeight")
        browser.click("#to-tables")
        browser.wait("document.getElementById('tables').offsetHeight")
        browser.open("about:blank")


def test_each_looks_at_the_club_in_their_language(browser, board):
    with club_of(1, board=board) as served:
        said = set()
        for language in Language:
            open_club(browser, served, SIZES["phone"], language.value)
            said.add(browser.wait(f"{texts('.table .last')}[0]"))
        assert len(said) == len(Language)
        assert re.search(r"gelegt|Set", " ".join(said))
        browser.open("about:blank")
