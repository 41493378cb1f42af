"""Makes the positions that the engine and the naive rules are counted on.

`python -m tests.engine.make_positions` writes `tests/data/positions.txt` anew, always the same.
The positions come from random games under the naive rules with all 104 tiles: after every move
the mosaic is a candidate, and of the candidates of each size a few are kept, those with floating
tiles and those far from the joker first.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.engine import naive

Tiles = dict[str, str]

FILE = Path(__file__).parent.parent / "data" / "positions.txt"
SEED = 49
GAMES = 42
TURNS = 80
MOST_TILES = 48
PER_SIZE = 7
DEPTH_2_TILES = 14  # above this many tiles two moves deep are too many to count naively
DEPTH_2_PER_SIZE = 3

HEADER = """\
# Positions out of random games, one a line, made by tests/engine/make_positions.py:
# the joker and the tiles; how many legal moves the 52 kinds of tile have; the sum of their points;
# how many sequences of two moves there are, each with any of the 52 kinds (- where not counted).
"""


@dataclass(frozen=True, slots=True)
class Style:
    """How a random game is played."""

    actions: float  # how often an action tile is played when one is drawn
    outwards: float  # how often the outermost placement is chosen
    side: int = 1  # where outwards is: 1 to the right, -1 to the left


STYLES = (
    Style(actions=0.0, outwards=0.0),
    Style(actions=0.3, outwards=0.0),
    Style(actions=0.3, outwards=0.8, side=1),
    Style(actions=0.1, outwards=1.0, side=-1),
    Style(actions=1.0, outwards=0.0),
    Style(actions=0.5, outwards=0.9, side=-1),
    Style(actions=0.0, outwards=1.0, side=1),
)


@dataclass(frozen=True, slots=True)
class Position:
    """One line of the file: a mosaic and what was counted on it."""

    mosaic: Tiles
    moves: int
    points: int
    depth_2: int | None


def mosaic_text(mosaic: Tiles) -> str:
    """A mosaic as text, the joker first: `4+0=* 4+1=R7`."""
    return " ".join(["4+0=*", *(f"{cell}={tile}" for cell, tile in sorted(mosaic.items()))])


def position_text(position: Position) -> str:
    """A position as a line of the file."""
    depth_2 = "-" if position.depth_2 is None else str(position.depth_2)
    counts = (str(position.moves), str(position.points), depth_2)
    return "; ".join((mosaic_text(position.mosaic), *counts))


def parse_position(line: str) -> Position:
    """The position a line of the file stands for."""
    mosaic, moves, points, depth_2 = line.split("; ")
    joker, *tiles = mosaic.split(" ")
    if joker != "4+0=*":
        raise ValueError(f"a position starts with its joker: {line!r}")
    names = dict(tile.split("=") for tile in tiles)
    return Position(names, int(moves), int(points), None if depth_2 == "-" else int(depth_2))


def read_positions() -> list[Position]:
    """Every position of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [parse_position(line) for line in lines if not line.startswith("#")]


def every_move(mosaic: Tiles) -> dict[str, int]:
    """The legal moves of all 52 kinds with their points."""
    found: dict[str, int] = {}
    for tile in naive.ALL_KINDS:
        found.update(naive.legal_moves(mosaic, tile))
    return found


def count_depth_2(mosaic: Tiles) -> int:
    """How many sequences of two legal moves there are."""
    return sum(len(every_move(naive.after(mosaic, move))) for move in every_move(mosaic))


def reach(mosaic: Tiles) -> int:
    """The column furthest from the joker."""
    return max((abs(naive.column_of(cell)) for cell in mosaic), default=0)


def draw_rack(mosaic: Tiles, chance: random.Random) -> list[str]:
    """Seven of the 104 tiles, none of them on the mosaic."""
    stock = list(naive.ALL_KINDS) * 2
    for tile in mosaic.values():
        stock.remove(tile)
    return chance.sample(stock, 7)


def outermost(mosaic: Tiles, moves: list[str], side: int) -> str | None:
    """The placement furthest to one side, or None when no tile would lie further than now."""
    column = {move: side * naive.column_of(naive.split_move(move)[1][0]) for move in moves}
    edge = max((side * naive.column_of(cell) for cell in mosaic), default=0)
    best = max(moves, key=lambda move: column[move])
    return best if column[best] >= edge else None


def choose(mosaic: Tiles, style: Style, chance: random.Random) -> str | None:
    """A move for a rack drawn at random, or None when its tiles have none."""
    rack = draw_rack(mosaic, chance)
    is_action = naive.value_of(rack[0]) > 10 and chance.random() < style.actions
    tiles = rack[:1] if is_action else [tile for tile in rack if naive.value_of(tile) <= 10]
    moves = [move for tile in tiles for move in naive.legal_moves(mosaic, tile)]
    if not moves or (len(mosaic) == MOST_TILES and not is_action):
        return None
    if not is_action and chance.random() < style.outwards:
        return outermost(mosaic, moves, style.side)
    return chance.choice(moves)


def play(style: Style, chance: random.Random) -> Iterator[Tiles]:
    """The mosaics of a random game, which never grows to 49 tiles."""
    mosaic: Tiles = {}
    yield mosaic
    for _ in range(TURNS):
        move = choose(mosaic, style, chance)
        if move is not None:
            mosaic = naive.after(mosaic, move)
            yield mosaic


def pick(candidates: list[Tiles], chance: random.Random) -> list[Tiles]:
    """A few mosaics of one size: most floating tiles, furthest reach, and some at random."""
    distinct = list({mosaic_text(mosaic): mosaic for mosaic in candidates}.values())
    floating = sorted(distinct, key=lambda mosaic: -len(naive.floating(mosaic)))
    far = sorted(distinct, key=lambda mosaic: -reach(mosaic))
    rest = chance.sample(distinct, len(distinct))
    order = [*floating[:2], *far[:2], *rest]
    return list({mosaic_text(mosaic): mosaic for mosaic in order}.values())[:PER_SIZE]


def make_mosaics() -> list[Tiles]:
    """The mosaics of the file, from the smallest to the largest."""
    chance = random.Random(SEED)
    sizes: dict[int, list[Tiles]] = {size: [] for size in range(MOST_TILES + 1)}
    for game in range(GAMES):
        for mosaic in play(STYLES[game % len(STYLES)], chance):
            sizes[len(mosaic)].append(mosaic)
    return [mosaic for candidates in sizes.values() for mosaic in pick(candidates, chance)]


def count(mosaic: Tiles, is_deep: bool) -> Position:
    """A position with its counts, two moves deep if asked for."""
    moves = every_move(mosaic)
    depth_2 = count_depth_2(mosaic) if is_deep else None
    return Position(mosaic, len(moves), sum(moves.values()), depth_2)


def make_positions() -> Iterator[Position]:
    """The positions of the file in their order."""
    seen: dict[int, int] = {}
    for mosaic in make_mosaics():
        size = len(mosaic)
        seen[size] = seen.get(size, 0) + 1
        yield count(mosaic, size <= DEPTH_2_TILES and seen[size] <= DEPTH_2_PER_SIZE)


def main() -> None:
    """Writes the file anew."""
    lines = [position_text(position) + "\n" for position in make_positions()]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
