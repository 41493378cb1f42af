"""From a proposal that is no sure move to a question: what is wrong, where, and the ways out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from device.core.messages import Message, Sentence, say, sentence_for
from device.core.model import CameraStatus
from device.games.sepmosa.handlers.picks import is_legal, legal_offers
from device.games.sepmosa.messages import sentence_of_expected
from device.games.sepmosa.model import Model, Offer, Question, Trouble
from engine.sepmosa import (
    Broken,
    Cell,
    Game,
    IllegalMove,
    Move,
    Place,
    Reset,
    Shift,
    Table,
    Tile,
    points,
)
from engine.sepmosa.table import Play
from engine.sepmosa.values import cells_of
from vision.judge.decide import without_known
from vision.judge.explain import changes_of
from vision.judge.illegal import Breach
from vision.judge.proposal import Blocked, Difference, Kind, Proposal, Status

OFFERED = 6  # alternatives on the screen
TROUBLES = {
    Status.ILLEGAL: Trouble.ILLEGAL,
    Status.UNSURE: Trouble.UNSURE,
    Status.UNFINISHED: Trouble.HALF_DONE,
    Status.BLOCKED: Trouble.BLOCKED,
    Status.UNDONE: Trouble.WENT_BACK,
    Status.CLEARED: Trouble.CLEARED,
    Status.MOVE: Trouble.DOUBTED,
    Status.NONE: Trouble.DOUBTED,
}
FOLLOWED = frozenset({Trouble.WENT_BACK, Trouble.CLEARED})  # whatever differs


def question_about(model: Model, table: Table, proposal: Proposal) -> Question:
    """The question that a proposal other than a plain move raises."""
    told = without_known(table, proposal, model.overruled)
    trouble = trouble_of(model, told)
    remaining = told.differences
    offers = offers_for(table, told, remaining)
    cells = tuple(dict.fromkeys(_doubtful_cells(told, remaining, offers)))
    return Question(
        trouble,
        _sentence(trouble, told, cells),
        offers,
        cells,
        _known_tile(told, remaining),
        can_follow_table=trouble in FOLLOWED or _can_be_told_again(model, remaining),
        can_guide_back=bool(remaining),
        proposal=proposal,
    )


def reason_for(model: Model, table: Table, proposal: Proposal) -> Sentence:
    """What is asked about a proposal, in a sentence."""
    told = without_known(table, proposal, model.overruled)
    cells = tuple(each.cell for each in told.differences if each.cell is not None)
    return _sentence(trouble_of(model, told), told, cells)


def _can_be_told_again(model: Model, remaining: tuple[Difference, ...]) -> bool:
    """Whether all that differs are tiles misread when they were laid, or one whose correction
    breaks what came later."""
    right = followed(model.game, remaining) if model.game and remaining else None
    return isinstance(right, Game) or (isinstance(right, Broken) and len(remaining) == 1)


def trouble_of(model: Model, proposal: Proposal) -> Trouble:
    """What kind of trouble a proposal tells of."""
    if proposal.reason is Breach.ACTION_UNFINISHED:
        return Trouble.HALF_DONE
    is_elsewhere = model.camera is CameraStatus.MOVED or proposal.reason is Blocked.OUT_OF_FRAME
    if proposal.status is Status.BLOCKED and is_elsewhere:
        return Trouble.CAMERA_MOVED
    return TROUBLES[proposal.status]


def offers_for(
    table: Table, proposal: Proposal, remaining: Iterable[Difference]
) -> tuple[Offer, ...]:
    """Legal moves that may have been played, likeliest first: what the camera ranked, then what
    explains all that differs, then what explains a part of it."""
    offers = list(_ranked(table, proposal))
    named = {each.move for each in offers}
    partly = sorted(_explaining(table, tuple(remaining)), key=lambda each: -each[0])
    offers += [offer for _, offer in partly if offer.move not in named]
    return tuple(each for each in offers if each.move != proposal.move)[:OFFERED]


def _ranked(table: Table, proposal: Proposal) -> Iterator[Offer]:
    for move, share in proposal.candidates:
        if not isinstance(move, Kind) and is_legal(table, move):
            yield Offer(move, points(table.mosaic, move), share)


def _explaining(table: Table, remaining: tuple[Difference, ...]) -> Iterator[tuple[int, Offer]]:
    """Legal moves whose every change shows among the differences, with how many they explain."""
    shown = {each.cell: each.seen for each in remaining if each.cell is not None}
    beside = [each.seen for each in remaining if each.cell is None and each.seen]
    if not shown:
        return
    for offer in legal_offers(table):
        changes = changes_of(table.mosaic, offer.move)
        same = all(cell in shown and shown[cell] == tile for cell, tile in changes.cells.items())
        if changes.cells and same:
            is_beside = changes.action is not None and changes.action in beside
            yield 2 * len(changes.cells) + is_beside, offer


def _doubtful_cells(
    proposal: Proposal, remaining: Iterable[Difference], offers: Iterable[Offer]
) -> Iterator[Cell]:
    yield from (each.cell for each in remaining if each.cell is not None)
    if proposal.move:
        yield from cells_of(proposal.move)
    if proposal.status is Status.UNSURE:
        yield from (cell for offer in offers for cell in cells_of(offer.move)[-1:])


def _known_tile(proposal: Proposal, remaining: Iterable[Difference]) -> Tile | None:
    """The tile that was laid or played, where only one comes into question."""
    if proposal.move:
        return proposal.move.tile
    new = [each.seen for each in remaining if each.seen and each.expected is None]
    return new[0] if len(new) == 1 and isinstance(new[0], Tile) else None


def _sentence(trouble: Trouble, proposal: Proposal, cells: tuple[Cell, ...]) -> Sentence:
    if proposal.expected is not None:
        return sentence_of_expected(proposal.expected)
    match trouble:
        case Trouble.CAMERA_MOVED:
            return say(Message.CAMERA_MOVED)
        case Trouble.WENT_BACK:
            return say(Message.TABLE_WENT_BACK, depth=proposal.back or 1)
        case Trouble.CLEARED:
            return say(Message.TABLE_CLEARED)
        case Trouble.ILLEGAL | Trouble.BLOCKED | Trouble.HALF_DONE:
            return sentence_for(proposal.reason)
        case Trouble.DOUBTED if proposal.move is not None:
            return say(Message.I_SAW, move=proposal.move)
        case Trouble.DOUBTED:
            return say(Message.NOTHING_CHANGED)
        case _ if len(cells) == 1:
            return say(Message.UNSURE_TILE, cell=cells[0])
        case _:
            return say(Message.UNSURE)


# The table is right


@dataclass(frozen=True, slots=True)
class MisreadTurn:
    """A correction that would bring the game to what lies at a cell."""

    turn: int
    move: Move


def misread_turn(game: Game[Table], cell: Cell, tile: Tile) -> MisreadTurn | None:
    """The turn that brought a tile to `cell`, told again with `tile`; nothing where none did."""
    at = cell
    turn = len(game.moves)
    for event in reversed(game.events):
        if isinstance(event, Reset):
            return None
        if not isinstance(event, Play):
            continue
        match event.move:
            case Place(_, there) if there == at:
                return MisreadTurn(turn, Place(tile, at))
            case Shift(_, source, target) if target == at:
                at = source
        turn -= 1
    return None


def followed(game: Game[Table], differences: Iterable[Difference]) -> Game[Table] | Broken | None:
    """The game in which every changed tile was what lies there now; nothing where that is not
    all that differs, or no turn laid it."""
    told: dict[int, Move] = {}
    again = game
    for each in differences:
        if each.cell is None or each.expected is None or not isinstance(each.seen, Tile):
            return None
        misread = misread_turn(game, each.cell, each.seen)
        if misread is None:
            return None
        told[misread.turn] = misread.move
    for turn, move in told.items():
        corrected = again.correct(turn, move)
        if isinstance(corrected, Broken):
            return corrected if len(told) == 1 else played_again(game, told) or corrected
        again = corrected
    return again


def played_again(game: Game[Table], told: Mapping[int, Move]) -> Game[Table] | None:
    """The game taken back and played again with other moves at some turns, where one correction
    after the other would break; nothing where a move cannot be played so."""
    deeds = [unit[0] for unit in game.units[1:]]
    turns = list(accumulate(isinstance(each, Play) for each in deeds))
    later = [(turn, deed) for turn, deed in zip(turns, deeds, strict=True) if turn >= min(told)]
    again = game.undo(len(later))
    try:
        for turn, deed in later:
            is_other = isinstance(deed, Play) and turn in told
            again = again.add(Play(told[turn]) if is_other else deed)
    except IllegalMove:
        return None
    return again
