"""What a state violates is named, with its amount and the way out: in trees and in absolute systems, at every scale."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.consistency import NEGLIGIBLE_VIOLATION, typical_length
from tests.consistency.machines import four_bar


def ball(formulation: Any = "tree") -> tuple[Any, lw.State]:
    """A free ball, and its Euler parameters as (1, 1, 0, 0)."""
    m = lw.Model("ball")
    body = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("free", lw.Free(), m.ground, body)
    system = lw.compile_model(m, formulation)
    owner = "free" if formulation == "tree" else "ball"
    return system, system.state({f"{owner}.e0": 1.0, f"{owner}.e1": 1.0})


ANALYSES: dict[str, Any] = {
    "accelerations": lw.accelerations,
    "loads": lw.loads,
    "linearize": lw.linearize,
    "inverse_dynamics": lambda system, state: lw.inverse_dynamics(system, state, np.zeros(3)),
    "evaluate": lambda system, state: system.evaluate("multipliers", state),
    "channels": lambda system, state: system.channels(state)["B.force"],
}


@pytest.mark.parametrize("verb", ANALYSES)
def test_open_loops_are_refused_by_name_and_amount(verb: str) -> None:
    system = lw.compile_model(four_bar())
    state = system.state({"A.angle": -1.0})
    with pytest.raises(lw.ModelError) as caught:
        ANALYSES[verb](system, state)
    said = str(caught.value)
    assert said.startswith(verb) and "joint 'D' is open by 0.7298 m in translation along x, 0.4207 m" in said
    assert "lw.assemble(system, fixed={'A.angle': -1}) finds the rest" in said
    # What it says works.
    ANALYSES[verb](system, lw.assemble(system, fixed={"A.angle": -1.0}))


@pytest.mark.parametrize("verb", ["accelerations", "loads", "linearize"])
def test_absolute_systems_refuse_them_too(verb: str) -> None:
    system = lw.compile_model(four_bar(), "absolute")
    with pytest.raises(lw.ModelError, match=rf"{verb}: .* joint 'D' is open by .*lw\.assemble"):
        ANALYSES[verb](system, system.rest)
    ANALYSES[verb](system, lw.assemble(system))


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_norms_of_euler_parameters_are_named(formulation: str) -> None:
    system, state = ball(formulation)
    with pytest.raises(lw.ModelError, match=r"e0, .*e1, .*e2, .*e3 have norm 1\.414 where it must be 1\. Divide"):
        lw.accelerations(system, state)
    with pytest.raises(lw.ModelError, match=r"simulate: the starting state is far .* have norm 1\.414"):
        lw.simulate(system, state, 0.1)
    e = state.q / np.linalg.norm(state.q[:4])
    assert np.allclose(
        lw.accelerations(system, replace(state, q=e)).u_dot[3:],
        [0, 0, -9.81] if formulation == "absolute" else [0, -9.81, 0],
    )


def test_speeds_that_no_motion_has_are_refused() -> None:
    system = lw.compile_model(four_bar())
    state = lw.assemble(system, fixed={"A.angle": -1.0}).with_values({"A.angle_dot": 2.0})
    with pytest.raises(
        lw.ModelError, match=r"joint 'D' is violated by its velocities, .*velocities=\{'A.angle_dot': 2\}"
    ):
        lw.accelerations(system, state)
    assert not system.violations(lw.assemble(system, {"A.angle": -1.0}, velocities={"A.angle_dot": 2.0}))


def test_driven_and_locked_coordinates_that_are_elsewhere_are_put_right_with_a_note() -> None:
    m = lw.Model("driven")
    bodies = [m.body(n, lw.Rod(length=1.0, mass=1.0)) for n in ("one", "two")]
    m.connect("A", lw.Revolute("y"), m.ground, bodies[0], drive={"angle": lw.Sine(0.3, omega=2.0)})
    m.connect("B", lw.Revolute("y"), bodies[0].at(1, 0, 0), bodies[1], lock={"angle": 0.2})
    system = lw.compile_model(m)
    late = replace(system.rest, t=0.5)
    found = lw.accelerations(system, late)
    assert "A.angle is 0, and it is driven to 0.252441 at t = 0.5" in found.notes[0]
    assert found.state["A.angle"] == pytest.approx(0.3 * np.sin(1.0))
    with pytest.raises(lw.ModelError, match=r"A.angle is 0.*system.prescribed\(state\) puts it there"):
        system.evaluate("rates", late)
    off = replace(system.rest, q=np.array([0.0, 0.3]))
    assert "B.angle is 0.3, and it is locked at 0.2" in lw.accelerations(system, off).notes[0]


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_what_was_rounded_off_is_put_right_with_a_note(formulation: Any) -> None:
    system = lw.compile_model(four_bar(), formulation)
    exact = lw.assemble(system)
    rounded = replace(exact, q=np.round(exact.q, 4))
    found = lw.accelerations(system, rounded)
    assert "the state did not quite satisfy the constraints: " in found.notes[0] and "open by" in found.notes[0]
    assert found.notes.codes == ("state_corrected",)
    assert not system.violations(found.state)
    assert np.allclose(found.u_dot, lw.accelerations(system, exact).u_dot, rtol=1e-3, atol=1e-3)
    assert lw.linearize(system, rounded).notes == found.notes
    assert lw.loads(system, rounded).motion.notes == found.notes
    assert lw.accelerations(system, exact).notes == ()


def test_inverse_dynamics_warns_since_it_returns_numbers_alone() -> None:
    m = lw.Model("ball")
    m.connect("free", lw.Free(), m.ground, m.body("ball", lw.Sphere(radius=0.1, mass=2.0)))
    system = lw.compile_model(m)
    state = system.state({"free.e0": 0.9999, "free.e1": 0.0})
    with pytest.warns(UserWarning, match="inverse_dynamics: the state did not quite satisfy the constraints"):
        found = lw.inverse_dynamics(system, state, np.zeros(6))
    assert np.allclose(found[3:], [0, 0, 19.62])


def test_states_of_loose_runs_are_taken() -> None:
    """Between the steps of a run at rtol 1e-3 loops are open by what the tolerance allows."""
    system = lw.compile_model(four_bar())
    run = lw.simulate(system, lw.assemble(system, {"A.angle": -1.0}), 1.0, rtol=1e-3, atol=1e-4)
    for t in np.linspace(0.01, 0.97, 13):
        found = lw.accelerations(system, run.at(t))
        assert not system.violations(found.state)
    for k in range(len(run)):
        assert lw.accelerations(system, run.state(k)).notes == ()


def swung(size: float) -> tuple[Any, lw.State, lw.Trajectory]:
    """A four-bar of a size, its start, and a run; time goes with the root of the size."""
    system, clock = lw.compile_model(four_bar(size)), np.sqrt(size)
    start = lw.assemble(system, fixed={"A.angle": -1.0}, velocities={"A.angle_dot": 1.0 / clock})
    return system, start, lw.simulate(system, start, 0.1 * clock, rtol=1e-10)


@pytest.mark.parametrize("size", [1e-12, 1e-9, 1e-3, 1e6])
def test_tolerances_scale_with_the_model(size: float) -> None:
    """A four-bar of nanometres moves as one of metres does."""
    system, start, run = swung(size)
    assert typical_length(system, system.rest) == pytest.approx(0.9 * size)
    assert run.certificate.notes == () and run.certificate.position_error < 1e-13 * size
    assert run.final["B.angle"] == pytest.approx(swung(1.0)[2].final["B.angle"], abs=1e-8)
    # A part in ten is told apart from a part in a million.
    assert not system.violations(start)
    off = start.with_values({"B.angle": start["B.angle"] + 1e-1})
    assert system.violations(off)[0].size == pytest.approx(0.1, rel=0.5)
    with pytest.raises(lw.ModelError, match="joint 'D' is open by"):
        lw.accelerations(system, off)
    nearly = start.with_values(
        {
            "B.angle": start["B.angle"] + 0.1 * NEGLIGIBLE_VIOLATION,
            "A.angle_dot": 0.0,
            "B.angle_dot": 0.0,
            "C.angle_dot": 0.0,
        }
    )
    assert not system.violations(nearly)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e3])
def test_absolute_systems_of_every_size_assemble_and_are_checked(size: float) -> None:
    system = lw.compile_model(four_bar(size), "absolute")
    state = lw.assemble(system)
    assert not system.violations(state)
    off = state.with_values({"crank.x": 0.1 * size})
    with pytest.raises(lw.ModelError, match="joint 'A' is open by"):
        lw.accelerations(system, off)


def test_what_a_start_was_changed_to_is_said_of_what_was_given() -> None:
    system = lw.compile_model(four_bar())
    start = lw.assemble(system, fixed={"A.angle": -1.0}).with_values({"A.angle_dot": 2.0})
    run = lw.simulate(system, start, 0.01)
    a, b = (run[f"{name}.angle_dot"][0] for name in "AB")
    assert str(run.certificate.notes) == (
        f"the start did not satisfy the constraints and was put on them: A.angle_dot 2 → {a:.6g}, B.angle_dot 0 → "
        f"{b:.6g}; to keep what you give, assemble it first: lw.assemble(system, velocities={{…}})"
    )
    with pytest.raises(lw.ModelError, match=r"A.angle_dot 2 → .*Or leave strict=True of lw.Enforcement out"):
        lw.simulate(system, start, 0.01, constraints=lw.Enforcement(strict=True))
    with pytest.raises(lw.ModelError, match=r"far from satisfying the constraints: joint 'D' is open by 0.7298 m"):
        lw.simulate(system, system.state({"A.angle": -1.0}), 0.1)


def test_states_that_satisfy_everything_cost_one_kernel() -> None:
    system = lw.compile_model(four_bar())
    state = lw.assemble(system, fixed={"A.angle": -1.0})
    called: list[str] = []
    at = type(system.functions).at

    def counted(self: Any, name: str, given: lw.State) -> Any:
        called.append(name)
        return at(self, name, given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(system.functions), "at", counted)
        assert system.violations(state) == []
    assert called == ["residuals"]
