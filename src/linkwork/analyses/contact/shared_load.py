r"""Loads that points could carry in many ways: whether one of these lies inside all cones, and how it is shared.

Rows of points that repeat each other (the feet of a table, the corners of a box that sticks) leave forces open by the
null space N of $K B^T$: $\lambda + N z$ moves the system alike. A run computes some multipliers, in trees those of
independent rows only; the points carry shares beside them, which are kept until a margin is used up, and then chosen
anew. They are such that the largest part of every cone is left,

$$ \max t: \quad \lambda_N \ge t\,w, \qquad \mu\lambda_N - \|\lambda_T\| \ge t\,\mu w, $$

w being normal loads (`numerics/contact/most_grip.py`). Where no positive t is left, the points are at the border of
what they can carry together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ...contract.contact import LOAD_SHARES
from ...numerics.contact.most_grip import LoadCone, most_grip
from ...numerics.redundant_rows import ConstrainedSolution, with_friction
from ...results import State
from ..constraints.row_choice import chosen_rows
from .contact_table import OPEN, STICK, ContactTable
from .force_response import NULL_TOLERANCE
from .mode_choice import ModeChoice

LIMIT = 1e-9
"""The part of cones below which nothing is left."""


@dataclass(frozen=True, eq=False)
class SharedLoad:
    """What points carry beside the multipliers of the rows that a run enforces."""

    shares: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """`LOAD_SHARES` by the number of the point."""
    left: float = 1.0
    """The part of all cones that is left."""
    tight: Mapping[int, str] = field(default_factory=dict)
    """Points that have no more than that, and of what: "normal" or "grip"."""

    @property
    def is_at_limit(self) -> bool:
        """Whether points can carry no more together."""
        return self.left <= LIMIT


@dataclass(frozen=True, eq=False)
class _Loads:
    """Forces of closed points that may change: those along all rows of points that stick, normal ones of others."""

    forces: np.ndarray
    """One for each, as the solver of the contact problem has found them."""
    owners: list[tuple[int, int, list[int]]]
    """(place of the point among those that touch, its normal force, its other forces)."""
    acting: np.ndarray
    """B of each: directions in which they act on free speeds."""
    stiffness: np.ndarray
    """K Bᵀ of each."""


def share_load(table: ContactTable, choice: ModeChoice, state: State) -> SharedLoad:
    """How points share what they could carry in many ways, with the modes that a state has."""
    loads = _loads(choice)
    size = float(np.abs(loads.forces).max(initial=0.0)) or 1.0
    directions = _null_space(loads.stiffness)
    cones = _Cones(choice, loads, directions)
    left, forces = cones.widest(loads.forces / size)
    tight = cones.tight(forces, left)
    if left <= LIMIT:
        forces = loads.forces / size
    by_rows = _multipliers(table, choice, state)
    shares = {}
    for place, normal, across in loads.owners:
        number, rows = choice.on.touching[place], choice.on.problem.rows(place)
        own = size * forces[[normal, *across]] - [
            by_rows.get(choice.on.rows[row], 0.0) for row in rows[: 1 + len(across)]
        ]
        spread = [own[0], *(choice.on.at.direction(number, own[1:]) if across else ())]
        shares[number] = dict(zip(LOAD_SHARES, map(float, spread), strict=False))
    return SharedLoad(shares, left, {choice.on.touching[place]: what for place, what in tight.items()})


def _loads(choice: ModeChoice) -> _Loads:
    forces: list[float] = []
    owners, weights = [], []
    for place, mode in enumerate(choice.modes):
        if mode == OPEN:
            continue
        rows = choice.on.problem.rows(place)
        column = np.zeros(len(choice.on.rows))
        column[rows[0]] = 1.0
        if mode != STICK:
            column[rows[1:]] = choice.drag(place)
        first = len(forces)
        across = list(range(first + 1, first + len(rows))) if mode == STICK else []
        owners.append((place, first, across))
        weights.append(column)
        forces.append(float(choice.forces[rows[0]]))
        for row in rows[1:] if mode == STICK else ():
            weights.append(np.eye(len(choice.on.rows))[row])
            forces.append(float(choice.forces[row]))
    B = np.array(weights).reshape(len(forces), -1)
    return _Loads(
        np.array(forces),
        owners,
        B @ choice.on.at.kinematics.columns(choice.on.rows),
        B @ choice.on.at.response.responses(choice.on.rows),
    )


def _null_space(stiffness: np.ndarray) -> np.ndarray:
    """Directions in which forces may change without changing the motion, as columns."""
    sizes = np.maximum(np.linalg.norm(stiffness, axis=1), 1e-300)
    left, values, _ = np.linalg.svd(stiffness / sizes[:, None])
    rank = int((values > NULL_TOLERANCE * max(values.max(initial=0.0), 1e-300)).sum())
    found = left[:, rank:] / sizes[:, None]
    return np.asarray(np.linalg.qr(found)[0]) if found.shape[1] else found


class _Cones:
    """The linear programme: forces inside cones, as far as can be."""

    def __init__(self, choice: ModeChoice, loads: _Loads, directions: np.ndarray) -> None:
        self.directions, self.owners = directions, loads.owners
        size = float(np.abs(loads.forces).max(initial=0.0)) or 1.0
        moved = np.abs(directions).max(axis=1, initial=0.0) > 1e-9
        normals = [n for _, n, _ in loads.owners]
        mean = float(np.mean(loads.forces[[n for n in normals if moved[n]]] / size)) if any(moved[normals]) else 0.0
        self.places: list[tuple[int, LoadCone]] = []
        """Points whose forces may change, with these."""
        for place, n, across in loads.owners:
            if moved[[n, *across]].any():
                w = mean if moved[n] else float(loads.forces[n]) / size
                self.places.append((place, (n, across, float(choice.on.problem.mu_stick[place]), max(w, LIMIT))))

    def widest(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """(t, forces) with the most left of every cone."""
        return most_grip(x, self.directions, [cone for _, cone in self.places])

    def tight(self, x: np.ndarray, left: float) -> dict[int, str]:
        """Points that have no more left than the least, and of what, however loads are shared."""
        found = self._at_least(x, left)
        if len(found) < 2:
            return found
        ways = [x]
        for place in found:
            # One way may leave a point more than the least, and the others no less: then their mean does.
            own, others = ([cone for k, cone in self.places if (k == place) == is_own] for is_own in (True, False))
            ways.append(most_grip(x, self.directions, own, others, left - LIMIT)[1])
        return self._at_least(np.mean(ways, axis=0), left)

    def _at_least(self, x: np.ndarray, left: float) -> dict[int, str]:
        """Points that have no more left than the least under some loads."""
        found = {}
        for place, (n, across, mu, own) in self.places:
            grip = (mu * x[n] - float(np.linalg.norm(x[across]))) / (mu * own) if across and mu else np.inf
            if min(x[n] / own, grip) <= left + 1e3 * LIMIT:
                found[place] = "normal" if x[n] / own <= left + 1e3 * LIMIT else "grip"
        return found


def _multipliers(table: ContactTable, choice: ModeChoice, state: State) -> dict[int, float]:
    """Multipliers of the rows that a run enforces with the modes that a state has.

    In a tree these are independent; in absolute coordinates all of them, with multipliers of least norm.
    """
    at, system = choice.on.at, table.system
    off = set(system.rows.switched_off(state).tolist())
    rows = [k for k in chosen_rows(system, state) if k not in off]
    M = at.response.inertia
    P = at.kinematics.columns(rows)
    drag = np.zeros_like(P)
    places = {row: k for k, row in enumerate(choice.on.rows)}
    for place, mode in enumerate(choice.modes):
        normal = choice.on.points[place].normal
        if mode not in (OPEN, STICK) and normal in rows:
            own = [choice.on.rows[k] for k in choice.on.problem.rows(place)[1:]]
            drag[rows.index(normal)] += choice.drag(place) @ at.kinematics.columns(own)
    load, wanted = at.response.sides
    found = with_friction(ConstrainedSolution("robust"), M, load, P, wanted[rows], drag)
    return {row: float(x) for row, x in zip(rows, found.lam, strict=True) if row in places}
