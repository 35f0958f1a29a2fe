"""Energetic elements against closed forms: bar, beam, membrane, bushing, springs, friction, drag, contact."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

import linkwork as lw
from linkwork.contract import Force
from linkwork.formulation import derive_equations
from linkwork.spatial import rotation
from linkwork.testing import check_element
from linkwork.testing.force_examples import ACTIVE, ENERGETIC
from linkwork.testing.forces import Bench

from .acting import acting, moving

EXAMPLES = [x for kind in (ENERGETIC, ACTIVE) for cases in kind.values() for x in cases if x.ends != 0]


@pytest.mark.few(11)
@pytest.mark.parametrize("force", EXAMPLES, ids=lambda x: x.kind)
def test_examples_exert_loads_on_the_bench(force: Force) -> None:
    """The conformance checks run where elements act, not where their loads are zero anyway."""
    assert np.abs(Bench(force, 3).loads).max() > 1e-3


@pytest.mark.seed("S0.4")
def test_bar_is_a_spring_of_stiffness_ea_over_l():
    rel = moving((3.0, 0.0, 4.0), rotation("x", 1.0))
    found = acting(lw.Bar(axial=600.0, length=4.8), rel)
    np.testing.assert_allclose(found.wrenches[0], [0, 0, 0, *(-600 * 0.2 / 4.8 * np.array([0.6, 0, 0.8]))], atol=1e-12)


LENGTH, EA, EIY, EIZ, GJ = 1.2, 900.0, 3.0, 5.0, 2.0
BEAM = lw.Beam(LENGTH, EA, EIY, EIZ, GJ)


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize(
    ("load", "deformation"),
    [
        # Tip force P: P l³/3EI and P l²/2EI; tip moment M: M l²/2EI and M l/EI (any table of beams).
        ([0, 1, 0, 0, 0, 0], [0, LENGTH**3 / (3 * EIZ), 0, 0, 0, LENGTH**2 / (2 * EIZ)]),
        ([0, 0, 1, 0, 0, 0], [0, 0, LENGTH**3 / (3 * EIY), 0, -(LENGTH**2) / (2 * EIY), 0]),
        ([0, 0, 0, 0, 0, 1], [0, LENGTH**2 / (2 * EIZ), 0, 0, 0, LENGTH / EIZ]),
        ([0, 0, 0, 0, 1, 0], [0, 0, -(LENGTH**2) / (2 * EIY), 0, LENGTH / EIY, 0]),
        ([0, 0, 0, 1, 0, 0], [0, 0, 0, LENGTH / GJ, 0, 0]),
        ([1, 0, 0, 0, 0, 0], [LENGTH / EA, 0, 0, 0, 0, 0]),
    ],
)
def test_beam_deforms_as_the_tables_say(load, deformation):
    size = 1e-4
    bent = size * np.array(deformation)
    end = moving((LENGTH + bent[0], bent[1], bent[2]), Rotation.from_rotvec(bent[3:]).as_matrix())
    found = acting(BEAM, end)
    np.testing.assert_allclose(found.F, -size * np.array(load, dtype=float), atol=1e-12)
    # The beam pulls back at its second end with just the load; moments of small rotations agree to their square.
    back = found.wrenches[0]
    np.testing.assert_allclose(back[3:], -size * np.array(load[:3], dtype=float), atol=1e-12)
    np.testing.assert_allclose(back[:3], -size * np.array(load[3:], dtype=float), atol=size**2)


def cantilever(elements: int, load: float) -> np.ndarray:
    """(x, y, angle) of the tip of a clamped beam EI = l = 1, in pieces with bodies between, under a tip force."""
    m = lw.Model("cantilever", gravity=(0, 0, 0))
    piece, before = 1.0 / elements, m.ground
    for k in range(elements):
        node = m.body(f"n{k}", mass=1.0, inertia=(1, 1, 1))
        m.connect(f"h{k}", lw.Planar("z"), m.ground, node)
        m.connect(f"e{k}", lw.Beam(piece, 1e5, 1.0, 1.0, 1.0), before, node)
        before = node
    m.connect("load", lw.AppliedForce((0.0, load, 0.0)), before)
    e = derive_equations(m)
    h = e.tracer.function("h", h=e.dynamics.h, slopes=e.kinematics.slopes(e.dynamics.h))
    names = e.topology.layout.q
    q = np.array([piece * (int(n[1 : n.index(".")]) + 1) if n.endswith(".x") else 0.0 for n in names])
    for _ in range(60):
        found = h(q, np.zeros(len(q)), [], [], 0.0, [])
        q = q - np.linalg.solve(found.slopes, found.h)
    assert np.abs(found.h).max() < 1e-8
    return q[[names.index(f"h{elements - 1}.{word}") for word in ("x", "y", "angle")]]


def elastica(load: float) -> np.ndarray:
    """The same by quadrature of the exact curve EI θ″ = −P cos θ (shooting on the curvature at the clamp)."""

    def shoot(curvature: float) -> np.ndarray:
        def rates(s: float, y: np.ndarray) -> list[float]:
            return [y[1], -load * np.cos(y[0]), np.cos(y[0]), np.sin(y[0])]

        return solve_ivp(rates, (0, 1), [0, curvature, 0, 0], rtol=1e-11, atol=1e-12).y[:, -1]

    curvature = brentq(lambda c: shoot(c)[1], 0.0, 1.2 * load, xtol=1e-13)
    angle, _, x, y = shoot(curvature)
    return np.array([x, y, angle])


@pytest.mark.seed("S0.4")
def test_limits_of_one_beam_element_are_as_documented():
    for load, error in ((0.2, 0.004), (1.0, 0.105)):
        exact, one = elastica(load), cantilever(1, load)
        assert one[1] == pytest.approx(load / 3, rel=1e-6)
        assert one[1] / exact[1] - 1 == pytest.approx(error, abs=0.001)
        assert one[0] == pytest.approx(1.0, abs=1e-5) and exact[0] < 1.0 - 0.5 * exact[1] ** 2


@pytest.mark.seed("S0.4")
def test_more_beam_elements_bend_as_the_elastica_does():
    exact = elastica(1.0)
    errors = [np.abs(cantilever(n, 1.0) - exact).max() for n in (2, 4, 8)]
    assert errors[2] < 1.5e-3
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.25)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.25)


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("state", ["plane stress", "plane strain"])
def test_membrane_carries_a_uniform_stress(state):
    """A uniform stress gives each node half of σ n l h of its two edges: −½ h σ n l of the opposite one."""
    base, height, foot, E, h, nu = 1.1, 0.8, 0.3, 2e5, 0.01, 0.25
    strain = 1e-6 * np.array([[3.0, 0.7], [0.7, -2.0]])
    corners = np.array([[0, 0], [base, 0], [foot, height]])
    moved = corners @ (np.eye(2) + strain).T
    out = -nu / (1 - nu) * np.trace(strain) if state == "plane stress" else 0.0
    lame, shear = E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))
    stress = lame * (np.trace(strain) + out) * np.eye(2) + 2 * shear * strain
    turn = Rotation.from_rotvec([0.4, -1.2, 2.0]).as_matrix()
    ends = [moving(turn @ [*(p - moved[0]), 0.0]) for p in moved[1:]]
    found = acting(lw.Membrane(base, height, foot, E, h, nu, state=state), *ends)
    for k, (a, b) in enumerate(((2, 0), (0, 1))):
        edge = corners[b] - corners[a]
        pulled = 0.5 * h * stress @ np.array([edge[1], -edge[0]])
        np.testing.assert_allclose(turn.T @ found.wrenches[k, 3:], [*pulled, 0.0], rtol=1e-5, atol=1e-10)
        np.testing.assert_allclose(found.wrenches[k, :3], 0.0, atol=1e-12)


def test_bushing_takes_a_diagonal_or_a_matrix():
    K = np.diag([3.0, 4.0, 5.0, 60.0, 70.0, 80.0])
    assert lw.Bushing(K) == lw.Bushing(np.diag(K))
    rel = moving((0.1, -0.2, 0.3), rotation("y", 0.2), v=(1, 0, 0), w=(0, 2, 0))
    found = acting(lw.Bushing(K, 0.1 * K), rel)
    np.testing.assert_allclose(
        found.F, -K @ ([0, 0.2, 0, 0.1, -0.2, 0.3] + 0.1 * np.array([0, 2, 0, 1, 0, 0])), atol=1e-13
    )


@pytest.mark.parametrize(
    ("response", "f"),
    [
        (200.0, lambda x: 200 * x),
        (lw.PolynomialResponse((200.0, 3.0, 1e4)), lambda x: 200 * x + 3 * x**2 + 1e4 * x**3),
        (lw.ExponentialResponse(10.0, 20.0), lambda x: 10 * (np.exp(20 * x) - 1)),
        ("10*(exp(20*x) - 1)", lambda x: 10 * (np.exp(20 * x) - 1)),
        (lambda x: 7 * x**3, lambda x: 7 * x**3),
        (lw.TableResponse((-1, 0, 1), (-2, 0, 8), "linear"), lambda x: 8 * x if x > 0 else 2 * x),
        (lw.TableResponse((-1, 0, 1, 2), (-1, 0, 1, 8)), None),
    ],
)
def test_nonlinear_springs_follow_their_response(response, f):
    spring = lw.NonlinearSpring(response, 0.5, damping=2.0)
    for x in (-0.2, 0.05, 0.3):
        rel = moving((0, 0.5 + x, 0), v=(0, 0.7, 0))
        tension = spring.response.value(x) if f is None else f(x)
        np.testing.assert_allclose(acting(spring, rel).wrenches[0, 3:], [0, -tension - 1.4, 0], atol=1e-12)


@pytest.mark.parametrize(
    ("side", "e", "e_dot", "force"),
    [
        ("tension", 0.9, 1.0, 0.0),
        ("tension", 1.2, 1.0, -10 * 0.2 - 0.5),
        ("tension", 1.2, -5.0, 0.0),
        ("compression", 1.1, -1.0, 0.0),
        ("compression", 0.9, -1.0, 10 * 0.1 + 0.5),
        ("compression", 0.9, 5.0, 0.0),
    ],
)
def test_unilateral_spring_never_turns_round(side, e, e_dot, force):
    found = acting(lw.UnilateralSpring(10.0, 1.0, 0.5, side), moving((e, 0, 0), v=(e_dot, 0, 0)))
    assert found.F[0] == pytest.approx(force)
    sign = 1 if side == "tension" else -1
    np.testing.assert_allclose(found.kinks, [sign * (e - 1), sign * (10 * (e - 1) + 0.5 * e_dot)])
    assert (force != 0) == (found.kinks > 0).all()


def test_formula_and_function_forces_are_springs_where_written_so():
    rel = moving((0, 0, 0.7), v=(0, 0, 0.3))
    k = lw.Parameter("k", 20.0)
    wanted = acting(lw.Spring(20.0, 0.4, 3.0), rel).wrenches
    for force in (
        lw.FormulaForce("-k*(e - 0.4) - 3*e_dot", k),
        lw.FunctionForce(lambda e, e_dot: -20 * (e - 0.4) - 3 * e_dot),
        lw.LinearViscoelastic((1.0,), (20.0, 3.0), 0.4),
    ):
        np.testing.assert_allclose(acting(force, rel).wrenches, wanted)


def test_friction_has_its_levels():
    friction = lw.HingeFriction(2.0, 3.0, stribeck=0.1, viscous=0.4, smoothing=1e-4)

    def moment(speed: float) -> float:
        return float(acting(friction, moving((0, 0, 0), w=(0, 0, speed))).wrenches[0, 2])

    assert moment(0.0) == 0.0
    assert moment(5.0) == pytest.approx(-2.0 - 2.0)
    assert moment(-5.0) == pytest.approx(4.0)
    assert moment(0.01) == pytest.approx(-(2 + np.exp(-0.01)) - 0.004, rel=1e-6)
    assert moment(1e-4) == pytest.approx(-3.0 * np.tanh(1.0), rel=1e-4)
    slider = lw.HingeFriction(2.0, on=lw.Displacement("x"))
    np.testing.assert_allclose(acting(slider, moving((1, 0, 0), v=(3, 1, 0))).wrenches[0, 3:], [-2, 0, 0])


def test_drag_is_against_the_wind():
    drag = lw.Drag(0.5, 0.2, 1.2, wind=(1, 0, 0))
    v = np.array([4.0, 4.0, 0.0])
    np.testing.assert_allclose(acting(drag, moving((0, 0, 9), v=v)).wrenches[0, 3:], -0.06 * 5 * (v - [1, 0, 0]))
    still = acting(drag, moving((0, 0, 9), v=(1, 0, 0)))
    np.testing.assert_array_equal(still.wrenches, 0.0)


def test_a_falling_body_reaches_its_terminal_speed():
    m = lw.Model("fall", gravity=(0, 0, -9.81))
    body = m.body("b", mass=2.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("z"), m.ground, body)
    m.connect("air", lw.Drag(0.5, 0.2, 1.2), m.ground, body)
    system = lw.compile_model(m)
    terminal = np.sqrt(2 * 9.81 / 0.06)
    assert lw.accelerations(system, system.state({"rail.displacement_dot": -terminal})).u_dot == pytest.approx(
        [0.0], abs=1e-12
    )


CONTACT = {"stiffness": 1000.0, "dissipation": 0.4, "friction": 0.3, "smoothing": 1e-6}


@pytest.mark.parametrize(
    ("force", "rel", "depth", "normal", "arm"),
    [
        (lw.PointPlaneContact("x", **CONTACT), ((-0.02, 1, 2), (1, 0, 0)), 0.02, (1, 0, 0), (0, 0, 0)),
        (lw.SpherePlaneContact(0.5, "z", **CONTACT), ((1, 2, 0.48), (0, 0, 0)), 0.02, (0, 0, 1), (0, 0, -0.48)),
        (lw.SphereSphereContact(0.3, 0.5, **CONTACT), ((0, 0.78, 0), (0, 0, 0)), 0.02, (0, 1, 0), (0, -0.49, 0)),
        (lw.SphereSphereContact(-0.8, 0.5, **CONTACT), ((0, 0.32, 0), (0, 0, 0)), 0.02, (0, -1, 0), (0, 0.49, 0)),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_contact_pushes_and_rubs(force, rel, depth, normal, arm):
    n, r = np.array(normal, dtype=float), np.array(arm)
    w, v = np.array([0.3, 0.2, -0.5]), np.array([0.4, -0.1, 0.2]) - 0.5 * n
    found = acting(force, moving(rel[0], v=v, w=w))
    at = v + np.cross(w, r)
    load = 1000 * depth**1.5 * (1 - 1.5 * 0.4 * (n @ at))
    sliding = at - n * (n @ at)
    wanted = load * n - 0.3 * load * sliding / np.linalg.norm(sliding)
    np.testing.assert_allclose(found.wrenches[0, 3:], wanted, rtol=1e-9)
    np.testing.assert_allclose(found.wrenches[0, :3], np.cross(r, wanted), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(found.kinks[0], depth, rtol=1e-9)
    away = moving(np.array(rel[0]) + 0.1 * n, v=v, w=w)
    np.testing.assert_array_equal(acting(force, away).wrenches, 0.0)
    assert acting(force, away).kinks[0] == pytest.approx(depth - 0.1)
    # Leaving fast it does not pull.
    np.testing.assert_array_equal(acting(force, moving(rel[0], v=10 * n)).wrenches, 0.0)


def test_restitution_of_hunt_and_crossley():
    """Speeds v before and after satisfy G(v) = G(−e v), G(v) = λ v − ln(1 + λ v), λ = 3d/2: e ≈ 1 − d v when slow."""
    m = lw.Model("drop", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("rail", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.SpherePlaneContact(0.1, stiffness=1e5, dissipation=0.1), m.ground, ball)
    system = lw.compile_model(m)
    start = system.state({"rail.displacement": 0.1001, "rail.displacement_dot": -0.2})
    run = lw.simulate(system, start, t_end=0.1, rtol=1e-9)
    speed = run["rail.displacement_dot"][-1]
    assert run["rail.displacement"][-1] > 0.1
    slow = 1.5 * 0.1 * 0.2
    exact = brentq(lambda e: (slow - np.log1p(slow)) - (-e * slow - np.log1p(-e * slow)), 0.5, 1.0, xtol=1e-14)
    assert speed / 0.2 == pytest.approx(exact, rel=1e-6)
    assert exact == pytest.approx(1 - 0.1 * 0.2, abs=1e-3)


class Stored(lw.Force):
    """V = ½ ε·K ε on the measure of another element."""

    of = lw.option()

    def validate(self):
        object.__setattr__(self, "ends", self.of.ends)

    def energy(self, rel):
        e = np.atleast_1d(self.of.measured.value(rel)) - (self.of.length if self.of.kind == "Bar" else 0.0)
        K = self.of.axial / self.of.length * np.eye(1) if self.of.kind == "Bar" else self.of.stiffness
        return 0.5 * (e @ K @ e)


@pytest.mark.few(2)
@pytest.mark.seed("S0.4")
@pytest.mark.parametrize(
    "element",
    [lw.Bar(200.0, 0.9), BEAM, lw.Membrane(1.0, 0.9, 0.4, 200.0, 0.1), lw.Bushing(ENERGETIC["Bushing"][1].stiffness)],
    ids=lambda x: x.kind,
)
def test_elastic_elements_are_the_slopes_of_their_energy(element):
    """K ε against the derivative of ½ ε·K ε, which must also be an energy: K symmetric and not negative."""
    check_element(Stored(element))
    rng = np.random.default_rng(2)
    ends = [
        moving(rng.normal(size=3) + np.array([1, k, 0]), Rotation.from_rotvec(0.4 * rng.normal(size=3)).as_matrix())
        for k in range(element.ends - 1)
    ]
    np.testing.assert_allclose(acting(Stored(element), *ends).wrenches, acting(element, *ends).wrenches, atol=1e-9)
    if element.kind != "Bar":
        np.testing.assert_allclose(element.stiffness, element.stiffness.T)
        assert np.linalg.eigvalsh(element.stiffness).min() > -1e-9
