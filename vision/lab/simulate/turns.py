"""A game taken apart into turns: the table before, what was done, what the camera then sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.sepmosa import (
    Cell,
    Full,
    Game,
    Mosaic,
    Move,
    Pass,
    Place,
    Play,
    Reset,
    Reshuffle,
    Table,
    Tile,
    check,
    legal_moves,
)
from engine.sepmosa.errors import Reason
from engine.sepmosa.players import play_game, play_greedy, play_random
from engine.sepmosa.rules import open_places
from engine.sepmosa.table import in_sight
from engine.sepmosa.values import ACTION_KINDS, COPIES, MOSAIC_KINDS
from vision.judge.illegal import Breach
from vision.judge.proposal import Proposal, Status
from vision.lab.tally import ReadingVerdict

EARLIER = 6  # tables back that a turn is judged against
SURE = frozenset({Status.MOVE, Status.NONE, Status.UNDONE, Status.CLEARED})
"""What the companion acts on: wrong here is wrong as sure."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: what is to be proposed when the camera sees `after` and the game knows `before`."""

    number: int
    before: Table
    earlier: tuple[Table, ...]
    after: Table
    status: Status
    move: Move | None = None
    reason: Reason | Breach | None = None
    second_joker: Cell | None = None  # where the other joker was laid


def judge(turn: Turn, proposal: Proposal) -> ReadingVerdict:
    """Whether a proposal says what happened, says that it does not know, or is wrong."""
    if proposal.status is turn.status:
        if proposal.status is Status.ILLEGAL or proposal.move == turn.move:
            return ReadingVerdict.RIGHT
        return ReadingVerdict.WRONG
    return ReadingVerdict.WRONG if proposal.status in SURE else ReadingVerdict.FLAGGED


def simulated_game(seed: int) -> Game[Full]:
    """A game of a greedy and a random player, so that all kinds of move occur."""
    players = (play_greedy, play_random) if seed % 2 else (play_random, play_greedy)
    return play_game(players, Random(seed))


def turns_of(game: Game[Full]) -> Iterator[Turn]:
    """Every turn of a game, and every reset and reshuffle, as the table shows them."""
    state = game.initial
    past: list[Table] = []
    for event in game.events:
        before = state.table
        state = state.advance(event)
        if not isinstance(event, Play | Reset | Reshuffle):
            continue
        status, move = _told(event)
        earlier = tuple(past[:EARLIER])
        yield Turn(before.turn, before, earlier, state.table, status, move)
        past = [] if isinstance(event, Reset) else [before, *past]


def _told(event: Play | Reset | Reshuffle) -> tuple[Status, Move | None]:
    if isinstance(event, Reset):
        return Status.CLEARED, None
    if isinstance(event, Reshuffle) or isinstance(event.move, Pass):
        return Status.NONE, None
    return Status.MOVE, event.move


# Deliberate mischief

MISCHIEF = (
    "illegal-placement",
    "two-tiles",
    "wrong-colour",
    "wrong-colour-undo",
    "no-action-tile",
    "tiles-swapped",
    "second-joker",
)


def spoilt(turn: Turn, kind: str, rng: Random) -> Turn | None:
    """The same turn with mischief done instead of the move, or nothing where none can be."""
    table = turn.before
    illegal = replace(turn, status=Status.ILLEGAL, move=None)
    if kind == "second-joker":
        cells = sorted(open_places(table.mosaic), key=str)
        there = replace(illegal, after=table, reason=Breach.SECOND_JOKER)
        return replace(there, second_joker=rng.choice(cells)) if cells else None
    if kind == "wrong-colour-undo":
        undone = _wrongly_undone(turn, rng)
        return replace(illegal, after=undone, reason=Reason.WRONG_COLOUR) if undone else None
    made = {
        "illegal-placement": _illegal_placement,
        "two-tiles": _two_tiles,
        "wrong-colour": _wrong_colour,
        "no-action-tile": _taken,
        "tiles-swapped": _swapped,
    }[kind](table, rng)
    if made is None:
        return None
    after, reason = made
    if any(after.mosaic == past.mosaic for past in turn.earlier):
        return None  # that is taking turns back
    return replace(illegal, after=after, reason=reason)


Mischief = tuple[Table, Reason | Breach] | None


def _left(table: Table, kinds: Sequence[Tile]) -> list[Tile]:
    shown = in_sight(table)
    return [kind for kind in kinds if shown.count(kind) < COPIES]


def _illegal_placement(table: Table, rng: Random) -> Mischief:
    tiles = _left(table, MOSAIC_KINDS)
    cells = [*table.mosaic, Cell(4, 0)]
    for _ in range(40):
        near = rng.choice(cells)
        cell = Cell(
            min(max(near.row + rng.choice([-1, 0, 1]), 1), 7), near.column + rng.choice([-1, 0, 1])
        )
        place = Place(rng.choice(tiles), cell)
        reason = check(table.mosaic, place)
        if reason and reason not in (Reason.JOKER, Reason.OCCUPIED):
            return _laid(table, {cell: place.tile}), reason
    return None


def _two_tiles(table: Table, rng: Random) -> Mischief:
    moves = legal_moves(table.mosaic, _left(table, MOSAIC_KINDS))
    places = [move for move in moves if isinstance(move, Place)]
    if len(places) < 2:
        return None
    one, two = rng.sample(places, 2)
    if one.cell == two.cell or one.tile == two.tile:
        return None
    return _laid(table, {one.cell: one.tile, two.cell: two.tile}), Breach.TWO_TILES


def _wrong_colour(table: Table, rng: Random) -> Mischief:
    elevens = [tile for tile in _left(table, ACTION_KINDS) if tile.value == 11]
    targets = sorted(table.mosaic.connected, key=str)
    if not elevens or not targets:
        return None
    eleven, cell = rng.choice(elevens), rng.choice(targets)
    if table.mosaic[cell].colour is eleven.colour:
        return None
    after = replace(table, mosaic=table.mosaic.without(cell), played=(*table.played, eleven))
    return after, Reason.WRONG_COLOUR


def _wrongly_undone(turn: Turn, rng: Random) -> Table | None:
    """An 11 of another colour takes the tile that was laid last: so the mosaic lay before."""
    table = turn.before
    laid = turn.earlier and [c for c in table.mosaic if c not in turn.earlier[0].mosaic]
    if not laid or len(laid) != 1 or len(turn.earlier[0].mosaic) != len(table.mosaic) - 1:
        return None
    own = table.mosaic[laid[0]].colour
    elevens = [t for t in _left(table, ACTION_KINDS) if t.value == 11 and t.colour is not own]
    if not elevens:
        return None
    played = (*table.played, rng.choice(elevens))
    return replace(table, mosaic=table.mosaic.without(laid[0]), played=played)


def _taken(table: Table, rng: Random) -> Mischief:
    if len(table.mosaic) < 2:
        return None
    cell = rng.choice(sorted(table.mosaic, key=str))
    return replace(table, mosaic=table.mosaic.without(cell)), Breach.NO_ACTION_TILE


def _swapped(table: Table, rng: Random) -> Mischief:
    if len(table.mosaic) < 2:
        return None
    one, two = rng.sample(sorted(table.mosaic, key=str), 2)
    tiles = table.mosaic
    if tiles[one] == tiles[two]:
        return None
    return _laid(table, {one: tiles[two], two: tiles[one]}), Breach.TILES_SWAPPED


def _laid(table: Table, tiles: dict[Cell, Tile]) -> Table:
    return replace(table, mosaic=Mosaic({**table.mosaic, **tiles}))
