"""Two tiers: quickly made code answers until the optimised code is there, at the same address, in running loops too."""

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import At, Buffer, Program, Row, build, code, compile_function, scan_rows, tiers
from linkwork.kernels.body import CodeBody
from linkwork.kernels.loops import call, native
from linkwork.kernels.tiers import OPERATIONS_PER_SECOND


def long_function(terms, factor=1.0):
    """Two operations a term, all needed."""

    def body(x):
        y = x[0]
        for k in range(terms):
            y = y * x[1] + (0.5 + k % 7) * factor
        return {"y": y}

    return ex.trace(body, {"x": 2})


def expected(terms, x, factor=1.0):
    y = x[0]
    for k in range(terms):
        y = y * x[1] + (0.5 + k % 7) * factor
    return y


X = np.array([0.3, 0.7])


@pytest.fixture
def small_threshold(monkeypatch):
    """Every function counts as slow to compile."""
    monkeypatch.setattr(tiers, "OPERATIONS_PER_SECOND", 10)


@pytest.fixture
def revealing(monkeypatch, small_threshold):
    """Optimised code waits for this event, and gives its presence away: it is that of another function."""
    go = threading.Event()
    real = tiers.compile_body

    def other(body, *width):
        go.wait(30)
        function = body.program.function
        return real(CodeBody.of(function.with_outputs(y=function.output("y") + 1000)), *width)

    monkeypatch.setattr(tiers, "compile_body", other)
    yield go
    go.set()


@pytest.fixture
def held(monkeypatch):
    """Optimised code waits for this event; drafts do not."""
    go = threading.Event()
    real = tiers.compile_body

    def waiting(body, *width):
        go.wait(30)
        return real(body, *width)

    monkeypatch.setattr(tiers, "compile_body", waiting)
    yield go
    go.set()


def test_a_large_function_answers_from_its_first_tier(own_cache, held):
    terms = OPERATIONS_PER_SECOND // 2 + 500
    function = long_function(terms)
    assert function.operations > OPERATIONS_PER_SECOND
    kernel = compile_function(function)
    assert not kernel.is_final
    assert kernel(X).y == pytest.approx(expected(terms, X), rel=1e-13)
    assert "first tier" in repr(kernel)
    held.set()
    kernel.wait()
    assert kernel.is_final
    assert kernel(X).y == pytest.approx(expected(terms, X), rel=1e-13)
    assert "first tier" not in repr(kernel)
    assert compile_function(function).is_final  # from memory or the cache: no first tier


def test_small_functions_have_one_tier():
    assert compile_function(long_function(20)).is_final


def test_waiting_instead(own_cache, small_threshold):
    kernel = compile_function(long_function(30), tiered=False)
    assert kernel.is_final
    kernel.wait()


def test_the_address_stays_and_bound_calls_change_over(own_cache, revealing):
    kernel = compile_function(long_function(40))
    address, call = kernel.address, kernel.bind(x=X)
    call()
    first = float(call.outputs["y"])
    assert first == pytest.approx(expected(40, X), rel=1e-14)
    revealing.set()
    kernel.wait()
    assert kernel.address == address
    call()
    assert float(call.outputs["y"]) == pytest.approx(first + 1000, rel=1e-15)
    assert kernel(X).y == call.outputs["y"]


def until_changed(kernel: Any, y: Any, rounds: int) -> float:
    call(kernel)
    first = y[0]
    for _ in range(rounds):
        call(kernel)
        if y[0] != first:
            return float(y[0] - first)
    return 0.0


def test_a_running_loop_changes_over(own_cache, revealing):
    """The loop ends once it has seen the final tier, or after a while."""
    kernel = compile_function(long_function(60))
    bound = kernel.bind(x=X)
    arguments = (bound.row, bound.outputs["y"].reshape(1))
    assert native(until_changed)(*arguments, 10) == 0.0  # compiled now
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(native(until_changed), *arguments, 3 * 10**8)
        revealing.set()
        assert running.result(60) == pytest.approx(1000)


def test_failure_of_the_final_tier_is_told_and_the_first_goes_on(own_cache, small_threshold, monkeypatch):
    def fail(*_):
        raise MemoryError("no room")

    monkeypatch.setattr(tiers, "compile_body", fail)
    kernel = compile_function(long_function(50))
    with pytest.raises(MemoryError, match="no room"):
        kernel.wait()
    assert not kernel.is_final
    assert "first tier" in repr(kernel)
    assert kernel(X).y == pytest.approx(expected(50, X), rel=1e-14)
    np.testing.assert_allclose(kernel.batch(np.stack([X] * 3)).y, [expected(50, X)] * 3, rtol=1e-14)


def test_drafts_are_not_cached(own_cache, small_threshold, held):
    kernel = compile_function(long_function(70))
    assert not own_cache.exists()
    held.set()
    kernel.wait()
    assert len(list(own_cache.iterdir())) == 1


def test_cached_code_that_wants_more_work_memory_is_not_put_in_place(own_cache, small_threshold, monkeypatch):
    """Equal graphs traced in another order may need more slots than callers of the first tier have."""
    real = tiers.compile_body

    def greedy(body, *width):
        found = real(body, *width)
        return code.Code(found.library, 0, found.work + 1000)  # address 0: must never be called

    monkeypatch.setattr(tiers, "compile_body", greedy)
    kernel = compile_function(long_function(80))
    kernel.wait()
    assert kernel(X).y == pytest.approx(expected(80, X), rel=1e-14)
    assert kernel.work_size < 1000


# Batches


POINTS = np.random.default_rng(5).uniform(0.2, 0.8, size=(21, 2))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_is_answered_before_its_code_is_there(own_cache, revealing, threads):
    kernel = compile_function(long_function(40))
    wanted = np.array([expected(40, x) for x in POINTS])
    np.testing.assert_allclose(kernel.batch(POINTS, threads=threads).y, wanted, rtol=1e-13)
    np.testing.assert_allclose(kernel.batch_columns(POINTS.T, threads=threads).y, wanted, rtol=1e-13)
    assert not kernel.is_final
    revealing.set()
    kernel.wait()
    assert kernel.is_final
    np.testing.assert_allclose(kernel.batch(POINTS, threads=threads).y, wanted + 1000, rtol=1e-13)
    np.testing.assert_allclose(kernel.batch_columns(POINTS.T, threads=threads).y, wanted + 1000, rtol=1e-13)


def test_a_batch_of_a_rolled_kernel_is_answered_before_its_code_is_there(own_cache, small_threshold, held):
    body = ex.trace(lambda parent, q, scale: {"own": parent + scale * q}, {"parent": 2, "q": 2, "scale": 1})
    places = {"parent": At("sum", "parent"), "q": Row("q"), "scale": Row("scale"), "own": Row("sum", 1)}
    program = Program(
        "chain",
        inputs={"q": Buffer(2, "n"), "scale": Buffer(1, "n", shared=True)},
        outputs={"total": Buffer(2, "n", extra=1)},
        internal={"sum": Buffer(2, "n", extra=1)},
        columns={"parent": "n"},
        stages=[
            scan_rows(body, "n", places),
            scan_rows(ex.trace(lambda x: {"y": x * 2}, {"x": 2}), "n", {"x": Row("sum", 1), "y": Row("total", 1)}),
        ],
    )
    kernel = compile_function(program)
    q, scale = np.random.default_rng(6).normal(size=(11, 5, 2)), np.arange(5.0).reshape(5, 1)
    wanted = np.zeros((11, 6, 2))
    wanted[:, 1:] = 2 * np.cumsum(scale * q, axis=1)
    arrays = {"q": q, "scale": scale, "parent": 2 * np.arange(5)}
    np.testing.assert_allclose(kernel.batch(**arrays).total, wanted, rtol=1e-12)
    assert not kernel.is_final
    held.set()
    kernel.wait()
    np.testing.assert_allclose(kernel.batch(**arrays, threads=2).total, wanted, rtol=1e-12)


def test_small_batches_have_one_tier(own_cache, monkeypatch):
    monkeypatch.setattr(tiers.Optimised, "start", lambda *_: pytest.fail("made in the background"))
    kernel = compile_function(long_function(20))
    np.testing.assert_allclose(kernel.batch(POINTS).y, [expected(20, x) for x in POINTS], rtol=1e-13)
    assert kernel.is_final


# What is worth a first tier


def test_calls_count_for_more_than_sums():
    """By the time they take to compile: 15,000 look-ups, exponentials or sines do not make anybody wait for seconds."""

    def costs(f):
        return CodeBody.of(ex.trace(lambda x: {"y": [f(v) for v in x]}, {"x": 10})).cost

    table, law = ex.table([0, 1, 2], [0.0, 1.0, 4.0]), ex.opaque(lambda a: (a, a), 1, 2)
    assert costs(lambda v: v * 3) == 10
    assert costs(ex.sin) == costs(ex.exp) == costs(table) == 20
    assert costs(lambda v: law(v)[1]) > 20


def test_levels():
    assert build.DRAFT_LEVEL < build.LEVEL


@pytest.mark.parametrize("seed", range(3))
def test_all_tiers_and_widths_give_the_same_bits(seed):
    """Products and sums are fused by rule: neither the level of the code generator nor the lanes decide."""
    rng = np.random.default_rng(seed)
    picks = rng.integers(0, 6, size=(300, 3))

    def body(x):
        values = [x[k] for k in range(6)]
        for a, b, c in picks:
            values[a] = ex.sin(values[b] * values[c] + values[a]) - values[b] * x[0] / (1 + x[0] * x[0])
        return {"y": ex.array(values)}

    function = CodeBody.of(ex.trace(body, {"x": 6}))
    draft, final = code.compile_draft(function), code.compile_body(function)
    rows = rng.normal(size=(40, 6))
    kernel = compile_function(function.program.function, tiered=False)
    single = np.array([kernel(x).y for x in rows])
    assert draft.address != final.address
    assert np.array_equal(single, kernel.batch(rows).y)
    assert np.array_equal(single, [run_at(draft, x) for x in rows])


def run_at(made, x):
    """One evaluation of code that was made for the function above."""
    y, work = np.empty(6), np.empty(max(1, made.work))
    inputs, outputs = np.array([x.ctypes.data, 0]), np.array([y.ctypes.data])
    entry = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(made.address)
    entry(inputs.ctypes.data, outputs.ctypes.data, work.ctypes.data)
    return y
