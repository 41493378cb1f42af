"""The coach of the solo game, and whole games, every lot and roll from one seeded source.

The coach says which figure to lay with a roll, and where to enter it.

He weighs every entry by the outlook of the board it leaves. Near the end he also looks one
roll ahead for the most promising ones. The same board and roll always get the same advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, islice, permutations, product
from math import factorial, prod
from random import Random

from engine.mosaix.board import Board
from engine.mosaix.game import Game, new_game
from engine.mosaix.notation import parse_figure
from engine.mosaix.outlook import (
    Gaps,
    Worths,
    gaps_of,
    groups_of,
    learn,
    shipped_worths,
    symbol_features,
)
from engine.mosaix.rules import legal_entries, points, score
from engine.mosaix.table import EMPTY_TABLE, Enter, Lay, Start, Step, Table, refusal
from engine.mosaix.values import (
    ALL_CELLS,
    DICE,
    QUARTERS,
    ROLLS,
    SYMBOLS,
    Entry,
    Figure,
    Marks,
    Place,
    Roll,
    Shape,
    Symbol,
    arrangements,
    figure_of,
    lowest_bits,
    roll_of,
)

LOOKAHEAD = 20  # empty cells from which he looks a roll ahead
CANDIDATES = 8  # entries he looks ahead for
RATE, TRUST = 0.25, 0.5  # of learning: as `learn` has them

_NO_SYMBOL = -1  # gaps and boxes, among the marks of symbols
_BITS = {(cell.row - 1, cell.column - 1): cell.bit for cell in ALL_CELLS}
_CHANCES: tuple[float, ...] = tuple(
    factorial(DICE) / prod(factorial(roll.count(symbol)) for symbol in SYMBOLS) / 3**DICE
    for roll in ROLLS
)


@dataclass(frozen=True, slots=True)
class Advice:
    """The figure to lay, how to enter it, and the score to hope for then."""

    figure: Figure
    entry: Entry
    outlook: float


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to go on: the outlook after it, and what is entered."""

    outlook: float
    entered: Marks

    @property
    def order(self) -> tuple[float, Marks]:
        return -self.outlook, self.entered


def advise(
    board: Board, roll: Roll, worths: Worths | None = None, lookahead: int = LOOKAHEAD
) -> Advice | None:
    """The best figure of the roll and its best entry; None if it is better to stop."""
    weigh = _Weigher(board, worths or shipped_worths())
    best = weigh.best(weigh.options(roll), lookahead)
    if best is None:
        return None
    return Advice(_figure_of(best.entered, roll), Entry(best.entered), best.outlook)


def advise_entry(board: Board, figure: Figure) -> Advice | None:
    """The best entry of a figure that lies already; None if it is better to stop."""
    weigh = _Weigher(board, shipped_worths())
    best = weigh.best(weigh.entries(figure), LOOKAHEAD)
    return None if best is None else Advice(figure, Entry(best.entered), best.outlook)


class _Weigher:
    """Weighs what can be entered on one board."""

    def __init__(self, board: Board, worths: Worths) -> None:
        if board.boxes is None:
            raise ValueError("the coach advises a lone player, on a board with boxes")
        self.board = board
        self.boxes = board.boxes
        self.worths = worths
        self.seen: dict[int, float] = {}  # worth of one symbol's marks, for the gaps at hand

    def options(self, roll: Roll) -> list[_Option]:
        """Every entry of every figure of the roll."""
        which = ROLLS.index(roll)
        return [
            _Option(self.outlook(entered, gaps, boxes), entered)
            for cells, gaps, boxes in self.places()
            for entered in _fillings(cells, which)
        ]

    def entries(self, figure: Figure) -> list[_Option]:
        """Every entry of one figure."""
        found = []
        for entry in legal_entries(self.board, figure):
            gaps, self.seen = gaps_of(self.board.empty & ~entry.cells), {}
            left = self.boxes - entry.dropped
            found.append(_Option(self.outlook(entry.marks, gaps, left), entry.marks))
        return found

    def best(self, options: Iterable[_Option], lookahead: int) -> _Option | None:
        """The option with the best outlook, if it is no worse than stopping now."""
        ranked = sorted(options, key=lambda option: option.order)
        if self.board.empty.bit_count() <= lookahead:
            ahead = (
                _Option(self.expected(option), option.entered) for option in ranked[:CANDIDATES]
            )
            ranked = sorted(ahead, key=lambda option: option.order)
        if not ranked or ranked[0].outlook < score(self.board):
            return None
        return ranked[0]

    def places(self) -> Iterator[tuple[int, Gaps, int]]:
        """Where a figure fits: its cells on the grid, the gaps and the boxes it leaves."""
        filled, empty = self.board.filled, self.board.empty
        for cells in _figure_places():
            left = self.boxes - DICE + cells.bit_count()
            if not cells & filled and left >= 0:
                self.seen = {}
                yield cells, gaps_of(empty ^ cells), left

    def outlook(self, entered: Marks, gaps: Gaps, boxes: int) -> float:
        """The outlook of the board with that entered (as `outlook.outlook` tells it)."""
        (one, two, three), (circles, triangles, crosses) = self.board.marks, entered
        marks = one | circles, two | triangles, three | crosses
        if not gaps.can_be_filled(boxes):
            return boxes + sum(map(points, marks))
        seen = self.seen
        if _NO_SYMBOL not in seen:
            seen[_NO_SYMBOL] = boxes + sum(self.worths[at] for at in gaps.features(boxes))
        total = seen[_NO_SYMBOL]
        for own in marks:
            if own not in seen:
                seen[own] = self.symbol_worth(own, gaps)
            total += seen[own]
        return total

    def symbol_worth(self, marks: int, gaps: Gaps) -> float:
        """Points and worths of one symbol."""
        own = groups_of(marks)
        worths = self.worths
        return own.points + sum([worths[at] for at in symbol_features(own, marks, gaps)])

    def expected(self, option: _Option) -> float:
        """The outlook after the best entry of the next roll, over all rolls."""
        entry = Entry(option.entered)
        one, two, three = self.board.marks
        circles, triangles, crosses = entry.marks
        after = Board((one | circles, two | triangles, three | crosses), self.boxes - entry.dropped)
        now = score(after)
        if not gaps_of(after.empty).can_be_filled(after.boxes or 0):
            return now
        best = [float(now)] * len(ROLLS)
        ahead = _Weigher(after, self.worths)
        for cells, gaps, boxes in ahead.places():
            for which, so_far in enumerate(best):
                fillings = _fillings(cells, which)
                hope = max(ahead.outlook(entered, gaps, boxes) for entered in fillings)
                best[which] = max(hope, so_far)
        return sum(chance * hope for chance, hope in zip(_CHANCES, best, strict=True))


@lru_cache(maxsize=1)
def _figure_places() -> dict[int, tuple[Place, ...]]:
    """For every set of cells a figure can fill, four places that fill it, some off the grid."""
    found: dict[int, tuple[Place, ...]] = {}
    for shape, quarters in product(Shape, QUARTERS):
        outline = [place for place, _ in parse_figure(shape.value).turned(quarters).dice]
        for top, left in product(range(-DICE, 8), repeat=2):
            places = tuple((top + row, left + column) for row, column in outline)
            cells = sum(_BITS.get(place, 0) for place in places)
            if cells:
                found.setdefault(cells, places)
    return found


@lru_cache(maxsize=4096)
def _fillings(cells: int, which: int) -> tuple[Marks, ...]:
    """Every way to fill the cells with symbols of a roll; what is left of it drops."""
    bits = tuple(lowest_bits(cells))
    found = []
    for symbols in _orders(which, len(bits)):
        marks = dict.fromkeys(SYMBOLS, 0)
        for bit, symbol in zip(bits, symbols, strict=True):
            marks[symbol] |= bit
        circles, triangles, crosses = marks.values()
        found.append((circles, triangles, crosses))
    return tuple(found)


@lru_cache(maxsize=len(ROLLS) * DICE)
def _orders(which: int, cells: int) -> tuple[tuple[Symbol, ...], ...]:
    return tuple(dict.fromkeys(permutations(ROLLS[which], cells)))


def _figure_of(entered: Marks, roll: Roll) -> Figure:
    """A figure of the roll that leaves exactly that; what drops is what is left of the roll."""
    left = list(roll)
    dice: list[tuple[Place, Symbol]] = []
    places = _figure_places()[entered[0] | entered[1] | entered[2]]
    for place in sorted(places, key=lambda place: place not in _BITS):
        bit = _BITS.get(place, 0)
        entering = (s for s, own in zip(SYMBOLS, entered, strict=True) if own & bit)
        symbol = next(entering, left[0])
        left.remove(symbol)
        dice.append((place, symbol))
    return figure_of(dice)


# Whole games


Chooser = Callable[[Board, Roll], Advice | None]  # nothing: he stops


def roll_dice(rng: Random) -> Roll:
    """What four dice show; each has every symbol twice."""
    one, two, three, four = rng.choices(SYMBOLS, k=4)
    return roll_of(one, two, three, four)


def deal_boards(players: int, rng: Random) -> Game:
    """A game begun: the printed centres and who has the dice from `rng`."""
    return new_game(Start(tuple(rng.choices(SYMBOLS, k=players)), rng.randrange(players)))


def play_solo(chooser: Chooser, rng: Random) -> Game:
    """A lone player's whole game."""
    game = deal_boards(1, rng)
    while game.table.step is not Step.OVER:
        chosen = chooser(game.table.boards[0], roll_dice(rng))
        if chosen is None:
            return game.stop()
        game = game.lay(chosen.figure).enter(0, chosen.entry)
    return game


def take_random_step(game: Game, rng: Random) -> Game:
    """The game one event further: any figure, or any legal entry by anyone who has to enter."""
    table = game.table
    if table.step is Step.LAY:
        return game.lay(_any_figure(table, rng))
    player = rng.choice(sorted(table.waiting))
    entries = legal_entries(table.boards[player], table.laid)
    return game.enter(player, rng.choice(entries)) if entries else game.skip(player)


def _any_figure(table: Table, rng: Random) -> Figure:
    """A figure as a lone player may lay it: there is one as long as the board is not done."""
    while True:
        figure = rng.choice(arrangements(roll_dice(rng))).turned(rng.choice(QUARTERS))
        if refusal(table, Lay(figure)) is None:
            return figure


def play_random(players: int, rng: Random) -> Game:
    """A whole game of players who enter anything anywhere."""
    game = deal_boards(players, rng)
    while game.table.step is not Step.OVER:
        game = take_random_step(game, rng)
    return game


def solo_scores(seeds: Iterable[int]) -> tuple[int, ...]:
    """What the coach reaches alone, a game for each seed."""
    return tuple(play_solo(advise, Random(seed)).table.scores[0] for seed in seeds)


def learn_game(worths: list[float], rng: Random, rate: float = RATE, trust: float = TRUST) -> None:
    """Moves the worths towards what one more game shows, played by them."""
    game = play_solo(partial(advise, worths=worths, lookahead=0), rng)
    tables = accumulate(game.events, Table.advance, initial=EMPTY_TABLE)
    entered = zip(game.events, islice(tables, 1, None), strict=True)
    boards = [table.boards[0] for event, table in entered if isinstance(event, Enter)]
    if boards:
        learn(worths, boards, rate, trust)


def slowing(share: float) -> float:
    """By how much steps are smaller when that share of all games is played."""
    return 1 if share < 1 / 2 else 0.4 if share < 3 / 4 else 0.15
