"""The doctor: every fault is found and has its remedy; the facts are true ones."""

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from device.cli import main
from device.commands import doctor as command
from device.store.lines import line_bytes
from device.system.doctor.facts import (
    games_state,
    gather,
    model_troubles,
    screen_trouble,
    state_trouble,
    throttled,
    usb_cameras,
)
from device.system.doctor.judge import FileState, Grade, MachineFacts, examine, worst
from device.system.facts import MOSAIX_NETWORKS, TILE_NETWORKS
from device.system.failed_starts import FAILED, MARKER, Starts
from tests.device.store.kept_games import keep, opened, played
from tests.device.store.test_store_trouble import mounted
from vision.net import MODELS

ROOT = Path(__file__).parents[3]
SEPMOSA = Path(sys.executable).with_name("sepmosa")
NOBODY = 65534
STATE, CONFIG = "/var/lib/sepmosa", "/etc/sepmosa/config.toml"
AS_COMPANION = "sudo -u sepmosa sepmosa doctor"
WELL = MachineFacts(
    is_pi=True,
    machine="Raspberry Pi 5 Model B Rev 1.0",
    python=(3, 11),
    versions={"numpy": "1.24.2"},
    config_problems=(),
    config_unread={},
    wants_camera=True,
    wants_buttons=True,
    cameras=("imx708",),
    picamera_trouble=None,
    model_troubles={"a drawn table is read": None},
    state=STATE,
    state_trouble=None,
    free_bytes=8 << 30,
    games=FileState.SOUND,
    damaged_files=(),
    failed_starts=0,
    account="sepmosa",
    asker="sepmosa",
    groups=frozenset({"sepmosa", "video", "render", "input", "gpio", "audio"}),
    known_groups=frozenset({"root", "sepmosa", "video", "render", "input", "gpio", "audio"}),
    screen_trouble=None,
    touch_trouble=None,
    buttons_trouble=None,
    sound_trouble=None,
    speech_trouble=None,
    throttled=0,
)
FAULTS = [
    ({"python": (3, 10)}, "python", "Install Python 3.11"),
    ({"python": (3, 14)}, "python", "Install Python 3.11"),
    ({"versions": {"numpy": None}}, "packages", "make install"),
    ({"config_problems": ("[screen] x is not known",)}, "config", "Correct that line"),
    ({"config_unread": {CONFIG: errno.EACCES}}, "config", f"chmod a+rX /etc/sepmosa {CONFIG}"),
    ({"config_unread": {CONFIG: errno.EACCES}, "asker": "pi"}, "config", AS_COMPANION),
    (
        {"config_unread": {f"{STATE}/device.toml": errno.EACCES}},
        "config",
        f"chown -R sepmosa {STATE}",
    ),
    ({"config_unread": {CONFIG: errno.EISDIR}, "asker": "pi"}, "config", "in its place"),
    ({"failed_starts": 3}, "starts", "journalctl"),
    ({"model_troubles": {"reader.onnx": "missing"}}, "eyes", "install again"),
    ({"cameras": ()}, "camera", "ribbon cable"),
    ({"cameras": (), "picamera_trouble": "No module"}, "camera", "apt install python3-picamera2"),
    ({"state_trouble": errno.EACCES}, "disk", f"chown -R sepmosa {STATE}"),
    ({"state_trouble": errno.EPERM, "asker": "pi"}, "disk", AS_COMPANION),
    ({"state_trouble": errno.EROFS}, "disk", "use another card"),
    ({"state_trouble": errno.EIO, "asker": "pi"}, "disk", "use another card"),
    ({"state_trouble": errno.ENOSPC}, "disk", "Make room"),
    ({"state_trouble": errno.EDQUOT, "asker": "pi"}, "disk", "Make room"),
    ({"state_trouble": errno.ENOTDIR}, "disk", "move it away"),
    ({"free_bytes": 1 << 20}, "disk", "remove exports"),
    ({"games": FileState.DAMAGED}, "games", "Restart the companion"),
    ({"games": FileState.UNREADABLE}, "games", "chown"),
    ({"games": FileState.UNREADABLE, "asker": "pi"}, "games", AS_COMPANION),
    ({"games": FileState.NO_FILE}, "games", "it sets that aside"),
    ({"games": FileState.NEWER}, "games", "make update"),
    ({"games": FileState.GONE}, "games", "Put a copy back"),
    ({"groups": frozenset({"sepmosa"})}, "groups", "usermod"),
    ({"screen_trouble": "no screen is connected"}, "screen", "Connect a screen"),
    ({"buttons_trouble": "No module named 'lgpio'"}, "buttons", "apt install python3-lgpio"),
    ({"throttled": 0x50005}, "power", "power supply"),
]
WARNINGS = [
    ({"free_bytes": 200 << 20}, "disk", "remove exports"),
    ({"damaged_files": ("games.damaged-1.sqlite",)}, "games", "copy the file away"),
    ({"touch_trouble": "no touch"}, "touch", "cable"),
    ({"sound_trouble": "no sound device"}, "sound", "speaker"),
    ({"speech_trouble": "espeak-ng is not installed"}, "speech", "apt install espeak-ng"),
    ({"throttled": 0x50000}, "power", "power supply"),
    ({"throttled": 0x8}, "power", "air"),
]


def test_a_healthy_pi_is_fine():
    findings = examine(WELL)
    assert worst(findings) is Grade.FINE
    assert all(finding.remedy is None for finding in findings)


@pytest.mark.parametrize(
    ("change", "name", "remedy", "grade"),
    [
        *((*each, Grade.FAULT) for each in FAULTS),
        *((*each, Grade.WARNING) for each in WARNINGS),
    ],
)
def test_every_trouble_is_found_with_its_remedy(change, name, remedy, grade):
    findings = examine(replace(WELL, **change))
    bad = [finding for finding in findings if finding.grade is not Grade.FINE]
    assert worst(findings) is grade
    assert {finding.name for finding in bad} == {name}
    assert any(remedy in finding.remedy for finding in bad)
    assert all("\n" not in finding.remedy for finding in bad)


def test_what_is_not_wanted_is_not_missed():
    quiet = replace(
        WELL, wants_camera=False, cameras=(), wants_buttons=False, buttons_trouble="none"
    )
    assert worst(examine(quiet)) is Grade.FINE
    assert worst(examine(replace(WELL, games=FileState.IN_USE))) is Grade.FINE
    few = replace(WELL, groups=frozenset({"video"}), known_groups=frozenset({"video"}))
    assert worst(examine(few)) is Grade.FINE


def test_a_desk_needs_no_camera_no_buttons_and_no_groups():
    desk = replace(
        WELL, is_pi=False, cameras=(), picamera_trouble="x", buttons_trouble="x", touch_trouble="x",
        groups=frozenset(), throttled=None,
    )  # fmt: skip
    assert worst(examine(desk)) is Grade.FINE


# The facts


def test_usb_cameras_are_told_from_the_nodes_of_the_chip(tmp_path):
    for name, where, told in (
        ("video0", "devices/platform/usb1/1-1/video4linux", "HD Webcam"),
        ("video1", "devices/platform/usb1/1-1/video4linux", "HD Webcam"),
        ("video10", "devices/platform/bcm2835-codec/video4linux", "bcm2835-codec-decode"),
    ):
        folder = tmp_path / "sys" / where / name
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{told}\n")
        (tmp_path / "sys/class/video4linux").mkdir(parents=True, exist_ok=True)
        (tmp_path / "sys/class/video4linux" / name).symlink_to(folder)
    assert usb_cameras(tmp_path) == ("HD Webcam",)


@pytest.mark.parametrize(
    ("told", "bits"), [("throttled=0x50005", 0x50005), ("throttled=0x0", 0), ("error", None)]
)
def test_the_firmware_is_understood(tmp_path, told, bits):
    assert throttled(tmp_path, lambda: told) == bits


def test_the_kernel_is_asked_where_the_firmware_cannot_be(tmp_path):
    assert throttled(tmp_path, lambda: None) is None
    sensor = tmp_path / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    assert throttled(tmp_path, lambda: None) == 1
    (sensor / "in0_lcrit_alarm").write_text("0\n")
    assert throttled(tmp_path, lambda: None) == 0


def test_a_screen_is_a_desktop_or_a_card(tmp_path):
    assert screen_trouble(tmp_path, {"DISPLAY": ":0"}, False) is None
    assert screen_trouble(tmp_path, {}, False) == "there is no desktop session"
    assert screen_trouble(tmp_path, {}, True) == "no screen is connected"
    (tmp_path / "dev/dri").mkdir(parents=True)
    (tmp_path / "dev/dri/card1").touch()
    assert screen_trouble(tmp_path, {}, True) is None


def test_the_games_are_judged_and_nothing_is_left_beside_them(tmp_path):
    path = tmp_path / "games.txt"
    assert games_state(path) is FileState.NONE
    with opened(path) as store:
        keep(store, played("R7@4+1"))
        assert games_state(path) is FileState.IN_USE
    before = sorted(tmp_path.iterdir())
    assert games_state(path) is FileState.SOUND
    raw = bytearray(path.read_bytes())
    raw[:100] = bytes(100)
    path.write_bytes(raw)
    assert games_state(path) is FileState.DAMAGED
    path.write_bytes(line_bytes(1, '[["games",99]]'))
    assert games_state(path) is FileState.NEWER
    assert sorted(tmp_path.iterdir()) == before
    path.unlink()
    assert games_state(path) is FileState.GONE
    path.mkdir()
    assert games_state(path) is FileState.NO_FILE


def test_a_disk_that_is_full_or_read_only_is_told_as_such(tmp_path):
    folder = tmp_path / "small"
    with mounted(folder, "size=256k"):
        path = folder / "games.txt"
        with opened(path) as store:
            keep(store, played("R7@4+1"))
        assert (state_trouble(folder), games_state(path)) == (None, FileState.SOUND)
        with suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(512))
        assert (state_trouble(folder), games_state(path)) == (errno.ENOSPC, FileState.SOUND)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        assert (state_trouble(folder), games_state(path)) == (errno.EROFS, FileState.SOUND)
        assert state_trouble(folder / "not" / "made") == errno.EROFS
        assert state_trouble(path / "state") == errno.ENOTDIR


def test_networks_that_are_missing_or_damaged_are_named(tmp_path):
    models = tmp_path / "models"
    shutil.copytree(MODELS, models)
    whole = {"a drawn table is read": None, "drawn dice and boards are read": None}
    assert model_troubles() == model_troubles(models) == whole
    damaged = models / "reader.onnx", models / "cells.onnx"
    for path in damaged:
        path.write_bytes(path.read_bytes()[:5000])
    told = model_troubles(models)
    assert told.keys() == whole.keys()
    for path, said in zip(damaged, told.values(), strict=True):
        assert path.name in said
    for path in damaged:
        path.unlink()
    assert model_troubles(models) == {"reader.onnx": "missing", "cells.onnx": "missing"}


def test_every_network_that_is_shipped_is_looked_for():
    shipped = {path.name for path in MODELS.glob("*.onnx")}
    assert shipped == {*TILE_NETWORKS, *MOSAIX_NETWORKS}


def test_the_facts_of_this_machine_are_gathered(tmp_path):
    (tmp_path / MARKER).write_text("2")
    (tmp_path / "games.damaged-1.sqlite").touch()
    wrong = tmp_path / "config.toml"
    wrong.write_text("[screen]\nlanguage = 3\n")
    facts = gather(wrong, tmp_path)
    assert facts.python == sys.version_info[:2]
    assert facts.failed_starts == 2
    assert facts.damaged_files == ("games.damaged-1.sqlite",)
    assert len(facts.config_problems) == 1
    assert facts.state_trouble is None
    assert facts.free_bytes > 0
    assert facts.versions["numpy"]


def test_starts_that_were_counted_elsewhere_are_found(tmp_path):
    """On a card that takes nothing the kiosk counts in its runtime folder."""
    state, runtime = tmp_path / "state", tmp_path / "run"
    state.write_text("in the way")
    for _ in range(FAILED):
        Starts([state, runtime]).begin()
    assert gather(None, state, runtime).failed_starts == FAILED
    assert gather(None, state).failed_starts == 0


def test_the_places_of_the_installed_companion_are_those_of_its_unit():
    unit = (ROOT / "systemd/sepmosa.service").read_text(encoding="utf-8")
    assert f"--config {command.CONFIG}\n" in unit
    assert f"\nStateDirectory={command.STATE.relative_to('/var/lib')}\n" in unit
    assert f"\nRuntimeDirectory={command.RUNTIME.relative_to('/run')}\n" in unit


def test_the_command_looks_where_the_installed_companion_counts(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "STATE", tmp_path / "state")
    monkeypatch.setattr(command, "RUNTIME", tmp_path / "run")
    (tmp_path / "state").mkdir()
    for _ in range(FAILED):
        Starts([tmp_path / "run"]).begin()
    assert main(["doctor"]) == 1
    assert f"the last {FAILED} starts have failed" in capsys.readouterr().out


def doctor(*words):
    env = {**os.environ, "DISPLAY": ":99"}
    return subprocess.run(
        [SEPMOSA, "doctor", *words], env=env, capture_output=True, text=True, check=False
    )


def test_the_command_tells_people_and_scripts(tmp_path):
    done = doctor("--state", str(tmp_path), "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1 if told["worst"] == "fault" else 0, "")
    assert {"name", "grade", "told", "remedy"} == set(told["findings"][0])
    wrong = tmp_path / "config.toml"
    wrong.write_text('[screen]\nlangauge = "\x1b[31m"\n'.replace("\x1b", "\\u001b"))
    done = doctor("--state", str(tmp_path), "--config", str(wrong))
    assert done.returncode == 1
    assert "✗ config" in done.stdout
    assert "did you mean language?" in done.stdout
    assert "→ Correct that line" in done.stdout
    assert "\x1b" not in done.stdout


# Where who asks may not look

AS_NOBODY = f"""
import contextlib, io, os, sys
from device.system.doctor import facts as doctor_facts
from device.cli import main
doctor_facts.model_troubles = dict
doctor_facts.ACCOUNT = "root"
with contextlib.redirect_stdout(io.StringIO()):
    main(sys.argv[1:])  # imports everything as long as it may
os.setgroups([])
os.setresgid(*3 * [{NOBODY}])
os.setresuid(*3 * [{NOBODY}])
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def open_folder():
    """A folder that everyone may look into; pytest's own are for their owner alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def doctor_as_nobody(*words):
    """The findings told to an account that owns nothing, root standing in for the companion."""
    if os.getuid() != 0:
        pytest.skip("needs root to ask as somebody else")
    command = [sys.executable, "-c", AS_NOBODY, "doctor", "--json", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    return {each["name"]: each for each in json.loads(done.stdout)["findings"]}


def test_a_state_folder_as_installed_is_asked_about_in_the_companions_name(open_folder):
    state = open_folder / "state"
    with opened(state / "games.txt") as store:
        keep(store, played("R7@4+1"))
    (state / "device.toml").write_text("")
    state.chmod(0o750)
    found = doctor_as_nobody("--state", state)
    for name in ("config", "disk", "games"):
        assert found[name]["grade"] == "fault"
        assert found[name]["remedy"].endswith("sudo -u root sepmosa doctor")
    assert found["config"]["told"] == f"{state}/device.toml cannot be read: Permission denied"


def test_a_config_folder_that_is_closed_is_told(open_folder):
    config = open_folder / "etc" / "config.toml"
    config.parent.mkdir()
    config.write_text('[screen]\nlanguage = "de"\n')
    config.parent.chmod(0o700)
    state = open_folder / "none-yet"
    found = doctor_as_nobody("--state", state, "--config", config)
    assert found["config"]["told"] == f"{config} cannot be read: Permission denied"
    assert found["config"]["remedy"].startswith("Let everybody read it: sudo chmod a+rX")


def test_a_state_folder_within_a_closed_one_is_told(open_folder):
    state = open_folder / "closed" / "state"
    state.mkdir(parents=True)
    state.parent.chmod(0o700)
    found = doctor_as_nobody("--state", state)
    assert found["disk"]["told"] == f"{state} cannot be written: Permission denied"
    assert found["disk"]["remedy"].endswith("sudo -u root sepmosa doctor")
    assert found["games"]["grade"] == "fault"
