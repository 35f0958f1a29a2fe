"""Machines with flexible parts: another program's motion, beams, plates and strings written by hand, closed forms."""

import numpy as np
import pytest
from numpy.polynomial import legendre
from scipy.linalg import eigh

import linkwork as lw
from examples import (
    car_body,
    flexible_robot_arm,
    guitar_string,
    harbour_crane,
    whirling_rotor,
    wind_turbine,
)
from tests.modal_models import bending_shapes


@pytest.mark.slow
def test_the_robot_arm_sags_as_a_tapered_beam() -> None:
    """The theorem of unit loads; faces that stay flat make the links stiffer by a per cent."""
    arm, metal = flexible_robot_arm, lw.ALUMINIUM
    first, whole = arm.LENGTHS[0], sum(arm.LENGTHS)
    x, dx = np.linspace(0.0, whole, 20_001, retstep=True)
    along = np.where(x < first, x / first, (x - first) / arm.LENGTHS[1])
    side = arm.ROOT[0] + (arm.TIP[0] - arm.ROOT[0]) * along
    shear = arm.LOAD * 9.81 + dx * np.cumsum((metal.density * 9.81 * side**2)[::-1])[::-1]
    moment = dx * np.cumsum(shear[::-1])[::-1]
    sag = dx * np.sum(moment * (whole - x) / (metal.E * side**4 / 12))
    assert arm.numbers()["sag"] == pytest.approx(sag, rel=0.015)


def test_blades_are_stiffened_by_their_spin() -> None:
    """K + Ω² K_G over the shapes of a cantilever at rest; edgewise the spin takes Ω² M away."""
    t, L, r = wind_turbine, wind_turbine.LENGTH, wind_turbine.HUB
    line = t.GLASS.density * t.SECTION.area
    s, weights = np.polynomial.legendre.leggauss(60)
    x, weights = 0.5 * L * (s + 1.0), 0.5 * L * weights
    value, slope, curvature = bending_shapes(x, L, 4)
    M = line * (value * weights) @ value.T
    pull = line * (0.5 * (L**2 - x**2) + r * (L - x))
    K_G = (slope * weights * pull) @ slope.T
    bent = (curvature * weights) @ curvature.T
    spin = t.SPIN**2
    flap = np.sqrt(eigh(t.GLASS.E * t.SECTION.Iy * bent + spin * K_G, M, eigvals_only=True))
    edge = np.sqrt(eigh(t.GLASS.E * t.SECTION.Iz * bent + spin * (K_G - M), M, eigvals_only=True))
    found = t.numbers()
    assert found["flap_1"] == pytest.approx(flap[0], rel=3e-3)
    assert found["flap_2"] == pytest.approx(flap[1], rel=1e-2)
    assert found["edge_1"] == pytest.approx(edge[0], rel=5e-3)
    still = np.sqrt(eigh(t.GLASS.E * t.SECTION.Iy * bent, M, eigvals_only=True))[0]
    assert still == pytest.approx(1.73, abs=0.005)


@pytest.mark.slow
def test_the_container_hangs_still_after_one_period() -> None:
    """ÿ + ω² y = a for the lag, a box of one period smoothed over the ramp: (a/ω²)(1 + sin α/α) half way, then zero."""
    crane, found = harbour_crane, harbour_crane.numbers()
    omega = 2.0 * np.pi / crane.PERIOD
    alpha = 0.5 * omega * crane.RAMP
    lag = crane.ACCELERATION / omega**2 * (1.0 + np.sin(alpha) / alpha)
    assert found["lag"] == pytest.approx(lag, rel=0.01)
    assert abs(found["under way"]) < 2e-3 * lag
    assert abs(found["at the end"]) < 2e-3 * lag
    # A simple pendulum of this length would be too slow by half the part of the rope in the mass, and swing on.
    assert omega > np.sqrt(crane.GRAVITY / crane.LENGTH)


@pytest.mark.slow
def test_the_plucked_string_moves_as_a_row_of_masses() -> None:
    """Elements with tension, bending and shear between clamped ends; each vibration answers the push by itself."""
    g = guitar_string
    n, h, line = g.ELEMENTS, g.LENGTH / g.ELEMENTS, g.STEEL.density * g.AREA
    EI, GA = g.STEEL.E * np.pi * g.DIAMETER**4 / 64, 0.9 * g.STEEL.G * g.AREA
    K = np.zeros((2 * n + 2, 2 * n + 2))
    for k in range(n):
        own = slice(2 * k, 2 * k + 4)
        slope, turn, bend = np.array([[-1, 0, 1, 0], [0, h / 2, 0, h / 2], [0, -1, 0, 1]]) / h
        rest = slope - turn
        K[own, own] += h * (g.TENSION * (np.outer(slope, slope) - np.outer(rest, rest)) + GA * np.outer(rest, rest))
        K[own, own] += h * EI * np.outer(bend, bend)
    K = K[2:-2, 2:-2]
    w, turns = slice(0, None, 2), slice(1, None, 2)
    across = K[w, w] - K[w, turns] @ np.linalg.solve(K[turns, turns], K[turns, w])
    squares, shapes = np.linalg.eigh(across / (line * h))
    omega = np.sqrt(squares)
    pushed, dt = np.linspace(0.0, g.PUSHED, 4001, retstep=True)
    force = np.sin(np.pi * pushed / g.PUSHED) ** 2
    found = g.numbers()
    for k in (1, 2, 3, 4):
        since = np.maximum(1e-3 * k - pushed, 0.0)
        answers = dt * np.sin(omega[:, None] * since) @ force / (omega * line * h)
        middle = shapes[n // 2 - 1] @ (shapes[g.PLUCKED - 1] * answers)
        assert found[f"middle_{k}"] == pytest.approx(1e3 * middle, rel=1e-4)


@pytest.mark.slow
def test_the_car_body_has_the_frequencies_of_a_plate_on_springs() -> None:
    """Ritz with Legendre polynomials in x and y."""
    c, n = car_body, 9
    (a, b), m = c.SIZE, c.PANEL.density * c.THICKNESS
    nu, D = c.PANEL.nu, c.PANEL.E * c.THICKNESS**3 / (12.0 * (1.0 - c.PANEL.nu**2))
    s, weights = legendre.leggauss(24)

    def products(side: float) -> np.ndarray:
        """∫ P_i^(p) P_j^(q), by p, q."""
        by_order = [legendre.legval(s, legendre.legder(np.eye(n), d, axis=0)).T / (side / 2) ** d for d in range(3)]
        return np.array([[side / 2 * (f.T * weights) @ g for g in by_order] for f in by_order])

    X, Y = products(a), products(b)
    M = m * np.kron(X[0, 0], Y[0, 0])
    K = np.kron(X[2, 2], Y[0, 0]) + np.kron(X[0, 0], Y[2, 2]) + 2.0 * (1.0 - nu) * np.kron(X[1, 1], Y[1, 1])
    K = D * (K + nu * (np.kron(X[2, 0], Y[0, 2]) + np.kron(X[0, 2], Y[2, 0])))
    for x, y in c.MOUNTS.values():
        at = np.kron(legendre.legvander([2 * x / a], n - 1)[0], legendre.legvander([2 * y / b], n - 1)[0])
        K = K + c.STIFFNESS * np.outer(at, at)
    by_hand = np.sqrt(eigh(K, M, eigvals_only=True)[:5]) / (2.0 * np.pi)
    found = np.array(list(c.numbers().values()))
    for frequency in by_hand:
        assert np.abs(found / frequency - 1.0).min() < 2e-3


@pytest.mark.slow
def test_the_rotor_whirls_as_beam_elements_say() -> None:
    """Hermite elements for y + i z, with the disc's gyroscopic moment: M r̈ − i Ω G ṙ + K r = 0."""
    w, metal, n = whirling_rotor, whirling_rotor.STEEL, 12
    line, EI = metal.density * np.pi * w.DIAMETER**2 / 4, metal.E * np.pi * w.DIAMETER**4 / 64
    h, disc = w.LENGTH / n, w.DISC
    K, M = np.zeros((2, 2 * n + 2, 2 * n + 2))
    stiff = [[12, 6 * h, -12, 6 * h], [0, 4 * h * h, -6 * h, 2 * h * h], [0, 0, 12, -6 * h], [0, 0, 0, 4 * h * h]]
    heavy = [[156, 22 * h, 54, -13 * h], [0, 4 * h * h, 13 * h, -3 * h * h], [0, 0, 156, -22 * h], [0, 0, 0, 4 * h * h]]
    for k in range(n):
        own = slice(2 * k, 2 * k + 4)
        for total, part, factor in ((K, np.array(stiff), EI / h**3), (M, np.array(heavy), line * h / 420)):
            total[own, own] += factor * (part + np.triu(part, 1).T)
    M[-2, -2] += disc["mass"]
    M[-1, -1] += disc["mass"] * (3 * disc["radius"] ** 2 + disc["length"] ** 2) / 12
    K, M, G = K[2:, 2:], M[2:, 2:], np.zeros((2 * n, 2 * n))
    G[-1, -1] = disc["mass"] * disc["radius"] ** 2 / 2
    found = w.numbers()
    for spin in (50.0, 150.0, 300.0):
        turning = 1j * spin * np.linalg.solve(M, G)
        A = np.block([[np.zeros_like(M), np.eye(2 * n)], [-np.linalg.solve(M, K), turning]])
        whirls = np.linalg.eigvals(A).imag
        assert found[f"forward_{spin:.0f}"] == pytest.approx(whirls[whirls > 0.0].min(), rel=1e-3)
        assert found[f"backward_{spin:.0f}"] == pytest.approx(-whirls[whirls < 0.0].max(), rel=1e-3)
