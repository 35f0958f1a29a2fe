"""Whole runs with delayed laws outside of Python: C under sanitizers, WebAssembly in node, living pages in Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.elements.delayed_springs import (
    START,
    by_steps,
    case,
    changing_system,
    on_a_rail,
    regulated,
    regulator_system,
)
from tests.exports.compiled_c import needs_compiler, run_c
from tests.exports.living import READY, ROWS, in_living, living_of, opened, state_at
from tests.exports.pages import run_in_node

ALONG = lw.Displacement("x")
SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

MAIN = """
#include <stdio.h>
#include "late.h"
static late_t sim;
int main(void)
{
    const double times[] = {TIMES};
    late_init(&sim);
    for (unsigned k = 0; k < sizeof times / sizeof *times; k++) {
        if (late_advance(&sim, times[k]) != late_DONE) return 1;
        if (!late_observe(&sim)) return 2;
        printf("%.17g %.17g ", sim.channels[0], sim.channels[1]);
    }
    for (int k = 1; k <= 300; k++) {
        if (late_advance(&sim, times[0] + 3.0 + 1e-3 * k) != late_BAD_TIME) return 3;
    }
    return 0;
}
"""


@needs_compiler
@pytest.mark.parametrize(
    ("which", "coordinates"),
    [pytest.param("time", "tree", marks=pytest.mark.slow), ("state", "tree"), ("state", "absolute")],
)
def test_c_with_changing_delays_to_the_digits_of_the_reference(which: str, coordinates: str, tmp_path: Path) -> None:
    """Two solvers agree to 1e-13 there; forces are those of a run here at the same states."""
    system, samples = changing_system(which, coordinates), case("changing_delay")[which]["samples"]
    given: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
    source = lw.export_c(system, name="late", channels=["rail.displacement", "spring.force"], **given)
    times = [sample["t"] for sample in samples]
    main = MAIN.replace("TIMES", ", ".join(map(str, times))).replace("3.0 + 1e-3 * k", "-1e-3 * k")
    found = np.array(run_c(tmp_path, [source], main, *SANITIZED).split(), dtype=float).reshape(-1, 2)
    np.testing.assert_allclose(found[:, 0], [sample["x"] for sample in samples], atol=2e-11)
    tree = changing_system(which, "tree")
    run = lw.simulate(tree, lw.assemble(tree), times[-1], times=[0.0, *times], **given)
    np.testing.assert_allclose(found[:, 1], run["spring.force"][1:], atol=1e-9)
    assert "late_0_e" not in source.header


INPUTS = """
#include <stdio.h>
#include "late.h"
static late_t sim;
int main(void)
{
    late_init(&sim);
    for (int k = 1; k <= 300; k++) if (late_advance(&sim, 1e-3 * k) != late_DONE) return 1;
    sim.parameters[late_parameter_tau] = 0.25;
    sim.parameters[late_parameter_gain] = 3.0;
    if (late_restart(&sim) != late_DONE || late_advance(&sim, 0.6) != late_DONE) return 2;
    printf("%.17g ", sim.state[0]);
    *sim.t = 0.45; /* back on the way, by the state that it had there: what came before is remembered */
    sim.state[0] = PLACE, sim.state[1] = SPEED;
    if (late_restart(&sim) != late_DONE || late_advance(&sim, 0.6) != late_DONE) return 3;
    printf("%.17g ", sim.state[0]);
    *sim.t = 0.0, sim.state[0] = 0.1, sim.state[1] = 0.0;
    if (late_restart(&sim) != late_DONE || late_advance(&sim, 0.2) != late_DONE) return 4;
    printf("%.17g ", sim.state[0]);
    sim.parameters[late_parameter_tau] = -1.0;
    printf("%d", late_restart(&sim) == late_PAST);
    return 0;
}
"""


def with_inputs() -> lw.System:
    gain, tau = lw.Parameter("gain", 6.0), lw.Parameter("tau", 0.2)
    text = "-20*e - 0.5*e_dot - gain*e_delayed"
    return lw.compile_model(
        on_a_rail(lw.DelayedFormula(text, delay=tau, history="start", on=ALONG, using=[gain]), "given", START)
    )


@needs_compiler
def test_c_whose_delay_changes_on_the_way_and_that_goes_back(tmp_path: Path) -> None:
    """Against a run whose event changes the delay; the same from a state on the way; and another start."""
    system, tight = with_inputs(), {"rtol": 1e-10, "atol": 1e-12}
    changed = lw.Event("changed", lambda x: x["t"] - 0.3, action=lambda system, state: {"tau": 0.25, "gain": 3.0})
    run = lw.simulate(
        system,
        lw.assemble(system),
        0.6,
        times=[0.45, 0.6],
        events=[changed],
        **tight,  # type: ignore[arg-type]
    )
    main = INPUTS.replace("PLACE", repr(float(run.q[0, 0]))).replace("SPEED", repr(float(run.u[0, 0])))
    source = lw.export_c(system, name="late", **tight)  # type: ignore[arg-type]
    there, again, anew, refused = run_c(tmp_path, [source], main, *SANITIZED).split()
    assert float(there) == pytest.approx(run.q[-1, 0], abs=1e-10)
    assert float(again) == pytest.approx(run.q[-1, 0], abs=1e-10)
    other = lw.assemble(system).with_values({"tau": 0.25, "gain": 3.0})
    wanted = lw.simulate(system, other, 0.2, times=[0.2], **tight)  # type: ignore[arg-type]
    assert float(anew) == pytest.approx(wanted.q[-1, 0], abs=1e-10)
    assert refused == "1"


NEUTRAL = "-20*e - 0.5*e_dot + 0.4*force_delayed"


def test_delays_of_every_kind_run_in_webassembly(tmp_path: Path) -> None:
    """By explicit, implicit and given steps, with delays of values, rates and of the law's own force."""
    own = lw.DelayedFormula(NEUTRAL, delay=0.2, history="start", force_history=1.5, on=ALONG)
    neutral = lw.compile_model(on_a_rail(own, "neutral", START))
    tight: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11}
    wanted = lw.simulate(neutral, lw.assemble(neutral), 1.1, times=[1.1], rtol=1e-11, atol=1e-13).q[-1, 0]
    state, sample = changing_system("state", "tree"), case("changing_delay")["state"]["samples"][6]
    tried: list[tuple[lw.System, float, dict[str, Any], float, float]] = [
        (regulator_system("tree"), 0.5, tight, regulated(0.5), 1e-12),
        (regulator_system("tree"), 0.5, {**tight, "method": "radau"}, regulated(0.5), 1e-10),
        (regulator_system("absolute"), 0.5, {**tight, "method": "radau"}, regulated(0.5), 1e-10),
        (neutral, 1.1, tight, wanted, 1e-8),
        (state, 3.0, {**tight, "method": "radau"}, sample["x"], 1e-8),
        (state, 3.0, {"method": "rk4", "h": 0.02}, sample["x"], 2e-7),
        (state, 3.0, {"method": "rk4", "h": 0.01}, sample["x"], 2e-8),
    ]
    modules = [lw.export_wasm(s, lw.assemble(s), t_end, **given) for s, t_end, given, _, _ in tried]
    for found, (system, t_end, _, value, left) in zip(run_in_node(modules, tmp_path), tried, strict=True):
        assert (found.status, found.t[-1]) == ("done", t_end)
        place = 0 if system.coordinates == "tree" else system.layout.q.index("slider.x")
        assert abs(found.rows[-1, place] - value) < left


@needs_compiler
def test_a_program_that_remembers_too_little_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for six knots, of which eight lie in a delay: nothing is computed by what has been forgotten."""
    monkeypatch.setattr("linkwork.exports.portable_simulation.KNOTS", 6)
    main = """
#include <stdio.h>
#include "late.h"
static late_t sim;
int main(void) { late_init(&sim); int code = late_advance(&sim, 0.5); printf("%d %.9g", code == late_PAST, *sim.t); }
"""
    refused, t = run_c(tmp_path, [lw.export_c(regulator_system("tree"), name="late")], main, *SANITIZED).split()
    assert refused == "1" and 0.05 <= float(t) < 0.5


def regulator_with_sliders() -> lw.System:
    """ẍ = −k x(t − τ) − 4 ẋ(t − τ)."""
    gain, tau = lw.Parameter("gain", 20.0), lw.Parameter("tau", 0.05)
    law = lw.DelayedFormula("-gain*e_delayed - 4*e_dot_delayed", delay=tau, history="start", on=ALONG, using=[gain])
    return lw.compile_model(on_a_rail(law, "regulator", START))


SLIDERS = {"tau": (0.02, 0.2), "gain": (5.0, 40.0), "rail.displacement": (-0.5, 0.5)}
TIGHT: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11}


def test_a_living_page_with_a_delay_begins_anew_goes_back_and_is_pulled(tmp_path: Path) -> None:
    system = regulator_with_sliders()
    found = living_of(system, SLIDERS, span=1.0, channels=["spring.force"], **TIGHT)
    assert found.is_living and found.sentence == "It runs in the page by dop853."
    program: dict[str, Any] = found.scene["program"]
    script = f"""
    living.simulate(0.5);
    const said = living.set({{ tau: 0.1, gain: 15, "rail.displacement": 0.3 }});
    living.simulate(0.5); {ROWS}
    living.grab(0.25, 0, [0, 0, 0]);
    living.release(); living.simulate(0.5);
    const again = living.rows(), m = again.t.findIndex((x) => Math.abs(x - 0.5) < 1e-9);
    living.grab(0.5, 0, [0, 0, 0]); living.pull([0.4, 0, 0], 0.05); living.release();
    const level = living.certificate().level;
    return {{ said, rows, again: again.values[m * n], open: living.open, level, end: living.end }};
    """
    seen = in_living(program, script, tmp_path)
    rows, names = np.array(seen["rows"]), [column["name"] for column in program["columns"]]
    step, force = program["step"], names.index("spring.force")
    wanted = by_steps(0.5, 0.3, 0.0, 15.0, 0.1)
    assert seen["said"] == "" and seen["end"] == "" and seen["level"] == "good"
    half = round(0.5 / step)
    assert rows[half, 0] == pytest.approx(wanted, abs=1e-9) and seen["again"] == pytest.approx(wanted, abs=1e-8)
    # What the law gives, with mass one, is the second difference of the place.
    k = round(0.25 / step) + 7
    bend = (rows[k + 1, 0] - 2 * rows[k, 0] + rows[k - 1, 0]) / step**2
    assert rows[k, force] == pytest.approx(bend, abs=1e-3) and rows[0, force] == pytest.approx(-15.0 * 0.3)


def test_a_slider_moves_the_delay_in_a_browser(browser: Any, tmp_path: Path) -> None:
    """Nothing is told on the console, and the motion is that of the method of steps."""
    path = tmp_path / "delay.html"
    made = lw.live(regulator_with_sliders(), path, SLIDERS, span=1.0, **TIGHT)
    assert made.is_living
    with opened(browser, path) as tab:
        tab.wait_for_function(READY.format(1.0))
        assert state_at(tab, 0.5)["rail.displacement"] == pytest.approx(regulated(0.5), abs=1e-9)
        slider = tab.get_by_label("tau (s)", exact=True)
        slider = slider if slider.count() else tab.get_by_label("tau", exact=True)
        slider.evaluate("(e) => { e.value = 500; e.dispatchEvent(new Event('input', { bubbles: true })); }")
        tab.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 1")
        tau = tab.evaluate("linkwork.living.news.values.tau")
        assert tau != 0.05
        assert state_at(tab, 0.5)["rail.displacement"] == pytest.approx(by_steps(0.5, START, 0.0, 20.0, tau), abs=1e-9)
