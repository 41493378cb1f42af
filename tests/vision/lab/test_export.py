"""A network that was written as ONNX can be gone on with."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is there only to train")
onnx = pytest.importorskip("onnx", reason="onnx is there only to train")

from vision.lab.train.export import export, loaded  # noqa: E402
from vision.lab.train.nets import ReaderNet  # noqa: E402
from vision.lab.train.reader import between, folded  # noqa: E402
from vision.net import MODELS  # noqa: E402


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_shipped_reader_is_read_back_and_written_again(tmp_path: Path) -> None:
    faces = torch.from_numpy(np.random.default_rng(1).uniform(0, 255, (3, 3, 64, 48))).float()
    shipped = loaded(folded(ReaderNet()), MODELS / "reader.onnx")
    export(shipped, (1, 3, 64, 48), tmp_path / "again.onnx", "logits", {0: "count"})
    again = loaded(folded(ReaderNet()), tmp_path / "again.onnx")
    with torch.no_grad():
        assert torch.allclose(shipped(faces), again(faces), atol=1e-4)


def test_weights_of_another_network_are_refused() -> None:
    with pytest.raises((ValueError, RuntimeError)):
        loaded(folded(ReaderNet()), MODELS / "corners.onnx")


def test_half_way_between_two_networks() -> None:
    torch.manual_seed(1)
    one, other = folded(ReaderNet()), folded(ReaderNet())
    half = between(one, other, 0.5).state_dict()["head.weight"]
    mean = (one.state_dict()["head.weight"] + other.state_dict()["head.weight"]) / 2
    assert torch.allclose(half, mean)
    assert torch.equal(between(one, other, 0.0).state_dict()["head.bias"], one.head.bias)
