"""The unit: systemd understands it, and it gives nothing away."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.system.failed_starts import FAILED, LASTED
from device.system.kiosk import SWITCHED_OFF

ROOT = Path(__file__).parent.parent.parent
UNIT = ROOT / "systemd" / "sepmosa.service"
COMMAND = "/usr/lib/sepmosa/bin/sepmosa"
WORST = 2.0  # exposure, of 10

analyze = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")


@pytest.fixture(scope="module")
def unit():
    """The unit's sections; of a name that comes several times the last."""
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str
    parsed.read(UNIT)
    return parsed


@analyze
def test_systemd_finds_nothing_wrong(tmp_path):
    command = tmp_path / "sepmosa"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text().replace(COMMAND, str(command)))
    done = subprocess.run(
        ["systemd-analyze", "verify", here], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "sepmosa" in line]
    assert (done.returncode, ours) == (0, [])


@analyze
def test_a_unit_with_a_mistake_would_be_noticed(tmp_path):
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text().replace("WatchdogSec=", "WatchDogSec="))
    done = subprocess.run(
        ["systemd-analyze", "verify", here], capture_output=True, text=True, check=False
    )
    assert "WatchDogSec" in done.stderr


@analyze
def test_it_is_hardly_exposed():
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", UNIT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= WORST


def test_it_starts_what_is_installed_and_is_watched(unit):
    service = unit["Service"]
    assert service["ExecStart"].startswith(f"{COMMAND} companion")
    assert "--config /etc/sepmosa/config.toml" in service["ExecStart"]
    account = (ROOT / "systemd/package/sepmosa.sysusers").read_text()
    assert f"u {service['User']} - " in account
    assert f" /var/lib/{service['StateDirectory']}\n" in account
    assert (service["Type"], service["Restart"]) == ("notify", "always")
    assert int(service["WatchdogSec"].removesuffix("s")) >= 10


def test_no_network_but_what_the_kernel_says_of_devices(unit):
    """A network of its own would keep out udev's word of a touchscreen plugged in later."""
    service = unit["Service"]
    assert service["RestrictAddressFamilies"].split() == ["AF_UNIX", "AF_NETLINK"]
    assert service["IPAddressDeny"] == "any"
    assert "PrivateNetwork" not in service


def test_switching_off_is_not_taken_for_a_crash(unit):
    service = unit["Service"]
    assert service["RestartPreventExitStatus"] == str(SWITCHED_OFF)
    assert service["SuccessExitStatus"] == str(SWITCHED_OFF)
    assert f"= {SWITCHED_OFF} ]" in service["ExecStopPost"]


def test_the_limit_leaves_room_for_safe_mode_and_repair(unit):
    assert int(unit["Unit"]["StartLimitBurst"]) > FAILED + 1
    assert 60 * int(unit["Unit"]["StartLimitIntervalSec"].removesuffix("min")) > LASTED
