"""Dense matrices of small systems are worked on by one thread of BLAS, and the limit is taken back."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import pytest
import threadpoolctl

import linkwork as lw
from linkwork import _blas_threads
from linkwork._blas_threads import one_blas_thread
from linkwork.analyses import equilibrium as verb
from tests.analyses.design_models import cart


def threads() -> set[int]:
    return {entry["num_threads"] for entry in threadpoolctl.threadpool_info() if entry["user_api"] == "blas"}


def test_one_thread_inside_and_the_old_number_after() -> None:
    np.eye(2) @ np.eye(2)
    with threadpoolctl.threadpool_limits(2, user_api="blas"):
        before = threads()
        with one_blas_thread(), one_blas_thread():
            assert threads() == {1}
        assert threads() == before


def test_calls_of_other_threads_leave_the_number_alone() -> None:
    """Each would take back what it found, which may be the limit of another."""
    with threadpoolctl.threadpool_limits(2, user_api="blas"):
        before, entered, leave = threads(), threading.Event(), threading.Event()

        def other() -> None:
            with one_blas_thread():
                entered.set()
                leave.wait(60.0)

        worker = threading.Thread(target=other)
        with one_blas_thread():
            worker.start()
            assert entered.wait(60.0)
        assert threads() == before
        leave.set()
        worker.join()
        assert threads() == before


@pytest.mark.parametrize(("fewest", "most", "expected"), [(0, 1000, {1}), (0, 0, {2}), (100, 1000, {2})])
def test_systems_that_are_neither_tiny_nor_large_use_it(
    monkeypatch: pytest.MonkeyPatch, fewest: int, most: int, expected: set[int]
) -> None:
    seen: list[Any] = []
    inner = verb._equilibrium

    def watched(*given: Any) -> Any:
        seen.append(threads())
        return inner(*given)

    monkeypatch.setattr(verb, "_equilibrium", watched)
    monkeypatch.setattr(_blas_threads, "FEWEST_SPEEDS", fewest)
    monkeypatch.setattr(_blas_threads, "MOST_SPEEDS", most)
    with threadpoolctl.threadpool_limits(2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("this BLAS has one thread")
        lw.equilibrium(lw.compile_model(cart()))
    assert seen == [expected]


VERBS = {
    "assemble": lambda system: lw.assemble(system),
    "assembly_modes": lambda system: lw.assembly_modes(system, starts=1),
    "equilibrium": lambda system: lw.equilibrium(system),
    "impact": lambda system: lw.impact(system, system.rest, "cart.position.x"),
    "linearize": lambda system: lw.linearize(system, system.rest),
    "loads": lambda system: lw.loads(system, system.rest),
    "mobility": lambda system: lw.mobility(system),
    "sensitivities": lambda system: lw.sensitivities(system, None, 0.01, initial=system.layout.u[:1], times=[0.01]),
    "simulate": lambda system: lw.simulate(system, t_end=0.01),
    "simulate_many": lambda system: lw.simulate_many(system, [system.rest], 0.01),
    "touch": lambda system: lw.touch(system),
}


@pytest.mark.parametrize("name", VERBS)
def test_verbs_that_solve_dense_systems_begin_with_it(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever becomes of the call: the limit is set before anything is solved."""
    entered = []

    @contextmanager
    def counted() -> Iterator[None]:
        entered.append(1)
        yield

    monkeypatch.setattr(_blas_threads, "one_blas_thread", counted)
    monkeypatch.setattr(_blas_threads, "FEWEST_SPEEDS", 0)
    system = lw.compile_model(cart())
    entered.clear()
    with suppress(lw.ModelError):
        VERBS[name](system)
    assert entered


def test_libraries_that_are_loaded_later_are_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that is imported may bring its own BLAS, as SciPy does."""
    made = []
    real = threadpoolctl.ThreadpoolController
    monkeypatch.setattr(threadpoolctl, "ThreadpoolController", lambda: made.append(1) or real())
    _blas_threads._controller.cache_clear()
    for _ in range(2):
        with one_blas_thread():
            pass
    assert len(made) == 1
    monkeypatch.setitem(sys.modules, "linkwork_test_of_another_module", sys)
    with one_blas_thread():
        pass
    assert len(made) == 2
