"""A whole game with no display: virtual table, camera, eyes, companion and screen, all real.

On the way the players look around, lay what they may not, reach over the table and think again, so
that every kind of screen is met; its picture is kept, and a sheet of them all.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import pygame
from tqdm import tqdm

from device.camera.crops import crop_of
from device.core import effects as wanted
from device.core import events as on
from device.core.companion import Companion, Lots
from device.core.export_kind import ExportKind
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.model import Model, Phase
from device.lab.detours import DETOURS, visit
from device.lab.virtual.camera import Shot, frame_of, shot_of
from device.lab.virtual.world import World, follow, new_world, play
from device.store.edge import Keeper
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.exporter import Exporter
from device.ui.album import Album
from device.ui.state import Sheet, Ui
from device.ui.view import View
from engine.sepmosa import Draw, Full, Game, Move, Pass, Player, Reset, Reshuffle, Step, view
from engine.sepmosa.players import Chooser, deal, play_coach, play_greedy
from engine.sepmosa.record import Record, write_record
from engine.sepmosa.table import TARGET
from vision.judge.look import Eyes, open_eyes
from vision.judge.watch import Known, Watch, watch_for, watch_frame
from vision.lab.simulate.household import household
from vision.picture import Image, pixels

SCREEN = (800, 480)
FRAME = (1280, 960)
NAMES = ("Coach", "Greedy")
LOOKS = 3  # frames after every move: the first shows motion, the others are read
PATIENCE = 3.0  # seconds after which a press that waits for the camera becomes a question
FIRST_DETOUR = 4  # the turn from which on players do more than play
MANY = 40  # turns after which a mosaic is large
_A_FRAME = 0.2  # seconds between frames, by the clock that is made up here


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How the game went."""

    turns: int
    scores: tuple[int, int]
    seen: int  # turns the camera proposed rightly
    asked: int  # turns put right by touch
    screens: int  # pictures kept


class _Watching:
    """Remembers what the camera is to compare with."""

    def __init__(self) -> None:
        self.known: Known | None = None

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, WatchTable):
            self.known = Known(effect.state_id, effect.table, effect.earlier, effect.since)
        return None


class Rehearsal:
    """Two players who know the rules, at a table with the companion beside it."""

    def __init__(self, out: Path, state: Path, seed: int, target: int = TARGET) -> None:
        self.rng = Random(seed)
        self._out = out
        self._store = Store(state / "games.txt", lambda: "2026-01-01T12:00")
        self._watching = _Watching()
        self._eyes: Eyes = open_eyes()
        self.world: World = new_world(household(seed, FRAME, "dish"))
        self.shot: Shot = shot_of(self.world, FRAME)
        self._watch: Watch | None = None
        self._frame: Image | None = None  # the newest
        self._view = View()
        self._target = target
        self._now = 0.0
        self._frames = 0
        self._album = Album(out / "screens", SCREEN)
        self._detours = list(DETOURS)
        begun = start(Settings(has_sound=False, target=target), camera=CameraStatus.WELL)
        edges = (Lots(self.rng), self._watching, Exporter(self._store, Outbox(out, roots=())))
        self._companion = Companion(begun, Keeper(self._store), edges)
        self.seen = self.asked = 0

    @property
    def model(self) -> Model:
        model: Model = self._companion.model
        return model

    def run(self, choosers: tuple[Chooser, Chooser]) -> PlayedGame:
        """Plays to the end, leaves record and pictures, and says how it went."""
        self._set_table()
        game = deal(self.rng, self._first(), self._target)
        with tqdm(total=game.state.table.target, unit="point", desc="playing") as bar:
            while game.state.step is not Step.OVER:
                game = self._step(game, choosers)
                bar.n = min(bar.total, max(0, *game.state.table.scores))
                bar.refresh()
        self._finish()
        scores = game.state.table.scores
        return PlayedGame(len(game.moves), scores, self.seen, self.asked, len(self._album.names))

    def _set_table(self) -> None:
        self.keep("home")
        self.take(on.Go(Phase.NEW_GAME))
        for player in Player:
            self.take(on.SetName(player, NAMES[player]))
        self.keep("new-game")
        self.take(on.Confirm())
        self.look()
        self.keep("set-table")
        self._tick_all()
        self.take(on.Confirm())

    def _first(self) -> Player:
        if self.model.table is None:
            raise AssertionError(f"no game has begun; the companion is at {self.model.phase}")
        return self.model.table.player

    def _step(self, game: Game[Full], choosers: tuple[Chooser, Chooser]) -> Game[Full]:
        """One event of the true game, done at the table and shown to the companion."""
        match game.state.step:
            case Step.DRAW:
                return game.add(Draw(self.rng.choice(game.state.stock)))
            case Step.RESHUFFLE:
                return self._shuffle(game.add(Reshuffle()), "reshuffle")
            case Step.RESET:
                return self._shuffle(game.add(Reset()), "reset")
            case _:
                return self._turn(game, choosers)

    def _turn(self, game: Game[Full], choosers: tuple[Chooser, Chooser]) -> Game[Full]:
        before = game.state.table
        who = before.player
        if before.turn >= FIRST_DETOUR and self._detours:
            self._detours.pop(0)(self, before)
        move = choosers[who](view(game.state, who), self.rng)
        self.world = play(self.world, before, move, self.rng)
        self.look()
        if isinstance(move, Pass):
            self.take(on.Press(who))
            self.look()
            self.keep("ask-pass")
            self.wait(DECIDE)
            self.take(on.Press(who))
            self.seen += 1
        elif self.model.proposal is not None and self.model.proposal.move == move:
            self.keep("turn" if before.turn < MANY else "turn-later")
            self.take(on.Press(who))
            if self.model.gain is not None and self.model.gain.points > 0:
                self.keep("scored", now=True)
            self.seen += 1
        else:
            self._put_right(who, move)
            self.asked += 1
        game = game.play(move)
        self._agree(game)
        return game

    def _put_right(self, who: Player, move: Move) -> None:
        """What a player does whom the camera did not understand: press, and say what was played."""
        turn = self._turn_number()
        self.take(on.Press(who))
        self.wait(PATIENCE)
        self.look()
        self.keep(f"{self.model.phase.value}-asked")
        self.take(own.ChooseMove(move))
        if self._turn_number() == turn:
            self.take(on.Press(who))

    def _turn_number(self) -> int:
        return self.model.table.turn if self.model.table else 0

    def _shuffle(self, game: Game[Full], name: str) -> Game[Full]:
        self.keep(name)
        self.world = follow(self.world, game.state, self.rng)
        self.look()
        self._tick_all()
        self.keep(f"{name}-done")
        self.take(on.Press(self._first()))
        self._agree(game)
        return game

    def _tick_all(self) -> None:
        """What the camera did not tick off is ticked by touch."""
        for at, check in enumerate(self.model.checklist):
            if not check.is_done:
                self.take(own.ChooseCheck(at))

    def _agree(self, game: Game[Full]) -> None:
        """What the companion keeps is what was played; anything else must not go on."""
        kept = self.model.table
        true = game.state.table
        if kept is None or kept.scores != true.scores or kept.mosaic != true.mosaic:
            self.keep("disagreement")
            raise AssertionError(f"after turn {true.turn - 1} the companion keeps another game")

    def look(self) -> None:
        """A few frames of the table as it lies now."""
        known = self._watching.known
        if known is None:
            return
        self._watch = watch_for(self._watch, known) if self._watch else Watch(known)
        for _ in range(LOOKS):
            self._frames += 1
            frame = frame_of(self.world, self.shot, self._frames)
            self._now += _A_FRAME
            self._watch = watch_frame(self._watch, self._eyes, frame, self._now)
            proposal, began = self._watch.proposal, (*self._watch.began, self._now)[0]
            crop = crop_of(frame, self._watch.lattice, proposal)
            self._frame = frame
            self.take(own.Seen(known.state_id, proposal, began, crop))

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self._now += seconds

    def take(self, event: on.Event) -> None:
        """Something happens, a moment later."""
        self._now += _A_FRAME
        self._companion.take(on.Tick(self._now))
        self._companion.take(event)

    # What is left behind

    def keep(self, name: str, ui: Ui | None = None, now: bool = False) -> None:
        """Keeps the picture of the first screen of its kind, at rest unless it is wanted `now`."""
        if name in self._album.names:
            return
        small = self._frame
        picture = None if small is None else pixels(cv2.resize(small, (480, 360)))
        model = replace(self.model, picture=picture)
        self._view.notice(model, self._now)
        if ui is not None:
            self._view.ui = ui
        surface = pygame.Surface(SCREEN)
        self._view.draw(model, surface, self._now + (0.08 if now else 1.0))
        self._view.ui = Ui()
        self._album.add(name, surface)

    def _finish(self) -> None:
        """The end of the game, its record, and what there is to see after it."""
        self.keep("over")
        if self.model.game is not None:
            record = Record(self.model.game, {"Player1": NAMES[0], "Player2": NAMES[1]})
            text = write_record(record)
            (self._out / "game.txt").write_text(text, encoding="utf-8", newline="\n")
        self.keep("export", Ui(Sheet.EXPORT))
        for kind in (ExportKind.CSV, ExportKind.PICTURE):
            self.take(on.ChooseExport(kind))
        self.keep("exported")
        self.take(on.Go(CommonPhase.HOME))
        for phase in (Phase.STATISTICS, Phase.TEACH):
            visit(self, on.Go(phase))
        self.take(on.Go(Phase.PAST_GAMES))
        self.keep("past-games")
        past = self.model.past_games
        if past:
            self.take(on.ChooseGame(past[0].id))
            self.take(on.Slide(past[0].turns // 2))
            self.keep("replay")
        self._album.write_sheet(self._out / "screens.png")
        self._store.close()


def play_offscreen(
    out: Path, seed: int, say: Callable[[str], None], target: int = TARGET
) -> PlayedGame:
    """Plays one game without a display and says where record and pictures are."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        report = Rehearsal(out, Path(state), seed, target).run((play_coach, play_greedy))
    one, two = report.scores
    say(f"{NAMES[0]} {one} – {two} {NAMES[1]} after {report.turns} turns.")
    say(f"The camera read {report.seen} turns, {report.asked} were put right by touch.")
    say(f"Record: {out / 'game.txt'}")
    say(f"Screens: {out / 'screens.png'} shows all {report.screens}, {out / 'screens'} has each.")
    return report
