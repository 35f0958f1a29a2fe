r"""What is made least: functions of activations and of forces, with exact gradients and Hessians; and the min-max rule.

$$ \sum a^p,\qquad \sum (F/F_0)^p,\qquad \max a $$

Crowninshield and Brand, *Journal of Biomechanics* 14 (1981), 793–801; Rasmussen, Damsgaard and Voigt, ibid. 34 (2001),
409–415, for the last, which leaves open what muscles do that are not the most active: they are shared in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...contract.arguments import shown_value
from ...contract.errors import unknown
from ...expr import array, gradient_of, hessian, is_symbolic, make_function, symbols
from ...expr.graph import as_expr
from ...kernels import compile_function
from ...numerics.convexity import looks_convex
from .contraction import Contraction

scipy = lazy_loader.load("scipy")

MIN_MAX = "min-max"
RESERVE_WEIGHT = 1e4
"""How much more than the largest activation a reserve of all muscles' strength counts in the min-max rule."""
STRAIGHT = 1e-12
"""How far activations and forces may be from their tangents where a linear program is right."""
AT_LEVEL = 1e-9
"""Activations that near the largest are part of it."""

SharingCost = Callable[[Any, Any, np.ndarray], Any]
"""(activations, forces, strengths) → one number."""
COSTS: Mapping[str, SharingCost] = {
    "activation²": lambda a, f, f0: sum(x**2 for x in a),
    "activation³": lambda a, f, f0: sum(x**3 for x in a),
    "stress²": lambda a, f, f0: sum((x / y) ** 2 for x, y in zip(f, f0, strict=True)),
    "stress³": lambda a, f, f0: sum((x / y) ** 3 for x, y in zip(f, f0, strict=True)),
}


class CostFunction:
    """A cost with its derivatives by activations and forces."""

    def __init__(self, cost: SharingCost, strengths: np.ndarray) -> None:
        n = len(strengths)
        a, f = symbols("a", n), symbols("f", n)
        try:
            value = cost(a, f, strengths)
        except Exception as error:  # a user's own cost may raise anything
            raise ModelError(f"share: cost cannot be traced: {error}. {COST_WANTED}") from None
        if not is_symbolic(value) or np.ndim(value):
            raise ModelError(f"share: cost gives {shown_value(value)} for symbols. {COST_WANTED}")
        at = array([*a, *f])
        outputs = {"value": as_expr(value), "gradient": gradient_of(value, at), "hessian": hessian(value, at)}
        self.kernel = compile_function(make_function("cost", {"a": a, "f": f}, outputs))
        self.strengths = strengths

    @cached_property
    def is_convex(self) -> bool:
        """Whether it looks convex in activations from 0 to 1 and forces from 0 to the strengths."""

        def slopes(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            found = self.kernel(*np.split(at, 2))
            return found.gradient, found.hessian

        high = np.concatenate([np.ones(len(self.strengths)), self.strengths])
        return looks_convex(slopes, np.zeros(len(high)), high)

    def on(self, contraction: Callable[[np.ndarray], Contraction], pulls: np.ndarray) -> Callable[[np.ndarray], Any]:
        """The cost as a function of inputs; `pulls` (muscles × measured numbers) adds up what lines of one pull."""

        def at(x: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
            c = contraction(x)
            found = self.kernel(c.a, pulls @ c.F)
            chain = np.vstack([np.diag(c.a_x), pulls @ c.F_x])
            return float(found.value), chain.T @ found.gradient, chain.T @ found.hessian @ chain

        return at


COST_WANTED = (
    f"Give one of {', '.join(map(repr, (*COSTS, MIN_MAX)))}, or a function cost(activations, forces, strengths) that "
    "gives one number for lists of these, written with lw.exp and the like."
)


def cost_of(given: Any, strengths: np.ndarray) -> CostFunction | None:
    """The cost that was asked for; None for the min-max rule."""
    if given == MIN_MAX:
        return None
    if isinstance(given, str):
        if given.replace("^", "").translate(str.maketrans("23", "²³")) in COSTS:
            given = given.replace("^", "").translate(str.maketrans("23", "²³"))
        if given not in COSTS:
            raise ModelError(f"share: {unknown('cost', given, (*COSTS, MIN_MAX))}")
        return CostFunction(COSTS[given], strengths)
    if not callable(given):
        raise ModelError(f"share: cost = {shown_value(given)}. {COST_WANTED}")
    return CostFunction(given, strengths)


def least_largest(
    contraction: Callable[[np.ndarray], Contraction],
    rows: Callable[[np.ndarray], Any],
    x: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
) -> tuple[np.ndarray, bool]:
    """(inputs, whether found): the largest activation is least, then the largest of the others, and so on.

    Forces are functions of inputs that need not be straight: linear programs at their tangents are repeated.
    """
    for _ in range(60):
        c, (r, slopes) = contraction(x), rows(x)
        if not all(np.isfinite(part).all() for part in (c.a, c.a_x, r, slopes)):
            return x, False
        y = _lexicographic(c.a - c.a_x * x, c.a_x, slopes, slopes @ x - r, low, high)
        if y is None:
            return x, False
        off = np.concatenate([contraction(y).a - c.a - c.a_x * (y - x), rows(y)[0] - r - slopes @ (y - x)])
        x = y
        if np.abs(off).max() < STRAIGHT:
            return x, True
    return x, False


def _lexicographic(
    a0: np.ndarray, a_x: np.ndarray, A: np.ndarray, b: np.ndarray, low: np.ndarray, high: np.ndarray
) -> np.ndarray | None:
    """x with A x = b whose largest entry of a₀ + a_x x is least, then the next; None where no program is solved.

    Unknowns are x, the level, and the two sides of what is missing.
    """
    n, m = len(low), len(b)
    fixed: dict[int, float] = {}
    x = None
    while len(fixed) < n:
        open_ = [k for k in range(n) if k not in fixed]
        above = np.zeros((len(open_), n + 1 + 2 * m))
        above[range(len(open_)), open_], above[:, n] = a_x[open_], -1.0
        equal = np.hstack([A, np.zeros((m, 1)), np.eye(m), -np.eye(m)])
        cost = np.concatenate([np.zeros(n), [1.0], np.full(2 * m, RESERVE_WEIGHT)])
        sides = [(fixed.get(k, low[k]), fixed.get(k, high[k])) for k in range(n)]
        bounds = [*sides, (None, None), *[(0.0, None)] * (2 * m)]
        found = scipy.optimize.linprog(cost, above, -a0[open_], equal, b, bounds, method="highs-ds")
        if not found.success:
            return x
        x = found.x[:n]
        # What the level rests on stays; where that is told of none, all are done.
        held = [k for k, push in zip(open_, found.ineqlin.marginals, strict=True) if push < -AT_LEVEL]
        if not held:
            break
        fixed |= {k: float(x[k]) for k in held}
    return x
