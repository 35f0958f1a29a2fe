"""Functions on numbers or symbols alike: what a law, a joint or a constraint is written with.

On numbers they are NumPy's functions; on expressions they build the graph; on arrays they work entry by entry. NumPy's
own functions (`np.sin(q)`, `np.where(q > 0, a, b)`, `np.interp(q, x, y)`, …) do the same on symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import array, elementwise, is_symbolic
from .errors import TraceError
from .graph import Node, as_bool, as_expr
from .graph import where as _where

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


def _function(ufunc: np.ufunc, doc: str) -> Callable[..., Any]:
    """`ufunc` on numbers or symbols; a plain object array (np.array([x, 1.0])) counts as an Array."""

    def call(*operands: Any) -> Any:
        if any(is_symbolic(x) for x in operands):
            return ufunc(*[x if isinstance(x, Node) else array(x) for x in operands])
        result = ufunc(*operands)
        return float(result) if np.ndim(result) == 0 else result

    call.__name__ = call.__qualname__ = ufunc.__name__
    call.__doc__ = doc
    return call


sqrt = _function(np.sqrt, "The square root.")
exp = _function(np.exp, "The exponential.")
expm1 = _function(np.expm1, "exp(x) − 1, exact near zero.")
log = _function(np.log, "The natural logarithm.")
log1p = _function(np.log1p, "log(1 + x), exact near zero.")
sin = _function(np.sin, "The sine.")
cos = _function(np.cos, "The cosine.")
tan = _function(np.tan, "The tangent.")
asin = _function(np.arcsin, "The inverse sine.")
acos = _function(np.arccos, "The inverse cosine.")
atan = _function(np.arctan, "The inverse tangent.")
atan2 = _function(np.arctan2, "The angle of the point (x, y): atan2(y, x).")
sinh = _function(np.sinh, "The hyperbolic sine.")
cosh = _function(np.cosh, "The hyperbolic cosine.")
tanh = _function(np.tanh, "The hyperbolic tangent.")
asinh = _function(np.arcsinh, "The inverse hyperbolic sine.")
acosh = _function(np.arccosh, "The inverse hyperbolic cosine.")
atanh = _function(np.arctanh, "The inverse hyperbolic tangent.")
sign = _function(np.sign, "−1, 0 or 1.")
floor = _function(np.floor, "The largest whole number not above x.")
ceil = _function(np.ceil, "The smallest whole number not below x.")
absolute = _function(np.abs, "The absolute value; Python's abs() does the same.")
minimum = _function(np.minimum, "The smaller of two.")
maximum = _function(np.maximum, "The larger of two.")
hypot = _function(np.hypot, "√(a² + b²).")


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
