"""Loads and rotors: what they exert, where Parameters hide in them, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.contract import Expression, Load, ModelError, Parameter, Rotor, value_of
from linkwork.elements import AppliedForce, AppliedMoment, Piecewise, Ramp, Sine, SmoothStep, Sphere, Wheel, Wrench
from linkwork.model import Model
from linkwork.spatial import Relative, rotation_z

K = Parameter("k", 3.0)
REL = Relative(rotation_z(0.3), np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3]), np.array([4.0, 5.0, 6.0]))


def wrench(load: Load, t: float = 0.5) -> list[list[float]]:
    return [list(map(float, value_of(part))) for part in load.wrench(REL, t)]


@pytest.fixture
def model() -> Model:
    model = Model("m")
    model.body("b", Sphere(0.1, mass=1.0))
    return model


@pytest.mark.seed("S0.1", passage="§2.3")
@pytest.mark.parametrize(
    ("force", "along", "expected"),
    [
        ((1.0, 2.0, 3.0), None, [1, 2, 3]),
        (np.array([1, 2, 3]), None, [1, 2, 3]),
        ((0.0, K, 2 * K), None, [0, 3, 6]),
        ((0.0, Ramp(4.0), -1.0), None, [0, 2, -1]),
        (5.0, "-y", [0, -5, 0]),
        (Ramp(4.0), (3.0, 0.0, 4.0), [1.2, 0, 1.6]),
        (K, "x", [3, 0, 0]),
        (lambda rel, t: -2.0 * rel.v + (t, 0.0, 0.0), None, [-7.5, -10, -12]),
        (lambda rel, t: [0.0, rel.p[0] * t, K], None, [0, 0.5, 3]),
    ],
)
def test_force_and_moment(model, force, along, expected):
    assert wrench(AppliedForce(force, along=along)) == [[0, 0, 0], pytest.approx(expected)]
    assert wrench(AppliedMoment(force, along=along)) == [pytest.approx(expected), [0, 0, 0]]
    both = Wrench(moment=force, force=force, along=along)
    assert wrench(both) == [pytest.approx(expected), pytest.approx(expected)]
    for name, load in (("f", AppliedForce(force, along)), ("w", both)):
        model.connect(name, load, model["b"].at(0, 0, 1))


def test_axes():
    assert AppliedForce((1, 2, 3)).axes == "world"
    assert AppliedForce((1, 2, 3), axes="body").axes == "body"
    assert Wrench(force=(1, 2, 3)).wrench(REL, 0.0)[0].tolist() == [0, 0, 0]


def test_parameters_are_found_also_in_functions(model):
    hidden, shown = Parameter("hidden", 1.0), Parameter("shown", 2.0)
    loads = {
        "a": AppliedForce(lambda rel, t: hidden * rel.v),
        "b2": AppliedForce((0, 0, Sine(shown, omega=1.0))),
        "c": AppliedMoment(Expression(lambda t: K * t), along="x"),
    }
    for name, load in loads.items():
        model.connect(name, load, model["b"])
    assert set(model.parameters) == {"hidden", "shown", "k"}


def test_equality():
    assert AppliedForce((0, 0, Ramp(1.0))) == AppliedForce((0.0, 0.0, Ramp(1.0))) != AppliedForce((0, 0, Ramp(2.0)))
    assert AppliedForce((0, 0, K)) == AppliedForce((0, 0, K)) != AppliedForce((0, 0, 2 * K))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AppliedForce(), "AppliedForce: force (N) is missing"),
        (lambda: AppliedForce((1, 2)), "has 2 components; give three numbers or signals"),
        (lambda: AppliedForce((1, 2, "3 N")), "'3 N' is not a number"),
        (lambda: AppliedForce((1, 2, np.nan)), "AppliedForce: force = (1, 2, nan): must be finite"),
        (lambda: AppliedForce(5.0), "force is one number or signal; say along which direction it acts: along='x'"),
        (lambda: AppliedMoment(Ramp(1.0)), "moment is one number or signal; say along which"),
        (lambda: AppliedForce((1, 2, 3), along="x"), "along is for a load that is given as one number or signal"),
        (lambda: AppliedForce(5.0, along=(0, 0, 0)), "an axis of zero length"),
        (lambda: AppliedForce((1, 2, 3), axes="local"), "axes = 'local': choose one of 'world', 'body'"),
    ],
)
def test_bad_loads_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


class Shapeless(Load):
    def wrench(self, rel, t):
        return rel.v


class Silent(Load):
    def wrench(self, rel, t):
        pass


class Flat(Load):
    def wrench(self, rel, t):
        return rel.v[:2], rel.v


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (AppliedForce(lambda rel, t: rel.v[:2]), "its function of (rel, t) must return three components"),
        (AppliedForce(lambda rel, t: None), "must return three components; it returned nothing"),
        (AppliedForce(lambda rel, t: rel.v if rel.v[0] > 0 else 0 * rel.v), "where("),
        (Shapeless(), "Shapeless.wrench: must return (moment, force), three numbers each"),
        (Silent(), "Silent.wrench: must return (moment, force)"),
        (Flat(), "Flat.wrench: the moment: must be 3 numbers, has shape (2,)"),
    ],
)
def test_bad_functions_are_found_when_connected(model, load, message):
    with pytest.raises(ModelError) as caught:
        model.connect("push", load, model["b"])
    assert str(caught.value).startswith("connection 'push': ") and message in str(caught.value)


def test_loads_do_not_act_on_the_ground(model):
    with pytest.raises(ModelError, match="acts on the ground, which does not move"):
        model.connect("push", AppliedForce((1, 2, 3)), model.ground)


# Rotors


@pytest.mark.seed("S1.4")
def test_wheel(model):
    steady, driven, free = Wheel(0.2, spin=30.0), Wheel(K, spin=SmoothStep(0, 2, 0, 100)), Wheel(0.2)
    assert (steady.axial_inertia(), steady.speed(1.0), steady.is_free) == (0.2, 30.0, False)
    assert (driven.speed(1.0), driven.is_free) == (pytest.approx(50.0), False)
    assert (free.speed(1.0), free.torque(0.1, 2.0, 3.0), free.is_free) == (None, 0.0, True)
    assert Wheel(0.2, motor=5.0).torque(0.1, 2.0, 3.0) == 5.0
    assert Wheel(0.2, motor=Ramp(2.0)).torque(0.1, 2.0, 3.0) == 6.0
    assert Wheel(0.2, motor=lambda angle, spin, t: angle - 2 * spin + t).torque(1.0, 2.0, 3.0) == 0.0
    for name, wheel in {"a": steady, "c": driven, "d": free}.items():
        model.connect(name, wheel, model["b"].at(0, 0, 0, rotate={"x": 0.3}))
    assert model.connect("e", Wheel(0.2), model["b"], initial={"spin": 3.0})["angle"].name == "angle"
    assert set(model.parameters) == {"k"}


@pytest.mark.seed("S1.4")
def test_parameters_of_a_motor():
    assert Wheel(0.2, motor=lambda angle, spin, t: -K * spin).parameters == [K]
    assert Wheel(0.2, spin=2 * K).parameters == [K]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Wheel(0.0), "Wheel: inertia = 0 must be positive"),
        (lambda: Wheel(0.1, spin=1.0, motor=1.0), "give spin (prescribed) or motor (free spin), not both"),
        (lambda: Wheel(0.1, spin=np.inf), "Wheel: spin = inf: give a finite number"),
        (lambda: Wheel(0.1, spin="fast"), "Wheel: spin = 'fast': give a finite number"),
        (lambda: Wheel(0.1, spin=lambda t: t), "make the function one with lw.Expression"),
        (
            lambda: Wheel(0.1, spin=Ramp(1.0, start=1.0)),
            "a prescribed spin needs one continuous derivative, it has none",
        ),
        (lambda: Wheel(0.1, spin=Piecewise((1.0,), (0, 1))), "it has jumps"),
    ],
)
def test_bad_wheels_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_user_rotor_that_gives_an_array_is_refused(model):
    class Odd(Rotor):
        def axial_inertia(self):
            return [1.0, 2.0]

    with pytest.raises(ModelError, match=r"connection 'r': Odd\.axial_inertia: must be one number, has shape \(2,\)"):
        model.connect("r", Odd(), model["b"])
