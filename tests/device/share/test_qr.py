"""The QR code says the link, to OpenCV's reader and to another's."""

import shutil
import subprocess
from random import Random

import cv2
import numpy as np
import pytest

from device.share.qr import qr_cells
from device.share.wish import SIGNS

LINK = "http://192.168.178.24:7749/k7m2pq4x/"


def picture(text):
    cells = np.array(qr_cells(text))
    drawn = np.where(cells, 0, 255).astype(np.uint8)
    large = cv2.resize(drawn, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    return cv2.copyMakeBorder(large, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=255)


def test_it_can_be_read():
    cells = qr_cells(LINK)
    assert len(cells) == len(cells[0])
    assert all(cells[0][:7])  # the corner that finders look for: no border is left around it
    assert cv2.QRCodeDetector().detectAndDecode(picture(LINK))[0] == LINK


@pytest.mark.skipif(not shutil.which("zbarimg"), reason="needs zbarimg")
def test_others_read_it_too(tmp_path):
    rng = Random(1)
    for _ in range(5):
        address = ".".join(str(rng.randrange(256)) for _ in range(4))
        link = f"http://{address}:7749/{''.join(rng.choices(SIGNS, k=8))}/"
        cv2.imwrite(str(tmp_path / "qr.png"), picture(link))
        said = subprocess.run(
            ["zbarimg", "-q", "--raw", tmp_path / "qr.png"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.strip() == link
