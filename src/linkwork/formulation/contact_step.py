r"""What a step over impacts reads of a tree, all points of contacts being closed and sticking: their rows, their laws.

A run that goes from event to event switches rows on and off. Here the switches are put in as numbers, so that
P, P_0 and P_00 hold the rows of every point, and it is the step that decides which of them act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract.contact import SWITCHES
from ..expr import array, jacobian, substitute, where, zeros
from ..expr.graph import as_expr
from ..model import Point
from ..topology.contacts import WITHIN, DrawnContact
from .equations.constrained_dynamics import normalising
from .tree_equations import TreeEquations

WITHOUT_EDGES = 1e300
"""How far a point is inside a face without edges."""
_ON = ("closed", "stick")


def chart_state(e: TreeEquations) -> dict[str, Any]:
    """q and u with prescribed ones at their values for the time, Euler parameters brought to length one."""
    k = e.kinematics
    shift = normalising(k.invariants, k.invariants_q, len(k.symbols.q))
    return {"q_there": array(k.q) - shift, "u_there": array(k.u)}


def contact_place(e: TreeEquations) -> dict[str, Any]:
    """What depends on the place alone: M, P, residuals g of all rows, how far each point is inside its face's edges."""
    inside = []
    for contact in e.channels.contacts:
        has_edges = contact.form.margins_within is not None
        inside += [e.channels[f"{p.label}.{WITHIN}"] if has_edges else WITHOUT_EDGES for p in contact.points]
    P, g = _all_on(e, e.rows.matrices[0]), _all_on(e, e.rows.g)
    return {"M": e.dynamics.M, "P": P, "g": g, "inside": array(inside)}


def contact_motion(e: TreeEquations) -> dict[str, Any]:
    """What depends on speeds and laws: h, P_0, P_00, prescribed u̇, ż; μ of stick and slip, e, whether a point acts."""
    k = e.kinematics
    u_dot = zeros(len(k.symbols.u))
    for place, rate in k.prescribed_rates.items():
        u_dot[place] = rate
    laws: dict[str, list[Any]] = {"mu_stick": [], "mu_slip": [], "restitution": [], "acts": []}
    for contact in e.channels.contacts:
        element, put = contact.element, e.channels.put_contact(contact)
        mu, static, acts = element.friction, element.static_friction, element.active
        for number, point in enumerate(contact.points):
            slides = len(point.slips) > 0 and callable(mu)
            slip = mu(put([contact.form.speed(number)])[0]) if slides else 0.0 if callable(mu) else mu
            laws["mu_slip"].append(slip)
            laws["mu_stick"].append(static if static is not None else mu(0.0) if callable(mu) else mu)
            laws["restitution"].append(element.restitution)
            laws["acts"].append(1.0 if acts is None else where(as_expr(acts) > 0.5, 1.0, 0.0))
    P_0, P_00 = (_all_on(e, x) for x in e.rows.matrices[1:])
    rates = {"h": e.dynamics.h, "P_0": P_0, "P_00": P_00, "u_dot": u_dot, "z_dot": e.laws.z_dot}
    return {**rates, **{name: array(values) for name, values in laws.items()}}


def contact_points(e: TreeEquations) -> dict[str, Any]:
    """Of every point its place, its normal and its directions of sliding, in the world (points × 12).

    Zeros where a contact has none: of contacts on coordinates, and of what goes one way.
    """
    rows: list[Any] = []
    for contact in e.channels.contacts:
        if contact.element.of_coordinates or contact.element.one_way:
            rows += [[0.0] * 12 for _ in contact.points]
            continue
        form, put = contact.form, e.channels.put_contact(contact)
        given, (R, p) = form.given_point, _first_frame(e, contact)
        for k, point in enumerate(contact.points):
            place = form.rel.p if given is None else array(given).reshape(-1, 3)[k]
            # Sliding speeds are linear in the velocity, so that their slopes are the directions.
            along = jacobian(array(form.slips[k]), form.rel.v).ravel() if len(point.slips) else ()
            parts = array(put([*place, *form.normals[k], *along])).reshape(-1, 3)
            turned = [R @ part for part in parts] + [zeros(3)] * (4 - len(parts))
            rows.append([*(p + turned[0]), *(x for part in turned[1:] for x in part)])
    return {"values": array(rows)}


def _first_frame(e: TreeEquations, contact: DrawnContact) -> tuple[Any, Any]:
    """(R, p) of the first end of a contact in the world."""
    end = contact.connection.ends[0]
    assert isinstance(end, Point)
    if end.body.is_ground:
        return array(end.X.R), array(end.X.p)
    R, p = e.channels[f"{end.body.name}.rotation"], e.channels[f"{end.body.name}.position"]
    return R @ array(end.X.R), p + R @ array(end.X.p)


def _all_on(e: TreeEquations, values: Any) -> Any:
    """Expressions with every point closed and sticking, held by nothing else."""
    entries = array(values)
    points = [point for contact in e.channels.contacts for point in contact.points]
    on = {point.switch(name): float(name in _ON) for point in points for name in SWITCHES}
    known: dict[Any, float] = {p: on[p.name] for p in e.parameters if p.name in on}
    flat: Sequence[Any] = [as_expr(x) for x in entries.ravel()]
    return array(substitute(flat, known)).reshape(entries.shape)
