"""Two tiers: quickly made code answers until the optimised code is there, at the same address, in running loops too."""

import threading

import numba
import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import build, code, compile_function, tiers
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
def held(monkeypatch):
    """Optimised code waits for this event; drafts do not."""
    go = threading.Event()
    real = tiers.compile_body

    def waiting(*args):
        go.wait(30)
        return real(*args)

    monkeypatch.setattr(tiers, "compile_body", waiting)
    yield go
    go.set()


def test_a_large_function_answers_from_its_first_tier(own_cache, held):
    terms = OPERATIONS_PER_SECOND // 2 + 500
    function = long_function(terms)
    assert function.operations > OPERATIONS_PER_SECOND
    kernel = compile_function(function)
    assert not kernel.is_final
    assert kernel(X) == pytest.approx(expected(terms, X), rel=1e-13)
    assert "first tier" in repr(kernel)
    held.set()
    kernel.wait()
    assert kernel.is_final
    assert kernel(X) == pytest.approx(expected(terms, X), rel=1e-13)
    assert "first tier" not in repr(kernel)
    assert compile_function(function).is_final  # from memory or the cache: no first tier


def test_small_functions_have_one_tier():
    assert compile_function(long_function(20)).is_final


def test_waiting_instead(own_cache, small_threshold):
    kernel = compile_function(long_function(30), tiered=False)
    assert kernel.is_final
    kernel.wait()


def test_the_address_stays_and_bound_calls_change_over(own_cache, small_threshold, held):
    kernel = compile_function(long_function(40))
    address, call = kernel.address, kernel.bind(x=X)
    call()
    first = float(call.outputs["y"])
    held.set()
    kernel.wait()
    assert kernel.address == address
    call()
    assert float(call.outputs["y"]) == pytest.approx(first, rel=1e-15)


def test_a_running_numba_loop_changes_over(own_cache, small_threshold, held):
    """The loop ends only once it has seen the final tier, told by a value that both tiers compute alike."""

    @numba.njit(nogil=True)
    def loop(f, ins, outs, work, y, expected, stop):
        rounds = 0
        while stop[0] == 0:
            f(ins, outs, work)
            rounds += 1
            if abs(y[()] - expected) > 1e-12:
                return -rounds
        return rounds

    kernel = compile_function(long_function(60))
    call, stop = kernel.bind(x=X), np.zeros(1, dtype=np.int64)
    call()
    arguments = (kernel.numba, *call.addresses, call.outputs["y"], expected(60, X), stop)
    stop[0] = 1
    loop(*arguments)  # compiled now
    stop[0] = 0
    result = []
    thread = threading.Thread(target=lambda: result.append(loop(*arguments)))
    thread.start()
    held.set()
    kernel.wait()
    stop[0] = 1
    thread.join(30)
    assert result and result[0] > 0


def test_failure_of_the_final_tier_is_told_and_the_first_goes_on(own_cache, small_threshold, monkeypatch):
    def fail(*_):
        raise MemoryError("no room")

    monkeypatch.setattr(tiers, "compile_body", fail)
    kernel = compile_function(long_function(50))
    with pytest.raises(MemoryError, match="no room"):
        kernel.wait()
    assert kernel(X) == pytest.approx(expected(50, X), rel=1e-14)


def test_drafts_are_not_cached(own_cache, small_threshold, held):
    kernel = compile_function(long_function(70))
    assert not own_cache.exists()
    held.set()
    kernel.wait()
    assert len(list(own_cache.iterdir())) == 1


def test_cached_code_that_wants_more_work_memory_is_not_put_in_place(own_cache, small_threshold, monkeypatch):
    """Equal graphs traced in another order may need more slots than callers of the first tier have."""
    real = tiers.compile_body

    def greedy(body):
        found = real(body)
        return code.Code(found.library, 0, found.work + 1000)  # address 0: must never be called

    monkeypatch.setattr(tiers, "compile_body", greedy)
    kernel = compile_function(long_function(80))
    kernel.wait()
    assert kernel(X) == pytest.approx(expected(80, X), rel=1e-14)
    assert kernel.work_size < 1000


def test_levels():
    assert build.DRAFT_LEVEL < build.LEVEL
