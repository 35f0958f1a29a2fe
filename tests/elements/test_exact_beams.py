"""Exact beams at rest: objectivity of strains, and Reissner's beam against F1."""

import numpy as np
import pytest
import scipy.optimize
import scipy.special

import linkwork as lw
from linkwork.spatial import Relative, rotation_of_vector, turning_of_vector
from tests.beam_models import cantilever
from tests.reference_models import case

ROD = lw.StiffnessSection(1e6, 4e5, 4e5, 80.0, 100.0, 100.0, 1.0, (0.01, 0.005, 0.005))


def rel(R: np.ndarray, p: np.ndarray) -> Relative:
    return Relative(R, p, np.zeros(3), np.zeros(3))


def strains(frames: list[tuple[np.ndarray, np.ndarray]], length: float) -> np.ndarray:
    (R, p), order = frames[0], len(frames) - 1
    seen = [rel(R.T @ A, R.T @ (a - p)) for A, a in frames[1:]]
    return np.asarray(lw.BeamStrain(length, order).value(seen[0] if order == 1 else seen))


def test_slopes_of_a_rotation_vector_are_those_of_differences() -> None:
    for size in (1e-9, 0.3, 0.999, 1.001, 3.0):
        psi, rate, step = size * np.array([0.48, -0.6, 0.64]), np.array([0.3, 0.9, -0.2]), 1e-6
        ahead, behind = rotation_of_vector(psi + step * rate), rotation_of_vector(psi - step * rate)
        skew = rotation_of_vector(psi).T @ (ahead - behind) / (2.0 * step)
        found = turning_of_vector(psi) @ rate
        np.testing.assert_allclose([skew[2, 1], skew[0, 2], skew[1, 0]], found, atol=1e-9)


@pytest.mark.parametrize("order", [1, 2, 4])
def test_a_helix_has_constant_strains(order: int) -> None:
    """Nodes on a line of constant curvature and twist: κ is the same everywhere; γ tends to zero as elements shrink."""
    from linkwork.elements.measures.beam_strain import lobatto_points

    kappa, size = np.array([0.4, -0.3, 0.5]), 0.5
    at = size * lobatto_points(order)[0]
    frames = [(rotation_of_vector(s * kappa), s * turning_of_vector(-s * kappa)[:, 0]) for s in at]
    found = strains(frames, size).reshape(order, 6)
    np.testing.assert_allclose(found[:, 3:], np.tile(kappa, (order, 1)), atol=1e-12)
    assert np.abs(found[:, :3]).max() < {1: 6e-3, 2: 6e-4, 4: 3e-7}[order]
    turn, shift = rotation_of_vector(np.array([1.0, 2.0, -0.5])), np.array([3.0, -1.0, 2.0])
    moved = [(turn @ R, turn @ p + shift) for R, p in frames]
    np.testing.assert_allclose(strains(moved, size), found.ravel(), atol=1e-13)  # objective


def test_the_cantilever_of_f1_in_both_coordinates() -> None:
    """Order 2 towards the elastica with shear, and the same in tree and absolute coordinates."""
    wanted = next(r for r in case("F1_rod_statics")["elastica_shear"]["results"] if r["P"] == 1.0)
    found = {}
    for elements, coordinates in ((2, "absolute"), (4, "absolute"), (2, "tree")):
        m, beam = cantilever(ROD, 10.0, lw.AppliedForce((0.0, 1.0, 0.0)), elements=elements)
        eq = lw.equilibrium(lw.compile_model(m, coordinates), steps=4)
        assert eq.way == "load steps" and eq.path.fractions[-1] == 1.0 and not eq.path.singular
        found[elements, coordinates] = np.asarray(eq[f"{beam.tip.name}.position"])
        moment = eq["beam/element1.moment_z"]
        assert moment == pytest.approx(eq[f"{beam.tip.name}.position"][0] - 5.0 / elements, rel=2e-2)
    errors = {key: float(np.linalg.norm(x - wanted["tip"])) for key, x in found.items()}
    assert 3.7 < errors[2, "absolute"] / errors[4, "absolute"] < 4.3
    np.testing.assert_allclose(found[2, "tree"], found[2, "absolute"], atol=1e-9)
    extrapolated = (4.0 * found[4, "absolute"] - found[2, "absolute"]) / 3.0
    np.testing.assert_allclose(extrapolated, wanted["tip"], atol=1.5e-3)


def test_an_element_that_bends_too_far_is_told() -> None:
    rod = lw.StiffnessSection(1e4, 1e4, 1e4, 100.0, 100.0, 100.0, 1.0, (0.2, 0.1, 0.1))
    m, _ = cantilever(rod, 10.0, lw.AppliedMoment((0.0, 0.0, 60.0)), elements=2)
    eq = lw.equilibrium(lw.compile_model(m, "absolute"), steps=4)
    assert eq.verdict.is_bad
    assert str(eq.verdict).endswith("of beam bends by 3.0 rad (limit pi): use more elements (now 2, try 5).")


def test_a_load_path_tells_where_equilibria_branch_off() -> None:
    """A straight column under 1.5 times Euler's load stays straight, and the path passes the point where it buckles."""
    euler = 100.0 * (0.5 * np.pi / 10.0) ** 2
    m, _ = cantilever(ROD, 10.0, lw.AppliedForce((-1.5 * euler, 0.0, 0.0)), elements=4)
    # Bending in one plane only: a single eigenvalue changes sign, and the determinant with it.
    m.connect("plane", lw.PointInPlane("z"), m.ground, m["beam/node4"])
    eq = lw.equilibrium(lw.compile_model(m, "absolute"), steps=10)
    (a, b), *_ = eq.path.singular
    assert a < 1.0 / 1.5 < b * 1.05 and "other equilibria branch off" in str(eq.verdict)
    # Four elements of first order buckle under a little more than Euler's load.
    assert a < eq.path.critical[0] < b and eq.path.critical[0] == pytest.approx(1.0 / 1.5, rel=0.06)
    assert eq.stability == "unstable"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("elements", "steps", "coordinates"),
    [
        (12, None, "absolute"),
        (12, 10, "absolute"),
        # Finer elements are stiffer along the column, and what holds free motions must stay small beside its bending.
        (20, 10, "absolute"),
        pytest.param(20, None, "absolute", marks=pytest.mark.slow),
        pytest.param(40, 10, "absolute", marks=pytest.mark.slow),
        # A tree is led by the load steps of its bodies.
        pytest.param(12, None, "tree", marks=pytest.mark.slow),
        pytest.param(16, None, "tree", marks=pytest.mark.slow),
    ],
)
def test_a_slender_column_bends_far_aside_by_arc_length(elements: int, steps: int | None, coordinates: str) -> None:
    """EA 1e7, EI 5, 2 m, clamped, 1.2 times Euler's load with 1/1000 across: near the elastica of Euler.

    P/P_E = (2 K(k)/π)², x/L = 2 E(k)/K(k) − 1, y/L = 2k/K(k).
    """
    L, EI = 2.0, 5.0
    load = 1.2 * EI * (0.5 * np.pi / L) ** 2
    section = lw.StiffnessSection(1e7, 4e6, 4e6, EI, EI, EI, 1.0, (2e-3, 1e-3, 1e-3))
    K = 0.5 * np.pi * np.sqrt(1.2)
    k = scipy.optimize.brentq(lambda x: scipy.special.ellipk(x * x) - K, 0.1, 0.99)
    known = np.array([2.0 * scipy.special.ellipe(k * k) / K - 1.0, 2.0 * k / K]) * L
    m, beam = cantilever(section, L, lw.AppliedForce((-load, 0.0, 1e-3 * load)), elements=elements)
    eq = lw.equilibrium(lw.compile_model(m, coordinates), steps=steps)
    assert eq.stability == "stable" and eq.verdict.is_good
    assert eq[f"{beam.tip.name}.position"][[0, 2]] == pytest.approx(known, rel=0.02)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("part", "coordinates"),
    [
        (1.1, "absolute"),
        (1.05, "tree"),
        pytest.param(1.1, "tree", marks=pytest.mark.slow),
        pytest.param(5.0, "absolute", marks=pytest.mark.slow),
        pytest.param(5.0, "tree", marks=pytest.mark.slow),
        pytest.param(12.0, "absolute", marks=pytest.mark.slow),
        pytest.param(12.0, "tree", marks=pytest.mark.slow),
    ],
)
def test_a_slender_column_that_is_straight_is_found_buckled(part: float, coordinates: str) -> None:
    """Nothing pushes across, and the straight column is an equilibrium too: `stable=True` gives Euler's elastica."""
    L, EI = 2.0, 5.0
    load = part * EI * (0.5 * np.pi / L) ** 2
    section = lw.StiffnessSection(1e7, 4e6, 4e6, EI, 2.0 * EI, EI, 1.0, (2e-3, 1e-3, 1e-3))
    m, beam = cantilever(section, L, lw.AppliedForce((-load, 0.0, 0.0)), elements=12)
    K = 0.5 * np.pi * np.sqrt(part)
    k = scipy.optimize.brentq(lambda x: scipy.special.ellipk(x * x) - K, 0.1, 1.0 - 1e-9)
    known = np.array([2.0 * scipy.special.ellipe(k * k) / K - 1.0, 2.0 * k / K]) * L
    eq = lw.equilibrium(lw.compile_model(m, coordinates), stable=True)
    x, y, z = eq[f"{beam.tip.name}.position"]
    assert eq.stability == "stable" and eq.verdict.is_good
    # Twelve elements buckle a little later than a beam does: near its load that counts most.
    assert (x, np.hypot(y, z)) == pytest.approx(known, rel=0.03)


@pytest.mark.few(2)
@pytest.mark.parametrize(("coordinates", "dense"), [("absolute", 600), ("absolute", 0), ("tree", 600)])
def test_a_load_path_tells_where_a_round_column_buckles(
    coordinates: str, dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both planes at once: two eigenvalues change sign together, and the determinant keeps its own."""
    monkeypatch.setattr("linkwork.analyses.statics.conditions.MOST_SPEEDS_IN_FULL", dense)
    euler = 100.0 * (0.5 * np.pi / 10.0) ** 2
    m, _ = cantilever(ROD, 10.0, lw.AppliedForce((-2.0 * euler, 0.0, 0.0)), elements=4)
    eq = lw.equilibrium(lw.compile_model(m, coordinates), steps=5)
    assert eq.path.unstable == 2 and not eq.verdict.is_good
    if coordinates == "tree":
        # What is left of the load turns with the coordinates there: the path is unstable from its start.
        assert "leads to an unstable equilibrium" in str(eq.verdict)
        return
    ((a, b),) = eq.path.singular
    assert a < 0.5 < b < 0.65 and "other equilibria branch off" in str(eq.verdict)


def test_a_squeezed_element_is_told() -> None:
    """A straight bar under half of EA is in balance, and far beyond its law."""
    m, _ = cantilever(ROD, 10.0, lw.AppliedForce((-0.5 * 1e6, 0.0, 0.0)), elements=2)
    eq = lw.equilibrium(lw.compile_model(m, "absolute"))
    assert eq.verdict.is_bad and "of beam is squeezed to 0.5 of its length (limit 0.7)" in str(eq.verdict)
    assert "Start from another guess" in str(eq.verdict)


def slack_cable(length: float, elements: int, end: tuple[float, float, float]) -> lw.Model:
    m = lw.Model("cable", gravity=(0.0, 0.0, -9.81))
    rope = lw.StiffnessSection(1e4, 5e3, 5e3, 0.05, 0.05, 0.05, 0.5, (0.002, 0.001, 0.001))
    m.connect("cable", lw.Cable(rope, length=length, elements=elements), m.ground, m.ground.at(*end))
    return m


@pytest.mark.slow
def test_a_load_path_leads_a_slack_cable_to_its_load() -> None:
    """It starts in balance with its weight, so that no element is pressed and buckles as the load rises."""
    m = slack_cable(4.2, 8, (4.0, 0.0, 0.0))
    still = lw.equilibrium(lw.compile_model(m, "absolute"), steps=1)
    m.connect("load", lw.AppliedForce((0.0, 0.0, -98.1)), m["cable/node4"])
    system = lw.compile_model(m, "absolute")
    plain, stepped = lw.equilibrium(system), lw.equilibrium(system, steps=1)
    assert still["cable/element4.normal_force"] > 0.0 and stepped.verdict.is_good and not stepped.path.singular
    for name in ("cable/element1.normal_force", "cable/node4.position"):
        np.testing.assert_allclose(stepped[name], plain[name], rtol=1e-6, atol=1e-8)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["absolute", "tree"])
def test_one_load_step_bends_a_stiff_cantilever(coordinates: str) -> None:
    """−F L³/(3 E I) at its tip: the load is a slight part of the forces that a stretch of it would ask for."""
    m = lw.Model("cantilever", gravity=(0.0, 0.0, 0.0))
    steel = lw.Material(2.1e11, 0.3, 7850.0)
    beam = m.connect("beam", lw.ExactBeam(lw.Rectangle(0.02, 0.01), steel, elements=8, length=1.0), m.ground)
    m.connect("load", lw.AppliedForce((0.0, 0.0, -10.0)), beam.tip)
    eq = lw.equilibrium(lw.compile_model(m, coordinates), steps=1)
    stiffness = 3.0 * 2.1e11 * 0.02 * 0.01**3 / 12.0
    assert eq["beam/node8.position"][2] == pytest.approx(-10.0 / stiffness, rel=0.01)
    assert eq.path.fractions == (0.0, 1.0) and eq.verdict.is_good


@pytest.mark.slow
def test_a_cable_between_ends_above_one_another_hangs_in_a_loop() -> None:
    eq = lw.equilibrium(lw.compile_model(slack_cable(12.0, 16, (0.0, 0.0, -3.0)), "absolute"))
    assert min(eq[f"cable/element{k}.stretch"] for k in range(1, 17)) > -0.01
    lowest = min(eq[f"cable/node{k}.position"][2] for k in range(17))
    assert lowest == pytest.approx(-7.5, abs=0.2) and eq.stability != "unstable"


def test_a_cable_hangs_as_the_elastic_catenary() -> None:
    wanted = case("F1_rod_statics")["elastic_catenary"]["results"][0]
    errors, tensions = [], []
    for elements in (8, 16):
        m = lw.Model("cable", gravity=(0.0, 0.0, -10.0))
        rope = lw.StiffnessSection(2e4, 1e4, 1e4, 0.02, 0.02, 0.02, 2.0, (0.002, 0.001, 0.001))
        m.connect("rope", lw.Cable(rope, None, 12.0, elements), m.ground, m.ground.at(wanted["span"], 0.0, 0.0))
        eq = lw.equilibrium(lw.compile_model(m, "absolute"), steps=1)
        middle = next(p for p in wanted["points"] if p["s"] == 6.0)
        x, _, z = eq[f"rope/node{elements // 2}.position"]
        assert x == pytest.approx(5.0, abs=1e-9)
        errors.append(z - float(middle["z"]))
        tensions.append(eq[f"rope/element{elements // 2}.normal_force"])
    assert 3.7 < errors[0] / errors[1] < 4.3 and abs(4.0 * errors[1] - errors[0]) / 3.0 < 1e-3
    # The element beside the middle: its slope is half an element's weight over H.
    assert (4.0 * tensions[1] - tensions[0]) / 3.0 == pytest.approx(float(wanted["H"]), rel=2e-3)


@pytest.mark.parametrize("elements", [pytest.param(n, marks=pytest.mark.slow) for n in (6, 20)])
def test_a_cable_between_two_points_hangs_alike_in_both_coordinates(elements: int) -> None:
    """On a tree all nodes hang on the one before: Newton's method goes by absolute coordinates there."""
    m = lw.Model("cable")
    m.connect("rope", lw.Cable(lw.Circle(0.005), lw.STEEL, 12.0, elements), m.ground, m.ground.at(10.0, 0, 0))
    tree, absolute = (lw.equilibrium(lw.compile_model(m, which)) for which in ("tree", "absolute"))
    names = [f"rope/node{k}.position" for k in range(1, elements)]
    np.testing.assert_allclose([tree[name] for name in names], [absolute[name] for name in names], atol=1e-7)
    assert tree.verdict.is_good and tree.way == "newton in absolute coordinates"
    assert tree[names[elements // 2 - 1]][2] == pytest.approx(-2.9234, rel=0.6 / elements**2 + 1e-3)  # the catenary


@pytest.mark.few(1)
@pytest.mark.parametrize(("side", "load"), [(0.02, 1.0), (0.02, 1e-3), (0.005, 0.1)])
def test_slight_loads_bend_slender_beams(side: float, load: float) -> None:
    """P L³/3EI: a beam is stiffer along than across by up to nine orders, and small loads count all the same."""
    m = lw.Model("cantilever", gravity=(0, 0, 0))
    beam = m.connect("beam", lw.ExactBeam(lw.Rectangle(side, side), lw.STEEL, elements=4, length=0.8), m.ground)
    m.connect("load", lw.AppliedForce((0, 0, -load)), beam.tip)
    rest = lw.equilibrium(lw.compile_model(m))
    by_hand = load * 0.8**3 / (3 * lw.STEEL.E * side**4 / 12)
    assert -rest["beam/node4.position"][2] == pytest.approx(by_hand, rel=0.02)
    assert rest.verdict.is_good


@pytest.mark.slow
def test_a_cable_that_hangs_in_a_fold_is_told_so() -> None:
    """Ends above one another: the fold at its lowest place is sharper than eight elements can follow."""
    rope = lw.StiffnessSection(2e4, 1e4, 1e4, 0.02, 0.02, 0.02, mass=2.0, inertia_moments=(0.002, 0.001, 0.001))
    model = lw.Model("line", gravity=(0, 0, -10.0))
    model.connect("rope", lw.Cable(rope, length=6.0, elements=8), model.ground, model.ground.at(0, 0, -4.0))
    words = (
        r"element \d of rope bends by \d\.\d rad, a fold that is sharper .* take its ends farther apart, give elements"
    )
    with pytest.raises(lw.EquilibriumError, match=words):
        lw.equilibrium(lw.compile_model(model, "absolute"), steps=1)
