"""Graphs written anew: the same values, in fewer operations."""

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from benchmarks.symbolic import chain, modelled_chain
from linkwork import expr as ex
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import as_expr, symbol, topological
from linkwork.symbolic.byhand.compile import apart
from linkwork.symbolic.byhand.sheet import Rewriter
from linkwork.symbolic.readable.reader import FormulaReader

A, B, C, K = (symbol(name) for name in "abck")
NAMES = {node: sp.Symbol(str(node.data), real=True) for node in (A, B, C, K)}
VALUES = {
    "waves": ex.sin(A) * ex.sin(B) + ex.cos(A) * ex.cos(B) - 0.25,
    "parameters": K * ex.sin(A - B) * C * C + 2.0 * K * ex.cos(2.0 * A + B),
    "a power below": A * K / (C * C * B),
    "no wave": ex.where(A < 0.0, K * A, B) + ex.absolute(C),
    "nothing": ex.sin(A) - ex.sin(A),
    "a phase": ex.sin(A + 0.3) * C,
}


@pytest.mark.parametrize("name", VALUES)
def test_what_is_written_anew_has_the_same_value(name: str) -> None:
    value, reader = as_expr(VALUES[name]), FormulaReader(NAMES)
    (total,) = reader.sums(ex.array([value]))
    written = as_expr(Rewriter(reader, {x: node for node, x in NAMES.items()}, {NAMES[K]}).graph(total))
    for place in np.random.default_rng(4).uniform(-2, 2, (4, 4)):
        at = dict(zip((A, B, C, K), place, strict=True))
        expected, *found = (float(evaluate([x], at)[0]) for x in (value, written, *apart([written])))
        assert found == pytest.approx([expected, expected], rel=1e-12, abs=1e-12)


def test_turns_of_sums_come_from_turns_of_single_angles() -> None:
    angle = A - B + C
    found = apart([as_expr(ex.sin(angle)), as_expr(ex.cos(-(A + B))), as_expr(ex.cos(A + 0.5))])
    turned = {node.args[0] for node in topological(found) if node.op in ("sin", "cos")}
    assert turned == {A, B, C, as_expr(A + 0.5)}
    at = {A: 0.3, B: -1.1, C: 0.7}
    expected = [np.sin(0.3 + 1.1 + 0.7), np.cos(0.3 - 1.1), np.cos(0.8)]
    assert [float(x) for x in evaluate(found, at)] == pytest.approx(expected, rel=1e-14)


@pytest.mark.seed("S4.3")
def test_a_chain_needs_one_sine_and_cosine_a_link_and_little_more_than_its_solution() -> None:
    e = chain(10, "newton-euler").equations
    nodes = [
        node.op
        for node in topological([as_expr(x) for x in (*ex.array(e.dynamics.M).ravel(), *e.dynamics.h)])
        if node.args
    ]
    assert nodes.count("sin") == nodes.count("cos") == 10
    # 45 pairs of links: cos and sin of a difference, a number each, two squares of speeds; and the weights.
    assert len(nodes) <= 45 * 12 + 10 * 5


def test_a_chain_of_ten_is_that_of_the_model() -> None:
    found = lw.compare(chain(10, "newton-euler"), modelled_chain(10), lambda q, t: q - ex.array([0.0, *q[:-1]]))
    assert found, str(found)
