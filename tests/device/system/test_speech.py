"""Speech: the real engine's sound lasts as long as such a sentence, and nothing waits for it."""

import re
import shutil
import subprocess
import time
from pathlib import Path
from queue import Queue

import numpy as np
import pytest

from device.core.effects import Sound, SoundName, Speak
from device.core.events import Press
from device.core.messages import Message
from device.core.settings import Settings
from device.locale import Language, catalogue
from device.system.sounds import RATE
from device.system.speech import (
    MISSING,
    PATIENCE,
    Speech,
    command,
    find_engine,
    plain,
    samples_of,
    spoken,
)
from tests.device.driver import Session, sure

ENGINE = find_engine()
UNIT = Path(__file__).parents[3] / "systemd" / "sepmosa.service"
needs_engine = pytest.mark.skipif(ENGINE is None, reason=MISSING)


def seconds(samples):
    """How long something is heard: from the first to the last that is no silence."""
    loud = np.flatnonzero(np.abs(samples[:, 0].astype(int)) > 300)
    return (loud[-1] - loud[0]) / RATE


@needs_engine
@pytest.mark.parametrize("language", Language)
def test_a_sentence_is_heard_as_long_as_it_takes_to_say(language):
    text = catalogue(language)["spoken"]["numbers"]
    samples = spoken(ENGINE, Speak(text, language))
    assert (samples.dtype, samples.shape[1]) == (np.int16, 2)
    words = len(text.split())
    assert 0.2 * words < seconds(samples) < 0.8 * words
    twice = spoken(ENGINE, Speak(f"{text} {text}", language))
    assert seconds(twice) == pytest.approx(2 * seconds(samples), rel=0.25)


@needs_engine
def test_what_is_heard_is_the_sentence_of_the_move_that_was_confirmed():
    """From the button to the samples that the mixer is given."""
    heard = Queue()
    speech = Speech(heard.put, ENGINE)
    session = Session.begin(Settings(has_speech=True)).set_out().moves("R7@4+1", "R8@4+2")
    session.see(sure("R9@4+3")).do(Press(session.table.player))
    (wanted,) = session.kinds(Speak)
    assert str(session.model.game.moves[-1]) == "R9@4+3"
    assert wanted.text == "Player 1: red nine, three points. Player 2's turn."
    for effect in session.effects:
        assert speech.do(effect) is None
    samples = heard.get(timeout=PATIENCE)
    assert samples.tobytes() == spoken(ENGINE, wanted).tobytes()
    assert 2.0 < seconds(samples) < 6.0


@needs_engine
def test_the_same_text_sounds_otherwise_in_another_language():
    text = "Anna: 9"
    heard = {spoken(ENGINE, Speak(text, language)).tobytes() for language in Language}
    assert len(heard) == len(Language)


@needs_engine
def test_nothing_waits_for_a_sentence_and_the_newest_is_the_last_heard():
    heard = Queue()
    speech = Speech(heard.put, ENGINE)
    begun = time.monotonic()
    for number in range(20):
        assert speech.do(Speak(f"number {number}", Language.ENGLISH)) is None
    assert time.monotonic() - begun < 0.1
    last = spoken(ENGINE, Speak("number 19", Language.ENGLISH))
    count, samples = 1, heard.get(timeout=PATIENCE)
    while samples.tobytes() != last.tobytes():
        count, samples = count + 1, heard.get(timeout=PATIENCE)
    assert count <= 3


def test_a_missing_engine_is_told_once_and_in_one_line(caplog):
    speech = Speech(lambda samples: None, None)
    told = [speech.do(Speak("Anna", Language.ENGLISH)) for _ in range(3)]
    assert [each.sentence.message if each else None for each in told] == [
        Message.NO_SPEECH,
        None,
        None,
    ]
    assert [record.getMessage() for record in caplog.records] == [f"no speech: {MISSING}"]


def test_an_engine_that_fails_is_logged_and_the_next_sentence_tried(tmp_path, caplog):
    broken = tmp_path / "engine"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    speech = Speech(lambda samples: None, str(broken))
    speech.do(Speak("one", Language.ENGLISH))
    until = time.monotonic() + PATIENCE
    while not caplog.records and time.monotonic() < until:
        time.sleep(0.01)
    assert "no speech" in caplog.text


def test_other_effects_are_none_of_its_business():
    assert Speech(lambda samples: None, None).do(Sound(SoundName.TICK)) is None


@pytest.mark.parametrize("wav", [b"", b"RIFF", b"RIFF" + bytes(60), b"OggS" + bytes(60)])
def test_what_is_no_sound_is_refused(wav):
    with pytest.raises(ValueError, match="no sound"):
        samples_of(wav)


def test_a_name_is_no_phonemes_and_no_option():
    assert plain("[[x]] -w /etc/passwd\nAnna") == "x -w /etc/passwd Anna"
    assert all("Anna" not in part for part in command("espeak-ng", Language.GERMAN))


@needs_engine
@pytest.mark.skipif(
    not (shutil.which("strace") and shutil.which("systemd-analyze")),
    reason="strace and systemd-analyze are not here",
)
def test_the_unit_allows_every_system_call_of_the_engine(tmp_path):
    trace = tmp_path / "trace"
    called = ["strace", "-f", "-o", str(trace), *command(ENGINE, Language.FRENCH)]
    subprocess.run(called, input=b"neuf", capture_output=True, check=True)
    asked = set(re.findall(r"^\d+\s+(\w+)\(", trace.read_text(), re.MULTILINE))
    told = re.findall(r"^SystemCallFilter=(~?)(.*)$", UNIT.read_text(), re.MULTILINE)
    allowed = set()
    for sign, names in told:
        for name in names.split():
            allowed = allowed - calls(name) if sign else allowed | calls(name)
    assert len(asked) > 10
    assert asked <= allowed
    assert "MemoryDenyWriteExecute" not in UNIT.read_text()


def calls(name):
    """The system calls of one of systemd's sets."""
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    )
    lines = [line.strip() for line in told.stdout.splitlines()[1:]]
    found = {line for line in lines if line and not line.startswith(("#", "@"))}
    return found.union(*(calls(line) for line in lines if line.startswith("@")))
