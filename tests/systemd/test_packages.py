"""The packages resolve to finished wheels for a Raspberry Pi, with the numpy each system has.

By hand: `python -m pytest tests/systemd/test_packages.py -rs`.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SYSTEMS = {"bookworm": ("3.11", "1.24.2"), "trixie": ("3.13", "2.2.4")}
PLATFORMS = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
OFFLINE = ("connection", "resolution", "Max retries", "timed out", "ProxyError", "SSLError")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_package_has_a_wheel_for_it(system, tmp_path):
    python, numpy = SYSTEMS[system]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in pins if not line.startswith("numpy==")]
    (tmp_path / "pins.txt").write_text("\n".join([*kept, f"numpy=={numpy}"]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    abi = f"cp{python.replace('.', '')}"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"),
            *("--disable-pip-version-check", "--retries", "1", "--timeout", "10"),
            *("--only-binary", ":all:", "--target", tmp_path / "nowhere"),
            *("--python-version", python, "--implementation", "cp"),
            *(word for each in (abi, "abi3", "none") for word in ("--abi", each)),
            *(word for each in PLATFORMS for word in ("--platform", each)),
            *("--constraint", tmp_path / "pins.txt", "--report", tmp_path / "report.json"),
            *project["dependencies"],
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode and any(sign in done.stderr for sign in OFFLINE):
        pytest.skip(f"no package index within reach: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "report.json").read_text())["install"]
    wheels = {each["metadata"]["name"]: each["download_info"]["url"] for each in found}
    assert {"numpy", "opencv-python-headless", "pygame-ce", "gpiozero"} <= set(wheels)
    versions = {each["metadata"]["name"]: each["metadata"]["version"] for each in found}
    assert versions["numpy"] == numpy
    for url in wheels.values():
        assert url.endswith("-none-any.whl") or "aarch64" in url, url
