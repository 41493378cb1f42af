"""The units of sharing: another user, the house's network, no device, and nothing to write; and the
companion stays without a network."""

import argparse
import configparser
import re
import subprocess
from pathlib import Path

import pytest

from device.commands import share as share_command
from device.share.config import PORTS, read_share_config
from device.share.wish import WISH
from device.system.sharing import SharingFiles
from tests.systemd.test_unit import COMMAND, WORST, analyze

ROOT = Path(__file__).parent.parent.parent
SERVICE, PATH = (ROOT / f"systemd/sepmosa-share.{kind}" for kind in ("service", "path"))
COMPANION = ROOT / "systemd/sepmosa.service"


def sections(unit):
    """The unit's sections; of a name that comes several times the last."""
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str
    parsed.read(unit)
    return parsed


@pytest.fixture(scope="module")
def service():
    return sections(SERVICE)["Service"]


@analyze
def test_systemd_finds_nothing_wrong(tmp_path):
    command = tmp_path / "sepmosa"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    for unit in (SERVICE, PATH, COMPANION):
        (tmp_path / unit.name).write_text(unit.read_text().replace(COMMAND, str(command)))
    done = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / unit.name for unit in (SERVICE, PATH))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "sepmosa" in line]
    assert (done.returncode, ours) == (0, [])


@analyze
@pytest.mark.parametrize("unit", [SERVICE, COMPANION], ids=lambda unit: unit.name)
def test_hardly_exposed(unit):
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= WORST


def test_the_wish_starts_it_and_keeps_it():
    wish = f"/var/lib/sepmosa/{WISH}"
    assert sections(PATH)["Path"]["PathExists"] == wish
    assert sections(SERVICE)["Unit"]["ConditionPathExists"] == wish
    assert "Install" in sections(PATH)
    assert "Install" not in sections(SERVICE)  # nothing else starts it


def test_it_runs_what_is_installed(service):
    command, name, *words = service["ExecStart"].split()
    assert (command, name) == (COMMAND, "share")
    parser = argparse.ArgumentParser()
    share_command.add_arguments(parser)
    options = parser.parse_args(words)
    assert options.as_wished
    assert (options.config, options.state) == ("/etc/sepmosa/share.toml", "/var/lib/sepmosa")
    assert options.companion == f"/run/{sections(COMPANION)['Service']['RuntimeDirectory']}"


def test_it_may_read_the_games_and_write_nothing(service):
    companion = sections(COMPANION)["Service"]
    assert service["DynamicUser"] == "yes"
    assert service["Group"] == companion["User"]
    assert companion["UMask"] == "0027"  # its files can be read by the group
    assert companion["StateDirectoryMode"] == "0750"
    assert service["ProtectSystem"] == "strict"
    assert "/var/lib/sepmosa" in service["ReadOnlyPaths"].split()
    assert not {"ReadWritePaths", "StateDirectory", "CacheDirectory"} & set(service)
    assert "misreadings" in service["InaccessiblePaths"]
    assert service["CapabilityBoundingSet"] == ""


def test_the_companion_writes_and_reads_where_the_unit_does(service):
    runtime = f"/run/{sections(COMPANION)['Service']['RuntimeDirectory']}"
    files = SharingFiles.beside(Path("/var/lib/sepmosa"), {"RUNTIME_DIRECTORY": runtime})
    assert str(files.state / WISH) == sections(PATH)["Path"]["PathExists"]
    assert str(files.theirs) == f"/run/{service['RuntimeDirectory']}"
    assert (service["RuntimeDirectoryMode"], service["Group"]) == ("0750", "sepmosa")
    # a folder named here that comes and goes with the companion would keep sharing from starting,
    # and be seen as it once was
    assert runtime not in service["ReadOnlyPaths"].split()


def test_it_has_no_device(service):
    assert (service["PrivateDevices"], service["DevicePolicy"]) == ("yes", "closed")
    assert "DeviceAllow" not in service
    assert "SupplementaryGroups" not in service


def test_only_the_house_is_reached(service):
    assert service["IPAddressDeny"] == "any"
    allowed = service["IPAddressAllow"].split()
    assert allowed[:2] == ["localhost", "link-local"]
    assert all(re.match(r"10\.|172\.16\.|192\.168\.|fc00:", each) for each in allowed[2:])
    assert service["SocketBindDeny"] == "any"
    assert service["SocketBindAllow"] == f"tcp:{PORTS.start}-{PORTS.stop - 1}"


def test_the_companion_has_no_network():
    service = sections(COMPANION)["Service"]
    assert service["RestrictAddressFamilies"].split() == ["AF_UNIX", "AF_NETLINK"]
    assert service["IPAddressDeny"] == "any"
    assert "IPAddressAllow" not in service


def test_the_game_comes_first(service):
    assert int(service["Nice"]) > 0
    assert int(service["CPUWeight"]) < 100
    assert int(service["IOWeight"]) < 100
    assert "MemoryMax" in service
    assert int(service["TasksMax"]) <= 32


def test_the_shipped_share_toml_changes_nothing(tmp_path):
    file = ROOT / "systemd/share.toml"
    assert read_share_config(file) == read_share_config(None)
    uncommented = re.sub(r"^# (?=\w+ = )", "", file.read_text(), flags=re.MULTILINE)
    (tmp_path / "share.toml").write_text(uncommented)
    config = read_share_config(tmp_path / "share.toml")
    assert (config.table, config.broker.user) == ("Table 3", "table3")
