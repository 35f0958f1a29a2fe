"""What a run did to each force element: the work done on it, what of this it holds, and what it lost."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..contract import Assembly, Force

GAUSS_POINTS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(6)


class EnergyShare(NamedTuple):
    """Work done on an element from the start of a run to its end, in J; it is what is stored and what is lost.

    Both are None for active elements, laws that look back among them, and wherever nobody says what is stored.
    """

    work: float
    stored: float | None
    lost: float | None


def energy_budget(run: Any) -> dict[str, EnergyShare]:
    """The share of every force element, by connection: powers are integrated by Gauss's rule on every step."""
    elements = {c.name: c.element for c in run.model.connections.values() if isinstance(c.element, Force | Assembly)}
    if not elements:
        return {}
    t = np.asarray(run.t, dtype=float)
    lengths = np.diff(t)
    begins = t[:-1][lengths > 0.0]
    lengths = lengths[lengths > 0.0]
    nodes = (begins[:, None] + lengths[:, None] * 0.5 * (GAUSS_POINTS + 1.0)).ravel()
    powers = run.resample(nodes).channels(*(f"{name}.power" for name in elements))
    weights = (0.5 * lengths[:, None] * GAUSS_WEIGHTS).ravel()
    found = {}
    for name in elements:
        work = -float(weights @ powers[f"{name}.power"])
        if f"{name}.energy" in run.channel_table:
            energy = run[f"{name}.energy"]
            stored = float(energy[-1] - energy[0])
            found[name] = EnergyShare(work, stored, work - stored)
        else:
            found[name] = EnergyShare(work, None, None)
    return found
