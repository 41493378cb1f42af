"""Installing into a staging folder: twice, updating, uninstalling; what is kept and what goes."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = sorted((ROOT / "systemd").glob("*.sh"))
TREE = ("engine", "vision", "device", "systemd", "pyproject.toml", "constraints.txt")
TREE += ("README.md", "LICENSE", "Makefile")

staging = pytest.mark.skipif(
    importlib.util.find_spec("setuptools") is None or shutil.which("make") is None,
    reason="needs make, and setuptools to build without a network",
)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the sources, so that a new version can be made of them."""
    copy = tmp_path_factory.mktemp("source")
    for name in TREE:
        there = ROOT / name
        ignored = shutil.ignore_patterns("__pycache__")
        if there.is_dir():
            shutil.copytree(there, copy / name, ignore=ignored)
        else:
            shutil.copy(there, copy / name)
    return copy


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """Setuptools and nothing else, for builds that must not ask the network."""
    folder = tmp_path_factory.mktemp("tools")
    found = Path(importlib.util.find_spec("setuptools").origin).parent.parent
    for each in [*found.glob("setuptools*"), *found.glob("_distutils_hack")]:
        (folder / each.name).symlink_to(each)
    return folder


@pytest.fixture(scope="module")
def make(source, tools, tmp_path_factory):
    """Runs make in the copy, staging into one folder, as someone whose new files are for nobody
    else; returns what it said."""
    stage = tmp_path_factory.mktemp("stage")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    env |= {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    env |= {"PYTHONPATH": str(tools), "PIP_NO_COMPILE": "1"}

    def run(*words):
        done = subprocess.run(
            ["make", *words, f"DESTDIR={stage}", f"PYTHON={sys.executable}"],
            cwd=source, env=env, umask=0o077, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run.stage = stage
    return run


def releases(stage):
    return sorted(path.name for path in (stage / "opt/sepmosa/releases").iterdir())


def contents(stage):
    """Every file and link of a staging folder but what Python compiles as it goes."""
    return {
        path.relative_to(stage): path.readlink() if path.is_symlink() else path.read_bytes()
        for path in stage.rglob("*")
        if (path.is_symlink() or path.is_file()) and "__pycache__" not in path.parts
    }


def closed_to_others(folder):
    """Every folder that the companion's account could not look into, every file it could not
    read."""
    there = (folder, *folder.rglob("*"))
    wanted = ((path, 0o005 if path.is_dir() else 0o004) for path in there if path.exists())
    return [path for path, mode in wanted if path.stat().st_mode & mode != mode]


@staging
def test_a_life_from_install_to_uninstall(make, source):
    stage = make.stage
    told = make("install")
    assert re.findall(r"^\[(\d)/7\]", told, re.MULTILINE) == list("1234567")
    assert "config.toml made" in told
    first = releases(stage)
    assert len(first) == 1
    assert (stage / "opt/sepmosa/current").readlink() == Path("releases") / first[0]
    shebang = (stage / "opt/sepmosa/current/bin/sepmosa").read_text().splitlines()[0]
    assert shebang == f"#!/opt/sepmosa/releases/{first[0]}/bin/python"
    assert (stage / "usr/local/bin/sepmosa").readlink() == Path("/opt/sepmosa/current/bin/sepmosa")

    assert closed_to_others(stage / "opt/sepmosa") == []
    assert closed_to_others(stage / "etc/sepmosa") == []

    before = contents(stage)
    assert "there already" in make("install")
    assert contents(stage) == before  # once more changes nothing

    config = stage / "etc/sepmosa/config.toml"
    config.write_text('[screen]\nlanguage = "nl"\n')
    games = stage / "var/lib/sepmosa/games.txt"
    games.write_bytes(b"all the games")
    (source / "device/__init__.py").write_text("# a newer version\n")
    assert f"{first[0]} removed" in make("update")
    assert releases(stage) != first
    assert len(releases(stage)) == 1
    assert config.read_text() == '[screen]\nlanguage = "nl"\n'
    assert games.read_bytes() == b"all the games"

    interrupted = stage / "opt/sepmosa" / (stage / "opt/sepmosa/current").readlink()
    (interrupted / "whole").unlink()
    (interrupted / "bin/sepmosa").unlink()
    make("install")  # a release half made is made anew
    assert (interrupted / "bin/sepmosa").exists()

    assert "left in /etc/sepmosa" in make("uninstall")
    left = {path for path in contents(stage) if path.name != ".keep"}
    assert left == {config.relative_to(stage), games.relative_to(stage)}
    make("uninstall")  # once more is no error
    make("uninstall", "PURGE=1")
    assert contents(stage) == {}


@staging
def test_an_update_of_nothing_says_what_to_do(source, tmp_path):
    done = subprocess.run(
        ["make", "update", f"DESTDIR={tmp_path}"],
        cwd=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "try sudo make install" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_old_python_is_refused(tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = subprocess.run(
        ["sh", ROOT / "systemd/install.sh"],
        env={**os.environ, "DESTDIR": str(tmp_path / "stage"), "PYTHON": str(old)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "not Python 3.11, 3.12 or 3.13" in done.stderr
    assert not (tmp_path / "stage").exists()


class Apt:
    """A system that never changes: apt knows and has installed what it is told, and a Python that
    is too old ends the installation after the packages."""

    def __init__(self, folder):
        self.folder = folder
        self.known = self.installed = ""
        self.refused = False

    def run(self):
        """The exit status and what was said, of an installation by root."""
        has = f"case ' {self.installed} ' in *\" $4 \"*)"
        fakes = {
            "id": "echo 0",
            "apt-cache": f"case ' {self.known} ' in *\" $2 \"*) echo '  Candidate: 1.0';; esac",
            "apt-get": f"echo apt-get $1 >>{self.folder}/did; exit {100 if self.refused else 0}",
            "dpkg-query": f"{has} echo 'install ok installed';; esac",
            "python3": "exit 1",
        }
        for name, line in fakes.items():
            fake = self.folder / name
            fake.write_text(f"#!/bin/sh\n{line}\n")
            fake.chmod(0o755)
        env = {"PATH": f"{self.folder}:{os.environ['PATH']}", "PYTHON": f"{self.folder}/python3"}
        done = subprocess.run(
            ["sh", ROOT / "systemd/install.sh"],
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    @property
    def did(self):
        told = self.folder / "did"
        return told.read_text().splitlines() if told.exists() else []


@pytest.fixture
def apt(tmp_path):
    return Apt(tmp_path)


REQUIRED = "python3-venv python3-pip python3-numpy libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"
REQUIRED += " libudev1 libxkbcommon0 libasound2t64"


def test_broken_lists_stop_it_with_one_clear_line(apt):
    apt.refused = True
    status, told, trouble = apt.run()
    assert status == 1
    assert trouble.startswith(
        "sepmosa: no package python3-venv to be had: see that sudo apt update"
    )
    assert trouble.count("\n") == 1
    assert "all there" not in told
    assert "[2/7]" not in told


@pytest.mark.parametrize("name", REQUIRED.split())
def test_each_required_package_that_cannot_be_had_stops_it(apt, name):
    apt.known = apt.installed = REQUIRED.replace(name, "")
    status, told, trouble = apt.run()
    assert (status, trouble.count("\n")) == (1, 1)
    assert f"no package {name.replace('libasound2t64', 'libasound2t64|libasound2')} to" in trouble
    assert "[2/7]" not in told


def test_what_only_raspberry_pi_os_has_is_not_waited_for(apt):
    apt.known = apt.installed = REQUIRED
    _, told, trouble = apt.run()
    assert told.count("going on without") == 2
    assert "[2/7]" in told
    assert "not Python 3.11, 3.12 or 3.13" in trouble
    assert apt.did == ["apt-get update"]


def test_packages_that_apt_cannot_install_stop_it(apt):
    apt.known, apt.refused = f"{REQUIRED} python3-picamera2 python3-lgpio", True
    status, told, trouble = apt.run()
    assert status == 1
    assert "apt could not install python3-venv python3-pip" in trouble
    assert "[2/7]" not in told
    assert apt.did == ["apt-get install"]


def test_a_python_without_pip_is_refused(tmp_path):
    """A Python of one's own, for which no package is looked up."""
    bare = tmp_path / "python3"
    bare.write_text('#!/bin/sh\ncase "$*" in *pip*) exit 1;; esac\n')
    bare.chmod(0o755)
    done = subprocess.run(
        ["sh", ROOT / "systemd/install.sh"],
        env={**os.environ, "DESTDIR": str(tmp_path / "stage"), "PYTHON": str(bare)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "has no pip: try sudo apt install python3-pip" in done.stderr
    assert not (tmp_path / "stage").exists()


@pytest.fixture
def open_folder():
    """A folder that everyone may look into; pytest's own are for their owner alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_only_root_may_change_the_system(open_folder):
    shutil.copytree(ROOT / "systemd", open_folder / "systemd")
    command = ["sh", open_folder / "systemd/install.sh"]
    if os.getuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("needs setpriv to stop being root")
        command = ["setpriv", "--reuid=65534", "--clear-groups", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "sepmosa: this changes the system: try sudo make install\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_clean(script):
    subprocess.run(["sh", "-n", script], check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("the shell reads it; shellcheck would say more")
    done = subprocess.run(
        ["shellcheck", "-x", "-P", ROOT, script], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""


def test_every_package_is_named_once():
    lines = (ROOT / "systemd/packages.txt").read_text().splitlines()
    names = [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9.+-]+(\|[a-z0-9.+-]+)*\??", name) for name in names)
    assert {name for name in names if "?" in name} == {"python3-picamera2?", "python3-lgpio?"}
