"""The table of derivatives: for each primitive, the partial derivatives with respect to its arguments.

A rule gets the node (its value is the node itself) and its arguments, and returns one partial per argument, None where
it is zero. Where a function has a kink or a jump the derivative of one side is taken: sign(0) = 0 for abs, 0 for sign
and floor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .graph import ONE, Expr, Node, compare, constant, power, unary, where
from .opaque import output
from .tables import lookup

Rule = Callable[..., tuple[Expr | None, ...]]

RULES: dict[str, Rule] = {
    "neg": lambda y, a: (constant(-1.0),),
    "add": lambda y, a, b: (ONE, ONE),
    "sub": lambda y, a, b: (ONE, constant(-1.0)),
    "mul": lambda y, a, b: (b, a),
    "div": lambda y, a, b: (ONE / b, -y / b),
    "pow": lambda y, a, b: (_power_base(y, a, b), _power_exponent(y, a, b)),
    "sqrt": lambda y, a: (0.5 / y,),
    "exp": lambda y, a: (y,),
    "expm1": lambda y, a: (y + 1.0,),
    "log": lambda y, a: (1.0 / a,),
    "log1p": lambda y, a: (1.0 / (1.0 + a),),
    "sin": lambda y, a: (unary("cos", a),),
    "cos": lambda y, a: (-unary("sin", a),),
    "tan": lambda y, a: (1.0 + y * y,),
    "asin": lambda y, a: (1.0 / unary("sqrt", (1.0 - a) * (1.0 + a)),),
    "acos": lambda y, a: (-1.0 / unary("sqrt", (1.0 - a) * (1.0 + a)),),
    "atan": lambda y, a: (1.0 / (1.0 + a * a),),
    "sinh": lambda y, a: (unary("cosh", a),),
    "cosh": lambda y, a: (unary("sinh", a),),
    "tanh": lambda y, a: (1.0 - y * y,),
    "asinh": lambda y, a: (1.0 / unary("sqrt", 1.0 + a * a),),
    "acosh": lambda y, a: (1.0 / unary("sqrt", (a - 1.0) * (a + 1.0)),),
    "atanh": lambda y, a: (1.0 / ((1.0 - a) * (1.0 + a)),),
    "abs": lambda y, a: (unary("sign", a),),
    "sign": lambda y, a: (None,),
    "floor": lambda y, a: (None,),
    "ceil": lambda y, a: (None,),
    "atan2": lambda y, a, b: _atan2(a, b),
    "min": lambda y, a, b: _choice(compare("le", a, b)),
    "max": lambda y, a, b: _choice(compare("le", b, a)),
    "where": lambda y, c, a, b: (None, where(c, ONE, constant(0.0)), where(c, constant(0.0), ONE)),
    "lookup": lambda y, a: (lookup(y.data.derivative, a),),
}


def partials(node: Node) -> tuple[tuple[Node, Expr], ...]:
    """Pairs (argument, ∂node/∂argument) of the arguments that matter.

    The output of an opaque call counts as a function of the call's arguments.
    """
    if node.op == "output":
        (call,) = node.args
        source, n = call.data, call.data.n_in
        entries = [output(source.derivative, node.data * n + j, call.args) for j in range(n)]  # type: ignore[arg-type]
        return tuple(zip(call.args, entries, strict=True))
    rule = RULES.get(node.op)
    if rule is None:
        return ()
    found: Any = rule(node, *node.args)
    return tuple((a, p) for a, p in zip(node.args, found, strict=True) if p is not None)


def _power_base(y: Expr, a: Expr, b: Expr) -> Expr:
    """∂(a^b)/∂a = b·a^(b−1), right at a = 0 as well."""
    return b * power(a, b - 1.0)


def _power_exponent(y: Expr, a: Expr, b: Expr) -> Expr | None:
    """∂(a^b)/∂b = a^b·log(a), zero at a = 0."""
    if b.op == "const":
        return None
    positive = a > 0.0
    return where(positive, y * unary("log", where(positive, a, ONE)), constant(0.0))


def _atan2(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    square = a * a + b * b
    return b / square, -a / square


def _choice(first: Any) -> tuple[Expr, Expr]:
    return where(first, ONE, constant(0.0)), where(first, constant(0.0), ONE)


__all__ = ["RULES", "partials"]
