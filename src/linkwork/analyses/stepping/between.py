"""States between the rows of a run of an absolute system: polynomials between rows and what single steps reach."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from ...results import State, Trajectory
from .interpolation import Nodes
from .way import Way

Node = tuple[float, np.ndarray]
"""A time, and (q, u, z) at it."""


@dataclass(frozen=True, eq=False)
class Between:
    """States at any times of a run, as accurate as its method.

    The generalized-α method is of second order, to which cubics between its rows add nothing. The elements in time of
    a `Way` are of higher order and longer; they are divided by as many steps from the row before as their degree.
    """

    way: Way
    run: Trajectory
    _known: dict[int, list[Node]] = field(default_factory=dict, repr=False)

    def __call__(self, wanted: np.ndarray) -> np.ndarray:
        """Rows (q, u, z, work)."""
        layout = self.run.layout
        found = np.empty((len(wanted), layout.nq + layout.nu + layout.nz + 1))
        times = np.asarray(self.run.t, dtype=float)
        owner = np.searchsorted(self._starts, np.searchsorted(times, wanted, side="right") - 1, side="right") - 1
        for piece in np.unique(owner):
            of_piece = owner == piece
            found[of_piece] = self._nodes(int(piece), wanted[of_piece])(wanted[of_piece])
        return found

    @property
    def _starts(self) -> np.ndarray:
        """The first rows of pieces without a jump: where an event acts, there are two rows at one time."""
        times = np.asarray(self.run.t, dtype=float)
        return np.concatenate([[0], np.flatnonzero(np.diff(times) <= 0.0) + 1])

    def _nodes(self, piece: int, wanted: np.ndarray) -> Nodes:
        """The states of a piece around some of its times."""
        run, n = self.run, len(self.way.system.bodies.names)
        first, last = [*self._starts, len(run)][piece : piece + 2]
        times = np.asarray(run.t[first:last], dtype=float)
        low = max(int(np.searchsorted(times, wanted.min(), side="right")) - 2, 0)
        high = min(int(np.searchsorted(times, wanted.max())) + 2, len(times))
        rows = range(int(first) + low, int(first) + high)
        nodes = [node for k, after in pairwise([*rows, -1]) for node in self._divided(k, after)]
        t, y = np.array([t for t, _ in nodes]), np.array([y for _, y in nodes])
        work = np.interp(t, times, np.asarray(run.work[first:last], dtype=float))
        nq, nu = run.layout.nq, run.layout.nu
        return Nodes(t, y[:, :nq], y[:, nq : nq + nu], np.column_stack([y[:, nq + nu :], work]), n)

    def _divided(self, k: int, after: int) -> list[Node]:
        """A row, and what steps from it reach before the next."""
        run, way, system = self.run, self.way, self.way.system
        q, u, z = (np.asarray(x[k], dtype=float) for x in (run.q, run.u, run.z))
        row = (float(run.t[k]), np.concatenate([q, u, z]))
        if way.element is None or after < 0:
            return [row]
        if k not in self._known:
            state = State(system.layout, q, u, row[0], run.parameters_at(k), z)
            at, here = system.configuration(state), way.at(state.parameters)
            h = (float(run.t[after]) - row[0]) / (way.element.degree + 1)
            reached = [here.reach(at, j * h) for j in range(1, way.element.degree + 1)]
            rows = [(x.t, np.concatenate(system.row(x, state.parameters))) for x in reached if x is not None]
            self._known[k] = rows
        return [row, *self._known[k]]
