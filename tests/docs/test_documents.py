"""Every file, module, command and target that a document names is there."""

import argparse
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

from device.cli import COMMANDS

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "systemd/*.md", "vision/models/*.md")
    for path in ROOT.glob(pattern)
)
HISTORY = {"CHANGELOG.md"}  # tells of what was
ELSEWHERE = {  # files that are made as it runs
    *("device.toml", "share.toml", "sharing.json", "address.json", "link.json"),
    *("live.json", "games.json", "evening.jsonl"),
}
FOLDERS = ("engine", "vision", "device", "systemd", "tests", "docs")

SPAN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^(?:    |\t)\s*(\S.*)$|^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(rf"(?<![\w/.$~-])((?:{'|'.join(FOLDERS)})/[\w./-]*\w)")
FILE = re.compile(r"(?<![\w/.*-])([a-z_][\w-]*\.(?:py|toml|svg|js|css|html|sh|jsonl?))\b")
MODULE = re.compile(r"(?<![\w./])((?:engine|vision|device|tests)(?:\.[A-Za-z_]\w*)+)(?!/)")
COMMAND = re.compile(r"(?<![\w/-])(?<!-u )sepmosa ([a-z][a-z-]+)((?: +[^\s|>`]+)*)")
OPTION = re.compile(r"(?<!\S)(--[a-z][a-z-]*)")
TARGET = re.compile(r"(?<![\w-])make ([a-z][a-z0-9-]+)")


def names_of_files():
    """The names of all files of the project."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return {path.name for path in (*ROOT.iterdir(), *inside) if path.is_file()}


def code_of(text):
    """What stands as code: in backticks, in blocks that are set in or fenced."""
    yield from SPAN.findall(text)
    for indented, fenced in BLOCK.findall(text):
        yield from (indented or fenced).splitlines()


def read(document):
    return document.read_text(encoding="utf-8")


def documents(but=()):
    return [
        pytest.param(each, id=str(each.relative_to(ROOT)))
        for each in DOCUMENTS
        if each.name not in but
    ]


@pytest.mark.parametrize("document", documents())
def test_links_lead_somewhere(document):
    links = [each for each in LINK.findall(read(document)) if "://" not in each]
    assert [each for each in links if not (document.parent / each).exists()] == []


@pytest.mark.parametrize("document", documents(HISTORY))
def test_files_and_folders_are_there(document):
    names = names_of_files() | ELSEWHERE
    code = list(code_of(read(document)))
    paths = {each for line in code for each in PATH.findall(line)}
    files = {each for line in code for each in FILE.findall(line)}
    missing = {each for each in paths if not (ROOT / each).exists()}
    assert missing | (files - names) == set()


@pytest.mark.parametrize("document", documents(HISTORY))
def test_modules_and_what_is_in_them_are_there(document):
    named = {each for line in code_of(read(document)) for each in MODULE.findall(line)} - ELSEWHERE
    assert {each for each in named if not is_there(each)} == set()


def is_there(dotted):
    """Whether a dotted name is a module's, or that of something written in one."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:end])
        file = base.with_suffix(".py") if base.with_suffix(".py").exists() else base / "__init__.py"
        if file.exists():
            rest = parts[end:]
            return not rest or re.search(rf"\b{re.escape(rest[0])}\b", read(file)) is not None
    return False


@pytest.mark.parametrize("document", documents(HISTORY))
def test_commands_and_their_options_are_there(document):
    unknown = []
    for line in code_of(read(document)):
        for command, rest in COMMAND.findall(line):
            if command not in COMMANDS:
                unknown.append(command)
            else:
                options = set(OPTION.findall(rest))
                unknown += [f"{command} {each}" for each in options - options_of(command)]
    assert unknown == []


def test_the_readme_tells_every_command():
    told = re.findall(r"^\| `sepmosa ?([a-z-]*)[^`]*` \|", read(ROOT / "README.md"), re.MULTILINE)
    assert {each or "companion" for each in told} == set(COMMANDS)


def options_of(command):
    parser = argparse.ArgumentParser()
    module = importlib.import_module(f"device.commands.{command.replace('-', '_')}")
    module.add_arguments(parser)
    return {each for action in parser._actions for each in action.option_strings}


@pytest.mark.parametrize("document", documents(HISTORY))
def test_targets_of_make_are_there(document):
    named = {each for line in code_of(read(document)) for each in TARGET.findall(line)}
    targets = set(re.findall(r"^([a-z][\w -]*):", read(ROOT / "Makefile"), re.MULTILINE))
    assert named <= {each for line in targets for each in line.split()}


def test_a_name_that_is_not_there_is_noticed():
    assert not is_there("vision.tiles.nowhere")
    assert not is_there("vision.tiles.read.no_such_thing")
    assert is_there("vision.tiles.read.Reader")
    assert "--no-such-option" not in options_of("simulate")
    assert FILE.findall("see rivals.py and locate.py") == ["rivals.py", "locate.py"]
    assert PATH.findall("in vision/mosaix/dice.py:") == ["vision/mosaix/dice.py"]
