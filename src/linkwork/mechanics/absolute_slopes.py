r"""First derivatives of the equations of an absolute system, by the coordinates and speeds of its states.

$$ r = M\dot u - h - P^T\lambda, \qquad c = P\dot u + P_{00}, \qquad \dot q = N(q)\,u, \qquad \dot z $$

Elements give their derivatives by displacements δ of centres of mass (`absolute/slopes.py`). Those by the state follow
with B, E, b of `absolute/frames.py`, the index c standing for centres of mass and f for the force of r_c:

$$ r_q = \bigl[B^T(r_{c\delta} + r_{cu}C + M_c D) + K\bigr]E, \quad r_u = B^T(r_{cu}B + M_c b_u), \quad
   \dot g_q = (\psi_\delta + A C)E, $$

$$ c_q = (c_\delta + c_{cu}C + A D)E, \quad c_u = c_{cu}B + A b_u, \qquad
   C = \partial u_c/\partial\delta,\ D = \partial\dot u_c/\partial\delta,\ K\delta = (\delta_\theta\times a)\times f. $$

Unknowns that residuals of elements make known are condensed in the elements, so that a system has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..absolute.frames import Frames, frames_of
from ..absolute.motion import accelerate
from ..absolute.slopes import Slopes, slopes_of
from ..absolute.system import AbsoluteSystem
from ..absolute.table_slopes import TableSlopes
from ..results import State


class RateVariations(NamedTuple):
    """∂(q̇, ż, R)/∂(q, u, z, s) and ∂ġ/∂q; sparse but for what is empty."""

    q_dot_q: Any
    q_dot_u: Any
    g_dot_q: Any
    z_dot_q: Any
    z_dot_u: Any
    z_dot_z: Any
    z_dot_s: np.ndarray
    R_q: np.ndarray
    R_u: np.ndarray
    R_z: np.ndarray
    R_s: np.ndarray


class ResidualDerivatives(NamedTuple):
    """∂(r, c)/∂(q, u, z, s) at fixed accelerations and multipliers, sparse."""

    r_q: Any
    r_u: Any
    r_z: Any
    r_s: np.ndarray
    c_q: Any
    c_u: Any
    r_lam: Any
    """How forces depend on multipliers that elements look at; −Pᵀ is not in it."""
    z_dot_lam: Any
    """The same of rates of states."""


class ParameterVariations(NamedTuple):
    """Derivatives by (t, Parameters), dense; nothing is prescribed, so that a_p, q_p and u_p are zero."""

    r_p: np.ndarray
    c_p: np.ndarray
    q_dot_p: np.ndarray
    z_dot_p: np.ndarray
    R_p: np.ndarray
    a_p: np.ndarray
    g_p: np.ndarray
    g_dot_p: np.ndarray
    q_p: np.ndarray
    u_p: np.ndarray


class Residuals(NamedTuple):
    """r, c, ġ, g of holonomic rows, and ż at given accelerations and multipliers."""

    r: np.ndarray
    c: np.ndarray
    g_dot: np.ndarray
    g: np.ndarray
    z_dot: np.ndarray


@dataclass(frozen=True, eq=False)
class _At:
    """What all derivatives at a state are made of."""

    system: AbsoluteSystem
    frames: Frames
    slopes: Slopes
    u_dot: np.ndarray

    @property
    def by_state(self) -> tuple[Any, Any, Any]:
        """∂(Bᵀr_c)/∂(q, (u, z)) and ∂(Bᵀr_c)/∂λ."""
        f, s = self.frames, self.slopes
        back, D = f.B.T.tocsr(), f.a_q(self.u_dot)
        by_q = (back @ (s.r_q + s.r_u @ f.u_q + s.M @ D) + f.moments_by_turn(s.r)) @ f.E
        return by_q, back @ (s.r_u @ f.B + s.M @ f.a_u), back @ s.r_lam


def _at(system: AbsoluteSystem, state: State, u_dot: np.ndarray, lam: np.ndarray) -> _At:
    frames = frames_of(system, state)
    a = frames.accelerations(np.asarray(u_dot, dtype=float))
    slopes = slopes_of(system, frames.at, system.tables(state.parameters), a, np.asarray(lam, dtype=float))
    return _At(system, frames, slopes, np.asarray(u_dot, dtype=float))


def residuals(system: AbsoluteSystem, state: State, u_dot: np.ndarray, lam: np.ndarray) -> Residuals:
    """What vanishes on a motion, at any accelerations and multipliers."""
    at, nu = _at(system, state, u_dot, lam), system.layout.nu
    r, a = at.frames.B.T @ at.slopes.r, at.frames.accelerations(at.u_dot)
    rates = system.assembly.rates(at.frames.at, system.tables(state.parameters))
    c = at.slopes.A @ a + rates.P_00
    return Residuals(r[:nu], c, at.slopes.psi, at.slopes.g[system.assembly.is_holonomic], -r[nu:])


def rate_variations(system: AbsoluteSystem, state: State) -> RateVariations:
    """∂(q̇, ż)/∂(q, u, z) and ∂ġ/∂q; rates of states that depend on reactions do so on those of the motion."""
    layout, lam = system.layout, np.zeros(system.rows)
    if layout.nz and system.sees_reactions:
        lam = accelerate(system, system.configuration(state), system.tables(state.parameters)).lam
    at = _at(system, state, np.zeros(layout.nu), lam)
    f, s, nu, nz = at.frames, at.slopes, layout.nu, layout.nz
    by_q, by_u, _ = at.by_state
    return RateVariations(
        f.q_dot_q,
        f.q_dot_u,
        (s.psi_q + s.A @ f.u_q) @ f.E,
        -by_q[nu:],
        -by_u[nu:, :nu],
        -by_u[nu:, nu:],
        np.zeros((nz, 0)),
        np.zeros((0, layout.nq)),
        np.zeros((0, nu)),
        np.zeros((0, nz)),
        np.zeros((0, 0)),
    )


def residual_derivatives(
    system: AbsoluteSystem, state: State, u_dot: np.ndarray, lam: np.ndarray
) -> ResidualDerivatives:
    """∂(r, c)/∂(q, u, z) and by multipliers that elements look at."""
    at, nu = _at(system, state, u_dot, lam), system.layout.nu
    f, s = at.frames, at.slopes
    by_q, by_u, by_lam = at.by_state
    c_q = (s.c_q + s.c_u @ f.u_q + s.A @ f.a_q(at.u_dot)) @ f.E
    c_u = (s.c_u @ f.B + s.A @ f.a_u)[:, :nu]
    return ResidualDerivatives(
        by_q[:nu], by_u[:nu, :nu], by_u[:nu, nu:], np.zeros((nu, 0)), c_q, c_u, by_lam[:nu], -by_lam[nu:]
    )


def parameter_variations(
    system: AbsoluteSystem, state: State, u_dot: np.ndarray, lam: np.ndarray
) -> ParameterVariations:
    """Derivatives by (t, Parameters): numbers of elements, mass, inertia and gravity, and centres of mass that move."""
    at, layout = _at(system, state, u_dot, lam), system.layout
    f, s = at.frames, at.slopes
    tables = system.table_derivatives.at(state.parameters)
    own = _by_tables(at, state, tables, np.asarray(lam, dtype=float))
    moved = np.zeros((f.bodies, 3, 1 + len(system.values)))
    moved[:, :, 1:] = f.at.rotations() @ tables.com.transpose(2, 0, 1)
    place, speed, rate, moment = f.by_arms(at.u_dot, s.r, moved)
    r_p = f.B.T @ (own["r"] + s.r_q @ place + s.r_u @ speed + s.M @ rate) + moment
    c_p = own["c"] + s.c_q @ place + s.c_u @ speed + s.A @ rate
    g_dot_p = own["psi"] + s.psi_q @ place + s.A @ speed
    hold = system.assembly.is_holonomic
    nu, count = layout.nu, 1 + len(system.values)
    none = [np.zeros((size, count)) for size in (layout.nq, 0, nu, layout.nq, nu)]
    return ParameterVariations(
        r_p[:nu],
        c_p,
        none[0],
        -r_p[nu:],
        none[1],
        none[2],
        (own["g"] + s.A @ place)[hold],
        g_dot_p,
        none[3],
        none[4],
    )


def _by_tables(at: _At, state: State, tables: TableSlopes, lam: np.ndarray) -> dict[str, np.ndarray]:
    """∂(r_c, c, ψ, g)/∂(t, Parameters) through the numbers of elements and bodies, at fixed places and velocities."""
    system, place = at.system, at.frames.at
    count, a = 1 + len(system.values), at.frames.accelerations(at.u_dot)
    sizes = {"r": system.size, "c": system.rows, "psi": system.rows, "g": system.rows}
    found = {name: np.zeros((size, count)) for name, size in sizes.items()}
    numbers = system.tables(state.parameters)
    gravity = np.repeat(tables.gravity[:, :, None], system.bodies.count, axis=2)
    parts: list[tuple[Any, Any, np.ndarray]] = [
        (
            system.bodies,
            system.bodies.evaluate("data_slopes", place, numbers.bodies, numbers.gravity, a),
            np.concatenate([tables.bodies, gravity]),
        )
    ]
    for group, data, slopes in zip(system.groups, numbers.groups, tables.groups, strict=True):
        given = group.evaluate("data_slopes", place, data, system.threads, lam=lam, a=a)
        parts.append((group, given, slopes))
    for part, given, slopes in parts:
        by = _with_time(slopes)
        for name, whole in found.items():
            own = _followed(part, given, name)
            if own is not None:
                side = part.dofs if name == "r" else part.rows
                np.add.at(whole, side, np.einsum("ide,dpe->iep", own, by))
    return found


def _with_time(slopes: np.ndarray) -> np.ndarray:
    """∂(t, numbers)/∂(t, Parameters) of every element."""
    found = np.zeros((1 + slopes.shape[0], 1 + slopes.shape[1], slopes.shape[2]))
    found[0, 0], found[1:, 1:] = 1.0, slopes
    return found


def _followed(part: Any, given: Any, name: str) -> np.ndarray | None:
    """∂(an output)/∂(t, numbers) (entries × numbers × elements), with unknowns following; None where it is zero."""
    own = _full(part, given, f"{name}_d", part.count_of(name), 1 + part.numbers)
    if part.unknowns:
        by_s = _full(part, given, f"{name}_s", part.count_of(name), part.unknowns)
        R_s = _full(part, given, "R_s", part.unknowns, part.unknowns)
        R_d = _full(part, given, "R_d", part.unknowns, 1 + part.numbers)
        if by_s is not None and R_d is not None and R_s is not None:
            s_d = -np.linalg.solve(R_s.transpose(2, 0, 1), R_d.transpose(2, 0, 1))
            through = (by_s.transpose(2, 0, 1) @ s_d).transpose(1, 2, 0)
            own = through if own is None else own + through
    return own


def _full(part: Any, given: Any, name: str, rows: int, columns: int) -> np.ndarray | None:
    """A matrix of every element, zeros filled in."""
    if name not in given:
        return None
    places = part.entries("data_slopes")[name]
    found = np.zeros((rows, columns, part.count))
    found[places.rows, places.columns] = given[name]
    return found
