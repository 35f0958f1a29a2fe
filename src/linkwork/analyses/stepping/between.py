"""States between the rows of a run of an absolute system: one shorter step from the row before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...contract import ModelError
from ...results import State, Trajectory
from .way import Way


@dataclass(frozen=True, eq=False)
class Between:
    """States at any times of a run, by a method."""

    way: Way
    run: Trajectory

    def __call__(self, wanted: np.ndarray) -> np.ndarray:
        """Rows (q, u, z, work); the work is a straight line between those of the run."""
        times = np.asarray(self.run.t, dtype=float)
        work = np.interp(wanted, times, self.run.work)
        return np.array([[*self._state(times, float(t)), w] for t, w in zip(wanted, work, strict=True)])

    def _state(self, times: np.ndarray, t: float) -> np.ndarray:
        run, system = self.run, self.way.system
        k = max(0, int(np.searchsorted(times, t, side="right")) - 1)
        if t <= times[k]:
            return np.concatenate([run.q[k], run.u[k], run.z[k]]).astype(float)
        q, u, z = (np.asarray(x[k], dtype=float) for x in (run.q, run.u, run.z))
        state = State(system.layout, q, u, float(times[k]), run.parameters_at(k), z)
        way = self.way.at(state.parameters)
        found = way.reach(system.configuration(state), t - state.t)
        if found is None:
            raise ModelError(f"the run has no state at t = {t:g}: a step to it has no solution.")
        return np.concatenate(system.row(found, state.parameters))
