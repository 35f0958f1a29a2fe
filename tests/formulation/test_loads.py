"""Loads in hinges and constraints: against free-body balances in the world, and against closed forms."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.expr import array, make_function, symbols
from linkwork.formulation import derive_equations
from linkwork.formulation.loads import connection_loads, needed_loads, prescribing_loads
from linkwork.formulation.recursion import generalised, joint_loads
from linkwork.system import compile_model
from tests.formulation.routes import PLAIN, consistent, random_tree, world_poses

NONE = np.zeros(0)


def with_motion(equations, **outputs):
    """A function of (q, u, u_dot, lam)."""
    names = equations.kinematics.symbols
    inputs = {"q": names.q, "u": names.u, "t": names.t}
    inputs |= {"u_dot": symbols("u_dot", len(names.u)), "lam": symbols("lam", len(equations.rows.g_dot))}
    return make_function("loads", inputs, outputs)


def hinge_generalised(equations, u_dot, lam):
    """φᵀ of the hinge loads: what the mass matrix never enters."""
    links = equations.tree.links
    joints = joint_loads(links, needed_loads(equations.dynamics, u_dot, lam))
    return generalised(links, joints, equations.topology.layout.nu)


def unknowns(equations):
    return symbols("u_dot", len(equations.kinematics.symbols.u)), symbols("lam", len(equations.rows.g_dot))


@pytest.mark.seed("S0.14", passage="§8.5")
@pytest.mark.parametrize("seed", range(6))
def test_every_body_is_in_balance_in_the_world(seed: int) -> None:
    """Σ loads of hinges, springs, constraints and gravity = d/dt of linear and angular momentum, body by body."""
    model = random_tree(seed, 4, (*PLAIN, lambda rng: lw.Spherical()))
    model.connect("tie", lw.FixedDistance(length=0.4), model["b0"].at(0.1, 0, 0), model["b3"].at(0, 0.2, 0))
    model.connect("spring", lw.Spring(50.0, length=0.2), model["b1"].at(0, 0, 0.1), model["b2"].at(0.2, 0, 0))
    equations = derive_equations(model)
    u_dot, lam = unknowns(equations)
    found = connection_loads(equations.dynamics, u_dot, lam)
    poses = world_poses(equations)
    outputs = {f"m_{n}": v[0] for n, v in found.items()} | {f"f_{n}": v[1] for n, v in found.items()}
    outputs |= {f"R_{k}": p.R for k, p in poses.items() if k} | {f"p_{k}": p.p for k, p in poses.items() if k}
    function = with_motion(equations, **outputs)
    rng = np.random.default_rng(seed)
    q, u = consistent(equations, rng)
    rates, multipliers = rng.normal(size=len(u)), rng.normal(size=1)
    now = function(q, u, 0.0, rates, multipliers)
    topology = equations.topology
    q_dot = equations.tracer.function("q_dot", q_dot=equations.kinematics.q_dot)
    h = 1e-4

    def at(s: float):
        """The poses along a motion with the given rates, to third order."""
        middle = q_dot(q, u, [], [], 0.0, NONE).q_dot
        half = q + 0.5 * s * h * middle
        onward = q_dot(half, u + 0.5 * s * h * rates, [], [], 0.0, NONE).q_dot
        return function(q + s * h * onward, u + s * h * rates, 0.0, rates, multipliers)

    forces = {v.number: np.zeros(3) for v in topology.bodies}
    moments = {v.number: np.zeros(3) for v in topology.bodies}  # about the world's origin

    def frame(number: int, X):
        r = getattr(now, f"R_{number}") if number else np.eye(3)
        p = getattr(now, f"p_{number}") if number else np.zeros(3)
        return r @ np.asarray(X.R, dtype=float), p + r @ np.asarray(X.p, dtype=float)

    for name in found:
        connection = model[name]
        first, second = topology.ends(connection)
        r_first, _ = frame(first, connection.ends[0].X)
        _, place = frame(second, connection.ends[1].X)
        force, moment = r_first @ getattr(now, f"f_{name}"), r_first @ getattr(now, f"m_{name}")
        for number, sign in ((second, 1.0), (first, -1.0)):
            forces[number] += sign * force
            moments[number] += sign * (moment + np.cross(place, force))
    spring = model["spring"]
    ends = [frame(n, e.X)[1] for n, e in zip(topology.ends(spring), spring.ends, strict=True)]
    d = ends[1] - ends[0]
    pull = -50.0 * (np.linalg.norm(d) - 0.2) * d / np.linalg.norm(d)
    for number, place, force in zip(topology.ends(spring), ends, (-pull, pull), strict=True):
        forces[number] += force
        moments[number] += np.cross(place, force)
    up, down = at(1.0), at(-1.0)
    for vertex in topology.bodies[1:]:
        body, k = vertex.body, vertex.number
        com, mass, inertia = np.asarray(body.com), body.mass, np.asarray(body.inertia)
        places = [getattr(x, f"p_{k}") + getattr(x, f"R_{k}") @ com for x in (down, now, up)]
        acceleration = (places[2] - 2 * places[1] + places[0]) / h**2
        turns = [getattr(x, f"R_{k}") for x in (down, now, up)]
        spin_up = [
            (turns[2] - turns[1]) / h @ ((turns[2] + turns[1]) / 2).T,
            (turns[1] - turns[0]) / h @ ((turns[1] + turns[0]) / 2).T,
        ]
        w = [np.array([s[2, 1] - s[1, 2], s[0, 2] - s[2, 0], s[1, 0] - s[0, 1]]) / 2 for s in spin_up]
        middle = [(turns[2] + turns[1]) / 2, (turns[1] + turns[0]) / 2]
        momentum = [r @ inertia @ r.T @ x for r, x in zip(middle, w, strict=True)]
        spin_rate = (momentum[0] - momentum[1]) / h
        gravity = mass * np.asarray(model.gravity, dtype=float)
        scale = 1.0 + np.abs(forces[k]).max() + np.abs(moments[k]).max()
        np.testing.assert_allclose(forces[k] + gravity, mass * acceleration, atol=2e-4 * scale)
        about_com = moments[k] - np.cross(places[1], forces[k])
        np.testing.assert_allclose(about_com, spin_rate, atol=2e-4 * scale)


@pytest.mark.seed("S0.9")
@pytest.mark.parametrize("seed", range(4))
def test_two_routes_to_the_loads_that_enforce_a_motion(seed: int) -> None:
    """φᵀ of the hinge loads equals M u̇ − h − Pᵀ λ, for any u̇ and λ: inverse dynamics twice."""
    model = random_tree(seed, 4, PLAIN)
    model.connect("tie", lw.FixedDistance(length=0.4), model["b0"].at(0.1, 0, 0), model["b3"].at(0, 0.2, 0))
    equations = derive_equations(model)
    u_dot, lam = unknowns(equations)
    function = with_motion(
        equations, a=prescribing_loads(equations.dynamics, u_dot, lam), b=hinge_generalised(equations, u_dot, lam)
    )
    rng = np.random.default_rng(seed)
    q, u = consistent(equations, rng)
    values = function(q, u, 0.0, rng.normal(size=len(u)), rng.normal(size=1))
    np.testing.assert_allclose(values.a, values.b, atol=1e-10 * (1 + np.abs(values.a).max()))


@pytest.mark.seed("S0.14")
def test_a_hanging_pendulum_pulls_with_weight_and_centripetal_force() -> None:
    """At the lowest point with speed u: F = m (g + l u²) upward on the bob, and no moment."""
    mass, length, speed = 2.0, 0.7, 3.0
    model = lw.Model("pendulum")
    bob = model.body("bob", lw.PointMass(mass=mass, at=(0, 0, -length)))
    model.connect("pin", lw.Revolute("y"), model.ground, bob)
    system = compile_model(model)
    equations = system.equations
    u_dot, lam = unknowns(equations)
    moment, force = connection_loads(equations.dynamics, u_dot, lam)["pin"]
    function = with_motion(equations, moment=moment, force=force)
    state = system.state({"pin.angle_dot": speed})
    found = function(state.q, state.u, 0.0, lw.accelerations(system, state).u_dot, NONE)
    np.testing.assert_allclose(found.force, [0, 0, mass * (9.81 + length * speed**2)], atol=1e-12)
    np.testing.assert_allclose(found.moment, 0.0, atol=1e-12)


@pytest.mark.seed("S1.3")
def test_the_drive_of_a_shaking_table_carries_its_inertia() -> None:
    mass, amplitude, omega = 3.0, 0.02, 20.0
    model = lw.Model("table", gravity=(0, 0, 0))
    plate = model.body("plate", lw.PointMass(mass=mass))
    model.connect(
        "slide", lw.Prismatic("x"), model.ground, plate, drive={"displacement": lw.Sine(amplitude, omega=omega)}
    )
    system = compile_model(model)
    equations = system.equations
    u_dot, lam = unknowns(equations)
    function = with_motion(equations, load=prescribing_loads(equations.dynamics, array(u_dot), lam))
    t = 0.13
    state = system.state(t=t)
    load = function(state.q, state.u, t, lw.accelerations(system, state).u_dot, NONE)
    assert load.load == pytest.approx([-mass * amplitude * omega**2 * np.sin(omega * t)])
