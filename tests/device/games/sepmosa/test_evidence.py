"""Pictures of disputed turns: when they are kept, that they stay few, and that they go."""

from dataclasses import replace

import numpy as np
import pytest

from device.core import events as on
from device.core.config import shipped_config
from device.core.effects import KeepConfig, Save
from device.games.sepmosa import events as own
from device.games.sepmosa.effects import KeepEvidence, ListEvidence, LoadEvidence
from device.games.sepmosa.evidence import EvidenceFolder
from device.games.sepmosa.model import DisputePictures, Phase
from tests.device.driver import TWO, playing
from tests.vision.readings import seen

ROW = ("R7@4+1", "R8@4+2", "K8@5+2")
SAVED = Save(3, (), 0)


class Camera:
    """A camera whose every picture is brighter than the one before."""

    def __init__(self):
        self.light = 0

    def newest(self):
        self.light = (self.light + 40) % 240
        return np.full((480, 640, 3), self.light, np.uint8)


@pytest.fixture
def album(tmp_path):
    return EvidenceFolder(tmp_path / "evidence", Camera().newest)


def names(album):
    return sorted(path.name for path in album.folder.iterdir())


def test_a_disputed_turn_has_the_table_before_it_and_then(album):
    album.do(SAVED)
    assert album.do(KeepEvidence(3, 12)) == own.EvidenceListed(3, frozenset({12}))
    loaded = album.do(LoadEvidence(3, 12)).evidence
    assert (round(loaded.before.mean()), round(loaded.after.mean())) == (40, 80)
    album.do(KeepEvidence(3, 12))  # asked once more about the same turn
    loaded = album.do(LoadEvidence(3, 12)).evidence
    assert (round(loaded.before.mean()), round(loaded.after.mean())) == (40, 120)
    assert len(names(album)) == 2


def test_a_large_picture_is_kept_smaller(tmp_path):
    large = EvidenceFolder(tmp_path, lambda: np.zeros((1080, 1920, 3), np.uint8))
    large.do(KeepEvidence(3, 1))
    assert large.do(LoadEvidence(3, 1)).evidence.after.shape == (720, 1280, 3)


def test_after_a_restart_there_is_no_picture_of_before(album):
    album.do(KeepEvidence(3, 12))
    assert album.do(LoadEvidence(3, 12)).evidence.before is None
    assert album.do(LoadEvidence(3, 99)).evidence == DisputePictures(99)


def test_the_oldest_turns_go_first_and_the_newest_stays(album):
    album.most_bytes = 12_000
    for turn in range(1, 9):
        album.do(SAVED)
        album.do(KeepEvidence(3, turn))
    used = sum(path.stat().st_size for path in album.folder.iterdir())
    kept = album.do(ListEvidence(3)).turns
    assert used <= album.most_bytes
    assert 8 in kept
    assert 1 not in kept
    album.most_bytes = 1
    assert album.do(KeepEvidence(3, 9)).turns == {9}


def test_pictures_go_with_their_game_and_other_files_stay(album):
    album.do(KeepEvidence(3, 1))
    album.do(KeepEvidence(4, 1))
    (album.folder / "notes.txt").write_text("mine")
    album.keep_only({4})
    assert names(album) == ["game-0004-turn-0001-after.jpg", "notes.txt"]


def test_switched_off_all_go_and_none_come(album):
    album.do(KeepEvidence(3, 1))
    off = shipped_config().changed({("files", "keep_evidence"): False})
    album.do(KeepConfig(off))
    assert names(album) == []
    assert album.do(KeepEvidence(3, 2)) is None
    album.do(KeepConfig(shipped_config()))
    assert album.do(KeepEvidence(3, 2)) == own.EvidenceListed(3, frozenset({2}))


def test_a_folder_that_cannot_be_written_disturbs_nobody(tmp_path, caplog):
    (tmp_path / "evidence").write_text("in the way")
    album = EvidenceFolder(tmp_path / "evidence", Camera().newest)
    assert album.do(KeepEvidence(3, 1)).turns == frozenset()
    assert "cannot be kept" in caplog.text


def test_a_file_that_is_no_picture_is_none(album):
    album.do(KeepEvidence(3, 1))
    next(album.folder.iterdir()).write_bytes(b"no picture")
    assert album.do(LoadEvidence(3, 1)).evidence.after is None


def test_a_question_leaves_pictures_behind_to_look_at():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    assert session.phase is Phase.QUESTION
    game, turn = session.model.game_id, session.table.turn
    assert KeepEvidence(game, turn) in session.effects
    session.do(own.EvidenceListed(game, frozenset({turn})), own.AskEvidence(turn))
    assert LoadEvidence(game, turn) in session.effects
    session.do(own.EvidenceLoaded(DisputePictures(turn)))
    assert session.model.evidence == DisputePictures(turn)
    session.do(own.CloseEvidence())
    assert session.model.evidence is None


def test_pictures_do_not_stay_over_another_screen():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    turn = session.table.turn
    session.do(own.EvidenceListed(session.model.game_id, frozenset({turn})))
    session.do(own.EvidenceLoaded(DisputePictures(turn)), on.Back())
    assert (session.phase, session.model.evidence) == (Phase.TURN, None)
    session.do(own.EvidenceLoaded(DisputePictures(turn)))  # too late
    assert session.model.evidence is None


def test_those_of_another_game_are_not_told():
    session = playing(*ROW)
    other = replace(session.model, disputed=frozenset({1}))
    session.model = other
    session.do(own.EvidenceListed(99, frozenset({2})))
    assert session.model.disputed == {1}
