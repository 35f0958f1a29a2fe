"""Kernels as callables: from Python, bound to buffers, from threads, from numba, with opaque functions inside."""

import gc
import math
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import linkwork.expr as ex
from benchmarks.workloads import arm
from linkwork.kernels import compile_function
from linkwork.kernels.emit import MATH_LIBRARY
from linkwork.kernels.loops import call, compiled_loop

RNG = np.random.default_rng(3)


def pendulum(q, u, length):
    """A function of every kind of input: vector, vector, scalar parameter."""
    return {"a": -9.81 / length * ex.sin(q) - 0.1 * u, "energy": ex.dot(u, u) / 2 - ex.cos(q[0])}


PENDULUM = ex.trace(pendulum, {"q": 2, "u": 2, "length": ()})
STATE = {"q": np.array([0.3, -0.2]), "u": np.array([1.0, 2.0]), "length": 0.7}


@pytest.fixture(scope="module")
def kernel():
    return compile_function(PENDULUM)


def kernel_of(function, **shapes):
    return compile_function(ex.trace(function, shapes))


# Calls from Python


def test_positional_and_named_arguments_agree_with_the_interpreter(kernel):
    expected = PENDULUM(**STATE)
    for result in (kernel(*STATE.values()), kernel(STATE["q"], length=0.7, u=STATE["u"]), kernel(**STATE)):
        np.testing.assert_allclose(result.a, expected.a, rtol=1e-15)
        assert result.energy == pytest.approx(expected.energy, rel=1e-15)
        assert isinstance(result.energy, float)


def test_results_are_new_arrays(kernel):
    first = kernel(**STATE).a
    before = first.copy()
    kernel(STATE["q"] + 1, STATE["u"], 0.7)
    np.testing.assert_array_equal(first, before)


def test_a_single_output_has_its_name_too():
    found = kernel_of(lambda x: x * 2, x=())(4.0)
    assert found._fields == ("value",) and found.value == 8.0 and pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    "value",
    [
        [1, 2],
        (1.0, 2),
        np.array([1, 2]),
        np.array([1, 2], dtype=np.float32),
        np.array([1, 2], dtype=">f8"),
        np.array([1.0, 9.0, 2.0, 9.0])[::2],
        np.array([2.0, 1.0])[::-1],
        np.array([True, True]) * np.array([1, 2]),
        np.array([Fraction(1), Fraction(2)], dtype=object),
        np.broadcast_to(np.array([1.0, 2.0]), (2,)),
    ],
    ids=str,
)
def test_anything_like_an_array_of_reals_is_taken(value):
    np.testing.assert_array_equal(kernel_of(lambda x: x * 2, x=2)(value).value, [2.0, 4.0])


@pytest.mark.parametrize("value", [3, True, np.float32(3), np.int64(3), Fraction(3), np.array(3.0), np.array(3)])
def test_anything_like_a_real_is_taken(value):
    assert kernel_of(lambda x: x * 2, x=())(value).value == 2.0 * float(value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda k: k(1, 2), "input 'length' of shape \\(\\) is missing"),
        (lambda k: k(1, 2, 3, 4), "takes 3 inputs \\(q, u, length\\), got 4"),
        (lambda k: k(**STATE, mass=1.0), "no input 'mass'"),
        (lambda k: k(np.zeros(2), np.zeros(2), 1.0, q=np.zeros(2)), "input 'q' was given twice"),
        (lambda k: k(np.zeros(3), np.zeros(2), 1.0), "input 'q' has shape \\(3,\\), needs \\(2,\\)"),
        (lambda k: k(np.zeros((2, 1)), np.zeros(2), 1.0), "input 'q' has shape \\(2, 1\\), needs \\(2,\\)"),
        (lambda k: k(0.0, np.zeros(2), 1.0), "input 'q' has shape \\(\\), needs \\(2,\\)"),
        (lambda k: k(np.zeros(2), np.zeros(2), np.ones(1)), "input 'length' has shape \\(1,\\), needs \\(\\)"),
        (lambda k: k(np.zeros(2) * 1j, np.zeros(2), 1.0), "input 'q' must be real numbers"),
        (lambda k: k(["a", "b"], np.zeros(2), 1.0), "input 'q' must be real numbers"),
        (lambda k: k(None, np.zeros(2), 1.0), "input 'q' must be real numbers, got NoneType"),
        (lambda k: k(ex.symbols("q", 2), np.zeros(2), 1.0), "input 'q' is symbolic"),
    ],
)
def test_wrong_inputs_are_named(kernel, call, message):
    with pytest.raises(ex.TraceError, match=message):
        call(kernel)
    assert kernel(**STATE).energy == pytest.approx(PENDULUM(**STATE).energy)


# Shapes of functions


def test_outputs_that_are_inputs_or_constants():
    function = ex.trace(lambda x: {"a": x, "b": 3.0, "c": ex.array([x[1], x[1], -0.0, np.inf])}, {"x": 2})
    result = compile_function(function)([1.0, 2.0])
    np.testing.assert_array_equal(result.a, [1, 2])
    assert result.b == 3.0
    np.testing.assert_array_equal(result.c, [2, 2, 0, np.inf])
    assert math.copysign(1, result.c[2]) == -1


def test_the_same_node_in_several_outputs():
    def body(x):
        y = ex.sin(x)
        return {"a": y, "b": [y, y, ex.cos(x)], "c": y + 1}

    result = kernel_of(body, x=())(0.5)
    assert result.a == result.b[0] == result.b[1] == pytest.approx(math.sin(0.5))
    assert result.c == result.a + 1


def test_no_inputs():
    assert compile_function(ex.trace(lambda: {"y": 2.0}, {}))().y == 2.0


def test_inputs_and_outputs_of_size_zero():
    kernel = kernel_of(lambda x, e: {"y": x * 2, "z": ex.zeros(0), "w": ex.zeros((2, 0))}, x=3, e=0)
    result = kernel(np.ones(3), np.zeros(0))
    np.testing.assert_array_equal(result.y, [2, 2, 2])
    assert result.z.shape == (0,)
    assert result.w.shape == (2, 0)
    batch = kernel.batch(np.ones((5, 3)), np.zeros((5, 0)))
    np.testing.assert_array_equal(batch.y, np.full((5, 3), 2.0))
    assert (batch.z.shape, batch.w.shape) == ((5, 0), (5, 2, 0))


def test_unused_inputs_are_still_checked():
    kernel = kernel_of(lambda x, unused: x, x=(), unused=3)
    assert kernel(1.0, np.zeros(3)).value == 1.0
    with pytest.raises(ex.TraceError, match="unused"):
        kernel(1.0, np.zeros(2))


def test_truth_values_as_outputs_are_ones_and_zeros():
    kernel = kernel_of(lambda x: {"a": x > 0, "b": ~(x > 0), "c": (x > 0) & (x < 2), "d": (x > 0) ^ (x > 1)}, x=())
    assert kernel(1.5) == (1.0, 0.0, 1.0, 0.0)
    assert kernel(-1.0) == (0.0, 1.0, 0.0, 0.0)
    np.testing.assert_array_equal(kernel.batch(np.array([0.5, 1.5, 2.5])).c, [1, 1, 0])


def test_many_arguments():
    n = 300
    function = ex.trace(lambda **x: {"y": sum(x.values())}, {f"x{i}": () for i in range(n)})
    kernel = compile_function(function)
    assert kernel(*range(n)).y == n * (n - 1) / 2
    np.testing.assert_array_equal(kernel.batch(*[np.full(9, i) for i in range(n)]).y, np.full(9, n * (n - 1) / 2))


@pytest.mark.parametrize("name", ["self", "inputs", "work", "entry", "in1", "ω", "linkwork_kernel", "sin", "args"])
def test_names_that_could_clash(name):
    kernel = compile_function(ex.trace(lambda **k: {"out": ex.sin(k[name]) * 2}, {name: 3}, name="linkwork_kernel"))
    x = np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(kernel(**{name: x}).out, 2 * np.sin(x), rtol=1e-15)
    np.testing.assert_allclose(kernel.batch(**{name: np.stack([x, x])}).out, [2 * np.sin(x)] * 2, rtol=1e-15)


# Special values: the interpreter is NumPy, and kernels agree with it bit by bit where rounding has no say.

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-320, -1e308, 2.0**53, 1e300, 4.5e15, np.inf, -np.inf, np.nan]
EXACT = ("abs", "sign", "floor", "ceil", "sqrt", "neg")


@pytest.mark.parametrize("op", EXACT)
def test_exact_functions_at_special_values(op):
    function = ex.trace(lambda x: ex.graph.unary(op, x) if op != "neg" else -x, {"x": ()})
    kernel = compile_function(function)
    for x in SPECIAL:
        np.testing.assert_array_equal(kernel(x).value, function(x).value, err_msg=f"{op}({x})")
    np.testing.assert_array_equal(kernel.batch(np.array(SPECIAL)).value, function(np.array(SPECIAL)).value)


@pytest.mark.parametrize("op", [name for name in MATH_LIBRARY if name not in ("atan2", "pow")])
def test_library_functions_at_special_values(op):
    function = ex.trace(lambda x: ex.graph.unary(op, x), {"x": ()})
    kernel = compile_function(function)
    for ours in (np.array([kernel(x).value for x in SPECIAL]), kernel.batch(np.array(SPECIAL)).value):
        np.testing.assert_allclose(ours, function(np.array(SPECIAL)).value, rtol=1e-15)


@pytest.mark.parametrize("op", ["pow", "atan2", "min", "max"])
def test_functions_of_two_arguments_at_special_values(op):
    build = ex.graph.raised if op == "pow" else lambda a, b: ex.graph.binary(op, a, b)
    function = ex.trace(lambda x, y: build(x, y), {"x": (), "y": ()})
    kernel = compile_function(function)
    x, y = (a.ravel() for a in np.meshgrid(SPECIAL, SPECIAL))
    expected = function(x, y).value
    np.testing.assert_allclose([kernel(a, b).value for a, b in zip(x, y, strict=True)], expected, rtol=1e-15)
    np.testing.assert_allclose(kernel.batch(x, y).value, expected, rtol=1e-15)


def test_sign_of_a_zero_is_a_plain_zero():
    assert math.copysign(1.0, kernel_of(lambda x: ex.sign(x), x=())(-0.0).value) == 1.0


@pytest.mark.parametrize("op", ["lt", "le", "eq", "ne"])
def test_comparisons_with_nan_and_inf(op):
    function = ex.trace(lambda x, y: ex.where(ex.graph.comparison(op, x, y), 1.0, -1.0), {"x": (), "y": ()})
    kernel = compile_function(function)
    x, y = (a.ravel() for a in np.meshgrid(SPECIAL, SPECIAL))
    np.testing.assert_array_equal(kernel.batch(x, y).value, function(x, y).value)


def test_where_discards_a_nan():
    kernel = kernel_of(lambda x: ex.where(x > 0, ex.log(x), ex.sqrt(-x)), x=())
    assert kernel(math.e).value == pytest.approx(1.0)
    assert kernel(-4.0).value == 2.0
    np.testing.assert_array_equal(kernel.batch(np.array([1.0, -4.0, 0.0])).value, [0.0, 2.0, 0.0])


def test_constants_keep_their_bits():
    constants = [np.inf, -np.inf, 5e-324, -0.0, 0.1, np.nextafter(1, 2), 1.7976931348623157e308]
    result = kernel_of(lambda x: [ex.where(x > 0, c, 0.5) for c in constants], x=())(1.0).value
    assert result.tobytes() == np.array(constants).tobytes()


def test_smallest_pivot_is_an_output():
    function = ex.trace(lambda a, b: dict(zip(("x", "pivot"), ex.solve_ldlt(a, b), strict=True)), {"a": (2, 2), "b": 2})
    result = compile_function(function)([[2.0, 1.0], [1.0, 0.5 + 1e-12]], [1.0, 1.0])
    assert 0 < result.pivot < 1e-11


# Bound calls


def test_bound_call_reads_and_writes_the_given_buffers(kernel):
    q, u, length, a = np.zeros(2), np.ones(2), np.array(1.0), np.full(2, 7.0)
    call = kernel.bind(q=q, u=u, length=length, a=a)
    call()
    np.testing.assert_allclose(a, -0.1)
    q[:], length[...] = 0.5, 2.0
    call()
    expected = PENDULUM(q, u, 2.0)
    np.testing.assert_allclose(a, expected.a, rtol=1e-15)
    assert call.outputs["a"] is a
    assert call.outputs["energy"] == pytest.approx(expected.energy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": None}, "bind needs a buffer for input 'q'"),
        ({"mass": np.zeros(1)}, "'mass' is neither an input nor an output; it has q, u, length, a, energy"),
        ({"q": [0.0, 0.0]}, "'q' must be a C-contiguous array of float64"),
        ({"q": np.zeros(2, dtype=np.float32)}, "'q' must be a C-contiguous array of float64"),
        ({"q": np.zeros(2, dtype=">f8")}, "'q' must be a C-contiguous array of float64"),
        ({"q": np.zeros(4)[::2]}, "'q' must be a C-contiguous array of float64"),
        ({"q": np.frombuffer(bytes(17), offset=1)}, "'q' must be a C-contiguous array of float64"),
        ({"q": np.zeros(3)}, "'q' has shape \\(3,\\), needs \\(2,\\)"),
        ({"a": np.broadcast_to(0.0, 2).copy().view()[:]}, None),
    ],
)
def test_wrong_buffers_are_named(kernel, change, message):
    buffers = {"q": np.zeros(2), "u": np.zeros(2), "length": np.array(1.0)} | change
    buffers = {name: value for name, value in buffers.items() if value is not None}
    if message is None:
        kernel.bind(**buffers)()
    else:
        with pytest.raises(ex.TraceError, match=message):
            kernel.bind(**buffers)


def test_outputs_are_not_bound_to_read_only_or_overlapping_memory(kernel):
    fixed = np.zeros(2)
    fixed.flags.writeable = False
    memory = np.zeros(4)
    rest = {"u": np.zeros(2), "length": np.array(1.0)}
    with pytest.raises(ex.TraceError, match="'a' is read-only"):
        kernel.bind(q=np.zeros(2), a=fixed, **rest)
    with pytest.raises(ex.TraceError, match="output 'a' overlaps that of 'q'"):
        kernel.bind(q=memory[:2], a=memory[:2], **rest)
    both = kernel_of(lambda x: {"a": x, "b": -x}, x=2)
    with pytest.raises(ex.TraceError, match="output 'b' overlaps that of 'a'"):
        both.bind(x=np.zeros(2), a=memory[1:3], b=memory[2:])
    kernel.bind(q=fixed, a=memory[:2], **rest)()


def test_a_bound_call_keeps_its_kernel_alive():
    kernel = kernel_of(lambda x: x * 3, x=())
    call = kernel.bind(x=np.array(2.0))
    watch = weakref.ref(kernel)
    del kernel
    gc.collect()
    assert watch() is not None
    call()
    assert call.outputs["value"] == 6.0


def test_kernels_are_freed():
    kernel = kernel_of(lambda x: x * 3.25, x=())
    watch = weakref.ref(kernel)
    kernel(1.0)
    del kernel
    gc.collect()
    assert watch() is None


# Threads


def test_threads_call_one_kernel_at_once():
    function = arm(3)
    kernel = compile_function(function)
    states = [{name: RNG.normal(size=3) for name in function.inputs} for _ in range(40)]
    expected = [kernel(**state).u_dot for state in states]

    def work(k):
        return [kernel(**states[(k + i) % 40]).u_dot for i in range(200)]

    with ThreadPoolExecutor(4) as pool:
        for k, results in enumerate(pool.map(work, range(8))):
            for i, result in enumerate(results):
                np.testing.assert_array_equal(result, expected[(k + i) % 40])


def test_threads_compile_at_once():
    with ThreadPoolExecutor(4) as pool:
        kernels = list(pool.map(lambda k: kernel_of(lambda x: ex.sin(x) * (k % 3 + 0.5), x=()), range(12)))
    assert [k(1.0).value for k in kernels] == [pytest.approx(math.sin(1.0) * (k % 3 + 0.5)) for k in range(12)]


# Loops


def steps(kernel: Any, x: Any, v: Any, x_next: Any, v_next: Any, n: int) -> None:
    for _ in range(n):
        call(kernel)
        x[0], v[0] = x_next[0], v_next[0]


def test_a_state_stepped_in_a_loop():
    x, v = np.array(1.0), np.array(0.0)
    kernel = kernel_of(lambda x, v, h: {"x_next": x + h * v, "v_next": v - h * x}, x=(), v=(), h=())
    bound = kernel.bind(x=x, v=v, h=np.array(0.5))
    parts = (part.reshape(1) for part in (x, v, bound.outputs["x_next"], bound.outputs["v_next"]))
    compiled_loop(steps)(bound.row, *parts, 2)
    assert (float(x), float(v)) == (0.75, -1.0)


def test_repr_tells_what_it_is(kernel):
    assert repr(kernel).startswith("<Kernel pendulum(q[2], u[2], length) -> a[2], energy")


def test_pickled_kernels_compute_the_same(kernel):
    copy = pickle.loads(pickle.dumps(kernel))
    np.testing.assert_array_equal(copy(**STATE).a, kernel(**STATE).a)
    assert copy.name == kernel.name
