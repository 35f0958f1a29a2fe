"""Arrays of expressions that NumPy handles: `Array` is an `ndarray` of objects, numbers and expressions mixed.

Slicing, broadcasting, `@`, `.T`, `np.sum`, … come from NumPy and call the operators of `Expr` on each entry. Only what
NumPy cannot do by operators is redirected: functions of one entry (`np.sin`), comparisons and reductions here, the few
functions of `numpy_functions.py` there. Numbers stay Python floats, so that they fold at the speed of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .composed import is_nan, rounded, scalar_hypot, truncated, unless_nan
from .errors import TraceError
from .graph import (
    ONE,
    ZERO,
    Bool,
    Expr,
    Node,
    add,
    as_bool,
    as_expr,
    binary,
    choose,
    comparison,
    constant,
    div,
    floor_divide,
    logical,
    modulo,
    mul,
    neg,
    negation,
    raised,
    sub,
    symbol,
    unary,
)
from .node import new_symbol
from .primitives import UNARY


class Array(np.ndarray):
    """An array whose entries are expressions or numbers."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return apply_function(func, args, kwargs)

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """A copy with entries of another type: an ordinary array when they are numbers."""
        result = super().astype(dtype, *args, **kwargs)
        return result if result.dtype == object else result.view(np.ndarray)

    def clip(self, min: Any = None, max: Any = None, **kwargs: Any) -> Any:  # type: ignore[override]
        """Entries kept between `min` and `max`."""
        return np.clip(self, min, max, **kwargs)

    # Expressions are real. Since NumPy 2.5 both are universal functions of object arrays, and np.var reads `real`.
    @property  # type: ignore[misc]
    def real(self) -> Array:  # type: ignore[override]
        """The entries themselves."""
        return self

    @property  # type: ignore[misc]
    def imag(self) -> Array:  # type: ignore[override]
        """Zeros."""
        return zeros(self.shape)

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
        raise TraceError(
            f"an array of expressions cannot hold {value!r}; check that all rows have one length."
        ) from None


def symbols(name: str, shape: int | Sequence[int] = ()) -> Any:
    """Named symbols of the given shape: a scalar for `()`, else an Array with entries `name[i]`, `name[i,j]`.

    The same name gives the same symbols everywhere.
    """
    return _shaped_symbols(symbol, name, shape)


def fresh_symbols(name: str, shape: int | Sequence[int] = ()) -> Any:
    """Symbols that look like those of `symbols` but are shared with nothing: the inputs of one trace."""
    return _shaped_symbols(lambda label: new_symbol(Expr, label), name, shape)


def _shaped_symbols(make: Callable[[str], Expr], name: str, shape: int | Sequence[int]) -> Any:
    shape = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if shape == ():
        return make(name)
    result = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape):
        result[index] = make(f"{name}[{','.join(map(str, index))}]")
    return result.view(Array)


def zeros(shape: int | Sequence[int]) -> Array:
    """An Array of zeros, to be filled with numbers and expressions entry by entry (np.zeros holds floats only)."""
    return np.full(shape, 0.0, dtype=object).view(Array)


def is_symbolic(value: Any) -> bool:
    """Whether `value` is, or holds, an expression."""
    if isinstance(value, Node):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype.hasobject and any(isinstance(entry, Node) for entry in value.ravel())
    return isinstance(value, (list, tuple)) and any(is_symbolic(entry) for entry in value)


def elementwise(function: Callable[..., Any], *operands: Any) -> Any:
    """`function` on broadcast entries; a scalar when every operand is one."""
    if not any(isinstance(x, (np.ndarray, list, tuple)) and np.ndim(_plain(x)) for x in operands):
        return function(*[x.item() if isinstance(x, np.ndarray) else x for x in operands])
    result = np.frompyfunc(function, len(operands), 1)(*[_plain(x) for x in operands])
    return result.view(Array)


def _plain(value: Any) -> np.ndarray:
    """An ordinary object array: no dispatch back to us."""
    if isinstance(value, np.generic):
        value = value.item()  # on np.float64 the object loops would ask us again
    return np.asarray(value, dtype=object).view(np.ndarray)


def _numbers(value: Any) -> Any:
    """An Array in which no symbol is left as an ordinary array."""
    return value.astype(float) if isinstance(value, Array) else value


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
    np.arctan2: _on_expr(lambda a, b: binary("atan2", a, b)),
    np.hypot: _on_expr(scalar_hypot),
    np.power: _on_expr(raised),
    np.float_power: _on_expr(raised),
    np.mod: _on_expr(modulo),
    np.floor_divide: _on_expr(floor_divide),
    np.square: _on_expr(lambda a: a * a),
    np.reciprocal: _on_expr(lambda a: 1.0 / a),
    np.cbrt: _on_expr(lambda a: unary("sign", a) * raised(unary("abs", a), constant(1 / 3))),
    np.trunc: _on_expr(truncated),
    np.rint: _on_expr(rounded),
    np.fmod: _on_expr(lambda a, b: a - b * truncated(a / b)),
    np.copysign: _on_expr(lambda a, b: choose(b < 0.0, -unary("abs", a), unary("abs", a))),
    np.fmin: _on_expr(lambda a, b: unless_nan("min", a, b)),
    np.fmax: _on_expr(lambda a, b: unless_nan("max", a, b)),
    np.isnan: _on_expr(is_nan),
    np.isinf: _on_expr(lambda a: comparison("eq", unary("abs", a), constant(np.inf))),
    np.isfinite: _on_expr(lambda a: unary("abs", a) < np.inf),
    np.fabs: _on_expr(lambda a: unary("abs", a)),
    np.conjugate: lambda a: a,
    np.deg2rad: _on_expr(lambda a: a * (np.pi / 180)),
    np.rad2deg: _on_expr(lambda a: a * (180 / np.pi)),
    np.radians: _on_expr(lambda a: a * (np.pi / 180)),
    np.degrees: _on_expr(lambda a: a * (180 / np.pi)),
    np.log10: _on_expr(lambda a: unary("log", a) / np.log(10.0)),
    np.log2: _on_expr(lambda a: unary("log", a) / np.log(2.0)),
    np.exp2: _on_expr(lambda a: raised(constant(2.0), a)),
    np.heaviside: _on_expr(lambda a, b: choose(a < 0.0, ZERO, choose(comparison("eq", a, ZERO), b, ONE))),
    np.less: _on_expr(lambda a, b: comparison("lt", a, b)),
    np.less_equal: _on_expr(lambda a, b: comparison("le", a, b)),
    np.greater: _on_expr(lambda a, b: comparison("lt", b, a)),
    np.greater_equal: _on_expr(lambda a, b: comparison("le", b, a)),
    np.equal: _on_expr(lambda a, b: comparison("eq", a, b)),
    np.not_equal: _on_expr(lambda a, b: comparison("ne", a, b)),
    np.logical_and: _on_bool(lambda a, b: logical("and", a, b)),
    np.logical_or: _on_bool(lambda a, b: logical("or", a, b)),
    np.logical_not: _on_bool(negation),
    np.logical_xor: _on_bool(lambda a, b: a ^ b),
}
"""Universal function to its meaning on scalars, for those that NumPy's object loops cannot carry out on entries."""
_ON_SCALARS: dict[np.ufunc, Callable[..., Any]] = _SCALAR | {
    np.add: _on_expr(add),
    np.subtract: _on_expr(sub),
    np.multiply: _on_expr(mul),
    np.divide: _on_expr(div),
    np.negative: _on_expr(neg),
    np.positive: _on_expr(lambda a: a),
    np.bitwise_and: _on_bool(lambda a, b: logical("and", a, b)),
    np.bitwise_or: _on_bool(lambda a, b: logical("or", a, b)),
    np.bitwise_xor: _on_bool(lambda a, b: a ^ b),
    np.invert: _on_bool(negation),
}
"""The same with the operators, which arrays leave to NumPy: for `np.float64(2) * x`."""

_OPERATORS = {np.add, np.subtract, np.multiply, np.divide, np.negative, np.positive, np.matmul, np.vecdot}
_OPERATORS |= {np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert}
_OPERATORS |= {getattr(np, name) for name in ("matvec", "vecmat") if hasattr(np, name)}  # since NumPy 2.2


def apply_ufunc(ufunc: np.ufunc, method: str, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """A NumPy universal function on operands of which at least one is symbolic."""
    out = kwargs.get("out", (None,))[0]
    if out is not None and out.dtype != object:
        raise TraceError(
            f"an array of {out.dtype} cannot take symbols in place (`+=`, out=): write a = a + b, or start from "
            "linkwork's zeros(shape)."
        )
    if ufunc in _OPERATORS:
        if out is not None:
            kwargs = {**kwargs, "out": (out.view(np.ndarray),)}
        result = getattr(ufunc, method)(*map(_plain, inputs), **kwargs)
    elif ufunc in _SCALAR and method == "reduce":
        result = _reduce(_SCALAR[ufunc], *inputs, **kwargs)
    elif ufunc in _SCALAR and not kwargs.keys() - {"out", "axis"}:
        kwargs = {key: value for key, value in kwargs.items() if key != "out"}
        result = getattr(np.frompyfunc(_SCALAR[ufunc], ufunc.nin, 1), method)(*map(_plain, inputs), **kwargs)
        if out is not None:
            out[...] = result
    elif not any(map(is_symbolic, inputs)):
        return getattr(ufunc, method)(*map(_numbers, inputs), **kwargs)
    else:
        label = f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method}"
        extra = f" with {', '.join(kwargs)}" if ufunc in _SCALAR else ""
        raise TraceError(f"{label}{extra} has no meaning on symbols. {_REMEDY}")
    if out is not None:
        return out
    return result.view(Array) if isinstance(result, np.ndarray) else result


_REMEDY = "Write it with other functions, or pass your function through opaque()."


def _reduce(
    function: Callable[..., Any],
    values: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """Reduction by a function of two arguments (np.min, np.max, np.all, np.any)."""
    if where is not True:
        raise TraceError(f"a reduction with `where` has no meaning on symbols. {_REMEDY}")
    plain = _plain(values)
    axes = tuple(range(plain.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    last = np.moveaxis(plain, axes, range(-len(axes), 0))
    entries = last.reshape((*last.shape[: plain.ndim - len(axes)], -1))
    result = np.frompyfunc(function, 2, 1).reduce(entries, axis=-1)
    if isinstance(initial, (int, float, Node)):
        result = elementwise(function, initial, result)
    return np.expand_dims(_plain(result), axes) if keepdims else result


NUMPY_FUNCTIONS: dict[Any, Callable[..., Any]] = {}
"""NumPy function to its meaning on symbols, for those that NumPy's own code cannot carry out (`numpy_functions`)."""

_LINEAR_ALGEBRA_BY_OPERATORS = {"cross", "diagonal", "matmul", "matrix_power", "matrix_transpose", "multi_dot"}
_LINEAR_ALGEBRA_BY_OPERATORS |= {"outer", "tensordot", "trace", "vecdot"}


def apply_function(func: Any, args: Any, kwargs: Any) -> Any:
    """A NumPy function on symbolic arguments: ours where there is one, else NumPy's own code on the entries."""
    if func in NUMPY_FUNCTIONS:
        return NUMPY_FUNCTIONS[func](*args, **kwargs)
    return numpys_own(func, args, kwargs)


def numpys_own(func: Any, args: Any, kwargs: Any) -> Any:
    """A NumPy function carried out by NumPy's own code, which calls the operators of the entries."""
    if func.__module__ == "numpy.linalg" and func.__name__ not in _LINEAR_ALGEBRA_BY_OPERATORS:
        if not any(map(is_symbolic, args)):
            return func(*map(_numbers, args), **kwargs)
        raise TraceError(
            f"np.linalg.{func.__name__} has no meaning on symbols. Use solve_ldlt for symmetric systems, or pass your "
            "function through opaque()."
        )
    return _as_arrays(np.ndarray.__array_function__(_NO_ARRAY, func, (Array,), args, kwargs))


_NO_ARRAY = np.empty(0, dtype=object).view(Array)


def _as_arrays(result: Any) -> Any:
    """What NumPy returned, with its object arrays made Arrays: else the next function would not come back to us."""
    if isinstance(result, np.ndarray):
        return result.view(Array) if result.dtype == object else result
    return type(result)(map(_as_arrays, result)) if type(result) in (list, tuple) else result


def _scalar_ufunc(self: Node, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
    function = _ON_SCALARS.get(ufunc)
    arrays = any(isinstance(x, (np.ndarray, list, tuple)) for x in inputs)
    if function and not arrays and method == "__call__" and not kwargs:
        return function(*inputs)
    return apply_ufunc(ufunc, method, inputs, kwargs)


def _scalar_function(self: Node, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    if func in NUMPY_FUNCTIONS:
        return NUMPY_FUNCTIONS[func](*args, **kwargs)
    return apply_function(func, tuple(_nodes_as_arrays(x) for x in args), kwargs)


def _nodes_as_arrays(value: Any) -> Any:
    if isinstance(value, Node):
        return array(value)
    return [_nodes_as_arrays(x) for x in value] if isinstance(value, (list, tuple)) else value


# Scalars follow the same protocol, so that np.sin(x) and np.where(x > 0, a, b) work on them too.
for _kind in (Expr, Bool):
    setattr(_kind, "__array_ufunc__", _scalar_ufunc)  # noqa: B010
    setattr(_kind, "__array_function__", _scalar_function)  # noqa: B010
# NumPy's object loops look for a method of the function's name: np.sin(np.array([x, y])).
for _name, _function in UNARY.items():
    setattr(Expr, _function.__name__, lambda self, op=_name: unary(op, self))
Expr.conjugate = lambda self: self  # type: ignore[attr-defined]
