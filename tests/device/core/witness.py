"""Holds all that is recorded against the rule of the button.

The witness knows what was on each picture, what was done and when, and what the camera was shown.
It asks neither what the companion would confirm nor what it thinks of a look.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from device.core import events as on
from device.core.model import CAMERA_MESSAGES
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE, HASTY
from device.games.sepmosa.handlers.turn import PATIENCE, SHOWN
from device.games.sepmosa.model import Model, Phase, Trouble
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.words import Words
from engine.history import Undo
from engine.sepmosa import Draw, Game, Move, Pass, Place, Play, Player, Table
from vision.judge import Difference, Proposal, Status

A_PICTURE = 0.033  # seconds
CHANGED = (Status.MOVE, Status.ILLEGAL)
NEVER = float("-inf")


@dataclass(frozen=True)
class Look:
    """A look at the table: when it began, what lay there beyond the game, and the game it was
    compared with."""

    began: float
    laid: Place | None
    state_id: int
    table: Table


@dataclass(frozen=True)
class Said:
    """What came of a look."""

    look: Look
    proposal: Proposal | None

    @property
    def differences(self) -> frozenset[Difference]:
        return frozenset(self.proposal.differences) if self.proposal else frozenset()

    def is_changed(self, known: frozenset[Difference]) -> bool:
        """Whether it is sure of something new, beyond what players know better."""
        return (
            self.proposal is not None
            and self.proposal.status in CHANGED
            and not self.differences <= known
        )

    def is_unchanged(self, known: frozenset[Difference]) -> bool:
        if self.proposal is None:
            return False
        told = self.differences
        return self.proposal.status is Status.NONE or (bool(told) and told <= known)


@dataclass(frozen=True)
class Pressed:
    """A button pressed, or a touch on "yes", that may be waiting for a look."""

    player: Player
    at: float


@dataclass(frozen=True)
class Round:
    """One round of the loop: the model before it and after, what was on the screen before it, and
    what was done and seen in it."""

    now: float
    before: Model
    after: Model
    shown: Model  # the picture before
    pressed: Player | None
    meant: on.Event | None  # by a touch
    arrived: tuple[Said, ...]
    words: frozenset[str]  # on the picture after
    has_sheet: bool  # over it


@dataclass
class Witness:
    """What somebody knows who has seen everything since the device was switched on."""

    outdated: float  # the last confirmation, change of light or move of the camera
    newest: Said | None = None  # of the looks that count
    asked_about: list[Proposal] = field(default_factory=list)  # of looks that count
    waiting: list[Pressed] = field(default_factory=list)  # presses that may be waiting
    told: list[tuple[int, Table]] = field(default_factory=list)  # what the camera compares with
    told_since: float = NEVER
    insisted: frozenset[Difference] = frozenset()  # what players want to pass in spite of
    overruled: frozenset[Difference] = frozenset()  # and have passed in spite of
    noted: Place | None = None  # what was seen last that is new
    on_screen: dict[str, float] = field(default_factory=dict)  # words, and since when
    phase: Phase | None = None  # on the screen
    phase_since: float = NEVER
    counts: dict[str, int] = field(default_factory=dict)  # how often each thing was recorded

    @property
    def known(self) -> frozenset[Difference]:
        """What players know better than the camera."""
        return self.overruled | self.insisted

    @property
    def has_news(self) -> bool:
        """Whether the newest look is sure of something new."""
        return self.newest is not None and self.newest.is_changed(self.known)

    def watch(self, each: Round) -> None:
        """Raises AssertionError where something was recorded, or is shown, against the rule."""
        before, after = each.before.game, each.after.game
        waited = tuple(self.waiting)
        if before is not None and after is not None and after != before:
            self._judge_record(before, after, each)
        self._note_doings(each)
        is_news = self._note_looks(each)
        self._note_picture(each)
        self._judge_picture(each.after, each, is_news)
        is_asked = each.after.phase is Phase.ASK_PASS and each.before.phase is Phase.TURN
        if is_asked and each.meant is None:
            self._judge_question(each, waited)

    # What it notes

    def _note_doings(self, each: Round) -> None:
        """What the press or the touch of this round, and what else has changed, means for later."""
        now, before, after = each.now, each.before, each.after
        is_recorded, is_other_view = after.game != before.game, after.camera is not before.camera
        if is_recorded or is_other_view:
            self.outdated, self.newest = now, None
            self.asked_about.clear()
        if is_recorded:
            self.noted = None
        is_trouble = is_other_view and after.camera in CAMERA_MESSAGES
        if is_recorded or is_trouble or after.phase is not Phase.TURN or each.meant is not None:
            self.waiting.clear()
        table = before.table
        if table is not None and not is_recorded and after.phase is Phase.TURN:
            is_pressed = each.pressed == table.player and each.shown.phase is Phase.TURN
            if is_pressed or isinstance(each.meant, on.Confirm):
                self.waiting.append(Pressed(table.player, now))
                self.newest = None  # a look that begins after it is waited for
        if isinstance(each.meant, own.AskPass) and before.phase is Phase.QUESTION and before.shown:
            self.insisted = frozenset(before.shown.differences)
        elif after.phase is not Phase.ASK_PASS and Phase.ASK_PASS not in after.trail:
            self.insisted = frozenset()

    def _note_looks(self, each: Round) -> bool:
        """The looks of this round that count; whether one of them says something new."""
        after, is_news = each.after, False
        if after.table is not None and after.state_id not in [known for known, _ in self.told]:
            self.told.append((after.state_id, after.table))
            self.told_since = each.now
        for said in each.arrived:
            look, proposal = said.look, said.proposal
            is_fresh = look.began > max(self.outdated, self.told_since)
            if not is_fresh or (look.state_id, look.table) != self.told[-1]:
                continue
            self.newest = said
            if proposal is not None:
                self.asked_about.append(proposal)
                if proposal.status in (*CHANGED, Status.NONE):
                    self.overruled &= said.differences
            if said.is_unchanged(self.known):
                self.noted = None
            elif self.has_news:
                is_news = self.noted != look.laid
                self.noted = look.laid
        return is_news

    def _note_picture(self, each: Round) -> None:
        """What is on the screen now, and since when."""
        self.on_screen = {word: self.on_screen.get(word, each.now) for word in each.words}
        if self.phase is not each.after.phase:
            self.phase, self.phase_since = each.after.phase, each.now

    # What must hold of every picture

    def _judge_picture(self, after: Model, each: Round, is_news: bool) -> None:
        """What is new in sight is offered, and not passed over; what is asked is asked of a look
        that counts."""
        asked = after.question
        if after.phase is Phase.QUESTION and asked and asked.trouble is not Trouble.DOUBTED:
            assert any(asked.proposal is one for one in self.asked_about), "an outdated question"
        if self.newest is None or not self.has_news or not after.camera.can_see:
            return
        assert after.phase is not Phase.ASK_PASS, "asks to pass while a changed table is in sight"
        is_free = is_news or (after.pick.is_empty and not each.has_sheet)
        seen = self.newest.proposal
        if after.phase is Phase.TURN and is_free and seen and seen.status is Status.MOVE:
            assert after.table is not None
            assert seen.move is not None
            assert told_of(after, after.table, seen.move) in each.words, "seen, and not offered"

    # What must hold of all that is recorded

    def _judge_record(self, before: Game[Table], after: Game[Table], each: Round) -> None:
        for entry in after.log[len(before.log) :]:
            kind = type(entry).__name__
            if isinstance(entry, Play) and isinstance(entry.move, Pass):
                kind = "Pass"
                self._judge_pass(before.state, each)
                self.overruled |= self.insisted
            elif isinstance(entry, Play):
                self._judge_move(before.state, entry.move, each)
            elif isinstance(entry, Undo):
                self._judge_undo(each)
            elif not isinstance(entry, Draw):
                assert each.meant is not None, entry
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def _judge_move(self, table: Table, played: Move, each: Round) -> None:
        """It was on the screen with its points, by touch or from a look the rule allows, and was
        confirmed by the player whose turn it was."""
        shown, is_tapped = each.shown, each.meant is not None
        assert shown.phase is not Phase.GUIDE_BACK, "played before the table was put back"
        if is_tapped and shown.phase is Phase.QUESTION and shown.pick.only is None:
            return  # the answer to a question
        told = told_of(shown, table, played)
        assert told in self.on_screen, (played, sorted(self.on_screen))
        is_confirmed = is_tapped or each.pressed == table.player
        if shown.pick.only is not None:
            assert shown.pick.only.move == played
            assert is_confirmed, "chosen by touch, confirmed by the player whose turn it was"
            return
        assert self.newest is not None, "from a look of another table or another light"
        seen = self.newest.proposal
        assert seen is not None
        assert (seen.status, seen.move) == (Status.MOVE, played)
        if is_confirmed:
            return
        assert any(
            press.player == table.player
            and self.newest.look.began > press.at
            and each.now - press.at <= PATIENCE + SHOWN + 2 * A_PICTURE
            for press in self.waiting
        ), "a press that waits is of the player whose turn it is, on its screen, and not for ever"
        assert each.now - self.on_screen[told] >= SHOWN - 1e-6, "shown before it is played"

    def _judge_pass(self, table: Table, each: Round) -> None:
        """It was asked long enough, and nothing new lies in sight."""
        assert each.shown.phase is Phase.ASK_PASS
        assert not self.has_news, "passed over a tile"
        if each.meant is not None:
            return
        assert each.pressed == table.player
        assert each.now - self.phase_since >= DECIDE, "passed before it could be read"
        assert each.shown.camera.can_see
        assert self.newest is not None
        assert self.newest.is_unchanged(self.known), "passed unseen"

    def _judge_undo(self, each: Round) -> None:
        """It was asked, and a press that answers was not meant for something else."""
        if each.shown.phase is Phase.QUESTION:
            assert each.meant is not None
            return
        assert each.shown.phase is Phase.ASK_UNDO
        is_late = each.pressed is not None and each.now - self.phase_since >= HASTY
        assert each.meant is not None or is_late, "taken back by a press meant for something else"

    def _judge_question(self, each: Round, waited: tuple[Pressed, ...]) -> None:
        """Whether to pass is asked only after a look that began after the press and found nothing
        new."""
        table = each.before.table
        assert table is not None
        assert any(
            said.look.began > press.at and said.is_unchanged(self.known)
            for said in each.arrived
            for press in waited
            if press.player == table.player
        ), "asks to pass from an old look"


def told_of(model: Model, table: Table, move: Move) -> str:
    """The words that offer a move."""
    return tell(Words(model.settings.language, model.names), table.mosaic, move)
