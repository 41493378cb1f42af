"""What is to be seen of a club night: all tables and standings as JSON, and tables to export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from device.core.spreadsheet import as_csv, plain
from device.games import GAMES
from device.locale import Language
from device.share.clock import wall_clock
from device.share.club import Club, Played, standings
from device.share.seen import Json
from device.share.site import text_of, words_text
from device.share.web import page_version
from device.share.words import table_title


class ClubSite:
    """What is to be seen of a club night."""

    section = "club"

    def __init__(self, club: Club, language: Language = Language.ENGLISH) -> None:
        self.club = club
        self.language = language
        self.broker = ""  # how it is reached, in a word
        self.now = wall_clock
        self._texts: dict[Language, str] = {}

    def changed(self) -> None:
        """What was said before no longer holds."""
        self._texts.clear()

    def live(self, language: Language) -> str:
        """All tables and standings, in one line of JSON."""
        if language not in self._texts:
            since = self.club.evening(self.now())
            self._texts[language] = text_of(
                {
                    "page": page_version(),
                    "broker": self.broker,
                    "tables": list(self._tables(language)),
                    "tonight": _standings_json(self.club.played(since)),
                    "all": _standings_json(self.club.played()),
                }
            )
        return self._texts[language]

    def answer(self, name: str, language: Language) -> str | None:
        """The text under a name; None if there is none."""
        match name:
            case "words.json":
                return words_text(language)
            case "live.json":
                return self.live(language)
            case "games.json":
                return text_of({"games": [_game_json(game) for game in self.club.played()]})
            case "standings.csv" | "games.csv":
                games = self.club.played(self.club.evening(self.now()))
                return _standings_csv(games) if name == "standings.csv" else _games_csv(games)
            case "standings-all.csv":
                return _standings_csv(self.club.played())
            case "games-all.csv":
                return _games_csv(self.club.played())
        return None

    def _tables(self, language: Language) -> Iterator[Json]:
        known = [
            (table_title(table.name, topic, language), topic, table)
            for topic, table in self.club.tables.items()
        ]
        for title, topic, table in sorted(known, key=lambda each: (_order(each[0]), each[1])):
            yield {
                "table": topic,
                "name": title,
                "online": table.is_online,
                "state": table.state.value,
                "game": table.game and _in_words(table.game, language),
                "apart": round(table.ahead.total_seconds()),
            }


def _in_words(game: Json, language: Language) -> Json:
    """A game with its last move in some language, as far as its table has told it."""
    said = game["said"].get(language.value)
    moves = [{**move, "text": said or move["text"]} for move in game["moves"]]
    return {**{key: value for key, value in game.items() if key != "said"}, "moves": moves}


def _order(name: str) -> tuple[str | int, ...]:
    """Table 2 comes before table 10."""
    parts: list[str] = [""]
    for sign in name.casefold():
        if parts[-1] and sign.isdecimal() != parts[-1][-1].isdecimal():
            parts.append("")
        parts[-1] += sign
    return tuple(f"{int(part):09d}" if part.isdecimal() else part for part in parts)


def _standings_json(games: Sequence[Played]) -> Mapping[str, list[Json]]:
    return {
        kind: [
            {"name": each.name, "games": each.games, "wins": each.wins, "points": each.points}
            for each in standings(game for game in games if game.kind == kind)
        ]
        for kind in (game.name for game in GAMES)
    }


def _game_json(game: Played) -> Json:
    return {
        "table": game.table,
        "id": game.id,
        "game": game.kind,
        "names": game.names,
        "scores": game.scores,
        "winners": game.winners,
        "begun": game.begun,
        "counts": game.counts,
    }


def _standings_csv(games: Sequence[Played]) -> str:
    rows: list[Sequence[object]] = [("game", "player", "games", "wins", "points")]
    for kind in (game.name for game in GAMES):
        lines = standings(game for game in games if game.kind == kind)
        rows += ((kind, plain(each.name), each.games, each.wins, each.points) for each in lines)
    return as_csv(rows)


def _games_csv(games: Sequence[Played]) -> str:
    rows: list[Sequence[object]] = [("table", "number", "game", "begun", "player", "points", "won")]
    for game in games:
        for who, name in enumerate(game.names):
            head = game.table, game.id, game.kind, plain(game.begun), plain(name)
            rows.append((*head, game.scores[who], int(who in game.winners)))
    return as_csv(rows)
