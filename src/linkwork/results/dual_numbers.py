"""Numbers that know how they change with variables: values with gradients, for NumPy's own functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ..contract import ModelError
from ..topology import Layout
from .state import State

Slope = Callable[..., Any]
SLOPES: Mapping[str, tuple[Slope, ...]] = {
    "add": (lambda a, b: 1.0, lambda a, b: 1.0),
    "subtract": (lambda a, b: 1.0, lambda a, b: -1.0),
    "multiply": (lambda a, b: b, lambda a, b: a),
    "divide": (lambda a, b: 1.0 / b, lambda a, b: -a / b**2),
    "power": (lambda a, b: b * np.power(a, b - 1.0), lambda a, b: np.power(a, b) * np.log(np.where(a > 0, a, 1.0))),
    "maximum": (lambda a, b: np.where(a >= b, 1.0, 0.0), lambda a, b: np.where(a >= b, 0.0, 1.0)),
    "minimum": (lambda a, b: np.where(a <= b, 1.0, 0.0), lambda a, b: np.where(a <= b, 0.0, 1.0)),
    "arctan2": (lambda a, b: b / (a**2 + b**2), lambda a, b: -a / (a**2 + b**2)),
    "hypot": (lambda a, b: a / np.hypot(a, b), lambda a, b: b / np.hypot(a, b)),
    "negative": (lambda a: -1.0,),
    "absolute": (np.sign,),
    "square": (lambda a: 2.0 * a,),
    "sqrt": (lambda a: 0.5 / np.sqrt(a),),
    "exp": (np.exp,),
    "log": (lambda a: 1.0 / a,),
    "sin": (np.cos,),
    "cos": (lambda a: -np.sin(a),),
    "tan": (lambda a: 1.0 / np.cos(a) ** 2,),
    "tanh": (lambda a: 1.0 - np.tanh(a) ** 2,),
}
"""The derivatives of NumPy's functions by each of their arguments."""


class Varied(NDArrayOperatorsMixin):
    """An array `value` and its `gradient` (the same shape and one more axis, one entry a variable).

    Arithmetic and the functions of `SLOPES` carry both along: `np.sqrt((x - 1.0) ** 2)`, `x.sum()`, `x[3]`, `x.max()`.
    """

    def __init__(self, value: Any, gradient: Any) -> None:
        self.value = np.asarray(value)
        self.gradient = np.asarray(gradient)
        if self.gradient.shape[:-1] != self.value.shape:
            raise ModelError(f"a gradient of shape {self.gradient.shape} does not fit a value of {self.value.shape}.")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if ufunc in (np.less, np.greater, np.less_equal, np.greater_equal, np.equal, np.not_equal):
            return ufunc(*(_value(x) for x in inputs))
        if method != "__call__" or kwargs or ufunc.__name__ not in SLOPES:
            raise ModelError(
                f"np.{ufunc.__name__} has no derivative here; an objective may use arithmetic and {', '.join(SLOPES)}."
            )
        values = [_value(x) for x in inputs]
        result = ufunc(*values)
        gradient: Any = 0.0
        for x, slope in zip(inputs, SLOPES[ufunc.__name__], strict=True):
            if isinstance(x, Varied):
                by = np.broadcast_to(slope(*values), result.shape)
                own = x.gradient.reshape((1,) * (np.ndim(result) - x.value.ndim) + x.gradient.shape)
                gradient = gradient + by[..., None] * own
        return Varied(result, np.broadcast_to(gradient, (*np.shape(result), np.shape(gradient)[-1])))

    def __getitem__(self, place: Any) -> Varied:
        full = (*place, Ellipsis) if isinstance(place, tuple) else (place, Ellipsis)
        gradient = self.gradient[(*full, slice(None))]
        return Varied(self.value[place], gradient)

    def __len__(self) -> int:
        return len(self.value)

    def at(self, place: int, entry: Any) -> Varied:
        """The same with one entry changed, to a number or a `Varied`."""
        value, gradient = self.value.copy(), self.gradient.copy()
        value[place] = _value(entry)
        gradient[place] = entry.gradient if isinstance(entry, Varied) else 0.0
        return Varied(value, gradient)

    def sum(self, axis: int | None = None, **_: Any) -> Varied:
        """The sum of all entries, or along an axis."""
        if axis is None:
            return Varied(self.value.sum(), self.gradient.reshape(-1, self.gradient.shape[-1]).sum(axis=0))
        return Varied(self.value.sum(axis=axis), self.gradient.sum(axis=axis % self.value.ndim))

    def mean(self, **_: Any) -> Varied:
        """The mean of all entries."""
        return self.sum() / self.value.size

    def max(self, **_: Any) -> Varied:
        """The largest entry."""
        return self.ravel()[int(np.argmax(self.value))]

    def min(self, **_: Any) -> Varied:
        """The least entry."""
        return self.ravel()[int(np.argmin(self.value))]

    def ravel(self) -> Varied:
        """All entries in a row."""
        return Varied(self.value.ravel(), self.gradient.reshape(-1, self.gradient.shape[-1]))

    @property
    def real(self) -> Varied:
        """The real part."""
        return Varied(self.value.real, self.gradient.real)

    @property
    def imag(self) -> Varied:
        """The imaginary part."""
        return Varied(self.value.imag, self.gradient.imag)

    def __repr__(self) -> str:
        return f"Varied({self.value!r}, by {self.gradient.shape[-1]} variables)"


def stacked(parts: Any) -> Varied:
    """Values of any shapes in one row."""
    rows = [part.ravel() for part in parts]
    return Varied(np.concatenate([r.value for r in rows]), np.concatenate([r.gradient for r in rows]))


def _value(x: Any) -> Any:
    return x.value if isinstance(x, Varied) else np.asarray(x)


@dataclass(frozen=True, eq=False)
class VariedState:
    """A `State` whose numbers are `Varied`; reached and changed in the same ways."""

    layout: Layout
    q: Varied
    u: Varied
    t: Varied
    parameters: Mapping[str, Varied]
    z: Varied

    def __post_init__(self) -> None:
        count = next(x for x in (self.t, self.q, self.u) if isinstance(x, Varied)).gradient.shape[-1]
        for name in ("q", "u", "t", "z"):
            object.__setattr__(self, name, as_varied(getattr(self, name), count))
        parameters = {name: as_varied(x, count) for name, x in self.parameters.items()}
        object.__setattr__(self, "parameters", parameters)

    def __getitem__(self, name: str) -> Varied:
        if name in self.parameters:
            return self.parameters[name]
        part, place = self._place(name)
        return getattr(self, part)[place]

    def with_values(self, values: Mapping[str, Any] | None = None, t: Any = None) -> VariedState:
        """The same state with some values, by name, and perhaps the time, changed."""
        parts, parameters = {name: getattr(self, name) for name in "quz"}, dict(self.parameters)
        for name, value in (values or {}).items():
            if name in parameters:
                parameters[name] = value
            else:
                part, place = self._place(name)
                parts[part] = parts[part].at(place, value)
        return replace(self, **parts, parameters=parameters, t=self.t if t is None else t)

    @property
    def plain(self) -> State:
        """The state without derivatives."""
        parameters = {name: float(x.value) for name, x in self.parameters.items()}
        return State(self.layout, self.q.value, self.u.value, float(self.t.value), parameters, self.z.value)

    @property
    def gradient(self) -> np.ndarray:
        """∂(q, u, z) (states × variables)."""
        return np.vstack([self.q.gradient, self.u.gradient, self.z.gradient])

    def _place(self, name: str) -> tuple[str, int]:
        layout = self.layout
        if name in layout.u and name not in layout.q:
            return "u", layout.u_index(name)
        if name in layout.z:
            return "z", layout.z_index(name)
        if name in layout.q or name in layout.cut:
            return "q", layout.q_index(name)
        known = [*layout.q, *layout.u, *layout.z, *self.parameters]
        raise ModelError(layout.lacking("coordinate, speed, state or parameter", name, known))


def as_varied(value: Any, count: int) -> Varied:
    """A value with its derivatives; plain numbers have none."""
    if isinstance(value, Varied):
        return value
    number = np.asarray(value, dtype=float)
    return Varied(number, np.zeros((*number.shape, count)))
