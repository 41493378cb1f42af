"""The drawings and figures of `docs/mounting.md`, from the shipped configuration and geometry.

`python -m tests.docs.mounting` draws them anew; a test compares, so that they cannot go stale.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from device.core.config import Config, read_config

DOCS = Path(__file__).parent.parent.parent / "docs"

# The 40 pins, as every Raspberry Pi since the B+ has them: GPIO number → pin
PIN_OF = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19}
PIN_OF |= {9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35}
PIN_OF |= {16: 36, 26: 37, 20: 38, 21: 40}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)

INK, SOFT, PAPER, BOARD, GOLD = "#22282b", "#78848a", "#f7f3e8", "#1f6b4f", "#d9b45a"
COLOURS = {"one": "#c43a31", "two": "#2b62b8"}
STEP, TOP, MIDDLE = 30, 96, 450  # pixels: from pin to pin, the first one, between the columns
WIDE, HIGH = 900, 880

# Camera Module 3 at 16:9: degrees across and down, from its data sheet
VIEWS = {"Camera Module 3": (66.0, 41.0), "Camera Module 3 Wide": (102.0, 67.0)}
TILE_MM = (26.0, 37.0)
GAP_MM = 1.5
COLUMNS, ROWS = 13 + 2, 7 + 3  # with air at the sides and two rows of action tiles
SMALLEST_PX = 35  # a tile's width that is still read
HEIGHTS_MM = (450, 500, 550, 600, 700, 800)


# Pins


def uses(config: Config) -> dict[int, tuple[str, str]]:
    """Pin → whose and what, for every pin that is wired."""
    wired: dict[int, tuple[str, str]] = {}
    for name, person in (("one", "player 1"), ("two", "player 2")):
        for what, key in (("button", name), ("LED", f"{name}_led")):
            gpio = config.number("buttons", key)
            if what == "LED" and gpio == 0:
                continue
            pin = PIN_OF[gpio]
            ground = min(set(GROUNDS) - set(wired), key=lambda each: (abs(each - pin), each))
            wired[pin] = name, f"GPIO {gpio}: {what} of {person}"
            wired[ground] = name, f"ground: {what} of {person}"
    return wired


def pin_drawing(config: Config) -> str:
    """The header seen from above, the board's edge to the right, each wired pin named."""
    wired = uses(config)
    pieces = [
        _text(MIDDLE, 40, "Pins of buttons and LEDs", 22, INK, "middle", True),
        _text(MIDDLE, 66, "The header from above; pin 1 is square.", 15, SOFT, "middle"),
        f'<rect x="{MIDDLE - 48}" y="{TOP - 24}" width="96" height="{20 * STEP + 18}" rx="8" '
        f'fill="{BOARD}"/>',
    ]
    for pin in range(1, 41):
        pieces += _pin(pin, wired.get(pin))
    pieces += _circuits(TOP + 20 * STEP + 30)
    body = "\n".join(pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        f'font-family="sans-serif">\n<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>\n'
        f"{body}\n</svg>\n"
    )


def _pin(pin: int, use: tuple[str, str] | None) -> Iterator[str]:
    is_left = pin % 2 == 1
    x = MIDDLE + (-22 if is_left else 22)
    y = TOP + (pin - 1) // 2 * STEP
    fill = COLOURS[use[0]] if use else INK if pin in GROUNDS else GOLD
    shape = f'<circle cx="{x}" cy="{y}" r="10" fill="{fill}"/>'
    if pin == 1:
        shape = f'<rect x="{x - 10}" y="{y - 10}" width="20" height="20" fill="{fill}"/>'
    yield shape
    yield _text(x, y + 4, str(pin), 11, INK if fill == GOLD else PAPER, "middle")
    if use:
        side = -1 if is_left else 1
        yield (
            f'<line x1="{x + side * 12}" y1="{y}" x2="{x + side * 58}" y2="{y}" '
            f'stroke="{fill}" stroke-width="3"/>'
        )
        anchor = "end" if is_left else "start"
        yield _text(x + side * 66, y + 5, use[1], 16, INK, anchor, True)


def _circuits(y: int) -> Iterator[str]:
    """How a button and an LED are connected."""
    for row, (name, part) in enumerate((("Button", "button"), ("LED", "led"))):
        at = y + 30 + row * 66
        yield _text(120, at + 6, name, 17, INK, "start", True)
        yield _text(250, at + 6, "GPIO", 16, INK, "end")
        yield f'<line x1="262" y1="{at}" x2="640" y2="{at}" stroke="{INK}" stroke-width="2.5"/>'
        yield _text(652, at + 6, "ground", 16, INK, "start")
        yield from _button(at) if part == "button" else _led(at)


def _button(y: int) -> Iterator[str]:
    yield f'<rect x="420" y="{y - 16}" width="60" height="30" fill="{PAPER}"/>'
    yield f'<line x1="420" y1="{y}" x2="476" y2="{y - 16}" stroke="{INK}" stroke-width="2.5"/>'
    for x in (420, 480):
        yield f'<circle cx="{x}" cy="{y}" r="4.5" fill="{INK}"/>'
    yield _text(450, y + 26, "closes when pressed; no resistor", 14, SOFT, "middle")


def _led(y: int) -> Iterator[str]:
    yield (
        f'<rect x="340" y="{y - 9}" width="64" height="18" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="2.5"/>'
    )
    yield _text(372, y + 28, "330 Ω", 14, SOFT, "middle")
    yield f'<path d="M500 {y - 13} L500 {y + 13} L524 {y} Z" fill="{INK}"/>'
    yield f'<line x1="525" y1="{y - 13}" x2="525" y2="{y + 13}" stroke="{INK}" stroke-width="3"/>'
    yield _text(512, y + 28, "long leg to the resistor", 14, SOFT, "middle")


def _text(
    x: float, y: float, text: str, size: int, fill: str, anchor: str, is_bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if is_bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"'
        f"{weight}>{text}</text>"
    )


# The camera


def needed_mm() -> tuple[float, float]:
    """The size of the table's part that must be in the picture, across and down."""
    across, down = (side + GAP_MM for side in TILE_MM)
    return COLUMNS * across, ROWS * down


def seen_mm(height: float, degrees: tuple[float, float]) -> tuple[float, float]:
    """What a camera at that height sees straight below it."""
    across, down = (2 * height * math.tan(math.radians(angle) / 2) for angle in degrees)
    return across, down


def lowest(degrees: tuple[float, float]) -> int:
    """The least height from which all that is needed is seen; rounded up to whole centimetres."""
    sides = zip(needed_mm(), degrees, strict=True)
    height = max(need / 2 / math.tan(math.radians(angle) / 2) for need, angle in sides)
    return math.ceil(height / 10) * 10


def tile_px(height: float, degrees: tuple[float, float], width_px: int) -> float:
    """A tile's width in the picture."""
    return TILE_MM[0] * width_px / seen_mm(height, degrees)[0]


def heights_table(config: Config) -> str:
    """The table of heights, in Markdown."""
    width_px = config.number("camera", "width")
    lines = ["| camera | height | sees | a tile is wide | |", "|---|---|---|---|---|"]
    for name, degrees in VIEWS.items():
        for height in HEIGHTS_MM:
            across, down = seen_mm(height, degrees)
            pixels = tile_px(height, degrees, width_px)
            is_low, is_small = height < lowest(degrees), pixels < SMALLEST_PX
            verdict = "too low" if is_low else "too small" if is_small else "fine"
            verdict = "too low and too small" if is_low and is_small else verdict
            size = f"{across / 10:.0f} × {down / 10:.0f} cm"
            lines.append(
                f"| {name} | {height / 10:.0f} cm | {size} | {pixels:.0f} px | {verdict} |"
            )
    return "\n".join(lines)


def view_drawing(config: Config) -> str:
    """The mount from the side: the camera's height, its view, and the lamp's place."""
    degrees = VIEWS["Camera Module 3"]
    height = 600
    scale = 0.62
    wide, high, floor, middle = 900, 520, 450, 430
    across = seen_mm(height, degrees)[0] * scale
    need = needed_mm()[0] * scale
    top = floor - height * scale
    px = tile_px(height, degrees, config.number("camera", "width"))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="sans-serif">',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        f'<path d="M{middle} {top:g} L{middle - across / 2:.0f} {floor} L{middle + across / 2:.0f} '
        f'{floor} Z" fill="{GOLD}" opacity="0.3"/>',
        f'<rect x="60" y="{floor}" width="780" height="12" fill="#a9793f"/>',
        f'<rect x="{middle - need / 2:.0f}" y="{floor - 7}" width="{need:.0f}" height="7" '
        f'fill="{BOARD}"/>',
        f'<path d="M120 {floor} V{top - 12:.0f} H{middle}" fill="none" stroke="{INK}" '
        f'stroke-width="8"/>',
        f'<rect x="{middle - 20}" y="{top - 16:.0f}" width="40" height="20" rx="3" fill="{INK}"/>',
        f'<circle cx="{middle}" cy="{top + 6:.0f}" r="6" fill="{SOFT}"/>',
        f'<line x1="{middle}" y1="{top + 14:.0f}" x2="{middle}" y2="{floor - 10}" stroke="{INK}" '
        f'stroke-dasharray="5 5"/>',
        _text(middle + 10, (top + floor) / 2, f"{height / 10:.0f} cm", 20, INK, "start", True),
        _text(middle, floor + 40, f"15 columns, {needed_mm()[0] / 10:.0f} cm", 16, INK, "middle"),
        _text(middle, floor + 60, f"a tile is {px:.0f} pixels wide", 14, SOFT, "middle"),
        _text(132, top + 20, "a firm arm, beside the table", 14, SOFT, "start"),
        _text(780, 44, "lamp to the side", 16, INK, "middle", True),
        _text(780, 64, "above the camera its mirror", 13, SOFT, "middle"),
        _text(780, 80, "image would hide a tile", 13, SOFT, "middle"),
        f'<circle cx="780" cy="118" r="18" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>',
        f'<path d="M768 142 L600 {floor - 12}" stroke="{GOLD}" stroke-width="4" '
        f'stroke-dasharray="3 8"/>',
        "</svg>\n",
    ]
    return "\n".join(lines)


def drawings(config: Config) -> dict[Path, str]:
    """Every drawing by the file it is in."""
    return {DOCS / "pins.svg": pin_drawing(config), DOCS / "camera.svg": view_drawing(config)}


if __name__ == "__main__":
    for path, drawing in drawings(read_config()).items():
        path.write_text(drawing, encoding="utf-8")
