"""What new users gave and nobody noticed: states of other systems, values that drives overrule, and more."""

from __future__ import annotations

from pathlib import Path

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
    with pytest.raises(lw.ModelError, match=r"A\.angle is driven and is 0\.5 at t = 0; 1 was given\. Leave it away"):
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
