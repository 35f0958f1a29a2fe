"""Arrays of expressions that NumPy handles: `Array` is an `ndarray` of objects, numbers and expressions mixed.

Slicing, broadcasting, `@`, `.T`, `np.cross`, `np.sum`, … come from NumPy and call the operators of `Expr` on each entry.
Only what NumPy cannot do by operators is redirected here: functions (`np.sin`), comparisons, `np.where`, and the few
functions of `NUMPY_FUNCTIONS`. Numbers stay Python floats, so that they fold at the speed of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .errors import TraceError
from .graph import (
    Bool,
    Expr,
    Node,
    as_bool,
    as_expr,
    binary,
    compare,
    constant,
    logical,
    modulo,
    negation,
    power,
    symbol,
    unary,
    where,
)
from .primitives import UNARY


class Array(np.ndarray):
    """An array whose entries are expressions or numbers."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return apply_function(func, args, kwargs)

    def __bool__(self) -> bool:
        if self.size == 1:
            return bool(self.item())
        raise TraceError("the truth value of an array of expressions is not defined; use where(condition, a, b).")


def array(values: Any) -> Array:
    """`values` (nested sequences, arrays, expressions, numbers) as an Array; numbers become Python floats."""
    if isinstance(values, Array):
        return values
    raw = np.asarray(values, dtype=object)
    flat = [value if isinstance(value, Node) else _number(value) for value in raw.ravel()]
    result = np.empty(len(flat), dtype=object)
    result[:] = flat
    return result.reshape(raw.shape).view(Array)


def _number(value: Any) -> float:
    try:
        return constant(value).data
    except (TypeError, ValueError):
        raise TraceError(f"an array of expressions cannot hold {value!r}; check that all rows have one length.") from None


def symbols(name: str, shape: int | Sequence[int] = ()) -> Any:
    """Named symbols of the given shape: a scalar for `()`, else an Array with entries `name[i]`, `name[i,j]`."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if shape == ():
        return symbol(name)
    result = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape):
        result[index] = symbol(f"{name}[{','.join(map(str, index))}]")
    return result.view(Array)


def is_symbolic(value: Any) -> bool:
    """Whether `value` is, or holds, an expression."""
    if isinstance(value, Node):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(isinstance(entry, Node) for entry in value.ravel())
    return isinstance(value, (list, tuple)) and any(is_symbolic(entry) for entry in value)


def elementwise(function: Callable[..., Any], *operands: Any) -> Any:
    """`function` on broadcast entries; a scalar when every operand is one."""
    if all(np.ndim(x) == 0 for x in operands):
        return function(*[x.item() if isinstance(x, np.ndarray) else x for x in operands])
    result = np.frompyfunc(function, len(operands), 1)(*[_plain(x) for x in operands])
    return result.view(Array)


def _plain(value: Any) -> np.ndarray:
    """An ordinary object array: no dispatch back to us."""
    return np.asarray(value, dtype=object).view(np.ndarray)


def _on_expr(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with numbers turned into constants; a constant result comes back as a float."""

    def wrapped(*args: Any) -> Any:
        result = function(*map(as_expr, args))
        return result.data if result.op == "const" else result

    return wrapped


def _on_bool(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: function(*map(as_bool, args))


_SCALAR: dict[np.ufunc, Callable[..., Any]] = {
    function: _on_expr(lambda a, op=name: unary(op, a))
    for name, function in UNARY.items()
    if isinstance(function, np.ufunc) and name != "neg"
}
_SCALAR |= {
    np.minimum: _on_expr(lambda a, b: binary("min", a, b)),
    np.maximum: _on_expr(lambda a, b: binary("max", a, b)),
    np.fmin: _on_expr(lambda a, b: binary("min", a, b)),
    np.fmax: _on_expr(lambda a, b: binary("max", a, b)),
    np.arctan2: _on_expr(lambda a, b: binary("atan2", a, b)),
    np.hypot: _on_expr(lambda a, b: unary("sqrt", a * a + b * b)),
    np.power: _on_expr(power),
    np.float_power: _on_expr(power),
    np.mod: _on_expr(modulo),
    np.square: _on_expr(lambda a: a * a),
    np.reciprocal: _on_expr(lambda a: 1.0 / a),
    np.fabs: _on_expr(lambda a: unary("abs", a)),
    np.conjugate: lambda a: a,
    np.deg2rad: _on_expr(lambda a: a * (np.pi / 180)),
    np.rad2deg: _on_expr(lambda a: a * (180 / np.pi)),
    np.radians: _on_expr(lambda a: a * (np.pi / 180)),
    np.degrees: _on_expr(lambda a: a * (180 / np.pi)),
    np.log10: _on_expr(lambda a: unary("log", a) / np.log(10.0)),
    np.log2: _on_expr(lambda a: unary("log", a) / np.log(2.0)),
    np.exp2: _on_expr(lambda a: power(constant(2.0), a)),
    np.heaviside: _on_expr(lambda a, b: where(a < 0, constant(0.0), where(compare("eq", a, constant(0.0)), b, constant(1.0)))),
    np.less: _on_expr(lambda a, b: compare("lt", a, b)),
    np.less_equal: _on_expr(lambda a, b: compare("le", a, b)),
    np.greater: _on_expr(lambda a, b: compare("lt", b, a)),
    np.greater_equal: _on_expr(lambda a, b: compare("le", b, a)),
    np.equal: _on_expr(lambda a, b: compare("eq", a, b)),
    np.not_equal: _on_expr(lambda a, b: compare("ne", a, b)),
    np.logical_and: _on_bool(lambda a, b: logical("and", a, b)),
    np.logical_or: _on_bool(lambda a, b: logical("or", a, b)),
    np.logical_not: _on_bool(negation),
}
_OPERATORS = {np.add, np.subtract, np.multiply, np.divide, np.negative, np.positive, np.matmul}
_OPERATORS |= {np.bitwise_and, np.bitwise_or, np.invert, np.vecdot, np.matvec, np.vecmat}


def apply_ufunc(ufunc: np.ufunc, method: str, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """A NumPy universal function on operands of which at least one is symbolic."""
    if ufunc in _SCALAR and method == "__call__" and not kwargs:
        return elementwise(_SCALAR[ufunc], *inputs)
    if ufunc in _SCALAR and method == "reduce":
        return _reduce(_SCALAR[ufunc], *inputs, **kwargs)
    if ufunc not in _OPERATORS:
        raise TraceError(
            f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method} has no meaning on symbols. Write it with "
            "other functions, or pass your function through opaque()."
        )
    if "out" in kwargs:
        kwargs = {**kwargs, "out": tuple(x.view(np.ndarray) for x in kwargs["out"])}
    result = getattr(ufunc, method)(*map(_plain, inputs), **kwargs)
    return result.view(Array) if isinstance(result, np.ndarray) else result


def _reduce(function: Callable[..., Any], values: Any, axis: Any = 0, keepdims: bool = False, **_: Any) -> Any:
    """Reduction by a function of two arguments (np.min, np.max, np.all, np.any)."""
    plain = _plain(values)
    if axis is None:
        plain, axis = plain.ravel(), 0
    result = np.frompyfunc(function, 2, 1).reduce(plain, axis=axis, keepdims=keepdims)
    return result.view(Array) if isinstance(result, np.ndarray) else result


NUMPY_FUNCTIONS: dict[Any, Callable[..., Any]] = {}
"""NumPy function to its meaning on symbols, for those that NumPy's own code cannot carry out. Filled by `ops`."""


def apply_function(func: Any, args: Any, kwargs: Any) -> Any:
    """A NumPy function on symbolic arguments: ours where there is one, else NumPy's own code on the entries."""
    if func in NUMPY_FUNCTIONS:
        return NUMPY_FUNCTIONS[func](*args, **kwargs)
    if func.__module__ == "numpy.linalg" and func.__name__ != "norm":
        raise TraceError(
            f"np.linalg.{func.__name__} has no meaning on symbols. Use solve_ldlt for symmetric systems, or pass your "
            "function through opaque()."
        )
    return np.ndarray.__array_function__(_NO_ARRAY, func, (Array,), args, kwargs)


_NO_ARRAY = np.empty(0, dtype=object).view(Array)


def _scalar_ufunc(self: Node, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
    return apply_ufunc(ufunc, method, inputs, kwargs)


def _scalar_function(self: Node, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    if func in NUMPY_FUNCTIONS:
        return NUMPY_FUNCTIONS[func](*args, **kwargs)
    return func(*[array(x) if isinstance(x, Node) else x for x in args], **kwargs)


# Scalars follow the same protocol, so that np.sin(x) and np.where(x > 0, a, b) work on them too.
for _kind in (Expr, Bool):
    _kind.__array_ufunc__ = _scalar_ufunc  # type: ignore[attr-defined]
    _kind.__array_function__ = _scalar_function  # type: ignore[attr-defined]
for _name, _function in UNARY.items():
    # NumPy's object loops look for a method of the function's name.
    setattr(Expr, _function.__name__, lambda self, op=_name: unary(op, self))
