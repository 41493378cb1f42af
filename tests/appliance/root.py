"""What the machine is made of: a root with tools, a bare Debian, a kernel with its modules, and the
image with the companion installed. All but the image is kept in a cache."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.appliance.cell import Failed, alone, run_in
from tests.appliance.games import NAME, seed

SOURCE = Path(__file__).parent.parent.parent
GUEST = Path(__file__).parent / "guest"
TOOLS_SUITE = "trixie"  # its QEMU has a touchscreen, which needs 8.1
TOOLS = (
    "qemu-system-x86 qemu-utils e2fsprogs gcc make libc6-dev xz-utils zstd swig python3-dev "
    "python3-pip python3-setuptools python3-wheel ca-certificates linux-image-amd64 "
    "linux-headers-amd64 linux-source-6.12"
)
BARE = (
    "systemd systemd-sysv udev dbus kmod login passwd procps iproute2 make dosfstools "
    "ca-certificates alsa-utils"
)
PYTHONS = {"trixie": "3.13", "bookworm": "3.11"}
LOCAL = "usr/local/lib/python3.13/dist-packages"
MORE = "more"  # the kind of machine with desktops and picamera2
OPT = "opt"  # the kind of machine on which version 0.1 was installed by `make install`
FIRST = "ebda56e"  # version 0.1.0
EARLY = ("virtio_pci", "virtio_blk", "ext4")  # modules before there is a disk
DESKTOP = (
    "xserver-xorg-core xserver-xorg-input-libinput labwc xwayland seatd libxcursor1 libxi6 "
    "libxrandr2 libxss1 libxfixes3 libwayland-cursor0 libwayland-egl1"
)
LIBCAMERA = "python3-libcamera libcamera-ipa python3-prctl python3-pil"
PICAMERA2 = (
    "picamera2==0.3.38 PiDNG==4.0.9 piexif==1.1.3 simplejpeg==1.9.0 videodev2==0.0.4 av==19.0.2 "
    "libarchive-c==5.3 OpenEXR==3.5.3 jsonschema==4.26.0 attrs==26.1.0 referencing==0.37.0 "
    "jsonschema-specifications==2025.9.1 rpds-py==2026.9.1"
)  # Raspberry Pi OS has it as a package, Debian has not
PYKMS = """\"\"\"In place of kms++, with which picamera2 draws previews: the product has none.\"\"\"

class Names:
    def __getattr__(self, name):
        return name

PixelFormat = Names()
"""
LGPIO = "lgpio==0.2.2.0"  # Raspberry Pi OS has it as a package, Debian has not
IMAGE_GB = 3

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Cache:
    """What is kept between runs."""

    folder: Path

    @property
    def tools(self) -> Path:
        return self.folder / "tools"

    @property
    def kernel(self) -> Path:
        """vmlinuz, initrd.img and modules/."""
        return self.folder / "kernel"

    @property
    def log(self) -> Path:
        return self.folder / "build.log"

    def bare(self, suite: str) -> Path:
        """A Debian with nothing of ours."""
        return self.folder / f"bare-{suite}"

    def kept(self, name: str) -> Path:
        """A folder for what was downloaded."""
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def once(folder: Path, recipe: str, make: Callable[[], None]) -> None:
    """Makes a folder unless it was made by the same recipe; half a folder is made again."""
    mark = folder.with_name(f"{folder.name}.made")
    name = hashlib.sha256(recipe.encode()).hexdigest()
    if mark.exists() and mark.read_text(encoding="ascii") == name:
        return
    mark.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    make()
    mark.write_text(name, encoding="ascii")


def debootstrap(
    cache: Cache, folder: Path, suite: str, packages: list[str], machine: str = "amd64"
) -> None:
    """A Debian root; raises Failed."""
    kept = cache.kept(f"debs-{suite}" if machine == "amd64" else f"debs-{suite}-{machine}")
    words = [
        "debootstrap",
        f"--arch={machine}",
        "--variant=minbase",
        f"--include={','.join(packages)}",
    ]
    words += [f"--cache-dir={kept}", suite, str(folder)]
    with cache.log.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(words)}\n")
        log.flush()
        done = subprocess.run(
            alone(*words), stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
        )
    if done.returncode:
        raise Failed(f"debootstrap {suite} failed: see {cache.log}")


def build_tools(cache: Cache, tell: Tell) -> None:
    """The root with QEMU, a compiler and the kernel's sources."""

    def make() -> None:
        tell("tools: a Debian root with QEMU and a compiler")
        debootstrap(cache, cache.tools, TOOLS_SUITE, TOOLS.split())

    once(cache.tools, f"{TOOLS_SUITE} {TOOLS}", make)


def build_kernel(cache: Cache, tell: Tell) -> None:
    """Debian's kernel, an initrd for our disk, and the pins it does not build itself."""
    script = (GUEST / "kernel.sh").read_text(encoding="utf-8")

    def make() -> None:
        tell("kernel: its modules and the pins")
        cache.kernel.mkdir(parents=True)
        run_in(
            cache.tools, ["sh", "-c", script, "kernel", *EARLY], {cache.kernel: "/mnt"},
            log=cache.log,
        )  # fmt: skip

    once(cache.kernel, script + str(EARLY), make)


def build_bare(cache: Cache, suite: str, tell: Tell) -> None:
    """A Debian with nothing of ours."""

    def make() -> None:
        tell(f"{suite}: a bare Debian root")
        debootstrap(cache, cache.bare(suite), suite, BARE.split())

    once(cache.bare(suite), f"{suite} {BARE}", make)


def build_more(cache: Cache, tell: Tell) -> None:
    """A Debian with two desktops and, on its libcamera, the real picamera2."""
    root = cache.bare(MORE)

    def make() -> None:
        tell("trixie: a root with desktops and picamera2")
        copy_root(cache.bare(TOOLS_SUITE), root)
        archives = {cache.kept(f"debs-{TOOLS_SUITE}"): "/var/cache/apt/archives"}
        run_in(root, ["apt-get", "update", "-qq"], archives, log=cache.log)
        packages = ["apt-get", "install", "-y", "--no-install-recommends"]
        packages += f"{DESKTOP} {LIBCAMERA}".split()
        run_in(root, packages, archives, {"DEBIAN_FRONTEND": "noninteractive"}, cache.log)
        place = root / LOCAL
        place.mkdir(parents=True, exist_ok=True)
        pip = ["python3", "-m", "pip", "install", "--no-deps", "--quiet", "--target", "/mnt"]
        binds = {place: "/mnt", cache.kept("pip"): "/root/.cache"}
        run_in(cache.tools, [*pip, *PICAMERA2.split()], binds, log=cache.log)

    once(root, f"{BARE} {DESKTOP} {LIBCAMERA} {PICAMERA2}", make)


def copy_root(root: Path, copy: Path) -> None:
    """A copy of a root; raises Failed."""
    done = subprocess.run(["cp", "-a", "--reflink=auto", root, copy], check=False)
    if done.returncode:
        raise Failed(f"no room for a root in {copy.parent}")


def build_pins(cache: Cache, suite: str, tell: Tell) -> Path:
    """What drives the pins, for the Python of `suite`: the folder with its wheel."""
    folder = cache.folder / f"pins-{suite}"
    python = PYTHONS[suite]

    def make() -> None:
        tell(f"{suite}: lgpio for Python {python}")
        folder.mkdir(parents=True)
        words = ["wheel", "--no-build-isolation"]
        if suite != TOOLS_SUITE:
            words = ["download", "--python-version", python, "--only-binary", ":all:"]
            words += ["--platform", "manylinux_2_34_x86_64"]
        command = ["python3", "-m", "pip", *words, "--no-deps", "--quiet", LGPIO]
        place = ["--wheel-dir" if "wheel" in words else "--dest", "/mnt"]
        run_in(
            cache.tools, [*command, *place], {folder: "/mnt", cache.kept("pip"): "/root/.cache"},
            {"PYPI": "1"}, cache.log,
        )  # fmt: skip

    once(folder, f"{LGPIO} {python}", make)
    return folder


def image_name(suite: str, kind: str) -> str:
    """The disk's file."""
    return f"{suite}-{kind}.img" if kind else f"{suite}.img"


def build_package(suite: str, folder: Path, tell: Tell, commit: str = "") -> Path:
    """The package as `make deb` builds it, from here or from an older commit, by its own script and
    with its own units; raises Failed."""
    tell(f"{suite}: make deb{f' of {commit}' if commit else ''}")
    out = folder / f"deb-{suite}-{commit or 'now'}"
    if not out.exists():
        source = check_out(folder, commit) if commit else SOURCE
        script = source / "systemd/package/build.py"
        words = ["--release", suite, "--machine", "amd64", "--out", str(out)]
        run_here([sys.executable, script, *words])
    return next(out.iterdir())


def check_out(folder: Path, commit: str) -> Path:
    """The sources of an older commit; raises Failed."""
    source = folder / f"source-{commit}"
    if not source.exists():
        run_here(["git", "clone", "--quiet", "--shared", "--no-checkout", SOURCE, source])
        run_here(["git", "-C", source, "checkout", "--quiet", commit])
    return source


def make_install(cache: Cache, suite: str, root: Path, source: Path) -> None:
    """Installs version 0.1 in a root as its own `make install` did, below /opt; raises Failed."""
    archives = cache.kept(f"debs-{suite}")
    binds = {source: "/mnt", archives: "/var/cache/apt/archives", cache.kept("pip"): "/root/.cache"}
    with (cache.folder / "apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run_in(root, ["apt-get", "update", "-qq"], binds, log=cache.log)
        run_in(root, ["make", "-C", "/mnt", "install"], binds, log=cache.log)


def run_here(words: Sequence[str | Path]) -> None:
    """Runs a command on the host, in the project's folder; raises Failed."""
    done = subprocess.run(words, cwd=SOURCE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{words[0]} {words[1]}: {(done.stderr or done.stdout).strip()[-400:]}")


def apt_install(cache: Cache, suite: str, root: Path, package: Path) -> None:
    """Installs a package in a root; raises Failed."""
    binds = {package.parent: "/mnt", cache.kept(f"debs-{suite}"): "/var/cache/apt/archives"}
    words = ["apt-get", "install", "-y", "--no-install-recommends", f"/mnt/{package.name}"]
    with (cache.folder / "apt.lock").open("w") as lock:  # runs at the same time share what is kept
        fcntl.flock(lock, fcntl.LOCK_EX)
        run_in(root, ["apt-get", "update", "-qq"], binds, log=cache.log)
        run_in(root, words, binds, {"DEBIAN_FRONTEND": "noninteractive"}, cache.log)


def furnish(cache: Cache, suite: str, root: Path, pins: Path) -> None:
    """What a Raspberry Pi has of itself and this machine has not: pins, camera, and a way in."""
    version = next((cache.kernel / "modules").iterdir()).name
    shutil.copytree(cache.kernel / "modules" / version, root / "usr/lib/modules" / version)
    place = root / "etc/appliance"
    shutil.copytree(GUEST, place)
    units = root / "etc/systemd/system"
    for name in ("agent.service", "devices.service"):
        shutil.move(place / name, units / f"appliance-{name}")
    (units / "sepmosa.service.d").mkdir()
    shutil.move(place / "sepmosa.conf", units / "sepmosa.service.d/appliance.conf")
    shutil.move(place / "60-gpio.rules", root / "etc/udev/rules.d/60-gpio.rules")
    shutil.copy(place / "config.toml", root / "etc/sepmosa/config.toml")
    _put_games(root)
    (root / "etc/hostname").write_text("appliance\n", encoding="ascii")
    (root / "etc/fstab").write_text("/dev/vda / ext4 errors=remount-ro 0 1\n", encoding="ascii")
    packages = f"usr/lib/python{PYTHONS[suite][0]}/dist-packages"
    wheel = next(pins.glob("lgpio-*.whl"))
    unpack = ["python3", "-m", "zipfile", "-e", f"/mnt/{wheel.name}", f"/{packages}"]
    run_in(root, unpack, {pins: "/mnt"}, log=cache.log)
    enabled = ["appliance-agent.service", "appliance-devices.service"]
    run_in(root, ["systemctl", "enable", "--quiet", *enabled], log=cache.log)
    run_in(root, ["depmod", version], log=cache.log)


def _put_games(root: Path) -> None:
    """Past games, as the companion's own account has them."""
    folder = root / "var/lib/sepmosa"
    seed(folder / NAME)
    accounts = (root / "etc/passwd").read_text(encoding="ascii").splitlines()
    own = next(line.split(":") for line in accounts if line.startswith("sepmosa:"))
    for path in folder.iterdir():
        os.chown(path, int(own[2]), int(own[3]))
        path.chmod(0o600)


def make_image(cache: Cache, root: Path, image: Path, tell: Tell) -> None:
    """The disk: an ext4 file system with everything in `root`, and nothing else."""
    tell("the disk")
    for scratch in ("var/cache/apt/archives", "var/lib/apt/lists", "root/.cache"):
        shutil.rmtree(root / scratch, ignore_errors=True)
    words = ["mkfs.ext4", "-q", "-F", "-d", "/mnt/root", f"/mnt/{image.name}", f"{IMAGE_GB}G"]
    binds = {image.parent: "/mnt", root: "/mnt/root"}
    run_in(cache.tools, words, binds, log=cache.log)


def build(cache: Cache, suite: str, folder: Path, tell: Tell, kind: str = "") -> Path:
    """The image of a machine with the companion installed, in `folder`; raises Failed. Its kind is
    MORE, or OPT or a commit: then it is version 0.1 or that commit's program, and the package made
    from here lies in /root."""
    cache.folder.mkdir(parents=True, exist_ok=True)
    build_tools(cache, tell)
    build_kernel(cache, tell)
    build_bare(cache, suite, tell)
    if kind == MORE:
        build_more(cache, tell)
    pins = build_pins(cache, suite, tell)
    root, image = folder / f"root-{suite}", folder / image_name(suite, kind)
    package = build_package(suite, folder, tell)
    is_older = kind not in ("", MORE)
    copy_root(cache.bare(kind if kind == MORE else suite), root)
    if kind == OPT:
        tell(f"{suite}: make install of {FIRST}")
        make_install(cache, suite, root, check_out(folder, FIRST))
    else:
        chosen = build_package(suite, folder, tell, kind) if is_older else package
        tell(f"{suite}: apt install {chosen.name}")
        apt_install(cache, suite, root, chosen)
    furnish(cache, suite, root, pins)
    if kind == MORE:
        (root / LOCAL / "pykms.py").write_text(PYKMS, encoding="ascii")
    if is_older:
        shutil.copy(package, root / "root")
    make_image(cache, root, image, tell)
    shutil.rmtree(root)
    return image
