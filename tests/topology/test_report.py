"""The report says what was cut, how, and why."""

import pytest

from linkwork.contract import Hinge, Parameter
from linkwork.model import Model
from linkwork.topology import find_topology
from tests.topology.helpers import Ball, Explicit, Pin, Roller, Steady, Tube, bodies, four_bar


def pair(one: Hinge, other: Hinge, first: dict | None = None, second: dict | None = None) -> str:
    """The report of a body on two hinges."""
    model = Model("pair")
    (body,) = bodies(model, "body")
    model.connect("one", one, model.ground, body, **(first or {}))
    model.connect("other", other, model.ground, body, **(second or {}))
    return find_topology(model).report()


def test_a_report_has_it_all() -> None:
    model = four_bar()
    bodies(model, "dust")
    assert find_topology(model).report() == (
        "four-bar: 4 bodies, 2 trees, 1 loop, 10 coordinates, 9 speeds.\n"
        "\n"
        "Tree\n"
        "  ground\n"
        "    1 crank: A (Pin)\n"
        "      2 coupler: B (Pin)\n"
        "        3 rocker: C (Pin)\n"
        "    4 dust: dust (free) (SixCoordinates); no joint joins it to the ground\n"
        "\n"
        "Loops\n"
        "  D (Pin) is cut, since it was defined after C, which has as many coordinates. The loop rocker – coupler – "
        "crank – ground is closed by the residual of D, which has no coordinates any more.\n"
        "\n"
        "Coordinates\n"
        "  A: q[0] angle; u[0] angle_dot\n"
        "  B: q[1] angle; u[1] angle_dot\n"
        "  C: q[2] angle; u[2] angle_dot\n"
        "  dust (free): q[3:10] e0, e1, e2, e3, x, y, z; u[3:9] w_x, w_y, w_z, v_x, v_y, v_z\n"
        "\n"
        "Nothing is connected to: dust"
    )


DRIVEN = {"drive": {"angle": Steady()}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lambda: pair(Pin(), Ball()), "other (Ball) is cut, since it has more coordinates than one (3 to 1)."),
        (
            lambda: pair(Pin(), Explicit()),
            "one (Pin) is cut, since it has an implicit form and other has none that can be used.",
        ),
        (
            lambda: pair(Pin(), Pin(), {}, {"initial": {"angle": 1.0}}),
            "one (Pin) is cut, since other has starting values.",
        ),
        (lambda: pair(Pin(), Pin(), {"tree": "cut"}), "one (Pin) is cut, as tree='cut' says."),
        (
            lambda: pair(Pin(), Ball(), {}, {"tree": "branch"}),
            "one (Pin) is cut, since other is forced to be a branch.",
        ),
        (
            lambda: pair(Pin(), Tube(), {}, DRIVEN),
            "one (Pin) is cut, since coordinates of other are driven, locked or coupled.",
        ),
        (lambda: pair(Explicit(), Explicit()), "leads to 'body (at other)', since Explicit has no residual."),
        (lambda: pair(Pin(), Pin(), DRIVEN, DRIVEN), "since its coordinates are driven, locked or coupled."),
        (lambda: pair(Pin(), Ball(), {}, {"initial": {"e0": 1.0}}), "Its starting values belong to no coordinate."),
        (lambda: pair(Roller(), Roller()), "since it restricts velocities, which a residual does not."),
        (lambda: pair(Pin(), Pin(), {}, DRIVEN), "other: q[0] angle; u[0] angle_dot; other.angle driven by Steady()"),
        (lambda: pair(Pin(), Pin(), {}, {"lock": {"angle": 0.5}}), "other.angle locked at 0.5"),
    ],
)
def test_reasons(text, said: str) -> None:
    assert said in text()


def test_long_loops_are_shortened() -> None:
    model = Model("ring")
    ring = [model.ground, *bodies(model, *(f"b{k}" for k in range(1, 20))), model.ground]
    for k in range(20):
        model.connect(f"h{k}", Pin(), ring[k], ring[k + 1])
    assert "The loop b19 – b18 – b17 – b16 – … 8 more … – b7 – b6" in find_topology(model).report()


def test_a_lock_may_be_an_expression() -> None:
    text = pair(Pin(), Tube(), {"lock": {"angle": 2 * Parameter("k", 0.25)}})
    assert "one.angle locked at " in text and "k" in text and "(0.5)" in text
