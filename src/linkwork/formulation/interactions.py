r"""Loads of elements on bodies: forces by virtual work, loads from outside, gravity fields.

A law on a measure ε(R, p) does the work F·δε. With ε̇ = A_ω ω + A_v v, linear in the relative velocity in the axes of
the first end, the wrench on the second end is (Aᵀ_ω F, Aᵀ_v F) at its origin, and the first end gets the reaction
(S0 (3.4.20–21)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import Force, Load, ModelError, relative_symbols
from ..expr import array, cross, jacobian, substitute
from ..expr.graph import as_expr
from ..model import Connection
from ..spatial import Pose, Relative, matrix, tangents, tilde
from .tree import Tree, zero_wrench

Wrench = tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class Action:
    """What one element does: wrenches by body, in internal axes at internal origins, and its power."""

    name: str
    wrenches: dict[int, Wrench]
    power: Any


def actions(tree: Tree) -> list[Action]:
    """The actions of all forces and loads."""
    found = [_force(tree, c) for c in tree.topology.forces]
    return found + [_load(tree, c) for c in tree.topology.loads]


def gravity_field(tree: Tree, gravity: Any) -> Action:
    """Gravity that depends on place and time: g(p, t) at each centre of mass."""
    wrenches: dict[int, Wrench] = {}
    power: Any = 0.0
    for link in tree.links:
        if _is_zero(link.mass):
            continue
        com = link.moment / link.mass
        rel = tree.relative(0, Pose(), link.number, Pose(np.eye(3), com))
        force = link.mass * matrix(gravity(rel.p, tree.symbols.t))
        power = power + rel.v @ force
        own = rel.R.T @ force
        wrenches[link.number] = (cross(com, own), own)
    return Action("gravity", wrenches, power)


def _is_zero(x: Any) -> bool:
    return isinstance(x, float) and x == 0.0


def total(tree: Tree, given: Sequence[Action]) -> list[Wrench]:
    """The sum over all actions, for every body."""
    sums = [zero_wrench() for _ in tree.topology.bodies]
    for action in given:
        for number, (moment, force) in action.wrenches.items():
            n, f = sums[number]
            sums[number] = (n + moment, f + force)
    return sums


def _force(tree: Tree, connection: Connection) -> Action:
    element = connection.element
    assert isinstance(element, Force)
    if len(connection.ends) != 2 or element.states or element.unknowns or element.inputs:
        raise ModelError(
            f"connection {connection.name!r}: {element.kind} needs more than the tree formulation offers yet."
        )
    numbers, frames, rel = ends_of(tree, connection)
    moment, force = _wrench(tree, element, rel)
    power = rel.w @ moment + rel.v @ force
    return Action(connection.name, on_ends(numbers, frames, rel, moment, force), power)


def _wrench(tree: Tree, element: Force, rel: Relative) -> Wrench:
    """(moment, force) on the second end at its origin, in the axes of the first."""
    t = tree.symbols.t
    if element.form == "wrench":
        moment, force = element.call("wrench", {"rel": rel, "t": t})
        return matrix(moment), matrix(force)
    plain, motion = relative_symbols()
    rates = {**dict(zip(plain.R.ravel(), (tilde(plain.w) @ plain.R).ravel(), strict=True))}
    rates |= dict(zip(plain.p, plain.v, strict=True))
    measured: Any
    strength: Any
    if element.form == "energy":
        measured = array([as_expr(element.call("energy", {"rel": plain, "t": t}))])
    else:
        assert element.measured is not None
        measured = array(element.measured.value(plain)).ravel()
    rate = tangents([measured], rates)[0]
    directions = jacobian(rate, array(motion))
    e, e_dot, columns = (_in_motion(x, plain, rel) for x in (measured, rate, directions))
    if element.form == "energy":
        strength = array([-1.0])
    else:
        single = len(e) == 1
        values = {"e": e[0] if single else e, "e_dot": e_dot[0] if single else e_dot, "rel": rel, "t": t}
        strength = array(element.call("law", values)).ravel()
    load = columns.T @ strength
    return load[:3], load[3:]


def _in_motion(values: Any, plain: Relative, rel: Relative) -> Any:
    """Expressions of a plain relative motion, for an actual one."""
    entries = array(values)
    names = [*plain.R.ravel(), *plain.p, *plain.w, *plain.v]
    actual = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
    flat = substitute([as_expr(x) for x in entries.ravel()], dict(zip(names, map(as_expr, actual), strict=True)))
    return array(flat).reshape(entries.shape)


def _load(tree: Tree, connection: Connection) -> Action:
    element = connection.element
    assert isinstance(element, Load)
    (number,), (frame,) = _numbers(tree, connection), _frames(tree, connection)
    rel = tree.relative(0, Pose(), number, frame)
    moment, force = (matrix(x) for x in element.wrench(rel, tree.symbols.t))
    if element.axes == "body":
        moment, force = rel.R @ moment, rel.R @ force
    power = rel.w @ moment + rel.v @ force
    to_internal = frame.R @ rel.R.T
    return Action(connection.name, {number: _at_origin(frame, to_internal @ moment, to_internal @ force)}, power)


def ends_of(tree: Tree, connection: Connection) -> tuple[tuple[int, ...], list[Pose], Relative]:
    """Bodies, frames and relative motion of a connection with two ends."""
    numbers, frames = _numbers(tree, connection), _frames(tree, connection)
    return numbers, frames, tree.relative(numbers[0], frames[0], numbers[1], frames[1])


def on_ends(
    numbers: Sequence[int], frames: Sequence[Pose], rel: Relative, moment: Any, force: Any
) -> dict[int, Wrench]:
    """A wrench on the second end (in the axes of the first, at the second's origin) and its reaction on the first."""
    (first, second), (F, M) = numbers, frames
    result: dict[int, Wrench] = {}
    if second:
        back = M.R @ rel.R.T
        result[second] = _at_origin(M, back @ moment, back @ force)
    if first:
        reaction = -(moment + cross(rel.p, force))
        result[first] = _at_origin(F, F.R @ reaction, F.R @ -force)
    return result


def _at_origin(frame: Pose, moment: Any, force: Any) -> Wrench:
    """A wrench at the origin of a frame, moved to the internal origin; axes are internal already."""
    return moment + cross(frame.p, force), force


def _numbers(tree: Tree, connection: Connection) -> tuple[int, ...]:
    return tree.topology.ends(connection)


def _frames(tree: Tree, connection: Connection) -> list[Pose]:
    return [tree.internal(n, end) for n, end in zip(_numbers(tree, connection), connection.ends, strict=True)]  # type: ignore[arg-type]
