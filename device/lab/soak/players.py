"""Two players at a virtual table who know the rules, and a referee who knows the true score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from random import Random

from device.core import events as on
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Model, Phase
from device.lab.soak.faults import Fingers
from device.lab.soak.gauges import Times
from device.lab.virtual.camera import Shot, frame_of, shot_of
from device.lab.virtual.desk import Desk, attend
from device.lab.virtual.world import World, new_world
from engine.sepmosa import (
    Game,
    IllegalMove,
    Move,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
    new_game,
)
from engine.sepmosa.players import play_coach, play_greedy
from vision.judge.proposal import Status
from vision.lab.simulate.household import household
from vision.picture import Image

FRAME = (1280, 960)
PATIENCE = 8.0  # seconds a player waits for the companion before he helps by touch
AGAIN = 1.0  # seconds between two presses
SEEING = (CameraStatus.WELL, CameraStatus.MOVED)

Paint = Callable[[World, Shot, int], Image]


class Referee:
    """Follows every move as it was really made, and compares."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._made: dict[int, Move] = {}
        self._counted = 0
        self._is_spoilt = False  # this game has gone wrong already
        self.is_undone = False  # the last look found a turn taken back
        self.wrong: list[str] = []

    def made(self, turn: int, move: Move) -> None:
        """A player made a move at the table."""
        self._made[turn] = move

    def compare(self, model: Model) -> bool:
        """Whether a turn was counted since last time; what it counts must be what was played."""
        game = model.game
        if game is None or model.game_id is None:
            return False
        if model.game_id != self._game_id:
            self._game_id = model.game_id
            self._made = {}
            self._counted = 0
            self._is_spoilt = False
        before, self._counted = self._counted, len(game.moves)
        self.is_undone = self._counted < before
        if self._counted <= before:
            return False
        true = self._true(game)
        look = game.state.scores, game.state.mosaic
        if not self._is_spoilt and (true is None or (true.scores, true.mosaic) != look):
            self._is_spoilt = True  # all that follows in this game follows from this
            made = self._made.get(self._counted)
            self.wrong.append(f"turn {self._counted} was {made}, not {game.moves[-1]}")
        return True

    def _true(self, game: Game[Table]) -> Table | None:
        """The table after the moves really made; None if one is missing."""
        start = game.events[0]
        if not isinstance(start, Start):
            return None
        true = new_game(start)
        for turn in range(1, self._counted + 1):
            true = _shuffled(true)
            if turn not in self._made:
                return None
            try:
                true = true.play(self._made[turn])
            except IllegalMove:
                return None
        return true.state


def _shuffled(game: Game[Table]) -> Game[Table]:
    """The game with the shuffles that were due."""
    while game.state.step in (Step.RESET, Step.RESHUFFLE):
        game = game.add(Reset() if game.state.step is Step.RESET else Reshuffle())
    return game


class Players:
    """Both players: their hands on the table, on the buttons, on the screen."""

    def __init__(self, fingers: Fingers, seed: int, paint: Paint = frame_of) -> None:
        """`paint` draws what the camera sees."""
        self._rng = Random(seed)
        self._paint = paint
        self._fingers = fingers
        self._pressed = 0.0
        self._entered: tuple[Enum, float] = (CommonPhase.HOME, 0.0)
        self._asked: float | None = None  # when a press that should count was made
        self._is_helped = False
        self._noticed: tuple[int, Move | None] | None = None  # a wrong proposal counted already
        self._numbers = 0
        self.desk = self._new_desk()
        self.shot: Shot = shot_of(self.desk.world, FRAME)
        self.referee = Referee()
        self.counted: Counter[str] = Counter()
        self._turned: float | None = None  # when a turn was last counted
        self.longest = 0.0  # seconds from one turn to the next
        self.answered = Times()  # from a press to the move on disk and on the screen

    def draw(self) -> Image:
        """What the camera sees of the table now."""
        self._numbers += 1
        return self._paint(self.desk.world, self.shot, self._numbers)

    def act(self, model: Model, now: float) -> Iterator[on.Event]:
        """What the players touch, having looked at the screen; buttons are pressed on the side."""
        if self._entered[0] is not model.phase:
            self._entered = model.phase, now
        if self.referee.compare(model):
            self._count(now)
        self.longest = max(self.longest, now - (self._turned or now))
        self._turned = self._turned or now
        if self.referee.is_undone:  # a press too many said yes to an undo: nobody wanted that
            self.counted["undone"] += 1
            yield on.AskRedo()
            return
        if model.phase is Phase.TURN and model.proposal is not None:
            self._notice_wrong(model)
        yield from self._touch(model, now, now - self._entered[1])

    def stick(self) -> None:
        """A button sticks."""
        self._fingers.stick(self._rng.randrange(2))

    def _count(self, now: float) -> None:
        self.counted["turns"] += 1
        self._turned = now
        self.counted["by touch" if self._is_helped else "by camera"] += 1
        if self._asked is not None and not self._is_helped:
            self.answered.add(now - self._asked)
        self._asked = None
        self._is_helped = False

    def _touch(self, model: Model, now: float, since: float) -> Iterator[on.Event]:
        match model.phase:
            case CommonPhase.HOME:
                yield on.Go(Phase.NEW_GAME)
            case Phase.NEW_GAME:
                if since > 0.5 and model.lot is not None:
                    self.desk = self._new_desk()
                    yield on.Confirm()
            case Phase.SET_TABLE:
                if since > PATIENCE:
                    yield from _ticks(model)
                    yield on.Confirm()
                elif all(check.is_done or not check.is_visible for check in model.checklist):
                    self._press(model.table.player if model.table else 0, now)
            case Phase.OVER:
                if since > PATIENCE:
                    self.counted["games"] += 1
                    yield on.Rematch()
            case Phase.TURN | Phase.QUESTION | Phase.ASK_PASS | Phase.RESET | Phase.RESHUFFLE:
                yield from self._play(model, now)
            case _:  # a stuck button or a fault led here
                if since > 0.5:
                    yield on.Back()

    def _play(self, model: Model, now: float) -> Iterator[on.Event]:
        before = self.desk.moved
        self.desk, meant = attend(self.desk, model, now, self._rng)
        moved = self.desk.moved
        if moved is not None and moved != before:
            self.referee.made(moved.turn, moved.move)
        for event in meant:
            if isinstance(event, on.Press):
                self._press(event.seat, now)
            elif model.phase is not Phase.TURN or self._is_patient_no_more(now):
                self._is_helped = True
                yield event
        if not meant and moved is not None and model.phase is Phase.TURN:
            yield from self._help(model, moved.move, now - moved.at)

    def _is_patient_no_more(self, now: float) -> bool:
        moved = self.desk.moved
        return moved is not None and now - moved.at > PATIENCE

    def _help(self, model: Model, move: Move, waited: float) -> Iterator[on.Event]:
        """Without a camera, or with one that cannot make up its mind, the move is told by touch."""
        if waited < PATIENCE or (model.camera in SEEING and model.proposal is not None):
            return
        self._is_helped = True
        if model.pick.only is not None and model.pick.only.move == move:
            yield on.Confirm()
        elif model.awaited is None:
            yield own.ChooseMove(move)

    def _press(self, seat: int, now: float) -> None:
        if not self._fingers.is_busy and now - self._pressed > AGAIN:
            self._pressed = now
            self._asked = self._asked or now
            self._fingers.press(seat)

    def _notice_wrong(self, model: Model) -> None:
        """A sure proposal of something else than what was played, with the table at rest."""
        proposal, moved = model.proposal, self.desk.moved
        if proposal is None or moved is None or proposal.status is not Status.MOVE:
            return
        if model.table is not None and moved.turn == model.table.turn:
            key = (moved.turn, proposal.move)
            if proposal.move != moved.move and key != self._noticed:
                self._noticed = key
                self.counted["wrong proposals"] += 1

    def _new_desk(self) -> Desk:
        """Another home for every game: tiles, table, lamp."""
        world = new_world(household(self._rng.randrange(10_000), FRAME, "dish"))
        self.shot = shot_of(world, FRAME)
        return Desk(world, choosers=(play_coach, play_greedy))


def _ticks(model: Model) -> Iterator[on.Event]:
    for at, check in enumerate(model.checklist):
        if not check.is_done:
            yield own.ChooseCheck(at)
