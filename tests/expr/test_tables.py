"""Look-ups: values and two derivatives against SciPy, continuity, ends, outside, period, and the checks of points."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from linkwork.expr import PiecewisePolynomial, TraceError, forward_derivatives, periodic_spline, spline, symbols, table
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import constant

KNOTS = np.array([-1.0, -0.3, 0.2, 1.1, 1.9, 2.5])
HEIGHTS = np.array([0.4, 1.3, -0.2, 0.1, 2.0, 0.4])
INSIDE = np.linspace(KNOTS[0], KNOTS[-1], 401)
X = symbols("x")


def derivatives(polynomial, x, order=2):
    """Value, first and second derivative at numbers, by way of the graph."""
    expressions = [polynomial(X)]
    for _ in range(order):
        expressions += forward_derivatives(expressions[-1:], {X: 1.0})
    return [np.broadcast_to(v, np.shape(x)) for v in evaluate(expressions, {"x": x})]


@pytest.mark.parametrize("ends", ["natural", "clamped", "not-a-knot"])
@pytest.mark.parametrize("outside", ["hold", "linear", "extend", "nan"])
def test_spline_to_second_order(ends, outside):
    reference = CubicSpline(KNOTS, HEIGHTS, bc_type=ends)
    for order, ours in enumerate(derivatives(spline(KNOTS, HEIGHTS, ends, outside), INSIDE)):
        np.testing.assert_allclose(ours, reference(INSIDE, order), rtol=1e-12, atol=1e-12)


def test_spline_is_twice_continuous_at_the_knots():
    curve = spline(KNOTS, HEIGHTS)
    for left, right in zip(
        derivatives(curve, np.nextafter(KNOTS[1:-1], -np.inf)), derivatives(curve, KNOTS[1:-1]), strict=True
    ):
        np.testing.assert_allclose(left, right, atol=1e-12)


def test_ends():
    assert derivatives(spline(KNOTS, HEIGHTS), KNOTS[[0, -1]])[2] == pytest.approx(0.0, abs=1e-12)
    assert derivatives(spline(KNOTS, HEIGHTS, "clamped"), KNOTS[[0, -1]])[1] == pytest.approx(0.0, abs=1e-12)
    third = derivatives(spline(KNOTS, HEIGHTS, "not-a-knot"), np.array([-0.7, 0.0]), order=3)[3]
    assert third[0] == pytest.approx(third[1], rel=1e-12)


def test_periodic():
    curve = periodic_spline(KNOTS, HEIGHTS)
    period = KNOTS[-1] - KNOTS[0]
    reference = CubicSpline(KNOTS, HEIGHTS, bc_type="periodic")
    far = INSIDE + 7 * period
    for order, (near, away) in enumerate(zip(derivatives(curve, INSIDE), derivatives(curve, far), strict=True)):
        np.testing.assert_allclose(near, reference(INSIDE, order), rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(away, near, atol=1e-11)
    for left, right in zip(
        derivatives(curve, np.nextafter(KNOTS[-1:], 0.0)), derivatives(curve, KNOTS[:1]), strict=True
    ):
        np.testing.assert_allclose(left, right, atol=1e-12)


@pytest.mark.parametrize("make", [spline, table])
def test_outside(make):
    low, high = np.array([-1.5, -40.0]), np.array([2.7, 60.0])
    hold = make(KNOTS, HEIGHTS, outside="hold")
    np.testing.assert_allclose(hold(low), HEIGHTS[0])
    np.testing.assert_allclose(hold(high), HEIGHTS[-1])
    assert derivatives(hold, high)[1].tolist() == [0.0, 0.0]

    linear = make(KNOTS, HEIGHTS, outside="linear")
    slopes = derivatives(linear, KNOTS[[0, -1]])[1]
    np.testing.assert_allclose(linear(low), HEIGHTS[0] + slopes[0] * (low - KNOTS[0]), rtol=1e-12)
    np.testing.assert_allclose(linear(high), HEIGHTS[-1] + slopes[1] * (high - KNOTS[-1]), rtol=1e-12)

    nan = make(KNOTS, HEIGHTS, outside="nan")
    assert np.isnan(nan([*low, *high])).all()
    np.testing.assert_allclose(nan(KNOTS), HEIGHTS, atol=1e-14)


def test_the_outer_points_belong_to_the_inside():
    reference = CubicSpline(KNOTS, HEIGHTS, bc_type="natural")
    for outside in ("hold", "nan", "linear"):
        slopes = derivatives(spline(KNOTS, HEIGHTS, outside=outside), KNOTS[[0, -1]])[1]
        np.testing.assert_allclose(slopes, reference(KNOTS[[0, -1]], 1), rtol=1e-12)


def test_straight_lines():
    lines = table(KNOTS, HEIGHTS)
    beyond = np.linspace(-2.0, 3.0, 101)
    np.testing.assert_allclose(lines(beyond), np.interp(beyond, KNOTS, HEIGHTS), atol=1e-14)
    slopes = derivatives(lines, KNOTS[:-1] + 0.01)[1]
    np.testing.assert_allclose(slopes, np.diff(HEIGHTS) / np.diff(KNOTS), rtol=1e-13)


def test_a_look_up_is_one_shared_node():
    assert spline(KNOTS, HEIGHTS)(X) is spline(KNOTS.tolist(), HEIGHTS)(X)
    assert spline(KNOTS, HEIGHTS)(X).op == "lookup"
    assert table(KNOTS, HEIGHTS)(X) is not spline(KNOTS, HEIGHTS)(X)


def test_high_derivatives_vanish():
    expression = spline(KNOTS, HEIGHTS)(X)
    for _ in range(4):
        (expression,) = forward_derivatives([expression], {X: 1.0})
    assert expression == 0.0 and expression.op == "const"


def test_numbers_and_shapes():
    curve = spline(KNOTS, HEIGHTS)
    assert isinstance(curve(0.3), float)
    assert curve(np.zeros((2, 3))).shape == (2, 3)
    assert curve(symbols("q", 3)).shape == (3,)
    nowhere = table(KNOTS, HEIGHTS, outside="nan")
    assert nowhere(constant(0.2)).op == "const"
    assert nowhere(constant(99.0)).op == "lookup"


def test_tables_do_not_change():
    curve = PiecewisePolynomial(np.array([0.0, 1.0]), np.array([[1.0, 0.0]]))
    with pytest.raises(ValueError, match="read-only"):
        curve.coefficients[0, 0] = 3.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: spline([0, 0, 1], [0, 1, 2]), r"x\[1\] = 0 follows 0"),
        (lambda: spline([0], [1]), "two or more points"),
        (lambda: table([0, 1], [0, 1, 2]), "x and y of one length"),
        (lambda: table([0, np.inf], [0, 1]), "must be finite"),
        (lambda: table([0, X], [0, 1]), "must be numbers"),
        (lambda: table([0, 1], [0, 1], outside="zero"), "outside='zero' is not known"),
        (lambda: spline([0, 1, 2], [0, 1, 2], ends="free"), "ends='free' is not known"),
        (lambda: periodic_spline([0, 1, 2], [0, 1, 2]), r"last value \(2\) must repeat the first \(0\)"),
        (lambda: PiecewisePolynomial(np.zeros(3), np.zeros((1, 2))), "n rows of coefficients"),
        (lambda: PiecewisePolynomial(np.zeros(2), np.zeros((1, 2))), "must increase"),
    ],
)
def test_wrong_points(make, message):
    with pytest.raises(TraceError, match=message):
        make()


@pytest.mark.parametrize("make", [spline, table])
def test_held_values_at_infinity(make):
    hold = make(KNOTS, HEIGHTS)
    assert hold([-np.inf, np.inf]).tolist() == hold([-40.0, 60.0]).tolist()
    assert np.isnan(hold(np.nan))
    assert derivatives(hold, np.array([-np.inf, np.inf]))[1].tolist() == [0.0, 0.0]


SMOOTHNESS = {
    "natural": (spline(KNOTS, HEIGHTS, outside="extend"), 2),
    "held": (spline(KNOTS, HEIGHTS), 0),
    "clamped and held": (spline(KNOTS, HEIGHTS, ends="clamped"), 1),
    "natural and linear": (spline(KNOTS, HEIGHTS, outside="linear"), 2),
    "periodic": (periodic_spline(KNOTS, HEIGHTS), 2),
    "lines": (table(KNOTS, HEIGHTS), 0),
    "one cubic": (PiecewisePolynomial(KNOTS[:2], np.array([[1.0, 0.0, 2.0, 3.0]])), np.inf),
    "steps": (PiecewisePolynomial(KNOTS[:3], np.array([[1.0], [2.0]])), -1),
    "the same polynomial twice": (PiecewisePolynomial([0.0, 1.0, 2.0], np.array([[1.0, 0.0], [1.0, 1.0]])), np.inf),
    "jump at the period": (PiecewisePolynomial([0.0, 1.0], np.array([[1.0, 0.0]]), periodic=True), -1),
    "kink at the period": (PiecewisePolynomial([0.0, 1.0], np.array([[1.0, -1.0, 0.0]]), periodic=True), 0),
    "zero": (PiecewisePolynomial([0.0, 1.0], np.zeros((1, 2))), np.inf),
}


@pytest.mark.parametrize("name", SMOOTHNESS)
def test_smoothness(name):
    curve, expected = SMOOTHNESS[name]
    assert curve.smoothness == expected
    if 0 <= expected < np.inf and not curve.is_zero:
        assert curve.derivative.smoothness == expected - 1


def test_smoothness_does_not_depend_on_units():
    for scale in (1e-9, 1e9):
        assert spline(KNOTS * scale, HEIGHTS / scale, outside="extend").smoothness == 2
        assert spline(KNOTS / scale, HEIGHTS, ends="clamped").smoothness == 1


@pytest.mark.parametrize("turns", [1e3, -1e6, 1e9])
def test_far_periods_are_as_exact_as_the_argument(turns):
    curve = periodic_spline(KNOTS, HEIGHTS)
    period = KNOTS[-1] - KNOTS[0]
    x = INSIDE + turns * period
    rest = [float(KNOTS[0] + (Fraction(v) - Fraction(KNOTS[0])) % Fraction(period)) for v in x]
    steepest = np.abs(curve.derivative(INSIDE)).max()
    np.testing.assert_allclose(curve(x), curve(np.array(rest)), atol=2 * steepest * np.spacing(abs(turns * period)))
