"""The eyes are opened once."""

import pytest

from vision.mosaix import Eyes


@pytest.fixture(scope="session")
def eyes():
    return Eyes()
