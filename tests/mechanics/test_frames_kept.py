"""Elements are bound to their memory once, and what is found at a state does not depend on what was found before."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.evaluate import ElementEvaluation
from linkwork.analyses.statics.held_drives import held_system
from linkwork.mechanics.frames import frames_at


def pendulum() -> lw.Model:
    m = lw.Model("pendulum")
    b = m.body("b", mass=1.0, com=(0.1, 0, -0.4), inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, b)
    return m


def test_elements_are_bound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    system = lw.compile_model(pendulum(), "absolute")
    made: list[str] = []
    begin = ElementEvaluation.__init__

    def counted(self, wiring, tables) -> None:  # type: ignore[no-untyped-def]
        made.append(wiring.name)
        begin(self, wiring, tables)

    monkeypatch.setattr(ElementEvaluation, "__init__", counted)
    for k in range(5):
        state = lw.assemble(system, guess={"b.x": 0.01 * k})
        lw.linearize(system, state)
    assert sorted(made) == ["rates", "slopes", "tangent"]


def test_a_question_at_the_same_state_is_answered_from_what_is_known() -> None:
    system = lw.compile_model(pendulum(), "absolute")
    state, other = system.rest, system.state({"b.x": 0.1})
    assert frames_at(system.elements, state) is frames_at(system.elements, state)
    first = system.functions.at("rows", state).P
    assert np.abs(system.functions.at("closure", other).g).max() > 0.05
    assert np.array_equal(system.functions.at("rows", state).P, first)


def test_other_values_of_parameters_are_other_elements() -> None:
    m = lw.Model("pendulum")
    b = m.body("b", mass=lw.Parameter("m", 1.0), inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, b.at(0, 0, 0.5))
    system = lw.compile_model(m, "absolute")
    for mass in (1.0, 3.0, 1.0):
        assert system.mass_matrix(system.state({"m": mass}))[3, 3] == mass


def test_held_drives_are_compiled_once_for_a_time() -> None:
    m = lw.Model("driven")
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, b.at(0, 0, 0.5), drive={"angle": lw.Sine(amplitude=0.1, frequency=1.0)})
    system = lw.compile_model(m)
    assert held_system(system, 0.5) is held_system(system, 0.5)
    assert held_system(system, 0.6) is not held_system(system, 0.5)
