"""The constraint rows of a tree at a state: chords, constraints, and hinges that restrict velocities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..consistency import number_pose, typical_length
from ..contract import HingeForm
from ..contract.derived.constraint_form import ConstraintForm
from ..contract.derived.implicit_hinge import ImplicitHinge
from ..expr import jacobian
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.equations.rows import ConstraintRows
from ..formulation.loads import load_names
from ..model import Connection, Point
from ..results import State
from ..spatial import Pose
from ..topology import Branch, Chord
from .asked_once import asked_once
from .row_table import Closure, RowTable, SystemRows, kind_of_rows, sizes_of, sound_sizes


@dataclass(frozen=True, eq=False)
class TreeRows(SystemRows):
    """Those of chords, constraints, and hinges that restrict velocities."""

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.system.equations.rows.count)

    def table(self, state: State) -> RowTable:
        """Which connection every row belongs to, its size and its wrench."""
        return tree_rows(self.system, state)

    @property
    def have_friction(self) -> bool:
        """Whether multipliers of some rows pull friction along."""
        return bool(self.system.equations.rows.friction)

    @property
    def load_names(self) -> tuple[str, ...]:
        """Connections that carry loads."""
        return tuple(load_names(self.system.equations.origin.of_tree("loads").dynamics))

    @property
    def are_seen(self) -> bool:
        """Whether multipliers pull friction along."""
        return bool(self.system.equations.rows.friction)


@asked_once
def _forms(system: Any) -> dict[str, ConstraintForm]:
    """Symbolic forms of constraints that were asked for."""
    return {}


def tree_rows(system: Any, state: State) -> RowTable:
    """The rows of a tree at a state."""
    parts = _parts(system, state)
    length = typical_length(system, state)
    sizes: list[np.ndarray] = [np.zeros(0)]
    P: Any = None
    for part in parts:
        if part.is_coupling:
            P = system.constraint_rows(state)[0] * system.chart.scales(length)[0] if P is None else P
            sizes.append(np.linalg.norm(P[part.rows], axis=1))
        else:
            sizes.append(sizes_of(part.wrenches, length))
    holonomic = [k for part in parts if part.g.stop > part.g.start for k in range(part.rows.start, part.rows.stop)]
    starts = np.array([part.rows.start for part in parts], dtype=np.int64)
    of_all = sound_sizes(np.concatenate(sizes), length)
    return RowTable(starts, of_all, np.array(holonomic, dtype=np.int64), parts.__getitem__)


def _parts(system: Any, state: State) -> list[Closure]:
    poses = poses_of(system, state) if system.equations.rows.by_connection else []
    parts: list[Closure] = []
    row, g = 0, 0
    topology = system.topology
    drawn: list[Chord | Connection | Branch] = [*topology.chords, *topology.constraints, *topology.restricting]
    # Constraints of equations that were derived by hand belong to nothing that was drawn.
    owners: Sequence[Chord | Connection | Branch | None] = drawn or [None] * len(system.equations.rows.by_connection)
    for rows, owner in zip(system.equations.rows.by_connection, owners, strict=True):
        count, held = len(rows.g_dot), len(rows.g)
        where = (slice(row, row + count), slice(g, g + held))
        if owner is None:
            parts.append(_written(rows, where))
        elif isinstance(owner, Branch):
            parts.append(_hinge_closure(system, state, poses, owner, where))
        else:
            parts += _levels(_closure(system, state, poses, owner, where))
        row, g = row + count, g + held
    return parts


def _levels(part: Closure) -> list[Closure]:
    """Rows of positions, and conditions on velocities behind them, as parts of their own."""
    held, rows = part.g.stop - part.g.start, part.rows
    if held in (0, rows.stop - rows.start):
        return [part]
    cut, none = rows.start + held, slice(part.g.stop, part.g.stop)
    first = replace(part, rows=slice(rows.start, cut), wrenches=part.wrenches[:held])
    return [first, replace(part, rows=slice(cut, rows.stop), g=none, wrenches=part.wrenches[held:])]


def poses_of(system: Any, state: State) -> list[Pose]:
    """The frames of all bodies in the world, the ground first."""
    found = system.functions.at("body_poses", state)
    return [Pose(r, p) for r, p in zip(np.asarray(found.R), np.asarray(found.p), strict=True)]


def _written(rows: ConstraintRows, where: tuple[slice, slice]) -> Closure:
    """Rows that nobody drew: a constraint on coordinates of equations that were derived by hand."""
    return Closure(rows.name, "constraint", *where, (), Pose(), Pose(), np.zeros((0, 6)))


def _closure(
    system: Any, state: State, poses: list[Pose], drawn: Chord | Connection, where: tuple[slice, slice]
) -> Closure:
    if isinstance(drawn, Chord) and drawn.kind == "weld":
        first, second = drawn.first, drawn.second
        wrenches = np.zeros((6, 6))
        wrenches[:3, 3:] = wrenches[3:, :3] = np.eye(3)
        return Closure(drawn.name, "joint", *where, (first, second), poses[first], poses[second], wrenches)
    connection = drawn.connection if isinstance(drawn, Chord) else drawn
    form = _form(system, drawn)
    what = kind_of_rows(connection.element)
    if form.constraint.on_coordinates:
        return Closure(connection.name, what, *where, (), Pose(), Pose(), np.zeros((0, 6)))
    ends = system.topology.ends(connection)
    points = [end for end in connection.ends if isinstance(end, Point)]
    F, *others = (poses[k] @ number_pose(end.X_held, state) for k, end in zip(ends, points, strict=True))
    found = _wrenches(system, state, form, [F.inverse @ M for M in others])
    if len(others) == 1:
        return Closure(connection.name, what, *where, ends, F, others[0], found[0])
    arms = [F.R.T @ (M.p - F.p) for M in others]
    moved = [np.hstack([w[:, :3] + np.cross(p, w[:, 3:]), w[:, 3:]]) for p, w in zip(arms, found, strict=True)]
    return Closure(connection.name, what, *where, ends, F, F, np.sum(moved, axis=0))


def _hinge_closure(system: Any, state: State, poses: list[Pose], branch: Branch, where: tuple[slice, slice]) -> Closure:
    """Rows A u of a nonholonomic hinge as rows on its relative motion: u = φ⁺ V, so that a row is A φ⁺ V."""
    form, connection = HingeForm(branch.hinge), branch.connection
    assert connection is not None
    ends, points = system.topology.ends(connection), [end for end in connection.ends if isinstance(end, Point)]
    F, M = (poses[k] @ number_pose(end.X_held, state) for k, end in zip(ends, points, strict=True))
    known: dict[Any, Any] = dict(zip([*form.q, *form.u], [*state.q[branch.q], *state.u[branch.u]], strict=True))
    known |= {form.t: state.t} | {p: state.parameters.get(p.name, p.value) for p in form.parameters}
    phi, rows = (_evaluated(x, known) for x in (form.phi, jacobian(form.velocity_rows, form.u)))
    turn = F.R.T @ M.R
    modes = np.vstack([turn @ phi[:3], turn @ phi[3:]])
    return Closure(branch.name, "joint", *where, ends, F, M, rows @ np.linalg.pinv(modes))


def _evaluated(values: Any, known: dict[Any, Any]) -> np.ndarray:
    return np.array(evaluate([as_expr(x) for x in np.ravel(values)], known), dtype=float).reshape(np.shape(values))


def _form(system: Any, drawn: Chord | Connection) -> ConstraintForm:
    """What is derived of a constraint, or of a hinge as one: once for every system."""
    forms = _forms(system)
    if drawn.name not in forms:
        element: Any = ImplicitHinge(hinge=drawn.hinge) if isinstance(drawn, Chord) else drawn.element
        forms[drawn.name] = ConstraintForm(element)
    return forms[drawn.name]


def _wrenches(system: Any, state: State, form: ConstraintForm, poses: Sequence[Pose]) -> list[np.ndarray]:
    """Rows of ∂ḟ/∂(ω, v) of an element at relative poses of its ends, for each end after the first."""
    element = form.constraint
    known: dict[Any, Any] = {}
    for rel, X_FM in zip(form.rels, poses, strict=True):
        known |= dict(zip(rel.R.ravel(), X_FM.R.ravel(), strict=True)) | dict(zip(rel.p, X_FM.p, strict=True))
        known |= dict.fromkeys([*rel.w, *rel.v], 0.0)
    known |= {form.t: state.t} | {p: state.parameters.get(p.name, p.value) for p in form.parameters}
    if element.auxiliary:
        owner = next(c.name for c in system.topology.constraints if c.element is element)
        known |= dict(zip(form.s, state.q[system.layout.q_of[owner]], strict=True))
        known |= dict.fromkeys(form.s_dot, 0.0)
    found = _evaluated(form.P[:, : 6 * len(poses)], known)
    return np.split(found, len(poses), axis=1)
