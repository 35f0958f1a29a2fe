"""Equilibria of absolute systems, as results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem
from ...absolute.channels import state_channel
from ...contract import ModelError
from ...results import Linearization, State
from ..equilibrium_error import EquilibriumError
from ..holding import held_absolute
from ..judged import Judged
from ..stability import STEP
from .equilibrium import Rested, distance_to_rest, resting
from .linear import absolute_linearization
from .variation import AbsoluteVariation, absolute_variation


@dataclass(frozen=True, eq=False, repr=False)
class AbsoluteEquilibrium(Judged):
    """A state of rest of an absolute system, with the multipliers that hold it.

    `eq["bar.x"]` is a coordinate; `eq["A.force"]`, `eq["bar.position"]` are channels.
    """

    system: AbsoluteSystem
    """The system it belongs to: driven coordinates are locked where they were held."""
    state: State
    lam: np.ndarray
    residual: float
    """The largest condition that is left, relative to the largest force."""
    way: str
    """How it was found: "newton" or "pseudo time"."""

    def __getitem__(self, name: str) -> Any:
        self._check()
        return state_channel(self.system, name, self.state, self.lam)

    @property
    def u_dot(self) -> np.ndarray:
        """Accelerations: none."""
        return np.zeros(self.system.size)

    @cached_property
    def variation(self) -> AbsoluteVariation:
        """First variations about it."""
        return absolute_variation(self.system, self.state, self.u_dot, self.lam)

    @cached_property
    def linearization(self) -> Linearization:
        """The linear system about it, without inputs."""
        return absolute_linearization(self.variation)

    def departure(self, change: np.ndarray) -> float:
        """How far from this state, changed along x, the nearest equilibrium is, in parts of the change."""
        v = self.variation
        step = v.displacements @ change[: v.displacements.shape[1]]
        step *= STEP / np.abs(step / v.sizes).max()
        start = self.system.configuration(self.state).moved(step, v.at.u, v.at.t)
        return distance_to_rest(self.system, start, self.system.tables(self.state.parameters)) / STEP


def absolute_equilibrium(
    system: AbsoluteSystem,
    guess: State | Mapping[str, float] | None,
    t: float | None,
    speeds: Mapping[str, float] | None,
    drives: str,
    stable: bool,
) -> AbsoluteEquilibrium:
    """Rest near a guess, drives held where they are at time t."""
    if speeds or drives != "held":
        raise ModelError(
            "equilibrium: absolute systems are looked at at rest, with drives held; take the tree formulation for "
            "steady motions."
        )
    time = (guess.t if isinstance(guess, State) else 0.0) if t is None else float(t)
    kept = held_absolute(system, time)
    start = _carried(system, kept, guess, time) if isinstance(guess, State) else kept.state(guess, time)
    found = resting(kept, kept.configuration(start), kept.tables(start.parameters))
    state = kept.state_of(found.at, start.parameters)
    if not found.is_found:
        raise EquilibriumError(_unbalanced(kept, found), state)
    result = AbsoluteEquilibrium(kept, state, found.lam, found.residual, found.way)
    if stable and result.stability == "unstable":
        raise EquilibriumError(
            f"model {system.model.name!r}: the equilibrium is unstable, and a stable one was asked for; give another "
            "guess, or leave stable=True away.",
            state,
        )
    return result


def _carried(system: AbsoluteSystem, kept: AbsoluteSystem, guess: State, t: float) -> State:
    if guess.layout is not system.layout:
        raise ModelError("equilibrium: the guess belongs to another system; make it with this system's `state`.")
    return replace(kept.rest, q=guess.q.copy(), u=np.zeros(kept.layout.nu), z=guess.z, t=t, parameters=guess.parameters)


def _unbalanced(system: AbsoluteSystem, found: Rested) -> str:
    """Which body stays unbalanced, or which state goes on changing."""
    n, nu = len(system.bodies.names), system.layout.nu
    if found.worst >= nu:
        return (
            f"model {system.model.name!r}: no equilibrium was found: the state {system.layout.z[found.worst - nu]!r} "
            f"still changes by {-found.unbalanced[found.worst]:.4g} a second. Give a guess nearer to rest, or see with "
            "a simulation where the model goes."
        )
    left = np.abs(found.unbalanced[: 6 * n].reshape(n, 6))
    body = int(np.argmax(left.max(axis=1)))
    force, moment = left[body, 3:].max(), left[body, :3].max()
    return (
        f"model {system.model.name!r}: no equilibrium was found: {force:.4g} N and {moment:.4g} N m stay unbalanced on "
        f"body {system.bodies.names[body]!r}. Hold it with a spring or a joint, give a guess nearer to rest, or see "
        "with a damped simulation where the model goes."
    )
