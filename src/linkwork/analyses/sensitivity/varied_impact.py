r"""How the derivatives of a state pass an impact of contacts.

With X = K Wᵀ the changes of speeds by unit impulses, G = W X and γ = W u + ν, an impact changes speeds by X Λ(G, γ, e,
μ). X is varied with the equations that it solves, $M X - P^T N = W^T$, $P X = 0$; Λ in the modes in which it was found
(`numerics/contact/impact_slopes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...mechanics.port import dense
from ...numerics.contact.impact_slopes import impact_slopes
from ...results import State
from ...results.dual_numbers import Varied, VariedState
from ..contact.contact_equations import ContactEquations
from ..contact.contact_table import ContactTable
from ..contact.resolution import ImpactStep
from ..linear.impulse_variation import varied_impulse
from ..linear.parameter_derivatives import parameter_names

SPEED = "sliding speed"


@dataclass(frozen=True, eq=False)
class VariedRates:
    """Rates of all rows, also of those that hold nothing, at a state with derivatives."""

    table: ContactTable
    plain: State
    state: VariedState

    @cached_property
    def full(self) -> State:
        """The state with all rows on, and no friction in their directions."""
        return self.table.with_switches(self.plain, [{"closed": 1.0, "stick": 1.0}] * len(self.table))

    @cached_property
    def p(self) -> np.ndarray:
        """∂(t, Parameters)."""
        names = parameter_names(self.table.system)
        return np.array([self.state.t.gradient, *(self.state.parameters[name].gradient for name in names)])

    @cached_property
    def gamma_x(self) -> np.ndarray:
        """∂(P u + P_0)."""
        functions, full, layout = self.table.system.functions, self.full, self.table.system.layout
        none = np.zeros(layout.nu), np.zeros(self.table.system.rows.count)
        by_q = dense(functions.at("rate_variations", full).g_dot_q)
        by_u = dense(functions.at("rows", full).P)
        by_p = dense(functions.at_motion("parameter_variations", full, *none).g_dot_p)
        return np.asarray(by_q @ self.state.q.gradient + by_u @ self.state.u.gradient + by_p @ self.p)

    def varied_change(self, du: np.ndarray, lam: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """∂(M Δu − Pᵀλ) and ∂(P Δu) at fixed Δu and λ."""
        return varied_impulse(self.table.system, self.full, du, lam, self.state.gradient, self.p)


@dataclass(frozen=True, eq=False)
class VariedImpact:
    """One impact at a state with derivatives."""

    table: ContactTable
    step: ImpactStep
    state: VariedState

    @cached_property
    def equations(self) -> ContactEquations:
        """Of the contacts before it."""
        return ContactEquations(self.table, self.step.state)

    @cached_property
    def rows(self) -> list[int]:
        """The rows of all points that take part."""
        return self.equations.rows_of(self.step.points)

    @cached_property
    def rates(self) -> VariedRates:
        """Rates of all rows before it."""
        return VariedRates(self.table, self.step.state, self.state)

    @cached_property
    def gamma_x(self) -> np.ndarray:
        """∂γ of the rows."""
        return self.rates.gamma_x[self.rows]

    @cached_property
    def _responses_x(self) -> tuple[np.ndarray, np.ndarray]:
        """(∂X, rows × free speeds × variables; ∂G)."""
        e, rows, system = self.equations, self.rows, self.table.system
        W = e.kinematics.columns(rows)
        X_x, G_x = [], []
        for row, along in zip(rows, e.response.responses(rows), strict=True):
            du = np.zeros(system.layout.nu)
            du[e.kinematics.free] = along
            r, c = self.rates.varied_change(du, e.projection.holding_impulses(row))
            X_x.append(e.projection.varied_response(r, c))
            G_x.append(W @ X_x[-1] + c[rows])
        return np.array(X_x), np.moveaxis(np.array(G_x), 0, 1)

    def speeds(self) -> Varied:
        """u behind the impact."""
        e, rows, impulses = self.equations, self.rows, self.step.result.impulses
        X, (X_x, G_x) = e.response.responses(rows), self._responses_x
        impulses_x = impact_slopes(
            self.step.result.phases,
            e.response.delassus(rows),
            G_x,
            e.kinematics.velocities[rows],
            self.gamma_x,
            *self._restitution,
            self._friction_x,
        )
        change = self.state.u.gradient.copy()
        change[e.kinematics.free] += np.einsum("kuv,k->uv", X_x, impulses) + X.T @ impulses_x
        u = self.step.state.u.copy()
        u[e.kinematics.free] += impulses @ X
        return Varied(u, change)

    @property
    def _restitution(self) -> tuple[np.ndarray, np.ndarray]:
        """e of every row, and its derivatives; none in tangential rows."""
        count = self.gamma_x.shape[1]
        values, slopes = np.zeros(len(self.rows)), np.zeros((len(self.rows), count))
        start = 0
        for k, taken in zip(self.step.points, self.step.restitution, strict=True):
            p = self.table.points[k]
            if taken is None:
                values[start] = p.restitution(self.step.state)
                slopes[start] = varied_worth(p.element.restitution, self.state)
            start += len(self.equations.rows_of([k]))
        return values, slopes

    @property
    def _friction_x(self) -> np.ndarray:
        """∂μ of sliding of every point, taken at its sliding speed before the impact."""
        found = []
        for k in self.step.points:
            mu, slip = self.table.points[k].element.friction, self.equations.slip(k)
            places = [self.rows.index(row) for row in self.equations.slip_rows(k)]
            speed = float(np.linalg.norm(slip))
            rate = slip / speed @ self.gamma_x[places] if speed else np.zeros(self.gamma_x.shape[1])
            known = {SPEED: Varied(speed, rate)}
            found.append(varied_worth(mu(symbols(SPEED)) if callable(mu) else mu, self.state, known))
        return np.array(found)


def varied_worth(value: Any, state: VariedState, more: Mapping[str, Varied] | None = None) -> np.ndarray:
    """The gradient of a number, or of an expression of Parameters (and of what else is known by name), at a state."""
    count = state.t.gradient.shape[-1]
    known = {**state.parameters, **(more or {})}
    expression = as_expr(value)
    names = [node for node in symbols_of([expression]) if str(node.data) in known]
    if not names:
        return np.zeros(count)
    slopes = jacobian(array([expression]), array(names)).ravel()
    numbers = evaluate([as_expr(x) for x in slopes], {name: float(x.value) for name, x in known.items()})
    gradients = np.array([known[str(node.data)].gradient for node in names])
    return np.asarray(np.array(numbers, dtype=float) @ gradients)


def passed_rows(table: ContactTable, plain: State, state: VariedState) -> VariedState:
    """The state with speeds brought on all rows that are not those of contacts: M Δu = Pᵀμ, P (u + Δu) + P_0 = 0."""
    at, rates = ContactEquations(table, plain), VariedRates(table, plain, state)
    du = at.projection.on_rows().u - plain.u
    r, c = rates.varied_change(du, at.projection.holding_change(du))
    change = state.u.gradient.copy()
    change[at.kinematics.free] += at.projection.varied_response(r, c + rates.gamma_x)
    return replace(state, u=Varied(plain.u + du, change))


def passed_impacts(table: ContactTable, steps: tuple[ImpactStep, ...], state: VariedState) -> VariedState:
    """The state behind impacts that follow one another."""
    for step in steps:
        state = replace(state, u=VariedImpact(table, step, state).speeds())
    return state
