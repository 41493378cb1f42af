"""The soak: its faults are real faults, its referee sees a wrong score, its kills lose nothing."""

import mmap
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.buttons import Buttons
from device.camera.source import CameraError
from device.core.model import CameraStatus
from device.games.sepmosa.model import Model, Phase
from device.lab.soak.faults import BrokenCamera, Ears, Fault, Fingers, Weather
from device.lab.soak.gauges import Times, handles, memory, trend
from device.lab.soak.kills import Script, examine, write_script
from device.lab.soak.painter import Painter
from device.lab.soak.players import Players, Referee
from device.lab.soak.run import PINS, SoakReport
from device.lab.virtual.camera import frame_of, shot_of
from device.lab.virtual.world import new_world
from engine.sepmosa import Player, parse_move
from tests.device.clock import Clock
from tests.device.store.kept_games import keep, opened, played
from vision.lab.simulate.household import household

SEPMOSA = Path(sys.executable).with_name("sepmosa")


# Faults


def test_every_fault_has_its_turn_with_calm_in_between():
    clock, counted = Clock(0.0), Counter()
    weather = Weather(Random(1), 10.0, clock)
    seen = []
    for _ in range(4000):
        clock.now += 0.1
        weather.poll(counted)
        if not seen or seen[-1] is not weather.now:
            seen.append(weather.now)
    assert set(seen) == {None, *Fault}
    assert all((one is None) != (two is None) for one, two in pairwise(seen))
    assert max(counted.values()) - min(counted.values()) <= 1


def test_a_broken_camera_is_gone_frozen_or_black():
    rng = np.random.default_rng(1)
    weather = Weather(Random(1), 10.0, Clock())
    camera = BrokenCamera(lambda: rng.integers(1, 255, (8, 8, 3), np.uint8), weather)
    first, second = camera.read(), camera.read()
    assert not np.array_equal(first, second)
    weather.now = Fault.FROZEN
    assert np.array_equal(camera.read(), second)
    weather.now = Fault.BLACK
    assert camera.read().max() == 0
    weather.now = Fault.GONE
    with pytest.raises(CameraError):
        camera.read()
    with pytest.raises(CameraError):
        BrokenCamera(lambda: first, weather)


def test_fingers_bounce_and_every_press_is_heard_once():
    heard = []
    factory = MockFactory()
    ears = Ears(heard.append)
    with Buttons(PINS, ears, factory=factory) as buttons:
        pins = {player: factory.pin(numbers.button) for player, numbers in PINS.items()}
        fingers = Fingers(pins, Random(4))
        for number in range(6):
            fingers.press(Player(number % 2))
        while fingers.is_busy:
            buttons.poll(time.monotonic())
            time.sleep(0.01)
        fingers.close()
        buttons.poll(time.monotonic() + 1.0)
    assert fingers.presses == 6
    if fingers.blurred == 0:  # else this machine drew the bounces out
        assert [event.seat for event in heard] == [Player(number % 2) for number in range(6)]


# The referee and the gauges


def model_of(*moves):
    return Model(game=played(*moves), game_id=1, camera=CameraStatus.WELL)


def test_the_referee_sees_what_was_counted_and_never_played():
    referee = Referee()
    assert not referee.compare(model_of())
    referee.made(1, parse_move("R7@4+1"))
    assert referee.compare(model_of("R7@4+1"))
    assert not referee.compare(model_of("R7@4+1"))
    assert referee.wrong == []
    referee.made(2, parse_move("R8@4+2"))
    referee.compare(model_of("R7@4+1", "R6@4+2"))
    assert referee.wrong == ["turn 2 was R8@4+2, not R6@4+2"]


def test_the_referee_notices_a_turn_taken_back_and_a_new_game():
    referee = Referee()
    referee.made(1, parse_move("R7@4+1"))
    referee.compare(replace(model_of(), game_id=1))
    referee.made(1, parse_move("R7@4+1"))
    referee.compare(model_of("R7@4+1"))
    referee.compare(model_of())
    assert referee.is_undone
    referee.compare(replace(model_of("R7@4+1"), game_id=2))
    assert referee.wrong == ["turn 1 was None, not R7@4+1"]


class Still:
    """Fingers that touch nothing."""

    is_busy = False

    def press(self, player):
        pass


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.QUESTION])
def test_the_referee_knows_a_move_whenever_it_was_made(phase):
    players = Players(Still(), 1)
    asked = replace(model_of(), phase=phase)
    for now in (0.0, 5.0, 10.0):
        list(players.act(asked, now))
    move = players.desk.moved.move
    list(players.act(replace(model_of(), game=asked.game.play(move)), 11.0))
    assert players.counted["turns"] == 1
    assert players.referee.wrong == []


def test_a_trend_tells_start_end_and_slope():
    assert trend([], []).growth == 0.0
    even = trend(range(0, 3600, 2), [100, 140] * 900)
    assert abs(even.growth) < 0.01
    assert even.least_per_hour < even.per_hour < 0.01
    rising = trend(range(3601), [100 + at / 360 for at in range(3601)])
    assert rising.per_hour == pytest.approx(0.1, rel=0.02)
    assert rising.least_per_hour == pytest.approx(0.1, rel=0.02)
    assert (rising.start, rising.end) == (pytest.approx(101, abs=0.1), pytest.approx(109, abs=0.1))


def report_of(memory, seconds=1800.0, **more):
    """The report of a soak in which all went well but perhaps memory."""
    times = [seconds * at / len(memory) for at in range(len(memory))]
    handles = [9] * len(memory)
    counted = Counter(turns=round(seconds), games=1)
    return SoakReport(
        seconds, counted, (900, 900), times=times, memory=memory, handles=handles, warm=0, **more
    )


def test_growth_is_what_the_line_rises_by_in_an_hour():
    even = [100 + at % 3 for at in range(180)]
    assert report_of(even).problems == []
    slow = [figure + at * 4 / 360 for at, figure in enumerate(even)]  # 4 % an hour, in half of one
    assert report_of(slow).problems == []
    fast = [figure + at * 8 / 360 for at, figure in enumerate(even)]
    assert report_of(fast).problems == ["memory has grown by 8.0% an hour"]
    stepped = [100] * 140 + [110] * 40
    assert len(report_of(stepped).problems) == 1


def test_a_short_soak_says_nothing_about_an_hour():
    rising = [100 + at for at in range(40)]
    assert not report_of(rising, 400.0).is_long_enough
    assert report_of(rising, 400.0).problems == []
    assert len(report_of(rising, 1800.0).problems) == 1


def test_what_was_cold_is_left_out():
    cold = report_of([10, 20, 30, 40, 50, 60, 70, 80, *[100] * 32], 2400.0)
    assert cold.problems
    cold.warm = 8
    assert cold.problems == []
    cold.warm = None  # then a quarter is
    assert cold.problems == []


def test_times_are_told_by_their_share():
    times = Times()
    assert times.share(0.5) == 0.0
    for number in range(1, 101):
        times.add(number / 1000)
    assert (times.share(0.5), times.share(0.95), times.longest) == (0.051, 0.096, 0.1)


def test_memory_and_handles_are_those_of_this_process(tmp_path):
    before = handles()
    with (tmp_path / "file").open("w"):
        assert handles() == before + 1
    before = memory()
    # straight from the kernel: an array might come to lie in memory that an earlier test gave up
    with mmap.mmap(-1, 50 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as held:
        for page in range(0, len(held), mmap.PAGESIZE):
            held[page] = 1
        assert memory() - before == pytest.approx(len(held), rel=0.1)


def test_the_painter_draws_as_the_virtual_camera_does():
    world = new_world(household(3, (320, 240), "dish"))
    shot = shot_of(world, (320, 240))
    with closing(Painter()) as painter:
        assert np.array_equal(painter.draw(world, shot, 5), frame_of(world, shot, 5))
    with pytest.raises(CameraError):
        painter.draw(world, shot, 6)


def test_a_report_names_every_problem():
    assert report_of([100] * 20).problems == []
    bad = report_of([100] * 10 + [120] * 10, holds=(1, 0), wrong=["turn 3"], errors=["device: x"])
    bad.handles = [10] * 10 + [20] * 10
    bad.presses = (900, 898)
    bad.longest = 999.0
    assert len(bad.problems) == 7
    bad = report_of([100] * 20)
    bad.presses = (900, 901)
    assert bad.problems == ["1 presses were heard that nobody made"]


def test_a_soak_in_which_nothing_happened_did_not_hold():
    idle = report_of([100] * 20)
    idle.counted.clear()
    idle.presses = (0, 0)
    assert idle.problems == [
        "0 turns were played in 30.0 minutes, 60 at least",
        "0 presses were made in 30.0 minutes, 60 at least",
    ]
    assert len(SoakReport(seconds=3.0).problems) == 2


# Kills


@pytest.fixture(scope="module")
def script(tmp_path_factory) -> Script:
    return write_script(tmp_path_factory.mktemp("script"))


def test_the_script_is_a_whole_game_with_undos(script):
    assert len(script.steps) == len(script.lengths) - 1 > 60
    assert script.lengths[-1] == len(script.log)


def test_what_is_lost_or_invented_is_noticed(tmp_path, script):
    path = tmp_path / "games.txt"
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
    _, _, problems = examine(path, script, (game_id, 99))
    assert any("is another" in problem for problem in problems)
    assert any("was shown" in problem for problem in problems)


# The command


def test_the_command_soaks_and_reports():
    done = subprocess.run(
        [SEPMOSA, "soak", "--minutes", "0.1", "--kills", "6", "--seed", "3"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "kills            6\n" in done.stdout
    assert "lost or invented 0\n" in done.stdout
    assert ", 0 missed" in done.stdout
    has_played = "turns            0," not in done.stdout
    assert done.stdout.splitlines()[-1] == ("All held." if has_played else "It did not hold.")
    assert done.returncode == (0 if has_played else 1)
    assert "wrong scores     0" in done.stdout
    assert "not judged       memory and handles" in done.stdout
    assert "Traceback" not in done.stderr
