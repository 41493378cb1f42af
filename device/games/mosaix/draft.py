"""A figure as it is laid by touch, die by die, on a little square of places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.mosaix import Figure, Roll, Symbol, figure_of, roll_of
from engine.mosaix.values import DICE, Place

SIDE = 5  # places each way; any figure fits, begun anywhere near the middle


@dataclass(frozen=True, slots=True)
class Draft:
    """The dice laid so far, row by row, and the symbol the next one shows."""

    dice: tuple[tuple[Place, Symbol], ...] = ()
    brush: Symbol = Symbol.CIRCLE

    def __getitem__(self, place: Place) -> Symbol | None:
        return dict(self.dice).get(place)

    @property
    def is_full(self) -> bool:
        return len(self.dice) == DICE

    @property
    def roll(self) -> Roll | None:
        """What the four dice show, once they are all there."""
        if not self.is_full:
            return None
        one, two, three, four = (symbol for _, symbol in self.dice)
        return roll_of(one, two, three, four)

    @property
    def figure(self) -> Figure | None:
        """The figure, once four dice lie edge to edge."""
        if not self.is_full:
            return None
        try:
            return figure_of(self.dice)
        except ValueError:
            return None


NO_DRAFT = Draft()


def touched(draft: Draft, place: Place) -> Draft | None:
    """The draft after a touch at a place: a die laid there, changed to the brush, or taken away.

    Nothing where a fifth die would be laid.
    """
    laid = dict(draft.dice)
    if laid.get(place) is draft.brush:
        del laid[place]
    elif place in laid or not draft.is_full:
        laid[place] = draft.brush
    else:
        return None
    return replace(draft, dice=tuple(sorted(laid.items())))


def draft_of(figure: Figure, brush: Symbol = Symbol.CIRCLE) -> Draft:
    """A figure in the middle of the places."""
    height, width = figure.size
    down, right = (SIDE - height) // 2, (SIDE - width) // 2
    dice = tuple(((row + down, column + right), symbol) for (row, column), symbol in figure.dice)
    return Draft(dice, brush)


def draft_of_roll(roll: Roll) -> Draft:
    """Four dice as they were thrown, side by side."""
    return draft_of(figure_of(((0, at), symbol) for at, symbol in enumerate(roll)))
