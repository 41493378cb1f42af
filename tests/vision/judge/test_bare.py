"""Places from which tiles have gone: the table itself, or something over it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.sepmosa import Cell
from vision.judge.bare import lain_over, without_bare
from vision.judge.look import open_eyes, propose_from_frames
from vision.judge.proposal import Blocked, Status
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import simulated_game, turns_of
from vision.picture import floats

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
LEFT, RIGHT = Cell(4, -1), Cell(4, 1)
PLACES = {
    LEFT: floats([[260, 200], [300, 200], [300, 260], [260, 260]]),
    RIGHT: floats([[460, 200], [500, 200], [500, 260], [460, 260]]),
}
WOOD, SKIN = (60, 95, 140), (110, 140, 190)


def table():
    """Wood under a lamp at the left, 640 x 480."""
    light = np.linspace(1.15, 0.75, 640)[None, :, None]
    noise = np.random.default_rng(1).normal(0, 3, (480, 640, 3))
    return np.clip(np.array(WOOD) * light + noise, 0, 255).astype(np.uint8)


def test_bare_places_are_bare_in_uneven_light():
    assert lain_over(table(), PLACES, []) == frozenset()


def test_what_reaches_in_from_the_edge_lies_over_a_place():
    frame = table()
    cv2.rectangle(frame, (240, 0), (330, 300), SKIN, -1)
    assert lain_over(frame, PLACES, []) == {LEFT}


def test_a_mat_amid_the_frame_lies_under_the_tiles():
    frame = table()
    cv2.rectangle(frame, (150, 120), (560, 360), (60, 120, 60), -1)
    assert lain_over(frame, PLACES, []) == frozenset()


def test_a_row_of_tiles_to_the_edge_is_no_arm():
    frame = table()
    tiles = [PLACES[LEFT] - floats([[44 * k, 0]]) for k in range(1, 7)]
    for tile in tiles:
        cv2.fillConvexPoly(frame, tile.astype(np.int32), (225, 230, 232))
    cv2.rectangle(frame, (150, 120), (560, 360), (60, 120, 60), 3)
    assert lain_over(frame, PLACES, tiles) == frozenset()


def test_of_a_table_of_many_colours_nothing_is_said():
    frame = np.random.default_rng(2).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    frame = cv2.resize(frame, (640, 480), interpolation=cv2.INTER_NEAREST)
    cv2.rectangle(frame, (240, 0), (330, 300), SKIN, -1)
    assert lain_over(frame, PLACES, []) == frozenset()


def amid():
    """Cover that the network sees amid the frame, as shares of a map of 48 x 36."""
    covered = np.zeros((36, 48), np.float32)
    covered[14:24, 18:30] = 0.8
    return covered


def test_a_gap_between_tiles_is_no_hand():
    """In one home the network took the wood amid the tiles for a hand, turn after turn."""
    assert not without_bare(amid(), table(), PLACES.values()).any()


def test_a_hand_whose_arm_was_not_seen_is_one():
    frame = table()
    cv2.rectangle(frame, (230, 180), (410, 330), SKIN, -1)
    assert np.array_equal(without_bare(amid(), frame, []), amid())


def test_a_hand_with_an_arm_is_one_on_wood_of_its_colour():
    covered = amid()
    covered[:20, 20:26] = 0.8
    assert np.array_equal(without_bare(covered, table(), []), covered)


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        pytest.param(11003, 9, id="a red 8 in plain sight, once called a cleared table"),
        pytest.param(11007, 77, id="a black 10 under the hand, once called taken back"),
    ],
)
def test_hands_of_the_tables_colour_take_no_tile_away(seed, number):
    turns = list(turns_of(simulated_game(seed)))
    at = next(n for n, turn in enumerate(turns) if turn.number == number and turn.move)
    begun = max((n + 1 for n in range(at) if turns[n].status is Status.CLEARED), default=0)
    ends = (n for n in range(at, len(turns)) if turns[n].status is Status.CLEARED)
    stage = turns[begun : next(ends, len(turns) - 1) + 1]
    turn, home = turns[at], household(seed, (1280, 960), "named")
    extent = extent_of([each.after.mosaic for each in stage])
    hidden = ("hidden-source",)
    frame = frame_of(home, turn.after, extent, number, hidden, before=turn.before)
    proposal = propose_from_frames(open_eyes(), turn.before, turn.earlier, [frame])
    assert (proposal.status, proposal.reason) == (Status.BLOCKED, Blocked.COVERED)


def test_bare_places_beside_photographed_tiles_are_bare():
    if not PHOTOS.exists():
        pytest.skip("no photographs beside the project")
    rows = map(json.loads, (PHOTOS / "labels.jsonl").read_text(encoding="utf-8").splitlines())
    bare = over = 0
    for row in rows:
        frame = cv2.imread(str(PHOTOS / row["image"]))
        tiles = [floats(tile["quad"]) for tile in row["tiles"]]
        places = beside(tiles, (frame.shape[1], frame.shape[0]))
        if places:
            bare += len(places)
            over += len(lain_over(frame, places, tiles))
    assert bare > 1_500
    assert over <= 0.002 * bare  # before a white wall three are not told from it


def beside(tiles, size_wh):
    """Places beside tiles, on the table and on no tile."""
    taken = np.zeros(size_wh[::-1], np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(taken, tile.astype(np.int32), 1)
    places = {}
    for tile in tiles:
        for step in (tile[1] - tile[0], tile[0] - tile[1], tile[2] - tile[1], tile[1] - tile[2]):
            place = floats(tile + step * 1.1)
            if (place < 0).any() or (place >= size_wh).any():
                continue
            mask = np.zeros_like(taken)
            cv2.fillConvexPoly(mask, place.astype(np.int32), 1)
            if taken[mask > 0].mean() <= 0.02:
                places[Cell(1, len(places))] = place
    return places
