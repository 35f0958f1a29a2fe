"""Many points at once: any number of them, any layout, any number of threads; equal to one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwork.expr as ex
from benchmarks.workloads import arm
from linkwork.kernels import compile_function, vector_width
from linkwork.kernels.batch import MANY_COLUMNS
from linkwork.kernels.body import CodeBody
from linkwork.kernels.calls import address_of, aligned_empty
from linkwork.kernels.rows import for_each_share

FUNCTION = ex.trace(
    lambda t, q, m: {"s": t * q[0], "v": q * t + m[0, 0], "w": m @ q * 2}, {"t": (), "q": 3, "m": (2, 3)}
)
KERNEL = compile_function(FUNCTION)
COUNTS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100]
RNG = np.random.default_rng(5)


def inputs(points, which=("t", "q", "m")):
    return {n: RNG.normal(size=((points, *s) if n in which else s)) for n, s in FUNCTION.shapes.items()}


def one_by_one(given, points):
    rows = [
        KERNEL(**{n: a if a.shape == FUNCTION.shapes[n] else a[i] for n, a in given.items()}) for i in range(points)
    ]
    return {
        name: np.array([getattr(row, name) for row in rows]).reshape(points, *shape)
        for name, shape in FUNCTION.output_shapes.items()
    }


def check(result, expected):
    for name, value in expected.items():
        np.testing.assert_allclose(getattr(result, name), value, rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("points", COUNTS)
def test_rows_equal_single_calls(points):
    given = inputs(points)
    check(KERNEL.batch(**given), one_by_one(given, points))


@pytest.mark.parametrize("points", COUNTS)
def test_columns_equal_rows(points):
    given = inputs(points)
    columns = KERNEL.batch_columns(**{n: np.moveaxis(a, 0, -1) for n, a in given.items()})
    check(columns, {n: np.moveaxis(a, 0, -1) for n, a in KERNEL.batch(**given)._asdict().items()})
    assert columns.w.shape == (2, points)


@pytest.mark.parametrize("which", [("t",), ("q",), ("m",), ("t", "m")])
@pytest.mark.parametrize("points", [1, 5, 8, 13, 29])
def test_inputs_without_the_axis_are_the_same_for_all_points(which, points):
    given = inputs(points, which)
    expected = one_by_one(given, points)
    check(KERNEL.batch(**given), expected)
    columns = {n: np.moveaxis(a, 0, -1) if n in which else a for n, a in given.items()}
    check(KERNEL.batch_columns(**columns), {n: np.moveaxis(a, 0, -1) for n, a in expected.items()})


@pytest.mark.parametrize("threads", [1, 2, 3, 7, None, 0])
@pytest.mark.parametrize("points", [1, 64, 257, 1000])
def test_threads_do_not_change_results(threads, points):
    given = inputs(points)
    alone = KERNEL.batch(**given)
    for shared, value in zip(KERNEL.batch(**given, threads=threads), alone, strict=True):
        np.testing.assert_array_equal(shared, value)


@given(st.integers(0, 500), st.integers(1, 12), st.sampled_from([2, 4, 8]))
def test_shares_cover_every_row_once(rows, threads, width):
    seen = np.zeros(rows, dtype=int)

    def run(start, stop):
        assert start % width == 0
        seen[start : max(start, stop)] += 1

    for_each_share(run, rows, threads, width)
    assert (seen == 1).all()


@pytest.mark.parametrize(
    "convert",
    [
        lambda a: a.astype(">f8"),
        lambda a: a.astype(np.float32).astype(np.float64),
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 2, axis=0)[::2],
        lambda a: a[::-1],
        lambda a: a.tolist(),
    ],
)
def test_any_array_is_taken(convert):
    given = {n: convert(a) for n, a in inputs(11).items()}
    check(KERNEL.batch(**given), one_by_one({n: np.asarray(a, dtype=float) for n, a in given.items()}, 11))


def test_inputs_are_left_alone():
    given = inputs(9)
    before = {n: a.copy() for n, a in given.items()}
    KERNEL.batch(**given, threads=2)
    KERNEL.batch_columns(**{n: np.moveaxis(a, 0, -1) for n, a in given.items()})
    for name, a in given.items():
        np.testing.assert_array_equal(a, before[name])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": np.zeros((4, 2))}, r"'q' has shape \(4, 2\), needs \(points, 3\), or \(3,\) for all"),
        ({"q": np.zeros((3, 4))}, r"'q' has shape \(3, 4\), needs \(points, 3\)"),
        ({"q": np.zeros((5, 3))}, "'q' has 5 points, others have 4"),
        ({"t": np.zeros((4, 1))}, r"'t' has shape \(4, 1\), needs \(points\), or \(\) for all"),
        ({"q": np.zeros((4, 3)) * 1j}, "'q' must be real numbers"),
    ],
)
def test_wrong_shapes_are_named(change, message):
    with pytest.raises(ex.TraceError, match=message):
        KERNEL.batch(**(inputs(4) | change))


def test_columns_name_their_own_layout():
    with pytest.raises(ex.TraceError, match=r"'q' has shape \(4, 3\), needs \(3, points\), or \(3,\) for all"):
        KERNEL.batch_columns(t=np.zeros(4), q=np.zeros((4, 3)), m=np.zeros((2, 3, 4)))


def test_a_single_point_is_no_batch():
    with pytest.raises(ex.TraceError, match="no input has an axis of points; call the kernel itself"):
        KERNEL.batch(**inputs(0, ()))


def test_wide_code_takes_what_the_host_has():
    assert KERNEL.width == max(2, vector_width())
    assert vector_width() in (1, 2, 4, 8)


def test_a_function_of_several_chunks():
    function = arm(5)
    kernel = compile_function(function)
    given = {n: RNG.normal(size=(21, 5)) for n in function.inputs}
    expected = [kernel(**{n: a[i] for n, a in given.items()}).u_dot for i in range(21)]
    np.testing.assert_allclose(kernel.batch(**given).u_dot, expected, rtol=1e-9)


@pytest.mark.parametrize("points", [1, 9, 40])
def test_rows_of_many_columns_equal_single_calls(points):
    """Their columns are asked for one group ahead, which must not leave the arrays nor change a bit."""
    kernel = compile_function(ex.trace(lambda x, y: {"z": x * y + 1}, {"x": MANY_COLUMNS, "y": MANY_COLUMNS}))
    x, y = RNG.normal(size=(MANY_COLUMNS, points)), RNG.normal(size=MANY_COLUMNS)
    expected = np.transpose([kernel(column, y).z for column in x.T])
    np.testing.assert_array_equal(kernel.batch_columns(x, y).z, expected)


def test_results_begin_at_a_cache_line():
    results = KERNEL.batch_columns(**{n: np.moveaxis(a, 0, -1) for n, a in inputs(12).items()})
    assert [a.ctypes.data % 64 for a in results] == [0] * len(results)


@pytest.mark.parametrize("array", [np.zeros(3), np.broadcast_to(1.0, (4,)), np.zeros(0), np.zeros((4, 4))[1:, 2:]])
def test_addresses_of_all_kinds_of_arrays(array):
    assert address_of(array) == array.ctypes.data


@pytest.mark.parametrize("shape", [(), (5,), (3, 7)])
def test_aligned_arrays_have_their_shape(shape):
    array = aligned_empty(shape)
    assert array.shape == shape and array.ctypes.data % 64 == 0


@pytest.mark.parametrize("seed", range(3))
def test_code_for_one_row_and_for_several_gives_the_same_bits(seed):
    """Products and sums are fused by rule: the lanes do not decide."""
    rng = np.random.default_rng(seed)
    picks = rng.integers(0, 6, size=(300, 3))

    def body(x):
        values = [x[k] for k in range(6)]
        for a, b, c in picks:
            values[a] = ex.sin(values[b] * values[c] + values[a]) - values[b] * x[0] / (1 + x[0] * x[0])
        return {"y": ex.array(values)}

    kernel, rows = compile_function(ex.trace(body, {"x": 6})), rng.normal(size=(40, 6))
    np.testing.assert_array_equal([kernel(x).y for x in rows], kernel.batch(rows).y)


def test_calls_count_for_more_than_sums():
    """By the time they take to compile, which decides how many cores work on them."""

    def costs(f):
        return CodeBody.of(ex.trace(lambda x: {"y": [f(v) for v in x]}, {"x": 10})).cost

    table, law = ex.table([0, 1, 2], [0.0, 1.0, 4.0]), ex.opaque(lambda a: (a, a), 1, 2)
    assert costs(lambda v: v * 3) == 10
    assert costs(ex.sin) == costs(ex.exp) == costs(table) == 20
    assert costs(lambda v: law(v)[1]) > 20
