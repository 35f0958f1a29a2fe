"""The length of the next step against its formula in powers."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.integrators.record import H_MAX, T_END, H
from linkwork.numerics.integrators.step_control import FASTEST, SAFETY, SLOWEST, next_step, step_growth, stop_of


def _by_powers(error: float, last: float, h: float, before: float, order: int, damping: float) -> float:
    power = 1.0 / (order + 1)
    found = SAFETY * error ** -(power - 0.75 * damping) * max(last, 1e-4) ** damping
    if before > 0.0:
        found = min(found, SAFETY * h / before * (max(last, 1e-2) / error**2) ** power)
    return max(SLOWEST, min(FASTEST, found))


@pytest.mark.parametrize("error", [1e-30, 1e-7, 1e-3, 0.2, 1.0])
@pytest.mark.parametrize("last", [0.0, 1e-3, 0.03, 0.9])
@pytest.mark.parametrize("before", [0.0, 0.01, 0.3])
def test_growth_is_that_of_the_formula(error: float, last: float, before: float) -> None:
    for order, damping in ((4, 0.04), (7, 0.02), (2, 0.0)):
        given = error, last, 0.1, before, order, damping
        found = step_growth(*given, False)
        assert found == pytest.approx(_by_powers(*given), rel=1e-14)
        assert compiled_loop(step_growth)(*given, False) == found


def test_no_error_grows_as_far_as_it_may_and_never_after_a_rejection() -> None:
    assert step_growth(0.0, 0.1, 0.1, 0.0, 7, 0.02, False) == FASTEST
    assert step_growth(1e-9, 0.1, 0.1, 0.0, 7, 0.02, True) == 1.0
    assert math.isfinite(step_growth(5e-324, 0.1, 0.1, 0.1, 2, 0.0, False))


@pytest.mark.parametrize(
    ("left", "adaptive", "taken"), [(3.0, True, 1.0), (1.5, True, 0.75), (1.5, False, 1.0), (0.9, True, 0.9)]
)
def test_no_tiny_step_is_left_for_the_end(left: float, adaptive: bool, taken: float) -> None:
    clock = np.zeros(32)
    clock[[H, H_MAX, T_END]] = 1.0, 10.0, left
    record = SimpleNamespace(clock=clock, count=np.zeros(32, dtype=int), mesh=np.zeros((0, 2)))
    assert next_step(record, stop_of(record), adaptive) == taken
