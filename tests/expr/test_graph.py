"""Nodes: sharing, order, folding, printing, and that dead ones leave the table."""

import copy
import gc
import operator
import pickle
import subprocess
import sys
import threading
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from linkwork.expr import TraceError, operation_count, sin, symbols, where
from linkwork.expr import node as node_module
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import (
    ONE,
    ZERO,
    Bool,
    Expr,
    as_bool,
    as_expr,
    binary,
    comparison,
    constant,
    symbol,
    topological,
    truth,
    unary,
)
from linkwork.expr.node import symbols_of
from linkwork.expr.primitives import BINARY, COMPARISON, FOLD, LOGICAL, MEANING, UNARY
from tests.strategies import cases

x, y, z = symbol("x"), symbol("y"), symbol("z")


def test_equal_structure_is_the_same_object():
    assert symbol("x") is x
    assert constant(2) is constant(2.0)
    assert x * y + sin(z) is sin(z) + y * x
    assert -(x * y) is (-x) * y
    assert x - y is not y - x
    assert (x < y) is (y > x)
    assert copy.copy(x) is x and copy.deepcopy([x * y])[0] is x * y


def test_signed_zeros_are_two_constants():
    assert constant(0.0) is not constant(-0.0)


def test_order_of_uids_is_topological():
    e = where(x > y, sin(x) * y, z / x) + z
    order = topological([e])
    assert len(set(order)) == len(order) and order[-1] is e
    position = {node: i for i, node in enumerate(order)}
    assert all(position[a] < position[node] for node in order for a in node.args)
    assert set(symbols_of([e])) == {x, y, z}
    assert operation_count([x * y + x * y, 1.0]) == 2


def test_dead_nodes_leave_the_table():
    gc.collect()
    before = len(node_module._interned)

    def build():
        e = symbol("temporary")
        for k in range(1000):
            e = sin(e) * (k + 0.123) + e
        assert len(node_module._interned) > before + 2000

    build()
    assert len(node_module._interned) == before


def test_a_long_chain_can_die():
    """Freeing many nodes one through the other must not overflow the stack."""
    code = (
        "from linkwork.expr.graph import symbol\n"
        "x = e = symbol('x')\n"
        "for k in range(100_000): e = e * x + x\n"
        "del e; print('alive')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("alive", "")


def test_threads_share_nodes():
    made = []

    def build():
        made.append([sin(symbol(f"thread{k}")) * k for k in range(300)])

    threads = [threading.Thread(target=build) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(a is b for other in made[1:] for a, b in zip(made[0], other, strict=True))


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        (x + 0.0, x),
        (0.0 + x, x),
        (x - 0.0, x),
        (x - x, ZERO),
        (0.0 - x, -x),
        (x * 1.0, x),
        (x * 0.0, ZERO),
        (0.0 / x, ZERO),
        (x / 1.0, x),
        (x / 4.0, x * 0.25),
        (x / -1.0, -x),
        (operator.neg(-x), x),
        (-(x - y), y - x),
        (x + (-y), x - y),
        ((-x) + y, y - x),
        (x - (-y), x + y),
        ((-x) * (-y), x * y),
        ((-x) / y, -(x / y)),
        (x**0, ONE),
        (x**1, x),
        (x**2, x * x),
        (x**3, x * x * x),
        (x**-1, 1.0 / x),
        (x**0.5, unary("sqrt", x)),
        (x**-0.5, 1.0 / unary("sqrt", x)),
        (sin(-x), -sin(x)),
        (unary("cos", -x), unary("cos", x)),
        (abs(-x), abs(x)),
        (binary("min", x, x), x),
        (where(x > 0.0, y, y), y),
        (where(~(x > 0.0), y, z), where(x > 0.0, z, y)),
        (~~(x > 0.0), x > 0.0),
        ((x > 0.0) & truth(True), x > 0.0),
        ((x > 0.0) | truth(True), truth(True)),
        ((x > 0.0) & (x > 0.0), x > 0.0),
        ((x > 0.0) | ~(x > 0.0), truth(True)),
        (~(x > 0.0) & (x > 0.0), truth(False)),
        (constant(2.0) + 3.0, constant(5.0)),
        (unary("sin", constant(2.0)), constant(np.sin(2.0))),
        (constant(2.0) / 3.0, constant(2 / 3)),
    ],
)
def test_folding(folded, expected):
    assert folded is expected


@given(cases(allow_opaque=True))
def test_folding_never_changes_values(case):
    """The traced, folded graph against the same program in NumPy, where nothing folds."""
    assume(case.margin > 1e-9)
    folded = case.function(**case.values)
    with np.errstate(all="ignore"):
        plain = case.program(**case.values)
    np.testing.assert_allclose(folded.y, plain["y"].astype(float), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(folded.z, float(plain["z"]), rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("op", sorted(MEANING))
def test_folding_constants_means_what_numpy_does(op):
    for a, b in ((0.5, 0.25), (-0.5, 2.0), (1.5, 0.0), (0.0, -3.0)):
        args = {1: (a,), 2: (a, b), 3: (a > b, a, b)}[1 if op in UNARY or op == "not" else 3 if op == "where" else 2]
        with np.errstate(all="ignore"):
            expected = MEANING[op](*args)
        np.testing.assert_equal(float(FOLD[op](*args)), float(expected))


def test_a_fold_that_gives_nan_is_left_standing():
    e = unary("log", constant(-1.0))
    assert e.op == "log"
    assert where(truth(False), e, x) is x
    assert np.isnan(evaluate([e], {})[0])
    assert (constant(0.0) / 0.0).op == "div"
    assert (constant(1.0) / 0.0).data == np.inf


def test_nan_constants_are_refused():
    for make in (lambda: constant(float("nan")), lambda: x + float("nan"), lambda: np.array([np.nan]) * x):
        with pytest.raises(TraceError, match="NaN was used as a constant"):
            make()


@pytest.mark.parametrize("number", [1j, np.complex128(1j), np.complex64(2.0), np.array(1j), np.array([1j])])
def test_complex_numbers_are_refused(number):
    for make in (lambda: x * number, lambda: number - x, lambda: x > number, lambda: where(x > 0.0, number, x)):
        with pytest.raises(TraceError, match="is complex; expressions are real"):
            make()


@given(st.floats(-1e8, 1e8), st.floats(0.01, 1e3))
def test_the_remainder_is_as_exact_as_its_argument(a, b):
    """Up to whole periods, by exact arithmetic."""
    ours, quotient = evaluate([x % y, x // y], {"x": a, "y": b})
    off = (Fraction(float(ours)) - Fraction(a)) / Fraction(b)
    assert abs(off - round(off)) * Fraction(b) <= np.spacing(abs(a) + b)
    assert abs(quotient - a // b) <= 1.0
    assert divmod(x, y) == (x // y, x % y)


NUMBERS = {"x": 1.7, "y": -0.6}
RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")


@pytest.mark.parametrize("symbol_first", [True, False])
@pytest.mark.parametrize("other", [2, 2.5, np.float64(2.5), np.int64(3), np.float32(0.5), True])
@pytest.mark.parametrize("op", ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", *RELATIONS])
def test_operators_with_numbers(op, other, symbol_first):
    function = getattr(operator, op)
    ours = function(x, other) if symbol_first else function(other, x)
    plain = function(1.7, float(other)) if symbol_first else function(float(other), 1.7)
    assert isinstance(ours, Bool if op in RELATIONS else Expr)
    assert evaluate([ours], NUMBERS)[0] == pytest.approx(plain, rel=1e-15)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
def test_truth_values(first, second):
    values = {"x": 1.0 if first else -1.0, "y": 1.0 if second else -1.0}
    a, b = x > 0.0, y > 0.0
    pairs = [
        (a & b, first and second),
        (a | b, first or second),
        (a ^ b, first != second),
        (~a, not first),
        (a == b, first == second),
        (a != b, first != second),
        (a * 3.0, first * 3.0),
        (2.0 - b, 2.0 - second),
        (a + b, first + second),
        (a - 1, first - 1),
        (a & True, first),
        (np.bool_(False) | a, first),
        (x * (x > 0.0), values["x"] * first),
        (-a, -first),
        (+a, first),
        (abs(a), first),
        (a / 2, first / 2),
        (2**a, 2**first),
        (a**2, first**2),
        (a // 2 + a % 2, first),
        (divmod(a, 2)[1], first % 2),
        (a < 1, first < 1),
        (a >= b, first >= second),
        (1.0 / (a + 1), 1.0 / (first + 1)),
    ]
    for ours, expected in pairs:
        assert evaluate([ours], values)[0] == expected


def test_conversions():
    assert as_expr(x) is x
    assert as_bool(x).op == "ne"
    assert float(constant(2.5)) == 2.5 and int(constant(2.0)) == 2 and bool(constant(0.0)) is False
    with pytest.raises(TraceError, match="neither a number nor an expression"):
        as_expr("three")
    for stranger in (None, "3", {}):
        with pytest.raises(TypeError):
            x + stranger


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (x + y * z, "x + y * z"),
        ((x + y) * z, "z * (x + y)"),
        (x - (y - z), "x - (y - z)"),
        (x / (y * z), "x / (y * z)"),
        ((x > 0.0) & (y > 0.0), "(0 < x) & (0 < y)"),
        (~(x > y), "~(y < x)"),
        (2.0**x, "2 ** x"),
        (sin(x), "sin(x)"),
        (where(x < y, 1.0, z), "where(x < y, 1, z)"),
        (comparison("eq", x, y), "x == y"),
        (truth(True), "True"),
    ],
)
def test_printing(expression, text):
    assert repr(expression) == text


def test_printing_is_cut_off():
    e = x
    for _ in range(50):
        e = sin(e)
    assert repr(e) == "sin(sin(sin(sin(sin(sin(…))))))"


def test_bare_expressions_are_not_pickled():
    with pytest.raises(TraceError, match="trace it into a Function"):
        pickle.dumps(x)


def test_the_tables_of_primitives_do_not_overlap():
    assert len(MEANING) == len(UNARY) + len(BINARY) + len(COMPARISON) + len(LOGICAL) + 1
    assert set(FOLD) == set(MEANING)


def test_symbols_have_shapes():
    assert symbols("q", 2)[1] is symbol("q[1]")
    assert symbols("A", (2, 3))[1, 2] is symbol("A[1,2]")
    assert symbols("t") is symbol("t")
