"""What steps over impacts in Python share: places on their charts, ends of steps, and what a step gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...numerics.integrators.moreau import LENGTH_STEPS
from ...results import State
from .contact_equations import ContactEquations
from .contact_table import ContactTable
from .step_impulses import StepImpulses

LENGTH_ROUNDING = 1e-15
"""Of squares of lengths of Euler parameters."""
_PROJECTIONS = 3
"""Newton steps by which positions are brought back on constraints."""


@dataclass(frozen=True, eq=False)
class StepResult:
    """The state after a step, and the impulses in it."""

    state: State
    impulses: Mapping[int, np.ndarray] = field(default_factory=dict)
    """(normal, tangential) by point."""
    pushes: Mapping[int, np.ndarray] = field(default_factory=dict)
    """Those of detected contacts on their second bodies, in world axes."""
    work: float = 0.0
    """What impulses and projections did, in J."""
    rest: float = 0.0
    """What is left of the contact problem, relative to its size."""
    depth: float = 0.0
    """The deepest penetration at its end."""
    impacts: frozenset[int] = frozenset()
    """Points that hit in it."""
    balance: tuple[float, float, float] | None = None
    """(kinetic, potential energy, power of all elements) at its end, where the step knows them."""
    since: float = 0.0
    """How long before its end the first of them touched, where that is known."""


def finished(table: ContactTable, end: State, found: StepImpulses | None, work: float = 0.0) -> StepResult:
    """The end of a step in which impulses did work, with constraints and points that rest back on their positions."""
    if found is None:
        state, depth, shift = projected(table, end, ())
        return StepResult(state, work=shift, depth=depth)
    state, depth, shift = projected(table, end, found.resting)
    return StepResult(
        state,
        found.all_by_point,
        found.pushes,
        work + shift,
        found.solution.residual.largest,
        depth,
        found.hit,
        since=found.arrival.since,
    )


def advanced_state(
    table: ContactTable, state: State, u: np.ndarray, h: float, t: float, place: State | None = None
) -> State:
    """The state with q + h q̇(q', u) at another time, Euler parameters of length one, prescribed coordinates on time.

    q' is that of `place`, or q.
    """
    system = table.system
    going = replace(place or state, u=u)
    q = np.asarray(state.q) + h * np.asarray(system.functions.at("kinematics", going).q_dot)
    found = system.prescribed(replace(state, q=q, u=u, t=t))
    for _ in range(LENGTH_STEPS if system.chart.invariants else 0):
        norms = system.functions.at("invariants", found)
        J, value = norms.invariants_q, np.asarray(norms.invariants)
        if float(np.abs(value).max()) <= LENGTH_ROUNDING:
            break
        squares = np.asarray((J * J).sum(axis=1) if isinstance(J, np.ndarray) else J.multiply(J).sum(axis=1)).ravel()
        found = replace(found, q=np.asarray(found.q) - np.asarray(J.T @ (value / squares)))
    return found


def projected(table: ContactTable, state: State, resting: Sequence[int]) -> tuple[State, float, float]:
    """(the state with constraints and points that rest on their positions, deepest penetration, work of the shift)."""
    system, first = table.system, None
    for _ in range(_PROJECTIONS):
        equations = ContactEquations(table, state)
        # Those that are lifted a little come down: a body that rests does not float.
        off = [
            k for k in resting if equations.kinematics.insides[k] >= 0.0 and np.isfinite(equations.kinematics.held[k])
        ]
        if first is None:
            first = _potential(table, state)
        rows, wanted = equations.kinematics.position_errors(off)
        if not len(rows) or float(np.abs(wanted).max()) <= 1e-13:
            break
        change = equations.projection.least_shift(rows, wanted)
        step = np.zeros(system.layout.nu)
        step[equations.kinematics.free] = change
        there, back = (
            np.asarray(system.functions.at("kinematics", replace(state, u=x)).q_dot) for x in (step, 0.0 * step)
        )
        state = replace(state, q=np.asarray(state.q) + there - back)
    equations = ContactEquations(table, state)
    work = 0.0 if first is None else _potential(table, state) - first
    state = equations.projection.on_rows() if len(table.bilateral) else state
    return state, max(0.0, -float(equations.kinematics.gaps.min(initial=0.0))), work


def _potential(table: ContactTable, state: State) -> float:
    return float(table.system.functions.at("energy", state).potential)
