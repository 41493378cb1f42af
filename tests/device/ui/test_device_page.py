"""Everything in the configuration can be set on the screen, and what is set there holds."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from device.core import events as on
from device.core.config import JUDGES, SETTINGS, shipped_config
from device.core.effects import KeepConfig, Restart
from device.core.model import CommonPhase
from device.core.phases import step
from device.core.settings import ClockMode, Settings
from device.games.sepmosa.model import Model, Phase
from device.lab.screens.sample_games import playing
from device.lab.screens.samples import SAMPLES
from device.ui.controls import Button, Slider, Toggle
from device.ui.screens.device import PAGES
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import View
from device.ui.widgets import Scene, walk

SIZE = (800, 480)
CONFIGURED = [key for page in PAGES.values() for entry in page.values() for key in entry.keys]


def taps(scene: Scene) -> list[Tap]:
    """All that the widgets of a scene can mean."""
    found: list[Tap] = []
    for widget in walk(scene):
        if isinstance(widget, Button | Toggle) and widget.meant is not None:
            found.append(widget.meant)
        elif isinstance(widget, Slider):
            found += [widget.value_at(x) for x in range(widget.rect.left, widget.rect.right, 8)]
    return found


def taps_on(model: Model, ui: Ui = Ui()) -> list[Tap]:  # noqa: B008  a frozen value
    return taps(View(ui, model.phase).scene(model, SIZE))


def test_every_key_of_the_configuration_is_on_the_settings_or_on_the_devices_page() -> None:
    keys = {(section, name) for section, names in JUDGES.items() for name in names}
    assert set(CONFIGURED).isdisjoint(SETTINGS)
    assert keys == {*CONFIGURED, *SETTINGS}
    assert len(CONFIGURED) == len(set(CONFIGURED))


def test_every_setting_can_be_changed_on_the_settings_or_before_a_game() -> None:
    changed = set()
    for clock in ClockMode:
        for phase in (CommonPhase.SETTINGS, Phase.NEW_GAME):
            model = replace(playing(phase=phase), settings=Settings(clock=clock))
            for tap in (*taps_on(model), *taps_on(model, Ui(Sheet.LANGUAGE))):
                if isinstance(tap, on.Change):
                    changed |= {
                        each.name
                        for each in fields(Settings)
                        if getattr(tap.settings, each.name) != getattr(model.settings, each.name)
                    }
    own = {"profile", "opponent"}  # chosen with the tiles taught, and at a virtual table
    assert changed == {each.name for each in fields(Settings)} - own == set(SETTINGS.values()) - own


def test_the_devices_pages_are_reached_from_the_settings_and_left_again() -> None:
    model = playing(phase=CommonPhase.SETTINGS)
    assert Ui(tab=1) in taps_on(model)
    for tab in range(1, len(PAGES) + 1):
        assert {Ui(tab=0), *(Ui(tab=other) for other in range(1, len(PAGES) + 1))} <= {
            tap for tap in taps_on(model, Ui(tab=tab)) if isinstance(tap, Ui) and not tap.asked
        }


@pytest.mark.parametrize("tab", range(1, len(PAGES) + 1))
def test_whatever_is_touched_on_a_page_is_taken_and_kept(tab: int) -> None:
    model = playing(phase=CommonPhase.SETTINGS)
    touched = set()
    for tap in taps_on(model, Ui(tab=tab)):
        if not isinstance(tap, on.Configure):
            continue
        after, effects = step(model, tap)
        if after.config != model.config:
            assert KeepConfig(after.config) in effects
            touched |= {key for key, _ in tap.values}
            assert all(after.config.value(key) == value for key, value in tap.values)
    page = list(PAGES.values())[tab - 1]
    typed = {key for entry in page.values() for key in entry.keys if key[1] in TYPED}
    assert touched | typed == {key for entry in page.values() for key in entry.keys}


TYPED = {"folder": "/home/pi/table", "games": "ours.sqlite", "exports": "files"}


@pytest.mark.parametrize("name", TYPED)
def test_what_is_typed_is_taken(name: str) -> None:
    model = playing(phase=CommonPhase.SETTINGS)
    ui = Ui(Sheet.TEXT, tab=2, asked=name, typed=TYPED[name])
    (meant,) = [tap for tap in taps_on(model, ui) if isinstance(tap, on.Configure) and _types(tap)]
    after, _ = step(model, meant)
    assert TYPED[name] in (
        after.config.text("camera", "folder"),
        *after.config.values["files"].values(),
    )


def _types(tap: on.Configure) -> bool:
    return any(value in TYPED.values() for _, value in tap.values)


def test_a_name_that_leads_elsewhere_is_not_taken() -> None:
    ui = Ui(Sheet.TEXT, tab=4, asked="games", typed="../games")
    taken = taps_on(playing(phase=CommonPhase.SETTINGS), ui)
    assert not any(isinstance(tap, on.Configure) and "../games" in str(tap) for tap in taken)


def test_pictures_from_a_folder_ask_for_the_folder_first() -> None:
    asked = [
        tap
        for tap in taps_on(playing(phase=CommonPhase.SETTINGS), Ui(tab=2))
        if isinstance(tap, Ui)
    ]
    assert any(tap.sheet is Sheet.TEXT and tap.asked == "folder" for tap in asked)


def test_values_that_cannot_be_together_are_refused_with_a_sentence() -> None:
    model = playing(phase=CommonPhase.SETTINGS)
    after, effects = step(model, on.Configure(((("buttons", "one"), 27),)))
    assert after.config == model.config
    assert after.notice is not None
    assert not any(isinstance(effect, KeepConfig) for effect in effects)


def test_a_restart_is_offered_only_where_one_is_needed() -> None:
    model = playing(phase=CommonPhase.SETTINGS)
    louder, _ = step(model, on.Configure(((("sound", "volume"), 100),)))
    assert not louder.awaits_restart
    assert step(louder, on.Confirm())[1] == ()
    other, _ = step(louder, on.Configure(((("camera", "source"), "usb"),)))
    assert other.awaits_restart
    assert on.Confirm() in taps_on(other, Ui(tab=2))
    assert Restart() in step(other, on.Confirm())[1]
    same, _ = step(other, on.Configure(((("camera", "source"), "auto"),)))
    assert not same.awaits_restart


def test_the_samples_show_every_page() -> None:
    assert {f"device-{name}" for name in PAGES} <= set(SAMPLES)
    assert shipped_config() == SAMPLES["device-camera"]().model.config
