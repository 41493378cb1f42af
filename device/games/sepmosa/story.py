"""A game told turn by turn: who did what on which mosaic, for how many points."""

from __future__ import annotations

from dataclasses import dataclass

from engine.sepmosa import Game, Move, Player, Table
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.table import Play, Reset, Reshuffle
from engine.sepmosa.values import Pass, Place


@dataclass(frozen=True, slots=True)
class Told:
    """One turn, or a shuffle between two turns."""

    turn: int  # 0 for a shuffle
    player: Player
    before: Mosaic
    move: Move | None
    points: int
    scores: tuple[int, int]  # after it
    is_reset: bool = False


Story = tuple[Told, ...]

_told: list[tuple[Game[Table], Story]] = []  # the newest few, so that a frame costs nothing
_KEPT = 4


def story_of(game: Game[Table]) -> Story:
    """Every turn and shuffle of a game, oldest first."""
    for known, story in _told:
        if known is game:
            return story
    story = tuple(_tell(game))
    _told.insert(0, (game, story))
    del _told[_KEPT:]
    return story


def _tell(game: Game[Table]) -> list[Told]:
    state, told, turn = game.initial, [], 0
    for event in game.events:
        after = state.advance(event)
        if isinstance(event, Play):
            turn += 1
            gained = after.scores[state.player] - state.scores[state.player]
            told.append(Told(turn, state.player, state.mosaic, event.move, gained, after.scores))
        elif isinstance(event, Reset | Reshuffle):
            is_reset = isinstance(event, Reset)
            told.append(Told(0, after.player, state.mosaic, None, 0, after.scores, is_reset))
        state = after
    return told


def turns_of(story: Story, player: Player | None = None) -> Story:
    """The turns of a story, or those of one player."""
    return tuple(each for each in story if each.turn and player in (None, each.player))


def last_points(story: Story, player: Player) -> int | None:
    """What the player scored in his last turn."""
    mine = turns_of(story, player)
    return mine[-1].points if mine else None


def best_turn(story: Story) -> Told | None:
    """The turn with the most points, the earliest of equals."""
    return max(turns_of(story), key=lambda each: each.points, default=None)


def action_count(story: Story, player: Player) -> int:
    """How many action tiles the player used."""
    mine = turns_of(story, player)
    return sum(not isinstance(each.move, Place | Pass) for each in mine)


def pass_count(story: Story, player: Player) -> int:
    """How often the player passed."""
    return sum(isinstance(each.move, Pass) for each in turns_of(story, player))
