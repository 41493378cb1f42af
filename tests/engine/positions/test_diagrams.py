"""The diagrams, in positions named after their situation."""

import pytest

from tests.engine.diagram import draw


def test_a_diagram_is_read_from_its_joker() -> None:
    diagram = """
        3| .  K4 .
        4| R9 *  R5
        6| .  .  .   O10
    """
    assert draw(diagram) == {"3+0": "K4", "4-1": "R9", "4+1": "R5", "6+2": "O10"}


@pytest.mark.parametrize(
    "diagram", ["3| *", "4| R5", "4| * R5\n5| *", "5| R5\n4| *", "4| *\n4| *", "R5 *"]
)
def test_a_diagram_without_its_one_joker_or_rows_in_order(diagram: str) -> None:
    with pytest.raises(ValueError, match=r"joker|rows|bar"):
        draw(diagram)
