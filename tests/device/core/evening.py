"""An evening by chance: a real table, a camera that may be slow, fingers and buttons on the real
loop and screen, and a witness who sees everything."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pygame

from device.core import events as on
from device.core.companion import Lots
from device.core.loop import Events, Loop, TouchScreen
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE, HASTY
from device.games.sepmosa.handlers.turn import PATIENCE, SHOWN
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.store.store import Store
from device.ui.state import Sheet, Ui
from device.ui.widgets import Label, Scene, tap_all, walk
from engine.sepmosa import (
    KINDS,
    Cell,
    Pass,
    Place,
    Play,
    Player,
    Table,
    check,
    legal_moves,
    points,
)
from engine.sepmosa.rules import open_places
from engine.sepmosa.table import in_sight
from tests.device.clock import Clock
from tests.device.core.witness import A_PICTURE, Look, Round, Said, Witness
from vision.judge import Blocked, Difference, Kind, Proposal, Status

SIZE = (800, 480)
CAMERA = (CameraStatus.WELL, CameraStatus.LAMP, CameraStatus.MOVED, CameraStatus.LOST)
TAPS = (
    *(on.Confirm, on.Back, own.Doubt, own.ChooseMove, own.ChooseTile, own.AskPass),
    *(on.AskUndo, on.AskRedo, own.ScreenIsRight, own.ChooseCell),
)


class Pictures(TouchScreen):
    """The touchscreen, which remembers its last picture."""

    shown: Model | None = None
    scene: Scene = ()
    meant: on.Event | None = None  # by the last touch

    def take(self, happened: pygame.event.Event, model: Model, now: float) -> Iterator[on.Event]:
        for self.meant in super().take(happened, model, now):
            yield self.meant

    def draw(self, model: Model, now: float) -> None:
        super().draw(model, now)
        self.shown, self.scene = model, self._view._drawn[-1].scene

    @property
    def has_sheet(self) -> bool:
        return self._view.ui.sheet is not Sheet.NONE


@dataclass
class Evening:
    """What happens, and what must hold."""

    path: Path
    rng: Random
    clock: Clock = field(default_factory=Clock)

    laid: Place | None = None  # what really lies on the table beyond the game
    looks: list[Look] = field(default_factory=list)  # under way
    past: list[tuple[float, Place | None]] = field(default_factory=list)  # what lay there, and when
    arriving: list[Said] = field(default_factory=list)  # put on the queue for the next round
    queued: deque[Player] = field(default_factory=deque)  # presses the loop has not taken yet

    # The device

    def switch_on(self) -> None:
        """The companion starts, with the game that was left open."""
        self.events = Events()
        self.store = Store(self.path, lambda: "2026-11-17T20:00")
        self.screen = Pictures(pygame.Surface(SIZE))
        lots = (Lots(self.rng),)
        camera = CameraStatus.WELL
        self.loop = Loop(self.store, self.screen, lots, self.events, (), camera, self.clock)
        self.witness = Witness(self.clock.now)
        for old in (self.queued, self.arriving, self.looks, self.past):
            old.clear()
        self.turn_over()

    def begin(self) -> None:
        """A new game, up to its first turn."""
        checks = [own.ChooseCheck(at) for at in range(2)]
        for event in (on.Go(Phase.NEW_GAME), on.Confirm(), *checks, on.Confirm()):
            self.events.put(event)
            self.turn_over()
        assert self.model.phase is Phase.TURN

    def power_cut(self) -> None:
        """The device is switched off and on again, and the game gone on with."""
        game = self.model.game
        self.store.close()
        self.clock.now += 20.0
        self.switch_on()
        assert self.model.game == game
        self.events.put(on.Resume())
        self.turn_over()

    @property
    def model(self) -> Model:
        return self.loop.model

    # What happens

    def lay(self) -> None:
        """A hand lays a tile, now and then one that may not lie there, or takes it away."""
        table = self.model.table
        if table is None or self.laid is not None or table.step.value != "play":
            self.laid = None
            return
        free = [kind for kind in KINDS if in_sight(table).count(kind) < 2 and not kind.is_action]
        places = [each for each in legal_moves(table.mosaic, free) if isinstance(each, Place)]
        if self.rng.random() < 0.3:
            at = self.rng.choice(list(open_places(table.mosaic)))
            places = [Place(kind, at) for kind in free if check(table.mosaic, Place(kind, at))]
        self.laid = self.rng.choice(places) if places else None

    def lay_legally(self) -> None:
        """A tile lies there that may lie there."""
        while self.laid is None or not is_legal(self.model.table, self.laid):
            self.laid = None
            self.lay()

    def begin_look(self) -> None:
        """A camera that may be slow: what it sees, and what it compares that with, may be old."""
        if self.witness.told:
            began, laid = self.past[
                max(0, len(self.past) - 1 - self.rng.choice((0, 0, 0, 1, 5, 30)))
            ]
            at = max(0, len(self.witness.told) - 1 - self.rng.choice((0, 0, 0, 1, 2)))
            self.looks.append(Look(began, laid, *self.witness.told[at]))

    def end_look(self) -> None:
        if self.looks:
            look = self.looks.pop(self.rng.randrange(len(self.looks)))
            self._arrive(look, self._judged(look))

    def look_well(self) -> None:
        """A look at the table as it is, by a camera that sees everything."""
        self.turn_over()
        if self.witness.told:
            look = Look(self.clock.now, self.laid, *self.witness.told[-1])
            self._arrive(look, judged(look))
            self.turn_over()

    def light(self) -> None:
        other = [each for each in CAMERA if each is not self.model.camera]
        self._empty_queue()
        self.events.put(on.CameraChanged(self.rng.choice(other)))
        self.turn_over()

    def press(self, player: Player | None = None) -> None:
        who = self.rng.choice(list(Player)) if player is None else player
        self.queued.append(who)
        self.events.put(on.Press(who))

    def press_mine(self) -> None:
        if self.model.table is not None:
            self.press(self.model.table.player)

    def two_thumbs(self) -> None:
        self.press()
        self.press()

    def hold(self) -> None:
        self._empty_queue()
        self.events.put(on.Hold(self.rng.choice(list(Player))))
        self.turn_over()
        if self.rng.random() < 0.5:
            self.press()  # with the other hand

    def tap(self) -> None:
        """Somebody touches something that is on the screen, for a moment or longer."""
        if self.rng.random() < 0.3:
            self.tap_cell(None)
        else:
            self.tap_on(lambda meant: isinstance(meant, (*TAPS, Ui)))

    def tap_on(self, is_wanted: Callable[[object], bool]) -> bool:
        """A touch on something that means what is wanted; whether there is such a thing."""
        scene = self.screen.scene
        places = [w.rect.center for w in walk(scene) if not isinstance(w, MosaicView)]
        found = [at for at in places if is_wanted(tap_all(scene, at))]
        if found:
            self.touch(self.rng.choice(found))
        return bool(found)

    def tap_cell(self, cell: Cell | None) -> None:
        """A touch on a cell of the mosaic, or on any."""
        for mosaic in self.screen.scene:
            if isinstance(mosaic, MosaicView) and mosaic.meant:
                cells = [cell] if cell else [*mosaic.places, *mosaic.mosaic]
                self.touch(mosaic.grid.rect(self.rng.choice(cells)).center)
                return

    def tap_sheet(self, sheet: Sheet) -> bool:
        """The menu opened, or what lies over the screen put away; whether that can be touched."""
        return self.tap_on(lambda meant: isinstance(meant, Ui) and meant.sheet is sheet)

    def touch(self, at: tuple[int, int]) -> None:
        self._empty_queue()
        self.turn_over(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
        for happens in self.rng.choice(((), (), (Evening.begin_look, Evening.end_look))):
            happens(self)  # while the finger is down
            self.turn_over()
        self.turn_over(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))

    def look_elsewhere(self) -> None:
        """Another screen for a while, or a fault; the camera goes on looking."""
        self._empty_queue()
        fault = on.Failed(say(Message.CAMERA_LOST))
        self.events.put(self.rng.choice((on.Abandon(), on.Go(Phase.HELP), fault)))
        self.turn_over()
        for happens in self.rng.choices((Evening.lay, Evening.begin_look, Evening.end_look), k=6):
            happens(self)
            self.turn_over()
        if self.model.phase in (Phase.ASK_ABANDON, Phase.HELP, CommonPhase.FAULT):
            self.events.put(on.Back())
        self.turn_over()

    def wait(self) -> None:
        for _ in range(self.rng.choice((1, 3, 12, 50))):
            self.turn_over()

    def wait_for(self, seconds: float) -> None:
        for _ in range(int(seconds / A_PICTURE) + 2):
            self.turn_over()

    # What people do on purpose, and what must come of it

    def to_turn(self) -> bool:
        """Back to a quiet turn with a camera that sees; whether that is where the game is."""
        self._empty_queue()
        self.wait_for(PATIENCE + SHOWN if self.model.awaited is not None else HASTY)
        if self.model.camera is not CameraStatus.WELL:
            self.events.put(on.CameraChanged(CameraStatus.WELL))
            self.turn_over()
        for _ in range(6):
            if self.model.phase is Phase.TURN and self.model.pick.is_empty:
                break
            if self.model.phase is Phase.GUIDE_BACK:
                for at, step in enumerate(self.model.checklist):
                    if not step.is_done:
                        self.events.put(own.ChooseCheck(at))
            else:
                self.events.put(on.Back())
            self.turn_over()
        self.wait_for(HASTY)
        is_due = self.model.table is not None and self.model.table.step.value == "play"
        return is_due and self.model.phase is Phase.TURN and not self.screen.has_sheet

    def impatient(self) -> None:
        """A tile laid and the button pressed at once: it is played, as soon as it was shown."""
        if not self.to_turn():
            return
        self.laid = None
        if self.witness.newest is None or self.witness.has_news:
            self.look_well()
        if self.rng.random() < 0.3:
            self.tap()  # a tray may be open
            self.wait_for(HASTY)
            is_new = self.witness.has_news
            if self.model.phase is not Phase.TURN or self.model.pick.only or is_new:
                return
        player, before = self.model.table.player, self.model.game
        self.lay_legally()
        self.press(player)
        self.turn_over()
        assert self.model.game == before, "nobody has seen that tile yet"
        assert self.model.phase is Phase.TURN
        if self.rng.random() < 0.3:  # the light may change meanwhile
            self.events.put(on.CameraChanged(CameraStatus.LAMP))
            self.turn_over()
            self.look_well()
            self.wait_for(SHOWN)
            assert self.model.game == before, "a press from before the change of light"
            return
        played = self.laid
        self.look_well()
        self.wait_for(SHOWN)
        assert self.model.game is not None
        assert self.model.game.moves[-1:] == (played,), "a press that waited is answered"

    def pass_by_button(self) -> None:
        """Nothing laid: asked after a look, and confirmed by a second press."""
        if not self.to_turn():
            return
        self.laid = None
        player = self.model.table.player
        self.look_well()
        self.press(player)
        self.turn_over()
        assert self.model.phase is Phase.TURN
        self.look_well()
        assert self.model.phase is Phase.ASK_PASS
        meanwhile = self.rng.randrange(5)
        if meanwhile == 0:
            self.lay()
            self.look_well()
        elif meanwhile == 1:  # a hand
            look = Look(self.clock.now, self.laid, *self.witness.told[-1])
            covered = Proposal(Status.BLOCKED, reason=Blocked.COVERED)
            self._arrive(look, self.rng.choice((None, covered)))
        elif meanwhile == 2:
            self.events.put(on.Failed(say(Message.CAMERA_LOST)))
            self.turn_over()
            self.lay()
            self.look_well()
            self.events.put(on.Back())
        self.wait_for(self.rng.choice((0.0, DECIDE / 2, DECIDE, DECIDE)))
        self.press(player)
        self.turn_over()

    def pass_by_menu(self) -> None:
        """Somebody passes by touch, whatever lies there."""
        if not self.to_turn():
            return
        if self.rng.random() < 0.5:
            self.lay()
        if self.rng.random() < 0.8:
            self.look_well()
            self.wait_for(HASTY)
        if self.tap_sheet(Sheet.MENU) and self.tap_on(lambda meant: meant == own.AskPass()):
            self.tap_on(lambda meant: meant == on.Confirm())

    def insist(self) -> None:
        """Somebody says no to what is seen, and passes or thinks better of it."""
        if not self.to_turn():
            return
        if self.laid is None:
            self.lay()
        self.look_well()
        self.wait_for(HASTY)
        if not self.tap_on(lambda meant: meant == own.Doubt()):
            return
        if self.screen.has_sheet:
            self.tap_sheet(Sheet.NONE)
        if not self.tap_sheet(Sheet.MENU) or not self.tap_on(lambda meant: meant == own.AskPass()):
            return
        answer = self.rng.choice((on.Confirm(), on.Back()))
        self.tap_on(lambda meant: meant == answer)
        if self.rng.random() < 0.5:
            self.look_well()
            self.laid, kept = None, self.laid
            self.look_well()
            self.laid = kept  # laid again
        self.look_well()

    def say_instead(self) -> None:
        """A tile laid and seen, and a touch says that it lies elsewhere, or asks what fits there:
        then that is on the screen, and what the button plays."""
        if not self.to_turn():
            return
        self.lay_legally()
        self.look_well()
        self.wait_for(HASTY)
        assert self.laid is not None
        assert self.model.table is not None
        mosaic = self.model.table.mosaic
        others = [cell for cell in open_places(mosaic) if cell != self.laid.cell]
        fitting = [cell for cell in others if check(mosaic, Place(self.laid.tile, cell)) is None]
        self.tap_cell(self.rng.choice(fitting if fitting and self.rng.random() < 0.7 else others))
        if self.rng.random() < 0.3:
            self.laid = self.rng.choice((self.laid, None))
            self.lay_legally()
            self.look_well()
        is_new = self.witness.has_news
        is_tray, laid = self.model.pick.only is None, self.laid
        self.press_mine()
        self.turn_over()
        self.look_well()
        self.wait_for(SHOWN)
        if is_tray and is_new:
            assert self.model.game is not None
            assert self.model.game.moves[-1:] == (laid,), "an offer behind a tray is never shown"

    def press_what_is_offered(self) -> None:
        """A tile laid and seen: the first press plays it, whatever was before."""
        if not self.to_turn():
            return
        if self.rng.random() < 0.5:
            self.events.put(on.CameraChanged(CameraStatus.LAMP))
            self.turn_over()
        self.lay_legally()
        self.look_well()
        if not self.witness.has_news:
            return  # players have said that they know better
        played = self.laid
        self.press_mine()
        self.turn_over()
        assert self.model.game is not None
        assert self.model.game.moves[-1:] == (played,), "a fresh offer is played at once"

    # A round of the loop

    def turn_over(self, happened: pygame.event.Event | None = None) -> None:
        """One round, and what came of it."""
        self.clock.now += A_PICTURE
        self.past.append((self.clock.now, self.laid))
        before, shown = self.loop.model, self.screen.shown
        pressed = self.queued.popleft() if self.queued else None
        self.screen.meant = None
        self.loop.turn_over([happened] if happened is not None else [])
        after = self.loop.model
        arrived = tuple(self.arriving)
        self.arriving.clear()
        words = {each.text for each in walk(self.screen.scene) if isinstance(each, Label)}
        self.witness.watch(
            Round(
                now=self.clock.now,
                before=before,
                after=after,
                shown=shown or before,
                pressed=pressed,
                meant=self.screen.meant,
                arrived=arrived,
                words=frozenset(words),
                has_sheet=self.screen.has_sheet,
            )
        )
        if before.game is None or after.game is None or before.game == after.game:
            return
        kept = self.store.open_game()
        assert kept is None or kept.game == after.game, "shown, and not kept"
        moves = [
            entry for entry in after.game.log[len(before.game.log) :] if isinstance(entry, Play)
        ]
        if moves and not isinstance(moves[-1].move, Pass):
            self.laid = None  # it is the game's now, or was taken away for what was tapped

    # Small things

    def _arrive(self, look: Look, proposal: Proposal | None) -> None:
        self.arriving.append(Said(look, proposal))
        self.events.put(own.Seen(look.state_id, proposal, look.began))

    def _empty_queue(self) -> None:
        while self.queued:
            self.turn_over()

    def _judged(self, look: Look) -> Proposal | None:
        """What a camera says that never errs, where it says anything."""
        chance = self.rng.random()
        if chance < 0.15:
            return None
        if chance < 0.25:
            return Proposal(Status.BLOCKED, reason=Blocked.COVERED)
        sure = judged(look)
        if chance < 0.3 and sure.status is Status.MOVE:
            unsure = ((look.laid, 0.6), (Kind.NONE, 0.4))
            return Proposal(Status.UNSURE, candidates=unsure, differences=sure.differences)
        return sure


def judged(look: Look) -> Proposal:
    """What lies there, compared with the game."""
    if look.laid is None:
        return Proposal(Status.NONE)
    mosaic, cell = look.table.mosaic, look.laid.cell
    told = (Difference(cell, mosaic.get(cell), look.laid.tile),)
    reason = check(mosaic, look.laid)
    if reason is not None:
        return Proposal(Status.ILLEGAL, look.laid, None, reason, differences=told)
    return Proposal(Status.MOVE, look.laid, points(mosaic, look.laid), differences=told)


def is_legal(table: Table | None, move: Place | None) -> bool:
    return table is not None and move is not None and check(table.mosaic, move) is None


HAPPENS: tuple[Callable[[Evening], None], ...] = (
    *(Evening.begin_look, Evening.end_look, Evening.begin_look, Evening.end_look),
    *(Evening.lay, Evening.press, Evening.press_mine, Evening.press_mine, Evening.two_thumbs),
    *(Evening.hold, Evening.tap, Evening.tap, Evening.tap, Evening.say_instead),
    *(Evening.wait, Evening.wait, Evening.light, Evening.look_elsewhere, Evening.look_well),
    *(Evening.insist, Evening.impatient, Evening.pass_by_button, Evening.pass_by_menu),
    *(Evening.press_what_is_offered, Evening.power_cut),
)
