"""The interpreter against high precision, on batches, and without warnings."""

import numpy as np
import pytest
from hypothesis import assume, given

from linkwork.expr import TraceError, log, sqrt, symbols, trace, where
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import topological
from linkwork.expr.primitives import COMPARISON, LOGICAL, MEANING
from tests.exact import EXACT, evaluate_exactly
from tests.strategies import INPUTS, cases, flat_values


def test_the_oracle_knows_every_primitive():
    assert set(EXACT) == set(MEANING)


@given(cases())
def test_against_high_precision(case):
    """Within rounding of the largest intermediate value."""
    assume(case.margin > 1e-9)
    values = flat_values(case.function, case.values)
    numbers = [node for node in topological(case.function.roots) if node.op not in (*COMPARISON, *LOGICAL)]
    ours, exact = evaluate(numbers, values), evaluate_exactly(numbers, values)
    scale = max(1.0, *(abs(float(b)) for b in exact))
    assert max(abs(float(a) - float(b)) for a, b in zip(ours, exact, strict=True)) < 1e-12 * scale


@given(cases(allow_opaque=True))
def test_a_batch_is_its_members(case):
    rng = np.random.default_rng(5)
    batch = {name: rng.uniform(low, high, (2, 3, *shape)) for name, (shape, low, high) in INPUTS.items()}
    y, z = case.function(**batch)
    assert y.shape[:2] == z.shape == (2, 3)
    for index in np.ndindex(2, 3):
        one = case.function(**{name: values[index] for name, values in batch.items()})
        np.testing.assert_allclose(y[index], one.y, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(z[index], one.z, rtol=1e-13, atol=1e-13)


def test_the_branch_not_chosen_may_be_nan_silently():
    x = symbols("x")
    assert evaluate([where(x > 0.0, sqrt(x) + log(x), 0.0)], {"x": -1.0}) == [0.0]


def test_missing_symbol():
    with pytest.raises(TraceError, match="no value is given for the symbol 'y'"):
        evaluate([symbols("y")], {"x": 1.0})


def test_plain_numbers_pass():
    assert evaluate([2.0, symbols("x")], {"x": 1.0}) == [2.0, 1.0]


def test_symbols_of_one_name_are_told_apart():
    ours, theirs = symbols("x"), trace(lambda x: x, {"x": ()}).input("x")
    assert evaluate([ours - theirs], {ours: 3.0, theirs: 1.0}) == [2.0]
    assert evaluate([ours - theirs], {ours: 3.0, "x": 1.0}) == [2.0]
    with pytest.raises(TraceError, match=r"two symbols are called 'x'; give their values by symbol"):
        evaluate([ours - theirs], {"x": 1.0})
