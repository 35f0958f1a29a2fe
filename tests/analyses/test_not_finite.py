"""Elements that give no numbers are named, with what to do."""

import numpy as np
import pytest

import linkwork as lw


class Root(lw.Force):
    """A law that is not defined below two metres."""

    measure = lw.Distance()

    def law(self, e):
        return -lw.sqrt(e - 2.0)


class Leaky(lw.Active):
    """A state whose rate divides by it."""

    states = ("volume",)
    inputs = ("flow",)
    measure = lw.Distance()

    def law(self, z):
        return z.volume

    def state_dot(self, z, i):
        return i.flow / z.volume


class Implicit(lw.Force):
    """F² = −1 − ε²: an implicit law that has no solution."""

    unknowns = ("F",)
    measure = lw.Distance()

    def law(self, s):
        return s.F

    def residual(self, s, e):
        return s.F * s.F + 1.0 + e * e


class Logarithmic(Implicit):
    """log F = ε: an implicit law that is not defined at F = 0, and has a solution."""

    def residual(self, s, e):
        return lw.log(s.F) - e


class Well(lw.Force):
    """An energy that is not defined below the ground."""

    def energy(self, rel):
        return lw.sqrt(rel.p[1])


def arm(force, *ends, **given) -> lw.System:
    m = lw.Model("arm")
    body = m.body("arm", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("z"), m.ground, body)
    m.connect("S", force, *(m.ground.at(*end) for end in ends), body.at(1, 0, 0), **given)
    return lw.compile_model(m)


CASES = [
    (Root(), [(2.5, 0, 0)], {}, "connection 'S': Root.law gives nan at a measured 1.5: it must give numbers"),
    (lw.Spring(10.0, 0.2), [(1, 0, 0)], {}, "connection 'S': Distance is zero: points coincide and there is no direct"),
    (
        lw.Spring(9.0, 0.2, on=lw.Path()),
        [(0, 2, 0), (1, 0, 0)],
        {},
        "Path has no derivative at a measured 2.23607: poin",
    ),
    (Leaky(), [(0, 2, 0)], {"inputs": {"flow": 1.0}}, "connection 'S': Leaky.state_dot gives inf at a measured 2.2360"),
    (
        lw.PressureActuator(1.0),
        [(0, 2, 0)],
        {"inputs": {"pressure": lambda x: lw.log(x["A.angle"] - 1)}},
        "connection 'S': its input 'pressure' is nan; check what drives it",
    ),
    (Well(), [(0, 2, 0)], {}, "connection 'S': Well.energy is nan here; it is not defined at this configuration"),
    (
        lw.SphereSphereContact(0.2, 0.3, stiffness=1e4),
        [(1, 0, 0)],
        {},
        "connection 'S': SphereSphereContact.wrench gives nan",
    ),
]


@pytest.mark.parametrize(("force", "ends", "given", "message"), CASES, ids=[case[0].kind for case in CASES])
def test_what_is_not_a_number_is_named(force, ends, given, message):
    system = arm(force, *ends, **given)
    for method in ("auto", "multipliers") if not force.states else ():
        with pytest.raises(lw.ModelError) as caught:
            lw.accelerations(system, system.rest, method)
        assert message in str(caught.value)
    with pytest.raises(lw.ModelError) as caught:
        lw.simulate(system, system.rest, t_end=0.1)
    assert message in str(caught.value)


def test_an_unknown_without_a_solution_is_named():
    system = arm(Implicit(), (0, 2, 0))
    with pytest.raises(lw.ModelError, match=r"the unknown 'S.F' has no value that satisfies its residual at t = 0"):
        lw.accelerations(system, system.rest)


def test_an_unknown_whose_residual_is_not_defined_at_zero_is_found():
    system = arm(Logarithmic(), (0, 2, 0))
    found = system.channels(system.rest)
    assert found["S.F"] == pytest.approx(np.exp(found["S.measure"]))
