"""The command as people and programs call it: a real process, its output and its exit status."""

import importlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest

from device.cli import COMMANDS, LONGEST, BadInput, _Parser, check_python, is_lab, main
from device.commands.companion import exports_base
from device.system.facts import version
from engine.sepmosa.players import play_game, play_greedy
from engine.sepmosa.record import Record, read_record, write_record

ROOT = Path(__file__).parents[3]
SEPMOSA = Path(sys.executable).with_name("sepmosa")


def sepmosa(*words, stdin=""):
    return subprocess.run(
        [SEPMOSA, *map(str, words)], input=stdin, capture_output=True, text=True, check=False
    )


@pytest.fixture
def record(tmp_path):
    game = play_game((play_greedy, play_greedy), Random(1))
    path = tmp_path / "game.txt"
    path.write_text(write_record(Record(game, {"Player1": "Anna", "Player2": "B\x1b[31men"})))
    return path


MET = {
    *("home", "new-game", "set-table", "turn", "menu", "tiles", "what-fits", "history", "correct"),
    *("ask-undo", "ask-abandon", "help-1", "help-7", "settings", "device", "about", "shut-down"),
    *("camera-check", "button-check", "illegal", "guide-back", "camera-lost"),
    *("doubted", "over", "export", "exported", "statistics", "teach", "past-games", "replay"),
}


def test_with_no_display_a_game_is_played_off_screen(tmp_path):
    done = sepmosa("companion", "--off-screen", "--seed", 1, "--target", 10, "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    game = read_record((tmp_path / "game.txt").read_text(encoding="utf-8")).game
    one, two = game.state.scores
    assert max(one, two) >= 10
    assert f"Coach {one} – {two} Greedy after {len(game.moves)} turns." in done.stdout
    screens = [path.stem for path in sorted((tmp_path / "screens").iterdir())]
    assert [name[:2] for name in screens] == [f"{at + 1:02d}" for at in range(len(screens))]
    assert {name[3:] for name in screens} >= MET
    assert (tmp_path / "screens.png").is_file()
    assert len(list(tmp_path.glob("SEPMOSA *.csv"))) == 1


def test_a_demo_in_the_terminal_plays_a_whole_game():
    done = sepmosa("demo")
    assert done.returncode == 0
    assert "wins" in done.stdout.splitlines()[-1]
    assert [line[:2] for line in done.stdout.splitlines()[-9:-2]] == [
        f"{row} " for row in range(1, 8)
    ]
    assert done.stderr == ""


def test_a_demo_leaves_a_record_that_reads_back(tmp_path):
    path = tmp_path / "game.txt"
    done = sepmosa("demo", "--seed", 3, "--players", "coach", "random", "--record", path)
    assert done.returncode == 0
    game = read_record(path.read_text(encoding="utf-8")).game
    assert len(game.moves) == sum(
        line[:5].strip(" .").isdigit() for line in done.stdout.split("\n")
    )


def test_the_same_seed_plays_the_same_game():
    assert sepmosa("demo", "--seed", 5).stdout == sepmosa("demo", "--seed", 5).stdout


def test_help_names_every_command():
    done = sepmosa("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_of_itself(name, capsys):
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    told = capsys.readouterr()
    example = told.out[told.out.index("\nexample: ") :]
    assert (left.value.code, told.err) == (0, "")
    assert f"sepmosa {name}" in " ".join(example.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_says_what_it_is_for(name):
    parser = _Parser()
    importlib.import_module(f"device.commands.{name.replace('-', '_')}").add_arguments(parser)
    assert [each.dest for each in parser._actions if not each.help] == []


def test_examples_are_commands_that_can_be_given(capsys):
    for name, (_, example) in COMMANDS.items():
        words = shlex.split(example.split("|")[-1].split(">")[0])[1:]
        parser = _Parser()
        importlib.import_module(f"device.commands.{name.replace('-', '_')}").add_arguments(parser)
        assert words[0] == name
        parser.parse_args(words[1:])


def test_the_version_is_told():
    assert sepmosa("--version").stdout == f"sepmosa {version()}\n"


def test_nothing_but_the_answer_is_printed():
    assert sepmosa("bench", "--help").stdout.startswith("usage: ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty"),
        (b'[Game "MOSAIX"]\n\n1. OTX/..O\n', "is a record of MOSAIX"),
        (b"@1|[]|0;\n", "is the companion's file of all games"),
        (b"SQLite format 3\0 and more", "is the companion's file of all games"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (b'{"moves": []}', "is JSON"),
        (b"Dear diary", "is another text"),
    ],
)
def test_replay_says_what_it_was_given_instead(tmp_path, capsys, content, told):
    path = tmp_path / "what"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"sepmosa: {path} {told}")


def test_replay_shows_every_turn_with_scores(record):
    done = sepmosa("replay", record)
    assert done.returncode == 0
    game = read_record(record.read_text()).game
    shown = [line.split() for line in done.stdout.split("\n") if line[:6].strip(" .").isdigit()]
    assert [words[2] for words in shown] == [str(move) for move in game.moves]
    one, two = game.state.table.scores
    assert done.stdout.splitlines()[-1].startswith(f"Anna {one} – {two} B·[31men: ")


def test_replay_draws_the_mosaic_after_every_turn(record):
    assert len(sepmosa("replay", record, "--board").stdout.splitlines()) > 7 * 40


def test_replay_shows_what_stands_and_says_where_it_breaks(record):
    lines = record.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("5. "))
    lines[at] = "5. R7@9 0"
    record.write_text("\n".join(lines))
    done = sepmosa("replay", record)
    assert done.returncode == 2
    assert "   4. " in done.stdout
    assert "   5. " not in done.stdout
    assert done.stderr == (
        f"sepmosa: {record}: line {at + 1}: 'R7@9' is not a move: "
        "write R7@4+1, B11x3+2, K12:4+1>5-1, O13x2+1..2+3 or pass\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["replay"],
        ["replay", "/does/not/exist"],
        ["replay", "/"],
        ["replay", sys.executable],
        ["demo", "--seed", "x"],
        ["demo", "--players", "greedy", "nobody"],
        ["demo", "--seed", "1", "--record", "/does/not/exist"],
        ["bench", "nonsense"],
        ["--seed"],
        ["companion", "--target", "5"],
        ["companion", "--config", "/does/not/exist"],
        ["companion", "--off-screen", "--target", "10", "--out", "/dev/null/out"],
        ["simulate", "--disturb", "nonsense"],
        ["simulate", "--disturb", "9" * 5000],
        ["replay", "two\nlines"],
        ["simulate", "--style", "nobody"],
        ["simulate", "--size", "wide"],
        ["simulate", "--size", "0x0"],
        ["simulate", "--size", f"{'9' * 5000}x1"],
        ["simulate", "--games", "0"],
        ["simulate", "--turns", "-1"],
        ["simulate", "--jobs", "0"],
        ["simulate", "--seed", "-1"],
        ["simulate", "--seed", "9" * 5000],
        ["simulate", "--save", "/dev/null/out"],
        ["bench", "everything"],
        ["bench", "9" * 5000],
        ["bench", "--throws", "-1"],
        ["soak", "--minutes", "0"],
        ["soak", "--minutes", "nan"],
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(words):
    done = sepmosa(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("sepmosa: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) <= len("sepmosa: \n") + LONGEST
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    """Things that are no regular file, or cannot be reached, or hold what nobody expects."""
    folder = tmp_path_factory.mktemp("odd")
    os.mkfifo(folder / "pipe")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "digits").write_text(f"[camera]\nwidth = {'9' * 5000}\n")
    (folder / "bytes").write_bytes(b"\xff\xfe\0")
    (folder / "closed").mkdir(mode=0)
    return folder


ODD = ("pipe", "zero", "loop", ".", "x" * 5000, "bytes/x")


@pytest.mark.parametrize("name", [*ODD, "digits", "bytes"])
@pytest.mark.parametrize(
    "words",
    [
        ["companion", "--off-screen", "--config"],
        ["replay"],
        ["teach"],
        ["teach", "--import"],
        ["read", "/dev/null", "--profile"],
    ],
    ids=lambda words: "-".join(words[:2]).replace("/", ""),
)
def test_odd_files_get_one_clear_line_and_status_2(odd, words, name, capfd):
    told = (main([*words, str(odd / name)]), *capfd.readouterr())
    assert told[:2] == (2, "")
    assert told[2].startswith("sepmosa: ")
    assert told[2].count("\n") == 1


@pytest.mark.parametrize("command", ["read", "read-dice", "read-board"])
def test_every_picture_is_answered_and_what_cannot_be_read_gives_status_2(odd, command, capfd):
    names = [*ODD, "bytes"]
    status = main([command, *(str(odd / name) for name in names)])
    out, err = capfd.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["image"] for line in lines] == [str(odd / name) for name in names]
    assert all("error" in line for line in lines)
    assert "not a regular file" in lines[0]["error"]
    assert status == 2
    assert err.splitlines()[-1] == f"sepmosa: {len(names)} of {len(names)} pictures cannot be read"


def test_frames_that_are_no_files_are_told_in_their_line(odd, capfd, monkeypatch):
    asked = [{"moves": [], "frames": [str(odd / name)]} for name in ODD]
    asked.append({"moves": [], "frames": ["a\0b"]})
    text = "".join(json.dumps(each) + "\n" for each in asked)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["propose"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(lines) == len(asked)
    assert all(list(line) == ["error"] for line in lines)


AS_NOBODY = """
import os, sys
from device.cli import main
from device.commands import companion, replay, teach  # as long as it may
os.setgroups([])
os.setresgid(*3 * [65534])
os.setresuid(*3 * [65534])
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [["companion", "--config"], ["teach", "--import"], ["replay"]])
def test_what_may_not_be_looked_at_is_told_so(words):
    """Asked by somebody who may not enter the folder; root may enter all."""
    if os.getuid() != 0:
        pytest.skip("needs root to ask as somebody else")
    with tempfile.TemporaryDirectory() as folder:
        state, closed = Path(folder) / "state", Path(folder) / "closed"
        Path(folder).chmod(0o755)
        closed.mkdir(mode=0o700)
        state.mkdir()
        state.chmod(0o777)
        (closed / "file").write_text("")
        command = [sys.executable, "-c", AS_NOBODY, *words, str(closed / "file")]
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "STATE_DIRECTORY": str(state)}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Permission denied" in done.stderr


def test_an_old_python_is_told_to_be_one():
    check_python((3, 11))
    check_python((4, 0))
    with pytest.raises(BadInput, match=r"this is Python 3\.9, and 3\.11 or newer is needed"):
        check_python((3, 9))


@pytest.mark.parametrize("version", ["3.7", "3.8", "3.9", "3.10"])
def test_an_old_python_gets_one_clear_line_and_status_2(version):
    python = old_python(version)
    code = "import sys; from device.cli import main; sys.exit(main(['doctor']))"
    done = subprocess.run(
        [python, "-B", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    told = f"sepmosa: this is Python {version}, and 3.11 or newer is needed\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


def old_python(version):
    """An interpreter of that version, as the system or pyenv has one, or a skipped test."""
    ours = Path.home() / ".pyenv/versions"
    found = [shutil.which(f"python{version}"), *sorted(ours.glob(f"{version}.*/bin/python"))]
    for each in filter(None, found):
        if not subprocess.run([each, "-c", ""], capture_output=True, check=False).returncode:
            return each
    pytest.skip(f"there is no Python {version} here")


def test_a_reader_that_has_seen_enough_ends_the_run_quietly():
    command = f"yes '{{\"mosaic\": {{}}}}' | head -2000 | {SEPMOSA} rules | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


ASKED = """echo '{"mosaic": {}, "tile": "R7"}' |"""


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"{SEPMOSA} rules <&-", 0),
        (f"{ASKED} {SEPMOSA} rules >&-", 0),
        (f"{SEPMOSA} demo >&-", 0),
        (f"{SEPMOSA} juggle 2>&-", 2),
        (f"{SEPMOSA} juggle 2>/dev/full", 2),
        (f"{SEPMOSA} juggle >&- 2>&- <&-", 2),
    ],
)
def test_closed_streams_are_no_trouble(line, status):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


@pytest.mark.parametrize("words", [f"{ASKED} {SEPMOSA} rules", f"{SEPMOSA} demo"])
def test_output_that_cannot_be_written_is_told_in_one_line(words):
    done = subprocess.run(
        ["sh", "-c", f"{words} >/dev/full"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, "sepmosa: No space left on device\n")


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "en_US.ISO-8859-1"])
def test_answers_are_json_whatever_the_file_is_called_and_whatever_the_locale(tmp_path, locale):
    """The name that is told is the name of the file, even where that is no text."""
    path = os.fsencode(tmp_path) + b"/\xe9\xc3\xa9.jpg"
    env = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    env["PYTHONIOENCODING"] = "ascii:strict"
    done = subprocess.run([SEPMOSA, "read", path], capture_output=True, check=False, env=env)
    assert os.fsencode(json.loads(done.stdout.decode())["image"]) == path
    assert (done.returncode, done.stderr) == (2, b"sepmosa: 1 of 1 pictures cannot be read\n")


@pytest.mark.parametrize("words", [["bench"], ["simulate"], ["soak", "--kills", "1"], []])
def test_without_the_laboratory_one_line_says_where_it_is(words, monkeypatch, capsys):
    """As in the package, which has none."""
    for name in (*sys.modules, "device.lab.bench", "device.lab.mosaix", "device.lab.soak.kills"):
        if is_lab(name):
            monkeypatch.setitem(sys.modules, name, None)
    for name in ("device.lab", "vision.lab"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("bench", "simulate"):
        monkeypatch.delitem(sys.modules, f"device.commands.{name}", raising=False)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert "needs the laboratory" in told
    assert told.count("\n") == 1


def test_on_a_computer_exports_are_among_the_documents(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("STATE_DIRECTORY", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert exports_base(None) == tmp_path / "Documents" / "SEPMOSA"
    assert exports_base(str(tmp_path)) is None  # beside the games, where it was said
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert exports_base(None) is None
