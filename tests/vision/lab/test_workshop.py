"""What a training made is taken up again by the next run if it is what that would make, too."""

from pathlib import Path

import pytest

from vision.lab.train import workshop
from vision.lab.train.workshop import Workshop, cached, made_of, recipe


def test_a_thing_is_made_once_and_again_of_other_parts(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    made: list[str] = []

    def maker() -> list[str]:
        made.append("once more")
        return list(made)

    first = shop.kept("tables", made_of("drawn", 3), maker)
    assert shop.kept("tables", made_of("drawn", 3), maker) == first
    assert shop.kept("tables", made_of("drawn", 4), maker) != first
    assert len(made) == 2


def test_what_is_stopped_while_it_is_written_is_made_again(tmp_path: Path) -> None:
    class Unwritable:
        def __reduce__(self) -> str:
            raise KeyboardInterrupt

    path = tmp_path / "tables.pkl"
    with pytest.raises(KeyboardInterrupt):
        cached(path, lambda: [b"first", Unwritable()])
    assert cached(path, lambda: [b"second"]) == [b"second"]


def test_a_recipe_changes_with_whatever_the_module_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen = tmp_path / "kitchen"
    kitchen.mkdir()
    (kitchen / "__init__.py").write_text("")
    (kitchen / "soup.py").write_text("def made():\n    from kitchen.stock import salt\n")
    (kitchen / "stock.py").write_text("from kitchen import pots\nsalt = 1\n")
    (kitchen / "pots.py").write_text("size = 1\n")
    (kitchen / "cake.py").write_text("eggs = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(workshop, "ROOMS", ("kitchen",))

    def fresh() -> str:
        recipe.cache_clear()
        return recipe("kitchen.soup")

    before = fresh()
    assert fresh() == before
    (kitchen / "cake.py").write_text("eggs = 4\n")
    assert fresh() == before
    (kitchen / "pots.py").write_text("size = 2\n")
    assert fresh() != before
    recipe.cache_clear()


def test_the_pictures_recipe_holds_all_that_draws_them() -> None:
    reached: dict[str, bytes] = {}
    workshop._reach("vision.lab.train.samples", reached)
    assert {"vision.lab.synth.render", "vision.lab.madeup.page", "vision.picture"} <= set(reached)
    assert "vision.lab.train.reader" not in reached
