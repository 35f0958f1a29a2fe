"""Energy over many periods: nodal constraints keep it; the constraints of a pendulum do not drift."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.special import ellipk

import linkwork as lw
from linkwork.mechanics.weak_tree import WeakState, WeakTree
from linkwork.numerics.integrators.time_elements import Directions, step
from linkwork.numerics.integrators.time_shapes import TimeElement

PERIOD = 4.0 * np.sqrt((1 / 3) / (9.81 * 0.5)) * ellipk(np.sin(1.0) ** 2)
"""Of the pendulum below, from an amplitude of two radians."""
PARTS = 13
"""Elements of a period."""


@cache
def pendulum() -> lw.System:
    """A bar with three coordinates in its plane, held at its end by two rows."""
    m = lw.Model("bar", gravity=(0, -9.81, 0))
    bar = m.body("bar", mass=1.0, inertia=(1 / 12, 1 / 12, 1 / 12))
    m.connect("plane", lw.Planar("z"), m.ground, bar)
    m.connect("pin", lw.PointCoincidence(), m.ground, bar.at(-0.5, 0, 0))
    return lw.compile_model(m)


def energies(periods: int, form: str = "nodal", degree: int = 2) -> tuple[np.ndarray, float]:
    """(energy after every element, the largest residual of positions at the end)."""
    system = pendulum()
    names = system.layout.q
    angle = 2.0 - np.pi / 2
    start = dict(zip(names, (0.5 * np.cos(angle), 0.5 * np.sin(angle), angle), strict=True))
    state = system.state(start)
    mechanics = WeakTree(system, system.arguments(state)[-1])
    at, element, found = WeakState(state.q, state.u, 0.0), TimeElement(degree, form=form), []
    momenta = mechanics.vectors(at, np.zeros(mechanics.rows), (1.0, 0.0, 0.0)).r
    for _ in range(periods * PARTS):
        new = step(element, mechanics, at, momenta, PERIOD / PARTS)
        assert new is not None
        at, momenta = new.at, new.momenta
        found.append(0.5 * momenta @ at.u + 9.81 * at.q[names.index("plane.y")])
    gap = mechanics.position_rows(at, Directions(np.zeros((9, 0)), 0.0)).g
    return np.array(found), float(np.abs(gap).max())


def drift(energy: np.ndarray, parts: int) -> float:
    """Change of the mean from the first to the last part."""
    count = len(energy) // parts
    return float(abs(energy[-count:].mean() - energy[:count].mean()))


@pytest.mark.seed("S3.3")
def test_nodal_constraints_keep_the_energy_of_twenty_periods() -> None:
    energy, gap = energies(20)
    swing = float(np.ptp(energy))
    assert gap < 1e-13
    assert drift(energy, 2) < 0.1 * swing
    # The document's own form loses the constraint, and energy with it.
    lost, open_ = energies(20, "weighted")
    assert open_ > 1e-5
    assert drift(lost, 2) > swing


@pytest.mark.slow
@pytest.mark.seed("S3.3")
def test_no_drift_over_ten_thousand_periods() -> None:
    energy, gap = energies(10_000)
    assert gap < 1e-12
    assert drift(energy, 10) < 1e-3 * float(np.ptp(energy))
    tenth = len(energy) // 10
    assert np.ptp(energy) < 1.05 * np.ptp(energy[:tenth])
