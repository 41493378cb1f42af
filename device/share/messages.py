"""What a table says to an MQTT broker: messages made of what onlookers see, and nothing else.

PREFIX/TABLE/availability   online, offline                        retained, last will
             state          idle, playing, question, reset, over   retained
             score          JSON: the game under way in a line     retained
             board          JSON: as `live.json`, for a club       retained
             games          JSON: every finished game              retained
             event          JSON: what happened just now
             clock          JSON: what this table's clock says, once a minute
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from device.core.table_state import TableState
from device.locale import Language
from device.share.seen import Json
from device.share.site import TableSite, text_of

ONLINE, OFFLINE = "online", "offline"
AVAILABILITY, EVENT, CLOCK = "availability", "event", "clock"
RETAINED = ("state", "score", "board", "games")
EVENTS = ("begin", "move", "reset", "undo", "correct", "win", "end")


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game was when it was last told of."""

    game: Json | None  # a live view
    notation: tuple[str, ...] = ()


def retained(site: TableSite, language: Language) -> dict[str, str]:
    """Topic → what is to be found there, whenever somebody asks."""
    live = site.live_json(language)
    return {
        "state": site.state.value,
        "score": text_of(score(live)),
        "board": text_of(board(site, live)),
        "games": text_of({"table": site.table, "games": site.games.finished()}),
    }


def board(site: TableSite, live: Json) -> Json:
    """A live view for those who put it into words themselves: table and players as they were named,
    the last move in every language."""
    current = site.games.current
    seen = site.games.seen(current) if current is not None else None
    if current is None or seen is None:
        return {**live, "table": site.table}
    said = {each.value: move["text"] for each in Language for move in seen.moves(each, 1)}
    game = {**live["game"], "names": list(current.names), "said": said}
    return {**live, "table": site.table, "game": game}


def score(live: Json) -> Json:
    """The game under way in a line, for lamps and small displays."""
    game = live["game"]
    if game is None:
        empty: Json = {"id": None, "game": None, "names": [], "scores": [], "player": None}
        return {"table": live["table"], **empty, "to_play": None, "winners": [], "last": None}
    kept = ("id", "game", "names", "scores", "target", "turn", "player", "winners", "open", "begun")
    player, moves = game["player"], game["moves"]
    return {
        "table": live["table"],
        **{name: game[name] for name in kept},
        "to_play": None if player is None else game["names"][player],
        "last": moves[-1]["text"] if moves else None,
    }


def moment(site: TableSite, language: Language) -> Moment:
    """The game under way as it is now."""
    game = site.games.current
    seen = site.games.seen(game) if game is not None else None
    return Moment(site.live_json(language)["game"], seen.notation() if seen else ())


def events(before: Moment, after: Moment) -> Iterator[Json]:
    """What has happened between two moments, oldest first."""
    game, known = after.game, before.game
    if game is None:
        return
    head = {"id": game["id"], "game": game["game"], "turn": game["turn"]}
    head |= {"names": game["names"], "scores": game["scores"]}
    is_new = known is None or known["id"] != game["id"]
    old = () if is_new else before.notation
    new = after.notation
    if is_new and game["open"]:
        yield {"event_type": "begin", **head}
    if new[: len(old)] == old:
        told = game["moves"][max(0, len(game["moves"]) - (len(new) - len(old))) :]
        for move in told if len(new) > len(old) else ():
            kind = "reset" if move["move"] in ("reset", "reshuffle") else "move"
            yield {"event_type": kind, **head, **move}
    elif old[: len(new)] == new:
        yield {"event_type": "undo", **head, "moves": len(old) - len(new)}
    else:
        yield {"event_type": "correct", **head}
    was_over = not is_new and known is not None and known["state"] == TableState.OVER.value
    if game["state"] == TableState.OVER.value and not was_over:
        winners = [game["names"][who] for who in game["winners"]]
        yield {"event_type": "win", **head, "winners": winners}
    was_open = not is_new and known is not None and known["open"]
    if was_open and not game["open"] and game["state"] != TableState.OVER.value:
        yield {"event_type": "end", **head}
