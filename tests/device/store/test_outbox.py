"""Where exported files go: a USB stick where one is in, else a folder; names people can read."""

import pytest

from device.store.outbox import Outbox, documents_folder, readable_name


def outbox(tmp_path, *mounts, on="usb1"):
    """A machine on which device 8:1 hangs on `on`, with these lines of mounts."""
    devices = tmp_path / "dev"
    disk = tmp_path / "devices" / on / "sda1"
    disk.mkdir(parents=True)
    devices.mkdir()
    (devices / "8:1").symlink_to(disk)
    table = tmp_path / "mountinfo"
    table.write_text("".join(f"{line}\n" for line in mounts))
    return Outbox(tmp_path / "exports", (tmp_path / "media",), table, devices)


def mounted(place, options="rw,nosuid"):
    escaped = str(place).replace(" ", "\\040")
    return f"36 35 8:1 / {escaped} {options} shared:1 - vfat /dev/sda1 rw"


def test_a_file_goes_onto_the_stick_that_is_in(tmp_path):
    stick = tmp_path / "media" / "MY STICK"
    stick.mkdir(parents=True)
    sent = outbox(tmp_path, mounted("/"), mounted(stick)).put("game.txt", b"one")
    assert sent.on_stick
    assert sent.path == "SEPMOSA/game.txt"
    assert (stick / "SEPMOSA" / "game.txt").read_bytes() == b"one"
    assert not (tmp_path / "exports").exists()


@pytest.mark.parametrize(
    ("options", "on", "place"),
    [("ro,nosuid", "usb1", "media/a"), ("rw", "pci0", "media/a"), ("rw", "usb1", "elsewhere/a")],
)
def test_what_is_no_stick_to_write_to_is_left_alone(tmp_path, options, on, place):
    folder = tmp_path / place
    folder.mkdir(parents=True)
    sent = outbox(tmp_path, mounted(folder, options), on=on).put("game.txt", b"one")
    assert not sent.on_stick
    assert list(folder.iterdir()) == []
    assert (tmp_path / "exports" / "game.txt").read_bytes() == b"one"


def test_nothing_is_ever_overwritten_there_either(tmp_path):
    stick = tmp_path / "media" / "a"
    stick.mkdir(parents=True)
    box = outbox(tmp_path, mounted(stick))
    told = [box.put("game.txt", content).path for content in (b"one", b"two", b"two")]
    assert told == ["SEPMOSA/game.txt", "SEPMOSA/game-2.txt", "SEPMOSA/game-2.txt"]
    assert (stick / "SEPMOSA" / "game.txt").read_bytes() == b"one"


def test_without_a_table_of_mounts_there_is_the_folder(tmp_path):
    box = Outbox(tmp_path / "exports", mounts=tmp_path / "none")
    assert not box.put("game.txt", b"one").on_stick


@pytest.mark.parametrize(
    ("begun", "names", "name"),
    [
        ("2026-11-15T20:14+01:00", ("Anna", "Zoë"), "SEPMOSA 2026-11-15 Anna - Zoë"),
        ("2026-11-15T20:14", ("Anna", ""), "SEPMOSA 2026-11-15 Anna"),
        ("", ("", ""), "SEPMOSA 0012"),
        ("../../..", ("../../etc/passwd", "a:b*c?"), "SEPMOSA etc passwd - a b c"),
        ("2026-11-15", ("  Jean-Luc ", "O'Neill"), "SEPMOSA 2026-11-15 Jean-Luc - O'Neill"),
    ],
)
def test_a_files_name_tells_the_game(begun, names, name):
    assert readable_name("SEPMOSA", begun, names, 12) == name


def test_no_name_is_too_long_for_a_file():
    name = readable_name("MOSAIX", "2026-11-15", ("\U00020000" * 24,) * 4, 12)
    assert 100 < len(f"{name}-12.png".encode()) <= 255


@pytest.mark.parametrize(
    ("told", "folder"),
    [
        (None, "Documents"),
        (
            '# XDG_DOCUMENTS_DIR="$HOME/A"\nXDG_DOCUMENTS_DIR="$HOME/Mes papiers"\n',
            "Mes papiers",
        ),
        ('XDG_DOCUMENTS_DIR="/data/papers"\n', "/data/papers"),
        ('XDG_DOCUMENTS_DIR="$HOME/"\n', "."),
    ],
)
def test_a_computer_has_a_folder_for_documents(tmp_path, told, folder):
    if told is not None:
        (tmp_path / ".config").mkdir()
        (tmp_path / ".config" / "user-dirs.dirs").write_text(told, encoding="utf-8")
    assert documents_folder({}, tmp_path) == tmp_path / folder
    assert documents_folder({"XDG_CONFIG_HOME": str(tmp_path / "no")}, tmp_path).name == "Documents"
