"""The edge of teaching: what the eyes do for it, in the thread that looks, and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.camera.grabber import Frame
from device.core import effects as wanted
from device.core import events as on
from device.core.messages import Message, say
from device.games.sepmosa.effects import Misread
from device.games.sepmosa.teaching import effects as teaching
from device.games.sepmosa.teaching.events import (
    CameraChecked,
    LessonSeen,
    ProfileGrew,
    TeachingEvent,
)
from device.games.sepmosa.watcher import Watcher
from device.store.files import write_inside
from device.store.store import Store
from engine.sepmosa.values import Place
from vision.checkup import checkup
from vision.judge.cellmap import CellMap
from vision.judge.look import Eyes
from vision.picture import Picture
from vision.tiles.profile.profile import Profile
from vision.tiles.rectify import face_of

Job = Callable[[Eyes, Frame, CellMap | None], TeachingEvent | None]


@dataclass(slots=True)
class Tutor:
    """Hands to the watcher what teaching wants of the eyes; nothing here waits for it."""

    watcher: Watcher
    profile: Profile | None = None  # in use; changed in the thread that looks alone

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Does what is for the eyes."""
        match effect:
            case teaching.LookAtLesson():
                self.watcher.ask(_lesson)
            case teaching.CheckCamera():
                self.watcher.ask(_check)
            case teaching.UseProfile(profile):
                self.watcher.ask(self._using(profile))
            case Misread(was=Place() as was):
                self.watcher.ask(self._learning(was))
        return None

    def _using(self, profile: Profile | None) -> Job:
        def use(eyes: Eyes, _frame: Frame, _lattice: CellMap | None) -> None:
            eyes.reader.teach(profile)
            self.profile = profile

        return use

    def _learning(self, was: Place) -> Job:
        """A tile that was misread, as it lies there; it joins where it does no harm."""

        def learn(eyes: Eyes, frame: Frame, lattice: CellMap | None) -> TeachingEvent | None:
            if self.profile is None or lattice is None:
                return None
            face = face_of(Picture(frame.image_bgr), lattice.outline(was.cell))
            from vision.tiles.profile.corrections import CorrectionVerdict, corrected

            grown = corrected(self.profile, eyes.reader.faces, str(was.tile), face)
            if grown.verdict is not CorrectionVerdict.JOINED:
                return None
            eyes.reader.teach(grown.profile)
            self.profile = grown.profile
            return ProfileGrew(grown.profile, was.tile)

        return learn


def _lesson(eyes: Eyes, frame: Frame, _: CellMap | None) -> TeachingEvent:
    from vision.tiles.profile.lesson import look_at

    return LessonSeen(look_at(eyes.reader, [frame.image_bgr]))


def _check(eyes: Eyes, frame: Frame, _: CellMap | None) -> TeachingEvent:
    return CameraChecked(checkup(eyes.reader, frame.image_bgr, frame.is_locked))


@dataclass(slots=True)
class ProfileFiles:
    """Writes profiles to files, in the folder games are written to."""

    store: Store
    folder: Path

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Writes the file asked for and says where it is, or what went wrong."""
        if not isinstance(effect, teaching.WriteProfile):
            return None
        profile = self.store.profiles.load(effect.name)
        if profile is None:
            return on.Failed(say(Message.GAME_DAMAGED))
        from vision.tiles.profile.text import profile_text

        content = f"{profile_text(profile)}\n".encode()
        try:
            path = write_inside(self.folder, f"{profile.name}.profile.json", content)
        except OSError as no:
            return on.Failed(say(Message.FAULT_EXPORT, detail=no.strerror or str(no)))
        return on.Exported(str(path))
