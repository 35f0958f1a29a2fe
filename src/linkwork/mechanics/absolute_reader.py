"""Channels along a run in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import ReferenceType, WeakKeyDictionary, ref

import numpy as np

from ..absolute import Configuration
from ..absolute.channels import carried_loads, is_watched, state_channel, wrenches
from ..absolute.element_system import ElementSystem
from ..absolute.run_states import RunStates
from ..channels import BODY, ENERGIES, MEANS, MOMENTUM, RUN_CHANNELS
from ..contract import Assembly, Force, ModelError
from ..contract.derived.pure import called_twice
from ..results import State, Trajectory
from ..results.trajectory import Interpolator
from ..spatial import AXES
from .channels import beside_run


class AbsoluteReader:
    """Reads bodies, coordinates, energies and loads along a run; `outputs` are the user's own functions.

    `multipliers` gives those of a state where constraints repeat each other, `least` the least ones that do as much as
    given ones.
    """

    def __init__(
        self,
        system: ElementSystem,
        outputs: Mapping[str, Callable[[Any], Any]],
        beside: Mapping[str, Interpolator],
        multipliers: Callable[[State], np.ndarray],
        least: Callable[[State, np.ndarray], np.ndarray],
    ) -> None:
        self.system, self.outputs, self.beside = system, outputs, beside
        self._multipliers, self._least = multipliers, least
        self._shared: WeakKeyDictionary[Trajectory, np.ndarray] = WeakKeyDictionary()
        self._last: tuple[ReferenceType[Trajectory], RunStates] | None = None

    def _states(self, run: Trajectory) -> RunStates:
        """What is known of the states of a run, that of the last one which was read."""
        if self._last is None or self._last[0]() is not run:
            self._last = ref(run), RunStates(self.system, run)
        return self._last[1]

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """Values along a run, by name."""
        asked = set(names) & set(ENERGIES) - set(self.outputs)
        energies = self._states(run).energies if asked else []
        told = {name: np.array([row[name] for row in energies]) for name in asked}
        return {name: told[name] if name in asked else self._read(name, run) for name in names}

    def _read(self, name: str, run: Trajectory) -> np.ndarray:
        if name in self.outputs:
            return np.asarray(called_twice(f"output {name!r}", self.outputs[name], run))
        layout = run.layout
        if name == "t":
            return np.array(run.t)
        if name in layout.q:
            return run.q[:, layout.q_index(name)]
        if name in layout.u:
            return run.u[:, layout.u_index(name)]
        if name in layout.z:
            return run.z[:, layout.z_index(name)]
        if name in run.parameters:
            return np.array([run.parameters_at(k)[name] for k in range(len(run))])
        if name in RUN_CHANNELS or name in self.beside:
            return beside_run(self.beside, name, run)
        stem, _, last = name.rpartition(".")
        model, table = self.system.model, self.system.channel_table
        channel = table.find(name)
        if channel is None:
            raise ModelError(table.unknown(name, self.outputs))
        if last in AXES and table.find(stem) is not None:
            return self._read(stem, run)[:, AXES.index(last)]
        if last in BODY and stem in model.bodies:
            return self._body(stem, last, run)
        if last in ("force", "moment") and not isinstance(model.connections[stem].element, Force | Assembly):
            return self._load(stem, run)[:, 3:] if last == "force" else self._load(stem, run)[:, :3]
        if last in MOMENTUM:
            first = 6 * list(model.bodies).index(stem) + (0 if "angular" in last else 3)
            return run[MOMENTUM[last][0]][:, first : first + 3]
        if channel.needs == "run":
            found = self._load(stem, run, self._least_means(run))
            return found[:, 3:] if last == "mean_force" else found[:, :3]
        if channel.needs == "motion" and run.certificate.not_unique:
            given = self._least_loads(run)
            return np.array([state_channel(self.system, name, run.state(k), given[k]) for k in range(len(run))])
        if is_watched(self.system, name) and len(run):
            return self._states(run).watched(name)
        return np.array([state_channel(self.system, name, run.state(k)) for k in range(len(run))])

    def _least_loads(self, run: Trajectory) -> np.ndarray:
        """Multipliers of least loads, row by row."""
        if run not in self._shared:
            self._shared[run] = np.array([self._multipliers(run.state(k)) for k in range(len(run))])
        return self._shared[run]

    def _body(self, body: str, what: str, run: Trajectory) -> np.ndarray:
        q, u = run.q[:, run.layout.q_of[body]], run.u[:, run.layout.u_of[body]]
        if what == "rotation":
            return Configuration(q.T, np.zeros(0), np.zeros(0), 0.0).rotations()
        return {"position": q[:, 4:], "velocity": u[:, 3:], "angular_velocity": u[:, :3]}[what]

    def _least_means(self, run: Trajectory) -> np.ndarray:
        """Mean multipliers, those of least loads where they are not unique."""
        means = run[MEANS]
        if not run.certificate.not_unique:
            return means
        return np.array([self._least(run.state(k), lam) for k, lam in enumerate(means)])

    def _load(self, connection: str, run: Trajectory, lam: np.ndarray | None = None) -> np.ndarray:
        given = self._least_loads(run) if lam is None and run.certificate.not_unique else lam
        rows = (
            self._states(run).loads
            if given is None
            else [wrenches(self.system, run.state(k), given[k]) for k in range(len(run))]
        )
        return np.array([carried_loads(row, connection) for row in rows])
