"""What of the whole machine can be tried without one: the twin, the hands' events, the table."""

import base64
import json
import os
import socket
from random import Random

import numpy as np
import pygame
import pytest

from device.core import events as on
from device.core.config import shipped_config
from device.core.effects import LedState
from device.core.model import CameraStatus
from device.games.sepmosa.model import Phase
from device.store.store import Store
from engine.sepmosa import Player, Start, new_game, parse_move
from tests.appliance import root
from tests.appliance.__main__ import parts_of, read_options, try_all, working_folder
from tests.appliance.cell import Failed, words_for
from tests.appliance.games import NAME, PAST, PLAYED, moves_in, moves_kept, seed, take_files
from tests.appliance.hands import MOST, Hands, place_events
from tests.appliance.long import CUTS, CUTS_A_ROUND, LONG, LONGEST, NEAR, Cuts, moments
from tests.appliance.machine import Line, Machine, Plan, wait_for
from tests.appliance.trial import led_of
from tests.appliance.twin import BARS, SIZE, Twin, bars_in, is_shown, on_display


@pytest.fixture
def twin(tmp_path):
    seed(tmp_path / NAME)
    made = Twin(tmp_path / NAME, shipped_config(), Player.TWO)
    yield made
    made.close()


def tap(twin, at):
    twin.touch((pygame.FINGERDOWN, at), (pygame.FINGERUP, at))


def test_the_twin_goes_where_a_finger_leads_it(twin):
    home = twin.picture()
    tap(twin, twin.key(on.Go(Phase.PAST_GAMES)))
    assert twin.model.phase is Phase.PAST_GAMES
    assert not is_shown(home, twin.picture())
    start, end = twin.pushed(120)
    strokes = ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, end), (pygame.FINGERUP, end))
    twin.touch(*strokes)
    assert twin.screen._view.ui.scroll == 120
    assert twin.model.phase is Phase.PAST_GAMES


def test_who_starts_can_be_told_by_the_picture(tmp_path):
    seed(tmp_path / NAME)
    pictures = []
    for lot in Player:
        twin = Twin(tmp_path / NAME, shipped_config(), lot)
        tap(twin, twin.key(on.Go(Phase.NEW_GAME)))
        pictures.append(twin.picture())
        twin.close()
    assert not is_shown(*pictures)


def test_where_the_cameras_picture_is_may_be_anything(twin):
    for meant in (on.Go(Phase.NEW_GAME), on.Confirm()):
        tap(twin, twin.key(meant))
    live = twin.live()
    assert 20_000 < live.sum() < 100_000
    shown = twin.picture()
    shown[live] = 99
    assert is_shown(shown, twin.picture(), live)
    assert not is_shown(shown, twin.picture())
    rows, columns = np.nonzero(live)
    shown[rows.min() - 3, columns.min()] ^= 1
    assert not is_shown(shown, twin.picture(), live)
    twin.take(on.CameraChanged(CameraStatus.LOST))
    assert not is_shown(shown, twin.picture(), live)


def test_bars_are_told_by_their_order():
    place = np.zeros((480, 800), bool)
    place[60:240, 480:720] = True
    screen = np.full((480, 800, 3), 50, np.uint8)
    for number, bits in enumerate(BARS):
        screen[60:240, 480 + 30 * number : 510 + 30 * number] = np.multiply(bits, 190)
    assert bars_in(screen, place) == BARS
    assert bars_in(screen[:, ::-1], place[:, ::-1]) != BARS


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_tap_is_where_the_turned_screen_has_its_key(tmp_path, turned):
    seed(tmp_path / NAME)
    config = shipped_config().changed({("screen", "rotation"): turned})
    twin = Twin(tmp_path / NAME, config, Player.ONE)
    tap(twin, twin.key(on.Go(Phase.HELP)))
    assert twin.model.phase is Phase.HELP
    twin.close()
    x, y = on_display((10, 20), turned)
    assert 0 <= x < SIZE[0]
    assert 0 <= y < SIZE[1]


def test_the_leds_of_the_twin_are_what_the_pins_must_show(twin):
    assert twin.leds() == dict.fromkeys(Player, LedState.OFF)
    assert led_of([0, 0, 0]) is LedState.OFF
    assert led_of([1, 1, 1]) is LedState.LIT
    assert led_of([1, 0, 0, 1]) is LedState.BLINKING


def test_games_to_begin_with_are_past_ones(tmp_path):
    seed(tmp_path / NAME)
    with Store(tmp_path / NAME, lambda: "2026-01-31T12:00") as store:
        assert store.open_game() is None
        games = store.past_games()
    assert len(games) == PAST
    assert all(len(PLAYED) == game.turns for game in games)


def test_what_is_on_disk_is_the_last_line_told():
    assert moves_kept(lambda _: 'pygame says hello\n{"moves": ["R7@4+1"]}\n') == ["R7@4+1"]
    assert moves_kept(lambda _: '{"moves": null}') is None


def test_the_disk_is_read_by_the_product_itself(tmp_path):
    seed(tmp_path / NAME)
    with Store(tmp_path / NAME, lambda: "2026-01-31T12:00") as store:
        game = new_game(Start(Player.ONE))
        game_id = store.begin(("Anna", "Ben"), game.log)
        after = len(game.log)
        game = game.play(parse_move(PLAYED[0]))
        store.append(game_id, game.log[after:], after)
    told = "".join(
        f"FILE {each.name} {base64.b64encode(each.read_bytes()).decode()}\r\n"
        for each in sorted(tmp_path.iterdir())
    )
    copy = tmp_path / "copy"
    copy.mkdir()
    with pytest.raises(Failed, match="not read"):
        take_files(told, copy)
    take_files(f"[ 3.1] noise\n{told}RECOVERED 1\r\n", copy)
    assert moves_in(copy) == [PLAYED[0]]
    (copy / NAME).write_bytes((copy / NAME).read_bytes()[:-40])
    with pytest.raises(Failed, match="damaged"):
        moves_in(copy)


# Hands


class Told:
    """A machine that remembers what was sent to it."""

    def __init__(self):
        self.events = []

    def control(self, command, events):
        assert command == "input-send-event"
        self.events += [(each["type"], *each["data"].values()) for each in events]


def test_pixels_become_places_of_the_touchscreen():
    for x in range(SIZE[0]):
        across, down = (
            each["data"]["value"] for each in place_events((x, x % SIZE[1]), slot=0, number=1)
        )
        assert int(across / MOST * SIZE[0]) == x  # as SDL and the companion read it
        assert int(down / MOST * SIZE[1]) == x % SIZE[1]


def test_the_screen_is_untouched_when_the_last_finger_is_lifted():
    machine = Told()
    hands = Hands(machine)
    hands.down((1, 1))
    hands.down((9, 9), slot=1)
    hands.up()
    assert ("btn", False, "touch") not in machine.events
    hands.up(slot=1)
    assert machine.events[-1] == ("btn", False, "touch")
    fingers = [each[3] for each in machine.events if each[:2] == ("mtt", "begin")]
    assert len(set(fingers)) == 2


# The machine's lines


@pytest.fixture
def line(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "line"))
        server.listen()
        ours = Line(tmp_path / "line")
        theirs, _ = server.accept()
        yield ours, theirs
        ours.close()
        theirs.close()


def test_lines_come_whole_however_they_are_cut(line):
    ours, theirs = line
    theirs.sendall(b'{"a"')
    theirs.sendall(b': 1}\n{"b": 2}\n')
    assert [ours.take(5), ours.take(5)] == [{"a": 1}, {"b": 2}]
    ours.send({"c": 3})
    assert json.loads(theirs.recv(100)) == {"c": 3}


def test_a_machine_that_is_gone_is_said(line):
    ours, theirs = line
    theirs.close()
    with pytest.raises(Failed, match="gone"):
        ours.take(5)
    with pytest.raises(Failed, match="gone"):
        _send_often(ours)


def _send_often(line):
    """A socket may take a line or two before it notices."""
    for _ in range(3):
        line.send({"c": 3})


def test_waiting_ends():
    answers = iter([0, 0, 7])
    assert wait_for(lambda: next(answers), "seven", 60) == 7
    with pytest.raises(Failed, match="never: not within 0 s"):
        wait_for(lambda: False, "never", 0)


# Roots


@pytest.mark.parametrize(("start", "seconds"), [(52, 60), (100, 60), (250, 150)])
def test_a_guest_that_started_slowly_is_given_longer(monkeypatch, tmp_path, start, seconds):
    machine = Machine(Plan(root.Cache(tmp_path), tmp_path / "image", tmp_path))
    asked = {}

    class Agent:
        def send(self, told):
            asked.update(told)

        def take(self, patience):
            return {"id": asked["id"], "status": 0, "out": f"{patience:.0f}"}

    monkeypatch.setattr(machine, "_agent", Agent())
    machine.started_in(start)
    assert machine.run("true", 60) == f"{seconds + 60}"
    assert asked["seconds"] == seconds


def test_a_cell_ends_with_whoever_started_it(tmp_path):
    words = words_for(tmp_path, ["make", "install"], {tmp_path / "a b": "/mnt"}, network=False)
    assert words[:3] == ["setpriv", "--pdeathsig", "KILL"]
    assert "--kill-child=KILL" in words
    script = words[-1]
    assert f"mount --bind '{tmp_path}/a b' {tmp_path}/mnt" in script
    assert script.splitlines()[-1] == f"exec chroot {tmp_path} make install"


def test_a_root_is_made_once_for_each_recipe_and_half_a_root_again(tmp_path):
    made = []
    folder = tmp_path / "bare"

    def make():
        folder.mkdir()
        made.append(1)

    for recipe in ("a", "a", "b"):
        root.once(folder, recipe, make)
    assert len(made) == 2

    def fail():
        folder.mkdir()
        raise Failed("no network")

    with pytest.raises(Failed):
        root.once(folder, "c", fail)
    root.once(folder, "c", make)
    assert len(made) == 3


def test_the_working_folder_goes_and_takes_those_of_killed_runs_along(tmp_path):
    dead = tmp_path / "work-999999999"
    dead.mkdir()
    alive = tmp_path / f"work-{os.getppid()}"
    alive.mkdir()
    with pytest.raises(KeyboardInterrupt):
        _be_interrupted(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [alive.name]


def _be_interrupted(cache):
    with working_folder(cache) as folder:
        (folder / "disk").touch()
        raise KeyboardInterrupt


# The table


class Trial:
    """As much of a trial as a failure needs."""

    def __init__(self, out):
        self.out = out
        self.machine = self

    def attempt(self, *_):
        raise Failed("the machine is off")


def holds(_):
    return "all\nwell"


def breaks(_):
    raise Failed("black")


def test_the_table_ends_with_the_first_failure(tmp_path):
    told = []
    assert try_all((holds, holds), Trial(tmp_path), told.append)
    assert told == ["| holds | all well | 0 s |"] * 2
    told.clear()
    assert not try_all((holds, breaks, holds), Trial(tmp_path), told.append)
    assert [line.split("|")[2].strip() for line in told] == [
        "all well",
        "FAILED: black",
        "not tried",
    ]
    assert (tmp_path / "journal.txt").read_text() == "the machine is off"


def test_the_long_run_has_its_cuts_and_every_part_a_folder_of_its_own():
    assert [each.__name__ for each in Cuts(1).checks()].count("round_1") == 1
    assert (len(Cuts(1).checks()) - 2) * CUTS_A_ROUND == CUTS
    assert len({str(part) for part in LONG}) == len(LONG)
    assert {part.disk_cache for part in LONG if "cuts" in part.name} == {"writeback", "none"}
    assert {part.suite for part in LONG} == set(root.PYTHONS)


def test_half_the_cuts_are_where_a_move_is_written():
    rng = Random(1)
    found = [moment for game in range(CUTS // CUTS_A_ROUND) for moment in moments(rng, game)]
    near = [moment.seconds for moment in found if moment.is_near]
    far = [moment.seconds for moment in found if not moment.is_near]
    assert len(near) == len(far) == CUTS / 2
    assert max(near) <= NEAR < max(far) <= LONGEST


def test_a_run_may_be_split_into_its_parts():
    names = [str(part) for part in LONG]
    assert [str(part) for part in parts_of(read_options(["--long"]))] == names
    for name in names:
        assert [str(part) for part in parts_of(read_options(["--part", name]))] == [name]
    (evening,) = parts_of(read_options(["--suite", "bookworm"]))
    assert str(evening) == "bookworm-evening"
    two = parts_of(read_options(["--part", names[2], "--part", names[0]]))
    assert [str(part) for part in two] == [names[0], names[2]]
