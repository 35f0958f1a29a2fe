r"""The rank test of a hinge's coordinates on numbers (S0 (3.3.36)): by differences of the pose, in microseconds.

The columns of φ are the motions of M that a unit of each speed gives. Coordinates are independent and all necessary
where these have full rank; a combination that moves nothing names the coordinates that depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import joined
from ..hinge import Hinge, SixCoordinates
from .hinge_form import HingeForm
from .hinge_numbers import meet_invariants
from .probe import numbers

DIFFERENCE = 1e-5
"""A difference of coordinates."""
NO_MOTION = 1e-8
"""A motion by a unit of a coordinate, relative to the size of the joint, that rounding may have left of none."""
DEPENDENT = 1e-6
"""A singular value of motions of unit size that differences may have left of zero."""
TAKES_PART = 1e-3
"""A part in a combination, relative to the largest, that counts."""
ELSEWHERE = np.random.default_rng(20).uniform(-0.9, 0.9, size=64)
"""Where coordinates are tried, from their rest values."""


@dataclass(frozen=True)
class Dependence:
    """Coordinates of a hinge of which some combination does not move it: at one configuration, or at all of them."""

    kind: str
    names: tuple[str, ...]
    at: str
    is_everywhere: bool

    def __str__(self) -> str:
        return self.told("where it starts")

    def told(self, where: str) -> str:
        """A sentence, with words for the configuration."""
        names = joined([repr(name) for name in self.names])
        one = len(self.names) == 1
        if self.is_everywhere:
            moves = "it moves nothing" if one else "some change of them together moves nothing"
            wrong = (
                f"{names} of {self.kind} is not necessary" if one else f"{names} of {self.kind} depend on each other"
            )
            remedy = "Take it away" if one else "Take one of them away"
            return f"{wrong}: {moves}, at any configuration. {remedy}, or let the pose move by each of them."
        moves = f"{names} moves nothing" if one else f"some change of {names} together moves nothing"
        return (
            f"{self.kind} is singular {where}, at {self.at}: {moves} there. Start elsewhere (initial={{…}}), "
            "or use a joint that is regular there."
        )


def motions_by_speeds(hinge: Hinge, q: np.ndarray, t: float) -> np.ndarray:
    """How the pose (nine entries of R, three of p) changes with each speed, as columns, by central differences."""
    columns = []
    for direction in _directions(hinge, q, t):
        there, back = (_entries(hinge, q + step * direction, t) for step in (DIFFERENCE, -DIFFERENCE))
        columns.append((there - back) / (2.0 * DIFFERENCE))
    return np.array(columns).reshape(-1, 12).T


def dependence(hinge: Hinge, q: np.ndarray, t: float = 0.0, least: float = DEPENDENT) -> Dependence | None:
    """Which coordinates depend on each other at a configuration, None where none do or the pose has no value.

    They do where a singular value of their motions, each of unit size, is below `least`.
    """
    if hinge.modes_may_depend or not hinge.speed_names or _is_plainly_free(hinge, q):
        return None
    places = dependent_speeds(hinge, q, t, least)
    if not places:
        return None
    others = [dependent_speeds(hinge, x, t) for x in _elsewhere(hinge)]
    told = [found for found in others if found is not None]
    is_everywhere = bool(told) and all(told)
    at = joined([f"{name} = {x:.4g}" for name, x in zip(hinge.coordinates, q, strict=True)])
    return Dependence(hinge.kind, tuple(hinge.speed_names[k] for k in places), at, is_everywhere)


def _is_plainly_free(hinge: Hinge, q: np.ndarray) -> bool:
    """Whether its six speeds are the velocity of M itself, as of nodes: they depend on each other nowhere."""
    plain = isinstance(hinge, SixCoordinates) and type(hinge).pose is SixCoordinates.pose
    return plain and type(hinge).q_dot is SixCoordinates.q_dot and bool(np.any(q[:4]))


def dependent_speeds(hinge: Hinge, q: np.ndarray, t: float, least: float = DEPENDENT) -> list[int] | None:
    """Places of speeds of which some combination moves nothing; None where the pose has no value."""
    motions = motions_by_speeds(hinge, q, t)
    if not np.isfinite(motions).all():
        return None
    sizes = np.linalg.norm(motions, axis=0)
    still = sizes <= NO_MOTION * (1.0 + float(sizes.max()))
    if still.any():
        return [int(k) for k in np.flatnonzero(still)]
    if len(sizes) == 1:
        return []
    _, values, rows = np.linalg.svd(motions / sizes, full_matrices=False)
    if values[-1] > least:
        return []
    part = np.abs(rows[-1])
    return [int(k) for k in np.flatnonzero(part > TAKES_PART * part.max())]


def _directions(hinge: Hinge, q: np.ndarray, t: float) -> Any:
    """q̇ of a unit of each speed."""
    units = np.eye(len(hinge.speed_names))
    if type(hinge).q_dot is Hinge.q_dot:
        return units
    still = _rates(hinge, q, 0.0 * units[0], t)
    return [_rates(hinge, q, unit, t) - still for unit in units]


def _rates(hinge: Hinge, q: np.ndarray, u: np.ndarray, t: float) -> np.ndarray:
    return np.asarray(numbers(hinge.q_dot(hinge.q(q.tolist()), hinge.u(u.tolist()), t)), dtype=float).ravel()


def _entries(hinge: Hinge, q: np.ndarray, t: float) -> np.ndarray:
    pose = hinge.pose(hinge.q(q.tolist()), t)
    return np.concatenate([numbers(pose.R).ravel(), numbers(pose.p)])


def _elsewhere(hinge: Hinge) -> Sequence[np.ndarray]:
    """A few configurations in general that satisfy the invariants."""
    count, form = len(hinge.coordinates), HingeForm(hinge)
    starts = (hinge.rest_values + np.roll(ELSEWHERE, k)[:count] for k in (0, 11, 23))
    return [meet_invariants(form, q) for q in starts]
