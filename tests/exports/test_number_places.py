"""Numbers of models by name: a Parameter in their place gives what a model made with another number gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports.living_model import LivingModel
from linkwork.exports.page_controls import page_controls


def machine(**changed: float) -> lw.Model:
    """Two rods with a motor, a spring and a shaken base."""
    x = {"length": 0.5, "mass": 2.0, "stiffness": 30.0, "speed": 2.0, "offset": 0.1, "amplitude": 0.2, "push": 3.0}
    x |= changed
    m = lw.Model("machine", gravity=(0.0, -changed.get("gravity", 9.81), 0.0))
    base = m.body("base", mass=x.get("base", 4.0), inertia=np.eye(3))
    arm = m.body("arm", lw.Rod(length=x["length"], mass=x["mass"], at=(0.1, 0, 0)))
    tip = m.body("tip", lw.Sphere(radius=0.05, mass=0.3))
    m.connect("rail", lw.Prismatic("x"), m.ground, base, drive={"displacement": lw.Sine(x["amplitude"], frequency=1.5)})
    m.connect("motor", lw.Revolute("z"), base, arm, drive={"angle": lw.Polynomial((x["offset"], x["speed"]))})
    m.connect("wrist", lw.Revolute("z"), arm.at(x["length"] + 0.1, 0, 0), tip)
    m.connect("spring", lw.Spring(x["stiffness"], 0.2), m.ground.at(0, 0.4, 0), tip.at(0.05, 0, 0))
    push = lw.LinearActuator(D=[[1.0, 0.0, 0.0]])
    m.connect("push", push, m.ground, tip, inputs={"input": x["push"]})
    return m


CHANGES = {
    "arm.length": ("length", 0.8),
    "arm.mass": ("mass", 5.0),
    "base.mass": ("base", 6.0),
    "spring.stiffness": ("stiffness", 55.0),
    "motor.angle_dot": ("speed", 3.0),
    "motor.angle": ("offset", -0.4),
    "rail.displacement.amplitude": ("amplitude", 0.3),
    "push.input": ("push", -1.0),
    "gravity": ("gravity", 2.0),
}
"""Controls, the arguments of the model that they stand for, and other values of these."""


def after(system: lw.System, state: lw.State) -> Any:
    """The state after a short while, and the energy, which knows of masses that are driven too."""
    run = lw.simulate(system, state.with_values({"wrist.angle": 0.7}), 0.2)
    return np.concatenate([run.final.q, run.final.u, [run["kinetic_energy"][-1]]])


def test_controls_are_the_numbers_in_the_model() -> None:
    system = lw.compile_model(machine())
    found, rewrite = page_controls(system, system.rest, dict.fromkeys(CHANGES, (-10.0, 100.0)))
    assert {control.kind for control in found} == {"parameter"}
    assert [control.value for control in found] == [0.5, 2.0, 4.0, 30.0, 2.0, 0.1, 0.2, 3.0, 9.81]
    assert [control.unit for control in found[:6]] == ["m", "kg", "kg", "N/m", "rad/s", "rad"]
    living = LivingModel(system, rewrite)
    first = living.state(system.rest)
    assert np.allclose(after(living.system, first), after(system, system.rest), rtol=1e-9, atol=1e-9)
    wanted = lw.compile_model(machine(**dict(CHANGES.values())))
    other = first.with_values({control.target: CHANGES[control.name][1] for control in found})
    assert np.allclose(after(living.system, other), after(wanted, wanted.rest), rtol=1e-7, atol=1e-9)


def overridden() -> lw.Model:
    m = lw.Model("overridden")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0), mass=3.0))
    return m


def falling() -> lw.Model:
    m = lw.Model("field", gravity=lambda p, t: (0.0, 0.0, -9.81 - 0.0 * p[0]))
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    return m


def driven() -> lw.Model:
    m = lw.Model("driven")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod, drive={"angle": 2.0 * lw.t})
    return m


@pytest.mark.parametrize(
    ("make", "control", "said"),
    [
        (overridden, "rod.length", "body 'rod': its mass, centre or inertia is given beside its shapes"),
        (falling, "gravity", "model 'field': its gravity is a function, which no single number changes."),
        (driven, "A.angle", "live: the control 'A.angle' is prescribed by a drive or lock"),
        (driven, "rod.height", "live: there is no control 'rod.height'"),
    ],
)
def test_what_no_control_can_change_is_told(make: Callable[[], lw.Model], control: str, said: str) -> None:
    system = lw.compile_model(make())
    with pytest.raises(lw.ModelError) as error:
        page_controls(system, system.rest, [control])
    assert str(error.value).startswith(said)


def test_a_speed_that_is_a_parameter_is_one_control() -> None:
    speed = lw.Parameter("speed", 2.0, unit="rad/s")
    m = lw.Model("driven")
    m.connect(
        "A",
        lw.Revolute("y"),
        m.ground,
        m.body("rod", lw.Rod(0.5, mass=1.0)),
        drive={"angle": lw.Polynomial((0.0, speed))},
    )
    system = lw.compile_model(m)
    controls, rewrite = page_controls(system, system.rest, None)
    assert next(control.target for control in controls if control.kind == "parameter") == "speed"
    assert "A.angle_dot" not in [control.name for control in controls]
    known = {parameter.name for parameter in LivingModel(system, rewrite).system.equations.parameters}
    assert {control.target for control in controls if control.kind == "parameter"} <= known


@pytest.mark.parametrize("name", [*CHANGES])
def test_members_of_an_ensemble_have_the_numbers_of_models_made_with_them(name: str) -> None:
    argument, value = CHANGES[name]
    system, wanted = (lw.compile_model(machine(**changed)) for changed in ({}, {argument: value}))
    begin, quiet = {"wrist.angle": 0.7}, lw.Output(progress=False)
    alone = lw.simulate(wanted, begin, 0.2)["wrist.angle"][-1]
    for members in ({name: [value], "wrist.angle": [0.7]}, [{name: value, **begin}]):
        (run,) = lw.simulate_many(system, members, 0.2, output=quiet)
        assert run["wrist.angle"][-1] == pytest.approx(alone, abs=1e-9)


def test_a_study_varies_numbers_of_the_model_in_loops_and_drives() -> None:
    over = {"spring.stiffness": [30.0, 55.0], "motor.angle_dot": [2.0, 3.0]}
    for start in ({"wrist.angle": 0.7}, lambda system, values: system.state({"wrist.angle": 0.7})):
        found = lw.study(machine(), over, {"end": ("wrist.angle", 0.2)}, 0.2, start=start, progress=False)
        assert found.units["spring.stiffness"] == "N/m" and found.units["motor.angle_dot"] == "rad/s"
        assert [*found.table.names] == [*over]
        for member, end in zip(found.table.columns["spring.stiffness"], found.values["end"], strict=True):
            assert member in (30.0, 55.0) and np.isfinite(end)
        wanted = lw.compile_model(machine(stiffness=55.0, speed=3.0))
        alone = lw.simulate(wanted, {"wrist.angle": 0.7}, 0.2)["wrist.angle"][-1]
        assert found.values["end"][3] == pytest.approx(alone, abs=1e-9)
        assert found.run(3)["wrist.angle"][-1] == pytest.approx(alone, abs=1e-9)


def bars() -> lw.Model:
    m = lw.Model("bars", gravity=(0, -9.81, 0))
    crank, coupler, rocker = (m.body(n, lw.Rod(x, mass=1.0)) for n, x in (("a", 0.2), ("b", 0.5), ("c", 0.4)))
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(0.2, 0, 0), coupler)
    m.connect("D", lw.Revolute("z"), m.ground.at(0.5, 0, 0), rocker)
    m.connect("C", lw.Revolute("z"), coupler.at(0.5, 0, 0), rocker.at(0.4, 0, 0))
    return m


def test_a_study_closes_loops_for_lengths_of_bars_that_are_plain_numbers() -> None:
    found = lw.study(
        bars(),
        {"b.length": [0.45, 0.5]},
        {"end": ("D.angle", 0.1)},
        0.1,
        start={"A.angle": 1.0},
        guess={"B.angle": -0.8, "D.angle": 1.5},
        progress=False,
    )
    assert not found.failures and found.values["end"][0] != found.values["end"][1]
    angles = found.run(0).at(0.0)
    ends = 0.2 * np.exp(1j * angles["A.angle"]), 0.5 + 0.4 * np.exp(1j * angles["D.angle"])
    assert abs(ends[1] - ends[0]) == pytest.approx(0.45, abs=1e-9)


@pytest.mark.parametrize("verb", ["simulate_many", "study"])
def test_a_number_that_does_not_exist_is_named_with_the_nearest_that_does(verb: str) -> None:
    model = machine()
    with pytest.raises(lw.ModelError) as error:
        if verb == "study":
            lw.study(model, {"spring.stifness": [1.0]}, {"end": ("wrist.angle", 0.1)}, 0.1, progress=False)
        else:
            lw.simulate_many(lw.compile_model(model), {"spring.stifness": [1.0]}, 0.1)
    assert str(error.value) == (
        f"{verb}: there is no Parameter, starting value or number of the model 'spring.stifness'. "
        "Did you mean 'spring.stiffness'?"
    )


def test_names_that_are_offered_are_those_of_numbers() -> None:
    with pytest.raises(lw.ModelError) as error:
        lw.study(machine(), {"motor.axis": [1.0]}, {"end": ("wrist.angle", 0.1)}, 0.1, progress=False)
    assert "motor.axis'?" not in str(error.value)


def test_states_and_numbers_are_no_members_of_one_ensemble() -> None:
    system = lw.compile_model(machine())
    with pytest.raises(lw.ModelError, match=r"some members give 'spring.stiffness', a number of the model, and others"):
        lw.simulate_many(system, [system.rest, {"spring.stiffness": 4.0}], 0.1)
