"""The sharing process as it runs: beside a companion that writes, started and stopped by a wish,
and unable to touch anything."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from device.core.effects import TakeUp, WishSharing
from device.games import GAMES
from device.locale import Language
from device.share.config import Broker, broker_at, read_share_config
from device.share.process import LOOK_S
from device.share.wish import (
    ADDRESS,
    CODE_LENGTH,
    WISH,
    Sharing,
    Wish,
    new_code,
    read_sharing,
    read_wish,
    write_sharing,
    write_wish,
)
from device.share.words import table_title
from device.system.sharing import SharingFiles
from tests.device.share.running import (
    COMMAND,
    PATIENCE,
    Shared,
    Stream,
    free_port,
    get,
    sharing,
    stopped,
)
from tests.device.share.tables import Playing, opened
from tests.device.share.test_web import wait_for


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


@pytest.fixture
def store(folder):
    with opened(folder / "games.txt") as store:
        yield store


# Beside a companion


def test_a_move_is_shown_as_it_is_confirmed(folder, store):
    game = Playing(store)
    with sharing(folder, "--state", folder) as shared, shared.live() as live:
        assert live.next()["game"]["turn"] == 1
        for turn in range(2, 12):
            game.play()
            assert live.until(lambda view, turn=turn: view["game"]["turn"] == turn)
        assert shared.json("live.json")["game"]["scores"] == live_scores(store)
        assert shared.get("live.txt").body.count("\n") >= 10


def live_scores(store):
    return list(store.open_game().game.state.scores)


def test_killed_and_started_again_it_shows_the_same(folder, store):
    game = Playing(store)
    game.play(5)
    with sharing(folder, "--state", folder) as shared:
        before = shared.json("live.json")
        assert stopped(shared.process, signal.SIGKILL) == -signal.SIGKILL
    game.play(1)
    with sharing(folder, "--state", folder) as shared:
        after = shared.json("live.json")
    assert after["game"]["turn"] == before["game"]["turn"] + 1
    assert after["game"]["moves"][:-1] == before["game"]["moves"]


def test_it_waits_for_a_table_that_has_no_games_yet(folder):
    with sharing(folder, "--state", folder) as shared, shared.live() as live:
        assert live.next()["game"] is None
        with opened(folder / "games.txt") as store:
            Playing(store)
            assert live.until(lambda view: view["game"])["state"] == "playing"


@pytest.mark.parametrize("told", ["question", "idle"])
def test_states_that_only_the_companion_knows(folder, store, tmp_path, told):
    Playing(store)
    runtime = tmp_path / "run"
    runtime.mkdir()
    words = ("--state", folder, "--companion", runtime)
    with sharing(folder, *words) as shared, shared.live() as live:
        assert live.next()["state"] == "playing"
        (runtime / "state").write_text(told)
        assert live.until(lambda view: view["state"] == told)
        (runtime / "state").write_text("nonsense")
        assert live.until(lambda view: view["state"] == "playing")


def test_the_tables_language_is_the_pages(folder, store):
    store.write("", ["settings", {"language": "de"}])
    Playing(store).play(1)
    with sharing(folder, "--state", folder) as shared:
        assert shared.json("live.json")["game"]["moves"][0]["text"].endswith("gelegt")
        assert shared.json("words.json")["language"] == "de"


# Under systemd: as wished


def test_the_companion_says_which_file_its_games_are_in(folder, tmp_path):
    """Whatever the device's pages call it, and when it is another one from the next start on."""
    runtime, table = tmp_path / "run", SharingFiles(folder, folder, folder, "", "ours.txt")
    runtime.mkdir()
    table.do(WishSharing(True))
    (tmp_path / "share.toml").write_text(f"[page]\nport = {free_port()}\n")
    words = ["--state", folder, "--config", tmp_path / "share.toml", "--as-wished"]
    with opened(folder / "ours.txt") as ours, opened(folder / "others.txt") as others:
        Playing(ours).play(3)
        Playing(others).play(5)
        process = subprocess.Popen(
            [*COMMAND, "share", *words], env={**os.environ, "RUNTIME_DIRECTORY": str(runtime)}
        )
        try:
            wait_for(lambda: told_address(runtime))
            page = Shared(process, told_address(runtime))
            assert page.json("live.json")["game"]["turn"] == 4
            restarted = SharingFiles(folder, folder, folder, "", "others.txt")
            restarted.do(TakeUp(GAMES[0]))
            wait_for(lambda: turn_shown(page) == 6)
        finally:
            stopped(process)


def told_address(runtime):
    told = read_sharing(runtime)
    return told and told.address


def turn_shown(page):
    with suppress(OSError):  # the page is opened again, of the other file
        return page.json("live.json")["game"]["turn"]


def test_a_wish_leads_to_no_file_elsewhere(folder):
    write_wish(folder, Wish("abcdefgh", "../elsewhere.txt"))
    assert read_wish(folder) == Wish("abcdefgh")


def test_it_runs_as_long_as_it_is_wished(folder, store, tmp_path):
    Playing(store)
    runtime = tmp_path / "run"
    runtime.mkdir()
    write_wish(folder, Wish(new_code()))
    config = f"[page]\nport = {free_port()}\n"
    (tmp_path / "share.toml").write_text(config)
    words = ["--state", folder, "--config", tmp_path / "share.toml", "--as-wished"]
    process = subprocess.Popen(
        [*COMMAND, "share", *words], stderr=subprocess.PIPE, text=True,
        env={**os.environ, "RUNTIME_DIRECTORY": str(runtime)},
    )  # fmt: skip
    try:
        wait_for(lambda: read_sharing(runtime))
        told = read_sharing(runtime)
        assert told.address.endswith(f"/{read_wish(folder).code}/")
        fresh = Wish(new_code())
        write_wish(folder, fresh)  # a new link
        wait_for(lambda: fresh.code in ((read_sharing(runtime) or told).address or ""))
        (folder / WISH).write_text("damaged")  # shown to nobody, until it is mended or gone
        wait_for(lambda: read_sharing(runtime).address is None)
        assert process.poll() is None
        write_wish(folder, None)
        assert process.wait(PATIENCE) == 0
        assert not (runtime / ADDRESS).exists()
    finally:
        stopped(process)
    said = process.stderr.read()
    assert "Traceback" not in said
    process.stderr.close()


def test_unwished_it_ends_at_once(folder):
    done = subprocess.run(
        [*COMMAND, "share", "--state", folder, "--as-wished"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def test_started_by_hand_it_follows_the_touchscreen_from_when_that_says_something(folder, store):
    Playing(store)
    with sharing(folder, "--state", folder, RUNTIME_DIRECTORY="") as shared:
        assert shared.get().status == 200
        own = read_sharing(folder)  # where a companion on the same computer looks
        assert own.address.endswith(f"/{shared.code}/")
        fresh = Wish(new_code())
        write_wish(folder, fresh)
        wait_for(lambda: fresh.code in ((read_sharing(folder) or own).address or ""))
        assert shared.get().status == 404
        write_wish(folder, None)
        assert shared.process.wait(PATIENCE) == 0
    assert not (folder / ADDRESS).exists()


def test_a_port_in_use_is_told(folder, tmp_path):
    runtime = tmp_path / "run"
    runtime.mkdir()
    with sharing(folder, "--state", folder) as first:
        config = tmp_path / "second.toml"
        config.write_text(f"[page]\nport = {first.port}\n")
        second = subprocess.Popen(
            [*COMMAND, "share", "--state", folder, "--config", config],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "RUNTIME_DIRECTORY": str(runtime)},
        )  # fmt: skip
        wait_for(lambda: read_sharing(runtime))
        assert read_sharing(runtime) == Sharing(None, 0, "port")
        assert stopped(second) == 0
        said = second.communicate()[1]
    assert said.count("cannot be opened") == 1


# What it may touch


def test_it_loads_nothing_that_draws_sees_or_hears():
    code = "import device.share.process, sys; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "tornado" in loaded
    assert not loaded & {"pygame", "gpiozero", "picamera2", "torch"}


def test_the_companion_loads_nothing_that_shares():
    code = (
        "import device.commands.companion, device.system.kiosk, device.commands.doctor, sys; "
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"tornado", "paho"}


WRITES = re.compile(
    r"(?:open|openat|openat2|creat)\(.*(?:O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND)"
    r"|^\S*\s*(?:rename|renameat2?|unlink|unlinkat|link|linkat|symlink|symlinkat|mkdir|mkdirat"
    r"|rmdir|truncate|ftruncate|fallocate|chmod|fchmod|fchmodat|chown|fchown|fchownat|lchown"
    r"|utimensat|setxattr|fsetxattr|mknod|mknodat|flock|fsync|fdatasync|kill|tkill|ptrace"
    r"|process_vm_writev)\("
)


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_it_asks_the_kernel_for_nothing_but_to_read(folder, store, tmp_path):
    """Every call that could change something, of a whole life with a page that watches."""
    runtime = tmp_path / "run"
    runtime.mkdir()
    game = Playing(store)
    trace = tmp_path / "trace"
    config = tmp_path / "share.toml"
    config.write_text(f"[page]\nport = {free_port()}\n")
    write_wish(folder, Wish(new_code()))
    process = subprocess.Popen(
        ["strace", "-f", "-o", trace, "-e", "trace=file,desc,process,signal", "-e", "signal=none",
         *COMMAND, "share", "--state", folder, "--config", config],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "RUNTIME_DIRECTORY": str(runtime), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    try:
        address = process.stdout.readline().strip()
        port, code = re.search(r":(\d+)/(\w+)/", address).groups()
        with Stream(int(port), f"/{code}/live") as live:
            live.next()
            game.play(3)
            live.until(lambda view: view["game"]["turn"] == 4)
            assert get(int(port), f"/{code}/game/1.txt").status == 200
    finally:
        child = int(trace.read_text().split()[0])
        os.kill(child, signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout.close()
    calls = trace.read_text(errors="replace").splitlines()
    assert any(str(folder / "games.txt") in line for line in calls)
    writes = [line for line in calls if WRITES.search(line)]
    own = [line for line in writes if str(runtime) in line]
    assert any(ADDRESS in line for line in own)  # such a call would be noticed
    harmless = ("/dev/null", "/dev/tty", "ENOENT", "ENOTDIR")
    others = [line for line in writes if line not in own]
    assert [line for line in others if not any(each in line for each in harmless)] == []


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root and setpriv"
)
def test_somebody_who_may_only_read_can_share(folder, store, tmp_path):
    """As the unit runs it: of the companion's group, without any power over its files."""
    game = Playing(store)
    game.play(2)
    companion, group = 4242, 4243
    for path in (folder, *folder.iterdir()):
        os.chown(path, companion, group)
        path.chmod(0o750 if path.is_dir() else 0o640)
    powerless = ["setpriv", f"--groups={group}", "--bounding-set=-all", "--inh-caps=-all"]
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run([*powerless, "touch", folder / "games.txt"], check=True, stderr=-3)
    config = tmp_path / "share.toml"
    config.write_text(f"[page]\nport = {free_port()}\n")
    process = subprocess.Popen(
        [*powerless, *COMMAND, "share", "--state", folder, "--config", config],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        port, code = re.search(r":(\d+)/(\w+)/", process.stdout.readline()).groups()
        told = json.loads(get(int(port), f"/{code}/live.json").body)
    finally:
        stopped(process)
        process.stdout.close()
    assert told["game"]["turn"] == 3


# Files in which the two meet


def test_a_wish_comes_and_goes(tmp_path):
    assert read_wish(tmp_path) is None
    write_wish(tmp_path, Wish("abcdefgh"))
    assert read_wish(tmp_path) == Wish("abcdefgh")
    assert (tmp_path / WISH).stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == [WISH]
    write_wish(tmp_path, None)
    write_wish(tmp_path, None)
    assert read_wish(tmp_path) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"code": 5}', '{"code": "../x/yyyyyy"}', '{"code": "short"}',
             '{"code": "ABCDEFGHI"}', "[" * 4000, '{"code": "' + "a" * 65 + '"}', "\xff"]
)  # fmt: skip
def test_a_wish_that_cannot_be_understood_is_none(tmp_path, text):
    (tmp_path / WISH).write_text(text, encoding="latin-1")
    assert read_wish(tmp_path) is None
    (tmp_path / ADDRESS).write_text(text, encoding="latin-1")
    assert read_sharing(tmp_path) is None


def test_how_sharing_goes_comes_back(tmp_path):
    for told in (Sharing("http://1.2.3.4:7749/x/", 3), Sharing(None, 0, "network", "away")):
        write_sharing(tmp_path, told)
        assert read_sharing(tmp_path) == told


def test_codes_cannot_be_guessed():
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(re.fullmatch(r"[a-z2-9]{8}", code) for code in codes)
    assert CODE_LENGTH == 8


# Configuration


def test_share_toml(tmp_path):
    file = tmp_path / "share.toml"
    file.write_text(
        '[table]\nname = "Küche 3"\nlanguage = "nl"\n[page]\non = false\nport = 8000\n'
        '[mqtt]\nhost = "broker.local"\ntls = true\nuser = "u"\npassword_file = "p"\n'
        'prefix = "club/tables"\ndiscovery = ""\n'
    )
    config = read_share_config(file)
    assert (config.table, config.topic, config.port) == ("Küche 3", "k-che-3", 8000)
    assert config.broker == Broker("broker.local", 8883, True, "", "u", "p")
    assert (config.prefix, config.discovery, config.has_page) == ("club/tables", "", False)
    plain = read_share_config(None)
    assert plain == read_share_config(tmp_path / "none.toml")
    assert re.fullmatch(r"table-[0-9a-f]{4}", plain.topic)
    assert table_title(plain.table, plain.topic, Language.GERMAN) == f"Tisch {plain.topic[6:]}"
    assert table_title("Küche 3", plain.topic, Language.GERMAN) == "Küche 3"


@pytest.mark.parametrize(
    ("text", "said"),
    [("[pages]", "did you mean page"), ("[page]\nport = 80", "1024 to 65535"),
     ('[mqtt]\nprefix = "a/#"', "letters, digits"), ('[mqtt]\nhost = "a b"', "name of a computer"),
     ('[table]\nlanguage = "xx"', "one of en"), ("[mqtt]\ntls = 1", "true or false"),
     ("x", "share.toml")],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_line(folder, tmp_path, text, said):
    file = tmp_path / "share.toml"
    file.write_text(text)
    done = subprocess.run(
        [*COMMAND, "share", "--state", folder, "--config", file],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["share", "club"])
def test_a_config_that_is_not_there_is_told_in_a_line(tmp_path, command):
    done = ended(command, "--config", tmp_path / "none.toml", "--state", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"sepmosa: cannot read {tmp_path}/none.toml: No such file or directory\n"


@pytest.mark.parametrize(
    ("place", "host", "port"),
    [("box", "box", 1883), ("box:99", "box", 99), ("[::1]:99", "::1", 99), ("::1", "::1", 1883),
     ("[fe80::1]", "fe80::1", 1883)],
)  # fmt: skip
def test_where_a_broker_is(place, host, port):
    assert broker_at(place) == Broker(host, port)
    known = Broker("other", 8883, tls=True, user="u")
    assert broker_at(place, known).user == "u"


@pytest.mark.parametrize(
    "place", ["localhost:99999", "box:0", "box:x", ":1883", "", "a b", "[::1", "box:²", "[]:1"]
)
def test_no_broker_is_there(place):
    with pytest.raises(ValueError, match="no broker"):
        broker_at(place)


def test_a_broker_nowhere_is_told_in_a_line(tmp_path):
    done = ended("club", "--broker", "localhost:99999", "--state", tmp_path)
    told = "sepmosa: --broker takes HOST or HOST:PORT, not 'localhost:99999'\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("command", ["share", "club"])
def test_a_broker_that_cannot_be_reached_is_told_once(tmp_path, command):
    """Three tries, of which the last two are silent."""
    (tmp_path / "c.toml").write_text(
        f'[page]\nport = {free_port()}\n[mqtt]\nhost = "127.0.0.1"\nport = 1\n'
    )
    code = (
        "import sys; from device.share import mqtt; mqtt.SOON_S = mqtt.LATE_S = 0\n"
        "was = mqtt.Connection._missed; count = []\n"
        "def missed(self):\n was(self); count.append(1)\n"
        " if len(count) == 3: import os, signal; os.kill(os.getpid(), signal.SIGTERM)\n"
        "mqtt.Connection._missed = missed\n"
        "from device.cli import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, command, "--config", tmp_path / "c.toml", "--state", tmp_path],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1, done.stderr
    assert "cannot be reached; trying again" in done.stderr


def ended(*words):
    """A command that ends by itself."""
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_the_link_is_the_same_at_every_start(tmp_path):
    with sharing(tmp_path, "--state", tmp_path) as first:
        code = first.code
    with sharing(tmp_path, "--state", tmp_path) as again:
        assert again.code == code
    write_wish(tmp_path, Wish("fromtouch"))  # what was chosen on a touchscreen comes first
    with sharing(tmp_path, "--state", tmp_path) as third:
        assert third.code == "fromtouch"


def test_it_looks_often_enough():
    assert LOOK_S <= 0.1
