"""Weak forms in time: order, equivalent methods, stability, long runs, reference cases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import fsolve

import linkwork as lw
from linkwork.analyses.stepping.tree import Place
from linkwork.numerics.integrators.time_elements import Element, Integrand, Point, gauss, recovered, step
from tests.absolute_models import four_bar
from tests.reference_models import case, fifteen_bars, two_bars


class Oscillator:
    """L = ½ m(q) q̇² − V(q), one coordinate; m = 1 + c sin²q, V = ½ω²q² + a q⁴."""

    size, rows = 1, 0
    holonomic = np.zeros(0, dtype=bool)

    def __init__(self, omega: float = 1.0, a: float = 0.0, c: float = 0.0) -> None:
        self.omega, self.a, self.c = omega, a, c

    def evaluate(self, at: Place, mu: np.ndarray) -> Integrand:
        q, v = at.q[0], at.u[0]
        m, m_q, m_qq = 1 + self.c * np.sin(q) ** 2, self.c * np.sin(2 * q), 2 * self.c * np.cos(2 * q)
        phi = 0.5 * m_q * v * v - self.omega**2 * q - 4 * self.a * q**3
        phi_q = 0.5 * m_qq * v * v - self.omega**2 - 12 * self.a * q * q
        none, one = sp.csr_matrix((0, 1)), lambda x: sp.csr_matrix([[float(x)]])
        slopes = (one(m_q * v), one(m), one(phi_q), one(m_q * v), none, none, none)
        return Integrand(np.array([m * v]), np.array([phi]), np.zeros(0), np.zeros(0), *slopes)

    def hamilton(self, y: np.ndarray) -> np.ndarray:
        """(q̇, ṗ)."""
        q, p = y
        v = p / (1 + self.c * np.sin(q) ** 2)
        return np.array([v, self.evaluate(Place(np.array([q]), np.array([v]), 0.0), np.zeros(0)).phi[0]])

    def start(self, at: Place, degree: int, h: float) -> np.ndarray:
        return np.outer(np.arange(1, degree + 1) / degree, h * at.u)

    def point(self, at: Place, nodes, N, dN, h: float, tau: float) -> Point:  # type: ignore[no-untyped-def]
        unit = sp.identity(1, format="csr")
        place = Place(at.q + N[1:] @ nodes, dN[1:] @ nodes / h, at.t + tau * h)
        return Point(place, [n * unit for n in N[1:]], [n / h * unit for n in dN[1:]])

    def end(self, at: Place, nodes: np.ndarray, h: float):  # type: ignore[no-untyped-def]
        return Place(at.q + nodes[-1], np.zeros(1), at.t + h), sp.identity(1)

    def with_speed(self, at: Place, u: np.ndarray) -> Place:
        return replace(at, u=u)


def one_step(o: Oscillator, element: Element, q: float, p: float, h: float) -> np.ndarray:
    """(q, p) after a step."""
    start, _ = recovered(o, Place(np.array([q]), np.zeros(1), 0.0), np.array([p]))
    found = step(element, o, start, np.array([p]), h)
    assert found is not None
    return np.array([found.at.q[0], found.momenta[0]])


def collocation(o: Oscillator, k: int, q: float, p: float, h: float) -> np.ndarray:
    """The same by the Gauss method of k stages, as a Runge–Kutta method: written independently."""
    c, b = gauss(k)
    A = np.array([[np.polyval(np.polyint(_lagrange(c, j)), x) for j in range(k)] for x in c])
    y = np.array([q, p])

    def off(flat: np.ndarray) -> np.ndarray:
        stages = flat.reshape(k, 2)
        return np.ravel([stages[i] - o.hamilton(y + h * A[i] @ stages) for i in range(k)])

    stages = fsolve(off, np.tile(o.hamilton(y), k), xtol=1e-14).reshape(k, 2)
    return y + h * b @ stages


def mixed(o: Oscillator, k: int, q: float, p: float, h: float) -> np.ndarray:
    """The same by the two-field mixed form: q, p of degree k − 1 inside, tests of degree k (S3 Eq. 7)."""
    c, b = gauss(k)
    shapes = [Element(k).shape(x) for x in c]

    def off(x: np.ndarray) -> np.ndarray:
        inside, (q_2, p_2) = x[:-2].reshape(2, k), x[-2:]
        rows = []
        for i in range(k + 1):
            first, second = (q if i == 0 else 0.0), (p if i == 0 else 0.0)
            last, final = (q_2 if i == k else 0.0), (p_2 if i == k else 0.0)
            rates = [o.hamilton(inside[:, g]) for g in range(k)]
            of_p = sum(b[g] * (shapes[g][1][i] * inside[1, g] + h * shapes[g][0][i] * rates[g][1]) for g in range(k))
            of_q = sum(b[g] * (-shapes[g][1][i] * inside[0, g] - h * shapes[g][0][i] * rates[g][0]) for g in range(k))
            rows += [of_p + second - final, of_q - first + last]
        return np.array(rows)

    return fsolve(off, np.concatenate([np.full(k, q), np.full(k, p), [q, p]]), xtol=1e-14)[-2:]


def _lagrange(c: np.ndarray, j: int) -> np.ndarray:
    others = np.delete(c, j)
    return np.atleast_1d(np.poly(others)) / np.prod(c[j] - others)


@pytest.mark.seed("S3.1")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_primal_mixed_and_collocation_are_one_method(k: int) -> None:
    o = Oscillator(1.3, a=0.2, c=0.4)
    found = one_step(o, Element(k), 0.4, 0.7, 0.3)
    assert np.allclose(found, collocation(o, k, 0.4, 0.7, 0.3), atol=2e-12)
    assert np.allclose(found, mixed(o, k, 0.4, 0.7, 0.3), atol=2e-12)


def amplification(element: Element, h: float) -> float:
    """The largest eigenvalue of one step of the oscillator with ω = 1."""
    columns = [one_step(Oscillator(), element, *unit, h) for unit in np.eye(2)]
    return float(np.abs(np.linalg.eigvals(np.array(columns).T)).max())


@pytest.mark.seed("S3.2")
@pytest.mark.parametrize(
    ("k", "quadrature", "limit"),
    [(1, "full", 12**0.5), (1, "lobatto", 2.0), (2, "full", 10**0.5), (2, "lobatto", 8**0.5)],
)
def test_stability_limits(k: int, quadrature: str, limit: float) -> None:
    element = Element(k, quadrature)
    assert amplification(element, limit - 0.01) < 1 + 1e-9
    assert amplification(element, limit + 0.01) > 1 + 1e-3


@pytest.mark.seed("S3.2")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_reduced_integration_is_stable_for_every_step(k: int) -> None:
    for h in (1.0, 4.0, 30.0, 1000.0):
        assert amplification(Element(k), h) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_orders_in_minimal_coordinates(k: int) -> None:
    o = Oscillator(1.0, a=0.3, c=0.5)

    def end(h: float) -> np.ndarray:
        y = np.array([0.5, 0.2])
        for _ in range(round(2.0 / h)):
            y = one_step(o, Element(k), y[0], y[1], h)
        return y

    exact = end(0.01) if k == 3 else _end_of_third(o)
    errors = [np.abs(end(h) - exact).max() for h in (0.25, 0.125, 0.0625)]
    slope = np.polyfit(np.log([0.25, 0.125, 0.0625]), np.log(errors), 1)[0]
    assert slope == pytest.approx(2 * k, abs=0.25)


def _end_of_third(o: Oscillator) -> np.ndarray:
    y = np.array([0.5, 0.2])
    for _ in range(100):
        y = one_step(o, Element(3), y[0], y[1], 0.02)
    return y


def bars(which: str = "case1") -> tuple[lw.AbsoluteSystem, lw.State, list[dict[str, list[float]]]]:
    data = case("B1_two_bar_spherical")["cases"][which]
    system = lw.compile_model(two_bars(lw.Spherical()), formulation="absolute")
    i = data["initial"]
    poses = {f"bar{k}": (np.array(i[f"R{k}"]), i[f"com{k}"]) for k in (1, 2)}
    speeds = {f"bar{k}": (np.array(i[f"R{k}"]) @ i[f"omega{k}_body"], i[f"v_com{k}"]) for k in (1, 2)}
    return system, system.placed(poses, speeds), data["samples"]


@pytest.mark.seed("S3.5")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
@pytest.mark.parametrize(("k", "steps", "bound"), [(1, 20, 6e-3), (2, 10, 8e-5), (3, 6, 4e-6)])
def test_b1_two_bars(form: str, k: int, steps: int, bound: float) -> None:
    system, start, samples = bars()
    wanted = next(s for s in samples if abs(s["t"] - 0.5) < 1e-9)
    exact = np.array([wanted["com1"], wanted["com2"]])
    errors = []
    for count in (steps, 2 * steps):
        run = lw.time_elements(system, start, 0.5, h=0.5 / count, degree=k, constraints=form, times=[0.5])
        errors.append(np.abs(np.array([run[f"bar{b}.position"][-1] for b in (1, 2)]) - exact).max())
    assert errors[0] < bound
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2 * k, abs=0.25)
    if form == "nodal":
        assert run.certificate.position_error < 1e-13
    assert run.certificate.velocity_error < 1e-11


@pytest.mark.seed("S3.5")
@pytest.mark.parametrize("which", ["i=x1_j=z2", "i=z1_j=x2"])
def test_b2_universal_joint(which: str) -> None:
    data = case("B2_two_bar_universal")["cases"][which]
    axes = ("x", "z") if which == "i=x1_j=z2" else ("z", "x")
    system = lw.compile_model(two_bars(lw.Universal(*axes)), formulation="absolute")
    i, sample = data["initial"], data["samples"][1]
    poses = {f"bar{k}": (np.array(i[f"R{k}"]), i[f"com{k}"]) for k in (1, 2)}
    speeds = {f"bar{k}": (np.array(i[f"R{k}"]) @ i[f"omega{k}_body"], i[f"v_com{k}"]) for k in (1, 2)}
    errors = []
    for count in (10, 20):
        t = float(sample["t"])
        run = lw.time_elements(system, system.placed(poses, speeds), t, h=t / count, times=[t])
        errors.append(np.abs(run["bar2.position"][-1] - sample["com2"]).max())
    assert errors[1] < 1e-5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.3)


@pytest.mark.slow
@pytest.mark.seed("S3.5")
def test_b3_fifteen_bars() -> None:
    data = case("B3_fifteen_bar")
    found, length = data["cases"][0], data["parameters"]["L"]
    system = lw.compile_model(fifteen_bars(found["D"][0]), formulation="absolute")
    poses, p = {}, np.zeros(3)
    for k, a in enumerate(found["initial_phi"], start=1):
        R = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        poses[f"bar{k}"] = (R, p)
        p = p + R @ [length, 0, 0]
    sample = next(s for s in found["samples"] if abs(s["t"] - 0.3) < 1e-9)
    run = lw.time_elements(system, system.placed(poses), 0.3, h=0.01, times=[0.3])
    rotations = [run[f"bar{k}.rotation"][-1] for k in range(1, 9)]
    phi = np.array([np.arctan2(R[1, 0], R[0, 0]) for R in rotations])
    off = np.angle(np.exp(1j * (phi - np.array(sample["phi_1_to_8"]))))
    assert np.abs(off).max() < 5e-4  # an element of 0.01 s: 1.3e-4 is what its order allows
    assert run.certificate.position_error < 1e-13
    force = lw.loads(system, run.final)["D"].force[:2]
    assert np.allclose(force, sample["force_on_bar15_at_D"], rtol=2e-3)


def test_momentum_of_a_free_body_is_kept_and_steps_are_reversible() -> None:
    m = lw.Model("top", gravity=(0, 0, 0))
    m.body("b", mass=1.0, inertia=(1.0, 2.0, 2.5))
    system = lw.compile_model(m, formulation="absolute")
    start = system.state({"b.w_x": 1.0, "b.w_y": 2.0, "b.w_z": 0.1, "b.v_x": 1.0})
    run = lw.time_elements(system, start, 10.0, h=0.1)
    R, w = run["b.rotation"], run["b.angular_velocity"]
    spin = np.einsum("tij,j,tkj,tk->ti", R, [1.0, 2.0, 2.5], R, w)
    assert np.abs(spin - spin[0]).max() < 1e-12
    back = lw.time_elements(system, replace(run.final, u=-run.final.u, t=0.0), 10.0, h=0.1)
    assert np.allclose(back.q[-1], start.q, atol=1e-10)


def test_energy_of_a_long_run_does_not_drift() -> None:
    """10⁴ periods in nodal form would take minutes; a hundred show the same flat mean."""
    o = Oscillator(1.0, a=0.5, c=0.3)
    y, energies = np.array([1.0, 0.0]), []
    for _ in range(2000):
        y = one_step(o, Element(2), y[0], y[1], 0.3)
        energies.append(0.5 * y[1] ** 2 / (1 + 0.3 * np.sin(y[0]) ** 2) + 0.5 * y[0] ** 2 + 0.5 * y[0] ** 4)
    first, last = np.mean(energies[:200]), np.mean(energies[-200:])
    assert abs(first - last) < 2e-5


def test_trees_with_loops_and_what_they_cannot() -> None:
    model = four_bar()
    tree = lw.compile_model(model)
    state = lw.assemble(tree, fixed={"J0.angle": -0.8}, guess={"J1.angle": 0.9})
    exact = lw.simulate(tree, state, 0.2, rtol=1e-10, atol=1e-12)
    errors = []
    for h in (0.01, 0.005):  # longer elements are not yet in the range where the error is its leading term
        run = lw.time_elements(tree, state, 0.2, h=h)
        errors.append(np.abs(run.q[-1] - exact.q[-1]).max())
    assert errors[1] < 1e-6 and np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.4)
    with pytest.raises(lw.ModelError, match="formulation='absolute'"):
        lw.time_elements(lw.compile_model(two_bars(lw.Spherical())), None, 1.0, h=0.1)
    for wrong, said in (
        ({"degree": 4}, "choose 1, 2 or 3"),
        ({"quadrature": "simpson"}, "quadrature"),
        ({"constraints": "none"}, "form of constraints"),
        ({"quadrature": "full"}, "without constraints"),
    ):
        with pytest.raises(lw.ModelError, match=said):
            lw.time_elements(tree, state, 1.0, h=0.1, **wrong)  # type: ignore[arg-type]


def test_variable_length_and_elements_that_are_too_long() -> None:
    system, start, samples = bars()
    wanted = next(s for s in samples if abs(s["t"] - 0.5) < 1e-9)
    run = lw.time_elements(system, start, 0.5, tolerance=1e-7, times=[0.5])
    assert np.allclose(run["bar2.position"][-1], wanted["com2"], atol=5e-6)
    long = lw.time_elements(system, start, 2.0, h=2.0)
    assert long.certificate.steps > 1 and any("too long" in note for note in long.certificate.notes)
