r"""What muscles must give at an instant of a motion, on as many coordinates as the skeleton has freedoms.

The equations M u̇ = h + Pᵀλ hold for any λ where they hold along all speeds u = N η that meet the rows, P N = 0. With
F on the measured ε of muscles, ε̇ = W u + …, and h₀ that part of h which is not theirs,

$$ (W N)^T F = N^T (M\dot u - h_0). $$

The independent speeds η are speeds of joints, in both kinds of coordinates, so that each row belongs to a coordinate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...numerics.rank import RANK_TOLERANCE, pivots
from ...results import State
from ...system import System
from ..constraints.row_wrenches import loop_closures
from .contraction import Muscles

LAST_CHOICE = 1e-3
"""How much less than speeds of joints those of bodies are liked as independent ones."""


class RequiredForces(NamedTuple):
    """The equations at one instant: arms (rows × measured numbers) times F is `wanted` (rows)."""

    e: np.ndarray
    e_dot: np.ndarray
    arms: np.ndarray
    wanted: np.ndarray


@dataclass(frozen=True, eq=False)
class Skeleton:
    """A system with some of its muscles taken out."""

    system: System
    muscles: Muscles
    first: State

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Coordinates, or speeds that are not rates of one, one for each freedom."""
        return tuple(name.removesuffix("_dot") for name in self.speeds)

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Independent speeds, chosen at the first state: of joints, and of bodies only where these do not suffice."""
        layout, chart = self.system.layout, self.system.chart
        of_hinges = [name for name, is_channel in layout.hinged.items() if is_channel and name.endswith("_dot")]
        names = [*of_hinges, *(layout.u[k] for k in chart.free_u)]
        space = self._space(self.first)
        inner = self._rates(names, self.first) @ space
        liking = np.where([name in layout.u for name in names], LAST_CHOICE, 1.0)
        chosen = sorted(pivots((liking[:, None] * inner).T, space.shape[1]))
        return tuple(names[k] for k in chosen)

    def at(self, state: State, u_dot: np.ndarray, z: np.ndarray) -> RequiredForces:
        """The equations at a state, with the muscles' own states at `z`, which decide about rounding only."""
        names = self.muscles.names
        state = self._with_states(state, z)
        found = self._slopes(
            [f"{name}.{what}" for what in ("measure", "measure_dot", "force") for name in names], state
        )
        e, e_dot, force = np.split(np.asarray(found.value), 3)
        W = np.split(np.asarray(found.by_u), 3)[1]
        M, h = self.system.evaluate("dynamics", state)
        space = self._space(state)
        inner = self._rates(self.speeds, state) @ space
        if _is_singular(inner):
            raise ModelError(
                f"share: at t = {state.t:g} the speeds of {joined(self.coordinates)} do not describe the motion: the "
                "configuration is singular, or the first one was. Leave this instant out."
            )
        basis = space @ np.linalg.inv(inner)
        wanted = basis.T @ (np.asarray(M @ u_dot).ravel() - np.asarray(h).ravel() + W.T @ force)
        return RequiredForces(e, e_dot, (W @ basis).T, wanted)

    def inputs(self, state: State) -> np.ndarray:
        """The values of the inputs that are not shared."""
        if all(len(m.inputs) == 1 for m in self.muscles.elements.values()):
            return np.zeros(0)
        parts = {name: found for name, _, found in self.system.functions.examined(state)}
        return np.array(
            [
                float(parts[name][f"input_{own}"][0])
                for name, muscle in self.muscles.elements.items()
                for own in muscle.inputs[1:]
            ]
        )

    def _with_states(self, state: State, z: np.ndarray) -> State:
        own = np.array(state.z)
        own[[self.system.layout.z_index(name) for name in self.muscles.state_names]] = z[self.muscles.moving]
        return replace(state, z=own)

    def _rates(self, names: Sequence[str], state: State) -> np.ndarray:
        """How speeds follow from u."""
        layout = self.system.layout
        found = np.zeros((len(names), layout.nu))
        own = [k for k, name in enumerate(names) if name in layout.u]
        found[own, [layout.u_index(names[k]) for k in own]] = 1.0
        others = [k for k in range(len(names)) if k not in own]
        if others:
            found[others] = self._slopes([names[k] for k in others], state).by_u
        return found

    def _slopes(self, names: Sequence[str], state: State) -> Any:
        system = self.system
        nothing = np.zeros(system.layout.nu), np.zeros(system.rows.count)
        return system.channels.slopes(tuple(names), state, *nothing)[1]

    def _space(self, state: State) -> np.ndarray:
        """Speeds that meet all rows and prescribe nothing (nu × freedoms)."""
        system, free = self.system, list(self.system.chart.free_u)
        space = np.zeros((system.layout.nu, len(free)))
        space[free, range(len(free))] = 1.0
        if not system.rows.count:
            return space
        closures = loop_closures(system, state)
        return space @ closures.velocity_rank(system.constraint_rows(state)[0]).null_space


def _is_singular(matrix: np.ndarray) -> bool:
    values = np.linalg.svd(matrix, compute_uv=False)
    return bool(len(values) and values[-1] < RANK_TOLERANCE * values[0])
