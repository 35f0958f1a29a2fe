"""What forces that depend on velocity exchange along a run: energy that passes through without being in motion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..contract import Assembly, Force
from .run_rules import is_energy_explained
from .verdict import Alarm

FEWEST_POWER_ROWS, MOST_POWER_ROWS, MOST_POWERS = 5, 41, 300
"""Rows on which powers are looked at, fewer where there are many elements: enough for a size."""
SPEED_CHANGE = 1e-3
"""Relative change of all speeds by which the part of a power is found that grows with their square."""


def energy_passed(run: Any) -> float:
    """∫ Σ |u · ∂F/∂u u| dt of all force elements (J), by the trapezoidal rule on rows, where energy and work differ
    without it; zero elsewhere.

    A creeping mechanism moves slowly between springs and dampers that nearly balance: what passes from the ones to the
    others is far more than the energy in motion, and its error too. P(s) is the power of an element with all speeds s
    times as large; forces that do not depend on velocity make it a s, dampers b s², and b = P'(1) − P(1).
    """
    told = run.certificate
    if told.status not in ("done", "event") or len(run) < 2 or is_energy_explained(told):
        return 0.0
    elements = [c.name for c in run.model.connections.values() if isinstance(c.element, Force | Assembly)]
    if not elements:
        return 0.0
    count = min(MOST_POWER_ROWS, max(FEWEST_POWER_ROWS, MOST_POWERS // len(elements)))
    rows = np.unique(np.linspace(0, len(run) - 1, count).astype(int))
    powers = [_powers(run, rows, elements, s) for s in (1.0 - SPEED_CHANGE, 1.0, 1.0 + SPEED_CHANGE)]
    exchanged = np.abs((powers[2] - powers[0]) / (2.0 * SPEED_CHANGE) - powers[1]).sum(axis=0)
    passed = float(np.trapezoid(exchanged, run.t[rows]))
    return passed if np.isfinite(passed) else 0.0


def _powers(run: Any, rows: np.ndarray, elements: list[str], speed: float) -> np.ndarray:
    """Powers of elements × rows, with all speeds so many times as large."""
    names = [f"{name}.power" for name in elements]
    parts = {name: getattr(run, name)[rows] for name in ("t", "q", "z", "work")}
    changes = tuple((int(np.searchsorted(rows, k)), values) for k, values in run.parameter_changes)
    varied = replace(
        run, **parts, u=speed * run.u[rows], parameter_changes=changes, _known={}, _alarm=Alarm(is_off=True)
    )
    found = run.reader(names, varied)
    return np.array([found[name] for name in names])
