"""Living pages of models with impacts, in node: the host's states and forces, sliders of laws, pointer, sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples import woodpecker
from linkwork.exports.living_program import PAGE_ROWS as COUNT
from tests.exports.living import RADIUS, ROWS, H, bouncing, in_living, living_of

SECOND = COUNT // 2
"""The row at t = 1 of a page that computes two seconds."""


@pytest.fixture(scope="module")
def ball() -> tuple[lw.System, lw.State, dict[str, Any]]:
    """The ball, where it starts, and its program."""
    system, start = bouncing()
    controls = {"floor.restitution": (0.0, 1.0), "floor.friction": (0.0, 1.0), "gravity": (0, 20), "plane.x": (0, 1)}
    found = living_of(system, controls, start, span=2.0, h=H)
    assert found.is_living and found.sentence == "It runs in the page by moreau in steps of 0.0005 s, over impacts."
    return system, start, found.scene["program"]


def columns_of(program: dict[str, Any]) -> list[str]:
    return [column["name"] for column in program["columns"]]


def host_run(system: lw.System, start: lw.State) -> lw.Trajectory:
    times = start.t + 2.0 / COUNT * np.arange(COUNT + 1)
    return lw.simulate(system, start, float(times[-1]), times=times, method="moreau", h=H)


@pytest.mark.slow
def test_rows_are_the_states_and_forces_of_the_host(ball: Any, tmp_path: Path) -> None:
    system, start, program = ball
    script = f"living.simulate(2); {ROWS} return {{ rows, certificate: living.certificate() }};"
    found = in_living(program, script, tmp_path)
    rows, names, here = np.array(found["rows"], dtype=float), columns_of(program), host_run(system, start)
    for name in (*system.layout.q, *system.layout.u, "ball.position.x", "kinetic_energy", "floor.normal_force"):
        off = np.abs(rows[:, names.index(name)] - here[name])
        assert off.max() <= 1e-9 * max(1.0, np.abs(here[name]).max()), name
    for k in range(2):
        own = rows[:, names.index(f"floor.friction_force[{k}]")]
        np.testing.assert_allclose(own, here["floor.friction_force"][:, k], atol=1e-7)
    # Impacts are counted: the balance of the page is that of the host, and energy goes.
    told, certificate = found["certificate"], here.certificate
    assert told["level"] == here.verdict.level == "good" and told["method"] == "moreau"
    assert told["energyError"] == pytest.approx(certificate.energy_error, rel=0.05, abs=1e-9)
    energy = rows[:, names.index("kinetic_energy")] + rows[:, names.index("potential_energy")]
    assert energy[-1] < 0.5 * energy[0]
    balance = energy - energy[0] - rows[:, names.index("work")]
    assert np.abs(balance - rows[:, names.index("energy_balance")]).max() <= 1e-12
    depth = next(note for note in certificate.notes if "entered each other" in note)
    assert f"by up to {told['depth']:.2g} m" in depth


def test_laws_are_sliders(ball: Any, tmp_path: Path) -> None:
    script = f"""
    const said = living.set({{ "floor.restitution": 0.2, "floor.friction": 0.8 }});
    living.simulate(1); {ROWS} return {{ said, rows }};
    """
    found = in_living(ball[2], script, tmp_path)
    system, start = bouncing(0.2, 0.8)
    here = host_run(system, start)
    assert found["said"] == ""
    for k, name in enumerate((*system.layout.q, *system.layout.u)):
        assert abs(found["rows"][SECOND][k] - here[name][SECOND]) <= 1e-9, name


def test_a_start_in_the_floor_is_told_and_nothing_changes(ball: Any, tmp_path: Path) -> None:
    script = """
    living.simulate(0.5);
    const before = living.t.length, said = living.set({ "plane.x": 0.07 });
    return { said, rows: living.t.length - before, x: living.values["plane.x"] };
    """
    found = in_living(ball[2], script, tmp_path)
    assert found["said"] == "floor overlaps by 0.03 with plane.x = 0.07. The last good state is kept."
    assert found["rows"] == 0 and found["x"] == 0.6


def test_a_ball_is_pulled_onto_the_floor_and_not_through_it(ball: Any, tmp_path: Path) -> None:
    program = ball[2]
    script = f"""
    living.simulate(1);
    living.grab(0.5, 0, [0, 0, 0]);
    for (let k = 0; k < 200; k++) living.pull([0.3, 0, 0.05], program.step);
    living.release(); living.simulate(1.4); {ROWS}
    return {{ rows, t: [...t], certificate: living.certificate(), depth: living.depth }};
    """
    found = in_living(program, script, tmp_path)
    rows, names = np.array(found["rows"], dtype=float), columns_of(program)
    height, speed = (rows[:, names.index(name)] for name in ("plane.x", "plane.x_dot"))
    deepest = 1.2 * H * np.abs(speed).max()  # what a step goes before it is seen to touch; rows do not know the fastest
    assert height.min() > RADIUS - deepest and found["depth"] < deepest
    assert np.allclose(np.diff(found["t"]), program["step"], rtol=1e-9)
    pressed = rows[:, names.index("floor.normal_force")].max()
    assert pressed > 1.5 * 2.0 * 9.81  # the pointer pulls down, beside the weight
    assert found["certificate"]["energyError"] < 0.01 * found["certificate"]["energyScale"]


def test_a_hand_moves_a_body_until_it_touches(ball: Any, tmp_path: Path) -> None:
    program = ball[2]
    script = f"""
    living.simulate(0.1);
    for (let k = 0; k < 6; k++) living.hand(0.05, 0, [0, 0, 0], [0.2, 0, 0.15 - 0.1 * k]);
    {ROWS} return rows[rows.length - 1];
    """
    last = dict(zip(columns_of(program), in_living(program, script, tmp_path), strict=True))
    assert RADIUS - 1e-5 < last["plane.x"] < RADIUS + 0.02 and last["plane.x_dot"] == 0.0


@pytest.mark.slow
def test_loops_and_drives_live_with_contacts(tmp_path: Path) -> None:
    """A slider-crank whose slider knocks a free mass along a rail."""
    m = lw.Model("knocker")
    crank = m.body("crank", lw.Rod(length=0.1, mass=0.5))
    rod = m.body("rod", lw.Rod(length=0.3, mass=0.5))
    slider = m.body("slider", lw.Box(size=(0.1, 0.1, 0.1), mass=1.0))
    puck = m.body("puck", lw.Sphere(radius=0.05, mass=0.3))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, 6.0))})
    m.connect("B", lw.Revolute("y"), crank.at(0.1, 0, 0), rod)
    m.connect("C", lw.Revolute("y"), rod.at(0.3, 0, 0), slider)
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    m.connect("flight", lw.Prismatic("x"), m.ground, puck)
    m.connect("hit", lw.UnilateralContact(restitution=0.5), slider.plane("x", at=(0.05, 0, 0)), puck.sphere(0.05))
    m.connect("back", lw.Spring(stiffness=20.0, length=0.3), m.ground.at(0.8, 0, 0), puck)
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"flight.displacement": 0.52})
    found = living_of(system, ["A.angle_dot"], start, span=2.0, h=H)
    assert found.is_living
    script = f"living.simulate(2); {ROWS} return {{ rows, open: living.open, certificate: living.certificate() }};"
    told = in_living(found.scene["program"], script, tmp_path)
    here = host_run(system, start)
    assert here.contacts and told["open"] < 1e-9
    for k, name in enumerate((*system.layout.q, *system.layout.u)):
        off = np.abs(np.array(told["rows"], dtype=float)[:, k] - here[name]).max()
        assert off <= 1e-9 * max(1.0, np.abs(here[name]).max()), name
    assert told["certificate"]["level"] == here.verdict.level


@pytest.mark.parametrize(
    ("law", "asked", "said"),
    [
        (
            {"law": "sequential"},
            {},
            "'floor' has impacts by the law 'sequential', and steps over impacts know Newton's",
        ),
        ({}, {"method": "radau"}, "'floor' is a contact (UnilateralContact). Impacts are looked for in Python; take"),
        ({}, {"events": [lw.Event("low", "fall.displacement")]}, "moreau steps over impacts and looks for no events"),
    ],
)
def test_what_steps_over_impacts_cannot_do_is_a_replay(law: Any, asked: Any, said: str) -> None:
    m = lw.Model("fall")
    ball = m.body("ball", lw.Sphere(radius=RADIUS, mass=1.0))
    m.connect("fall", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(**law), m.ground.plane("z"), ball.sphere(RADIUS))
    system = lw.compile_model(m)
    found = living_of(system, None, system.state({"fall.displacement": 0.3}), span=0.2, **asked)
    assert not found.is_living and said in found.sentence


@pytest.mark.slow
def test_pulling_a_light_body_of_a_toy_stays_within_what_its_steps_can_follow(tmp_path: Path) -> None:
    """The woodpecker's bird of 4.5 g hangs on a sleeve of 0.3 g beside a pole of 1 kg that does not move.

    A spring as stiff as the whole mass asks for threw the bird to 1e159 J. Twelve pulls, far and near, from early rows
    and late ones: every state is finite, nothing is bad, and the energy is what a hand of that reach can give.
    """
    system = lw.compile_model(woodpecker.model())
    program = living_of(system, None, woodpecker.start(system), span=woodpecker.DURATION).scene["program"]
    script = """
    const found = [], dragged = program.bodies.filter((body) => body.dragged !== null);
    for (let trial = 0; trial < 12; trial++) {
      const reach = trial % 2 ? 0.05 : 0.4, body = dragged[trial % dragged.length];
      living.reset(); living.simulate(trial % 3 ? 0.7 : 0.03);
      living.grab(living.t[Math.floor((0.2 + 0.06 * trial) * (living.t.length - 1))], body.dragged, [0.01, 0, -0.005]);
      const at = (k) => [reach * Math.sin(k / 5), 0, reach * Math.cos(k / 7 + trial)];
      for (let k = 0; k < 30; k++) living.pull(at(k), 0.02, Infinity);
      const { strength } = living.held;
      living.release(); living.simulate(living.now + 0.2);
      const { level, energyScale } = living.certificate();
      found.push({ body: body.name, level, energyScale, strength, finite: [...living.run.y].every(Number.isFinite) });
    }
    return { found, mass: living.mass };
    """
    made = in_living(program, script, tmp_path)
    assert made["mass"] == pytest.approx(sum(woodpecker.MASSES), rel=1e-12)
    for pull in made["found"]:
        assert pull["finite"] and pull["level"] != "bad", pull
        # A spring drawn to both ends of the reach, over and over, and what the fall gives.
        assert pull["energyScale"] < 30 * pull["strength"] * 0.8**2 + 0.02, pull


@pytest.mark.slow
def test_fifty_random_pulls_of_a_light_body_are_not_bad(tmp_path: Path) -> None:
    """A hand that jumps about the woodpecker's bird: through the spring to the pointer, and mostly its damper, passes a
    hundred times the energy that is in motion. By that energy alone 6 of 50 such pulls were called bad."""
    system = lw.compile_model(woodpecker.model())
    program = living_of(system, None, woodpecker.start(system), span=woodpecker.DURATION).scene["program"]
    script = """
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const found = [], bird = program.bodies.find((body) => body.name === "bird");
    for (let trial = 0; trial < 50; trial++) {
      living.reset(); living.simulate(0.05 + 1.2 * random());
      living.grab(living.t[Math.floor(random() * (living.t.length - 1))], bird.dragged, [0.01 - 0.02 * random(), 0, 0]);
      let target = [0, 0, 0], at = [0.02, 0, -0.1];
      for (let k = 0; k < 5 + 20 * random(); k++) {
        if (k % 4 === 0) target = [0.8 * (random() - 0.5), 0.3 * (random() - 0.5), 0.6 * (random() - 0.5)];
        at = at.map((x, i) => x + 0.4 * (target[i] - x));
        living.pull(at, 0.01 + 0.09 * random(), Infinity);
      }
      const { strength } = living.held;
      living.release(); living.simulate(living.now + 0.3);
      const { level, energyError, reasons } = living.certificate(), { passed } = living;
      found.push({ level, energyError, passed, strength, reasons, finite: [...living.run.y].every(Number.isFinite) });
    }
    return found;
    """
    made = in_living(program, script, tmp_path)
    for pull in made:
        assert pull["finite"] and pull["level"] != "bad", pull
        assert pull["energyError"] < 0.01 * pull["passed"], pull
        assert pull["strength"] * 0.02 > 9.81 * woodpecker.MASSES[-1]  # two centimetres lift the bird


@pytest.mark.few(1)
@pytest.mark.parametrize("spin", [70.0, 400.0])
def test_a_spinning_ball_flies_straight_in_the_page(spin: float, tmp_path: Path) -> None:
    """The closed form of a throw, by the loop of the page in node."""
    m = lw.Model("thrown")
    ball = m.body("ball", lw.Sphere(radius=RADIUS, mass=2.0))
    m.connect("flight", lw.Free(), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(restitution=0.5, friction=0.3), m.ground.plane("z"), ball.sphere(RADIUS))
    system = lw.compile_model(m)
    start = system.state({"flight.z": 50.0, "flight.v_x": 1.0, "flight.w_y": spin})
    program = living_of(system, {"gravity": (0, 20)}, start, span=1.0, h=1e-3).scene["program"]
    found = in_living(program, f"living.simulate(1); {ROWS} return {{ rows }};", tmp_path)
    rows, names = np.array(found["rows"], dtype=float), columns_of(program)
    t = np.linspace(0.0, 1.0, len(rows))
    np.testing.assert_allclose(rows[:, names.index("ball.position.x")], t, atol=1e-9)
    np.testing.assert_allclose(rows[:, names.index("ball.position.z")], 50.0 - 9.81 / 2.0 * t * t, atol=1e-8)
    np.testing.assert_allclose(rows[:, names.index("ball.position.y")], 0.0, atol=1e-9)
