"""Hinges that restrict velocities, written by a user, against the same models with constraints or fewer speeds."""

import numpy as np
import pytest

import linkwork as lw


class Skate(lw.Hinge):
    """A blade on the ice: moves along itself and turns."""

    coordinates = ("x", "y", "angle")
    units = ("m", "m", "rad")

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.angle), (q.x, q.y, 0.0))

    def velocity(self, q, u, t):
        return -lw.sin(q.angle) * u.x + lw.cos(q.angle) * u.y


class Wheel4(lw.Hinge):
    """An upright wheel that rolls, with a speed for each coordinate and two rows."""

    coordinates = ("x", "y", "heading", "roll")
    units = ("m", "m", "rad", "rad")
    radius = lw.parameter(unit="m")

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.heading) @ lw.rotation_y(q.roll), (q.x, q.y, self.radius))

    def velocity(self, q, u, t):
        return [u.x - self.radius * u.roll * lw.cos(q.heading), u.y - self.radius * u.roll * lw.sin(q.heading)]


def skates(drive: dict | None = None, twice: bool = False) -> tuple[lw.System, lw.System]:
    """The skate as one hinge, and as a planar hinge with a knife edge; a pendulum swings on either."""
    found = []
    for own in (True, False):
        m = lw.Model("skate", gravity=(0.4, -0.2, -9.81))
        body = m.body("skate", mass=2.0, com=(0.1, 0.03, 0.4), inertia=(0.2, 0.3, 0.25))
        arm = m.body("arm", mass=0.7, com=(0, 0.05, -0.3), inertia=(0.05, 0.06, 0.02))
        m.connect("ice", Skate() if own else lw.Planar(), m.ground, body, drive=drive or {})
        m.connect("swing", lw.Revolute("x"), body.at(0, 0, 0.5), arm)
        if not own or twice:
            m.connect("blade", lw.KnifeEdge(), m.ground, body)
        found.append(lw.compile_model(m))
    return found[0], found[1]


def moving(system: lw.System) -> lw.State:
    speeds = {"ice.x_dot": 1.0, "ice.y_dot": 0.4, "ice.angle_dot": 0.8, "swing.angle_dot": -1.2}
    return lw.assemble(system, guess={"ice.angle": 0.5, "swing.angle": 0.3, **speeds})


@pytest.mark.seed("S1.2")
def test_a_skate_moves_as_a_plane_with_a_knife_edge() -> None:
    ours, theirs = skates()
    one, two = moving(ours), moving(theirs)
    np.testing.assert_allclose(one.u, two.u, atol=1e-13)
    assert abs(one["ice.y_dot"] - np.tan(0.5) * one["ice.x_dot"]) < 1e-12 and abs(one["ice.x_dot"]) > 0.1
    for method in ("auto", "multipliers", "complement"):
        a, b = lw.accelerations(ours, one, method), lw.accelerations(theirs, two, method)
        np.testing.assert_allclose(a.u_dot, b.u_dot, rtol=1e-10)
        np.testing.assert_allclose(a.lam, b.lam, rtol=1e-10)
    P, _, P_00 = ours.constraint_rows(one)
    np.testing.assert_allclose(P @ a.u_dot + P_00, 0.0, atol=1e-12)


@pytest.mark.seed("S0.14", "S1.2")
def test_the_hinge_carries_what_plane_and_blade_carry() -> None:
    ours, theirs = skates()
    state = moving(ours)
    found, parts = lw.loads(ours, state), lw.loads(theirs, moving(theirs))
    for what in ("force", "moment"):  # the blade ends where the plane does
        both = getattr(parts["ice"], what) + getattr(parts["blade"], what)
        np.testing.assert_allclose(getattr(found["ice"], what), both, atol=1e-10)
    across = np.array([-np.sin(0.5), np.cos(0.5), 0.0])
    assert abs(found["ice"].force @ across) > 0.1 and found.unique


@pytest.mark.seed("S1.2", "S1.6")
def test_mobility_counts_positions_and_velocities() -> None:
    ours, _ = skates()
    found = lw.mobility(ours, moving(ours))
    assert (found.degrees_of_freedom, found.velocity_degrees, found.redundant_rows) == (4, 3, 0)
    assert set(found.unique) == {"ice", "swing"}
    doubled, _ = skates(twice=True)
    found = lw.mobility(doubled, moving(doubled))
    (repetition,) = found.repetitions
    assert str(repetition) == (
        "joint 'ice' is redundant with constraint 'blade': one combination of translation along x and translation "
        "along y is constrained twice."
    )
    assert set(found.not_unique) == {"ice", "blade"}


@pytest.mark.seed("S0.12", "S1.2")
def test_kinematics_integrates_what_rows_leave() -> None:
    m = lw.Model("skate")
    skate = m.body("skate", lw.Box(size=(0.3, 0.02, 0.1), mass=1.0))
    drive = {"x": lw.Polynomial((0.0, 1.0)), "angle": lw.Polynomial((0.0, 0.5))}
    m.connect("ice", Skate(), m.ground, skate, drive=drive)
    system = lw.compile_model(m)
    run = lw.kinematics(system, system.state(), t_end=1.0)
    np.testing.assert_allclose(run["ice.y"], -2.0 * np.log(np.cos(0.5 * run.times)), atol=1e-9)
    np.testing.assert_allclose(run["ice.y_dot"], np.tan(0.5 * run.times), atol=1e-9)


@pytest.mark.seed("S0.9", "S1.2")
def test_a_drive_feels_what_the_rows_ask() -> None:
    """Driven along x only: the loads that drive it are the same however the blade is written."""
    drive = {"x": lw.Polynomial((0.0, 1.0, 0.5))}
    ours, theirs = skates(drive)
    states = [
        lw.assemble(s, guess={"ice.angle": 0.5, "ice.angle_dot": 0.8, "swing.angle_dot": 1.0}) for s in (ours, theirs)
    ]
    a, b = (lw.loads(system, state) for system, state in zip((ours, theirs), states, strict=True))
    np.testing.assert_allclose(a.motion.u_dot, b.motion.u_dot, atol=1e-10)
    assert a.drives["ice.x"] == pytest.approx(b.drives["ice.x"], rel=1e-10)
    # Power balance of the whole, by differences of the energy along the motion.
    system, state = ours, states[0]
    h = 1e-6
    q_dot = np.asarray(system.evaluate("kinematics", state).q_dot)
    up, down = (
        sum(
            system.evaluate(
                "energy", lw.State(state.layout, state.q + s * q_dot, state.u + s * a.motion.u_dot, state.t + s)
            )
        )
        for s in (h, -h)
    )
    assert (up - down) / (2 * h) == pytest.approx(a.drives["ice.x"] * state["ice.x_dot"], rel=1e-6)


@pytest.mark.seed("S1.2")
def test_a_wheel_by_rows_and_by_fewer_speeds() -> None:
    systems = []
    for hinge in (Wheel4(radius=0.3), lw.RollingWheel(radius=0.3)):
        m = lw.Model("wheel", gravity=(0.5, -0.3, -9.81))
        disc = m.body("disc", mass=2.0, com=(0.02, 0, 0.05), inertia=(0.1, 0.18, 0.1))
        m.connect("road", hinge, m.ground, disc)
        systems.append(lw.compile_model(m))
    values = {"road.heading": 0.4, "road.roll": 0.7, "road.heading_dot": 0.9, "road.roll_dot": -1.5}
    rows, plain = systems
    speeds = {name: values[name] for name in ("road.heading_dot", "road.roll_dot")}
    start = lw.assemble(rows, fixed={k: v for k, v in values.items() if k not in speeds}, velocities=speeds)
    ours, theirs = lw.accelerations(rows, start), lw.accelerations(plain, plain.state(values))
    assert start["road.x_dot"] == pytest.approx(0.3 * -1.5 * np.cos(0.4))
    for name in speeds:
        assert ours[name] == pytest.approx(theirs[name], rel=1e-10)
    one, two = lw.loads(rows, start)["road"], lw.loads(plain, plain.state(values))["road"]
    np.testing.assert_allclose(one.force, two.force, atol=1e-10)
    np.testing.assert_allclose(one.moment, two.moment, atol=1e-10)
    assert (lw.mobility(rows, start).velocity_degrees, lw.mobility(plain).velocity_degrees) == (2, 2)


def test_a_restricting_hinge_that_closes_a_loop() -> None:
    """Cut, the hinge keeps its coordinates and its row; the loop is closed by a weld under the same name."""
    states, systems = [], []
    for tree in ("branch", "cut"):
        m = lw.Model("towed")
        skate = m.body("skate", mass=2.0, com=(0.1, 0.03, 0.4), inertia=(0.2, 0.3, 0.25))
        bar = m.body("bar", mass=0.7, com=(0.3, 0, 0), inertia=(0.05, 0.06, 0.02))
        m.connect("pin", lw.Revolute("z"), m.ground.at(1, 0, 0), bar, tree="branch")
        m.connect("eye", lw.Revolute("z"), bar.at(1, 0, 0), skate, tree="branch" if tree == "cut" else "cut")
        m.connect("ice", Skate(), m.ground, skate, tree=tree)
        systems.append(lw.compile_model(m))
    guess = {"pin.angle": 1.0, "ice.angle": 0.4, "ice.x": 1.54, "ice.y": 0.84, "pin.angle_dot": 1.0}
    states.append(lw.assemble(systems[0], guess=guess))
    same = {name: states[0][name] for name in ("pin.angle", "ice.x", "ice.y", "ice.angle")}
    speeds = {name: states[0][name] for name in ("pin.angle_dot", "ice.angle_dot")}
    eye = {"eye.angle": same["ice.angle"] - same["pin.angle"]}
    states.append(lw.assemble(systems[1], guess=same | eye | speeds))
    one, two = (lw.accelerations(system, state) for system, state in zip(systems, states, strict=True))
    for name in ("pin.angle_dot", "ice.x_dot", "ice.y_dot", "ice.angle_dot"):
        assert states[1][name] == pytest.approx(states[0][name], abs=1e-8)
        assert two[name] == pytest.approx(one[name], abs=1e-7)
    found = [lw.mobility(system, state) for system, state in zip(systems, states, strict=True)]
    assert [(m.degrees_of_freedom, m.velocity_degrees) for m in found] == [(2, 1), (2, 1)]


@pytest.mark.seed("S1.2")
def test_runs_are_alike_however_the_blade_is_written() -> None:
    runs = [lw.simulate(system, moving(system), t_end=1.0, rtol=1e-9) for system in skates()]
    for name in ("ice.x", "ice.y", "ice.angle", "swing.angle", "ice.y_dot"):
        assert runs[0][name][-1] == pytest.approx(float(runs[1][name][-1]), abs=1e-8)
    across = [np.cos(r["ice.angle"]) * r["ice.y_dot"] - np.sin(r["ice.angle"]) * r["ice.x_dot"] for r in runs]
    np.testing.assert_allclose(across, 0.0, atol=1e-7)
