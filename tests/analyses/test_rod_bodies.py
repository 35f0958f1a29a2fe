"""Rods as modal bodies: frames that carry them, material as Parameters, stresses, loads, and equations to read."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import solve_bvp
from scipy.optimize import brentq
from scipy.special import ellipk

import linkwork as lw
from tests.modal_models import cantilever as cantilever_data

LENGTH, SIDE = 0.8, 0.02
SECTION = lw.Rectangle(SIDE, SIDE)


def thrown(root: str, force: float) -> np.ndarray:
    """Where the ends of a free rod go that is pushed at its tip, with its frame at another place of it."""
    model = lw.Model("free rod", gravity=(0, 0, 0), silence="unheld")
    rod = lw.FlexibleRod(LENGTH, SECTION, lw.STEEL, modes=2, root=root)
    arm = model.body("arm", rod)
    model.connect("push", lw.AppliedForce((0, 0.3 * force, force)), arm.at("tip"))
    run = lw.simulate(lw.compile_model(model), t_end=0.02, rtol=1e-9, atol=1e-12, times=[0.0, 0.01, 0.02])
    ends = np.array([run[f"arm.{name}.position"] for name in ("root", "tip")])
    return ends - ends[:, :1]


@pytest.mark.slow
def test_three_floating_frames_give_the_same_motion() -> None:
    """Root, tip and mean axes: what differs is of second order in the deformation, and falls with the load squared."""
    gaps = []
    for force in (200.0, 100.0):
        moved = {root: thrown(root, force) for root in ("root", "tip", "mean axes")}
        size = np.abs(moved["root"]).max()
        gaps.append([np.abs(moved[name] - moved["root"]).max() / size for name in ("tip", "mean axes")])
    assert np.max(gaps) < 2e-3
    assert np.all(np.array(gaps[1]) < 0.6 * np.array(gaps[0]))


def cantilever(material=lw.STEEL) -> lw.System:
    model = lw.Model("cantilever", gravity=(0, 0, 0))
    arm = model.body("arm", lw.FlexibleRod(LENGTH, SECTION, material, modes=2, shear=False))
    model.connect("clamp", lw.Fixed(), model.ground, arm.at("root"))
    model.connect("load", lw.AppliedForce((0, 0, -30.0)), arm.at("tip"))
    return lw.compile_model(model)


def test_stress_and_loads_of_a_cantilever_are_those_of_the_closed_form() -> None:
    """σ = M c / I at root and middle, and the clamp carries F and F L."""
    eq = lw.equilibrium(cantilever())
    moment, inertia = 30.0 * LENGTH, SIDE**4 / 12
    bent = moment * (SIDE / 2) / inertia
    for place, part in (("root", 1.0), ("middle", 0.5), ("tip", 0.0)):
        stress = np.sort(eq[f"arm.stress.{place}"])
        assert stress == pytest.approx(part * bent * np.array([-1, -1, 1, 1]), rel=1e-3, abs=1e-3 * bent)
    loads = lw.loads(eq.system, eq.state)
    np.testing.assert_allclose(loads["clamp"].force, (0, 0, 30.0), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(loads["clamp"].moment, (0, -moment, 0), rtol=1e-3, atol=1e-6)


def elastica(load: list[float]) -> np.ndarray:
    """Tip of an inextensible rod under dead loads: θ'' = F_x sin θ − F_y cos θ, θ(0) = 0, θ'(1) = M."""

    def slope(_s: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.array([np.cos(y[2]), np.sin(y[2]), y[3], load[0] * np.sin(y[2]) - load[1] * np.cos(y[2])])

    s = np.linspace(0.0, 1.0, 40)
    found = solve_bvp(
        slope, lambda a, b: np.array([*a[:3], b[3] - load[2]]), s, np.vstack([s, 0 * s, 0 * s, 0 * s]), tol=1e-8
    )
    return np.asarray(found.y[:2, -1])


@pytest.mark.slow
def test_a_rod_that_bends_far_is_near_the_elastica() -> None:
    """Tip forces along and across, and moments: slopes of 0.13 to 0.3.

    Small slopes give F_y/3, F_y (1 − tanh k/k)/F_x with k² = F_x, and M/2.
    Terms of third order take off most of what that errs by, θ²/10 of the deflection.
    """
    thin = SimpleNamespace(area=1.0, Iy=1e-8, Iz=1e-8, J=2e-8, ky=0.85, kz=0.85)
    names = ("along", "across", "turn")
    along, across, turn = (lw.Parameter(name, 0.0) for name in names)
    model = lw.Model("rod", gravity=(0, 0, 0))
    arm = model.body("arm", lw.FlexibleRod(1.0, thin, lw.Material(1e8, 0.3, 1.0), modes=2, shear=False))
    model.connect("clamp", lw.Fixed(), model.ground, arm.at("root"))
    model.connect("force", lw.AppliedForce((along, across, 0)), arm.at("tip"))
    model.connect("moment", lw.AppliedMoment((0, 0, turn)), arm.at("tip"))
    system = lw.compile_model(model)
    small = [(0.0, 0.3, 0.0, 0.1), (2.0, 0.5, 0.0, 0.25 * (1.0 - np.tanh(2**0.5) / 2**0.5)), (0.0, 0.0, 0.3, 0.15)]
    for *load, deflection in small:
        wanted = elastica(load)
        found = lw.equilibrium(system, dict(zip(names, load, strict=True)))["arm.tip.position"][:2]
        assert np.abs(found - wanted).max() < 0.2 * abs(deflection - wanted[1])


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_column_has_a_straight_and_a_bent_equilibrium(coordinates: str) -> None:
    """1.015 of Euler's load: load steps keep to the straight one and say that it is unstable; beside it the elastica.

    K(k) = √P, y = 2 k/√P. Three modes and bending of third order are 4 % from it.
    """
    load = 1.015 * np.pi**2 / 4
    k = brentq(lambda k: ellipk(k * k) - np.sqrt(load), 1e-6, 0.99)
    model = lw.Model("column", gravity=(0, 0, 0))
    arm = model.body("arm", lw.ModalBody(cantilever_data(modes=3, directions="y", third_order=True)))
    model.connect("clamp", lw.Fixed(), model.ground, arm.at("root"))
    model.connect("push", lw.AppliedForce((-load, 0, 0)), arm.at("tip"))
    system = lw.compile_model(model, coordinates)
    straight = lw.equilibrium(system, steps=4)
    assert straight["arm.tip.position"] == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert "the load path leads to an unstable equilibrium" in str(straight.verdict)
    bent = lw.equilibrium(system, {"arm.y1": 0.2}, stable=True)
    assert abs(bent["arm.tip.position"][1]) == pytest.approx(2 * k / np.sqrt(load), rel=0.05)
    assert "arm.tip turned 0.32 rad elastically: beyond small deformation (0.1): cut it in pieces" in str(bent.verdict)


@pytest.mark.slow
def test_a_damped_rod_comes_to_rest_on_a_plane() -> None:
    """Its tip falls on a one-sided plane and vibrates there, in ever smaller bounces, until it lies: λ = m g / 2.

    A step from just behind a bounce that is far too long must not be followed by steps of a few roundings.
    """
    model = lw.Model("rod")
    rod = lw.FlexibleRod(LENGTH, SECTION, lw.STEEL, modes=2, shear=False, damping=0.01)
    arm = model.body("arm", rod)
    model.connect("hinge", lw.Revolute("y"), model.ground, arm.at("root"), initial={"angle": -0.05})
    model.connect("floor", lw.PointInPlane("z", one_sided=True), model.ground.at(0, 0, 0), arm.at("tip"))
    system = lw.compile_model(model)
    run = lw.simulate(system, t_end=0.1)
    # Where runs are cut decides where bounces fall in steps.
    for t in (0.2, 0.25, 0.3, 0.35, 0.6):
        run = lw.simulate(system, run.state(-1), t)
        assert run.certificate.verdict.level == "good"
    assert run["arm.tip.position"][-1][2] == pytest.approx(0.0, abs=1e-9)
    force, t = run["floor.normal_force"], run.t
    mean = np.sum(0.5 * (force[1:] + force[:-1]) * np.diff(t)) / (t[-1] - t[0])
    assert mean == pytest.approx(0.5 * 9.81 * rod.modal.mass, rel=0.01)


@pytest.mark.slow
def test_sensitivity_by_young_and_density_of_a_rod() -> None:
    """δ ∝ 1/E: ∂δ/∂E = −δ/E; frequencies go as √(E/ρ). Young's modulus and density are Parameters of the body."""
    young, density = lw.Parameter("E", lw.STEEL.E), lw.Parameter("rho", lw.STEEL.density)
    system = cantilever(lw.Material(young, lw.STEEL.nu, density))
    eq = lw.equilibrium(system)
    tip = eq["arm.tip_z"]
    inertia = SIDE**4 / 12
    assert tip == pytest.approx(-30.0 * LENGTH**3 / (3 * lw.STEEL.E * inertia), rel=1e-4)
    found = lw.sensitivities(system, system.state(), 1e-3, parameters=["E", "rho"])
    place = system.layout.q_index("arm.tip_z")
    for k, (name, base) in enumerate((("E", lw.STEEL.E), ("rho", lw.STEEL.density))):
        ends = [
            lw.simulate(system, system.state({name: base * x}), 1e-3, rtol=1e-11, atol=1e-14)["arm.tip_z"][-1]
            for x in (1.0 + 1e-4, 1.0 - 1e-4)
        ]
        assert np.asarray(found.y)[-1, place, k] == pytest.approx((ends[0] - ends[1]) / (2e-4 * base), rel=1e-4)
    roots = [
        lw.linearize(system, lw.equilibrium(system, {"E": lw.STEEL.E * x})).eigenvalues[-1].imag for x in (1.0, 4.0)
    ]
    assert roots[1] == pytest.approx(2.0 * roots[0], rel=1e-4)
    with pytest.raises(lw.ModelError, match="rayleigh with a material of Parameters"):
        lw.FlexibleRod(LENGTH, SECTION, lw.Material(young, 0.3, 7800.0), modes=2, rayleigh=(0.1, 0.1))


def test_a_small_modal_body_as_equations_to_read() -> None:
    """M and h of a rod with one mode on a hinge, as SymPy: they are those that the kernels compute."""
    model = lw.Model("rod", gravity=(0, 0, 0))
    data = lw.FlexibleRod(LENGTH, SECTION, lw.STEEL, modes=1, interfaces={"root": 0.0}, points={"tip": LENGTH}).modal
    arm = model.body("arm", lw.ModalBody(data))
    model.connect("hinge", lw.Revolute("y"), model.ground, arm.at("root"))
    system = lw.compile_model(model)
    derived = lw.derive(system)
    state = system.state({"hinge.angle": 0.4, "hinge.angle_dot": 3.0, "arm.mode_1": 0.01, "arm.mode_1_dot": 0.5})
    known = {**dict(zip(system.layout.q, state.q, strict=True)), **dict(zip(system.layout.u, state.u, strict=True))}
    wanted = system.evaluate("dynamics", state)
    for what in ("M", "h"):
        found = getattr(derived, what)
        values = np.array(found.subs({s: known[s.name] for s in found.free_symbols}).tolist(), dtype=float)
        np.testing.assert_allclose(values.squeeze(), np.asarray(getattr(wanted, what)), rtol=1e-9)
    assert "arm.mode_1" in derived.text()


@pytest.mark.slow
def test_a_rod_hinged_at_its_root_out_of_clamped_modes() -> None:
    """k L = 3.9266, 7.0686 of tan kL = tanh kL: a mode is right to 1e-4 with some eight clamped ones in its plane."""
    thin = lw.Rectangle(0.001, 0.001)
    model = lw.Model("hinged", gravity=(0, 0, 0))
    arm = model.body("arm", lw.FlexibleRod(1.0, thin, lw.STEEL, modes=16, shear=False))
    model.connect("hinge", lw.Revolute("z"), model.ground, arm.at("root"))
    system = lw.compile_model(model)
    unit = np.sqrt(lw.STEEL.E * thin.Iz / (lw.STEEL.density * thin.area))
    found = np.abs(lw.linearize(system, system.state()).eigenvalues.imag) / unit
    for root in (3.926602312, 7.068582746):
        assert np.abs(found / root**2 - 1.0).min() < 1e-4
