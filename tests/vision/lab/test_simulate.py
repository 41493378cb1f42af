"""Whole games before a drawn camera: the turns, the mischief, the recording, and how it is read."""

import json
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from engine.sepmosa import Pass, Step, mosaic_names
from engine.sepmosa.record import read_record
from tests.vision.readings import reading_of
from vision.image_file import read_image
from vision.judge import Breach, Proposal, Status, evidence_of, propose
from vision.judge.look import open_eyes, propose_from_frames
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.photo_home import has_photographs
from vision.lab.simulate.recorded import RECORD, save_game
from vision.lab.simulate.rehearse import Course, rehearse
from vision.lab.simulate.turns import (
    MISCHIEF,
    judge,
    simulated_game,
    spoilt,
    turns_of,
)
from vision.lab.tally import ReadingVerdict

SMALL = (640, 480)


@pytest.fixture(scope="module")
def eyes():
    return open_eyes()


def test_turns_tell_the_whole_game():
    game = simulated_game(1)
    turns = list(turns_of(game))
    moves = [turn for turn in turns if turn.status in (Status.MOVE, Status.NONE)]
    assert len(moves) >= len(game.moves)
    assert [turn.move for turn in turns if turn.move] == [
        move for move in game.moves if not isinstance(move, Pass)
    ]
    assert turns[-1].after.step is Step.WIN


@pytest.mark.parametrize("kind", MISCHIEF)
def test_mischief_well_read_is_called_by_its_name(kind):
    rng = Random(5)
    judged = 0
    for turn in islice(turns_of(simulated_game(2)), 40):
        acted = spoilt(turn, kind, rng)
        if acted is None or turn.before.step is not Step.PLAY:
            continue
        evidence = evidence_of(reading_of(acted.after))
        evidence = replace(evidence, second_joker=acted.second_joker)
        proposal = propose(acted.before, acted.earlier, evidence)
        assert proposal.status is Status.ILLEGAL, (turn.number, proposal)
        assert proposal.reason == acted.reason
        assert judge(acted, proposal) is ReadingVerdict.RIGHT
        judged += 1
    assert judged > 15


def test_a_frame_is_the_same_for_the_same_seed_and_changes_with_the_disturbance():
    home = household(3, SMALL)
    turn = list(turns_of(simulated_game(3)))[10]
    extent = extent_of([turn.after.mosaic])
    one, two = (frame_of(home, turn.after, extent, 10) for _ in range(2))
    assert np.array_equal(one, two)
    for name in ("gain-0.6", "bumped", "drifting", "half-shadow"):
        assert not np.array_equal(one, frame_of(home, turn.after, extent, 10, [name]))


def test_an_unknown_style_is_refused():
    with pytest.raises(ValueError, match="no style 'nobody'"):
        household(1, SMALL, "nobody")


def test_a_recorded_game_reads_back(tmp_path):
    game = simulated_game(4)
    frame = np.full((48, 64, 3), 90, np.uint8)
    save_game(tmp_path / "g", game, [(1, frame), (1, frame), (2, frame)])
    again, shots = recorded_in(tmp_path / "g")
    assert again == game
    assert {turn: len(frames) for turn, frames in shots.items()} == {1: 2, 2: 1}


def recorded_in(directory):
    """The game kept there, and its frames by turn."""
    shots = {}
    for path in sorted(directory.glob("*.jpg")):
        shots.setdefault(int(path.name[:3]), []).append(read_image(path))
    return read_record((directory / RECORD).read_text(encoding="utf-8")).game, shots


def test_a_game_saved_by_simulate_is_proposed_position_by_position(tmp_path, eyes):
    rehearse(Course(11, style="dish", size_wh=(960, 720), turns=6, save=str(tmp_path)))
    game, shots = recorded_in(tmp_path / "game-11")
    turns = {turn.number: turn for turn in turns_of(game)}
    assert shots
    for number, frames in shots.items():
        turn = turns[number]
        proposal = propose_from_frames(eyes, turn.before, turn.earlier, frames)
        assert judge(turn, proposal) is ReadingVerdict.RIGHT, (turn, proposal)
        assert mosaic_names(turn.after.mosaic) != mosaic_names(turn.before.mosaic) or not turn.move


@pytest.mark.parametrize("disturbance", ["none", "rotate-2", "warm-15", "half-shadow", "hand"])
def test_no_turn_is_read_wrong_as_sure(disturbance):
    names = () if disturbance == "none" else (disturbance,)
    tally = rehearse(Course(12, names, style="dimple", size_wh=(1024, 768), turns=6))
    assert tally.verdicts[ReadingVerdict.WRONG] == 0, tally.wrong
    assert tally.turns == 6
    if disturbance != "hand":
        assert tally.verdicts[ReadingVerdict.RIGHT] >= 5, tally.flags


@pytest.mark.parametrize("kind", MISCHIEF)
def test_mischief_is_never_taken_for_a_move(kind):
    tally = rehearse(Course(13, mischief=kind, style="dish", size_wh=(1024, 768), turns=12))
    assert tally.verdicts[ReadingVerdict.WRONG] == 0, tally.wrong
    assert tally.named >= tally.turns // 2, tally.flags


@pytest.mark.parametrize("kind", MISCHIEF)
def test_mischief_can_be_tried_in_every_turn_of_a_game(kind):
    """At 49 tiles there is no open place left for a second joker."""
    turns = list(turns_of(simulated_game(11_001)))
    assert any(turn.status is Status.CLEARED for turn in turns)
    tried = [spoilt(turn, kind, Random(1)) for turn in turns]
    assert any(tried)


def test_a_second_tile_whose_outline_came_out_small_is_still_seen(eyes):
    home, rng = household(5214, (1280, 960), "named"), Random(5214)
    game = simulated_game(5214)
    acted = [spoilt(turn, "two-tiles", rng) for turn in islice(turns_of(game), 60)]
    turn = next(each for each in acted if each is not None and each.number == 55)
    extent = extent_of([turn.before.mosaic, turn.after.mosaic])
    frame = frame_of(home, turn.after, extent, turn.number, ())
    proposal = propose_from_frames(eyes, turn.before, turn.earlier, [frame])
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Breach.TWO_TILES)


@pytest.mark.parametrize("name", ["hidden-source", "hidden-action"])
def test_an_action_tile_out_of_sight_is_not_drawn(name):
    home = household(3, SMALL)
    turn = next(
        t for t in turns_of(simulated_game(3)) if len(t.after.played) > len(t.before.played)
    )
    extent = extent_of([turn.before.mosaic, turn.after.mosaic])
    shown, hidden = (
        frame_of(home, turn.after, extent, 10, names, before=turn.before) for names in ((), (name,))
    )
    assert not np.array_equal(shown, hidden)


@pytest.mark.parametrize("status", Status)
def test_only_what_is_said_as_sure_can_be_wrong(status):
    turn = next(t for t in turns_of(simulated_game(3)) if t.status is Status.MOVE)
    is_sure = status in (Status.NONE, Status.UNDONE, Status.CLEARED, Status.MOVE)
    assert judge(turn, Proposal(status)) is (
        ReadingVerdict.WRONG if is_sure else ReadingVerdict.FLAGGED
    )


def test_some_of_a_games_turns_are_rehearsed_alike():
    """One in three, from homes that stay as they are: the same frames, so the same answers."""
    some = Course(12, style="dimple", size_wh=(640, 480), turns=9, every=3)
    assert rehearse(some).turns == 3


# At photographed tables


@pytest.mark.skipif(not has_photographs(), reason="no photographs at hand (../shared/photos)")
def test_a_hand_of_the_woods_colour_hides_the_first_tile():
    """Half under it, the tile was overlooked, and the hand passed for bare wood."""
    tally = rehearse(Course(75000, ("film",), turns=1, photographed=True))
    assert (tally.wrong, tally.verdicts[ReadingVerdict.RIGHT]) == ([], 1)


@pytest.mark.skipif(not has_photographs(), reason="no photographs at hand (../shared/photos)")
def test_under_a_dark_sleeve_the_other_joker_is_not_taken_for_a_bare_table():
    tally = rehearse(Course(70005, ("hand",), turns=1, photographed=True))
    assert not tally.wrong


@pytest.mark.skipif(not has_photographs(), reason="no photographs at hand (../shared/photos)")
def test_an_evening_at_a_photographed_table_is_followed(tmp_path):
    plan = Course(2, first=3, turns=2, photographed=True, save=str(tmp_path))
    tally = rehearse(plan)
    assert (tally.verdicts, tally.accused) == ({ReadingVerdict.RIGHT: 2}, 0)
    assert tally.by_changes == 2
    lines = (tmp_path / "evening-2" / "evening.jsonl").read_text().splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == [
        *["moves", "frame", "frame", "confirm", "frame", "confirm"]
    ]
    assert len(json.loads(lines[0])["moves"]) == 3
