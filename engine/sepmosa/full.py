"""The game with every face known: simulated games, opponents, tests. One table lies under it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.sepmosa import rules
from engine.sepmosa import table as at_table
from engine.sepmosa.errors import IllegalMove, Reason, Refusal
from engine.sepmosa.table import (
    EMPTY_TABLE,
    RACK_SIZE,
    Draw,
    Event,
    Faces,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
    Win,
)
from engine.sepmosa.values import COPIES, KINDS, Move, Pass, Tile

ALL_TILES: Faces = tuple(tile for tile in KINDS for _ in range(COPIES))


@dataclass(frozen=True, slots=True)
class Full:
    """The table and, beyond it, the faces on the racks, in the stock and put aside."""

    table: Table = EMPTY_TABLE
    racks: tuple[Faces, Faces] = ((), ())
    stock: Faces = ALL_TILES  # sorted by name: what will be drawn is an event, not an order
    aside: Faces = ()

    @property
    def rack(self) -> Faces:
        """The rack of the player whose turn it is."""
        return self.racks[self.table.player]

    @property
    def step(self) -> Step:
        return self.table.step

    @property
    def turn(self) -> int:
        return self.table.turn

    def advance(self, event: Event) -> Full:
        """The game after `event`; raises IllegalMove where it cannot happen now."""
        table = self.table.advance(event)
        match event:
            case Start(_, racks):
                if racks is None:
                    raise IllegalMove(event, Refusal.FACE_NEEDED)
                return _deal(table, racks)
            case Draw(tile):
                if tile is None:
                    raise IllegalMove(event, Refusal.FACE_NEEDED)
                stock = _take(self.stock, tile, Refusal.NOT_IN_STOCK)
                return Full(table, _with_rack(self, (*self.rack, tile)), stock, self.aside)
            case Play(move):
                return _play(self, table, move)
            case Reshuffle() | Reset():
                stock = _all_but(*self.racks, tuple(table.mosaic.values()))
                return Full(table, self.racks, stock)
            case Win():
                return Full(table, self.racks, self.stock, self.aside)

    def due(self) -> Event | None:
        """The event that must happen now with no decision nor a face to be named."""
        event = self.table.due()
        return None if isinstance(event, Draw) else event


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What `player` may know; an onlooker (no player) sees the table alone."""

    table: Table
    player: Player | None = None
    rack: Faces = ()


def view(state: Full | Table, who: Player | None) -> PlayerView:
    """What `who` may know of a game: every count, and no face that he cannot see."""
    if isinstance(state, Table):
        return PlayerView(state, who)
    return PlayerView(state.table, who, state.racks[who] if who is not None else ())


def unseen(seen: PlayerView) -> Counter[Tile]:
    """The tiles whose place the viewer does not know: the other rack, the stock, passed tiles."""
    hidden = Counter(ALL_TILES)
    hidden.subtract(at_table.in_sight(seen.table))
    hidden.subtract(seen.rack)
    return +hidden


def refusal(state: Full, move: Move) -> Reason | Refusal | None:
    """Why `move` cannot be played now, or nothing."""
    return at_table.refusal(state.table, move) or _rack_refusal(state, move)


def moves(state: Full) -> tuple[Move, ...]:
    """Every move of the player whose turn it is, sorted by text; passes when nothing else goes."""
    if state.table.step is not Step.PLAY:
        return ()
    legal = rules.legal_moves(state.table.mosaic, state.rack)
    return legal or tuple(Pass(tile) for tile in sorted(set(state.rack), key=str))


def _rack_refusal(state: Full, move: Move) -> Refusal | None:
    if move.tile is None:
        return Refusal.FACE_NEEDED
    if move.tile not in state.rack:
        return Refusal.NOT_ON_RACK
    if isinstance(move, Pass) and rules.legal_moves(state.table.mosaic, state.rack):
        return Refusal.CAN_PLAY
    return None


def _deal(table: Table, racks: tuple[Faces, Faces]) -> Full:
    for rack in racks:
        if len(rack) != RACK_SIZE:
            raise ValueError(f"each rack starts with {RACK_SIZE} tiles, not {len(rack)}")
    return Full(table, (_sorted(racks[0]), _sorted(racks[1])), _all_but(*racks))


def _play(state: Full, table: Table, move: Move) -> Full:
    reason = _rack_refusal(state, move)
    if reason is not None or move.tile is None:
        raise IllegalMove(move, reason or Refusal.FACE_NEEDED)
    racks = _with_rack(state, _take(state.rack, move.tile, Refusal.NOT_ON_RACK))
    removed = table.aside[len(state.table.aside) :]
    passed = (move.tile,) if isinstance(move, Pass) else ()
    return Full(table, racks, state.stock, (*state.aside, *removed, *passed))


def _with_rack(state: Full, rack: Faces) -> tuple[Faces, Faces]:
    mine = _sorted(rack)
    one, two = state.racks
    return (mine, two) if state.table.player is Player.ONE else (one, mine)


def _take(faces: Faces, tile: Tile, why_not: Refusal) -> Faces:
    if tile not in faces:
        raise IllegalMove(tile, why_not)
    at = faces.index(tile)
    return faces[:at] + faces[at + 1 :]


def _all_but(*held: Faces) -> Faces:
    rest = Counter(ALL_TILES)
    for faces in held:
        rest.subtract(faces)
    if min(rest.values()) < 0:
        raise IllegalMove(min(rest, key=rest.__getitem__), Refusal.THIRD_COPY)
    return _sorted(tuple(rest.elements()))


def _sorted(faces: Faces) -> Faces:
    return tuple(sorted(faces, key=str))
