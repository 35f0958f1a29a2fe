"""Steps across a singular configuration: polynomials through steps, integrals on nodes with a gap, and their cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.steppers.tree import TreeStepper
from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.integrators.branch import MotionBranch, divide_differences, extends, follow_branch, make_branch
from linkwork.numerics.integrators.gap_step import (
    ALL_NODES,
    GapStep,
    gapped_nodes,
    make_gap_step,
    weigh_nodes,
    whole_change,
)
from tests.analyses.singular_chains import chain
from tests.work import counted


def rows_of(powers: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Rows (time, y, ẏ) of polynomials of time whose coefficients are columns."""
    y = np.polynomial.polynomial.polyval(times, powers).T
    rates = np.polynomial.polynomial.polyval(times, np.polynomial.polynomial.polyder(powers)).T
    return np.ascontiguousarray(np.column_stack([times, y, rates]))


@pytest.mark.parametrize(("points", "stride"), [(2, 1), (3, 2), (5, 1)])
def test_a_branch_is_the_polynomial_through_states_and_rates(points: int, stride: int) -> None:
    """Of degree 2 m − 1 through m points; one of a higher degree is missed between them."""
    rng = np.random.default_rng(3)
    times = 2.0 - 0.1 * np.arange((points - 1) * stride + 1)
    found, wanted, ahead = make_branch(points, 4), np.zeros(4), 0.15
    for more, fits in ((0, True), (3, stride == 1)):
        powers = rng.normal(size=(2 * points + more, 4))
        rows = rows_of(powers, times)
        assert compiled_loop(extends)(found, rows, stride, np.full(3, 1e-10)) == fits
        if not more:
            compiled_loop(follow_branch)(found, ahead, wanted)
            exact = np.polynomial.polynomial.polyval(2.0 + ahead, powers)
            np.testing.assert_allclose(wanted, exact, rtol=1e-9, atol=1e-9)
            plain = MotionBranch(*(x.copy() for x in found))
            divide_differences(plain, rows, stride)
            np.testing.assert_array_equal(plain.coefficients, found.coefficients)


@pytest.mark.parametrize("middle", [0.0, 0.1, 0.4])
def test_weights_of_nodes_integrate_polynomials_exactly(middle: float) -> None:
    nodes = gapped_nodes(middle)
    step: GapStep = make_gap_step(len(nodes), 2)
    step.nodes[:] = nodes
    compiled_loop(weigh_nodes)(step)
    for power in range(len(nodes)):
        np.testing.assert_allclose(step.weights @ nodes**power, nodes ** (power + 1) / (power + 1), atol=1e-12)
    step.rates[:, 0] = nodes**3
    for left_out in (ALL_NODES, 2):
        total = np.zeros(2)
        compiled_loop(whole_change)(step, 0.5, left_out, 1.0, total)
        np.testing.assert_allclose(total[0], 0.5 / 4.0, rtol=1e-12)


def test_a_passage_is_a_few_calls_of_python() -> None:
    """Its iterations are native: they were some thousands of calls each."""
    system = chain(3)
    guess = {name: 1.0 if name[0] == "A" else -1.0 for name in system.layout.q if name != "A0.angle"}
    start = lw.assemble(system, fixed={"A0.angle": 1.0, "A0.angle_dot": 8.0}, guess=guess)
    passed: list[int] = []
    leap = TreeStepper._leap

    def counted_leap(self: Any) -> int:
        with counted() as work:
            code: int = leap(self)
        passed.append(work.calls)
        return code

    with pytest.MonkeyPatch.context() as patch:
        lw.simulate(system, start, 1.0, times=[1.0])
        patch.setattr(TreeStepper, "_leap", counted_leap)
        run = lw.simulate(system, start, 1.0, times=[1.0])
    assert run.success and len(passed) == 3
    assert max(passed) < 900
