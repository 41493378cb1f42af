"""A drawn lesson of a set that training never met, made once."""

from functools import cache

from vision.lab.simulate.household import household
from vision.lab.simulate.lesson import game_picture, lesson_picture
from vision.tiles.profile.lesson import ROWS_ASKED, look_at
from vision.tiles.read import Reader

SIZE_WH = (1280, 960)


@cache
def reader():
    return Reader()


@cache
def home(style="held-dish-soft", seed=9000):
    return household(seed, SIZE_WH, style)


@cache
def lesson_drawn(style="held-dish-soft", rows=ROWS_ASKED):
    return lesson_picture(home(style), rows, 9000)


@cache
def lesson(style="held-dish-soft"):
    reader().teach(None)
    return look_at(reader(), [lesson_drawn(style).frame_bgr])


@cache
def game_drawn(style="held-dish-soft", seed=9001):
    return game_picture(home(style), seed)
