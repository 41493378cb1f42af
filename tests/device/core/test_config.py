"""The configuration: defaults that hold, overlays, and all errors at once."""

import os
import resource
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.core.config import (
    DEFAULTS_FILE,
    JUDGES,
    ConfigError,
    parse_config,
    problems_of,
    read_config,
)
from device.core.messages import Message
from device.core.settings import DEFAULTS
from device.locale import Language
from device.store.config_file import NAME, ConfigFile
from device.store.file import StoreError

QUICK = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
SHIPPED = tomllib.loads(DEFAULTS_FILE.read_text(encoding="utf-8"))


def write(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_values_are_sound_complete_and_those_of_the_settings():
    assert list(problems_of(SHIPPED)) == []
    assert {name: set(section) for name, section in SHIPPED.items()} == {
        name: set(section) for name, section in JUDGES.items()
    }
    assert read_config().settings == DEFAULTS


def test_an_overlay_changes_only_what_it_names(tmp_path):
    config = read_config(write(tmp_path, '[screen]\nlanguage = "de"\n[buttons]\none = 5\n'))
    assert config.settings.language is Language.GERMAN
    assert config.number("buttons", "one") == 5
    assert config.number("buttons", "two") == 27
    assert config.share("camera", "frames_per_second") == 5.0
    assert config.text("files", "games") == "games.txt"
    assert config.flag("screen", "fullscreen") is True


@pytest.mark.parametrize(
    "damage", [b"\xff", b"[camera]\nwidth = 9", b"[screen]\nbrightness = 5000\n"]
)
def test_a_damaged_file_of_what_was_set_is_set_aside_and_told(tmp_path, damage):
    file = ConfigFile(tmp_path / NAME, read_config())
    file.path.write_bytes(damage)
    config, told = file.read()
    assert (config, [each.message for each in told]) == (file.base, [Message.FAULT_CONFIG])
    assert (tmp_path / "device.damaged-1.toml").read_bytes() == damage
    assert file.read() == (file.base, ())


def test_what_was_set_is_read_back(tmp_path):
    file = ConfigFile(tmp_path / NAME, read_config())
    changed = file.base.changed({("sound", "volume"): 10})
    file.keep(changed)
    assert file.read() == (changed, ())


def test_no_overlay_is_fine(tmp_path):
    assert read_config(tmp_path / "none.toml") == read_config()
    file = write(tmp_path, "")
    assert read_config(file / "none.toml") == read_config()


def test_an_overlay_that_cannot_be_reached_is_told(tmp_path):
    path = tmp_path / "config.toml"
    path.symlink_to(path)
    with pytest.raises(ConfigError, match="cannot be read: Too many levels"):
        read_config(path)


def test_all_errors_are_told_at_once_with_what_was_meant(tmp_path):
    path = write(
        tmp_path,
        """
        [scren]
        language = "de"
        [screen]
        brigthness = 50
        facing = "turnin"
        rotation = 45
        marks = 1
        [buttons]
        hold_seconds = "long"
        one = true
        """,
    )
    with pytest.raises(ConfigError) as wrong:
        read_config(path)
    assert wrong.value.problems == (
        "config.toml: ['scren'] is no section; did you mean screen?",
        "config.toml: [screen] 'brigthness' is not known; did you mean brightness?",
        "config.toml: [screen] facing = 'turnin': must be one of fixed, turning, two-sided"
        "; did you mean turning?",
        "config.toml: [screen] rotation = 45: must be a whole number, 0, 90, 180, 270",
        "config.toml: [screen] marks = 1: must be true or false",
        "config.toml: [buttons] hold_seconds = 'long': must be a number, 0.3 to 5.0",
        "config.toml: [buttons] one = true: must be a whole number, 0 to 27",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[screen\n", "Expected ']'"),
        ("screen = 3\n", "screen is a section"),
        ("[buttons]\none = 27\n", "GPIO 27 is used twice"),
        ('[camera]\nsource = "folder"\n', "folder names none"),
        ('[files]\ngames = "../../etc/passwd"\n', "a plain name"),
        ('[files]\nexports = "/"\n', "a plain name"),
        ("[sound]\nvolume = nan\n", "a whole number"),
        ("[buttons]\nhold_seconds = nan\n", "a number"),
        ("# " + "x" * 70_000, "longer than"),
        (f"[camera]\nwidth = {'9' * 5000}\n", "a number in it is too long"),
        (f"[camera]\nwidth = {'9' * 4000}\n", "width = 99.*: must be a whole number"),
        (f"[camera]\nwidth = 0x{'f' * 5000}\n", "width = a huge number: must be a whole number"),
        (f"[camera]\nwidth = [0x{'f' * 5000}]\n", "width = a huge number: must be a whole number"),
        (f"[buttons]\nhold_seconds = 0x{'f' * 5000}\n", "a huge number: must be a number"),
        (f"[screen]\nlanguage = 0x{'f' * 5000}\n", "a huge number: must be one of"),
        (f"[camera]\nwidth = {'[' * 9000}{']' * 9000}\n", "nested too deeply"),
        ("[camera]\nfolder = 'a\0b'\n", "character"),
        ('[camera]\nfolder = "a\\u0000b"\n', "a path in quotes"),
        ("[buttons]\nhold_seconds = inf\n", "a number"),
        ("[buttons]\nhold_seconds = [1.0]\n", "a number"),
        ("[camera]\nwidth = 2026-01-01\n", "a whole number"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, told):
    with pytest.raises(ConfigError, match=told) as wrong:
        read_config(write(tmp_path, text))
    (problem,) = wrong.value.problems
    assert "\n" not in problem
    assert len(problem) < 200


def test_leds_may_both_be_missing(tmp_path):
    read_config(write(tmp_path, "[buttons]\none_led = 0\ntwo_led = 0\n"))


def test_bytes_that_are_no_text_are_said_to_be_none(tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_config(path)


def test_what_is_no_file_is_said_to_be_none_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(ConfigError, match="cannot be read: not a regular file"):
            read_config(path)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=3,
)
names = st.sampled_from([name for section in JUDGES.values() for name in section]) | st.text()


@QUICK
@given(
    st.dictionaries(
        st.sampled_from(list(JUDGES)) | st.text(),
        values | st.dictionaries(names, values, max_size=4),
        max_size=4,
    )
)
def test_no_overlay_breaks_the_reader(overlay):
    with suppress(ConfigError):
        assert parse_config(SHIPPED, overlay).settings.target >= 10
    assert all(len(problem) < 400 for problem in problems_of(overlay))


# What was set on the screen


def test_what_was_set_on_the_screen_lies_over_the_rest(tmp_path):
    overlay = write(tmp_path, '[camera]\nsource = "usb"\n[sound]\nvolume = 20\n')
    base = read_config(overlay)
    file = ConfigFile(tmp_path / NAME, base)
    assert read_config(overlay, file.path) == base
    changed = base.changed({("sound", "volume"): 90, ("camera", "folder"): 'a "b" \\ é'})
    file.keep(changed)
    assert read_config(overlay, file.path) == changed
    assert "source" not in file.path.read_text(encoding="utf-8")  # what is as below is left to it
    file.keep(base)
    assert read_config(overlay, file.path) == base
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.toml", NAME]


def test_a_configuration_that_cannot_be_kept_leaves_the_old_file(tmp_path):
    base = read_config()
    file = ConfigFile(tmp_path / NAME, base)
    file.keep(base.changed({("sound", "volume"): 10}))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limit[1]))  # no file grows beyond this
        with pytest.raises(StoreError):
            file.keep(base.changed({("sound", "volume"): 20}))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert read_config(file.path).number("sound", "volume") == 10


def test_errors_of_all_files_are_told_at_once(tmp_path):
    one = write(tmp_path, "[sound]\nvolume = 200\n")
    two = tmp_path / NAME
    two.write_text("[sond]\n", encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        read_config(one, two)
    assert [problem.split(":")[0] for problem in wrong.value.problems] == ["config.toml", NAME]
