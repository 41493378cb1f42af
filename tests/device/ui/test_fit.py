"""No text is cut off, nothing overlaps and every target can be hit, on any screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import pairwise

import pygame
import pytest

from device.core.events import Back, EnterGame
from device.core.messages import Message, Sentence
from device.core.model import CommonPhase, Notice
from device.core.settings import KeySide, Settings
from device.games import MOSAIX
from device.games.mosaix.ui.boards import BoardView, DraftView
from device.games.sepmosa.events import ChooseCell, ScreenIsRight
from device.games.sepmosa.model import Check, Model, Question
from device.games.sepmosa.story import story_of, turns_of
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.table import bar
from device.games.sepmosa.ui.words import Words
from device.lab.screens.gallery import SIZES
from device.lab.screens.sample_games import TURNS, sample_game
from device.lab.screens.samples import SAMPLES
from device.locale import Language
from device.ui.bar import Bar, Key
from device.ui.controls import Button, Slider, Style, Toggle
from device.ui.icons import Icon
from device.ui.marks import Scroll, TickMark, Turned
from device.ui.state import Sheet, Ui
from device.ui.text import LEADING, baseline, rendered
from device.ui.theme import FINGER, LEAST_TARGET, LEAST_TEXT, Page, Size, Weight
from device.ui.view import View
from device.ui.widgets import Box, Fill, Label, Scene, Veil, Widget, in_large_text, walk
from engine.sepmosa import Reason, Refusal, parse_cell, parse_move, parse_tile
from engine.sepmosa.values import Colour, Tile
from tests.device.nim import NIM
from tests.device.ui.references import sample_of
from vision.judge import Blocked, Breach
from vision.tiles.reading import Problem

NAMES = sorted(SAMPLES)


def scene_of(name: str, language: Language, size: Size, keys: KeySide = KeySide.RIGHT) -> Scene:
    """The widgets of a sample."""
    sample = sample_of(name)
    settings = replace(sample.model.settings, language=language, rotation=0, keys=keys)
    model = replace(sample.model, settings=settings)
    view = View(sample.ui, model.phase)
    return view.scene(model, size, sample.seconds)


def on_top(scene: Scene) -> Scene:
    """The widgets that no veil covers."""
    veils = [at for at, widget in enumerate(scene) if isinstance(widget, Veil)]
    return scene[veils[-1] + 1 :] if veils else scene


def labels(scene: Scene) -> Iterator[Label]:
    for widget in walk(scene):
        if isinstance(widget, Label):
            yield widget


def targets(scene: Scene) -> Iterator[Widget]:
    for widget in scene:
        if isinstance(widget, Button | Toggle | Slider) and (
            not isinstance(widget, Button) or widget.meant is not None
        ):
            yield widget
        elif isinstance(widget, Turned):
            yield from targets(widget.parts)
        elif isinstance(widget, Scroll):
            yield from (each for each in targets(widget.parts) if widget.rect.contains(each.rect))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("keys", KeySide)
def test_no_text_is_cut_off_and_none_overlap(keys: KeySide, language: Language, size: Size) -> None:
    problems = []
    for name in NAMES:
        scene = scene_of(name, language, size, keys)
        problems += [f"{name}: {each}" for each in too_long(scene)]
        if name != "turn-scored":  # there, points fly over everything
            problems += [f"{name}: {one!r} over {two!r}" for one, two in overlaps(on_top(scene))]
    assert not problems, "\n".join(problems)


def too_long(scene: Scene) -> Iterator[str]:
    """Texts that are cut off or too small to read."""
    for label in labels(scene):
        if not label.is_own and (label.fit.is_cut or label.fit.size < LEAST_TEXT):
            yield f"{label.text!r} does not fit {label.rect.size}"


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_no_letter_is_covered_not_even_its_tail(
    language: Language, size: Size, is_large: bool
) -> None:
    """Large text fills its box, and the tail of a g reaches below that."""
    problems = []
    for name in NAMES:
        scene = scene_of(name, language, size)
        scene = in_large_text(scene) if is_large else scene
        if name != "turn-scored":  # there, points fly over everything
            problems += [f"{name}: {each}" for each in covered(on_top(scene))]
        if "help" in name:
            problems += [f"{name}: {each}" for each in crowded(scene)]
    assert not problems, "\n".join(problems)


def covered(scene: Scene) -> Iterator[str]:
    """Texts of which a letter lies below something drawn later, or sticks out of its key."""
    for at, widget in enumerate(scene):
        for label in labels((widget,)):
            if isinstance(widget, Scroll | Turned) or label.is_own:
                continue
            for ink in letters(label):
                if isinstance(widget, Button) and not widget.rect.contains(ink):
                    yield f"{label.text!r} sticks out of its key"
                if any(is_solid(over) and over.rect.colliderect(ink) for over in scene[at + 1 :]):
                    yield f"{label.text!r} is covered"


def letters(label: Label) -> Iterator[pygame.Rect]:
    """The boxes that the letters of each line take, ascenders and tails with them."""
    found = label.fit
    leading = found.size * LEADING
    top = label.rect.centery - len(found.lines) * leading / 2
    if label.is_top:
        top = label.rect.y - (leading - found.size) / 2
    for number, line in enumerate(found.lines):
        drawn = letters_of(line, label.weight, found.size)
        y = baseline(top + (number + 0.5) * leading, label.weight, found.size) + drawn.y
        yield pygame.Rect(label.ink.x, y, label.ink.width if drawn.width else 0, drawn.height)


@cache
def letters_of(line: str, weight: Weight, size: int) -> pygame.Rect:
    return rendered(line, weight, size, (255, 255, 255)).get_bounding_rect()


def is_solid(widget: Widget) -> bool:
    """Whether nothing is seen through it."""
    if isinstance(widget, Button):
        return widget.style is not Style.BARE
    return isinstance(widget, Box | Fill | Slider | Toggle)


def crowded(scene: Scene) -> Iterator[str]:
    """Paragraphs that are no further apart than their lines."""
    told = [label for label in labels(scene) if label.lines == 5]
    for one, two in pairwise(told):
        if two.ink.top - one.ink.bottom < 2 * (LEADING - 1) * min(one.fit.size, two.fit.size):
            yield f"{two.text!r} follows without a gap"


def test_a_tail_under_a_key_and_paragraphs_without_a_gap_are_noticed() -> None:
    ink, box = (255, 255, 255), pygame.Rect(10, 10, 90, 22)
    key = Button(pygame.Rect(10, 31, 90, 60), None, Style.KEY, 8)
    assert list(covered((Label(box, "Language", 21, ink), key)))
    assert not list(covered((Label(box, "Name", 21, ink), key)))
    one = Label(pygame.Rect(0, 0, 200, 40), "some words", 19, ink, lines=5, is_top=True)
    assert list(crowded((one, replace(one, rect=one.rect.move(0, 26)))))
    assert not list(crowded((one, replace(one, rect=one.rect.move(0, 36)))))


def test_what_does_not_fit_or_overlaps_is_noticed() -> None:
    box, ink = pygame.Rect(10, 10, 80, 22), (255, 255, 255)
    short, long = Label(box, "Yes", 15, ink), Label(box, "Certainly, with pleasure", 15, ink)
    assert not list(too_long((short,)))
    assert list(too_long((long,)))
    assert list(overlaps((short, replace(short, text="No"))))
    below = replace(short, rect=box.move(0, 24), text="No")
    assert not list(overlaps((short, below)))


def overlaps(scene: Scene) -> Iterator[tuple[str, str]]:
    """Pairs of texts that touch."""
    shown = list(inks(scene))
    for at, (one, box) in enumerate(shown):
        for other in box.collidelistall([other for _, other in shown[at + 1 :]]):
            yield one, shown[at + 1 + other][0]


def inks(scene: Scene) -> Iterator[tuple[str, pygame.Rect]]:
    """Every text with the box it takes, as far as it shows in its list."""
    for widget in scene:
        if isinstance(widget, Label) and widget.text:
            yield widget.text, widget.ink.inflate(-2, -2)
        for text, box in inks(widget.parts):
            seen = box.clip(widget.rect) if isinstance(widget, Scroll) else box
            if seen:
                yield text, seen


@pytest.mark.parametrize("name", NAMES)
def test_what_can_be_touched_never_looks_switched_off(name: str) -> None:
    faint = (Style.OFF, Style.OFF_CARD)
    for widget in walk(scene_of(name, Language.ENGLISH, SIZES[0])):
        if isinstance(widget, Button) and widget.meant is not None:
            assert widget.style not in faint, widget


@pytest.mark.parametrize("name", ["illegal", "swapped", "half-done", "unsure", "went-back"])
def test_a_question_has_at_most_three_ways_out_and_a_card_that_looks_like_a_key_is_one(
    name: str,
) -> None:
    scene = on_top(scene_of(name, Language.ENGLISH, SIZES[0]))
    keys = [each for each in scene if isinstance(each, Button) and each.rect.height < 80]
    outs = [each for each in keys if each.style in (Style.MAIN, Style.CARD)]
    assert 1 <= len(outs) <= 3
    edged = (each for each in scene if isinstance(each, Box) and each.edge is not None)
    assert not [each for each in edged if each.rect.height > 80]


def test_an_illegal_tile_is_first_of_all_put_back() -> None:
    scene = on_top(scene_of("illegal", Language.ENGLISH, SIZES[0]))
    assert any(label.text == "Put the red 4 back" for label in labels(scene))
    first = next(each for each in scene if isinstance(each, Button) and each.style is Style.MAIN)
    assert isinstance(first.meant, ScreenIsRight)


def test_what_the_other_side_played_is_told_large_until_the_next_change() -> None:
    for seconds, notice in ((0.0, None), (3600.0, Notice(_said(Message.NOT_YOUR_TURN), 1e9))):
        model = replace(sample_of("turn-quiet").model, now=seconds, notice=notice)
        scene = View().scene(model, SIZES[0])
        told = next(each for each in labels(scene) if each.text.startswith("Marleen: orange 2"))
        assert told.text == "Marleen: orange 2 makes a set of 3, +3"
        assert told.fit.size >= 25
        (mosaic,) = [each for each in scene if isinstance(each, MosaicView)]
        assert (mosaic.last, mosaic.is_last_told) == ((parse_cell("5-2"),), True)
        assert len(mosaic.line) == 3
        if notice is not None:  # beside it, not in its place
            assert any("turn" in each.text for each in labels(scene) if each is not told)


def test_a_notice_stands_beside_a_proposal() -> None:
    notice = Notice(_said(Message.NOT_YOUR_TURN), 1e9)
    scene = View().scene(replace(sample_of("turn").model, notice=notice), SIZES[0])
    texts = {label.text for label in labels(scene)}
    assert {"Orange 2 makes a set of 3", "+3", "It's Marleen's turn."} <= texts


def test_the_bar_says_at_once_what_is_asked() -> None:
    scene = scene_of("turn-ask", Language.ENGLISH, SIZES[0])
    said = "I can't read this tile for sure: row 4, 5 left of the joker"
    assert any(label.text == said for label in labels(scene))


@pytest.mark.parametrize(
    ("name", "said", "unsaid"),
    [
        ("turn-virtual", "Place a tile or use an action tile.", "Draw a tile, then play"),
        ("turn-useless", "Black 13 can't be used now", "Black 13 doesn't fit anywhere now"),
        ("correct-open", "Pick the tile, then its place.", ""),
        ("mosaix-enter-first", "Tap a cell.", "Tap a cell. The numbers are points."),
        ("mosaix-enter", "Tap a cell. The numbers are points.", "Tap a cell."),
        ("past-games-empty", "No past games.", "No games yet."),
    ],
)
def test_what_is_said_is_true_and_said_once(name: str, said: str, unsaid: str) -> None:
    texts = [each.text for each in labels(scene_of(name, Language.ENGLISH, SIZES[0]))]
    assert texts.count(said) == 1
    assert not unsaid or unsaid not in texts


def test_a_covered_lens_is_said_once_and_asks_nothing() -> None:
    for name in ("turn-black", "turn-covered"):
        scene = scene_of(name, Language.ENGLISH, SIZES[0])
        texts = [label.text for label in labels(scene)]
        assert "Press your button to answer" not in texts
        assert sum("cover" in text or "dark" in text for text in texts) == 1


def test_nothing_is_ticked_off_while_the_camera_is_in_trouble() -> None:
    assert any(
        isinstance(each, TickMark)
        for each in walk(scene_of("camera-check-well", Language.ENGLISH, SIZES[0]))
    )
    scene = scene_of("camera-check-lamp", Language.ENGLISH, SIZES[0])
    assert not any(isinstance(each, TickMark) for each in walk(scene))


PLAYED = sorted(name for name in NAMES if re.match(r"turn|mosaix-(lay|enter|show|count)", name))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", PLAYED)
def test_keys_for_the_left_hand_are_where_a_mirror_shows_them(name: str, size: Size) -> None:
    def lines(keys: KeySide) -> dict[int, list[Button]]:
        """The keys of a screen, line by line as they stand."""
        found: dict[int, list[Button]] = {}
        for each in scene_of(name, Language.GERMAN, size, keys):
            if isinstance(each, Button) and each.style in KEYS and each.meant != Back():
                found.setdefault(each.rect.y, []).append(each)
        return found

    if any(isinstance(each, Veil) for each in scene_of(name, Language.GERMAN, size)):
        return  # a card in the middle of the page is for either hand
    right, left = lines(KeySide.RIGHT), lines(KeySide.LEFT)
    assert right.keys() == left.keys()
    for y, keys in right.items():
        one, other = (each[0].rect.unionall([key.rect for key in each]) for each in (keys, left[y]))
        assert {each.meant for each in keys} == {each.meant for each in left[y]}
        assert abs(one.x + other.right - size[0]) <= 1  # what halves of odd lengths differ by
        assert one.width == other.width


@pytest.mark.parametrize("others", [2, 4])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_home_has_room_for_other_games(language: Language, size: Size, others: int) -> None:
    for name in ("home", "home-first"):
        model = sample_of(name).model
        settings = replace(model.settings, language=language)
        model = replace(model, settings=settings, games=(model.plays, *[NIM] * others))
        scene = View(Ui(), model.phase).scene(model, size)
        assert sum(each.meant == EnterGame("nim") for each in targets(scene)) == others
        assert not [*too_long(scene), *overlaps(scene)]
        assert all(min(each.rect.size) >= LEAST_TARGET for each in targets(scene))


KEYS = (Style.KEY, Style.MAIN, Style.OFF)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("keys", KeySide)
def test_targets_are_large_and_apart(keys: KeySide, size: Size) -> None:
    page = pygame.Rect(0, 0, *size)
    problems = []
    for name in NAMES:
        found = list(targets(on_top(scene_of(name, Language.GERMAN, size, keys))))
        for at, one in enumerate(found):
            if min(one.rect.size) < LEAST_TARGET:
                problems.append(f"{name}: {one.rect.size} is too small to hit")
            if not page.contains(one.rect):
                problems.append(f"{name}: {one.rect} leaves the page")
            problems += [
                f"{name}: {one.rect} overlaps {two.rect}"
                for two in found[at + 1 :]
                if one.rect.colliderect(two.rect)
            ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cells_and_places_for_dice_are_9_mm_wide(size: Size) -> None:
    finger, found = int(FINGER * Page(*size).unit), 0
    for name in NAMES:
        for each in scene_of(name, Language.ENGLISH, size):
            if isinstance(each, BoardView) and each.meant is not None:
                assert each.step >= finger, name
                found += 1
            elif isinstance(each, DraftView):
                assert each.place_rect((0, 0)).width >= finger, name
                found += 1
    assert found > 15


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["turn", "turn-wide", "turn-tile", "correct"])
def test_a_place_takes_a_finger_of_9_mm_in_a_wide_mosaic_too(name: str, size: Size) -> None:
    """What it covers is meant at once, or can be told apart under the magnifier."""
    scene = scene_of(name, Language.ENGLISH, size)
    (view,) = [each for each in scene if isinstance(each, MosaicView)]
    finger = int(FINGER * view.unit)
    reach = finger // 2 - 1
    for cell in view.targets or (*view.mosaic, *view.places):
        x, y = view.grid.rect(cell).center
        for dx, dy in ((0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)):
            meant = view.tap((x + dx, y + dy))
            if isinstance(meant, Ui):
                near = replace(view, focus=meant.focus)
                place = near.grid.rect(cell)
                assert near.rect.contains(place), (cell, dx, dy)
                assert min(near.grid.across, near.grid.down) >= finger
                meant = near.tap(place.center)
            assert meant == ChooseCell(cell), (cell, dx, dy)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_lies_over_the_bar_or_a_panel(size: Size) -> None:
    for name in ("turn", "turn-wide", "turn-first"):
        scene = scene_of(name, Language.FRENCH, size)
        (mosaic,) = [each for each in scene if isinstance(each, MosaicView)]
        for cell in mosaic.mosaic:
            assert mosaic.rect.contains(mosaic.grid.rect(cell)), (name, cell)
        for button in scene:
            if isinstance(button, Button):
                assert not button.rect.colliderect(mosaic.rect)


VALUES = {
    "player": 0,
    "tile": parse_tile("O10"),
    "seen": parse_tile("O10"),
    "cell": parse_cell("7-10"),
    "move": parse_move("K13x4+10..4+12"),
    "turn": 100,
    "points": 7,
    "count": 104,
    "depth": 12,
    "path": "~/.local/state/sepmosa/exports/game-0012.png",
    "detail": Reason.IDENTICAL_IN_LINE,
}
FAULTS = [message for message in Message if message.value.startswith("fault")]
GUIDES = [message for message in Message if message.value.startswith("guide-")]
REASONS = [*Reason, *Refusal, *Breach, *Blocked, *Problem, Message.REASON_UNKNOWN]


@pytest.mark.parametrize("message", FAULTS)
def test_a_fault_calls_the_game_kept_only_where_that_is_sure(message: Message) -> None:
    model = replace(sample_of("fault").model, phase=CommonPhase.FAULT, fault=_said(message))
    said = {label.text for label in labels(View().scene(model, SIZES[0]))}
    perhaps_lost = message in (Message.FAULT_UNKEPT, Message.FAULT_SET_ASIDE)
    assert ("Your game is saved." in said) is not perhaps_lost


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_every_sentence_fits_where_it_is_said(language: Language, size: Size) -> None:
    settings = Settings(language=language)
    asking, guiding = sample_of("illegal").model, sample_of("guide-back").model
    models = [
        *(
            replace(asking, question=_asked(message, asking), settings=settings)
            for message in REASONS
        ),
        *(replace(asking, phase=CommonPhase.FAULT, fault=_said(message)) for message in FAULTS),
        *(replace(guiding, checklist=(Check(_said(message)),)) for message in GUIDES),
    ]
    problems = [
        text
        for model in models
        for text in too_long(View().scene(replace(model, settings=settings), size))
    ]
    assert not problems, "\n".join(problems)


NOTICES = tuple(each for each in (*Message, *REASONS) if each not in FAULTS)
ANYTIME = (
    *(message for message in Message if message.value.startswith("camera-")),
    Message.NAMES_EQUAL,
    Message.NOTHING_TO_UNDO,
)
NOTICED: dict[str, tuple[Enum, ...]] = {  # where notices stand, and which may come there
    **dict.fromkeys(("turn", "turn-place", "unsure", "over", "home", "replay"), NOTICES),
    **dict.fromkeys(("new-game", "history"), ANYTIME),
}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_every_notice_fits(language: Language, size: Size) -> None:
    problems = []
    for name, messages in NOTICED.items():
        model = replace(sample_of(name).model, settings=Settings(language=language))
        for message in messages:
            noticed = replace(model, notice=Notice(_said(message), 99.0))
            problems += [f"{name}: {each}" for each in too_long(View().scene(noticed, size))]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_in_large_text_too_a_notice_keeps_to_its_box(language: Language, size: Size) -> None:
    """On the cloth, the box was measured before the words grew."""
    settings = Settings(language=language, has_large_text=True)
    problems = []
    for message in NOTICES:
        notice = Notice(_said(message), 99.0)
        model = replace(sample_of("turn").model, settings=settings, notice=notice)
        scene = View().scene(model, size)
        problems += too_long(scene)
        said = Words(language, model.names).sentence(notice.sentence)
        for box, label in pairwise(scene):
            if isinstance(label, Label) and label.text == said and not box.rect.contains(label.ink):
                problems.append(f"{said!r} of {label.ink} in {box.rect}")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_notice_covers_no_key_and_no_score(size: Size) -> None:
    longest = _said(Message.CAMERA_FROZEN)
    said = Words(Language.GERMAN).sentence(longest)
    problems = []
    for name in NAMES:
        sample = sample_of(name)
        # a fault is all there is to read, and MOSAIX has notices of its own
        is_apart = sample.model.plays is MOSAIX or sample.model.phase is CommonPhase.FAULT
        if is_apart or name == "turn-scored" or sample.ui.sheet is not Sheet.NONE:
            continue
        german = replace(sample.model.settings, language=Language.GERMAN, rotation=0)
        model = replace(sample.model, settings=german, notice=Notice(longest, 99.0))
        scene = on_top(View(sample.ui, model.phase).scene(model, size, sample.seconds))
        shown = [label for label in labels(scene) if label.text == said]
        if len(shown) != 1:
            problems.append(f"{name}: said {len(shown)} times")
            continue
        box = shown[0].ink
        under = [each.rect for each in targets(scene)] + [
            each.ink for each in labels(scene) if each is not shown[0] and each.text
        ]
        problems += [f"{name}: {box} over {under[at]}" for at in box.collidelistall(under)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", Language)
def test_every_deed_fits_the_bar(language: Language, size: Size) -> None:
    words = Words(language)
    turns = [*turns_of(story_of(sample_game(TURNS))), *turns_of(story_of(sample_game(80, True)))]
    texts = sorted({tell(words, each.before, each.move) for each in turns if each.move}, key=len)
    model = replace(sample_of("turn").model, settings=Settings(language=language))
    stage = Stage(model, Ui(), Page(*size), words)
    keys = tuple(Key(Icon.TICK, words("key.yes"), None) for _ in range(3))
    problems = []
    for text in texts[-12:]:
        shown = Bar(text, words("turn.press"), keys, 7)
        problems += list(too_long(bar(stage, shown, Tile(Colour.BLACK, 13))))
    assert not problems, "\n".join(problems)


def _said(message: Enum) -> Sentence:
    return Sentence(message, VALUES)


def _asked(message: Enum, model: Model) -> Question:
    assert model.question is not None
    return replace(model.question, sentence=_said(message))
