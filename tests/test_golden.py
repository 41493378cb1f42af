"""Every command answers fixed inputs as it did when the answers were kept."""

import json

import pytest

from tests.golden import CALLS, answer, is_same, photographs
from tests.golden_games import FILES, answers, told


def kept(call):
    return json.loads(call.answers.read_text(encoding="utf-8"))


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_commands_answer_as_before(call, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert is_same(answer(call), kept(call))


def test_photographs_are_read_as_before():
    call = photographs()
    if call is None:
        pytest.skip("no photographs beside the project")
    assert is_same(answer(call), kept(call))


@pytest.mark.parametrize("file", FILES)
def test_games_files_tell_what_they_did(file, tmp_path):
    assert told(file, tmp_path) == json.loads(answers(file).read_text(encoding="utf-8"))


def test_another_answer_is_noticed():
    call = next(each for each in CALLS if each.name == "read")
    other = kept(call)
    other["out"][0]["tiles"][0]["confidence"] -= 0.01
    assert not is_same(other, kept(call))
