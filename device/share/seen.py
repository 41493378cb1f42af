"""What an onlooker may know of a game: what lies on the table and what everyone heard.

Each game says it for itself (`games/…/onlooker.py`); nobody else decides what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from device.core.table_state import TableState
from device.locale import Language
from engine.names import clean_name

Json = dict[str, Any]
LARGEST = 1_000_000  # number that a game can have anything to do with


class SeenGame(Protocol):
    """One game as an onlooker sees it."""

    @property
    def state(self) -> TableState:
        """Playing, reset or over, as far as the game itself tells."""

    @property
    def turn(self) -> int:
        """The number of the turn under way; of the last one when it is over."""

    @property
    def player(self) -> int | None:
        """Whose turn it is, from 0; nobody's when it is over."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, from 0; nobody before it is over."""

    @property
    def target(self) -> int | None:
        """The points to win, where there are such."""

    def grown(self, entries: Sequence[str]) -> Self:
        """The game with further entries of its log; raises ValueError or IndexError."""

    def table(self) -> Json:
        """What lies on the table now."""

    def notation(self) -> tuple[str, ...]:
        """Every move that stands, in the text that records use."""

    def curve(self) -> list[tuple[int, ...]]:
        """The scores after 0, 1, 2 … turns."""

    def moves(self, language: Language, newest: int | None = None) -> list[Json]:
        """What was done, oldest first, with words for people; only the newest few if asked."""

    def record(self, names: Sequence[str], begun: str) -> str:
        """The game as a text record, without anything an onlooker cannot know."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a past game stood when it was closed."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]  # nobody where it was not finished
    turns: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Onlooker:
    """How a kind of game is shown to onlookers."""

    begin: Callable[[Sequence[str]], SeenGame]  # with the players' names, before its first entry
    result: Callable[[Json], Result | None]  # from a summary in the games' file
    checked: Callable[[Json], Json | None]
    """A live view that may come from anybody, with nothing but what belongs there; None if that
    cannot be drawn."""


def checked_head(told: Json, seats: Container[int]) -> Json | None:
    """What the views of all games have in common, from one that may come from anybody; None where
    it is not of that form."""
    match told:
        case {
            "id": int(number),
            "game": str(kind),
            "names": list(names),
            "scores": list(scores),
            "winners": list(winners),
            "player": int() | None as player,
            "turn": int(turn),
            "target": int() | None as target,
            "open": bool(is_open),
            "state": str(state),
            "moves": list(moves),
        }:
            own = range(len(names))
            is_well = len(names) in seats and len(scores) == len(names)
            is_well &= all(isinstance(name, str) for name in names)
            is_well &= all(isinstance(score, int) and abs(score) < LARGEST for score in scores)
            is_well &= all(isinstance(who, int) and who in own for who in winners)
            is_well &= (player is None or player in own) and 0 <= turn < LARGEST
            is_well &= state in {each.value for each in TableState}
            if is_well and (target is None or 0 < target < LARGEST):
                return {
                    "id": number, "game": kind, "names": list(map(clean_name, names)),
                    "scores": scores, "winners": winners, "player": player, "turn": turn,
                    "target": target, "open": is_open, "state": state,
                    "moves": _checked_moves(moves[-1:], own), "said": _checked_texts(told),
                }  # fmt: skip
    return None


def _checked_texts(told: Json) -> dict[str, str]:
    """The last move in each language that is known here."""
    match told:
        case {"said": dict(said)}:
            texts = ((each.value, said.get(each.value)) for each in Language)
            return {name: text[:200] for name, text in texts if isinstance(text, str)}
    return {}


def _checked_moves(moves: list[object], own: Container[int]) -> list[Json]:
    """The moves that are of the right form."""
    found: list[Json] = []
    for move in moves:
        match move:
            case {"text": str(text), "move": str(name), **more}:
                shown: Json = {"text": text[:200], "move": name[:40]}
                for key in ("player", "points", "turn"):
                    value = more.get(key)
                    if isinstance(value, int) and abs(value) < LARGEST:
                        shown[key] = value
                if shown.get("player", 0) in own:
                    found.append(shown)
    return found
