"""Constraint rows on the coordinates and speeds of the tree, from whatever an element was written on.

Implicit constraints (on relative poses) become explicit ones (on q and u) by putting the tree's own relative motion in
their place (S0 (5.3.6), (5.3.19)); couplings are explicit already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..contract import Constraint
from ..contract.constraint import FrictionTerm
from ..contract.derived.constraint_form import ConstraintForm
from ..contract.derived.implicit_hinge import ImplicitHinge
from ..expr import array, cross, forward_derivatives, jacobian, substitute
from ..expr.graph import as_expr
from ..model import Connection
from ..spatial import Relative, matrix, rotation_error
from ..topology import Branch, Chord
from ..topology.contacts import DrawnContact
from .equations.rows import ConstraintEnds, ConstraintRows
from .interactions import frames_of, frames_of_ends
from .recursion import BodyMotions
from .tree import LinkTree
from .tree_kinematics import TreeKinematics


def constraint_rows_of(kinematics: TreeKinematics) -> list[ConstraintRows]:
    """The rows of all chords, of constraints, and of hinges that restrict velocities, in order."""
    tree = kinematics.tree
    found = [_chord(tree, chord) for chord in tree.topology.chords]
    found += [_constraint(kinematics, c) for c in tree.topology.constraints]
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


def _constraint(kinematics: TreeKinematics, connection: Connection) -> ConstraintRows:
    tree, element = kinematics.tree, connection.element
    assert isinstance(element, Constraint)
    if element.on_coordinates:
        places = tree.topology.layout.couplings[connection.name]
        values = array(element.coupling(tree.q[list(places)], tree.symbols.t)).ravel()
        plain = array(element.coupling(tree.symbols.q[list(places)], tree.symbols.t)).ravel()
        rates = forward_derivatives([as_expr(x) for x in plain], kinematics.plain_motion)
        return ConstraintRows(
            connection.name,
            array([]) if element.holds_rates else values,
            kinematics.rate(values),
            on_speeds=_on_speeds(tree, rates),
            friction=_coupling_friction(kinematics, element, places),
        )
    extra: tuple[Any, ...] = ()
    if element.auxiliary:
        extra = (tree.q[tree.topology.layout.q_of[connection.name]], tree.u[tree.topology.layout.u_of[connection.name]])
    return _on_motion(tree, connection, element, extra)


def _coupling_friction(
    kinematics: TreeKinematics, element: Constraint, places: Sequence[int]
) -> tuple[FrictionTerm, ...]:
    """Friction that follows the multipliers of a condition on coordinates."""
    terms = element.friction_terms()
    if not terms:
        return ()
    form, tree = ConstraintForm(element), kinematics.tree
    rates = kinematics.rate(tree.q[list(places)])
    names = dict(zip([*form.s, *form.s_dot], map(as_expr, [*tree.q[list(places)], *rates]), strict=True))
    return _friction(terms, {**names, form.t: tree.symbols.t})


def _friction(terms: Sequence[FrictionTerm], names: dict[Any, Any]) -> tuple[FrictionTerm, ...]:
    """The same with the tree's own motion put in place."""
    return tuple((row, *_put([coefficient, rate], names)) for row, coefficient, rate in terms)


def shown_outputs(kinematics: TreeKinematics, connection: Connection, own: Any = None) -> dict[str, Any]:
    """Outputs of a constraint at the motion of the tree; its own unknowns are the tree's unless given."""
    tree, element = kinematics.tree, connection.element
    assert isinstance(element, Constraint)
    rel, t = frames_of_ends(tree, connection)[2], tree.symbols.t
    if not element.auxiliary:
        return dict(element.output(rel, t))
    found = tree.q[tree.topology.layout.q_of[connection.name]] if own is None else own
    return dict(element.output(rel, t, element.s(found)))


def put_contact(
    kinematics: TreeKinematics, contact: DrawnContact, values: Sequence[Any], unknowns: tuple[Any, Any] | None = None
) -> Any:
    """Expressions of a contact's form at the motion of the tree; its own unknowns are the tree's unless given."""
    form, tree = contact.form, kinematics.tree
    layout = tree.topology.layout
    if contact.element.of_coordinates:
        q = tree.q[list(layout.couplings[contact.name])]
        return put_contact_coordinates(contact, q, kinematics.rate(q), tree.symbols.t, values)
    rel, own = frames_of_ends(tree, contact.connection)[2], form.rel
    symbols_of = [*own.R.ravel(), *own.p, *own.w, *own.v]
    moved = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
    if contact.element.auxiliary:
        own_q, own_u = unknowns or (tree.q[layout.q_of[contact.name]], tree.u[layout.u_of[contact.name]])
        symbols_of += [*form.q, *form.q_dot]
        moved += [*own_q, *own_u]
    return _put(values, {form.t: tree.symbols.t, **dict(zip(symbols_of, map(as_expr, moved), strict=True))})


def put_contact_coordinates(contact: DrawnContact, q: Any, q_dot: Any, t: Any, values: Sequence[Any]) -> Any:
    """Expressions of the form of a contact on coordinates, at these and their rates."""
    form = contact.form
    names = dict(zip([*form.q, *form.q_dot], map(as_expr, [*q, *q_dot]), strict=True))
    return _put(values, {form.t: t, **names})


def _on_speeds(tree: LinkTree, rates: Any) -> Any:
    """∂/∂u of rates in which prescribed motion is still a symbol."""
    return tree.put(jacobian(array(rates), tree.symbols.u))


def _on_motion(tree: LinkTree, connection: Connection, element: Constraint, extra: tuple[Any, ...]) -> ConstraintRows:
    """A constraint on a relative motion, with the tree's own motion put in place."""
    if len(connection.ends) != 2:
        return _on_motions(tree, connection, element, extra)
    return _rows(tree, connection.name, element, frames_of_ends(tree, connection), extra)


def _rows(
    tree: LinkTree, name: str, element: Constraint, ends: ConstraintEnds, extra: tuple[Any, ...]
) -> ConstraintRows:
    form = ConstraintForm(element)
    names = _names(form, [ends[2]], extra)
    names[form.t] = tree.symbols.t
    directions = _put(form.P, names).reshape(form.P.shape)[:, :6]

    def bias(motion: BodyMotions) -> Any:
        (first, second), (F, M), rel = ends
        rates = tree.relative_rates(first, F, second, M, rel, motion)
        return _put(form.P_00, names) + directions @ array([*rates[0], *rates[1]])

    terms = element.friction_terms()
    acting = _put(form.reactions, names).reshape(form.P.shape)[:, :6] if terms else directions
    g, g_dot = _put(form.f, names), _put(form.rows, names)
    return ConstraintRows(name, g, g_dot, ends, acting, bias=bias, friction=_friction(terms, names))


def _on_motions(tree: LinkTree, connection: Connection, element: Constraint, extra: tuple[Any, ...]) -> ConstraintRows:
    """A constraint on the motions of several ends seen from the first."""
    form, (first, *others) = ConstraintForm(element), tree.topology.ends(connection)
    F, *frames = frames_of(tree, connection)
    motions = [tree.relative(first, F, number, M) for number, M in zip(others, frames, strict=True)]
    names = _names(form, motions, extra)
    names[form.t] = tree.symbols.t
    P = _put(form.P, names).reshape(form.P.shape)
    pairs, whole = [], np.zeros((len(P), 6), dtype=object)
    for k, (number, M, rel) in enumerate(zip(others, frames, motions, strict=True)):
        directions = P[:, 6 * k : 6 * k + 6]
        pairs.append((((first, number), [F, M], rel), directions))
        moments = array([row[:3] + cross(rel.p, row[3:]) for row in directions])
        whole = whole + np.hstack([moments, directions[:, 3:]])
    g, g_dot = _put(form.f, names), _put(form.rows, names)
    return ConstraintRows(connection.name, g, g_dot, directions=array(whole), pairs=tuple(pairs))


class SameFrame(Constraint):
    """Two frames coincide: p = 0 and no rotation between them. Closes a loop whose hinge kept its coordinates."""

    def position(self, rel: Relative, t: Any) -> Any:
        """Distance and rotation."""
        return [*rel.p, *rotation_error(rel.R)]


def _names(form: ConstraintForm, motions: Sequence[Relative], extra: tuple[Any, ...]) -> dict[Any, Any]:
    symbols = [x for rel in form.rels for x in (*rel.R.ravel(), *rel.p, *rel.w, *rel.v)]
    values = [x for rel in motions for x in (*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v)]
    if extra:
        symbols += [*form.s, *form.s_dot]
        values += [*extra[0], *extra[1]]
    return dict(zip(symbols, map(as_expr, values), strict=True))


def _put(values: Any, names: dict[Any, Any]) -> Any:
    entries = array(values)
    return array(substitute([as_expr(x) for x in entries.ravel()], names)) if entries.size else entries
