"""Contacts of the gallery against closed forms, equations written by hand, and other ways through the same model."""

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

import linkwork as lw
from examples import box_stack, dominoes, gripper, ratchet, slider_crank_clearance


def test_slider_crank_knocks_where_equations_by_hand_say() -> None:
    """Lying in the bearing: ë·d + (ė·ė − (ė·d)²)/c = 0 for e from slider to journal, d = e/c; flying: λ = 0."""
    e = slider_crank_clearance
    r, length, omega, c = e.CRANK, e.ROD, e.SPEED, e.CLEARANCE
    _, rod, slider = e.MASSES
    inertia = rod * (length**2 / 3 + 0.005**2 / 4)

    def journal(t: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(e, its rate, the direction in which the end of the rod turns)."""
        psi, x, psi_dot, x_dot = y
        n = np.array([-np.sin(psi), np.cos(psi)])
        place = r * np.array([np.cos(omega * t), np.sin(omega * t)]) + length * np.array([n[1], -n[0]])
        rate = r * omega * np.array([-np.sin(omega * t), np.cos(omega * t)]) + length * n * psi_dot
        return place - [x, 0.0], rate - [x_dot, 0.0], n

    def free(t: float, y: np.ndarray) -> tuple[float, np.ndarray]:
        """(ψ̈, ë) without a force in the bearing."""
        _, _, n = journal(t, y)
        pivot = -r * omega**2 * np.array([np.cos(omega * t), np.sin(omega * t)])
        turn = -rod * length / 2 * (pivot @ n) / inertia
        return turn, pivot + length * n * turn - length * np.array([n[1], -n[0]]) * y[2] ** 2

    def yields(d: np.ndarray, n: np.ndarray) -> float:
        """How much d·ë falls by a unit force."""
        return float((length * n @ d) ** 2 / inertia + d[0] ** 2 / slider)

    def force(t: float, y: np.ndarray) -> float:
        p, v, n = journal(t, y)
        d = p / np.linalg.norm(p)
        return float((free(t, y)[1] @ d + (v @ v - (v @ d) ** 2) / c) / yields(d, n))

    def motion(t: float, y: np.ndarray, closed: float) -> list[float]:
        p, _, n = journal(t, y)
        d, lam = p / np.linalg.norm(p), closed * force(t, y)
        return [y[2], y[3], free(t, y)[0] - lam * length * (n @ d) / inertia, lam * d[0] / slider]

    def lifts(t: float, y: np.ndarray, _: float) -> float:
        return force(t, y)

    def lands(t: float, y: np.ndarray, _: float) -> float:
        # What has just left the bearing counts from the middle of the clearance on.
        return c - float(np.linalg.norm(journal(t, y)[0])) if t > lost + 1e-4 else 1.0

    lifts.terminal = lands.terminal = True  # type: ignore[attr-defined]
    tight = {"rtol": 1e-11, "atol": 1e-13, "method": "DOP853"}
    first = [0.0, r + length + c, -omega * r / length, 0.0]
    lying = solve_ivp(motion, (0.0, 1.0), first, args=(1.0,), events=lifts, **tight)
    lost = float(lying.t[-1])
    flight = solve_ivp(motion, (lost, 1.0), lying.y[:, -1], args=(0.0,), events=lands, max_step=1e-4, **tight)
    p, v, n = journal(flight.t[-1], flight.y[:, -1])
    d = p / np.linalg.norm(p)
    found = e.numbers()
    assert found["contact lost"] == pytest.approx(lost, abs=1e-8)
    assert found["first knock"] == pytest.approx(flight.t[-1], abs=1e-8)
    assert found["its impulse"] == pytest.approx((1 + e.RESTITUTION) * (v @ d) / yields(d, n), rel=1e-5)
    # Never further from the mechanism without clearance than c/cos φ, to first order in c.
    farthest = 1.0 / np.sqrt(1.0 - (r / length) ** 2)
    assert 1.0 <= found["offset of a tenth of it"] <= found["offset in clearances"] * 1.01
    assert found["offset of a tenth of it"] <= farthest + 1e-3
    assert found["impacts in a turn"] > found["knocks in a turn"] >= 1.0


def test_knocks_at_a_loose_tolerance_are_those_at_a_tight_one() -> None:
    """Steps that failed and were not taken say nothing of events that could not be followed: none is missed."""
    e, found = slider_crank_clearance, []
    system = lw.compile_model(e.model())
    for tight in ({}, {"rtol": 1e-10, "atol": 1e-12}):
        run = lw.simulate(system, e.start(system), t_end=e.DURATION, **tight)
        assert not any("too fast" in note for note in run.certificate.notes), run.certificate.notes
        found.append([(change.kind, dict(change.modes), change.t) for change in run.contacts])
    assert [x[:2] for x in found[0]] == [x[:2] for x in found[1]]
    np.testing.assert_allclose([x[2] for x in found[0]], [x[2] for x in found[1]], atol=1e-7)


def test_ratchet_winds_up_and_coasts_as_its_closed_form() -> None:
    """Lever: A (1 − cos ωt). It lets go where it is braked harder than the drum: A ω² cos ωt = −g m r/J."""
    e, found = ratchet, ratchet.numbers()
    a, omega, braking = e.SWING, e.OMEGA, e.BRAKING
    left = np.arccos(-braking / (a * omega**2)) / omega
    speed = a * omega * np.sin(omega * left)
    assert found["lever lets go"] == pytest.approx(left, abs=1e-9)
    assert found["pawl holds"] == pytest.approx(left + speed / braking, abs=1e-9)
    weight = e.LOAD * 9.81 * e.RADIUS
    assert found["moment of the pawl"] == pytest.approx(weight, rel=1e-9)
    expected = weight + e.INERTIA * a * omega**2 * np.cos(0.2 * np.pi)
    assert found["moment at the lever"] == pytest.approx(expected, rel=1e-9)
    stroke = a * (1 - np.cos(omega * left)) + speed**2 / (2 * braking)
    assert found["turn of a stroke"] == pytest.approx(stroke, rel=1e-9)
    assert found["turn of four strokes"] == pytest.approx(4 * stroke, rel=1e-9)


@pytest.mark.slow
def test_boxes_carry_what_stands_on_them_and_slide_by_coulombs_law() -> None:
    """Those above the slippery face are pulled by ±μ g until they are as fast as the tray."""
    e, found = box_stack, box_stack.numbers()
    above = 9.81 * np.cumsum(e.MASSES[::-1])[::-1]
    assert [found[f"load of face {k}"] for k in range(1, 6)] == pytest.approx(list(above), rel=1e-9)
    assert found["creep in ten seconds"] < 1e-12
    assert found["lowest box off the tray"] < 1e-10
    pull, peak = e.SLIPPERY * 9.81, e.SHAKE * e.OMEGA**2
    t, x, v, first = 0.0, 0.0, 0.0, 0.0

    def ahead(s: float) -> float:
        """How much faster than the boxes the tray is, s after they began to slide."""
        return e.SHAKE * e.OMEGA * np.sin(e.OMEGA * (t + s)) - v - sign * pull * s

    while t < e.DURATION:
        sign = np.sign(np.cos(e.OMEGA * t))
        times = np.linspace(1e-3, 2.0, 4000)
        k = int(np.argmax(np.array([ahead(s) for s in times]) * sign < 0.0))
        last = min(brentq(ahead, times[k - 1], times[k], xtol=1e-14), e.DURATION - t)
        t, x, v = t + last, x + v * last + sign * pull * last**2 / 2, v + sign * pull * last
        first = first or t
        if abs(peak * np.cos(e.OMEGA * t)) < pull and t < e.DURATION:
            # It rides on the tray until that needs more than friction gives.
            begins = t + brentq(lambda s: abs(peak * np.cos(e.OMEGA * (t + s))) - pull, 0.0, 0.2, xtol=1e-14)  # noqa: B023
            x += e.SHAKE * (np.cos(e.OMEGA * t) - np.cos(e.OMEGA * begins))
            t, v = begins, e.SHAKE * e.OMEGA * np.sin(e.OMEGA * begins)
    assert found["first stick"] == pytest.approx(first, abs=1e-8)
    assert found["highest box at the end"] == pytest.approx(x, abs=1e-8)


def leaning(angle: float) -> float:
    """The angle of the stone whose corner lies on the face of the next one, which has this one."""
    e = dominoes
    return angle + np.arcsin((e.PITCH * np.cos(angle) - e.THICKNESS) / e.HEIGHT)


@pytest.mark.slow
def test_domino_wave_becomes_steady_and_leaves_stones_leaning() -> None:
    e, found = dominoes, dominoes.numbers()
    assert -0.03 < found["change of the last wait"] < 0.0
    assert 0.0 < found["lost in impacts"] < found["energy that went"]
    angles = [np.pi / 2]
    for _ in range(e.STONES - 1):
        angles.append(leaning(angles[-1]))
    assert found["angle of the first stone"] == pytest.approx(angles[-1], abs=1e-8)
    assert found["angle of the last stone"] == pytest.approx(np.pi / 2, abs=1e-9)


def test_dominoes_without_friction_fall_as_one_chain() -> None:
    """Stones that touch have one degree of freedom: ½ I ω² + V is kept, and I ω where the next one joins."""
    e, mass, stones = dominoes, 0.01, 5
    inertia, hit = mass * (e.THICKNESS**2 + e.HEIGHT**2) / 3, np.arcsin((e.PITCH - e.THICKNESS) / e.HEIGHT)

    def chain(front: float, count: int) -> tuple[float, float]:
        """(I, V) of so many stones, by the angle of the first in line."""
        angle, ratio, total, height = front, 1.0, 0.0, 0.0
        for _ in range(count):
            total += inertia * ratio**2
            height += e.THICKNESS / 2 * np.sin(angle) + e.HEIGHT / 2 * np.cos(angle)
            bent = np.cos(leaning(angle) - angle)
            ratio *= 1.0 - e.PITCH * np.sin(angle) / (e.HEIGHT * bent)
            angle = leaning(angle)
        return total, mass * 9.81 * height

    t, speed, times = 0.0, e.PUSH, []
    for count in range(1, stones):
        first, begin = chain(0.0, count)
        energy = first * speed**2 / 2 + begin

        def rate(angle: float, count: int = count, energy: float = energy) -> float:
            own, potential = chain(angle, count)
            return float(np.sqrt(2 * (energy - potential) / own))

        t += quad(lambda angle: 1.0 / rate(angle), 0.0, hit, epsrel=1e-12)[0]
        own, _ = chain(hit, count)
        speed = own * rate(hit) / (own + inertia)
        times.append(t)
    system = lw.compile_model(e.model(stones, friction=0.0))
    run = lw.simulate(system, e.start(system), t_end=times[-1] + 0.01, rtol=1e-10, atol=1e-12)
    assert e.hits(run, stones) == pytest.approx(times, rel=1e-8)


@pytest.mark.slow
def test_gripper_slips_where_weight_and_acceleration_are_too_much() -> None:
    """N = (F − (m_rod + m_link)(g + a)) tan α/2 at each jaw, by virtual work; it holds while m (g + a) ≤ 2 μ N."""
    e, found = gripper, gripper.numbers()
    lever, hung = e.REACH / e.RISE, e.ROD + e.LINK
    grip = (e.PULL - hung * 9.81) * lever / 2
    assert found["grip of a jaw"] == pytest.approx(grip, rel=1e-9)
    assert found["friction that is needed"] == pytest.approx(e.PART * 9.81 / (2 * grip), rel=1e-9)
    assert found["friction that is left"] == pytest.approx(2 * e.FRICTION * grip - e.PART * 9.81, rel=1e-9)
    most = e.FRICTION * lever * e.PULL / (e.PART + e.FRICTION * lever * hung) - 9.81

    def acceleration(t: float) -> float:
        """Of c t² sin ωt."""
        w = e.OMEGA
        return e.GROWTH * (2 * np.sin(w * t) + 4 * t * w * np.cos(w * t) - (w * t) ** 2 * np.sin(w * t))

    times = np.linspace(0.0, e.DURATION, 20001)
    k = int(np.argmax(acceleration(times) > most))
    first = brentq(lambda t: acceleration(t) - most, times[k - 1], times[k], xtol=1e-14)
    assert found["slips at"] == pytest.approx(first, abs=1e-8)
    assert found["lost height"] > 1e-4
