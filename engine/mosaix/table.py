"""The game as a row of events: a figure is laid, everyone enters it, the dice go on (M2–M5, M7).

Players are counted from 0. A game of one is played on the grey side, with its boxes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.mosaix import rules
from engine.mosaix.board import Board, new_board
from engine.mosaix.errors import IllegalMove, Reason, Refusal
from engine.mosaix.rules import score
from engine.mosaix.values import Entry, Figure, Symbol

PLAYERS = range(1, 5)


class Step(Enum):
    """What has to happen next."""

    START = "start"
    LAY = "lay"
    ENTER = "enter"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Start:
    """Each player took the board with that printed centre, and `first` the dice."""

    centres: tuple[Symbol, ...]
    first: int = 0

    def __post_init__(self) -> None:
        if len(self.centres) not in PLAYERS:
            raise ValueError(f"one to four play, not {len(self.centres)}")
        if not 0 <= self.first < len(self.centres):
            raise ValueError(f"there is no player {self.first + 1} to begin")


@dataclass(frozen=True, slots=True)
class Lay:
    """The player who has the dice laid them into a figure."""

    figure: Figure


@dataclass(frozen=True, slots=True)
class Enter:
    """`player` entered the figure on their board."""

    player: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Skip:
    """`player` could not enter a single symbol of the figure."""

    player: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A lone player had enough."""


Event = Start | Lay | Enter | Skip | Stop


@dataclass(frozen=True, slots=True)
class Table:
    """A game between two events; the players enter a figure in any order."""

    step: Step = Step.START
    boards: tuple[Board, ...] = ()
    player: int = 0  # who has the dice
    turn: int = 1  # the number of the turn under way
    figure: Figure | None = None  # the last one laid
    waiting: frozenset[int] = frozenset()  # who has yet to enter it

    @property
    def is_solo(self) -> bool:
        return len(self.boards) == 1

    @property
    def scores(self) -> tuple[int, ...]:
        """What each board is worth now, player by player."""
        return tuple(map(score, self.boards))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has the most points: in the end the winners, all of them."""
        return tuple(who for who, own in enumerate(self.scores) if own == max(self.scores))

    @property
    def laid(self) -> Figure:
        """The figure everyone enters; raises ValueError before the first one."""
        if self.figure is None:
            raise ValueError("no figure was laid yet")
        return self.figure

    def advance(self, event: Event) -> Table:
        """The table after `event`; raises IllegalMove where it cannot happen now."""
        no = refusal(self, event)
        if no is not None:
            raise IllegalMove(event_name(event), no)
        match event:
            case Start(centres, first):
                boards = tuple(new_board(centre, len(centres) == 1) for centre in centres)
                return Table(Step.LAY, boards, first)
            case Lay(figure):
                everyone = frozenset(range(len(self.boards)))
                return replace(self, step=Step.ENTER, figure=figure, waiting=everyone)
            case Enter(player, entry):
                return _end_turn(_entered(self, player, entry))
            case Skip(player):
                return _end_turn(replace(self, waiting=self.waiting - {player}))
            case Stop():
                return replace(self, step=Step.OVER, waiting=frozenset())


EMPTY_TABLE = Table()


def refusal(table: Table, event: Event) -> Reason | Refusal | None:
    """Why `event` cannot happen at this table now, or nothing."""
    match event:
        case Start():
            return None if table.step is Step.START else Refusal.NOT_NOW
        case Stop():
            return _untimely(table, Step.LAY, Step.ENTER) or (
                None if table.is_solo else Refusal.NOT_ALONE
            )
        case Lay(figure):
            return _untimely(table, Step.LAY) or _check_lay(table, figure)
        case Enter(player) | Skip(player):
            return (
                _untimely(table, Step.ENTER)
                or _check_player(table, player)
                or _check_entry(table, event)
            )


def _untimely(table: Table, *steps: Step) -> Refusal | None:
    if table.step in steps:
        return None
    return Refusal.GAME_OVER if table.step is Step.OVER else Refusal.NOT_NOW


def _check_player(table: Table, player: int) -> Refusal | None:
    if not 0 <= player < len(table.boards):
        return Refusal.NO_SUCH_PLAYER
    return None if player in table.waiting else Refusal.ENTERED_ALREADY


def _check_lay(table: Table, figure: Figure) -> Reason | None:
    """A lone player can always lay a figure that fits, so that M4 asks him to."""
    if table.is_solo and not rules.legal_entries(table.boards[0], figure):
        return Reason.NO_PLACE
    return None


def _check_entry(table: Table, event: Enter | Skip) -> Reason | None:
    board, figure = table.boards[event.player], table.laid
    if isinstance(event, Enter):
        return rules.check(board, figure, event.entry)
    return Reason.CAN_ENTER if rules.legal_entries(board, figure) else None


def _entered(table: Table, player: int, entry: Entry) -> Table:
    board = rules.apply(table.boards[player], table.laid, entry)
    boards = (*table.boards[:player], board, *table.boards[player + 1 :])
    return replace(table, boards=boards, waiting=table.waiting - {player})


def _end_turn(table: Table) -> Table:
    """The table as it is while someone has to enter; then the next turn, or the end (M5)."""
    if table.waiting:
        return table
    if any(map(rules.is_done, table.boards)):
        return replace(table, step=Step.OVER)
    following = (table.player + 1) % len(table.boards)
    return replace(table, step=Step.LAY, player=following, turn=table.turn + 1)


def event_name(event: Event) -> str:
    """The event in a few words of the notation, for messages."""
    match event:
        case Start():
            return "start"
        case Lay(figure):
            return str(figure)
        case Enter(player, entry):
            return f"{player + 1}:{entry}"
        case Skip(player):
            return f"{player + 1}:-"
        case Stop():
            return "stop"
