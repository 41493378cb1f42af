"""Moments of two games, one for every screen: for the gallery and the reference screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import partial

from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase, Notice, OpenGame, SharingPage
from device.core.settings import ClockMode, Facing, KeySide
from device.games.sepmosa.events import AskCoach
from device.games.sepmosa.handlers.changes import undo
from device.games.sepmosa.handlers.picks import pick_of, pick_of_move
from device.games.sepmosa.handlers.turn import ask_coach
from device.games.sepmosa.model import Amendment, Check, Clock, Gain, Model, Phase, Pick, Replay
from device.lab.mosaix.samples import MOMENTS, mosaix_sample
from device.lab.screens.sample_games import (
    MIDDLE,
    MOVES,
    NAMES,
    TURNS,
    Sample,
    camera_picture,
    past_games,
    playing,
    sample_game,
    settings,
)
from device.lab.screens.sample_lessons import LESSONS
from device.lab.screens.sample_questions import QUESTIONS
from device.share.wish import Sharing
from device.system.facts import Facts
from device.ui.screens.device import PAGES
from device.ui.state import Sheet, Ui
from engine.sepmosa import (
    Game,
    Player,
    Step,
    Table,
    parse_cell,
    parse_move,
    parse_tile,
    points,
)
from vision.judge.proposal import Blocked, Difference, Proposal, Status

LEFT_HANDED = replace(settings(), keys=KeySide.LEFT)


def _seen(model: Model, name: str) -> Model:
    move = parse_move(name)
    table = model.table or Table()
    return replace(
        model, proposal=Proposal(Status.MOVE, move, points(table.mosaic, move), candidates=())
    )


def _checks(*checks: Check) -> tuple[Check, ...]:
    return checks


def _at_step(step: Step, phase: Phase, *checks: Check) -> Model:
    model = playing(phase=phase)
    game = sample_game(MIDDLE)
    return replace(
        model, game=replace(game, state=replace(game.state, step=step)), checklist=checks
    )


def _covered_lens() -> Model:
    """Just noticed: the look at it and the camera's health say the same, each in its own way."""
    return replace(
        playing(),
        camera=CameraStatus.BLACK,
        proposal=Proposal(Status.BLOCKED, reason=Blocked.DARK),
        notice=Notice(say(Message.CAMERA_BLACK), 99.0),
    )


def _home() -> Sample:
    return Sample(replace(playing(), phase=CommonPhase.HOME))


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


def _first_pick(tile: str) -> Sample:
    """A tile chosen for the first turn of a game."""
    model = playing(0)
    return Sample(replace(model, pick=pick_of(model.table or Table(), parse_tile(tile), ())))


def _scored() -> Sample:
    before = playing(56)
    table = before.table or Table()
    move = parse_move(MOVES.split()[56])
    gain = Gain(table.player, move, points(table.mosaic, move), 9)
    return Sample(replace(playing(57), gain=gain), seconds=0.06)


def _guide() -> Sample:
    tile, cell = parse_tile, parse_cell
    checks = _checks(
        Check(say(Message.GUIDE_TAKE, tile=tile("R4"), cell=cell("4-5")), True),
        Check(say(Message.GUIDE_SWAP, tile=tile("O9"), seen=tile("R9"), cell=cell("3-3"))),
        Check(say(Message.GUIDE_LAY, tile=tile("R1"), cell=cell("7+0"))),
        Check(say(Message.GUIDE_LAY_BESIDE, tile=tile("B11"))),
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


def _correct_open() -> Sample:
    """Nothing chosen yet."""
    sample = _correct(False)
    known = sample.model.amendment
    empty = None if known is None else replace(known, pick=Pick(), move=None, scores=None)
    return replace(sample, model=replace(sample.model, amendment=empty))


def _correct(is_broken: bool) -> Sample:
    game = sample_game(MIDDLE)
    turn = 59
    was = game.moves[turn - 1]
    move = parse_move("B2@5-2" if is_broken else "K1@7-2")
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
        )
    )


FACTS = Facts("0.1.0", 2_421_000, 1_084_000, "/var/lib/sepmosa/games.txt")


def _phase(phase: Enum, turns: int = MIDDLE) -> Callable[[], Sample]:
    return lambda: Sample(replace(playing(turns), phase=phase, past_games=past_games()))


def _help(page: int) -> Callable[[], Sample]:
    return lambda: Sample(replace(playing(), phase=Phase.HELP), Ui(tab=page))


def _device(tab: int) -> Callable[[], Sample]:
    return lambda: Sample(playing(phase=CommonPhase.SETTINGS), Ui(tab=tab))


def _configured() -> Model:
    model = playing(phase=CommonPhase.SETTINGS)
    return replace(model, config=model.config.changed({("camera", "source"): "usb"}))


LINK = "http://192.168.178.24:7749/k7m2pq4x/"


def _share(
    told: Sharing | None = None,
    ui: Ui = Ui(),  # noqa: B008  a frozen value
    is_on: bool = True,
    by_hand: str = "",
) -> Callable[[], Sample]:
    page = SharingPage(is_on, told, by_hand, since=0.0)
    shown = replace(playing(phase=CommonPhase.SHARE), sharing=page, now=60.0)
    return lambda: Sample(shown, ui)


SAMPLES: Mapping[str, Callable[[], Sample]] = {
    "home": _home,
    "home-first": lambda: Sample(Model(settings=settings())),
    "new-game": lambda: Sample(_new_game()),
    "new-game-clock": lambda: Sample(
        replace(_new_game(), settings=replace(settings(), clock=ClockMode.PLAYER))
    ),
    "new-game-opponent": lambda: Sample(
        replace(_new_game(), names=("Marleen", "Companion"), facts=Facts(has_player=True))
    ),
    "new-game-name": lambda: Sample(_new_game(), Ui(Sheet.NAME_ONE, typed="Marl")),
    "set-table": _set_table,
    "turn-first": lambda: Sample(playing(0)),
    "turn": lambda: Sample(_seen(playing(60), MOVES.split()[60])),
    "turn-quiet": lambda: Sample(playing()),
    "turn-wide": lambda: Sample(playing(80, True)),
    "turn-place": lambda: _place_pick("4-5"),
    "turn-tile": lambda: _tile_pick("K10"),
    "turn-action": lambda: _tile_pick("O13"),
    "turn-coach": lambda: Sample(ask_coach(playing(), AskCoach())[0]),
    "turn-coach-tile": lambda: Sample(ask_coach(_tile_pick("R9").model, AskCoach())[0]),
    "turn-useless": lambda: _first_pick("K13"),
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
    "turn-left": lambda: Sample(
        replace(_seen(playing(60), MOVES.split()[60]), settings=LEFT_HANDED)
    ),
    "turn-camera": lambda: Sample(replace(playing(), camera=CameraStatus.LOST)),
    "turn-virtual": lambda: Sample(replace(playing(0), facts=Facts(is_virtual=True))),
    "turn-black": lambda: Sample(_covered_lens()),
    "turn-covered": lambda: Sample(
        replace(playing(), proposal=Proposal(Status.BLOCKED, reason=Blocked.COVERED))
    ),
    "turn-long-names": lambda: Sample(
        replace(playing(), names=("Wilhelmina Margaretha Anna", "Jean-Baptiste de la Tour"))
    ),
    "turn-ask": lambda: Sample(
        replace(
            playing(),
            proposal=Proposal(
                Status.UNSURE, differences=(Difference(parse_cell("4-5"), None, None),)
            ),
            notice=Notice(say(Message.NOT_YOUR_TURN, player=1), 99.0),
        )
    ),
    **QUESTIONS,
    "guide-back": _guide,
    "taken-back": lambda: Sample(replace(undo(playing(52), 2)[0], notice=None)),
    "ask-pass": _phase(Phase.ASK_PASS),
    "ask-undo": lambda: Sample(replace(playing(phase=Phase.ASK_UNDO), undo_depth=2)),
    "ask-abandon": _phase(Phase.ASK_ABANDON),
    "reset": _reset,
    "reshuffle": _reshuffle,
    "over": _phase(Phase.OVER, TURNS),
    "over-export": lambda: Sample(playing(TURNS, phase=Phase.OVER), Ui(Sheet.EXPORT)),
    "over-exported": lambda: Sample(
        replace(
            playing(TURNS, phase=Phase.OVER),
            notice=Notice(say(Message.EXPORTED, path="~/.local/state/sepmosa/game-0012.txt"), 99.0),
        )
    ),
    "history": _phase(Phase.HISTORY),
    "correct-open": _correct_open,
    "correct": lambda: _correct(False),
    "correct-broken": lambda: _correct(True),
    "past-games": _phase(Phase.PAST_GAMES),
    "past-games-empty": lambda: Sample(Model(phase=Phase.PAST_GAMES, settings=settings())),
    "past-games-deleted": lambda: Sample(
        replace(
            playing(phase=Phase.PAST_GAMES),
            past_games=past_games()[1:],
            deleted_game=past_games()[0],
        )
    ),
    "replay": _replay,
    "statistics": _phase(Phase.STATISTICS),
    "settings": _phase(CommonPhase.SETTINGS),
    "settings-language": lambda: Sample(playing(phase=CommonPhase.SETTINGS), Ui(Sheet.LANGUAGE)),
    **{f"device-{name}": _device(at) for at, name in enumerate(PAGES, 1)},
    "device-restart": lambda: Sample(_configured(), Ui(tab=2)),
    "device-text": lambda: Sample(
        playing(phase=CommonPhase.SETTINGS),
        Ui(Sheet.TEXT, tab=2, asked="folder", typed="/home/pi/table"),
    ),
    **LESSONS,
    "button-check": lambda: Sample(
        replace(playing(phase=CommonPhase.BUTTON_CHECK), pressed=(True, False))
    ),
    **{f"help-{page + 1}": _help(page) for page in range(12)},
    "about": lambda: Sample(replace(playing(), phase=CommonPhase.ABOUT, facts=FACTS)),
    "share-off": _share(is_on=False),
    "share": _share(Sharing(LINK, 3)),
    "share-broker": _share(Sharing(LINK.replace("24:", "124:"), 12, "games", "away")),
    "share-new-link": _share(Sharing(LINK, 3), Ui(Sheet.NEW_LINK)),
    "share-no-network": _share(Sharing(None, 0, "network", "refused")),
    "share-no-port": _share(Sharing(None, 0, "port")),
    "share-late": _share(),
    "share-by-hand": _share(by_hand=".venv/bin/sepmosa share"),
    "fault": lambda: Sample(
        replace(playing(phase=CommonPhase.FAULT), fault=say(Message.FAULT_DISK_FULL))
    ),
    "shut-down": _phase(CommonPhase.SHUT_DOWN),
    **{f"mosaix-{name}": partial(mosaix_sample, name) for name in MOMENTS},
}
