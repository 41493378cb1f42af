"""Tables and brokers: everything is told, told again after any outage, and taken back if asked."""

import json
import re
import shutil
import signal
import subprocess

import pytest

from device.core.table_state import TableState
from device.locale import Language
from device.share.discovery import discovery, discovery_topic
from device.share.games import SharedGames
from device.share.messages import EVENTS, Moment, events, moment
from device.share.site import TableSite
from device.share.wish import read_sharing
from engine.history import Undo
from engine.sepmosa import parse_move
from engine.sepmosa.game import Correct
from tests.device.share.brokers import Listener, kept, mosquitto, needs_mosquitto
from tests.device.share.running import COMMAND, PATIENCE, free_port, sharing, stopped
from tests.device.share.tables import Playing, opened
from tests.device.share.test_web import wait_for

BASE = "sepmosa/kitchen"
TOPICS = {f"{BASE}/{name}": None for name in ("state", "score", "board", "games")}
TOPICS[f"{BASE}/availability"] = "online"
SECRET = "open sesame"  # noqa: S105
CONFIG = discovery_topic("homeassistant", "kitchen")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


@pytest.fixture
def store(folder):
    with opened(folder / "games.txt") as store:
        yield store


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("broker")) as broker:
        yield broker


def config(broker, name="Kitchen", more=""):
    return (
        f'[table]\nname = "{name}"\n[page]\nport = {free_port()}\n'
        f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n{more}'
    )


def told(broker, **wanted):
    """What the broker tells of the table, without its beginning."""
    named = {f"{BASE}/{topic}": text for topic, text in wanted.items()}
    found = kept(broker.port, {**TOPICS, **named})
    return {topic.removeprefix(f"{BASE}/"): found[topic] for topic in TOPICS}


# What a table tells


@needs_mosquitto
def test_whoever_comes_late_finds_everything(folder, store, broker):
    past = Playing(store)
    past.finish()
    store.close_game(past.id)
    game = Playing(store, names=("Cleo", "Dan"))
    game.play(3)
    with sharing(folder, "--state", folder, config=config(broker)):
        found = told(broker)
    assert (found["availability"], found["state"]) == ("online", "playing")
    score = json.loads(found["score"])
    assert (score["names"], score["turn"], score["table"]) == (["Cleo", "Dan"], 4, "Kitchen")
    assert score["to_play"] == ["Cleo", "Dan"][score["player"]]
    assert json.loads(found["board"])["game"]["mosaic"].keys() == {
        str(cell) for cell in store.open_game().game.state.mosaic
    }
    (finished,) = json.loads(found["games"])["games"]
    assert (finished["id"], finished["over"], sum(finished["scores"]) > 77) == (past.id, True, True)


@needs_mosquitto
def test_what_happens_is_told_once_and_not_kept(folder, store, broker):
    game = Playing(store)
    with (
        sharing(folder, "--state", folder, config=config(broker)),
        Listener(broker.port, f"{BASE}/#") as listener,
    ):
        listener.wait(lambda each: each.known.get(f"{BASE}/availability") == "online")
        game.play()
        event = listener.wait(lambda each: each.events())[0]
        assert (event["event_type"], event["turn"], event["names"]) == ("move", 1, ["Anna", "Ben"])
        game.add(Undo(1))
        listener.wait(lambda each: [e for e in each.events() if e["event_type"] == "undo"])
        assert len(listener.events()) == 2
        assert f"{BASE}/event" not in kept(broker.port, TOPICS)


@needs_mosquitto
def test_a_broker_that_stops_and_forgets_everything_in_mid_game(folder, store, tmp_path):
    past = Playing(store)
    past.finish()
    store.close_game(past.id)
    game = Playing(store)
    game.play(2)
    with (
        mosquitto(tmp_path / "broker") as broker,
        sharing(folder, "--state", folder, config=config(broker)) as shared,
    ):
        assert json.loads(told(broker)["score"])["turn"] == 3
        broker.wipe()
        game.play(3)  # while nobody hears it
        with shared.live() as live:  # the page goes on
            live.until(lambda view: view["game"]["turn"] == 6)
        broker.start()
        with Listener(broker.port) as listener:
            listener.wait(lambda each: TOPICS.keys() <= each.known.keys())
            assert listener.events() == []  # what is over does not happen again
            game.play()
            assert listener.wait(lambda each: each.events())[0]["turn"] == 6
        found = told(broker)
        assert json.loads(found["score"])["turn"] == 7
        assert [each["id"] for each in json.loads(found["games"])["games"]] == [past.id]


@needs_mosquitto
def test_a_broker_that_comes_later_than_the_table(folder, store, tmp_path):
    Playing(store)
    with mosquitto(tmp_path / "broker") as broker:
        broker.stop()
        with sharing(folder, "--state", folder, config=config(broker)) as shared:
            assert shared.json("live.json")["state"] == "playing"
            broker.start()
            assert told(broker)["state"] == "playing"


@needs_mosquitto
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_table_that_goes_is_offline(folder, store, broker, number):
    Playing(store)
    with sharing(folder, "--state", folder, config=config(broker)) as shared:
        assert told(broker)["availability"] == "online"
        with Listener(broker.port, f"{BASE}/availability") as listener:
            stopped(shared.process, number)
            listener.wait(lambda each: (f"{BASE}/availability", "offline") in each.heard)
    assert told(broker, availability="offline")


@needs_mosquitto
def test_all_can_be_taken_back(folder, store, broker):
    Playing(store)
    with sharing(folder, "--state", folder, config=config(broker)):
        assert CONFIG in kept(broker.port, TOPICS)
    done = subprocess.run(
        [*COMMAND, "share", "--forget", "--config", folder / "share.toml"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    with Listener(broker.port) as listener:
        listener.say("last", "word")
        listener.wait(lambda each: each.heard)
        assert not [topic for topic in listener.retained if "kitchen" in topic]


@needs_mosquitto
def test_two_tables_of_one_name_notice(folder, store, broker, tmp_path):
    Playing(store)
    runtime = tmp_path / "run"
    runtime.mkdir()
    with sharing(folder, "--state", folder, config=config(broker), RUNTIME_DIRECTORY=str(runtime)):
        wait_for(lambda: broker_status(runtime) == "connected")
        with Listener(broker.port) as listener:
            listener.say(f"{BASE}/clock", json.dumps({"now": "2026-01-01", "source": "another"}))
        wait_for(lambda: broker_status(runtime) == "twin")


def broker_status(runtime):
    sharing = read_sharing(runtime)
    return sharing.broker if sharing else "not yet"


# Home Assistant


@needs_mosquitto
def test_home_assistant_is_told_again_when_it_comes(folder, store, broker):
    Playing(store)
    with sharing(folder, "--state", folder, config=config(broker)):
        first = json.loads(kept(broker.port, {**TOPICS, CONFIG: None})[CONFIG])
        with Listener(broker.port) as listener:
            listener.say("homeassistant/status", "online")
            again = listener.wait(lambda each: dict(each.heard).get(CONFIG))
            listener.wait(lambda each: f"{BASE}/board" in dict(each.heard))
    assert json.loads(again) == first


def test_the_device_is_as_home_assistant_wants_it():
    """The fields that its schema for devices requires, and names that are used once."""
    told = discovery(BASE, "kitchen", "Küche")
    assert told["device"]["identifiers"]
    assert told["origin"]["name"]
    assert told["availability_topic"] == f"{BASE}/availability"
    own = [component["unique_id"] for component in told["components"].values()]
    assert len(own) == len(set(own)) == 12
    for component in told["components"].values():
        assert component["platform"] in ("sensor", "event")
        assert re.fullmatch(rf"{BASE}/\w+", component["state_topic"])
        assert re.fullmatch(r"[a-z0-9-_\[\]]+", component["unique_id"])
    state = told["components"]["state"]
    assert (state["device_class"], state["options"]) == (
        "enum",
        [each.value for each in TableState],
    )
    assert told["components"]["event"]["event_types"] == list(EVENTS)
    assert told["components"]["score_2"]["value_template"] == (
        "{{ value_json.scores[1] | default(none) }}"
    )


# With a password, and encrypted


@pytest.fixture(scope="module")
def safe(tmp_path_factory):
    """A broker with a certificate of its own and one user."""
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("needs openssl and mosquitto_passwd")
    folder = tmp_path_factory.mktemp("safe")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key",
         "-out", folder / "certificate"], check=True, capture_output=True,
    )  # fmt: skip
    subprocess.run(["mosquitto_passwd", "-b", "-c", folder / "users", "anna", SECRET], check=True)
    (folder / "password").write_text(f"{SECRET}\n")
    more = ["allow_anonymous false", f"password_file {folder}/users"]
    more += [f"certfile {folder}/certificate", f"keyfile {folder}/key"]
    with mosquitto(folder, more) as broker:
        yield broker


@needs_mosquitto
def test_tls_and_password(folder, store, safe):
    Playing(store)
    more = (
        f'tls = true\nca_file = "{safe.folder}/certificate"\nuser = "anna"\n'
        f'password_file = "{safe.folder}/password"\n'
    )
    text = config(safe, more=more).replace("127.0.0.1", "localhost")
    with sharing(folder, "--state", folder, config=text):
        found = kept(safe.port, TOPICS, host="localhost", user="anna", password=SECRET,
                     ca=safe.folder / "certificate")  # fmt: skip
    assert found[f"{BASE}/state"] == "playing"


@needs_mosquitto
@pytest.mark.parametrize(
    ("wrong", "status"),
    [(("password", "none"), None), ((SECRET, "guess"), "refused"),
     (("ca_file", "#"), "away")],
)  # fmt: skip
def test_a_broker_that_does_not_let_it_in_leaves_the_page_alone(
    folder, store, safe, tmp_path, wrong, status
):
    Playing(store)
    runtime = tmp_path / "run"
    runtime.mkdir()
    password = tmp_path / "password"
    if wrong[0] != "password":
        password.write_text(f"{SECRET}\n".replace(*wrong))
    ca = "" if wrong[0] == "ca_file" else f'ca_file = "{safe.folder}/certificate"\n'
    more = f'tls = true\n{ca}user = "anna"\npassword_file = "{password}"\n'
    text = config(safe, more=more).replace("127.0.0.1", "localhost")
    with sharing(folder, "--state", folder, config=text, RUNTIME_DIRECTORY=str(runtime)) as shared:
        wait_for(lambda: broker_status(runtime) == status)
        assert shared.json("live.json")["state"] == "playing"


# Events, without a broker


@pytest.fixture
def site(folder, store):
    return TableSite(SharedGames(folder / "games.txt"), "Kitchen", "kitchen", Language.ENGLISH)


def happened(site, before):
    """What has happened since a moment, and the moment now."""
    site.games.poll()
    site.changed()
    now = moment(site, Language.ENGLISH)
    return [event["event_type"] for event in events(before, now)], now


def test_a_game_in_events(site, store):
    _, now = happened(site, Moment(None))
    game = Playing(store)
    found, now = happened(site, now)
    assert found == ["begin"]
    game.play(2)
    found, now = happened(site, now)
    assert found == ["move", "move"]
    found, now = happened(site, now)
    assert found == []
    game.add(Undo(2))
    found, now = happened(site, now)
    assert found == ["undo"]
    game = Playing(store)
    found, now = happened(site, now)
    assert found == ["begin"]
    game.finish()
    found, now = happened(site, now)
    assert set(found) == {"move", "win"}
    assert found[-1] == "win"
    store.close_game(game.id)
    found, now = happened(site, now)
    assert found == []


def test_a_correction_and_an_end_before_the_end(site, store):
    game = Playing(store)
    game.play(1)
    _, now = happened(site, Moment(None))
    tile = store.open_game().game.moves[0].tile
    game.add(Correct(1, parse_move(f"{tile}@4-1")))
    if store.open_game().game.moves[0] != parse_move(f"{tile}@4-1"):
        pytest.skip("the game begins elsewhere")
    found, now = happened(site, now)
    assert found == ["correct"]
    store.close_game(game.id)
    found, now = happened(site, now)
    assert found == ["end"]
