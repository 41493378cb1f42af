"""What teaching wants done in the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.tiles.profile.profile import Profile


@dataclass(frozen=True, slots=True)
class LookAtLesson:
    """The newest frame is a lesson; the answer is `LessonSeen`."""


@dataclass(frozen=True, slots=True)
class CheckCamera:
    """How is the camera set up? The answer is `CameraChecked`."""


@dataclass(frozen=True, slots=True)
class ListProfiles:
    """The profiles are wanted; the answer is `ProfilesListed`."""


@dataclass(frozen=True, slots=True)
class LoadProfile:
    """A profile is wanted; the answer is `ProfileLoaded`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class UseProfile:
    """The eyes read with this profile from now on, or with none."""

    profile: Profile | None


@dataclass(frozen=True, slots=True, eq=False)
class KeepProfile:
    """A profile goes onto the shelf."""

    profile: Profile


@dataclass(frozen=True, slots=True)
class NameProfile:
    """A profile gets another name, which no other has."""

    name: str
    new: str


@dataclass(frozen=True, slots=True)
class DropProfile:
    """A profile goes, but can still be restored."""

    name: str


@dataclass(frozen=True, slots=True)
class BringBackProfile:
    """A deleted profile comes back."""

    name: str


@dataclass(frozen=True, slots=True)
class WriteProfile:
    """A profile is to be written to a file; the answer is `Exported` or `Failed`."""

    name: str
