"""Constants in disguise: expressions such as c² + s² that are the same number everywhere, found by trying.

An analytic expression that has one value at several random points has it everywhere; the graph itself knows no
identities of trigonometry. What has branches, tables or foreign code in it is left as it is: elsewhere it may differ.
So may inverse functions: asin(sin q) is q in one half of the circle only, and √q² is q on one side of zero.

Moments at which expressions break in time: where a branch on time alone changes over.

Every operation with branches (`where`, `max`, `abs`, a table …) whose argument depends on time alone is found in the
graph, with the times at which it changes over. Whether anything breaks there is asked of the numbers on both sides: a
smooth step that is clipped has branches and breaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...expr import TraceError, array, jacobian, sin
from ...expr.branches import margin
from ...expr.evaluate import evaluate
from ...expr.graph import Bool, as_expr, sub
from ...expr.node import Node, symbols_of, topological
from ..errors import ModelError
from ..parameters import Parameter, value_of

PROBES = 7
PROBE_TOLERANCE = 2e-13
FOREIGN = frozenset(("call", "output"))
BRANCHING = FOREIGN | frozenset(("lookup", "where", "abs", "sign", "floor", "ceil", "min", "max"))
INVERSE = frozenset(("sqrt", "asin", "acos", "acosh", "atan2"))


def fold_constants(values: Any, points: Sequence[dict[str, float]], candidates: Sequence[Any] = ()) -> Any:
    """`values` with every entry that is a number, or one of the `candidates`, at all `points` replaced by it."""
    entries = array(values)
    flat = [as_expr(x) for x in entries.ravel()]
    known = list(zip(candidates, sampled([as_expr(c) for c in candidates], points).T, strict=True))
    folded = [_simplest(row, x, known) for row, x in zip(sampled(flat, points).T, flat, strict=True)]
    return array(folded).reshape(entries.shape)


def sampled(values: Sequence[Any], points: Sequence[dict[str, float]]) -> np.ndarray:
    """The numbers of expressions at each point, a row for each point."""
    rows = [[np.float64(v) for v in evaluate(values, point)] for point in points]
    return np.array(rows).reshape(len(points), len(values))


def deciding(node: Node) -> tuple[Node, ...]:
    """The arguments on which it depends which branch of an operation holds; none for analytic operations."""
    if node.op == "where":
        return node.args[:1]
    if node.op in BRANCHING or node.op in INVERSE:
        return node.args
    if node.op == "pow":
        exponent = node.args[1]
        return () if exponent.op == "const" and float(exponent.data).is_integer() else node.args[:1]
    return ()


def has_branches(value: Node) -> bool:
    """Whether an expression has branches; of inverse functions, those whose argument is not made of Parameters only."""
    moving: set[int] = set()
    for node in topological([value]):
        if node.op in BRANCHING or any(a.uid in moving for a in deciding(node)):
            return True
        if (node.op == "symbol" and not isinstance(node, Parameter)) or any(a.uid in moving for a in node.args):
            moving.add(node.uid)
    return False


def _simplest(row: np.ndarray, value: Any, candidates: Sequence[tuple[Any, np.ndarray]]) -> Any:
    if not value.args or not np.isfinite(row).all():
        return value
    if np.ptp(row) <= PROBE_TOLERANCE:
        middle = float(np.sort(row)[(len(row) - 1) // 2 : len(row) // 2 + 1].mean())  # np.median loads masked arrays
        rounded = round(middle)
        found: Any = float(rounded) if abs(middle - rounded) < PROBE_TOLERANCE else middle
    else:
        matches = (candidate for candidate, other in candidates if np.abs(other - row).max() <= PROBE_TOLERANCE)
        found = next(matches, None)
    return value if found is None or has_branches(value) else found


def rows_returned(label: str, rows: Any) -> Any:
    """Rows as a vector; one alone may be returned as it is."""
    if rows is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    flat = array(list(rows) if isinstance(rows, tuple) else rows).ravel()
    if any(isinstance(row, (Bool, bool, np.bool_)) for row in flat):
        raise ModelError(f"{label}: returned a comparison; return the difference that is to be zero.")
    return flat


def residuals_of(label: str, rows: Any) -> Any:
    """Rows, of which there is at least one."""
    flat = rows_returned(label, rows)
    if flat.size == 0:
        raise ModelError(f"{label}: returned no residual.")
    return flat


def numbers(value: Any) -> np.ndarray:
    """What traced or plain values are worth, Parameters at their own values."""
    return np.asarray(value_of(value), dtype=float)


def check_wrench(label: str, result: Any) -> None:
    """Raises where `result` is not a moment and a force."""
    if not isinstance(result, (tuple, list, np.ndarray)) or len(result) != 2:
        raise ModelError(f"{label}: must return (moment, force), three numbers each.")
    for what, part in zip(("moment", "force"), result, strict=True):
        check_result_shape(f"{label}: the {what}", part, (3,))


def check_result_shape(label: str, result: Any, shape: tuple[int, ...]) -> None:
    """Raises where `result` is not an array of `shape`."""
    if result is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    found = np.shape(array(result))
    if found != shape:
        wanted = f"{' × '.join(map(str, shape))} numbers" if shape else "one number"
        raise ModelError(f"{label}: must be {wanted}, has shape {found}.")


def check_count(label: str, result: Any, count: int) -> None:
    """Raises where `result` is not `count` numbers."""
    found = rows_returned(label, result).size
    if found != count:
        raise ModelError(f"{label}: must give {count} numbers, gave {found}.")


CURVATURE_TOLERANCE = 1e-9
"""What counts as no curvature, relative to the slopes of a row."""


def check_linear(label: str, rows: Any, velocities: list[Any], points: list[dict[str, float]]) -> None:
    """Raises where `rows` are not linear in the velocities, in words.

    No branch depends on a velocity, second derivatives vanish, and r(V) + r(−V) = 2 r(0).
    """
    flat = [as_expr(x) for x in array(rows).ravel()]
    if not flat:
        return
    slopes = jacobian(array(flat), array(velocities))
    second = jacobian(slopes, array(velocities))
    bent = np.abs(sampled(list(second.ravel()), points)).max(axis=0).reshape(second.shape).max(axis=1, initial=0.0)
    size = np.abs(sampled(list(slopes.ravel()), points)).max(axis=0).reshape(slopes.shape).max(axis=1, initial=0.0)
    there, back, rest = (
        sampled(flat, [point | {str(s.data): factor * point[str(s.data)] for s in velocities} for point in points])
        for factor in (1.0, -1.0, 0.0)
    )
    kinked = np.abs(there + back - 2.0 * rest).max(axis=0)
    size = np.maximum(size, np.abs([there, back, rest]).max(axis=(0, 1)))
    for row, value in enumerate(flat):
        allowed = CURVATURE_TOLERANCE * size[row]
        # NaN counts as not linear.
        straight = bent[row].max(initial=0.0) <= allowed and kinked[row] <= allowed
        if not straight or _branches_on(value, velocities):
            k = int(np.argmax(bent[row])) if np.any(bent[row] > allowed) else None
            hint = f" (look at {velocities[k]})" if k is not None else ""
            raise ModelError(
                f"{label}: row {row + 1} is not linear in the velocities{hint}. It must be a sum of velocities, each "
                "times a function of place and time, and of one such function alone."
            )


def looks_linear(function: Callable[[np.ndarray], Any], count: int) -> bool:
    """Whether numbers at one velocity, its opposite, its double and none say that `function` is linear."""
    V = np.random.default_rng(24).normal(size=count)
    there, back, twice, rest = (numbers(function(factor * V)).ravel() for factor in (1.0, -1.0, 2.0, 0.0))
    allowed = CURVATURE_TOLERANCE * np.abs([there, back, twice, rest]).max(axis=0, initial=0.0)
    even, ratio = np.abs(there + back - 2.0 * rest), np.abs(twice - 2.0 * there + rest)
    return bool((even <= allowed).all() and (ratio <= allowed).all())


def _branches_on(value: Any, velocities: list[Any]) -> bool:
    """Whether a branch, a kink or a table depends on a velocity. Foreign code is known by its numbers only."""
    moving = {v.uid for v in velocities}
    for node in topological([value]):
        if node.op not in FOREIGN and any(a.uid in moving for a in deciding(node)):
            return True
        if any(a.uid in moving for a in node.args):
            moving.add(node.uid)
    return False


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
