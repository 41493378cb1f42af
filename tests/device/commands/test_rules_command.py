"""`sepmosa rules`: exactly the contract's JSON, line for line."""

import io
import json
import resource
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cli import LONGEST
from device.commands.json_lines import LONGEST_LINE, answer_lines
from device.commands.rules import answer


def ask(*lines: bytes | str | dict) -> list[dict]:
    def raw(line):
        text = json.dumps(line) if isinstance(line, dict) else line
        return text if isinstance(text, bytes) else text.encode()

    out = io.StringIO()
    answer_lines(io.BytesIO(b"".join(raw(line) + b"\n" for line in lines)), out, answer)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_tile_lists_its_moves_sorted_by_text():
    (reply,) = ask({"mosaic": {"4+1": "R7", "4+2": "K8"}, "tile": "R8"})
    assert reply == {
        "moves": [
            {"move": "R8@3+0", "points": 0},
            {"move": "R8@3+1", "points": 0},
            {"move": "R8@3+2", "points": 0},
            {"move": "R8@4+3", "points": 0},
            {"move": "R8@4-1", "points": 0},
            {"move": "R8@5+0", "points": 0},
            {"move": "R8@5+1", "points": 0},
            {"move": "R8@5+2", "points": 0},
        ]
    }


@pytest.mark.parametrize(
    ("tile", "moves"),
    [
        ("R11", [["R11x4+1", 0], ["R11x4+2", 0], ["R11x4+3", 0]]),
        ("R13", [["R13x4+1..4+3", 3]]),
        ("K12", []),
    ],
)
def test_an_action_tile_lists_its_actions(tile, moves):
    (reply,) = ask({"mosaic": {"4+1": "R7", "4+2": "R8", "4+3": "R9"}, "tile": tile})
    assert [[move["move"], move["points"]] for move in reply["moves"]] == moves


def test_a_legal_move_tells_points_and_the_mosaic_after_it():
    (reply,) = ask({"mosaic": {"4+2": "R8", "4+1": "R7"}, "move": "R9@4+3"})
    assert reply == {"legal": True, "points": 3, "mosaic": {"4+1": "R7", "4+2": "R8", "4+3": "R9"}}
    assert list(reply) == ["legal", "points", "mosaic"]


def test_an_illegal_move_tells_the_reason():
    assert ask({"mosaic": {"4+1": "R7"}, "move": "K3@4+2"}) == [
        {"legal": False, "reason": "no-match"}
    ]


def test_a_mosaic_is_described():
    (reply,) = ask({"mosaic": {"4+1": "R7", "3+5": "K1"}})
    assert reply["connected"] == ["4+1"]
    assert reply["floating"] == ["3+5"]
    assert reply["open"]["4+2"] == ["B7", "K7", "O7", "R6", "R8"]
    assert "3+6" not in reply["open"]


def test_an_empty_mosaic_is_open_around_the_joker_to_every_tile():
    (reply,) = ask({"mosaic": {}})
    assert list(reply["open"]) == ["3+0", "4+1", "4-1", "5+0"]
    assert all(len(tiles) == 40 for tiles in reply["open"].values())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "7",
        "null",
        '{"mosaic": []}',
        '{"mosaic": {"4+1": 7}}',
        '{"tile": "R7"}',
        '{"mosaic": {}, "tile": "R7", "move": "R7@4+1"}',
        '{"mosaic": {}, "tiles": "R7"}',
        '{"mosaic": {}, "tile": "*"}',
        '{"mosaic": {}, "tile": 7}',
        '{"mosaic": {}, "move": "R7"}',
        '{"mosaic": {"4+1": "R7", "4+1": "R8"}}',
        '{"mosaic": {"4+0": "R7"}}',
        '{"mosaic": {"4+1": "R11"}}',
        b'{"mosaic": {"4+1": "\xff"}}',
        "[" * 100_000,
        '{"mosaic": {}, "tile": ' + "9" * 5000 + "}",
        " " * (LONGEST_LINE + 1),
        "x" * (3 * LONGEST_LINE),
    ],
)
def test_a_bad_line_gets_an_error_and_the_run_goes_on(line):
    bad, good = ask(line, {"mosaic": {"4+1": "R7"}, "move": "R8@4+2"})
    assert list(bad) == ["error"]
    assert bad["error"]
    assert good["legal"] is True


MANY = "1" * 5000


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ({"mosaic": {}, "move": f"R7@4+{MANY}"}, "as in 4+1"),
        ({"mosaic": {f"4+{MANY}": "R7"}}, "as in 4+1"),
        ({"mosaic": {}, "tile": MANY}, "as in R7"),
        ({"mosaic": {}, MANY: "R7"}, "ask with mosaic, tile, move"),
    ],
)
def test_an_error_quotes_no_more_than_can_be_read_and_still_says_what_to_write(line, advice):
    (reply,) = ask(line)
    assert len(reply["error"]) <= LONGEST
    assert "11111…11111" in reply["error"]
    assert reply["error"].endswith(advice)


@settings(max_examples=200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8)
        | st.sampled_from(["R7", "R8@4+2", "4+1", "mosaic", "tile", "move", "B11x4+1"]),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["mosaic", "tile", "move", "4+1", "3-9", "x"]), inner),
        max_leaves=12,
    )
)  # fmt: skip
def test_any_json_gets_one_answer(value):
    (reply,) = ask(json.dumps(value))
    assert "error" in reply or "moves" in reply or "legal" in reply or "open" in reply


LIMITED = """
import resource, sys
from device.cli import main
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
status = main(["rules"])
sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used))
sys.exit(status)
"""


def test_100_000_lines_stream_through_without_growing_memory(tmp_path):
    lines = tmp_path / "lines"
    question = json.dumps({"mosaic": {"4+1": "R7", "4+2": "R8"}, "move": "R9@4+3"})
    with lines.open("w") as file:
        file.writelines(question + "\n" for _ in range(100_000))
    with lines.open("rb") as file, (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-c", LIMITED],
            stdin=file,
            stdout=out,
            stderr=subprocess.PIPE,
            check=True,
        )
    assert (tmp_path / "out").read_bytes().count(b"\n") == 100_000
    grown_kb = int(done.stderr) // (1024 if sys.platform == "darwin" else 1)
    assert grown_kb < 8 * 1024
    assert resource.getpagesize()
