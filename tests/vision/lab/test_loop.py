"""A training that was stopped is taken up again."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")


def test_a_stopped_training_goes_on_from_what_it_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.lab.train import loop

    monkeypatch.setattr(loop, "MEASURED", 5)
    started: list[int] = []
    inner = loop.ahead

    def ahead(make, count, seed, first=0):  # type: ignore[no-untyped-def]
        started.append(first)
        for number, batch in enumerate(inner(make, count, seed, first), first):
            if number == 12 and len(started) == 1:
                raise KeyboardInterrupt
            yield batch

    monkeypatch.setattr(loop, "ahead", ahead)

    def make(rng: np.random.Generator) -> loop.Batch:
        pictures = rng.uniform(0, 255, (4, 8, 8, 3)).astype(np.float32)
        return pictures, pictures.mean(axis=(1, 2, 3))

    def loss_of(net, batch):  # type: ignore[no-untyped-def]
        pictures, truth = batch
        return (net(pictures / 255).mean(dim=(1, 2, 3)) - truth / 255).square().mean()

    def trained(path: Path):  # type: ignore[no-untyped-def]
        torch.manual_seed(1)
        net = torch.nn.Conv2d(3, 1, 3)
        return loop.train(net, make, loss_of, 20, 1e-2, 5, "test", is_exact=True, unfinished=path)

    path = tmp_path / "net.unfinished"
    with pytest.raises(KeyboardInterrupt):
        trained(path)
    assert path.exists()
    again = trained(path)
    assert started == [0, 10]
    assert not path.exists()
    whole = trained(tmp_path / "other.unfinished")
    for one, other in zip(again.parameters(), whole.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
