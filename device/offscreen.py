"""A whole game with no display: virtual table, camera, eyes, companion and screen, all real."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pygame
from tqdm import tqdm

from device import effects as wanted
from device import events as on
from device.camera.crops import crop_of
from device.companion import Companion, Lots
from device.keeping import Keeper
from device.model import CameraStatus, Model, Phase
from device.phases import start
from device.settings import Settings
from device.store import Store
from device.ui.view import View
from device.virtual.camera import Shot, frame_of, shot_of
from device.virtual.world import World, follow, new_world, play
from engine.sepmosa import (
    Draw,
    Full,
    Game,
    Move,
    Pass,
    Player,
    Record,
    Reset,
    Reshuffle,
    Step,
    view,
    write_record,
)
from engine.sepmosa.players import Chooser, play_coach, play_greedy
from engine.sepmosa.simulate import deal
from engine.sepmosa.table import TARGET
from vision.reconcile.look import Eyes, open_eyes
from vision.simulate.household import household
from vision.watch import Known, Watch, watch_for, watch_frame

SCREEN = (800, 480)
FRAME = (1280, 960)
NAMES = ("Coach", "Greedy")
LOOKS = 3  # frames after every deed: the first shows motion, the others are read
_PATIENCE = 3.0  # seconds after which a press that waits for the camera becomes a question
_A_FRAME = 0.2  # seconds between frames, by the clock that is made up here


@dataclass(frozen=True, slots=True)
class Report:
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
        if isinstance(effect, wanted.Watch):
            self.known = Known(effect.state_id, effect.table, effect.earlier)
        return None


class Rehearsal:
    """Two players who know the rules, at a table with the companion beside it."""

    def __init__(self, out: Path, seed: int, target: int = TARGET) -> None:
        self._rng = Random(seed)
        self._out = out
        self._store = Store(out / "games.sqlite", lambda: "2026-01-01T12:00")
        self._watching = _Watching()
        self._eyes: Eyes = open_eyes()
        self._world: World = new_world(household(seed, FRAME, "dish"))
        self._shot: Shot = shot_of(self._world, FRAME)
        self._watch: Watch | None = None
        self._view = View()
        self._surface = pygame.Surface(SCREEN)
        self._target = target
        self._now = 0.0
        self._frames = 0
        self._kept: Counter[str] = Counter()
        begun = start(Settings(has_sound=False, target=target), camera=CameraStatus.WELL)
        edges = (Lots(self._rng), self._watching)
        self._companion = Companion(begun, Keeper(self._store), edges)
        self.seen = self.asked = 0

    @property
    def model(self) -> Model:
        return self._companion.model

    def run(self, choosers: tuple[Chooser, Chooser]) -> Report:
        """Plays to the end, leaves record and pictures, and says how it went."""
        self._set_table()
        game = deal(self._rng, self._first(), self._target)
        with tqdm(total=game.state.table.target, unit="point", desc="playing") as bar:
            while game.state.step is not Step.OVER:
                game = self._step(game, choosers)
                bar.n = max(0, *game.state.table.scores)
                bar.refresh()
        self._keep("over")
        self._finish()
        scores = game.state.table.scores
        return Report(len(game.moves), scores, self.seen, self.asked, sum(self._kept.values()))

    def _set_table(self) -> None:
        self._keep("home")
        self._take(on.Go(Phase.NEW_GAME))
        for player in Player:
            self._take(on.SetName(player, NAMES[player]))
        self._keep("new-game")
        self._take(on.Confirm())
        self._look()
        self._keep("set-table")
        self._tick_all()
        self._take(on.Confirm())

    def _first(self) -> Player:
        if self.model.table is None:
            raise AssertionError(f"no game has begun; the companion is at {self.model.phase}")
        return self.model.table.player

    def _step(self, game: Game[Full], choosers: tuple[Chooser, Chooser]) -> Game[Full]:
        """One event of the true game, done at the table and shown to the companion."""
        match game.state.step:
            case Step.DRAW:
                return game.add(Draw(self._rng.choice(game.state.stock)))
            case Step.RESHUFFLE:
                return self._shuffle(game.add(Reshuffle()), "reshuffle")
            case Step.RESET:
                return self._shuffle(game.add(Reset()), "reset")
            case _:
                return self._turn(game, choosers)

    def _turn(self, game: Game[Full], choosers: tuple[Chooser, Chooser]) -> Game[Full]:
        before = game.state.table
        who = before.player
        move = choosers[who](view(game.state, who), self._rng)
        self._world = play(self._world, before, move, self._rng)
        self._look()
        if isinstance(move, Pass):
            self._take(on.Press(who))
            self._keep("ask-pass")
            self._take(on.Press(who))
            self.seen += 1
        elif self.model.proposal is not None and self.model.proposal.move == str(move):
            self._keep("turn", every=8)
            self._take(on.Press(who))
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
        self._take(on.Press(who))
        self._now += _PATIENCE
        self._look()
        self._keep(f"{self.model.phase.value}-asked")
        self._take(on.ChooseMove(move))
        if self._turn_number() == turn:
            self._take(on.Press(who))

    def _turn_number(self) -> int:
        return self.model.table.turn if self.model.table else 0

    def _shuffle(self, game: Game[Full], name: str) -> Game[Full]:
        self._keep(name)
        self._world = follow(self._world, game.state, self._rng)
        self._look()
        self._tick_all()
        self._keep(f"{name}-done")
        self._take(on.Press(self._first()))
        self._agree(game)
        return game

    def _tick_all(self) -> None:
        """What the camera did not tick off is ticked by touch."""
        for at, check in enumerate(self.model.checklist):
            if not check.is_done:
                self._take(on.ChooseCheck(at))

    def _agree(self, game: Game[Full]) -> None:
        """What the companion keeps is what was played; anything else must not go on."""
        kept = self.model.table
        true = game.state.table
        if kept is None or kept.scores != true.scores or kept.mosaic != true.mosaic:
            self._keep("disagreement")
            raise AssertionError(f"after turn {true.turn - 1} the companion keeps another game")

    def _look(self) -> None:
        """A few frames of the table as it lies now."""
        known = self._watching.known
        if known is None:
            return
        self._watch = watch_for(self._watch, known) if self._watch else Watch(known)
        for _ in range(LOOKS):
            self._frames += 1
            frame = frame_of(self._world, self._shot, self._frames)
            self._watch = watch_frame(self._watch, self._eyes, frame)
            proposal = self._watch.proposal
            crop = crop_of(frame, self._watch.lattice, proposal)
            self._take(on.Seen(known.state_id, proposal, crop))

    def _take(self, event: on.Event) -> None:
        self._now += _A_FRAME
        self._companion.take(on.Tick(self._now))
        self._companion.take(event)

    def _keep(self, name: str, every: int = 0) -> None:
        """Keeps the screen's picture: the first of its kind, and then every so many."""
        self._kept[name] += 1
        number = self._kept[name]
        if number > 1 and (every == 0 or number % every):
            self._kept[name] = number if every else 1
            return
        self._view.draw(self.model, self._surface, self._now)
        self._view.draw(self.model, self._surface, self._now + 1.0)  # when all motion has ended
        folder = self._out / "screens"
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self._surface, folder / f"{name}-{number:03d}.png")

    def _finish(self) -> None:
        game = self.model.game
        if game is not None:
            header = {"Player1": NAMES[0], "Player2": NAMES[1]}
            text = write_record(Record(game, header))
            (self._out / "game.txt").write_text(text, encoding="utf-8", newline="\n")
        self._store.close()


def play_offscreen(
    out: Path, seed: int, say: Callable[[str], None], target: int = TARGET
) -> Report:
    """Plays one game without a display and says where record and pictures are."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    out.mkdir(parents=True, exist_ok=True)
    report = Rehearsal(out, seed, target).run((play_coach, play_greedy))
    one, two = report.scores
    say(f"{NAMES[0]} {one} – {two} {NAMES[1]} after {report.turns} turns.")
    say(f"The camera read {report.seen} turns, {report.asked} were put right by touch.")
    say(f"Record: {out / 'game.txt'}   Screens: {out / 'screens'}")
    return report
