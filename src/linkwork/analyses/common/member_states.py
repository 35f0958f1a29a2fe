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


def gathered(system: System, states: Sequence[State]) -> StateRows | None:
    """Members as rows, for native code of many at once; None where there is none in their coordinates."""
    return states.rows if isinstance(states, StateColumns) else system.functions.state_rows(states)


def member_states(system: System, members: Any) -> Sequence[State]:
    """The states of all members. Columns of a tree are not taken apart: that takes as long as a short run."""
    if not isinstance(members, Mapping):
        return [_state(system, k, given) for k, given in enumerate(members)]
    columns = _columns(members)
    rows = system.functions.state_rows(columns)
    if rows is not None:
        return StateColumns(rows)
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
