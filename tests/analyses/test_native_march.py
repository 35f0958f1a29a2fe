"""A native method that is written outside the package: one function and its memory, marched as all others are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.engines import NativeEngine
from linkwork.analyses.methods.method import Accuracy, Method
from linkwork.analyses.methods.options import Options
from linkwork.analyses.methods.registry import method_of
from linkwork.analyses.steppers.tree import TreeStepper
from linkwork.kernels.loops import compiled_loop, loop
from linkwork.numerics.integrators.flow import Flow, evaluate_flow
from linkwork.numerics.integrators.march import MarchLoops, march, restart
from linkwork.numerics.integrators.projection import Projection, project
from linkwork.numerics.integrators.record import H, StepRecord, T
from linkwork.numerics.integrators.step_control import step_ratio
from linkwork.numerics.integrators.step_ends import HERMITE_POWERS, StepEnds, conclude_hermite, step_ends
from linkwork.numerics.status import CONSTRAINTS_OPEN, EVENT, NOT_FINITE, PAUSED, RUN_DONE
from tests.analyses.singular_chains import chain
from tests.exports.compiled_c import needs_compiler, run_c
from tests.exports.pages import run_in_node
from tests.results.machines import four_bar


class HeunMethod(NamedTuple):
    """Heun's method on its way."""

    loops: MarchLoops
    flow: Flow
    projection: Projection
    order: int
    f_half: Any
    ends: StepEnds


@loop
def try_heun(method: HeunMethod, record: StepRecord, h: float, t_new: float, shortened: bool) -> tuple[int, float]:
    """Euler's step, corrected by the trapezoidal rule; what it corrects is the error."""
    flow, ends, t, n, total = method.flow, method.ends, record.clock[T], len(method.ends.y), 0.0
    for i in range(n):
        ends.trial[i] = ends.y[i] + h * ends.f_0[i]
    if not evaluate_flow(flow, t_new, ends.trial, ends.f_1):
        return NOT_FINITE, 0.0
    for i in range(n):
        ends.y_new[i] = ends.y[i] + 0.5 * h * (ends.f_0[i] + ends.f_1[i])
    for i in range(n - 1):
        total += ((ends.y_new[i] - ends.trial[i]) / (ends.scale[i] + ends.rtol[0] * abs(ends.y[i]))) ** 2
    error = float(np.sqrt(total / (n - 1))) if method.order > 0 else 0.0
    if not error <= 1.0:
        return RUN_DONE, error
    if method.projection.active[0] and not project(flow, method.projection, t_new, ends.y_new):
        return CONSTRAINTS_OPEN, error
    return RUN_DONE if conclude_hermite(flow, ends, method.f_half, t, h, t_new) else NOT_FINITE, error


@loop
def shorten_heun(method: HeunMethod, code: int, error: float, h: float) -> float:
    """By the square root of the error."""
    return h * (0.25 if code != RUN_DONE else step_ratio(error, 0.5, 0.8, 0.2, 1.0))


@loop
def grow_heun(method: HeunMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The same; no longer than before after a step that was too long."""
    record.clock[H] = h * step_ratio(max(error, 1e-6), 0.5, 0.8, 0.2, 1.0 if rejected else 3.0)


HEUN_LOOPS = MarchLoops(try_heun, shorten=shorten_heun, grow=grow_heun)


@dataclass(frozen=True)
class NativeHeun(Method):
    """All that a run asks of it."""

    name = "native Heun"
    order = 2
    steps = "either"

    def engine(self, bound: Any, accuracy: Accuracy) -> NativeEngine:
        ends = step_ends(bound.n, HERMITE_POWERS, accuracy.rtol, accuracy.atol)
        order = 0 if accuracy.is_fixed else 2
        method = HeunMethod(HEUN_LOOPS, bound.flow, bound.projection, order, np.zeros(bound.n), ends)
        return NativeEngine(bound, self.name, method)


def start_of(system: lw.System) -> lw.State:
    return lw.assemble(system, fixed={"A.angle": 0.6}, guess={"B.angle": -0.5})


EVENTS = (lw.Event("turn", "A.angle_dot"), lw.Event("third", "D.angle", value=1.9, terminal=True, count=3))


def test_it_converges_with_its_order_and_ends_at_events() -> None:
    system = four_bar()
    start, ends = start_of(system), []
    exact = lw.simulate(system, start, 5.0, method="dop853", rtol=1e-11, atol=1e-12, events=EVENTS)
    for h in (2e-3, 1e-3, 5e-4):
        run = lw.simulate(system, start, 5.0, method=NativeHeun(), h=h, events=EVENTS)
        assert run.certificate.status == "event" and run.certificate.position_error < 1e-12
        assert [event.event for event in run.events] == [event.event for event in exact.events]
        ends.append(abs(run.events[-1].t - exact.events[-1].t))
    assert 3.0 < ends[0] / ends[1] < 5.0 and 3.0 < ends[1] / ends[2] < 5.0
    run = lw.simulate(system, start, 5.0, method=NativeHeun(), rtol=1e-7, atol=1e-9, events=EVENTS)
    assert run.certificate.rejected > 0 and run.events[-1].t == pytest.approx(exact.events[-1].t, abs=1e-5)
    middle = 0.5 * (run.t[3] + run.t[4])
    assert run.at(middle)["A.angle"] == pytest.approx(exact.at(middle)["A.angle"], abs=1e-5)


def test_it_passes_singular_configurations() -> None:
    system = chain(2)
    fixed, guess = {"A0.angle": 1.0, "A0.angle_dot": 15.0}, {"A1.angle": 1.0, "B0.angle": -1.0}
    run = lw.simulate(system, lw.assemble(system, fixed=fixed, guess=guess), 0.5, method=NativeHeun(), rtol=1e-7)
    assert run.success and any("singular configuration" in note for note in run.certificate.notes)
    np.testing.assert_allclose(run["A1.angle"], run["A0.angle"], atol=1e-8)


def test_the_march_in_native_code_has_the_bits_of_plain_python() -> None:
    """Every method: some steps with an event among them, and a new start, by the compiled march and by Python's."""
    system = four_bar()
    start = start_of(system)
    for method in (NativeHeun(), "dopri5", "radau", "generalized_alpha", "rk4"):
        found = []
        for advance in (compiled_loop(march), march):
            stepper = prepared(system, start, method, 5e-3 if method == "rk4" else None)
            engine, watch, record, codes = stepper.engine, stepper.events.watch, stepper.record, list[int]()
            while EVENT not in codes and len(codes) < 30:
                codes.append(advance(*engine.arguments(watch, record, 3)))
            engine.y[0] += 1e-3
            codes += [restart(engine.method, watch, record), advance(*engine.arguments(watch, record, 3))]
            found.append((codes, engine.y.tobytes(), record.clock.tobytes(), record.count.tobytes()))
        assert found[0] == found[1]
        assert found[0][0][0] == PAUSED and found[0][0][-3:] == [EVENT, RUN_DONE, PAUSED], method


def prepared(system: lw.System, start: lw.State, method: Any, h: float | None) -> Any:
    """A run at its start."""
    chosen = method_of(method, "tree")
    options = Options(start.t, 2.0, None, chosen, 1e-4, 1e-6, h, "projection", "simulate")
    stepper = TreeStepper(system, start, options, [lw.Event("down", "A.angle", value=0.64, terminal=True, count=9)])
    stepper.begin()
    return stepper


@needs_compiler
def test_it_leaves_as_c_and_as_a_page(tmp_path: Path) -> None:
    system = four_bar()
    start, times = start_of(system), np.linspace(0.0, 0.5, 11)
    here = lw.simulate(system, start, 0.5, times=times, method=NativeHeun(), rtol=1e-6)
    source = lw.export_c(system, start, name="heun", method=NativeHeun(), rtol=1e-6)
    main = """#include <stdio.h>
#include "heun.h"
int main(void)
{
    static heun_t sim;
    heun_init(&sim);
    printf("%d", (int)heun_advance(&sim, 0.5));
    for (int k = 0; k < 6; k++) {
        printf(" %.17g", sim.state[k]);
    }
    return 0;
}
"""
    code, *state = run_c(tmp_path, [source], main).split()
    assert int(code) == RUN_DONE
    final = np.concatenate([here.final.q, here.final.u])
    np.testing.assert_allclose(np.array(state, dtype=float), final, rtol=1e-10)
    (page,) = run_in_node([lw.export_wasm(system, start, 0.5, times=times, method=NativeHeun(), rtol=1e-6)], tmp_path)
    assert page.steps == here.certificate.steps
    np.testing.assert_allclose(page.rows[-1, :6], final, rtol=1e-10)
