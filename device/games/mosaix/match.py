"""A game either way: with its boards kept by the device, or with boards on the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mosaix import Board, Enter, Figure, Lay, Skip, Start, Step, Stop, Table
from engine.mosaix.notation import Match
from engine.mosaix.paper import Paper, PaperEvent
from engine.mosaix.table import EMPTY_TABLE, Event


@dataclass(frozen=True, slots=True)
class PastGame:
    """A line in the list of games."""

    id: int
    names: tuple[str, ...]
    begun: str
    scores: tuple[int, ...]
    turns: int
    is_over: bool
    is_kept: bool  # whether the device kept the boards

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points; nobody where it was not finished."""
        if not self.is_over:
            return ()
        return tuple(who for who, own in enumerate(self.scores) if own == max(self.scores))


def players_of(match: Match) -> int:
    """How many play."""
    return match.players if isinstance(match, Paper) else len(match.table.boards)


def boards_of(match: Match) -> tuple[Board | None, ...]:
    """Each player's board, as far as it is known."""
    return match.boards if isinstance(match, Paper) else match.table.boards


def scores_of(match: Match) -> tuple[int, ...]:
    """What each board is worth now."""
    return match.scores if isinstance(match, Paper) else match.table.scores


def leaders_of(match: Match) -> tuple[int, ...]:
    """Who has the most points: in the end the winners, all of them."""
    scores = scores_of(match)
    return tuple(who for who, own in enumerate(scores) if own == max(scores))


def is_over(match: Match) -> bool:
    """Whether the game has come to its end and every board is counted."""
    return match.is_over if isinstance(match, Paper) else match.table.step is Step.OVER


def holder_of(match: Match) -> int:
    """Who has the dice: lays the next figure, or has laid the one to enter."""
    return match.player if isinstance(match, Paper) else match.table.player


def figure_of(match: Match) -> Figure | None:
    """The figure laid last."""
    if isinstance(match, Paper):
        return match.figures[-1] if match.figures else None
    return match.table.figure


def figures_of(match: Match) -> tuple[Figure, ...]:
    """Every figure laid so far."""
    return tuple(event.figure for event in match.events if isinstance(event, Lay))


def is_solo(match: Match) -> bool:
    """Whether it is played alone, with boxes."""
    return players_of(match) == 1


@dataclass(frozen=True, slots=True)
class Told:
    """One turn as it stands in the story of a game."""

    turn: int
    player: int  # who laid
    figure: Figure
    entered: tuple[Enter | Skip, ...]
    table: Table | None  # after it; nothing where the boards lie on the table


def story_of(match: Match) -> tuple[Told, ...]:
    """Turn by turn what happened; the last one may be unfinished."""
    if isinstance(match, Paper):
        first, count = match.state.first, match.players
        return tuple(
            Told(at + 1, (first + at) % count, figure, (), None)
            for at, figure in enumerate(match.figures)
        )
    told: list[Told] = []
    table = EMPTY_TABLE
    for event in match.events:
        holder, table = table.player, table.advance(event)
        match event:
            case Lay(figure):
                told.append(Told(len(told) + 1, holder, figure, (), table))
            case Enter() | Skip():
                last = told[-1]
                entered = (*last.entered, event)
                told[-1] = Told(last.turn, last.player, last.figure, entered, table)
            case Start() | Stop():
                pass
    return tuple(told)


def last_deed(match: Match, depth: int) -> Event | PaperEvent:
    """The earliest of the last `depth` events that stand."""
    return match.events[-depth]
