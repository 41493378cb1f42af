"""What is drawn once is kept: enough for any screen, and never more than a little memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.games.sepmosa.ui import tiles
from device.lab.screens.gallery import picture_of
from device.lab.screens.samples import SAMPLES
from device.lab.soak.gauges import memory
from device.locale import Language
from device.ui import icons, shapes, text

MOST = 16 << 20  # bytes that pictures of other screens may take beside those of one
CACHES: tuple[Callable[..., Any], ...] = (
    text.rendered,
    shapes.rounded,
    shapes.glow,
    shapes.felt,
    shapes.fade,
    icons.icon,
    tiles.tile_picture,
)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_screen_drawn_again_makes_no_picture_anew(name: str) -> None:
    sample = SAMPLES[name]()
    for cache in CACHES:
        cache.cache_clear()
    picture_of(sample, Language.ENGLISH, (800, 480))
    made = [cache.cache_info().misses for cache in CACHES]
    picture_of(sample, Language.ENGLISH, (800, 480))
    assert [cache.cache_info().misses for cache in CACHES] == made


def test_pictures_of_many_screens_take_little_memory() -> None:
    _draw_all(Language.ENGLISH)
    before = memory()
    for language in Language:
        _draw_all(language)
    assert memory() - before < MOST


def _draw_all(language: Language) -> None:
    for make in SAMPLES.values():
        picture_of(make(), language, (800, 480))
