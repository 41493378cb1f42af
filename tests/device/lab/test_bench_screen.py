"""The screen's figures come from the real loop, whatever they are on this machine."""

from device.lab.bench import screen


def test_pictures_and_answers_are_measured_while_frames_are_read(monkeypatch):
    monkeypatch.setattr(screen, "SECONDS", 0.2)
    monkeypatch.setattr(screen, "PRESSES", 3)
    pictures, median, slowest, read = screen.measure()
    assert float(pictures.measured) > 0
    assert all(figure.measured.endswith(" ms") for figure in (median, slowest))
    assert int(read.measured) > 0
