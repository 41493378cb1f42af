"""Readings made by hand: what a camera would say of a table, with as much doubt as a test wants."""

from engine.sepmosa import Player, Start, Table, new_game, parse_cell, parse_move
from vision.tiles.faces import FaceReading
from vision.tiles.reading import Reading, SeenTile

NO_FACE = FaceReading(0, 1.0, 1.0, (("*", 0.0),))  # what a bare table shows
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def tables(*moves: str) -> tuple[Table, list[Table]]:
    """The table after `moves` and the tables before it, newest first."""
    game = new_game(Start(Player.ONE))
    past = [game.state]
    for move in moves:
        game = game.play(parse_move(move))
        past.insert(0, game.state)
    return game.state, past[1:]


def seen(name: str, cell: str | None, confidence: float = 0.999, **others: float) -> SeenTile:
    """A tile read as `name`, and perhaps as `others`; under 0.9 it is not sure."""
    guesses = sorted({name: confidence, **others}.items(), key=lambda pair: -pair[1])
    at = parse_cell(cell) if cell else None
    return SeenTile(name if confidence >= 0.9 else None, confidence, QUAD, at, tuple(guesses))


def reading_of(table: Table, *changes: SeenTile, without: tuple[str, ...] = ()) -> Reading:
    """The reading of a table, some cells (or action tiles by name) left out, some tiles added."""
    changed = {tile.cell for tile in changes if tile.cell}
    lying = [
        seen(str(tile), str(cell))
        for cell, tile in table.mosaic.items()
        if str(cell) not in without and cell not in changed
    ]
    left = list(without)
    for tile in table.played:
        if str(tile) in left:
            left.remove(str(tile))
        else:
            lying.append(seen(str(tile), None))
    return Reading((seen("*", "4+0"), *lying, *changes))


def tile_at(cell: str, name: str | None, **guesses: float) -> SeenTile:
    """A tile of 30 x 40 px on its cell's place, the joker's at (300, 200)."""
    row, column = int(cell[0]), int(cell[1:])
    x, y = 300 + column * 31.0, 200 + (row - 4) * 41.0
    quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
    ranked = tuple(sorted(guesses.items(), key=lambda pair: -pair[1])) or ((name or "*", 0.99),)
    return SeenTile(name, ranked[0][1], quad, None, ranked)
