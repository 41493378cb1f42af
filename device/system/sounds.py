"""The companion's sounds, made from sine waves: soft, short, each known by its shape.

A sound is an array of 16-bit samples, n x 2 (left, right), at `RATE` samples a second.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.core.effects import Sound, SoundName

RATE = 44_100
BUFFER = 1024  # samples, 23 ms: shorter ones run dry when the device is busy
AGAIN = 30.0  # seconds until a missing sound device is looked for again
LOUDEST = 0.35  # of full scale: nobody is to be startled
MOST_POINTS = 7
PENTATONIC = (0, 2, 4, 7, 9, 12, 14, 16)  # semitones; any two of them sound well together
BASE_HZ = 523.25  # the C above middle C

Samples = NDArray[np.int16]
Wave = NDArray[np.float64]


def samples_of(sound: Sound) -> Samples:
    """The samples of a sound; a score rises with its points."""
    points = min(max(sound.points, 1), MOST_POINTS) if sound.name is SoundName.SCORE else 0
    return _samples(sound.name, points)


@lru_cache(maxsize=32)
def _samples(name: SoundName, points: int) -> Samples:
    match name:
        case SoundName.TICK:
            wave = note(24, 0.05, sharpness=60.0)
        case SoundName.SCORE:
            wave = notes([PENTATONIC[step] for step in range(points + 1)], 0.07, 0.35)
        case SoundName.QUESTION:
            wave = notes([7, 12], 0.12, 0.3)
        case SoundName.ERROR:
            wave = notes([-5, -10], 0.14, 0.3)
        case SoundName.WIN:
            wave = notes([0, 4, 7, 12, 7, 12, 16], 0.13, 0.9)
    return pressed(wave)


def note(semitones: float, seconds: float, sharpness: float = 7.0) -> Wave:
    """A struck bar: a tone and a quiet one two octaves above, swiftly risen, dying away."""
    at = np.arange(int(seconds * RATE)) / RATE
    hertz = BASE_HZ * 2 ** (semitones / 12)
    tone = np.sin(2 * np.pi * hertz * at) + 0.2 * np.sin(8 * np.pi * hertz * at)
    rise = np.clip(at / 0.004, 0.0, 1.0)
    fall = np.exp(-sharpness * at) * np.clip((seconds - at) / 0.01, 0.0, 1.0)
    return np.asarray(tone * rise * fall, np.float64)


def notes(melody: Sequence[float], step: float, last: float) -> Wave:
    """Notes `step` seconds apart, each ringing on for `last` seconds."""
    ring = int(last * RATE)
    wave = np.zeros(int(step * RATE) * (len(melody) - 1) + ring)
    for number, semitones in enumerate(melody):
        start = number * int(step * RATE)
        wave[start : start + ring] += note(semitones, last)
    return wave


def pressed(wave: Wave) -> Samples:
    """A wave as samples for both ears, at its loudest just `LOUDEST`."""
    top = float(np.abs(wave).max()) or 1.0
    one = np.rint(wave * (LOUDEST * 32767 / top)).astype(np.int16)
    both = np.stack([one, one], axis=1)
    both.setflags(write=False)
    return both


def hush_alsa(library: str = "libasound.so.2") -> None:
    """Keeps ALSA from writing a line to standard error whenever a buffer has run dry, which a busy
    device does many times a second; without ALSA nothing is to be kept."""
    with suppress(OSError, AttributeError):
        nothing = ctypes.cast(ctypes.CDLL(None).sched_yield, ctypes.c_void_p)  # any will do
        ctypes.CDLL(library).snd_lib_error_set_handler(nothing)


class Speaker:
    """Plays sounds through pygame's mixer; without a sound device it stays silent."""

    def __init__(
        self, mixer: Any, volume: float = 0.6, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`mixer` is `pygame.mixer` or stands in for it; `volume` from 0 to 1."""
        self._mixer = mixer
        self._clock = clock
        self.volume = volume
        self._sounds: dict[tuple[SoundName, int], Any] = {}
        self.is_silent = False
        self.trouble: str | None = None  # why it is silent, for the log and the doctor
        self._tried = 0.0
        self._speech: Any = None  # what is being said
        self._open()

    def play(self, sound: Sound) -> None:
        """Starts a sound and returns at once; a device that came late is found now and then."""
        if self.is_silent:
            return
        if self.trouble is not None and self._clock() - self._tried >= AGAIN:
            self._open()
        if self.trouble is not None:
            return
        key = (sound.name, sound.points)
        if key not in self._sounds:
            self._sounds[key] = self._mixer.Sound(buffer=samples_of(sound).tobytes())
        made = self._sounds[key]
        made.set_volume(self.volume)
        made.play()

    def speak(self, samples: Samples) -> None:
        """Starts speech and returns at once; what was said before is heard no more."""
        if self.is_silent or self.trouble is not None:
            return
        if self._speech is not None:
            self._speech.stop()
        self._speech = self._mixer.Sound(buffer=samples.tobytes())
        self._speech.set_volume(self.volume)
        self._speech.play()

    def _open(self) -> None:
        self._tried = self._clock()
        try:
            self._mixer.init(frequency=RATE, size=-16, channels=2, buffer=BUFFER)
            self.trouble = None
        except Exception as error:  # noqa: BLE001  pygame.error, whose module need not be there
            self.trouble = str(error) or type(error).__name__

    def close(self) -> None:
        """Lets go of the sound device."""
        self._sounds.clear()
        if self.trouble is None:
            self._mixer.quit()
