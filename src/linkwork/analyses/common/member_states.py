"""Where members of an ensemble start: states, values by name, or columns of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from ...contract import ModelError
from ...mechanics.tree_batches import StateRows
from ...model.parameter_check import refused_members
from ...results import State
from ...system import System
from .state_arguments import carried_over


@dataclass(frozen=True, eq=False)
class StateColumns(Sequence[State]):
    """States of a tree as rows of arrays; one is made when it is asked for."""

    rows: StateRows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, key: int) -> State: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[State]: ...
    def __getitem__(self, key: int | slice) -> State | Sequence[State]:
        if isinstance(key, slice):
            return [self[k] for k in range(*key.indices(len(self)))]
        return self.rows.state(range(len(self))[key])


def member_states(system: System, members: Any) -> Sequence[State]:
    """The states of all members. Columns of a tree are not taken apart: that takes as long as a short run."""
    if not isinstance(members, Mapping):
        return [_state(system, k, given) for k, given in enumerate(members)]
    columns = _columns(members)
    if system.coordinates == "tree" and not (system.layout.driven or system.layout.locked):
        return StateColumns(_rows(system, columns))
    given = zip(*(x.tolist() for x in columns.values()), strict=True)
    return [_state(system, k, dict(zip(columns, row, strict=True))) for k, row in enumerate(given)]


def check_member_parameters(system: System, states: Sequence[State]) -> None:
    """Raises where a member has values of Parameters with which the model could not have been described."""
    rest = system.rest.parameters
    if isinstance(states, StateColumns):
        named = [p.name for p in states.rows.system.equations.parameters]
        columns = dict(zip(named, states.rows.parameters.T, strict=True))
    else:
        columns = {name: np.array([state.parameters.get(name, x) for state in states]) for name, x in rest.items()}
    varied = {name: column for name, column in columns.items() if (column != rest[name]).any()}
    refused = refused_members(system.model, rest, varied, len(states))
    for k, sentence in refused.items():
        others = f" So it is with {len(refused)} of {len(states)} members." if len(refused) > 1 else ""
        raise ModelError(f"member {k}: {sentence}{others}", "simulate_many")


def state_rows(system: Any, states: Sequence[State]) -> StateRows:
    """States of a tree as rows."""
    if isinstance(states, StateColumns):
        return states.rows
    q, u, z, t = (np.array([getattr(state, name) for state in states]) for name in ("q", "u", "z", "t"))
    named = system.equations.parameters
    parameters = np.array([[state.parameters.get(p.name, p.value) for p in named] for state in states])
    return StateRows(system, q, u, z, t, parameters)


def _state(system: System, k: int, given: Any) -> State:
    if not isinstance(given, Mapping):
        found = given if isinstance(given, State) else getattr(given, "state", None)
        if not isinstance(found, State):
            raise ModelError(f"member {k} is {given!r}; give a state, or values by name.", "simulate_many")
        return system.prescribed(carried_over(system, found, f"simulate_many: member {k}"))
    try:
        return system.state(given)
    except ModelError as error:
        raise ModelError(f"member {k}: {error}", "simulate_many") from None


def _columns(given: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Columns of one length, of finite numbers."""
    found = {}
    for name, values in given.items():
        column = np.asarray(values)
        if column.ndim != 1 or column.dtype.kind not in "iuf":
            raise ModelError(f"the column {name!r} is {values!r}; give a number for each member.", "simulate_many")
        if not np.isfinite(column).all():
            k = int(np.argmin(np.isfinite(column)))
            raise ModelError(f"member {k}: {name} is {column[k]}; a state must be finite.", "simulate_many")
        found[name] = column.astype(float)
    lengths = {name: len(column) for name, column in found.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name!r} has {count}" for name, count in lengths.items())
        raise ModelError(f"columns have a number for each member, and {said}.", "simulate_many")
    return found


def _rows(system: Any, columns: Mapping[str, np.ndarray]) -> StateRows:
    """The states of `rest` with columns in place of some values, as `State.with_values` takes them."""
    layout, rest, named = system.layout, system.rest, [p.name for p in system.equations.parameters]
    count = len(next(iter(columns.values()), ()))
    parameters, q, u, z = (
        np.tile(np.asarray(row, dtype=float), (count, 1))
        for row in ([rest.parameters[name] for name in named], rest.q, rest.u, rest.z)
    )
    for name, column in columns.items():
        if name in named:
            parameters[:, named.index(name)] = column
        elif name in layout.u and name not in layout.q:
            u[:, layout.u_index(name)] = column
        elif name in layout.z:
            z[:, layout.z_index(name)] = column
        elif name in layout.q:
            q[:, layout.q_index(name)] = column
        else:
            rest.with_values({name: 0.0})  # it has the sentence for a name that is none
    return StateRows(system, q, u, z, np.zeros(count), parameters)
