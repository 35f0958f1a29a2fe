"""Whole simulations as C: no warnings, no allocation, the steps of `simulate` and its states."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from benchmarks.loops.governor import governor as stiff_governor
from examples import (
    bicycle,
    cardan_shaft,
    chaplygin_sleigh,
    double_pendulum,
    five_bar,
    four_bar,
    furuta_pendulum,
    governor,
    jansen_leg,
    rocking_block,
    rolling_coin,
    skewed_trough,
    slider_crank,
)
from tests.exports.compiled_c import Case, check, check_cpp, needs_compiler, run_c

GALLERY = [
    cardan_shaft,
    chaplygin_sleigh,
    double_pendulum,
    five_bar,
    four_bar,
    furuta_pendulum,
    jansen_leg,
    rolling_coin,
    skewed_trough,
    slider_crank,
]


def of_gallery(module: ModuleType, **options: Any) -> Case:
    system = lw.compile_model(module.model())
    return Case(module.__name__.rpartition(".")[2], system, module.start(system), options)


@needs_compiler
def test_the_leg_and_the_stiff_governor_end_where_python_does(tmp_path: Path) -> None:
    # Its rods are so stiff that rounding alone moves the choice of steps: a tolerance below that of its end is needed.
    options = {"method": "radau", "rtol": 1e-10, "atol": 1e-12}
    stiff = Case("stiff_governor", lw.compile_model(stiff_governor().model), None, options, misses=2)
    check(tmp_path, [of_gallery(jansen_leg), stiff])


@pytest.mark.slow
@needs_compiler
def test_ten_models_take_the_steps_of_python(tmp_path: Path) -> None:
    check(tmp_path, [of_gallery(module) for module in GALLERY], "-O1")


@pytest.mark.slow
@needs_compiler
def test_other_methods_take_the_steps_of_python(tmp_path: Path) -> None:
    free = lw.compile_model(double_pendulum.model())
    fixed = {"method": "rk4", "h": 2e-3}
    cases = [
        of_gallery(bicycle, method="radau"),
        of_gallery(governor, method="radau"),
        of_gallery(rolling_coin, method="generalized_alpha"),
        Case("fixed", free, double_pendulum.start(free), fixed, 0.3),
        of_gallery(rocking_block, method="moreau", h=1e-3),
    ]
    check(tmp_path, cases, "-O1")


def pendulum(*more: Any, coordinates: str = "tree") -> lw.System:
    m = lw.Model("swing")
    rod = m.body("rod", lw.Rod(length=1.0, radius=0.02, mass=lw.Parameter("mass", 2.0)))
    m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle": 0.3})
    m.connect("spring", lw.TorsionSpring(stiffness=lw.Parameter("stiffness", 3.0)), m.ground, rod)
    m.connect("drive", lw.HingeForce(lw.Spline((0.0, 0.3, 0.7, 5.0), (0.0, 1.0, -0.5, 0.2))), "A.angle")
    for k, law in enumerate(more):
        m.connect(f"more {k}", law, m.ground.at(0, 0, 0.7), rod.at(1, 0, 0))
    return lw.compile_model(m, coordinates)


def ball(coordinates: str = "tree") -> lw.System:
    m = lw.Model("ball", gravity=(0.0, 0.0, -9.81))
    body = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("fall", lw.Prismatic("z"), m.ground, body, initial={"displacement": 0.5})
    m.connect("floor", lw.SpherePlaneContact(radius=0.1, stiffness=2e4, dissipation=0.1), m.ground, body)
    return lw.compile_model(m, coordinates)


@needs_compiler
def test_unknowns_kinks_and_tables_are_those_of_python(tmp_path: Path) -> None:
    unknown = pendulum(lw.ImplicitForce(lambda F, e: F + 0.1 * F**3 + 20.0 * (e - 0.3)))
    cases = [
        # Where Newton's method stops is up to rounding, and so are errors and steps behind it.
        Case("unknown", unknown, None, {"method": "dopri5"}, close=1e-11),
        Case("implicit", unknown, None, {"method": "generalized_alpha", "h": 1e-2}, 0.5),
        Case("kinks", ball(), None, {}, 0.6, misses=3, close=1e-9),
    ]
    check(tmp_path, cases)


def chain(count: int = 10) -> lw.System:
    m = lw.Model("chain")
    end: Any = m.ground
    for k in range(count):
        link = m.body(f"link{k}", lw.Rod(length=0.2, mass=0.3))
        m.connect(f"J{k}", lw.Revolute("y"), end, link, initial={"angle": 0.3})
        end = link.at(0.2, 0, 0)
    return lw.compile_model(m, "absolute")


def driven_loop() -> lw.System:
    m = lw.Model("loop")
    crank, rod, slide = (
        m.body(name, lw.Rod(length=x, mass=x)) for name, x in (("crank", 0.2), ("rod", 0.7), ("s", 0.1))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial([0.4, 6.0])})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), rod, initial={"angle": -0.6})
    m.connect("C", lw.Revolute("y"), rod.at(0.7, 0, 0), slide)
    m.connect("D", lw.Prismatic("x"), m.ground, slide, initial={"displacement": 0.8})
    m.connect("stop", lw.Spring(stiffness=50.0, length=0.3), m.ground, slide)
    return lw.compile_model(m, "absolute")


def door() -> lw.System:
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.9, 0.04, 2.0), mass=20.0))
    for k, z in enumerate((-0.8, 0.0, 0.8)):
        m.connect(f"hinge{k}", lw.Revolute("z"), m.ground.at(0, 0, z), leaf.at(-0.45, 0, z), initial={"angle_dot": 1.0})
    m.connect("closer", lw.TorsionSpring(stiffness=4.0), m.ground, leaf)
    return lw.compile_model(m, "absolute")


G = 0.43586652150845899942
B = [-1.5 * G**2 + 4 * G - 0.25, 1.5 * G**2 - 5 * G + 1.25, G]
SDIRK = lw.ImplicitTableau("sdirk", order=3, a=[[G], [(1 - G) / 2, G], B], b=B, c=[G, (1 + G) / 2, 1])
R = 3**0.5 / 6
GAUSS = lw.ImplicitTableau(
    "gauss", order=4, a=[[1 / 4, 1 / 4 - R], [1 / 4 + R, 1 / 4]], b=[1 / 2, 1 / 2], c=[1 / 2 - R, 1 / 2 + R]
)


@needs_compiler
def test_absolute_systems_end_where_python_does(tmp_path: Path) -> None:
    unknown = pendulum(lw.ImplicitForce(lambda F, e: F + 0.1 * F**3 + 20.0 * (e - 0.3)), coordinates="absolute")
    check(tmp_path, [Case("unknown", unknown, None, {"method": SDIRK, "h": 0.01}, 0.2, close=1e-11)])


def absolute(name: str, system: lw.System, method: Any, close: float = 1e-8, **options: Any) -> Case:
    """A tenth of a second. Where Newton's method stops is up to rounding, and so are errors and steps behind it."""
    return Case(name, system, lw.assemble(system), {"method": method, **options}, 0.1, misses=6, close=close)


@pytest.mark.slow
@needs_compiler
def test_absolute_systems_take_the_steps_of_python(tmp_path: Path) -> None:
    cases = [
        absolute("chain", chain(), "dop853", 1e-11),
        absolute("fixed", driven_loop(), "rk4", 1e-11, h=1e-3),
        absolute("radau", driven_loop(), "radau"),
        absolute("alpha", ball("absolute"), "generalized_alpha"),
        absolute("sdirk", driven_loop(), SDIRK),
        absolute("gauss", door(), GAUSS),
    ]
    check(tmp_path, cases, "-O0")


@pytest.mark.slow
@needs_compiler
def test_programs_of_absolute_systems_stay_inside_their_memory(tmp_path: Path) -> None:
    cases = [absolute("door", door(), "dopri5"), absolute("sdirk", pendulum(coordinates="absolute"), SDIRK)]
    check(tmp_path, cases, "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


MAIN = """#include <stdio.h>
#include "swing.h"

static void print(const char *what, swing_status code, swing_t *sim)
{
    swing_observe(sim);
    printf("%s %d %.17g %.17g %.17g\\n", what, (int)code, *sim->t, sim->state[swing_state_A_angle],
        sim->channels[swing_channel_rod_position_x]);
}

int main(void)
{
    static swing_t one, other;
    swing_init(&one);
    swing_init(&other);
    const swing_status code = swing_advance(&one, 5.0);
    print(one.happened[swing_event_down] && one.logged[0] == 1 ? "down" : "nothing", code, &one);
    one.parameters[swing_parameter_stiffness] = 30.0;
    one.state[swing_state_A_angle_dot] = 0.0;
    swing_restart(&one);
    print("end", swing_advance(&one, 1.0), &one);
    int count = 0;
    while (swing_step(&other, 0.2) == swing_RUNNING) {
        count++;
    }
    print(count + 1 == *other.steps ? "steps" : "missed", swing_DONE, &other);
    return 0;
}
"""


@needs_compiler
@pytest.mark.parametrize(
    "method",
    ["dop853", *(pytest.param(m, marks=pytest.mark.slow) for m in ("radau", "generalized_alpha", "symplectic"))],
)
def test_callers_see_events_change_parameters_and_take_single_steps(tmp_path: Path, method: str) -> None:
    system = pendulum()
    options = {"method": method} | ({"h": 1e-3} if method == "symplectic" else {})
    down = lw.Event("down", "A.angle", value=0.9, terminal=True, direction="rising")
    source = lw.export_c(
        system, None, name="swing", events=[down], channels=["rod.position", "A.angle_ddot"], **options
    )
    lines = [line.split() for line in run_c(tmp_path, [source], MAIN).splitlines()]
    first = lw.simulate(system, None, 5.0, events=[down], **options)
    changed = first.final.with_values({"A.angle_dot": 0.0, "stiffness": 30.0})
    second = lw.simulate(system, changed, 1.0, **options)
    third = lw.simulate(system, None, 0.2, **options)
    assert [(what, code) for what, code, *_ in lines] == [("down", "4"), ("end", "1"), ("steps", "1")]
    for run, (_, _, *found) in zip((first, second, third), lines, strict=True):
        expected = run.t[-1], run["A.angle"][-1], run["rod.position"][-1, 0]
        np.testing.assert_allclose(np.array(found, dtype=float), expected, rtol=1e-9, atol=1e-9)


LOG = """#include <math.h>
#include <stdio.h>
#include "swing.h"

int main(void)
{
    static swing_t sim;
    swing_init(&sim);
    const double wrong[] = {NAN, INFINITY, -1.0};
    for (int k = 0; k < 3; k++) {
        printf("%d ", swing_advance(&sim, wrong[k]) == swing_BAD_TIME && swing_step(&sim, wrong[k]) == swing_BAD_TIME);
    }
    printf("%g\\n", *sim.t);
    for (int calls = 0; calls < 100; calls++) {
        const swing_status code = swing_advance(&sim, 50.0);
        for (int k = 0; k < *sim.logged; k++) {
            printf("%d %.17g\\n", (int)sim.log_event[k], sim.log_t[k]);
        }
        if (code != swing_FULL) {
            printf("%d %d %d\\n", code == swing_EVENT, calls > 0, (int)sim.occurred[swing_event_A_angle]);
            break;
        }
    }
    swing_restart(&sim);
    printf("%d %d %d\\n", (int)sim.occurred[swing_event_A_angle], swing_STATES, swing_EVENTS);
    return 0;
}
"""


@needs_compiler
def test_a_full_log_returns_counts_are_kept_and_wrong_times_are_told(tmp_path: Path) -> None:
    m = lw.Model("swing")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=2.0)), initial={"angle": 0.3})
    system, many, options = lw.compile_model(m), 7, {"method": "rk4", "h": 0.02}
    # Names are those of a coordinate, a channel and an event at once.
    events = [
        lw.Event("top", "A.angle_dot"),
        lw.Event("A.angle", "A.angle", value=1.0, terminal=True, direction="rising", count=many),
    ]
    source = lw.export_c(system, None, name="swing", events=events, channels=["A.angle"], **options)
    first, *lines = run_c(tmp_path, [source], LOG).splitlines()
    check_cpp(tmp_path / "swing.c")
    here = lw.simulate(system, None, 50.0, events=events, **options).events
    assert first == "1 1 1 0"
    assert lines[-2:] == [f"1 1 {many}", f"{many} 2 2"]
    found = [line.split() for line in lines[:-2]]
    assert [events[int(k)].name for k, _ in found] == [o.event for o in here]
    np.testing.assert_allclose([float(t) for _, t in found], [o.t for o in here], rtol=1e-7)
    assert "swing_channel_A_angle = 0" in source.header and "_2 =" not in source.header


REAL_TIME = """#include <stdio.h>
#include "swing.h"
#include "bars.h"

int main(void)
{
    static swing_t swing;
    static bars_t bars;
    swing_init(&swing);
    bars_init(&bars);
    for (int k = 0; k < 200; k++) {
        swing.parameters[swing_parameter_stiffness] = 3.0 + 0.01 * k;
        if (swing_step(&swing) != swing_DONE || bars_step(&bars) != bars_DONE) {
            return 1;
        }
    }
    printf("%.17g %.17g %.17g %.17g\\n", *swing.t, swing.channels[swing_channel_rod_position_x],
        swing.state[0], bars.state[1]);
    return 0;
}
"""


@needs_compiler
def test_steps_in_real_time_leave_too(tmp_path: Path) -> None:
    loop = lw.compile_model(four_bar.model())
    swing = lw.RealTime(pendulum(), 1e-3, channels=["rod.position"])
    bars = lw.RealTime(loop, 1e-3, four_bar.start(loop), method="radau")
    sources = [lw.export_c(swing, name="swing"), lw.export_c(bars, name="bars")]
    found = run_c(tmp_path, sources, REAL_TIME).split()
    for k in range(200):
        swing.inputs["stiffness"] = 3.0 + 0.01 * k
        swing.step()
    bars.step(200)
    expected = swing.t, swing.channels["rod.position"][0], swing.state.q[0], bars.state.q[1]
    np.testing.assert_allclose(np.array(found, dtype=float), expected, rtol=1e-12, atol=1e-12)
    with pytest.raises(lw.ModelError, match="RealTime has its own method"):
        lw.export_c(swing, method="radau")


class Gauge(lw.Force):
    """A law that calls a function."""

    measure = lw.Distance()
    function = lw.option()

    def law(self, e: Any) -> Any:
        return self.function(e)


def test_wrong_names_and_places_are_refused_with_what_to_give(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    system = pendulum()
    for name, near in {"int8": "int8_model", "my arm": "my_arm", "double": "double_model", "": "f", "_a": "a"}.items():
        with pytest.raises(lw.ModelError, match=f"export_c: name = '{name}' .* such as '{near}'"):
            lw.export_c(system, name=name)
    with pytest.raises(lw.ModelError, match=r"export_c: path = 2\.0; give the path of a folder"):
        lw.export_c(system, None, 2.0)
    with pytest.raises(lw.ModelError, match="file is a file where a folder is needed"):
        lw.CSource("a", "", "").write(tmp_path / "file")
    assert lw.export_c(lw.RealTime(lw.compile_model(lw.Model("size")), 1e-3)).name == "size_model"


def test_what_cannot_leave_python_is_refused() -> None:
    system = pendulum(Gauge(function=lw.opaque(lambda e: -3.0 * e, 1, name="gauge")))
    with pytest.raises(lw.ModelError, match=r"export_c: 'more 0' calls 'gauge', a law in plain Python.* is traced"):
        lw.export_c(system)
    system = pendulum()
    with pytest.raises(lw.ModelError, match="export_c: bdf steps in Python"):
        lw.export_c(system, method="bdf")
    with pytest.raises(lw.ModelError, match=r"rod\.colour"):
        lw.export_c(system, channels=["rod.colour"])
