r"""Unknowns of elements that fit bodies where they are: coordinates of hinges, places on curves.

$$ \min_s |g(s)|^2 \text{ for given poses}: \qquad (g_s^T g_s + \delta)\,\Delta s = -g_s^T g $$

Unknowns have no mass, so a state is nearest where they alone move; steps of bodies and unknowns together leave that
to second order only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import lazy_loader
import numpy as np

from .assembly import AssembledElements
from .configuration import Configuration
from .tables import Tables

scipy = lazy_loader.load("scipy")

FIT_STEPS = 60
LONGEST_FIT_STEP = 0.5
"""The longest step of an unknown."""
FITTED_ROWS = 1e-12
"""Rows that are met as well as this need no fitting."""
FITTED = 1e-14
"""Steps shorter than this change nothing."""
DAMPING = 1e-13
"""δ at the end, relative to the largest entry."""


def fitted(system: Any, at: Configuration, tables: Tables) -> Configuration:
    """The configuration with unknowns without mass that bring the rows of positions as near to zero as they can.

    δ is |g|² and ten times as much after each step that made things worse (Levenberg and Marquardt): unknowns that
    change nothing stay where they are.
    """
    heavy = [6 * at.bodies + group.mine.ravel() for group in system.groups if group.kind.forces.have_inertia]
    own = np.setdiff1d(
        np.arange(6 * at.bodies, system.layout.nu), np.concatenate([np.zeros(0, dtype=np.int64), *heavy])
    )
    if not own.size:
        return at
    elements, factor = AssembledElements(system.assembly, tables), 1.0
    g = elements.rates(at).g
    if float(np.abs(g).max(initial=0.0)) <= FITTED_ROWS:
        return at
    for _ in range(FIT_STEPS):
        slopes = _slopes(system, elements, at, tables)[:, own]
        normal = (slopes.T @ slopes).tocsc()
        shift = (float(np.abs(normal).max()) or 1.0) * max(DAMPING, factor * float(g @ g))
        damped = normal + shift * scipy.sparse.identity(len(own), format="csc")
        step = np.zeros(at.own.size)
        step[own - 6 * at.bodies] = -scipy.sparse.linalg.splu(damped).solve(slopes.T @ g)
        longest = float(np.abs(step).max())
        if longest < FITTED:
            break
        tried = replace(at, own=at.own + step * min(1.0, LONGEST_FIT_STEP / longest))
        after = elements.rates(tried).g
        if after @ after < g @ g:
            at, g, factor = tried, after, max(1.0, 0.1 * factor)
        elif factor < 1e6:
            factor *= 10.0
        else:
            break
    return at


def _slopes(system: Any, elements: Any, at: Configuration, tables: Tables) -> Any:
    """∂g/∂(places), sparse; conditions on velocities have none."""
    assembly, n = system.assembly, system.size
    _, _, triplets = elements.tangent(at, np.zeros(n), np.zeros(system.rows), np.zeros(4))
    return assembly.matrix.pattern.matrix(assembly.matrix.of_positions(triplets, tables))[n:, :n]
