"""Native code against the interpreter on random graphs, within 4 times the running error bound of the evaluation.

The bound goes through the graph node by node: an operation adds ε·|value| (twice that for functions of the C library
and NumPy, whose own promise is some ulp) to Σ |∂value/∂argument|·bound(argument). Where a kink is nearer than the
bounds reach, both sides are right and the case is put aside.
"""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwork.expr as ex
from linkwork.expr.derivatives import DERIVATIVE_RULES, edges
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import Bool
from linkwork.kernels import compile_function
from linkwork.kernels.emit import MATH_LIBRARY
from tests.strategies import cases, cases_of, flat_values

EPS = np.finfo(float).eps
EXACT = {"neg", "abs", "sign", "floor", "ceil", "min", "max", "where", "output", "call"}
FACTOR = 4.0


def error_bounds(function, values):
    """First-order bound of the rounding error of every output, flattened."""
    nodes = function.nodes
    through = {node: [(e.argument, ex.where(e.condition, e.partial, 0.0)) for e in edges(node)] for node in nodes}
    wanted = [p for pairs in through.values() for _, p in pairs]
    numbers = flat_values(function, values)
    slope = dict(zip(wanted, map(float, evaluate(wanted, numbers)), strict=True))
    known = dict(zip(nodes, evaluate(nodes, numbers), strict=True))
    bound = {}
    for node in nodes:
        if node.op == "lookup":
            own = EPS * lookup_scale(node.data, float(known[node.args[0]]))
        elif node.op in EXACT or not node.args or isinstance(node, Bool):
            own = 0.0
        else:
            own = EPS * abs(float(known[node])) * (2.0 if node.op in (*MATH_LIBRARY, "sin", "cos") else 1.0)
        bound[node] = own + sum(abs(slope[p]) * bound[a] for a, p in through[node])
    return np.array([bound[root] for root in function.roots])


def lookup_scale(table, x):
    """Horner's rule in magnitudes: the size of what is added up, derivative included for the rounded x − x_i."""
    if table.periodic:
        period = table.breaks[-1] - table.breaks[0]
        x = x - period * np.floor((x - table.breaks[0]) / period)
    segment = int(np.clip(np.searchsorted(table.breaks, x, side="right") - 1, 0, len(table.breaks) - 2))
    s = abs(x - table.breaks[segment])
    size = np.polyval(np.abs(table.coefficients[segment]), s)
    slope = np.polyval(np.polyder(np.abs(table.coefficients[segment])), s)
    turns = abs(table.breaks).max() if table.periodic else 0.0
    return len(table.coefficients[0]) * size + slope * (s + turns)


def flat(outputs):
    return np.concatenate([np.ravel(x) for x in outputs])


def check(case, evaluate_natively):
    """|native − interpreter| ≤ 4 × bound, for every output."""
    function = case.function
    with np.errstate(all="ignore"):
        bounds = error_bounds(function, case.values)
        expected = flat(function(**case.values))
    assume(np.isfinite(bounds).all())
    assume(case.margin > 1e-9)
    native = flat(evaluate_natively(function, case.values))
    excess = np.abs(native - expected) - FACTOR * bounds
    assert (excess <= 0).all(), (native, expected, bounds)


def by_scalar_code(function, values):
    return compile_function(function)(**values)


def by_wide_code(function, values):
    """A lane in the middle of a full group and one in the remainder, next to other points."""
    kernel = compile_function(function)
    points = kernel.width + 3
    given = {name: np.stack([np.asarray(v) * f for f in np.linspace(0.9, 1, points)]) for name, v in values.items()}
    for row in (1, points - 1):
        for name, value in values.items():
            given[name][row] = value
    result = kernel.batch(**given)
    middle, last = ([x[row] for x in result] for row in (1, points - 1))
    np.testing.assert_array_equal(flat(middle), flat(last))
    return middle


@settings(max_examples=40)
@given(cases(allow_opaque=True))
def test_scalar_code(case):
    check(case, by_scalar_code)


@pytest.mark.slow
@settings(max_examples=60)
@given(cases(allow_opaque=True))
def test_wide_code(case):
    check(case, by_wide_code)


@pytest.mark.parametrize("op", [*(op for op in DERIVATIVE_RULES if op != "lookup"), "min", "max"])
@settings(max_examples=4)
@given(data=st.data())
def test_every_operation(op, data):
    case = data.draw(cases_of(op))
    check(case, by_scalar_code)
    check(case, by_wide_code)


def test_bound_is_small_where_it_should_be():
    """The oracle itself: a sum of n numbers has a bound of order n ε, not more."""
    function = ex.trace(lambda x: sum(x), {"x": 50})
    (bound,) = error_bounds(function, {"x": np.ones(50)})
    assert bound == pytest.approx(sum(range(2, 51)) * EPS)
