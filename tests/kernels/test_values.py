"""What the compiler may do to values: fuse a product into a sum, and nothing else."""

import platform
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

import linkwork.expr as ex
from linkwork.kernels import Add, At, Buffer, Program, Row, compile_function, host, map_rows, scan_rows
from linkwork.kernels.body import CodeBody
from linkwork.kernels.code import emit_texts
from tests.strategies import cases

RNG = np.random.default_rng(23)
FUSES = "+fma" in host()["features"].split(",") or platform.machine() in ("arm64", "aarch64")
UNSAFE = re.compile(r"\b(fast|reassoc|nnan|ninf|nsz|arcp|afn|contract)\b")


def both_ways(function, x):
    """Scalar code row by row, and wide code."""
    kernel = compile_function(function)
    return np.array([kernel(row).value for row in x]), kernel.batch(x).value


def assert_bits(function, x):
    """Native code equals the interpreter bit by bit, signs of zeros and NaN included."""
    with np.errstate(all="ignore"):
        expected = np.array([function(row).value for row in x])
    for native in both_ways(function, x):
        np.testing.assert_array_equal(native, expected)
        number = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(native)[number], np.signbit(expected)[number])


@pytest.mark.skipif(not FUSES, reason="this host has no fused multiply-add")
def test_a_product_and_a_sum_are_rounded_once():
    x = RNG.normal(size=(200, 3))
    x[:100, 2] = -x[:100, 0] * x[:100, 1]  # what is left is the rounding error of the product
    exact = [float(Fraction(a) * Fraction(b) + Fraction(c)) for a, b, c in x]
    assert np.count_nonzero(exact[:100]) > 50
    for native in both_ways(ex.trace(lambda x: x[0] * x[1] + x[2], {"x": 3}), x):
        np.testing.assert_array_equal(native, exact)


def test_sums_are_not_rearranged():
    x = RNG.normal(size=(200, 3)) * 10.0 ** RNG.integers(-18, 18, size=(200, 3))
    x = np.vstack([[1.0, 1e16, 3.0], [-1.0, 1e16, 0.1], x])
    assert (1.0 + 1e16) - 1e16 != 1.0
    assert_bits(ex.trace(lambda x: (x[0] + x[1]) - x[1], {"x": 3}), x)
    assert_bits(ex.trace(lambda x: ((x[0] + x[1]) + x[2]) - (x[1] + x[2]), {"x": 3}), x)
    assert_bits(ex.trace(lambda x: sum(x[k % 3] for k in range(20)) - x[1], {"x": 3}), x)


def test_products_and_quotients_are_not_rearranged():
    x = RNG.normal(size=(200, 3)) * 10.0 ** RNG.integers(-180, 180, size=(200, 3))
    assert_bits(ex.trace(lambda x: x[0] * x[1] * x[2], {"x": 3}), x)
    assert_bits(ex.trace(lambda x: x[0] * x[1] / x[1] / x[2], {"x": 3}), x)
    assert_bits(ex.trace(lambda x: x[0] / 3.0 + x[1] / 3.0, {"x": 3}), x)


def test_zeros_infinities_and_nan_keep_their_meaning():
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1.0, -1.0]
    x = np.array([[a, b, 1.0] for a in special for b in special])
    for op in (lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: -(a + b)):
        assert_bits(ex.trace(lambda x, op=op: op(x[0], x[1]), {"x": 3}), x)
    assert_bits(ex.trace(lambda x: ex.where(x[0] - x[1] == x[1] - x[0], x[0], x[1]), {"x": 3}), x)


# The text itself


def assert_safe(texts):
    flags = {line for text in texts for line in text.splitlines() if UNSAFE.search(line)}
    assert not flags


@settings(max_examples=40)
@given(cases(allow_opaque=True))
def test_no_unsafe_flag_is_written(case):
    for width in (1, 4):
        assert_safe(emit_texts(CodeBody.of(case.function), width)[0])


def test_no_unsafe_flag_is_written_into_loops():
    body = ex.trace(lambda x: {"y": ex.sin(x) * x + ex.exp(x)}, {"x": 2})
    loops = [loop(body, "n", {"x": At("a", "p"), "y": Add(Row("b"))}) for loop in (map_rows, scan_rows)]
    program = Program("p", {"a": Buffer(2, "n")}, {"b": Buffer(2, "n")}, {"p": "n"}, loops)
    assert np.isfinite(compile_function(program)(a=np.ones((3, 2)), p=[0, 2, 4])).all()
    for width in (1, 4):
        texts, _ = emit_texts(CodeBody.of(program), width)
        assert_safe(texts)
        assert any("llvm.fmuladd" in text for text in texts)


def test_the_check_sees_unsafe_flags():
    assert UNSAFE.search("  %y = fadd reassoc double %x, %x")
    assert UNSAFE.search("  %y = fadd contract double %x, %x")
