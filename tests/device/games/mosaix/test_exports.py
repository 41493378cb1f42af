"""A game of MOSAIX as a table: what was thrown, who made what of it, points and totals."""

import csv
import io
import itertools
from dataclasses import replace

import pytest

from device.core.effects import Export
from device.core.events import ChooseExport, Exported
from device.core.export_kind import ExportKind
from device.core.model import OpenGame
from device.games.mosaix.exports import table_of_turns
from device.lab.mosaix.samples import mosaix_sample, paper_game, sample_game
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.exporter import Exporter
from device.ui.controls import Button
from device.ui.view import View
from device.ui.widgets import walk
from engine.mosaix import Enter, Lay, Skip, parse_figure
from tests.device.games.mosaix.test_shelf import kept

HEAD = ["turn", "thrown by", "figure", "player", "entry", "points", "total"]


def table_of(match, names):
    head, *rows = csv.reader(io.StringIO(table_of_turns(OpenGame(1, names, match, "2026-01-01"))))
    assert head == HEAD
    assert all(len(row) == len(HEAD) for row in rows)
    return rows


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_throw_and_what_each_made_of_it(players):
    match = sample_game(players, 99)
    names = ("Ana", "Bo", "Cy", "Di")[:players]
    rows = table_of(match, names)
    done = [each for each in match.events if isinstance(each, Enter | Skip)]
    told = [
        (names[each.player], str(each.entry) if isinstance(each, Enter) else "") for each in done
    ]
    assert [(row[3], row[4]) for row in rows] == told
    thrown = dict.fromkeys((row[0], row[1], row[2]) for row in rows)
    laid = [each for each in match.events if isinstance(each, Lay)]
    assert [(int(turn), by, text) for turn, by, text in thrown] == [
        (at + 1, names[at % players], str(each.figure)) for at, each in enumerate(laid)
    ]
    for who, name in enumerate(names):
        own = [(int(row[5]), int(row[6])) for row in rows if row[3] == name]
        assert own[-1][1] == match.table.scores[who]
        totals = [own[0][1] - own[0][0], *(total for _, total in own)]
        assert [gain for gain, _ in own] == [b - a for a, b in itertools.pairwise(totals)]
        assert players == 1 or totals[0] == 0


def test_a_throw_not_yet_entered_has_a_line():
    match = sample_game(2, 1).lay(parse_figure("OTX/..O"))
    assert table_of(match, ("Ana", "Bo"))[-1] == ["2", "Bo", "OTX/..O", "", "", "", ""]


def test_boards_on_the_table_have_their_throws_and_the_count():
    rows = table_of(paper_game(2, True), ("=1+1", ""))
    assert rows[0] == ["1", "'=1+1", "OTX/..O", "", "", "", ""]
    assert rows[1][:2] == ["2", "Player 2"]
    assert [row[:4] for row in rows[3:]] == [["", "", "", "'=1+1"], ["", "", "", "Player 2"]]
    assert rows[3][5:] == ["101", "101"]


@pytest.mark.parametrize("is_past", [True, False])
def test_the_screen_has_a_key_for_every_form_and_the_file_is_written(tmp_path, is_past):
    sample = mosaix_sample("replay")
    model = replace(sample.model, replay=replace(sample.model.replay, is_past=is_past))
    scene = View(sample.ui, model.phase).scene(model, (800, 480))
    meant = [each.meant for each in walk(scene) if isinstance(each, Button)]
    assert {each.kind for each in meant if isinstance(each, ChooseExport)} == set(ExportKind)
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        game_id = kept(store, sample_game(2, 3))
        exporter = Exporter(store, Outbox(tmp_path / "exports", roots=()))
        assert isinstance(exporter.do(Export(game_id, ExportKind.CSV)), Exported)
    (file,) = (tmp_path / "exports").iterdir()
    assert file.name == "MOSAIX 2026-01-01 Ana - Bo.csv"
    assert file.read_text(encoding="utf-8").startswith(",".join(HEAD) + "\n1,Ana,")
