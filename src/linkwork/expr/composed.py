"""Functions that are made of primitives, with the meaning that NumPy's have. The sign of a zero is not seen."""

from __future__ import annotations

from .graph import ONE, Bool, Expr, binary, choose, comparison, constant, unary


def scalar_hypot(a: Expr, b: Expr) -> Expr:
    """√(a² + b²). Where the squares would overflow or vanish, both are scaled by a power of two, which is exact."""
    size = binary("max", unary("abs", a), unary("abs", b))
    shrunk = choose(size > 2.0**500, constant(2.0**-600), ONE)
    scale = choose(size < 2.0**-500, constant(2.0**600), shrunk)
    a, b = a * scale, b * scale
    return unary("sqrt", a * a + b * b) / scale


def truncated(a: Expr) -> Expr:
    """The whole part, towards zero."""
    return unary("sign", a) * unary("floor", unary("abs", a))


def rounded(a: Expr) -> Expr:
    """The nearest whole number; of two, the even one."""
    below = unary("floor", a)
    rest = a - below
    even = 2.0 * unary("ceil", below * 0.5)
    return choose(rest < 0.5, below, choose(rest > 0.5, below + 1.0, even))


def is_nan(a: Expr) -> Bool:
    """Whether a is NaN, the only number that differs from itself."""
    return comparison("ne", a, a)


def unless_nan(op: str, a: Expr, b: Expr) -> Expr:
    """The smaller (min) or larger (max) of two, of which one that is NaN does not count."""
    return choose(is_nan(a), b, choose(is_nan(b), a, binary(op, a, b)))
