"""What new users gave and nobody noticed: states of other systems, values that drives overrule, and more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw


def pendulum(first: str = "A", second: str = "B") -> lw.System:
    m = lw.Model("double pendulum")
    upper, lower = (m.body(name, lw.Rod(length=1.0, mass=1.0, radius=0.01)) for name in ("upper", "lower"))
    m.connect(first, lw.Revolute("y"), m.ground, upper)
    m.connect(second, lw.Revolute("y"), upper.at(1.0, 0, 0), lower)
    return lw.compile_model(m)


def test_states_of_another_system_are_refused_by_every_analysis() -> None:
    """The hinges have the same names in another order: numbers of one would be taken for those of the other."""
    system, other = pendulum(), pendulum("B", "A")
    foreign = other.state({"A.angle": 0.3, "B.angle": -1.0})
    for ask in (
        lw.accelerations,
        lw.loads,
        lw.linearize,
        lambda s, x: lw.inverse_dynamics(s, x, np.zeros(2)),
        lambda s, x: s.channels(x)["A.force"],
        lambda s, x: s.mass_matrix(x),
    ):
        with pytest.raises(lw.ModelError, match="the state belongs to another system"):
            ask(system, foreign)


def test_a_value_that_a_drive_or_lock_overrules_is_refused() -> None:
    m = lw.Model("held")
    rod, tip = (m.body(name, lw.Rod(length=1.0, mass=1.0, radius=0.01)) for name in ("rod", "tip"))
    m.connect("A", lw.Revolute("y"), m.ground, rod, drive={"angle": 0.5 + lw.t})
    m.connect("B", lw.Revolute("y"), rod.at(1.0, 0, 0), tip, lock=("angle",))
    system = lw.compile_model(m)
    assert system.state({"A.angle": 1.5}, t=1.0)["A.angle"] == pytest.approx(1.5)
    with pytest.raises(lw.ModelError, match=r"A\.angle is driven and is 0\.5 at t = 0; 1 was given\. Leave it out"):
        system.state({"A.angle": 1.0})
    with pytest.raises(lw.ModelError, match=r"B\.angle is locked and is 0 at t = 0; -1 was given"):
        lw.simulate(system, {"B.angle": -1.0}, 1.0)


def test_a_function_of_something_else_is_not_taken_for_one_of_time() -> None:
    with pytest.raises(lw.ModelError, match=r"this one takes 'angle'; call its argument t\. .* write a class with law"):
        lw.HingeForce(lambda angle: -50.0 * angle)
    m = lw.Model("driven")
    with pytest.raises(lw.ModelError, match="this one takes 'q'"):
        m.connect("A", lw.Revolute("y"), m.ground, m.body("b", mass=1.0), drive={"angle": lambda q: 2.0 * q})


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_an_event_function_that_is_no_number_is_told(formulation: str) -> None:
    m = lw.Model("thrown")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("free", lw.Free(), m.ground, ball, initial={"v_z": 10.0})
    system = lw.compile_model(m, formulation)
    event = lw.Event("root", lambda c: lw.sqrt(1.0 - c["ball.position"][2]) - 0.5)
    run = lw.simulate(system, None, 1.0, events=[event])
    assert any("'root'" in note for note in run.certificate.notes)


def test_an_action_that_opens_a_loop_says_which_and_by_how_much() -> None:
    m = lw.Model("four-bar")
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("a", 0.2), ("b", 0.9), ("c", 0.5)))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": 0.3})
    opens = lw.Event("kick", lambda c: c["t"] - 0.01, action=lambda s, x: {"A.angle": x["A.angle"] + 0.3})
    with pytest.raises(lw.ModelError, match=r"event 'kick': its action .* violates the constraints: .* open by"):
        lw.simulate(system, start, 0.1, events=[opens])
    wrong = lw.Event("kick", lambda c: c["t"] - 0.01, action=lambda s, x: {"A.angel": 0.0})
    with pytest.raises(lw.ModelError, match=r"event 'kick': after its action, .*Did you mean 'A\.angle'"):
        lw.simulate(system, start, 0.1, events=[wrong])


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_values_of_parameters_are_checked_as_when_the_model_was_described(formulation: str) -> None:
    m = lw.Model("weight")
    b = m.body("b", mass=lw.Parameter("M", 1.0), com=(0, 0, 0), inertia=(1.0, 1.0, 1.0))
    m.connect("s", lw.Spring(stiffness=lw.Parameter("k", 10.0), length=1.0), m.ground, b.at(0, 0, 1.0))
    system = lw.compile_model(m, formulation)
    for values, said in (
        ({"M": -1.0}, "body 'b': mass is -1 kg; it must not be negative"),
        ({"k": -3.0}, "connection 's': Spring: stiffness = -3"),
    ):
        for ask in (lambda x: lw.simulate(system, x, 1.0), lambda x: lw.accelerations(system, x)):
            with pytest.raises(lw.ModelError, match=said):
                ask(system.rest.with_values(values))
    assert lw.simulate(system, system.rest.with_values({"M": 2.0}), 0.1).verdict.is_good


def test_what_is_left_of_a_damaged_file_is_not_good(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    system = pendulum()
    lw.simulate(system, system.state({"A.angle": 1.0}), 2.0).save(path)
    data = bytearray(path.read_bytes())
    data[-500] ^= 1
    path.write_bytes(data)
    with pytest.warns(UserWarning, match="only the first"):
        run = lw.load_run(path, partial=True)
    assert run.verdict.is_bad and not run.success and "damaged" in str(run.verdict)
    assert run.certificate.t_end == run.t[-1] < 2.0


def four_bar() -> lw.Model:
    m = lw.Model("four-bar")
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("a", 0.2), ("b", 0.9), ("c", 0.5)))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return m


SYSTEM_TAKERS: dict[str, Any] = {
    "report": lw.report,
    "sensitivities": lambda s: lw.sensitivities(s, None, 0.1, initial=["A.angle"]),
    "impact": lambda s: lw.impact(s, {}, "a.position.z"),
    "assembly_modes": lw.assembly_modes,
    "partial_velocities": lambda s: lw.partial_velocities(s, {}),
    "generalized_forces": lambda s: lw.generalized_forces(s, {}),
    "point_jacobian": lambda s: lw.point_jacobian(s, lw.Model("m").ground, {}),
    "simulate": lambda s: lw.simulate(s, None, 1.0),
    "kinematics": lambda s: lw.kinematics(s, None, 1.0),
}


@pytest.mark.parametrize("name", SYSTEM_TAKERS)
@pytest.mark.parametrize("given", [None, lw.Model("m")], ids=["None", "model"])
def test_what_is_no_system_is_refused_in_one_way(name: str, given: Any) -> None:
    with pytest.raises(lw.ModelError, match=f"^{name}: system = .*; give a system; compile the model first"):
        SYSTEM_TAKERS[name](given)


def test_a_picture_of_nothing_is_refused() -> None:
    with pytest.raises(lw.ModelError, match="draw_topology: model = None; give a model"):
        lw.draw_topology(None)  # type: ignore[arg-type]


def test_states_may_be_values_by_name_and_nothing_else() -> None:
    system = pendulum()
    values, state = {"A.angle": 0.4}, system.state({"A.angle": 0.4})
    point = system.model["lower"].at(1.0, 0, 0)
    asked: dict[str, Any] = {
        "report": lw.report,
        "linearize": lambda s, x: lw.linearize(s, x, moving=True).A,
        "impact": lambda s, x: lw.impact(s, x, "lower.position.z").u,
        "partial_velocities": lambda s, x: lw.partial_velocities(s, x).v,
        "generalized_forces": lambda s, x: lw.generalized_forces(s, x).gravity,
        "point_jacobian": lambda s, x: lw.point_jacobian(s, point, x).J,
    }
    for name, ask in asked.items():
        np.testing.assert_array_equal(ask(system, values), ask(system, state))
        with pytest.raises(lw.ModelError, match=f"{name}: 3 is not a state; give a state, system.state"):
            ask(system, 3)
    with pytest.raises(lw.ModelError, match="point_jacobian: point = 'lower'; give a body, or a point of one"):
        lw.point_jacobian(system, "lower", state)  # type: ignore[arg-type]


def test_impacts_and_impulses_need_closed_loops() -> None:
    system = lw.compile_model(four_bar())
    opened = system.state({"A.angle_dot": 1.0})
    for ask in (lambda: lw.impact(system, opened, "a.position.z"), lambda: lw.impulse(system, opened, [1.0, 0.0, 0.0])):
        with pytest.raises(lw.ModelError, match=r"(impact|impulse): .*is open by"):
            ask()


def test_a_choice_is_one_of_a_few() -> None:
    system = pendulum()
    with pytest.raises(lw.ModelError, match="kinematics: singular = 'x'; give 'pass' or 'stop'"):
        lw.kinematics(system, system.rest, 1.0, singular="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="has no argument 'formulation'; give coordinates='absolute'"):
        lw.compile_model(system.model, formulation="absolute")  # type: ignore[call-arg]


def test_what_has_no_model_says_how_it_is_shown(tmp_path: Path) -> None:
    system, page = pendulum(), tmp_path / "page.html"
    moved = lw.sensitivities(system, None, 0.01, initial=["A.angle"])
    for result, said in (
        (system.rest, r"motion=state\)"),
        (moved, r"lw\.view\(result\.run, path\)"),
    ):
        with pytest.raises(lw.ModelError, match=said):
            lw.view(result, page)


def test_an_objective_is_a_function_and_reads_channels() -> None:
    for ask in (lw.gradient, lw.optimise):
        with pytest.raises(lw.ModelError, match="objective = 3; give a function of a design"):
            ask(3, {"k": 1.0})  # type: ignore[arg-type]
    moved = lw.sensitivities(pendulum(), None, 0.01, initial=["A.angle"])
    with pytest.raises(AttributeError, match=r"has no 'final'; read channels by name, \[\"A\.angle\"\]\[-1\]"):
        moved.final  # noqa: B018
    assert moved["A.angle"][-1].value == moved.run.final["A.angle"]
    assert not hasattr(moved, "nothing")
