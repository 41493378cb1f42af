"""How much colour a picture carries, and whose colour may then be believed."""

from dataclasses import replace

import numpy as np
import pytest

from engine.sepmosa import Cell
from tests.vision.tiles.outlines import at, look
from vision.lab.synth.disturb import fade
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_scene
from vision.lab.synth.style import NAMED
from vision.picture import floats
from vision.thresholds.tiles import (
    HUES,
    HUES_NARROWER,
    MOST_OF_BLACK,
    MOST_OF_BLACK_IN_BLUE,
    WEAK_COLOUR,
)
from vision.tiles.colour import (
    FULL_COLOUR,
    NO_COLOUR,
    PictureColour,
    chroma_of,
    colour_of,
    hue_of,
    with_known_colour,
)
from vision.tiles.faces import FaceReading
from vision.tiles.read import Reader
from vision.tiles.reading import Problem
from vision.tiles.rectify import IVORY_LEVEL

# inks as the photographs show them, beside ivory of 225
BLACK, BLUE, RED, ORANGE = (40, 42, 45), (150, 70, 30), (60, 50, 190), (40, 120, 215)
GREY = np.full((120, 160, 3), 128, np.uint8)


def face(name: str, ink: tuple[int, ...], confidence: float = 0.99) -> FaceReading:
    own = look(at(0, 0), name, confidence).face
    return replace(own, ink_bgr=tuple(map(float, ink)))


def weaker(ink: tuple[int, ...], share: float) -> tuple[float, ...]:
    grey = sum(ink) / 3
    return tuple(grey + (each - grey) * share for each in ink)


def test_inks_differ_in_chroma_and_hue() -> None:
    inks = floats([BLACK, BLUE, RED, ORANGE])
    black, *coloured = chroma_of(inks)
    assert black < 0.05
    assert min(coloured) > 0.2
    _, blue, red, orange = hue_of(inks)
    assert -40 < blue < 95
    assert 120 < red < 188 < orange < 250


def test_weaker_colour_is_less_chroma_of_the_same_hue() -> None:
    for ink in (BLUE, RED, ORANGE):
        full, half = floats([ink]), floats([weaker(ink, 0.5)])
        assert float(chroma_of(half)[0]) < 0.6 * float(chroma_of(full)[0])
        assert abs(float(hue_of(full)[0] - hue_of(half)[0])) < 1


def test_the_share_of_colour_is_told_by_the_inks_whatever_the_table() -> None:
    inks = {"B5": BLUE, "R6": RED, "O7": ORANGE, "K8": BLACK}
    told = [
        colour_of([face(name, weaker(ink, share)) for name, ink in inks.items()], GREY).share
        for share in (1.0, 0.5, 0.25, 0.0)
    ]
    assert told[0] == 1.0
    assert 0.4 < told[1] < 0.75
    assert told[3] < told[2] < NO_COLOUR + 0.05
    assert told[3] == 0.0


def test_one_pale_ink_is_a_set_and_not_a_picture_without_colour() -> None:
    pale = [face("B5", weaker(BLUE, 0.4)), face("B6", weaker(BLUE, 0.4)), face("R6", RED)]
    assert colour_of(pale, GREY).share > 0.8


def test_with_hardly_a_coloured_tile_the_rest_of_the_picture_tells() -> None:
    colourful = GREY.copy()
    colourful[:40, :40] = (30, 90, 160)
    alone = [face("K8", BLACK)]
    assert colour_of(alone, colourful).share > 0.8
    assert not colour_of(alone, GREY).is_there


def test_without_colour_no_tile_has_one() -> None:
    known = with_known_colour(face("K8", BLACK), PictureColour(0.1))
    assert sorted(name for name, _ in known.guesses) == ["B8", "K8", "O8", "R8"]
    assert [share for _, share in known.guesses] == pytest.approx([0.2475] * 4)
    joker = FaceReading(0, 1.0, 0.0, (("*", 0.99),))
    assert with_known_colour(joker, PictureColour(0.0)) is joker


@pytest.mark.parametrize(
    ("name", "ink"), [("K8", BLACK), ("B8", BLUE), ("R8", RED), ("O8", ORANGE)]
)
def test_an_ink_bears_out_its_own_colour_and_no_other(name: str, ink: tuple[int, ...]) -> None:
    for letter in "KBRO":
        read = face(f"{letter}8", ink)
        known = with_known_colour(read, FULL_COLOUR)
        assert (known.confidence > 0.9) == (letter == name[0]), letter
        assert known.name == read.name


def test_in_weak_colour_an_ink_must_be_plainly_black() -> None:
    nearly = (50, 42, 34)  # as dark blue in a picture with little colour
    assert with_known_colour(face("K8", nearly), FULL_COLOUR).confidence > 0.9
    assert with_known_colour(face("K8", nearly), PictureColour(0.4)).confidence < 0.7
    assert with_known_colour(face("K8", (40, 40, 40)), PictureColour(0.4)).confidence > 0.9


def of_hue(degrees: float, depth: float = 60.0, colour: float = 60.0) -> tuple[float, ...]:
    """An ink of that hue, so deep and so colourful."""
    turns = np.radians(degrees - np.array([240.0, 120.0, 0.0]))
    return tuple(IVORY_LEVEL - depth - colour * np.cos(turns))


@pytest.mark.parametrize(("hue", "is_borne_out"), [(20.0, False), (180.0, True)])
def test_what_may_be_dark_blue_must_be_the_greyer_to_be_black(
    hue: float, is_borne_out: bool
) -> None:
    between = face("K8", of_hue(hue, 150.0, 18.0))
    assert MOST_OF_BLACK_IN_BLUE < float(chroma_of(floats([between.ink_bgr]))[0]) < MOST_OF_BLACK
    assert (with_known_colour(between, PictureColour(0.9)).confidence > 0.9) is is_borne_out


@pytest.mark.parametrize("letter", HUES)
@pytest.mark.parametrize(("end", "inwards"), [(0, 1.0), (1, -1.0)])
def test_in_weak_colour_a_hue_must_be_farther_from_those_of_others(
    letter: str, end: int, inwards: float
) -> None:
    weak = PictureColour(WEAK_COLOUR * 0.999)
    edge = HUES[letter][end]
    for by, colour, is_borne_out in (
        (2.0, FULL_COLOUR, True),
        (-2.0, FULL_COLOUR, False),
        (HUES_NARROWER - 2.0, weak, False),
        (HUES_NARROWER + 2.0, weak, True),
        (HUES_NARROWER + 2.0, PictureColour(NO_COLOUR), False),
    ):
        read = face(f"{letter}8", of_hue(edge + inwards * by))
        assert (with_known_colour(read, colour).confidence > 0.9) is is_borne_out, (by, colour)


def test_a_lamp_in_the_inks_is_told_by_the_black_ones() -> None:
    """Warm light over all inks makes black look brown, and red nearer to orange."""
    haze = np.array([0.0, 25.0, 40.0])
    inks = {"K4": BLACK, "K5": BLACK, "K7": BLACK, "R6": RED, "B5": BLUE, "O7": ORANGE}
    hazy = [face(name, tuple(np.array(ink) + haze)) for name, ink in inks.items()]
    colour = colour_of(hazy, GREY)
    assert colour.haze_bgr[2] > colour.haze_bgr[0] + 20
    assert with_known_colour(hazy[0], PictureColour(0.9)).confidence < 0.7
    assert all(with_known_colour(each, colour).confidence > 0.9 for each in hazy)


def test_black_foil_may_shine_in_the_lamps_colour() -> None:
    shining = (83, 126, 154)  # a photographed black 9
    assert with_known_colour(face("K9", shining), FULL_COLOUR).confidence > 0.9
    assert with_known_colour(face("K9", shining), PictureColour(0.9)).confidence < 0.7
    assert with_known_colour(face("K9", ORANGE), FULL_COLOUR).confidence < 0.7


def test_black_inks_that_differ_in_weak_colour_are_not_all_black() -> None:
    blacks = [face(f"K{value}", (40, 40, 40)) for value in (2, 3, 4)]
    blues = [face(f"K{value}", (52, 40, 28)) for value in (5, 6, 7)]
    pale = [
        face("R6", weaker(RED, 0.5)),
        face("R8", weaker(RED, 0.5)),
        face("O9", weaker(ORANGE, 0.5)),
    ]
    assert colour_of([*blacks, *pale], GREY).tells_black
    mixed = colour_of([*blacks, *blues, *pale], GREY)
    assert not mixed.tells_black
    assert with_known_colour(blacks[0], mixed).confidence < 0.7


@pytest.mark.parametrize("style", NAMED)
def test_a_grey_photo_of_the_first_tile_names_no_colour(style: str) -> None:
    scene = mosaic_scene({"4+1": "B7"}, (), NAMED[style], seed=7)
    frame = render(scene).frame_bgr
    reader = Reader()
    assert "B7" in [tile.tile for tile in reader.read(frame).tiles]
    for share in (0.15, 0.0):
        reading = reader.read(fade(frame, share))
        (laid,) = [tile for tile in reading.tiles if tile.cell == Cell(4, 1)]
        assert (laid.tile, len(laid.guesses)) == (None, 4)
        assert {name for name, _ in laid.guesses} == {"B7", "K7", "O7", "R7"}
        assert Problem.NO_COLOUR in reading.problems
