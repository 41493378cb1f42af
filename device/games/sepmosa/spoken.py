"""What is said aloud of a change in the game: what was confirmed, whose turn it is, what is asked.

A proposal is never said: nothing counts before it is confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from device.core.messages import Message, say
from device.core.model import CommonPhase
from device.games.sepmosa.handlers.checklists import first_open
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.story import Told, story_of
from device.games.sepmosa.ui.words import Words
from device.ui.words import uncapped
from engine.history import Redo, Undo
from engine.sepmosa import Step, Tile
from engine.sepmosa.values import Pass, Place

ASKED = {  # a phase that is entered → the key of what it asks
    Phase.ASK_PASS: "ask.pass",
    Phase.ASK_ABANDON: "ask.abandon",
    Phase.RESET: "reset.title",
    Phase.RESHUFFLE: "reset.stock-title",
    Phase.GUIDE_BACK: "guide.title",
    CommonPhase.SHUT_DOWN: "ask.shut-down",
}


@dataclass(frozen=True, slots=True)
class Aloud(Words):
    """Words in which tiles and points are no digits."""

    def number(self, value: int) -> str:
        """A small number as a word."""
        known = self("spoken.numbers").split()
        return known[value] if value < len(known) else str(value)

    def tile(self, tile: Tile | None) -> str:
        """A tile's name, such as `blue ten`."""
        if tile is None:
            return Words.tile(self, tile)
        return Words.tile(self, tile).replace(str(tile.value), self.number(tile.value))

    def points(self, points: int) -> str:
        """Points, such as `three points`."""
        if abs(points) > 1:
            count = self.number(abs(points))
            text = uncapped(self("count.points", count=count))
            return f"{self('spoken.minus')} {text}" if points < 0 else text
        return self("spoken.point" if points else "spoken.nothing")


def spoken(before: Model, after: Model) -> str:
    """What is said of what has just happened, or that it will be; empty where nothing is."""
    words = Aloud(after.settings.language, after.names)
    if not before.settings.has_speech:
        return words("spoken.on")
    said = (*_happened(words, before, after), *_asked(words, before, after))
    return " ".join(sentence(words, each) for each in said)


def sentence(words: Aloud, text: str) -> str:
    """A text as a sentence, a number below zero in words."""
    minus = words("spoken.minus")
    plain = re.sub(r"−(\d+)", lambda found: f"{minus} {words.number(int(found[1]))}", text)
    return plain if plain.endswith((".", "?", "!")) else f"{plain}."


def _happened(words: Aloud, before: Model, after: Model) -> Iterator[str]:
    game, table = after.game, after.table
    if game is None or table is None or after.phase is Phase.SET_TABLE:
        return
    if before.phase is Phase.SET_TABLE:
        yield words("set.bar", name=words.player(table.player))
        return
    if before.game is None or len(game.log) <= len(before.game.log):
        return
    last = game.log[-1]
    if after.gain is not None and after.gain is not before.gain:
        yield told(words, story_of(game)[-1])
    elif isinstance(last, Undo | Redo):
        yield words.sentence(say(Message.UNDONE if isinstance(last, Undo) else Message.REDONE))
    if table.step is Step.PLAY:
        yield words("spoken.turn", name=words.player(table.player))
    elif table.step is Step.OVER and after.gain is not None:
        yield words.sentence(say(Message.WON, player=after.gain.seat))


def told(words: Aloud, turn: Told) -> str:
    """A turn that was confirmed: who, what, and what it scored."""
    name, points = words.player(turn.player), words.points(turn.points)
    if turn.move is None or isinstance(turn.move, Pass):
        return words("spoken.passed", name=name, points=points)
    deed = words.move(turn.move, turn.before)
    if isinstance(turn.move, Place):
        deed = words.tile(turn.move.tile)
    return words("spoken.played", name=name, move=uncapped(deed), points=points)


def _asked(words: Aloud, before: Model, after: Model) -> Iterator[str]:
    is_new = after.phase is not before.phase
    asked = after.question
    if after.notice is not None and after.clock.has_warned and not before.clock.has_warned:
        yield words.sentence(after.notice.sentence)
    if after.phase is Phase.QUESTION and asked is not None:
        known = before.question.sentence if before.question else None
        if is_new or known != asked.sentence:
            name = asked.trouble.value
            yield words(f"question.{name}")
            yield words.sentence(asked.sentence)
    elif after.phase is Phase.ASK_UNDO and is_new:
        yield words("ask.undo", turns=words.count("turn", after.undo_depth))
    elif after.phase is CommonPhase.FAULT and after.fault is not None and is_new:
        yield words.sentence(after.fault)
    elif after.phase in ASKED and is_new:
        yield words(ASKED[after.phase])
    if after.phase is Phase.GUIDE_BACK:
        step = first_open(after.checklist)
        if step is not None and (is_new or step != first_open(before.checklist)):
            yield words.sentence(step)
