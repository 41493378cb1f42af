"""The three networks: where tiles are, their exact corners, and what they show."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

JOKER_CLASS = 13
NO_TILE_CLASS = 14
CLASSES = 15
TURNS = 4
COLOURS = 4


class Conv(nn.Sequential):
    """A convolution with its normalisation and bend."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, size: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    """Two convolutions beside a straight line."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Any) -> Any:
        return torch.relu(x + self.second(self.first(x)))


class LocatorNet(nn.Module):
    """BGR 0–255 to two maps at a quarter of the size: shrunken tiles and whole tiles (logits)."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (12, 20, 40, 64, 96)) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth, last = widths
        self.stem = nn.Sequential(Conv(3, half, 2), Conv(half, quarter, 2))
        self.down8 = nn.Sequential(Conv(quarter, eighth, 2), Conv(eighth, eighth))
        self.down16 = nn.Sequential(Conv(eighth, sixteenth, 2), Residual(sixteenth))
        self.down32 = nn.Sequential(Conv(sixteenth, last, 2), Residual(last))
        self.lift16 = Conv(last, sixteenth, size=1)
        self.join16 = Conv(sixteenth, sixteenth)
        self.lift8 = Conv(sixteenth, eighth, size=1)
        self.join8 = Conv(eighth, eighth)
        self.lift4 = Conv(eighth, quarter, size=1)
        self.join4 = Conv(quarter, quarter)
        self.head = nn.Conv2d(quarter, 2, 1)

    def forward(self, x: Any) -> Any:
        quarter = self.stem(x * (1.0 / 128.0) - 1.0)
        eighth = self.down8(quarter)
        sixteenth = self.down16(eighth)
        last = self.down32(sixteenth)
        double = nn.functional.interpolate
        y = self.join16(sixteenth + double(self.lift16(last), scale_factor=2.0, mode="nearest"))
        y = self.join8(eighth + double(self.lift8(y), scale_factor=2.0, mode="nearest"))
        y = self.join4(quarter + double(self.lift4(y), scale_factor=2.0, mode="nearest"))
        return self.head(y)


class Corners(nn.Module):
    """A 64 x 64 view about a rough outline to eight numbers: the corners, in units of the view."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 12, 2),
            Conv(12, 24, 2),
            Conv(24, 24),
            Conv(24, 40, 2),
            Conv(40, 40),
            Conv(40, 56, 2),
            Conv(56, 56),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(56 * 16, 96), nn.ReLU(inplace=True), nn.Linear(96, 8)
        )

    def forward(self, x: Any) -> Any:
        return self.head(self.body(x * (1.0 / 128.0) - 1.0))


class ReaderNet(nn.Module):
    """A 48 x 64 white-balanced face to logits: 15 values, 4 turns, 4 colours, in one row."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 16, 2),
            Conv(16, 28),
            Conv(28, 48, 2),
            Conv(48, 56),
            Conv(56, 80, 2),
            Conv(80, 80),
            Conv(80, 32, size=1),
        )
        self.mix = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 48, 128), nn.ReLU(inplace=True)
        )
        self.head = nn.Linear(128, CLASSES + TURNS + COLOURS)

    def forward(self, x: Any) -> Any:
        return self.head(self.mix(self.body(x * (1.0 / 128.0) - 1.0)))
