"""Models with their Parameters at other values."""

import pytest

import linkwork as lw
from linkwork.model.rewrite import revalued


def test_parameters_change_wherever_they_stand():
    k, a, g = lw.Parameter("k", 10.0), lw.Parameter("a", 0.2), lw.Parameter("g", 9.81)
    m = lw.Model("m", gravity=(0, 0, -g))
    body = m.body("b", lw.Rod(length=2 * a, mass=1.0))
    body.point("tip", (a, 0, 0))
    m.connect("pin", lw.Revolute("y"), m.ground.at(a, 0, 0), body, drive={"angle": lw.Sine(a, omega=k)})
    m.connect("spring", lw.Spring(k, length=a), m.ground, body.at(2 * a, 0, 0))
    new = revalued(m, {"k": 20.0, "a": 0.5})
    assert {n: p.value for n, p in new.parameters.items()} == {"k": 20.0, "a": 0.5, "g": 9.81}
    assert {n: p.value for n, p in m.parameters.items()} == {"k": 10.0, "a": 0.2, "g": 9.81}
    one = lw.compile_model(new)
    two = lw.compile_model(m)
    there = two.state({"k": 20.0, "a": 0.5}, t=0.3)
    assert one.evaluate("dynamics", one.state(t=0.3)).h == pytest.approx(two.evaluate("dynamics", there).h)


def test_what_cannot_be_changed_is_named():
    k = lw.Parameter("k", 10.0)

    class Hidden(lw.Force):
        measure = lw.Distance()

        def law(self, e):
            return -k * e

    m = lw.Model("m")
    body = m.body("b", mass=1.0)
    m.connect("slide", lw.Prismatic("x"), m.ground, body)
    m.connect("law", Hidden(), m.ground.at(0, 0, 1), body)
    with pytest.raises(lw.ModelError, match="the Parameter 'k' stands inside a function"):
        revalued(m, {"k": 1.0})
    with pytest.raises(lw.ModelError, match="there is no Parameter 'c'"):
        revalued(m, {"c": 1.0})
