"""Integrals of expressions that are polynomials of a symbol."""

from __future__ import annotations

import math
from typing import Any

from .array import array
from .diff import jacobian
from .graph import Expr, as_expr
from .node import topological
from .substitute import substitute

HIGHEST = 8
"""Degrees that are looked for."""
POLYNOMIAL_OPS = frozenset({"neg", "add", "sub", "mul"})
"""Operations that make polynomials of polynomials; a quotient does so where the symbol is only above."""


def polynomial_integral(value: Any, x: Expr) -> Expr | None:
    """∫₀ˣ of a polynomial of x with any coefficients; None where the expression is written as anything else."""
    slope = as_expr(value)
    if not _is_polynomial(slope, x):
        return None
    total, power = as_expr(0.0), x
    for degree in range(HIGHEST + 1):
        at_zero = substitute([slope], {x: as_expr(0.0)})[0]
        total = total + at_zero * power * (1.0 / math.factorial(degree + 1))
        slope, power = as_expr(array(jacobian(slope, x)).ravel()[0]), power * x
        if slope is as_expr(0.0):
            return total
    return None


def _is_polynomial(value: Expr, x: Expr) -> bool:
    """Whether x goes through sums and products alone on its way to the value."""
    reached = {x.uid}
    for node in topological([value]):
        through = [arg.uid in reached for arg in node.args]
        if not any(through):
            continue
        if node.op not in POLYNOMIAL_OPS and not (node.op == "div" and not through[1]):
            return False
        reached.add(node.uid)
    return True
