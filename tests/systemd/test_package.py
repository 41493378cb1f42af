"""The package: built from wheels whose hashes are known, the same bytes each time, and what it
tells dpkg. The whole of it is installed, upgraded and purged by `make appliance-long`."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "systemd/package"
SCRIPTS = [PACKAGE / name for name in ("preinst", "postinst", "prerm", "postrm")]
SCRIPTS.append(ROOT / "systemd/install.sh")


def load():
    spec = importlib.util.spec_from_file_location("build", PACKAGE / "build.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["build"] = module  # required by dataclasses
    spec.loader.exec_module(module)
    return module


build = load()
packing = pytest.mark.skipif(
    any(shutil.which(each) is None for each in ("dpkg-deb", "git")), reason="needs dpkg-deb and git"
)


# The lock


def locked():
    """Name → version, of every wheel whose hashes are known."""
    return dict(re.findall(r"^(\S+)==(\S+) \\$", build.LOCK.read_text(), re.MULTILINE))


def test_what_is_packaged_is_what_was_tested():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line)
    assert locked().items() <= pins.items(), "python systemd/package/build.py --lock"


def test_everything_needed_is_locked_but_what_the_system_has():
    toml = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = toml["project"]["optional-dependencies"]
    wanted = [*toml["project"]["dependencies"], *toml["build-system"]["requires"]]
    wanted += [each for name in extras if name not in build.NOT_PACKAGED for each in extras[name]]
    names = {re.match(r"[A-Za-z0-9-]+", each)[0] for each in wanted}
    assert names - set(locked()) == {"numpy"}, "python systemd/package/build.py --lock"


def test_the_build_backend_is_the_pinned_one():
    toml = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (backend,) = toml["build-system"]["requires"]
    assert backend == f"setuptools=={locked()['setuptools']}"


def test_every_hash_is_one():
    text = build.LOCK.read_text()
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", text)) == text.count("--hash")
    assert text.count("--hash") >= len(locked())


# A package of small wheels


def wheel(folder, name, version, files):
    """A wheel with these files, as small as they come."""
    inside = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{inside}-py3-none-any.whl"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files = {**files, f"{inside}.dist-info/METADATA": metadata}
    files[f"{inside}.dist-info/WHEEL"] = "Wheel-Version: 1.0\nTag: py3-none-any\n"
    with zipfile.ZipFile(path, "w") as zipped:
        for place, text in {**files, f"{inside}.dist-info/RECORD": ""}.items():
            zipped.writestr(zipfile.ZipInfo(place), text)
    return path


@pytest.fixture
def source(tmp_path):
    """A checkout of a small program."""
    folder = tmp_path / "source"
    files = {
        "pyproject.toml": '[project]\nname = "sepmosa-companion"\nversion = "7.1"\n',
        "LICENSE": "free\n", "CHANGELOG.md": "# news\n", "README.md": "read\n",
        "engine/__init__.py": "", "vision/__init__.py": "", "device/__init__.py": "",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    git = ["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e"]
    subprocess.run(["git", "init", "-q", folder], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "all"], check=True)
    return folder


@pytest.fixture
def pack(source, tmp_path, monkeypatch):
    """Builds a package of the small program and one wheel; no network, no backend."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    files = {"gpiozero/__init__.py": "", "pygame/docs/x.html": "", "pygame/tests/x.py": ""}
    small = wheel(wheels, "gpiozero", "2.0", files)
    (tmp_path / "own").mkdir()
    own = wheel(tmp_path / "own", "sepmosa-companion", "7.1", {"device/__init__.py": ""})
    lock = tmp_path / "wheels.txt"
    lock.write_text(
        f"gpiozero==2.0 --hash=sha256:{hashlib.sha256(small.read_bytes()).hexdigest()}\n"
    )
    monkeypatch.setattr(build, "LOCK", lock)
    monkeypatch.setattr(build, "wheel_of", lambda *_: own)

    def run(place="out"):
        out = tmp_path / place
        out.mkdir()
        return build.build(source, out, "trixie", "arm64", wheels)

    run.wheel = small
    return run


def shown(package, *words):
    return subprocess.run(
        ["dpkg-deb", *words, package], capture_output=True, text=True, check=True
    ).stdout


@packing
def test_the_same_sources_give_the_same_bytes(pack, monkeypatch):
    first = pack()
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    before = os.umask(0o077)
    try:
        second = pack("elsewhere")
    finally:
        os.umask(before)
    assert first.name == "sepmosa_7.1+trixie_arm64.deb"
    assert first.read_bytes() == second.read_bytes()


@packing
def test_what_dpkg_is_told(pack, tmp_path):
    package = pack()
    told = shown(package, "--field")
    assert "Version: 7.1+trixie\nArchitecture: arm64\n" in told
    assert "python3 (>= 3.13~), python3 (<< 3.14~), python3-numpy" in told
    assert "libasound2t64 | libasound2" in told
    assert "Recommends: python3-picamera2, python3-lgpio, espeak-ng\n" in told
    inside = shown(package, "--contents")
    assert "./usr/bin/sepmosa -> ../lib/sepmosa/bin/sepmosa" in inside
    assert "./usr/lib/sepmosa/bin/python -> /usr/bin/python3.13" in inside
    assert "site-packages/gpiozero/__init__.py" in inside
    assert "pygame/docs" not in inside
    assert not re.search(r"^\S+ (?!root/root)", inside, re.MULTILINE)
    modes = {line.split()[0] for line in inside.splitlines()}
    assert modes == {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"}
    papers = tmp_path / "unpacked/usr/share/doc/sepmosa"
    subprocess.run(["dpkg-deb", "-x", package, tmp_path / "unpacked"], check=True)
    assert "gpiozero 2.0: BSD-3-Clause" in (papers / "copyright").read_text()


@packing
def test_a_wheel_that_is_another_than_its_hash_says_is_refused(pack):
    with zipfile.ZipFile(pack.wheel, "a") as zipped:
        zipped.writestr("gpiozero/evil.py", "")
    with pytest.raises(build.Trouble, match=r"HASH|hash|differ|failed"):
        pack()


@packing
def test_a_licence_that_is_not_known_stops_it(pack, monkeypatch):
    monkeypatch.setattr(build, "licences", lambda _: {})
    with pytest.raises(build.Trouble, match="which licence gpiozero has"):
        pack()


@packing
@pytest.mark.parametrize("place", ["device/lab/screens/gallery.py", "tests/test_house.py"])
def test_a_laboratory_inside_stops_it(pack, monkeypatch, tmp_path, place):
    (tmp_path / "more").mkdir()
    own = wheel(tmp_path / "more", "sepmosa-companion", "7.1", {place: ""})
    monkeypatch.setattr(build, "wheel_of", lambda *_: own)
    with pytest.raises(build.Trouble, match=f"the laboratory or a test is inside: {place}"):
        pack()


def test_libraries_are_named_as_their_licences_are():
    names = [
        "opencv_python_headless.libs/libopenblas-r0-8966572e.3.3.so",
        "pygame_ce.libs/libSDL2-2-fa51324d.0.so.0.3200.10",
        "pygame_ce.libs/libSDL2_ttf-2-c00de70e.0.so.0.2400.0",
        "pygame_ce.libs/libpng16-cc63d176.so.16.58.0",
    ]
    found = [build.LIBRARY.search(name)[1] for name in names]
    assert found == ["openblas", "SDL2", "SDL2_ttf", "png16"]
    table = build.licences((ROOT / "docs/dependencies.md").read_text(encoding="utf-8"))
    assert {f"lib{name}" for name in found} <= set(table)


# Scripts


def test_every_unit_is_packaged_and_those_that_ask_for_it_start():
    units = [unit.name for unit in build.unit_files()]
    assert "sepmosa.service" in units
    assert "sepmosa-stick@.service" in units
    whole = [unit for unit in units if "@" not in unit]
    assert f'UNITS="{" ".join(whole)}"' in build.script_text("prerm")
    started = re.search(r'STARTING="(.*)"', build.script_text("postinst"))[1].split()
    assert "sepmosa.service" in started
    for name in started:
        assert "[Install]" in (ROOT / "systemd" / name).read_text()


def test_the_version_of_before_was_a_smaller_one():
    """So that apt takes this for an upgrade, from one release of Debian to the next too."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert tuple(map(int, version.split("."))) > (0, 1, 0)
    assert sorted(build.RELEASES) == list(build.RELEASES)  # +bookworm < +trixie


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_clean(script):
    subprocess.run(["sh", "-n", script], check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("the shell reads it; shellcheck would say more")
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_every_package_is_named_once():
    lines = (ROOT / "systemd/packages.txt").read_text().splitlines()
    names = [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9.+-]+(\|[a-z0-9.+-]+)*\??", name) for name in names)
    wanted = {"python3-picamera2?", "python3-lgpio?", "espeak-ng?"}
    assert {name for name in names if "?" in name} == wanted


# make install


def install(tmp_path, release, *, as_root, failing="", **more):
    """Runs install.sh where make, apt and dpkg only write down what they were asked to do; one of
    them may fail."""
    fakes = {
        "id": f"echo {0 if as_root else 1000}",
        "stat": "echo player",
        "runuser": 'echo runuser $2 >>"$DID"; shift 3; exec "$@"',
        "make": 'echo make "$@" >>"$DID"',
        "apt-get": 'echo apt-get "$@" >>"$DID"',
        "dpkg": "echo arm64",
        "dpkg-deb": 'echo dpkg-deb "$@" >>"$DID"',
    }
    for name, line in fakes.items():
        ending = "exit 100\n" if name == failing else ""
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n{ending}")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "os-release").write_text(f"NAME=x\nVERSION_CODENAME={release}\n")
    did = tmp_path / "did"
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "OS_RELEASE": f"{tmp_path}/os-release"}
    done = subprocess.run(
        ["sh", ROOT / "systemd/install.sh"], env={**env, "DID": str(did), **more},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done, did.read_text().splitlines() if did.exists() else []


def test_it_is_built_by_the_folders_owner_and_installed_by_root(tmp_path):
    done, did = install(tmp_path, "trixie", as_root=True)
    assert done.returncode == 0, done.stderr
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert did == [
        "runuser player",
        "make --no-print-directory deb RELEASE=trixie MACHINE=arm64",
        f"apt-get install -y ./dist/sepmosa_{version}+trixie_arm64.deb",
    ]


def test_only_root_may_change_the_system(tmp_path):
    done, did = install(tmp_path, "trixie", as_root=False)
    assert (done.returncode, did) == (1, [])
    assert done.stderr == "sepmosa: this changes the system: try sudo make install\n"
    done, did = install(tmp_path, "trixie", as_root=False, DESTDIR="/some/folder")
    assert done.returncode == 0
    assert did[-1].startswith("dpkg-deb -x dist/sepmosa_")


def test_another_system_is_told_which_ones_there_are_packages_for(tmp_path):
    done, did = install(tmp_path, "noble", as_root=True)
    assert (done.returncode, did) == (1, [])
    assert "bookworm and trixie; this is noble" in done.stderr


@pytest.mark.parametrize(
    ("failing", "told"), [("make", "no package was built"), ("apt-get", "not installed: apt lacks")]
)
def test_what_is_missing_stops_it_with_one_clear_line(tmp_path, failing, told):
    """apt and make end with an error when package lists are broken, and say more above."""
    done, did = install(tmp_path, "trixie", as_root=True, failing=failing)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"sepmosa: {told}")
    assert did[-1].startswith(failing)
    assert done.stdout == ""


@pytest.mark.parametrize("has_half", [False, True], ids=["none", "half"])
def test_a_python_without_venv_is_told_in_one_line_each_time(tmp_path, has_half):
    """Half an environment is what a first attempt without python3-venv leaves."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\n')
    python.chmod(0o755)
    if has_half:
        (tmp_path / ".venv/bin").mkdir(parents=True)
        (tmp_path / ".venv/bin/python").symlink_to(python)
    done = subprocess.run(
        ["make", "-C", tmp_path, "--no-print-directory", "deb", f"PYTHON={python}"],
        capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    assert (done.returncode, done.stdout) == (2, "")
    assert told == ["sepmosa needs Python's venv; on Debian: sudo apt install python3-venv"]
