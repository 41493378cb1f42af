"""The records and their JSON form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.sepmosa import parse_cell
from vision.tiles.reading import Problem, Reading, SeenTile

DOCS = Path(__file__).parents[3] / "docs"
CELL = parse_cell("4+1")
QUAD = ((1.04, 2.0), (11.0, 2.0), (11.0, 16.0), (1.0, 16.0))


def test_a_named_tile_in_json() -> None:
    entry = SeenTile("R7", 0.99912, QUAD, CELL, (("R7", 0.99912),)).as_json()
    assert entry == {
        "tile": "R7",
        "confidence": 0.9991,
        "quad": [[1.0, 2.0], [11.0, 2.0], [11.0, 16.0], [1.0, 16.0]],
        "cell": "4+1",
    }


def test_an_unsure_tile_ranks_its_guesses() -> None:
    entry = SeenTile(None, 0.5, QUAD, None, (("R6", 0.5), ("R8", 0.3))).as_json()
    assert entry["tile"] is None
    assert entry["guesses"] == [["R6", 0.5], ["R8", 0.3]]
    assert json.loads(json.dumps(entry)) == entry


def test_a_confidence_is_a_share() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        SeenTile("R7", 1.2, QUAD)


def test_an_empty_reading() -> None:
    assert Reading.empty().as_json() == {"tiles": [], "problems": ["no-joker"]}


def test_every_problem_is_explained() -> None:
    explained = (DOCS / "reading.md").read_text(encoding="utf-8")
    assert all(f"\n| `{problem.value}` | " in explained for problem in Problem)
