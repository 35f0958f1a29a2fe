"""Delayed laws in steps of one length: `RealTime`, and its steps as C, against the method of steps and `simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from tests.elements.delayed_springs import (
    Series,
    case,
    changing_system,
    on_a_rail,
    regulated,
    regulator_system,
    series_model,
    two_delays_system,
)
from tests.exports.compiled_c import needs_compiler, run_c

ALONG = lw.Displacement("x")


@pytest.mark.seed("S0.4")
def test_steps_of_one_length_are_of_order_four() -> None:
    """Against the polynomials of the delay equation; a delay of the value and of the rate, of five and ten steps."""
    errors = []
    for h in (0.005, 0.0025):
        real = lw.RealTime(regulator_system("tree"), h, channels=["spring.force"])
        real.step(round(0.5 / h))
        errors.append(abs(real.state.q[0] - regulated(0.5)))
    assert errors[0] / errors[1] > 10.0 and errors[0] < 1e-11
    assert real.channels["spring.force"] == pytest.approx(real.system.channels(real.state)["spring.force"], rel=1e-12)


@pytest.mark.seed("S0.4")
def test_several_delays_and_a_history_that_is_written() -> None:
    """As `simulate` at 1e-10; delays of 13 and 31 steps."""
    system = two_delays_system()
    start = system.state({"rail.displacement": 0.2})
    real = lw.RealTime(system, 0.01, start)
    real.step(100)
    run = lw.simulate(system, start, 1.0, times=[1.0], rtol=1e-10, atol=1e-12)
    assert real.state.q[0] == pytest.approx(run.q[-1, 0], abs=5e-8)
    real.reset()
    real.step(100)
    assert real.state.q[0] == pytest.approx(run.q[-1, 0], abs=5e-8), "a reset forgets"


def with_inputs() -> lw.System:
    gain, tau = lw.Parameter("gain", 6.0), lw.Parameter("tau", 0.2)
    text = "-20*e - 0.5*e_dot - gain*e_delayed"
    return lw.compile_model(
        on_a_rail(lw.DelayedFormula(text, delay=tau, history="start", on=ALONG, using=[gain]), "given", 0.1)
    )


def test_delays_and_gains_are_inputs() -> None:
    system, real = with_inputs(), lw.RealTime(with_inputs(), 0.01)
    assert set(real.inputs) == {"gain", "tau"}
    real.step(30)
    real.inputs["tau"], real.inputs["gain"] = 0.25, 3.0
    real.step(30)
    changed = lw.Event(
        "changed", lambda x: x["t"] - 0.3, action=lambda system, state: {"tau": 0.25, "gain": 3.0}, terminal=False
    )
    run = lw.simulate(system, lw.assemble(system), 0.6, times=[0.6], events=[changed], rtol=1e-9)
    assert real.state.q[0] == pytest.approx(run.q[-1, 0], abs=1e-7)
    real.step(200)
    real.inputs["tau"] = 1.8
    said = r"connection 'spring': its delay is 1\.8 s, and steps follow delays between h and the 1\.4\d s that"
    with pytest.raises(lw.ModelError, match=said):
        real.step()


def test_a_part_of_an_assembly_in_steps() -> None:
    """Its node goes where the past has it; values alone are remembered, through four ends of steps."""
    system = lw.compile_model(series_model(Series()))
    run = lw.simulate(system, lw.assemble(system), 0.9, times=[0.9], rtol=1e-9)
    errors = []
    for steps in (90, 180):
        real = lw.RealTime(system, 0.9 / steps, lw.assemble(system))
        real.step(steps)
        errors.append(abs(real.state.q[0] - run.q[-1, 0]))
    assert errors[0] < 1e-7 and errors[1] < 0.1 * errors[0]


@pytest.mark.parametrize("steps", [25, 100])
def test_delays_between_whole_steps(steps: int) -> None:
    """A delay of 2.5 or of 10 steps and 0.37 of one: jumps arrive within steps, which costs order, not sense."""
    tau = 2.5 / 25 if steps == 25 else 0.1037
    text = "-20*e - e_dot - 6*e_delayed"
    system = lw.compile_model(on_a_rail(lw.DelayedFormula(text, delay=tau, history="start", on=ALONG), "between", 0.1))
    real = lw.RealTime(system, 1.0 / steps)
    real.step(steps)
    run = lw.simulate(system, lw.assemble(system), 1.0, times=[1.0], rtol=1e-9)
    assert real.state.q[0] == pytest.approx(run.q[-1, 0], abs=1e-5 if steps == 25 else 1e-7)


@pytest.mark.parametrize(
    ("law", "h", "said"),
    [
        (
            lambda: lw.DelayedFormula("-e_delayed", delay="0.1*e", history=0.0, on=ALONG),
            0.1,
            "a delay must be positive",
        ),
        (lambda: lw.DelayedFormula("-e_delayed", delay=0.3, history=0.0, on=ALONG), 0.4, "0.3 s is shorter than the"),
    ],
)
def test_what_steps_cannot_remember_is_refused(law: Any, h: float, said: str) -> None:
    with pytest.raises(lw.ModelError, match=f"RealTime: connection 'spring': .*{said}"):
        lw.RealTime(lw.compile_model(on_a_rail(law(), "refused")), h)


@pytest.mark.parametrize("which", ["time", "state"])
def test_delays_that_change_in_steps_of_one_length(which: str) -> None:
    """Against the reference of two solvers; jumps arrive within steps."""
    system, sample = changing_system(which, "tree"), case("changing_delay")[which]["samples"][6]
    errors = []
    for h in (0.04, 0.01):
        real = lw.RealTime(system, h, lw.assemble(system))
        real.step(round(sample["t"] / h))
        errors.append(abs(real.state.q[0] - sample["x"]))
    assert errors[0] < 5e-6 and errors[1] < 0.05 * errors[0]


def test_a_law_on_its_own_past_force_in_steps() -> None:
    """Its force jumps at every multiple of τ, which are ends of steps."""
    text = "-20*e - 0.5*e_dot + 0.4*force_delayed"
    law = lw.DelayedFormula(text, delay=0.2, history="start", force_history=1.5, on=ALONG)
    system = lw.compile_model(on_a_rail(law, "neutral", 0.1))
    run = lw.simulate(system, lw.assemble(system), 1.1, times=[1.1], rtol=1e-11, atol=1e-13)
    errors = []
    for h in (0.02, 0.01):
        real = lw.RealTime(system, h)
        real.step(round(1.1 / h))
        errors.append(abs(real.state.q[0] - run.q[-1, 0]))
    assert errors[0] < 1e-6 and errors[0] > 12.0 * errors[1]


def test_a_delay_that_outgrows_what_steps_remember_is_named() -> None:
    law = lw.DelayedFormula("-e_delayed", delay="0.1 + 0.9*t", history="start", on=ALONG)
    real = lw.RealTime(lw.compile_model(on_a_rail(law, "grows", 0.1)), 0.01)
    with pytest.raises(
        lw.ModelError, match=r"'spring': its delay is 1\.\d* s, .* between h and the 1\.\d* s that they rem"
    ):
        real.step(1500)


MAIN = """
#include <stdio.h>
#include "late.h"
static late_t sim;
int main(void)
{
    late_init(&sim);
    for (int k = 0; k < 60; k++) {
        if (k == 30) {
            sim.parameters[late_parameter_tau] = 0.25;
            sim.parameters[late_parameter_gain] = 3.0;
        }
        if (late_step(&sim) != late_DONE) return 1;
    }
    printf("%.15g ", sim.state[0]);
    for (int k = 0; k < 200; k++) late_step(&sim);
    sim.parameters[late_parameter_tau] = 1.8;
    printf("%d\\n", late_step(&sim) == late_PAST);
    return 0;
}
"""


@needs_compiler
def test_the_past_leaves_the_process_with_the_steps(tmp_path: Path) -> None:
    real = lw.RealTime(with_inputs(), 0.01)
    source = lw.export_c(real, name="late")
    found, refused = run_c(tmp_path, [source], MAIN).split()
    real.step(30)
    real.inputs["tau"], real.inputs["gain"] = 0.25, 3.0
    real.step(30)
    assert float(found) == pytest.approx(real.state.q[0], rel=1e-12) and refused == "1"
    assert "late_parameter_gain" in source.header and "late_0_e" not in source.header
