"""Whatever happens in whatever order: a figure or a board that is recorded was on the screen, was
seen in the light there is, after what was confirmed last, and is nobody's already."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pygame
import pytest

from device.core import events as companion
from device.core.companion import Lots, OwnEdges
from device.core.game import Around
from device.core.loop import Events, Loop
from device.core.model import CameraStatus
from device.games import MOSAIX
from device.games.mosaix import events as on
from device.games.mosaix.handlers.lay import draft_shown
from device.games.mosaix.model import Mosaix, Phase
from device.games.sepmosa.confirm import HASTY
from device.store.store import Store
from device.ui.widgets import tap_all, walk
from engine.history import Undo
from engine.mosaix import Lay, parse_board
from engine.mosaix.board import Board
from engine.mosaix.paper import Counted, Paper
from engine.mosaix.players import roll_dice
from engine.mosaix.values import ALL_CELLS, Figure, arrangements
from engine.sepmosa import Player
from tests.device.clock import Clock
from tests.device.core.evening import A_PICTURE, CAMERA, SIZE, Pictures

BOARDS = tuple(
    parse_board(f"{row}/TTTTOOX/TXOOOXX/XXTTTTX/OXTO.XT/XXOOOXX/TTOXTXX")
    for row in ("TOOOOXX", "TOOOO.X", "XOOOOXX", "XXXOOXX")
)
TAPS = (companion.Confirm, companion.Back, on.TurnFigure, on.TouchPlace, on.LetGo, companion.Go)
FIRST = (Phase.LAY, Phase.SHOW, Phase.COUNT)


@dataclass(frozen=True)
class Thrown:
    """Dice as they were thrown and laid, once."""

    number: int
    figure: Figure
    places: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Look:
    """A look at what lay there, when it began, and which of the companion's wishes it answers."""

    began: float
    wish: int
    lies: Thrown | Board | None


@dataclass
class Evening:
    """Dice and boards, a camera that may be slow, hands, and a witness."""

    path: Path
    rng: Random
    clock: Clock = field(default_factory=Clock)
    dice: Thrown | None = None
    board: Board | None = None
    thrown: int = 0
    past: list[tuple[float, Thrown | None, Board | None]] = field(default_factory=list)
    wishes: list[int] = field(default_factory=list)
    arriving: list[Look] = field(default_factory=list)

    # what the witness knows
    outdated: float = float("-inf")  # the last confirmation, change of light, move of the camera
    newest: Look | None = None  # of those that count
    laid: list[int] = field(default_factory=list)  # the throws used up; by touch, 0
    counted: list[Board | None] = field(default_factory=list)  # as they lay there
    since: float = float("-inf")  # of the screen
    counts: dict[str, int] = field(default_factory=dict)

    def begin(self) -> None:
        """A game of two with boards on the table."""
        self.events, self.screen = Events(), Pictures(pygame.Surface(SIZE))
        self.store = Store(self.path, lambda: "2026-11-17T20:00")
        lots = (Lots(self.rng), OwnEdges(Around(rng=self.rng)))
        camera = CameraStatus.WELL
        self.loop = Loop(self.store, self.screen, lots, self.events, (), camera, self.clock)
        new = (companion.Go(Phase.NEW), on.SetPlayers(2), on.SetKept(False), companion.Confirm())
        self.events.put(companion.EnterGame("mosaix"))
        self.loop.turn_over([])
        for event in new:
            self.events.put(event)
            self.turn_over()
        assert self.model.phase is Phase.LAY

    @property
    def model(self) -> Mosaix:
        return self.loop.model

    @property
    def paper(self) -> Paper:
        assert isinstance(self.model.match, Paper)
        return self.model.match

    # What happens

    def throw(self) -> None:
        self.thrown += 1
        figure = self.rng.choice(arrangements(roll_dice(self.rng)))
        x, y = self.rng.uniform(0, 20), self.rng.uniform(0, 20)
        places = tuple((x + column, y + row) for (row, column), _ in figure.dice)
        self.dice = Thrown(self.thrown, figure, places)

    def take_up(self) -> None:
        self.dice = None

    def lay_board(self) -> None:
        self.board = self.rng.choice((None, *BOARDS))

    def look(self) -> None:
        """What comes of a look, at once or late, at what was wished for last or before."""
        began, dice, board = self.past[
            -1 - min(self.rng.choice((0, 0, 0, 5, 30)), len(self.past) - 1)
        ]
        wish = self.wishes[-1 - min(self.rng.choice((0, 0, 0, 0, 1)), len(self.wishes) - 1)]
        self._arrive(began, wish, dice, board)

    def look_well(self) -> None:
        self.turn_over()
        self._arrive(self.clock.now, self.wishes[-1], self.dice, self.board)
        self.turn_over()

    def look_late(self) -> None:
        """A look of another light comes in, or one that answers an earlier wish; and a press."""
        self.throw()
        self.lay_board()
        self.turn_over()
        began, wish = self.clock.now, self.wishes[-1]
        lamp = self.loop.model.camera is CameraStatus.LAMP
        self.turn_over(companion.CameraChanged(CameraStatus.WELL if lamp else CameraStatus.LAMP))
        late = self.rng.choice(((began, self.wishes[-1]), (self.clock.now + A_PICTURE, wish)))
        self._arrive(*late, self.dice, self.board)
        self.turn_over()
        self.press()

    def press(self) -> None:
        self.turn_over(companion.Press(self.rng.choice(list(Player))))

    def hold(self) -> None:
        self.turn_over(companion.Hold(self.rng.choice(list(Player))))
        if self.rng.random() < 0.5:
            self.press()

    def light(self) -> None:
        other = [each for each in CAMERA if each is not self.loop.model.camera]
        self.turn_over(companion.CameraChanged(self.rng.choice(other)))

    def tap(self) -> None:
        scene = self.screen.scene
        places = [w.rect.center for w in walk(scene)]
        found = [at for at in places if isinstance(tap_all(scene, at), TAPS)]
        if found:
            at = self.rng.choice(found)
            self.turn_over(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
            self.turn_over(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))

    def finish(self) -> None:
        if self.rng.random() < 0.3:
            self.turn_over(on.Finish())

    def wait(self) -> None:
        for _ in range(self.rng.choice((1, 5, 20))):
            self.turn_over()

    def play_on(self) -> None:
        """Dice thrown, or the next board laid out, and seen: the first press confirms it."""
        for _ in range(8):
            if self.model.phase in FIRST and not self.model.draft.dice:
                break
            back = companion.Resume() if self.model.phase is Phase.MENU else companion.Back()
            self.turn_over(back)
        if not isinstance(self.model.match, Paper) or self.model.phase not in FIRST:
            return
        if self.loop.model.camera is not CameraStatus.WELL:
            self.turn_over(companion.CameraChanged(CameraStatus.WELL))
        if self.model.phase is Phase.SHOW:
            self.wait_for(HASTY)
            self.turn_over(companion.Press(Player.ONE))
            assert self.model.phase is Phase.LAY
        before = len(self.paper.log)
        if self.model.phase is Phase.LAY:
            last = [each.canonical() for each in self.paper.figures[-1:]]
            self.throw()
            while self.dice is None or self.dice.figure.canonical() in last:
                self.throw()  # the same figure again would be taken for the same dice
        else:
            self.turn_over(on.LookAgain())
            self.board = next(each for each in BOARDS if each not in self.counted)
        self.look_well()
        self.turn_over(companion.Press(Player.TWO))
        assert len(self.paper.log) == before + 1, "a fresh offer is taken at once"

    def leave_lying(self) -> None:
        """What was confirmed stays where it lies; a hand rests on it, and somebody presses."""
        self.play_on()
        if self.model.phase is Phase.SHOW:
            self.wait_for(HASTY)
            self.turn_over(companion.Press(Player.ONE))
        lying, self.dice = self.dice, self.rng.choice((self.dice, None))
        self.look_well()
        self.dice = lying
        self.look_well()
        self.press()

    def wait_for(self, seconds: float) -> None:
        for _ in range(int(seconds / A_PICTURE) + 2):
            self.turn_over()

    def _arrive(self, began: float, wish: int, dice: Thrown | None, board: Board | None) -> None:
        """The companion asks for dice or for a board, and is told of that."""
        if self.model.phase is Phase.COUNT:
            cells = tuple(board[cell] for cell in ALL_CELLS) if board else None
            self.arriving.append(Look(began, wish, board))
            self.events.put(on.BoardSeen(wish, cells, began))
            return
        figure, places = (dice.figure, dice.places) if dice else (None, ())
        problem = None if dice else self.rng.choice((None, "too-few"))
        self.arriving.append(Look(began, wish, dice))
        self.events.put(on.ThrowSeen(wish, figure, began, problem, places))

    # A round of the loop

    def turn_over(self, happens: companion.Event | pygame.event.Event | None = None) -> None:
        self.clock.now += A_PICTURE
        self.past.append((self.clock.now, self.dice, self.board))
        before, camera = self.model, self.loop.model.camera
        shown = self.screen.shown or self.loop.model
        is_touch = isinstance(happens, pygame.event.Event)
        if happens is not None and not is_touch:
            self.events.put(happens)
        self.screen.meant = None
        self.loop.turn_over([happens] if is_touch else [])
        after = self.model
        by_press = isinstance(happens, companion.Press)
        if isinstance(before.match, Paper) and isinstance(after.match, Paper):
            for entry in after.match.log[len(before.match.log) :]:
                self._witness(entry, shown, by_press)
        if before.phase is Phase.SHOW and after.phase is Phase.LAY and by_press:
            assert self.clock.now - self.since >= HASTY, "a second thumb"
        if after.match != before.match or self.loop.model.camera is not camera:
            self.outdated, self.newest = self.clock.now, None
        if after.phase is not before.phase:
            self.since, self.newest = self.clock.now, None
        if not self.wishes or after.look != self.wishes[-1]:
            self.wishes.append(after.look)
            self.newest = None
        for look in self.arriving:
            if look.wish == after.look and look.began > max(self.outdated, after.fresh_since):
                self.newest = look
        self.arriving.clear()

    # What must hold

    def _witness(self, entry: object, shown: Mosaix, by_press: bool) -> None:
        match entry:
            case Lay(figure):
                assert draft_shown(shown).figure == figure, "laid, and not on the screen"
                number = 0
                if not shown.draft.dice:
                    look = self._seen()
                    assert isinstance(look.lies, Thrown)
                    assert look.lies.figure == figure
                    assert look.lies.number not in self.laid, "the last throw, offered again"
                    number = look.lies.number
                self.laid.append(number)
            case Counted(_, board):
                assert shown.sheet.board == board, "counted, and not on the screen"
                lay = None
                if not shown.sheet.is_touched:
                    lay = self._seen().lies
                    assert lay == board
                    assert lay not in self.counted, "a board counted before"
                self.counted.append(lay)
            case Undo(depth):
                is_late = self.clock.now - self.since >= HASTY
                assert shown.phase is Phase.ASK_UNDO
                assert not by_press or is_late, "taken back by a press meant for something else"
                self._take_back(depth)
        self.counts[type(entry).__name__] = self.counts.get(type(entry).__name__, 0) + 1

    def _seen(self) -> Look:
        assert self.newest is not None, "from a look of another time or another light"
        return self.newest

    def _take_back(self, depth: int) -> None:
        """What was laid or counted by what was taken back is nobody's again."""
        paper = self.paper
        del self.laid[len(paper.figures) :]
        del self.counted[sum(board is not None for board in paper.boards) :]
        assert depth >= 1


HAPPENS = (
    *(Evening.throw, Evening.take_up, Evening.lay_board, Evening.look, Evening.look),
    *(Evening.look_well, Evening.look_well, Evening.press, Evening.press, Evening.hold),
    *(Evening.light, Evening.tap, Evening.tap, Evening.finish, Evening.wait),
    *(Evening.play_on, Evening.leave_lying, Evening.look_late),
)


@pytest.mark.parametrize("seed", range(int(os.environ.get("EVENINGS", "40"))))
def test_whatever_is_recorded_was_shown_seen_and_nobodys_already(seed, tmp_path):
    evening = Evening(tmp_path / "games.txt", Random(seed))
    evening.begin()
    for _ in range(60):
        if not isinstance(evening.model.match, Paper) or evening.model.phase is Phase.OVER:
            break
        evening.rng.choice(HAPPENS)(evening)
    if isinstance(evening.model.match, Paper):
        assert evening.store.open_game(MOSAIX).game == evening.model.match
    evening.store.close()
