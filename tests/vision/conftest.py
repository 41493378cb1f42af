"""The eyes are opened once."""

import pytest

from vision.mosaix import MosaixEyes


@pytest.fixture(scope="session")
def eyes():
    return MosaixEyes()
