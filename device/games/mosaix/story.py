"""A game told turn by turn: who laid which figure, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mosaix import Enter, Figure, Lay, Skip, Start, Stop, Table
from engine.mosaix.notation import Match
from engine.mosaix.paper import Paper
from engine.mosaix.table import EMPTY_TABLE


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
