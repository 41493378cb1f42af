"""What is to be seen of one table under its link: `live.json`, `live.txt`, `games.json`,
`game/12.json`, `game/12.txt` and the page's words."""

from __future__ import annotations

import json
import re
from typing import Any

from device.core.table_state import TableState
from device.locale import Language
from device.share.games import SharedGames
from device.share.seen import Json
from device.share.web import page_version
from device.share.words import share_words, table_title

ANSWERS = 16  # kept in memory until something changes
SECTIONS = ("page", "state", "over", "club")  # of the words that pages use
_GAME = re.compile(r"game/([1-9][0-9]{0,8})\.(json|txt)", re.ASCII)


class TableSite:
    """One table, with the state its companion tells."""

    section = "page"

    def __init__(self, games: SharedGames, table: str, topic: str, language: Language) -> None:
        """`table` is the name it was given, if any; `topic` is what a broker knows it by."""
        self.games = games
        self.table = table
        self.topic = topic
        self.language = language
        self.told: TableState | None = None  # by the companion, where it runs
        self._live: dict[Language, Json] = {}
        self._texts: dict[Language, str] = {}
        self._answers: dict[tuple[str, Language], str | None] = {}

    @property
    def state(self) -> TableState:
        """What happens at the table."""
        return self.told or self.games.state()

    def title(self, language: Language) -> str:
        """The name that onlookers read."""
        return table_title(self.table, self.topic, language)

    def changed(self) -> None:
        """What was said before no longer holds."""
        self._live.clear()
        self._texts.clear()
        self._answers.clear()

    def live(self, language: Language) -> str:
        """The game under way, in one line of JSON."""
        if language not in self._texts:
            self._texts[language] = text_of(self.live_json(language))
        return self._texts[language]

    def live_json(self, language: Language) -> Json:
        """The table with the game under way, or the newest."""
        if language not in self._live:
            self._live[language] = {
                "table": self.title(language),
                "state": self.state.value,
                "page": page_version(),
                "game": self.games.live(language),
            }
        return self._live[language]

    def answer(self, name: str, language: Language) -> str | None:
        """The text under a name; None if there is none. The newest few are kept."""
        asked = name, language
        if asked not in self._answers:
            self._answers[asked] = self._answer(name, language)
            if len(self._answers) > ANSWERS:
                del self._answers[next(iter(self._answers))]
        return self._answers[asked]

    def _answer(self, name: str, language: Language) -> str | None:
        match name:
            case "live.json":
                return self.live(language)
            case "live.txt":
                return self.games.record()
            case "games.json":
                return text_of(
                    {
                        "table": self.title(language),
                        "live": self.games.live_id,
                        "games": self.games.listed(language),
                    }
                )
            case "words.json":
                return words_text(language)
        found = _GAME.fullmatch(name)
        if found is None:
            return None
        number = int(found[1])
        if found[2] == "txt":
            return self.games.record(number)
        whole = self.games.whole(number, language)
        return None if whole is None else text_of(whole)


def words_text(language: Language) -> str:
    """The page's words, and which languages there are."""
    names = {each.value: share_words(each)["language.name"] for each in Language}
    words = share_words(language).items()
    wanted = {key: text for key, text in words if key.partition(".")[0] in SECTIONS}
    return text_of({"language": language.value, "languages": names, **wanted})


def text_of(value: Any) -> str:
    """JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
