"""The virtual table: hands, dealing, and players played by the device."""

from collections import Counter
from dataclasses import replace
from random import Random

import pygame
import pytest

from device.core import events as on
from device.core.settings import Opponent, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.handlers.picks import pick_of_move
from device.games.sepmosa.model import Model, Phase
from device.lab.desktop import OPPONENTS, Desktop, opposed, second
from device.lab.mosaix.desk import TrayWindow
from device.lab.mosaix.tray import new_tray
from device.lab.virtual import desk as hands
from device.lab.virtual.camera import frame_of, place_of, shot_of
from device.lab.virtual.desk import Desk, attend
from device.lab.virtual.kept import RackFile
from device.lab.virtual.window import ASIDE, RACKS, SWITCHES, TABLE, WINDOW, Window
from device.lab.virtual.world import follow, new_world, play, take_back
from device.locale import Language
from device.system.facts import Facts
from device.ui.theme import LEAST_TEXT
from device.ui.widgets import Label
from engine.sepmosa import Cell, Player, Reset, Start, Step, new_game, parse_move, parse_tile
from engine.sepmosa.players import play_greedy
from engine.sepmosa.table import in_sight
from tests.device.driver import game_at, recorded
from vision.judge.proposal import Proposal, Status
from vision.lab.simulate.household import household

ONE, TWO = Player.ONE, Player.TWO


@pytest.fixture
def world():
    return new_world(household(1, (640, 480), "dish"))


def game(*moves):
    played = new_game(Start(ONE))
    for text in moves:
        played = played.play(parse_move(text))
    return played


def model(*moves, **changes):
    return replace(Model(phase=Phase.TURN, game=game(*moves)), **changes)


def test_a_tile_dropped_near_a_cell_slides_onto_it(world):
    seven = parse_tile("R7")
    desk = Desk(replace(world, racks=((seven,), ())))
    desk = hands.grab_from_rack(desk, ONE, seven)
    x, y = world.middle_of(Cell(4, 1))
    desk = hands.drop(hands.move_hand(desk, (x + 4, y - 5)), Random(1))
    (laid,) = desk.world.laid
    assert abs(laid.x_mm - x) < 3
    assert abs(laid.y_mm - y) < 3
    assert desk.world.racks[ONE] == ()
    assert desk.drag is None


def test_a_tile_can_be_taken_up_turned_flipped_and_put_back(world):
    seven = parse_tile("R7")
    at = world.middle_of(Cell(4, 1))
    desk = Desk(hands.lay(world, seven, at))
    turned = hands.turn_tile(desk, at, 5.0)
    assert turned.world.laid[0].angle_deg == 5.0
    assert not hands.flip_tile(desk, at).world.laid[0].face_up
    held = hands.grab(desk, at)
    assert held.world.laid == ()
    assert hands.drop_on_rack(held, TWO).world.racks[TWO] == (seven,)
    assert hands.drop_aside(held).world.laid == ()


def test_the_joker_can_be_pushed_along_but_not_taken_away(world):
    """It could not be moved at all, though people move theirs."""
    desk = hands.move_hand(hands.grab(Desk(world), (0.0, 0.0)), (30.0, 10.0))
    pushed = hands.drop(desk, Random(1))
    assert (pushed.world.joker.x_mm, pushed.world.joker.y_mm) == (30.0, 10.0)
    assert pushed.drag is None
    for elsewhere in (hands.drop_aside(desk), hands.drop_on_rack(desk, ONE), hands.put_back(desk)):
        assert elsewhere.world == world
        assert elsewhere.drag is None


def test_a_tile_let_go_of_anywhere_else_goes_back_where_it_came_from(world):
    """One dropped beside the table was gone for good."""
    seven = parse_tile("R7")
    at = world.middle_of(Cell(4, 1))
    laid = Desk(hands.lay(world, seven, at, 2.0))
    assert hands.put_back(hands.grab(laid, at)).world == laid.world
    racked = Desk(replace(world, racks=((seven,), ())))
    held = hands.move_hand(hands.grab_from_rack(racked, ONE, seven), (500.0, 500.0))
    assert hands.put_back(held).world == racked.world


def test_after_a_pass_the_desk_asks_for_a_tile_to_be_put_aside(world):
    rng = Random(3)
    desk, _ = attend(Desk(world), model(), 0.0, rng)
    assert hands.surplus(desk, model().table) is None
    passed = model("pass")
    desk, _ = attend(desk, passed, 1.0, rng)
    assert hands.surplus(desk, passed.table) is ONE
    tile = desk.world.racks[ONE][0]
    desk = hands.drop_aside(hands.grab_from_rack(desk, ONE, tile))
    assert hands.surplus(desk, passed.table) is None


@pytest.mark.parametrize("depth", [1, 2])
def test_a_turn_taken_back_leaves_nobody_a_tile_too_many(world, depth):
    """Going back drew a tile as well, and whoever put his own back was blamed for it."""
    rng = Random(3)
    played, desk = model(), Desk(world)
    for turn in range(3):
        for _ in range(2):
            desk, _ = attend(desk, played, float(turn), rng)
        if turn < depth:
            tile = desk.world.racks[turn][0]
            desk = hands.drop_aside(hands.grab_from_rack(desk, Player(turn), tile))
            played = model(*["R7@4+1", "R8@4+2"][: turn + 1])
    racks = desk.world.racks
    back = replace(played, game=played.game.undo(depth))
    desk, _ = attend(desk, back, 4.0, rng)
    assert desk.world.racks == racks
    for player in Player:  # what was played stands on the racks again
        put = () if depth <= player else (parse_tile(f"R{7 + player}"),)
        desk = replace(desk, world=hands.with_rack(desk.world, player, (*racks[player], *put)))
    assert hands.surplus(desk, back.table) is None
    more = hands.with_rack(desk.world, ONE, (*desk.world.racks[ONE], parse_tile("B1")))
    assert hands.surplus(replace(desk, world=more), back.table) is ONE
    desk, _ = attend(desk, model("R7@4+1"), 5.0, rng)
    assert len(desk.world.racks[TWO]) == len(racks[TWO]) + (depth == 2)


def test_the_tile_drawn_last_is_known(world):
    rng = Random(3)
    desk, _ = attend(Desk(world), model(phase=Phase.SET_TABLE), 0.0, rng)
    dealt = Counter(desk.world.racks[ONE])
    assert desk.drawn == (None, None)
    desk, _ = attend(desk, model(), 1.0, rng)
    assert Counter(desk.world.racks[ONE]) - dealt == Counter([desk.drawn[ONE]])


def test_racks_outlive_a_restart_and_no_other_game(world, tmp_path):
    """After a restart the racks were dealt anew."""
    file = RackFile(tmp_path / "racks.json")
    assert file.read() is None
    playing = model("R7@4+1", game_id=4)
    desk, _ = attend(Desk(world), playing, 0.0, Random(1))
    desk, _ = attend(desk, playing, 1.0, Random(1))
    file.keep(desk, 4, playing.table)
    lifted = hands.grab_from_rack(desk, TWO, desk.world.racks[TWO][0])
    file.keep(hands.drop_aside(lifted), 4, playing.table)  # a move not confirmed yet
    again, _ = attend(Desk(world, known=file.read()), playing, 0.0, Random(2))
    assert again.world.racks == desk.world.racks
    other = replace(playing, game_id=5)
    dealt, _ = attend(Desk(world, known=file.read()), other, 0.0, Random(2))
    assert dealt.world.racks != desk.world.racks
    for damaged in ("", "[]", '{"game": 4, "racks": [["R7"]]}', '{"game": 4, "racks": 1}'):
        file.path.write_text(damaged)
        assert file.read() is None


def test_nobody_has_a_tile_too_many_after_a_restart_in_the_middle_of_a_way_back(world, tmp_path):
    file = RackFile(tmp_path / "racks.json")
    played = model("R7@4+1", "R8@4+2", "R9@4+3", game_id=4)
    desk, _ = attend(Desk(world), played, 0.0, Random(1))
    desk, _ = attend(desk, played, 1.0, Random(1))
    file.keep(desk, 4, played.table)
    for depth in (1, 2, 3):
        back = replace(played, game=played.game.undo(depth))
        again, _ = attend(Desk(world, known=file.read()), back, 2.0, Random(2))
        again, _ = attend(again, back, 3.0, Random(2))
        assert hands.surplus(again, back.table) is None


def test_the_hand_over_the_table_is_moved_by_the_mouse(world):
    shot = replace(shot_of(world, (640, 480)), hand_mm=(0.0, 0.0))
    window = Window(Desk(world), shot, Random(1))
    middle, target = TABLE.center, (TABLE.centerx + 100, TABLE.centery)
    window.shot = replace(shot, hand_mm=window._place(middle))
    press = {"button": 1, "pos": middle}
    for kind, said in (
        (pygame.MOUSEBUTTONDOWN, press),
        (pygame.MOUSEMOTION, {"pos": target}),
        (pygame.MOUSEBUTTONUP, {"button": 1, "pos": target}),
    ):
        assert list(window.handle(pygame.event.Event(kind, said), 0.0)) == []
    assert window.shot.hand_mm == window._place(target)
    assert window.desk.drag is None
    assert not window.moves_hand


def test_everyone_is_dealt_six_and_whoever_is_to_play_a_seventh(world):
    desk, events = attend(Desk(world), model(), 0.0, Random(1))
    assert events == ()
    assert [len(rack) for rack in desk.world.racks] == [7, 6]
    again, _ = attend(desk, model(), 1.0, Random(2))
    assert again.world.racks == desk.world.racks


def test_no_tile_is_dealt_three_times(world):
    desk, _ = attend(Desk(world), model("R7@4+1", "R7@3+0"), 0.0, Random(3))
    every = [*desk.world.racks[0], *desk.world.racks[1], parse_tile("R7"), parse_tile("R7")]
    assert all(every.count(tile) <= 2 for tile in every)


def test_a_player_played_by_the_device_lays_his_tile_and_presses(world):
    rng = Random(4)
    desk, _ = attend(Desk(world, choosers=(play_greedy, None)), model(), 0.0, rng)
    desk, events = attend(desk, model(), hands.THINKS + 0.1, rng)
    assert events == ()
    assert len(desk.world.laid) == 1
    move = desk.moved.move
    seen = model(proposal=Proposal(Status.MOVE, move, 0))
    _, events = attend(desk, seen, 3 * hands.THINKS, rng)
    assert events == (on.Press(ONE),)


def test_he_says_by_touch_what_he_played_when_the_camera_cannot(world):
    rng = Random(4)
    desk, _ = attend(Desk(world, choosers=(play_greedy, None)), model(), 0.0, rng)
    desk, _ = attend(desk, model(), hands.THINKS + 0.1, rng)
    unsure = model(proposal=Proposal(Status.UNSURE))
    _, events = attend(desk, unsure, hands.THINKS + hands.WAITS + 1, rng)
    assert events == (own.ChooseMove(desk.moved.move),)


def test_hands_make_the_move_the_rules_tell(world):
    rng = Random(5)
    before = game("R7@4+1", "R8@4+2", "R9@4+3").state
    laid = follow(world, before, rng)
    assert len(laid.laid) == 3
    after = play(laid, before, parse_move("R13x4+1..4+3"), rng)
    assert [tile.tile for tile in after.laid] == ["R13"]
    moved = play(laid, before, parse_move("R12:4+3>4-1"), rng)
    x, _ = world.middle_of(Cell(4, -1))
    assert any(tile.tile == "R9" and abs(tile.x_mm - x) < 3 for tile in moved.laid)


def test_a_pixel_of_the_picture_is_a_place_on_the_table(world):
    shot = shot_of(world, (640, 480))
    frame = frame_of(world, shot, 1)
    assert frame.shape == (480, 640, 3)
    place = place_of(shot, (320.0, 240.0))
    look = shot.camera.look_at_mm
    assert abs(place[0] - look[0]) < 1
    assert abs(place[1] - look[1]) < 1


@pytest.mark.parametrize("language", Language)
def test_the_desk_speaks_the_players_language_and_nothing_is_cut_off(world, language):
    window = Window(Desk(world), shot_of(world, (640, 480)), Random(1))
    said = [window.labels(language, hint) for hint in ("hint", "put-aside", "too-many")]
    said += [TrayWindow(new_tray(), Random(1), is_board).labels(language) for is_board in (0, 1)]
    labels = [each for scene in said for each in scene if isinstance(each, Label)]
    assert len(labels) == 3 * (len(SWITCHES) + len(ASIDE) + 1) + 3 + 2
    assert not [label.text for label in labels if label.fit.is_cut or label.fit.size < LEAST_TEXT]


def test_a_player_played_by_the_device_shows_only_backs(world):
    racks = ((parse_tile("R7"),), (parse_tile("B7"),))
    shown = []
    for choosers in ((None, None), (None, play_greedy)):
        desk = Desk(replace(world, racks=racks), choosers=choosers)
        surface = pygame.Surface(WINDOW)
        Window(desk, shot_of(world, (640, 480)), Random(1)).draw(surface, model(), 0.0)
        shown.append([pygame.image.tobytes(surface.subsurface(rack), "RGB") for rack in RACKS])
    assert shown[0][ONE] == shown[1][ONE]
    assert shown[0][TWO] != shown[1][TWO]


def test_nobody_plays_before_the_table_is_set(world):
    """The device laid its tile while the bare table was still to be seen, and no game began."""
    rng = Random(6)
    setting = model(phase=Phase.SET_TABLE)
    desk = Desk(world, choosers=(play_greedy, None))
    for now in range(10):
        desk, events = attend(desk, setting, float(now), rng)
        assert events == ()
    assert desk.world.laid == ()
    assert [len(rack) for rack in desk.world.racks] == [6, 6]
    desk, _ = attend(desk, model(), 10.0, rng)
    assert [len(rack) for rack in desk.world.racks] == [7, 6]


@pytest.mark.parametrize("back", [1, 8, 16, 24])
def test_no_tile_is_dealt_that_all_have_seen_put_aside(world, back):
    """A third copy would be refused, and its player could do nothing more."""
    earlier = recorded(6).undo(back)
    table = earlier.state
    assert table.aside
    for seed in range(5):
        now = Model(phase=Phase.TURN, game=earlier)
        desk, _ = attend(Desk(world), now, 0.0, Random(seed))
        known = Counter([*in_sight(table), *desk.world.racks[ONE], *desk.world.racks[TWO]])
        assert max(known.values()) <= 2


def taken(desk, game, now, rng):
    return attend(desk, Model(phase=Phase.TURN, game=game), now, rng)[0]


def tiles_on(desk):
    return sorted(tile.tile for tile in desk.world.laid)


@pytest.mark.parametrize("depth", [1, 2])
def test_what_is_taken_back_on_the_screen_the_device_takes_back_from_the_table(world, depth):
    """It once repeated its move on the screen alone, and its tile was never laid again."""
    rng = Random(7)
    mine = game("R7@4+1")
    desk = taken(Desk(world, choosers=(None, play_greedy)), mine, 0.0, rng)
    desk = taken(desk, mine, 5.0, rng)
    theirs = desk.moved.move
    laid = tiles_on(desk)
    assert len(laid) == 2
    rack = desk.world.racks[TWO]
    answered = mine.play(theirs)
    desk = taken(desk, answered, 6.0, rng)
    desk = taken(desk, answered.undo(depth), 7.0, rng)
    assert desk.moved is None
    assert tiles_on(desk) == ["R7"]  # which the player takes back with his own hand
    assert sorted(map(str, desk.world.racks[TWO])) == sorted(map(str, (*rack, theirs.tile)))
    if depth == 1:
        desk = taken(desk, answered.undo(1), 7.0 + hands.THINKS, rng)
        assert len(tiles_on(desk)) == 2
        assert desk.moved is not None


def test_what_the_device_laid_before_a_restart_it_takes_back_too(world):
    rng = Random(7)
    answered = game("R7@4+1", "R8@4+2")
    desk = taken(Desk(world, choosers=(None, play_greedy)), answered, 0.0, rng)
    assert tiles_on(desk) == ["R7", "R8"]
    desk = taken(desk, answered.undo(1), 1.0, rng)
    assert tiles_on(desk) == ["R7"]


def test_the_device_does_not_confirm_what_people_have_chosen_in_its_turn(world):
    rng = Random(7)
    mine = game("R7@4+1")
    desk = Desk(world, choosers=(None, play_greedy))
    for now in (0.0, 5.0):
        desk = taken(desk, mine, now, rng)
    theirs = desk.moved.move
    pick = pick_of_move(mine.state, parse_move("R8@4+2"))
    assert pick.only.move != theirs
    seen = Model(Phase.TURN, game=mine, proposal=Proposal(Status.MOVE, theirs, 0), pick=pick)
    _, events = attend(desk, seen, 15.0, rng)
    assert events == (own.ChooseMove(theirs),)


def test_what_is_done_again_on_the_screen_the_device_does_again_on_the_table(world):
    rng = Random(7)
    mine = game("R7@4+1")
    desk = Desk(world, choosers=(None, play_greedy))
    for now in (0.0, 5.0):
        desk = taken(desk, mine, now, rng)
    answered = mine.play(desk.moved.move)
    desk = taken(desk, answered, 6.0, rng)
    laid, rack = tiles_on(desk), desk.world.racks[TWO]
    desk = taken(desk, answered.undo(1), 7.0, rng)
    desk = taken(desk, answered.undo(1).redo(1), 7.1, rng)
    assert (tiles_on(desk), desk.world.racks[TWO]) == (laid, rack)


@pytest.mark.parametrize("text", ["R11x4+2", "R12:4+3>4-1", "R13x4+1..4+3", "B9@5+3"])
def test_hands_that_take_a_move_back_leave_the_table_as_it_was(world, text):
    rng = Random(5)
    before = game("R7@4+1", "R8@4+2", "R9@4+3").state
    laid = follow(world, before, rng)
    after = take_back(play(laid, before, parse_move(text), rng), before, parse_move(text), rng)
    where = {str(world.cell_at((tile.x_mm, tile.y_mm))): tile.tile for tile in after.laid}
    assert where == {"4+1": "R7", "4+2": "R8", "4+3": "R9"}


def test_a_shuffle_confirmed_by_people_is_no_pass_of_the_device(world):
    rng = Random(2)
    table = game_at(Step.RESET)
    desk = Desk(world, choosers=(play_greedy, play_greedy))
    resetting = Model(phase=Phase.RESET, game=table)
    for now in (0.0, 0.1):
        desk, _ = attend(desk, resetting, now, rng)
    desk = taken(desk, table.add(Reset()), 0.2, rng)
    desk = taken(desk, table.add(Reset()), 5.0, rng)
    assert desk.moved is None or desk.moved.move.tile is not None
    assert len(desk.world.laid) == 1


# The opponent


def test_the_companion_plays_under_its_own_name_and_a_person_has_his_again():
    """Its games counted as those of the person who had played last."""
    easy = Settings(opponent=Opponent.EASY)
    model = Model(settings=easy, names=("Anna", "Ben"), facts=Facts(has_player=True))
    assert second(model, None) == ("Ben", "Companion")
    model = replace(model, names=("Anna", "Companion"))
    person = replace(easy, opponent=Opponent.PERSON)
    assert second(replace(model, settings=person), "Ben") == ("Ben", "Ben")
    german = replace(easy, language=Language.GERMAN)
    assert second(replace(model, settings=german), "Ben") == ("Ben", "Tischbegleiter")
    known = ("Companion", "Anna", "Ben")  # after a restart
    assert second(replace(model, known_names=known), None) == ("Ben", "Companion")


def test_the_screen_is_told_who_the_opponent_is(world, tmp_path):
    rng, facts = Random(1), Facts(has_player=True)
    tray = TrayWindow(new_tray((640, 480)), rng)
    window = Window(Desk(world), shot_of(world, (640, 480)), rng)
    desktop = Desktop(pygame.Surface(WINDOW), window, tray, RackFile(tmp_path / "racks"))
    model = Model(phase=Phase.NEW_GAME, names=("Anna", "Ben"), facts=facts)
    assert [*desktop.attend(model, 0.0)] == [on.SetName(1, "Companion")]
    named = replace(model, names=("Anna", "Companion"))
    assert [*desktop.attend(named, 0.1)] == []
    person = replace(named, settings=Settings(opponent=Opponent.PERSON))
    assert [*desktop.attend(person, 0.2)] == [on.SetName(1, "Ben")]


@pytest.mark.parametrize("opponent", Opponent)
def test_the_opponent_is_as_chosen_on_the_screen(world, opponent):
    model = Model(settings=Settings(opponent=opponent))
    desk = opposed(Desk(world), model)
    assert desk.choosers == (None, OPPONENTS[opponent])
    assert opposed(desk, model) is desk
    assert (OPPONENTS[opponent] is None) == (opponent is Opponent.PERSON)
