"""Teaching by touch: a lesson, its questions, the profile that comes of it; the camera check."""

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from device.camera.grabber import Frame, Grabber
from device.camera.recorded import VirtualCamera
from device.core import events as on
from device.core.effects import KeepSettings, OpenCamera
from device.core.messages import Message
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start, step
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.effects import Misread, WatchTable
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.teaching import effects as wanted
from device.games.sepmosa.teaching import events as teach
from device.games.sepmosa.teaching.tutor import ProfileFiles, Tutor
from device.games.sepmosa.watcher import Watcher
from device.lab.virtual.desk import Desk, attend
from device.lab.virtual.world import new_world
from device.store.edge import Keeper
from device.store.store import Store
from engine.sepmosa import Player, Start, new_game, parse_move, parse_tile
from tests.device.clock import Clock
from tests.vision.tiles.profile.lessons import home, lesson, lesson_drawn
from vision.judge import Proposal, Status
from vision.judge.look import open_eyes
from vision.lab.simulate.household import extent_of, frame_of
from vision.tiles.profile.lesson import profile_from


class Pupil:
    """A companion and its store; effects for the eyes are kept."""

    def __init__(self, store, settings=None):
        self.keeper = Keeper(store)
        self.effects = []
        self.model, effects = start(settings or Settings(), camera=CameraStatus.WELL)
        self._do(effects)

    def do(self, *events):
        for event in events:
            self.model, effects = step(self.model, event)
            self._do(effects)
        return self

    def _do(self, effects):
        self.effects = list(effects)
        for answer in [self.keeper.do(effect) for effect in effects]:
            if answer is not None:
                kept = self.effects
                self.do(answer)
                self.effects = kept + self.effects

    def kinds(self, kind):
        return [effect for effect in self.effects if isinstance(effect, kind)]


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-11-15T20:00") as store:
        yield store


@pytest.fixture
def pupil(store):
    return Pupil(store).do(on.Go(Phase.TEACH), on.Go(Phase.LESSON))


def test_a_lesson_from_the_first_tap_to_the_profile_in_use(pupil, store):
    pupil.do(teach.TakeLesson())
    assert pupil.kinds(wanted.LookAtLesson)
    pupil.do(teach.LessonSeen(lesson()))
    questions = len(lesson().questions)
    for left in range(questions, 0, -1):
        asked = pupil.model.teaching.asked
        assert len(pupil.model.teaching.open_questions) == left
        pupil.do(teach.NameTile(asked, lesson().tiles[asked].guesses[0][0]))
    assert pupil.model.teaching.asked is None
    pupil.do(teach.SetProfileName("kitchen"), teach.KeepLesson())
    assert pupil.model.phase is Phase.TEACH
    assert pupil.model.settings.profile == "kitchen"
    assert pupil.kinds(wanted.UseProfile)[0].profile.name == "kitchen"
    assert [line.name for line in pupil.model.teaching.profiles] == ["kitchen"]
    again = Pupil(store, store.settings())
    assert again.model.teaching.profile.name == "kitchen"
    assert again.kinds(wanted.UseProfile)


def test_what_is_left_out_or_never_answered_is_not_learned(pupil, store):
    pupil.do(teach.TakeLesson(), teach.LessonSeen(lesson()), teach.AskTile(0))
    pupil.do(teach.NameTile(0, None), teach.KeepLesson())
    (kept,) = store.profiles.lines()
    assert kept.faces == len(lesson().tiles) - len(lesson().questions) - 1


def test_a_tile_can_be_chosen_freely(pupil):
    pupil.do(teach.TakeLesson(), teach.LessonSeen(lesson()), teach.AskTile(3))
    pupil.do(own.ChooseTile(parse_move("R7@4+1").tile))
    assert pupil.model.teaching.told == {3: "R7"}


def test_too_few_tiles_are_told_and_nothing_is_kept(pupil, store):
    few = replace(lesson(), tiles=lesson().tiles[:3])
    pupil.do(teach.TakeLesson(), teach.LessonSeen(few))
    assert pupil.model.notice.sentence.message is Message.LESSON_TOO_FEW
    pupil.do(teach.KeepLesson())
    assert store.profiles.lines() == ()


def test_without_a_camera_it_says_so_and_back_leads_out_step_by_step(pupil):
    pupil.do(on.CameraChanged(CameraStatus.LOST), teach.TakeLesson())
    assert pupil.model.notice.sentence.message is Message.LESSON_NO_CAMERA
    pupil.do(on.CameraChanged(CameraStatus.WELL), teach.TakeLesson(), teach.LessonSeen(lesson()))
    pupil.do(teach.AskTile(2), on.Back())
    assert pupil.model.teaching.lesson is not None
    assert pupil.do(on.Back()).model.teaching.lesson is None
    assert pupil.do(on.Back()).model.phase is Phase.TEACH
    pupil.do(teach.LessonSeen(lesson()))
    assert pupil.model.teaching.lesson is None


def kept(pupil, *names):
    for name in names:
        pupil.do(teach.TakeLesson(), teach.LessonSeen(lesson()), teach.SetProfileName(name))
        pupil.do(teach.KeepLesson(), on.Go(Phase.LESSON))
    return pupil.do(on.Back())


def test_profiles_are_chosen_deleted_and_brought_back(pupil, store):
    kept(pupil, "one", "two")
    pupil.do(teach.ChooseProfile("one"))
    assert pupil.kinds(KeepSettings)[0].settings.profile == "one"
    assert pupil.kinds(wanted.UseProfile)[0].profile.name == "one"
    pupil.do(teach.DeleteProfile("one"))
    assert pupil.model.settings.profile == ""
    assert pupil.kinds(wanted.UseProfile)[0].profile is None
    assert [line.name for line in pupil.model.teaching.profiles] == ["two"]
    pupil.do(teach.RestoreProfile())
    assert sorted(line.name for line in pupil.model.teaching.profiles) == ["one", "two"]


def test_the_profile_in_use_is_renamed(pupil, store):
    kept(pupil, "one", "two")
    pupil.do(teach.RenameProfile("  kitchen "))
    assert pupil.kinds(KeepSettings)[0].settings.profile == "kitchen"
    assert pupil.kinds(wanted.UseProfile)[0].profile.name == "kitchen"
    assert sorted(line.name for line in pupil.model.teaching.profiles) == ["kitchen", "one"]
    again = Pupil(store, store.settings())
    assert again.model.teaching.profile.name == "kitchen"


@pytest.mark.parametrize("name", ["one", "two", "  "])
def test_a_name_that_is_taken_or_none_renames_nothing(pupil, name):
    kept(pupil, "one", "two")
    pupil.do(teach.RenameProfile(name))
    assert sorted(line.name for line in pupil.model.teaching.profiles) == ["one", "two"]
    assert pupil.model.settings.profile == "two"
    told = [pupil.model.notice.sentence.message] if pupil.model.notice else []
    assert told == ([Message.PROFILE_TAKEN] if name == "one" else [])


def test_any_set_has_no_name_to_change(pupil):
    kept(pupil, "one").do(teach.ChooseProfile(""), teach.RenameProfile("kitchen"))
    assert [line.name for line in pupil.model.teaching.profiles] == ["one"]


def test_a_name_taken_over_brings_no_deleted_profile_back(pupil):
    kept(pupil, "one", "two").do(teach.DeleteProfile("two"), teach.ChooseProfile("one"))
    pupil.do(teach.RenameProfile("two"), teach.RestoreProfile())
    assert pupil.model.teaching.deleted is None
    assert [line.name for line in pupil.model.teaching.profiles] == ["two"]


def test_a_profile_is_written_to_a_file(pupil, store, tmp_path):
    kept(pupil, "one")
    pupil.do(teach.ExportProfile("one"))
    (effect,) = pupil.kinds(wanted.WriteProfile)
    written = ProfileFiles(store, tmp_path / "out").do(effect)
    assert written == on.Exported(str(tmp_path / "out" / "one.profile.json"))
    assert isinstance(ProfileFiles(store, tmp_path).do(wanted.WriteProfile("none")), on.Failed)


def test_what_was_learned_in_play_is_kept_and_can_be_unlearned(pupil, store):
    kept(pupil, "one")
    profile = pupil.model.teaching.profile
    face = replace(profile.faces[0], is_correction=True)
    grown = replace(profile, faces=(*profile.faces, face))
    pupil.do(teach.ProfileGrew(grown, parse_tile("K1")))
    assert store.profiles.load("one").corrections == 1
    assert pupil.model.notice.sentence.message is Message.PROFILE_GREW
    pupil.do(teach.ForgetCorrections())
    assert store.profiles.load("one").corrections == 0
    other = replace(grown, name="other")
    before = pupil.model
    assert pupil.do(teach.ProfileGrew(other, parse_tile("K1"))).model == before


def test_another_set_is_told(pupil):
    pupil.do(teach.SetLooksForeign())
    assert pupil.model.notice.sentence.message is Message.FOREIGN_TILES


def test_the_camera_is_looked_at_while_its_screen_is_shown():
    model, _ = start(Settings(), camera=CameraStatus.WELL)
    for phase in (CommonPhase.SETTINGS, CommonPhase.CAMERA_CHECK):
        model, _ = step(model, on.Go(phase))
    model, effects = step(model, on.Tick(5.0))
    assert wanted.CheckCamera() in effects
    model, effects = step(model, on.Tick(5.5))
    assert wanted.CheckCamera() not in effects
    model, effects = step(model, on.Confirm())
    assert OpenCamera() in effects
    assert model.teaching.report is None


# With real eyes


def watching(image):
    put = []
    grabber = Grabber(lambda: VirtualCamera(lambda: image), put.append, Clock())
    grabber.grab(None)
    put.clear()
    watcher = Watcher(grabber, open_eyes, put.append, Clock())
    tutor = Tutor(watcher)

    def look(number=1, picture=image):
        watcher.look(Frame(number, picture, float(number), True))

    return tutor, watcher, put, look


def test_the_eyes_take_a_lesson_and_check_the_camera_beside_the_game():
    tutor, _, put, look = watching(lesson_drawn().frame_bgr)
    tutor.do(wanted.LookAtLesson())
    tutor.do(wanted.CheckCamera())
    look()
    taken, checked = put
    assert len(taken.lesson.tiles) == 26
    assert checked.report.tiles > 15


def test_a_misread_tile_joins_the_profile_in_use_and_none_without_one():
    seen = lesson_drawn("held-square-frame")
    profile = profile_from(lesson("held-square-frame"), "mine", {})
    game = new_game(Start(Player.ONE)).play(parse_move("K8@4+1")).play(parse_move("R8@4+2"))
    image = frame_of(home("held-square-frame"), game.state, extent_of([game.state.mosaic]), 1)
    tutor, watcher, put, look = watching(image)
    watcher.watch(WatchTable(1, game.state, (), 0.0))
    misread = Misread(game, Proposal(Status.MOVE, parse_move("R3@4+2")), parse_move("R8@4+2"))
    look(1)
    look(2)
    tutor.do(misread)
    look(3)
    assert not [event for event in put if isinstance(event, teach.ProfileGrew)]
    tutor.do(wanted.UseProfile(profile))
    tutor.do(misread)
    look(4)
    (grown,) = [event for event in put if isinstance(event, teach.ProfileGrew)]
    assert (grown.tile, grown.profile.corrections) == (parse_tile("R8"), 1)
    assert seen.frame_bgr.shape == image.shape


def test_another_lamp_is_noticed_and_forgotten_when_the_camera_is_opened_anew():
    game = new_game(Start(Player.ONE)).play(parse_move("K8@4+1")).play(parse_move("R8@4+2"))
    bright = frame_of(home("held-square-frame"), game.state, extent_of([game.state.mosaic]), 1)
    dim = (bright * 0.5).astype(np.uint8)
    _, watcher, put, look = watching(bright)
    watcher.watch(WatchTable(1, game.state, (), 0.0))
    for number, picture in enumerate((bright, bright, dim, dim, dim), 1):
        look(number, picture)
    assert on.CameraChanged(CameraStatus.LAMP) in put
    told = len(put)
    watcher.forget_lamp()
    look(6, dim)
    assert on.CameraChanged(CameraStatus.WELL) in put[told:]


def test_the_camera_adjusts_to_another_light_that_stays_and_says_so():
    game = new_game(Start(Player.ONE)).play(parse_move("K8@4+1")).play(parse_move("R8@4+2"))
    bright = frame_of(home("held-square-frame"), game.state, extent_of([game.state.mosaic]), 1)
    dim = (bright * 0.4).astype(np.uint8)
    put, clock, source = [], Clock(), Relocked(bright)
    grabber = Grabber(lambda: source, put.append, clock)
    watcher = Watcher(grabber, open_eyes, put.append, clock)
    watcher.watch(WatchTable(1, game.state, (), -1.0))
    opened = None
    for turn in range(60):
        source.image = bright if turn < 4 else dim
        opened, _ = grabber.grab(opened)
        watcher.look(grabber.newest)
        clock.now += 0.3
    statuses = [each.status for each in put if isinstance(each, on.CameraChanged)]
    assert statuses == [CameraStatus.WELL, CameraStatus.LAMP, CameraStatus.WELL]
    assert source.relocked == 1


class Relocked:
    """A camera that finds its exposure for the light there is, a few frames after it was told."""

    is_live = True
    lag = 0.0

    def __init__(self, image):
        self.image = image
        self.relocked = 0
        self._left = 0
        self._frames = count()

    @property
    def is_locked(self):
        return self._left == 0

    def relock(self):
        self.relocked += 1
        self._left = 5

    def read(self):
        self._left = max(0, self._left - 1)
        lift = 2.5 if self.relocked and self.is_locked else 1.0
        noise = np.random.default_rng(next(self._frames)).integers(0, 2, self.image.shape)
        return np.clip(self.image * lift + noise, 0, 255).astype(np.uint8)

    def close(self):
        pass


# At the virtual table


def test_the_virtual_table_lays_the_lesson_out_and_puts_back_what_lay_there():
    desk = Desk(new_world(home("held-square-frame")))
    before = desk.world
    laid, _ = attend(desk, Model(phase=Phase.LESSON), 0.0, None)
    assert len(laid.world.laid) == 25
    assert attend(laid, Model(phase=Phase.LESSON), 1.0, None)[0] is laid
    back, _ = attend(laid, Model(phase=CommonPhase.HOME), 2.0, None)
    assert back.world is before
