"""What was set on the device's page of the settings, kept in a file of its own over all others."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.core.config import Config, ConfigError, parse_config, read_overlay
from device.core.messages import Message, Sentence, say
from device.store.file import said
from device.store.files import names_beside, replace_file

log = logging.getLogger(__name__)

NAME = "device.toml"  # in the state folder
HEAD = "# Written by the companion: what was set on the screen. Remove it to go back.\n"


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """The file, and the configuration it lies over."""

    path: Path
    base: Config

    def read(self) -> tuple[Config, tuple[Sentence, ...]]:
        """The configuration with what was set over it, and what players are to be told: a file
        that cannot be used is set aside."""
        try:
            return parse_config(self.base.values, read_overlay(self.path), self.path.name), ()
        except ConfigError as wrong:
            log.error("%s", "; ".join(wrong.problems))
        names = names_beside(self.path, "damaged")
        with suppress(OSError):
            aside = self.path.rename(next(each for each in names if not os.path.lexists(each)))
            log.error("%s is kept as %s", self.path.name, aside.name)
        return self.base, (say(Message.FAULT_CONFIG),)

    def keep(self, config: Config) -> None:
        """Writes what differs, whole or not at all, on disk before it returns; StoreError."""
        with said("the configuration cannot be kept"):
            replace_file(self.path, toml_text(config.beyond(self.base)).encode())


def toml_text(values: Mapping[str, Mapping[str, Any]]) -> str:
    """Sections of plain values as TOML; a text is written as JSON writes it, which TOML reads."""
    lines = [HEAD]
    for section, names in values.items():
        lines.append(f"\n[{section}]\n")
        lines += [
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in names.items()
        ]
    return "".join(lines)
