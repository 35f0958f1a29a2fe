"""Functions on numbers or symbols alike: what a law, a joint or a constraint is written with.

On numbers they are NumPy's functions; on expressions they build the graph; on arrays they work entry by entry. NumPy's
own functions (`np.sin(q)`, `np.where(q > 0, a, b)`, `np.interp(q, x, y)`, …) do the same on symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import NUMPY_FUNCTIONS, Array, apply_ufunc, array, elementwise, is_symbolic
from .errors import TraceError
from .graph import Expr, Node, as_bool, as_expr, unary
from .graph import where as _where
from .primitives import UNARY
from .tables import table

pi = float(np.pi)


def _function(ufunc: np.ufunc, doc: str) -> Callable[..., Any]:
    def call(*operands: Any) -> Any:
        if any(is_symbolic(x) for x in operands):
            return apply_ufunc(ufunc, "__call__", operands, {})
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


def _numpy_where(condition: Any, *choices: Any) -> Any:
    if len(choices) != 2:
        raise TraceError("np.where on symbols needs three arguments: np.where(condition, a, b).")
    return where(condition, *choices)


def _numpy_interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    if left is not None or right is not None or period is not None:
        raise TraceError("np.interp on symbols takes no left, right or period; use linkwork's table() or spline().")
    return elementwise(table(xp, fp), x)


def _numpy_norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    if ord not in (None, 2, "fro") or (ord == 2 and np.ndim(x) > 1) or axis is not None or keepdims:
        raise TraceError("np.linalg.norm on symbols is the plain length of a vector; write others out.")
    return norm(np.ravel(x))


def _numpy_det(a: Any) -> Any:
    a = array(a)
    if a.shape == (1, 1):
        return a[0, 0]
    if a.shape == (2, 2):
        return a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
    if a.shape == (3, 3):
        return dot(a[0], cross(a[1], a[2]))
    raise TraceError(f"np.linalg.det on symbols is for matrices up to 3×3, not {a.shape}.")


def _numpy_inv(a: Any) -> Any:
    a = array(a)
    det = _numpy_det(a)
    if a.shape == (1, 1):
        return array([[1 / det]])
    if a.shape == (2, 2):
        return array([[a[1, 1], -a[0, 1]], [-a[1, 0], a[0, 0]]]) / det
    return array([cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])]).T / det


def _numpy_clip(a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    return clip(a, a_min, a_max)


def _numpy_solve(a: Any, b: Any) -> Any:
    return _numpy_inv(a) @ b


def _numpy_isfinite_like(name: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise TraceError(f"np.{name} asks for a decision on symbols; compare with where() instead.")

    return refuse


NUMPY_FUNCTIONS |= {
    np.where: _numpy_where,
    np.interp: _numpy_interp,
    np.clip: _numpy_clip,
    np.linalg.norm: _numpy_norm,
    np.linalg.det: _numpy_det,
    np.linalg.inv: _numpy_inv,
    np.linalg.solve: _numpy_solve,
    np.cross: cross,
    np.allclose: _numpy_isfinite_like("allclose"),
    np.isclose: _numpy_isfinite_like("isclose"),
    np.array_equal: _numpy_isfinite_like("array_equal"),
}

__all__ = [name for name, value in list(globals().items()) if callable(value) and not name.startswith("_")]
__all__ = [n for n in __all__ if n not in {"Any", "Callable", "Array", "Expr", "Node", "TraceError", "UNARY", "unary"}]
