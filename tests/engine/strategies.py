"""What hypothesis builds the engine's properties from."""

from random import Random

from hypothesis import strategies as st

from engine.sepmosa import Cell, Mosaic, Pass, Place, Remove, RemoveThree, Shift
from engine.sepmosa.players import deal, play_greedy, play_random, take_step
from engine.sepmosa.table import Step
from engine.sepmosa.values import JOKER_CELL, KINDS, MOSAIC_KINDS


def cells(rows=(0, 9), columns=(-999_999, 999_999)):
    """Any cell that has a name, or those between the bounds."""
    return st.builds(Cell, st.integers(*rows), st.integers(*columns))


def action(value):
    """An action tile of one value in any colour."""
    return st.sampled_from([tile for tile in KINDS if tile.value == value])


@st.composite
def moves(draw):
    """Any move that has a text, legal or not."""
    cell = cells()
    ends = sorted((draw(cell), draw(cell)), key=lambda end: (end.row, end.column))
    return draw(
        st.one_of(
            st.builds(Place, st.sampled_from(KINDS), cell),
            st.builds(Remove, action(11), cell),
            st.builds(Shift, action(12), cell, cell),
            st.builds(RemoveThree, action(13), st.just(ends[0]), st.just(ends[1])),
            st.builds(Pass, st.none() | st.sampled_from(KINDS)),
        )
    )


def mosaics():
    """Any tiles anywhere in the rows, whether or not play could bring them there."""
    places = cells((1, 7), (-30, 30)).filter(lambda at: at != JOKER_CELL)
    return st.dictionaries(places, st.sampled_from(MOSAIC_KINDS), max_size=30).map(Mosaic)


@st.composite
def games(draw, longest=140):
    """A full game in the middle of random or greedy play, from a seed."""
    seed = draw(st.integers(0, 10_000))
    steps = draw(st.integers(0, longest))
    chooser = draw(st.sampled_from([play_random, play_greedy]))
    rng = Random(seed)
    game = deal(rng)
    for _ in range(steps):
        if game.state.table.step is Step.OVER:
            break
        game = take_step(game, (chooser, play_random), rng)
    return game
