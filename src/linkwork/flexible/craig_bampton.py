r"""Craig–Bampton: shapes of unit motions of the interfaces, and of vibration with all interfaces held.

$$ \Psi = \begin{bmatrix} T_b \\ -K_{ii}^{-1} K_{ib} T_b \end{bmatrix},\qquad K_{ii}\varphi = \omega^2
M_{ii}\varphi,\qquad T = [\Psi,\ \varphi],\qquad M_r = T^T M T,\quad K_r = T^T K T. $$

T spans the six rigid motions exactly. (R. R. Craig, M. C. C. Bampton, "Coupling of substructures for dynamic analyses",
AIAA Journal 6, 1968.)

Damping of a modal body: ratios of its modes, or Rayleigh's.

$$ D = M_e V\,\mathrm{diag}(2\zeta_i\omega_i)\,V^T M_e,\qquad D = \alpha M_e + \beta K_e, $$

with V the modes of the body whose floating frame is held, of unit modal mass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError
from .boundary import Boundary, HeldBody
from .finite_elements import NODE_DIRECTIONS, FiniteElementModel

EQUAL_FREQUENCY = 1e-6
"""Frequencies that differ by less are those of one pair."""


@dataclass(frozen=True, eq=False)
class Reduction:
    """Shapes of a body that still may move as a whole, and its matrices in their coordinates."""

    space: Boundary
    shapes: np.ndarray
    """T: the unknowns of the model per coordinate (N × nr)."""
    motions: np.ndarray
    """y of all interfaces per coordinate, file axes (6 ni × nr)."""
    mass: np.ndarray
    stiffness: np.ndarray
    names: tuple[str, ...]
    static: int
    """How many coordinates are motions of interfaces; they come first."""
    mode_frequencies: np.ndarray
    """Of the modes with all interfaces held, rad/s."""
    notes: tuple[str, ...] = ()


def craig_bampton(
    model: FiniteElementModel, space: Boundary, modes: int | None, cutoff: float | None = None
) -> Reduction:
    """Interface coordinates, six each in the order of the interfaces, then modes: so many, or all below `cutoff`."""
    held = HeldBody(space, [frame.name for frame in space.frames])
    static = _static_shapes(space, held)
    frequencies, vibration, notes = _wanted_modes(model.name, held, modes, cutoff)
    T = space.expansion @ np.hstack([static, vibration])
    count = static.shape[1]
    T[:, count:] = with_sign_rule(T[:, count:])
    names = [f"{frame.name}_{direction}" for frame in space.frames for direction in NODE_DIRECTIONS]
    names += [f"mode_{number}" for number in range(1, len(frequencies) + 1)]
    motions = np.eye(count, T.shape[1])
    return Reduction(space, T, motions, *reduced_matrices(model, T), tuple(names), count, frequencies, notes)


def _static_shapes(space: Boundary, held: HeldBody) -> np.ndarray:
    """Psi in q: one interface moves by a unit, the others stand still, nothing is loaded inside."""
    columns = []
    start = 0
    for frame in space.frames:
        for direction in range(6):
            moved = np.zeros(space.mass.shape[0])
            if frame.is_rigid:
                moved[space.columns[frame.name][direction]] = 1.0
                columns.append(moved + held.solve(-(space.stiffness @ moved)))
                continue
            y = np.zeros(len(held.rows))
            y[start + direction] = 1.0
            columns.append(held.solve(moved, y))
        start += 0 if frame.is_rigid else 6
    return np.column_stack(columns)


def _wanted_modes(
    name: str, held: HeldBody, modes: int | None, cutoff: float | None
) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """The lowest so many modes, or those below a frequency; and a note where that splits a pair."""
    most = len(held.free) - len(held.rows)
    if cutoff is None:
        count = 8 if modes is None else modes
        if not 0 <= count <= most:
            raise ModelError(f"{name}: modes={count}, but with its interfaces held it has {most} unknowns.")
        frequencies, shapes = held.modes(min(count + 1, most) if count else 0)
        return frequencies[:count], shapes[:, :count], _split_pair(count, frequencies)
    if modes is not None:
        raise ModelError(f"{name}: give modes or cutoff, not both.")
    count = min(10, most)
    while True:
        frequencies, shapes = held.modes(count)
        if len(frequencies) < count or frequencies[-1] > cutoff or count == most:
            below = frequencies <= cutoff
            return frequencies[below], shapes[:, below], ()
        count = min(2 * count, most)


def _split_pair(count: int, frequencies: np.ndarray) -> tuple[str, ...]:
    """A sentence where the last mode that is taken has the same frequency as the first that is left out."""
    if not 0 < count < len(frequencies) or frequencies[count] > frequencies[count - 1] * (1.0 + EQUAL_FREQUENCY):
        return ()
    return (
        f"modes={count} splits a pair: modes {count} and {count + 1} have the same frequency, "
        f"{frequencies[count]:.5g} rad/s, and only one of them, in a direction that rounding chooses, is taken. Take "
        f"modes={count + 1} or {count - 1}.",
    )


def with_sign_rule(shapes: np.ndarray) -> np.ndarray:
    """Shapes turned so that the first entry of at least 0.99 of the largest size is positive.

    The largest itself is decided by round-off where a body is symmetric.
    """
    if not shapes.size:
        return shapes
    sizes = np.abs(shapes)
    first = np.argmax(sizes >= 0.99 * sizes.max(axis=0), axis=0)
    leading = shapes[first, np.arange(shapes.shape[1])]
    return shapes * np.where(leading < 0, -1.0, 1.0)


def reduced_matrices(model: FiniteElementModel, T: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(M_r, K_r), symmetric to the last bit."""
    M, K = T.T @ (model.mass @ T), T.T @ (model.stiffness @ T)
    return 0.5 * (M + M.T), 0.5 * (K + K.T)


def own_shapes(model: FiniteElementModel, space: Boundary, shapes: np.ndarray) -> Reduction:
    """Shapes that somebody else computed; interfaces move by the mean of their nodes."""
    shapes = np.asarray(shapes, float)
    if shapes.ndim != 2 or shapes.shape[0] != model.unknowns:
        raise ModelError(f"{model.name}: shapes need {model.unknowns} rows, one an unknown; they are {shapes.shape}.")
    fits = []
    for frame in space.frames:
        on = np.isin(model.dof_nodes, frame.nodes)
        fits.append(np.linalg.lstsq(model.rigid_motions(frame.p)[on], shapes[on], rcond=None)[0])
    names = tuple(f"mode_{number}" for number in range(1, shapes.shape[1] + 1))
    return Reduction(space, shapes, np.vstack(fits), *reduced_matrices(model, shapes), names, 0, np.zeros(0))


scipy = lazy_loader.load("scipy")

Ratios = float | Sequence[float] | Callable[[np.ndarray], Any] | None


def damping_matrix(
    name: str, mass: np.ndarray, stiffness: np.ndarray, ratios: Ratios, rayleigh: tuple[float, float] | None
) -> np.ndarray:
    """D in the elastic coordinates: the sum of both kinds."""
    D = np.zeros_like(mass)
    if rayleigh is not None:
        alpha, beta = rayleigh
        if alpha < 0 or beta < 0:
            raise ModelError(f"{name}: rayleigh=({alpha:g}, {beta:g}): both must be zero or more.")
        D += alpha * mass + beta * stiffness
    if ratios is None:
        return D
    squares, V = scipy.linalg.eigh(stiffness, mass)
    frequencies = np.sqrt(np.maximum(squares, 0.0))
    zeta = _by_mode(name, ratios, frequencies)
    MV = mass @ V
    return D + (MV * (2 * zeta * frequencies)) @ MV.T


def _by_mode(name: str, ratios: Any, frequencies: np.ndarray) -> np.ndarray:
    """One ratio a mode: the same for all, a list (its last for the rest), or a function of the frequency."""
    zeta = np.asarray(ratios(frequencies) if callable(ratios) else ratios, float)
    if zeta.ndim == 1 and 0 < len(zeta) < len(frequencies):
        zeta = np.concatenate([zeta, np.full(len(frequencies) - len(zeta), zeta[-1])])
    if zeta.ndim > 1 or zeta.size == 0 or np.any(zeta < 0) or not np.all(np.isfinite(zeta)):
        raise ModelError(f"{name}: damping must be ratios of zero or more: a number, a list, or a function of rad/s.")
    return np.broadcast_to(zeta[: len(frequencies)] if zeta.ndim else zeta, frequencies.shape)
