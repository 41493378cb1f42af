"""A drawn table and its eyes: a turn before it, after it, and with a hand at work."""

from dataclasses import dataclass
from functools import cache

from engine.sepmosa import Move
from vision.judge.look import Eyes, open_eyes
from vision.lab.simulate.household import HAND, extent_of, frame_of, household
from vision.lab.simulate.turns import Turn, simulated_game, turns_of
from vision.net import MODELS
from vision.picture import Image
from vision.tiles.read import Reader

SIZE = (1024, 768)
SEED, NUMBER = 3, 15  # of the game, and of the turn that is looked at: R7@2+0 beside nine tiles


class CountingReader(Reader):
    """A reader that counts how often it read a whole picture."""

    def __init__(self) -> None:
        super().__init__(MODELS)
        self.asked = 0

    def read_picture(self, picture, *, is_live=True):
        self.asked += 1
        return super().read_picture(picture, is_live=is_live)


@dataclass(frozen=True)
class DrawnTurn:
    """One turn of a drawn game, and pictures of it."""

    turn: Turn
    before: Image
    hand: Image  # at work, the tile laid
    after: Image
    dimmer: Image  # the same by another lamp

    @property
    def move(self) -> Move:
        assert self.turn.move is not None
        return self.turn.move


@cache
def drawn_turn() -> DrawnTurn:
    """The turn, drawn once."""
    turn = next(each for each in turns_of(simulated_game(SEED)) if each.number == NUMBER)
    home, extent = household(SEED, SIZE, "dish"), extent_of([turn.before.mosaic, turn.after.mosaic])
    return DrawnTurn(
        turn,
        frame_of(home, turn.before, extent, 13),
        frame_of(home, turn.after, extent, 14, [HAND]),
        frame_of(home, turn.after, extent, 15),
        frame_of(home, turn.after, extent, 16, ["gain-0.6"]),
    )


@cache
def eyes() -> Eyes:
    """Eyes that count what they read, loaded once."""
    seeing = open_eyes()
    return Eyes(CountingReader(), seeing.cover)
