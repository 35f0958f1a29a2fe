"""Tracing: a Python function, called once with symbols, becomes a `Function`."""

from __future__ import annotations

import gc
import inspect
import linecache
import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .array import array, fresh_symbols
from .errors import TraceError
from .function import Function, make_function
from .graph import Node

ShapeLike = int | Sequence[int]


def trace(
    function: Callable[..., Any],
    shapes: Mapping[str, ShapeLike],
    *,
    outputs: str | Sequence[str] | None = None,
    name: str | None = None,
) -> Function:
    """`function` run once on symbols of the given `shapes` (`()` is a scalar), recorded as a `Function`.

    It returns a mapping from names to values, one value, or several; `outputs` names them where they are not named
    (a single one is called `value`).
    """
    name = name or getattr(function, "__name__", "function").strip("<>")
    positional = _check_inputs(name, function, shapes)
    inputs = {key: _read_only(fresh_symbols(key, shape)) for key, shape in shapes.items()}
    with _garbage_collection_paused(), _located(name):
        result = function(
            *[inputs.get(key, default) for key, default in positional.items()],
            **{key: value for key, value in inputs.items() if key not in positional},
        )
    return make_function(name, inputs, _named(name, result, outputs))


def traced(**shapes: ShapeLike) -> Callable[[Callable[..., Any]], Function]:
    """Decorator form: `@traced(q=2, t=())` above a function of q and t."""
    return lambda function: trace(function, shapes)


def _read_only(value: Any) -> Any:
    """An input as the function sees it: writing into it would change what the recorded graph starts from."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value


def _check_inputs(name: str, function: Callable[..., Any], shapes: Mapping[str, ShapeLike]) -> dict[str, Any]:
    """Positional-only parameters of `function` with their defaults; raises unless `shapes` names its parameters."""
    try:
        parameters = inspect.signature(function).parameters
    except ValueError:  # some built-in functions have none
        return {}
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for key, shape in shapes.items():
        if not takes_any and key not in parameters:
            raise TraceError(f"{name}: a shape is given for {key!r}, but the function takes {', '.join(parameters)}.")
        sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
        if not all(isinstance(n, (int, np.integer)) and n >= 0 for n in sizes):
            raise TraceError(f"{name}: {shape!r} is not a shape for {key!r}; give a whole number or a tuple of them.")
    for key, p in parameters.items():
        required = p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        if required and key not in shapes:
            raise TraceError(f"{name}: no shape is given for its parameter {key!r}; use () for a scalar.")
    return {key: p.default for key, p in parameters.items() if p.kind is p.POSITIONAL_ONLY}


def _named(name: str, result: Any, outputs: str | Sequence[str] | None) -> dict[str, Any]:
    """What the function returned, as a mapping from output names to checked values."""
    if result is None:
        raise TraceError(f"{name}: returned nothing. Is a `return` missing?")
    if isinstance(result, Mapping):
        values = dict(result)
    elif hasattr(result, "_asdict"):
        values = result._asdict()
    elif isinstance(outputs, str) or outputs is None:
        values = {outputs or "value": result}
    elif len(set(outputs)) < len(outputs):
        raise TraceError(f"{name}: an output name is used twice in {list(outputs)}.")
    else:
        count = len(result) if isinstance(result, (tuple, list, np.ndarray)) else 1
        if len(outputs) != count:
            raise TraceError(f"{name}: returned {count} values for {len(outputs)} output names.")
        values = dict(zip(outputs, result if count > 1 else [result], strict=True))
    return {key: _checked(name, key, value) for key, value in values.items()}


def _checked(name: str, key: str, value: Any) -> Any:
    if isinstance(value, (tuple, list)) and len({_shape(row) for row in value}) > 1:
        raise TraceError(f"{name}: output {key!r} mixes shapes; name several outputs with a dict or `outputs=`.")
    try:
        checked = array(value)
    except (TraceError, ValueError) as error:
        raise TraceError(f"{name}: output {key!r}: {error}") from None
    return checked if checked.ndim else checked.item()


def _shape(row: Any) -> tuple[int, ...]:
    """The shape of a row of an output, by its first entries: a ragged row is refused later, by `array`."""
    if isinstance(row, (tuple, list)):
        return (len(row), *(_shape(row[0]) if row else ()))
    return () if isinstance(row, Node) else np.shape(row)


@contextmanager
def _located(name: str) -> Iterator[None]:
    """Errors raised inside the user's function get its name, file and line."""
    try:
        yield
    except (TraceError, ValueError, TypeError, IndexError, AttributeError) as error:
        text = str(error)
        hint = next((advice for part, advice in _HINTS.items() if part in text), "")
        if hint and not text.endswith((".", "?", "!")):
            text += "."
        raise TraceError(f"{name}{_place(error)}: {text}{hint}") from error


_HINTS = {
    "has no callable": " An np.array([...]) of symbols and numbers is opaque to NumPy: write linkwork's array([...]).",
    "Cannot cast ufunc": " An np.array([...]) of symbols is opaque to NumPy: write linkwork's array([...]).",
    "read-only": " Inputs are not written into: copy first, `q = q.copy()`.",
    "indices must be integers": " A symbol cannot be an index: use table() or spline() for look-ups.",
    "valid indices": " A symbol cannot be an index: use table() or spline() for look-ups.",
}
"""Parts of messages of Python and NumPy, and the advice that is appended to each."""

_LIBRARIES = (os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.abspath(np.__file__)))


def _place(error: Exception) -> str:
    """` (file, line n: `code`)` of the innermost frame outside of linkwork's expressions and NumPy."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith((*_LIBRARIES, "<"))]
    if not frames or frames[-1].lineno is None:
        return ""
    code = linecache.getline(frames[-1].filename, frames[-1].lineno).strip()
    short = frames[-1].filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f" ({short}, line {frames[-1].lineno}: `{code}`)"


@contextmanager
def _garbage_collection_paused() -> Iterator[None]:
    """Graphs have no cycles: collecting while they grow only costs time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
