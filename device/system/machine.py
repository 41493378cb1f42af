"""Puts the companion together for a Raspberry Pi: its screen, camera, buttons and sound."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pygame

from device.buttons import Buttons, Pins
from device.camera.choose import opener_for
from device.camera.grabber import Grabber
from device.camera.source import Opener
from device.core import effects as wanted
from device.core import events as on
from device.core.companion import Lots, OwnEdges
from device.core.config import Config
from device.core.game import Around, Edge
from device.core.loop import End, Events, Loop, TouchScreen, run_loop
from device.core.messages import Sentence
from device.core.model import CameraStatus
from device.games.sepmosa.evidence import EvidenceFolder
from device.games.sepmosa.teaching.tutor import ProfileFiles
from device.store.config_file import ConfigFile
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.brightness import find_backlight
from device.system.console import open_console
from device.system.display import WITHOUT_DESKTOP, open_display
from device.system.exporter import Exporter
from device.system.memory import Tidier
from device.system.sharing import SharingFiles
from device.system.sounds import Speaker, hush_alsa
from device.system.speech import Speech, find_engine
from device.system.watchdog import Watchdog
from vision.picture import Image

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Eye:
    """The camera's edge: when it is to be reopened."""

    grabber: Grabber

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, wanted.OpenCamera):
            self.grabber.reopen()
        return None

    def newest(self) -> Image | None:
        """The camera's newest frame."""
        frame = self.grabber.newest
        return frame.image_bgr if frame else None


@dataclass(slots=True)
class Voice:
    """The speaker's edge."""

    speaker: Speaker

    def do(self, effect: wanted.Effect) -> on.Event | None:
        match effect:
            case wanted.Sound():
                self.speaker.play(effect)
            case wanted.KeepConfig(config):
                self.speaker.volume = volume_of(config)
        return None


@dataclass(slots=True)
class Lamps:
    """The LEDs' edge; without buttons nothing is lit."""

    buttons: Buttons | None = None
    told: dict[int, wanted.LedState] = field(default_factory=dict)

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, wanted.Led):
            self.told[effect.seat] = effect.state
            if self.buttons is not None:
                self.buttons.show(effect.seat, effect.state)
        return None


def grabber_for(opener: Opener, events: Events) -> Grabber:
    """What takes a camera's frames."""
    return Grabber(opener, events.put, time.monotonic)


def around(
    events: Events, config: Config, grabber: Grabber | None, rng: Random | None = None
) -> Around:
    """What the edges of single games may use; they reach the game through `events` alone."""
    pause = 1.0 / config.share("camera", "frames_per_second")
    return Around(events.put, rng or Random(), grabber, time.monotonic, pause)


def run_device(
    store: Store,
    config: Config,
    config_file: ConfigFile,
    watchdog: Watchdog | None = None,
    polls: tuple[Callable[[float], None], ...] = (),
    is_safe: bool = False,
    troubles: tuple[Sentence, ...] = (),
) -> End:
    """The touchscreen, camera and buttons of a Raspberry Pi, in safe mode the touchscreen alone;
    until it is stopped; what is to come then. Raises DisplayError."""
    display = open_display(config.flag("screen", "fullscreen"))
    events: Events = Events()
    opener = None if is_safe else opener_for(config)
    grabber = grabber_for(opener, events) if opener else None
    eye = Eye(grabber) if grabber else None
    own = OwnEdges(around(events, config, grabber))
    buttons = None if is_safe else _buttons(config, events)
    edges: tuple[Edge, ...] = (Lots(Random()), Lamps(buttons))
    if not is_safe:
        edges = (*edges, *voices_for(config))  # a driver may hang
    shared = SharingFiles.beside(config_file.path.parent, os.environ, store.path.name)
    edges = (*edges, *writers_for(store, config), shared)
    edges = (*edges, own)
    backlight = find_backlight(store.settings(config.settings).brightness)
    if backlight:
        edges = (*edges, backlight)
    polls = (*polls, Tidier().poll)
    if buttons:
        polls = (*polls, buttons.poll)
    if eye:
        edges = (*edges, eye, evidence_for(store, config, eye.newest))
        edges = (*edges, *_albums(store, config, eye.newest))
        polls = (*polls, eye.grabber.poll)
    camera = CameraStatus.OPENING if eye else CameraStatus.OFF
    newest = eye.newest if eye else lambda: None
    hears_fingers = display.driver == WITHOUT_DESKTOP
    screen = TouchScreen(display.surface, None, backlight is None, hears_fingers)
    loop = Loop(
        store, screen, edges, events, polls, camera,
        newest=newest, config=config, config_file=config_file, troubles=troubles,
    )  # fmt: skip
    if eye:
        eye.grabber.start()
    try:
        run_loop(loop, watchdog, show=display.flip, console=open_console())
        return loop.end
    finally:
        shared.close()
        own.close()
        if eye:
            eye.grabber.close()
        if buttons:
            buttons.close()
        pygame.quit()


def evidence_for(
    store: Store, config: Config, newest: Callable[[], Image | None]
) -> EvidenceFolder:
    """Where pictures of disputed turns are kept, those of games that are no more gone."""
    is_on = config.flag("files", "keep_evidence")
    folder = EvidenceFolder(store.path.parent / "evidence", newest, is_on)
    games = store.contents.games.values()
    folder.keep_only({game.id for game in games if is_on and not game.is_deleted})
    return folder


def _albums(store: Store, config: Config, newest: Callable[[], Image | None]) -> tuple[Edge, ...]:
    """Where pictures of evenings and of misreadings go, if the owner has asked for them."""
    evenings: tuple[Edge, ...] = ()
    if config.flag("files", "keep_evenings"):
        from device.camera.evening import EveningAlbum

        folder = store.path.parent / config.text("files", "exports") / "evenings"
        room = config.number("files", "evenings_megabytes")
        evenings = (EveningAlbum(folder, newest, True, room << 20),)
    if not config.flag("files", "keep_misreadings"):
        return evenings
    from device.camera.misreadings import MisreadingAlbum

    most = config.number("files", "misreadings_pictures")
    megabytes = config.number("files", "misreadings_megabytes")
    misread = MisreadingAlbum(store.path.parent / "misreadings", newest, most, megabytes << 20)
    return *evenings, misread


def writers_for(store: Store, config: Config, base: Path | None = None) -> tuple[Edge, ...]:
    """What writes games and set profiles to files, in a folder in `base`, else beside the games."""
    folder = (base or store.path.parent) / config.text("files", "exports")
    return Exporter(store, Outbox(folder)), ProfileFiles(store, folder)


def voices_for(config: Config) -> tuple[Edge, ...]:
    """What is heard: sounds, and speech where there is an engine."""
    speaker = speaker_for(config)
    return Voice(speaker), Speech(speaker.speak, find_engine())


def speaker_for(config: Config) -> Speaker:
    """The speaker, as loud as configured; without one all goes on in silence."""
    hush_alsa()
    speaker = Speaker(pygame.mixer, volume_of(config))
    if speaker.trouble is not None:
        log.warning("no sound: %s", speaker.trouble)
    return speaker


def volume_of(config: Config) -> float:
    """The volume from 0 to 1."""
    return config.number("sound", "volume") / 100


def _pins(config: Config, name: str) -> Pins:
    led = config.number("buttons", f"{name}_led")
    return Pins(config.number("buttons", name), led or None)


def _buttons(config: Config, events: Events) -> Buttons | None:
    """The two buttons; without pins the game goes on by touch."""
    if not config.flag("buttons", "on"):
        return None
    pins = {seat: _pins(config, name) for seat, name in enumerate(("one", "two"))}
    try:
        return Buttons(pins, events.put, hold=config.share("buttons", "hold_seconds"))
    except Exception as error:  # noqa: BLE001  gpiozero raises many kinds where there are no pins
        log.warning("no buttons, played by touch: %s", first_line(error))
        return None


def first_line(error: Exception) -> str:
    """What an error says, as much as fits on a line of the log."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
