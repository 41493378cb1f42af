"""The game as the table shows it: the mosaic, the scores, and counts of what lies hidden.

A game is a row of events, each with its outcome; nothing here is drawn by chance. Every function
takes a state and gives the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum

from engine.sepmosa import rules
from engine.sepmosa.errors import IllegalMove, Reason, Refusal
from engine.sepmosa.mosaic import EMPTY, Mosaic
from engine.sepmosa.values import COPIES, TILE_COUNT, Move, Pass, Place, Remove, RemoveThree, Tile

RACK_SIZE = 6
TARGET = 77
FULL_MOSAIC = 49


class Player(IntEnum):
    """One of the two players; also the index of their score and rack."""

    ONE = 0
    TWO = 1

    @property
    def other(self) -> Player:
        return Player(1 - self)


class Step(Enum):
    """What has to happen next."""

    START = "start"
    DRAW = "draw"
    PLAY = "play"
    RESHUFFLE = "reshuffle"
    RESET = "reset"
    WIN = "win"
    OVER = "over"


Faces = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The lot fell on `first` and six tiles went to each rack (S18)."""

    first: Player
    racks: tuple[Faces, Faces] | None = None  # in a full game
    target: int = TARGET
    allows_identical: bool = False  # house rule: S8 does not hold


@dataclass(frozen=True, slots=True)
class Draw:
    """The player whose turn it is drew a tile (S19); its face is known in a full game."""

    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """The player whose turn it is made their move (S4–S20)."""

    move: Move


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """What was put aside and the played action tiles became the stock (S21)."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Everything but the joker and the racks became the stock (S22)."""


@dataclass(frozen=True, slots=True)
class Win:
    """`player` reached the target (S23)."""

    player: Player


Event = Start | Draw | Play | Reshuffle | Reset | Win


@dataclass(frozen=True, slots=True)
class Table:
    """A game at the table: racks and stock are counts, faces are known only where they showed."""

    step: Step = Step.START
    player: Player = Player.ONE  # whose turn it is
    turn: int = 1  # the number of the turn under way
    mosaic: Mosaic = EMPTY
    scores: tuple[int, int] = (0, 0)
    target: int = TARGET
    racks: tuple[int, int] = (0, 0)
    stock: int = TILE_COUNT
    played: Faces = ()  # action tiles, face up, in the order they were played
    aside: Faces = ()  # removed from the mosaic, so everyone saw the face
    aside_hidden: int = 0  # put aside by passing

    def advance(self, event: Event) -> Table:
        """The table after `event`; raises IllegalMove where it cannot happen now."""
        _refuse_unless_due(self, event)
        match event:
            case Start(first, _, target, allows_identical):
                racks, stock = (RACK_SIZE, RACK_SIZE), TILE_COUNT - 2 * RACK_SIZE
                mosaic = Mosaic(allows_identical=allows_identical)
                begun = replace(self, player=first, target=target, racks=racks, stock=stock)
                return replace(begun, step=Step.DRAW, mosaic=mosaic)
            case Draw():
                racks = _changed(self.racks, self.player, 1)
                return replace(self, step=Step.PLAY, racks=racks, stock=self.stock - 1)
            case Play(move):
                return _play(self, move)
            case Reshuffle():
                stock = TILE_COUNT - sum(self.racks) - len(self.mosaic)
                return replace(_cleared(self), step=Step.DRAW, stock=stock)
            case Reset():
                stock = TILE_COUNT - sum(self.racks)
                emptied = replace(_cleared(self), mosaic=self.mosaic.cleared(), stock=stock)
                return replace(emptied, step=Step.DRAW, player=self.player.other)
            case Win():
                return replace(self, step=Step.OVER)

    def due(self) -> Event | None:
        """The event that must happen now with no decision of a player's, if there is one."""
        if self.step is Step.DRAW:
            return Draw()
        if self.step is Step.WIN:
            return Win(self.player)
        return None


EMPTY_TABLE = Table()


def refusal(table: Table, move: Move) -> Reason | Refusal | None:
    """Why `move` cannot be played at this table now, or nothing."""
    return _refusal(table, move) or rules.check(table.mosaic, move)


def _refusal(table: Table, move: Move) -> Refusal | None:
    if table.step is not Step.PLAY:
        return Refusal.GAME_OVER if table.step in (Step.WIN, Step.OVER) else Refusal.NOT_NOW
    if not isinstance(move, Pass) and in_sight(table).count(move.tile) >= COPIES:
        return Refusal.THIRD_COPY
    return None


def in_sight(table: Table) -> list[Tile]:
    """Every tile whose face the table has shown since the stock was last made."""
    return [*table.mosaic.values(), *table.played, *table.aside]


def _refuse_unless_due(table: Table, event: Event) -> None:
    expected = {
        Step.START: Start,
        Step.DRAW: Draw,
        Step.PLAY: Play,
        Step.RESHUFFLE: Reshuffle,
        Step.RESET: Reset,
        Step.WIN: Win,
    }.get(table.step)
    if expected is None or (table.step is Step.WIN and not isinstance(event, Win)):
        raise IllegalMove(event, Refusal.GAME_OVER)
    if not isinstance(event, expected) or (isinstance(event, Win) and event != table.due()):
        raise IllegalMove(event, Refusal.NOT_NOW)


def _play(table: Table, move: Move) -> Table:
    reason = _refusal(table, move)
    if reason is not None:
        raise IllegalMove(move, reason)
    mosaic, gain = rules.outcome(table.mosaic, move)
    scores = _changed(table.scores, table.player, gain)
    moved = replace(
        table,
        turn=table.turn + 1,
        mosaic=mosaic,
        scores=scores,
        racks=_changed(table.racks, table.player, -1),
        played=table.played if isinstance(move, Place | Pass) else (*table.played, move.tile),
        aside=(*table.aside, *_removed(table.mosaic, move)),
        aside_hidden=table.aside_hidden + isinstance(move, Pass),
    )
    if scores[table.player] >= table.target:
        return replace(moved, step=Step.WIN)
    if isinstance(move, Place) and len(moved.mosaic) == FULL_MOSAIC:
        return replace(moved, step=Step.RESET)
    step = Step.DRAW if moved.stock else Step.RESHUFFLE
    return replace(moved, step=step, player=table.player.other)


def _removed(mosaic: Mosaic, move: Move) -> Faces:
    match move:
        case Remove(_, cell):
            return (mosaic[cell],)
        case RemoveThree():
            return tuple(mosaic[cell] for cell in move.cells or ())
        case _:
            return ()


def _cleared(table: Table) -> Table:
    return replace(table, played=(), aside=(), aside_hidden=0)


def _changed(pair: tuple[int, int], player: Player, by: int) -> tuple[int, int]:
    one, two = pair
    return (one + by, two) if player is Player.ONE else (one, two + by)
