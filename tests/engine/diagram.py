"""Mosaics drawn as text.

One line a row: the row's number, a bar, then the cells from left to right, `.` for an empty one.
The joker `*` stands in row 4 and gives column 0 to its place in every line; rows left out are
empty. So

    3| .  K4 .
    4| *  R4 R5

is R4 right of the joker, R5 right of it and K4 above R4.
"""

EMPTY = "."
JOKER = "*"


def draw(diagram: str) -> dict[str, str]:
    """The mosaic of a diagram, cell names to tile names."""
    rows = [split_line(line) for line in diagram.splitlines() if line.strip()]
    numbers = [row for row, _ in rows]
    if sorted(set(numbers)) != numbers:
        raise ValueError(f"rows must go down the page, each once: {numbers}")
    home = joker_place(rows)
    return {
        f"{row}{place - home:+d}": token
        for row, tokens in rows
        for place, token in enumerate(tokens)
        if token not in (EMPTY, JOKER)
    }


def split_line(line: str) -> tuple[int, list[str]]:
    """The row number and the tokens of one line."""
    number, bar, cells = line.partition("|")
    if not bar:
        raise ValueError(f"no bar after the row number: {line!r}")
    return int(number), cells.split()


def joker_place(rows: list[tuple[int, list[str]]]) -> int:
    """The place of the joker in its line, counted from 0."""
    found = [(row, tokens.index(JOKER)) for row, tokens in rows if JOKER in tokens]
    if [row for row, _ in found] != [4]:
        raise ValueError("the joker must stand in row 4 and nowhere else")
    return found[0][1]
