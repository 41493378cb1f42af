"""Trained networks as small ONNX files: weights in half precision, short names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

if TYPE_CHECKING:
    from pathlib import Path

FEW = 16
"""Fewer weights than this stay as they are."""


def export(net: Any, size: tuple[int, ...], path: Path, output: str, free: dict[int, str]) -> None:
    """Writes the network with one named output; the axes in `free` may change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {"picture": free, output: free}
    torch.onnx.export(
        net.eval(),
        (torch.zeros(size),),
        str(path),
        opset_version=17,
        dynamo=False,
        input_names=["picture"],
        output_names=[output],
        dynamic_axes=axes,
    )
    halve(path)


def loaded(net: Any, path: Path) -> Any:
    """The network with the weights of a file that `export` wrote of one of its kind, its
    normalisation folded in. Raises ValueError where they do not fit."""
    graph = onnx.load(str(path)).graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    stored |= {n.output[0]: stored[n.input[0]] for n in graph.node if n.op_type == "Cast"}
    used = [
        torch.from_numpy(stored[name].astype(np.float32))
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
        for name in node.input[1:]
    ]
    names = list(net.state_dict())
    if len(names) != len(used):
        raise ValueError(f"{path}: {len(used)} sets of weights, not {len(names)}")
    net.load_state_dict(dict(zip(names, used, strict=True)))
    return net.eval()


def expose_features(path: Path) -> None:
    """Makes what enters the file's `Flatten` a second output, named `features`."""
    model = onnx.shape_inference.infer_shapes(onnx.load(str(path)))
    graph = model.graph
    inner = next(node.input[0] for node in graph.node if node.op_type == "Flatten")
    shape = next(each for each in graph.value_info if each.name == inner)
    for node in graph.node:
        node.input[:] = ["features" if name == inner else name for name in node.input]
        node.output[:] = ["features" if name == inner else name for name in node.output]
    shape.name = "features"
    graph.output.append(shape)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def halve(path: Path) -> None:
    """Stores the weights of the file in half precision; they are read back as floats."""
    model = onnx.load(str(path))
    graph = model.graph
    for tensor in list(graph.initializer):
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < FEW:
            continue
        halved = numpy_helper.from_array(weights.astype(np.float16), f"{tensor.name}_half")
        graph.initializer.remove(tensor)
        graph.initializer.append(halved)
        cast = helper.make_node("Cast", [halved.name], [tensor.name], to=TensorProto.FLOAT)
        graph.node.insert(0, cast)
    _shorten(graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _shorten(graph: Any) -> None:
    """Gives everything inside the network short names: the long ones are a fifth of a file."""
    kept = {each.name for each in (*graph.input, *graph.output)}
    short: dict[str, str] = {name: name for name in (*kept, "")}

    def named(name: str) -> str:
        return short.setdefault(name, f"t{len(short)}")

    for tensor in graph.initializer:
        tensor.name = named(tensor.name)
    for node in graph.node:
        node.name, node.doc_string = "", ""
        node.input[:] = [named(name) for name in node.input]
        node.output[:] = [named(name) for name in node.output]
    del graph.value_info[:]
