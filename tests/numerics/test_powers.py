"""Powers of our own: close to those of the library, and the same bits compiled and in plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.powers import portable_power

EXPONENTS = st.floats(-4.0, 4.0)
BASES = st.floats(1e-300, 1e300)


@given(BASES, EXPONENTS)
def test_power_is_that_of_the_library(x: float, p: float) -> None:
    try:
        wanted = math.pow(x, p)
    except OverflowError:
        wanted = math.inf
    found = portable_power(x, p)
    if 1e-300 < wanted < 1e300:
        # The logarithm is rounded once, which its size times the exponent turns into an error of the power.
        assert abs(found / wanted - 1.0) < 4e-16 * (4.0 + abs(p * math.log(x)))
    else:
        assert (found > 1e299) == (wanted > 1e299)


@given(st.lists(st.tuples(BASES, EXPONENTS), min_size=1, max_size=20))
def test_compiled_power_has_the_same_bits(pairs: list[tuple[float, float]]) -> None:
    for x, p in pairs:
        assert compiled_loop(portable_power)(x, p) == portable_power(x, p)


@pytest.mark.parametrize(
    ("x", "p", "wanted"),
    [(0.0, 0.5, 0.0), (0.0, -1.0, math.inf), (math.inf, 0.2, math.inf), (math.inf, -0.2, 0.0), (7.0, 0.0, 1.0)],
)
def test_ends_of_the_range(x: float, p: float, wanted: float) -> None:
    assert portable_power(x, p) == wanted == compiled_loop(portable_power)(x, p)


def test_what_is_no_number_stays_none() -> None:
    assert math.isnan(portable_power(math.nan, 0.2))
    assert math.isnan(compiled_loop(portable_power)(math.nan, -0.2))
    assert math.isnan(portable_power(2.0, np.nan))
