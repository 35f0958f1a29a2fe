"""Runs one after another: nothing of one reaches the next, and nothing of them is kept longer than their system."""

from __future__ import annotations

import copy
import gc
import importlib
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples import heavy_top
from linkwork.analyses.common.bound_kernels import BoundKernels
from linkwork.mechanics.tree_batches import FEW_STATES, batch_arguments, rows_of_run
from tests.analyses.mechanisms import four_bar
from tests.analyses.singular_chains import chain
from tests.work import counted


def moving() -> tuple[lw.System, lw.State]:
    system = four_bar((0.2, 0.9, 0.5), 0.8)
    return system, lw.assemble(system, fixed={"A.angle": 0.3, "A.angle_dot": 3.0}, guess={"B.angle": -0.4})


def _told(run: lw.Trajectory) -> dict:
    told = asdict(run.certificate)
    del told["wall_time"], told["look"]
    return told


def test_a_system_is_forgotten_with_its_runs() -> None:
    system, start = moving()
    run = lw.simulate(system, start, 0.01, times=[0.01])
    known = weakref.ref(system)
    del system, start, run
    gc.collect()
    assert known() is None


def test_few_states_are_measured_as_many_are() -> None:
    """One by one up to `FEW_STATES`, all at once beyond: both give the residuals that the certificate reports."""
    system, start = moving()
    for count in (FEW_STATES, FEW_STATES + 1):
        run = lw.simulate(system, start, 0.3, times=count, rtol=1e-5, constraints="none")
        found = system.kernel("residuals").batch(*batch_arguments(rows_of_run(system, run)))
        told = run.certificate.position_error, run.certificate.velocity_error
        measured = np.abs(found.position).max(), np.abs(found.velocity).max()
        assert min(measured) > 1e-10
        np.testing.assert_allclose(told, measured, rtol=0, atol=1e-14)


def test_a_run_again_hands_the_same_memory_to_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Named tuples are described to compiled code once; an equal run after it describes none anew."""
    system = lw.compile_model(heavy_top.model())
    start = heavy_top.start(system)
    loops: Any = importlib.import_module("linkwork.kernels.loops.native")
    made: list[str] = []

    class Counted(loops.PackedTuple):
        __slots__ = ()

        def __init__(self, value: Any) -> None:
            made.append(type(value).__name__)
            super().__init__(value)

    def run(end: float = 1e-3, rtol: float = 1e-8) -> lw.Trajectory:
        return lw.simulate(system, start, end, times=[end], rtol=rtol)

    run()
    first = run()
    run()
    monkeypatch.setattr(loops, "PackedTuple", Counted)
    again = run()
    assert made == []
    np.testing.assert_array_equal(first.q, again.q)
    assert _told(first) == _told(again)
    # Another end, another tolerance: the memory is the same, what it says is new.
    assert run(2e-3).t[-1] == 2e-3
    assert run(rtol=1e-7).certificate.rtol == 1e-7 and made == []


def test_a_short_run_again_is_a_few_calls_of_python() -> None:
    """What depends on the model alone is not asked again, and nothing is looked for that nobody reads: it was 1103."""
    system = lw.compile_model(heavy_top.model())
    start = heavy_top.start(system)
    for _ in range(3):
        lw.simulate(system, start, 1e-3, times=[1e-3])
    with counted() as work:
        run = lw.simulate(system, start, 1e-3, times=[1e-3])
    assert work.calls <= 420
    assert run.success and run.certificate.steps == 3


def test_the_certificate_is_made_once_and_copies_have_it() -> None:
    system, start = moving()
    run = lw.simulate(system, start, 0.1, times=[0.1])
    twin = copy.copy(run)
    assert run.certificate is run.certificate and twin.certificate is run.certificate
    assert run.resample([0.1]).certificate is run.certificate
    assert run.certificate.wall_time > 0.0


def test_a_run_with_kept_steps_leaves_its_memory_when_nobody_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of several stretches, which a singular configuration lies between; not before that."""
    system = chain(3)
    guess = {name: 1.0 if name[0] == "A" else -1.0 for name in system.layout.q if name != "A0.angle"}
    start = lw.assemble(system, fixed={"A0.angle": 1.0, "A0.angle_dot": 8.0}, guess=guess)
    made: list[int] = []
    prepare = BoundKernels.__post_init__
    monkeypatch.setattr(BoundKernels, "__post_init__", lambda self: made.append(1) or prepare(self))
    first = lw.simulate(system, start, 0.5)
    second = lw.simulate(system, start, 0.5)
    assert len(made) == 2
    between = first.at(0.2).q
    np.testing.assert_array_equal(between, second.at(0.2).q)
    del first, second
    gc.collect()
    third = lw.simulate(system, start, 0.5)
    assert len(made) == 2
    np.testing.assert_array_equal(between, third.at(0.2).q)


def test_runs_in_threads_lease_memory_of_their_own() -> None:
    system, _ = moving()

    def run(angle: float) -> np.ndarray:
        begin = lw.assemble(system, fixed={"A.angle": angle, "A.angle_dot": 3.0}, guess={"B.angle": -0.4})
        return lw.simulate(system, begin, 0.2, times=[0.1, 0.2]).q

    angles = [0.3 + 0.01 * k for k in range(12)]
    alone = [run(angle) for angle in angles]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(run, angles))
    np.testing.assert_array_equal(alone, together)


def test_samples_of_one_run_are_not_those_of_the_next() -> None:
    system, start = moving()
    one = lw.simulate(system, start, 0.3, times=[0.1, 0.3])
    kept = one.q.copy(), one.t.copy()
    lw.simulate(system, start, 0.5, times=[0.2, 0.5])
    np.testing.assert_array_equal(one.q, kept[0])
    np.testing.assert_array_equal(one.t, kept[1])
