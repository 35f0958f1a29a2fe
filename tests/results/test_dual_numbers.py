"""Values with gradients: every function of the table against differences."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.results.dual_numbers import SLOPES, Varied


@pytest.mark.parametrize("name", SLOPES)
def test_slopes_against_differences(name):
    function, count = getattr(np, name), len(SLOPES[name])
    x, h = np.array([0.7, 1.3])[:count], 1e-5
    found = function(*(Varied(v, np.eye(count)[k]) for k, v in enumerate(x)))
    for k in range(count):
        step = h * np.eye(count)[k]
        by = (function(*(x + step)) - function(*(x - step))) / (2 * h)
        assert found.gradient[k] == pytest.approx(by, abs=1e-8)


def test_arrays_broadcast_and_reduce():
    x = Varied([1.0, -2.0, 3.0], np.eye(3))
    assert (x**2).sum().gradient == pytest.approx([2.0, -4.0, 6.0])
    assert x.max().gradient == pytest.approx([0, 0, 1])
    assert x.min().value == -2.0
    assert x.mean().gradient == pytest.approx([1 / 3] * 3)
    assert (2.0 - x)[1].gradient == pytest.approx([0, -1, 0])
    assert (x > 0).tolist() == [True, False, True]
    outer = Varied([[1.0, 2.0]], np.zeros((1, 2, 3))) * x[:2]
    assert outer.value.shape == (1, 2)
    assert lw.stacked([x, x[0]]).gradient.shape == (4, 3)
    with pytest.raises(lw.ModelError, match="does not fit a value"):
        Varied([1.0, 2.0], np.zeros((3, 1)))
