"""What hypothesis builds the properties of MOSAIX from."""

from random import Random

from hypothesis import strategies as st

from engine.mosaix import ROLLS, Step, arrangements, parse_board
from engine.mosaix.players import deal_boards, take_random_step

seeds = st.integers(0, 100_000)


@st.composite
def figures(draw):
    """Any figure, lying any way round."""
    figure = draw(st.sampled_from(arrangements(draw(st.sampled_from(ROLLS)))))
    return figure.turned(draw(st.integers(0, 3)))


@st.composite
def boards(draw, solo=None):
    """Any symbols anywhere, from nearly empty to nearly full, the colours in lumps or not."""
    rng = Random(draw(seeds))
    emptiness = draw(st.sampled_from([0.04, 0.1, 0.25, 0.5, 0.9]))
    weights = draw(st.sampled_from([(1, 1, 1), (6, 2, 1)]))
    cells = ["." if rng.random() < emptiness else rng.choices("OTX", weights)[0] for _ in range(49)]
    cells[24] = rng.choice("OTX")
    rows = "/".join("".join(cells[at : at + 7]) for at in range(0, 49, 7))
    alone = draw(st.booleans()) if solo is None else solo
    return parse_board(rows + (f"+{draw(st.integers(0, 8))}" if alone else ""))


@st.composite
def games(draw, longest=60):
    """A game of one to four in the middle of random play, from a seed."""
    rng = Random(draw(seeds))
    game = deal_boards(draw(st.integers(1, 4)), rng)
    for _ in range(draw(st.integers(0, longest))):
        if game.table.step is Step.OVER:
            break
        game = take_random_step(game, rng)
    return game
