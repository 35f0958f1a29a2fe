"""Nodes of assemblies that nothing determines: refused by name in both formulations, never a number."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.newton import left_open, newton

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
NO_EQUILIBRIUM = r"connection 'f': no equilibrium of its node 'n' was found at t = 0 .*reference\(\).*`straight = True`"


class Rope(lw.Assembly):
    """A load on a spring that runs across it: nothing holds the node in the direction of the load."""

    nodes = ("n",)

    def parts(self) -> Any:
        return {"a": (lw.Spring(100.0, 0.4), 0, "n")}

    def loads(self) -> Any:
        return {"n": (0, 0, -5.0)}


class Hanging(Rope):
    """The same, sought below its end."""

    def reference(self) -> Any:
        return {"n": (0, 0, -0.4)}


class Lamp(Hanging):
    """A lamp on a cord that joins no bodies."""

    ends = 1


class Series(lw.Assembly):
    """A spring and a damper in one line that may leave it."""

    nodes = ("n",)

    def parts(self) -> Any:
        return {"a": (lw.Spring(100.0, 0.3), 0, "n"), "b": (lw.Damper(3.0), "n", 1)}


class Listed(Rope):
    """Parts without names."""

    def parts(self) -> Any:
        return [(lw.Spring(100.0, 0.4), 0, "n")]


class Placeless(Rope):
    """A part without places."""

    def parts(self) -> Any:
        return {"a": lw.Spring(100.0, 0.4)}


def on_rail(assembly: Any, coordinates: Literal["tree", "absolute"], *place: float) -> Any:
    m = lw.Model("rail")
    b = m.body("b", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("rail", lw.Prismatic("x"), m.ground, b)
    m.connect("f", assembly, *(m.ground, b.at(*(place or (0.8, 0, 0))))[: assembly.ends])
    return lw.compile_model(m, coordinates=coordinates)


@BOTH
def test_no_function_takes_a_node_that_nothing_holds(coordinates: Any) -> None:
    system = on_rail(Rope(), coordinates)
    for use in (
        lambda: system.channels(system.rest)["f.n.position.z"],
        lambda: lw.accelerations(system, system.rest),
        lambda: lw.equilibrium(system),
        lambda: lw.simulate(system, t_end=0.1),
    ):
        with pytest.raises(lw.ModelError, match=NO_EQUILIBRIUM):
            use()


@BOTH
def test_a_line_that_may_bend_is_refused_also_where_rounding_holds_it(coordinates: Any) -> None:
    system = on_rail(Series(), coordinates, 0.33, 0.21, 0.17)
    for use in (lambda: lw.accelerations(system, system.rest), lambda: lw.simulate(system, t_end=0.1)):
        with pytest.raises(lw.ModelError, match=NO_EQUILIBRIUM):
            use()


@BOTH
@pytest.mark.parametrize("assembly", [Hanging(), Lamp()])
def test_a_reference_helps_also_where_no_body_is_joined(coordinates: Any, assembly: Any) -> None:
    system = on_rail(assembly, coordinates)
    assert system.channels(system.rest)["f.n.position.z"] == pytest.approx(-0.45, rel=1e-12)
    assert lw.accelerations(system, system.rest).u_dot == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("assembly", "message"),
    [
        (Listed, r"Listed: parts\(\) returns a list; return \{"),
        (Placeless, "Placeless: part 'a' has no places"),
    ],
)
def test_parts_that_cannot_be(assembly: Any, message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        on_rail(assembly(), "tree")


def test_a_step_of_least_squares_is_no_root() -> None:
    slope = np.array([[1e9, 0.0], [0.0, 0.0]])
    assert newton(lambda x: (slope @ x + [0.0, 5.0], slope), np.zeros(2))[1] == 1
    assert left_open(np.array([[1e9, 1e3], [1.0, 2e-6]])) is None
    assert left_open(np.array([[0.1, 0.2], [0.3, 0.6 + 1e-16]])) is not None
