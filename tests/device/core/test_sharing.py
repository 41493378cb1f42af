"""Sharing as it is switched on, shown and switched off by touch, on the loop itself, with a real
sharing process beside it."""

import logging
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from importlib import import_module

import cv2
import numpy as np
import pygame
import pytest

from device.core import events as on
from device.core.loop import Events, Loop, TouchScreen
from device.core.messages import Message
from device.core.model import CameraStatus, CommonPhase
from device.core.table_state import TableState
from device.games import MOSAIX, SEPMOSA
from device.games.mosaix import model as mosaix
from device.games.sepmosa import events as own
from device.lab.screens.gallery import SIZES
from device.share.qr import qr_cells
from device.share.state_file import NAME, read_state
from device.share.wish import (
    ADDRESS,
    LINK,
    WISH,
    Sharing,
    read_sharing,
    read_wish,
    write_sharing,
)
from device.system.sharing import SharingFiles
from device.ui import theme
from device.ui.controls import Button
from device.ui.screens.share import QrMark
from device.ui.state import Sheet, Ui
from device.ui.theme import Page
from device.ui.view import HASTY, View
from device.ui.widgets import Label, walk
from engine.sepmosa.table import Step
from engine.sepmosa.values import cells_of
from tests.device.clock import Clock
from tests.device.driver import before, game_at, recorded
from tests.device.share.running import COMMAND, PATIENCE, Shared, free_port, stopped
from tests.device.share.test_web import wait_for
from tests.device.store.kept_games import keep, opened
from tests.device.ui.references import sample_of

SIZE = (800, 480)
LINK_SHOWN = "http://192.168.178.24:7749/k7m2pq4x/"  # on the sample
THEIRS = Sharing("http://192.168.178.24:7749/abcdefgh/", 3)


class Device:
    """A companion on its loop, touched where keys are drawn."""

    def __init__(self, folder, edge=None, game=None):
        self.folder, self.clock, self.events = folder, Clock(), Events()
        self.store = opened(folder / "games.txt")
        if game is not None:
            keep(self.store, game)
        self.edge = edge or SharingFiles.beside(folder, {})
        self.surface = pygame.Surface(SIZE)
        screen = TouchScreen(self.surface, dims=False)
        self.loop = Loop(
            self.store, screen, (self.edge,), self.events, (), CameraStatus.OFF, self.clock
        )
        self.pass_time()

    def close(self):
        self.edge.close()
        self.store.close()

    @property
    def model(self):
        return self.loop.model

    def pass_time(self, seconds=1.1):
        """The screen is as it is now for long enough to be touched, and files are read again."""
        self.clock.now += seconds
        for _ in range(2):
            assert self.loop.turn_over([])
            self.clock.now += HASTY

    def take(self, *events):
        for event in events:
            self.events.put(event)
            self.pass_time(0.1)

    def scene(self):
        return View(self.ui, self.model.phase).scene(self.model, SIZE, self.clock.now)

    ui = Ui()

    def touch(self, meant):
        """Touches the key on the screen that means this."""
        (key,) = [each for each in walk(self.scene()) if getattr(each, "meant", None) == meant]
        assert isinstance(key, Button)
        for step in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            assert self.loop.turn_over([pygame.event.Event(step, pos=key.rect.center, button=1)])
        self.ui = meant if isinstance(meant, Ui) else Ui()
        self.pass_time()

    def open_page(self):
        self.touch(on.Go(CommonPhase.SETTINGS))
        self.touch(on.Go(CommonPhase.SHARE))

    def said(self):
        return {each.text for each in walk(self.scene()) if isinstance(each, Label)}

    def code(self):
        """What a phone reads from the screen."""
        drawn = pygame.surfarray.array3d(self.surface).swapaxes(0, 1)[..., ::-1]
        return cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(drawn))[0]


@pytest.fixture
def device(tmp_path):
    made = Device(tmp_path)
    yield made
    made.close()


@contextmanager
def as_wished(folder):
    """A sharing process as systemd would start it, without folders of its own in `/run`."""
    config = folder / "share.toml"
    config.write_text(f"[page]\nport = {free_port()}\n")
    words = ["share", "--as-wished", "--state", folder, "--config", config]
    process = subprocess.Popen([*COMMAND, *words], env={**os.environ, "RUNTIME_DIRECTORY": ""})
    try:
        wait_for(lambda: (read_sharing(folder) or THEIRS) != THEIRS)
        yield process
    finally:
        stopped(process)


# Switched on, shown, switched off


def test_switched_on_with_another_link_and_off(device):
    device.open_page()
    assert "Switch on" in device.said()
    device.touch(on.Share(True))
    first = read_wish(device.folder)
    assert first is not None
    assert device.model.sharing.is_on
    device.touch(Ui(Sheet.NEW_LINK))
    assert read_wish(device.folder) == first  # it asks before
    assert "Make a new link?" in device.said()
    device.touch(Ui())
    assert read_wish(device.folder) == first
    device.touch(Ui(Sheet.NEW_LINK))
    device.touch(on.Share(True, True))
    second = read_wish(device.folder)
    assert second not in (None, first)
    device.touch(on.Share(False))
    assert not (device.folder / WISH).exists()
    assert "Switch on" in device.said()
    device.touch(on.Share(True))
    assert read_wish(device.folder) == second  # a pause costs nobody the link
    device.touch(on.Back())
    assert device.model.phase is CommonPhase.SETTINGS


def test_a_real_sharing_process_is_shown_and_follows(device):
    device.open_page()
    device.touch(on.Share(True))
    assert any(text.endswith(f": {sys.argv[0]} share") for text in device.said())
    with as_wished(device.folder) as process:
        device.pass_time()
        told = read_sharing(device.folder)
        if told.address is None:
            pytest.skip("needs a network interface")
        code = read_wish(device.folder).code
        assert told.address.endswith(f"/{code}/")
        assert {told.address, "0 watching"} <= device.said()
        assert device.code() == told.address
        port = re.search(r":(\d+)/", told.address)[1]
        page = Shared(process, f"http://127.0.0.1:{port}/{code}/")
        with page.live() as live:
            live.next()
            wait_for(lambda: read_sharing(device.folder).watching == 1)
            device.pass_time()
            assert "1 watching" in device.said()
        device.touch(Ui(Sheet.NEW_LINK))
        device.touch(on.Share(True, True))
        fresh = read_wish(device.folder).code
        wait_for(lambda: fresh in ((read_sharing(device.folder) or THEIRS).address or ""))
        device.pass_time()
        assert device.code() == told.address.replace(code, fresh)
        assert page.get().status == 404
        device.touch(on.Share(False))
        assert process.wait(PATIENCE) == 0
    assert not (device.folder / ADDRESS).exists()


def test_a_link_that_is_no_longer_wanted_is_not_shown(device):
    device.open_page()
    device.touch(on.Share(True))
    write_sharing(device.folder, THEIRS)
    device.pass_time()
    assert device.model.sharing.told is None
    assert not any(isinstance(each, QrMark) for each in device.scene())


def test_a_damaged_wish_is_switched_off_and_on_again(device):
    (device.folder / WISH).write_text("damaged")
    write_sharing(device.folder, Sharing(None))
    device.open_page()
    assert device.model.sharing.is_on
    assert device.model.sharing.told is None
    device.touch(on.Share(False))
    device.touch(on.Share(True))
    assert read_wish(device.folder) is not None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_code_is_large_and_has_room_around_it(size):
    page = Page(*size)
    (mark,) = [
        each
        for each in View().scene(sample_of("share").model, size, 60.0)
        if isinstance(each, QrMark)
    ]
    drawn = pygame.Surface(size)
    drawn.fill(theme.CARD)
    mark.draw(drawn)
    dark = pygame.mask.from_threshold(drawn, theme.INK, (9, 9, 9)).get_bounding_rects()
    code = dark[0].unionall(dark)
    cells = len(qr_cells(LINK_SHOWN))
    assert code.width == code.height >= page.px(200)
    assert code.width % cells == 0  # whole pixels
    for free in (code.x - mark.rect.x, mark.rect.right - code.right, code.y - mark.rect.y):
        assert free >= 4 * code.width // cells
    seen = pygame.surfarray.array3d(drawn).swapaxes(0, 1)[..., ::-1]
    assert cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(seen))[0] == LINK_SHOWN


def test_files_are_looked_at_while_the_page_is_open_alone(device, monkeypatch):
    looks = []
    monkeypatch.setattr("device.system.sharing.read_sharing", lambda _: looks.append(1))
    (device.folder / WISH).write_text('{"code": "abcdefgh"}')
    device.pass_time()
    assert not looks
    device.open_page()
    looks.clear()
    for _ in range(90):  # three seconds
        device.clock.now += 1 / 30
        device.loop.turn_over([])
    assert len(looks) == 3
    device.touch(on.Back())
    looks.clear()
    device.pass_time(10)
    assert not looks


def test_what_is_late_is_told_on_a_device(tmp_path):
    (tmp_path / "run").mkdir()
    edge = SharingFiles.beside(tmp_path, {"RUNTIME_DIRECTORY": str(tmp_path / "run")})
    device = Device(tmp_path, edge)
    device.open_page()
    device.pass_time(60)
    device.touch(on.Share(True))
    assert "One moment …" in device.said()
    device.pass_time(8)
    assert any(text.startswith("Sharing hasn't started yet.") for text in device.said())
    (tmp_path / "run-share").mkdir()
    write_sharing(tmp_path / "run-share", Sharing(None, 0, "network", "away"))
    device.pass_time()
    assert any(text.startswith("There's no network.") for text in device.said())
    assert any(text.startswith("The broker isn't answering.") for text in device.said())
    device.close()


@pytest.mark.parametrize("name", [WISH, LINK])
def test_a_folder_that_takes_no_wish_is_told_once_and_nothing_is_lost(tmp_path, caplog, name):
    device = Device(tmp_path, game=before(recorded(), 5))
    (tmp_path / f".{name}.new").mkdir()  # nothing can be written there, not even by root
    device.open_page()
    game = device.model.game
    device.touch(on.Share(True))
    assert device.model.phase is CommonPhase.FAULT
    assert device.model.fault.message is Message.FAULT_SHARE
    assert len([each for each in caplog.records if each.levelno >= logging.ERROR]) == 1
    device.touch(on.Back())
    assert device.model.phase is CommonPhase.SHARE
    assert "Switch on" in device.said()
    assert device.model.game == game == device.store.open_game().game
    device.close()


# What happens at the table


def test_the_state_file_follows_a_game_and_onlookers_see_it(tmp_path):
    reset = Device(tmp_path, game=game_at(Step.RESET))
    reset.open_page()
    reset.touch(on.Share(True))
    reset.take(on.Back(), on.Back())
    with as_wished(tmp_path) as process:
        told = read_sharing(tmp_path)
        port = re.search(r"port = (\d+)", (tmp_path / "share.toml").read_text())[1]
        page = Shared(process, f"http://127.0.0.1:{port}/{read_wish(tmp_path).code}/")
        with page.live() as live:
            assert live.next()["state"] == "idle", told

            def seen(state):
                assert read_state(tmp_path) is state
                return live.until(lambda view: view["state"] == state.value)

            reset.take(on.Resume())
            seen(TableState.RESET)
            reset.take(on.Go(CommonPhase.SETTINGS))
            assert read_state(tmp_path) is TableState.RESET  # a look at another screen
            reset.take(on.Back())
            for at in range(len(reset.model.checklist)):
                reset.take(own.ChooseCheck(at))
            reset.take(on.Confirm())
            seen(TableState.PLAYING)
            reset.take(on.AskUndo())
            seen(TableState.QUESTION)
            reset.take(on.Back())
            seen(TableState.PLAYING)
            reset.take(on.Go(CommonPhase.HOME))
            seen(TableState.IDLE)
        reset.close()
        assert not (tmp_path / NAME).exists()


def test_the_state_file_says_that_a_game_is_over(tmp_path):
    whole = recorded()
    device = Device(tmp_path, game=before(whole, 1))
    device.take(on.Resume())
    assert read_state(tmp_path) is TableState.PLAYING
    move = whole.moves[-1]
    device.take(own.ChooseTile(move.tile))
    for cell in cells_of(move):
        if device.model.pick.only is None:
            device.take(own.ChooseCell(cell))
    device.take(on.Confirm(device.model.pick.only))
    assert device.model.table.step is Step.OVER
    assert read_state(tmp_path) is TableState.OVER
    device.take(on.Go(CommonPhase.HOME), on.EnterGame("mosaix"))
    assert read_state(tmp_path) is TableState.IDLE
    device.close()


@pytest.mark.parametrize("game", [SEPMOSA, MOSAIX], ids=str)
def test_every_phase_says_what_happens_or_is_a_look_at_something_else(game):
    flow = import_module(f"{game.package}.phases")
    for phase in (*import_module(f"{game.package}.model").Phase, *CommonPhase):
        if phase in flow.TABLE and phase is not CommonPhase.FAULT:
            assert phase in flow.STATES or phase in flow.ORIGINS, phase


def test_the_state_file_follows_mosaix(device):
    device.take(on.EnterGame("mosaix"))
    seen = []
    for event in (
        on.Go(mosaix.Phase.COUNT), on.Back(), on.Go(mosaix.Phase.NEW), on.Confirm(),
        on.LotFell(0), on.Go(mosaix.Phase.HELP), on.Back(), on.Go(mosaix.Phase.ASK_END),
        on.Back(), on.Go(mosaix.Phase.MENU), on.Go(mosaix.Phase.COUNT),
    ):  # fmt: skip
        device.take(event)
        seen.append((device.model.phase.value, read_state(device.folder).value))
    assert seen == [
        ("count", "idle"), ("menu", "idle"), ("new", "idle"), ("new", "idle"), ("lay", "playing"),
        ("help", "playing"), ("lay", "playing"), ("ask-end", "question"), ("lay", "playing"),
        ("menu", "idle"), ("count", "idle"),
    ]  # fmt: skip


def test_a_state_that_cannot_be_told_stops_no_game(tmp_path, caplog):
    edge = SharingFiles(tmp_path, tmp_path / "none", tmp_path, "")
    device = Device(tmp_path, edge, before(recorded(), 5))
    device.take(on.Resume(), on.AskUndo(), on.Back())
    assert device.model.phase is not CommonPhase.FAULT
    assert len([each for each in caplog.records if "cannot be told" in each.message]) == 1
    device.close()


def test_it_is_readable_for_the_group_alone(device):
    assert (device.folder / NAME).stat().st_mode & 0o777 == 0o640
