"""Teaching a set of tiles: the profiles there are, what to lay out, what was found, questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from device.core.events import Go
from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.teaching.events import (
    AskTile,
    ChooseProfile,
    DeleteProfile,
    ExportProfile,
    ForgetCorrections,
    KeepLesson,
    NameTile,
    RenameProfile,
    RestoreProfile,
    SetProfileName,
    TakeLesson,
)
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.store.profiles import ProfileLine
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.keyboard import NameCard, name_sheet
from device.ui.layout import columns, cut_bottom, cut_left, cut_top, rows
from device.ui.marks import CameraPicture, TickMark, scrolled
from device.ui.parts import backdrop, card, header, headline, key, text_key
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene
from engine.sepmosa.notation import parse_tile
from engine.sepmosa.values import JOKER, Tile
from vision.tiles.profile.lesson import ROWS_ASKED, Lesson

ROW = 76
GUESSES = 3
COLOURS = ("black", "red", "blue", "orange")


def teach_screen(stage: Stage) -> Scene:
    """The sets that were taught, and the ways to set the device up."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        room = stage.box(14, 84, wide - 28, high - 84 - 300)
        side = stage.box(14, high - 288, wide - 28, 274)
    else:
        room = stage.box(14, 84, wide - 28 - 262, high - 98)
        side = stage.box(wide - 14 - 250, 84, 250, high - 98)
    keys = rows(side, 4, px(10))
    teaching = stage.model.teaching
    scene = (
        *backdrop(stage),
        *header(stage, words("teach.title")),
        text_key(stage, keys[0], words("teach.start"), Go(Phase.LESSON), Style.MAIN, 19, Icon.GRID),
        text_key(
            stage, keys[1], words("settings.camera"), Go(CommonPhase.CAMERA_CHECK), icon=Icon.CAMERA
        ),
        text_key(
            stage, keys[2], words("settings.buttons"), Go(CommonPhase.BUTTON_CHECK), icon=Icon.HAND
        ),
    )
    if teaching.deleted is not None:
        back = words("teach.deleted", name=teaching.deleted)
        scene += (text_key(stage, keys[3], back, RestoreProfile(), Style.MAIN, 17, Icon.UNDO),)
    else:
        scene += (Label(keys[3], words("teach.why"), px(15), theme.PAPER_SOFT, lines=5),)
    lines: list[ProfileLine | None] = [None, *teaching.profiles]

    def make(at: int, box: pygame.Rect) -> Scene:
        return _profile_row(stage, lines[at], cut_bottom(box, px(8))[0])

    scene += (scrolled(room, stage.ui, len(lines), px(ROW), make),)
    if stage.ui.sheet is Sheet.NAME_ONE:
        scene += _name(stage, stage.model.settings.profile, RenameProfile)
    return scene


def _profile_row(stage: Stage, line: ProfileLine | None, box: pygame.Rect) -> Scene:
    """A profile to choose, or to rename where it is in use, with what else can be done with it
    then; without one: any set."""
    words, px = stage.words, stage.px
    name = line.name if line else ""
    is_used = stage.model.settings.profile == name
    entries: tuple[tuple[Icon, str, Tap], ...] = ()
    if line is not None and is_used:
        entries = (
            (Icon.SAVE, "teach.export", ExportProfile(name)),
            (Icon.BIN, "key.delete", DeleteProfile(name)),
        )
        if line.corrections:
            entries = ((Icon.UNDO, "teach.forget", ForgetCorrections()), *entries)
    wide = px(78)
    left = box.right - len(entries) * (wide + px(6))
    main = pygame.Rect(box.x, box.y, left - box.x, box.height)
    tick = pygame.Rect(main.x + px(12), 0, px(30), px(30))
    tick.centery = main.centery
    is_named = line is not None and is_used
    wide_text = main.right - tick.right - px(20)
    text = pygame.Rect(tick.right + px(12), main.y + px(8), wide_text, px(28))
    low = pygame.Rect(text.x, text.bottom, text.width, px(24))
    pencil = pygame.Rect(text.right - px(22), text.y + px(3), px(22), px(22))
    if is_named:
        text.width -= px(28)
    told = words("teach.any-why")
    if line is not None:
        told = words("teach.line", count=line.faces, day=words.day(line.taught).partition(",")[0])
        if line.corrections:
            told = words("teach.line-more", count=line.faces, more=line.corrections)
    shown: Scene = (
        TickMark(tick, 0, True) if is_used else Box(tick, theme.KEY, px(15), theme.KEY_EDGE, px(2)),
        Label(text, name or words("teach.any"), px(19), theme.PAPER, Weight.STRONG, is_own=True),
        Label(low, told, px(15), theme.PAPER_SOFT),
    )
    meant: Tap = ChooseProfile(name)
    if is_named:
        shown += (IconMark(pencil, Icon.EDIT, theme.GOLD),)
        meant = stage.open(Sheet.NAME_ONE)
    scene: Scene = (Button(main, meant, Style.LINE, px(12), 0, shown),)
    for at, (icon, word, deed) in enumerate(entries):
        rect = pygame.Rect(left + px(6) + at * (wide + px(6)), box.y, wide, box.height)
        scene += (key(stage, rect, icon, words(word), deed),)
    return scene


def lesson_screen(stage: Stage) -> Scene:
    """A lesson: what to lay out, or what was found of it."""
    lesson = stage.model.teaching.lesson
    if lesson is None:
        return _lay_out(stage)
    scene = _found(stage, lesson)
    asked = stage.model.teaching.asked
    if asked is not None:
        scene += _question(stage, lesson, asked)
    if stage.ui.sheet is Sheet.NAME_ONE:
        scene += _name(stage, stage.model.teaching.name, SetProfileName)
    return scene


def _lay_out(stage: Stage) -> Scene:
    """Which tiles, the camera's picture, and the key that takes it."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    per_row = 7 if stage.page.is_portrait else 13
    names = [name for row in ROWS_ASKED for name in row]
    lines = -(-len(names) // per_row)
    size = (wide - 28) / per_row
    tall = min(64.0, size * 1.2)
    scene = (*backdrop(stage), *header(stage, words("lesson.title"), words("lesson.why")))
    for at, name in enumerate(names):
        line, column = divmod(at, per_row)
        box = stage.box(14 + column * size, 82 + line * (tall + 4), size, tall)
        scene += (TileView(_fitted(box), _tile(name), stage.has_marks),)
    top = 82 + lines * (tall + 4) + 8
    if stage.page.is_portrait:
        picture = stage.box(14, top, wide - 28, high - top - 190)
        text = stage.box(14, high - 178, wide - 28, 80)
        take = stage.box(14, high - 88, wide - 28, 74)
    else:
        picture = stage.box(14, top, (high - top - 14) * 1.36, high - top - 14)
        left = 14 + (high - top - 14) * 1.36 + 16
        text = stage.box(left, top, wide - left - 14, high - top - 14 - 84)
        take = stage.box(left, high - 88, wide - left - 14, 74)
    told = words("lesson.how")
    looks = stage.model.teaching.is_looking
    word = words("lesson.looking" if looks else "lesson.take")
    meant = None if looks else TakeLesson()
    style = Style.OFF if looks else Style.MAIN
    return (
        *scene,
        Box(picture, theme.TRACK, px(12)),
        CameraPicture(picture.inflate(-px(10), -px(10)), stage.picture, px(8)),
        Label(text, stage.trouble or told, px(17), theme.PAPER, lines=6),
        text_key(stage, take, word, meant, style, 21, Icon.CAMERA),
    )


def _found(stage: Stage, lesson: Lesson) -> Scene:
    """Every tile found, drawn; what is not known glows. A touch on one asks about it."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    teaching = stage.model.teaching
    names = lesson.names(teaching.told)
    left_out = {at for at, name in teaching.answers if name is None}
    names = tuple(None if at in left_out else name for at, name in enumerate(names))
    per_row = 7 if stage.page.is_portrait else 13
    size = (wide - 8 - 12) / per_row
    tall = max(74.0, size * 1.25)
    room = stage.box(4, 84, wide - 8, high - 84 - 164)
    count = -(-len(names) // per_row)

    def make(line: int, box: pygame.Rect) -> Scene:
        boxes = columns(box, per_row, 0)
        shown: Scene = ()
        for at in range(line * per_row, min(len(names), (line + 1) * per_row)):
            shown += (_found_key(stage, boxes[at % per_row], at, names[at]),)
        return shown

    missing = lesson.missing({at: name for at, name in enumerate(names) if name is not None})
    told = words("found.missing", tiles=_spoken(stage, missing)) if missing else words("found.all")
    status = stage.box(14, high - 156, wide - 28, 60)
    keys = columns(stage.box(14, high - 88, wide - 28, 74), 3, px(10))
    known = sum(name is not None for name in names)
    return (
        *backdrop(stage),
        *header(stage, words("found.title", count=known), words("found.why")),
        scrolled(room, stage.ui, count, px(tall), make),
        Label(status, told, px(17), theme.GOLD if missing else theme.PAPER, lines=3),
        text_key(stage, keys[0], words("lesson.again"), TakeLesson(), icon=Icon.CAMERA),
        _name_key(stage, keys[1]),
        text_key(stage, keys[2], words("lesson.keep"), KeepLesson(), Style.MAIN, 20, Icon.TICK),
    )


def _name_key(stage: Stage, box: pygame.Rect) -> Button:
    """The set's name, to change it; a long one may be cut."""
    name = stage.model.teaching.name
    made = text_key(stage, box, name, stage.open(Sheet.NAME_ONE), icon=Icon.EDIT)
    shown = tuple(
        replace(part, is_own=True) if isinstance(part, Label) else part for part in made.shown
    )
    return replace(made, shown=shown)


def _found_key(stage: Stage, box: pygame.Rect, at: int, name: str | None) -> Button:
    inner = _fitted(box)
    if name is None:
        mark = inner.inflate(-inner.width // 3, -inner.height // 3)
        shown: Scene = (
            Box(inner, theme.KEY, stage.px(8), theme.GOLD, stage.px(2)),
            Label(mark, "?", stage.px(24), theme.GOLD, Weight.HEAVY, Align.MIDDLE),
        )
    else:
        shown = (TileView(inner, _tile(name), stage.has_marks),)
    return Button(box, AskTile(at), Style.BARE, stage.px(8), 0, shown)


def _question(stage: Stage, lesson: Lesson, at: int) -> Scene:
    """Which tile is this? Its picture, the likeliest answers, any other, or leave it out."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    is_tall = stage.page.is_portrait
    box = stage.box(16, (high - (520 if is_tall else 340)) / 2, wide - 32, 520 if is_tall else 340)
    inner = box.inflate(-px(40), -px(36))
    head, middle = cut_top(inner, px(64), px(8))
    middle, low = cut_bottom(middle, px(64), px(10))
    tile, why = lesson.tiles[at], words("found.which-why")
    guesses = [name for name, _ in tile.guesses][:GUESSES]
    choices = [*guesses, *([] if JOKER in guesses else [JOKER])]
    if is_tall:
        face, answers = cut_bottom(middle, px(126), px(8))
    else:
        face, answers = cut_left(middle, px(150), px(16))
    scene: Scene = (
        *card(stage, box),
        *headline(stage, head, words("found.which"), stage.notice or why),
        Box(face, theme.CARD_KEY, px(12)),
        CameraPicture(face.inflate(-px(12), -px(12)), tile.face_bgr, px(8), theme.CARD_KEY),
    )
    for number, (name, spot) in enumerate(
        zip(choices, columns(answers, len(choices), px(10)), strict=True)
    ):
        style = Style.LIKELY if number == 0 else Style.CHOICE
        shown = (TileView(_fitted(spot.inflate(-px(12), -px(16))), _tile(name), stage.has_marks),)
        scene += (Button(spot, NameTile(at, name), style, px(12), px(1), shown),)
    other, leave = columns(low, 2, px(12))
    return (
        *scene,
        text_key(
            stage, other, words("found.other"), stage.open(Sheet.TILES), Style.CARD, 18, Icon.GRID
        ),
        text_key(
            stage, leave, words("found.leave"), NameTile(at, None), Style.CARD, 18, Icon.CROSS
        ),
    )


def _name(stage: Stage, name: str, meant: Callable[[str], Tap]) -> Scene:
    """A keyboard for the name of a set."""
    words = stage.words
    asked = NameCard(
        words("lesson.name"),
        name,
        (),
        meant,
        words("key.done"),
        words("new.space"),
        words.letters,
    )
    return name_sheet(stage, stage.ui, asked)


def _fitted(box: pygame.Rect) -> pygame.Rect:
    """The largest tile that fits a box."""
    wide = min(box.width - 4, round((box.height - 4) / 1.36))
    tile = pygame.Rect(0, 0, wide, round(wide * 1.36))
    tile.center = box.center
    return tile


def _tile(name: str) -> Tile | None:
    return None if name == JOKER else parse_tile(name)


def _spoken(stage: Stage, missing: tuple[str, ...]) -> str:
    """What is missing in a few words: numbers as such, colours and the joker by name."""
    words = stage.words
    named = {letter: words(f"teach.{word}") for letter, word in zip("KRBO", COLOURS, strict=True)}
    named[JOKER] = words("tile.joker")
    return ", ".join(named.get(each, each) for each in missing)
