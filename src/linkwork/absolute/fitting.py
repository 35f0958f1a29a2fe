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

from .configuration import Configuration
from .tables import Tables

scipy = lazy_loader.load("scipy")

STEPS = 30
LONGEST = 0.5
"""The longest step of an unknown."""
FITTED = 1e-14
DAMPING = 1e-12
"""δ, relative to the largest entry: unknowns that change nothing stay where they are."""


def fitted(system: Any, at: Configuration, tables: Tables) -> Configuration:
    """The configuration with unknowns that bring the rows of positions as near to zero as they can."""
    if not at.own.size:
        return at
    elements, best = system.assembly.at_work(tables), np.inf
    found = at
    for _ in range(STEPS):
        g = elements.rates(at).g
        size = float(g @ g)
        if not size < best:
            break
        best, found = size, at
        slopes = _slopes(system, elements, at)
        normal = (slopes.T @ slopes).tocsc()
        shift = DAMPING * (float(np.abs(normal).max()) or 1.0)
        step = -scipy.sparse.linalg.splu(normal + shift * scipy.sparse.identity(at.own.size, format="csc")).solve(
            slopes.T @ g
        )
        longest = float(np.abs(step).max())
        if longest < FITTED:
            break
        at = replace(at, own=at.own + step * min(1.0, LONGEST / longest))
    return found


def _slopes(system: Any, elements: Any, at: Configuration) -> Any:
    """∂g/∂(unknowns), sparse; conditions on velocities have none."""
    assembly, n = system.assembly, system.size
    _, _, triplets = elements.tangent(at, np.zeros(n), np.zeros(system.rows), np.zeros(4))
    return assembly.pattern.matrix(assembly.of_positions(triplets))[n:, n - at.own.size : n]
