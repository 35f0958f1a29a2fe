"""Assemblies of force elements: nodes in equilibrium, states and inputs carried along, mistakes named."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.optimize import least_squares

import linkwork as lw

LOAD = (0.5, 0.2, -3.0)


class TwoSprings(lw.Assembly):
    """Two springs one behind the other."""

    nodes = ("middle",)
    straight = True
    first = lw.parameter(unit="N/m")
    second = lw.parameter(unit="N/m")

    def parts(self) -> Any:
        return {"a": (lw.Spring(self.first, 0.3), 0, "middle"), "b": (lw.Spring(self.second, 0.2), "middle", 1)}


class Strut(lw.Assembly):
    """A spring and a damper one behind the other, and a spring beside both."""

    nodes = ("piston",)
    straight = True

    def parts(self) -> Any:
        return {
            "spring": (lw.Spring(100.0, 0.5), 0, "piston"),
            "damper": (lw.Damper(5.0), "piston", 1),
            "beside": (lw.Spring(40.0, 0.9), 0, 1),
        }


class Star(lw.Assembly):
    """Three springs that meet in a hub, on which a load acts."""

    ends = 3
    nodes = ("hub",)

    def parts(self) -> Any:
        return {name: (lw.Spring(k, 0.2), end, "hub") for end, (name, k) in enumerate(STIFFNESS.items())}

    def loads(self) -> Any:
        return {"hub": LOAD}


class Jack(lw.Assembly):
    """A hydraulic actuator on a spring."""

    nodes = ("head",)
    straight = True

    def parts(self) -> Any:
        return {"piston": (lw.PressureActuator(0.01), 0, "head"), "pad": (lw.Spring(5e3, 0.4), "head", 1)}


STIFFNESS = {"left": 100.0, "right": 150.0, "hanging": 80.0}


def rail(element: lw.Element, **given: Any) -> lw.System:
    m = lw.Model("rail")
    slider = m.body("slider", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    m.connect("element", element, m.ground, slider, **given)
    return lw.compile_model(m)


@pytest.mark.seed("S0.10")
def test_springs_in_series_are_one_softer_spring() -> None:
    pair, one = rail(TwoSprings(100.0, 50.0)), rail(lw.Spring(100.0 * 50.0 / 150.0, 0.5))
    start = {"rail.displacement": 0.6}
    runs = [lw.simulate(s, s.state(start), t_end=2.0, rtol=1e-10, atol=1e-12, times=50) for s in (pair, one)]
    np.testing.assert_allclose(runs[0]["rail.displacement"], runs[1]["rail.displacement"], atol=1e-8)
    np.testing.assert_allclose(runs[0]["element.a.force"], runs[1]["element.force"], atol=1e-7)
    np.testing.assert_allclose(runs[0]["element.a.force"], runs[0]["element.b.force"], atol=1e-9)


@pytest.mark.seed("S0.10")
def test_spring_and_damper_in_series_are_a_maxwell_element() -> None:
    """The node's position is a state, its velocity an unknown; the same law written with a force as its state."""
    strut = rail(Strut(), initial={"piston.along": -0.1})
    m = lw.Model("maxwell")
    slider = m.body("slider", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    m.connect("zener", Relaxing(), m.ground, slider)
    m.connect("beside", lw.Spring(40.0, 0.9), m.ground, slider)
    plain = lw.compile_model(m)
    start = {"rail.displacement": 1.2}
    runs = [lw.simulate(s, s.state(start), t_end=2.0, rtol=1e-10, atol=1e-12, times=50) for s in (strut, plain)]
    np.testing.assert_allclose(runs[0]["rail.displacement"], runs[1]["rail.displacement"], atol=1e-8)
    assert runs[0].certificate.energy_error < 1e-8


class Relaxing(lw.Force):
    """ẋ of the damper's end from the balance k (x − l) = c (ė − ẋ)."""

    measure = lw.Distance()
    states = ("x",)
    start: ClassVar = {"x": 0.5}

    def law(self, z: Any) -> Any:
        return -100.0 * (z.x - 0.5)

    def state_dot(self, e_dot: Any, z: Any) -> Any:
        return e_dot - 100.0 * (z.x - 0.5) / 5.0


def star() -> tuple[lw.System, lw.State]:
    m = lw.Model("star", gravity=(0, 0, -9.81))
    bob = m.body("bob", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("star", Star(), m.ground.at(-1, 0, 1), m.ground.at(1, 0.2, 1), bob.at(0, 0, 0.05))
    system = lw.compile_model(m)
    place = dict(zip(system.layout.q[-3:], (0.1, 0.3, -0.4), strict=True))
    return system, system.state(place)


@pytest.mark.seed("S0.10", passage="§7.3")
def test_hub_is_in_equilibrium_with_its_load() -> None:
    system, state = star()
    run = lw.simulate(system, state, times=[0.0, 0.01])
    hub = np.array([run[f"star.hub.position.{a}"][0] for a in "xyz"])
    ends = [np.array([-1, 0, 1.0]), np.array([1, 0.2, 1.0]), run["bob.position"][0] + [0, 0, 0.05]]

    def out_of_balance(p: np.ndarray) -> np.ndarray:
        pulls = [k * (1 - 0.2 / np.linalg.norm(e - p)) * (e - p) for e, k in zip(ends, STIFFNESS.values(), strict=True)]
        return np.sum(pulls, axis=0) + LOAD

    wanted = least_squares(out_of_balance, np.array([0.0, 0.0, 0.5]), xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    np.testing.assert_allclose(hub, wanted, atol=1e-9)
    stretch = np.linalg.norm(ends[2] - wanted) - 0.2
    assert run["star.hanging.force"][0] == pytest.approx(-80.0 * stretch, rel=1e-9)
    pull = 80.0 * stretch * (wanted - ends[2]) / np.linalg.norm(wanted - ends[2])
    np.testing.assert_allclose(run["bob.acceleration"][0], pull + np.array([0, 0, -9.81]), atol=1e-6)


def test_tangent_of_an_assembly_is_that_of_differences() -> None:
    """Radau's Newton method, with the node eliminated, takes as few Jacobians as an equal spring's."""
    system = rail(TwoSprings(1e6, 5e5))
    run = lw.simulate(system, system.state({"rail.displacement": 0.501}), t_end=0.1, method="radau", rtol=1e-8)
    assert run.certificate.status == "done"
    assert run.certificate.jacobians < run.certificate.steps


@pytest.mark.seed("S0.10")
def test_inputs_and_two_assemblies_in_one_model() -> None:
    m = lw.Model("press")
    plate = m.body("plate", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, plate)
    for name, x in (("one", 0.1), ("two", -0.1)):
        m.connect(name, Jack(), m.ground.at(-1, x, 0), plate.at(0, x, 0), inputs={"piston.pressure": 2e3})
    system = lw.compile_model(m)
    np.testing.assert_allclose(lw.accelerations(system, system.rest).u_dot, [40.0], rtol=1e-9)


@pytest.mark.seed("S0.10")
def test_assembly_is_stored_like_any_element(tmp_path: Path) -> None:
    lw.register(TwoSprings)
    m = lw.Model("stored")
    slider = m.body("slider", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    m.connect("pair", TwoSprings(100.0, 50.0), m.ground, slider)
    lw.save_model(m, tmp_path / "m.toml")
    twin = lw.load_model(tmp_path / "m.toml")
    assert twin["pair"].element == m["pair"].element
    accelerations = [
        lw.accelerations(s, s.state({"rail.displacement": 0.6})).u_dot for s in map(lw.compile_model, (m, twin))
    ]
    assert accelerations[0] == accelerations[1]


class Loose(lw.Assembly):
    """A node that nothing holds."""

    nodes = ("a", "b")

    def parts(self) -> Any:
        return {"spring": (lw.Spring(1.0, 1.0), 0, "a"), "other": (lw.Spring(1.0, 1.0), "a", 1)}


@pytest.mark.parametrize(
    ("element", "given", "message"),
    [
        (Jack(), {}, "connection 'element': nobody drives the input 'piston.pressure' of Jack"),
        (Strut(), {"initial": {"piston.x": 1.0}}, "initial: there is no coordinate, speed or state 'piston.x'"),
    ],
)
def test_mistakes_are_named(element: lw.Assembly, given: dict[str, Any], message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        rail(element, **given)


def test_node_that_nothing_holds_is_named() -> None:
    with pytest.raises(lw.ModelError, match="Loose: no element holds the node 'b'"):
        Loose()
