"""Every position is put to the naive rules and to the engine."""

import pytest

from tests.engine import naive
from tests.engine.positions.situations import Engine, Rules


@pytest.fixture(params=[naive, Engine()], ids=["naive", "engine"])
def rules(request: pytest.FixtureRequest) -> Rules:
    """The naive rules and the engine in turn."""
    found: Rules = request.param
    return found
