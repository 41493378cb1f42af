"""The sounds: soft, short, told apart, rising with the points; and silence when asked for."""

import ctypes.util
import subprocess
import sys

import numpy as np
import pytest

from device.core.effects import Sound, SoundName
from device.system.sounds import AGAIN, LOUDEST, RATE, Speaker, hush_alsa, samples_of
from tests.device.clock import Clock

SOUNDS = [*(Sound(name) for name in SoundName), *(Sound(SoundName.SCORE, n) for n in range(1, 8))]


def pitch(samples):
    """The strongest frequency, in hertz."""
    spectrum = np.abs(np.fft.rfft(samples[:, 0].astype(float)))
    return float(spectrum.argmax() * RATE / len(samples))


@pytest.mark.parametrize("sound", SOUNDS, ids=str)
def test_every_sound_is_soft_short_and_without_a_click(sound):
    samples = samples_of(sound)
    assert samples.dtype == np.int16
    assert samples.shape[1] == 2
    assert len(samples) / RATE < (2.0 if sound.name is SoundName.WIN else 1.0)
    loudest = np.abs(samples.astype(int)).max() / 32767
    assert loudest == pytest.approx(LOUDEST, abs=0.001)
    assert np.abs(samples[[0, -1]]).max() < 500  # begins and ends in silence
    assert abs(float(samples.mean())) < 60


def test_a_score_rises_and_lasts_longer_with_its_points():
    scores = [samples_of(Sound(SoundName.SCORE, points)) for points in range(1, 8)]
    ends = [pitch(samples[-RATE // 4 :]) for samples in scores]
    assert ends == sorted(ends)
    assert ends[-1] > ends[0] * 1.5
    assert [len(samples) for samples in scores] == sorted({len(samples) for samples in scores})


def test_points_beyond_the_rules_do_no_harm():
    assert samples_of(Sound(SoundName.SCORE, 99)) is samples_of(Sound(SoundName.SCORE, 7))
    assert samples_of(Sound(SoundName.SCORE, -2)) is samples_of(Sound(SoundName.SCORE, 1))


def test_a_question_goes_up_and_an_error_goes_down():
    quarter = RATE // 10
    for name, is_up in ((SoundName.QUESTION, True), (SoundName.ERROR, False)):
        samples = samples_of(Sound(name))
        assert (pitch(samples[-2 * quarter :]) > pitch(samples[:quarter])) is is_up


class FakeMixer:
    """Counts what would be heard."""

    def __init__(self, fault=None):
        self.fault = fault
        self.heard = []
        self.made = 0

    def init(self, **_):
        if self.fault:
            raise RuntimeError(self.fault)

    def Sound(self, buffer):  # noqa: N802  pygame's name
        self.made += 1
        mixer = self

        class Made:
            def set_volume(self, volume):
                self.volume = volume

            def play(self):
                mixer.heard.append((len(buffer), self.volume))

        return Made()

    def quit(self):
        self.heard.append("quit")


def test_sounds_are_made_once_and_played_at_the_volume():
    mixer = FakeMixer()
    speaker = Speaker(mixer, 0.3)
    for _ in range(3):
        speaker.play(Sound(SoundName.TICK))
    assert (mixer.made, {volume for _, volume in mixer.heard}) == (1, {0.3})
    speaker.close()
    assert mixer.heard[-1] == "quit"


def test_a_silent_speaker_plays_nothing():
    mixer = FakeMixer()
    speaker = Speaker(mixer)
    speaker.is_silent = True
    speaker.play(Sound(SoundName.WIN))
    assert mixer.heard == []


def test_without_a_sound_device_it_stays_silent_and_says_why():
    mixer = FakeMixer("No such device.")
    speaker = Speaker(mixer)
    speaker.play(Sound(SoundName.WIN))
    speaker.close()
    assert (mixer.heard, speaker.trouble) == ([], "No such device.")


def test_a_sound_device_that_comes_late_is_found():
    """A driver may load after the companion has started."""
    mixer, clock = FakeMixer("No such device."), Clock()
    speaker = Speaker(mixer, clock=clock)
    mixer.fault = None
    clock.now += AGAIN - 1
    speaker.play(Sound(SoundName.TICK))
    assert mixer.heard == []  # opening takes a while, and is not tried at every sound
    clock.now += 1
    speaker.play(Sound(SoundName.TICK))
    assert len(mixer.heard) == 1
    assert speaker.trouble is None


def test_pygame_plays_them(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    import pygame

    speaker = Speaker(pygame.mixer)
    speaker.play(Sound(SoundName.SCORE, 5))
    assert speaker.trouble is None
    speaker.close()


ALSA_SPEAKS = """
import ctypes, sys
from device.system.sounds import hush_alsa
alsa = ctypes.CDLL("libasound.so.2")
if sys.argv[1:] == ["hushed"]:
    hush_alsa()
card = ctypes.c_void_p()
print(alsa.snd_pcm_open(ctypes.byref(card), b"no-such-sound-device", 0, 0) < 0)
"""


def test_alsa_writes_no_lines_of_its_own():
    """Its complaints come from the thread that plays, many a second when buffers run dry."""
    if ctypes.util.find_library("asound") is None:
        pytest.skip("needs ALSA")
    said = [
        subprocess.run(
            [sys.executable, "-c", ALSA_SPEAKS, *words], capture_output=True, text=True, check=True
        )
        for words in ((), ("hushed",))
    ]
    assert [each.stdout for each in said] == ["True\n"] * 2
    assert "no-such-sound-device" in said[0].stderr
    assert said[1].stderr == ""


def test_without_alsa_nothing_is_to_be_kept():
    hush_alsa("libasound-that-is-not-there.so")
