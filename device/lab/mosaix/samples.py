"""Moments of some games of MOSAIX, one for every screen: for the gallery and the references."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random

from device.core.messages import say
from device.core.model import CameraStatus, Notice, OpenGame
from device.core.settings import KeySide, Settings
from device.games.mosaix.draft import Draft, draft_of, draft_of_roll
from device.games.mosaix.handlers.outcome import kept_of, to_game
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import BoardSight, DiceSeen, Mosaix, PastGame, Phase, Plan, Replay
from device.games.mosaix.picks import hints, picks_at
from device.games.mosaix.sheet import CountSheet as BoardSheet
from device.games.mosaix.sheet import sheet_of
from device.lab.screens.sample_games import Sample
from device.system.facts import Facts
from device.ui.state import Sheet, Ui
from engine.mosaix import (
    Board,
    Cell,
    Game,
    Lay,
    Stop,
    Symbol,
    new_game,
    parse_board,
    parse_cell,
    parse_figure,
    parse_roll,
    scored_entries,
)
from engine.mosaix.notation import Match
from engine.mosaix.paper import Begin, Counted, Finish, Paper
from engine.mosaix.players import roll_dice
from engine.mosaix.rules import is_done, legal_entries
from engine.mosaix.table import Start, Step
from engine.mosaix.values import arrangements

NAMES = ("Marleen", "Joost", "Anna", "Kees")
CENTRES = (Symbol.CIRCLE, Symbol.CROSS, Symbol.TRIANGLE, Symbol.CIRCLE)
FIGURE = parse_figure("OTX/..O")
COUNTED = parse_board("TOOOOXX/TTTTOOX/TXOOOXX/XXTTTTX/OXTO.XT/XXOOOXX/TTOXTXX")  # counts 101
OTHER = parse_board("TTTTXXX/OOTTXXO/OXTOOOO/OXXOTTO/OXXTTTX/OXTTXXX/OOOTTXX")


@lru_cache(maxsize=8)
def sample_game(players: int, turns: int, seed: int = 3) -> Game:
    """So many turns of players who enter what is worth most at once."""
    rng = Random(seed)
    game = new_game(Start(CENTRES[:players], 0))
    while game.table.step is not Step.OVER and game.table.turn <= turns:
        game = _turn(game, rng)
    return game


def _turn(game: Game, rng: Random) -> Game:
    while game.table.step is Step.LAY:
        figure = rng.choice(arrangements(roll_dice(rng)))
        if game.table.is_solo and not legal_entries(game.table.boards[0], figure):
            continue
        game = game.lay(figure)
    while game.table.step is Step.ENTER:
        player = min(game.table.waiting)
        scored = scored_entries(game.table.boards[player], game.table.laid)
        if not scored:
            game = game.skip(player)
            continue
        best = max(scored, key=lambda each: (each.gain, -each.entry.dropped, str(each.entry)))
        game = game.enter(player, best.entry)
        if any(map(is_done, game.table.boards)) and game.table.step is Step.OVER:
            return game
    return game


def paper_game(players: int = 2, is_counted: bool = False) -> Paper:
    """A game whose boards lie on the table."""
    game = Paper().append(Begin(players))
    for text in ("OTX/..O", "TTOX", "XX/OT"):
        game = game.append(Lay(parse_figure(text)))
    if not is_counted:
        return game
    game = game.append(Finish())
    for player, board in enumerate((COUNTED, OTHER)[:players]):
        game = game.append(Counted(player, board))
    return game


def playing(match: Match, **changes: object) -> Mosaix:
    """A game under way, in the phase in which it goes on."""
    count = match.players if isinstance(match, Paper) else len(match.table.boards)
    model = Mosaix(match=match, names=NAMES[:count], game_id=7, camera=CameraStatus.WELL)
    return replace(to_game(model), **changes)  # type: ignore[arg-type]


def _entering(players: int = 2, turns: int = 6) -> Mosaix:
    return playing(sample_game(players, turns).lay(FIGURE))


def _picked(model: Mosaix) -> Mosaix:
    board = kept_of(model).table.boards[model.player]
    return replace(model, pick=picks_at(board, FIGURE, 0, parse_cell("a7"))[0])


def _best(model: Mosaix) -> Mosaix:
    board = kept_of(model).table.boards[model.player]
    worth = {
        (quarters, cell): gain
        for quarters in range(4)
        for cell, gain in hints(board, FIGURE, quarters).items()
    }
    quarters, cell = max(worth, key=lambda at: worth[at])
    return replace(model, pick=picks_at(board, FIGURE, quarters, cell)[0], quarters=quarters)


def _past_games() -> tuple[PastGame, ...]:
    return (
        PastGame(9, NAMES, "2026-11-15T20:14", (96, 118, 88, 101), 13, True, True),
        PastGame(8, ("Marleen",), "2026-11-14T19:02", (124,), 12, True, True),
        PastGame(6, NAMES[:2], "2026-11-12T21:40", (101, 77), 14, True, False),
        PastGame(5, NAMES[:3], "2026-11-08T18:15", (12, 0, 20), 4, False, True),
    )


def _over(players: int) -> Mosaix:
    game = sample_game(players, 99)
    return playing(game)


def _solo_over(board: str) -> Mosaix:
    """A lone player's end with a board as it is wanted."""
    game = sample_game(1, 3).append(Stop())
    table = replace(game.table, boards=(parse_board(board),))
    return playing(replace(game, state=table))


def _replaying(match: Match, turn: int) -> Mosaix:
    count = match.players if isinstance(match, Paper) else len(match.table.boards)
    shown = OpenGame(9, NAMES[:count], match, "2026-11-15T20:14")
    return Mosaix(phase=Phase.REPLAY, replay=Replay(shown, turn))


def _read_sheet(*doubtful: str, board: Board = COUNTED) -> BoardSheet:
    return replace(sheet_of(board), doubtful=frozenset(map(_cell, doubtful)), is_read=True)


def _cell(text: str) -> Cell:
    return parse_cell(text)


def _new(players: int, is_kept: bool = True) -> Mosaix:
    plan = Plan(players, (*NAMES[:3], ""), CENTRES, is_kept)
    return Mosaix(phase=Phase.NEW, trail=(Phase.MENU,), plan=plan, known_names=NAMES)


def _lay(**changes: object) -> Mosaix:
    return playing(sample_game(2, 6), **changes)


Shown = tuple[Mosaix, Ui]
NO_UI = Ui()
MOMENTS: Mapping[str, Callable[[], Shown]] = {
    "menu": lambda: (replace(_lay(), phase=Phase.MENU), NO_UI),
    "menu-first": lambda: (Mosaix(phase=Phase.MENU), NO_UI),
    "new": lambda: (_new(4), NO_UI),
    "new-paper": lambda: (_new(3, False), NO_UI),
    "new-solo": lambda: (_new(1), NO_UI),
    "new-name": lambda: (_new(2), Ui(sheet=Sheet.NAME_TWO, typed="Jo")),
    "lay": lambda: (_lay(), NO_UI),
    "lay-virtual": lambda: (
        playing(
            new_game(Start(CENTRES[:2], 0)),
            seen=DiceSeen(None, "not-touching"),
            facts=Facts(is_virtual=True),
        ),
        NO_UI,
    ),
    "lay-seen": lambda: (_lay(seen=DiceSeen(FIGURE)), NO_UI),
    "lay-problem": lambda: (_lay(seen=DiceSeen(None, "not-touching")), NO_UI),
    "lay-touch": lambda: (
        _lay(draft=Draft(draft_of(FIGURE).dice[:3], Symbol.CROSS), camera=CameraStatus.OFF),
        NO_UI,
    ),
    "lay-solo": lambda: (
        playing(sample_game(1, 5), draft=draft_of_roll(parse_roll("OOTX")), is_advised=True),
        NO_UI,
    ),
    "lay-four": lambda: (playing(sample_game(4, 7), camera=CameraStatus.OFF), NO_UI),
    "enter": lambda: (_entering(), NO_UI),
    "enter-first": lambda: (playing(new_game(Start(CENTRES[:2], 0)).lay(FIGURE)), NO_UI),
    "enter-picked": lambda: (_best(_entering()), NO_UI),
    "enter-left": lambda: (
        replace(_best(_entering()), settings=Settings(keys=KeySide.LEFT)),
        NO_UI,
    ),
    "enter-edge": lambda: (_picked(_entering(2, 2)), NO_UI),
    "enter-four": lambda: (_entering(4, 9), NO_UI),
    "enter-solo": lambda: (_best(_entering(1, 6)), NO_UI),
    "enter-done": lambda: (_done(), NO_UI),
    "enter-notice": lambda: (
        replace(_entering(), notice=Notice(say(MosaixMessage.CHOOSE_PLACE), 99.0)),
        NO_UI,
    ),
    "game-menu": lambda: (_entering(), Ui(sheet=Sheet.MENU)),
    "show": lambda: (playing(paper_game(3)), NO_UI),
    "count-wait": lambda: (replace(_counting(BoardSheet()), sight=BoardSight.NO_BOARD), NO_UI),
    "count-reading": lambda: (
        replace(_counting(BoardSheet()), sight=BoardSight.BOARD, sighted=1.0, now=4.0),
        NO_UI,
    ),
    "count-next": lambda: (replace(_counting(BoardSheet()), sight=BoardSight.COUNTED), NO_UI),
    "count-loose": lambda: (
        Mosaix(phase=Phase.COUNT, trail=(Phase.MENU,), camera=CameraStatus.WELL),
        NO_UI,
    ),
    "count-doubt": lambda: (_counting(_read_sheet("c3", "f6")), NO_UI),
    "count-sure": lambda: (_counting(_read_sheet()), NO_UI),
    "count-solo": lambda: (
        replace(
            playing(paper_game(1).append(Finish())),
            sheet=replace(_read_sheet(), boxes=3),
        ),
        NO_UI,
    ),
    "over": lambda: (_over(2), NO_UI),
    "over-four": lambda: (_over(4), NO_UI),
    "over-shared": lambda: (_shared(), NO_UI),
    "over-lost": lambda: (_solo_over(f"{COUNTED}+5"), NO_UI),
    "over-brilliant": lambda: (_solo_over(f"{_BRILLIANT}+0"), NO_UI),
    "ask-undo": lambda: (
        replace(_entering(), phase=Phase.ASK_UNDO, trail=(Phase.ENTER,), undo_depth=2),
        NO_UI,
    ),
    "ask-undo-lay": lambda: (
        replace(_entering(), phase=Phase.ASK_UNDO, trail=(Phase.ENTER,)),
        NO_UI,
    ),
    "ask-end": lambda: (replace(_entering(), phase=Phase.ASK_END, trail=(Phase.ENTER,)), NO_UI),
    "ask-stop": lambda: (
        replace(playing(sample_game(1, 5)), phase=Phase.ASK_END, trail=(Phase.LAY,)),
        NO_UI,
    ),
    "past": lambda: (Mosaix(phase=Phase.PAST, past_games=_past_games()), NO_UI),
    "past-empty": lambda: (Mosaix(phase=Phase.PAST), NO_UI),
    "past-deleted": lambda: (
        Mosaix(phase=Phase.PAST, past_games=_past_games()[1:], deleted_game=_past_games()[0]),
        NO_UI,
    ),
    "replay": lambda: (_replaying(sample_game(2, 99), 7), NO_UI),
    "replay-paper": lambda: (_replaying(paper_game(2, True), 2), NO_UI),
    **{
        f"help-{at + 1}": lambda at=at: (Mosaix(phase=Phase.HELP), Ui(tab=at))  # type: ignore[misc]
        for at in range(10)
    },
}
_BRILLIANT = "XXXTTXX/XXOXTTX/XOOXTXX/TOOXOOO/TTTXOOX/OOTXTTX/XOOOXXX"


def _done() -> Mosaix:
    game = kept_of(_entering())
    entry = legal_entries(game.table.boards[0], FIGURE)[30]
    return playing(game.enter(0, entry), player=0)


def _counting(sheet: BoardSheet) -> Mosaix:
    game = paper_game(2).append(Finish()).append(Counted(0, OTHER))
    return playing(game, sheet=sheet)


def _shared() -> Mosaix:
    game = paper_game(2).append(Finish())
    for player in range(2):
        game = game.append(Counted(player, COUNTED))
    return playing(game)


def mosaix_sample(name: str) -> Sample:
    """That moment, with what only the screen knows."""
    return Sample(*MOMENTS[name]())
