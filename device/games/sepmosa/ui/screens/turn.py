"""The turn: whose it is, both scores, the mosaic, and what was just laid with its points."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.core.events import AskUndo, Confirm, Go
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa.confirm import is_blind, is_unchanged, offer_of
from device.games.sepmosa.events import AskCoach, ChooseCell, ChooseMove, ChooseTile, Doubt
from device.games.sepmosa.handlers.disagreements import reason_for
from device.games.sepmosa.messages import sentence_of_expected
from device.games.sepmosa.model import Offer, Phase
from device.games.sepmosa.story import Told, story_of
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.move_marks import Deed, deed_of, tell
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.table import bar, panel_box, panels
from device.games.sepmosa.ui.tiles import TileView
from device.games.sepmosa.ui.words import Words
from device.ui import theme
from device.ui.bar import Bar, Key, bar_box, felt_box, notice_on_cloth
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import centred, cut_bottom, cut_left, cut_right, cut_top, inset
from device.ui.parts import key, key_width
from device.ui.stage import eased
from device.ui.state import Sheet
from device.ui.theme import Weight
from device.ui.widgets import Align, Felt, Fill, IconMark, Label, Scene
from device.ui.words import signed, uncapped
from engine.sepmosa import Cell, Move, Table, Tile
from engine.sepmosa.rules import open_places
from engine.sepmosa.values import Pass, RemoveThree, cells_of
from vision.judge.proposal import Proposal, Status

TITLE_KEYS = 2  # tiles that a tray's title takes the room of


def turn_screen(stage: Stage) -> Scene:
    """The whole screen of a turn."""
    table = stage.model.table
    if table is None:
        return ()
    asked = _asked(stage)
    cells = [each.cell for each in asked.differences if each.cell is not None] if asked else ()
    return (*table_scene(stage, table, tuple(cells)), *_bar(stage, table), *_flight(stage))


def _asked(stage: Stage) -> Proposal | None:
    """What a press would ask about, where the screen says so; a camera that sees nothing has no
    question, and its trouble is said anyway."""
    model, seen = stage.model, stage.model.proposal
    is_hidden = not model.pick.is_empty or model.awaited is not None or offer_of(model) is not None
    is_hidden = is_hidden or is_blind(model)
    if seen is None or is_hidden or seen.expected is not None or is_unchanged(model, seen):
        return None
    return seen


def table_scene(stage: Stage, table: Table, doubtful: tuple[Cell, ...] = ()) -> Scene:
    """Panels, cloth and mosaic with all that is pointed out on it."""
    offer = offer_of(stage.model)
    deed = deed_of(table.mosaic, offer.move) if offer else Deed()
    seen = stage.model.proposal
    if not offer and not doubtful and seen is not None and seen.expected is not None:
        doubtful = seen.expected.cells  # what the action tile may still be used on
    ahead = offer.points if offer else 0
    return (
        *panels(stage, table, ahead),
        Felt(felt_box(stage)),
        mosaic_view(stage, table, deed, doubtful),
    )


def mosaic_view(
    stage: Stage, table: Table, deed: Deed, doubtful: tuple[Cell, ...] = ()
) -> MosaicView:
    """The mosaic as the engine knows it, with a deed that is not confirmed yet."""
    model = stage.model
    pick = model.pick
    targets = {} if pick.only else targets_of(pick.offers, pick.tile, pick.cells)
    if pick.is_coached and pick.tile is None:
        targets = {cells_of(each.move)[-1]: signed(each.points) for each in pick.offers}
    is_last_told = not (deed.laid or deed.gone or doubtful) and pick.is_empty
    return MosaicView(
        felt_box(stage),
        table.mosaic,
        places=tuple(open_places(table.mosaic)),
        targets=targets,
        chosen=() if pick.only else pick.cells,
        laid=deed.laid,
        gone=deed.gone,
        last=_last_cells(stage),
        is_last_told=is_last_told,
        line=_last_line(stage) if is_last_told else deed.line,
        doubtful=doubtful,
        has_marks=stage.has_marks,
        settle=eased(stage.since_laid),
        unit=stage.page.unit,
        meant=ChooseCell,
        focus=stage.ui.focus,
        zoom=stage.ui,
    )


def targets_of(
    offers: tuple[Offer, ...], tile: Tile | None, cells: tuple[Cell, ...]
) -> dict[Cell, str]:
    """The cells that can be chosen next, with the points they are worth, or at most."""
    if tile is None:
        return {}
    found: dict[Cell, set[int]] = {}
    for offer in offers:
        for cell in _next_cells(offer.move, cells):
            found.setdefault(cell, set()).add(offer.points)
    return {
        cell: signed(next(iter(worth))) if len(worth) == 1 else f"≤{max(worth)}"
        for cell, worth in found.items()
    }


def _next_cells(move: Move, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if isinstance(move, RemoveThree):
        return tuple(cell for cell in move.cells or () if cell not in cells)
    return cells_of(move)[len(cells) : len(cells) + 1]


def _last_cells(stage: Stage) -> tuple[Cell, ...]:
    game = stage.model.game
    if game is None or not game.moves:
        return ()
    last = game.moves[-1]
    return (last.cells or ()) if isinstance(last, RemoveThree) else cells_of(last)


def _last_line(stage: Stage) -> tuple[Cell, ...]:
    """The tiles that scored with the last move."""
    told = _last_told(stage)
    return deed_of(told.before, told.move).line if told and told.move else ()


def _last_told(stage: Stage) -> Told | None:
    """What was played last, unless tiles were shuffled since."""
    story = story_of(stage.model.game) if stage.model.game else ()
    return story[-1] if story and story[-1].move else None


def _bar(stage: Stage, table: Table) -> Scene:
    words, model = stage.words, stage.model
    can_undo = model.game is not None and model.game.can_undo > 0
    undo = Key(Icon.UNDO, words("key.undo"), AskUndo(), Style.KEY)
    if not can_undo:
        undo = Key(Icon.UNDO, words("key.undo"), None, Style.OFF)
    menu = Key(Icon.MENU, words("key.menu"), stage.open(Sheet.MENU))
    tiles = Key(Icon.GRID, words("key.tiles"), stage.open(Sheet.TILES))
    if not model.pick.is_empty and model.pick.only is None:
        return _pick_bar(stage)
    offer = offer_of(model)
    if offer is not None:
        no = ChooseTile(None) if model.pick.only else Doubt()
        keys: tuple[Key, ...] = (
            Key(Icon.CROSS, words("key.no"), no),
            Key(Icon.TICK, words("key.yes"), Confirm(offer), Style.MAIN),
        )
        if model.phase is Phase.TURN:
            keys = (*keys, menu)
        told = tell(words, table.mosaic, offer.move)
        why = words("turn.press")
        return bar(stage, Bar(told, why, keys, offer.points), offer.move.tile)
    seen = model.proposal
    if seen is not None and seen.expected is not None:
        told = words.sentence(sentence_of_expected(seen.expected))
        shown = Bar(told, "", (undo, menu), is_watching=True, is_told=True)
        return bar(stage, shown, seen.expected.tile)
    if model.awaited is not None:
        return bar(stage, Bar(words("turn.look"), "", (undo, menu), is_watching=True))
    asked = _asked(stage)
    if asked is not None:
        keys = (Key(Icon.EYE, words("key.show"), Doubt(), Style.MAIN), undo, menu)
        told = words.sentence(reason_for(model, table, asked))
        why = "question.bar-wait" if asked.status is Status.BLOCKED else "turn.ask-why"
        return bar(stage, Bar(told, words(why), keys, is_told=True))
    keys = (tiles, undo, menu)
    if model.camera is CameraStatus.MOVED:
        check = Key(Icon.CAMERA, words("key.check"), Go(CommonPhase.CAMERA_CHECK), Style.MAIN)
        keys = (tiles, check, menu)
    last = _last_told(stage)
    now, why = words("turn.draw"), words("turn.draw-why")
    if model.facts.is_virtual:  # there a tile is drawn already
        now, why = why, ""
    if model.is_companion(table.player):
        now, why = words.sentence(say(Message.NOT_YOUR_TURN, player=table.player)), ""
    if last is None:
        return bar(stage, Bar(now, why, keys, is_watching=True))
    played = told_of(words, last)
    return bar(stage, Bar(played, now, keys, is_watching=True, is_told=True))


def told_of(words: Words, told: Told) -> str:
    """What a player has played, and what it scored."""
    name, points = words.player(told.player), signed(told.points)
    if told.move is None or isinstance(told.move, Pass):
        return words("turn.passed", name=name, points=points)
    deed = uncapped(tell(words, told.before, told.move))
    return words("turn.told", name=name, move=deed, points=points)


@dataclass(frozen=True, slots=True)
class Fitting:
    """A tile that may be played at the chosen place, with what it can score."""

    tile: Tile
    move: Move | None  # nothing where more has to be chosen
    worth: str
    best: int


def fitting(offers: tuple[Offer, ...]) -> list[Fitting]:
    """The tiles of `offers`, most points first, tiles before action tiles."""
    by_tile: dict[Tile, list[Offer]] = {}
    for offer in offers:
        if offer.move.tile is not None:
            by_tile.setdefault(offer.move.tile, []).append(offer)
    found = []
    for tile, group in by_tile.items():
        best = max(offer.points for offer in group)
        is_one = len({offer.points for offer in group}) == 1
        move = group[0].move if len(group) == 1 else None
        found.append(Fitting(tile, move, signed(best) if is_one else f"≤{best}", best))
    return sorted(found, key=lambda each: (each.tile.is_action, -each.best, each.tile.value))


def _pick_bar(stage: Stage) -> Scene:
    """What fits at a place, or where a tile fits."""
    words, pick = stage.words, stage.model.pick
    close = Key(Icon.CROSS, words("key.close"), ChooseTile(None))
    tiles = Key(Icon.GRID, words("key.tiles"), stage.open(Sheet.TILES))
    if pick.is_coached and pick.tile is None:
        return _tray(stage, tips(pick.offers), words("turn.coached"))
    coach = Key(Icon.BULB, words("key.coach"), AskCoach())
    if pick.tile is not None and pick.is_coached:
        title = words("turn.coached-tile", tile=words.tile(pick.tile))
        return bar(stage, Bar(title, words("turn.where-why"), (tiles, close)), pick.tile)
    if pick.tile is not None:
        name = words.tile(pick.tile)
        if not pick.offers:
            said = "turn.useless" if pick.tile.is_action else "turn.nowhere"
            return bar(stage, Bar(words(said, tile=name), "", (tiles, close)), pick.tile)
        is_target = pick.tile.is_action and (pick.tile.value != 12 or not pick.cells)
        why = words("turn.target-why" if is_target else "turn.where-why")
        keys = (tiles, coach, close) if not pick.cells else (tiles, close)
        return bar(stage, Bar(words("turn.where", tile=name), why, keys), pick.tile)
    found = fitting(pick.offers)
    if not found:
        return bar(stage, Bar(words("turn.nothing"), "", (tiles, close)))
    return _tray(stage, found, words("turn.fits"))


def tips(offers: tuple[Offer, ...]) -> list[Fitting]:
    """What the coach would think of, in his order."""
    return [
        Fitting(each.move.tile, each.move, signed(each.points), each.points)
        for each in offers
        if each.move.tile is not None
    ]


def _tray(stage: Stage, found: list[Fitting], title: str) -> Scene:
    """Tiles to choose from, side by side, such as those that fit at a place."""
    px, rect = stage.px, bar_box(stage)
    text = stage.words("key.close")
    room, shut = cut_right(cut_right(rect, px(14))[0], key_width(stage, text))
    shut = cut_top(cut_top(shut, px(12))[1], px(64))[0]
    close = key(stage, stage.handed(shut), Icon.CROSS, text, ChooseTile(None))
    wide, gap = px(60), px(3)
    room = stage.handed(cut_left(room, px(8))[1])
    per_row = max(1, (room.width + gap) // (wide + gap))
    high = px(80)
    row_count = max(1, room.height // high)
    most = per_row * row_count
    shown = found if len(found) <= most else found[: most - 1]
    scene: Scene = (
        Fill(rect, theme.BAR),
        close,
        *_tray_title(stage, title, room, len(found), per_row),
    )
    if stage.notice:
        scene += notice_on_cloth(stage)
    if not stage.page.is_portrait and len(found) + TITLE_KEYS <= per_row:
        room = cut_left(room, px(130))[1]

    def place(at: int) -> pygame.Rect:
        row, column = divmod(at, per_row)
        return pygame.Rect(room.x + column * (wide + gap), room.y + px(4) + row * high, wide, high)

    scene += tuple(_fitting_key(stage, place(at), each) for at, each in enumerate(shown))
    if len(shown) < len(found):
        box = place(most - 1)
        more = IconMark(inset(box, px(12), px(20)), Icon.GRID, theme.PAPER)
        scene += (Button(box, stage.open(Sheet.TILES), Style.KEY, px(10), px(1), (more,)),)
    return scene


def _tray_title(stage: Stage, text: str, room: pygame.Rect, count: int, per_row: int) -> Scene:
    """What the tray is about, where there is room to say so."""
    px = stage.px
    if not stage.page.is_portrait:
        if count + TITLE_KEYS > per_row:
            return ()
        box = pygame.Rect(room.x + px(8), room.y + px(8), px(112), px(72))
        return (Label(box, text, px(18), theme.PAPER, Weight.STRONG, lines=3),)
    if count > per_row:
        return ()
    box = pygame.Rect(room.x + px(8), room.y + px(92), room.width - px(8), px(60))
    return (Label(box, text, px(18), theme.PAPER, Weight.STRONG),)


def _fitting_key(stage: Stage, box: pygame.Rect, each: Fitting) -> Button:
    px = stage.px
    upper, low = cut_bottom(box, px(27))
    tile = centred(cut_top(cut_top(upper, px(6))[1], px(46))[0], px(36), px(46))
    low = cut_top(low, px(24))[0]
    colour = theme.GOLD if each.best > 0 else theme.PAPER_SOFT
    meant = ChooseMove(each.move) if each.move else ChooseTile(each.tile)
    shown = (
        TileView(tile, each.tile, stage.has_marks),
        Label(low, each.worth, px(17), colour, Weight.BOLD, Align.MIDDLE),
    )
    return Button(box, meant, Style.LINE, px(10), 0, shown)


def _flight(stage: Stage) -> Scene:
    """The points just scored, on their way from the bar to the score."""
    gain = stage.model.gain
    share = eased(stage.since_gain)
    if gain is None or share >= 1 or gain.points == 0:
        return ()
    start, end = bar_box(stage).center, panel_box(stage, gain.seat).center
    box = pygame.Rect(0, 0, stage.px(140), stage.px(70))
    box.center = (
        round(start[0] + (end[0] - start[0]) * share),
        round(start[1] + (end[1] - start[1]) * share),
    )
    size = stage.px(46 + 20 * share)
    return (Label(box, signed(gain.points), size, theme.GOLD, Weight.HEAVY, Align.MIDDLE),)
