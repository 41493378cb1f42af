"""Drives the companion as players, a camera and a store would, without any of them."""

from dataclasses import dataclass, field
from functools import cache
from random import Random

from device.core.effects import BeginGame, DrawLot, Effect, Save
from device.core.events import (
    CameraChanged,
    Confirm,
    Event,
    GameBegun,
    Go,
    LotFell,
    Press,
    Resume,
    Tick,
)
from device.core.model import CameraStatus, OpenGame
from device.core.phases import rows_for, start, step
from device.core.settings import Settings
from device.games.sepmosa.confirm import DECIDE
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.events import ChooseCheck, Seen
from device.games.sepmosa.handlers.turn import DOUBTING
from device.games.sepmosa.model import Model, Phase
from engine.sepmosa import (
    Game,
    Pass,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
    new_game,
    parse_cell,
    parse_move,
    parse_tile,
    replay,
)
from engine.sepmosa.notation import parse_any_tile
from engine.sepmosa.players import play_game, play_greedy
from engine.sepmosa.table import EMPTY_TABLE
from tests.vision.readings import reading_of
from vision.judge import Difference, Proposal, Status, evidence_of, propose

ONE, TWO = Player.ONE, Player.TWO
A_FRAME = 0.03  # seconds from one look to the next


@dataclass
class Session:
    """A companion with everything it asked for; answers what the edges would answer at once."""

    model: Model = field(default_factory=Model)
    effects: list[Effect] = field(default_factory=list)  # of the last event
    log: list = field(default_factory=list)  # what was saved of the game begun last
    watched: WatchTable | None = None
    phases: set[Phase] = field(default_factory=set)
    first: Player = ONE

    @classmethod
    def begin(cls, settings: Settings | None = None, camera=CameraStatus.WELL, **options):
        """A session that has just been switched on."""
        model, effects = start(settings or Settings(), camera=camera)
        session = cls(model, list(effects), **options)
        session.phases.add(model.phase)
        return session

    @classmethod
    def resumed(cls, game, camera=CameraStatus.WELL):
        """A session in a game that was left open."""
        model, effects = start(Settings(), OpenGame(7, ("Anna", "Ben"), game), camera=camera)
        session = cls(model, list(effects), list(game.log))
        session._answer(effects)
        return session.do(Resume())

    @property
    def phase(self) -> Phase:
        return self.model.phase

    @property
    def table(self) -> Table:
        assert self.model.table is not None
        return self.model.table

    def do(self, *events: Event) -> "Session":
        """The session after these events; every row keeps to the phases it names."""
        for event in events:
            before = self.model
            allowed = {before.phase}.union(*(r.leads_to for r in rows_for(before, event)))
            self.model, effects = step(before, event)
            is_elsewhere = self.model.plays is not before.plays
            assert is_elsewhere or self.model.phase in allowed, (before.phase, event)
            self.effects = list(effects)
            self.phases.add(self.model.phase)
            self._answer(effects)
        return self

    def _answer(self, effects) -> None:
        for effect in effects:
            match effect:
                case DrawLot():
                    self.model, _ = step(self.model, LotFell(self.first))
                case BeginGame(_, entries):
                    self.log = list(entries)
                    self.model, _ = step(self.model, GameBegun(7))
                case Save(game_id, entries, after):
                    assert (game_id, after) == (7, len(self.log))
                    self.log += entries
                case WatchTable():
                    self.watched = effect

    def saved(self):
        """The game as it would come back from disk."""
        return replay(EMPTY_TABLE, self.log)

    def wait(self, seconds: float) -> "Session":
        """The session some time later."""
        return self.do(Tick(self.model.now + seconds))

    def see(self, proposal: Proposal | None, crop=None) -> "Session":
        """The camera says this of the table as it is now."""
        self.wait(A_FRAME)
        return self.do(Seen(self.model.state_id, proposal, self.model.now, crop))

    def look(self, *changes, without=()) -> "Session":
        """The camera looks at the table, some tiles changed, and judges for itself."""
        assert self.watched is not None
        reading = reading_of(self.watched.table, *changes, without=without)
        found = propose(self.watched.table, self.watched.earlier, evidence_of(reading))
        self.wait(A_FRAME)
        return self.do(Seen(self.watched.state_id, found, self.model.now))

    def press(self, player: Player | None = None) -> "Session":
        """A button is pressed; where that waits, the camera looks again and sees the same."""
        seen = self.model.proposal
        self.do(Press(self.table.player if player is None else player))
        if self.model.awaited is not None and seen is not None:
            self.see(seen).wait(DOUBTING)
        return self

    def ask_to_pass(self) -> "Session":
        """The player whose turn it is presses with nothing new on the table."""
        return self.look().do(Press(self.table.player)).look()

    def set_out(self) -> "Session":
        """A new game begun by buttons, up to its first turn."""
        if self.phase is not Phase.NEW_GAME:
            self.do(Go(Phase.NEW_GAME))
        return self.do(Press(ONE)).look().do(Press(TWO))

    def moves(self, *texts: str) -> "Session":
        """Moves played one after the other, seen for sure and confirmed by button."""
        for text in texts:
            if text == "pass":
                self.ask_to_pass().wait(DECIDE).do(Press(self.table.player))
                continue
            self.see(sure(text)).do(Press(self.table.player))
        return self

    @property
    def notice(self) -> str | None:
        """The key of the notice shown."""
        return self.model.notice.sentence.message.value if self.model.notice else None

    def kinds(self, kind: type) -> list:
        """The effects of one kind the last event had."""
        return [effect for effect in self.effects if isinstance(effect, kind)]


@cache
def recorded(seed: int = 1) -> Game[Table]:
    """A whole game as the table knows it, played by greedy players."""
    full = play_game((play_greedy, play_greedy), Random(seed))
    begun = full.events[0]
    assert isinstance(begun, Start)
    game = new_game(Start(begun.first))
    for event in full.events[1:]:
        match event:
            case Play(move):
                game = game.play(Pass() if isinstance(move, Pass) else move)
            case Reset() | Reshuffle():
                game = game.add(event)
    return game


@cache
def game_at(due: Step) -> Game[Table]:
    """A game in which this has to happen next."""
    for seed in range(1, 30):
        game = recorded(seed)
        depths = (depth for depth in range(game.can_undo) if step_back(game, depth) is due)
        depth = next(depths, None)
        if depth is not None:
            return before(game, depth)
    raise LookupError(due)


def before(game: Game[Table], depth: int) -> Game[Table]:
    """A game as it stood so many deeds ago, with nothing taken back."""
    units = game.units[: len(game.units) - depth]
    return replay(EMPTY_TABLE, [event for unit in units for event in unit])


def step_back(game: Game[Table], depth: int) -> Step:
    """What was due some deeds ago."""
    return game.undo(depth).state.step if depth else game.state.step


def playing(*moves: str, **options) -> Session:
    """A session in a game in which these moves were played."""
    return Session.begin(**options).set_out().moves(*moves)


def touching() -> Session:
    """A session without a camera, in its first turn."""
    session = Session.begin(camera=CameraStatus.OFF).do(Go(Phase.NEW_GAME), Confirm())
    return session.do(ChooseCheck(0), ChooseCheck(1), Confirm())


def sure(text: str) -> Proposal:
    """A proposal of one move, sure."""
    move = parse_move(text)
    return Proposal(Status.MOVE, move, 0, candidates=((move, 0.999),))


def differing(cell: str | None, expected: str | None, seen: str | None) -> Difference:
    """A difference, told by its text."""
    return Difference(
        parse_cell(cell) if cell else None,
        parse_tile(expected) if expected else None,
        parse_any_tile(seen) if seen else None,
    )


def camera_lost() -> CameraChanged:
    """The camera is gone."""
    return CameraChanged(CameraStatus.LOST)


move, tile, cell = parse_move, parse_tile, parse_cell
