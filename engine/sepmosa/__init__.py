"""SEPMOSA: tiles, mosaic, moves, rules, games and their records. Standard library only."""

from engine.sepmosa.cells import JOKER_CELL, Cell, cell_name, parse_cell
from engine.sepmosa.errors import IllegalMove, NotationError, Reason, Refusal
from engine.sepmosa.full import Full, View, view
from engine.sepmosa.game import Broken, Game, new_full_game, new_game, replay
from engine.sepmosa.mosaic import EMPTY, Mosaic, mosaic_names, parse_mosaic
from engine.sepmosa.moves import (
    Move,
    Pass,
    Place,
    Remove,
    RemoveThree,
    Shift,
    move_name,
    parse_move,
)
from engine.sepmosa.record import Record, RecordError, read_record, write_record
from engine.sepmosa.rules import apply, check, legal_moves, open_places, points, scored_moves
from engine.sepmosa.table import Draw, Play, Player, Reset, Reshuffle, Start, Step, Table, Win
from engine.sepmosa.tiles import KINDS, Colour, Tile, parse_tile, tile_name

__all__ = [
    "EMPTY",
    "JOKER_CELL",
    "KINDS",
    "Broken",
    "Cell",
    "Colour",
    "Draw",
    "Full",
    "Game",
    "IllegalMove",
    "Mosaic",
    "Move",
    "NotationError",
    "Pass",
    "Place",
    "Play",
    "Player",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Remove",
    "RemoveThree",
    "Reset",
    "Reshuffle",
    "Shift",
    "Start",
    "Step",
    "Table",
    "Tile",
    "View",
    "Win",
    "apply",
    "cell_name",
    "check",
    "legal_moves",
    "mosaic_names",
    "move_name",
    "new_full_game",
    "new_game",
    "open_places",
    "parse_cell",
    "parse_mosaic",
    "parse_move",
    "parse_tile",
    "points",
    "read_record",
    "replay",
    "scored_moves",
    "tile_name",
    "view",
    "write_record",
]
