"""The kinds of network: where squares are, what is on one, and how four dice lie together."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from engine.mosaix.values import DICE
from vision.lab.train.nets import Conv, Residual


class Apart(nn.Sequential):
    """A convolution of each channel by itself, and then one across them: few weights."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class Beside(nn.Module):
    """Such a pair beside a straight line."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.way = Apart(channels, channels)

    def forward(self, x: Any) -> Any:
        return x + self.way(x)


class FinderNet(nn.Module):
    """BGR 0–255 to maps (logits) at a quarter of the size: squares shrunk, all of it, and for dice
    odd squares."""

    def __init__(self, maps: int, widths: Widths = (16, 24, 40, 64, 80)) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth, last = widths
        self.stem = nn.Sequential(Conv(3, half, 2), Conv(half, quarter, 2))
        self.down8 = nn.Sequential(Conv(quarter, eighth, 2), Residual(eighth))
        self.down16 = nn.Sequential(
            Conv(eighth, sixteenth, 2), Beside(sixteenth), Beside(sixteenth)
        )
        self.down32 = nn.Sequential(Apart(sixteenth, last, 2), Beside(last), Beside(last))
        self.lift16 = Conv(last, sixteenth, size=1)
        self.join16 = Beside(sixteenth)
        self.lift8 = Conv(sixteenth, eighth, size=1)
        self.join8 = Conv(eighth, eighth)
        self.lift4 = Conv(eighth, quarter, size=1)
        self.join4 = Conv(quarter, quarter)
        self.head = nn.Conv2d(quarter, maps, 1)

    def forward(self, x: Any) -> Any:
        quarter = self.stem(x * (1.0 / 128.0) - 1.0)
        eighth = self.down8(quarter)
        sixteenth = self.down16(eighth)
        double = nn.functional.interpolate
        deep = self.lift16(self.down32(sixteenth))
        y = self.join16(sixteenth + double(deep, scale_factor=2.0, mode="nearest"))
        y = self.join8(eighth + double(self.lift8(y), scale_factor=2.0, mode="nearest"))
        y = self.join4(quarter + double(self.lift4(y), scale_factor=2.0, mode="nearest"))
        return self.head(y)


Widths = tuple[int, int, int, int, int]


def five_convolutions(widths: Widths) -> nn.Sequential:
    """From a view to an eighth of its size, with so many channels on the way."""
    half, next_half, quarter, next_quarter, eighth = widths
    return nn.Sequential(
        Conv(3, half, 2),
        Conv(half, next_half),
        Conv(next_half, quarter, 2),
        Conv(quarter, next_quarter),
        Conv(next_quarter, eighth, 2),
    )


class NamerNet(nn.Module):
    """A levelled view to the logits of what it shows."""

    def __init__(self, classes: int, widths: Widths = (24, 32, 48, 48, 80)) -> None:
        super().__init__()
        self.body = five_convolutions(widths)
        eighth = widths[-1]
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(eighth, classes))

    def forward(self, x: Any) -> Any:
        return self.head(self.body(x).mean(dim=(2, 3)))


class CellNet(nn.Module):
    """A levelled view of a cell to the logits of what it holds."""

    def __init__(self, classes: int, widths: tuple[int, int, int, int] = (16, 24, 48, 96)) -> None:
        super().__init__()
        half, next_half, quarter, eighth = widths
        self.body = nn.Sequential(
            Conv(3, half, 2),
            Conv(half, next_half),
            Conv(next_half, quarter, 2),
            Residual(quarter),
            Conv(quarter, eighth, 2),
            Residual(eighth),
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(eighth, classes))

    def forward(self, x: Any) -> Any:
        return self.head(nn.functional.adaptive_avg_pool2d(self.body(x), 1).flatten(1))


class MatesNet(nn.Module):
    """Four dice of a throw in a row, levelled together, to the logits (n, classes, 1, 4) of how
    each of them lies: it is compared with what all four show in the same place."""

    def __init__(self, classes: int, widths: Widths = (16, 24, 32, 40, 56)) -> None:
        super().__init__()
        self.body = five_convolutions(widths)
        eighth = widths[-1]
        self.join = nn.Sequential(Conv(2 * eighth, eighth), Conv(eighth, eighth))
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Conv2d(eighth, classes, 1))

    def forward(self, x: Any) -> Any:
        own = self.body(x)
        one, two, three, four = own.chunk(DICE, dim=3)
        common = (one + two + three + four) / DICE
        both = torch.cat([own, torch.cat([common] * DICE, dim=3)], dim=1)
        return self.head(nn.functional.avg_pool2d(self.join(both), x.shape[2] // 8))
