"""A game either way: with its boards kept by the device, or with boards on the table."""

from __future__ import annotations

from engine.mosaix import Board, Figure, Lay, Step, winners
from engine.mosaix.notation import Match
from engine.mosaix.paper import Paper, PaperEvent
from engine.mosaix.table import Event


def players_of(match: Match) -> int:
    """How many play."""
    return match.players if isinstance(match, Paper) else len(match.table.boards)


def boards_of(match: Match) -> tuple[Board | None, ...]:
    """Each player's board, as far as it is known."""
    return match.boards if isinstance(match, Paper) else match.table.boards


def scores_of(match: Match) -> tuple[int, ...]:
    """What each board is worth now."""
    return match.scores if isinstance(match, Paper) else match.table.scores


def winners_of(match: Match) -> tuple[int, ...]:
    """Who has won; nobody before the end."""
    return winners(scores_of(match)) if is_over(match) else ()


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


def last_deed(match: Match, depth: int) -> Event | PaperEvent:
    """The earliest of the last `depth` events that stand."""
    return match.events[-depth]
