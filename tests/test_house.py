"""How the house is built: what may know what, and how large it may be. Lists only ever shrink."""

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from device import games
from device.core.game import Around

ROOT = Path(__file__).parent.parent
GAMES = tuple(game.name for game in games.GAMES)
WHOLE_GAMES = ("sepmosa", "mosaix")  # with handlers, exports, onlookers and speech of their own
UNUSUAL_WORDS = 40  # most that may be left
LINES_OF_A_GAME = 300  # that it takes to add one
LINES_OF_THE_KIOSK = 24_900  # most that it may load to play the game at home


def sources(*parts):
    return sorted(ROOT.joinpath(*parts).rglob("*.py"))


def test_the_core_knows_no_game_by_name():
    """Nor does it import one: `device.games` lists them, and nothing else knows them all."""
    core = ROOT / "device" / "core"
    found = {
        str(path.relative_to(core))
        for path in sources("device", "core")
        if any(game in path.read_text(encoding="utf-8").lower() for game in GAMES)
    }
    assert not found


def test_screens_and_edges_that_all_games_share_know_none_of_them():
    """What is drawn on every screen takes its words, pictures and tiles from the game in hand."""
    found = {
        str(path.relative_to(ROOT))
        for room in ("core", "ui")
        for path in sources("device", room)
        for beginning in (
            *(f"{at}.{game}." for at in ("engine", "device.games") for game in GAMES),
        )
        if any(imported(path, beginning))
    }
    assert not found


def test_no_game_knows_another():
    home = ROOT / "device" / "games"
    found = {
        str(path.relative_to(home))
        for game in GAMES
        for path in sources("device", "games", game)
        for other in set(GAMES) - {game}
        if any(name.split(".")[2:3] == [other] for name in imported(path, "device.games."))
    }
    assert not found


def imported(path, beginning):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(beginning):
            yield node.module


def test_all_games_have_the_same_rooms():
    rooms = "codec edges effects events exports messages model onlooker phases spoken watcher"
    for game in WHOLE_GAMES:
        package = ROOT / "device" / "games" / game
        missing = [room for room in rooms.split() if not (package / f"{room}.py").is_file()]
        missing += [room for room in ("handlers", "ui/screens") if not (package / room).is_dir()]
        assert not missing, game


def test_every_game_has_the_parts_it_is_asked_for():
    """Where one is missing, "A further game" in docs/architecture.md says what it gives."""
    for game in games.GAMES:
        parts = game.flow, game.codec, game.screens, game.edges(Around())
        assert None not in parts, game.name


def test_a_class_name_stands_for_one_thing():
    """What several games have in the same file is one thing, in each of them."""
    places = defaultdict(set)
    for layer in ("engine", "vision", "device"):
        for path in sources(layer):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].add(
                        re.sub(r"/(games/\w+|sepmosa|mosaix)/", "/a game/", str(path))
                    )
    repeated = sorted(name for name, files in places.items() if len(files) > 1)
    assert not repeated


def test_plain_words():
    """Nobody has to look up what is meant: restarts, not "starts anew"; None if, not "nothing
    where"; rejected, not "refused"."""
    unusual = re.compile(r"\banew\b|\bfor ever\b|nothing where|\bdeserves?\b", re.IGNORECASE)
    rooms = [path for layer in ("engine", "vision", "device", "systemd") for path in sources(layer)]
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("systemd/*.md")]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in (*rooms, *documents)
        for word in unusual.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) <= UNUSUAL_WORDS, found


def test_one_file_knows_the_inference_engine():
    """With one thin class for all networks; training alone knows another engine."""
    engine = re.compile(r"cv2\.dnn|onnxruntime")
    found = {
        str(path.relative_to(ROOT))
        for layer in ("engine", "vision", "device", "systemd")
        for path in sources(layer)
        if engine.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"vision/net.py"}
    tree = ast.parse((ROOT / "vision/net.py").read_text(encoding="utf-8"))
    assert [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)] == ["Net"]


def test_a_further_game_needs_few_lines():
    """What all games need is the product's: the toy game has its rules, eyes and words alone."""
    files = sources("tests", "device", "nim")
    assert sum(path.read_text(encoding="utf-8").count("\n") for path in files) < LINES_OF_A_GAME


def test_the_toy_game_can_be_copied():
    """Its classes are renamed with the game, so that no name is given twice."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sources("tests", "device", "nim")]
    found = [each.name for tree in trees for each in tree.body if isinstance(each, ast.ClassDef)]
    assert found
    assert all(name.startswith("Nim") for name in found), found


def test_the_kiosk_loads_no_more_than_it_needs():
    code = (
        "import device.commands.companion, device.system.kiosk, sys\n"
        "from device.games import GAMES\n"
        "home = GAMES[0]\n"
        "home.flow, home.codec, home.screens, home._part('edges', 'edges')\n"
        "ours = ('engine', 'vision', 'device')\n"
        "files = {m.__file__ for n, m in sys.modules.items() if n.partition('.')[0] in ours}\n"
        "print(sum(open(file, encoding='utf-8').read().count('\\n') for file in files if file))"
    )
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=quiet
    )
    assert int(done.stdout) <= LINES_OF_THE_KIOSK
