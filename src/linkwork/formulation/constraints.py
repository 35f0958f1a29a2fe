r"""Constraint rows on the coordinates and speeds of the tree, from whatever an element was written on.

Implicit constraints (on relative poses) become explicit ones (on q and u) by putting the tree's own relative motion in
their place (S0 (5.3.6), (5.3.19)); couplings are explicit already. For each row

$$ g(q, t) = 0 \text{ (holonomic rows)}, \qquad P\,u + P_0 = 0, \qquad P\,\dot u + P_{00} = 0. $$
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..contract import Constraint
from ..contract.derived.constraint_form import ConstraintForm
from ..contract.derived.implicit_hinge import ImplicitHinge
from ..expr import array, forward_derivatives, jacobian, substitute
from ..expr.graph import as_expr
from ..model import Connection
from ..spatial import Pose, Relative, matrix, rotation_error
from ..topology import Branch, Chord
from .interactions import frames_of_ends
from .links import Symbols
from .tree import LinkTree

ConstraintEnds = tuple[tuple[int, ...], list[Pose], Relative]


@dataclass(frozen=True, eq=False)
class ConstraintRows:
    """The rows of one connection. `g` is empty where the condition is on velocities only."""

    name: str
    g: Any
    g_dot: Any
    """The rate of g, or the velocity condition: linear in u."""
    ends: ConstraintEnds | None = None
    """Bodies, frames and relative motion it was written on; None for a coupling."""
    directions: Any = None
    """∂g_dot/∂(ω, v) of that motion (rows × 6): the wrench of a multiplier on the second end, by virtual work."""
    on_speeds: Any = None
    """∂g_dot/∂u of a condition on coordinates (rows × speeds), with the columns of prescribed speeds."""


def constraint_rows_of(tree: LinkTree) -> list[ConstraintRows]:
    """The rows of all chords, of constraints, and of hinges that restrict velocities, in order."""
    found = [_chord(tree, chord) for chord in tree.topology.chords]
    found += [_constraint(tree, c) for c in tree.topology.constraints]
    return found + [_hinge(tree, branch) for branch in tree.topology.restricting]


def _hinge(tree: LinkTree, branch: Branch) -> ConstraintRows:
    """What a nonholonomic hinge forbids on velocity level. Its load is part of the hinge's own."""
    names, hinge = tree.symbols, branch.hinge
    rows, plain = (
        array(hinge.velocity(hinge.q(q[branch.q]), hinge.u(u[branch.u]), names.t)).ravel()
        for q, u in ((tree.q, tree.u), (names.q, names.u))
    )
    return ConstraintRows(branch.name, array([]), rows, on_speeds=_on_speeds(tree, plain))


def _chord(tree: LinkTree, chord: Chord) -> ConstraintRows:
    if chord.kind == "weld":
        frames = [tree.links[k - 1].X_BI.inverse for k in (chord.first, chord.second)]
        rel = tree.relative(chord.first, frames[0], chord.second, frames[1])
        return _rows(tree, chord.name, SameFrame(), ((chord.first, chord.second), frames, rel), ())
    return _on_motion(tree, chord.connection, ImplicitHinge(hinge=chord.hinge), ())


def _constraint(tree: LinkTree, connection: Connection) -> ConstraintRows:
    element = connection.element
    assert isinstance(element, Constraint)
    if element.on_coordinates:
        places = tree.topology.layout.couplings[connection.name]
        values = array(element.coupling(tree.q[list(places)], tree.symbols.t)).ravel()
        plain = array(element.coupling(tree.symbols.q[list(places)], tree.symbols.t)).ravel()
        rates = forward_derivatives([as_expr(x) for x in plain], tree.plain_motion)
        return ConstraintRows(connection.name, values, tree.rate(values), on_speeds=_on_speeds(tree, rates))
    extra: tuple[Any, ...] = ()
    if element.auxiliary:
        extra = (tree.q[tree.topology.layout.q_of[connection.name]], tree.u[tree.topology.layout.u_of[connection.name]])
    return _on_motion(tree, connection, element, extra)


def _on_speeds(tree: LinkTree, rates: Any) -> Any:
    """∂/∂u of rates in which prescribed motion is still a symbol."""
    return tree.put(jacobian(array(rates), tree.symbols.u))


def _on_motion(tree: LinkTree, connection: Connection, element: Constraint, extra: tuple[Any, ...]) -> ConstraintRows:
    """A constraint on a relative motion, with the tree's own motion put in place."""
    return _rows(tree, connection.name, element, frames_of_ends(tree, connection), extra)


def _rows(
    tree: LinkTree, name: str, element: Constraint, ends: ConstraintEnds, extra: tuple[Any, ...]
) -> ConstraintRows:
    form = ConstraintForm(element)
    names = _names(form, ends[2], extra)
    names[form.t] = tree.symbols.t
    directions = _put(form.P, names).reshape(form.P.shape)[:, :6]
    return ConstraintRows(name, _put(form.f, names), _put(form.rows, names), ends, directions)


class SameFrame(Constraint):
    """Two frames coincide: p = 0 and no rotation between them. Closes a loop whose hinge kept its coordinates."""

    def position(self, rel: Relative, t: Any) -> Any:
        """Distance and rotation."""
        return [*rel.p, *rotation_error(rel.R)]


def _names(form: ConstraintForm, rel: Relative, extra: tuple[Any, ...]) -> dict[Any, Any]:
    plain = form.rel
    symbols = [*plain.R.ravel(), *plain.p, *plain.w, *plain.v]
    values = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
    if extra:
        symbols += [*form.s, *form.s_dot]
        values += [*extra[0], *extra[1]]
    return dict(zip(symbols, map(as_expr, values), strict=True))


def _put(values: Any, names: dict[Any, Any]) -> Any:
    entries = array(values)
    return array(substitute([as_expr(x) for x in entries.ravel()], names)) if entries.size else entries


class HasRates(Protocol):
    """What has symbols that change in time: a tree, or equations."""

    @property
    def symbols(self) -> Symbols:
        """The symbols."""

    @property
    def motion(self) -> dict[Any, Any]:
        """Their rates at constant speeds."""


def matrices_of(moving: HasRates, g_dot: Any) -> tuple[Any, Any, Any]:
    """(P, P_0, P_00) of velocity rows that are linear in u."""
    u = moving.symbols.u
    if not len(g_dot):
        return np.zeros((0, len(u))), np.zeros(0), np.zeros(0)
    flat = [as_expr(x) for x in g_dot]
    zeros = {s: as_expr(0.0) for s in u}
    p_0 = array(substitute(flat, zeros))
    return jacobian(array(flat), u), p_0, array(forward_derivatives(flat, moving.motion))
