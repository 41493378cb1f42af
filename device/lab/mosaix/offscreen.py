"""A whole game of MOSAIX with no display: drawn dice, camera, eyes, companion and screen, all real.

Two players enter what is worth most at once; then the winner's board is counted by camera, too.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pygame
from tqdm import tqdm

from device.core import events as companion
from device.core.companion import Companion, Lots, OwnEdges
from device.core.game import Around
from device.core.looking import Look
from device.core.model import CameraStatus, OpenGame
from device.core.phases import start
from device.core.settings import Settings
from device.games.mosaix import events as on
from device.games.mosaix.exports import record_of, table_of_turns
from device.games.mosaix.handlers.outcome import kept_of
from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.picks import pick_of
from device.games.mosaix.watcher import Glimpse, glimpse_frame
from device.store.edge import Keeper
from device.store.store import Store
from device.ui.view import View
from engine.mosaix import Board, Figure, score, scored_entries
from engine.mosaix.players import roll_dice
from engine.mosaix.values import arrangements
from engine.sepmosa import Player
from vision.lab.mosaix.synth.homes import Home, draw_board, draw_throw, home
from vision.mosaix import MosaixEyes
from vision.picture import Image

SCREEN = (800, 480)
NAMES = ("Ana", "Bruno")
LOOKS = 3  # frames of a throw: what two in a row say is told
_A_FRAME = 0.2  # seconds between frames, by the clock that is made up here


@dataclass(frozen=True, slots=True)
class PlayedMosaix:
    """How the game went."""

    turns: int
    scores: tuple[int, ...]
    seen: int  # figures the camera proposed rightly
    asked: int  # figures laid by touch, because it was not sure
    is_counted: bool  # whether the board's count was read without a single touch
    touched: int  # cells of the board that were put right by touch


class _Looking:
    """Remembers what the camera is to look at."""

    def __init__(self) -> None:
        self.look = Look(0, None, 0.0)

    def do(self, effect: object) -> None:
        if isinstance(effect, Look):
            self.look = effect


class MosaixRehearsal:
    """Two players at a table with the companion beside it."""

    def __init__(self, out: Path, seed: int) -> None:
        self._rng = Random(seed)
        self._out = out
        self._store = Store(out / "games.txt", lambda: "2026-01-01T12:00")
        self._home: Home = home(seed)
        self._eyes = MosaixEyes()
        self._looking = _Looking()
        self._view = View()
        self._surface = pygame.Surface(SCREEN)
        self._kept: Counter[str] = Counter()
        self._now = 0.0
        begun = start(Settings(has_sound=False), camera=CameraStatus.WELL)
        edges = (Lots(self._rng), OwnEdges(Around(rng=self._rng)), self._looking)
        self._companion = Companion(begun, Keeper(self._store), edges)
        self.seen = self.asked = self.touched = 0

    @property
    def model(self) -> Mosaix:
        model: Mosaix = self._companion.model
        return model

    def run(self) -> PlayedMosaix:
        """Plays to the end, leaves record and pictures, and says how it went."""
        try:
            self._begin()
            with tqdm(total=14, unit="turn", desc="playing") as bar:
                while self.model.phase is not Phase.OVER:
                    self._turn()
                    bar.n = min(kept_of(self.model).table.turn, bar.total)
                    bar.refresh()
            self._keep("over")
            game = kept_of(self.model)
            self._write_record()
            is_counted = self._count(game.table.boards[game.table.leaders[0]])
            return PlayedMosaix(
                game.table.turn, game.table.scores, self.seen, self.asked, is_counted, self.touched
            )
        finally:
            self._store.close()

    def _begin(self) -> None:
        self._take(companion.EnterGame("mosaix"))
        self._keep("menu")
        self._take(companion.Go(Phase.NEW))
        for player, name in enumerate(NAMES):
            self._take(companion.SetName(player, name))
        self._keep("new")
        self._take(companion.Confirm())

    def _turn(self) -> None:
        figure = self._rng.choice(arrangements(roll_dice(self._rng)))
        self._lay(figure)
        self._keep("enter")
        while self.model.phase is Phase.ENTER:
            self._enter()

    def _lay(self, figure: Figure) -> None:
        """The figure is laid before the camera; where it is not sure of it, by touch."""
        turn = kept_of(self.model).table.turn
        frame = draw_throw(self._home, figure, turn).frame_bgr
        self._look(frame)
        self._keep("lay")
        seen = self.model.seen
        if seen is not None and seen.figure is not None:
            if seen.figure.canonical() != figure.canonical():
                raise AssertionError(f"{figure} was read as {seen.figure}, and surely")
            self.seen += 1
        else:
            self.asked += 1
            self._keep("lay-asked")
            for place, symbol in figure.dice:
                self._take(on.ChooseBrush(symbol))
                self._take(on.TouchPlace(place))
        self._take(companion.Press(Player.ONE))

    def _enter(self) -> None:
        """The player in view enters what is worth most at once."""
        table, player = kept_of(self.model).table, self.model.player
        board = table.boards[player]
        scored = scored_entries(board, table.laid)
        if scored:
            best = max(scored, key=lambda each: (each.gain, -each.entry.dropped, str(each.entry)))
            pick = pick_of(board, table.laid, best.entry)
            if pick is None:
                raise AssertionError(f"{best.entry} cannot be entered by touch")
            self._take(on.TurnFigure((pick.placement.quarters - self.model.quarters) % 4))
            for _ in range(4):
                self._take(on.TouchCell(pick.cell))
                if self.model.pick is not None and self.model.pick.entry == best.entry:
                    break
            self._keep("picked")
        self._take(companion.Press(Player.TWO))

    def _count(self, board: Board) -> bool:
        """The winner's board drawn by hand, photographed, read, put right by touch and counted."""
        self._take(companion.Back())
        self._take(companion.Go(Phase.COUNT))
        self._look(draw_board(self._home, board, 1).frame_bgr)
        self._keep("count")
        sheet = self.model.sheet
        read = sheet.board
        if sheet.is_sure and read is not None and score(read) != score(board):
            raise AssertionError(f"{board} was counted as {score(read)}, and surely")
        for cell in sorted(sheet.doubtful, key=str):
            self.touched += 1
            self._take(on.TouchCell(cell))
        self._keep("counted")
        return sheet.is_sure

    def _look(self, frame: Image) -> None:
        """A few frames of what lies there now."""
        glimpse = Glimpse(self._looking.look)
        for _ in range(LOOKS):
            self._now += _A_FRAME
            glimpse, told = glimpse_frame(glimpse, self._eyes, frame, self._now, self._now)
            if told is not None:
                self._take(told)

    def _take(self, event: companion.Event) -> None:
        self._now += _A_FRAME
        self._companion.take(companion.Tick(self._now))
        self._companion.take(event)

    def _keep(self, name: str, most: int = 3) -> None:
        """Keeps the screen's picture, the first few of its kind."""
        self._kept[name] += 1
        if self._kept[name] > most:
            return
        self._view.draw(self.model, self._surface, self._now)
        folder = self._out / "screens"
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self._surface, folder / f"mosaix-{name}-{self._kept[name]:03d}.png")

    def _write_record(self) -> None:
        game = OpenGame(self.model.game_id or 1, NAMES, kept_of(self.model))
        for name, text in (("mosaix.txt", record_of(game)), ("mosaix.csv", table_of_turns(game))):
            (self._out / name).write_text(text, encoding="utf-8", newline="\n")


def play_mosaix(out: Path, seed: int, say: Callable[[str], None]) -> PlayedMosaix:
    """Plays one game without a display and says where record and pictures are."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    out.mkdir(parents=True, exist_ok=True)
    report = MosaixRehearsal(out, seed).run()
    one, two = report.scores
    say(f"{NAMES[0]} {one} – {two} {NAMES[1]} after {report.turns} turns.")
    say(f"The camera read {report.seen} figures, {report.asked} were laid by touch.")
    sure = "without a touch" if report.is_counted else f"with {report.touched} cells put right"
    say(f"The winner's board was counted by camera {sure}.")
    say(f"Record: {out / 'mosaix.txt'}   Screens: {out / 'screens'}")
    return report
