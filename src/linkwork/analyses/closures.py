"""What the constraint rows of a system are, at a state: which connection, what size, which wrench they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..consistency import WORDS, number_pose, scales_of, typical_length
from ..contract import Constraint, Hinge, HingeForm
from ..contract.constraint_form import ConstraintForm
from ..contract.implicit import ImplicitHinge
from ..expr import jacobian
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.constraints import Rows
from ..model import Connection, Point
from ..numerics.rank import TOLERANCE, Ranked, rank_of
from ..results import State
from ..spatial import Pose
from ..system import System
from ..topology import Branch, Chord


@dataclass(frozen=True, eq=False)
class Closure:
    """The rows of one connection at a state.

    `wrenches` (rows × 6): moment and force, in the axes of frame F at the origin of frame M, that a unit multiplier of
    each row exerts on the second body. Empty for couplings, which act on coordinates.
    """

    name: str
    what: str
    """"hinge" or "constraint"."""
    rows: slice
    """Its rows among all."""
    g: slice
    """Its rows among the holonomic ones; empty where it restricts velocities only."""
    ends: tuple[int, ...]
    F: Pose
    """First frame in the world."""
    M: Pose
    """Second frame in the world."""
    wrenches: np.ndarray

    @property
    def is_coupling(self) -> bool:
        """Whether it acts on coordinates."""
        return not self.ends

    @property
    def label(self) -> str:
        """What it is, by name."""
        return f"{self.what} {self.name!r}"

    def in_world(self, wrenches: np.ndarray) -> np.ndarray:
        """Wrenches (6 × k) in F axes at M's origin, in world axes at the world's origin."""
        moment, force = self.F.R @ wrenches[:3], self.F.R @ wrenches[3:]
        return np.concatenate([moment + np.cross(self.M.p[:, None], force, axis=0), force])


@dataclass(frozen=True, eq=False)
class Closures:
    """All rows of a system at a state, with sizes that make them comparable."""

    system: System
    state: State
    parts: tuple[Closure, ...]
    length: float
    """Typical lever arm of the model."""
    row_scale: np.ndarray
    """One over the size of each row."""
    speed_scale: np.ndarray
    """Size of a unit of each speed: `length` for displacements."""
    q_scale: np.ndarray
    """The same for coordinates."""
    free_u: tuple[int, ...]
    """Speeds that are not prescribed."""
    free_q: tuple[int, ...]

    @property
    def holonomic(self) -> list[int]:
        """The holonomic rows among all rows."""
        return [k for part in self.parts if part.g.stop > part.g.start for k in range(part.rows.start, part.rows.stop)]

    def part_of(self, row: int) -> Closure:
        """The connection a row belongs to."""
        return next(part for part in self.parts if part.rows.start <= row < part.rows.stop)

    def velocity_rank(self, P: np.ndarray, rows: Sequence[int] | None = None) -> Ranked:
        """The rank of velocity rows on the free speeds."""
        chosen = list(range(len(P))) if rows is None else list(rows)
        free = list(self.free_u)
        return rank_of(P[np.ix_(chosen, free)], self.row_scale[chosen], self.speed_scale[free])

    def position_rank(self, g_q: np.ndarray, invariants_q: np.ndarray, columns: Sequence[int] | None = None) -> Ranked:
        """The rank of holonomic rows and invariants on coordinates, the free ones unless others are named."""
        free = list(self.free_q if columns is None else columns)
        scale = np.concatenate([self.row_scale[self.holonomic], 0.5 * np.ones(len(invariants_q))])
        return rank_of(np.vstack([g_q, invariants_q])[:, free], scale, self.q_scale[free])


def closures_of(system: System, state: State) -> Closures:
    """The rows of a system at a state."""
    poses = poses_of(system, state) if system.equations.rows else []
    length = typical_length(system, state)
    speed_scale, q_scale = scales_of(system, length)
    parts: list[Closure] = []
    row, g = 0, 0
    topology = system.topology
    drawn: list[Chord | Connection | Branch] = [*topology.chords, *topology.constraints, *topology.restricting]
    # Constraints of equations that were derived by hand belong to nothing that was drawn.
    owners: Sequence[Chord | Connection | Branch | None] = drawn or [None] * len(system.equations.rows)
    for rows, owner in zip(system.equations.rows, owners, strict=True):
        count, held = len(rows.g_dot), len(rows.g)
        where = (slice(row, row + count), slice(g, g + held))
        if owner is None:
            parts.append(_written(rows, where))
        elif isinstance(owner, Branch):
            parts.append(_hinge_closure(system, state, poses, owner, where))
        else:
            parts.append(_closure(system, state, poses, owner, where))
        row, g = row + count, g + held
    held_u = {e.u for e in (*system.layout.driven, *system.layout.locked)}
    held_q = {e.q for e in (*system.layout.driven, *system.layout.locked)}
    return Closures(
        system,
        state,
        tuple(parts),
        length,
        _row_scale(system, state, parts, length, speed_scale),
        speed_scale,
        q_scale,
        tuple(k for k in range(system.layout.nu) if k not in held_u),
        tuple(k for k in range(system.layout.nq) if k not in held_q),
    )


def _written(rows: Rows, where: tuple[slice, slice]) -> Closure:
    """Rows that nobody drew: a constraint on coordinates of equations that were derived by hand."""
    return Closure(rows.name, "constraint", *where, (), Pose(), Pose(), np.zeros((0, 6)))


def poses_of(system: System, state: State) -> list[Pose]:
    """The frames of all bodies in the world, the ground first."""
    found = system.evaluate("attitudes", state)
    return [Pose(r, p) for r, p in zip(np.asarray(found.R), np.asarray(found.p), strict=True)]


def _closure(
    system: System, state: State, poses: list[Pose], drawn: Chord | Connection, where: tuple[slice, slice]
) -> Closure:
    if isinstance(drawn, Chord) and drawn.kind == "weld":
        first, second = drawn.first, drawn.second
        wrenches = np.zeros((6, 6))
        wrenches[:3, 3:] = wrenches[3:, :3] = np.eye(3)
        return Closure(drawn.name, "hinge", *where, (first, second), poses[first], poses[second], wrenches)
    connection = drawn.connection if isinstance(drawn, Chord) else drawn
    element: Any = ImplicitHinge(hinge=drawn.hinge) if isinstance(drawn, Chord) else connection.element
    what = "hinge" if isinstance(connection.element, Hinge) else "constraint"
    if element.on_coordinates:
        return Closure(connection.name, what, *where, (), Pose(), Pose(), np.zeros((0, 6)))
    ends = system.topology.ends(connection)
    points = [end for end in connection.ends if isinstance(end, Point)]
    F, M = (poses[k] @ number_pose(end.X, state) for k, end in zip(ends[:2], points[:2], strict=True))
    return Closure(connection.name, what, *where, ends, F, M, _wrenches(system, state, element, F.inverse @ M))


def _hinge_closure(
    system: System, state: State, poses: list[Pose], branch: Branch, where: tuple[slice, slice]
) -> Closure:
    """Rows A u of a nonholonomic hinge as rows on its relative motion: u = φ⁺ V, so that a row is A φ⁺ V."""
    form, connection = HingeForm(branch.hinge), branch.connection
    assert connection is not None
    ends, points = system.topology.ends(connection), [end for end in connection.ends if isinstance(end, Point)]
    F, M = (poses[k] @ number_pose(end.X, state) for k, end in zip(ends, points, strict=True))
    known: dict[Any, Any] = dict(zip([*form.q, *form.u], [*state.q[branch.q], *state.u[branch.u]], strict=True))
    known |= {form.t: state.t} | {p: state.parameters.get(p.name, p.value) for p in form.parameters}
    phi, rows = (_evaluated(x, known) for x in (form.phi, jacobian(form.velocity_rows, form.u)))
    turn = F.R.T @ M.R
    modes = np.vstack([turn @ phi[:3], turn @ phi[3:]])
    return Closure(branch.name, "hinge", *where, ends, F, M, rows @ np.linalg.pinv(modes))


def _evaluated(values: Any, known: dict[Any, Any]) -> np.ndarray:
    return np.array(evaluate([as_expr(x) for x in np.ravel(values)], known), dtype=float).reshape(np.shape(values))


def _wrenches(system: System, state: State, element: Constraint, X_FM: Pose) -> np.ndarray:
    """Rows of ∂ḟ/∂(ω, v) of an element at a relative pose."""
    form = ConstraintForm(element)
    known: dict[Any, Any] = dict(zip(form.rel.R.ravel(), X_FM.R.ravel(), strict=True))
    known |= dict(zip(form.rel.p, X_FM.p, strict=True))
    known |= {form.t: state.t} | {p: state.parameters.get(p.name, p.value) for p in form.parameters}
    if element.auxiliary:
        owner = next(c.name for c in system.topology.constraints if c.element is element)
        known |= dict(zip(form.s, state.q[system.layout.q_of[owner]], strict=True))
        known |= dict.fromkeys(form.s_dot, 0.0)
    known |= dict.fromkeys([*form.rel.w, *form.rel.v], 0.0)
    return _evaluated(form.P[:, :6], known)


def _row_scale(
    system: System, state: State, parts: Iterable[Closure], length: float, speed_scale: np.ndarray
) -> np.ndarray:
    sizes: list[float] = []
    P: Any = None
    for part in parts:
        if not part.is_coupling:
            scaled = part.wrenches * np.array([1.0, 1.0, 1.0, length, length, length])
            sizes += [float(x) for x in np.linalg.norm(scaled, axis=1)]
        else:
            P = system.constraint_rows(state)[0] if P is None else P
            sizes += [float(x) for x in np.linalg.norm(P[part.rows] * speed_scale, axis=1)]
    least = 1e-9 * min(1.0, length)
    return np.array([1.0 / size if size > least else 1.0 for size in sizes])


def directions(wrenches: Sequence[np.ndarray], length: float) -> list[tuple[str, ...]]:
    """The directions, in words, that spaces of wrenches (columns, 6 × k each) hold."""
    widest = max((w.shape[1] for w in wrenches), default=0)
    scaled = np.zeros((len(wrenches), 6, widest))
    for k, w in enumerate(wrenches):
        size = w * np.array([1.0, 1.0, 1.0, length, length, length])[:, None]
        scaled[k, :, : w.shape[1]] = size / max(np.abs(size).max(initial=0.0), 1e-300)
    if not scaled.size:
        return [()] * len(wrenches)
    u, values, _ = np.linalg.svd(scaled, full_matrices=False)
    ranks = (values > TOLERANCE * np.maximum(values[:, :1], TOLERANCE)).sum(axis=1)
    return [_in_words(basis[:, :rank]) for basis, rank in zip(u, ranks, strict=True)]


def _in_words(basis: np.ndarray) -> tuple[str, ...]:
    """The directions that an orthonormal basis of wrenches (6 × k) holds."""
    inside = np.linalg.norm(basis, axis=1)
    pure = [k for k in range(6) if inside[k] > 1.0 - TOLERANCE]
    mixed = [k for k in range(6) if TOLERANCE < inside[k] <= 1.0 - TOLERANCE]
    order = (3, 4, 5, 0, 1, 2)
    words = [WORDS[k] for k in order if k in pure]
    left = basis.shape[1] - len(pure)
    if left > 0:
        number = {1: "one combination", 2: "two combinations", 3: "three combinations"}.get(
            left, f"{left} combinations"
        )
        words.append(f"{number} of {listed([WORDS[k] for k in order if k in mixed])}")
    return tuple(words)


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def phrase(words: Sequence[str], loads: bool = False) -> str:
    """Directions as one phrase: "translation along x, y and rotation about z"; with `loads`, forces and moments."""
    kinds = {"translation along": "force along", "rotation about": "moment about"}
    parts = []
    for kind, load in kinds.items():
        axes = [word.rpartition(" ")[2] for word in words if word.startswith(kind)]
        if axes:
            parts.append(f"{load if loads else kind} {', '.join(axes)}")
    rest = [word for word in words if not word.startswith(tuple(kinds))]
    return listed([*parts, *(_as_loads(word) if loads else word for word in rest)])


def _as_loads(word: str) -> str:
    return word.replace("translation along", "force along").replace("rotation about", "moment about")
