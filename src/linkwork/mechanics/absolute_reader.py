"""Channels along a run in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..absolute import Configuration
from ..absolute.channels import carried_loads, state_channel, wrenches
from ..absolute.element_system import ElementSystem
from ..channels import BODY, ENERGIES, MEANS, MOMENTUM, RUN_CHANNELS
from ..contract import Assembly, Force, ModelError
from ..contract.derived.pure import called_twice
from ..results import Trajectory
from ..results.trajectory import Interpolator
from ..spatial import AXES
from .channels import beside_run


class AbsoluteReader:
    """Reads bodies, coordinates, energies and loads along a run; `outputs` are the user's own functions."""

    def __init__(
        self,
        system: ElementSystem,
        outputs: Mapping[str, Callable[[Any], Any]],
        beside: Mapping[str, Interpolator],
    ) -> None:
        self.system, self.outputs, self.beside = system, outputs, beside

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """Values along a run, by name."""
        asked = set(names) & set(ENERGIES) - set(self.outputs)
        energies = self._energies(run) if asked else {}
        return {name: energies[name] if name in asked else self._read(name, run) for name in names}

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
            found = self._load(stem, run, run[MEANS])
            return found[:, 3:] if last == "mean_force" else found[:, :3]
        return np.array([state_channel(self.system, name, run.state(k)) for k in range(len(run))])

    def _body(self, body: str, what: str, run: Trajectory) -> np.ndarray:
        q, u = run.q[:, run.layout.q_of[body]], run.u[:, run.layout.u_of[body]]
        if what == "rotation":
            return Configuration(q.T, np.zeros(0), np.zeros(0), 0.0).rotations()
        return {"position": q[:, 4:], "velocity": u[:, 3:], "angular_velocity": u[:, :3]}[what]

    def _energies(self, run: Trajectory) -> dict[str, np.ndarray]:
        """All of them along a run; elements are set to work once for each set of Parameter values."""
        known: dict[tuple[float, ...], Any] = {}
        rows = []
        for k in range(len(run)):
            state = run.state(k)
            key = tuple(state.parameters.values())
            if key not in known:
                known[key] = self.system.assembly.at_work(self.system.tables(state.parameters))
            at = self.system.configuration(state)
            rows.append(known[key].energies(at))
        return {name: np.array([row[name] for row in rows]) for name in ENERGIES}

    def _load(self, connection: str, run: Trajectory, lam: np.ndarray | None = None) -> np.ndarray:
        given = [None] * len(run) if lam is None else lam
        rows = [wrenches(self.system, run.state(k), given[k]) for k in range(len(run))]
        return np.array([carried_loads(row, connection) for row in rows])
