"""What the sharing process is told in `share.toml`: the table's name, the page's port, the broker.

Whether it runs at all is decided on the touchscreen, never here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device.core.config import (
    ConfigError,
    Flag,
    Judge,
    PathText,
    Problem,
    Whole,
    problems_of,
    read_overlay,
)
from device.locale import Language
from engine.names import clean_name
from vision.regular import read_regular

PAGE_PORT, CLUB_PORT = 7749, 7750
PORTS = range(1024, 65536)
MACHINE = Path("/etc/machine-id")
_TOPIC = re.compile(r"[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Broker:
    """How to reach an MQTT broker."""

    host: str
    port: int = 1883
    tls: bool = False
    ca_file: str = ""  # certificates to trust; those of the system if empty
    user: str = ""
    password_file: str = ""

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.host} port {self.port}"

    def password(self) -> str | None:
        """The password, the first line of its file; raises OSError."""
        if not self.password_file:
            return None
        raw = read_regular(Path(self.password_file), 1024)
        return raw.decode("utf-8", "replace").partition("\n")[0].rstrip("\r")


@dataclass(frozen=True, slots=True)
class ShareConfig:
    """Everything that `share.toml` can say."""

    table: str = ""  # the name that onlookers read
    language: Language | None = None  # None: as set on the touchscreen
    has_page: bool = True
    port: int = PAGE_PORT
    broker: Broker | None = None
    prefix: str = "sepmosa"
    discovery: str = "homeassistant"  # where Home Assistant looks; nowhere if empty

    @property
    def topic(self) -> str:
        """The table's name as a part of a topic."""
        plain = re.sub(r"[^a-z0-9]+", "-", self.table.lower(), flags=re.ASCII).strip("-")
        return plain[:32].strip("-") or f"table-{machine_mark()}"


@dataclass(frozen=True, slots=True)
class _Matches:
    """A text of some form, or an empty one."""

    pattern: re.Pattern[str]
    told: str

    def __call__(self, value: Any) -> Problem:
        is_well = isinstance(value, str) and (not value or self.pattern.fullmatch(value))
        return None if is_well else self.told


_HOST = _Matches(re.compile(r"[A-Za-z0-9._:-]{1,253}", re.ASCII), "the name of a computer")
_TOPICS = _Matches(_TOPIC, "letters, digits, dash and underscore, parts divided by /")
_LANGUAGE = _Matches(
    re.compile("|".join(each.value for each in Language)),
    f"one of {', '.join(each.value for each in Language)}",
)
# [HOST]:PORT, or HOST:PORT; more colons than one belong to an address of IPv6
_PLACE = re.compile(
    r"(?:\[([A-Za-z0-9._:-]{1,253})\]"
    r"|([A-Za-z0-9._-]{1,253}|(?:[0-9A-Fa-f]{0,4}:){2,8}[0-9A-Fa-f.]*))"
    r"(?::([0-9]{1,5}))?",
    re.ASCII,
)
_NAME = _Matches(re.compile(r"[^\x00-\x1f\x7f]{1,64}"), "a short name")

JUDGES: Mapping[str, Mapping[str, Judge]] = {
    "table": {"name": _NAME, "language": _LANGUAGE},
    "page": {"on": Flag(), "port": Whole(PORTS)},
    "mqtt": {
        "host": _HOST,
        "port": Whole(range(1, 65536)),
        "tls": Flag(),
        "ca_file": PathText(),
        "user": _Matches(re.compile(r"[^\x00-\x1f\x7f]{1,200}"), "the name of a user"),
        "password_file": PathText(),
        "prefix": _TOPICS,
        "discovery": _TOPICS,
    },
}


def read_share_config(path: Path | None) -> ShareConfig:
    """What the file says; all as shipped where there is none. Raises ConfigError."""
    overlay = read_overlay(path) if path is not None else {}
    name = path.name if path is not None else ""
    problems = [f"{name}: {problem}" for problem in problems_of(overlay, JUDGES)]
    if problems:
        raise ConfigError(problems)
    table, page, mqtt = (overlay.get(each, {}) for each in ("table", "page", "mqtt"))
    shipped = ShareConfig()
    language = table.get("language", "")
    return ShareConfig(
        clean_name(table.get("name", "")),
        Language(language) if language else None,
        page.get("on", shipped.has_page),
        page.get("port", shipped.port),
        broker_of(mqtt),
        mqtt.get("prefix", "") or shipped.prefix,
        mqtt.get("discovery", shipped.discovery),
    )


def broker_of(mqtt: Mapping[str, Any]) -> Broker | None:
    """The broker that a section `[mqtt]` tells of; None if it names none."""
    if not mqtt.get("host"):
        return None
    tls = mqtt.get("tls", False)
    return Broker(
        mqtt["host"],
        mqtt.get("port", 8883 if tls else 1883),
        tls,
        *(mqtt.get(name, "") for name in ("ca_file", "user", "password_file")),
    )


def broker_at(place: str, known: Broker | None = None) -> Broker:
    """The broker at `HOST`, `HOST:PORT` or `[HOST]:PORT`, otherwise reached as a known one; raises
    ValueError."""
    found = _PLACE.fullmatch(place)
    if found is None or (found[3] and JUDGES["mqtt"]["port"](int(found[3])) is not None):
        raise ValueError(f"no broker: {place!r}")
    host = found[1] or found[2]
    broker = replace(known or Broker(host), host=host)
    return replace(broker, port=int(found[3])) if found[3] else broker


def machine_mark() -> str:
    """Four signs that tell this device from others, and nothing else about it."""
    try:
        known = MACHINE.read_bytes()
    except OSError:
        known = b""
    return hashlib.sha256(b"sepmosa table " + known).hexdigest()[:4]
