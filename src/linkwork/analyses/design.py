"""What an objective is written on: analyses whose results know how they change with the variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..results import State
from ..results.dual_numbers import Varied
from ..run.events import Event
from ..system import System
from .assemble import assemble
from .eigenvalue_sensitivity import eigenvalue_sensitivity
from .equilibrium import Equilibrium, equilibrium
from .linear.channel_derivatives import StateSensitivity
from .linear.linear_system import varied_channels
from .linear.parameter_derivatives import parameter_names
from .linear.variation import Variation, variation_of
from .sensitivities import RunSensitivity, equilibrium_sensitivity, finished_run, integrate_variation


@dataclass(frozen=True, eq=False)
class Rest(StateSensitivity):
    """An equilibrium with derivatives; its `eigenvalues` have them too."""

    found: Equilibrium

    @cached_property
    def eigenvalues(self) -> Varied:
        """In the order of `found.eigenvalues`."""
        return eigenvalue_sensitivity(self.found, self.p)


@dataclass(frozen=True, eq=False)
class Design:
    """Values of variables. `at["k"]` is one of them; `at.equilibrium(…)`, `at.simulate(…)`, `at.assemble(…)` use them.

    A variable that is a Parameter of the system takes its place there; others are for the objective to read.
    """

    values: Mapping[str, float]
    used: set[str] = field(default_factory=set)
    """Variables that a system or the objective asked for."""
    judged: list[Any] = field(default_factory=list)
    """What analyses gave, each with its verdict."""

    def __getitem__(self, name: str) -> Varied:
        if name not in self.values:
            raise ModelError(unknown("variable", name, self.values))
        self.used.add(name)
        return Varied(self.values[name], self._unit(name))

    def _unit(self, name: str) -> np.ndarray:
        return np.eye(len(self.values))[list(self.values).index(name)]

    def _columns(self, system: System) -> np.ndarray:
        """∂(t, Parameters) by the variables."""
        names = parameter_names(system)
        p = np.zeros((1 + len(names), len(self.values)))
        for k, name in enumerate(names):
            if name in self.values:
                p[1 + k] = self._unit(name)
                self.used.add(name)
        return p

    def _own(self, system: System) -> dict[str, float]:
        """The values of the system's own Parameters."""
        return {name: self.values[name] for name in system.model.parameters if name in self.values}

    def start(self, system: System, guess: State | Mapping[str, float] | None = None, t: float | None = None) -> State:
        """A state with the variables in place of Parameters."""
        own = self._own(system)
        if isinstance(guess, State):
            return guess.with_values(own, t)
        return system.state({**dict(guess or {}), **own}, 0.0 if t is None else t)

    def assemble(
        self,
        system: System,
        fixed: Mapping[str, Any] | None = None,
        guess: Mapping[str, float] | None = None,
        **more: Any,
    ) -> StateSensitivity:
        """`lw.assemble`; values in `fixed` may depend on variables."""
        own = self._own(system)
        given = {n: float(x.value) if isinstance(x, Varied) else float(x) for n, x in (fixed or {}).items()}
        state = assemble(system, given, {**dict(guess or {}), **own}, **more)
        v = variation_of(system, state, np.zeros(system.layout.nu), np.zeros(system.rows.count))
        p = self._columns(system)
        shift = v.by_parameters.Y @ p
        names, by_y = tuple(given), _by_state(v, tuple(given))
        wanted = np.array(
            [x.gradient if isinstance(x, Varied) else np.zeros(len(self.values)) for x in (fixed or {}).values()]
        )
        n = v.motion.displacements.shape[1]
        x = np.zeros((n, p.shape[1]))
        if names:
            left = by_y @ v.motion.T[:, :n]
            x = np.linalg.pinv(left, rcond=1e-10) @ (wanted.reshape(len(names), -1) - by_y @ shift)
        return StateSensitivity(v, v.motion.T[:, :n] @ x + shift, p)

    def place(self, system: System, values: Mapping[str, Any], t: float = 0.0) -> StateSensitivity:
        """A state with coordinates and speeds as given, which may depend on variables; constraints are not asked.

        What closes a loop can then be an entry of the objective.
        """
        given = {n: float(x.value) if isinstance(x, Varied) else float(x) for n, x in values.items()}
        state = self.start(system, given, t)
        v = variation_of(system, state, np.zeros(system.layout.nu), np.zeros(system.rows.count))
        places = {n: k for k, n in enumerate((*system.layout.q, *system.layout.u, *system.layout.z))}
        y = np.zeros((len(places), len(self.values)))
        for name, x in values.items():
            if isinstance(x, Varied):
                y[places[name]] = x.gradient
        return StateSensitivity(v, y, self._columns(system))

    def equilibrium(self, system: System, guess: State | Mapping[str, float] | None = None, **more: Any) -> Rest:
        """`lw.equilibrium`."""
        found = equilibrium(system, self.start(system, guess, more.get("t")), **more)
        self.judged.append(found)
        p = self._columns(system)
        moved = equilibrium_sensitivity(found, p)
        return Rest(moved.variation, moved.y, moved.p, found)

    def simulate(
        self,
        system: System,
        state: Any = None,
        t_end: float | None = None,
        *,
        times: Any = None,
        events: Sequence[Event] = (),
        **options: Any,
    ) -> RunSensitivity:
        """`lw.simulate` from a state, or from what `assemble` or `equilibrium` of the design gave."""
        p = self._columns(system)
        moved = state if isinstance(state, StateSensitivity) else None
        begun = self.start(system, moved.variation.state if moved is not None else state)
        run = finished_run(system, begun, t_end, events, **{"rtol": 1e-9, "atol": 1e-11, **options})
        self.judged.append(run)
        Y = moved.y if moved is not None else variation_of(system, run.state(0)).by_parameters.Y @ p
        found = integrate_variation(system, run, tuple(self.values), Y, p, times, events)
        self.judged.append(found)
        return found


def _by_state(v: Variation, names: tuple[str, ...]) -> np.ndarray:
    """Derivatives of coordinates, those of joints in absolute coordinates among them, by (q, u, z)."""
    layout = v.system.layout
    if all(name in layout.q for name in names):
        return np.eye(layout.nq + layout.nu + layout.nz)[[layout.q_index(name) for name in names]]
    found = varied_channels(v, names)[1]
    return np.hstack([found.by_q, found.by_u, found.by_z])
