"""Geometric stiffness: spinning beams (F2, F4), buckling of columns and plates, solids against beams."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.linalg
from scipy.integrate import solve_ivp

from linkwork.contract.modal_data import GeometricStiffness
from linkwork.flexible import plate_data, reduce_model, rod_data
from linkwork.flexible.geometric_stiffness import inertia_fields
from tests.flexible.bodies import STEEL, bar, brick, case, ends, mass_matrix, relative

F2, F4 = case("F2_rotating_modes"), case("F4_spin_up")


def slender(modes: int, **options):
    """A rod of unit length, mass and bending stiffness, inextensible and without rotary inertia in effect."""
    stiff = 1e10
    section = SimpleNamespace(area=1.0, Iy=1 / stiff, Iz=1 / stiff, J=2 / stiff)
    material = SimpleNamespace(E=stiff, nu=0.3, density=1.0)
    options = {"interfaces": {"root": 0.0}, "elements": 40, "shear": False, "compare": False, **options}
    return rod_data(1.0, section, material, modes=modes, **options)


def spun_frequencies(data, spin: float, axis: int = 2) -> np.ndarray:
    """Of small vibrations about steady spin about an axis of the root, without Coriolis terms."""
    mass = np.einsum("aafg->fg", data.PP)
    Omega = spin**2 * (np.diag(np.eye(3)[axis]) - np.eye(3))
    centrifugal = np.einsum("abgf,ba->fg", data.PP, Omega)
    stiffness = data.stiffness + centrifugal
    if data.geometric is not None:
        stiffness = stiffness + spin**2 * data.geometric.spin[axis]
    return np.sqrt(scipy.linalg.eigh(0.5 * (stiffness + stiffness.T), mass, eigvals_only=True))


@pytest.mark.few(2)
@pytest.mark.parametrize(("spin", "excess"), [(2.0, 3.9e-6), (6.0, 1.4e-4), (12.0, 9.7e-4)])
def test_flap_and_lag_of_a_spinning_beam(spin: float, excess: float) -> None:
    """With four modes of each plane, those of the beam at rest, the first flap is high by a known part."""
    [wanted] = [r for r in F2["results"] if r["spin"] == spin and not r["hub_radius"] and not r["tip_mass"]]
    lag, flap = spun_frequencies(slender(8), spin)[:2]
    assert flap / float(wanted["flap"][0]) - 1 == pytest.approx(excess, rel=0.02)
    assert flap**2 - lag**2 == pytest.approx(spin**2, abs=1e-6)
    richer = spun_frequencies(slender(24), spin)[:2]
    assert richer == pytest.approx([float(wanted["lag"][0]), float(wanted["flap"][0])], rel=1e-4)


def test_two_modes_are_fewer() -> None:
    [wanted] = [r for r in F2["results"] if r["spin"] == 6.0 and not r["hub_radius"] and not r["tip_mass"]]
    assert spun_frequencies(slender(4), 6.0)[1] / float(wanted["flap"][0]) - 1 == pytest.approx(2.1e-3, rel=0.02)


def test_hub_radius_is_an_acceleration_of_the_root() -> None:
    """A root at distance r0 from the axis has the acceleration −r0 spin² along the beam."""
    [wanted] = [r for r in F2["results"] if r["spin"] == 6.0 and r["hub_radius"] == 1.0]
    data, spin = slender(8), 6.0
    K = data.stiffness + spin**2 * data.geometric.spin[2] - spin**2 * data.geometric.acceleration[0]
    flap = np.sqrt(scipy.linalg.eigh(K, np.einsum("aafg->fg", data.PP), eigvals_only=True))[0]
    assert flap == pytest.approx(float(wanted["flap"][0]), rel=1e-3)
    assert flap > float(wanted["flap"][0])


def test_tip_mass_is_a_wrench_on_the_tip() -> None:
    """A point mass at the tip pulls with m L spin², and adds its mass."""
    [wanted] = [r for r in F2["results"] if r["tip_mass"]]
    data, spin, m = slender(8, interfaces={"root": 0.0, "tip": 1.0}), 6.0, 0.5
    pull = m * spin**2 * data.geometric.wrenches["tip"][3]
    K = data.stiffness + spin**2 * data.geometric.spin[2] + pull
    Phi = data.frames["tip"].Phi
    M = np.einsum("aafg->fg", data.PP) + m * Phi.T @ Phi
    flap = np.sqrt(scipy.linalg.eigh(K, M, eigvals_only=True))[:2]
    assert flap[:1] == pytest.approx([float(wanted["flap"][0])], rel=1e-3)


def spin_up(data, modes: list[int]):
    """Equation (1) of a beam that is spun up about z, its lag alone: tip deflection at t = 1 … 20."""
    final, T1 = F4["parameters"]["final_spin"], F4["parameters"]["spin_up_time"]
    pick = np.ix_(modes, modes)
    M = np.einsum("aafg->fg", data.PP)[pick]
    K = data.stiffness[pick]
    K_G = data.geometric.spin[2][pick]
    load = data.XP[0, 1][modes]  # ∫ x phi dm
    factor = np.linalg.inv(M)

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        spin = final / T1 * (t - T1 / (2 * np.pi) * np.sin(2 * np.pi * t / T1)) if t < T1 else final
        gain = final / T1 * (1 - np.cos(2 * np.pi * t / T1)) if t < T1 else 0.0
        e, u = y[: len(modes)], y[len(modes) :]
        return np.concatenate([u, factor @ (-gain * load - (K + spin**2 * (K_G - M)) @ e)])

    times = np.arange(1.0, 21.0)
    values = []
    y = np.zeros(2 * len(modes))
    for start, end in zip([0.0, *times[:-1]], times, strict=True):
        y = solve_ivp(rate, (start, end), y, "DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
        values.append(data.frames["tip"].Phi[1, modes] @ y[: len(modes)])
    return np.array(values)


def beam_of_f4(modes: int):
    p = F4["parameters"]
    area, tiny = 1.0, 1e-9  # no rotary inertia
    section = SimpleNamespace(area=area, Iy=tiny, Iz=tiny, J=tiny)
    material = SimpleNamespace(E=p["EI"] / tiny, nu=0.3, density=p["rhoA"] / area)
    return rod_data(
        p["L"], section, material, modes=modes, interfaces={"root": 0.0}, points={"tip": p["L"]}, elements=40,
        shear=False, compare=False,
    )  # fmt: skip


@pytest.mark.parametrize("count", [2, 4])
def test_spin_up_with_the_matrices_of_the_reduction(count: int) -> None:
    data = beam_of_f4(2 * count)
    # Both planes are alike, so that each pair of modes may be turned: take them in the plane of rotation.
    found = spin_up(in_the_plane(data), list(range(count)))
    wanted = F4["floating_frame"]["u2"][f"{count}_modes"]
    assert np.abs(found - wanted).max() < 2e-7


def in_the_plane(data):
    """The lag modes of a rod whose planes are alike: combinations that do not move along z."""
    columns = []
    for i in range(0, len(data.coordinates), 2):
        pair = data.shapes[:, :, i : i + 2]
        _, _, V = np.linalg.svd(pair[:, 2])
        column = np.zeros(len(data.coordinates))
        column[i : i + 2] = V[1]
        columns.append(column)
    C = np.array(columns).T
    K_G = GeometricStiffness(spin=np.einsum("kfg,fi,gj->kij", data.geometric.spin, C, C))
    tip = data.frames["tip"]
    return replace(
        data,
        stiffness=C.T @ data.stiffness @ C,
        PP=np.einsum("abfg,fi,gj->abij", data.PP, C, C),
        XP=data.XP @ C,
        geometric=K_G,
        frames={"tip": replace(tip, Phi=tip.Phi @ C, Theta=tip.Theta @ C)},
    )


def buckling_load(data, index: int) -> float:
    """The smallest multiple of the unit wrench that takes all stiffness away, and its sign."""
    K_G = data.geometric.wrenches["tip"][index]
    values = scipy.linalg.eigh(K_G, data.stiffness, eigvals_only=True)
    largest = values[np.argmax(np.abs(values))]
    return -1 / largest


def test_a_column_buckles_at_eulers_load() -> None:
    load = buckling_load(slender(20, interfaces={"root": 0.0, "tip": 1.0}), 3)
    assert load == pytest.approx(-(np.pi**2) / 4, rel=1e-6)


@pytest.mark.parametrize(("kind", "counts"), [("tetra", (12, 1, 1)), ("hexahedron", (10, 1, 1))])
def test_a_solid_column_buckles_at_eulers_load(kind: str, counts: tuple[int, int, int]) -> None:
    soft = SimpleNamespace(E=STEEL.E, nu=0.0, density=STEEL.density)  # no clamping of the faces' contraction
    model = bar(kind, counts, (1.0, 0.05, 0.03), material=soft)
    load = buckling_load(reduce_model(model, ends(1.0), modes=8, compare=False), 3)
    euler = -(np.pi**2) / 4 * STEEL.E * 0.05 * 0.03**3 / 12
    assert load == pytest.approx(euler, rel=0.01)


def test_a_spinning_solid_is_a_spinning_rod() -> None:
    size = (1.0, 0.05, 0.03)
    soft = SimpleNamespace(E=STEEL.E, nu=0.0, density=STEEL.density)
    solid = reduce_model(bar("hexahedron", (12, 1, 1), size, material=soft), ends(1.0), modes=8, compare=False)
    section = SimpleNamespace(area=0.0015, Iy=0.05 * 0.03**3 / 12, Iz=0.03 * 0.05**3 / 12, J=2.8e-7, ky=5 / 6, kz=5 / 6)
    rod = rod_data(1.0, section, soft, modes=8, compare=False)
    spin = 3 * rod.frequencies[0]
    for axis in (1, 2):
        one, other = spun_frequencies(solid, spin, axis)[:2], spun_frequencies(rod, spin, axis)[:2]
        assert one == pytest.approx(other, rel=0.01)
        # Spin about z stiffens the weak plane; a body without it would lose stiffness.
        assert one[0] > 0.9 * rod.frequencies[0]


def test_a_spinning_strip_is_a_spinning_rod() -> None:
    strip = SimpleNamespace(E=STEEL.E, nu=0.0, density=STEEL.density)
    plate = plate_data((1.0, 0.04), 0.004, strip, modes=14, compare=False, elements=(16, 2))
    section = SimpleNamespace(area=1.6e-4, Iy=0.04 * 0.004**3 / 12, Iz=0.004 * 0.04**3 / 12, J=0.04 * 0.004**3 / 3)
    rod = rod_data(1.0, section, strip, modes=14, shear=False, interfaces={"root": 0.0}, compare=False, elements=40)
    spin = 4 * rod.frequencies[0]
    for axis in (1, 2):
        one, other = spun_frequencies(plate, spin, axis)[:2], spun_frequencies(rod, spin, axis)[:2]
        assert one == pytest.approx(other, rel=2e-3)


def test_a_free_rod_pulled_at_its_ends() -> None:
    """A free rod pulled at both ends by forces that keep to its mean axes."""
    ends_of = {"root": 0.0, "tip": 1.0}
    pull = 20.0
    mean = slender(12, interfaces=ends_of, root="mean axes")

    def first_free(data, K_G) -> np.ndarray:
        M = mass_matrix(data, np.zeros(len(data.coordinates)))
        K = np.zeros_like(M)
        K[6:, 6:] = data.stiffness + K_G
        return np.sqrt(np.maximum(scipy.linalg.eigh(K, M, eigvals_only=True), 0))

    one = first_free(mean, pull * mean.geometric.wrenches["tip"][3])
    exact = beam_under_tension(pull)
    assert one[6:8] == pytest.approx([exact, exact], rel=1e-3)


def beam_under_tension(pull: float) -> float:
    """The first frequency of a free beam whose end forces keep their direction in its mean frame: by Ritz, 20 terms."""
    count, points = 20, np.polynomial.legendre.leggauss(60)
    P = [np.polynomial.legendre.Legendre.basis(k, domain=[0, 1]) for k in range(count)]
    x, w = 0.5 * (points[0] + 1), 0.5 * points[1]
    value, slope, bend = (np.array([p.deriv(order)(x) if order else p(x) for p in P]) for order in range(3))
    M, K, G = ((f * w) @ f.T for f in (value, bend, slope))
    # Shapes that carry no momentum.
    free = M[2:, 2:], K[2:, 2:] + pull * G[2:, 2:]
    return float(np.sqrt(scipy.linalg.eigh(free[1], free[0], eigvals_only=True)[0]))


def test_loads_of_inertia_are_accelerations_of_points() -> None:
    model = brick()
    a, alpha, w = np.random.default_rng(5).standard_normal((3, 3))
    p, R = np.array([0.1, -0.2, 0.3]), np.linalg.qr(np.random.default_rng(6).standard_normal((3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    factors = np.concatenate([a, alpha, w**2, [w[0] * w[1], w[0] * w[2], w[1] * w[2]]])
    found = (inertia_fields(model.fields(p, R)) @ factors).reshape(-1, 3)
    x = (model.nodes - p) @ R
    wanted = a + np.cross(alpha, x) + np.cross(w, np.cross(w, x))
    assert found == pytest.approx(wanted @ R.T, abs=1e-12)


def test_any_interface_may_hold_a_body_whose_loads_are_in_balance() -> None:
    """In mean axes stresses are those with one interface held: with all loads together, its reaction vanishes."""
    model = bar("hexahedron", (4, 1, 1))
    pair = ends()
    found = []
    for order in (("root", "tip"), ("tip", "root")):
        data = reduce_model(model, {name: pair[name] for name in order}, modes=2, root="mean axes", compare=False)
        [(name, K)] = data.geometric.wrenches.items()
        assert name == order[1]
        # A pull of one newton outwards.
        sign = 1.0 if name == "tip" else -1.0
        found.append(sign * K[3])
    assert relative(found[1], found[0]) < 1e-7


def test_a_pushed_body_by_its_load_or_by_its_reaction() -> None:
    """A free bar pushed along at one end: load and inertia are in balance, whichever end holds it."""
    model = bar("hexahedron", (4, 1, 1))
    pair, found = ends(), []
    for order in (("root", "tip"), ("tip", "root")):
        data = reduce_model(model, {name: pair[name] for name in order}, modes=2, root="mean axes", compare=False)
        K_G = data.geometric.acceleration[0] / data.mass
        if "root" in data.geometric.wrenches:
            K_G = K_G + data.geometric.wrenches["root"][3]
        found.append(K_G)
    assert relative(found[1], found[0]) < 1e-7
