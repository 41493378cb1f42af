"""`sepmosa demo`: two simulated players with known racks, the mosaic drawn as it grows."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

from device.cli import BadInput
from device.commands.terminal import draw_mosaic, draw_tile, has_colour
from engine.sepmosa import Cell, Full, Game, Move, Player, Reset, Reshuffle, Step, move_name
from engine.sepmosa.players import Chooser, deal, play_coach, play_greedy, play_random, take_step
from engine.sepmosa.record import Record, write_record
from engine.sepmosa.table import Play
from engine.sepmosa.values import Place, Shift

CHOOSERS: dict[str, Chooser] = {
    "random": play_random,
    "greedy": play_greedy,
    "coach": play_coach,
}
PACE = 0.8  # seconds a turn stays on a terminal: long enough to see what was played


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, from which seed, and where the record goes."""
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game")
    parser.add_argument(
        "--players",
        nargs=2,
        choices=CHOOSERS,
        default=["greedy", "greedy"],
        metavar="KIND",
        help=f"who plays: {', '.join(CHOOSERS)}",
    )
    parser.add_argument("--record", metavar="FILE", help="write the game record there")
    parser.add_argument(
        "--pace", type=float, default=PACE, metavar="S", help="seconds a turn stays on a terminal"
    )


def run(options: argparse.Namespace) -> int:
    """Plays one game to its end, a line or a picture a turn."""
    seed = getattr(options, "seed", None)
    seed = time.time_ns() % 100_000 if seed is None else seed
    kinds = options.players
    rng = Random(seed)
    choosers = CHOOSERS[kinds[0]], CHOOSERS[kinds[1]]
    game = deal(rng)
    stage = _Stage(kinds, max(0.0, options.pace))
    while game.state.table.step is not Step.OVER:
        before = game
        game = take_step(game, choosers, rng)
        stage.show(before, game)
    stage.close(game.state)
    one, two = game.state.table.scores
    print(f"\nPlayer {game.state.table.player + 1} wins {max(one, two)} to {min(one, two)}", end="")
    print(f" after {len(game.moves)} turns. Seed {seed}.")
    if options.record:
        _save(Path(options.record), game, kinds)
    return 0


class _Stage:
    """Where the game is shown: one picture redrawn on a terminal, plain lines elsewhere."""

    def __init__(self, kinds: list[str], pace: float) -> None:
        self._names = [f"Player {at + 1} ({kind})" for at, kind in enumerate(kinds)]
        self._animated = has_colour(sys.stdout)
        self._pace = pace
        self._lines = 0

    def close(self, last: Full) -> None:
        """Where only lines were shown, the mosaic as it lies at the end."""
        if not self._animated:
            print(f"\n{draw_mosaic(last.table.mosaic, colour=False)}")

    def show(self, before: Game[Full], after: Game[Full]) -> None:
        """Shows the last event, if it is one to be seen."""
        event = after.units[-1][0]
        if len(after.units) == len(before.units):
            return
        if isinstance(event, Play):
            self._show_turn(before.state, after.state, event.move)
        elif isinstance(event, Reset | Reshuffle):
            self._print(f"      {type(event).__name__.lower()}")

    def _show_turn(self, before: Full, after: Full, move: Move) -> None:
        who = before.table.player
        gain = after.table.scores[who] - before.table.scores[who]
        one, two = after.table.scores
        text = f"{before.table.turn:>4}. {self._names[who]:<18} {move_name(move):<16} {gain:>+3}"
        line = f"{text}   {one:>3} : {two:<3}"
        if not self._animated:
            print(line)
            return
        racks = [
            f"{self._names[player]:<18} {after.table.scores[player]:>3}  "
            + "".join(draw_tile(tile) for tile in after.racks[player])
            for player in Player
        ]
        played = "".join(draw_tile(tile) for tile in after.table.played)
        mosaic = draw_mosaic(after.table.mosaic, _landed(move))
        stock = f"stock {after.table.stock}   action tiles {played}"
        self._redraw([*racks, "", *mosaic.split("\n"), "", stock, line])
        time.sleep(self._pace)

    def _redraw(self, lines: list[str]) -> None:
        up = f"\x1b[{self._lines}A\r\x1b[J" if self._lines else ""
        sys.stdout.write(up + "\n".join(lines) + "\n")
        sys.stdout.flush()
        self._lines = len(lines)

    def _print(self, line: str) -> None:
        print(line)
        self._lines = 0


def _landed(move: Move) -> tuple[Cell, ...]:
    match move:
        case Place(_, cell) | Shift(_, _, cell):
            return (cell,)
        case _:
            return ()


def _save(path: Path, game: Game[Full], kinds: list[str]) -> None:
    header = {"Player1": kinds[0], "Player2": kinds[1]}
    try:
        path.write_text(write_record(Record(game, header)), encoding="utf-8", newline="\n")
    except OSError as no:
        raise BadInput(f"cannot write {path}: {no.strerror}") from None
    print(f"The record is in {path}")
