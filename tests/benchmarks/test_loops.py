"""Equations written by hand for the benchmark of simulation are those of the model that it measures."""

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from benchmarks.loops import cell
from benchmarks.loops.bennett import bennett
from benchmarks.loops.four_bar import four_bar
from benchmarks.loops.governor import governor
from benchmarks.loops.loop import Loop
from benchmarks.loops.three_loops import three_loops

SLOW = [pytest.param(make, marks=pytest.mark.slow) for make in (four_bar, three_loops)]
"""Their parts are tested below, without compiling."""


@pytest.mark.parametrize("make", [bennett, governor, *SLOW])
def test_equations_by_hand_are_those_of_the_model(make: Callable[[], Loop]) -> None:
    loop = make()
    hand, n = loop.hand, len(loop.hand.names)
    assert hand.centres(hand.y) == pytest.approx(loop.centres(loop.standing), abs=1e-10)
    # Elsewhere and in motion, so that nothing drops out.
    y = hand.y + np.concatenate([0.01 * np.arange(1.0, n + 1.0), 0.5 + 0.1 * np.arange(n)])
    f = np.zeros(2 * n)
    hand.rates.py_func(0.0, y, f)
    rates = [f"{name}_dot" for name in hand.names]
    held, speeds = dict(zip(hand.names, y[:n], strict=True)), dict(zip(rates, y[n:], strict=True))
    guess = {name: loop.start[name] for name in loop.system.layout.q if name not in held}
    state = lw.assemble(loop.system, held, guess, velocities=speeds)
    found = lw.accelerations(loop.system, state)
    assert f[:n] == pytest.approx(y[n:])
    assert f[n:] == pytest.approx([found[name] for name in rates], rel=1e-9, abs=1e-9)


def test_jacobian_by_hand_is_that_of_the_rates() -> None:
    hand = governor().hand
    y = hand.y + np.linspace(0.01, 0.2, len(hand.y))
    exact, columns = np.zeros((len(y), len(y))), []
    hand.jacobian.py_func(0.0, y, exact)
    for step in 1e-6 * np.eye(len(y)):
        ends = np.zeros((2, len(y)))
        hand.rates.py_func(0.0, y + step, ends[0])
        hand.rates.py_func(0.0, y - step, ends[1])
        columns.append((ends[0] - ends[1]) / 2e-6)
    assert exact == pytest.approx(np.array(columns).T, rel=1e-6, abs=1e-3)


def _cell(angle: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Directions of crank, coupler and rocker of a cell."""
    a = np.array([np.cos(angle), np.sin(angle)])
    found = np.array(cell.rocker_of.py_func(*a, 1.0, 2.1, 1.9, 2.4, 1.0))
    return a, found[:2], found[2:]


def test_planar_cell_closes_and_moves_as_it_says() -> None:
    h, angle = 1e-4, 0.7
    a, b, c = _cell(angle)
    assert a + 2.1 * b == pytest.approx([2.4 + 1.9 * c[0], 1.9 * c[1]])
    assert [np.hypot(*b), np.hypot(*c)] == pytest.approx([1.0, 1.0])
    turned = [[np.arctan2(d[1], d[0]) for d in _cell(angle + step)[1:]] for step in (-h, 0.0, h)]
    before, now, after = np.array(turned)
    found = cell.ratios.py_func(a, b, c, (1.0, 2.1, 1.9), 1.0, 0.0)
    assert found[:2] == pytest.approx((after - before) / (2 * h), rel=1e-6)
    assert found[2:] == pytest.approx((after - 2 * now + before) / h**2, rel=1e-5)


def test_rod_turning_about_its_end() -> None:
    d, still = (np.cos(0.4), np.sin(0.4)), (0.0, 0.0, 0.0, 0.0)
    mass, bias, force, end = cell.rod.py_func(2.0, 3.0, still, d, 1.0, 0.0)
    assert mass == pytest.approx(3.0 * 2.0**2 / 3.0)
    assert bias == pytest.approx(0.0, abs=1e-14)
    assert force == pytest.approx(-3.0 * 9.81 * d[0])
    assert end == pytest.approx((-2.0 * d[1], 2.0 * d[0], -2.0 * d[0], -2.0 * d[1]))
