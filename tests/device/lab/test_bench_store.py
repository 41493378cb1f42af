"""The store's figures come from real files and the real loop, whatever they are on this machine."""

from device.lab.bench import screen, store


def test_opening_keeping_and_listing_are_measured(monkeypatch):
    monkeypatch.setattr(store, "COUNTS", (2, 3))
    monkeypatch.setattr(store, "KINDS", 1)
    monkeypatch.setattr(store, "MOVES", 3)
    monkeypatch.setattr(screen, "PRESSES", 2)
    figures = list(store.measure())
    assert len(figures) == 12
    timed = [figure for figure in figures if figure.measured.endswith(" ms")]
    assert len(timed) == 10
    assert all(
        float(figure.measured.split()[0]) > 0 for figure in timed if "list" not in figure.name
    )
    assert [figure.name for figure in figures if "list" in figure.name] == [
        "  list 2 games",
        "  list 3 games",
    ]
