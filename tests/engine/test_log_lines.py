"""The entries of a log as text: the form in which games are kept, and which stays as it is."""

import pytest

from engine import history
from engine.mosaix import Enter, Lay, Skip, parse_board, parse_entry, parse_figure
from engine.mosaix import Start as MosaixStart
from engine.mosaix import notation as mosaix
from engine.mosaix.game import Correct as MosaixCorrect
from engine.mosaix.paper import Begin, Counted, Finish
from engine.mosaix.table import Stop
from engine.mosaix.values import Symbol
from engine.sepmosa import (
    Draw,
    NotationError,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Win,
    notation,
    parse_move,
    parse_tile,
)
from engine.sepmosa.game import Correct

RACKS = (parse_tile("R7"), parse_tile("K10")), ()
SEPMOSA = {
    "start 1 77": Start(Player.ONE),
    "start 2 50": Start(Player.TWO, target=50),
    "start 1 77 identical-allowed": Start(Player.ONE, allows_identical=True),
    "start 2 77 R7,K10 -": Start(Player.TWO, RACKS),
    "start 2 77 R7,K10 - identical-allowed": Start(Player.TWO, RACKS, allows_identical=True),
    "draw": Draw(),
    "draw O13": Draw(parse_tile("O13")),
    "play R7@4+1": Play(parse_move("R7@4+1")),
    "reshuffle": Reshuffle(),
    "reset": Reset(),
    "win 1": Win(Player.ONE),
    "win 2": Win(Player.TWO),
    "undo 3": history.Undo(3),
    "redo 999999": history.Redo(999_999),
    "correct 12 pass": Correct(12, parse_move("pass")),
}
MOSAIX = {
    "start OTX 3": MosaixStart((Symbol.CIRCLE, Symbol.TRIANGLE, Symbol.CROSS), 2),
    "paper 4 2": Begin(4, 1),
    "lay OTX/..O": Lay(parse_figure("OTX/..O")),
    "enter 2 Oc3d3Td4Xd5": Enter(1, parse_entry("Oc3d3Td4Xd5")),
    "skip 4": Skip(3),
    "stop": Stop(),
    "finish": Finish(),
    "count 1 ......./......./......./...O.../......./......./.......": Counted(
        0, parse_board("......./......./......./...O.../......./......./.......")
    ),
    "undo 1": history.Undo(1),
    "redo 2": history.Redo(2),
    "correct 2 skip 1": MosaixCorrect(2, Skip(0)),
    "correct 3 lay XXXX": MosaixCorrect(3, Lay(parse_figure("XXXX"))),
}


@pytest.mark.parametrize("text", SEPMOSA)
def test_an_entry_is_written_so_and_read_back(text):
    assert notation.log_line(SEPMOSA[text]) == text
    assert notation.parse_log_line(text) == SEPMOSA[text]


@pytest.mark.parametrize("text", MOSAIX)
def test_an_entry_of_mosaix_is_written_so_and_read_back(text):
    assert mosaix.log_line(MOSAIX[text]) == text
    assert mosaix.parse_log_line(text) == MOSAIX[text]


@pytest.mark.parametrize(
    "text",
    [
        *("", "start", "start 1", "start 3 77", "start 0 77", "start 1 0", "start 1 77 R7"),
        *(
            "start 1 77 R7 K1 O2",
            "start 1 77 R7 identical-allowed",
            "start 1 77 identical-allowed R7 -",
        ),
        *("draw R14", "draw R7 R8", "play", "win 3", "undo 0", "undo 1000000", "undo -1"),
        *("undo 01", "redo x", "correct 1", "reset 1", "Reset", " reset"),
    ],
)
def test_anything_else_is_no_entry(text):
    with pytest.raises(NotationError):
        notation.parse_log_line(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "start O", "start Q 1", "start OT 3", "paper 5 1", "paper 2 3", "paper 2 0", "lay"),
        *("enter 1", "skip 0", "stop 1", "count 1", "undo 0", "correct 1 stop", "correct 1"),
    ],
)
def test_anything_else_is_no_entry_of_mosaix(text):
    with pytest.raises(mosaix.NotationError):
        mosaix.parse_log_line(text)
