"""`compare` finds what is wrong, names the entry, and sees through other coordinates."""

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from examples import elastic_beam as beam

q, u, t = lw.motion_symbols("a b")
MASS, LENGTH = (1.0, 0.8), (0.6, 0.5)


def pendulum(sign: float = 1.0, gravity: float = 9.81, **more: object) -> lw.System:
    """A double pendulum in absolute angles, with a sign that a student may get wrong."""
    tip = sp.zeros(2, 1)
    T = V = 0
    for angle, m, l in zip(q, MASS, LENGTH, strict=True):  # noqa: E741
        tip = tip + sp.Matrix([l * sp.sin(angle), -l * sp.cos(angle)])
        v = tip.jacobian(q) * u
        T += m * v.dot(v) / 2
        V += m * gravity * tip[1]
    T += (sign - 1) * MASS[1] * LENGTH[0] * LENGTH[1] * sp.cos(q[0] - q[1]) * u[0] * u[1]
    return lw.compile_equations(lw.LagrangeEquations(T, V, q, u=u, t=t, **more), name="by hand")  # type: ignore[arg-type]


def model(**inertia: object) -> lw.System:
    m = lw.Model("model", gravity=(0, 0, -9.81))
    upper = m.body("upper", mass=MASS[0], com=(0, 0, -LENGTH[0]))
    lower = m.body("lower", mass=MASS[1], com=(0, 0, -LENGTH[1]))
    m.connect("A", lw.Revolute("y"), m.ground, upper)
    m.connect("B", lw.Revolute("y"), upper.at(0, 0, -LENGTH[0]), lower)
    return lw.compile_model(m)


def relative(q: object, t: object) -> list[object]:
    return [-q[0], q[0] - q[1]]  # type: ignore[index]


def test_equal_equations_in_other_coordinates() -> None:
    found = lw.compare(pendulum(), model(), relative)
    assert found
    assert found.proven
    assert "have the same equations: equal term by term" in str(found)


def test_a_wrong_sign_is_named_by_its_entry() -> None:
    found = lw.compare(pendulum(), pendulum(sign=-1.0))
    assert not found
    assert {d.entry for d in found.differences} == {"M[a, b]", "M[b, a]", "h[a]", "h[b]"}
    first = found.differences[0]
    assert sp.simplify(sp.sympify(first.expression) - 0.48 * sp.cos(sp.Symbol("a") - sp.Symbol("b"))) == 0
    assert "'by hand' and 'by hand' differ in 4 entries" in str(found)
    assert first.first == pytest.approx(-first.second)


def test_a_wrong_force_leaves_the_mass_matrix_alone() -> None:
    found = lw.compare(pendulum(gravity=9.8), model(), relative)
    assert {d.entry for d in found.differences} == {"h[a]", "h[b]"}


def test_coordinates_that_are_paired_by_place_are_told() -> None:
    found = lw.compare(pendulum(), model())
    assert not found
    said = "Coordinates were paired by their places, a with A.angle, b with B.angle; coordinates= pairs them otherwise."
    assert str(found).endswith(said)
    assert "paired" not in str(lw.compare(pendulum(), pendulum(sign=-1.0)))


def test_names_may_be_told() -> None:
    turned = lw.compare(pendulum(), pendulum(), {"a": "b", "b": "a"})
    assert not turned
    assert lw.compare(pendulum(), pendulum(), {"a": "a", "b": "b"})


def test_constraint_rows_are_compared_too() -> None:
    held = {"constraints": {"stop": q[0] + q[1]}}
    other = {"constraints": {"stop": q[0] - q[1]}}
    assert lw.compare(pendulum(**held), pendulum(**held))
    found = lw.compare(pendulum(**held), pendulum(**other))
    assert [d.entry for d in found.differences] == ["P[stop, b]"]
    counted = lw.compare(pendulum(**held), pendulum())
    assert str(counted.differences[0].entry) == "constraint rows (1 against 0)"
    assert not counted


def test_parameters_of_one_name_are_the_same() -> None:
    k = sp.Symbol("k")
    equations = lw.LagrangeEquations(u[0] ** 2 / 2, k * q[0] ** 2 / 2, [q[0]])
    one, two = (lw.compile_equations(equations, {k: lw.Parameter("k", value)}) for value in (1.0, 2.0))
    assert lw.compare(one, two)


def test_random_states_decide_where_terms_cannot() -> None:
    x, x_dot = q[0], u[0]
    one = lw.compile_equations(lw.LagrangeEquations(x_dot**2 / 2, sp.tanh(x), [x]))
    two = lw.compile_equations(lw.LagrangeEquations(x_dot**2 / 2, 1 - 2 / (sp.exp(2 * x) + 1), [x]))
    found = lw.compare(one, two)
    assert found
    assert not found.proven
    assert "equal in numbers" in str(found)


def spherical() -> lw.System:
    m = lw.Model("ball")
    m.connect("ball", lw.Spherical(), m.ground, m.body("stone", mass=2.0, inertia=(1.0, 2.0, 2.5)))
    return lw.compile_model(m)


BAD = {
    "prescribed first": (lambda: lw.compare(beam.modelled(), pendulum()), "has prescribed coordinates; give it second"),
    "counts": (
        lambda: lw.compare(pendulum(), beam.by_hand("lagrange")),
        "2 coordinates against 3; say with coordinates= what those of 'beam by lagrange, plain'",
    ),
    "name missing": (lambda: lw.compare(pendulum(), pendulum(), {"a": "a"}), "does not say what 'b' is"),
    "name unknown": (lambda: lw.compare(pendulum(), pendulum(), {"a": "aa", "b": "b"}), "no coordinate 'aa'"),
    "too few values": (lambda: lw.compare(pendulum(), model(), lambda q, t: [q[0]]), "gives 1 values, 2 are needed"),
    "speeds that are not rates": (
        lambda: lw.compare(pendulum(), spherical(), lambda q, t: [1.0, q[0], q[1], 0.0]),
        "speeds must be the rates of the coordinates in both",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_compared_is_refused(name: str) -> None:
    wrong, message = BAD[name]
    with pytest.raises(lw.ModelError, match=message):
        wrong()


def test_the_largest_difference_is_relative() -> None:
    found = lw.compare(pendulum(), pendulum(gravity=9.81 * (1 + 1e-13)))
    assert found
    assert 0.0 < found.largest < 1e-12
    assert np.isfinite(found.largest)


def test_a_stiff_contact_hides_no_small_mistake() -> None:
    found = lw.compare(beam.by_hand("lagrange", "contact", d=3.00001), beam.modelled("contact"), beam.relative)
    assert {d.entry for d in found.differences} == {"h[phi1]", "h[phi2]", "h[phi3]"}
