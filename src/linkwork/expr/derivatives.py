"""The table of derivatives: for each primitive, the partial derivatives with respect to its arguments.

A rule gets the node (its value is the node itself) and its arguments, and returns one partial per argument, None where
it is zero. Where a function has a kink or a jump the derivative of one side is taken: sign(0) = 0 for abs, 0 for sign
and floor. Operations that hand one of their arguments on are listed apart: they have no partials but a condition.

Rules keep their digits over the whole range of numbers: no difference of two numbers that become equal (1 − y² of
tanh), no square that overflows while the result does not; and they can be differentiated again at every point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .graph import ONE, TRUE, Bool, Expr, Node, binary, choose, comparison, constant, negation, raised, unary
from .opaque import output
from .tables import lookup

DerivativeRule = Callable[..., tuple[Expr | None, ...]]

DERIVATIVE_RULES: dict[str, DerivativeRule] = {
    "neg": lambda y, a: (constant(-1.0),),
    "add": lambda y, a, b: (ONE, ONE),
    "sub": lambda y, a, b: (ONE, constant(-1.0)),
    "mul": lambda y, a, b: (b, a),
    "div": lambda y, a, b: (ONE / b, -y / b),
    "pow": lambda y, a, b: (_power_base(y, a, b), _power_exponent(y, a, b)),
    "sqrt": lambda y, a: (0.5 / y,),
    "exp": lambda y, a: (y,),
    "expm1": lambda y, a: (unary("exp", a),),
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
    "tanh": lambda y, a: (_tanh(a),),
    "asinh": lambda y, a: (_asinh(a),),
    "acosh": lambda y, a: (1.0 / (unary("sqrt", a - 1.0) * unary("sqrt", a + 1.0)),),
    "atanh": lambda y, a: (1.0 / ((1.0 - a) * (1.0 + a)),),
    "abs": lambda y, a: (unary("sign", a),),
    "sign": lambda y, a: (None,),
    "floor": lambda y, a: (None,),
    "ceil": lambda y, a: (None,),
    "atan2": lambda y, a, b: _atan2(a, b),
    "lookup": lambda y, a: (lookup(y.data.derivative, a),),
}

CHOICE_RULES: dict[str, Callable[..., tuple[Bool, Any, Any]]] = {
    "where": lambda c, a, b: (c, a, b),
    "min": lambda a, b: (comparison("le", a, b), a, b),
    "max": lambda a, b: (comparison("le", b, a), a, b),
}
"""Operation to (condition, the argument handed on where it holds, the one handed on elsewhere)."""


class Edge(NamedTuple):
    """How a node depends on one of its arguments: by `partial`, but only where `condition` holds."""

    argument: Node
    condition: Bool
    partial: Expr


def edges(node: Node) -> tuple[Edge, ...]:
    """The dependences of a node on those of its arguments that matter.

    The output of an opaque call counts as a function of the call's arguments.
    """
    if node.op in CHOICE_RULES:
        condition, a, b = CHOICE_RULES[node.op](*node.args)
        return Edge(a, condition, ONE), Edge(b, negation(condition), ONE)
    if node.op == "output":
        (call,) = node.args
        source, n = call.data, call.data.n_in
        if source.rule is not None:
            partials = source.rule(*call.args)
            return tuple(Edge(a, TRUE, p) for a, p in zip(call.args, partials, strict=True) if p is not None)
        entries = [output(source.derivative, node.data * n + j, call.args) for j in range(n)]  # type: ignore[arg-type]
        return tuple(Edge(a, TRUE, p) for a, p in zip(call.args, entries, strict=True))
    rule = DERIVATIVE_RULES.get(node.op)
    if rule is None:
        return ()
    found: Any = rule(node, *node.args)
    return tuple(Edge(a, TRUE, p) for a, p in zip(node.args, found, strict=True) if p is not None)


def _power_base(y: Expr, a: Expr, b: Expr) -> Expr:
    """∂(a^b)/∂a = b·a^(b−1), right at a = 0 as well."""
    return b * raised(a, b - 1.0)


def _power_exponent(y: Expr, a: Expr, b: Expr) -> Expr | None:
    """∂(a^b)/∂b = a^b·log(a), zero at a = 0."""
    if b.op == "const":
        return None
    positive = a > 0.0
    return choose(positive, y * unary("log", choose(positive, a, ONE)), constant(0.0))


def _tanh(a: Expr) -> Expr:
    """1/cosh², with the argument kept where cosh² is finite; beyond, the derivative is below 1e-303."""
    s = ONE / unary("cosh", binary("min", binary("max", a, constant(-350.0)), constant(350.0)))
    return s * s


def _asinh(a: Expr) -> Expr:
    """1/√(1 + a²), which is 1/|a| long before the square overflows."""
    size = unary("abs", a)
    return choose(size > 1e150, ONE / size, ONE / unary("sqrt", 1.0 + a * a))


def _atan2(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """(b, −a)/(a² + b²), both divided by the larger of a and b first."""
    by_b = unary("abs", a) < unary("abs", b)
    large, small = choose(by_b, b, a), choose(by_b, a, b)
    ratio = small / large
    one = ONE / (large + small * ratio)
    other = ratio * one
    return choose(by_b, one, other), -choose(by_b, other, one)


__all__ = ["CHOICE_RULES", "DERIVATIVE_RULES", "Edge", "edges"]
