"""Nothing changes behind a compiled system: Parameters, bodies, connections, arrays and states keep what they have."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

import linkwork as lw


def mass_on_spring() -> tuple[lw.Model, lw.Parameter]:
    k = lw.Parameter("k", 100.0)
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    mass = m.body("mass", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, mass)
    m.connect("spring", lw.Spring(k, 0.0, on=lw.Displacement("x")), m.ground, mass)
    return m, k


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_another_value_of_a_parameter_goes_into_a_state(formulation: Any) -> None:
    """x(1/4) of k = 400 is the same before and after a run, since `k.value = 400` is refused."""
    m, k = mass_on_spring()
    system = lw.compile_model(m, formulation)
    place = "x.displacement" if formulation == "tree" else "mass.x"
    for _ in range(2):
        with pytest.raises(lw.ModelError, match=r"'k': its value is given once.*system.state\(\{'k': 400\}\)"):
            k.value = 400
        found = {}
        for value in (100.0, 400.0):
            run = lw.simulate(system, system.state({place: 0.1, "k": value}), 0.25)
            found[value] = run[place][-1]
        assert found[100.0] == pytest.approx(0.1 * np.cos(2.5), abs=1e-3)
        assert found[400.0] == pytest.approx(0.1 * np.cos(5.0), abs=1e-3)


def test_unit_and_doc_do_not_change_either() -> None:
    with pytest.raises(lw.ModelError, match="its unit is given once"):
        lw.Parameter("k", 1.0).unit = "N"


CHANGES: dict[str, tuple[Any, str]] = {
    "mass": (lambda m: setattr(m.bodies["mass"], "mass", 3.0), "body 'mass': its mass is given when it is made"),
    "properties": (lambda m: setattr(m.bodies["mass"], "properties", None), "its properties is given when it is made"),
    "com": (lambda m: m.bodies["mass"].com.__setitem__(0, 1.0), "read-only"),
    "inertia": (lambda m: m.bodies["mass"].inertia.__setitem__((0, 0), 9.0), "read-only"),
    "gravity": (lambda m: m.gravity.__setitem__(2, -1.0), "read-only"),
    "a point": (lambda m: m.connections["x"].ends[1].X.p.__setitem__(0, 1.0), "read-only"),
    "a value": (lambda m: setattr(m.connections["spring"].element, "stiffness", 3.0), "values are fixed"),
    "starting values": (lambda m: m.connections["x"].initial.update(displacement=1.0), "keeps what it was made with"),
    "ends": (lambda m: setattr(m.connections["x"], "ends", ()), "cannot assign"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_parts_of_a_model_are_not_changed_in_place(what: str) -> None:
    change, said = CHANGES[what]
    with pytest.raises((lw.ModelError, ValueError, FrozenInstanceError), match=said):
        change(mass_on_spring()[0])


def test_arrays_that_were_given_may_be_used_again() -> None:
    m, com, gravity = lw.Model("given"), np.zeros(3), np.array([0.0, 0.0, -9.81])
    m.gravity = gravity
    body, place = m.body("b", mass=1.0, com=com, inertia=(1, 1, 1)), np.array([1.0, 0.0, 0.0])
    point = body.point("tip", place)
    com[0] = place[0] = gravity[0] = 7.0
    assert body.com[0] == 0.0 and point.X.p[0] == 1.0 and m.gravity[0] == 0.0


EDITS: dict[str, Any] = {
    "body": lambda m: m.body("other", mass=1.0),
    "connect": lambda m: m.connect("other", lw.AppliedForce((1, 0, 0)), m.bodies["mass"]),
    "remove": lambda m: m.remove("spring"),
    "gravity": lambda m: setattr(m, "gravity", (0, 0, 1)),
    "bodies": lambda m: m.bodies.clear(),
    "connections": lambda m: m.connections.pop("spring"),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_the_model_of_a_system_is_sealed_and_the_drawing_is_not(edit: str, formulation: Any) -> None:
    m, _ = mass_on_spring()
    system = lw.compile_model(m, formulation)
    with pytest.raises(lw.ModelError, match=r"belongs to a compiled system.*system.model.copy\(\)"):
        EDITS[edit](system.model)
    start = system.rest
    before = lw.accelerations(system, start).u_dot
    EDITS[edit](m)  # changes the drawing only
    assert np.array_equal(lw.accelerations(system, start).u_dot, before)
    EDITS[edit](system.model.copy())


def test_values_of_a_state_are_not_changed_in_place() -> None:
    system = lw.compile_model(mass_on_spring()[0])
    with pytest.raises(lw.ModelError, match=r"a state keeps its values; make another with state.with_values"):
        system.rest.parameters["k"] = 400.0  # type: ignore[index]
    assert system.rest["k"] == 100.0


def test_names_that_are_not_there_are_answered_with_the_nearest() -> None:
    m, _ = mass_on_spring()
    with pytest.raises(lw.ModelError, match=r"there is no body 'mas'\. Did you mean 'mass'\?"):
        m.bodies["mas"]
    with pytest.raises(lw.ModelError, match=r"there is no connection 'sprin'\. Did you mean 'spring'\?"):
        m.connections["sprin"]
    assert m.bodies.get("mas") is None and "mas" not in m.bodies
