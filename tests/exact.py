"""The meaning of a graph in high precision (mpmath): the oracle for derivatives and for rounding errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import mpmath
from mpmath import mp, mpf

from linkwork.expr.graph import Node, as_expr, topological
from linkwork.expr.tables import PiecewisePolynomial

DIGITS = 60

EXACT: dict[str, Any] = {
    "neg": lambda a: -a,
    "sqrt": mpmath.sqrt,
    "exp": mpmath.exp,
    "expm1": lambda a: mpmath.exp(a) - 1,
    "log": mpmath.log,
    "log1p": lambda a: mpmath.log(1 + a),
    **{
        name: getattr(mpmath, name)
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh")
    },
    "abs": abs,
    "sign": mpmath.sign,
    "floor": mpmath.floor,
    "ceil": mpmath.ceil,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "atan2": mpmath.atan2,
    "min": min,
    "max": max,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": lambda a: not a,
    "where": lambda c, a, b: a if c else b,
}


def evaluate_exactly(roots: Iterable[Node], values: Mapping[str, Any]) -> list[Any]:
    """The values of `roots` with `DIGITS` digits; `values` gives each symbol's."""
    roots = [as_expr(root) for root in roots]
    known: dict[Node, Any] = {}
    with mp.workdps(DIGITS):
        for node in topological(roots):
            args = [known[a] for a in node.args]
            if node.op == "const":
                known[node] = mpf(node.data)
            elif node.op == "symbol":
                known[node] = mpf(values[node.data])
            elif node.op == "lookup":
                known[node] = _lookup(node.data, args[0])
            else:
                known[node] = EXACT[node.op](*args)
    return [known[root] for root in roots]


def _lookup(table: PiecewisePolynomial, x: Any) -> Any:
    breaks = [mpf(b) for b in table.breaks]
    if table.periodic:
        period = breaks[-1] - breaks[0]
        x = x - period * mpmath.floor((x - breaks[0]) / period)
    segment = sum(1 for b in breaks[1:-1] if x >= b)
    value = mpf(0)
    for c in table.coefficients[segment]:
        value = value * (x - breaks[segment]) + mpf(c)
    return value


def first_differences(roots: Sequence[Node], values: Mapping[str, Any], name: str) -> list[Any]:
    """∂roots/∂name by central differences so fine that 40 digits hold."""
    with mp.workdps(DIGITS):
        h = mpf(10) ** -20
        up, down = ({**values, name: mpf(values[name]) + s * h} for s in (1, -1))
        return [
            (a - b) / (2 * h) for a, b in zip(evaluate_exactly(roots, up), evaluate_exactly(roots, down), strict=True)
        ]


def second_differences(root: Node, values: Mapping[str, Any], first: str, second: str) -> Any:
    """∂²root/∂first∂second by central differences."""
    with mp.workdps(DIGITS):
        h = mpf(10) ** -15
        up, down = ({**values, second: mpf(values[second]) + s * h} for s in (1, -1))
        if first == second:
            middle = evaluate_exactly([root], values)[0]
            return (evaluate_exactly([root], up)[0] - 2 * middle + evaluate_exactly([root], down)[0]) / h**2
        pair = [first_differences([root], side, first)[0] for side in (up, down)]
        return (pair[0] - pair[1]) / (2 * h)
