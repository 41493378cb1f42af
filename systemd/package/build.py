"""`make deb`: a Debian package for each release and machine, with everything inside that does not
come from the system.

    python systemd/package/build.py --release trixie --machine arm64

Needs pip, git and dpkg-deb, and no root; the machine it is built on may be of another kind. Wheels
are those whose hashes stand in wheels.txt, and no others; `--lock` rewrites that file from
pyproject.toml and constraints.txt. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from gzip import GzipFile
from pathlib import Path

HERE = Path(__file__).resolve().parent
UNITS = HERE.parent
SOURCE = UNITS.parent
LOCK = HERE / "wheels.txt"
HOME = "usr/lib/sepmosa"  # an environment of Python's: bin/, lib/python3.x/site-packages/
NUMPY = "numpy"  # the system's own, for which its picamera2 was built
BACKEND = "setuptools"
NOT_PACKAGED = ("dev", "train")  # extras; all others go into the package
LEFT_OUT = ("pygame/docs/", "pygame/examples/", "pygame/tests/", "tornado/test/")
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
LIBRARY = re.compile(r"\.libs/lib([A-Za-z0-9_]+?)(?:-r0|-2)?-[0-9a-f]{8}\.")


@dataclass(frozen=True, slots=True)
class Release:
    """A Debian release: its Python, and the numpy it has."""

    python: str
    numpy: str


RELEASES = {"bookworm": Release("3.11", "1.24.2"), "trixie": Release("3.13", "2.2.4")}
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}


class Trouble(Exception):
    """Why no package can be built, in one line."""


def main() -> int:
    """Exit status 0, or 1 with one line on stderr."""
    options = read_options()
    try:
        if options.lock:
            LOCK.write_text(lock_text(), encoding="ascii")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        for release in options.release or RELEASES:
            for machine in options.machine or MACHINES:
                made = build(SOURCE, options.out, release, machine, options.wheels)
                print(f"{made} {made.stat().st_size / 1e6:.1f} MB")
    except (Trouble, OSError) as no:
        sys.stderr.write(f"deb: {no}\n")
        return 1
    return 0


def read_options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", action="append", choices=RELEASES, help="default: all")
    parser.add_argument("--machine", action="append", choices=MACHINES, help="default: all")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="default: %(default)s")
    parser.add_argument("--wheels", type=Path, help="a folder to take wheels from, not the network")
    parser.add_argument("--lock", action="store_true", help="rewrites wheels.txt")
    return parser.parse_args()


def build(source: Path, out: Path, release: str, machine: str, wheels: Path | None = None) -> Path:
    """The package of the program in `source`; raises Trouble."""
    if shutil.which("dpkg-deb") is None:
        raise Trouble("needs dpkg-deb: try sudo apt install dpkg")
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = f"{project['version']}+{release}"
    epoch = epoch_of(source)
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        found = fetch(work / "wheels", release, machine, wheels)
        own = wheel_of(source, work, epoch)
        root = work / "root"
        refuse_laboratory(own)
        lay_out(root, [*found, own], release)
        place_system_files(root)
        place_papers(root, [*found, own], source)
        place_control(root, version, machine, RELEASES[release].python)
        finish(root, epoch)
        made = out / f"sepmosa_{version}_{machine}.deb"
        packed = ("-Zzstd", "-z10", "--threads-max=1")  # a Pi unpacks it in no time
        words = ["dpkg-deb", "--root-owner-group", *packed, "--build", root, made]
        run(words, {"SOURCE_DATE_EPOCH": str(epoch)})
    return made


def run(words: Sequence[str | Path], more: Mapping[str, str] | None = None) -> str:
    """What a command prints; raises Trouble with its last line."""
    done = subprocess.run(
        [str(word) for word in words], env={**os.environ, **(more or {})},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines()
        raise Trouble(
            f"{words[0]} {words[1]} failed: {told[-1] if told else 'it does not say why'}"
        )
    return done.stdout


def epoch_of(source: Path) -> int:
    """The time that every file in the package has: that of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or run(["git", "-C", source, "log", "-1", "--format=%ct"]))


# Wheels


def pip(*words: str | Path, **more: str) -> None:
    """Runs pip; raises Trouble."""
    run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words], more)


def platform_words(release: str, machine: str) -> Iterator[str]:
    """What pip is told of the machine it downloads for."""
    python = RELEASES[release].python
    yield from ("--only-binary", ":all:", "--implementation", "cp", "--python-version", python)
    for abi in (f"cp{python.replace('.', '')}", "abi3", "none"):
        yield from ("--abi", abi)
    for libc in ("manylinux_2_28", "manylinux_2_17", "manylinux2014"):
        yield from ("--platform", f"{libc}_{MACHINES[machine]}")


def fetch(folder: Path, release: str, machine: str, wheels: Path | None) -> list[Path]:
    """The wheels for a machine, each with a hash that is known; the backend's lies with them."""
    near = ("--no-index", "--find-links", wheels) if wheels else ()
    pip(
        *("download", "--require-hashes", "--no-deps", "--requirement", LOCK, "--dest", folder),
        *platform_words(release, machine), *near,
    )  # fmt: skip
    return sorted(each for each in folder.iterdir() if not each.name.startswith(f"{BACKEND}-"))


def wheel_of(source: Path, work: Path, epoch: int) -> Path:
    """The program's own wheel, made from what git knows by the backend whose hash is known."""
    copy = work / "source"
    for name in tracked(source):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, copy / name)
    pip(
        *("wheel", "--no-deps", "--no-index", "--find-links", work / "wheels"),
        *("--wheel-dir", work / "own", copy),
        PIP_CONFIG_FILE=os.devnull, PIP_FIND_LINKS="", SOURCE_DATE_EPOCH=str(epoch),
    )  # fmt: skip
    (made,) = (work / "own").iterdir()
    return made


def tracked(source: Path) -> list[str]:
    """The files that make the program, as git knows them."""
    wanted = ("engine", "vision", "device", "pyproject.toml", "README.md", "LICENSE")
    return run(["git", "-C", source, "ls-files", "-z", *wanted]).strip("\0").split("\0")


def lock_text() -> str:
    """wheels.txt for the versions in constraints.txt, on every release and machine."""
    toml = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    extras = toml["project"]["optional-dependencies"]
    needed = [*toml["project"]["dependencies"], *toml["build-system"]["requires"]]
    needed += [each for name in extras if name not in NOT_PACKAGED for each in extras[name]]
    pins = (SOURCE / "constraints.txt").read_text(encoding="ascii").splitlines()
    hashes: dict[str, set[str]] = {}
    for release in RELEASES:
        for machine in MACHINES:
            with tempfile.TemporaryDirectory() as scratch:
                kept = [line for line in pins if not line.startswith(f"{NUMPY}==")]
                kept.append(f"{NUMPY}=={RELEASES[release].numpy}")
                Path(scratch, "pins").write_text("\n".join(kept), encoding="ascii")
                pip(
                    *("download", "--constraint", Path(scratch, "pins")),
                    *("--dest", Path(scratch, "wheels")),
                    *platform_words(release, machine), *needed,
                )  # fmt: skip
                for wheel in Path(scratch, "wheels").iterdir():
                    name, pinned = _header(wheel, "Name"), _header(wheel, "Version")
                    if name.lower() != NUMPY:
                        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
                        hashes.setdefault(f"{name}=={pinned}", set()).add(found)
    lines = ["# Written by build.py --lock: all that goes into the package, and what builds it."]
    for name in sorted(hashes, key=str.lower):
        each = [f"    --hash=sha256:{one}" for one in sorted(hashes[name])]
        lines.append(" \\\n".join([name, *each]))
    return "\n".join(lines) + "\n"


def _header(wheel: Path, name: str) -> str:
    """A header of a wheel's metadata; empty where it has none."""
    with zipfile.ZipFile(wheel) as zipped:
        place = re.compile(r"[^/]+\.dist-info/METADATA")
        inside = next(each for each in zipped.namelist() if place.fullmatch(each))
        text = zipped.read(inside).decode("utf-8")
    return str(HeaderParser().parsestr(text, headersonly=True).get(name, ""))


# The package's files


def refuse_laboratory(own: Path) -> None:
    """Raises Trouble where what draws tables and trains networks, or a test, is in the wheel."""
    with zipfile.ZipFile(own) as zipped:
        found = [each for each in zipped.namelist() if {"lab", "tests"} & {*each.split("/")}]
    if found:
        raise Trouble(f"the laboratory or a test is inside: {found[0]}; see pyproject.toml")


def lay_out(root: Path, wheels: Iterable[Path], release: str) -> None:
    """The program: an environment of its own that sees the system's packages, and the command."""
    python = RELEASES[release].python
    packages = root / HOME / f"lib/python{python}/site-packages"
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as zipped:
            for name in zipped.namelist():
                if not name.startswith(LEFT_OUT) and ".data/" not in name:
                    zipped.extract(name, packages)
    home = root / HOME
    _write(home / "pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = true\n")
    command = "import sys\n\nfrom device.cli import main\n\nsys.exit(main())\n"
    _write(home / "bin/sepmosa", f"#!/{HOME}/bin/python\n{command}", 0o755)
    (home / "bin/python").symlink_to(f"/usr/bin/python{python}")
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/sepmosa").symlink_to("../lib/sepmosa/bin/sepmosa")


def unit_files() -> list[Path]:
    """Every unit beside this folder is packaged; one with an [Install] section starts by itself."""
    kinds = ("*.service", "*.path", "*.socket", "*.timer")
    return sorted(each for kind in kinds for each in UNITS.glob(kind))


def place_system_files(root: Path) -> None:
    """Units, account, rules and configuration."""
    for unit in unit_files():
        _write(root / "usr/lib/systemd/system" / unit.name, unit.read_text(encoding="utf-8"))
    for source, place in (
        (HERE / "sepmosa.sysusers", "usr/lib/sysusers.d/sepmosa.conf"),
        (UNITS / "90-sepmosa.rules", "usr/lib/udev/rules.d/90-sepmosa.rules"),
        (UNITS / "config.toml", "etc/sepmosa/config.toml"),
        (UNITS / "share.toml", "etc/sepmosa/share.toml"),
    ):
        _write(root / place, source.read_text(encoding="utf-8"))


def place_papers(root: Path, wheels: Sequence[Path], source: Path) -> None:
    """Documents: what to do when something is wrong, what changed, and all licences."""
    papers = root / "usr/share/doc/sepmosa"
    _write(papers / "README.md", (UNITS / "README.md").read_text(encoding="utf-8"))
    _write(papers / "sharing.md", (SOURCE / "docs/sharing.md").read_text(encoding="utf-8"))
    _write(papers / "copyright", copyright_text(wheels, source))
    with (papers / "CHANGELOG.md.gz").open("wb") as raw, GzipFile("", "wb", 9, raw, 0) as packed:
        packed.write((source / "CHANGELOG.md").read_bytes())


def copyright_text(wheels: Sequence[Path], source: Path) -> str:
    """The licence of everything inside; raises Trouble where one is not known."""
    table = licences((SOURCE / "docs/dependencies.md").read_text(encoding="utf-8"))
    parts = [f"The SEPMOSA table companion\n\n{(source / 'LICENSE').read_text(encoding='utf-8')}"]
    parts.append(
        "Inside are, as their makers published them, but for documents, examples and tests:"
    )
    lines = []
    for wheel in wheels:
        name = _header(wheel, "Name")
        if name == "sepmosa-companion":
            continue
        lines.append(f"{name} {_header(wheel, 'Version')}: {_licence(table, name)}")
        with zipfile.ZipFile(wheel) as zipped:
            libraries = {found[1] for each in zipped.namelist() if (found := LIBRARY.search(each))}
        lines += [f"  lib{each}: {_licence(table, f'lib{each}')}" for each in sorted(libraries)]
    parts.append("\n".join(lines))
    parts.append(
        f"Licence texts: /{HOME}/lib/*/site-packages/*.dist-info, cv2/LICENSE-3RD-PARTY.txt beside "
        "them,\nand /usr/share/common-licenses (LGPL-2.1, GPL-3, Apache-2.0).\n"
    )
    return "\n\n".join(parts)


def licences(document: str) -> dict[str, str]:
    """Name → licence, from the tables in docs/dependencies.md."""
    rows = (line.split("|")[1:-1] for line in document.splitlines() if line.startswith("| `"))
    return {row[0].strip(" `"): row[-2].strip() for row in rows}


def _licence(table: Mapping[str, str], name: str) -> str:
    if name not in table:
        raise Trouble(f"docs/dependencies.md does not say which licence {name} has")
    return table[name]


def place_control(root: Path, version: str, machine: str, python: str) -> None:
    """What dpkg is told: the package's name, what it needs, scripts, checksums."""
    control = root / "DEBIAN"
    needed, wished = system_packages()
    minor = int(python.partition(".")[2])
    needed = [f"python3 (>= {python}~)", f"python3 (<< 3.{minor + 1}~)", *needed]
    fields = {
        "Package": "sepmosa",
        "Version": version,
        "Architecture": machine,
        "Maintainer": "The SEPMOSA companion's makers <sepmosa@example.org>",
        "Installed-Size": str(sum(_size(each) for each in root.rglob("*")) // 1024),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(wished),
        "Section": "misc",
        "Priority": "optional",
        "Description": "table companion for SEPMOSA and MOSAIX\n"
        " Watches a table through a camera, says what was played and what it scores,\n"
        " and keeps the game. Starts with the device, on the whole screen.",
    }
    checksums = [
        f"{hashlib.md5(each.read_bytes()).hexdigest()}  {each.relative_to(root)}\n"  # noqa: S324
        for each in sorted(root.rglob("*"))
        if each.is_file() and not each.is_symlink()
    ]
    _write(control / "control", "".join(f"{name}: {told}\n" for name, told in fields.items()))
    _write(control / "md5sums", "".join(checksums))
    _write(control / "conffiles", "/etc/sepmosa/config.toml\n/etc/sepmosa/share.toml\n")
    for name in SCRIPTS:
        _write(control / name, script_text(name), 0o755)


def system_packages() -> tuple[list[str], list[str]]:
    """What the system must have, and what it should, as dpkg writes it."""
    lines = (line.split("#")[0].strip() for line in _read(UNITS / "packages.txt").splitlines())
    names = [line.replace("|", " | ") for line in lines if line]
    needed = [name for name in names if not name.endswith("?")]
    return needed, [name.rstrip("?") for name in names if name.endswith("?")]


def script_text(name: str) -> str:
    """A maintainer's script, told which units there are and which start by themselves."""
    units = unit_files()
    starting = [unit.name for unit in units if "[Install]" in _read(unit)]
    whole = [unit.name for unit in units if "@" not in unit.name]  # templates are never named alone
    text = _read(HERE / name).replace("@UNITS@", " ".join(whole))
    return text.replace("@STARTING@", " ".join(starting))


def finish(root: Path, epoch: int) -> None:
    """Modes and times are the same wherever it is built."""
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        elif not path.is_symlink():
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _size(path: Path) -> int:
    return 0 if path.is_symlink() or path.is_dir() else path.stat().st_size


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


if __name__ == "__main__":
    sys.exit(main())
