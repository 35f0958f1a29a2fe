"""Starts in singular configurations, ways across them, and rows that are chosen again; references are pendulums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.analyses.steppers.failures import unmet_rows
from tests.analyses.mechanisms import bricard
from tests.analyses.singular_chains import COUPLER, CRANK, chain

METHODS: dict[str, dict[str, float]] = {
    "auto": {},
    "dopri5": {},
    "dop853": {"rtol": 1e-10},
    "rk4": {"h": 1e-3},
    "radau": {},
    "bdf": {},
    "generalized_alpha": {"rtol": 1e-6},
}
WITHIN = {"bdf": 1e-4, "generalized_alpha": 5e-3}
"""Errors of methods of low order; others stay below 1e-6."""


def pendulum(cranks: int, angle: float, speed: float, t_end: float) -> Any:
    """The angle of the cranks while they stay parallel, by time."""
    inertia = cranks * CRANK**2 / 3 + (cranks - 1) * 0.5 * CRANK**2
    weight = (cranks * 0.5 * CRANK + (cranks - 1) * 0.5 * CRANK) * 9.81
    found = solve_ivp(
        lambda t, y: [y[1], -weight * np.cos(y[0]) / inertia],
        (0, t_end),
        [angle, speed],
        "DOP853",
        rtol=1e-12,
        atol=1e-13,
        dense_output=True,
    )
    return lambda t: found.sol(t)[0]


def flat(system: Any, speed: float) -> lw.State:
    """All bars in one line, with speeds of the motion in which they stay parallel."""
    sign = {"A": 1.0, "B": -1.0, "C": 1.0}
    given = {name: sign[name[0]] * speed for name in system.layout.u}
    return system.state(given)


@pytest.mark.parametrize("last", ["C0", "A1", "B0", "A0"])
@pytest.mark.parametrize("speed", [5.0, -12.0, 0.0])
def test_a_flat_parallelogram_starts_and_stays_on_its_branch(speed: float, last: str) -> None:
    """Whichever hinge is cut; at rest it falls, until it stands still in the other flat configuration."""
    system = chain(2, last)
    t_end = 0.6 if speed else 0.3
    for method, given in METHODS.items():
        run = lw.simulate(system, flat(system, speed), t_end, method=method, **given)
        exact = pendulum(2, 0.0, speed, t_end)(run.t)
        assert run.success
        for crank in ("crank0", "crank1"):
            turn = run[f"{crank}.rotation"]
            miss = np.abs(turn[:, 1, 0] - np.sin(exact)).max()
            assert miss < WITHIN.get(method, 1e-6), (method, miss)
        assert not any("did not satisfy" in note for note in run.certificate.notes)
        assert any("at rest in a singular" in note for note in run.certificate.notes) == (speed == 0.0)
        assert "singularity" not in run.certificate.notes.codes


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
@pytest.mark.parametrize(("method", "speed"), [("weak2", 0.0), ("weak2", 5.0), ("generalized_alpha", 5.0)])
def test_absolute_systems_start_flat_too(method: str, speed: float) -> None:
    run = flat_absolute_run(method, speed, 2e-3)
    assert run.success
    assert miss(run, speed) < 1e-3


@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
@pytest.mark.parametrize("h", [4e-3, 2e-3, 1e-3])
def test_generalized_alpha_at_rest_there_is_right_or_says_that_it_failed(h: float) -> None:
    """Newton's method may find no step out of a singular configuration."""
    run = flat_absolute_run("generalized_alpha", 0.0, h)
    assert miss(run, 0.0) < 1e-3 if run.success else run.verdict.level == "bad"


def test_a_run_that_fails_next_to_a_singular_configuration_names_its_rows() -> None:
    """A parallelogram in absolute coordinates, half a milliradian before it is flat."""
    system = chain(2, coordinates="absolute")

    def at(angle: float) -> lw.State:
        c, s = np.cos(angle), np.sin(angle)
        turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        end = CRANK * turned[:, 0]
        return system.placed(
            {"crank0": (turned, (0, 0, 0)), "coupler0": (np.eye(3), end), "crank1": (turned, (COUPLER, 0, 0))}
        )

    start = at(1.0)
    assert unmet_rows(system, at(0.5), start) is None and unmet_rows(system, at(0.0), at(0.0)) is None
    said = unmet_rows(system, at(5e-4), start)
    assert said is not None and said.startswith("the configuration is nearly singular: rows of")
    assert all(f"'{name}'" in said for name in ("A0", "A1", "B0", "C0")) and "coordinates='tree'" in said


def flat_absolute_run(method: str, speed: float, h: float) -> lw.Trajectory:
    system = chain(2, coordinates="absolute")
    level = np.eye(3)
    poses = {"crank0": (level, (0, 0, 0)), "coupler0": (level, (CRANK, 0, 0)), "crank1": (level, (COUPLER, 0, 0))}
    turning = (0.0, 0.0, speed), (0.0, 0.0, 0.0)
    velocities = {"crank0": turning, "coupler0": ((0, 0, 0), (0, CRANK * speed, 0)), "crank1": turning}
    return lw.simulate(system, system.placed(poses, velocities), 0.3, method=method, h=h)


def miss(run: lw.Trajectory, speed: float) -> float:
    exact = np.sin(pendulum(2, 0.0, speed, 0.3)(run.t))
    return max(float(np.abs(run[f"{crank}.rotation"][:, 1, 0] - exact).max()) for crank in ("crank0", "crank1"))


@pytest.mark.few(1)
@pytest.mark.parametrize(("method", "loose", "within"), [("radau", 1e-6, 1e-4), ("auto", 1e-6, 1e-4)])
def test_a_chain_of_parallelograms_keeps_its_branch_and_gains_by_its_tolerance(
    method: str, loose: float, within: float
) -> None:
    """Eighteen singular configurations: cranks were 23 rad apart behind them, and tighter tolerances gained nothing."""
    system, errors = chain(4), []
    guess = {name: 1.0 if name[0] == "A" else -1.0 for name in system.layout.q if name != "A0.angle"}
    start = lw.assemble(system, fixed={"A0.angle": 1.0, "A0.angle_dot": 8.0}, guess=guess)
    exact = pendulum(4, 1.0, 8.0, 5.0)
    for rtol in (loose, 1e-7, 1e-9):
        run = lw.simulate(system, start, 5.0, method=method, rtol=rtol)
        assert run.success and "singularity" not in run.certificate.notes.codes
        for name in ("A1.angle", "A2.angle", "A3.angle"):
            np.testing.assert_allclose(run[name], run["A0.angle"], atol=1e-9)
        assert run.certificate.energy_error < 10.0 * rtol * run.certificate.energy_scale
        errors.append(float(np.abs(run["A0.angle"] - exact(run.t)).max()))
    assert errors[0] < within
    assert errors[2] < 0.05 * errors[1] < 0.05 * errors[0]


def test_many_singular_configurations_are_one_note() -> None:
    system = chain(2)
    start = lw.assemble(
        system, fixed={"A0.angle": 1.0, "A0.angle_dot": 15.0}, guess={"A1.angle": 1.0, "B0.angle": -1.0}
    )
    run = lw.simulate(system, start, 2.0, method="radau", rtol=1e-8)
    (note,) = run.certificate.notes
    assert note.code == "singular_passed" and note.count > 1 and note.t > 1.0
    assert "a singular configuration near t = " in note and f"({note.count} times, last near t = {note.t:.4g})" in note


@pytest.mark.parametrize("rtol", [1e-6, 1e-9, 1e-12])
def test_a_loop_of_six_revolutes_is_never_singular_for_the_rows_in_use(rtol: float) -> None:
    """Bricard's loop has one freedom and one redundant row: which one may be left out changes on the way."""
    system = bricard()
    start = lw.assemble(system, fixed={"A.angle": 1.0}, guess={"B.angle": 1.7, "C.angle": 1.0, "D.angle": 1.7})
    run = lw.simulate(system, start, 10.0, method="dop853", rtol=rtol, atol=rtol)
    told = run.certificate
    assert run.success and told.rank == 4 and told.rows == 5
    assert not {"singularity", "singular_passed", "start_singular"} & set(told.notes.codes)
    assert told.steps < {1e-6: 500, 1e-9: 1200, 1e-12: 3000}[rtol]
    assert told.energy_error < 100.0 * rtol * told.energy_scale


def test_a_run_that_ends_at_a_singular_hinge_names_it_and_the_coordinates() -> None:
    """Bryant angles lose a rank where the middle one is ±π/2: the message names them, not a speed that grew there."""
    m = lw.Model("gimbal")
    first, second = (m.body(name, lw.Box(size=(0.5, 0.1, 0.2), mass=1.0)) for name in ("first", "second"))
    m.connect("A", lw.Revolute("z"), m.ground, first.at(-0.25, 0, 0), initial={"angle_dot": 1.0})
    through = {"second": lw.Polynomial((-1.4, -1.0))}
    speeds = {"first_dot": 0.5, "third_dot": -0.7}
    m.connect("B", lw.Gimbal(), first.at(0.25, 0, 0), second.at(-0.25, 0, 0), drive=through, initial=speeds)
    run = lw.simulate(lw.compile_model(m, "tree"), t_end=0.5)
    assert run.certificate.status == "failed"
    said = run.certificate.sentence
    assert "connection 'B': Gimbal is singular very near to here, where its motions lose a rank, at first = " in said
    assert "second = -1.57" in said and "some change of 'first' and 'third' together moves nothing there" in said
