r"""Where laws break: changes of branch at which a value or its slope jumps, found in the traced graph.

Every change of branch is tried at random points on its border (Newton's method leads there): f(x, 1) − f(x, −1), and
the same of the derivative of f in a random direction, tell what jumps. A change that other branches hide at all points
is tried beside the borders of these. Where neither jumps no run has to stop: `maximum(x, 0)**3`,
x·|x|, a guard against a division by zero.

| what jumps | a run |
|---|---|
| the value, or its slope | ends a step there; derivatives pass it |
| second and higher derivatives | goes across: its error control sees them |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...expr import array
from ...expr.branches import BranchSwitch, FrozenGraph, frozen_graph, has_branch
from ...expr.diff import forward_derivatives, reverse
from ...expr.evaluate import evaluate
from ...expr.graph import Expr, as_expr
from ...expr.node import Node, new_symbol, symbols_of
from ...expr.substitute import substitute
from ..parameters import Parameter

BORDER_POINTS = 96
"""Points at which a change of branch is tried."""
BORDER_STEPS = 40
ON_BORDER = 1e-12
"""Steps of Newton's method, relative to the point, that end it."""
FLAT_BORDER = 1e-5
"""What slopes of a border fall to, relative to those at the start, where it is touched and not crossed."""
MOST_BRANCHES = 24
"""Changes of branch of one law that are tried: each is tried beside all others, so that their cube is the time."""
JUMP, BEND = 1e-9, 1e-7
"""Jumps of values and slopes, relative to their sizes, that are rounding."""


def breaking_functions(
    values: Sequence[Any], potentials: Sequence[Any] = (), rotations: Sequence[Any] = (), is_delayed: bool = False
) -> list[Expr]:
    """Functions that pass through zero where a value, or its slope by any symbol but Parameters, jumps.

    Of `potentials`, slopes are values too. `rotations` are matrices of symbols that are rotations. Of more than
    `MOST_BRANCHES` changes of branch, such as those of a path around a torus, none is followed. Where the law
    `is_delayed`, polynomials of delayed values are far larger at some points than at others.
    """
    roots = [as_expr(x) for x in (*values, *potentials)]
    if not has_branch(roots):
        return []
    graph = frozen_graph(roots, _is_no_parameter)
    if len(graph.switches) > MOST_BRANCHES:
        return []
    trial = BorderTrial.of(graph, len(values), rotations, is_delayed)
    with np.errstate(all="ignore"):
        return [s.function for s in graph.switches.values() if s.is_lookup or trial.breaks(s)]


def count_switches(values: Sequence[Any]) -> int:
    """How many changes of branch some values have."""
    roots = [as_expr(x) for x in values]
    return len(frozen_graph(roots, _is_no_parameter).switches) if has_branch(roots) else 0


def _is_no_parameter(symbol: Node) -> bool:
    return not isinstance(symbol, Parameter)


@dataclass(frozen=True, eq=False)
class BorderTrial:
    """Smooth pieces with their slopes, and random points to try them at."""

    values: list[Expr]
    slopes: list[Expr]
    points: Mapping[Node, np.ndarray]
    moving: Sequence[Expr]
    turned: Mapping[Node, Any]
    """Entries of rotations, as functions of Euler parameters of any norm."""
    switches: Sequence[BranchSwitch]
    is_uneven: bool
    """Whether numbers are so much larger at some points that a jump elsewhere is no rounding of these."""

    @classmethod
    def of(cls, graph: FrozenGraph, count: int, rotations: Sequence[Any], is_uneven: bool) -> BorderTrial:
        """The pieces of a graph, whose first `count` roots are not potentials."""
        turned = {x: y for R in rotations for x, y in zip(np.ravel(R), _rotation().ravel(), strict=True)}
        values = substitute(graph.roots, turned)
        known = [s for s in graph.switches.values() if not s.is_lookup]
        sides = [s.side for s in known]
        wholes = [s.whole for s in graph.switches.values() if s.whole is not None]
        borders = substitute([s.border for s in graph.switches.values()], turned)
        chosen = {*sides, *wholes}
        found = [s for s in dict.fromkeys(symbols_of([*values, *borders])) if s not in chosen]
        moving: list[Any] = [s for s in found if not isinstance(s, Parameter)]
        along, beside = ({s: new_symbol(Expr, "along") for s in moving} for _ in range(2))
        values += forward_derivatives(values[count:], beside)
        rng, size = np.random.default_rng(30), BORDER_POINTS
        points: dict[Node, np.ndarray] = {
            s: rng.normal(size=size) for s in (*moving, *along.values(), *beside.values())
        }
        points |= {s: rng.choice([-1.0, 1.0], size=size) for s in sides}
        points |= {s: rng.integers(-2, 4, size=size).astype(float) for s in wholes}
        for p in found:
            if isinstance(p, Parameter):
                points[p] = p.value * rng.uniform(0.7, 1.3, size=size)
        return cls(values, forward_derivatives(values, along), points, moving, turned, known, is_uneven)

    def breaks(self, switch: BranchSwitch) -> bool:
        """Whether a value or a slope jumps at a change of branch.

        Other branches may hide it at all points: then it is looked for beside their borders, one by one and together.
        """
        (own,) = substitute([switch.function], self.turned)
        others = [*substitute([s.function for s in self.switches if s is not switch], self.turned)]
        found = None
        for borders in ([], *([other] for other in others), others if len(others) > 1 else None):
            if found is None and borders is not None:
                start = self._beside(borders) if borders else dict(self.points)
                points, met = self._on_border(own, start)
                found = self._jumps(switch, self._sides(points), met)
                if not borders and not met.any() and self._is_crossed(own, points):
                    return True
        return bool(found)

    def _beside(self, borders: Sequence[Expr]) -> dict[Node, np.ndarray]:
        """Points near the borders of changes of branch, on both sides of them."""
        points: dict[Node, np.ndarray] = dict(self.points)
        for border in borders:
            points = self._on_border(border, points)[0]
        rng = np.random.default_rng(31)
        away = 10.0 ** rng.uniform(-4.0, 0.0, size=BORDER_POINTS)
        return points | {s: points[s] + away * rng.normal(size=BORDER_POINTS) for s in self.moving}

    def _sides(self, points: Mapping[Node, np.ndarray]) -> dict[Node, np.ndarray]:
        """Points with all branches as they are there."""
        found = dict(points)
        for s in self.switches:
            (value,) = evaluate(substitute([s.function if s.argument is None else s.argument], self.turned), points)
            value = np.broadcast_to(np.asarray(value, dtype=float), BORDER_POINTS)
            if s.whole is not None:
                found[s.whole] = np.round(value)
                value = value - found[s.whole]
            found[s.side] = np.where(value < 0.0, -1.0, 1.0)
        return found

    def _jumps(self, switch: BranchSwitch, points: Mapping[Node, np.ndarray], met: np.ndarray) -> bool | None:
        """Whether something jumps at points on a border; None where nothing at all depends on the side."""
        if not met.any():
            return None
        sizes = self._numbers(self.points)
        above, below = (self._numbers({**points, switch.side: np.full(BORDER_POINTS, side)}) for side in (1.0, -1.0))
        n, usable, matters = len(self.values), False, False
        for k in range(n):
            value, slope = (self._size(sizes[j], above[j][met], below[j][met]) for j in (k, n + k))
            for j, allowed in ((k, JUMP * np.maximum(value, slope)), (n + k, BEND * slope)):
                gap = np.abs(above[j] - below[j])[met]
                if (gap > allowed).any():
                    return True
                matters = matters or bool((gap != 0.0).any())
                usable = usable or not np.isnan(gap).all()
        return not usable if matters else None

    def _size(self, usual: np.ndarray, *sides: np.ndarray) -> np.ndarray:
        """The size of numbers at points on a border, no less than they usually are."""
        found = [_finite(x) for x in (usual, *sides)]
        if not self.is_uneven:
            return np.full(len(found[1]), max(x.max(initial=0.0) for x in found))
        common = found[0][found[0] > 0.0]
        return np.maximum(np.maximum(*found[1:]), np.median(common) if common.size else 0.0)

    def _numbers(self, points: Mapping[Node, np.ndarray]) -> list[np.ndarray]:
        """Values, then slopes."""
        found = evaluate([*self.values, *self.slopes], points)
        return [np.broadcast_to(np.asarray(x, dtype=float), BORDER_POINTS) for x in found]

    def _on_border(self, border: Expr, start: Mapping[Node, np.ndarray]) -> tuple[dict[Node, np.ndarray], np.ndarray]:
        """(points led to where a function is zero, which of them are there and cross it)."""
        slopes = reverse([border], [1.0], self.moving)
        points, first = dict(start), np.zeros(BORDER_POINTS)
        for step in range(BORDER_STEPS):
            value, *by = (np.broadcast_to(x, BORDER_POINTS) for x in evaluate([border, *slopes], points))
            steep = np.sqrt(sum(x * x for x in by))
            first = steep if step == 0 else first
            away = value / steep
            far = np.sqrt(sum(points[s] ** 2 for s in self.moving))
            met = np.abs(away) <= ON_BORDER * (1.0 + far)
            if met.all():
                break
            for s, slope in zip(self.moving, by, strict=True):
                points[s] = np.where(met | ~np.isfinite(away), points[s], points[s] - away * slope / steep)
        return points, met & (steep > FLAT_BORDER * first)

    def _is_crossed(self, border: Expr, points: Mapping[Node, np.ndarray]) -> bool:
        """Whether a border that is flat everywhere is passed on some way through it."""
        ends = []
        for side in (1.0, -1.0):
            moved = {s: points[s] + side * 1e-3 * self.points[s] for s in self.moving}
            ends.append(np.broadcast_to(evaluate([border], {**points, **moved})[0], BORDER_POINTS))
        return not bool(np.all(ends[0] * ends[1] > 0.0))


def _finite(x: np.ndarray) -> np.ndarray:
    return np.abs(np.where(np.isfinite(x), x, 0.0))


def _rotation() -> Any:
    """R of Euler parameters that need not be of norm one."""
    a, b, c, d = (new_symbol(Expr, "turn") for _ in range(4))
    rows = [
        [a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)],
        [2.0 * (b * c + a * d), a * a - b * b + c * c - d * d, 2.0 * (c * d - a * b)],
        [2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a - b * b - c * c + d * d],
    ]
    return array(rows) / (a * a + b * b + c * c + d * d)
