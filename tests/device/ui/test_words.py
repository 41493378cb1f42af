"""The catalogues say everything there is to say, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.core.messages import Message, Sentence, say
from device.core.model import CameraStatus
from device.core.settings import ClockMode, Facing, KeySide
from device.games.sepmosa.model import Trouble
from device.games.sepmosa.ui.words import Words
from device.locale import Language, catalogue
from device.ui.words import SENTENCES, GameWords, average, number, signed
from engine.sepmosa import Player, parse_cell, parse_move, parse_tile
from engine.sepmosa.errors import Reason, Refusal
from engine.sepmosa.notation import parse_mosaic
from engine.sepmosa.values import Joker
from vision.judge import Blocked, Breach, Remark
from vision.tiles.reading import Problem

ROOT = Path(__file__).parents[3]


def keys(language: Language) -> dict[str, str]:
    parts = catalogue(language, "sepmosa")
    return {f"{part}.{key}": text for part, texts in parts.items() for key, text in texts.items()}


@pytest.mark.parametrize("language", Language)
def test_every_reason_has_a_sentence(language: Language) -> None:
    slugs = {each.value for each in (*Reason, *Refusal, *Breach, *Blocked, *Problem, *Message)}
    assert not slugs - set(catalogue(language, "sepmosa")[SENTENCES])


def test_every_sentence_is_said() -> None:
    files = (ROOT / "device").rglob("*.py")
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    said = set(re.findall(r"\bMessage\.([A-Z_]+)\b", source))
    assert {each.name for each in Message} == said
    reasons = {each.value for each in (*Reason, *Refusal, *Breach, *Blocked, *Problem, *Remark)}
    known = reasons | {each.value for each in Message}
    assert not set(catalogue(Language.ENGLISH, "sepmosa")[SENTENCES]) - known


@pytest.mark.parametrize("language", Language)
def test_what_is_to_be_done_with_a_tile_is_named_as_on_its_key(language: Language) -> None:
    """On one panel, a tile was to be taken back, and the key that said so was about the turn."""
    words = Words(language)
    deed = words("question.put-back", tile=words.tile(parse_tile("R4"))).split()[0].lower()[:3]
    assert deed in words("key.screen-right").lower()
    assert deed not in words("key.undo").lower()


def test_every_key_that_is_asked_for_is_there() -> None:
    asked = set()
    ui = (ROOT / "device" / "ui", ROOT / "device" / "games" / "sepmosa" / "ui")
    for file in (path for folder in ui for path in folder.rglob("*.py")):
        asked |= set(re.findall(r'"([a-z]+\.[a-z0-9-]+)"', file.read_text(encoding="utf-8")))
    known = keys(Language.ENGLISH)
    sections = set(catalogue(Language.ENGLISH, "sepmosa"))
    assert {key for key in asked if key.partition(".")[0] in sections} <= set(known)
    built = {f"question.{each.value}" for each in Trouble}
    built |= {f"settings.facing-{each.value}" for each in Facing}
    built |= {f"settings.keys-{each.value}" for each in KeySide}
    built |= {f"new.clock-{each.value}" for each in ClockMode}
    built |= {f"check.{each}" for each in ("off", "opening", "well")}
    assert built <= set(known)
    assert len(CameraStatus) == 8  # the other five have sentences


def test_no_text_is_left_over() -> None:
    files = [*(ROOT / "device").rglob("*.py")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    built = set(re.findall(r'f"([a-z]+)\.\{', source)) | {
        SENTENCES,
        "count",
        "ask",
        "new",
        "help",
        "use",
        "date",
        "language",
    }
    unused = {
        key
        for key in keys(Language.ENGLISH)
        if key not in source and key.partition(".")[0] not in built
    }
    assert not unused


def test_values_are_named_as_players_name_them() -> None:
    words = Words(Language.ENGLISH, ("Marleen", ""))
    assert words.tile(parse_tile("B10")) == "blue 10"
    assert words.cell(parse_cell("7-2")) == "row 7, 2 left of the joker"
    assert words.cell(parse_cell("2+0")) == "row 2, 2 above the joker"
    assert words.player(Player.TWO) == "Player 2"
    guide = say(
        Message.GUIDE_SWAP, tile=parse_tile("O9"), seen=parse_tile("R9"), cell=parse_cell("3-3")
    )
    assert words.sentence(guide) == "Orange 9 instead of red 9: row 3, 3 left of the joker"
    scored = say(Message.SCORED, player=0, move=parse_move("B10@7-2"), points=6)
    assert words.sentence(scored) == "Marleen: blue 10 placed, +6"
    assert "Marleen" in words.sentence(say(Message.NOT_YOUR_TURN, player=Player.ONE))
    taken = say(Message.GUIDE_TAKE_BESIDE, tile=Joker.JOKER)
    assert words.sentence(taken) == "Take the joker off the table"
    illegal = say(Message.NOT_LEGAL, move=parse_move("K3@4+3"), detail=Reason.NO_MATCH)
    assert catalogue(Language.ENGLISH, "sepmosa")[SENTENCES]["no-match"] in words.sentence(illegal)


def test_a_game_with_no_texts_of_its_own_says_what_the_companion_says() -> None:
    words = GameWords(Language.ENGLISH, ("Marleen", ""))
    assert words.sentence(say(Message.EXPORTED, path="exports")) == "Saved to exports"
    assert words.player(1) == "Player 2"


def test_a_move_names_what_it_acts_on() -> None:
    words = Words(Language.GERMAN)
    mosaic = parse_mosaic({"4+1": "R7"})
    assert words.move(parse_move("R11x4+1"), mosaic) == "Rote 11 entfernt rote 7"
    assert words.move(parse_move("pass")) == "Gepasst"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("message", Message)
def test_a_sentence_survives_missing_and_odd_values(language: Language, message: Message) -> None:
    words = Words(language, ("A", "B"))
    assert words.sentence(Sentence(message))
    odd = {"move": "?", "tile": "joker", "cell": "9", "detail": "island", "player": 7}
    assert words.sentence(Sentence(message, odd))


def test_points_are_signed_with_a_true_minus() -> None:
    assert (signed(6), signed(0), signed(-2)) == ("+6", "+0", "−2")
    assert (number(48), number(-4)) == ("48", "−4")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(-0.7, "−0.7"), (-1.25, "−1.2"), (-0.04, "0.0"), (2.96, "3.0"), (0.7, "0.7")],
)
def test_an_average_has_a_proper_minus(value, shown):
    assert average(Language.ENGLISH, value) == shown
    assert average(Language.GERMAN, value) == shown.replace(".", ",")
