"""A state: coordinates, speeds, states of elements, time and parameter values of a model, reached by name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .._display import Displayed
from ..contract import ModelError
from ..contract.arguments import NAME_ARGUMENT, NAMED, NUMBER_ARGUMENT, REAL
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..model.connect_arguments import FrozenDict
from ..topology import Layout

_VALUE = replace(REAL, wanted="a number in SI units, angles in radians")


class StateValues(FrozenDict):
    """The values of Parameters in a state."""

    remedy = "a state keeps its values; make another with state.with_values({name: value})."


@dataclass(frozen=True, eq=False)
class State(Displayed):
    """Values of q, u and z at a time t, with the parameter values they belong to. `with_values` makes another."""

    layout: Layout
    q: np.ndarray
    u: np.ndarray
    t: float = 0.0
    parameters: Mapping[str, float] = field(default_factory=dict)
    z: Any = None
    """States of elements; all zero where not given."""

    def __post_init__(self) -> None:
        if self.z is None:
            object.__setattr__(self, "z", np.zeros(self.layout.nz))
        for name, given in (("q", self.q), ("u", self.u), ("z", self.z)):
            values, size = np.array(given, dtype=float), len(getattr(self.layout, name))
            if values.shape != (size,):
                raise ModelError(f"a state needs {size} numbers in {name}, got shape {values.shape}.")
            # The product is finite where all are, unless they are huge: the quicker question first.
            if not math.isfinite(values @ values) and not np.isfinite(values).all():
                names = getattr(self.layout, name)
                bad = names[int(np.argmin(np.isfinite(values)))]
                raise ModelError(f"a state must be finite; {bad} is {values[list(names).index(bad)]}.")
            values.flags.writeable = False
            object.__setattr__(self, name, values)
        if not math.isfinite(self.t):
            raise ModelError(f"a state must be finite; t is {self.t}.")
        if not isinstance(self.parameters, StateValues):
            object.__setattr__(self, "parameters", StateValues(self.parameters))

    def __getitem__(self, name: str) -> float:
        if type(name) is not str:
            NAME_ARGUMENT.check("a state", "name", name)
        if name in self.layout.q:
            return float(self.q[self.layout.q_index(name)])
        if name in self.layout.u:
            return float(self.u[self.layout.u_index(name)])
        if name in self.layout.z:
            return float(self.z[self.layout.z_index(name)])
        if name in self.parameters:
            return self.parameters[name]
        if name in self.layout.cut:
            raise ModelError(
                f"{name!r} is not in the state: a loop is opened at {name.partition('.')[0]!r}. Its value is "
                f"system.channels(state)[{name!r}]."
            )
        raise ModelError(self.layout.lacking("coordinate, speed, state or parameter", name, self.values))

    def with_values(self, values: Mapping[str, float] | None = None, t: float | None = None) -> State:
        """The same state with some values, by name, and perhaps the time, changed."""
        if not isinstance(values, dict):
            (NAMED | None).check("a state", "values", values)
        if t is not None:
            NUMBER_ARGUMENT.check("a state", "t", t)
        q, u, z, parameters = self.q.copy(), self.u.copy(), self.z.copy(), dict(self.parameters)
        for name, value in (values or {}).items():
            if type(value) is not float:
                _VALUE.check("a state", name, value)
            if name in parameters:
                parameters[name] = float(value)
            elif name in self.layout.u and name not in self.layout.q:
                u[self.layout.u_index(name)] = value
            elif name in self.layout.z:
                z[self.layout.z_index(name)] = value
            elif name in self.layout.q or name in self.layout.cut:
                q[self.layout.q_index(name)] = value
            else:
                raise ModelError(self.layout.lacking("coordinate, speed, state or parameter", name, self.values))
        return replace(self, q=q, u=u, z=z, t=self.t if t is None else float(t), parameters=parameters)

    def worth(self, values: Any) -> np.ndarray:
        """Numbers of an array of numbers or expressions of Parameters, these at the values of the state."""
        if isinstance(values, np.ndarray) and values.dtype == np.float64:
            return values.copy()
        entries = array(values)
        return np.array(evaluate([as_expr(x) for x in entries.ravel()], dict(self.parameters)), dtype=float).reshape(
            entries.shape
        )

    @property
    def values(self) -> dict[str, float]:
        """All values by name."""
        numbers: dict[str, Any] = dict(zip(self.layout.q, self.q, strict=True))
        numbers |= dict(zip(self.layout.u, self.u, strict=True))
        numbers |= dict(zip(self.layout.z, self.z, strict=True))
        return {name: float(x) for name, x in numbers.items()} | dict(self.parameters)

    def __repr__(self) -> str:
        # Names of Parameters have no points: others are a run's own, for laws that look back.
        shown = {n: x for n, x in self.values.items() if not (n in self.parameters and "." in n)}
        width = max(map(len, shown), default=0)
        lines = [f"  {name:<{width}}  {value:.6g}" for name, value in shown.items()]
        return "\n".join([f"State at t = {self.t:g}", *lines])


def check_owner(layout: Layout, state: State, what: str = "") -> None:
    """Raises where a state has other coordinates than a layout, or the same in another order."""
    other = state.layout
    if other is not layout and (other.q, other.u, other.z) != (layout.q, layout.u, layout.z):
        raise ModelError("the state belongs to another system; make it with this system's `state` or `rest`.", what)
