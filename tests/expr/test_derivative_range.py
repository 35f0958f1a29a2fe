"""First and second derivatives of each function over the whole range of numbers, against hundreds of digits."""

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from linkwork.expr import forward_derivatives, gradient_of, hypot, symbols
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import binary, unary
from linkwork.expr.primitives import UNARY
from tests.exact import EXACT

SIZES = (1e-300, 1e-200, 1e-20, 1e-8, 0.1, 0.5, 0.9, 1.1, 3.0, 15.0, 20.0, 40.0, 100.0, 300.0, 600.0)
LARGE = (1e3, 1e5, 1e8, 1e100, 1e155, 1e200, 1e300)
NEAR_ONE = (1e-3, 1e-8, 1e-12, 2.0**-52)
BOTH = (*SIZES, *(-x for x in SIZES))
INSIDE = (*(x for x in BOTH if abs(x) < 1.0), *(1.0 - e for e in NEAR_ONE), *(e - 1.0 for e in NEAR_ONE))
EVERYWHERE = (*BOTH, *LARGE, *(-x for x in LARGE))
POINTS = {
    **dict.fromkeys(("sqrt", "log"), (*SIZES, *LARGE)),
    **dict.fromkeys(("exp", "expm1", "sinh", "cosh"), BOTH),
    **dict.fromkeys(("sin", "cos", "tan"), (*BOTH, 1e3, -1e5)),
    **dict.fromkeys(("asin", "acos", "atanh"), INSIDE),
    **dict.fromkeys(("atan", "tanh", "asinh", "abs", "neg"), EVERYWHERE),
    "log1p": (*(x for x in EVERYWHERE if x > -1.0), *(e - 1.0 for e in NEAR_ONE)),
    "acosh": (*(1.0 + e for e in NEAR_ONE), *(x for x in (*SIZES, *LARGE) if x > 1.0)),
}
STEPS = {"sign", "floor", "ceil"}
X, Y = symbols("x"), symbols("y")


def test_every_function_has_points():
    assert set(POINTS) | STEPS == set(UNARY)


def exact_slopes(function, *at, along=0):
    """First and second derivative by differences, the step and the digits such that hundreds of digits are right."""
    with mp.workdps(1100):
        h = abs(mpf(at[along])) * mpf(10) ** -60 or mpf(10) ** -400
        values = [function(*[mpf(x) + k * h * (i == along) for i, x in enumerate(at)]) for k in (-1, 0, 1)]
        return (values[2] - values[0]) / (2 * h), (values[2] - 2 * values[1] + values[0]) / h**2


def assert_close(ours, exact, tolerance):
    """Up to numbers that underflow on the way."""
    assert abs(float(ours) - float(exact)) <= tolerance + 1e-290 or ours == float(exact)


@pytest.mark.parametrize("op", POINTS)
def test_functions_of_one_argument(op):
    first = forward_derivatives([unary(op, X)], {X: 1.0})
    both = first + forward_derivatives(first, {X: 1.0})
    for x in POINTS[op]:
        slope, bend = exact_slopes(EXACT[op], x)
        ours = evaluate(both, {"x": np.float64(x)})
        if abs(bend) < 1e300:
            assert_close(ours[0], slope, 1e-13 * abs(slope))
            assert_close(ours[1], bend, 1e-11 * (abs(bend) + abs(slope)))


PAIRS = [(a * 1.3, b) for a in (1e-200, -1e-3, 1.0, 1e200) for b in (-1e-200, 1.0, 1e3, -1e200)]


@pytest.mark.parametrize(
    ("ours", "function"), [(binary("atan2", X, Y), mpmath.atan2), (hypot(X, Y), mpmath.hypot)], ids=["atan2", "hypot"]
)
def test_functions_of_two_arguments(ours, function):
    slopes = gradient_of(ours, [X, Y])
    for at in [*PAIRS, (0.0, 2.0), (3.0, 0.0), (0.0, 1e200), (1e-200, 0.0)]:
        found = evaluate(slopes, dict(zip("xy", map(np.float64, at), strict=True)))
        for along in (0, 1):
            slope, _ = exact_slopes(function, *at, along=along)
            assert_close(found[along], slope, 1e-13 * abs(slope))


def test_second_derivatives_of_atan2_do_not_depend_on_which_argument_is_larger():
    second = [forward_derivatives(forward_derivatives([binary("atan2", X, Y)], {s: 1.0}), {X: 1.0})[0] for s in (X, Y)]
    for a, b in ((0.6, 0.8), (0.8, 0.6), (0.7, 0.7), (0.0, 1.0), (1.0, 0.0), (-0.3, 2.0)):
        square = (a * a + b * b) ** 2
        found = evaluate(second, {"x": a, "y": b})
        np.testing.assert_allclose(found, [-2 * a * b / square, (a * a - b * b) / square], rtol=1e-13, atol=1e-15)


def test_third_derivative_of_tanh_at_rest():
    """Laws of friction are evaluated there: rules must not go through |x|."""
    slopes = [unary("tanh", X)]
    for _ in range(3):
        slopes += forward_derivatives(slopes[-1:], {X: 1.0})
    assert evaluate(slopes, {"x": 0.0}) == [0.0, 1.0, 0.0, -2.0]


def test_a_root_has_an_infinite_slope_at_zero():
    assert evaluate(forward_derivatives([unary("sqrt", X)], {X: 1.0}), {"x": np.float64(0.0)}) == [np.inf]
