"""`linearize`: the linear system about a state, an equilibrium, or along a run. Exact, by differentiation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import NAME_ARGUMENT, NAMES_ARGUMENT, SEVERAL_ARGUMENT, takes
from ..contract.errors import unknown
from ..diagnosis import Notes
from ..results import Trajectory
from ..system import System
from .common.consistent_state import consistent_state
from .common.delays import refuse_delays, rested
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM, given_state
from .contact.contact_table import has_contacts
from .contact.state_margins import contacts_at, refuse_borders
from .equilibrium import Equilibrium
from .linear.free_motion import BASES
from .linear.input_channels import handles_of
from .linear.linear_system import linearized_at_rest, with_unbalance
from .linear.variation import variation_of
from .statics.held_drives import moved_multipliers, moved_state

_NO_REST = (
    "Delayed values equal present ones only where all has been at rest; linearise about a state of rest, or simulate "
    "small motions."
)


@takes(system=SYSTEM, inputs=SEVERAL_ARGUMENT, outputs=NAMES_ARGUMENT, basis=NAME_ARGUMENT)
@small_on_one_thread
def linearize(
    system: System,
    at: Any = None,
    inputs: Sequence[Any] = (),
    outputs: Sequence[str] = (),
    *,
    basis: str = "orthonormal",
    moving: bool = False,
) -> Any:
    """The linear system about `at`: a state, values by name, an equilibrium, a run, or `system.rest` unless given.

    A run gives one for each of its states.

    `inputs` are names as `analyses/linear/input_channels.py` lists them, Parameters or signals; `outputs` are channels.
    With loops the states are free displacements and speeds in an orthonormal basis; basis="coordinates" takes
    independent coordinates and speeds instead, under their names. In absolute coordinates these are the velocities of
    bodies, and displacements are integrals of them; about a steady motion they are those of joints.

    Eigenvalues and modes tell about stability at an equilibrium or in a steady motion: at another state of rest the
    verdict is bad. At a state that moves the matrices are those of this moment, and eigenvalues too. Both depend on the
    coordinates: displacements of bodies in world axes turn with respect to a steady motion, those of joints do not.
    Vibrations about such a motion are those of its `lw.equilibrium`, in joints in both formulations. `moving` says that
    a state of rest is meant as a moment of a motion, which those of a run are.

    Delayed laws see what was at rest; eigenvalues are then the rightmost of infinitely many roots, exact to
    rounding, and the verdict says how they were found and counted. A, mass, damping and stiffness are those of the
    present alone, and `past` has the rest.

    Contacts stay as they are: closed points are constraints, sticking ones hold their place, friction of sliding ones
    follows the normal force. Where one has nothing left until it changes there is no linear system, and none is given.
    """
    if basis not in BASES:
        raise ModelError(unknown("basis", basis, BASES))
    if moving or isinstance(at, Trajectory):
        refuse_delays(system, "linearize", _NO_REST)
    if isinstance(at, Trajectory):
        states = (at.state(k) for k in range(len(at)))
        return tuple(linearize(system, state, inputs, outputs, basis=basis, moving=True) for state in states)
    is_rest = isinstance(at, Equilibrium)
    if is_rest:
        # A steady motion of bodies is none of the linear system in world axes, which turn with respect to it.
        at = at if at.in_hinges is None else at.in_hinges
        system = at.system
    state = rested(system, given_state(system, at, "linearize"))
    if np.any(state.u):
        refuse_delays(system, "linearize", _NO_REST)
    notes = Notes()
    if not is_rest:
        state, notes = consistent_state(system, state, "linearize")
        if has_contacts(system):
            refuse_borders(contacts_at(system, state).borders, state.t, "linearize")
    varied, handles = handles_of(system, state, inputs)
    _check_loads(
        system, [one.name for one in handles if one.force is not None and not one.name.endswith(".load")], outputs
    )
    moved = moved_state(varied, replace(state, parameters=dict(state.parameters)))
    u_dot: np.ndarray | None = None
    lam: np.ndarray | None = None
    if is_rest:
        refuse_borders(at.contacts.borders, state.t, "linearize")
        u_dot, lam = at.u_dot, moved_multipliers(varied, system, moved, at.lam)
    v = variation_of(varied, moved, u_dot, lam, basis)
    found = linearized_at_rest(v, handles, outputs)
    if not (moving or is_rest or np.any(state.u)):
        found = with_unbalance(found, v)
    doubts = () if moving else plausibility(system, state)  # a run says them once
    is_moment = moving or (not is_rest and bool(np.any(state.u)))
    return replace(found, state=state, notes=Notes((*notes, *doubts)), is_moment=is_moment)


def _check_loads(system: System, forces: Sequence[str], outputs: Sequence[str]) -> None:
    """Raises where loads in joints of a tree are asked for that forces given as inputs would bear on: these are summed
    from accelerations and from the loads of the model, to which such an input does not belong."""
    found = {name: system.channel_table.find(name) for name in outputs} if forces and system.tree is not None else {}
    for name, channel in found.items():
        if channel is not None and channel.source in ("load", "drive"):
            raise ModelError(
                f"linearize: output {name!r} under input {forces[0]!r} is not known in joint coordinates. Connect an "
                "lw.AppliedForce or lw.AppliedMoment with a Parameter and name that as the input, or "
                "compile with coordinates='absolute'."
            )
