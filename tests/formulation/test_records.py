"""Equations of motion are records by subject, the same for trees and for equations derived by hand, and all small."""

from dataclasses import fields

import pytest
import sympy as sp

import linkwork as lw
from linkwork.formulation import MotionEquations

MOST = 15
"""Public members of one record, those that it inherits included."""


def by_tree() -> lw.System:
    model = lw.Model("pendulum", gravity=(0, 0, -9.81))
    bar = model.body("bar", mass=2.0, inertia=(0.1, 0.1, 0.01))
    model.connect("pin", lw.Revolute("y"), model.ground, bar.at(0, 0, 0.5))
    return lw.compile_model(model)


def by_hand() -> lw.System:
    t = sp.Symbol("t")
    angle = sp.Function("angle")(t)
    T, V = angle.diff(t) ** 2 * 0.3, -sp.cos(angle) * 9.81
    return lw.compile_equations(lw.LagrangeEquations(T, V, [angle], t=t))


@pytest.mark.parametrize("system", [by_tree, by_hand])
def test_every_subject_is_a_record_with_few_members(system: object) -> None:
    equations = system().equations  # type: ignore[operator]
    assert isinstance(equations, MotionEquations)
    subjects = [f.name for f in fields(MotionEquations) if f.name not in ("model", "topology", "parameters")]
    for record in (equations, *(getattr(equations, name) for name in (*subjects, "unknowns", "tracer"))):
        members = {*(name for name in dir(type(record)) if name[0] != "_"), *(f.name for f in fields(record))}
        assert len(members) <= MOST, f"{type(record).__name__}: {sorted(members)}"


@pytest.mark.parametrize("system", [by_tree, by_hand])
def test_records_share_the_records_below_them(system: object) -> None:
    e = system().equations  # type: ignore[operator]
    assert e.dynamics.kinematics is e.kinematics is e.rows.kinematics
    assert e.dynamics.rows is e.rows
    assert e.forward_dynamics.dynamics is e.dynamics is e.tracer.dynamics
    assert e.unknowns.laws is e.laws
