"""Sheets over a screen: the menu of a game, and a keyboard for names."""

from __future__ import annotations

from device.core.events import AskRedo, AskUndo, Go, SetName
from device.core.model import CommonPhase
from device.games.mosaix import events as on
from device.games.mosaix.handlers.games import can_stop
from device.games.mosaix.model import Phase
from device.games.mosaix.ui.screens.menu import NAME_SHEETS
from device.games.mosaix.ui.stage import Stage
from device.ui.icons import Icon
from device.ui.keyboard import NameCard, name_sheet
from device.ui.sheets import Entry, keys_sheet
from device.ui.state import Sheet
from device.ui.widgets import Scene
from engine.mosaix.paper import Paper


def sheet_over(stage: Stage) -> Scene:
    """The sheet that is open, if one is."""
    sheet = stage.ui.sheet
    if sheet is Sheet.MENU:
        return menu_sheet(stage)
    if sheet in NAME_SHEETS:
        return name_card(stage, NAME_SHEETS.index(sheet))
    return ()


def menu_sheet(stage: Stage) -> Scene:
    """What else can be done during a game."""
    words, model = stage.words, stage.model
    match = model.match
    redo = AskRedo() if match is not None and match.undone else None
    undo = AskUndo() if match is not None and match.can_undo else None
    entries: list[Entry] = [
        (Icon.UNDO, "menu.undo", undo),
        (Icon.REDO, "key.redo", redo),
        (Icon.LIST, "menu.history", Go(Phase.REPLAY)),
        (Icon.GEAR, "menu.settings", Go(CommonPhase.SETTINGS)),
        (Icon.HELP, "menu.help", Go(Phase.HELP)),
    ]
    end = "menu.stop" if can_stop(model) else "menu.abandon"
    if isinstance(match, Paper) and match.figures and not match.is_finished:
        entries.append((Icon.TICK, "menu.finish", on.Finish()))
    entries += [(Icon.HOME, "menu.home", Go(Phase.MENU)), (Icon.FLAG, end, Go(Phase.ASK_END))]
    said = [(icon, words(text), meant) for icon, text, meant in entries]
    return keys_sheet(stage, words("menu.title"), said, stage.close())


def name_card(stage: Stage, player: int) -> Scene:
    """A keyboard for a player's name."""
    words, plan = stage.words, stage.model.plan
    others = {name for who, name in enumerate(plan.names[: plan.players]) if who != player}
    asked = NameCard(
        words("new.who", count=player + 1),
        plan.names[player],
        [each for each in stage.model.known_names if each not in others],
        lambda name: SetName(player, name),
        words("key.done"),
        words("new.space"),
        words.letters,
    )
    return name_sheet(stage, stage.ui, asked)
