r"""Constraint rows on the coordinates and speeds of the tree, from whatever an element was written on.

Implicit constraints (on relative poses) become explicit ones (on q and u) by putting the tree's own relative motion in
their place (S0 (5.3.2)); couplings are explicit already. For each row

$$ g(q, t) = 0 \text{ (holonomic rows)}, \qquad P\,u + P_0 = 0, \qquad P\,\dot u + P_{00} = 0. $$
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import Constraint
from ..contract.constraint_form import ConstraintForm
from ..contract.implicit import ImplicitHinge
from ..expr import array, forward, jacobian, substitute
from ..expr.graph import as_expr
from ..model import Connection
from ..spatial import Relative, matrix, rotation_error
from ..topology import Chord
from .interactions import ends_of
from .tree import Tree


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of one connection. `g` is empty where the condition is on velocities only."""

    name: str
    g: Any
    g_dot: Any
    """g with its time derivative, or the velocity condition: linear in u."""


def rows_of(tree: Tree) -> list[Rows]:
    """The rows of all chords and constraints, in order."""
    found = [_chord(tree, chord) for chord in tree.topology.chords]
    return found + [_constraint(tree, c) for c in tree.topology.constraints]


def _chord(tree: Tree, chord: Chord) -> Rows:
    if chord.kind == "weld":
        rel = tree.relative(
            chord.first,
            tree.links[chord.first - 1].X_BI.inverse,
            chord.second,
            tree.links[chord.second - 1].X_BI.inverse,
        )
        residual = array([*rel.p, *rotation_error(rel.R)])
        return Rows(chord.name, residual, tree.rate(residual))
    return _on_motion(tree, chord.connection, ImplicitHinge(hinge=chord.hinge), ())


def _constraint(tree: Tree, connection: Connection) -> Rows:
    element = connection.element
    assert isinstance(element, Constraint)
    if element.on_coordinates:
        places = tree.topology.layout.couplings[connection.name]
        values = array(element.coupling(tree.q[list(places)], tree.symbols.t)).ravel()
        return Rows(connection.name, values, tree.rate(values))
    extra: tuple[Any, ...] = ()
    if element.auxiliary:
        extra = (tree.q[tree.topology.layout.q_of[connection.name]], tree.u[tree.topology.layout.u_of[connection.name]])
    return _on_motion(tree, connection, element, extra)


def _on_motion(tree: Tree, connection: Connection, element: Constraint, extra: tuple[Any, ...]) -> Rows:
    """A constraint on a relative motion, with the tree's own motion put in place."""
    form = ConstraintForm(element)
    _, _, rel = ends_of(tree, connection)
    names = _names(form, rel, extra)
    names[form.t] = tree.symbols.t
    return Rows(connection.name, _put(form.f, names), _put(form.rows, names))


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


def matrices_of(tree: Tree, g_dot: Any) -> tuple[Any, Any, Any]:
    """(P, P_0, P_00) of velocity rows that are linear in u."""
    u = tree.symbols.u
    if not len(g_dot):
        return np.zeros((0, len(u))), np.zeros(0), np.zeros(0)
    flat = [as_expr(x) for x in g_dot]
    zeros = {s: as_expr(0.0) for s in u}
    p_0 = array(substitute(flat, zeros))
    return jacobian(array(flat), u), p_0, array(forward(flat, tree.motion))
