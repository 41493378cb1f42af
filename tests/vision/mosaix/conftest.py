"""The eyes are opened once."""

import pytest

from vision.mosaix.eyes import open_eyes


@pytest.fixture(scope="session")
def eyes():
    return open_eyes()
