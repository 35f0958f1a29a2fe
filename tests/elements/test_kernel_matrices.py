"""Fung's law with a matrix of kernels and with kernels that oscillate; what relaxing elements store and lose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import j0

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.elements.forces.exponential_sum import exponential_sum
from tests.reference_models import case

AMPLITUDE, PACE = np.array([0.1, 0.07, 0.05]), np.array([3.0, 5.0, 4.0])
KERNELS = (
    ("0.4 + 0.6*exp(-x/0.3)", "0.1*exp(-x/0.3)*cos(3*x)", 0.0),
    ("0.1*exp(-x/0.3)*cos(3*x)", "0.5 + 0.5*exp(-2*x)*cos(3*x)", 0.0),
    (0.0, 0.0, "0.3 + 0.7*exp(-x/0.05)"),
)


def kernel_matrix(t: float) -> np.ndarray:
    beside = 0.1 * np.exp(-t / 0.3) * np.cos(3 * t)
    diagonal = 0.4 + 0.6 * np.exp(-t / 0.3), 0.5 + 0.5 * np.exp(-2 * t) * np.cos(3 * t), 0.3 + 0.7 * np.exp(-t / 0.05)
    return np.diag(diagonal) + np.array([[0, beside, 0], [beside, 0, 0], [0, 0, 0]])


def elastic(e: Any) -> list[Any]:
    return [150 * e[0] + 500 * e[0] ** 3 + 20 * e[0] * e[1], 150 * e[1] + 10 * e[0] ** 2, 150 * e[2] + 80 * e[2] ** 3]


def elastic_slopes(e: np.ndarray) -> np.ndarray:
    return np.array(
        [[150 + 1500 * e[0] ** 2 + 20 * e[1], 20 * e[0], 0], [20 * e[0], 150, 0], [0, 0, 150 + 240 * e[2] ** 2]]
    )


def driven(element: lw.Force) -> lw.Model:
    """The end of an element moved along three axes."""
    m = lw.Model("driven", gravity=(0, 0, 0))
    inner: Any = m.ground
    for k, axis in enumerate("xyz"):
        body = m.body(axis, mass=1.0, inertia=(1, 1, 1))
        drive = lw.Sine(amplitude=AMPLITUDE[k], frequency=PACE[k] / (2 * np.pi))
        m.connect(f"along_{axis}", lw.Prismatic(axis), inner, body, drive={"displacement": drive})
        inner = body
    m.connect("tissue", element, m.ground, inner)
    return m


@pytest.mark.seed("S0.4")
def test_matrix_of_kernels_against_quadrature_of_the_integral() -> None:
    """S0 (3.4.3) with coupling in G and in f, to 1e-7; kernels on and beside the diagonal oscillate."""
    tissue = lw.FungMatrix(elastic, KERNELS, horizon=3.0, on=lw.Vector())
    run = lw.simulate(lw.compile_model(driven(tissue)), t_end=1.2, times=3, rtol=1e-10, atol=1e-12)

    def force_rate(s: float, t: float) -> np.ndarray:
        e, e_dot = AMPLITUDE * np.sin(PACE * s), AMPLITUDE * PACE * np.cos(PACE * s)
        return np.asarray(kernel_matrix(t - s) @ elastic_slopes(e) @ e_dot)

    for t, found in zip(run.t[1:], run["tissue.force"][1:], strict=True):
        parts = [quad(lambda s, j=j, t=t: force_rate(s, t)[j], 0, t, epsabs=1e-11, limit=200)[0] for j in range(3)]
        np.testing.assert_allclose(found, -np.array(parts), atol=1e-7)
    assert tissue.fit.error < 1e-10
    assert "tissue: its matrix of kernels is met by 2 exponentials and 2 oscillations" in str(run.certificate)


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize(
    ("kernel", "value"),
    [
        (
            "0.3 + 0.5*exp(-x)*cos(7*x) + 0.2*exp(-3*x)",
            lambda t: 0.3 + 0.5 * np.exp(-t) * np.cos(7 * t) + 0.2 * np.exp(-3 * t),
        ),
        (lambda t: float(j0(5 * t)), lambda t: j0(5 * t)),
    ],
)
def test_kernels_that_oscillate_against_quadrature(kernel: Any, value: Any) -> None:
    """F = −k v ∫ G of a ramp; a sum of exponentials is found itself, a Bessel function met to what was asked."""
    m = lw.Model("pulled", gravity=(0, 0, 0))
    grip = m.body("grip", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, grip, drive={"displacement": lw.Ramp(slope=0.01)})
    tissue = lw.FungKernel(100.0, kernel=kernel, horizon=4.0, tolerance=1e-8, on=lw.Displacement("x"))
    m.connect("tissue", tissue, m.ground, grip)
    run = lw.simulate(lw.compile_model(m), t_end=3.0, times=4, rtol=1e-10, atol=1e-12)
    wanted = [-quad(value, 0, t, epsabs=1e-12, limit=200)[0] for t in run.t]
    np.testing.assert_allclose(run["tissue.force"], wanted, atol=1e-7)
    assert "oscillations to" in str(run.certificate)
    assert tissue.fit.error <= 1e-8


def test_exponents_of_an_exact_sum_are_found_to_rounding() -> None:
    found = exponential_sum(
        lambda t: np.column_stack([0.4 + 0.6 * np.exp(-t / 0.3), np.exp(-2 * t) * np.sin(5 * t) + np.exp(-t)]),
        5.0,
        1e-9,
    )
    np.testing.assert_allclose(np.sort(found.rates), [1.0, 1 / 0.3], rtol=1e-9)
    np.testing.assert_allclose(found.pairs, [[2.0, 5.0]], rtol=1e-9)
    np.testing.assert_allclose(found.constant, [0.4, 0.0], atol=1e-9)


STIFFNESSES = 60.0 * np.eye(3) + 5.0
RELAXING: dict[str, lw.Force] = {
    "tissue": lw.Fung(lw.ExponentialResponse(3.0, 4.0), (0.3, 0.2), (0.1, 0.7), on=lw.Displacement("x")),
    "turning": lw.Fung(60.0, (0.2,), (0.3,), oscillations=((0.3, 0.1, 1.0, 2.0),), on=lw.Displacement("x")),
    "maxwell": lw.Maxwell(50.0, 4.0, on=lw.Displacement("x")),
    "zener": lw.Zener(30.0, 50.0, 4.0, on=lw.Displacement("x")),
    "kelvin": lw.LinearViscoelastic((1.0,), (30.0, 2.0), on=lw.Displacement("x")),
    "solid": lw.LinearViscoelastic((1.0, 0.2), (30.0, 20.0, 0.5), on=lw.Displacement("x")),
    "matrix": lw.FungMatrix(STIFFNESSES, "0.4 + 0.3*exp(-x/0.3) + 0.3*exp(-x/0.05)", 3.0, on=lw.Vector()),
}


@pytest.mark.seed("S0.4")
def test_energy_that_is_stored_and_lost_is_all_of_the_work() -> None:
    """All on one slider: ∫ loss is what work leaves behind storage, none of it is negative, and all balances."""
    m = lw.Model("all", gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial={"displacement": 0.2, "displacement_dot": 1.0})
    for name, element in RELAXING.items():
        m.connect(name, element, m.ground, slider)
    run = lw.simulate(lw.compile_model(m), t_end=0.8, rtol=1e-10, atol=1e-12)
    points, weights = np.polynomial.legendre.leggauss(6)
    lengths = np.diff(run.t)[:, None]
    inside = run.resample((run.t[:-1, None] + lengths * (points + 1) / 2).ravel())
    budget = run.energy_budget
    for name in RELAXING:
        loss, share = inside[f"{name}.loss"], budget[name]
        assert loss.min() >= -1e-12 and run[f"{name}.energy"].min() >= -1e-12
        assert share.lost == pytest.approx(float((lengths * weights / 2).ravel() @ loss), abs=1e-9)
        assert share.lost is not None and share.lost > 1e-4
    assert np.abs(run.energy_balance).max() < 1e-9
    kinetic = 0.5 * run["rail.displacement_dot"] ** 2
    assert sum(share.work for share in budget.values()) == pytest.approx(kinetic[0] - kinetic[-1], abs=1e-9)


def test_energy_that_nobody_can_split_is_work() -> None:
    """A response that cannot be inverted, a kernel whose parts do not take energy out one by one."""
    assert not lw.Fung("5*x + 400*x**3", (0.5,), (0.1,)).may_store
    assert not lw.Fung(60.0, (0.2,), (0.3,), oscillations=((0.3, 0.25, 1.0, 2.0),)).may_store
    assert lw.Fung(60.0, (0.2,), (0.3,), oscillations=((0.3, 0.1, 1.0, 2.0),)).outputs == ("loss",)
    assert not lw.FungMatrix(elastic, KERNELS, 3.0, on=lw.Vector()).may_store
    assert not lw.LinearViscoelastic((1.0, 0.4, 0.03), (20.0, 12.0, 1.5)).may_store


def fung_matrix(kernel: Any, response: Any = STIFFNESSES, **more: Any) -> lw.Force:
    return lw.FungMatrix(response, kernel, 3.0, on=lw.Vector(), **more)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: fung_matrix((("exp(-x)", 0.0), (0.0, "exp(-x)"))), "kernel is for 2 numbers, and Vector measures 3"),
        (lambda: fung_matrix("exp(-x)", np.eye(2)), "response is for 2 numbers, and Vector measures 3"),
        (lambda: fung_matrix("exp(-x)", lambda e: [e[0]]), "response must give 3 numbers, as many as Vector measures"),
        (lambda: fung_matrix("exp(-x)", rest=(0.1,)), "rest has 1 numbers, and Vector measures 3"),
        (lambda: fung_matrix((("exp(-x)",), (0.0, 1.0))), "give as many kernels in each row as there are rows"),
        (
            lambda: fung_matrix(
                (("exp(-x)", "2*exp(-x)", 0.0), ("2*exp(-x)", "exp(-x)", 0.0), (0.0, 0.0, "exp(-x)")), 50 * np.eye(3)
            ),
            "the matrix of kernels is not passive: a motion at .* rad/s would get energy out of it",
        ),
        (
            lambda: fung_matrix((("1 + exp(-x)", 0.5, 0.0), (0.0, "1 + exp(-x)", 0.0), (0.0, 0.0, "1 + exp(-x)"))),
            r"is not symmetric and positive.*G\(∞\) K.*entry \(1, 2\) is",
        ),
        (
            lambda: lw.FungMatrix(
                np.diag([150.0, 100.0, 80.0]),
                (
                    ("1 + exp(-x)", "0.1*exp(-2*x)", 0.0),
                    ("0.1*exp(-2*x)", "1 + exp(-x)", 0.0),
                    (0.0, 0.0, "1 + exp(-x)"),
                ),
                horizon=5.0,
                on=lw.Vector(),
            ),
            r"G\(0\) K, .* must be symmetric: its entry \(1, 2\) is 10, and \(2, 1\) is 15",
        ),
        (
            lambda: fung_matrix("where(x < 1, 1, 0.5)"),
            "no sum of up to 32 exponentials meets the relaxation kernel with",
        ),
        (
            lambda: lw.FungMatrix(STIFFNESSES, "exp(-x)", lw.Parameter("span", 3.0), on=lw.Vector()),
            "FungMatrix: the exponentials are found once, and the Parameter 'span' could not change",
        ),
        (lambda: fung_matrix("exp(-x)", tolerance=lw.Parameter("tol", 1e-6)), "the Parameter 'tol' could not change"),
        (lambda: fung_matrix("1/(x - 1)"), "is not a number; a kernel must be finite from 0 s to the horizon"),
        (
            lambda: lw.Fung(5.0, (), (), oscillations=((0.5, 2.0, 1.0, 5.0),)),
            "moved to and fro at .* rad/s it would give",
        ),
        (
            lambda: lw.Fung(5.0, (), (), oscillations=((0.5, 0.0, -1.0, 5.0),)),
            "oscillations: decay -1 1/s and frequency",
        ),
        (lambda: lw.Fung(5.0, (), (), oscillations=((1.5, 0.0, 1.0, 5.0),)), "equilibrium is -0.5"),
    ],
)
def test_kernels_that_cannot_be_are_named(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


def test_an_active_matrix_is_let_where_it_is_asked_for_and_told() -> None:
    kernel = (("1 + exp(-x)", 0.5, 0.0), (0.0, "1 + exp(-x)", 0.0), (0.0, 0.0, "1 + exp(-x)"))
    tissue = fung_matrix(kernel, passive=False)
    assert not tissue.may_store and "it feeds energy: what is left of G" in tissue.remarks[1]
    assert len(fung_matrix("exp(-x)").remarks) == 1


D2 = case("D2_history_laws")["fung_matrix"]


def active_tissue() -> lw.FungMatrix:
    """That of D2, in a plane: its matrix of kernels is not symmetric."""
    p = D2["parameters"]
    (a1, a2), (b1, b2), c = p["A"], p["B"], p["coupling"]

    def response(e: Any) -> list[Any]:
        return [a1 * lw.expm1(b1 * e[0]) + c * e[1], a2 * lw.expm1(b2 * e[1]) + c * e[0], 0.0 * e[2]]

    rows = [[0.0] * 3 for _ in range(3)]
    for i in range(2):
        for j in range(2):
            parts = [f"({G[i][j]})*exp(-x/{tau})" for G, tau in zip(p["G_k"], p["tau_k"], strict=True)]
            rows[i][j] = " + ".join([f"({p['G_inf'][i][j]})", *parts])
    kernel = tuple(map(tuple, rows))
    return lw.FungMatrix(response, kernel, 3.0, 1e-12, passive=False, on=lw.Vector())


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_any_matrix_of_kernels_to_the_digits_of_the_reference(coordinates: str) -> None:
    """D2: two masses on tissue that feeds a slow oscillation; the strain is applied suddenly."""
    p, samples = D2["parameters"], D2["free"]["samples"]
    m = lw.Model("active", gravity=(0, 0, 0))
    first = m.body("first", mass=p["masses"][0] - p["masses"][1], inertia=(1, 1, 1))
    second = m.body("second", mass=p["masses"][1], inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, first, initial={"displacement": p["e0"][0]})
    m.connect("y", lw.Prismatic("y"), first, second, initial={"displacement": p["e0"][1]})
    tissue = active_tissue()
    m.connect("tissue", tissue, m.ground, second)
    for axis, end in (("x", m.ground), ("y", first)):
        law = lw.FunctionForce(lambda e, e_dot: -p["dashpot"] * e_dot, on=lw.Displacement(axis))
        m.connect(f"damper {axis}", law, end, first if axis == "x" else second)
    system = lw.compile_model(m, coordinates)
    held = np.array([float(x) for x in tissue.elastic(np.array([*p["e0"], 0.0]))])
    names = [name for name in system.layout.z if name.startswith("tissue.")]
    start = lw.assemble(system).with_values({name: held[int(name[-1]) - 1] for name in names})
    run = lw.simulate(system, start, times=[x["t"] for x in samples], rtol=1e-11, atol=1e-13, method="dop853")
    np.testing.assert_allclose(run["second.position"][:, :2], [x["e"] for x in samples], atol=1e-10)
    np.testing.assert_allclose(-run["tissue.force"][:, :2], [x["F"] for x in samples], atol=1e-8)
    assert any("feeds energy: what is left of G" in note for note in run.certificate.notes)
    values = lw.equilibrium(system).eigenvalues
    wanted = np.array([complex(float(a), float(b)) for a, b in D2["free"]["eigenvalues_about_zero"]])
    assert np.abs(values[:, None] - wanted).min(axis=0).max() < 1e-8


def test_a_budget_says_what_it_needs_and_which_elements_it_has() -> None:
    m = lw.Model("budget")
    m.connect("rail", lw.Prismatic("z"), m.ground, m.body("slider", mass=1.0, inertia=(1, 1, 1)))
    m.connect("tissue", lw.Maxwell(10.0, 2.0, on=lw.Displacement("z")), m.ground, m.bodies["slider"])
    system = lw.compile_model(m)
    with pytest.raises(ModelError, match=r"energy_budget needs the run between its rows.*run without `times`"):
        _ = lw.simulate(system, t_end=0.1, times=3).energy_budget
    with pytest.raises(ModelError, match=r"energy_budget: there is no force element 'tisue'. Did you mean 'tissue'"):
        _ = lw.simulate(system, t_end=0.1).energy_budget["tisue"]
