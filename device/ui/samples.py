"""Moments of two games, one for every screen: for the gallery and the reference screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pygame

from device.handlers.picks import pick_of, pick_of_move
from device.messages import Message, say, sentence_for
from device.model import (
    Amendment,
    CameraStatus,
    Check,
    Clock,
    Gain,
    Model,
    Notice,
    OpenGame,
    PastGame,
    Phase,
    Question,
    Replay,
    Trouble,
)
from device.settings import ClockMode, Facing, Settings
from device.ui.mosaic import MosaicView
from device.ui.state import Sheet, Ui
from device.ui.tiles import tile_picture
from engine.sepmosa import (
    Game,
    Player,
    Start,
    Step,
    Table,
    new_game,
    parse_cell,
    parse_move,
    parse_tile,
    points,
)
from vision.frames import Image
from vision.reconcile.proposal import Difference, Proposal, Status

NAMES = ("Marleen", "Joost")
MOVES = """
B6@4+1 O3@3+0 B3@4-1 O3@4-2 K4@5+0 B3@2+0 O4@3+1 O5@3+2 B2@2+1 B5@2+2 B12:4+1>2+3
B13x2+0..2+2 R6@3+3 R4@5+1 B11x4-1 O4@4-1 R7@3+4 R8@3+5 K3@5-1 R5@4+1 K2@5-2 R2@5-3
O12:3+2>3-1 R12:4+1>3+2 B8@2+5 O13x3-1..3+1 O6@3+0 K13x5-2..5+0 B6@3+1 R3@5-2 B7@2+4 R6@4+1
B13x2+3..2+5 B7@2+4 R13x3+2..3+4 K4@5+2 O7@3-1 O8@3-2 B8@2-2 O9@3-3 K7@2-1 O7@2+0
R12:5-2>6+1 K7@1+0 R2@7+1 K5@5+3 K9@4-3 K10@4-4 K9@3-4 R3@7+2 K6@5+4 K12:2-1>5+5 O8@2-1
K13x5+2..5+4 R1@7+0 B5@2+1 R4@7+3 O1@7-1 K1@5-4 O9@1-1 O2@5-2 B1@6-4 O1@6-2 O10@7-2 R10@7-3
R9@6-3 K10@5-5 K1@4-5 R1@4-6 R13x5+1..7+1 R8@5+0 R10@6+0 O5@5-1 O13x4-2..6-2 O2@6-1 K3@7+1
"""
WIDE_MOVES = """
O3@4+1 R9@5+0 R10@3+0 O10@4-1 pass R8@6+0 O2@3+1 B10@4-2 O8@6+1 R10@5-2 B8@7+1 K2@2+1 B2@3+2
K8@6+2 B1@4-3 B12:3+2>4-4 B7@7+0 B3@4-5 B9@7+2 O2@4+2 B13x4-4..4-2 O10@2+0 K3@2+2 K7@5+2
K4@2+3 K5@2+4 K13x2+1..2+3 K9@5-1 R2@4+3 B11x7+2 K12:5-1>7+2 O11x3+1 K7@7-1 B3@3+1 O9@5+1
B9@5-1 O13x4+1..6+1 O8@6+1 R7@5+3 pass R6@6+3 R9@7+3 K13x5+2..7+2 R5@6+2 R12:5+3>6+4
R13x6+2..6+4 B4@3+2 O12:6+1>7+2 K8@7-2 B10@2-1 B1@3-1 K10@2+1 R4@3+3 K4@2+3 K1@2+2 K6@2+5
O1@4-2 B6@1+5 O6@1+6 O9@6+2 O3@5+2 O13x5+2..7+2 K3@4+1 K1@1+1 B2@5+2 O12:4+2>4-3 K9@7-3
B5@4+2 K10@7-4 B7@1+4 B8@1+3 K12:7-3>7+2 K5@3+5 O5@3+6 O7@1+7 K2@5+3 K6@6-1 O6@6-2
B12:5-1>6+2 R6@5-1
"""
MIDDLE = 61  # turns after which most samples stand
TURNS = 76  # of the whole game
PLAIN = Ui()


@dataclass(frozen=True, slots=True)
class Sample:
    """A model to show, and the screen's own state with it."""

    model: Model
    ui: Ui = PLAIN
    seconds: float = 10.0  # since the last thing that moves began


@lru_cache(maxsize=16)
def sample_game(turns: int, is_wide: bool = False) -> Game[Table]:
    """A game after so many turns."""
    game = new_game(Start(Player.TWO if is_wide else Player.ONE))
    for name in (WIDE_MOVES if is_wide else MOVES).split()[:turns]:
        game = game.play(parse_move(name))
    return game


@lru_cache(maxsize=4)
def camera_picture(is_crop: bool, turns: int = MIDDLE) -> Image:
    """A stand-in for what a camera sees: a tile on wood, or the table from above."""
    size = (90, 118) if is_crop else (320, 220)
    picture = pygame.Surface(size)
    for x in range(size[0]):
        shade = round(6 * np.sin(x / 9) + 4 * np.sin(x / 2.3))
        picture.fill((126 + shade, 98 + shade, 70 + shade), (x, 0, 1, size[1]))
    if is_crop:
        tile = tile_picture(parse_tile("K1"), (58, 78), has_marks=False)
        turned = pygame.transform.rotozoom(tile, 4, 1.0)
        picture.blit(turned, turned.get_rect(center=(size[0] // 2, size[1] // 2)))
        picture = pygame.transform.gaussian_blur(picture, 2)
    else:
        box = picture.get_rect().inflate(-30, -10)
        MosaicView(box, sample_game(turns).state.mosaic, has_marks=False).draw(picture)
    return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1])


def settings() -> Settings:
    """The settings of the samples."""
    return Settings(has_marks=True)


def playing(turns: int = MIDDLE, is_wide: bool = False, phase: Phase = Phase.TURN) -> Model:
    """A model with a game under way."""
    return Model(
        phase=phase,
        settings=settings(),
        names=NAMES,
        game=sample_game(turns, is_wide),
        game_id=7,
        camera=CameraStatus.WELL,
        picture=camera_picture(False),
    )


def _seen(model: Model, name: str) -> Model:
    move = parse_move(name)
    table = model.table or Table()
    return replace(
        model, proposal=Proposal(Status.MOVE, name, points(table.mosaic, move), candidates=())
    )


def _asking(question: Question, turns: int = MIDDLE) -> Model:
    model = playing(turns, phase=Phase.QUESTION)
    return replace(model, question=question, crop=camera_picture(True))


def _checks(*checks: Check) -> tuple[Check, ...]:
    return checks


def _at_step(step: Step, phase: Phase, *checks: Check) -> Model:
    model = playing(phase=phase)
    game = sample_game(MIDDLE)
    return replace(
        model, game=replace(game, state=replace(game.state, step=step)), checklist=checks
    )


def past_games() -> tuple[PastGame, ...]:
    """A few games of the past."""
    rows = (
        (7, "2026-11-15T20:14", (77, 71), 76, Player.ONE, True, (7, 7)),
        (6, "2026-11-14T21:02", (64, 79), 91, Player.TWO, True, (6, 7)),
        (5, "2026-11-12T19:40", (31, 28), 40, None, False, (5, 4)),
        (4, "2026-11-09T20:31", (78, 55), 83, Player.ONE, True, (7, 5)),
        (3, "2026-11-08T16:05", (70, 77), 102, Player.TWO, True, (7, 7)),
        (2, "2026-11-01T20:48", (77, 49), 69, Player.ONE, True, (7, 6)),
    )
    return tuple(
        PastGame(number, NAMES, begun, scores, 77, turns, winner, counts, best)
        for number, begun, scores, turns, winner, counts, best in rows
    )


def _home() -> Sample:
    return Sample(replace(playing(), phase=Phase.HOME))


def _new_game() -> Model:
    return Model(
        phase=Phase.NEW_GAME,
        settings=settings(),
        names=NAMES,
        known_names=("Marleen", "Joost", "Anna", "Kees"),
        lot=Player.TWO,
    )


def _set_table() -> Sample:
    checks = _checks(
        Check(say(Message.LAY_JOKER), True),
        Check(say(Message.LAY_NOTHING_ELSE)),
        Check(say(Message.FILL_RACKS, count=6), is_visible=False),
    )
    model = replace(playing(0, phase=Phase.SET_TABLE), picture=camera_picture(False, 0))
    return Sample(replace(model, checklist=checks))


def _place_pick(*cells: str) -> Sample:
    model = playing()
    table = model.table or Table()
    return Sample(replace(model, pick=pick_of(table, None, tuple(map(parse_cell, cells)))))


def _tile_pick(tile: str, *cells: str) -> Sample:
    model = playing()
    table = model.table or Table()
    pick = pick_of(table, parse_tile(tile), tuple(map(parse_cell, cells)))
    return Sample(replace(model, pick=pick))


def _scored() -> Sample:
    before = playing(56)
    table = before.table or Table()
    move = parse_move(MOVES.split()[56])
    gain = Gain(table.player, move, points(table.mosaic, move), 9)
    return Sample(replace(playing(57), gain=gain), seconds=0.06)


def _unsure() -> Sample:
    model = playing()
    cell = parse_cell("4-5")
    fits = pick_of(model.table or Table(), None, (cell,)).offers
    likely = sorted(fits, key=lambda each: -each.points)[:3]
    question = Question(
        Trouble.UNSURE,
        say(Message.UNSURE_TILE, cell=str(cell)),
        tuple(likely),
        (cell,),
        can_follow_table=True,
        can_guide_back=True,
    )
    return Sample(_asking(question))


def _illegal() -> Sample:
    question = Question(
        Trouble.ILLEGAL,
        sentence_for("no-match"),
        (),
        (parse_cell("4-5"),),
        parse_tile("R4"),
        can_follow_table=True,
        can_guide_back=True,
    )
    model = _asking(question)
    seen = Proposal(Status.ILLEGAL, "R4@4-5", reason="no-match")
    return Sample(replace(model, proposal=seen))


def _half_done() -> Sample:
    model = playing()
    table = model.table or Table()
    question = Question(
        Trouble.HALF_DONE,
        sentence_for("action-unfinished"),
        pick_of(table, parse_tile("O11"), ()).offers[:4],
        (),
        parse_tile("O11"),
        can_follow_table=True,
        can_guide_back=True,
    )
    return Sample(_asking(question))


def _blocked() -> Sample:
    model = _asking(Question(Trouble.BLOCKED, sentence_for("no-joker")))
    return Sample(replace(model, crop=None))


def _camera_moved() -> Sample:
    question = Question(Trouble.CAMERA_MOVED, say(Message.CAMERA_MOVED), can_guide_back=True)
    return Sample(_asking(question))


def _went_back() -> Sample:
    question = Question(
        Trouble.WENT_BACK,
        say(Message.TABLE_WENT_BACK, depth=2),
        can_follow_table=True,
        can_guide_back=True,
    )
    return Sample(_asking(question))


def _guide() -> Sample:
    checks = _checks(
        Check(say(Message.GUIDE_TAKE, tile="R4", cell="4-5"), True),
        Check(say(Message.GUIDE_SWAP, tile="O9", seen="R9", cell="3-3")),
        Check(say(Message.GUIDE_LAY, tile="R1", cell="7+0")),
        Check(say(Message.GUIDE_LAY_BESIDE, tile="B11")),
    )
    return Sample(replace(playing(phase=Phase.GUIDE_BACK), checklist=checks))


def _reset() -> Sample:
    return Sample(
        _at_step(
            Step.RESET,
            Phase.RESET,
            Check(say(Message.CLEAR_MOSAIC), True),
            Check(say(Message.KEEP_JOKER), True),
            Check(say(Message.TAKE_ACTION_TILES)),
            Check(say(Message.SHUFFLE_STOCK, count=92), is_visible=False),
        )
    )


def _reshuffle() -> Sample:
    return Sample(
        _at_step(
            Step.RESHUFFLE,
            Phase.RESHUFFLE,
            Check(say(Message.TAKE_ACTION_TILES), True),
            Check(say(Message.SHUFFLE_STOCK, count=61), is_visible=False),
        )
    )


def _correct(is_broken: bool) -> Sample:
    game = sample_game(MIDDLE)
    turn = 59
    was = game.moves[turn - 1]
    move = parse_move("K1@7-2" if is_broken else "K1@4-5")
    before = game.state_before(turn)
    after = game.correct(turn, move)
    pick = pick_of_move(before, move)
    amendment = Amendment(turn, was, pick, move)
    if isinstance(after, Game):
        amendment = replace(amendment, scores=after.state.scores, keeps_table=False)
    else:
        amendment = replace(amendment, broken=after)
    return Sample(replace(playing(phase=Phase.CORRECT), amendment=amendment))


def _replay() -> Sample:
    shown = OpenGame(7, NAMES, sample_game(TURNS))
    return Sample(
        replace(
            playing(phase=Phase.REPLAY),
            replay=Replay(shown, 48),
            past_games=past_games(),
            chosen_game=7,
        )
    )


def _phase(phase: Phase, turns: int = MIDDLE) -> Callable[[], Sample]:
    return lambda: Sample(replace(playing(turns), phase=phase, past_games=past_games()))


def _help(page: int) -> Callable[[], Sample]:
    return lambda: Sample(replace(playing(), phase=Phase.HELP), Ui(tab=page))


SAMPLES: Mapping[str, Callable[[], Sample]] = {
    "home": _home,
    "home-first": lambda: Sample(Model(settings=settings())),
    "new-game": lambda: Sample(_new_game()),
    "new-game-name": lambda: Sample(_new_game(), Ui(Sheet.NAME_ONE, typed="Marl")),
    "set-table": _set_table,
    "turn-first": lambda: Sample(playing(0)),
    "turn": lambda: Sample(_seen(playing(60), MOVES.split()[60])),
    "turn-quiet": lambda: Sample(playing()),
    "turn-wide": lambda: Sample(playing(80, True)),
    "turn-place": lambda: _place_pick("4-5"),
    "turn-tile": lambda: _tile_pick("K10"),
    "turn-action": lambda: _tile_pick("O13"),
    "turn-tiles": lambda: Sample(playing(), Ui(Sheet.TILES)),
    "turn-menu": lambda: Sample(playing(), Ui(Sheet.MENU)),
    "turn-scored": _scored,
    "turn-two-sided": lambda: Sample(
        replace(
            _seen(playing(60), MOVES.split()[60]),
            settings=replace(settings(), facing=Facing.TWO_SIDED, clock=ClockMode.PLAYER),
            clock=Clock(players=(431.0, 512.0)),
        )
    ),
    "turn-camera": lambda: Sample(replace(playing(), camera=CameraStatus.LOST)),
    "turn-ask": lambda: Sample(
        replace(
            playing(),
            proposal=Proposal(Status.UNSURE, differences=(Difference("4-5", None, None),)),
            notice=Notice(say(Message.NOT_YOUR_TURN, player=1), 99.0),
        )
    ),
    "unsure": _unsure,
    "illegal": _illegal,
    "half-done": _half_done,
    "blocked": _blocked,
    "camera-moved": _camera_moved,
    "went-back": _went_back,
    "guide-back": _guide,
    "ask-pass": _phase(Phase.ASK_PASS),
    "ask-undo": lambda: Sample(replace(playing(phase=Phase.ASK_UNDO), undo_depth=2)),
    "ask-abandon": _phase(Phase.ASK_ABANDON),
    "reset": _reset,
    "reshuffle": _reshuffle,
    "over": _phase(Phase.OVER, TURNS),
    "history": _phase(Phase.HISTORY),
    "correct": lambda: _correct(False),
    "correct-broken": lambda: _correct(True),
    "past-games": _phase(Phase.PAST_GAMES),
    "past-games-empty": lambda: Sample(Model(phase=Phase.PAST_GAMES, settings=settings())),
    "replay": _replay,
    "statistics": _phase(Phase.STATISTICS),
    "settings": _phase(Phase.SETTINGS),
    "camera-check": _phase(Phase.CAMERA_CHECK),
    "button-check": lambda: Sample(
        replace(playing(phase=Phase.BUTTON_CHECK), pressed=(True, False))
    ),
    "teach": _phase(Phase.TEACH),
    "mosaix": _phase(Phase.MOSAIX),
    **{f"help-{page + 1}": _help(page) for page in range(7)},
    "about": _phase(Phase.ABOUT),
    "fault": lambda: Sample(
        replace(playing(phase=Phase.FAULT), fault=say(Message.FAULT_DISK_FULL))
    ),
    "shut-down": _phase(Phase.SHUT_DOWN),
}
