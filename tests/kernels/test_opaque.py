"""Opaque functions and tables inside kernels: plain Python, numba, raising, re-entrant; look-ups at every break."""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import compile_function
from linkwork.kernels.loops import call, compiled_loop
from tests.strategies import TABLES

RNG = np.random.default_rng(3)


def kernel_of(function, **shapes):
    return compile_function(ex.trace(function, shapes))


def repeated(kernel: Any, times: int) -> None:
    for _ in range(times):
        call(kernel)


# Opaque functions

plain = ex.opaque(lambda a, b: (a * b, a - b), 2, 2, name="plain")
compiled = ex.opaque(numba.njit(lambda a, b: (a * b, a - b)), 2, 2, name="compiled")
compiled_single = ex.opaque(numba.njit(lambda a: a * a + 1), 1, name="compiled_single")


@pytest.mark.parametrize("source", [plain, compiled], ids=str)
def test_opaque_functions(source):
    def body(x, y):
        p, d = source(x, ex.sin(y))
        again = source(d, p)
        return {"a": p + d, "b": again}

    function = ex.trace(body, {"x": (), "y": ()})
    kernel = compile_function(function)
    result, expected = kernel(2.0, 3.0), function(2.0, 3.0)
    assert result.a == pytest.approx(expected.a, rel=1e-15)
    np.testing.assert_allclose(result.b, expected.b, rtol=1e-15)
    x, y = RNG.normal(size=(2, 21))
    np.testing.assert_allclose(kernel.batch(x, y).b, function(x, y).b, rtol=1e-13)
    np.testing.assert_allclose(kernel.batch(x, y, threads=2).b, function(x, y).b, rtol=1e-13)


def test_opaque_function_of_one_number():
    kernel = kernel_of(lambda x: compiled_single(x) * 2, x=())
    assert kernel(3.0).value == 20.0
    np.testing.assert_array_equal(kernel.batch(np.arange(11.0)).value, 2 * (np.arange(11.0) ** 2 + 1))


def test_derivatives_of_opaque_functions_run_natively():
    source = ex.opaque(lambda a: np.sin(a), 1, jacobian=lambda a: [[np.cos(a)]])
    function = ex.trace(lambda x: source(x), {"x": ()})
    kernel = compile_function(function.with_outputs(d=function.gradient("value", "x")))
    assert kernel(0.4).d == pytest.approx(math.cos(0.4))


def test_two_opaque_functions_of_equal_shape_are_not_confused():
    first, second = ex.opaque(lambda a: a + 1, 1), ex.opaque(lambda a: a + 2, 1)
    kernels = [kernel_of(lambda x, s=s: s[0](x) * 10 + s[1](x), x=()) for s in ((first, second), (second, first))]
    assert [k(0.0).value for k in kernels] == [12.0, 21.0]


def fragile(a):
    if a > 1:
        raise ValueError(f"too large: {a}")
    return a


def test_what_an_opaque_function_raises_comes_out():
    kernel = kernel_of(lambda a: ex.opaque(fragile, 1)(a), a=())
    with pytest.raises(ValueError, match=r"too large: 2\.0"):
        kernel(2.0)
    assert kernel(0.5).value == 0.5  # nothing is left behind
    with pytest.raises(ValueError, match="too large"):
        kernel.batch(np.linspace(0, 2, 50), threads=2)
    assert kernel.batch(np.zeros(3)).value.tolist() == [0, 0, 0]
    call = kernel.bind(a=np.array(3.0))
    with pytest.raises(ValueError, match="too large"):
        call()
    assert np.isnan(call.outputs["value"])


inverse = ex.opaque(numba.njit(lambda p: 1 / p), 1, name="inverse")


@numba.njit
def guarded(a, b):
    if a < 0:
        raise ValueError("negative")
    return a * b, a - b


def test_what_a_numba_function_raises_comes_out():
    kernel = kernel_of(lambda p: inverse(p) + 1, p=())
    assert kernel(2.0).value == 1.5
    with pytest.raises(ZeroDivisionError):
        kernel(0.0)
    assert kernel(4.0).value == 1.25  # nothing is left behind
    with pytest.raises(ZeroDivisionError):
        kernel.batch(np.linspace(-1, 1, 33), threads=2)
    np.testing.assert_array_equal(kernel.batch(np.array([1.0, 2.0, 4.0])).value, [2.0, 1.5, 1.25])
    call = kernel.bind(p=np.array(0.0))
    with pytest.raises(ZeroDivisionError):
        call()
    assert np.isnan(call.outputs["value"])


def test_what_a_numba_function_of_several_results_raises_comes_out():
    kernel = kernel_of(lambda x: ex.opaque(guarded, 2, 2)(x, 3.0), x=())
    np.testing.assert_array_equal(kernel(2.0).value, [6.0, -1.0])
    bound = kernel.bind(x=np.array(-1.0))
    compiled_loop(repeated)(bound.row, 3)  # from native code, nobody is there to raise to
    assert np.isnan(bound.outputs["value"]).all()
    with pytest.raises(ValueError, match="negative"):
        kernel.opaque.raise_pending()


@pytest.mark.parametrize("points", [1, 3, 4, 8, 9])
def test_one_call_for_each_row(points):
    """Lanes without a row of their own repeat results, not calls."""
    calls = []
    source = ex.opaque(lambda a: calls.append(a) or (a, 2 * a), 1, 2)
    kernel = kernel_of(lambda x: sum(source(x)), x=())
    x = np.arange(1.0, points + 1)
    np.testing.assert_array_equal(kernel.batch(x).value, 3 * x)
    assert calls == x.tolist()


def test_opaque_function_with_a_wrong_count():
    with pytest.raises(ex.TraceError, match="gave 3 numbers, 2 were announced"):
        kernel_of(lambda x: ex.opaque(lambda a: (a, a, a), 1, 2)(x), x=())(1.0)


def test_errors_stay_in_their_thread():
    kernel = kernel_of(lambda a: ex.opaque(fragile, 1)(a), a=())

    def work(k):
        outcomes = []
        for _ in range(100):
            try:
                outcomes.append(kernel(float(k)).value)
            except ValueError:
                outcomes.append("raised")
        return set(outcomes)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, [0, 2, 1, 3])) == [{0.0}, {"raised"}, {1.0}, {"raised"}]


def test_errors_in_calls_by_address_wait_and_do_not_pile_up():
    kernel = kernel_of(lambda a: ex.opaque(fragile, 1)(a), a=())
    bound = kernel.bind(a=np.array(5.0))
    compiled_loop(repeated)(bound.row, 50)
    assert len(kernel.opaque.errors) == 1
    with pytest.raises(ValueError, match="too large"):
        kernel.opaque.raise_pending()
    kernel.opaque.raise_pending()


def test_an_opaque_function_may_call_its_own_kernel():
    def body(x, y):
        return {"value": source(x) + x * y, "other": x - y}

    source = ex.opaque(lambda a: kernel(a - 1, 100.0).value if a > 0 else 0.0, 1)
    kernel = kernel_of(body, x=(), y=())
    assert kernel(3.0, 1.0) == (3.0 + 200.0 + 100.0, 2.0)


# Tables


@pytest.mark.parametrize("name", sorted(TABLES))
def test_tables(name):
    table = TABLES[name]
    function = ex.trace(lambda x: [table(x), table.derivative(x), table.derivative.derivative(x)], {"x": ()})
    kernel = compile_function(function)
    breaks = table.breaks
    near = [np.nextafter(breaks, -np.inf), breaks, np.nextafter(breaks, np.inf), [-1e6, 1e6, np.nan, np.inf, -np.inf]]
    x = np.concatenate([*near, np.linspace(-7, 7, 101)])
    expected = function(x).value
    tolerance = {"rtol": 1e-9 if table.periodic else 1e-13, "atol": 1e-13}
    np.testing.assert_allclose([kernel(v).value for v in x], expected, **tolerance)
    np.testing.assert_allclose(kernel.batch(x).value, expected, **tolerance)


@pytest.mark.parametrize("points", [2, 3, 4, 5, 8, 9, 17, 100])
def test_tables_of_every_length_find_the_right_segment(points):
    x = np.cumsum(RNG.uniform(0.1, 1, points))
    table = ex.table(x, RNG.normal(size=points), outside="linear")
    kernel = kernel_of(lambda x: table(x), x=())
    at = np.concatenate([x, (x[1:] + x[:-1]) / 2, [x[0] - 1, x[-1] + 1]])
    np.testing.assert_allclose(kernel.batch(at).value, table(at), rtol=1e-12, atol=1e-12)
