"""NumPy functions that NumPy's own code cannot carry out on symbols, with their meaning there.

Everything else (np.cross, np.einsum, np.stack, …) works by NumPy's own code on the entries, see `array.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import NUMPY_FUNCTIONS, Array, array, elementwise, numpys_own
from .errors import TraceError
from .ops import clip, cross, dot, sqrt, where
from .tables import table


def _where(condition: Any, *choices: Any) -> Any:
    if len(choices) != 2:
        raise TraceError("np.where on symbols needs three arguments: np.where(condition, a, b).")
    return where(condition, *choices)


def _select(conditions: Any, choices: Any, default: Any = 0.0) -> Any:
    result = default
    for condition, choice in reversed(list(zip(conditions, choices, strict=True))):
        result = where(condition, choice, result)
    return result


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    if left is not None or right is not None or period is not None:
        raise TraceError("np.interp on symbols takes no left, right or period; use linkwork's table() or spline().")
    return elementwise(table(xp, fp), x)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    return clip(a, a_min if min is None else min, a_max if max is None else max)


def _round(a: Any, decimals: int = 0, out: None = None) -> Any:
    factor = 10.0 ** abs(decimals)
    return np.rint(a * factor) / factor if decimals >= 0 else np.rint(a / factor) * factor


def _polyval(p: Any, x: Any) -> Any:
    result: Any = 0.0
    for coefficient in p:
        result = result * x + coefficient
    return result


def _sinc(x: Any) -> Any:
    y = np.pi * where(x == 0, 1e-20, x)
    return np.sin(y) / y


def _cross(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
    """Two vectors without the overhead of NumPy's general code, which tracing would feel."""
    if not args and not kwargs and np.shape(a) == np.shape(b) == (3,):
        return cross(a, b)
    return numpys_own(np.cross, (a, b, *args), kwargs)


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    x = array(x)
    plain = ord is None or (ord == 2 and (x.ndim == 1 or isinstance(axis, int))) or (ord == "fro" and x.ndim == 2)
    if not plain:
        raise TraceError(
            f"np.linalg.norm with ord={ord!r} has no meaning on symbols: only the root of the sum of squares."
        )
    return sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))


def _vector_norm(x: Any, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    return _norm(x, None if ord == 2 else ord, axis, keepdims)


def _small(a: Any, name: str) -> Array:
    """`a` as a square matrix that may be written out."""
    a = array(a)
    if a.shape not in ((1, 1), (2, 2), (3, 3)):
        raise TraceError(
            f"np.linalg.{name} on symbols is for one matrix up to 3×3, not shape {a.shape}. Use solve_ldlt for "
            "symmetric systems of any size."
        )
    return a


def _det(a: Any, name: str = "det") -> Any:
    a = _small(a, name)
    if len(a) == 1:
        return a[0, 0]
    if len(a) == 2:
        return a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
    return dot(a[0], cross(a[1], a[2]))


def _inv(a: Any, name: str = "inv") -> Array:
    a, det = _small(a, name), _det(a, name)
    if len(a) == 1:
        return array([[1.0 / det]])
    if len(a) == 2:
        return array([[a[1, 1], -a[0, 1]], [-a[1, 0], a[0, 0]]]) / det
    return array([cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])]).T / det


def _solve(a: Any, b: Any) -> Any:
    return _inv(a, "solve") @ array(b)


def _undecidable(name: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise TraceError(f"np.{name} asks for a decision, but its arguments depend on symbols; write where(a < b, …).")

    return refuse


NUMPY_FUNCTIONS |= {
    np.where: _where,
    np.select: _select,
    np.interp: _interp,
    np.clip: _clip,
    np.round: _round,
    np.around: _round,
    np.polyval: _polyval,
    np.sinc: _sinc,
    np.cross: _cross,
    np.linalg.norm: _norm,
    np.linalg.vector_norm: _vector_norm,
    np.linalg.det: _det,
    np.linalg.inv: _inv,
    np.linalg.solve: _solve,
    np.allclose: _undecidable("allclose"),
    np.isclose: _undecidable("isclose"),
    np.array_equal: _undecidable("array_equal"),
}
