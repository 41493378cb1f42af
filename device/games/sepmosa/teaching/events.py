"""What can happen while a set is taught, profiles are looked after and the camera is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.store.profiles import ProfileLine
    from engine.sepmosa import Tile
    from vision.checkup import CameraReport
    from vision.tiles.profile.lesson import Lesson
    from vision.tiles.profile.profile import Profile


@dataclass(frozen=True, slots=True)
class TakeLesson:
    """The tiles lie there: the camera shall take them. Again, where they were taken before."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonSeen:
    """What the camera made of the tiles laid out."""

    lesson: Lesson


@dataclass(frozen=True, slots=True)
class AskTile:
    """A tile of the lesson was touched, to say what it is."""

    at: int


@dataclass(frozen=True, slots=True)
class NameTile:
    """A tile of the lesson is that one; nothing: it is to be left out."""

    at: int
    tile: str | None


@dataclass(frozen=True, slots=True)
class SetProfileName:
    """The name of the set that is taught."""

    name: str


@dataclass(frozen=True, slots=True)
class KeepLesson:
    """The lesson is over: what was learned holds from now on."""


@dataclass(frozen=True, slots=True)
class ChooseProfile:
    """This profile shall be used; without a name none."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameProfile:
    """The profile in use shall be called that."""

    name: str


@dataclass(frozen=True, slots=True)
class DeleteProfile:
    """A profile shall go."""

    name: str


@dataclass(frozen=True, slots=True)
class RestoreProfile:
    """The profile deleted last shall come back."""


@dataclass(frozen=True, slots=True)
class ForgetCorrections:
    """The profile in use shall be as it was taught."""


@dataclass(frozen=True, slots=True)
class ExportProfile:
    """A profile shall be written to a file."""

    name: str


@dataclass(frozen=True, slots=True)
class ProfilesListed:
    """The profiles as the store has them now."""

    profiles: tuple[ProfileLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ProfileLoaded:
    """The profile the store was asked for; nothing where there is none."""

    profile: Profile | None


@dataclass(frozen=True, slots=True, eq=False)
class ProfileGrew:
    """A corrected tile has joined the profile in use."""

    profile: Profile
    tile: Tile


@dataclass(frozen=True, slots=True)
class SetLooksForeign:
    """The tiles on the table do not look like those of the profile in use."""


@dataclass(frozen=True, slots=True)
class CameraChecked:
    """How the camera is set up."""

    report: CameraReport


TeachingEvent = (
    LessonSeen | ProfilesListed | ProfileLoaded | ProfileGrew | SetLooksForeign | CameraChecked
)
"""What the edges answer."""
