"""Every kind of file a player may name."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.image_file import NotAnImage, as_bgr, read_image


def picture(height: int = 40, width: int = 60) -> np.ndarray:
    frame = np.full((height, width, 3), 200, np.uint8)
    frame[:10, :10] = (255, 0, 0)  # blue marks the top left
    return frame


def with_turn(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF orientation written in."""
    tiff = b"II*\x00" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_exif_turn_is_honoured(tmp_path: Path) -> None:
    _, jpeg = cv2.imencode(".jpg", picture())
    path = tmp_path / "turned.jpg"
    path.write_bytes(with_turn(jpeg.tobytes(), 6))
    frame = read_image(path)
    assert frame.shape == (60, 40, 3)
    assert frame[3, -3, 0] > 200
    assert frame[3, -3, 2] < 60  # the marked corner is now top right


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
def test_sixteen_bits(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"deep{suffix}"
    cv2.imwrite(str(path), picture().astype(np.uint16) * 257)
    frame = read_image(path)
    assert frame.dtype == np.uint8
    assert abs(int(frame[30, 30, 0]) - 200) <= 1


def test_grey(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((20, 30), 90, np.uint8))
    assert read_image(path).shape == (20, 30, 3)


def test_transparency_lies_on_white(tmp_path: Path) -> None:
    path = tmp_path / "clear.png"
    cv2.imwrite(str(path), np.dstack([picture(), np.zeros((40, 60), np.uint8)]))
    assert (read_image(path) == 255).all()


def test_sixteen_bits_with_transparency(tmp_path: Path) -> None:
    path = tmp_path / "both.png"
    deep = np.dstack([picture(), np.full((40, 60), 255, np.uint8)]).astype(np.uint16) * 257
    cv2.imwrite(str(path), deep)
    frame = read_image(path)
    assert frame.shape == (40, 60, 3)
    assert abs(int(frame[30, 30, 1]) - 200) <= 1


def test_floats_are_brought_to_eight_bits() -> None:
    assert as_bgr(np.full((4, 4, 3), 0.5, np.float32)).max() == 255


@pytest.mark.parametrize("content", [b"", b"hello, this is no picture", b"\x89PNG\r\n\x1a\n"])
def test_no_image(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "strange.jpg"
    path.write_bytes(content)
    with pytest.raises(NotAnImage):
        read_image(path)


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.98])
def test_a_file_cut_short(tmp_path: Path, suffix: str, share: float) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (80, 80, 3)).astype(np.uint8)
    _, whole = cv2.imencode(suffix, noise)
    path = tmp_path / f"cut{suffix}"
    path.write_bytes(whole.tobytes()[: int(len(whole) * share)])
    with pytest.raises(NotAnImage):
        read_image(path)


def test_bytes_after_the_end_do_no_harm(tmp_path: Path) -> None:
    _, jpeg = cv2.imencode(".jpg", picture())
    path = tmp_path / "longer.jpg"
    path.write_bytes(jpeg.tobytes() + b"and what a phone appends")
    assert read_image(path).shape == (40, 60, 3)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(NotAnImage):
            read_image(path)
