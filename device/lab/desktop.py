"""The companion on a computer: its touchscreen and, beside it, a virtual table, in one window."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame

from device.camera.recorded import VirtualCamera
from device.core import events as on
from device.core.companion import Lots, OwnEdges
from device.core.config import Config
from device.core.game import Edge
from device.core.loop import End, Events, Loop, TouchScreen, run_loop
from device.core.settings import Opponent
from device.games import MOSAIX, SEPMOSA
from device.games.sepmosa.model import Model, Phase
from device.lab.mosaix.desk import TrayWindow
from device.lab.mosaix.tray import new_tray
from device.lab.virtual.camera import frame_of, shot_of
from device.lab.virtual.desk import Desk, attend
from device.lab.virtual.kept import NAME as RACKS_NAME
from device.lab.virtual.kept import RackFile
from device.lab.virtual.window import SCREEN, WINDOW, Window, draw_bezel
from device.lab.virtual.world import new_world
from device.locale import catalogue, own_names
from device.store.config_file import ConfigFile
from device.store.store import Store
from device.system.machine import (
    Eye,
    Lamps,
    around,
    evidence_for,
    grabber_for,
    voices_for,
    writers_for,
)
from device.system.memory import Tidier
from device.system.sharing import SharingFiles
from device.system.sounds import hush_alsa
from device.ui import theme
from engine.sepmosa.players import Chooser, play_coach, play_greedy, play_random
from vision.lab.simulate.household import household
from vision.lab.synth.setting import Light
from vision.lab.synth.tables import TableTop
from vision.picture import Image

FRAME = (1280, 960)  # of the virtual camera
ROOM = 0.94  # of a desktop, beside its bars and the window's own
CHOOSERS: Mapping[str, Chooser | None] = {
    "human": None,
    "random": play_random,
    "greedy": play_greedy,
    "coach": play_coach,
}
OPPONENTS: Mapping[Opponent, Chooser | None] = {
    Opponent.PERSON: None,
    Opponent.EASY: play_random,
    Opponent.MEDIUM: play_greedy,
    Opponent.STRONG: play_coach,
}
SMOOTH = {
    "SDL_HINT_RENDER_SCALE_QUALITY": "1",  # pygame's: scaled by any factor, not by whole ones alone
    "SDL_RENDER_SCALE_QUALITY": "linear",
}


class Desktop:
    """The touchscreen and, beside it, the virtual table: tiles, or a tray of MOSAIX's dice; nothing
    for a further game."""

    def __init__(
        self,
        surface: pygame.Surface,
        window: Window,
        tray: TrayWindow,
        racks: RackFile,
        is_chosen: bool = True,
    ) -> None:
        """`is_chosen` where the opponent is chosen on the screen."""
        self._is_chosen = is_chosen
        self._person: str | None = None  # by name, who is second where the companion is not
        self._surface = surface
        self._racks = racks
        self._touch = TouchScreen(surface, SCREEN)
        self.window = window
        self.tray = tray
        self.is_mosaix = False

    def see(self) -> Image | None:
        """The virtual camera's next picture, where MOSAIX is played."""
        return self.tray.see() if self.is_mosaix else None

    def draw(self, model: Any, now: float) -> None:
        """Shows the desk and the screen on it."""
        self.is_mosaix = model.plays is MOSAIX
        if self.is_mosaix:
            self.tray.follow(model)
            self.tray.draw(self._surface, model, now)
        elif model.plays is SEPMOSA:
            self.window.draw(self._surface, model, now)
        else:
            self._surface.fill(theme.GROUND)
            draw_bezel(self._surface)
        self._touch.draw(model, now)

    def take(self, happened: pygame.event.Event, model: Any, now: float) -> Iterator[on.Event]:
        """What the mouse means, on the screen or on the desk."""
        if self.window.desk.drag is None and self.tray.tray.held is None:
            yield from self._touch.take(happened, model, now)
        if model.plays is MOSAIX:
            yield from self.tray.handle(happened, now)
        elif model.plays is SEPMOSA:
            yield from self.window.handle(happened, now)

    def is_typing(self, model: Any) -> bool:
        """Whether a name is typed on the touchscreen."""
        return self._touch.is_typing(model)

    def attend(self, model: Any, now: float) -> Iterator[on.Event]:
        """Dealing, and players played by the device."""
        if model.plays is MOSAIX:
            yield from self.tray.tick(now)
        if model.plays is not SEPMOSA:
            return
        yield from self.window.tick(now)
        window = self.window
        if self._is_chosen:
            window.desk = opposed(window.desk, model)
            if model.phase is Phase.NEW_GAME:
                self._person, name = second(model, self._person)
                if name != model.names[1]:
                    yield on.SetName(1, name)
        window.desk, meant = attend(window.desk, model, now, window.rng)
        self._racks.keep(window.desk, model.game_id, model.table)
        yield from meant


def opposed(desk: Desk, model: Model) -> Desk:
    """The desk with the opponent that was chosen on the screen, before it is dealt."""
    choosers = (None, OPPONENTS[model.settings.opponent])
    return desk if desk.choosers == choosers else replace(desk, choosers=choosers)


def second(model: Model, person: str | None) -> tuple[str, str]:
    """The person who comes second, and the name to play under: the companion has one of its own."""
    one, two = model.names
    if two not in own_names():
        person = two
    elif person is None:
        others = {one, *own_names()}
        person = next((each for each in model.known_names if each not in others), "")
    own = catalogue(model.settings.language, "desk")["desk"]["companion"]
    return person, own if model.is_companion(1) else person


def run_desktop(
    store: Store,
    config: Config,
    config_file: ConfigFile,
    players: Sequence[str] | None = None,
    exports: Path | None = None,
) -> End:
    """The touchscreen and a virtual table in one window, until it is closed; `players` by name
    where they are not chosen on the screen. What is exported goes into a folder in `exports`, else
    beside the games."""
    hush_alsa()
    pygame.init()
    rng = Random()
    home = household(rng.randrange(1000), FRAME, "dish")
    world = new_world(replace(home, top=TableTop(material="wood"), light=Light()))
    racks = RackFile(store.path.with_name(RACKS_NAME))
    one, two = players or ("human", "human")
    desk = Desk(world, choosers=(CHOOSERS[one], CHOOSERS[two]), known=racks.read())
    window = Window(desk, shot_of(world, FRAME), rng)
    tray = TrayWindow(new_tray(FRAME), rng)
    screen = Desktop(desktop_surface(), window, tray, racks, players is None)
    events: Events = Events()
    grabber = grabber_for(lambda: VirtualCamera(lambda: _seen_by(screen, rng)), events)
    own, eye = OwnEdges(around(events, config, grabber, rng)), Eye(grabber)
    edges: tuple[Edge, ...] = (Lots(rng), eye, *voices_for(config), Lamps())
    kept = evidence_for(store, config, eye.newest)
    shared = SharingFiles.beside(config_file.path.parent, os.environ, store.path.name)
    edges = (*edges, own, tray, kept, shared, *writers_for(store, config, exports))
    polls = (grabber.poll, Tidier().poll)
    loop = Loop(
        store, screen, edges, events, polls,
        newest=eye.newest, config=config, config_file=config_file, has_player=players is None,
        is_virtual=True,
    )  # fmt: skip
    grabber.start()
    try:
        run_loop(loop)
        return loop.end
    finally:
        shared.close()
        own.close()
        grabber.close()
        pygame.quit()


def _seen_by(screen: Desktop, rng: Random) -> Image:
    """The virtual camera's next frame, which the window shows as well."""
    dice = screen.see()
    if dice is not None:
        return dice
    window = screen.window
    frame = frame_of(window.desk.world, window.shot, rng.randrange(1 << 30))
    window.frame = frame
    return frame


def desktop_surface() -> pygame.Surface:
    """The window for touchscreen and table."""
    pygame.display.set_caption("SEPMOSA")
    os.environ |= SMOOTH | os.environ
    surface = pygame.display.set_mode(WINDOW, pygame.SCALED | pygame.RESIZABLE)
    window = pygame.Window.from_display_module()
    size = fitting(WINDOW, pygame.display.get_desktop_sizes()[0])
    window.minimum_size = min(size, WINDOW)  # pygame would have it no smaller than what is drawn
    window.size = size
    window.position = pygame.WINDOWPOS_CENTERED
    return surface


def fitting(shape: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """The largest size of that shape for which a desktop has room."""
    share = min(ROOM * has / wants for has, wants in zip(desktop, shape, strict=True))
    return round(shape[0] * share), round(shape[1] * share)
