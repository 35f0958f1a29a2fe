r"""Derivatives of equilibria, eigenvalues and motions by Parameters and initial values: forward mode, exact.

A motion's sensitivity Y = ∂y/∂p follows the variational equation $\dot Y = A Y + B$ along the run, from a start that
meets the varied constraints. It is integrated by collocation on the run's own steps, so that kinks at which the run
stopped are met exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter
from ..contract.errors import unknown
from ..numerics.collocation import advance, gauss
from ..results import State, Trajectory
from ..results.varied import Varied
from ..system import System
from .closing import evaluate_closure
from .closures import closures_of
from .equilibrium import Equilibrium
from .linearize import varied_channels
from .simulate import simulate
from .variation import Variation, variation_of


def parameter_columns(system: System, parameters: Sequence[Any]) -> tuple[list[str], list[int]]:
    """(names, places among (t, p)) of Parameters of a system."""
    known = [p.name for p in system.equations.parameters]
    names = [p.name if isinstance(p, Parameter) else str(p) for p in parameters]
    for name in names:
        if name not in known:
            raise ModelError(f"model {system.model.name!r}: {unknown('Parameter', name, known)}")
    return names, [1 + known.index(name) for name in names]


def read_channel(v: Variation, name: str, y: np.ndarray, p: np.ndarray) -> Varied:
    """A channel with its gradient, where y (states × variables) and (t, p) change as told."""
    labels, found = varied_channels(v, [name])
    own = np.hstack([found.by_q, found.by_u, found.by_z])
    gradient = own @ y + found.by_p @ p
    if len(v.system.unknowns) and np.any(found.by_s):
        gradient = gradient + found.by_s @ (v.s_y @ y + v.s_p @ p)
    if np.any(found.by_a) or np.any(found.by_lam):
        gradient = gradient + found.by_a @ (v.u_dot_y @ y + v.u_dot_p @ p) + found.by_lam @ (v.lam_y @ y + v.lam_p @ p)
    value = np.asarray(found.value)
    return Varied(value[0], gradient[0]) if labels == (name,) else Varied(value, gradient)


@dataclass(frozen=True, eq=False)
class StateSensitivity:
    """How a state (of rest, or assembled) moves with variables; `["A.angle"]` and other channels are `Varied`."""

    variation: Variation
    y: np.ndarray
    """∂(q, u, z) (states × variables)."""
    p: np.ndarray
    """∂(t, Parameters) (one row for each × variables)."""

    def __getitem__(self, name: str) -> Varied:
        return read_channel(self.variation, name, self.y, self.p)


def equilibrium_sensitivity(eq: Equilibrium, p: np.ndarray) -> StateSensitivity:
    """How an equilibrium moves with changes of (t, Parameters), given as columns.

    The free motion stays without acceleration, η̇ = ż = 0, given speeds stay what they are, and the others keep no part
    that rows leave open.
    """
    v = eq.variation
    n, m = v.displacements.shape[1], v.speeds.shape[1]
    nq, nu = eq.system.layout.nq, eq.system.layout.nu
    shift = v.Y @ p
    rates = v.L @ v.A @ v.T
    wanted = -(v.L @ (v.A @ shift + v.B @ p))
    held = [eq.system.layout.u_index(name) for name in eq.given]
    kept = np.vstack([np.eye(nu)[held], _others(v, held).T])
    matrix = np.vstack([rates[n:], kept @ v.T[nq : nq + nu]])
    right = np.vstack([wanted[n:], -kept @ shift[nq : nq + nu]])
    size = np.maximum(np.abs(matrix).max(axis=1, initial=0.0), 1e-300)[:, None]
    x = np.linalg.lstsq(matrix / size, right / size, rcond=1e-12)[0]
    assert matrix.shape[1] == n + m + eq.system.layout.nz
    return StateSensitivity(v, v.T @ x + shift, p)


def _others(v: Variation, held: list[int]) -> np.ndarray:
    """Free speeds that rows leave open when given ones are held."""
    if not held:
        return v.speeds
    _, values, vt = np.linalg.svd(v.speeds[held])
    return v.speeds @ vt[int(np.sum(values > 1e-9)) :].T


@dataclass(frozen=True, eq=False)
class RunSensitivity:
    """A run and how it changes: `["tip.position.x"]` is `Varied` along it, `.y` are ∂(q, u, z) at its times."""

    system: System
    run: Trajectory
    names: tuple[str, ...]
    """Parameters, then coordinates, speeds and states whose initial values vary."""
    y: np.ndarray
    """times × (q, u, z) × variables."""
    p: np.ndarray
    """∂(t, Parameters)."""

    @cached_property
    def _variations(self) -> list[Variation]:
        sizes = closures_of(self.system, self.run.state(0))
        return [variation_of(self.system, self.run.state(k), sizes=sizes) for k in range(len(self.run))]

    def __getitem__(self, name: str) -> Varied:
        found = [read_channel(v, name, y, self.p) for v, y in zip(self._variations, self.y, strict=True)]
        return Varied(np.array([f.value for f in found]), np.array([f.gradient for f in found]))

    @property
    def constraint_error(self) -> float:
        """How far the varied constraints are off at the end of the run."""
        v = variation_of(self.system, self.run.final)
        residual, slope = evaluate_closure(self.system, self.run.final)
        if not len(residual):
            return 0.0
        g_p = v.by_parameters.g_p @ self.p
        full = np.vstack([g_p, np.zeros((len(residual) - len(g_p), g_p.shape[1]))])
        return float(np.abs(slope @ self.y[-1][: self.system.layout.nq] + full).max(initial=0.0))


def sensitivities(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    *,
    parameters: Sequence[Any] = (),
    initial: Sequence[str] = (),
    times: Any = None,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    method: str = "auto",
) -> RunSensitivity:
    """The run from a state, and its derivatives by Parameters and by initial values of coordinates, speeds and states.

    A varied initial value takes along what constraints ask for: dependent coordinates and speeds follow it in the
    least way. `times` are the times at which both are wanted; those of the run's steps unless given.
    """
    start = system.rest if state is None else state
    names, columns = parameter_columns(system, parameters)
    p = np.zeros((1 + len(system.equations.parameters), len(names) + len(initial)))
    p[columns, range(len(columns))] = 1.0
    run = finished_run(system, start, t_end, method=method, rtol=rtol, atol=atol)
    Y = _starting(system, run.state(0), len(names), initial, p)
    return along(system, run, (*names, *initial), Y, p, times)


def finished_run(system: System, start: State, t_end: float | None, **options: Any) -> Trajectory:
    """A run that got where it was meant to."""
    run = simulate(system, start, t_end, **options)
    if not run.success:
        raise ModelError(f"sensitivities: the run failed: {run.status}")
    return run


def _starting(system: System, state: State, count: int, initial: Sequence[str], p: np.ndarray) -> np.ndarray:
    """∂y at the start: what varied constraints ask for, and unit changes of initial values brought onto constraints."""
    v = variation_of(system, state)
    Y = v.Y @ p
    layout = system.layout
    places = {name: k for k, name in enumerate((*layout.q, *layout.u, *layout.z))}
    for k, name in enumerate(initial):
        if name not in places:
            raise ModelError(f"sensitivities: {unknown('coordinate, speed or state', name, places)}")
        row = v.T[places[name]]
        if np.abs(row).max(initial=0.0) < 1e-9:
            raise ModelError(f"sensitivities: {name!r} cannot vary at the start: constraints or drives determine it.")
        Y[:, count + k] = v.T @ (row / (row @ row))
    return Y


def along(
    system: System, run: Trajectory, names: tuple[str, ...], Y: np.ndarray, p: np.ndarray, times: Any
) -> RunSensitivity:
    """The variational equation integrated on the steps of a run, and at further times."""
    wanted = np.unique(run.t) if times is None else _times(run, times)
    grid = np.union1d(run.t, wanted)
    kept = {float(t) for t in wanted}
    rows = [Y] if float(grid[0]) in kept else []
    nodes, sizes = gauss()[2], closures_of(system, run.state(0))
    for t, end in pairwise(grid):
        h = float(end - t)
        if h > 1e-12 * max(1.0, abs(float(end))):
            found = [variation_of(system, run.at(float(t + c * h)), sizes=sizes) for c in nodes]
            Y = advance(np.array([v.A for v in found]), np.array([v.B @ p for v in found]), Y, h)
        if float(end) in kept:
            rows.append(Y)
    return RunSensitivity(system, run.resample(wanted), names, np.array(rows), p)


def _times(run: Trajectory, times: Any) -> np.ndarray:
    if isinstance(times, int):
        return np.linspace(run.t[0], run.t[-1], times)
    return np.unique(np.asarray(times, dtype=float))
