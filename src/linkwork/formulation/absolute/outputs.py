r"""What is asked of a kind of element, as traced functions with exact derivatives.

| function | gives |
|---|---|
| `element_rates` | forces Q, residuals g, rows ψ on velocity level, P_00 on acceleration level |
| `residual` | $r = \dot\pi - Q - B^T\lambda$ (π its own momenta), rows: g, or c₃ψ for conditions on velocities |
| `balance` | r and $c = A a + P_{00}$ at given accelerations and multipliers |
| `saddle` | M, A, B, and r, Q, g, ψ, P_00 without accelerations: what accelerations follow from |
| `tangent` | the same with $c_1 r_u + c_2 r_q$, B, and the derivative of the rows |
| `weak`, `weak_slopes` | a sum of $\pi + B^T\mu$, $\Phi = \dot B^T\mu$ and Q, and ψ: the integrand of S3 Eq. 10 |
| `weak_rows` | g and B at the ends of elements in time |
| `slopes` | r, g, ψ and $c = A a + P_{00}$ at given accelerations with all derivatives, for linear systems |
| `data_slopes` | derivatives of r, g, ψ, c by time and the element's numbers, and of what makes unknowns known |
| `multiplier_load` | the wrench of multipliers on the second end |
| `load_slopes`, `energy_slopes`, `stored_slopes`, `shown_slopes` | the value with all derivatives |
| `friction_power` | what friction that follows its multipliers gives the motion |
| `energy` | the kinetic energy of its own |
| `stored` | the energy that it holds and can give back |
| `unknowns` | the residual that makes unknowns known, with its derivatives |
| `element_outputs` | its outputs |
| `margins` | of points of contacts: positive while they may go on as they are |
| `kinks`, `kink_slopes` | functions whose sign changes where its law changes branch; the same with all derivatives |
| `element_suspects` | all that it measures, is given and gives, part by part, to see what is not finite |

B is A = ∂ψ/∂u but for contacts that slide, whose multipliers pull friction along (`ElementRows.reactions`).
Derivatives are by spatial rotations and displacements ("q") and by velocities ("u"). Matrices are lists of the
entries that are not zero by structure; `Entries` says where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...contract.contact import SWITCHES
from ...contract.derived.contact_form import point_switch
from ...expr import array, jacobian, symbols, zeros
from ...topology.contact_margins import margins_of
from ...topology.contacts import DrawnContact, acting_contacts, contact_channels, contact_force_channels
from ..constraints import put_contact, put_contact_coordinates
from ..suspects import Suspect, acting, holding
from .kind import ElementKind
from .traced_blocks import TracedBlocks, kind_inputs, traced_blocks
from .unknown_coupling import CoupledUnknowns


def contact_of_kind(kind: ElementKind) -> DrawnContact | None:
    """The contact whose closed points are the rows of a kind; None for everything else."""
    if kind.modal is not None:
        return None
    own = kind.model.connections["element"]
    if isinstance(own.element, CoupledUnknowns):
        own = replace(own, element=own.element.condition)
    return next(iter(acting_contacts([own])), None)


def put_in_kind(kind: ElementKind, contact: DrawnContact, values: Sequence[Any]) -> Any:
    """Expressions of a contact's form at the motion of the bodies of a kind, in world axes, or at own unknowns."""
    own = kind.model.connections["element"].element
    if not isinstance(own, CoupledUnknowns):
        return kind.motion.put(put_contact(kind.equations.kinematics, contact, values))
    s, s_dot = kind.motion.own
    q = own.coordinates(s, kind.motion.t)
    return put_contact_coordinates(contact, q, own.rates(s, s_dot, kind.motion.t, q), kind.motion.t, values)


def margins(kind: ElementKind) -> TracedBlocks:
    """All margins of all points, in the order of `margins_of`, and sliding speeds of those that follow these."""
    contact = contact_of_kind(kind)
    assert contact is not None
    put = partial(put_in_kind, kind, contact)
    lam, grip = symbols("lam", len(kind.rows)), symbols("grip", sum(len(point.slips) for point in contact.points))
    channels = contact_channels(contact, put) | contact_force_channels(contact, lam, grip, put)
    for point in contact.points:
        channels |= {point.switch(name): point_switch(contact.form, point.number, name) for name in SWITCHES}
    values = array([margin(channels) for margin in margins_of([contact])])
    pairs = [point for point in contact.points if len(point.slips) == 2]
    following = [point_switch(contact.form, p.number, "follow") * x for p in pairs for x in channels[f"{p.label}.slip"]]
    vectors = {"margins": values, "following": array(following)}
    return traced_blocks(f"{kind.label}_margins", kind_inputs(kind, lam=lam, grip=grip), vectors, {})


WEAK_WEIGHTS = 6
"""Of π, Φ and F; and by how much places, velocities and accelerations that do not turn move with an unknown."""


def _solved_rows(kind: ElementKind, factor: Any) -> Any:
    if not len(kind.rows.g):
        return kind.rows.psi * factor
    return array(
        [
            g if plain else psi * factor
            for g, psi, plain in zip(kind.rows.g, kind.rows.psi, kind.rows.is_holonomic, strict=True)
        ]
    )


def element_rates(kind: ElementKind) -> TracedBlocks:
    """Q, g, ψ, P_00."""
    vectors = {"Q": kind.forces.Q, "g": kind.rows.g, "psi": kind.rows.psi, "P_00": kind.rows.P_00}
    return traced_blocks(f"{kind.label}_rates", kind_inputs(kind), vectors, {})


def _balance(kind: ElementKind, lam: Any, a: Any) -> Any:
    """r = π̇ − Q − Bᵀλ."""
    r = -kind.forces.Q - (kind.rows.reactions.T @ lam if kind.rows else 0.0)
    return array(r + kind.forces.inertia(a) if kind.forces.have_inertia else r)


def _residual(kind: ElementKind) -> tuple[dict[str, Any], dict[str, Any]]:
    lam, c, a = symbols("lam", len(kind.rows)), symbols("c", 4), symbols("a", len(kind.motion.u))
    inputs = kind_inputs(kind, **({"a": a} if kind.forces.have_inertia else {}), lam=lam, c=c)
    return inputs, {"r": _balance(kind, lam, a), "rows": _solved_rows(kind, c[3])}


def residual(kind: ElementKind) -> TracedBlocks:
    """r and the rows that are solved."""
    return traced_blocks(f"{kind.label}_residual", *_residual(kind), {})


def balance(kind: ElementKind) -> TracedBlocks:
    """r and c."""
    lam, a = symbols("lam", len(kind.rows)), symbols("a", len(kind.motion.u))
    values = {"r": _balance(kind, lam, a)} | ({"c": _row_rates(kind, a)} if kind.rows else {})
    return traced_blocks(f"{kind.label}_balance", kind_inputs(kind, lam=lam, a=a), values, {})


def _row_rates(kind: ElementKind, a: Any) -> Any:
    """c = A a + P_00."""
    return array(kind.rows.A @ a + kind.rows.P_00)


def saddle(kind: ElementKind) -> TracedBlocks:
    """The matrix of accelerations and multipliers, with all that stands right of it."""
    lam, a = symbols("lam", len(kind.rows)), symbols("a", len(kind.motion.u))
    r = _balance(kind, lam, array(zeros(len(a))))
    vectors = {"r": r, "Q": kind.forces.Q, "g": kind.rows.g, "psi": kind.rows.psi, "P_00": kind.rows.P_00}
    matrices = {"rows_x": kind.rows.A, "reactions": kind.rows.reactions}
    if kind.forces.have_inertia:
        matrices["r_x"] = jacobian(array(kind.forces.inertia(a)), a)
    if len(kind.sight.symbols):
        matrices["r_lam"] = -jacobian(r, kind.sight.symbols)
    return traced_blocks(f"{kind.label}_saddle", kind_inputs(kind, lam=lam), vectors, matrices)


def tangent(kind: ElementKind) -> TracedBlocks:
    """The same with derivatives."""
    inputs, vectors = _residual(kind)
    r, c = vectors["r"], inputs["c"]
    seen = kind.sight.symbols
    slopes = c[1] * kind.unknowns.by_u(r) + c[2] * kind.unknowns.by_q(r)
    if kind.forces.have_inertia:
        slopes = slopes + c[0] * jacobian(r, inputs["a"])
    rows = array(kind.rows.A).copy()
    if not kind.rows.is_holonomic.all():
        on_speeds = ~kind.rows.is_holonomic
        rows[on_speeds] = rows[on_speeds] + c[3] * kind.unknowns.by_q(kind.rows.psi[on_speeds])
    matrices = {"r_x": slopes, "rows_x": rows, "reactions": kind.rows.reactions}
    if len(seen):
        # Unknowns of the matrix are −λ.
        matrices["r_lam"] = -jacobian(r, seen)
    return traced_blocks(f"{kind.label}_tangent", inputs, vectors, matrices)


def direction_matrix(bodies: int, size: int, turn: Any, factor: Any) -> Any:
    """The matrix of a change of unknowns: 3 × 3 for the rotation of every body, a factor for everything else."""
    result = array(np.zeros((size, size)) + factor * np.eye(size))
    for k in range(bodies):
        result[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = array(turn[9 * k : 9 * k + 9]).reshape(3, 3)
    return result


def weak_sum(weights: Any, pi: Any, phi: Any, force: Any) -> Any:
    """w₀ π + w₁ Φ + w₂ F."""
    return array(weights[0] * array(pi) + weights[1] * array(phi) + weights[2] * array(force))


def _weak(kind: ElementKind) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """(inputs, vectors, Ḃ); accelerations are among the inputs where B depends on velocities."""
    mu, weights, a = symbols("mu", len(kind.rows)), symbols("weights", WEAK_WEIGHTS), symbols("a", len(kind.motion.u))
    pi = phi = array(zeros(len(kind.motion.u)))
    rates, force = kind.rows.reaction_rates(a), kind.forces.Q
    if kind.forces.have_inertia:
        pi, force = pi + kind.forces.momentum, force + kind.forces.bias
    if kind.rows:
        pi, phi = pi + kind.rows.reactions.T @ mu, rates.T @ mu
    vectors = {"r": weak_sum(weights, pi, phi, force), "psi": kind.rows.psi}
    changing = {"a": a} if kind.rows.turn_with_speed else {}
    return kind_inputs(kind, mu=mu, weights=weights, **changing), vectors, rates


def weak(kind: ElementKind) -> TracedBlocks:
    """w₀ π + w₁ Φ + w₂ Q, and ψ."""
    return traced_blocks(f"{kind.label}_weak", *_weak(kind)[:2], {})


def weak_slopes(kind: ElementKind) -> TracedBlocks:
    """The same with derivatives along a change of places, velocities and accelerations, and by μ."""
    inputs, vectors, rates = _weak(kind)
    bodies, size, weights = len(kind.layout.bodies), len(kind.motion.u), inputs["weights"]
    turn, spin = symbols("turn", 9 * bodies), symbols("spin", 9 * bodies)
    place, speed = direction_matrix(bodies, size, turn, weights[3]), direction_matrix(bodies, size, spin, weights[4])
    r, psi = vectors["r"], vectors["psi"]
    matrices = {"r_x": kind.unknowns.by_q(r) @ place + kind.unknowns.by_u(r) @ speed}
    directions = {"turn": turn, "spin": spin}
    if "a" in inputs:
        directions["swing"] = symbols("swing", 9 * bodies)
        rate = direction_matrix(bodies, size, directions["swing"], weights[5])
        matrices["r_x"] = matrices["r_x"] + jacobian(r, inputs["a"]) @ rate
    if kind.rows:
        matrices["mu_r"] = weights[0] * kind.rows.reactions + weights[1] * rates
        matrices["psi_x"] = kind.unknowns.by_q(psi) @ place + kind.rows.A @ speed
    return traced_blocks(f"{kind.label}_weak_slopes", {**inputs, **directions}, vectors, matrices)


def weak_rows(kind: ElementKind) -> TracedBlocks:
    """g with its slopes along a change of places, and B."""
    bodies, weights = len(kind.layout.bodies), symbols("weights", WEAK_WEIGHTS)
    turn = symbols("turn", 9 * bodies)
    place = direction_matrix(bodies, len(kind.motion.u), turn, weights[3])
    matrices = {"g_x": kind.rows.A @ place, "reactions": kind.rows.reactions}
    inputs = kind_inputs(kind, weights=weights, turn=turn)
    return traced_blocks(f"{kind.label}_weak_rows", inputs, {"g": kind.rows.g}, matrices)


def slopes(kind: ElementKind) -> TracedBlocks:
    """r, rows and their rates with all derivatives."""
    lam, a = symbols("lam", len(kind.rows)), symbols("a", len(kind.motion.u))
    r = _balance(kind, lam, a)
    vectors: dict[str, Any] = {"r": r, "g": kind.rows.g, "psi": kind.rows.psi}
    matrices: dict[str, Any] = {"r_q": kind.unknowns.by_q(r), "r_u": kind.unknowns.by_u(r), "M": jacobian(r, a)}
    if len(kind.sight.symbols):
        matrices["r_lam"] = jacobian(r, kind.sight.symbols)
    if kind.rows:
        c = _row_rates(kind, a)
        matrices |= {
            "A": kind.rows.A,
            "reactions": kind.rows.reactions,
            "psi_q": kind.unknowns.by_q(kind.rows.psi),
            "c_q": kind.unknowns.by_q(c),
            "c_u": jacobian(c, kind.motion.u),
        }
    return traced_blocks(f"{kind.label}_slopes", kind_inputs(kind, lam=lam, a=a), vectors, matrices)


def data_slopes(kind: ElementKind) -> TracedBlocks:
    """r, the derivatives of r, g, ψ and c by (t, numbers), and by unknowns, with those of the residual R of these."""
    lam, a = symbols("lam", len(kind.rows)), symbols("a", len(kind.motion.u))
    by, values = array([kind.motion.t, *kind.data]), {"r": _balance(kind, lam, a)}
    if kind.rows:
        values |= {"g": array(kind.rows.g), "psi": array(kind.rows.psi), "c": _row_rates(kind, a)}
    matrices = {f"{name}_d": jacobian(value, by) for name, value in values.items() if len(value)}
    if kind.unknowns:
        own = kind.unknowns.residual
        matrices |= {"r_s": jacobian(values["r"], kind.unknowns.s), "R_s": own["R_s"], "R_d": jacobian(own["R"], by)}
    return traced_blocks(f"{kind.label}_data_slopes", kind_inputs(kind, lam=lam, a=a), {"r": values["r"]}, matrices)


def multiplier_load(kind: ElementKind) -> TracedBlocks:
    """Wrench of the multipliers on the second end, in the axes of the first."""
    lam = symbols("lam", len(kind.rows))
    return traced_blocks(f"{kind.label}_load", kind_inputs(kind, lam=lam), {"wrench": kind.rows.directions.T @ lam}, {})


def friction_power(kind: ElementKind) -> TracedBlocks:
    """λ·(B − A) u."""
    lam = symbols("lam", len(kind.rows))
    power = lam @ ((kind.rows.reactions - kind.rows.A) @ kind.motion.u)
    return traced_blocks(f"{kind.label}_friction_power", kind_inputs(kind, lam=lam), {"power": array([power])}, {})


def energy(kind: ElementKind) -> TracedBlocks:
    """Kinetic energy of its own, and that of gravity."""
    values = array([kind.forces.kinetic, kind.forces.potential])
    return traced_blocks(f"{kind.label}_energy", kind_inputs(kind), {"energy": values}, {})


def stored(kind: ElementKind) -> TracedBlocks:
    """The energy that a force element holds, of one that has such."""
    return traced_blocks(f"{kind.label}_stored", kind_inputs(kind), {"stored": kind.forces.stored}, {})


def unknowns(kind: ElementKind) -> TracedBlocks:
    """R and its derivatives, as full matrices."""
    inputs = {
        "q": kind.motion.q,
        "u": kind.motion.u,
        "t": kind.motion.t,
        "data": array(list(kind.data)),
        "s": kind.unknowns.s,
    }
    values = {name: array(value).ravel() for name, value in kind.unknowns.residual.items()}
    return traced_blocks(f"{kind.label}_unknowns", inputs, values, {})


def element_outputs(kind: ElementKind) -> TracedBlocks:
    """What an element shows: its outputs."""
    return traced_blocks(f"{kind.label}_shown", kind_inputs(kind), {"shown": _shown(kind)}, {})


def _shown(kind: ElementKind) -> Any:
    return kind.motion.put(list(kind.equations.laws.by_name["element"].outputs.values()))


def _varied(kind: ElementKind, name: str, values: Any, lam: Any = ()) -> TracedBlocks:
    """Values with derivatives by displacements, velocities, (t, numbers), multipliers and unknowns."""
    entries, by = array(values), array([kind.motion.t, *kind.data])
    felt = array([*lam, *kind.sight.symbols])
    matrices = {"by_q": kind.unknowns.by_q(entries), "by_u": kind.unknowns.by_u(entries), "by_d": jacobian(entries, by)}
    if len(felt):
        matrices["by_lam"] = jacobian(entries, felt)
    if kind.unknowns:
        own = kind.unknowns.residual
        matrices |= {"by_s": jacobian(entries, kind.unknowns.s), "R_s": own["R_s"], "R_d": jacobian(own["R"], by)}
    return traced_blocks(
        f"{kind.label}_{name}", kind_inputs(kind, **({"lam": lam} if len(lam) else {})), {"value": entries}, matrices
    )


def load_slopes(kind: ElementKind) -> TracedBlocks:
    """The wrench of the multipliers with its derivatives."""
    lam = symbols("lam", len(kind.rows))
    return _varied(kind, "load_slopes", kind.rows.directions.T @ lam, lam)


def kinks(kind: ElementKind) -> TracedBlocks:
    """Where its law changes branch."""
    return traced_blocks(f"{kind.label}_kinks", kind_inputs(kind), {"kinks": _kinks(kind)}, {})


def _kinks(kind: ElementKind) -> Any:
    return kind.motion.put(list(kind.equations.laws.kinks))


def suspects_of(kind: ElementKind) -> Sequence[Suspect]:
    """The element itself, as what acts and as what holds."""
    e = kind.equations
    found = [x for x in (*acting(e), *holding(e)) if x.name == "element"]
    return [Suspect(x.name, x.element, {name: kind.motion.put(part) for name, part in x.parts.items()}) for x in found]


def element_suspects(kind: ElementKind) -> TracedBlocks:
    """All parts of the element, by number and name."""
    parts = {f"s{k}_{name}": part for k, x in enumerate(suspects_of(kind)) for name, part in x.parts.items()}
    return traced_blocks(f"{kind.label}_suspects", kind_inputs(kind), parts, {})


ELEMENT_FUNCTIONS: dict[str, Callable[[ElementKind], TracedBlocks]] = {
    "rates": element_rates,
    "residual": residual,
    "balance": balance,
    "saddle": saddle,
    "tangent": tangent,
    "weak": weak,
    "weak_slopes": weak_slopes,
    "weak_rows": weak_rows,
    "slopes": slopes,
    "data_slopes": data_slopes,
    "load": multiplier_load,
    "load_slopes": load_slopes,
    "friction_power": friction_power,
    "energy": energy,
    "energy_slopes": lambda kind: _varied(kind, "energy_slopes", [kind.forces.kinetic, kind.forces.potential]),
    "stored": stored,
    "stored_slopes": lambda kind: _varied(kind, "stored_slopes", kind.forces.stored),
    "unknowns": unknowns,
    "shown": element_outputs,
    "shown_slopes": lambda kind: _varied(kind, "shown_slopes", _shown(kind)),
    "kinks": kinks,
    "kink_slopes": lambda kind: _varied(kind, "kink_slopes", _kinks(kind)),
    "margins": margins,
    "suspects": element_suspects,
}
"""The functions by name."""
