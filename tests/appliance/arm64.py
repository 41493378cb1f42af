"""`python -m tests.appliance.arm64`: the packages for 64-bit ARM, installed in Debian roots of that
kind by qemu-user: what they read and propose is what x86 answers, the doctor runs, and the tests of
`engine` and of the judgement pass. Needs root, debootstrap, qemu-user-static and the archives."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.appliance.__main__ import heed_signals, working_folder
from tests.appliance.cell import Failed, is_root, missing_tools, run_in
from tests.appliance.root import PYTHONS, SOURCE, Cache, apt_install, debootstrap, once, run_here
from tests.appliance.roots import lay_out, read_suites
from tests.golden import CALLS, FOLDER, is_same, timeless

QEMU = "qemu-aarch64-static"
KINDS = Path("/proc/sys/fs/binfmt_misc")  # which program runs which kind of file
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
PACKAGES = "systemd python3 python3-numpy libgl1-mesa-dri libgles2 libegl1 libgbm1 ca-certificates"
ASKED = ("read", "propose", "read-dice", "read-board", "rules", "replay")  # of the golden answers
WELL = ("python", "packages", "config", "eyes", "games")  # what the doctor must find well
TESTS = ("tests/vision/judge", "tests/engine")  # the shorter first
TOOLS = ("pytest", "pytest-xdist", "hypothesis")
PLACE = "/home/sepmosa"  # the project's tests in the root


def main() -> int:
    """Prints a line for each check; exit status 0 when all held."""
    suites = read_suites("python -m tests.appliance.arm64", __doc__)
    lacking = [*missing_tools(), *([] if shutil.which(QEMU) else ["qemu-user-static"])]
    if lacking or not is_root():
        told = f"needs {', '.join(lacking)}" if lacking else "needs root: try sudo make arm64"
        sys.stderr.write(f"arm64: {told}\n")
        return 2
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = Cache(home / "sepmosa-appliance")
    cache.folder.mkdir(parents=True, exist_ok=True)
    heed_signals()
    try:
        with arm64_runs(), working_folder(cache.folder) as folder:
            held = [try_suite(cache, folder, suite) for suite in suites]
    except Failed as no:
        sys.stderr.write(f"arm64: {no}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("arm64: interrupted; everything is cleared away\n")
        return 130
    return 0 if all(held) else 1


@contextmanager
def arm64_runs() -> Iterator[None]:
    """The kernel runs programs for 64-bit ARM by QEMU; afterwards it is as it was."""
    mounted = (KINDS / "register").exists()
    if not mounted:
        run_here(["mount", "-t", "binfmt_misc", "binfmt_misc", KINDS])
    kind = f"sepmosa-arm64-{os.getpid()}"
    line = f":{kind}:M::{MAGIC}:{MASK}:{shutil.which(QEMU)}:FP"
    (KINDS / "register").write_text(line, encoding="ascii")
    try:
        yield
    finally:
        (KINDS / kind).write_text("-1", encoding="ascii")
        if not mounted:
            run_here(["umount", KINDS])


def try_suite(cache: Cache, folder: Path, suite: str) -> bool:
    """Everything in a fresh root with the package; whether all of it held."""
    bare = cache.folder / f"arm64-{suite}"
    recipe = f"{suite} arm64 {PACKAGES}"
    once(bare, recipe, lambda: debootstrap(cache, bare, suite, PACKAGES.split(), "arm64"))
    root = folder / f"arm64-{suite}"
    run_here(["cp", "-a", "--reflink=auto", bare, root])
    script, dist = "systemd/package/build.py", folder / "dist"
    run_here([sys.executable, script, "--release", suite, "--machine", "arm64", "--out", dist])
    (package,) = dist.glob(f"*+{suite}_arm64.deb")

    def install() -> str:
        apt_install(cache, f"{suite}-arm64", root, package)
        return f"{package.name}, {package.stat().st_size / 1e6:.0f} MB"

    lay_out(root / PLACE.lstrip("/"))
    checks: list[tuple[str, Callable[[], str]]] = [("apt install", install)]
    checks += [(f"sepmosa {name}", partial(compare, root, name)) for name in ASKED]
    checks.append(("sepmosa doctor", partial(doctor, root)))
    checks += [(f"pytest {each}", partial(test, cache, root, suite, each)) for each in TESTS]
    held = [try_check(suite, name, check) for name, check in checks]
    shutil.rmtree(root)
    return all(held)


def try_check(suite: str, name: str, check: Callable[[], str]) -> bool:
    """Prints a line of the table; whether the check held."""
    begun = time.monotonic()
    try:
        told, held = check(), True
    except (Failed, AssertionError, ValueError) as no:
        told, held = f"FAILED: {no}", False
    minutes = (time.monotonic() - begun) / 60
    print(f"| {suite} | {name} | {' '.join(told.split())[:400]} | {minutes:.1f} min |", flush=True)
    return held


def compare(root: Path, name: str) -> str:
    """What the installed command answers is what x86 answered."""
    (call,) = (each for each in CALLS if each.name == name)
    place = f"{PLACE}/{call.folder.relative_to(SOURCE)}"
    told = f"<{PLACE}/{call.told.relative_to(SOURCE)}" if call.told else ""
    words = ["sh", "-c", f'cd {place} && sepmosa "$@" {told} 2>/dev/null; true', "sh", *call.words]
    answers = list(timeless(run_in(root, words)))
    kept = json.loads((FOLDER / "answers" / f"{name}.json").read_text(encoding="utf-8"))["out"]
    different = [
        number
        for number, (a, b) in enumerate(zip(answers, kept, strict=False))
        if not is_same(a, b)
    ]
    if len(answers) != len(kept) or different:
        raise Failed(
            f"{len(answers)} answers, {len(kept)} expected; different: {different} {answers[-1:]}"
        )
    return f"{len(answers)} answers, all as on x86"


def doctor(root: Path) -> str:
    """The doctor runs to its end and finds the program well, whatever a root has no devices for."""
    told = run_in(root, ["sh", "-c", "sepmosa doctor --json 2>/dev/null; true"])
    found = json.loads(told)["findings"]
    ill = [each for each in found if each["name"] in WELL and each["grade"] != "fine"]
    if ill:
        raise Failed(f"{ill}")
    return "; ".join(f"{each['name']}: {each['told']}" for each in found if each["name"] in WELL)


def test(cache: Cache, root: Path, suite: str, tests: str) -> str:
    """Tests of the project with the installed program."""
    tools = cache.folder / f"pytest-{suite}"
    python = PYTHONS[suite]

    def fetch() -> None:
        words: Sequence[str | Path] = [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--target", tools),
            *("--constraint", "constraints.txt", "--only-binary", ":all:"),
            *("--implementation", "cp", "--python-version", python),
            *("--platform", "manylinux_2_17_aarch64"),
            *("--platform", "manylinux2014_aarch64", "--platform", "manylinux_2_28_aarch64"),
            *TOOLS,
        ]  # fmt: skip
        run_here(words)

    once(tools, f"{python} {TOOLS}", fetch)
    project = root / PLACE.lstrip("/")
    (packages,) = root.glob("usr/lib/sepmosa/lib/python*/site-packages")
    for name in ("engine", "vision", "device"):  # the package's, not the checkout's
        if (project / name / "lab").exists():  # with which tests draw
            shutil.copytree(project / name / "lab", packages / name / "lab", dirs_exist_ok=True)
        shutil.rmtree(project / name, ignore_errors=True)
    command = f"cd {PLACE} && PYTHONPATH=/mnt:. /usr/lib/sepmosa/bin/python -m pytest -n 2 {tests}"
    told = run_in(root, ["sh", "-c", f"{command} 2>&1"], {tools: "/mnt"}, log=cache.log)
    return told.strip().splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
