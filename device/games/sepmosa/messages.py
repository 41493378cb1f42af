"""Sentences about tiles."""

from __future__ import annotations

from device.core.messages import Message, Sentence, say
from vision.judge.illegal import Do, Expected


def sentence_of_expected(expected: Expected) -> Sentence:
    """What an action tile that lies there still asks for."""
    tile = expected.tile
    match expected.do:
        case Do.PLACE:
            return say(Message.NOW_PLACE, tile=tile)
        case Do.MOVE:
            return say(Message.NOW_MOVE, tile=tile, one=tile.colour)
        case Do.REMOVE if tile.value == 13:
            return say(Message.NOW_REMOVE_THREE, tile=tile, three=tile.colour)
        case Do.REMOVE:
            return say(Message.NOW_REMOVE, tile=tile, one=tile.colour)
