"""Every message that can be shown to players, by its key; the catalogues say it in words. The
reasons of engine and vision are messages as well.

Values in a sentence have fixed names: `player`, `tile`, `seen`, `cell` and `move` (the engine's
values), `turn`, `points`, `count`, `seconds`, `depth` (numbers), `name`, `path`, `detail` (text, or
a reason of the engine or of vision), `one` and `three` (a colour: so many tiles of it). Nothing is
said of a value that is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

Value = object  # a text, a number, or a value of a game that its words can name


class Message(Enum):
    """One sentence for players; the value is its key in the catalogues."""

    # the table and what was seen there
    NOTHING_CHANGED = "nothing-changed"
    I_SAW = "i-saw"  # move: what a player doubts
    UNSURE = "unsure"  # what was laid at this place?
    UNSURE_TILE = "unsure-tile"  # cell: which tile lies there?
    TABLE_WENT_BACK = "table-went-back"  # depth
    TABLE_CLEARED = "table-cleared"
    NOW_REMOVE = "now-remove"  # tile, one: what the action tile still asks for
    NOW_REMOVE_THREE = "now-remove-three"  # tile, three
    NOW_MOVE = "now-move"  # tile, one
    NOW_PLACE = "now-place"  # tile
    NOT_YOUR_TURN = "not-your-turn"  # player: whose turn it is
    LOOKING = "looking"  # the camera has not made up its mind yet
    SAW_NOTHING = "saw-nothing"  # a press has waited in vain
    ASK_PASS_AGAIN = "ask-pass-again"  # noqa: S105  a press too soon after the question
    COACH_NOTHING = "coach-nothing"  # he is asked, and nothing can be placed
    PASS_NOT_NOW = "pass-not-now"  # noqa: S105  something new lies on the table
    NOT_LEGAL = "not-legal"  # move, detail: what was chosen cannot be played
    NO_EARLIER_TURN = "no-earlier-turn"  # cell: nobody laid a tile there in this round
    NO_ONE_MOVE = "no-one-move"  # the differences are not one move: choose what was played
    GUIDED = "guided"  # the table is as the screen says again

    REASON_UNKNOWN = "unknown-reason"  # or one that the catalogues lack

    # checklists
    LAY_JOKER = "lay-joker"  # the joker is in sight and upright
    LAY_NOTHING_ELSE = "lay-nothing-else"  # no tile beside it
    FILL_RACKS = "fill-racks"  # count: tiles for each player
    CLEAR_MOSAIC = "clear-mosaic"
    KEEP_JOKER = "keep-joker"
    TAKE_ACTION_TILES = "take-action-tiles"
    SHUFFLE_STOCK = "shuffle-stock"  # count: tiles in the new stock
    GUIDE_LAY = "guide-lay"  # tile, cell
    GUIDE_TAKE = "guide-take"  # tile, cell
    GUIDE_SWAP = "guide-swap"  # tile (what should lie there), seen, cell
    GUIDE_LAY_BESIDE = "guide-lay-beside"  # tile
    GUIDE_TAKE_BESIDE = "guide-take-beside"  # tile

    # what came of it
    SCORED = "scored"  # player, move, points
    PASSED = "passed"  # player, points
    UNDONE = "undone"  # depth
    REDONE = "redone"  # depth
    CORRECTED = "corrected"  # turn, move
    CORRECTION_BREAKS = "correction-breaks"  # turn, move, detail
    CORRECTION_SAME = "correction-same"  # turn: it was that move already
    NOTHING_TO_UNDO = "nothing-to-undo"
    WON = "won"  # player
    NEXT_ROUND = "next-round"  # player
    TURN_TIME_UP = "turn-time-up"  # player
    PLAYER_TIME_UP = "player-time-up"  # player
    ABANDONED = "abandoned"
    GAME_RESTORED = "game-restored"
    EXPORTED = "exported"  # path
    EXPORTED_STICK = "exported-stick"  # path
    GAME_DAMAGED = "game-damaged"  # a past game that cannot be replayed
    NOT_CONFIGURED = "not-configured"  # these values cannot be together
    NAMES_EQUAL = "names-equal"

    # camera
    CAMERA_LOST = "camera-lost"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_BLACK = "camera-black"
    CAMERA_MOVED = "camera-moved"
    CAMERA_BACK = "camera-back"
    CAMERA_LAMP = "camera-lamp"
    CAMERA_ADJUSTED = "camera-adjusted"  # to another light, by itself

    NO_SPEECH = "no-speech"  # the engine is not installed

    # teaching
    LESSON_NO_CAMERA = "lesson-no-camera"
    LESSON_TOO_FEW = "lesson-too-few"  # count: tiles found
    LESSON_KEPT = "lesson-kept"  # name, count
    PROFILE_GREW = "profile-grew"  # tile
    PROFILE_TAKEN = "profile-taken"  # name
    FOREIGN_TILES = "foreign-tiles"

    # faults
    FAULT_STORE = "fault-store"  # detail: a move could not be written
    FAULT_DISK_FULL = "fault-disk-full"
    FAULT_READ_ONLY = "fault-read-only"
    FAULT_IN_USE = "fault-in-use"  # another companion holds the games
    FAULT_SET_ASIDE = "fault-set-aside"  # path, count: a damaged file, games saved from it
    FAULT_NEWER = "fault-newer"  # the file was written by a newer companion
    FAULT_SAFE_MODE = "fault-safe-mode"  # started three times in vain: touch only, as shipped
    FAULT_UNKEPT = "fault-unkept"  # in safe mode, and no game can be kept
    FAULT_CONFIG = "fault-config"  # what was set on the device's pages was damaged
    FAULT_EXPORT = "fault-export"  # detail
    FAULT_SHARE = "fault-share"  # the wish to share could not be kept
    FAULT_UNEXPECTED = "fault-unexpected"  # detail


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and the values its words need."""

    message: Enum
    values: Mapping[str, Value] = field(default_factory=dict)


def say(message: Enum, **values: Value) -> Sentence:
    """The sentence of a message and its values."""
    return Sentence(message, values)


def sentence_for(reason: Enum | None) -> Sentence:
    """The sentence for a reason of the engine or of vision, whose value is its key."""
    return Sentence(reason or Message.REASON_UNKNOWN)
