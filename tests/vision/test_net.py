"""Many pictures are looked at a few at a time: the same answers, for little memory."""

import numpy as np
import pytest

from device.lab.soak.gauges import memory
from vision.net import BATCH, MODELS, Net, batches
from vision.tiles.faces import FaceReader
from vision.tiles.rectify import FACE_WH, balance


@pytest.fixture(scope="module")
def reader():
    return FaceReader(MODELS / "reader.onnx")


def faces(count):
    width, height = FACE_WH
    rng = np.random.default_rng(1)
    return balance(list(rng.integers(0, 255, (count, height, width, 3), np.uint8)))


def test_batches_leave_nothing_out():
    assert list(batches([])) == []
    assert [list(some) for some in batches(range(BATCH + 1))] == [list(range(BATCH)), [BATCH]]


def test_a_face_reads_the_same_among_many(reader):
    many = faces(2 * BATCH + 3)
    alone = np.concatenate([reader.logits(face[None]) for face in many])
    assert np.allclose(reader.logits(many), alone, atol=1e-3)
    assert np.allclose(reader.answers(many)[0], alone, atol=1e-3)
    assert reader.logits(many[:0]).shape == (0, alone.shape[1])


def test_a_full_table_takes_hardly_more_memory_than_a_part_of_it(reader):
    few, many = faces(BATCH), faces(8 * BATCH)
    reader.logits(few)
    before = memory()
    reader.logits(many)
    assert memory() - before < 8 << 20


@pytest.mark.parametrize("share", [0, 0.01, 0.5])
def test_a_damaged_network_is_a_plain_error_that_names_the_file(share, tmp_path):
    whole = (MODELS / "reader.onnx").read_bytes()
    path = tmp_path / "reader.onnx"
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ValueError, match=r"reader\.onnx"):
        Net(path)


def test_a_network_that_does_not_run_is_one_too():
    with pytest.raises(ValueError, match=r"reader\.onnx"):
        Net(MODELS / "reader.onnx").run(np.zeros((1, 3, 5, 5), np.float32), "logits")
