"""Systems from equations derived by hand: parameters, laws, channels, reports, and analyses that work on them."""

from pathlib import Path

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from examples import elastic_beam as beam

q, u, t = lw.motion_symbols("x y")
m, k, f = sp.symbols("m k f")


def spring_mass(**more: object) -> lw.LagrangeEquations:
    return lw.LagrangeEquations(m * (u[0] ** 2 + u[1] ** 2) / 2, k * q[0] ** 2 / 2, q, forces={q[1]: f}, **more)  # type: ignore[arg-type]


def test_a_parameter_stays_an_input_and_a_number_does_not() -> None:
    stiffness = lw.Parameter("k", 8.0)
    system = lw.compile_equations(spring_mass(), {m: 2.0, k: stiffness, "f": 1.0})
    state = system.state({"x": 0.5})
    assert lw.accelerations(system, state).u_dot[0] == pytest.approx(-2.0)
    assert lw.accelerations(system, state.with_values({"k": 4.0})).u_dot[0] == pytest.approx(-1.0)
    assert list(state.parameters) == ["k"]


LAWS = {
    "traced": lw.Law(lambda y, t: lw.where(y < 0.0, -50.0 * y, 0.0) + t, q[1], t),
    "opaque": lw.Law(lw.opaque(lambda y, t: (-50.0 * y if y < 0 else 0.0) + t, 2), q[1], t),
    "SymPy": sp.Piecewise((-50 * q[1], q[1] < 0), (0, True)) + t,
}


@pytest.mark.seed("S4.7", passage="§2.3")
@pytest.mark.parametrize("kind", LAWS)
@pytest.mark.parametrize("y", [-0.2, 0.3])
def test_laws_that_are_no_symbols_enter_as_inputs(kind: str, y: float) -> None:
    system = lw.compile_equations(spring_mass(), {m: 2.0, k: 8.0}, inputs={f: LAWS[kind]})
    state = system.state({"y": y}, t=0.1)
    force = (-50.0 * y if y < 0 else 0.0) + 0.1
    assert lw.accelerations(system, state).u_dot[1] == pytest.approx(force / 2.0)
    assert "f" in system.equations.channels


def test_inputs_may_depend_on_inputs_and_compiling_leaves_no_trace() -> None:
    equations, p, gain = spring_mass(), sp.Symbol("p"), sp.Symbol("gain")
    r = sp.Symbol("r")
    inputs = {r: q[1] + 1, p: lw.Law(lambda y: 1.0 * y, r), f: lw.Law(lambda y: 2.0 * y, p * gain)}
    values = {m: 2.0, k: 8.0, gain: 3.0}
    system = lw.compile_equations(equations, values, inputs=inputs)
    assert lw.accelerations(system, system.state({"y": 0.5})).u_dot[1] == pytest.approx(0.5 * 2.0 * 1.5 * 3.0)
    again = lw.compile_equations(equations, {m: 2.0, k: 8.0, f: 4.0})
    assert lw.accelerations(again, again.rest).u_dot[1] == pytest.approx(2.0)


def test_symbols_without_assumptions_do_as_well() -> None:
    x, x_dot = sp.symbols("x x_dot")
    system = lw.compile_equations(lw.LagrangeEquations(x_dot**2, x**2, [x]))
    assert lw.accelerations(system, system.state({"x": 0.5})).u_dot[0] == pytest.approx(-0.5)


def test_a_signal_is_an_input() -> None:
    system = lw.compile_equations(spring_mass(), {m: 2.0, k: 8.0}, inputs={"f": lw.Sine(amplitude=2.0, omega=1.0)})
    assert lw.accelerations(system, system.state({}, t=0.5)).u_dot[1] == pytest.approx(np.sin(0.5))


def test_channels_frames_and_report() -> None:
    place = lw.Frame([q[0], q[1], 0], None, (lw.Sphere(radius=0.1, mass=1.0),))
    equations = spring_mass(frames={"ball": place}, constraints={"rail": q[0] - 2 * q[1]})
    system = lw.compile_equations(equations, {m: 2.0, k: 8.0, f: 0.0}, outputs={"stretch": 3 * q[0]}, name="rail")
    state = system.state({"x": 0.4, "y": 0.2, "x_dot": 1.0, "y_dot": 0.5})
    e = system.equations
    names = ("ball.position", "ball.velocity", "ball.angular_velocity", "stretch", "energy")
    outputs = {name.replace(".", "_"): e.channels[name] for name in names}
    found = e.tracer.function("channels", **outputs)(*system.arguments(state))
    np.testing.assert_allclose(found.ball_position, [0.4, 0.2, 0.0])
    np.testing.assert_allclose(found.ball_velocity, [1.0, 0.5, 0.0])
    np.testing.assert_allclose(found.ball_angular_velocity, 0.0)
    assert found.stretch == pytest.approx(1.2)
    assert found.energy == pytest.approx(sum(system.evaluate("energy", state)))
    assert {"x_ddot", "rail.multipliers"} <= e.channels.motion_names
    table, at = system.channel_table, system.channels(state)
    assert {"stretch", "x_ddot", "rail.multipliers"} <= {*table} and "gravity_energy" not in table
    assert all(np.shape(at[name]) == table[name].shape for name in table)
    assert system.model.bodies["ball"].shapes[0].radius == 0.1
    report = system.equations.origin.report()
    for part in ("rail: equations derived by hand, 2 coordinates", "Constraints: rail (1)", "Frames: ball", "stretch"):
        assert part in report


def test_analyses_of_models_work_on_equations_derived_by_hand() -> None:
    system = beam.by_hand("newton-euler", "loop")
    start = lw.assemble(system, fixed={"phi1": 0.2}, guess={"phi2": 0.0})
    assert system.evaluate("position", start).g[0] == pytest.approx(0.0, abs=1e-10)
    compiled = lw.accelerations(system, start)
    for method in ("multipliers", "pseudo-inverse", "complement"):
        np.testing.assert_allclose(lw.accelerations(system, start, method).u_dot, compiled.u_dot, rtol=1e-9)
    assert "2 degrees of freedom" in str(lw.mobility(system, start))
    with pytest.raises(lw.ModelError, match="loads need bodies joined by joints, and these equations were derived by"):
        lw.loads(system, start)


def test_a_condition_on_speeds_is_a_constraint_on_velocity_level() -> None:
    (x, y, a), (x_dot, y_dot, a_dot), _ = lw.motion_symbols("x y a")
    T = (x_dot**2 + y_dot**2 + a_dot**2) / 2
    blade = -sp.sin(a) * x_dot + sp.cos(a) * y_dot
    system = lw.compile_equations(lw.LagrangeEquations(T, 0, [x, y, a], constraints={"blade": blade}))
    state = system.state({"a": 0.4, "x_dot": np.cos(0.4), "y_dot": np.sin(0.4), "a_dot": 2.0})
    u_dot = lw.accelerations(system, state).u_dot
    # At unit speed along the blade the path curves with a_dot.
    np.testing.assert_allclose(u_dot, [-2.0 * np.sin(0.4), 2.0 * np.cos(0.4), 0.0], atol=1e-12)
    assert lw.mobility(system, state).velocity_degrees == 2


def test_assembly_finds_all_modes_and_fits_frames() -> None:
    system = beam.by_hand("newton-euler", "loop")
    modes = lw.assembly_modes(system, fixed={"phi1": 0.2, "phi2": 0.1})
    heights = np.sin(0.2) + np.sin(0.1)
    found = {round(float(np.cos(mode["phi3"])), 9) for mode in modes}
    assert found == {round(sign * float(np.sqrt(1 - heights**2)), 9) for sign in (1, -1)}
    near = lw.assemble(system, bodies={"bar 3": lw.Pose(lw.rotation_z(-0.5), (2.4, 0.3, 0.0))})
    assert near["phi3"] == pytest.approx(-0.5, abs=0.2)


def test_names_for_what_recurs_keep_clear_of_the_users_own() -> None:
    (a, b), (a_dot, b_dot), _ = lw.motion_symbols("x0 x1")
    c0, c1 = sp.symbols("c0 c1")
    long = c0 * sp.cos(a - b) + c1 * sp.sin(a + b) + 2 * c0 * c1
    T = (3 + long) * a_dot**2 + (4 + long) * b_dot**2 + long * a_dot * b_dot
    written = lw.LagrangeEquations(T, long**2, [a, b]).written
    names = {symbol.name for symbol, _ in written.definitions}
    assert names
    assert not names & {"c0", "c1", "x0", "x1"}


@pytest.mark.seed("S4.4")
def test_the_viewer_shows_frames_with_their_shapes(tmp_path: Path) -> None:
    system = beam.by_hand("lagrange")
    run = lw.simulate(system, system.state(beam.START), t_end=0.05)
    page = tmp_path / "beam.html"
    lw.view(run, str(page))
    text = page.read_text(encoding="utf-8")
    assert "bar 3" in text
    _, place = run.pose("bar 2")
    tip = np.array([np.cos(run["phi1"]), run["bar 1.position"][:, 1] + np.sin(run["phi1"]), 0 * run.t]).T
    np.testing.assert_allclose(place, tip, atol=1e-12)
