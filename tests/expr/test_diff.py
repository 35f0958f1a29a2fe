"""Derivatives against high-precision differences on random graphs, and the structure of Jacobians."""

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings

from linkwork.expr import (
    TraceError,
    forward_derivatives,
    gradient_of,
    hessian,
    jacobian,
    operation_count,
    reverse,
    sin,
    sparse_jacobian,
    sqrt,
    symbols,
    trace,
    where,
)
from linkwork.expr.derivatives import CHOICE_RULES, DERIVATIVE_RULES
from linkwork.expr.diff import _by_columns, _by_rows
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import ZERO, topological
from linkwork.expr.primitives import COMPARISON, LOGICAL, MEANING
from tests.exact import evaluate_exactly, first_differences, second_differences
from tests.strategies import cases, cases_of, flat_values


def assert_close(ours, exact, scale=1.0):
    with mpmath.mp.workdps(60):
        worst = max((abs(a - b) / (scale + abs(b)) for a, b in zip(ours, exact, strict=True)), default=0)
    assert worst < 1e-12


def test_every_primitive_has_a_rule_or_is_a_truth_value():
    assert {*DERIVATIVE_RULES, *CHOICE_RULES} == set(MEANING) - set(COMPARISON) - set(LOGICAL) | {"lookup"}
    assert not set(DERIVATIVE_RULES) & set(CHOICE_RULES)


def both_modes(function):
    """Columns of the Jacobian of all outputs by forward mode, and by reverse mode."""
    n = len(function.symbols)
    modes = []
    for mode in (_by_columns, _by_rows):
        columns = [[ZERO] * len(function.roots) for _ in range(n)]
        for i, j, value in mode(function.roots, function.symbols):
            columns[j][i] = value
        modes.append(columns)
    return modes


def check_first_derivatives(case):
    function, values = case.function, flat_values(case.function, case.values)
    for columns in both_modes(function):
        for symbol, column in zip(function.symbols, columns, strict=True):
            exact = first_differences(function.roots, values, symbol.data)
            assert_close(evaluate_exactly(column, values), exact)


@given(cases())
def test_first_derivatives_of_random_graphs(case):
    assume(case.margin > 1e-9)
    check_first_derivatives(case)


@pytest.mark.parametrize("op", [*DERIVATIVE_RULES, *CHOICE_RULES, *COMPARISON, *LOGICAL])
def test_first_derivatives_of_each_primitive(op):
    @settings(max_examples=5)
    @given(cases_of(op))
    def check(case):
        assume(case.margin > 1e-9)
        check_first_derivatives(case)

    check()


@given(cases())
def test_first_derivatives_in_floating_point(case):
    """The same by the interpreter; scaled by the largest intermediate of the derivative's own graph."""
    assume(case.margin > 1e-9)
    function, values = case.function, flat_values(case.function, case.values)
    for columns in both_modes(function):
        for column in columns:
            exact = evaluate_exactly(column, values)
            floats = evaluate(column, values)
            scale = largest_intermediate(column, values)
            assert all(abs(a - float(b)) <= 1e-12 * scale for a, b in zip(floats, exact, strict=True))


def largest_intermediate(roots, values):
    nodes = [node for node in topological(roots) if node.op not in (*COMPARISON, *LOGICAL)]
    return max([1.0, *(abs(float(x)) for x in evaluate(nodes, values))])


@settings(max_examples=30)
@given(cases(max_steps=10))
def test_second_derivatives_of_random_graphs(case):
    assume(case.margin > 1e-9)
    function, values = case.function, flat_values(case.function, case.values)
    root = function.roots[-1]
    second = hessian(root, function.symbols)
    for i, a in enumerate(function.symbols):
        for j, b in enumerate(function.symbols[: i + 1]):
            ours = evaluate_exactly([second[i, j], second[j, i]], values)
            exact = second_differences(root, values, a.data, b.data)
            assert_close(ours, [exact, exact])


def test_forward_and_reverse_are_transposes():
    x = symbols("x", 3)
    y = [x[0] * sin(x[1]), x[2] / x[0], x[1] ** 3]
    values = {"x[0]": 0.4, "x[1]": 1.2, "x[2]": -0.7}
    tangent, cotangent = np.array([0.3, -1.0, 2.0]), np.array([1.5, 0.2, -0.4])
    pushed = evaluate(forward_derivatives(y, dict(zip(x, tangent, strict=True))), values)
    pulled = evaluate(reverse(y, cotangent, list(x)), values)
    assert np.dot(cotangent, pushed) == pytest.approx(np.dot(pulled, tangent), rel=1e-14)


def test_a_derivative_does_not_take_nan_from_the_branch_not_chosen():
    x = symbols("x")
    y = where(x > 0.0, sqrt(where(x > 0.0, x, 1.0)), 0.0)
    direct = where(x > 0.0, sqrt(x), 0.0)
    for value in (y, direct):
        for slope in (*gradient_of(value, [x]), *forward_derivatives([value], {x: 1.0})):
            assert evaluate([slope], {"x": -1.0}) == [0.0]
            assert evaluate([slope], {"x": 4.0}) == [0.25]


def test_jacobian_shapes():
    x, a = symbols("x", 3), symbols("a", (2, 2))
    assert jacobian(a @ a, a).shape == (2, 2, 2, 2)
    assert jacobian(x[0] * x[1], x).shape == (3,)
    assert gradient_of(x @ x, x).shape == (3,)
    assert hessian(x @ x, x).shape == (3, 3)
    assert jacobian(1.0, x).tolist() == [0.0, 0.0, 0.0]


def test_sparse_jacobian_follows_the_structure():
    x = symbols("x", 50)
    y = [x[i] * x[i + 1] for i in range(49)]
    for outputs in (y, [*y, *y[:10]]):
        sparse = sparse_jacobian(outputs, list(x))
        assert sparse.shape == (len(outputs), 50)
        assert len(sparse.values) == 2 * len(outputs)
        assert set(zip(sparse.rows.tolist(), sparse.columns.tolist(), strict=True)) == {
            (i, j) for i, _ in enumerate(outputs) for j in (i % 49, i % 49 + 1)
        }
        assert sparse.dense()[3, 4] is x[3]


def test_higher_derivatives():
    x = symbols("x")
    y = sin(x) * x
    for _ in range(4):
        (y,) = forward_derivatives([y], {x: 1.0})
    exact = 1.3 * np.sin(1.3) - 4 * np.cos(1.3)
    assert evaluate([y], {"x": 1.3})[0] == pytest.approx(exact, rel=1e-14)


def test_reverse_mode_costs_a_small_multiple():
    def chain(x):
        y = x[0]
        for k in range(300):
            y = sin(y) * x[k % 20] + y
        return y

    f = trace(chain, {"x": 20})
    assert operation_count(f.gradient("value", "x")) < 4 * f.operations


def test_derivatives_are_taken_with_respect_to_symbols():
    x = symbols("x")
    for wrong in (x + 1.0, 2.0):
        with pytest.raises(TraceError, match="is not one"):
            jacobian([x], [wrong])
