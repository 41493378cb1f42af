"""A club night: many tables, people who move between them, and everything that can break."""

import csv
import io
import json
import signal
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.locale import Language
from device.share.club import MOST_TABLES, Club, Played, Standing, standings
from device.share.club_site import ClubSite
from device.share.games import SharedGames
from device.share.messages import retained
from device.share.site import TableSite
from tests.device.share.brokers import Listener, mosquitto, needs_mosquitto
from tests.device.share.running import free_port, sharing, stopped
from tests.device.share.tables import Playing, mosaix_game, opened

NOW = datetime(2026, 11, 18, 22, 0, tzinfo=UTC)
ENGLISH = Language.ENGLISH


def told(games=(), table="Table 1"):
    return json.dumps({"table": table, "games": list(games)}).encode()


def line(number, names=("Anna", "Ben"), scores=(78, 60), winners=(0,), begun=NOW, **more):
    return {
        "id": number, "game": "sepmosa", "names": list(names), "scores": list(scores),
        "winners": list(winners), "begun": begun if isinstance(begun, str) else begun.isoformat(),
        "counts": True, **more,
    }  # fmt: skip


def club_of(**tables):
    club = Club()
    for name, games in tables.items():
        club.take(f"{name}/games", told(games, name), True, NOW)
    return club


# Standings


def test_standings_by_wins_then_points_then_fewer_games():
    games = [
        Played("a", 1, "sepmosa", ("Anna", "Ben"), (77, 50), (0,), "", True),
        Played("a", 2, "sepmosa", ("Anna", "Ben"), (60, 80), (1,), "", True),
        Played("b", 1, "sepmosa", ("Cleo", "Ben"), (79, 10), (0,), "", True),
    ]
    assert standings(games) == [
        Standing("Ben", 3, 1, 140), Standing("Anna", 2, 1, 137), Standing("Cleo", 1, 1, 79),
    ]  # fmt: skip


def test_one_player_at_two_tables_is_one_player():
    club = club_of(one=[line(1)], two=[line(1, ("anna", "Dan"), (50, 77), (1,))])
    found = {each.name: (each.games, each.wins, each.points) for each in standings(club.played())}
    assert found == {"Anna": (2, 1, 128), "Ben": (1, 0, 60), "Dan": (1, 1, 77)}


def test_those_without_a_name_and_games_that_do_not_count_are_left_out():
    club = club_of(one=[line(1, ("", "Ben")), line(2, counts=False)])
    assert standings(club.played()) == [Standing("Ben", 1, 0, 60)]


def test_the_same_game_told_again_counts_once():
    club = club_of(one=[line(1)])
    assert not club.take("one/games", told([line(1)], "one"), False, NOW)
    club.take("one/games", told([line(2), line(1)], "one"), False, NOW)
    assert [each.games for each in standings(club.played())] == [2, 2]


# Clocks


def test_tonight_by_the_tables_own_clock():
    """A table whose clock is years behind, one ahead, and one that agrees."""
    club = Club()
    for name, ahead in (("behind", -timedelta(days=2000)), ("ahead", timedelta(days=3)),
                        ("right", timedelta(seconds=30))):  # fmt: skip
        theirs = NOW + ahead
        games = [
            line(2, begun=theirs - timedelta(hours=2)),
            line(1, begun=theirs - timedelta(days=1)),
        ]
        club.take(f"{name}/games", told(games, name), True, NOW)
        clock = json.dumps({"now": theirs.isoformat(), "source": "x"}).encode()
        assert club.take(f"{name}/clock", clock, False, NOW) == (abs(ahead) > timedelta(minutes=2))
    assert sorted((game.table, game.id) for game in club.played(club.evening(NOW))) == [
        ("ahead", 2), ("behind", 2), ("right", 2),
    ]  # fmt: skip
    assert len(club.played()) == 6


@pytest.mark.parametrize("begun", ["", "?", "2026-11-18T21:00", "0001-01-01", "9999-12-31T23:59"])
def test_whatever_a_clock_says_the_game_is_there(begun):
    club = club_of(one=[line(1, begun=begun)])
    clock = json.dumps({"now": "0001-01-02T00:00+00:00", "source": ""}).encode()
    club.take("one/clock", clock, False, NOW)
    assert len(club.played()) == 1
    assert club.played(club.evening(NOW)) is not None


# Messages


@pytest.fixture
def site(tmp_path):
    """A table with a past game and one under way."""
    with opened(tmp_path / "games.txt") as store:
        past = Playing(store)
        past.finish()
        store.close_game(past.id)
        Playing(store, names=("Cleo", "Dan")).play(6)
        yield TableSite(SharedGames(tmp_path / "games.txt"), "Table 7", "table-7", ENGLISH)


def test_what_a_table_says_is_what_the_club_shows(site):
    site.games.poll()
    club = Club()
    for topic, payload in {**retained(site, ENGLISH), "availability": "online"}.items():
        club.take(f"t7/{topic}", payload.encode(), True, NOW)
    shown = json.loads(ClubSite(club).live(ENGLISH))
    (table,) = shown["tables"]
    assert (table["name"], table["online"], table["state"]) == ("Table 7", True, "playing")
    live = site.games.live(ENGLISH)
    for name in ("names", "scores", "mosaic", "floating", "last", "line", "stock", "turn"):
        assert table["game"][name] == live[name]
    assert table["game"]["moves"][0]["text"] == live["moves"][-1]["text"]
    assert {each["name"] for each in shown["all"]["sepmosa"]} == {"Anna", "Ben"}


def test_a_table_in_the_words_of_whoever_looks(tmp_path):
    """Neither the table nor its players have names, and each reads the last move in their own
    language."""
    with opened(tmp_path / "games.txt") as store:
        Playing(store, names=("", "Ben")).play(1)
    table = TableSite(SharedGames(tmp_path / "games.txt"), "", "table-3f0a", ENGLISH)
    table.games.poll()
    club = Club()
    for topic, payload in retained(table, ENGLISH).items():
        club.take(f"table-3f0a/{topic}", payload.encode(), True, NOW)
    said = {}
    for language in Language:
        (shown,) = json.loads(ClubSite(club).live(language))["tables"]
        said[language.value] = shown["name"], shown["game"]["moves"][0]["text"]
        assert shown["game"]["names"] == ["", "Ben"]
        assert said[language.value][1] == table.games.live(language)["moves"][-1]["text"]
    assert said["de"][0] == "Tisch 3f0a"
    assert len(set(said.values())) == len(Language)


def test_a_table_that_speaks_one_language_alone(tmp_path):
    club = Club()
    told = {**BOARD, "game": {**BOARD["game"], "moves": [{"move": "R7@4+1", "text": "Red 7 laid"}]}}
    club.take("x/board", json.dumps(told).encode(), True, NOW)
    (shown,) = json.loads(ClubSite(club).live(Language.GERMAN))["tables"]
    assert shown["game"]["moves"][0]["text"] == "Red 7 laid"


def test_mosaix_boards(tmp_path):
    with opened(tmp_path / "games.txt") as store:
        mosaix_game(store, 3)
    table = TableSite(SharedGames(tmp_path / "games.txt"), "M", "m", ENGLISH)
    table.games.poll()
    club = Club()
    for topic, payload in retained(table, ENGLISH).items():
        club.take(f"m/{topic}", payload.encode(), True, NOW)
    assert club.tables["m"].game["boards"] == table.games.live(ENGLISH)["boards"]
    assert len(standings(club.played())) == 3


def test_a_table_takes_back_what_it_said():
    club = club_of(one=[line(1)], two=[line(1)])
    club.take("one/availability", b"online", True, NOW)
    assert club.take("one/games", b"", False, NOW)
    assert len(club.played()) == 1
    assert club.take("one/availability", b"", False, NOW)
    assert list(club.tables) == ["two"]


def test_there_is_an_end_to_tables():
    club = Club()
    for number in range(2 * MOST_TABLES):
        club.take(f"t{number}/availability", b"online", True, NOW)
    assert len(club.tables) == MOST_TABLES


BOARD = {
    "table": "x", "state": "playing",
    "game": {
        "id": 1, "game": "sepmosa", "names": ["A", "B"], "scores": [0, 0], "winners": [],
        "player": 0, "turn": 1, "target": 77, "open": True, "state": "playing", "moves": [],
        "mosaic": {"4+1": "R7"}, "stock": 5, "played": [], "last": ["4+1"],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [{"mosaic": {"4+1": "R99"}}, {"mosaic": {"4+0": "R7"}}, {"mosaic": []}, {"mosaic": {"4+1": 7}},
     {"names": ["A"]}, {"names": [1, 2]}, {"scores": ["<b>", 1]}, {"scores": [10**9, 0]},
     {"winners": [5]}, {"player": 7}, {"turn": -1}, {"target": 0}, {"state": "x"}, {"moves": {}},
     {"game": "chess"}, {"played": ["R7", "zz"]}, {"stock": None}, {"open": 3}],
    ids=str,
)  # fmt: skip
def test_a_board_that_cannot_be_drawn_is_not_believed(change):
    club = Club()
    assert club.take("x/board", json.dumps(BOARD).encode(), True, NOW)
    before = club.tables["x"]
    broken = {**BOARD, "game": {**BOARD["game"], **change}}
    assert not club.take("x/board", json.dumps(broken).encode(), True, NOW)
    assert club.tables["x"] == before


def test_what_does_not_belong_there_is_left_out():
    extra = {**BOARD["game"], "rack": ["R1"], "last": ["x"], "moves": [{"text": 5}, "x"]}
    club = Club()
    club.take("x/board", json.dumps({**BOARD, "game": extra}).encode(), True, NOW)
    game = club.tables["x"].game
    assert "rack" not in game
    assert (game["last"], game["moves"]) == ([], [])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from([*BOARD, *BOARD["game"], "games", "now", "4+1"]), inner, max_size=6),
    max_leaves=12,
)  # fmt: skip


@given(
    st.sampled_from(["board", "games", "clock", "availability", "state", "x", ""]),
    st.one_of(st.binary(max_size=60), JSON.map(lambda each: json.dumps(each).encode())),
    st.booleans(),
)
def test_whatever_a_broker_says(what, payload, is_retained):
    club = Club()
    club.take(f"t/{what}", payload, is_retained, NOW)
    site = ClubSite(club)
    json.loads(site.live(ENGLISH))
    for name in ("standings.csv", "games.csv", "standings-all.csv", "games-all.csv", "games.json"):
        assert site.answer(name, ENGLISH) is not None


@given(st.dictionaries(st.sampled_from(list(BOARD["game"])), JSON, min_size=1))
def test_boards_with_anything_in_them(change):
    club = Club()
    club.take(
        "t/board", json.dumps({**BOARD, "game": {**BOARD["game"], **change}}).encode(), True, NOW
    )
    json.loads(ClubSite(club).live(ENGLISH))


# Export


def test_exports_are_tables_and_no_formulas():
    club = club_of(one=[line(1, ("=HYPERLINK(1)", 'B"en,\n')), line(2, begun="2020-01-01T10:00")])
    site = ClubSite(club)
    site.now = lambda: NOW
    rows = list(csv.reader(io.StringIO(site.answer("standings.csv", ENGLISH))))
    assert rows[0] == ["game", "player", "games", "wins", "points"]
    assert rows[1:] == [
        ["sepmosa", "'=HYPERLINK(1)", "1", "1", "78"],
        ["sepmosa", 'B"en,', "1", "0", "60"],
    ]
    everything = list(csv.reader(io.StringIO(site.answer("games-all.csv", ENGLISH))))
    assert len(everything) == 5
    assert len(json.loads(site.answer("games.json", ENGLISH))["games"]) == 2
    assert site.answer("nothing", ENGLISH) is None


def test_tables_in_the_order_of_their_numbers():
    club = Club()
    for name in ("Table 10", "Table 2", "Kitchen"):
        club.take(f"{name[-2:]}/games", told((), name), True, NOW)
    shown = json.loads(ClubSite(club).live(ENGLISH))["tables"]
    assert [table["name"] for table in shown] == ["Kitchen", "Table 2", "Table 10"]


# With a real broker and real tables


@needs_mosquitto
def test_a_night_with_everything_that_can_break(tmp_path):
    with ExitStack() as night:
        broker = night.enter_context(mosquitto(tmp_path / "broker"))
        mqtt = f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n'
        stores, games, tables = [], [], []
        for number in (1, 2):
            folder = tmp_path / f"table{number}"
            folder.mkdir()
            stores.append(night.enter_context(opened(folder / "games.txt")))
            games.append(Playing(stores[-1], names=("Anna", f"Ben {number}")))
            config = f'[table]\nname = "Table {number}"\n[page]\nport = {free_port()}\n{mqtt}'
            tables.append(night.enter_context(sharing(folder, "--state", folder, config=config)))
        club = ("--state", tmp_path / "club")
        (tmp_path / "club").mkdir()
        config = f"[page]\nport = {free_port()}\n{mqtt}"
        with sharing(tmp_path, *club, config=config, command="club") as first:
            with first.live() as live:
                live.until(lambda view: [each["online"] for each in view["tables"]] == [True, True])
                games[0].play(2)
                live.until(lambda view: view["tables"][0]["game"]["turn"] == 3)
                games[0].finish()
                stores[0].close_game(games[0].id)
                live.until(lambda view: len(view["all"]["sepmosa"]) == 2)
                broker.wipe()  # forgets everything
                live.until(lambda view: view["broker"] != "connected")
                games[1].finish()
                stores[1].close_game(games[1].id)
                broker.start()
                view = live.until(lambda view: len(view["all"]["sepmosa"]) == 3)
                assert {each["name"]: each["games"] for each in view["all"]["sepmosa"]} == {
                    "Anna": 2, "Ben 1": 1, "Ben 2": 1,
                }  # fmt: skip
                stopped(tables[0].process, signal.SIGKILL)  # a table vanishes
                live.until(lambda view: not view["tables"][0]["online"])
            stopped(first.process, signal.SIGKILL)
        with sharing(tmp_path, *club, config=config, command="club") as again, again.live() as live:
            assert again.address == first.address  # the same link: pages come back by themselves
            live.until(
                lambda view: (
                    len(view["all"]["sepmosa"]) == 3
                    and [each["online"] for each in view["tables"]] == [False, True]
                )
            )
            with Listener(broker.port) as anybody:  # and somebody talks nonsense
                for topic in ("table-1/board", "table-1/games", "x/y", "table-1/clock"):
                    anybody.say(f"sepmosa/{topic}", b"\xff{[nonsense")
            assert len(again.json("live.json")["all"]["sepmosa"]) == 3
            assert again.get("standings-all.csv").body.count("\n") == 4
