r"""First derivatives of the equations of an absolute system, by the coordinates and speeds of its states.

$$ r = M\dot u - h - P^T\lambda, \qquad c = P\dot u + P_{00}, \qquad \dot q = N(q)\,u, \qquad \dot z $$

Elements give their derivatives by displacements δ of centres of mass (`absolute/slopes.py`). Those by the state follow
with B, E, b of `frames.py` and C, D of `frame_slopes.py`; c stands for centres of mass, f is the force of r_c:

$$ r_q = \bigl[B^T(r_{c\delta} + r_{cu}C + M_c D) + K\bigr]E, \quad r_u = B^T(r_{cu}B + M_c b_u), \quad
   \dot g_q = (\psi_\delta + A C)E, $$

$$ c_q = (c_\delta + c_{cu}C + A D)E, \quad c_u = c_{cu}B + A b_u, \qquad
   K\delta = (\delta_\theta\times a)\times f. $$

Unknowns that residuals of elements make known are condensed in the elements, so that a system has none.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..absolute.motion import accelerate
from ..absolute.slopes import AbsoluteSlopes, absolute_slopes
from ..absolute.table_slopes import TableSlopes, by_numbers, with_time
from .frame_slopes import FrameSlopes
from .frames import Frames, invariants, invariants_q
from .functions import BalanceFunctions


class RateVariations(NamedTuple):
    """∂(q̇, ż, R)/∂(q, u, z, s) and ∂ġ/∂q; sparse where the system is large."""

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
    turns_q: Any
    """Rotations in world axes and displacements of frames by q."""
    turns_q_dot: Any
    """The rate of the same along the motion."""


class ResidualDerivatives(NamedTuple):
    """∂(r, c)/∂(q, u, z, s) at fixed accelerations and multipliers, sparse where the system is large."""

    r_q: Any
    r_u: Any
    r_z: Any
    r_s: np.ndarray
    c_q: Any
    c_u: Any
    r_lam: Any
    """How forces depend on multipliers that elements look at, and friction on its own; −Pᵀ is not in it."""
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


class FrameResiduals(NamedTuple):
    """r, c, ġ, g of holonomic rows, and ż at given accelerations and multipliers."""

    r: np.ndarray
    c: np.ndarray
    g_dot: np.ndarray
    g: np.ndarray
    z_dot: np.ndarray


class Motion:
    """What all derivatives at a state are made of: those of elements, at accelerations of frames and multipliers."""

    def __init__(self, frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> None:
        self.frames, self.lam = frames, lam
        self.turned = FrameSlopes(frames, u_dot)
        self.a = frames.bias.copy()
        """Accelerations of centres of mass, and zero rates of states."""
        self.a[: frames.nu] += frames.B @ u_dot

    @cached_property
    def slopes(self) -> AbsoluteSlopes:
        """By displacements and velocities of centres of mass."""
        f = self.frames
        return absolute_slopes(f.system, f.at, f.tables, self.a, self.lam, f.is_dense)

    @cached_property
    def by_state(self) -> tuple[Any, Any, Any]:
        """∂(Bᵀr_c)/∂(q, (u, z)) and ∂(Bᵀr_c)/∂λ."""
        f, s = self.turned, self.slopes
        back = f.B.T
        if f.is_still:
            return (back @ s.r_q + f.moments(s.r)) @ f.E, back @ s.r_u @ f.B, back @ s.r_lam
        by_q = (back @ (s.r_q + s.r_u @ f.C + s.M @ f.D) + f.moments(s.r)) @ f.E
        return by_q, back @ (s.r_u @ f.B + s.M @ f.b_u), back @ s.r_lam


def residuals(frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> FrameResiduals:
    """What vanishes on a motion, at any accelerations and multipliers."""
    at, nu = Motion(frames, u_dot, lam), frames.nu
    r = at.turned.B.T @ at.slopes.r
    c = at.slopes.A @ at.a + frames.rates.P_00
    return FrameResiduals(r[:nu], c, at.slopes.psi, at.slopes.g[frames.holonomic], -r[nu:])


def frame_balance(frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> BalanceFunctions:
    """All that a search for rest asks for, by one evaluation of the elements."""
    at, nu = Motion(frames, u_dot, lam), frames.nu
    f, s = at.turned, at.slopes
    by_q, by_u, by_lam = at.by_state
    r = f.B.T @ s.r
    return BalanceFunctions(
        r[:nu],
        -r[nu:],
        s.g,
        invariants(frames),
        by_q[:nu],
        by_u[:nu, nu:],
        by_lam[:nu],
        -by_q[nu:],
        -by_u[nu:, nu:],
        -by_lam[nu:],
        s.A @ f.E,
        invariants_q(frames),
        (s.A @ f.B)[:, :nu],
        (f.B.T @ s.M @ f.B)[:nu, :nu],
        frames.matrix(f.q_dot_u),
        frames.matrix(f.turns_q),
    )


def frame_rate_variations(frames: Frames) -> RateVariations:
    """∂(q̇, ż)/∂(q, u, z) and ∂ġ/∂q; rates of states that depend on reactions do so on those of the motion."""
    system, nu, nq, nz = frames.system, frames.nu, frames.nq, frames.system.layout.nz
    lam = np.zeros(system.rows)
    if nz and system.sees_reactions:
        lam = accelerate(system, frames.at, frames.tables).lam
    at = Motion(frames, np.zeros(nu), lam)
    f, s = at.turned, at.slopes
    by_q, by_u, _ = at.by_state
    found = f.q_dot_q, f.q_dot_u, (s.psi_q + s.A @ f.C) @ f.E, -by_q[nu:], -by_u[nu:, :nu], -by_u[nu:, nu:]
    none = (np.zeros(shape) for shape in ((nz, 0), (0, nq), (0, nu), (0, nz), (0, 0)))
    return RateVariations(*map(frames.matrix, found), *none, *map(frames.matrix, (f.turns_q, f.turns_q_dot)))


def residual_derivatives(frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> ResidualDerivatives:
    """∂(r, c)/∂(q, u, z) and by multipliers that elements look at."""
    at, nu, full = Motion(frames, u_dot, lam), frames.nu, frames.matrix
    f, s = at.turned, at.slopes
    by_q, by_u, by_lam = at.by_state
    c_q = (s.c_q + s.c_u @ f.C + s.A @ f.D) @ f.E
    c_u = (s.c_u @ f.B + s.A @ f.b_u)[:, :nu]
    r_y = full(by_q[:nu]), full(by_u[:nu, :nu]), full(by_u[:nu, nu:])
    return ResidualDerivatives(*r_y, np.zeros((nu, 0)), full(c_q), full(c_u), full(by_lam[:nu]), full(-by_lam[nu:]))


def frame_parameter_variations(frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> ParameterVariations:
    """Derivatives by (t, Parameters): numbers of elements, mass, inertia and gravity, and centres of mass that move."""
    at, system, nu, nq = Motion(frames, u_dot, lam), frames.system, frames.nu, frames.nq
    f, s = at.turned, at.slopes
    tables = system.table_derivatives.at(frames.state.parameters)
    own, count = _by_tables(at, tables), 1 + len(system.values)
    moved = np.zeros((frames.bodies, 3, count))
    moved[:, :, 1:] = frames.rotations @ tables.com.transpose(2, 0, 1)
    place, speed, rate, moment = f.by_arms(s.r, moved)
    r_p = f.B.T @ (own["r"] + s.r_q @ place + s.r_u @ speed + s.M @ rate) + moment
    c_p = own["c"] + s.c_q @ place + s.c_u @ speed + s.A @ rate
    g_dot_p = own["psi"] + s.psi_q @ place + s.A @ speed
    g_p = (own["g"] + s.A @ place)[frames.holonomic]
    q_dot_p, R_p, a_p, q_p, u_p = (np.zeros((size, count)) for size in (nq, 0, nu, nq, nu))
    return ParameterVariations(r_p[:nu], c_p, q_dot_p, -r_p[nu:], R_p, a_p, g_p, g_dot_p, q_p, u_p)


def _by_tables(at: Motion, tables: TableSlopes) -> dict[str, np.ndarray]:
    """∂(r_c, c, ψ, g)/∂(t, Parameters) through the numbers of elements and bodies, at fixed places and velocities."""
    system, place, numbers, a = at.frames.system, at.frames.at, at.frames.tables, at.a
    count = 1 + len(system.values)
    sizes = {"r": system.size, "c": system.rows, "psi": system.rows, "g": system.rows}
    found = {name: np.zeros((size, count)) for name, size in sizes.items()}
    gravity = np.repeat(tables.gravity[:, :, None], system.bodies.count, axis=2)
    parts: list[tuple[Any, Any, np.ndarray]] = [
        (
            system.bodies,
            system.bodies.evaluate("data_slopes", place, numbers.bodies, numbers.gravity, a),
            np.concatenate([tables.bodies, gravity]),
        )
    ]
    for group, data, slopes in zip(system.groups, numbers.groups, tables.groups, strict=True):
        given = group.evaluate("data_slopes", place, data, system.threads, lam=at.lam, a=a)
        parts.append((group, given, slopes))
    for part, given, slopes in parts:
        by = with_time(slopes)
        for name, whole in found.items():
            own = by_numbers(part, "data_slopes", given, (f"{name}_d", f"{name}_s"), part.count_of(name))
            if own is not None:
                side = part.dofs if name == "r" else part.rows
                np.add.at(whole, side, np.einsum("ide,dpe->iep", own, by))
    return found
