"""`loads` and `inverse_dynamics`: what connections carry, and what a given motion takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import lazy_loader
import numpy as np

from .._blas_threads import small_on_one_thread
from .._display import Displayed, ShownRows
from ..channels import NOT_UNIQUE
from ..contract import ModelError
from ..contract.arguments import NUMBERS, takes
from ..contract.errors import unknown
from ..diagnosis import Notes
from ..numerics.saddle import SparseSaddle
from ..results import State
from ..results.load import ConnectionLoad, check_axes, told_not_unique, world_loads
from ..system import System
from ..topology.contacts import GRIP, drawn_contacts
from .common.consistent_state import consistent_state, told_state
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM, given_state
from .constraints.motion_at import Accelerations, motion_at

scipy = lazy_loader.load("scipy")


@dataclass(frozen=True, eq=False, repr=False)
class Loads(Displayed):
    """Loads of every joint and constraint by name, and the generalised forces that enforce prescribed motion."""

    motion: Accelerations
    wrenches: dict[str, ConnectionLoad]
    drives: dict[str, float]

    @property
    def unique(self) -> bool:
        """Whether they follow from the equations alone; repeated constraints share a load in many ways."""
        return not self.not_unique and self.motion.redundant == 0

    @property
    def not_unique(self) -> tuple[str, ...]:
        """Numbers ("top.force.x") that are not unique: shown are those of least norm (`mechanics.load_shares`)."""
        return self.motion.not_unique

    def __getitem__(self, connection: str) -> ConnectionLoad:
        if connection not in self.wrenches:
            raise ModelError(unknown("joint or constraint", connection, self.wrenches))
        return self.wrenches[connection]

    def __repr__(self) -> str:
        return f"<loads of {len(self.wrenches)} connections, {told_not_unique(self.not_unique) or 'unique'}>"

    def _shown_rows(self, most: int) -> ShownRows:
        kinds = {"force": "N", "moment": "N m"}
        named: list[tuple[Any, ...]] = [
            (name, f"{kind} [{unit}]", *getattr(load, kind).tolist(), *self._marks(f"{name}.{kind}"))
            for kind, unit in kinds.items()
            for name, load in self.wrenches.items()
        ]
        named += [(name, "drive", value, "", "", *self._marks(f"{name}.load")) for name, value in self.drives.items()]
        heads = ("connection", "load", "x", "y", "z", *(() if self.unique else (f"{NOT_UNIQUE}, own axes",)))
        return heads, named[:most], len(named)

    def _marks(self, channel: str) -> tuple[str, ...]:
        """Which of the numbers of a channel are not unique; no cell where all are."""
        found = [own.removeprefix(f"{channel}.") for own in self.not_unique if own.startswith(channel)]
        return () if self.unique else ("yes" if found == [channel] else ", ".join(found),)


@takes(system=SYSTEM)
@small_on_one_thread
def loads(system: System, state: State, motion: Accelerations | None = None, *, axes: str = "connection") -> Loads:
    """Internal loads at a state, at the accelerations it has (or those given).

    Each acts on the body at the second end of its connection, at that end, in the axes of the first end; axes="world"
    gives them in those of the world. Where constraints repeat each other, some are not unique (`not_unique`): those of
    least norm are given, Σ |force|² + |moment|²/L² over all connections with L the longest arm of a connection on a
    body. A compliant joint, such as `lw.Bushing`, in the place of one of them gives real shares.
    """
    check_axes(axes)
    state, notes = consistent_state(system, given_state(system, state, "loads"), "loads")
    said = Notes((*notes, *plausibility(system, state)))
    found = motion or replace(motion_at(system, state, with_loads=True), notes=said)
    result = system.functions.at_motion("loads", state, found.u_dot, found.lam)
    table = dict(zip(system.rows.load_names, result.wrenches, strict=True))
    held = (*system.layout.driven, *system.layout.locked)
    drives = {entry.name: float(result.prescribing[entry.u]) for entry in held}
    for contact in drawn_contacts(system.model, system.coordinates):
        grip = table.pop(f"{contact.name}.{GRIP}", 0.0)  # what sticks carries together with what presses
        table = {name: row + grip if name == contact.name else row for name, row in table.items()}
    carried = {name: ConnectionLoad(row[:3].copy(), row[3:].copy()) for name, row in table.items()}
    if axes == "world":
        rotations = system.channels(state)
        carried = world_loads(system.model, carried, state.parameters, lambda body: rotations[f"{body}.rotation"])
    return Loads(found, carried, drives)


@takes(system=SYSTEM, u_dot=NUMBERS)
def inverse_dynamics(system: System, state: State, u_dot: Any) -> np.ndarray:
    """Generalised forces, one for each speed, that give the accelerations `u_dot` at a state.

    With closed loops the forces that do no work through the closures are not needed: those of least norm are returned.
    """
    state = given_state(system, state, "inverse_dynamics")
    wanted = np.asarray(u_dot, dtype=float)
    if wanted.shape != (system.layout.nu,):
        raise ModelError(f"inverse_dynamics needs {system.layout.nu} accelerations, got shape {wanted.shape}.")
    state = told_state(system, state, "inverse_dynamics")
    M, h = system.evaluate("dynamics", state)
    needed = np.asarray(M @ wanted - h)
    p, _, p_00 = system.constraint_rows(state)
    if not p.shape[0]:
        return np.asarray(needed)
    gap = float(np.abs(p @ wanted + p_00).max())
    if gap > 1e-6 * (1.0 + float(np.abs(wanted).max())):
        raise ModelError(f"inverse_dynamics: the accelerations break the constraints by {gap:.3g}; project them first.")
    # What multipliers can carry is left to them: the rest is orthogonal to all rows.
    p = system.evaluate("reaching_rows", state).P
    if isinstance(p, np.ndarray):
        return np.asarray(needed - p.T @ (np.linalg.pinv(p.T) @ needed))
    ones = scipy.sparse.identity(len(needed), format="csr")
    return SparseSaddle(ones, p).solve(needed, np.zeros(p.shape[0]))[0]
