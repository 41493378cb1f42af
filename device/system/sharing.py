"""The companion's side of sharing: files in which it meets the sharing process, and no network.

The wish to share lies in the state folder, what happens at the table in the runtime folder; how
sharing goes is read from the sharing process's own. Where systemd gives no runtime folder, all
three are in the state folder.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from device.core import effects as wanted
from device.core import events as on
from device.core.messages import Message, say
from device.core.table_state import TableState
from device.share.state_file import clear_state, write_state
from device.share.wish import (
    WISH,
    fresh_wish,
    kept_wish,
    read_sharing,
    read_wish,
    write_wish,
)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class SharingFiles:
    """The edge that writes and reads them."""

    state: Path  # with the wish
    runtime: Path  # with what happens at the table
    theirs: Path  # the sharing process's, with its address
    by_hand: str  # the command that starts it; empty if it starts itself
    games: str = ""  # the games' file in the state folder
    _is_dumb: bool = field(default=False, init=False)  # and the log knows

    @classmethod
    def beside(cls, state: Path, environment: Mapping[str, str], games: str = "") -> SharingFiles:
        """With that state folder, in the runtime folders that the units have."""
        runtime = environment.get("RUNTIME_DIRECTORY")
        if not runtime:
            return cls(state, state, state, f"{sys.argv[0]} share", games)
        return cls(state, Path(runtime), Path(f"{runtime}-share"), "", games)

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Does what is wanted of sharing, and says how it goes."""
        match effect:
            case wanted.TellState(state):
                self._tell(state)
            case wanted.AskSharing():
                return self._told()
            case wanted.TakeUp():
                self._name_games()
            case wanted.WishSharing(is_on, is_new):
                return self._wish(is_on, is_new)
        return None

    def close(self) -> None:
        """Nothing happens at the table that anybody here could tell."""
        clear_state(self.runtime)

    def _wish(self, is_on: bool, is_new: bool) -> on.Event:
        """The link is the same after a pause, unless another one is wanted."""
        try:
            if is_on:
                kept = fresh_wish(self.state) if is_new else kept_wish(self.state)
                write_wish(self.state, replace(kept, games=self.games))
            else:
                write_wish(self.state, None)
        except OSError as no:
            log.error("the wish to share was not kept: %s", no)
            return on.Failed(say(Message.FAULT_SHARE))
        return self._told()

    def _name_games(self) -> None:
        """What is shared are the games kept now, in whichever file that was when it was wished."""
        wish = read_wish(self.state)
        if wish is None or wish.games == self.games:
            return
        try:
            write_wish(self.state, replace(wish, games=self.games))
        except OSError as no:
            log.warning("which games are shared cannot be told: %s", no)

    def _told(self) -> on.SharingTold:
        """Whatever is told of another link than the one wanted is out of date."""
        is_on = (self.state / WISH).exists()
        wish, told = read_wish(self.state), read_sharing(self.theirs)
        address = told.address if told else None
        if wish is None or (address and not address.endswith(f"/{wish.code}/")):
            told = None
        return on.SharingTold(is_on, told, self.by_hand)

    def _tell(self, state: TableState) -> None:
        """Says what happens at the table; no game is stopped where that cannot be written."""
        try:
            write_state(self.runtime, state)
            self._is_dumb = False
        except OSError as no:
            if not self._is_dumb:
                log.warning("what happens at the table cannot be told: %s", no)
            self._is_dumb = True
