"""`lw.impact` on contacts of the model, on a gap beside them, and on constraints that begin to hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.contact.rubbing_discs import discs, turning

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])


def towers(*, floor: float = 0.0) -> lw.Model:
    """Two blocks, 1 and 3 kg, that move up and down; the first may stand on a floor."""
    m = lw.Model("towers", gravity=(0, 0, 0))
    for name, mass in (("a", 1.0), ("b", 3.0)):
        body = m.body(name, mass=mass, inertia=(1.0, 1.0, 1.0))
        m.connect(name.upper(), lw.Prismatic("z"), m.ground, body)
    m.connect("floor", lw.PointInPlane("z", one_sided=True, restitution=floor), m.ground, m.bodies["a"])
    return m


def moving(system: lw.System, **values: float) -> lw.State:
    """Heights and speeds, a = …, a_dot = …."""
    if system.coordinates == "tree":
        names = {name: f"{name[0].upper()}.displacement{name[1:]}" for name in values}
    else:
        names = {name: f"{name[0]}.{'v_z' if name.endswith('_dot') else 'z'}" for name in values}
    return system.state({names[name]: value for name, value in values.items()})


def speeds(system: lw.System, state: lw.State) -> list[float]:
    found = system.channels(state)
    return [float(found[f"{name}.velocity.z"]) for name in ("a", "b")]


@BOTH
def test_without_a_gap_all_contacts_that_touch_meet(coordinates: str) -> None:
    system = lw.compile_model(towers(floor=0.6), coordinates)
    after = lw.impact(system, moving(system, a_dot=-2.0, b=1.0, b_dot=-1.0))
    np.testing.assert_allclose(speeds(system, after), [1.2, -1.0], atol=1e-12)
    # What is apart, or parts already, stays as it is; what rests is closed behind it.
    for state in (moving(system, a=0.5, a_dot=-2.0), moving(system, a_dot=2.0)):
        assert speeds(system, lw.impact(system, state))[0] == speeds(system, state)[0]
    assert lw.impact(system, moving(system)).parameters["floor.closed"] == 1.0
    assert lw.impact(system, moving(system, a_dot=1.0)).parameters["floor.closed"] == 0.0


@BOTH
@pytest.mark.parametrize(("sign", "after"), [(1.0, (0.0, 1.0)), (-1.0, (1.5, 0.5))])
def test_closed_contacts_take_part_in_the_impact_of_a_gap(sign: float, after: Any, coordinates: str) -> None:
    """b hits a, e = 1, from above: a is pressed on its floor and stays, b comes back.

    From below the floor lets it go: v_a + 3 v_b = 3, v_a − v_b = 1.
    """
    system = lw.compile_model(towers(), coordinates)
    state = moving(system, b_dot=-sign)

    def gap(x: Any) -> Any:
        return sign * (x["b.position"][2] - x["a.position"][2])

    np.testing.assert_allclose(speeds(system, lw.impact(system, state, gap, 1.0)), after, atol=1e-12)


@BOTH
def test_speeds_are_brought_on_constraints_that_begin_to_hold(coordinates: str) -> None:
    system = lw.compile_model(discs(lw.Parameter("latched", 0.0)), coordinates)
    start = turning(system, 0.0, 4.0, -1.0)
    after = system.channels(lw.impact(system, start.with_values({"latched": 1.0})))
    for name in ("a", "b"):
        assert after[f"{name}.angular_velocity.z"] == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_array_equal(lw.impact(system, start).u, start.u)


def test_what_it_is_given_wrongly_is_told() -> None:
    system = lw.compile_model(towers())
    with pytest.raises(lw.ModelError, match="contacts of 'towers' have a restitution of their own"):
        lw.impact(system, system.rest, restitution=0.5)
    with pytest.raises(lw.ModelError, match=r"contact floor overlaps by 0\.1 m"):
        lw.impact(system, moving(system, a=-0.1, a_dot=-1.0))
    m = lw.Model("plain")
    m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    plain = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match="'plain' has no contacts; name the gap that closes"):
        lw.impact(plain, plain.rest)


def test_what_an_impact_cannot_do_is_said() -> None:
    m = lw.Model("ball")
    m.body("ball", mass=0.5, inertia=(1.0, 1.0, 1.0))
    system = lw.compile_model(m, coordinates="absolute")
    falling = system.state({"ball.v_z": -1.0})
    with pytest.raises(lw.ModelError, match=r"no channel of places 'ball\.velocity'"):
        lw.impact(system, falling, "ball.velocity.z")
    with pytest.raises(lw.ModelError, match="no speed of 'ball' changes the gap"):
        lw.impact(system, falling, "t")
    with pytest.raises(lw.ModelError, match="needs 6 numbers"):
        lw.impulse(system, falling, [1.0])
    m = lw.Model("held")
    m.connect("weld", lw.Weld(), m.ground, m.body("block", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    held = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.ModelError, match="leave the gap no freedom"):
        lw.impact(held, held.state({"block.v_z": -1.0}), "block.z")
