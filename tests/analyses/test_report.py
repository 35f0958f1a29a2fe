"""Reports: topology and mobility in one text."""

import pytest

import linkwork as lw
from tests.analyses.mechanisms import door, four_bar


@pytest.mark.seed("S0.6", "S0.11")
def test_a_report_tells_degrees_of_freedom_and_redundancy_in_words() -> None:
    system = four_bar((1.0, 3.0, 2.5), 3.2)
    text = lw.report(system)
    assert text.startswith(system.equations.origin.report().rstrip())
    assert "\nMobility\n  four-bar: 1 degree of freedom." in text
    assert "joint 'D' is redundant with" in text and "are constrained twice." in text
    assert "does not close" not in text  # the rest configuration was assembled first


def test_a_report_at_a_state_is_that_of_the_state() -> None:
    system = four_bar((1.0, 2.0, 1.0), 2.0)
    state = system.state({"C.angle": 3.141592653589793})
    assert str(lw.mobility(system, state)).splitlines()[0] in lw.report(system, state)
    assert "Singular configuration" in lw.report(system, state)


def test_what_cannot_be_assembled_is_said() -> None:
    text = lw.report(door(offset=0.05))
    assert "cannot be assembled: joint 'bottom' stays open by" in text
    assert "They contradict each other" in text


def test_speeds_that_contradict_are_said() -> None:
    m = lw.Model("twice")
    one, two = (m.body(n, mass=1.0, inertia=(1, 1, 1)) for n in ("one", "two"))
    m.connect("A", lw.Revolute("z"), m.ground, one, drive={"angle": lw.Polynomial((0.0, 1.0))})
    m.connect("B", lw.Revolute("z"), m.ground, two, drive={"angle": lw.Polynomial((0.0, 2.0))})
    m.connect("gear", lw.LinearCoupling((1.0, -1.0)), "A.angle", "B.angle")
    text = lw.report(lw.compile_model(m))
    assert "no velocities meet constraint 'gear'" in text and "0 degrees of freedom" in text


def test_a_report_in_absolute_coordinates_names_what_was_drawn() -> None:
    text = lw.report(lw.compile_model(four_bar((1.0, 3.0, 2.5), 3.2).model, coordinates="absolute"))
    assert "Bodies: crank, coupler, rocker\nConnections\n  A, B, C, D (Revolute, 5 rows each)\n" in text
