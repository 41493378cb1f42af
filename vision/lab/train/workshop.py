"""Makes things once: what an earlier run left in the cache is taken up again, as long as it was
made in the same way of the same things."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import pickle
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")
ROOMS = ("engine", "vision")
"""The packages whose sources tell how something is made."""


def made_of(*parts: object) -> str:
    """A short name for whatever is made of these parts: equal for equal ones alone."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


@cache
def recipe(module: str) -> str:
    """A short name for how a module works: changes with its source and with that of all modules of
    the project which it imports, however far off."""
    reached: dict[str, bytes] = {}
    _reach(module, reached)
    return made_of(sorted(reached.items()))


def _reach(module: str, reached: dict[str, bytes]) -> None:
    if module in reached or module.partition(".")[0] not in ROOMS:
        return
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return
    source = reached[module] = Path(spec.origin).read_bytes()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            _reach(node.module, reached)
            for alias in node.names:
                if _is_module(f"{node.module}.{alias.name}"):
                    _reach(f"{node.module}.{alias.name}", reached)


@cache
def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # of a thing in a module
        return False


def cached(path: Path | None, maker: Callable[[], Made]) -> Made:
    """What `maker` makes, kept in a file between runs where a path is given. A run that is stopped
    while it writes leaves no such file."""
    if path is None:
        return maker()
    if path.exists():
        with path.open("rb") as file:
            kept: Made = pickle.load(file)  # noqa: S301 - written by this program
        return kept
    made = maker()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        pickle.dump(made, file)
    part.replace(path)
    return made


@dataclass(frozen=True, slots=True)
class Workshop:
    """Keeps what is made in a folder, or nowhere."""

    folder: Path | None

    def kept(self, name: str, parts: str, maker: Callable[[], Made]) -> Made:
        """What `maker` makes of these parts."""
        return cached(self.folder / f"{name}-{parts}.pkl" if self.folder else None, maker)

    def net(self, name: str, parts: str, fresh: Any, maker: Callable[[Path | None], Any]) -> Any:
        """The network that is trained on these parts; `fresh` is one of its kind. `maker` is given
        the file in which it may keep what it has not finished."""
        if self.folder is None:
            return maker(None)
        unfinished = self.folder / f"{name}-{parts}.unfinished"
        state = cached(self.folder / f"{name}-{parts}.pkl", lambda: maker(unfinished).state_dict())
        fresh.load_state_dict(state)
        return fresh.eval()
