"""The order of what lies between the ends of steps, and of runs that control their steps, as the slope of errors.

Orders of the ends are measured in tests/analyses/test_ends_and_orders.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.methods.registry import METHODS
from linkwork.numerics.tableaus.implicit import RADAU
from linkwork.system import System
from tests.numerics.order_models import double_pendulum, four_bar, hung_ball, start, top

LOOSE = {"rtol": 1e6, "atol": 1e6}
"""No error control: all steps but the first few are as long as they may be."""


TIMES = np.linspace(0.0, 1.0, 1001)


@cache
def reference(system: System) -> lw.Trajectory:
    return lw.simulate(system, start(system), times=TIMES, method="dop853", rtol=1e-13, atol=1e-13)


def measured(system: System, **options: Any) -> tuple[float, float, float]:
    """(steps, error at the end, largest error at a thousand times) of a run."""
    run = lw.simulate(system, start(system), 1.0, **options)
    assert run.success, run.status
    exact = reference(system)
    rows, states = run.resample(TIMES), np.hstack([exact.q, exact.u])
    inside = np.abs(np.hstack([rows.q, rows.u]) - states).max()
    return run.certificate.steps, np.abs(np.hstack([run.q[-1], run.u[-1]]) - states[-1]).max(), inside


def slope(x: Any, y: Any) -> float:
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


FIXED = [
    ("dopri5", LOOSE, (1 / 30, 1 / 40, 1 / 60, 1 / 80), 5, 5),
    ("dop853", LOOSE, (1 / 8, 1 / 12, 1 / 16, 1 / 24), 8, 8),
    ("rk4", {}, (1 / 50, 1 / 80, 1 / 120, 1 / 200), 4, 4),
    ("generalized_alpha", {}, (1 / 200, 1 / 400, 1 / 800), 2, 2),
    ("symplectic", {}, (1 / 30, 1 / 60, 1 / 120), 4, 4),
]


@pytest.mark.parametrize(("method", "options", "steps", "order", "inside"), FIXED, ids=[row[0] for row in FIXED])
def test_order_between_ends_of_steps_of_one_length(
    method: str, options: Any, steps: Any, order: int, inside: int
) -> None:
    system = hung_ball()
    lengths = [lw.Adaptive(h) if options else h for h in steps]
    found = np.array([measured(system, method=method, **options, h=h) for h in lengths])
    # A polynomial of order p misses a smooth curve by h^(p + 1) within a step; the ends are off by h^order.
    assert slope(steps, found[:, 2]) > inside - 0.4
    assert METHODS[method].order == order
    assert f"order {order}" in METHODS[method].description


def test_order_of_radau() -> None:
    tolerances = (1e-5, 1e-6, 1e-7, 1e-8)
    found = np.array([measured(double_pendulum(), method="radau", rtol=x, atol=x) for x in tolerances])
    assert slope(1 / found[:, 0], found[:, 1]) == pytest.approx(RADAU.order, abs=0.7)
    # The collocation polynomial is of order 3.
    assert slope(1 / found[:, 0], found[:, 2]) > 3.6


def test_generalized_alpha_chooses_steps_for_accuracy() -> None:
    """Its errors follow the tolerance as those of a method of order 2 do: e ~ h², tol ~ h³."""
    tolerances = (1e-4, 1e-5, 1e-6)
    for system in (double_pendulum(), four_bar()):
        found = np.array([measured(system, method="generalized_alpha", rtol=x, atol=x) for x in tolerances])
        assert slope(tolerances, found[:, 1]) == pytest.approx(2 / 3, abs=0.12)
        assert slope(1 / found[:, 0], found[:, 1]) == pytest.approx(2.0, abs=0.2)


def test_errors_of_bdf_follow_the_tolerance() -> None:
    pytest.importorskip("sksundae")
    tolerances = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
    for system in (double_pendulum(), top(), four_bar()):
        found = np.array([measured(system, method="bdf", rtol=x, atol=x) for x in tolerances])
        assert slope(tolerances, found[:, 1]) == pytest.approx(0.9, abs=0.2)
        assert (found[:, 2] < 20 * found[:, 1]).all()
        # Order 5 where tolerances are tight: a step twice as short would gain less with any lower order.
        assert slope(1 / found[:, 0], found[:, 1]) > 3.0


def test_eigenvectors_of_radau() -> None:
    g, a, b = RADAU.gamma, RADAU.alpha, RADAU.beta
    blocks = np.array([[g, 0, 0], [0, a, -b], [0, b, a]])
    assert np.allclose(np.linalg.inv(RADAU.a) @ RADAU.t, RADAU.t @ blocks, rtol=0, atol=2e-14)
    assert np.allclose(RADAU.t @ RADAU.t_inverse, np.eye(3), rtol=0, atol=1e-14)
    # B(5) and C(3), which make the order 5.
    for k in range(1, 6):
        assert RADAU.a[2] @ RADAU.c ** (k - 1) == pytest.approx(1 / k, abs=1e-15)
    for k in range(1, 4):
        assert np.allclose(RADAU.a @ RADAU.c ** (k - 1), RADAU.c**k / k, rtol=0, atol=1e-15)
    # The polynomial goes through the stages.
    powers = RADAU.c[:, None] ** np.arange(1, 4)
    assert np.allclose(powers @ RADAU.dense, np.eye(3), rtol=0, atol=1e-13)
