"""The configuration: shipped defaults and an overlay, every value typed and bounded.

All errors are told at once, each with its place and, for a misspelt name, what was likely meant.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from device import settings as s

DEFAULTS_FILE = Path(__file__).parent / "defaults.toml"
LARGEST_FILE = 64 * 1024  # bytes
GPIO = range(28)
SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)

Problem = str | None
Judge = Callable[[Any], Problem]


class ConfigError(ValueError):
    """A configuration that cannot be used; `problems` are all of them, one line each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True)
class Config:
    """Every value of the configuration, by section and name."""

    values: Mapping[str, Mapping[str, Any]]

    def text(self, section: str, name: str) -> str:
        return str(self.values[section][name])

    def number(self, section: str, name: str) -> int:
        return int(self.values[section][name])

    def share(self, section: str, name: str) -> float:
        return float(self.values[section][name])

    def flag(self, section: str, name: str) -> bool:
        return bool(self.values[section][name])

    @property
    def settings(self) -> s.Settings:
        """What players find set before they have set anything."""
        screen, game = self.values["screen"], self.values["game"]
        return s.Settings(
            language=s.Language(screen["language"]),
            brightness=screen["brightness"],
            has_sound=self.flag("sound", "on"),
            rotation=screen["rotation"],
            facing=s.Facing(screen["facing"]),
            has_marks=screen["marks"],
            clock=s.ClockMode(game["clock"]),
            turn_seconds=game["turn_seconds"],
            player_seconds=game["player_seconds"],
            target=game["target"],
            allows_identical=game["allow_identical"],
        )


# What a value may be


def whole(bounds: range | tuple[int, ...]) -> Judge:
    """A whole number within bounds."""
    listed = isinstance(bounds, tuple)
    told = ", ".join(map(str, bounds)) if listed else f"{bounds[0]} to {bounds[-1]}"

    def judge(value: Any) -> Problem:
        if isinstance(value, bool) or not isinstance(value, int) or value not in bounds:
            return f"a whole number, {told}"
        return None

    return judge


def decimal(least: float, most: float) -> Judge:
    """A number within bounds."""

    def judge(value: Any) -> Problem:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return None if is_number and least <= value <= most else f"a number, {least} to {most}"

    return judge


def one_of(names: Iterable[str]) -> Judge:
    """One of some words."""
    known = tuple(names)

    def judge(value: Any) -> Problem:
        if value in known:
            return None
        return f"one of {', '.join(known)}{_meant(str(value), known)}"

    return judge


def flag(value: Any) -> Problem:
    """True or false."""
    return None if isinstance(value, bool) else "true or false"


def file_name(value: Any) -> Problem:
    """A plain name of a file or folder, leading nowhere else."""
    if isinstance(value, str) and SAFE_NAME.fullmatch(value):
        return None
    return "a plain name of letters, digits, dot, dash and underscore"


def path(value: Any) -> Problem:
    """A path, or nothing."""
    if isinstance(value, str) and len(value) <= 1024 and value.isprintable():
        return None
    return "a path in quotes"


JUDGES: Mapping[str, Mapping[str, Judge]] = {
    "screen": {
        "language": one_of(each.value for each in s.Language),
        "brightness": whole(s.BRIGHTNESS),
        "rotation": whole(s.ROTATIONS),
        "facing": one_of(each.value for each in s.Facing),
        "marks": flag,
        "fullscreen": flag,
    },
    "sound": {"on": flag, "volume": whole(range(101))},
    "game": {
        "target": whole(s.TARGETS),
        "clock": one_of(each.value for each in s.ClockMode),
        "turn_seconds": whole(s.TURN_SECONDS),
        "player_seconds": whole(s.PLAYER_SECONDS),
        "allow_identical": flag,
    },
    "camera": {
        "source": one_of(("auto", "picamera", "usb", "folder", "none")),
        "device": whole(range(64)),
        "folder": path,
        "width": whole(range(320, 4609)),
        "height": whole(range(240, 2593)),
        "frames_per_second": decimal(0.5, 30.0),
    },
    "buttons": {
        "on": flag,
        "one": whole(GPIO),
        "two": whole(GPIO),
        "one_led": whole(GPIO),
        "two_led": whole(GPIO),
        "hold_seconds": decimal(0.3, 5.0),
    },
    "files": {
        "games": file_name,
        "exports": file_name,
        "keep_misreadings": flag,
        "misreadings_pictures": whole(range(1, 10_001)),
        "misreadings_megabytes": whole(range(1, 2001)),
    },
}


# Reading


def read_config(overlay: Path | None = None) -> Config:
    """The shipped configuration with the overlay's values over it, where there is such a file;
    raises ConfigError with all that is wrong."""
    shipped = tomllib.loads(DEFAULTS_FILE.read_text(encoding="utf-8"))
    if overlay is None or not overlay.exists():
        return parse_config(shipped, {})
    return parse_config(shipped, _read(overlay), overlay.name)


def parse_config(
    shipped: Mapping[str, Any], overlay: Mapping[str, Any], name: str = "config"
) -> Config:
    """The configuration of these values; raises ConfigError."""
    problems = [f"{name}: {problem}" for problem in problems_of(overlay)]
    values = {
        section: {**names, **(overlay.get(section) or {})} if not problems else names
        for section, names in shipped.items()
    }
    problems += [] if problems else [f"{name}: {each}" for each in _conflicts(values)]
    if problems:
        raise ConfigError(problems)
    return Config(values)


def problems_of(overlay: Mapping[str, Any]) -> Iterator[str]:
    """Everything wrong with an overlay, in its order."""
    for section, names in overlay.items():
        judges = JUDGES.get(section)
        if judges is None:
            yield f"[{_shown(section)}] is no section{_meant(section, JUDGES)}"
        elif not isinstance(names, Mapping):
            yield f"{section} is a section: write [{section}]"
        else:
            yield from _section_problems(section, names, judges)


def _section_problems(
    section: str, names: Mapping[str, Any], judges: Mapping[str, Judge]
) -> Iterator[str]:
    for name, value in names.items():
        if name not in judges:
            yield f"[{section}] {_shown(name)} is not known{_meant(name, judges)}"
        elif problem := judges[name](value):
            yield f"[{section}] {name} = {_shown(value)}: must be {problem}"


def _conflicts(values: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Values that are fine each on its own and not together."""
    buttons = values["buttons"]
    pins = [buttons[name] for name in ("one", "two")]
    pins += [buttons[name] for name in ("one_led", "two_led") if buttons[name]]
    for pin in sorted({pin for pin in pins if pins.count(pin) > 1}):
        yield f"[buttons] GPIO {pin} is used twice"
    camera = values["camera"]
    if camera["source"] == "folder" and not camera["folder"]:
        yield "[camera] source is folder, but folder names none"


def _read(overlay: Path) -> Mapping[str, Any]:
    try:
        with overlay.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise ConfigError([f"{overlay.name}: longer than {LARGEST_FILE} bytes"])
        return tomllib.loads(raw.decode("utf-8"))
    except OSError as error:
        raise ConfigError([f"{overlay.name}: cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{overlay.name}: is not UTF-8 text"]) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError([f"{overlay.name}: {error}"]) from error


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word[:64].lower(), list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= 60 else f"{text[:57]}..."
