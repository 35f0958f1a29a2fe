"""Starts in singular configurations, ways across them, and rows that are chosen again; references are pendulums."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.analyses.steppers import tree
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
    for method in METHODS:
        check_flat_run(system, flat(system, speed), speed, method)


@pytest.mark.few(4)
@pytest.mark.parametrize("speed", [5.0, 0.0])
@pytest.mark.parametrize("method", ["radau", "dop853", "auto", "dopri5", "rk4", "bdf", "generalized_alpha"])
def test_a_flat_parallelogram_in_absolute_coordinates_does_so_too(method: str, speed: float) -> None:
    system = absolute()
    check_flat_run(system, turning(system, 0.0, speed), speed, method)


@cache
def absolute() -> Any:
    """A parallelogram in absolute coordinates."""
    return chain(2, coordinates="absolute")


def check_flat_run(system: Any, start: lw.State, speed: float, method: str) -> None:
    """The run follows the pendulum and says what it passed."""
    t_end = 0.6 if speed else 0.3
    run = lw.simulate(system, start, t_end, method=method, **METHODS[method])
    assert run.success
    assert miss(run, 0.0, speed) < WITHIN.get(method, 1e-6), method
    assert not any("did not satisfy" in note for note in run.certificate.notes)
    assert ("start_singular" in run.certificate.notes.codes) == (speed == 0.0)
    assert "singularity" not in run.certificate.notes.codes


def turning(system: Any, angle: float, speed: float = 0.0) -> lw.State:
    """A parallelogram in absolute coordinates."""
    c, s = np.cos(angle), np.sin(angle)
    turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    end, moving = CRANK * turned[:, 0], CRANK * speed * turned[:, 1]
    poses = {"crank0": (turned, (0, 0, 0)), "coupler0": (np.eye(3), end), "crank1": (turned, (COUPLER, 0, 0))}
    of_cranks = (0.0, 0.0, speed), (0.0, 0.0, 0.0)
    return system.placed(poses, {"crank0": of_cranks, "coupler0": ((0, 0, 0), moving), "crank1": of_cranks})


def miss(run: lw.Trajectory, angle: float, speed: float) -> float:
    """How far the cranks of a parallelogram are from the pendulum."""
    exact = np.sin(pendulum(2, angle, speed, float(run.t[-1]))(run.t))
    return max(float(np.abs(run[f"{crank}.rotation"][:, 1, 0] - exact).max()) for crank in ("crank0", "crank1"))


@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.0, 5.0])
def test_elements_in_time_start_flat_too(speed: float) -> None:
    system = absolute()
    run = lw.simulate(system, turning(system, 0.0, speed), 0.3, method="weak2", h=2e-3)
    assert run.success
    assert miss(run, 0.0, speed) < 1e-3


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("method", "given", "within", "steps"),
    [
        ("radau", {}, 1e-7, 900),
        ("generalized_alpha", {"rtol": 1e-6}, 2e-3, 1300),
        ("dop853", {"rtol": 1e-9}, 1e-9, 130),
        ("dopri5", {}, 1e-7, 400),
        ("rk4", {"h": 1e-3}, 1e-8, 1000),
        ("bdf", {}, 2e-6, 1200),
        ("generalized_alpha", {"h": 1e-3}, 2e-3, 1000),
    ],
)
def test_absolute_systems_pass_singular_configurations(
    method: str, given: dict[str, float], within: float, steps: int
) -> None:
    """Three times a parallelogram is flat. Radau crawled there, and generalized-α ended after 919,265 steps."""
    system = absolute()
    run = lw.simulate(system, turning(system, 1.0, 8.0), 1.0, method=method, **given)
    told = run.certificate
    assert run.success and told.steps < steps
    assert miss(run, 1.0, 8.0) < within
    (note,) = [note for note in told.notes if note.code == "singular_passed"]
    assert note.count >= 2 and "singularity" not in told.notes.codes


def test_a_step_does_not_end_where_three_cranks_are_flat() -> None:
    """A long step ended half a milliradian behind: eight short ones followed, and a right run was called bad."""
    system = chain(3)
    guess = {name: 1.0 if name[0] == "A" else -1.0 for name in system.layout.q if name != "A0.angle"}
    start = lw.assemble(system, fixed={"A0.angle": 1.0, "A0.angle_dot": 8.0}, guess=guess)
    run = lw.simulate(system, start, 0.5, method="dop853", rtol=1e-6)
    told = run.certificate
    assert "singularity" not in told.notes.codes and "singular_passed" in told.notes.codes and told.steps < 25
    assert np.abs(run["A2.angle"] - pendulum(3, 1.0, 8.0, 0.5)(run.t)).max() < 1e-6


@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_where_no_way_across_is_found_the_run_ends_soon_and_names_the_rows(
    coordinates: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "find_leap", lambda *_: None)
    system = chain(2, coordinates=coordinates)
    if coordinates == "tree":
        fixed = {"A0.angle": 1.0, "A0.angle_dot": 8.0}
        start = lw.assemble(system, fixed=fixed, guess={"A1.angle": 1.0, "B0.angle": -1.0})
    else:
        start = turning(system, 1.0, 8.0)
    told = lw.simulate(system, start, 1.0, method="generalized_alpha", rtol=1e-6).certificate
    assert told.status == "failed" and told.steps <= 10000
    assert "the configuration is nearly singular: rows of" in told.sentence and "'C0'" in told.sentence


def test_a_run_that_fails_next_to_a_singular_configuration_names_its_rows() -> None:
    """A parallelogram in absolute coordinates, half a milliradian before it is flat."""
    system = absolute()
    flat_one, start = turning(system, 0.0), turning(system, 1.0)
    assert unmet_rows(system, turning(system, 0.5), start) is None and unmet_rows(system, flat_one, flat_one) is None
    said = unmet_rows(system, turning(system, 5e-4), start)
    assert said is not None and said.startswith("the configuration is nearly singular: rows of")
    assert all(f"'{name}'" in said for name in ("A0", "A1", "B0", "C0"))


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


def two_storeys(coordinates: str) -> tuple[Any, lw.State]:
    """A parallelogram that hangs on the coupler of another one: bars without width on pins, two angles free."""
    m, base = lw.Model("two storeys"), None
    for storey in ("upper", "lower"):
        bars = {"left": 1.0, "right": 1.0, "coupler": 2.0}
        inertia = {side: (1e-3, mass * 0.25 / 12, mass * 0.25 / 12) for side, mass in bars.items()}
        left, right = (
            m.body(f"{storey} {side}", mass=1.0, com=(0.25, 0, 0), inertia=inertia[side]) for side in ("left", "right")
        )
        coupler = m.body(f"{storey} coupler", mass=2.0, com=(0.5, 0, 0), inertia=inertia["coupler"])
        base = m.ground if base is None else base
        for side, bar, x in (("left", left, 0.0), ("right", right, 1.0)):
            m.connect(f"{storey} {side} above", lw.Revolute("-y"), base.at(x, 0, 0), bar)
            m.connect(f"{storey} {side} below", lw.Revolute("-y"), bar.at(0.5, 0, 0), coupler.at(x, 0, 0))
        base = coupler
    system = lw.compile_model(m, coordinates)
    given = {}
    for storey, angle in (("upper", 0.7), ("lower", -0.4)):
        for side in ("left", "right"):
            given |= {f"{storey} {side} above.angle": angle, f"{storey} {side} below.angle": -angle}
    held = {name: given.pop(name) for name in ("upper left above.angle", "lower left above.angle")}
    moved = {"upper left above.angle_dot": 9.0, "lower left above.angle_dot": -3.0}
    return system, lw.assemble(system, fixed=held, guess=given, velocities=moved)


def test_the_parallelogram_that_is_not_the_nearest_to_be_flat_is_seen_in_time() -> None:
    """The lower one is flat at 0.184 s, while the smallest singular value has been that of another motion until then.

    Couplers do not turn, so that both storeys are a double pendulum: with angles p, s,
    T = ½ A ṗ² + C cos(p − s) ṗ ṡ + ½ B ṡ², V = g l (W_p sin p + W_s sin s).
    """
    system, start = two_storeys("absolute")
    run = lw.simulate(system, start, 0.3, times=[0.3], method="radau")
    length, bars, coupler = 0.5, 2.0, 2.0
    A = (bars / 3 + 2 * coupler + bars) * length**2
    B = (bars / 3 + coupler) * length**2
    C = (bars / 2 + coupler) * length**2
    weights = 9.81 * length * np.array([bars / 2 + 2 * coupler + bars, bars / 2 + coupler])

    def rates(t: float, y: np.ndarray) -> list[float]:
        c, sin = C * np.cos(y[0] - y[1]), C * np.sin(y[0] - y[1])
        forces = -weights * np.cos(y[:2]) + sin * np.array([-(y[3] ** 2), y[2] ** 2])
        return [*y[2:], *np.linalg.solve([[A, c], [c, B]], forces)]

    p, s = solve_ivp(rates, (0, 0.3), [0.7, -0.4, 9.0, -3.0], "DOP853", rtol=1e-12, atol=1e-13).y[:2, -1]
    assert run.success
    assert run["lower coupler.position"][-1, 2] == pytest.approx(length * (np.sin(p) + np.sin(s)), abs=1e-7)
    assert run.certificate.steps < 1000
