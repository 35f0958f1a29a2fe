"""Measures and forces: values, rates, virtual work, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.contract import Force, ModelError, Parameter, value_of
from linkwork.contract.derived.law_arguments import call_law
from linkwork.elements import Damper, Distance, Sphere, Spring, TorsionSpring, Vector
from linkwork.model import Model
from linkwork.spatial import Relative, rotation_sequence

P = np.array([1.0, -2.0, 2.0])
V = np.array([0.3, 0.1, -0.7])
W = np.array([0.4, -0.2, 0.9])
R = rotation_sequence("zyx", (0.4, -0.3, 0.7))
REL = Relative(R, P, W, V)
K = Parameter("k", 3.0)

FORCES: list[Force] = [
    Spring(200.0, 0.4),
    Spring(200.0, 0.4, damping=3.0),
    Spring(K, 2 * K, damping=K),
    Spring(200.0, 0.0),
    TorsionSpring(5.0, angle=0.2, damping=0.1),
    Damper(7.0),
]


def loads(force: Force, e: object, e_dot: object) -> np.ndarray:
    return np.atleast_1d(value_of(call_law(force, "law", {"e": e, "e_dot": e_dot, "t": 0.0, "rel": REL})))


@pytest.mark.seed("S0.4")
def test_laws():
    assert loads(Spring(200.0, 0.4), 0.5, 9.0) == pytest.approx([-20.0])
    assert loads(Spring(200.0, 0.4, damping=3.0), 0.5, 2.0) == pytest.approx([-26.0])
    assert loads(Spring(K, K, damping=2 * K), 4.0, 1.0) == pytest.approx([-9.0])
    assert loads(TorsionSpring(5.0, angle=0.2, damping=0.1), 0.5, 2.0) == pytest.approx([-1.7])
    assert loads(Damper(7.0), 4.0, 2.0) == pytest.approx([-14.0])
    assert [f.form for f in FORCES] == ["law"] * len(FORCES)


def test_spring_without_length_acts_where_points_coincide():
    spring, limit = Spring(200.0, 0.0), Spring(200.0, 1e-300)
    assert isinstance(spring.measured, Vector) and isinstance(limit.measured, Distance)
    np.testing.assert_allclose(loads(spring, P, V), -200.0 * P)
    along = loads(limit, 3.0, 0.0) * P / 3.0
    np.testing.assert_allclose(loads(spring, P, V), along)
    assert isinstance(Spring(200.0, 0.0, damping=1.0).measured, Distance)
    assert isinstance(Spring(200.0, Parameter("l", 0.0)).measured, Distance)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Spring(-1.0, 0.1), "Spring: stiffness = -1 must not be negative"),
        (lambda: Spring(1.0), "Spring: length (m) is missing"),
        (lambda: Spring(1.0, -0.1), "Spring: length = -0.1 must not be negative"),
        (lambda: Spring(1.0, 0.1, damping=np.nan), "Spring: damping = nan: must be finite"),
        (lambda: Spring(1.0, 0.1, dmaping=1.0), "Did you mean 'damping'?"),
        (lambda: TorsionSpring(1.0, damping=-1.0), "TorsionSpring: damping = -1 must not be negative"),
        (lambda: Damper("3"), "Damper: damping = '3': is not a number"),
    ],
)
def test_bad_input_is_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


class Vectorial(Force):
    measure = Distance()

    def law(self, e):
        return [e, e]


class Silent(Force):
    measure = Distance()

    def law(self, e):
        pass


class Branching(Force):
    measure = Distance()

    def law(self, e):
        return e if e > 1.0 else 0.0


class HalfWrench(Force):
    def wrench(self, rel):
        return rel.v


class WrongStates(Force):
    measure = Distance()
    states = ("a", "b")

    def law(self, e, z):
        return z.a + e

    def state_dot(self, z):
        return z.a


class VectorEnergy(Force):
    def energy(self, rel):
        return rel.p


class Good(Force):
    states = ("a",)
    unknowns = ("s",)

    def wrench(self, rel, z, s):
        return s.s * rel.w, z.a * rel.v

    def state_dot(self, z):
        return -z.a

    def residual(self, s, z):
        return s.s**3 - z.a


@pytest.mark.parametrize(
    ("force", "message"),
    [
        (Vectorial(), "Vectorial.law: must be one number, has shape (2,)"),
        (Silent(), "Silent.law: returned nothing. Is a `return` missing?"),
        (Branching(), "where("),
        (HalfWrench(), "HalfWrench.wrench: must return (moment, force)"),
        (WrongStates(), "WrongStates.state_dot: must give 2 numbers, gave 1"),
        (VectorEnergy(), "VectorEnergy.energy: must be one number, has shape (3,)"),
    ],
)
def test_bad_laws_are_found_when_connected(force, message):
    model = Model("m")
    body = model.body("b", Sphere(0.1, mass=1.0))
    with pytest.raises(ModelError) as caught:
        model.connect("f", force, model.ground, body)
    assert str(caught.value).startswith("connection 'f': ") and message in str(caught.value)


def test_good_user_force_is_accepted():
    model = Model("m")
    body = model.body("b", Sphere(0.1, mass=1.0))
    model.connect("f", Good(), model.ground, body, initial={"a": 1.0})
