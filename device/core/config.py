"""The configuration: shipped defaults and an overlay, every value typed and bounded.

All errors are told at once, each with its place and, for a misspelt name, what was likely meant.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from device.core import settings as s
from device.locale import Language
from vision.regular import read_regular

DEFAULTS_FILE = Path(__file__).parents[1] / "defaults.toml"
LARGEST_FILE = 64 * 1024  # bytes
LONGEST_PATH = 1024
GPIO = range(28)
SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)

Key = tuple[str, str]  # a section and a name in it
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

    def value(self, key: Key) -> Any:
        """The value of a section and a name."""
        return self.values[key[0]][key[1]]

    def changed(self, values: Mapping[Key, Any]) -> Config:
        """The configuration with other values; raises ConfigError where they cannot be."""
        overlay: dict[str, dict[str, Any]] = {}
        for (section, name), value in values.items():
            overlay.setdefault(section, {})[name] = value
        return parse_config(self.values, overlay)

    def beyond(self, base: Config) -> dict[str, dict[str, Any]]:
        """The values that differ from those of `base`, by section and name."""
        found = {
            section: {
                name: value for name, value in names.items() if value != base.value((section, name))
            }
            for section, names in self.values.items()
        }
        return {section: names for section, names in found.items() if names}

    @property
    def settings(self) -> s.Settings:
        """What players find set before they have set anything."""
        texts = {name: s.text_of(self.value(key)) for key, name in SETTINGS.items()}
        return s.parse_settings(texts)


SETTINGS: Mapping[Key, str] = {  # what players set as they play, by its name among the settings
    ("screen", "language"): "language",
    ("screen", "brightness"): "brightness",
    ("screen", "rotation"): "rotation",
    ("screen", "facing"): "facing",
    ("screen", "keys"): "keys",
    ("screen", "large_text"): "has_large_text",
    ("screen", "marks"): "has_marks",
    ("sound", "on"): "has_sound",
    ("sound", "speech"): "has_speech",
    ("game", "target"): "target",
    ("game", "clock"): "clock",
    ("game", "turn_seconds"): "turn_seconds",
    ("game", "player_seconds"): "player_seconds",
    ("game", "allow_identical"): "allows_identical",
}


AT_ONCE = frozenset({("sound", "volume"), *SETTINGS})  # what holds without a restart


# What a value may be


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    bounds: range | tuple[int, ...]

    def __call__(self, value: Any) -> Problem:
        if isinstance(value, bool) or not isinstance(value, int) or value not in self.bounds:
            listed = isinstance(self.bounds, tuple)
            span = f"{self.bounds[0]} to {self.bounds[-1]}"
            return f"a whole number, {', '.join(map(str, self.bounds)) if listed else span}"
        return None


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number within bounds."""

    least: float
    most: float

    def __call__(self, value: Any) -> Problem:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and self.least <= value <= self.most:
            return None
        return f"a number, {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    names: tuple[str, ...]

    def __call__(self, value: Any) -> Problem:
        if value in self.names:
            return None
        return f"one of {', '.join(self.names)}{_meant(_shown(value), self.names)}"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def __call__(self, value: Any) -> Problem:
        return None if isinstance(value, bool) else "true or false"


@dataclass(frozen=True, slots=True)
class FileName:
    """A plain name of a file or folder, leading nowhere else."""

    def __call__(self, value: Any) -> Problem:
        if isinstance(value, str) and SAFE_NAME.fullmatch(value):
            return None
        return "a plain name of letters, digits, dot, dash and underscore"


@dataclass(frozen=True, slots=True)
class PathText:
    """A path, or nothing."""

    def __call__(self, value: Any) -> Problem:
        if isinstance(value, str) and len(value) <= LONGEST_PATH and value.isprintable():
            return None
        return "a path in quotes"


JUDGES: Mapping[str, Mapping[str, Judge]] = {
    "screen": {
        "language": OneOf(tuple(each.value for each in Language)),
        "brightness": Whole(s.BRIGHTNESS),
        "rotation": Whole(s.ROTATIONS),
        "facing": OneOf(tuple(each.value for each in s.Facing)),
        "keys": OneOf(tuple(each.value for each in s.KeySide)),
        "large_text": Flag(),
        "marks": Flag(),
        "fullscreen": Flag(),
    },
    "sound": {"on": Flag(), "speech": Flag(), "volume": Whole(range(101))},
    "game": {
        "target": Whole(s.TARGETS),
        "clock": OneOf(tuple(each.value for each in s.ClockMode)),
        "turn_seconds": Whole(s.TURN_SECONDS),
        "player_seconds": Whole(s.PLAYER_SECONDS),
        "allow_identical": Flag(),
    },
    "camera": {
        "source": OneOf(("auto", "picamera", "usb", "folder", "none")),
        "device": Whole(range(64)),
        "folder": PathText(),
        "width": Whole(range(320, 4609)),
        "height": Whole(range(240, 2593)),
        "frames_per_second": Decimal(0.5, 30.0),
    },
    "buttons": {
        "on": Flag(),
        "one": Whole(GPIO),
        "two": Whole(GPIO),
        "one_led": Whole(GPIO),
        "two_led": Whole(GPIO),
        "hold_seconds": Decimal(0.3, 5.0),
    },
    "files": {
        "games": FileName(),
        "exports": FileName(),
        "keep_evidence": Flag(),
        "keep_misreadings": Flag(),
        "misreadings_pictures": Whole(range(1, 10_001)),
        "misreadings_megabytes": Whole(range(1, 2001)),
        "keep_evenings": Flag(),
        "evenings_megabytes": Whole(range(20, 20_001)),
    },
}


# Reading


@lru_cache(maxsize=1)
def shipped_config() -> Config:
    """The configuration as it is shipped."""
    return parse_config(tomllib.loads(DEFAULTS_FILE.read_text(encoding="utf-8")), {})


def read_config(*overlays: Path | None) -> Config:
    """The shipped configuration with the overlays' values over it, the last on top, as far as
    there are such files; raises ConfigError with all that is wrong."""
    config = shipped_config()
    problems: list[str] = []
    for overlay in overlays:
        if overlay is None:
            continue
        try:
            config = parse_config(config.values, read_overlay(overlay), overlay.name)
        except ConfigError as wrong:
            problems += wrong.problems
    if problems:
        raise ConfigError(problems)
    return config


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


def problems_of(
    overlay: Mapping[str, Any], known: Mapping[str, Mapping[str, Judge]] = JUDGES
) -> Iterator[str]:
    """Everything wrong with an overlay, in its order."""
    for section, names in overlay.items():
        judges = known.get(section)
        if judges is None:
            yield f"[{_shown(section)}] is no section{_meant(section, known)}"
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


def read_overlay(overlay: Path) -> Mapping[str, Any]:
    """What the file says; nothing where there is none. Raises ConfigError."""
    try:
        raw = read_regular(overlay, LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise ConfigError([f"{overlay.name}: longer than {LARGEST_FILE} bytes"])
        return tomllib.loads(raw.decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError([f"{overlay.name}: cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{overlay.name}: is not UTF-8 text"]) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{overlay.name}: {error}"]) from error
    except RecursionError as error:
        raise ConfigError([f"{overlay.name}: nested too deeply"]) from error
    except ConfigError:
        raise
    except ValueError as error:  # Python reads no number of more than 4,300 digits
        raise ConfigError([f"{overlay.name}: a number in it is too long"]) from error


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word[:64].lower(), list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""


def _shown(value: object) -> str:
    try:
        text = repr(value) if not isinstance(value, bool) else str(value).lower()
    except ValueError:  # nor does it write one
        return "a huge number"
    return text if len(text) <= 60 else f"{text[:57]}..."
