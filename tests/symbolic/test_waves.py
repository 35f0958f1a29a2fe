"""Sums of waves: unique, exact, and equal in numbers to the graph they were read from."""

import math

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from linkwork import expr as ex
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import symbol
from linkwork.symbolic.readable.reader import FormulaReader, common_parts
from linkwork.symbolic.readable.waves import exact_number

A, B, K = symbol("a"), symbol("b"), symbol("k")
NAMES = {A: sp.Symbol("a", real=True), B: sp.Symbol("b", real=True), K: sp.Symbol("k", real=True)}
a, b, k = NAMES.values()


def read(value: object) -> sp.Expr:
    return FormulaReader(NAMES).matrix(value)


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (ex.sin(A) * ex.sin(A) + ex.cos(A) * ex.cos(A), 1),
        (ex.sin(A) * ex.sin(B) + ex.cos(A) * ex.cos(B), sp.cos(a - b)),
        (K * (ex.sin(A + B) - ex.sin(A) * ex.cos(B)), k * (sp.sin(a + b) - sp.sin(a - b)) / 2),
        ((K + 1.0) * (K - 1.0) - K**2, -1),
        (K / (2.0 * K * K), 1 / (2 * k)),
        (ex.cos(A + 0.5 * math.pi) + ex.sin(A), 0),
        (ex.sin(2.0 * A) - 2.0 * ex.sin(A) * ex.cos(A), 0),
        (0.1 * K + 0.2 * K, sp.Float(0.3) * k),
    ],
)
def test_what_is_equal_reads_equal(graph: object, expected: object) -> None:
    difference = sp.expand(read(graph) - sp.sympify(expected).rewrite(sp.cos, sp.sin))
    assert sp.simplify(difference) == 0
    assert read(graph).count_ops() <= sp.sympify(expected).count_ops() + 2


EXPRESSIONS = st.recursive(
    st.sampled_from([A, B, K, symbol("a") + B]) | st.floats(-3, 3).map(lambda x: ex.array(x).item() * (K * 0.0 + 1.0)),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
        inner.map(ex.sin),
        inner.map(ex.cos),
        inner.map(ex.absolute),
    ),
    max_leaves=12,
)


@given(EXPRESSIONS, st.integers(0, 99))
def test_reading_changes_no_value(graph: object, seed: int) -> None:
    rng = np.random.default_rng(seed)
    at = dict(zip((A, B, K), rng.uniform(-1, 1, 3), strict=True))
    reader = FormulaReader(NAMES)
    found = reader.matrix(graph)
    for name, value in reversed(reader.definitions):
        found = found.xreplace({name: value})
    expected = float(evaluate([graph], at)[0])
    given_values = {NAMES[node]: sp.Float(float(x)) for node, x in at.items()}
    assert float(sp.N(found.xreplace(given_values))) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.slow
def test_an_angle_of_a_sine_and_a_cosine_keeps_its_range_unless_told_otherwise() -> None:
    graph = ex.atan2(2.0 * ex.sin(A), 2.0 * ex.cos(A))
    assert read(graph) == sp.atan2(sp.sin(a), sp.cos(a), evaluate=False)
    assert FormulaReader(NAMES, within_half_a_turn=True).matrix(graph) == a
    assert sp.simplify(read(ex.gradient_of(graph, [A])[0]) - 1) == 0


def test_what_is_too_long_to_write_out_gets_a_name() -> None:
    terms = [symbol(f"p{i}") for i in range(80)]
    total = sum(terms[1:], terms[0])
    reader = FormulaReader({})
    found = reader.matrix(total * total)
    assert len(reader.definitions) == 1
    assert reader.definitions[0][0] in found.free_symbols


def test_what_recurs_is_shared_once_and_small_things_are_not() -> None:
    long = sp.cos(a - b) + 3 * k * a
    definitions, (first, second) = common_parts([long * k, long + sp.cos(a)])
    assert [value for _, value in definitions] == [long]
    assert first == definitions[0][0] * k
    assert second.xreplace(dict(definitions)) == long + sp.cos(a)


@pytest.mark.parametrize(("value", "text"), [(1 / 3, "1/3"), (4.905, "4.905"), (0.5, "1/2"), (7 / 360, "7/360")])
def test_numbers_are_written_as_one_would(value: float, text: str) -> None:
    assert sp.sstr(exact_number(value), full_prec=False) == text
    assert float(exact_number(value)) == pytest.approx(value, rel=1e-13)
