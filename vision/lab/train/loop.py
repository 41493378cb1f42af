"""What all trainings share: batches made ahead, averaged weights, the loop, taking it up again."""

from __future__ import annotations

import copy
import multiprocessing
import queue
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from tqdm import tqdm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

Batch = tuple[Any, ...]
"""Arrays of one batch; the first are the pictures, N x height x width x 3."""

THREADS = 1
"""Batches are made by a process of their own; a second thread for these small networks costs more
in waiting than it brings (0.35 s a step against 0.39 s, and 2.3 s on a busy machine)."""

AHEAD = 6
MEASURED = 500  # steps from one measuring, and one keeping, to the next


def ahead(
    make: Callable[[np.random.Generator], Batch], count: int, seed: int, first: int = 0
) -> Iterator[Batch]:
    """`count` batches without the `first` ones, made by a process a few ahead of their use, each
    from its own seed.

    The process is forked, so that it sees the pictures without a copy.
    """
    forked = multiprocessing.get_context("fork")
    waiting: Any = forked.Queue(maxsize=AHEAD)

    def work() -> None:
        for index in range(first, count):
            waiting.put(make(np.random.default_rng((seed, index))))

    maker = forked.Process(target=work, daemon=True)
    maker.start()
    for _ in range(first, count):
        yield _next(waiting, maker)
    maker.join()


def _next(waiting: Any, maker: Any) -> Batch:
    while True:
        try:
            batch: Batch = waiting.get(timeout=5)
        except queue.Empty:
            if not maker.is_alive():
                raise RuntimeError("no more batches: see the error above") from None
        else:
            return batch


def tensors(batch: Batch) -> Batch:
    """The batch for the network: pictures with their channels first, as numbers 0–255."""
    pictures, *rest = (torch.from_numpy(part) for part in batch)
    return (pictures.permute(0, 3, 1, 2).float(), *rest)


def train(
    net: Any,
    make: Callable[[np.random.Generator], Batch],
    loss_of: Callable[[Any, Batch], Any],
    steps: int,
    rate: float,
    seed: int,
    name: str,
    memory: float = 0.998,
    measure: Callable[[Any], float] | None = None,
    is_exact: bool = False,
    unfinished: Path | None = None,
) -> Any:
    """The network with its weights averaged over the last steps of a cosine schedule; `memory` is
    what a step leaves of the average, and 0.998 looks back about 500 steps. `measure`, if given,
    is told now and then. Steps are taken in half precision where the processor has it, unless
    `is_exact`: nearly twice as fast, with the weights themselves in full. What is kept in the file
    `unfinished` now and then is taken up again by the next run."""
    torch.manual_seed(seed)
    torch.set_num_threads(THREADS)
    net = net.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps, pct_start=0.08
    )
    averaged = copy.deepcopy(net)
    parts = {"net": net, "averaged": averaged, "optimiser": optimiser, "schedule": schedule}
    first = _taken_up(unfinished, parts)
    batches = ahead(make, steps, seed, first)
    bar = tqdm(batches, total=steps, initial=first, desc=name, mininterval=5)
    recent = 0.0
    is_half = not is_exact and torch.cpu._is_avx512_bf16_supported()

    def answers(pictures: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16, enabled=is_half):
            logits = net(pictures)
        return logits.float()

    for step, batch in enumerate(bar, first):
        loss = loss_of(answers, tensors(batch))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        keep = min(memory, step / (step + 10))
        with torch.no_grad():
            for mean, value in zip(
                averaged.state_dict().values(), net.state_dict().values(), strict=True
            ):
                if mean.dtype.is_floating_point:
                    mean.mul_(keep).add_(value, alpha=1 - keep)
        now = float(loss.detach())
        recent = 0.98 * recent + 0.02 * now if step > first else now
        if step % 50 == 0:
            bar.set_postfix(loss=f"{recent:.4f}")
        if measure is not None and (step + 1) % MEASURED == 0:
            tqdm.write(f"{name} {step + 1}: {recent:.4f}, unseen {measure(averaged.eval()):.4f}")
        if unfinished is not None and (step + 1) % MEASURED == 0:
            _keep(unfinished, parts, step + 1)
    if unfinished is not None:
        unfinished.unlink(missing_ok=True)
    return averaged.eval()


def _keep(path: Path, parts: Mapping[str, Any], step: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save({"step": step} | {name: each.state_dict() for name, each in parts.items()}, part)
    part.replace(path)


def _taken_up(path: Path | None, parts: Mapping[str, Any]) -> int:
    """The step to go on from; 0 where nothing was kept."""
    if path is None or not path.exists():
        return 0
    kept = torch.load(path, weights_only=False)
    for name, each in parts.items():
        each.load_state_dict(kept[name])
    return int(kept["step"])
