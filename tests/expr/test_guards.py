"""Derivatives under guards: what a `where` does not take must not spread, in either mode, whatever is NaN there."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.expr import (
    acos,
    exp,
    forward_derivatives,
    gradient_of,
    hessian,
    jacobian,
    log,
    maximum,
    minimum,
    operation_count,
    reverse,
    sin,
    sqrt,
    symbols,
    trace,
    where,
)
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import as_expr, constant

X = symbols("x", 3)
x, y, z = X
GUARDED = {
    "shared root": where(x > 0, sqrt(x) * y, 0.0) + where(x > 1, sqrt(x) * z, 0.0),
    "nested": where(x > 0, where(y > 0, sqrt(x * y), 1.0), z) + where(y > 0, log(y) * x, x),
    "root of a guard": sqrt(maximum(x, 0.0)) * y + z,
    "quotient": where(x == 0, 1.0, sin(x) / where(x == 0, 1.0, x)) * y + where(x == 0, 0.0, z / x),
    "overflow": where(x < 0.5, exp(x * 1000) * y, z),
    "both branches": where(x > 0, sqrt(x) + y, sqrt(-x) - y) * z,
    "choice of roots": minimum(where(x > 0, sqrt(x), 0.0), where(y > 0, 1 / y, 2.0)) * z,
}
POINTS = [(-1.0, 2.0, 3.0), (0.0, 0.0, 0.0), (4.0, -1.0, 0.5), (0.25, 0.5, -2.0), (900.0, 1.0, 1.0)]


def number(expressions, point):
    return np.array(evaluate(expressions, dict(zip(X, point, strict=True))), dtype=float)


def by_forward(value):
    return [slope for s in X for slope in forward_derivatives([value], {s: 1.0})]


@pytest.mark.parametrize("name", GUARDED)
def test_both_modes_agree_and_are_finite(name):
    for point in POINTS:
        pulled = number(gradient_of(GUARDED[name], X), point)
        np.testing.assert_allclose(number(by_forward(GUARDED[name]), point), pulled, rtol=1e-14)
        np.testing.assert_allclose(number(jacobian([GUARDED[name]] * 5, X)[0], point), pulled, rtol=1e-14)
        # The root itself is not differentiable at 0.
        if not (name in ("root of a guard", "both branches", "choice of roots") and point[0] == 0.0):
            assert np.isfinite(pulled).all()


def test_the_number_of_symbols_does_not_change_an_entry():
    value = GUARDED["shared root"]
    one, three = jacobian(value, [x]), jacobian(value, X)
    assert number(one, POINTS[0])[0] == number(three, POINTS[0])[0] == 0.0


def test_safe_unit_vector():
    square = X @ X
    unit = [where(square > 0, entry / sqrt(square), 0.0) for entry in X]
    value = sum(u * u for u in unit)
    assert number(gradient_of(value, X), (0.0, 0.0, 0.0)).tolist() == [0.0, 0.0, 0.0]
    assert number(hessian(value, X).ravel(), (0.0, 0.0, 0.0)).tolist() == [0.0] * 9
    np.testing.assert_allclose(number(gradient_of(value, X), (1.0, 2.0, 2.0)), 0.0, atol=1e-16)


def test_a_guard_costs_one_choice():
    """Inside a branch nothing is guarded: the whole branch has one condition."""
    free = sin(x * y) * sqrt(x) / y
    bare, guarded = gradient_of(free, X[:2]), gradient_of(where(x > 0, free, 0.0), X[:2])
    assert operation_count(guarded) <= operation_count(bare) + 3  # the comparison, and a choice for each entry


NUMBERS = st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 3.0])
ONE_ARGUMENT = (sqrt, log, acos, sin, lambda a: 1.0 / a, lambda a: a * a, lambda a: a**1.5, abs)
TWO_ARGUMENTS = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / b,
    minimum,
    maximum,
    np.arctan2,
)


@st.composite
def guarded_graphs(draw):
    """Three or more steps on the symbols, each two of which are followed by a choice between earlier values."""
    pool = [x, y, z]

    def earlier():
        return as_expr(pool[draw(st.integers(0, len(pool) - 1))])

    for _ in range(draw(st.integers(2, 8))):
        pool.append(draw(st.sampled_from(ONE_ARGUMENT))(earlier()))
        pool.append(draw(st.sampled_from(TWO_ARGUMENTS))(earlier(), earlier()))
        other = draw(st.sampled_from([earlier(), constant(0.0), constant(1.5)]))
        pool.append(where(earlier() > draw(NUMBERS), earlier(), other))
    return pool[-1] + where(x > 0, pool[-2], pool[-3])


@pytest.mark.slow
@settings(max_examples=400)
@given(guarded_graphs(), st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_both_modes_are_finite_at_the_same_places(value, point):
    pushed, pulled = number(by_forward(value), point), number(reverse([value], [1.0], list(X)), point)
    # Not NaN at the same places: (1 − ∞)·∞ is −∞ by one order of the sum and NaN by the other.
    finite = np.isfinite(pushed)
    assert finite.tolist() == np.isfinite(pulled).tolist()
    scale = 1.0 + np.abs(pushed[finite]).max(initial=0.0)
    np.testing.assert_allclose(pulled[finite], pushed[finite], atol=1e-9 * scale, rtol=1e-9)


def test_ordinary_functions_cost_what_they_did():
    f = trace(lambda q: sum(sin(q[i] * q[i + 1]) / (1.0 + q[i] ** 2) for i in range(9)), {"q": 10})
    assert operation_count(f.gradient("value", "q")) == 134
