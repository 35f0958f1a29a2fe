"""What a run did to each force element: the work done on it, what of this it holds, and what it lost."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..contract import Assembly, Force, ModelError
from ..contract.errors import unknown

GAUSS_POINTS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(6)


class EnergyShare(NamedTuple):
    """Work done on an element from the start of a run to its end, in J; it is what is stored and what is lost.

    Both are None for active elements, delayed laws among them, and wherever nobody says what is stored.
    """

    work: float
    stored: float | None
    lost: float | None


class EnergyBudget(dict[str, EnergyShare]):
    """Shares by connection."""

    def __missing__(self, name: str) -> EnergyShare:
        raise ModelError(f"energy_budget: {unknown('force element', name, self)}")


def energy_budget(run: Any) -> EnergyBudget:
    """The share of every force element, by connection: powers are integrated by Gauss's rule on every step."""
    elements = {c.name: c.element for c in run.model.connections.values() if isinstance(c.element, Force | Assembly)}
    if not elements:
        return EnergyBudget()
    if run.interpolator is None:
        why = run.unkept or "this one stored samples only"
        raise ModelError(f"energy_budget needs the run between its rows, and {why}: run without `times`, in memory.")
    t = np.asarray(run.t, dtype=float)
    lengths = np.diff(t)
    begins = t[:-1][lengths > 0.0]
    lengths = lengths[lengths > 0.0]
    nodes = (begins[:, None] + lengths[:, None] * 0.5 * (GAUSS_POINTS + 1.0)).ravel()
    powers = run.resample(nodes).channels(*(f"{name}.power" for name in elements))
    weights = (0.5 * lengths[:, None] * GAUSS_WEIGHTS).ravel()
    found = EnergyBudget()
    for name in elements:
        work = -float(weights @ powers[f"{name}.power"])
        if f"{name}.energy" in run.channel_table:
            energy = run[f"{name}.energy"]
            stored = float(energy[-1] - energy[0])
            found[name] = EnergyShare(work, stored, work - stored)
        else:
            found[name] = EnergyShare(work, None, None)
    return found
