"""Says sentences aloud with espeak-ng, offline: a process for each, in a thread of its own.

The engine writes its sound to a pipe and the companion's own mixer plays it, so that there is one
client of the sound device, at one volume.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

import numpy as np

from device.core.effects import Effect, Speak
from device.core.events import Noticed
from device.core.messages import Message, say
from device.locale import Language
from device.system.sounds import RATE, Samples

log = logging.getLogger(__name__)

ENGINE = "espeak-ng"
MISSING = f"{ENGINE} is not installed"
WORDS_A_MINUTE = 155  # the engine's own 175 is hard to follow beside a talk
READS_AND_WRITES = ("-b", "1", "--stdin", "--stdout")  # UTF-8 in, a WAV file out
NOWHERE = {"HOME": "/", "PULSE_SERVER": "unix:/nonexistent"}  # it looks for a sound server first
HEADER = 44  # bytes of a WAV file before its samples
LONGEST = 400  # characters; no sentence of ours comes near
PATIENCE = 10.0  # seconds for a sentence to be made


class Speech:
    """Begins to say a sentence and returns at once; a newer one takes its place."""

    def __init__(self, play: Callable[[Samples], None], engine: str | None = None) -> None:
        """`play` lets samples be heard, and those before no more; `engine` is its program."""
        self._play = play
        self._engine = engine
        self._wanted: SimpleQueue[Speak] = SimpleQueue()
        self._thread: Thread | None = None
        self._has_told = False

    def do(self, effect: Effect) -> Noticed | None:
        """Says what is to be said; that there is no engine is told once."""
        if not isinstance(effect, Speak):
            return None
        if self._engine is None:
            if self._has_told:
                return None
            self._has_told = True
            log.warning("no speech: %s", MISSING)
            return Noticed(say(Message.NO_SPEECH))
        self._wanted.put(effect)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()
        return None

    def _run(self) -> None:
        while True:
            newest = self._wanted.get()
            with suppress(Empty):
                while True:
                    newest = self._wanted.get_nowait()
            samples = self._made(newest)
            if samples is not None and self._wanted.empty():
                self._play(samples)

    def _made(self, wanted: Speak) -> Samples | None:
        """The sentence as samples; nothing, and a line in the log, where that failed."""
        try:
            return spoken(self._engine or ENGINE, wanted)
        except (OSError, subprocess.SubprocessError, ValueError) as no:
            log.warning("no speech: %s", no)
            return None


def find_engine() -> str | None:
    """Where the engine's program is, if it is installed."""
    return shutil.which(ENGINE)


def spoken(engine: str, wanted: Speak) -> Samples:
    """A sentence as samples for both ears; raises OSError, SubprocessError or ValueError."""
    done = subprocess.run(  # noqa: S603
        command(engine, wanted.language),
        input=plain(wanted.text).encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env=NOWHERE,
    )
    return samples_of(done.stdout)


def command(engine: str, language: Language) -> Sequence[str]:
    """The engine's call; it opens no sound device, and its voices are called as our languages."""
    return (engine, "-v", language.value, "-s", str(WORDS_A_MINUTE), *READS_AND_WRITES)


def plain(text: str) -> str:
    """A text without what the engine would take for phonemes, on one line, not too long."""
    return " ".join(text.replace("[[", " ").replace("]]", " ").split())[:LONGEST]


def samples_of(wav: bytes) -> Samples:
    """The samples of the engine's WAV file (16 bits, one channel) at the mixer's rate; raises
    ValueError. Its header does not know how long it is: it was written before the sound."""
    rate = int.from_bytes(wav[24:28], "little")
    if wav[:4] != b"RIFF" or len(wav) <= HEADER or not 0 < rate <= RATE:
        raise ValueError(f"{ENGINE} made no sound of a sentence")
    body = wav[HEADER : len(wav) - len(wav) % 2]
    one = np.frombuffer(body, "<i2").astype(np.float64)
    at = np.arange(int(len(one) * RATE / rate)) * (rate / RATE)
    full = np.rint(np.interp(at, np.arange(len(one)), one)).astype(np.int16)
    return np.stack([full, full], axis=1)
