"""Motions of the gallery against closed forms, conservation laws, published values, and equations written by hand."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, newton

import linkwork as lw
from examples import (
    bicycle,
    chaplygin_sleigh,
    double_pendulum,
    flying_beam,
    furuta_pendulum,
    governor,
    hanging_chain,
    heavy_top,
    leg_with_muscles,
    planetary_gear,
    rimless_wheel,
    ring_coupling,
    rolling_coin,
    satellite,
    standing,
)


def test_double_pendulum_swings_as_the_textbook_says() -> None:
    (a, b), (m, n), g = double_pendulum.LENGTHS, double_pendulum.MASSES, 9.81

    def by_hand(_: float, x: np.ndarray) -> np.ndarray:
        p, q, u, v = x
        c, s = np.cos(p - q), np.sin(p - q)
        M = np.array([[(m + n) * a * a, n * a * b * c], [n * a * b * c, n * b * b]])
        h = [-n * a * b * s * v * v - (m + n) * g * a * np.sin(p), n * a * b * s * u * u - n * g * b * np.sin(q)]
        return np.concatenate([x[2:], np.linalg.solve(M, h)])

    end = solve_ivp(by_hand, (0.0, 2.0), [2.0, 2.6, 0.0, 0.0], rtol=1e-11, atol=1e-12, method="DOP853").y[:, -1]
    found = double_pendulum.numbers()
    np.testing.assert_allclose([found["upper"], found["lower"]], end[:2], rtol=1e-6)
    assert found["drift"] < 1e-8 * found["energy"]


def test_heavy_top_precesses_without_nodding() -> None:
    found = heavy_top.numbers()
    assert found["precession"] == pytest.approx(heavy_top.PRECESSION, rel=1e-7)
    assert found["nodding"] < 1e-7


def test_furuta_pendulum_swings_as_lagrange_says() -> None:
    r, length, arm, rod = furuta_pendulum.ARM, furuta_pendulum.ROD, furuta_pendulum.MASS_ARM, furuta_pendulum.MASS_ROD
    half, J = length / 2, rod * length**2 / 3
    alpha = arm * r**2 / 3 + rod * r**2

    def by_hand(_: float, x: np.ndarray) -> np.ndarray:
        """T = ½ (α + J sin² q) φ̇² + ½ J q̇² + m r (l/2) cos q φ̇ q̇; V = −m g (l/2) cos q."""
        _, q, u, v = x
        c, s = np.cos(q), np.sin(q)
        mixed = rod * r * half
        M = np.array([[alpha + J * s * s, mixed * c], [mixed * c, J]])
        h = [-2 * J * s * c * u * v + mixed * s * v * v, J * s * c * u * u - rod * 9.81 * half * s]
        return np.concatenate([x[2:], np.linalg.solve(M, h)])

    end = solve_ivp(by_hand, (0.0, 2.0), [0.0, 2.8, 3.0, 0.0], rtol=1e-11, atol=1e-12, method="DOP853").y[:, -1]
    found = furuta_pendulum.numbers()
    np.testing.assert_allclose([found["arm"], found["rod"]], end[:2], rtol=1e-6)
    assert found["drift"] < 1e-9


@pytest.mark.seed("S0.4")
def test_a_person_stands_as_long_as_the_delay_is_below_the_closed_border() -> None:
    """λ² = a − (p + d λ) e^(−λτ): the border in closed form, the decay as the root by Newton's method beside it."""
    moment = standing.INERTIA + standing.MASS * standing.HEIGHT**2
    a, p, d = np.array([standing.MASS * 9.81 * standing.HEIGHT, standing.GAIN, standing.RATE_GAIN]) / moment
    half = d * d / 2 - a
    omega = np.sqrt(half + np.sqrt(half * half + p * p - a * a))
    found = standing.numbers()
    assert found["frequency"] == pytest.approx(omega, rel=1e-9)
    assert found["longest delay"] == pytest.approx(np.arctan2(d * omega, p) / omega, rel=1e-9)
    root = newton(lambda x: x * x - a + (p + d * x) * np.exp(-x * standing.DELAY), complex(-1.0, 2.0), tol=1e-13)
    assert found["decay"] == pytest.approx(-root.real, rel=1e-9)


@pytest.mark.parametrize(("delay", "stands"), [(0.26, True), (0.28, False)])
def test_swaying_dies_away_below_the_longest_delay_and_grows_above(delay: float, stands: bool) -> None:
    system = lw.compile_model(standing.model())
    run = lw.simulate(system, standing.start(system).with_values({"delay": delay}), t_end=standing.DURATION)
    first, last = (np.abs(run["ankle.angle"][when]).max() for when in (run.t < 3.0, run.t > 5.0))
    assert (last < first) == stands


def test_bicycle_has_the_published_eigenvalues() -> None:
    """Meijaard et al. (2007), equations (5.1)–(5.5): the coefficient matrices of the benchmark, in lean and steer."""
    M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
    C = bicycle.SPEED * np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
    K = 9.81 * np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
    K = K + bicycle.SPEED**2 * np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    castering, weave, _, capsize = np.sort_complex(np.linalg.eigvals(A))
    found = bicycle.numbers()
    assert found["castering"] == pytest.approx(castering.real, rel=1e-6)
    assert found["weave"] == pytest.approx(weave.real, rel=1e-6)
    assert found["weave frequency"] == pytest.approx(abs(weave.imag), rel=1e-6)
    assert found["capsize"] == pytest.approx(capsize.real, rel=1e-6)


def test_rolling_coin_follows_its_circle() -> None:
    found = rolling_coin.numbers()
    assert found["radius"] == pytest.approx(found["radius at this rolling"], rel=1e-8)
    assert found["lean changes by"] < 1e-9
    assert found["closes to"] < 1e-7


def test_hanging_chain_swings_like_a_rope() -> None:
    found = hanging_chain.numbers()
    assert found["frequency"] == pytest.approx(found["rope"], rel=1e-3)


def test_the_flying_beam_keeps_what_the_load_gave() -> None:
    found = flying_beam.numbers()
    assert found["momentum"] == pytest.approx(found["impulse"], rel=1e-9)
    assert found["momentum_after"] == pytest.approx(found["impulse"], rel=1e-9)
    assert found["energy_change"] < 1e-8


def test_satellite_turns_against_its_wheels() -> None:
    """ω = −h/(I − J), where h is what the motors gave each wheel; the orientation follows by kinematics alone."""
    moments = np.array(satellite.INERTIA) - satellite.WHEEL

    def turning(t: float, R: np.ndarray) -> np.ndarray:
        omega, phases = 2 * np.pi * 0.1, 0.4 * np.arange(3)
        h = satellite.TORQUE * (np.cos(phases) - np.cos(omega * t + phases)) / omega
        x, y, z = -h / moments
        return (R.reshape(3, 3) @ np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])).ravel()

    R = solve_ivp(turning, (0.0, 10.0), np.eye(3).ravel(), rtol=1e-11, atol=1e-12, method="DOP853").y[:, -1]
    found = satellite.numbers()
    assert found["turned by"] == pytest.approx(np.arccos((np.trace(R.reshape(3, 3)) - 1) / 2), rel=1e-6)
    assert found["momentum"] < 1e-9


def test_governor_stands_where_weight_and_speed_balance() -> None:
    e, found = governor, governor.numbers()
    # A link carries half of the sleeve, and the arm as much again: in sum M beside each ball's m.
    angle = np.arccos((e.BALL + e.SLEEVE) * 9.81 / (e.BALL * e.SPEED**2 * e.LENGTH))
    assert found["angle"] == pytest.approx(angle, rel=1e-4)


def test_rimless_wheel_settles_into_its_gait() -> None:
    """ω² = cos²2α (ω² + 4 (g/l) sin α sin γ) on the limit cycle (McGeer 1990)."""
    e, found = rimless_wheel, rimless_wheel.numbers()
    c = np.cos(2 * e.HALF) ** 2
    speed = np.sqrt(c / (1 - c) * 4 * 9.81 / e.LENGTH * np.sin(e.HALF) * np.sin(e.SLOPE))
    assert found["speed after a landing"] == pytest.approx(speed, rel=1e-3)
    assert found["steps"] > 10


def test_sleigh_straightens_out_and_keeps_its_energy() -> None:
    """v̇ = a ω², ω̇ = −m a v ω/(J + m a²), for the velocity v along the blade."""
    e, found = chaplygin_sleigh, chaplygin_sleigh.numbers()
    J = e.MASS * (e.SIZE[0] ** 2 + e.SIZE[1] ** 2) / 12
    factor = e.MASS * e.AHEAD / (J + e.MASS * e.AHEAD**2)

    def by_hand(_: float, x: np.ndarray) -> list[float]:
        return [x[1], -factor * x[2] * x[1], e.AHEAD * x[1] ** 2]

    heading, turning, speed = solve_ivp(by_hand, (0, 2), [0, 4.0, 0.1], rtol=1e-11, atol=1e-12).y[:, -1]
    assert found["heading"] == pytest.approx(heading, rel=1e-6)
    assert found["turning"] == pytest.approx(turning, rel=1e-5)
    assert found["speed"] == pytest.approx(speed, rel=1e-6)


def test_planetary_gear_has_the_ratio_of_willis_and_the_reflected_inertia() -> None:
    e, found = planetary_gear, planetary_gear.numbers()
    ratio = 1 + e.RING / e.SUN
    assert found["ratio"] == pytest.approx(ratio, rel=1e-9)
    lever = e.radius(e.SUN + e.PLANET)
    planet_spin = (1 - e.RING / e.PLANET) / ratio  # absolute, for a unit speed of the sun
    inertia = 0.4 * e.radius(e.SUN) ** 2 / 2 + 0.3 * e.radius(e.PLANET) ** 2 / 2 * planet_spin**2
    inertia += (0.5 * (lever**2 / 3 + 0.008**2 / 4) + 0.3 * lever**2) / ratio**2
    assert found["acceleration"] == pytest.approx(e.TORQUE / inertia, rel=1e-9)


def test_muscles_have_the_moment_arms_of_their_paths_and_tendons_their_tension() -> None:
    def vasti(knee: float) -> float:
        """Length of the path in the plane of the leg, with the thigh's axes."""
        c, s = np.cos(knee), np.sin(knee)
        knee_point = np.array([0.0, -leg_with_muscles.THIGH])
        end = knee_point + np.array([[c, s], [-s, c]]) @ np.array([0.03, -0.07])
        via = np.array([0.06, -leg_with_muscles.THIGH])
        return float(np.linalg.norm(via - [0.03, -0.15]) + np.linalg.norm(end - via))

    found, step = leg_with_muscles.numbers(), 1e-6
    assert found["knee, vasti"] == pytest.approx((vasti(0.7 + step) - vasti(0.7 - step)) / (2 * step), rel=1e-6)
    # De Groote et al. (2016): f = 0.2 exp(35 (l/l_s − 0.995)) − 0.25 of the tendon.
    fibre, thickness = found["fibre"], 0.09 * np.sin(0.1)
    tendon = found["length"] - np.sqrt(fibre**2 - thickness**2)
    assert found["tension"] == pytest.approx(
        3000 * 0.2 * (np.exp(np.log(6.0) / 0.049 * (tendon / 0.24 - 1.0)) - 1.0), rel=1e-6
    )


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_ring_coupling_is_two_springs_in_series() -> None:
    """Either side: 2 (k r² sin φ + c φ) about the axis and 2 k across it; the ring stays half way, turn by turn."""
    found, e = ring_coupling.numbers(), ring_coupling
    half = brentq(lambda x: 2 * (e.RUBBER * e.RADIUS**2 * np.sin(x) + e.TWIST * x) - e.TORQUE, 0.0, 1.0, xtol=1e-14)
    assert found["twist"] == pytest.approx(-2 * half, rel=1e-9)
    assert found["bearing"] == pytest.approx(e.RUBBER * e.OFFSET, rel=1e-9)
    assert found["off"] < 1e-12
    assert found["turned"] > 5.0


def test_a_knee_does_not_bend_forwards() -> None:
    system = lw.compile_model(leg_with_muscles.model())
    run = lw.simulate(system, leg_with_muscles.start(system), t_end=3 * leg_with_muscles.DURATION)
    assert np.degrees(run["knee.angle"].min()) > -2.0 and np.degrees(run["knee.angle"].max()) < 140.0
    assert run.verdict.is_good
