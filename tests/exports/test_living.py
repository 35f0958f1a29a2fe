"""The engine of living pages, in node: the host's states, other values with loops closed, pulls, sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples import bennett_linkage
from linkwork.exports.living_program import PAGE_ROWS as COUNT
from linkwork.results.run_rules import HOLDS
from tests.exports.living import ROCKER, ROWS, four_bar, in_living, living_of


@pytest.fixture(scope="module")
def bars() -> tuple[lw.System, lw.State, dict[str, Any]]:
    """The four-bar, where it starts, and its program."""
    system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": -0.5}, guess={"B.angle": -1.0, "C.angle": 2.0})
    controls = {"coupler.length": (0.3, 2.0), "gravity": (0.0, 20.0), "A.angle": (-1.5, 1.0)}
    found = living_of(system, controls, start, span=2.0)
    assert found.is_living
    program: dict[str, Any] = found.scene["program"]
    return system, start, program


def columns_of(program: dict[str, Any]) -> list[str]:
    return [column["name"] for column in program["columns"]]


def test_rows_are_the_states_of_the_host(bars: Any, tmp_path: Path) -> None:
    system, start, program = bars
    rows = np.array(in_living(program, f"living.simulate(2); {ROWS} return rows;", tmp_path))
    here = lw.simulate(system, start, start.t + 2.0, times=start.t + program["step"] * np.arange(COUNT + 1))
    names = columns_of(program)
    second = COUNT // 2
    assert here.t[second] == 1.0
    for name in (*system.layout.q, *system.layout.u, "coupler.position.x", "rocker.velocity.z", "kinetic_energy"):
        found, wanted = rows[: second + 1, names.index(name)], here[name][: second + 1]
        # Tolerances are 1e-8: the page's equations round differently, and a step may be rejected here and not there.
        assert np.abs(found - wanted).max() <= 1e-8 * max(1.0, np.abs(wanted).max()), name
        assert abs(found[-1] - wanted[-1]) <= 1e-9 * max(1.0, np.abs(wanted).max()), name
    kinetic, potential = (rows[:, names.index(name)] for name in ("kinetic_energy", "potential_energy"))
    balance = kinetic + potential - kinetic[0] - potential[0] - rows[:, names.index("work")]
    assert np.abs(balance - rows[:, names.index("energy_balance")]).max() <= 1e-12


def test_another_length_closes_the_loop_and_keeps_what_is_held(bars: Any, tmp_path: Path) -> None:
    _, _, program = bars
    script = f"""
    const said = living.set({{ "coupler.length": 0.45, "A.angle": -0.2 }});
    living.simulate(1); {ROWS} return {{ said, rows, open: living.open }};
    """
    found = in_living(program, script, tmp_path)
    assert found["said"] == "" and found["open"] < 1e-12
    first = dict(zip(columns_of(program), found["rows"][0], strict=True))
    assert first["A.angle"] == pytest.approx(-0.2, abs=1e-12)
    # The loop by hand: the end of the coupler, 0.45 long, is that of the rocker.
    place = columns_of(program).index("coupler.position.x") - 9, columns_of(program).index("rocker.position.x") - 9
    ends = []
    for at, length in zip(place, (0.45, ROCKER), strict=True):
        R, p = np.reshape(found["rows"][0][at : at + 9], (3, 3)), np.array(found["rows"][0][at + 9 : at + 12])
        ends.append(p + length * R[:, 0])
    assert np.allclose(*ends, atol=1e-12)
    assert np.allclose(first["coupler.position.z"], 0.1 * np.sin(0.2), atol=1e-12)


def test_a_length_that_cannot_be_closed_is_told_and_nothing_changes(bars: Any, tmp_path: Path) -> None:
    _, _, program = bars
    script = f"""
    living.simulate(0.5);
    const wishes = [{{ "coupler.length": 1.9 }}, {{ "coupler.length": 7 }}, {{ mass: 1 }}];
    const said = wishes.map((values) => living.set(values));
    living.simulate(1); {ROWS}
    return {{ said, t: t.length, length: living.values["coupler.length"], open: living.open }};
    """
    found = in_living(program, script, tmp_path)
    # All four in line: the coupler is as long as the others together, the crank turned as far as that asks for.
    longest = 0.1 + 0.3 + ROCKER
    told = "The loop at the joint 'D' cannot be closed with coupler.length = 1.9; it goes up to coupler.length = "
    assert found["said"][0].startswith(told) and found["said"][0].endswith(". The last good state is kept.")
    assert float(found["said"][0].removeprefix(told).split(". The")[0]) == pytest.approx(longest, rel=2e-3)
    assert found["said"][1] == "coupler.length = 7 lies outside of its range, 0.3 to 2; the last value is kept."
    assert found["said"][2] == "mass is no control of this page."
    assert found["length"] == 0.4 and found["t"] > COUNT // 2 and found["open"] < 1e-12


def test_pulling_keeps_loops_closed_and_energy_accounted_for(bars: Any, tmp_path: Path) -> None:
    _, _, program = bars
    script = f"""
    living.simulate(1);
    living.grab(0.5, 1, [0.2, 0, 0]);
    for (let k = 0; k < 50; k++) living.pull([0.2 + 0.1 * Math.sin(k / 8), 0, 0.3], program.step);
    living.release(); living.simulate(1.2); {ROWS}
    return {{ rows, t: [...t], open: living.open, certificate: living.certificate() }};
    """
    found = in_living(program, script, tmp_path)
    rows, names = np.array(found["rows"]), columns_of(program)
    assert found["open"] < 1e-8 and found["certificate"]["level"] == "good"
    assert np.allclose(np.diff(found["t"]), program["step"], rtol=1e-9)
    balance = rows[:, names.index("energy_balance")]
    assert np.abs(balance).max() < 1e-6 * found["certificate"]["energyScale"]


def test_a_hand_moves_the_mechanism_through_its_constraints(bars: Any, tmp_path: Path) -> None:
    _, _, program = bars
    script = f"""
    living.simulate(0.1);
    const at = [];
    for (const x of [0.16, 0.2]) {{ living.hand(0.05, 2, [{ROCKER}, 0, 0], [x, 0, 0.4]); at.push(living.open); }}
    {ROWS} return {{ at, last: rows[rows.length - 1], t: [...t] }};
    """
    found = in_living(program, script, tmp_path)
    last = dict(zip(columns_of(program), found["last"], strict=True))
    assert max(found["at"]) < 1e-8 and last["A.angle_dot"] == 0.0
    assert found["t"][-1] == pytest.approx(0.05, abs=1e-9)
    # The tip of the rocker goes on a circle about D: nearest to the pointer where it points there.
    angle = np.arctan2(0.4, 0.2 - 0.3)
    names = columns_of(program)
    first = names.index("rocker.position.x") - 9
    tip = np.array([0.3, 0.0]) + ROCKER * np.array([found["last"][first], found["last"][first + 6]])
    assert np.allclose(tip, np.array([0.3, 0.0]) + ROCKER * np.array([np.cos(angle), np.sin(angle)]), atol=2e-3)


def test_a_driven_mechanism_is_dragged_along_its_motion(tmp_path: Path) -> None:
    system = four_bar(drive={"angle": lw.Polynomial((0.0, 2.0))})
    start = lw.assemble(system, guess={"B.angle": -1.0, "C.angle": 2.0})
    program = living_of(system, ["A.angle_dot"], start, span=3.0).scene["program"]
    assert program["freedoms"] == 0
    script = "living.simulate(3); return living.hand(0, 0, [0.1, 0, 0], [0.1 * Math.cos(2), 0, -0.1 * Math.sin(2)]);"
    assert in_living(program, script, tmp_path) == pytest.approx(1.0, abs=program["step"])


def test_stiff_models_take_the_implicit_method(tmp_path: Path) -> None:
    m = lw.Model("stiff", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("slide", lw.Prismatic("z"), m.ground, ball)
    m.connect("pad", lw.Spring(stiffness=1e6, length=0.5, damping=1e5), m.ground, ball)
    system = lw.compile_model(m)
    found = living_of(system, None, system.state({"slide.displacement": 0.5}), span=5.0)
    assert found.sentence == "It runs in the page by radau, an implicit method: a trial run found the equations stiff."
    certificate = in_living(found.scene["program"], "living.simulate(5); return living.certificate();", tmp_path)
    assert certificate["level"] == "good" and certificate["method"] == "radau"


def test_what_only_python_can_run_becomes_a_replay() -> None:
    m = lw.Model("opaque")
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("slide", lw.Prismatic("z"), m.ground, ball)

    plain = lw.opaque(lambda x: -100.0 * (x - 0.5), inputs=1, name="plain")

    class Table(lw.Force):
        measure = lw.Distance()

        def law(self, e: Any, e_dot: Any, t: Any) -> Any:
            return plain(e)

    m.connect("law", Table(), m.ground, ball)
    system = lw.compile_model(m)
    found = living_of(system, None, system.state({"slide.displacement": 0.6}), span=0.2)
    assert not found.is_living and "program" not in found.scene
    assert found.sentence.startswith("This page replays a run; the model cannot run in it: 'law' calls ")
    assert found.scene["note"] == found.sentence


def loop_with_bob(coordinates: str) -> lw.System:
    m = lw.Model("loop with a bob")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=x, mass=2.0 * x)) for name, x in (("crank", 0.3), ("coupler", 0.8), ("rocker", 0.6))
    )
    bob = m.body("bob", mass=lw.Parameter("mass", 1.2), com=(0.1, 0.0, 0.0), inertia=(0.02, 0.03, 0.03))
    m.connect("A", lw.Revolute("y"), m.ground, crank, initial={"angle": -1.0})
    m.connect("B", lw.Revolute("y"), crank.at(0.3, 0, 0), coupler, initial={"angle": 0.6})
    m.connect("C", lw.Revolute("y"), coupler.at(0.8, 0, 0), rocker, initial={"angle": 1.5})
    m.connect("D", lw.Revolute("y"), m.ground.at(0.7, 0, 0), rocker.at(0.6, 0, 0))
    m.connect("E", lw.Revolute("y"), rocker.at(0.3, 0, 0), bob, initial={"angle": 0.4})
    m.connect("spring", lw.Spring(stiffness=40.0, length=0.2), m.ground.at(0.2, 0, -0.4), bob.at(0.2, 0, 0))
    return lw.compile_model(m, coordinates)


@pytest.mark.slow
def test_pages_of_absolute_systems_move_as_those_of_trees(tmp_path: Path) -> None:
    script = """
    const { program } = living, found = [];
    const tell = (refused) => {
      living.simulate(0.3);
      const k = living.at(0.3);
      living.y.set(living.states[k].y);
      living.code.look(living.t[k]);
      const of = ({ column }) => [...living.run.shown.slice(column, column + 12)];
      const [crank, coupler, , bob] = program.bodies.map(of);
      const open = [0, 1, 2].map((i) => crank[9 + i] + crank[3 * i] * living.values["crank.length"] - coupler[9 + i]);
      found.push({ refused, bob: bob.slice(9), open: Math.hypot(...open), level: living.certificate().level });
    };
    tell("");
    tell(living.set({ "spring.stiffness": 70, mass: 2 }));
    living.grab(0.1, program.bodies[3].dragged, [0.1, 0, 0]);
    living.pull([0.73, 0, 0.36], 0.02, Infinity);
    living.release();
    tell("");
    tell(living.set({ gravity: 50 }));
    tell(living.set({ gravity: 3, mass: 1.2 }));
    tell(living.set({ "crank.length": 0.32 }));
    return found;
    """
    ranges = {
        "spring.stiffness": (20.0, 90.0),
        "mass": (0.5, 3.0),
        "crank.length": (0.25, 0.35),
        "gravity": (0.0, 20.0),
    }
    tree, absolute = (loop_with_bob(coordinates) for coordinates in ("tree", "absolute"))
    start = lw.assemble(tree)
    seen = tree.channels(start)
    poses = {body: lw.Pose(seen[f"{body}.rotation"], seen[f"{body}.position"]) for body in tree.model.bodies}
    told = []
    for system, begun in ((tree, start), (absolute, lw.assemble(absolute, bodies=poses))):
        page = living_of(system, ranges, begun, span=3.0, rtol=1e-9, atol=1e-11, method="dopri5")
        assert page.is_living, page.sentence
        told.append(in_living(page.scene["program"], script, tmp_path))
    for one, other in zip(*told, strict=True):
        assert one["refused"] == other["refused"] and one["level"] == other["level"]
        assert one["open"] < 1e-9 and other["open"] < 1e-9
    # Another length leaves open which joints give way at the start.
    for one, other in [*zip(*told, strict=True)][:-1]:
        np.testing.assert_allclose(other["bob"], one["bob"], atol=1e-6)
    assert "gravity = 50 lies outside" in told[1][3]["refused"]


def test_sliders_of_body_frames_with_centres_elsewhere_are_refused() -> None:
    system = loop_with_bob("absolute")
    with pytest.raises(lw.ModelError, match=r"the control 'bob\.v_z' is of the frame of a body whose centre of mass"):
        living_of(system, {"bob.v_z": (-1.0, 1.0)}, span=0.2)


def rod_of_parameter() -> lw.System:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=lw.Parameter("L", 0.5, unit="m"), mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return lw.compile_model(m)


def test_a_parameter_that_is_a_length_has_a_range_without_zero() -> None:
    found = living_of(rod_of_parameter(), ["L"], span=0.2)
    (control,) = found.scene["program"]["controls"]
    assert found.is_living and (control["low"], control["high"]) == (0.125, 1.0)


def test_an_end_that_the_model_refuses_is_told() -> None:
    with pytest.raises(lw.ModelError, match=r"the control 'L' has an impossible range. At 0 .*length = 0 must be pos"):
        living_of(rod_of_parameter(), {"L": (0.0, 1.0)})


def test_a_usual_control_with_an_end_that_the_model_refuses_is_left_out() -> None:
    m = lw.Model("pendulum")
    share = lw.Parameter("share", 0.6)
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0 - share, mass=1.0)))
    found = living_of(lw.compile_model(m), span=0.2)  # 1 - 2 · 0.6 is no length
    names = [control["name"] for control in found.scene["program"]["controls"]]
    assert found.is_living and "share" not in names and "gravity" in names


def test_what_is_too_slow_becomes_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwork.exports.living_page.LEAST_FACTOR", 1e9)
    system = four_bar(drive={"angle": lw.Polynomial((0.0, 2.0))})
    found = living_of(system, None, lw.assemble(system, guess={"B.angle": -1.0, "C.angle": 2.0}), span=0.5)
    assert not found.is_living and "a model must run at least 1e+09 times faster than it moves" in found.sentence


def test_a_busy_machine_makes_no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stiff spring whose motion takes most of what is allowed: counted twice, and with clocks that run wild."""
    m = lw.Model("stiff", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, ball)
    m.connect("spring", lw.Spring(stiffness=1e7, length=1.0), m.ground.at(-1, 0, 0), ball)
    system = lw.compile_model(m)
    start = system.state({"slide.displacement": 0.01})
    sentence = living_of(system, None, start, span=1.0).sentence
    clock = iter(range(0, 10**9, 1000))
    monkeypatch.setattr("time.process_time", lambda: float(next(clock)))
    assert living_of(system, None, start, span=1.0).sentence == sentence == "It runs in the page by dop853."


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("controls", "said"),
    [
        ({"coupler.lenght": (0, 1)}, "Did you mean 'coupler.length'?"),
        (
            {"coupler.mass": (-2, 3)},
            "the control 'coupler.mass' has an impossible range. At -2 the model refuses it: Rod",
        ),
        ({"coupler.size": (0, 1)}, "there is no control 'coupler.size'"),
        ({"coupler.length": (0.5, 0.1)}, "the control 'coupler.length' goes from 0.5 to 0.1; give (lowest, highest)"),
        ({"coupler.length": 3}, "the control 'coupler.length' has the range 3; give (lowest, highest)."),
        (
            {"coupler.length": (0.5, 1)},
            "the control 'coupler.length' is 0.4 m at the start, which is outside of its range, 0.5 to 1 m",
        ),
    ],
)
def test_bad_controls_are_told(bars: Any, controls: Any, said: str) -> None:
    system, start, _ = bars
    with pytest.raises(lw.ModelError) as error:
        living_of(system, controls, start)
    assert said in str(error.value)


@pytest.mark.slow
def test_a_step_that_collapses_is_told_and_what_was_computed_stays(tmp_path: Path) -> None:
    m = lw.Model("singular", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("slide", lw.Prismatic("z"), m.ground, ball)
    m.connect("push", lw.AppliedForce(lambda rel, t: (0.0, 0.0, 1.0 / (0.5 - t) ** 2)), ball)
    program = living_of(lw.compile_model(m), [], span=1.0).scene["program"]
    script = f"""
    const there = living.simulate(1);
    {ROWS} return {{ there, end: living.end, t: [...t], certificate: living.certificate(), now: living.now }};
    """
    found = in_living(program, script, tmp_path)
    assert found["there"] and found["end"].startswith("steps became too small to go on at t = 0.")
    assert found["certificate"]["level"] == "bad" and found["certificate"]["reasons"] == [found["end"]]
    assert 0.49 < found["t"][-1] <= 0.5


def test_rows_of_an_overconstrained_loop_last_for_the_whole_motion(tmp_path: Path) -> None:
    """Bennett's linkage repeats three of five rows; those best at its start depend on each other half-way."""
    system = lw.compile_model(bennett_linkage.model())
    start = bennett_linkage.start(system)
    program = living_of(system, [], start, span=bennett_linkage.DURATION).scene["program"]
    found = in_living(program, f"living.simulate({bennett_linkage.DURATION}); return living.certificate();", tmp_path)
    assert found["level"] == "good"
    (said,) = found["reasons"]
    assert said.startswith(("energy balance error ", "energy balanced to rounding", HOLDS))
    assert said.endswith("; error of the motion (phase) not judged: a page takes no second run")
    assert lw.simulate(system, start, bennett_linkage.DURATION).certificate.verdict.is_good


@pytest.mark.parametrize(("h", "level"), [(0.01, "good"), (0.05, "doubtful"), (0.15, "bad")])
def test_a_page_judges_the_energy_of_its_run(h: float, level: str, tmp_path: Path) -> None:
    """An oscillator of 10 rad/s by RK4, whose energy changes by x⁶/72 − x⁸/576 of itself in a step, x = hω."""
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, ball)
    m.connect("spring", lw.Spring(stiffness=100.0, length=1.0), m.ground.at(-1, 0, 0), ball)
    system = lw.compile_model(m)
    start = system.state({"slide.displacement": 0.1})
    program = living_of(system, None, start, span=3.0, method="rk4", h=h).scene["program"]
    found = in_living(program, "living.simulate(3); return living.certificate();", tmp_path)
    assert lw.simulate(system, start, 3.0, method="rk4", h=h).verdict.level == level
    assert found["level"] == level
    assert any("energy and work differ" in reason for reason in found["reasons"]) == (level != "good")


def test_a_key_changes_a_number_while_it_is_pressed(tmp_path: Path) -> None:
    """As two runs of the host, one after the other: with the number of the model, and with that of the key."""
    m = lw.Model("fan", gravity=(0, 0, 0))
    fan = m.body("fan", lw.Cylinder(radius=0.2, length=0.1, mass=3.0))
    m.connect("A", lw.Revolute("z"), m.ground, fan)
    m.connect("push", lw.AppliedMoment(lw.Parameter("moment", 0.0), along="z"), fan)
    m.connect("brake", lw.TorsionSpring(0.0, damping=0.02), m.ground, fan)
    system = lw.compile_model(m)
    start = system.state({"A.angle_dot": 1.0})
    keys = {"ArrowLeft": ("moment", 0.5), "b": ("brake.damping", 0.2)}
    found = living_of(system, None, start, span=2.0, keys=keys).scene["program"]
    assert [(key["key"], key["name"], key["pressed"]) for key in found["keys"]] == [
        ("ArrowLeft", "moment", 0.5),
        ("b", "brake.damping", 0.2),
    ]
    script = """
    const speed = () => living.rows().values[1], ends = [];
    living.simulate(living.base.t + 2);
    living.press(0.5, 0, true);
    living.simulate(living.base.t + 2);
    living.press(1.0, 0, false);
    living.press(1.0, 1, true);
    living.simulate(living.base.t + 2);
    const { y } = living.run;
    return { t: living.now, w: y[1], level: living.certificate().level, rows: living.t.length };
    """
    ended = in_living(found, script, tmp_path)
    J, w = 0.5 * 3.0 * 0.2**2, 1.0
    for moment, damping, span in ((0.0, 0.02, 0.5), (0.5, 0.02, 0.5), (0.0, 0.2, ended["t"] - 1.0)):
        w = moment / damping + (w - moment / damping) * np.exp(-damping / J * span)
    assert ended["w"] == pytest.approx(w, rel=1e-7)
    assert ended["level"] == "good"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"Left": ("moment", 1.0)}, "live: there is no key 'Left'; give a letter, a digit, or ArrowLeft, ArrowRight"),
        ({"a": "moment"}, "live: the key 'a' has 'moment'; give a number of the model and its value while pressed"),
        ({"a": ("A.damp", 1.0)}, "live: the key 'a': there is no number 'A.damp'"),
    ],
)
def test_keys_that_cannot_be_are_told(keys: dict[str, Any], said: str) -> None:
    system = four_bar()
    with pytest.raises(lw.ModelError) as error:
        living_of(system, keys=keys)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"keys": {"a": ("gravity", float("nan"))}}, "live: the key 'a' has ('gravity', nan); give a number"),
        ({"keys": {"a": ("A.angel", 1.0)}}, "live: the key 'a': there is no number 'A.angel'"),
        ({"look": (10.0,)}, "look = (10.0,); give azimuth and elevation in degrees, and then a body to follow"),
        ({"look": "front"}, "look = 'front'; give azimuth and elevation in degrees"),
        ({"look": (10.0, 20.0, "cranc")}, "look 'cranc': there is no body 'cranc'."),
    ],
)
def test_keys_and_looks_that_cannot_be_are_told(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.ModelError) as error:
        living_of(four_bar(), span=0.1, **asked)
    assert str(error.value).startswith(said)


def test_a_key_is_refused_where_the_model_refuses_its_value() -> None:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=2.0)))
    with pytest.raises(lw.ModelError, match=r"the key 'a' makes 'rod\.mass' -1, which the model refuses: "):
        living_of(lw.compile_model(m), span=0.1, keys={"a": ("rod.mass", -1.0)})
