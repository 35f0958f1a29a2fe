"""Moments at which expressions break in time: where a branch on time alone changes over.

Every operation with branches (`where`, `max`, `abs`, a table …) whose argument depends on time alone is found in the
graph, with the times at which it changes over. Whether anything breaks there is asked of the numbers on both sides: a
smooth step that is clipped has branches and breaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...expr import TraceError, sin
from ...expr.conditions import margin
from ...expr.evaluate import evaluate
from ...expr.graph import Bool, as_expr, sub
from ...expr.node import Node, symbols_of, topological
from ..errors import ModelError
from ..parameters import Parameter

HORIZON = 1000.0
"""Times up to which changes of branches that are not straight functions of time are looked for."""
GRID = 20_001
STRAIGHT_TIMES = (0.0, 0.3717, 0.9131, 1.7713)
"""Times that tell straight functions of time from others."""
SIDE_DISTANCE = 1e-7
"""How far from a moment its two sides are looked at, relative to its size."""
BROKEN = 1e-4
"""Differences of both sides, relative to the size of what is compared, above which something breaks."""


def check_smooth_in_time(label: str, values: list[Any], t: Any, points: list[dict[str, float]]) -> None:
    """Raises where values or rates have a corner or a jump in time, as driven coordinates must not."""
    moment = break_in_time(values, t, points)
    if moment is not None:
        raise ModelError(
            f"{label}: breaks at t = {moment:.6g}: what moves bodies needs two continuous derivatives in time, without "
            "corners and jumps. Use a SmoothStep, a Spline or another smooth signal."
        )


def break_in_time(values: Sequence[Any], t: Any, points: Sequence[Mapping[str, float]]) -> float | None:
    """The first moment t > 0 at which some value differs on both sides, all else as at one of some points; or None."""
    roots = [as_expr(x) for x in values]
    moments = sorted({round(m, 12) for m in _moments(roots, t)} - {0.0})
    own = {s.name: s.value for s in symbols_of(roots) if isinstance(s, Parameter)} if moments else {}
    for moment in moments:
        step = SIDE_DISTANCE * max(1.0, abs(moment))
        for point in points:
            sides = ({**point, **own, "t": moment + side * step} for side in (-1.0, 1.0))
            before, after = (np.array([float(x) for x in evaluate(roots, known)]) for known in sides)
            size = np.maximum(np.abs(before), np.abs(after))
            if (np.abs(after - before) > BROKEN * (1.0 + size))[np.isfinite(size)].any():
                return moment
    return None


def _moments(roots: Sequence[Node], t: Node) -> Iterator[float]:
    """Times at which some branch on time alone changes over."""
    for node in topological(roots):
        for switch in _switches(node):
            read = symbols_of([switch])
            if any(s is t for s in read) and all(s is t or isinstance(s, Parameter) for s in read):
                yield from _zeros(switch, t)


def _switches(node: Node) -> Iterator[Node]:
    """Expressions that pass through zero where an operation changes its branch."""
    if node.op == "where" and isinstance(node.args[0], Bool):
        try:
            yield margin(node.args[0])
        except TraceError:
            return
    elif node.op in ("abs", "sign", "sqrt"):
        yield node.args[0]
    elif node.op in ("min", "max"):
        yield sub(as_expr(node.args[0]), as_expr(node.args[1]))
    elif node.op in ("floor", "ceil"):
        yield sin(as_expr(node.args[0]) * np.pi)
    elif node.op == "lookup":
        yield from (as_expr(node.args[0]) - float(x) for x in node.data.breaks)


def _zeros(switch: Node, t: Node) -> list[float]:
    """The times t ≥ 0 at which an expression of time changes its sign."""
    known: dict[Any, Any] = {s: s.value for s in symbols_of([switch]) if isinstance(s, Parameter)}

    def at(times: np.ndarray) -> np.ndarray:
        found = np.asarray(evaluate([switch], {**known, t: times})[0], dtype=float)
        return np.broadcast_to(found, times.shape)

    a, b, c, d = at(np.array(STRAIGHT_TIMES)).tolist()
    slope = (d - a) / STRAIGHT_TIMES[3]
    bent = max(abs(x - a - slope * time) for x, time in zip((b, c), STRAIGHT_TIMES[1:3], strict=True))
    if bent <= 1e-12 * (abs(a) + abs(d)):
        return [-a / slope] if slope and -a / slope >= 0.0 else []
    times = np.linspace(STRAIGHT_TIMES[1] / GRID, HORIZON, GRID)
    signs = np.sign(at(times))
    return [_bisected(at, times[k], times[k + 1], signs[k]) for k in np.flatnonzero(signs[:-1] * signs[1:] < 0.0)[:8]]


def _bisected(at: Callable[[np.ndarray], np.ndarray], low: float, high: float, side: float) -> float:
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if at(np.array([middle]))[0] * side > 0.0 else (low, middle)
    return float(high)
