r"""Impacts: speeds before and after a sudden impulse, through the mass matrix and all constraints.

With the gap γ(q, t), n = ∂γ̇/∂u and constraint rows P, the impulses Λ and μ make

$$ M(u^+ - u^-) = n^T\Lambda + P^T\mu, \qquad \dot\gamma^+ = -e\,\dot\gamma^-, \qquad P u^+ + P_0 = 0, $$

with Newton's coefficient of restitution e: the impact problem of one contact. Contacts of the model that touch take
part with their own laws. Where the state carries derivatives, so do the speeds after it: the same
equations are solved for their variations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, overload

import numpy as np

from .._blas_threads import small_on_one_thread
from ..consistency import grave, refusal, remedy
from ..contract import ModelError
from ..contract.arguments import NUMBERS, takes
from ..numerics.contact.impact_laws import solve_impact
from ..results import State
from ..results.dual_numbers import Varied, VariedState, as_varied
from ..run.events import channel_value
from ..system import System
from .common.state_arguments import SYSTEM, given_state
from .contact.contact_equations import ContactEquations
from .contact.contact_scales import ContactScales
from .contact.contact_table import contact_table, has_modes
from .contact.event_driver import after_impact
from .contact.force_response import response_of
from .contact.resolution import Resolver
from .linear.channel_derivatives import followed_gradient
from .linear.impulse_variation import varied_impulse
from .linear.parameter_derivatives import parameter_names
from .linear.variation import variation_of

Gap = str | Callable[[Any], Any]
HELD = 1e-9
"""What is left, of the change of a gap's rate by an impulse, where constraints hold it."""


@overload
def impact(system: System, state: State, gap: Gap | None = None, restitution: Any = 0.0) -> State: ...


@overload
def impact(system: System, state: VariedState, gap: Gap, restitution: Any = 0.0) -> VariedState: ...


@takes(system=SYSTEM)
@small_on_one_thread
def impact(
    system: System, state: State | VariedState, gap: Gap | None = None, restitution: float | Varied = 0.0
) -> State | VariedState:
    """The state after an impact of all contacts that touch; or of one that closes `gap`, beside those that are closed.

    Contacts have their own restitution and friction. Speeds that do not fit other constraints, such as one that was
    switched on, are brought on them by the same impact.

    `gap` is the name of a channel, or a function of channels of q and t, of a contact that is not in the model.

    For the action of an event: `action=lambda system, state: lw.impact(system, state, "ball.position.z", 0.8)`. A gap
    closes by falling: to a wall at x = 1 in front of a body it is `lambda x: 1 - x["body.position"][0]`. Where the gap
    is opening already, nothing happens. In absolute coordinates a gap is a function of the places of bodies and of t.
    """
    if gap is None:
        return _of_contacts(system, state, restitution)
    e = float(restitution.value) if isinstance(restitution, Varied) else restitution
    if not 0.0 <= e <= 1.0:
        raise ModelError(f"impact: restitution = {e!r}; it lies between 0 and 1.")
    if not isinstance(state, VariedState):
        state = given_state(system, state, "impact")
    plain = state.plain if isinstance(state, VariedState) else state
    _check_closed(system, plain, "impact")
    speed, row = _approach(system, gap)(plain)
    if not np.any(row):
        raise ModelError(f"impact: no speed of {system.model.name!r} changes the gap {gap!r}; give one that closes.")
    if speed >= 0.0:
        return state
    du = _change(system, plain, row, speed, e, isinstance(state, VariedState))
    if not isinstance(state, VariedState):
        return replace(state, u=state.u + du)
    return replace(state, u=state.u + Varied(du, _varied_change(system, state, gap, du, restitution)))


@takes(system=SYSTEM, generalized=NUMBERS)
def impulse(system: System, state: State, generalized: Any) -> State:
    """The state after a generalised impulse (one entry a speed), with constraint impulses that keep all rows."""
    state = given_state(system, state, "impulse")
    given = np.asarray(generalized, dtype=float)
    if given.shape != (system.layout.nu,):
        raise ModelError(f"impulse: needs {system.layout.nu} numbers, one for each speed; got shape {given.shape}.")
    if not np.isfinite(given).all():
        raise ModelError("impulse: `generalized` must be finite numbers.")
    _check_closed(system, state, "impulse")
    return replace(state, u=state.u + _response(system, state, given))


def _check_closed(system: System, state: State, what: str) -> None:
    """Raises where loops are open by more than the tolerances of a run leave; an impact may begin at any speeds."""
    violated = [v for v in grave(system.violations(state)) if not v.of_velocities]
    if violated:
        raise ModelError(refusal(what, system.model.name, violated, remedy(system, state)))


def _varied_change(system: System, state: VariedState, gap: Gap, du: np.ndarray, restitution: Any) -> np.ndarray:
    """How the change of speeds in an impact follows the variables: the variation of its equations, solved."""
    v = variation_of(system, state.plain)
    y, count = state.gradient, state.t.gradient.shape[-1]
    p = np.array([state.t.gradient, *(state.parameters[name].gradient for name in parameter_names(system))])
    found = _approach_slopes(system, gap)(v.state, v.u_dot, v.lam)
    value, by = np.asarray(found.value), followed_gradient(v, found, y, p)
    row, row_by = value[1:], by[1:]
    wanted = -((as_varied(restitution, count) + 1.0) * Varied(value[0], by[0]))
    # (Λ, μ) that made the change, then the variation of M Δu − nᵀΛ − Pᵀμ = 0, P Δu = 0, n Δu = wanted.
    along, mu_along = v.by_state.by_force(row[:, None])
    size = float(row @ du) / float(row @ along[:, 0])
    r, c = varied_impulse(system, v.state, du, mu_along[:, 0] * size, y, p)
    moved, _, _ = v.by_state.followed(r - size * row_by, c)
    left = wanted.gradient - row @ moved - du @ row_by
    return np.asarray(moved + np.outer(along[:, 0], left / float(row @ along[:, 0])))


def _of_contacts(system: System, state: State | VariedState, restitution: Any) -> State:
    """The state after an impact of the contacts of a system."""
    name = system.model.name
    if not has_modes(system):
        raise ModelError(
            f"impact: {name!r} has no contacts; name the gap that closes, lw.impact(system, state, 'ball.position.z')."
        )
    if isinstance(state, VariedState):
        raise ModelError(
            f"impact: the contacts of {name!r} are part of a run, which finds their impacts; an action that "
            "derivatives pass names a gap."
        )
    if restitution:
        raise ModelError(f"impact: contacts of {name!r} have a restitution of their own; give one with a gap only.")
    state = given_state(system, state, "impact")
    _check_closed(system, state, "impact")
    return after_impact(system, state)


def _change(system: System, state: State, row: np.ndarray, speed: float, e: float, varies: bool) -> np.ndarray:
    """The change of speeds by an impact of a gap and of all contacts that touch, all constraints being kept."""
    table = contact_table(system)
    equations, beside, laws = ContactEquations(table, state), list[int](), dict[str, Any]()
    if len(table):
        resolver = Resolver(table, ContactScales.at(table, state))
        beside = resolver.touching(equations)
        laws = resolver.laws(equations, beside, resolver.ending | resolver.still)
    if beside and varies:
        names = ", ".join(table.points[k].label for k in beside)
        raise ModelError(
            f"impact: derivatives of an impact beside contacts that are closed ({names}) are not known; make the gap a "
            "contact of the model, such as lw.PointInPlane(one_sided=True), whose impacts derivatives pass"
        )
    rows = equations.rows_of(beside)
    G, response = equations.response.beside(row, rows)
    weights = system.mass_matrix(state).diagonal()
    unheld = max((float(n**2 / m) for n, m in zip(row, weights, strict=True) if m > 0.0), default=0.0)
    if not float(G[0, 0]) > HELD * unheld:
        raise ModelError("impact: the constraints leave the gap no freedom to open; no impulse can change its rate.")
    own = {"tangents": 0, "restitution": e, "mu": 0.0, "mu_slip": 0.0, "labels": "gap"}
    given: dict[str, Any] = {name: [value, *laws.get(name, ())] for name, value in own.items()}
    found = solve_impact(G, np.array([speed, *equations.kinematics.velocities[rows]]), **given)
    du = np.zeros(system.layout.nu)
    du[equations.kinematics.free] = found.impulses @ response
    return du


def _response(system: System, state: State, kick: np.ndarray) -> np.ndarray:
    """The change of speeds by a generalised impulse: M Δu = f + Pᵀμ, P Δu = 0."""
    free = np.array(system.chart.free_u, dtype=np.int64)
    du = np.zeros(system.layout.nu)
    response = response_of(system.mass_matrix(state), system.constraint_rows(state)[0], free)
    du[free] = response.to_forces(kick[None, free])[0]
    return du


@lru_cache(maxsize=64)
def _approach(system: System, gap: Gap) -> Callable[[State], tuple[float, np.ndarray]]:
    """γ̇ and its derivatives by the speeds."""
    return system.channels.rate(partial(channel_value, "impact", gap))


@lru_cache(maxsize=64)
def _approach_slopes(system: System, gap: Gap) -> Callable[[State, Any, Any], Any]:
    """The same with the derivatives of all of them."""
    return system.channels.rate_slopes(partial(channel_value, "impact", gap))
