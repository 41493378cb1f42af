"""The two kinds of network: where squares are, and what is on one."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from vision.train.nets import Conv


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


class Finder(nn.Module):
    """BGR 0–255 to two maps (logits) at a quarter of the size: squares shrunk, and all of it."""

    def __init__(self, widths: tuple[int, int, int, int] = (12, 20, 32, 48)) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = widths
        self.stem = nn.Sequential(Conv(3, half, 2), Apart(half, quarter, 2))
        self.down8 = nn.Sequential(Apart(quarter, eighth, 2), Apart(eighth, eighth))
        self.down16 = nn.Sequential(
            Apart(eighth, sixteenth, 2), Apart(sixteenth, sixteenth), Apart(sixteenth, sixteenth)
        )
        self.lift8 = Conv(sixteenth, eighth, size=1)
        self.join8 = Apart(eighth, eighth)
        self.lift4 = Conv(eighth, quarter, size=1)
        self.join4 = Conv(quarter, quarter)
        self.head = nn.Conv2d(quarter, 2, 1)

    def forward(self, x: Any) -> Any:
        quarter = self.stem(x * (1.0 / 128.0) - 1.0)
        eighth = self.down8(quarter)
        double = nn.functional.interpolate
        deep = self.lift8(self.down16(eighth))
        y = self.join8(eighth + double(deep, scale_factor=2.0, mode="nearest"))
        y = self.join4(quarter + double(self.lift4(y), scale_factor=2.0, mode="nearest"))
        return self.head(y)


class Namer(nn.Module):
    """A levelled view to the logits of what it shows."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 12, 2), Apart(12, 24), Apart(24, 32, 2), Apart(32, 40), Apart(40, 56, 2)
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(56, classes))

    def forward(self, x: Any) -> Any:
        y = self.body(x)
        return self.head(torch.cat([y.mean(dim=(2, 3))], dim=1))
