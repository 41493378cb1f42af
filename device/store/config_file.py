"""What was set on the device's page of the settings, kept in a file of its own over all others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.core.config import Config
from device.store.file import said
from device.store.files import replace_file

NAME = "device.toml"  # in the state folder
HEAD = "# Written by the companion: what was set on the screen. Remove it to go back.\n"


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """The file, and the configuration it lies over."""

    path: Path
    base: Config

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
