"""Rolled programs: loops over tables whose bodies are traced functions, against the same loops in Python."""

import pickle
from typing import Any

import numba
import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import (
    Add,
    At,
    Buffer,
    Program,
    Row,
    Transposed,
    Whole,
    cache,
    compile_function,
    map_rows,
    scan_rows,
)
from linkwork.kernels.loops import call, compiled_loop

RNG = np.random.default_rng(17)
COUNTS = [0, 1, 3, 4, 5, 8, 9, 17, 1000]


def traced(function, outputs=None, **shapes):
    return ex.trace(function, shapes, outputs=outputs)


DOUBLE = traced(lambda x: {"y": x * 2}, x=2)
INCREMENT = traced(lambda x: {"y": x + 1}, x=2)


def program(loops, inputs=None, outputs=None, columns=None, internal=None, name="test"):
    return Program(
        name, inputs or {"a": Buffer(2, "n")}, outputs or {"b": Buffer(2, "n")}, columns or {}, loops, internal or {}
    )


def simple(loop):
    return compile_function(program([loop(DOUBLE, "n", {"x": Row("a"), "y": Row("b")})]))


# Rows in, rows out


@pytest.mark.parametrize("rows", COUNTS)
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_any_number_of_rows(loop, rows):
    a = RNG.normal(size=(rows, 2))
    np.testing.assert_array_equal(simple(loop)(a=a).b, 2 * a)


@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_another_length_runs_the_same_code(loop):
    kernel = simple(loop)
    kernel(a=np.zeros((3, 2)))
    before, address = cache.info().entries, kernel.address
    a = RNG.normal(size=(10_000, 2))
    np.testing.assert_array_equal(kernel(a=a).b, 2 * a)
    assert (cache.info().entries, kernel.address) == (before, address)


def forest(rows):
    """Parents before children, some rows without one: offset 0 is the row of the ground."""
    parents = np.array([RNG.integers(-1, k) if k else -1 for k in range(rows)])
    return parents, 2 * (parents + 1)


OUTWARD = traced(lambda parent, q: {"own": [parent[0] + q[0], parent[1] * 0.5 + ex.sin(q[0])]}, parent=2, q=1)
INWARD = traced(lambda own, load: {"up": [own[0] * 0.5 + load[0], own[1] + own[0]]}, own=2, load=1)


def outward(parents, q):
    x = np.zeros((len(q) + 1, 2))
    for k, p in enumerate(parents):
        x[k + 1] = [x[p + 1, 0] + q[k, 0], x[p + 1, 1] * 0.5 + np.sin(q[k, 0])]
    return x


def inward(parents, x, load):
    """Each row hands on what it has gathered."""
    total = np.zeros_like(x)
    for k in reversed(range(len(load))):
        own = total[k + 1] + x[k + 1]
        total[parents[k] + 1] += [own[0] * 0.5 + load[k, 0], own[1] + own[0]]
    return total


def tree_program():
    gather = traced(lambda x, sum: {"own": x + sum}, x=2, sum=2)
    up = traced(lambda own, load: {"up": [own[0] * 0.5 + load[0], own[1] + own[0]]}, own=2, load=1)
    both = traced(lambda x, sum, load: {"up": list(up(gather(x, sum).own, load).up)}, x=2, sum=2, load=1)
    return Program(
        "tree",
        inputs={"q": Buffer(1, "n"), "load": Buffer(1, "n", shared=True)},
        outputs={"total": Buffer(2, "n", extra=1)},
        internal={"pose": Buffer(2, "n", extra=1)},
        columns={"parent": "n"},
        stages=[
            scan_rows(OUTWARD, "n", {"parent": At("pose", "parent"), "q": Row("q"), "own": Row("pose", 1)}),
            scan_rows(
                both,
                "n",
                {
                    "x": Row("pose", 1),
                    "sum": Row("total", 1),
                    "load": Row("load"),
                    "up": Add(At("total", "parent")),
                },
                reverse=True,
            ),
        ],
    )


TREE = compile_function(tree_program())


@pytest.mark.parametrize("rows", [0, 1, 3, 5, 300])
def test_out_over_a_tree_and_back_again(rows):
    parents, offsets = forest(rows)
    q, load = RNG.normal(size=(2, rows, 1))
    expected = inward(parents, outward(parents, q), load)
    np.testing.assert_allclose(TREE(q=q, load=load, parent=offsets).total, expected, rtol=1e-10)


@pytest.mark.parametrize("states", [0, 1, 7, 8, 9, 33])
def test_many_states_equal_one_by_one(states):
    _, offsets = forest(9)
    q, load = RNG.normal(size=(states, 9, 1)), RNG.normal(size=(9, 1))
    expected = [TREE(q=x, load=load, parent=offsets).total for x in q]
    for threads in (1, 2):
        result = TREE.batch(q=q, load=load, parent=offsets, threads=threads).total
        np.testing.assert_allclose(result, np.reshape(expected, (states, 10, 2)), rtol=1e-12)


def test_ten_thousand_rows_and_another_length_without_recompilation():
    before = cache.info().entries
    for rows in (10_000, 9_999):
        offsets = 2 * np.arange(rows)
        q = np.full((rows, 1), 1e-4)
        result = TREE(q=q, load=np.zeros((rows, 1)), parent=offsets).total
        parents = np.arange(rows) - 1
        np.testing.assert_allclose(result, inward(parents, outward(parents, q), np.zeros((rows, 1))), rtol=1e-9)
    assert cache.info().entries == before


def test_a_bound_call_starts_from_zero_every_time():
    _, offsets = forest(6)
    q, load = RNG.normal(size=(2, 6, 1))
    call = TREE.bind(q=q, load=load, parent=offsets)
    call()
    first = call.outputs["total"].copy()
    call()
    np.testing.assert_array_equal(call.outputs["total"], first)


# Places


@pytest.mark.parametrize("rows", COUNTS)
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_gather_and_scatter(loop, rows):
    kernel = compile_function(
        program(
            [loop(DOUBLE, "n", {"x": At("a", "source"), "y": At("b", "target")})],
            inputs={"a": Buffer(2, "n", extra=1)},
            columns={"source": "n", "target": "n"},
        )
    )
    a, source, target = RNG.normal(size=(rows + 1, 2)), RNG.permutation(rows), RNG.permutation(rows)
    expected = np.zeros((rows, 2))
    expected[target] = 2 * a[source]
    np.testing.assert_array_equal(kernel(a=a, source=2 * source, target=2 * target).b, expected)


@pytest.mark.parametrize("rows", COUNTS)
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
@pytest.mark.parametrize("place", [Add(At("sum", "bin")), Add(Whole("sum")), Add(Row("rows"))], ids=str)
def test_adding(loop, place, rows):
    """Several rows add to one place; what is there from the last call is gone."""
    kernel = compile_function(
        program(
            [loop(DOUBLE, "n", {"x": Row("a"), "y": place})],
            outputs={"sum": Buffer(6), "rows": Buffer(2, "n")},
            columns={"bin": "n"},
        )
    )
    a, bins = RNG.integers(-5, 5, size=(rows, 2)).astype(float), RNG.integers(0, 5, rows)
    expected, by_row = np.zeros(6), np.zeros((rows, 2))
    for k in range(rows):
        start = {At: bins[k], Whole: 0, Row: None}[type(place.place)]
        if start is None:
            by_row[k] += 2 * a[k]
        else:
            expected[start : start + 2] += 2 * a[k]
    for _ in range(2):
        result = kernel(a=a, bin=bins)
        np.testing.assert_array_equal(result.sum, expected)
        np.testing.assert_array_equal(result.rows, by_row)
    many = kernel.batch(a=np.stack([a, -a, 3 * a]), bin=bins)
    np.testing.assert_array_equal(many.sum, [expected, -expected, 3 * expected])
    np.testing.assert_array_equal(many.rows, [by_row, -by_row, 3 * by_row])


@pytest.mark.parametrize("rows", COUNTS)
def test_transposed_tables(rows):
    kernel = compile_function(program([map_rows(DOUBLE, "n", {"x": Transposed("a"), "y": Transposed("b")})]))
    a = RNG.normal(size=(2, rows))
    np.testing.assert_array_equal(kernel(a=a).b, 2 * a)
    states = RNG.normal(size=(5, 2, rows))
    np.testing.assert_array_equal(kernel.batch(a=states).b, 2 * states)


@pytest.mark.parametrize("rows", [0, 1, 4, 9])
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_whole_tables_and_shifted_rows(loop, rows):
    body = traced(
        lambda here, after, all, table: {"y": here + after * all[2] + table[5]}, here=2, after=2, all=3, table=6
    )
    places = {"here": Row("a"), "after": Row("a", 1), "all": Whole("g"), "table": Whole("t"), "y": Row("b")}
    inputs = {"a": Buffer(2, "n", extra=1), "g": Buffer(3), "t": Buffer(3, "m", shared=True)}
    kernel = compile_function(program([loop(body, "n", places)], inputs=inputs))
    a, g, t = RNG.normal(size=(rows + 1, 2)), np.array([1.0, 2.0, 3.0]), np.arange(6.0).reshape(2, 3)
    np.testing.assert_allclose(kernel(a=a, g=g, t=t).b, a[:-1] + a[1:] * 3 + 5, atol=1e-14)
    many = kernel.batch(a=np.stack([a, 2 * a]), g=np.stack([g, g]), t=t).b
    np.testing.assert_allclose(many, [a[:-1] + a[1:] * 3 + 5, 2 * (a[:-1] + a[1:] * 3) + 5], atol=1e-14)


@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_what_no_row_writes_is_zero(loop):
    """Rows wider than the argument, rows never reached, internal tables read before they are written."""
    narrow = traced(lambda x, seen: {"y": x[0] + seen[0]}, x=2, seen=1)
    places = {"x": Row("a"), "seen": Row("memory"), "y": Row("b")}
    later = loop(DOUBLE, "n", {"x": Row("a"), "y": Row("memory")})
    kernel = compile_function(
        program([loop(narrow, "n", places), later], outputs={"b": Buffer(3, "n")}, internal={"memory": Buffer(2, "n")})
    )
    a = RNG.normal(size=(6, 2))
    expected = np.column_stack([a[:, 0], np.zeros((6, 2))])
    call = kernel.bind(a=a, b=np.full((6, 3), 9.0))
    for _ in range(2):
        call()
        np.testing.assert_array_equal(call.outputs["b"], expected)
    np.testing.assert_array_equal(kernel.batch(a=np.stack([a] * 3)).b, [expected] * 3)


# Kinds, several loops


def test_kinds_choose_the_body():
    bodies = [DOUBLE, INCREMENT, traced(lambda x: {"y": x * x}, x=2)]
    kernel = compile_function(
        program([scan_rows(bodies, "n", {"x": Row("a"), "y": Row("b")}, kind="kind")], columns={"kind": "n"})
    )
    a, kind = RNG.normal(size=(50, 2)), RNG.integers(0, 3, 50)
    expected = np.choose(kind[:, None], [2 * a, a + 1, a * a])
    np.testing.assert_array_equal(kernel(a=a, kind=kind).b, expected)
    np.testing.assert_array_equal(kernel.batch(a=np.stack([a] * 9), kind=kind).b, [expected] * 9)


def test_kinds_may_differ_in_size():
    bodies = [traced(lambda q: {"y": q * 2, "z": q[0]}, q=1), traced(lambda q: {"y": q * 3, "z": q[2]}, q=3)]
    places = {"q": At("q", "start"), "y": At("y", "start"), "z": Add(Whole("z"))}
    kernel = compile_function(
        Program(
            "mixed",
            {"q": Buffer(1, "nq")},
            {"y": Buffer(1, "nq"), "z": Buffer(1)},
            {"start": "n", "kind": "n"},
            [scan_rows(bodies, "n", places, kind="kind")],
        )
    )
    q = np.arange(1.0, 6.0).reshape(5, 1)
    result = kernel(q=q, start=[0, 1, 2 - 2], kind=[0, 0, 0])
    assert result.z[0] == 1 + 2 + 1
    result = kernel(q=q, start=[0, 1, 4 - 2], kind=[0, 0, 1])
    np.testing.assert_array_equal(result.y.ravel(), [2, 4, 9, 12, 15])
    assert result.z[0] == 1 + 2 + 5


@pytest.mark.parametrize("first", [map_rows, scan_rows])
@pytest.mark.parametrize("second", [map_rows, scan_rows])
def test_loops_hand_on_through_internal_tables(first, second):
    loops = [
        first(DOUBLE, "n", {"x": Row("a"), "y": Row("middle")}),
        second(INCREMENT, "n", {"x": Row("middle"), "y": Row("b")}),
        second(DOUBLE, "n", {"x": Row("b"), "y": Row("c")}),
    ]
    outputs = {"b": Buffer(2, "n"), "c": Buffer(2, "n")}
    kernel = compile_function(program(loops, outputs=outputs, internal={"middle": Buffer(2, "n")}))
    a = RNG.normal(size=(11, 2))
    np.testing.assert_array_equal(kernel(a=a).c, 2 * (2 * a + 1))
    np.testing.assert_array_equal(kernel.batch(a=np.stack([a] * 3), threads=2).c, [2 * (2 * a + 1)] * 3)


def test_loops_over_different_counts():
    loops = [
        map_rows(DOUBLE, "n", {"x": Row("a"), "y": Row("b")}),
        map_rows(INCREMENT, "m", {"x": Row("c"), "y": Row("d")}),
    ]
    kernel = compile_function(
        Program(
            "two",
            {"a": Buffer(2, "n"), "c": Buffer(2, "m")},
            {"b": Buffer(2, "n"), "d": Buffer(2, "m")},
            {},
            loops,
        )
    )
    result = kernel(a=np.ones((5, 2)), c=np.ones((9, 2)))
    assert (result.b == 2).all() and result.b.shape == (5, 2)
    assert (result.d == 2).all() and result.d.shape == (9, 2)


# Opaque functions and names


@pytest.mark.few(3)
@pytest.mark.parametrize("wrap", [lambda f: f, numba.njit], ids=["python", "numba"])
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_opaque_functions_in_bodies(loop, wrap):
    one, two = ex.opaque(wrap(lambda a: a * 10.0), 1), ex.opaque(wrap(lambda a: a + 100.0), 1)
    loops = [
        loop(traced(lambda x: {"y": [one(x[0]), two(x[1])]}, x=2), "n", {"x": Row("a"), "y": Row("b")}),
        loop(traced(lambda x: {"y": [two(x[0]), one(x[1])]}, x=2), "n", {"x": Row("b"), "y": Row("c")}),
    ]
    kernel = compile_function(program(loops, outputs={"b": Buffer(2, "n"), "c": Buffer(2, "n")}))
    a = RNG.normal(size=(9, 2))
    expected = np.column_stack([a[:, 0] * 10 + 100, (a[:, 1] + 100) * 10])
    np.testing.assert_allclose(kernel(a=a).c, expected, rtol=1e-15)
    np.testing.assert_allclose(kernel.batch(a=np.stack([a] * 3)).c, [expected] * 3, rtol=1e-15)


def test_what_an_opaque_function_raises_comes_out():
    def fail(a):
        raise ValueError("no value")

    loop = map_rows(traced(lambda x: {"y": ex.opaque(fail, 1)(x)}, x=()), "n", {"x": Row("a"), "y": Row("b")})
    kernel = compile_function(program([loop], inputs={"a": Buffer(1, "n")}, outputs={"b": Buffer(1, "n")}))
    with pytest.raises(ValueError, match="no value"):
        kernel(a=np.zeros((3, 1)))
    assert kernel(a=np.zeros((0, 1))).b.shape == (0, 1)


@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_what_a_numba_function_raises_comes_out(loop):
    inverse = ex.opaque(numba.njit(lambda a: 1 / a), 1)
    rows = loop(traced(lambda x: {"y": inverse(x)}, x=()), "n", {"x": Row("a"), "y": Row("b")})
    kernel = compile_function(program([rows], inputs={"a": Buffer(1, "n")}, outputs={"b": Buffer(1, "n")}))
    a = np.array([[1.0], [0.0], [4.0], [5.0], [8.0]])
    call = kernel.bind(a=a)
    with pytest.raises(ZeroDivisionError):
        call()
    np.testing.assert_array_equal(call.outputs["b"], [[1.0], [np.nan], [0.25], [0.2], [0.125]])
    with pytest.raises(ZeroDivisionError):
        kernel.batch(a=np.stack([a + 1, a, a]))
    np.testing.assert_array_equal(kernel(a=a + 1).b, 1 / (a + 1))


@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_one_opaque_call_for_each_row_and_state(loop):
    calls = []
    source = ex.opaque(lambda a: calls.append(a) or 2 * a, 1)
    rows = loop(traced(lambda x: {"y": source(x)}, x=()), "n", {"x": Row("a"), "y": Row("b")})
    kernel = compile_function(program([rows], inputs={"a": Buffer(1, "n")}, outputs={"b": Buffer(1, "n")}))
    states = np.arange(45.0).reshape(5, 9, 1)
    np.testing.assert_array_equal(kernel(a=states[0]).b, 2 * states[0])
    assert calls == list(range(9))
    calls.clear()
    np.testing.assert_array_equal(kernel.batch(a=states).b, 2 * states)
    assert sorted(calls) == list(range(45))


@pytest.mark.parametrize(
    "names", [("counts", "base", "n"), ("ω", "Δt", "q_1"), ("in1", "ins", "kind0"), ("row", "i", "end")]
)
@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_names_that_could_clash(loop, names):
    x, y, b = names
    body = ex.trace(lambda **k: {y: k[x] * 2}, {x: 2})
    kernel = compile_function(
        Program(
            "p", {x: Buffer(2, "n")}, {b: Buffer(2, "n", extra=1)}, {}, [loop(body, "n", {x: Row(x), y: Row(b, 1)})]
        )
    )
    a = RNG.normal(size=(5, 2))
    np.testing.assert_array_equal(getattr(kernel(**{x: a}), b), np.vstack([[0, 0], 2 * a]))


@pytest.mark.parametrize("loop", [map_rows, scan_rows])
def test_arguments_of_no_numbers(loop):
    body = traced(lambda x, e: {"y": x * 2, "z": ex.zeros(0)}, x=2, e=0)
    places = {"x": Row("a"), "e": Row("a"), "y": Row("b"), "z": Row("c")}
    kernel = compile_function(program([loop(body, "n", places)], outputs={"b": Buffer(2, "n"), "c": Buffer(0, "n")}))
    a = RNG.normal(size=(5, 2))
    result = kernel(a=a)
    np.testing.assert_array_equal(result.b, 2 * a)
    assert result.c.shape == (5, 0)


def once(kernel: Any) -> None:
    call(kernel)


def test_called_from_a_loop():
    kernel = simple(scan_rows)
    bound = kernel.bind(a=np.ones((3, 2)))
    compiled_loop(once)(bound.row)
    assert (bound.outputs["b"] == 2).all()


ROWS = {"x": Row("a"), "y": Row("b")}


def test_content_decides_about_the_key():
    base = program([scan_rows(DOUBLE, "n", ROWS)])
    same = program([scan_rows(traced(lambda x: {"y": 2 * x}, x=2), "n", ROWS)], name="other")
    others = [
        program([scan_rows(INCREMENT, "n", ROWS)]),
        program([map_rows(DOUBLE, "n", ROWS)]),
        program([scan_rows(DOUBLE, "n", ROWS, reverse=True)]),
        program([scan_rows(DOUBLE, "n", {"x": Row("a"), "y": Add(Row("b"))})]),
        program([scan_rows(DOUBLE, "n", ROWS)] * 2),
        program([scan_rows(DOUBLE, "n", ROWS)], inputs={"a": Buffer(3, "n")}),
    ]
    assert same.digest == base.digest
    assert len({base.digest, *(p.digest for p in others)}) == len(others) + 1


def test_pickled_kernels_compute_the_same():
    _, offsets = forest(6)
    q, load = RNG.normal(size=(2, 6, 1))
    arrays = {"q": q, "load": load, "parent": offsets}
    copy = pickle.loads(pickle.dumps(TREE))
    np.testing.assert_array_equal(copy(**arrays).total, TREE(**arrays).total)


def test_repr_tells_what_it_is():
    assert repr(TREE).startswith("<Kernel tree(q[n, 1], load[n, 1], parent[n]) -> total[n, 2]")
