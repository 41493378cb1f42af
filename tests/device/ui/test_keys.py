"""A key means the same on every screen of both games: word, symbol, colour and place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from device.core import events as on
from device.core.settings import KeySide
from device.lab.screens.gallery import SIZES
from device.locale import Language, catalogue
from device.ui.controls import ANSWERS, Button, Style
from device.ui.icons import Icon
from device.ui.theme import Page, Size
from device.ui.view import View
from device.ui.widgets import Box, IconMark, Label, Scene, Veil, walk
from tests.device.ui.references import sample_of
from tests.device.ui.test_fit import NAMES, on_top, scene_of

FIRST: Size = SIZES[0]
TALL: Size = (480, 800)
SETTLED = (Style.KEY, Style.CARD, Style.MAIN, Style.DONE, Style.OFF, Style.OFF_CARD)


def keys(scene: Scene) -> Iterator[Button]:
    """The keys of a screen, those in its lists and cards too; no tiles, cells or lines."""
    for each in walk(scene):
        if isinstance(each, Button) and each.style in SETTLED:
            yield each


def symbol_of(key: Button) -> Icon | None:
    return next((each.icon for each in key.parts if isinstance(each, IconMark)), None)


def word_of(key: Button) -> str:
    return " ".join(each.text for each in key.parts if isinstance(each, Label))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_way_back_is_an_arrow_in_one_corner(size: Size) -> None:
    unit = Page(*size).unit
    found = 0
    for name in NAMES:
        for key in keys(scene_of(name, Language.ENGLISH, size)):
            is_arrow = symbol_of(key) is Icon.BACK and not word_of(key)
            if is_arrow and not isinstance(key.meant, on.Slide) and key.rect.y < size[1] / 2:
                assert key.rect.topleft == (round(14 * unit), round(10 * unit)), name
                found += 1
            assert not (word_of(key) and symbol_of(key) is Icon.BACK), name
            if isinstance(key.meant, on.Back):  # what leaves a screen otherwise says how
                assert is_arrow or word_of(key), name
    assert found > 40


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("winner", [None, 0, 1])
def test_only_a_game_that_somebody_won_can_count_in_statistics(
    winner: int | None, size: Size
) -> None:
    """One left unfinished showed the tick, and was in no statistics."""
    model = sample_of("replay").model
    past = tuple(replace(game, winner=winner) for game in model.past_games)
    scene = View().scene(replace(model, past_games=past), size)
    assert (winner is not None) == any(
        isinstance(key.meant, on.CountInStatistics) for key in keys(scene)
    )


@pytest.mark.parametrize("side", KeySide)
def test_nothing_lies_over_the_way_back(side: KeySide) -> None:
    for name in NAMES:
        scene = on_top(scene_of(name, Language.ENGLISH, FIRST, side))
        arrows = [at for at, each in enumerate(scene) if each.rect.topleft == (14, 10)]
        for at in (at for at in arrows if isinstance(scene[at], Button)):
            over = scene[at].rect.collidelistall([each.rect for each in scene[at + 1 :]])
            assert not over, f"{name}: {[scene[at + 1 + each] for each in over]}"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_over_a_screen_is_closed_by_a_cross_in_one_corner(size: Size) -> None:
    unit, found = Page(*size).unit, 0
    for name in NAMES:
        scene = scene_of(name, Language.ENGLISH, size)
        veils = [each for each in scene if isinstance(each, Veil) and each.meant is not None]
        for veil in veils:
            above = on_top(scene)
            card = next(each for each in above if isinstance(each, Box)).rect
            (cross,) = [each for each in keys(above) if symbol_of(each) is Icon.CROSS]
            assert (cross.meant, word_of(cross)) == (veil.meant, ""), name
            assert abs(card.right - cross.rect.right - 10 * unit) <= 2, name
            assert abs(cross.rect.y - card.y - 8 * unit) <= 2, name
            found += 1
    assert found >= 8


def test_a_word_has_one_symbol_on_every_key() -> None:
    symbols: dict[str, set[Icon]] = defaultdict(set)
    own = {catalogue(each)["language"]["name"] for each in Language}  # a tick for the one chosen
    for name in NAMES:
        for key in keys(scene_of(name, Language.ENGLISH, FIRST)):
            symbol = symbol_of(key)
            if symbol is not None and word_of(key) not in own:
                symbols[word_of(key)].add(symbol)
    assert not {word: found for word, found in symbols.items() if word and len(found) > 1}


def test_what_one_most_likely_wants_is_gold_and_nothing_to_press_is_green() -> None:
    for name in NAMES:
        for key in keys(scene_of(name, Language.ENGLISH, FIRST)):
            assert key.style is not Style.DONE or symbol_of(key) is Icon.UP, name  # capitals: on
            if symbol_of(key) is Icon.BIN or isinstance(key.meant, on.Delete):
                assert key.style is Style.KEY, name
    for ending in ("stop", "abandon", "shut-down", "new-link"):
        assert ANSWERS[ending] == (Style.MAIN, Style.CARD)


ORDER = ("No", "Yes", "Menu")  # from the middle of the bar to the corner
ALONE = ("Take back", "Menu")


@pytest.mark.parametrize("size", [FIRST, TALL], ids=str)
def test_keys_of_the_bar_keep_their_order_and_the_menu_its_corner(size: Size) -> None:
    corners = set()
    for name in NAMES:
        scene = on_top(scene_of(name, Language.ENGLISH, size))
        low = [each for each in keys(scene) if each.rect.y > size[1] - 110 * Page(*size).unit]
        words = [word_of(each) for each in sorted(low, key=lambda each: each.rect.x)]
        for order in (ORDER, ALONE, ("Tiles", "Take back"), ("Home", "History", "Play again")):
            there = [each for each in order if each in words]
            assert [each for each in words if each in there] == there, name
        if "Menu" in words:
            assert words[-1] == "Menu", name
            corners.add(next(each.rect.right for each in low if word_of(each) == "Menu"))
        if "No" in words:
            assert "Yes" in words, f"{name}: where Yes is otherwise would lie No"
    assert len(corners) == 1


SAME = (  # keys that mean the same, and what the screen behind them is called
    ("key.undo", "menu.undo"),
    ("sepmosa:key.coach", "sepmosa:menu.coach", "mosaix:lay.coach"),
    ("menu.history", "history.title"),
    ("menu.settings", "home.settings", "settings.title"),
    ("menu.help", "home.help"),
    ("home.new", "new.title"),
    ("home.past", "past.title"),
    ("home.statistics", "statistics.title"),
    ("settings.share", "share.title"),
)
APART = (  # different things; a word that stands for both would be a trap
    ("key.undo", "key.redo", "key.no", "key.never-mind", "key.delete", "key.restore"),
    ("key.start", "key.go-on", "key.done", "key.yes", "key.rematch", "home.resume"),
    ("settings.shut-down", "share.off", "menu.abandon", "menu.home"),
    ("key.show", "key.look-again", "key.close"),
)


@pytest.mark.parametrize("language", Language)
def test_one_word_for_one_thing(language: Language) -> None:
    def said(key: str) -> str:
        topic, _, rest = key.rpartition(":")
        section, _, name = rest.partition(".")
        return str(catalogue(language, *[topic] if topic else [])[section][name])

    for same in SAME:
        assert len({said(key) for key in same}) == 1, same
    for apart in APART:
        assert len({said(key) for key in apart}) == len(apart), [said(key) for key in apart]
