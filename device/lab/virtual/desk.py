"""The virtual table as hands use it: drag tiles, turn them, press buttons, play tricks on the eyes.

The desk knows no rules. It deals, so that people need not: a tile for whoever's turn has come, and
a new stock when the companion says so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from device.core import events as on
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Model, Phase
from device.lab.virtual.world import (
    Point,
    World,
    follow,
    lay,
    lift,
    play,
    swap,
    take_back,
    take_from_rack,
    with_rack,
)
from engine.sepmosa import (
    Game,
    Move,
    Pass,
    Play,
    Player,
    Reset,
    Reshuffle,
    Step,
    Table,
    Tile,
    parse_tile,
)
from engine.sepmosa.full import ALL_TILES, PlayerView
from engine.sepmosa.players import Chooser
from engine.sepmosa.table import RACK_SIZE
from engine.sepmosa.values import JOKER
from vision.judge.proposal import Status
from vision.lab.simulate.lesson import laid_in_rows
from vision.lab.synth.setting import LaidTile
from vision.tiles.profile.lesson import ROWS_ASKED

DEALT = -1  # racks are filled, but no turn has come yet
THINKS = 1.2  # seconds a player played by the device takes before he moves
WAITS = 2.5  # seconds he gives the camera before he says by touch what he played
SNAP = 0.45  # of a cell: so near to one, a tile dropped slides onto it


@dataclass(frozen=True, slots=True)
class Drag:
    """A tile in the hand: from a rack or from the table, and where it is now."""

    tile: Tile | None  # nothing: the joker
    at: Point
    angle_deg: float = 0.0
    owner: Player | None = None  # whose rack it came from
    was: LaidTile | None = None  # how it lay on the table


@dataclass(frozen=True, slots=True)
class Made:
    """A move that a player played by the device has made at the table."""

    turn: int
    at: float  # monotonic seconds
    player: Player
    move: Move


@dataclass(frozen=True, slots=True)
class Racks:
    """The racks of a game, as they were when the window was closed."""

    game_id: int
    racks: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    ahead: int = 0  # as in `Desk`: in a way back, tiles were drawn for turns to come


@dataclass(frozen=True, slots=True)
class Desk:
    """The world, what is in the hand, who is played by the device, and how far it has followed."""

    world: World
    drag: Drag | None = None
    choosers: tuple[Chooser | None, Chooser | None] = (None, None)
    turn: int = 0  # the turn it has followed the game to; 0 before anything was dealt
    ahead: int = 0  # the latest turn for which a tile was drawn: after a way back, one to come
    moved: Made | None = None  # the move of a player by the device, not confirmed yet
    made: tuple[Made, ...] = ()  # what they have played since the last shuffle
    unmade: tuple[Made, ...] = ()  # and have taken back, newest first
    cleared: tuple[int, float] | None = None  # the turn before which they have shuffled, and when
    due: float = 0.0  # when he moves
    put_away: World | None = None  # what lay there before a lesson was laid out
    drawn: tuple[Tile | None, Tile | None] = (None, None)  # the tile each has drawn last
    known: Racks | None = None  # before a restart


# Hands


def grab(desk: Desk, at: Point) -> Desk:
    """A tile taken up from the table, if one lies there; the joker is pushed along."""
    tile = desk.world.tile_at(at)
    if tile is None or desk.drag is not None:
        return desk
    if tile is desk.world.joker:
        return replace(desk, drag=Drag(None, at, tile.angle_deg, was=tile))
    drag = Drag(parse_tile(tile.tile), at, tile.angle_deg, was=tile)
    return replace(desk, world=lift(desk.world, tile), drag=drag)


def grab_from_rack(desk: Desk, player: Player, tile: Tile) -> Desk:
    """A tile taken up from a rack."""
    world = take_from_rack(desk.world, player, tile)
    return replace(desk, world=world, drag=Drag(tile, (0.0, 0.0), 0.0, player))


def move_hand(desk: Desk, at: Point) -> Desk:
    """The hand moved on."""
    if desk.drag is None:
        return desk
    world = desk.world
    if desk.drag.tile is None:
        world = swap(world, world.joker, replace(world.joker, x_mm=at[0], y_mm=at[1]))
    return replace(desk, world=world, drag=replace(desk.drag, at=at))


def drop(desk: Desk, rng: Random) -> Desk:
    """The tile in the hand put down; near a cell of the mosaic it slides onto it."""
    drag = desk.drag
    if drag is None or drag.tile is None:
        return replace(desk, drag=None)
    at = drag.at
    cell = desk.world.cell_at(at)
    x, y = desk.world.middle_of(cell)
    across, down = desk.world.pitch
    near = abs(x - at[0]) < SNAP * across and abs(y - at[1]) < SNAP * down
    if near and not drag.tile.is_action:
        slack = 0.3 * desk.world.home.gap_mm
        at = (x + rng.gauss(0, slack), y + rng.gauss(0, slack))
    angle = drag.angle_deg + (rng.gauss(0, desk.world.home.crooked_deg) if drag.owner else 0.0)
    return replace(desk, world=lay(desk.world, drag.tile, at, angle), drag=None)


def drop_on_rack(desk: Desk, player: Player) -> Desk:
    """The tile in the hand put onto a rack."""
    if desk.drag is None or desk.drag.tile is None:
        return put_back(desk)
    rack = (*desk.world.racks[player], desk.drag.tile)
    return replace(desk, world=with_rack(desk.world, player, rack), drag=None)


def drop_aside(desk: Desk) -> Desk:
    """The tile in the hand put aside, face down; the joker never is."""
    if desk.drag is None or desk.drag.tile is None:
        return put_back(desk)
    return replace(desk, drag=None)


def put_back(desk: Desk) -> Desk:
    """The tile in the hand back where it came from."""
    drag = desk.drag
    if drag is None:
        return desk
    world = desk.world
    if drag.tile is None and drag.was is not None:
        world = swap(world, world.joker, drag.was)
    elif drag.was is not None:
        world = replace(world, laid=(*world.laid, drag.was))
    elif drag.tile is not None and drag.owner is not None:
        world = with_rack(world, drag.owner, (*world.racks[drag.owner], drag.tile))
    return replace(desk, world=world, drag=None)


def surplus(desk: Desk, table: Table) -> Player | None:
    """Who of the people has more tiles on the rack than the game says: a tile that was played by
    touch alone still stands there, or the one to be put aside for a pass. Those drawn for turns
    taken back may stay: they are not drawn again."""
    later = max(desk.ahead - table.turn, 0)
    for player in Player:
        drawn = later // 2 if player == table.player else (later + 1) // 2
        has = len(desk.world.racks[player])
        if desk.choosers[player] is None and has > table.racks[player] + drawn:
            return player
    return None


def turn_tile(desk: Desk, at: Point, by_deg: float) -> Desk:
    """The tile in the hand, or under it, turned a little."""
    if desk.drag is not None:
        return replace(desk, drag=replace(desk.drag, angle_deg=desk.drag.angle_deg + by_deg))
    tile = desk.world.tile_at(at)
    if tile is None:
        return desk
    turned = replace(tile, angle_deg=tile.angle_deg + by_deg)
    return replace(desk, world=swap(desk.world, tile, turned))


def flip_tile(desk: Desk, at: Point) -> Desk:
    """The tile there turned over."""
    tile = desk.world.tile_at(at)
    if tile is None or tile is desk.world.joker:
        return desk
    over: LaidTile = replace(tile, face_up=not tile.face_up)
    return replace(desk, world=swap(desk.world, tile, over))


# Dealing, and players played by the device


def attend(desk: Desk, model: Model, now: float, rng: Random) -> tuple[Desk, tuple[on.Event, ...]]:
    """The desk after it has looked at the companion: deals what is due, lets the device play."""
    desk = set_out(desk, model)
    table = model.table
    if desk.put_away is not None:
        return desk, ()
    if table is None or model.game is None:
        return replace(desk, turn=0, ahead=0, moved=None, drawn=(None, None)), ()
    if desk.turn == 0:
        if desk.known is not None and desk.known.game_id != model.game_id:
            desk = replace(desk, known=None)
        made = _made(desk, model.game)
        desk = replace(_deal(desk, table, rng), turn=DEALT, made=made, unmade=())
    if model.phase is Phase.SET_TABLE:
        return desk, ()  # nothing is laid before the companion has seen the bare table
    if table.step in (Step.RESET, Step.RESHUFFLE) and model.phase in (Phase.RESET, Phase.RESHUFFLE):
        return _shuffle(desk, model, table, now, rng)
    desk = _followed(desk, model.game, rng)
    if table.step is Step.PLAY and desk.turn != table.turn:
        if desk.turn < table.turn:
            desk = _drawn(desk, table, rng)
        ahead = max(desk.ahead, table.turn)
        desk = replace(desk, turn=table.turn, ahead=ahead, due=now + THINKS)
    return _played(desk, model, table, now, rng)


def _followed(desk: Desk, game: Game[Table], rng: Random) -> Desk:
    """The desk after players by the device have taken back what was taken back on the screen, and
    made again what was done again there; people do that with their own hands."""
    table = game.state
    if desk.moved is not None and desk.moved.turn != table.turn:
        desk = replace(desk, moved=None, made=(*desk.made, desk.moved))
    while desk.made and desk.made[-1].turn >= table.turn:
        last = desk.made[-1]
        world = take_back(desk.world, table, last.move, rng)
        if last.move.tile is not None:
            world = with_rack(world, last.player, (*world.racks[last.player], last.move.tile))
        desk = replace(desk, world=world, made=desk.made[:-1], unmade=(last, *desk.unmade))
    while desk.unmade and desk.unmade[0].turn < table.turn:
        again, *rest = desk.unmade
        desk = replace(desk, unmade=tuple(rest))
        if game.moves[again.turn - 1] == again.move:
            world = play(desk.world, game.state_before(again.turn), again.move, rng)
            if again.move.tile in world.racks[again.player]:
                world = take_from_rack(world, again.player, again.move.tile)
            desk = replace(desk, world=world, made=(*desk.made, again))
    return desk


def _made(desk: Desk, game: Game[Table]) -> tuple[Made, ...]:
    """What players by the device have made since the last shuffle, in a game left open."""
    made: tuple[Made, ...] = ()
    table, turn = game.initial, 0
    for event in game.events:
        if isinstance(event, Reset | Reshuffle):
            made = ()
        if isinstance(event, Play):
            turn += 1
            if desk.choosers[table.player] is not None:
                made = (*made, Made(turn, 0.0, table.player, event.move))
        table = table.advance(event)
    return made


def set_out(desk: Desk, model: Model) -> Desk:
    """The desk with the tiles of a lesson laid out, or with what lay there before it."""
    if model.phase is Phase.LESSON and desk.put_away is None:
        laid = laid_in_rows(desk.world.home, ROWS_ASKED, desk.world.home.seed)
        joker = next(tile for tile in laid if tile.tile == JOKER)
        rest = tuple(tile for tile in laid if tile is not joker)
        world = replace(desk.world, joker=joker, laid=rest)
        return replace(desk, world=world, put_away=desk.world, drag=None)
    if model.phase is not Phase.LESSON and desk.put_away is not None:
        return replace(desk, world=desk.put_away, put_away=None, drag=None)
    return desk


def _deal(desk: Desk, table: Table, rng: Random) -> Desk:
    world = follow(desk.world, table, rng)
    known = desk.known
    if known is not None:
        racks = replace(world, racks=known.racks)
        if all(count <= 2 for count in _everywhere(racks, table).values()):
            return replace(desk, world=racks, ahead=known.ahead, known=None)
    for player in Player:
        bag = _bag(world, table)
        rack = rng.sample(bag, RACK_SIZE)
        world = with_rack(world, player, rack)
    return replace(desk, world=world)


def _drawn(desk: Desk, table: Table, rng: Random) -> Desk:
    world = desk.world
    missing = table.racks[table.player] - len(world.racks[table.player])
    for _ in range(max(missing, 0)):
        bag = _bag(world, table)
        if bag:
            tile = rng.choice(bag)
            world = with_rack(world, table.player, (*world.racks[table.player], tile))
            last = (tile, desk.drawn[1]) if table.player == Player.ONE else (desk.drawn[0], tile)
            desk = replace(desk, drawn=last)
    return replace(desk, world=world)


def _bag(world: World, table: Table) -> list[Tile]:
    """Every tile that is neither on the table, nor on a rack, nor put aside for all to see."""
    rest = Counter(ALL_TILES)
    rest.subtract(_everywhere(world, table))
    return sorted((+rest).elements(), key=str)


def _everywhere(world: World, table: Table) -> Counter[Tile]:
    """The tiles on the table, on racks, and put aside for all to see, counted."""
    laid = (parse_tile(tile.tile) for tile in world.laid)
    return Counter([*table.aside, *laid, *world.racks[0], *world.racks[1]])


def _shuffle(
    desk: Desk, model: Model, table: Table, now: float, rng: Random
) -> tuple[Desk, tuple[on.Event, ...]]:
    """The table is cleared for everybody: fifty tiles are too many to drag; where the device
    plays, it says so as well."""
    if desk.cleared is None or desk.cleared[0] != table.turn:
        after = replace(table, played=())
        if table.step is Step.RESET:
            after = replace(after, mosaic=table.mosaic.cleared())
        cleared = replace(desk, world=follow(desk.world, after, rng), made=(), unmade=())
        return replace(cleared, cleared=(table.turn, now), drag=None), ()
    are_people = desk.choosers[0] is None and desk.choosers[1] is None
    if are_people or now - desk.cleared[1] < WAITS:
        return desk, ()
    ticks = [own.ChooseCheck(at) for at, check in enumerate(model.checklist) if not check.is_done]
    return replace(desk, cleared=None), (*ticks, on.Press(table.player))


def _played(
    desk: Desk, model: Model, table: Table, now: float, rng: Random
) -> tuple[Desk, tuple[on.Event, ...]]:
    chooser = desk.choosers[table.player]
    if chooser is None or table.step is not Step.PLAY or now < desk.due:
        return desk, ()
    if desk.moved is None:
        rack = desk.world.racks[table.player]
        move = chooser(PlayerView(table, table.player, rack), rng)
        world = play(desk.world, table, move, rng)
        if move.tile is not None:
            world = take_from_rack(world, table.player, move.tile)
        moved = Made(table.turn, now, table.player, move)
        return replace(desk, world=world, unmade=(), moved=moved), ()
    return desk, _said(model, table, desk.moved.move, now - desk.moved.at)


def _said(model: Model, table: Table, move: Move, waited: float) -> tuple[on.Event, ...]:
    """What a player played by the device does once the tile lies there."""
    press = on.Press(table.player)
    proposal = model.proposal
    if model.phase is Phase.ASK_PASS:
        return (on.Confirm(),) if isinstance(move, Pass) else (on.Back(),)
    if model.phase is Phase.QUESTION:
        return (own.ChooseMove(move),)
    if model.phase is not Phase.TURN or model.awaited is not None or proposal is None:
        return ()
    if isinstance(move, Pass):
        return (press,) if proposal.status is Status.NONE else ()
    if model.pick.only is not None and model.pick.only.move == move:
        return (on.Confirm(),)
    if proposal.move == move and waited > THINKS and model.pick.is_empty:
        return (press,)
    return (own.ChooseMove(move),) if waited > WAITS else ()
