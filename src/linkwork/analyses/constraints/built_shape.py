r"""The shape that beams were built in: what holds their nodes to each other as if they were rigid.

An element that keeps a shape has poses of its further ends in that of its first, $X_{0i}$, at which it stands as it
was built (`Force.built_poses`). Rows $R_0^T R_i - R_{0i}$, $R_0^T(p_i - p_0) - p_{0i}$ of all of them vanish where
nothing is deformed, and their rates where nothing is being deformed: a motion of rigid beams. In a tree slopes are
differences of poses, which are known to rounding; rates follow from them by $\dot q = N u + \nu$.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...consistency import number_pose, typical_length
from ...contract import Force
from ...mechanics.asked_once import asked_once
from ...model import Connection, Point
from ...numerics.least_squares import Residuals
from ...results import State
from ...system import System

SHAPE_DIFFERENCE = 1e-5
"""Half the difference of a coordinate, in radians or lengths of the model, that slopes are taken over."""
MOST_COORDINATES = 600
"""Up to which slopes are taken: each needs the poses of all bodies twice."""


@asked_once
def shaped_connections(system: System) -> tuple[Connection, ...]:
    """Those of elements that keep a shape."""
    found = system.model.connections.values()
    return tuple(c for c in found if isinstance(c.element, Force) and c.element.built_poses)


@dataclass(frozen=True, eq=False)
class BuiltShape:
    """All elements of a system that keep a shape; false where there are none, or too many."""

    system: System

    @property
    def connections(self) -> tuple[Connection, ...]:
        """Those of the elements."""
        return shaped_connections(self.system)

    def __bool__(self) -> bool:
        return bool(self.connections) and self.system.layout.nq <= MOST_COORDINATES

    def residual(self, state: State) -> np.ndarray:
        """Twelve numbers for every further end, in radians and lengths of the model (ends × 4 × 3, flat)."""
        (R, p), (built_R, built_p) = self.relative(state), self.built
        off = (p - built_p) / typical_length(self.system, state)
        return np.concatenate([R - built_R, off[:, None]], axis=1).ravel()

    def relative(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Rotations and places of all further ends in the frames of first ends."""
        R, p = self._ends(state)
        first, others = self._built[:2]
        turned = np.swapaxes(R[first], 1, 2)
        return turned @ R[others], (turned @ (p[others] - p[first])[..., None])[..., 0]

    @property
    def built(self) -> tuple[np.ndarray, np.ndarray]:
        """The same as built."""
        return self._built[2:]

    @property
    def owners(self) -> list[str]:
        """The names of their connections."""
        return [c.name for c in self.connections for _ in c.ends[1:]]

    def slopes(self, state: State, columns: Sequence[int]) -> np.ndarray:
        """Their derivatives by coordinates."""
        length, (R, p) = typical_length(self.system, state), self._ends(state)
        bodies, found = self.system.functions.at("body_pose_slopes", state), []
        own, at = [number_pose(point.X, state) for point in self._points], self._bodies
        for i, j in zip(*self._built[:2], strict=True):
            R_i, R_j = (np.einsum("abq,bc->acq", bodies.R_q[at[k]], own[k].R) for k in (i, j))
            p_i, p_j = (bodies.p_q[at[k]] + np.einsum("abq,b->aq", bodies.R_q[at[k]], own[k].p) for k in (i, j))
            turn = np.einsum("baq,bc->acq", R_i, R[j]) + np.einsum("ba,bcq->acq", R[i], R_j)
            move = np.einsum("baq,b->aq", R_i, p[j] - p[i]) + R[i].T @ (p_j - p_i)
            found.append(np.concatenate([turn.reshape(9, -1), move / length]))
        return np.concatenate(found)[:, list(columns)]

    def closure(self, state: State, columns: Sequence[int]) -> Residuals:
        """(residuals, slopes by some coordinates)."""
        return self.residual(state), self.slopes(state, columns)

    def rates(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """(S, S_0): their rates are S u + S_0."""
        nu = self.system.layout.nu
        moved = [self.system.evaluate("kinematics", replace(state, u=u)).q_dot for u in (np.zeros(nu), *np.eye(nu))]
        slopes = self.slopes(state, range(self.system.layout.nq))
        still = slopes @ moved[0]
        return np.column_stack([slopes @ own for own in moved[1:]]) - still[:, None], still + self._driven(state)

    def _driven(self, state: State) -> np.ndarray:
        """Their rates by time alone: coordinates of a tree that drives prescribe are functions of it."""
        h = SHAPE_DIFFERENCE / max([1.0, *(abs(float(state.u[e.u])) for e in self.system.layout.driven)])
        ahead, behind = (self.residual(replace(state, t=state.t + x)) for x in (h, -h))
        return (ahead - behind) / (2.0 * h)

    @cached_property
    def _points(self) -> list[Point]:
        return [end for c in self.connections for end in c.ends if isinstance(end, Point)]

    @cached_property
    def _bodies(self) -> list[int]:
        """Numbers of the bodies that the ends are on."""
        number = self.system.chart.body_number
        return [0 if point.body.is_ground else number(point.body.name) for point in self._points]

    @cached_property
    def _built(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Places of first ends and of further ones among all ends, and the poses between them."""
        first, others, poses, start = [], [], [], 0
        for c in self.connections:
            assert isinstance(c.element, Force)
            for k, X in enumerate(c.element.built_poses, start=1):
                first.append(start)
                others.append(start + k)
                poses.append(X)
            start += len(c.ends)
        return np.array(first), np.array(others), np.array([X.R for X in poses]), np.array([X.p for X in poses])

    def _ends(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Rotations and places of all ends in the world."""
        bodies, at = self.system.functions.at("body_poses", state), self._bodies
        R, p = np.asarray(bodies.R), np.asarray(bodies.p)
        own = [number_pose(point.X, state) for point in self._points]
        place = np.array([x.p for x in own], dtype=float)
        return R[at] @ np.array([x.R for x in own], dtype=float), p[at] + (R[at] @ place[..., None])[..., 0]


def _shifted(q: np.ndarray, k: int, by: float) -> np.ndarray:
    found = q.copy()
    found[k] += by
    return found
