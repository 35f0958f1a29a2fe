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
from .numbers_by_name import by_own_names, check_varied, number_in, varied_system
from .state_arguments import carried_over


@dataclass(frozen=True, eq=False)
class MemberStarts(Sequence[State]):
    """The states at which members start, as rows of arrays where native code takes many states at once."""

    states: Sequence[State]
    """One by one; none where members were given as columns, and one is made when it is asked for."""
    rows: StateRows | None
    """None where there is no such code in their coordinates."""

    def __len__(self) -> int:
        return len(self.states) if self.rows is None else len(self.rows)

    @overload
    def __getitem__(self, key: int) -> State: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[State]: ...
    def __getitem__(self, key: int | slice) -> State | Sequence[State]:
        if isinstance(key, slice):
            return [self[k] for k in range(*key.indices(len(self)))]
        place = range(len(self))[key]
        return self.states[place] if self.states or self.rows is None else self.rows.state(place)

    @property
    def times(self) -> set[float]:
        """When they start."""
        return {state.t for state in self.states} if self.rows is None else set(self.rows.t.tolist())


def with_numbers(system: System, members: Any) -> tuple[System, Any]:
    """(The system with a Parameter for each number of the model that members give, members as it knows them)."""
    given = [members] if isinstance(members, Mapping) else [one for one in members if isinstance(one, Mapping)]
    names = [*dict.fromkeys(name for values in given for name in values)]
    check_varied(system, names, "simulate_many")
    varied = varied_system(system, names)
    if varied is system:
        return system, members
    if isinstance(members, Mapping):
        return varied, by_own_names(varied, members)
    if len(given) < len(members):
        number = next(name for name in names if number_in(system, name) is not None)
        raise ModelError(
            f"some members give {number!r}, a number of the model, and others are states, which do not hold it; give "
            "every member as values by name, or write the number as an lw.Parameter.",
            "simulate_many",
        )
    return varied, [by_own_names(varied, one) for one in members]


def member_states(system: System, members: Any) -> MemberStarts:
    """The states of all members. Columns of a tree are not taken apart: that takes as long as a short run."""
    if isinstance(members, Mapping):
        columns = _columns(members)
        rows = system.functions.state_rows(columns)
        if rows is not None:
            return MemberStarts((), rows)
        given = zip(*(x.tolist() for x in columns.values()), strict=True)
        members = [dict(zip(columns, row, strict=True)) for row in given]
    states = [_state(system, k, given) for k, given in enumerate(members)]
    return MemberStarts(states, system.functions.state_rows(states))


def check_member_parameters(system: System, members: MemberStarts) -> None:
    """Raises where a member has values of Parameters with which the model could not have been described."""
    rest = system.rest.parameters
    if members.rows is None:
        columns = {name: np.array([state.parameters.get(name, x) for state in members]) for name, x in rest.items()}
    else:
        columns = dict(zip(rest, members.rows.parameters.T, strict=True))
    varied = {name: column for name, column in columns.items() if (column != rest[name]).any()}
    refused = refused_members(system.model, rest, varied, len(members))
    for k, sentence in refused.items():
        others = f" So it is with {len(refused)} of {len(members)} members." if len(refused) > 1 else ""
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
