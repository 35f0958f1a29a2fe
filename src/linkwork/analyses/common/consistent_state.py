"""The state that an analysis works on: one that satisfies all constraints, as it was given or put back on them."""

from __future__ import annotations

import warnings

import numpy as np

from ...consistency import Violation, grave, refusal, remedy, said_of
from ...contract import ModelError
from ...diagnosis import Notes, note
from ...results import State
from ...system import System
from ..constraints.loop_closure import solve_closure
from ..constraints.row_wrenches import loop_closures
from ..constraints.velocities import consistent_speeds
from ..contact.given_modes import moded_state


def consistent_state(system: System, state: State, what: str) -> tuple[State, Notes]:
    """(a state that satisfies all constraints, what was done to the given one to get there).

    What a user rounded off or a loose tolerance left is put right, with a note; a state farther off is refused, since
    it is not known which of its values are meant. Contacts are in the modes in which a run would go on.
    """
    state, told = moded_state(system, state, what)
    state, done = mended_state(system, state, what)
    return state, Notes((*told, *done))


def mended_state(system: System, state: State, what: str) -> tuple[State, Notes]:
    """The same for a state whose contacts are as they are."""
    violated = system.violations(state)
    if not violated:
        return state, Notes()
    mended = _mended(system, state, violated)
    if mended is None:
        raise ModelError(refusal(what, system.model.name, violated, remedy(system, state)))
    said = f"the state did not quite satisfy the constraints: {said_of(violated)}; it was put on them"
    return mended, Notes([note("state_corrected", f"{said}, {_largest_change(state, mended)}", state.t)])


def told_state(system: System, state: State, what: str) -> State:
    """The same for an analysis whose result has no place for notes: they are warnings."""
    state, notes = consistent_state(system, state, what)
    for one in notes:
        warnings.warn(f"{what}: {one}", stacklevel=3)
    return state


def _mended(system: System, state: State, violated: list[Violation]) -> State | None:
    """The nearest state that satisfies all constraints, None where it is far away."""
    if grave(violated):
        return None
    found = _nearest(system, state, all(v.of_velocities for v in violated))
    return None if found is None or grave(system.violations(found)) else found


def _nearest(system: System, state: State, of_velocities: bool) -> State | None:
    state = system.prescribed(state)
    if not of_velocities:
        found = solve_closure(loop_closures(system, state), state)
        if not found.is_closed:
            return None
        state = found.state
    return consistent_speeds(system, state)


def _largest_change(before: State, after: State) -> str:
    changes = np.abs(np.concatenate([after.q - before.q, after.u - before.u]))
    names = (*before.layout.q, *before.layout.u)
    return f"which moved {names[int(changes.argmax())]} by {changes.max():.3g}"
