"""Rows tell what single faces do not."""

import numpy as np
import pytest

from vision.tiles.profile.layout import NAMES, row_shares, rows_of, too_many


def shares(name, share, other=None):
    """A face read as `name` so surely, the rest of it as `other` or as anything."""
    found = np.full(len(NAMES), (1 - share) / len(NAMES) if other is None else 0.0)
    found[NAMES.index(name)] += share
    if other is not None:
        found[NAMES.index(other)] += 1 - share
    return found


def read_row(*faces):
    return [NAMES[k] for k in row_shares(np.stack([shares(*face) for face in faces])).argmax(1)]


def test_a_tile_that_cannot_be_read_counts_on_with_its_row():
    assert read_row(("R4", 0.99), ("R5", 0.99), ("R8", 0.3), ("R7", 0.99))[2] == "R6"


def test_a_face_taken_for_another_for_sure_is_overruled_by_its_row():
    row = [("K9", 0.99), ("K10", 0.99), ("K1", 0.999), ("K12", 0.99), ("K13", 0.99)]
    assert read_row(*row)[2] == "K11"


def test_a_row_that_breaks_off_is_believed_where_faces_are_sure():
    row = [("R3", 0.99), ("R4", 0.99), ("B5", 0.99), ("B6", 0.99), ("*", 0.99)]
    assert read_row(*row) == ["R3", "R4", "B5", "B6", "*"]


def test_any_order_is_read_where_faces_are_sure():
    row = [("B9", 0.98), ("K2", 0.98), ("O13", 0.98), ("R1", 0.98)]
    assert read_row(*row) == ["B9", "K2", "O13", "R1"]


@pytest.mark.parametrize("turn", [0.0, 0.05, -0.08, 3.1])
def test_rows_are_found_however_the_camera_is_turned(turn):
    cells = np.array([(x, y) for y in (0, 1, 2) for x in range(9 - y)], float) * [30, 44]
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    right, down = np.array([28, 0]) @ rotation, np.array([0, 40]) @ rotation
    rows = rows_of(cells @ rotation, right, down)
    assert rows == [list(range(9)), list(range(9, 17)), list(range(17, 24))]


def test_no_tiles_no_rows():
    assert rows_of(np.zeros((0, 2)), np.array([1.0, 0]), np.array([0, 1.0])) == []


def test_of_three_alike_the_least_sure_is_asked():
    assert too_many(["R7", "R7", None, "R7", "K1"], [0.9, 0.99, 0.1, 0.95, 0.5]) == [0]
    assert too_many(["R7", "R7"], [0.9, 0.9]) == []
