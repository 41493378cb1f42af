"""What the teaching screens are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.store.profiles import ProfileLine
    from vision.checkup import CameraReport
    from vision.tiles.profile.lesson import Lesson
    from vision.tiles.profile.profile import Profile


@dataclass(frozen=True, slots=True)
class Teaching:
    """The profiles kept, the one in use, the lesson under way, and how the camera is set up."""

    profiles: tuple[ProfileLine, ...] = ()
    profile: Profile | None = field(default=None, compare=False)  # the one in use
    deleted: str | None = None  # the one that can be brought back

    lesson: Lesson | None = field(default=None, compare=False)
    answers: tuple[tuple[int, str | None], ...] = ()  # nothing: left out
    asked: int | None = None  # the tile of the lesson a question is about
    is_looking: bool = False
    name: str = ""

    report: CameraReport | None = None
    checked: float = 0.0  # when that was asked for, monotonic seconds

    @property
    def told(self) -> dict[int, str]:
        """The answers that name a tile."""
        return {at: name for at, name in self.answers if name is not None}

    @property
    def open_questions(self) -> tuple[int, ...]:
        """The tiles still to be asked about."""
        if self.lesson is None:
            return ()
        known = {at for at, _ in self.answers}
        return tuple(at for at in self.lesson.questions if at not in known)


UNTAUGHT = Teaching()
