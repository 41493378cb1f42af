"""The rules of MOSAIX a second time, as plainly as they can be written.

A grid is a list of seven strings, `.` for an empty cell; a figure is a list of rows, as in
`["OTX", "..O"]`; an entry is a dict of places, `{(0, 3): "O"}`, rows and columns from 0. Nothing
here comes from the engine, so that the two can be held against each other.
"""

from itertools import product

SYMBOLS = "OTX"
SHAPES = [
    ["####"],
    ["##", "##"],
    ["###", ".#."],
    [".##", "##."],
    ["##.", ".##"],
    ["#..", "###"],
    ["..#", "###"],
]


def turn_clockwise(figure):
    """The figure a quarter turn on: the first column, read upwards, becomes the first row."""
    height, width = len(figure), len(figure[0])
    return [
        "".join(figure[row][column] for row in reversed(range(height))) for column in range(width)
    ]


def rotations(figure):
    """The figure as it lies, and after one, two and three quarter turns."""
    turned = [figure]
    for _ in range(3):
        turned.append(turn_clockwise(turned[-1]))
    return turned


def inside(row, column):
    """Whether a place is on the grid."""
    return row in range(7) and column in range(7)


def entries(grid, figure, boxes=None):
    """Every different outcome of entering the figure, as dicts of places and symbols (M3, M4)."""
    found = []
    for turned in rotations(figure):
        for top, left in product(range(-4, 8), repeat=2):
            held = {
                (top + row, left + column): letter
                for row, line in enumerate(turned)
                for column, letter in enumerate(line)
                if letter != "."
            }
            kept = {place: letter for place, letter in held.items() if inside(*place)}
            if not kept or kept in found:
                continue
            if any(grid[row][column] != "." for row, column in kept):
                continue
            if boxes is not None and len(held) - len(kept) > boxes:
                continue
            found.append(kept)
    return found


def enter(grid, entry):
    """The grid after an entry."""
    return [
        "".join(entry.get((row, column), grid[row][column]) for column in range(7))
        for row in range(7)
    ]


def is_done(grid, boxes=None):
    """Whether no figure whatever can fill another cell (M5), or the boxes are used up (M7)."""
    if boxes == 0:
        return True
    return not any(entries(grid, shape, boxes) for shape in SHAPES)


def zones(grid):
    """Every zone as a symbol and its places."""
    found, seen = [], set()
    for start in product(range(7), repeat=2):
        symbol = grid[start[0]][start[1]]
        if symbol == "." or start in seen:
            continue
        zone, todo = set(), [start]
        while todo:
            row, column = todo.pop()
            if not inside(row, column) or (row, column) in zone or grid[row][column] != symbol:
                continue
            zone.add((row, column))
            todo += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        seen |= zone
        found.append((symbol, zone))
    return found


def table_of_points(grid):
    """For each symbol: zones of five or more, their cells, and the product (M6)."""
    table = {}
    for symbol in SYMBOLS:
        sizes = [len(zone) for of, zone in zones(grid) if of == symbol and len(zone) >= 5]
        table[symbol] = len(sizes), sum(sizes), len(sizes) * sum(sizes)
    return table


def score(grid, boxes=None):
    """The points of a grid, and one for each free box (M7)."""
    return sum(points for _, _, points in table_of_points(grid).values()) + (boxes or 0)
