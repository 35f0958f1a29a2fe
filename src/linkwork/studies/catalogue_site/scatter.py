"""A picture of two columns of numbers: one point a run, which leads to its page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

VOID = frozenset({"input", "link", "meta", "br", "img"})
"""Elements without content."""


class Markup(str):
    """Text that is HTML already. Made by `html_element` alone."""

    __slots__ = ()


def html_element(kind: str, /, *children: object, **attributes: object) -> Markup:
    """An element: children that are not `Markup` are escaped, and so are all values of attributes.

    An attribute that is False or None is left out; `class_` and `for_` are those that Python keeps for itself, and an
    underline inside of a name is a hyphen.
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{kind}{given}>" if kind in VOID else f"<{kind}{given}>{html_parts(*children)}</{kind}>")


def html_parts(*children: object) -> Markup:
    """Several after one another."""
    return Markup("".join(child if isinstance(child, Markup) else escape(str(child)) for child in children))


PLOT_WIDTH, PLOT_HEIGHT = 720, 420
LEFT, RIGHT_MARGIN, TOP, BOTTOM = 76, 16, 14, 52
"""Room for the axes."""
MOST_TICKS = 6


def scatter(
    points: Sequence[tuple[float, float, str, str]], x_name: str, y_name: str, address: Callable[[str], str]
) -> Markup:
    """Points (x, y, label, verdict) as SVG; `address` is that of a label's page."""
    x_axis = _Axis([x for x, *_ in points], LEFT, PLOT_WIDTH - RIGHT_MARGIN)
    y_axis = _Axis([y for _, y, *_ in points], PLOT_HEIGHT - BOTTOM, TOP)
    parts = [
        *(_grid(x_axis.place(x), TOP, x_axis.place(x), PLOT_HEIGHT - BOTTOM) for x in x_axis.ticks),
        *(_grid(LEFT, y_axis.place(y), PLOT_WIDTH - RIGHT_MARGIN, y_axis.place(y)) for y in y_axis.ticks),
        *(_text(f"{x:.6g}", x_axis.place(x), PLOT_HEIGHT - BOTTOM + 18, "middle") for x in x_axis.ticks),
        *(_text(f"{y:.6g}", LEFT - 8, y_axis.place(y) + 4, "end") for y in y_axis.ticks),
        _text(x_name, (LEFT + PLOT_WIDTH - RIGHT_MARGIN) / 2, PLOT_HEIGHT - 10, "middle"),
        html_element(
            "text",
            y_name,
            transform=f"translate(16 {(TOP + PLOT_HEIGHT - BOTTOM) / 2:g}) rotate(-90)",
            text_anchor="middle",
        ),
    ]
    for x, y, label, verdict in points:
        dot = html_element(
            "circle",
            html_element("title", f"run {label}: {x_name} {x:.6g}, {y_name} {y:.6g}, {verdict}"),
            cx=f"{x_axis.place(x):.2f}",
            cy=f"{y_axis.place(y):.2f}",
            r=4,
            class_=verdict if verdict in ("good", "doubtful", "bad") else None,
        )
        parts.append(html_element("a", dot, href=address(label)))
    return html_element(
        "svg", *parts, viewBox=f"0 0 {PLOT_WIDTH} {PLOT_HEIGHT}", role="img", aria_label=f"{y_name} over {x_name}"
    )


class _Axis:
    """Numbers on a line of the picture, with ticks at round ones."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        low, high = min(values), max(values)
        room = 0.04 * (high - low) or abs(low) * 0.5 or 1.0
        self.low, self.high, self.begin, self.end = low - room, high + room, begin, end
        self.ticks = round_numbers(self.low, self.high)

    def place(self, value: float) -> float:
        """Where a number stands."""
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)


def round_numbers(low: float, high: float) -> list[float]:
    """Few multiples of 1, 2 or 5 times a power of ten between two numbers."""
    raw = (high - low) / MOST_TICKS
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _grid(x1: float, y1: float, x2: float, y2: float) -> Markup:
    return html_element("line", x1=f"{x1:.2f}", y1=f"{y1:.2f}", x2=f"{x2:.2f}", y2=f"{y2:.2f}")


def _text(text: str, x: float, y: float, anchor: str) -> Markup:
    return html_element("text", text, x=f"{x:.2f}", y=f"{y:.2f}", text_anchor=anchor)
