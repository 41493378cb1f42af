"""A lesson, the profile it makes, and what reading gains by it, on a set training never met."""

import base64
import json
import struct
import zlib
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tiles.profile.lessons import game_drawn, lesson, lesson_drawn, reader
from vision.geometry import overlap
from vision.lab.train.compare import ReadingTally, TileToRead, compare
from vision.picture import floats
from vision.tiles.faces import shares_of
from vision.tiles.profile.aid import aid_for
from vision.tiles.profile.corrections import (
    CorrectionVerdict,
    corrected,
    without_corrections,
)
from vision.tiles.profile.foreign import looks_foreign
from vision.tiles.profile.ink import directions_of, ink_fits, inks_of, painted
from vision.tiles.profile.lesson import ROWS_ASKED, look_at, profile_from
from vision.tiles.profile.profile import (
    MOST_CORRECTIONS,
    MOST_OF_A_KIND,
    MOST_TAUGHT,
    clean_name,
    missing_from,
)
from vision.tiles.profile.text import NotAProfile, parse_profile, profile_text
from vision.tiles.profile.variants import variants_of
from vision.tiles.reading import Problem
from vision.tiles.rectify import FACE_WH, balance


def truth_at(drawn, quad_xy):
    best = max(drawn.tiles, key=lambda tile: overlap(floats(tile.quad_xy), quad_xy))
    return best.tile


def truths(style="held-dish-soft"):
    return [truth_at(lesson_drawn(style), tile.quad_xy) for tile in lesson(style).tiles]


def answered(style="held-dish-soft"):
    told = truths(style)
    return {k: told[k] for k in lesson(style).questions}


@pytest.fixture(scope="module")
def profile():
    return profile_from(lesson(), "soft", answered())


@pytest.fixture
def taught(profile):
    reader().teach(profile)
    yield reader()
    reader().teach(None)


def read_game(drawn):
    truth = [TileToRead(t.tile, floats(t.quad_xy)) for t in drawn.tiles if t.visible > 0.97]
    return compare("game", truth, reader().read(drawn.frame_bgr))[0]


def test_a_lesson_is_read_row_by_row_and_what_is_taken_is_right():
    wanted = [name for row in ROWS_ASKED for name in row]
    assert truths() == wanted
    assert all(tile.name in (None, true) for tile, true in zip(lesson().tiles, wanted, strict=True))


def test_a_tile_that_is_sure_but_not_as_its_row_is_asked_with_the_row_s_answer_first():
    """A 1 where an 11 should lie: a misreading, or mislaid; the player knows."""
    mislaid = tuple("K1" if name == "K11" else name for name in ROWS_ASKED[0])
    tiles = look_at(reader(), [lesson_drawn("dish", (mislaid, ROWS_ASKED[1])).frame_bgr]).tiles
    (asked,) = (tile for tile in tiles if tile.seen == "K1" and tile.name is None)
    assert [name for name, _ in asked.guesses[:2]] == ["K11", "K1"]


def test_with_the_answers_nothing_is_missing():
    assert lesson().missing(answered()) == ()
    assert missing_from(["K1", "R2"]) == (*(str(v) for v in range(3, 14)), "B", "O", "*")


def test_a_lesson_looks_with_fresh_eyes_and_gives_the_profile_back(taught):
    aid = taught.aid
    again = look_at(taught, [lesson_drawn().frame_bgr])
    assert [tile.name for tile in again.tiles] == [tile.name for tile in lesson().tiles]
    assert taught.aid is aid


def test_taught_it_names_more_right_and_none_newly_wrong(taught):
    aid = taught.aid
    before, after = ReadingTally(), ReadingTally()
    for seed in (9001, 9002):
        taught.aid = None
        before.add(read_game(game_drawn(seed=seed)))
        taught.aid = aid
        after.add(read_game(game_drawn(seed=seed)))
    assert (after.tiles - after.right) * 2 <= before.tiles - before.right
    assert after.wrong_as_sure <= before.wrong_as_sure


def test_another_set_is_noticed_and_read_as_an_unknown_one(taught):
    other = game_drawn("held-square-frame")
    helped = taught.read(other.frame_bgr)
    aid, taught.aid = taught.aid, None
    plain = taught.read(other.frame_bgr)
    taught.aid = aid
    assert Problem.FOREIGN_TILES in helped.problems
    assert helped.tiles == plain.tiles


def test_the_own_set_is_not_foreign_and_few_tiles_prove_nothing(taught):
    assert Problem.FOREIGN_TILES not in taught.read(game_drawn().frame_bgr).problems
    assert not looks_foreign([0.1] * 7)
    assert looks_foreign([0.1] * 8 + [None])


def test_a_profile_reads_back_the_same(profile):
    text = profile_text(profile)
    again = parse_profile(text)
    assert profile_text(again) == text
    assert again.inks == profile.inks


def png_claiming(width, height):
    """A PNG that says it is so large, and has nothing in it."""
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"")),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(told)) + kind + told + struct.pack(">I", zlib.crc32(kind + told))
        for kind, told in parts
    )
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)).decode()


def test_a_picture_that_claims_to_be_huge_is_not_unpacked(profile, monkeypatch):
    told = json.loads(profile_text(profile))
    told["faces"] = [{"tile": "R7", "png": png_claiming(30_000, 30_000)}]
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(NotAProfile, match="no picture of the right size"):
        parse_profile(json.dumps(told))


@pytest.mark.parametrize(
    "change",
    [
        {"sepmosa-profile": 2},
        {"faces": []},
        {"faces": [{"tile": "R14", "png": ""}]},
        {"faces": [{"tile": "R7", "png": "aGFsbG8="}]},
        {"faces": [{"tile": "R7", "png": png_claiming(60_000, 60_000)}]},
        {"faces": [{"tile": "R7", "png": png_claiming(*FACE_WH)}]},
        {"faces": [{"tile": "R7", "png": ""}] * (MOST_TAUGHT + MOST_CORRECTIONS + 1)},
        {"faces": 5},
        {"proportion": 40},
        {"proportion": 10**400},
        {"name": " / "},
    ],
)
def test_what_is_no_profile_is_refused(profile, change):
    told = json.loads(profile_text(profile)) | change
    with pytest.raises(NotAProfile):
        parse_profile(json.dumps(told))


def test_text_that_is_none_is_refused():
    for text in ("", "[]", "{}", "no", "[" * 100_000):
        with pytest.raises(NotAProfile):
            parse_profile(text)


def test_names_are_cleaned():
    assert clean_name("  at   home / kitchen ") == "at home kitchen"
    assert clean_name("../\u202ehome\ufe0f.json:") == "home.json"
    for nothing in ("...", "\ufe0f", "\u3164.\u2800", "\u200d.\u200d"):
        with pytest.raises(ValueError, match="name"):
            clean_name(nothing)


def test_a_number_painted_in_another_ink_has_that_ink(profile):
    black = next(face for face in profile.faces if face.tile == "K8")
    face = balance([black.face_bgr])[0]
    red = floats(profile.inks["R"])
    changed = painted(face, floats(profile.inks["K"]), red)
    assert np.abs(inks_of(changed[None])[0] - red).max() < 40
    assert np.abs(inks_of(face[None])[0] - red).max() > 60


def test_every_number_comes_in_every_ink_both_ways_up(profile):
    variants = variants_of(profile)
    kinds = set(zip(variants.values, variants.colours, variants.turns, strict=True))
    assert len(kinds) == (13 * 4 + 1) * 2


def test_what_was_not_taught_is_left_to_the_network(profile):
    few = replace(profile, faces=tuple(f for f in profile.faces if f.tile[1:] not in ("8", "9")))
    aid = aid_for(few, reader().faces)
    faces = [face_of(profile, tile) for tile in ("K8", "K9", "B8")]
    logits, features = reader().faces.answers(balance(faces))
    inks = inks_of(balance(faces))
    plain, helped = shares_of(logits).values, aid.shares(logits, features, inks).values
    is_untaught = np.isin(plain.argmax(axis=1), (7, 8))
    assert is_untaught.any()
    assert helped[is_untaught] == pytest.approx(plain[is_untaught], abs=1e-5)
    assert not aid.knows("R8")
    assert aid.knows("R7")


def test_every_taught_face_is_nearest_to_its_own_ink(profile):
    faces = [face for face in profile.faces if face.tile != "*"]
    inks = inks_of(balance([face.face_bgr for face in faces]))
    fits = ink_fits(directions_of(inks), aid_for(profile, reader().faces).inks)
    assert ["KBOR"[k] for k in fits.argmax(axis=1)] == [face.tile[0] for face in faces]


def test_inks_say_less_of_a_colour_that_was_not_taught():
    black, blue, red = [130.0, 130.0, 130.0], [40.0, 90.0, 140.0], [120.0, 120.0, 10.0]
    taught = directions_of(225 - floats([black, blue, [np.nan] * 3, red]))
    fits = ink_fits(directions_of(225 - floats([black, [100.0, 30.0, 5.0]])), taught)
    assert fits[0].argmax() == 0
    assert fits[1].argmax() == 2, "far from all that is known: what is not known"
    assert fits.max() == 0.0


# Corrections


def face_of(profile, tile):
    return next(face.face_bgr for face in profile.faces if face.tile == tile)


def test_a_corrected_tile_joins_and_can_be_forgotten(profile):
    drawn = lesson_drawn()
    again = look_at(reader(), [drawn.frame_bgr])
    at = truths().index("R3")
    grown = corrected(profile, reader().faces, "R3", again.tiles[at].face_bgr)
    assert grown.verdict is CorrectionVerdict.JOINED
    assert grown.profile.corrections == 1
    assert profile_text(without_corrections(grown.profile)) == profile_text(profile)


def test_a_slip_of_the_finger_does_not_join(profile):
    blank = np.full((64, 48, 3), 200, np.uint8)
    verdict = corrected(profile, reader().faces, "K11", blank).verdict
    assert verdict is CorrectionVerdict.UNLIKE


def test_a_correction_that_makes_another_kind_worse_is_refused(profile):
    wrong = corrected(profile, reader().faces, "K9", face_of(profile, "K6"))
    assert wrong.verdict in (CorrectionVerdict.HARMS, CorrectionVerdict.UNLIKE)
    assert wrong.profile is profile


def test_corrections_are_bounded(profile):
    grown = profile
    face = face_of(profile, "R3")
    for _ in range(MOST_OF_A_KIND + 1):
        grown = corrected(grown, reader().faces, "R3", face).profile
    assert grown.corrections == MOST_OF_A_KIND
