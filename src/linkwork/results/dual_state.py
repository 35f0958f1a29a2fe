"""A state that knows how it changes with variables: what actions of events are given when derivatives pass them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..contract import ModelError
from ..topology import Layout
from .dual_numbers import Varied
from .state import State


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
