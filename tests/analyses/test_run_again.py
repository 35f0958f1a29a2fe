"""Runs one after another: nothing of one reaches the next, and nothing of them is kept longer than their system."""

from __future__ import annotations

import gc
import importlib
import weakref
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples import heavy_top
from linkwork.mechanics.tree_batches import FEW_STATES, batch_arguments, rows_of_run
from tests.analyses.mechanisms import four_bar


def moving() -> tuple[lw.System, lw.State]:
    system = four_bar((0.2, 0.9, 0.5), 0.8)
    return system, lw.assemble(system, fixed={"A.angle": 0.3, "A.angle_dot": 3.0}, guess={"B.angle": -0.4})


def _told(run: lw.Trajectory) -> dict:
    told = asdict(run.certificate)
    del told["wall_time"], told["look"]
    return told


def test_a_run_leaves_nothing_behind_for_the_next() -> None:
    """Buffers are used again: runs with an event, and without projection, between two equal ones change nothing."""
    system, start = moving()

    def run() -> lw.Trajectory:
        return lw.simulate(system, start, 0.3, times=[0.1, 0.3], rtol=1e-9, atol=1e-9)

    first = run()
    lw.simulate(system, start, 0.2, times=3, constraints="none", rtol=1e-3)
    passing = lw.Event("passing", "A.angle", value=0.5)
    assert len(lw.simulate(system, start, 0.3, times=[0.3], events=[passing]).events) == 1
    again = run()
    np.testing.assert_array_equal(np.hstack([first.q, first.u]), np.hstack([again.q, again.u]))
    assert _told(first) == _told(again)


def test_a_system_is_forgotten_with_its_runs() -> None:
    system, start = moving()
    run = lw.simulate(system, start, 0.01, times=[0.01])
    known = weakref.ref(system)
    del system, start, run
    gc.collect()
    assert known() is None


def test_few_states_are_measured_as_many_are() -> None:
    """One by one up to `FEW_STATES`, all at once beyond: both give the residuals that the certificate tells."""
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
    assert run(rtol=1e-7).certificate.rtol == 1e-7 and made == ["Stages"]


def test_samples_of_one_run_are_not_those_of_the_next() -> None:
    system, start = moving()
    one = lw.simulate(system, start, 0.3, times=[0.1, 0.3])
    kept = one.q.copy(), one.t.copy()
    lw.simulate(system, start, 0.5, times=[0.2, 0.5])
    np.testing.assert_array_equal(one.q, kept[0])
    np.testing.assert_array_equal(one.t, kept[1])
