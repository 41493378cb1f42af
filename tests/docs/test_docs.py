"""What the documents say of pins, heights and packages is what the project uses."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from xml.etree import ElementTree as ET

import cv2
import pytest

from device.core.config import GPIO, Config, read_config
from device.lab.pictures import TURNS, moment, pictures
from device.lab.screens.sample_games import MOVES
from tests.device.ui.references import FEW, coarse, difference
from tests.docs.evening import screens
from tests.docs.mounting import (
    DOCS,
    GROUNDS,
    PIN_OF,
    SMALLEST_PX,
    VIEWS,
    drawings,
    heights_table,
    lowest,
    needed_mm,
    pin_drawing,
    seen_mm,
    tile_px,
    uses,
)
from vision.judge.look import open_eyes
from vision.judge.proposal import Status

ROOT = DOCS.parent


# Mounting


@pytest.mark.parametrize("path", drawings(read_config()), ids=lambda path: path.name)
def test_the_drawings_show_the_shipped_configuration(path):
    drawn = drawings(read_config())[path]
    assert path.read_text(encoding="utf-8") == drawn, "draw anew: python -m tests.docs.mounting"
    assert ET.fromstring(drawn).tag.endswith("svg")  # noqa: S314  our own text


def test_other_pins_would_be_drawn_elsewhere():
    values = {name: dict(section) for name, section in read_config().values.items()}
    values["buttons"] |= {"one": 5, "two_led": 0}
    other = Config(values)
    assert uses(other)[PIN_OF[5]] == ("one", "GPIO 5: button of player 1")
    assert not any("LED of player 2" in told for _, told in uses(other).values())
    assert pin_drawing(other) != pin_drawing(read_config())


def test_every_gpio_has_one_pin_and_none_is_a_ground():
    assert set(PIN_OF) == set(GPIO)
    assert len(set(PIN_OF.values())) == len(PIN_OF)
    assert not set(PIN_OF.values()) & set(GROUNDS)


def test_every_part_has_a_ground_of_its_own():
    wired = uses(read_config())
    assert len(wired) == 8
    assert sum(pin in GROUNDS for pin in wired) == 4


def test_the_heights_in_the_text_are_computed():
    text = (DOCS / "mounting.md").read_text(encoding="utf-8")
    assert heights_table(read_config()) in text
    degrees = VIEWS["Camera Module 3"]
    assert f"at least {lowest(degrees) // 10} cm" in text
    need, seen = needed_mm(), seen_mm(lowest(degrees), degrees)
    assert all(seen[at] >= need[at] for at in (0, 1))
    assert tile_px(800, degrees, read_config().number("camera", "width")) > SMALLEST_PX


# Dependencies


def listed():
    """Package → its row in the document."""
    text = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([^`]+)` \| `?([^|`]*)`? \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE
    )
    return {name: (versions.strip(), licence, why) for name, versions, licence, why in rows}


def wanted():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for text in [*project["dependencies"], *(each for extra in extras.values() for each in extra)]:
        name, versions = re.fullmatch(r"([A-Za-z0-9-]+)(.*)", text).groups()
        yield name, versions


def test_every_package_is_listed_with_its_versions_and_licence():
    rows = listed()
    assert {name: rows.get(name, ("missing",))[0] for name, _ in wanted()} == {
        name: versions or "any" for name, versions in wanted()
    }, "docs/dependencies.md has a row for each package of pyproject.toml"


def test_every_pinned_package_is_listed():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.split("==")[0].lower() for line in lines if "==" in line}
    unlisted = pinned - {name.lower() for name in listed()}
    assert not unlisted, "docs/dependencies.md has a row for each package of constraints.txt"


def test_every_licence_may_be_shipped():
    known = ("MIT", "BSD", "Apache-2.0", "LGPL-2.1", "MPL-2.0", "PSF-2.0", "HPND", "BSL-1.0")
    known += ("Zlib", "libpng-2.0", "FTL", "IJG", "libtiff", "OpenSSL")
    known += ("GPL-3.0-or-later with GCC-exception-3.1", "EPL-2.0 or BSD-3-Clause")
    for name, (_, licence, why) in listed().items():
        assert licence.startswith(known), name
        assert why.strip(), name


def test_the_system_packages_are_listed():
    text = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    for line in (ROOT / "systemd/packages.txt").read_text(encoding="utf-8").splitlines():
        for name in line.split("#")[0].strip().rstrip("?").split("|"):
            assert not name or f"`{name}`" in text, name


# A further game

TRY = """
from device.core.game import Around
from device.games import OXO, GAMES
from engine.oxo import OxoTake
OXO.flow, OXO.screens, OXO.edges(Around())
print(GAMES[-1] is OXO, OXO.codec.line(OxoTake(2)))
"""


def test_a_copy_of_the_toy_game_runs(tmp_path):
    """The lines that docs/architecture.md gives, word by word, and the line in `GAMES`."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"(?:^    .+\n)+", text[text.index("Copy it to begin") :], re.MULTILINE)
    without = shutil.ignore_patterns("__pycache__")
    for part in ("engine", "device", "tests/device/nim"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=without)
    subprocess.run(["bash", "-e", "-c", lines], cwd=tmp_path, check=True)
    listed = tmp_path / "device/games/__init__.py"
    known = listed.read_text(encoding="utf-8")
    (last,) = re.findall(r"^    MOSAIX := .*\n", known, re.MULTILINE)
    mine = last.replace("mosaix", "oxo").replace("MOSAIX", "OXO")
    listed.write_text(known.replace(last, last + mine), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    env["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    command = [sys.executable, "-c", TRY]
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("True take 2\n", "")


# The first evening


def test_the_first_evening_has_ten_pictures_and_all_are_there():
    text = (DOCS / "first-evening.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert len(pictures) == len(set(pictures)) == 10
    assert re.findall(r"^## (\d+)\.", text, re.MULTILINE) == [str(n) for n in range(1, 11)]
    for name in pictures:
        assert (DOCS / name).is_file(), name
        if name.endswith(".svg"):
            assert ET.parse(DOCS / name).getroot().tag.endswith("svg")  # noqa: S314
    for trouble in ("stays dark", "camera is not found", "off by 90°", "lamp glares"):
        assert trouble in text


def words_on_screen(told):
    """Every text of a catalogue."""
    for each in told.values():
        yield from words_on_screen(each) if isinstance(each, dict) else [each]


@pytest.mark.parametrize("name", ["first-evening.md", "mounting.md", "teaching.md"])
def test_keys_are_called_what_the_screen_calls_them(name):
    files = (ROOT / "device/locale/en").glob("*.toml")
    told = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    words = {word for each in told for word in words_on_screen(each)}
    text = (DOCS / name).read_text(encoding="utf-8")
    paths = re.findall(r"(?<!\*)\*([A-Z][^*\n]*)\*(?!\*)|`(Settings → [^`]*)`", text)
    keys = {key for path in paths for key in "".join(path).split(" → ")}
    assert len(keys) >= 2
    assert keys - words == set()


def test_its_screens_are_those_of_the_product():
    """If not: python -m tests.docs.evening"""
    for path, screen in screens().items():
        kept = cv2.imread(str(path))
        assert difference(coarse(kept), coarse(screen)) <= FEW, path.name


# The README


def test_the_readmes_pictures_are_those_of_the_product():
    """If not: python -m device.lab.pictures docs/pictures"""
    drawn = pictures(open_eyes())
    kept = {path.name: cv2.imread(str(path)) for path in (DOCS / "pictures").iterdir()}
    assert {name: each.shape for name, each in kept.items()} == {
        name: each.shape for name, each in drawn.items()
    }
    assert difference(coarse(kept["screen.png"]), coarse(drawn["screen.png"])) <= FEW


def test_the_readme_shows_a_move_that_was_read():
    seen = moment(open_eyes())
    assert seen.model.proposal.status is Status.MOVE
    assert str(seen.model.proposal.move) == MOVES.split()[TURNS]
