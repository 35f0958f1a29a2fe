"""Functions on numbers or symbols alike: what a law, a joint or a constraint is written with.

On numbers they are NumPy's functions; on expressions they build the graph; on arrays they work entry by entry. NumPy's
own functions (`np.sin(q)`, `np.where(q > 0, a, b)`, `np.interp(q, x, y)`, …) do the same on symbols.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array import array, elementwise, is_symbolic
from .errors import TraceError
from .graph import Node, as_bool, as_expr
from .graph import choose as _where

__all__ = [
    "absolute",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "ceil",
    "clip",
    "cos",
    "cosh",
    "cross",
    "dot",
    "exp",
    "expm1",
    "floor",
    "hypot",
    "log",
    "log1p",
    "maximum",
    "minimum",
    "norm",
    "pi",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "where",
]

pi = float(np.pi)
"""The ratio of a circle's circumference to its diameter."""


def _apply(ufunc: np.ufunc, *operands: Any) -> Any:
    """`ufunc` on numbers or symbols; a plain object array (np.array([x, 1.0])) counts as an Array."""
    if any(is_symbolic(x) for x in operands):
        return ufunc(*[x if isinstance(x, Node) else array(x) for x in operands])
    result = ufunc(*operands)
    return float(result) if np.ndim(result) == 0 else result


def sqrt(x: Any) -> Any:
    """The square root."""
    return _apply(np.sqrt, x)


def exp(x: Any) -> Any:
    """The exponential."""
    return _apply(np.exp, x)


def expm1(x: Any) -> Any:
    """exp(x) − 1, exact near zero."""
    return _apply(np.expm1, x)


def log(x: Any) -> Any:
    """The natural logarithm."""
    return _apply(np.log, x)


def log1p(x: Any) -> Any:
    """log(1 + x), exact near zero."""
    return _apply(np.log1p, x)


def sin(x: Any) -> Any:
    """The sine."""
    return _apply(np.sin, x)


def cos(x: Any) -> Any:
    """The cosine."""
    return _apply(np.cos, x)


def tan(x: Any) -> Any:
    """The tangent."""
    return _apply(np.tan, x)


def asin(x: Any) -> Any:
    """The inverse sine."""
    return _apply(np.arcsin, x)


def acos(x: Any) -> Any:
    """The inverse cosine."""
    return _apply(np.arccos, x)


def atan(x: Any) -> Any:
    """The inverse tangent."""
    return _apply(np.arctan, x)


def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y): atan2(y, x)."""
    return _apply(np.arctan2, y, x)


def sinh(x: Any) -> Any:
    """The hyperbolic sine."""
    return _apply(np.sinh, x)


def cosh(x: Any) -> Any:
    """The hyperbolic cosine."""
    return _apply(np.cosh, x)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return _apply(np.tanh, x)


def asinh(x: Any) -> Any:
    """The inverse hyperbolic sine."""
    return _apply(np.arcsinh, x)


def acosh(x: Any) -> Any:
    """The inverse hyperbolic cosine."""
    return _apply(np.arccosh, x)


def atanh(x: Any) -> Any:
    """The inverse hyperbolic tangent."""
    return _apply(np.arctanh, x)


def sign(x: Any) -> Any:
    """−1, 0 or 1."""
    return _apply(np.sign, x)


def floor(x: Any) -> Any:
    """The largest whole number not above x."""
    return _apply(np.floor, x)


def ceil(x: Any) -> Any:
    """The smallest whole number not below x."""
    return _apply(np.ceil, x)


def absolute(x: Any) -> Any:
    """The absolute value; Python's abs() does the same."""
    return _apply(np.abs, x)


def minimum(a: Any, b: Any) -> Any:
    """The smaller of two."""
    return _apply(np.minimum, a, b)


def maximum(a: Any, b: Any) -> Any:
    """The larger of two."""
    return _apply(np.maximum, a, b)


def hypot(a: Any, b: Any) -> Any:
    """√(a² + b²)."""
    return _apply(np.hypot, a, b)


def where(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`; both are computed."""
    if is_symbolic(condition) or is_symbolic(a) or is_symbolic(b):
        return elementwise(lambda c, x, y: _where(as_bool(c), as_expr(x), as_expr(y)), condition, a, b)
    result = np.where(condition, a, b)
    return float(result) if result.ndim == 0 else result


def clip(x: Any, low: Any, high: Any) -> Any:
    """`x` kept between `low` and `high`; None leaves that side open."""
    x = x if low is None else maximum(x, low)
    return x if high is None else minimum(x, high)


def dot(a: Any, b: Any) -> Any:
    """a · b of two vectors."""
    a, b = _vector(a, "dot"), _vector(b, "dot")
    if a.shape != b.shape:
        raise TraceError(f"dot: vectors of {len(a)} and {len(b)} entries.")
    return sum((x * y for x, y in zip(a[1:], b[1:], strict=True)), a[0] * b[0]) if len(a) else 0.0


def cross(a: Any, b: Any) -> Any:
    """a × b of two vectors of three."""
    a, b = _vector(a, "cross"), _vector(b, "cross")
    if len(a) != 3 or len(b) != 3:
        raise TraceError(f"cross: needs two vectors of three, got {len(a)} and {len(b)}.")
    entries = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return array(entries) if is_symbolic(entries) else np.array(entries)


def norm(a: Any) -> Any:
    """The length |a| of a vector. Its derivative is not defined where the length is zero."""
    a = _vector(a, "norm")
    return sqrt(dot(a, a))


def _vector(a: Any, name: str) -> np.ndarray:
    a = a if isinstance(a, np.ndarray) else (array(a) if is_symbolic(a) else np.asarray(a, dtype=float))
    if a.ndim != 1:
        raise TraceError(f"{name}: needs a vector, got an array of shape {a.shape}.")
    return a
