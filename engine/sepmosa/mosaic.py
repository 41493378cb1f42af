"""The mosaic: which tile lies in which cell around the joker."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView

from engine.sepmosa.board import Board, board_of
from engine.sepmosa.values import JOKER_CELL, ROWS, Cell, Tile


class Mosaic(Mapping[Cell, Tile]):
    """An unchanging map from cell to tile; the joker at 4+0 is always there and not in it.

    `allows_identical` is the house rule it is laid by: then S8 does not hold.
    """

    __slots__ = ("_board", "_tiles", "allows_identical")

    def __init__(
        self, tiles: Mapping[Cell, Tile] | None = None, *, allows_identical: bool = False
    ) -> None:
        self._tiles: dict[Cell, Tile] = dict(tiles or {})
        self.allows_identical = allows_identical
        self._board: Board | None = None
        for cell, tile in self._tiles.items():
            if cell.row not in ROWS or cell == JOKER_CELL or tile.is_action:
                raise ValueError(f"{tile} cannot lie at {cell}")

    def __getitem__(self, cell: Cell) -> Tile:
        return self._tiles[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def items(self) -> ItemsView[Cell, Tile]:
        return self._tiles.items()

    def values(self) -> ValuesView[Tile]:
        return self._tiles.values()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mosaic):
            same_rule = self.allows_identical == other.allows_identical
            return same_rule and self._tiles == other._tiles
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __repr__(self) -> str:
        names = {str(cell): str(tile) for cell, tile in self._tiles.items()}
        return f"parse_mosaic({dict(sorted(names.items()))!r})"

    @property
    def board(self) -> Board:
        """The same mosaic as bit sets, made when first asked for."""
        if self._board is None:
            self._board = board_of(self._tiles, self.allows_identical)
        return self._board

    @property
    def connected(self) -> frozenset[Cell]:
        """The cells whose tiles a chain of neighbours joins to the joker (S3)."""
        return frozenset(self.board.cells(self.board.connected))

    @property
    def floating(self) -> frozenset[Cell]:
        """The cells of all other tiles (S3)."""
        return frozenset(self.board.cells(self.board.floating))

    def is_connected(self, cell: Cell) -> bool:
        return cell in self._tiles and bool(self.board.connected & self.board.bit(cell))

    def with_tile(self, cell: Cell, tile: Tile) -> Mosaic:
        """This mosaic with `tile` at `cell`."""
        return self._with({**self._tiles, cell: tile})

    def without(self, *cells: Cell) -> Mosaic:
        """This mosaic with the tiles at `cells` taken away."""
        return self._with({at: tile for at, tile in self._tiles.items() if at not in cells})

    def cleared(self) -> Mosaic:
        """The bare joker under the same house rule."""
        return self._with({})

    def _with(self, tiles: Mapping[Cell, Tile]) -> Mosaic:
        return Mosaic(tiles, allows_identical=self.allows_identical)


EMPTY = Mosaic()
