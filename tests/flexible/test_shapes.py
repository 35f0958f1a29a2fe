"""Rods and plates against closed forms."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.linalg

from linkwork.contract import ModelError
from linkwork.flexible import plate_data, reduce_model, rod_data
from linkwork.flexible.beam import beam_model, beam_stiffness
from linkwork.flexible.checks import check_model
from linkwork.flexible.plate import PlateStiffness, plate_model
from tests.flexible.bodies import STEEL, mass_matrix, relative

ROUND = SimpleNamespace(
    area=np.pi * 0.01**2, Iy=np.pi / 4 * 0.01**4, Iz=np.pi / 4 * 0.01**4, J=np.pi / 2 * 0.01**4, ky=0.886, kz=0.886,
    outline=(0.02, 0.02),
)  # fmt: skip
FLAT = SimpleNamespace(area=8e-4, Iy=0.04 * 0.02**3 / 12, Iz=0.02 * 0.04**3 / 12, J=7e-8, outline=(0.04, 0.02))


def rod(**options):
    options = {"interfaces": {"root": 0.0}, "shear": False, "compare": False, "elements": 40, **options}
    return rod_data(1.0, options.pop("section", FLAT), STEEL, **options)


def test_bending_stretching_and_torsion_of_a_clamped_rod() -> None:
    found = rod(modes=30).frequencies
    c = np.sqrt(STEEL.E / STEEL.density)
    for second in (FLAT.Iy, FLAT.Iz):
        beam = np.sqrt(STEEL.E * second / (STEEL.density * FLAT.area))
        for root in (1.875104069, 4.694091133):
            # Rotary inertia lowers it by a part of (root r / L)².
            wanted = root**2 * beam
            assert np.abs(found / wanted - 1).min() < 5 * root**2 * second / FLAT.area
    assert np.abs(found / (np.pi / 2 * c) - 1).min() < 1e-7
    G, polar = STEEL.E / 2.6, FLAT.Iy + FLAT.Iz
    twist = np.pi / 2 * np.sqrt(G * FLAT.J / (STEEL.density * polar))
    assert np.abs(found / twist - 1).min() < 1e-7


def test_a_free_rod_in_mean_axes() -> None:
    data = rod(modes=12, interfaces={"root": 0.0, "tip": 1.0}, root="mean axes", elements=30)
    beam = np.sqrt(STEEL.E * FLAT.Iy / (STEEL.density * FLAT.area))
    assert data.frequencies[0] == pytest.approx(4.730040745**2 * beam, rel=2e-3)
    assert data.frames["root"].p == pytest.approx([-0.5, 0, 0])


def test_static_deflection_of_a_tip() -> None:
    """The static shapes are exact: F L³ / 3 E I + F L / k G A, and the angle F L² / 2 E I."""
    data = rod_data(1.0, ROUND, STEEL, modes=2, compare=False)
    tip = data.frames["tip"]
    e = np.linalg.solve(data.stiffness, tip.Phi.T @ [0.0, 0.0, 100.0])
    G = STEEL.E / 2.6
    wanted = 100 / (3 * STEEL.E * ROUND.Iy) + 100 / (ROUND.kz * G * ROUND.area)
    assert tip.Phi @ e == pytest.approx([0, 0, wanted], rel=1e-8, abs=1e-15)
    assert tip.Theta @ e == pytest.approx([0, -100 / (2 * STEEL.E * ROUND.Iy), 0], rel=1e-8, abs=1e-14)
    pull = np.linalg.solve(data.stiffness, tip.Phi.T @ [1000.0, 0, 0] + tip.Theta.T @ [3.0, 0, 0])
    assert (tip.Phi @ pull)[0] == pytest.approx(1000 / (STEEL.E * ROUND.area), rel=1e-9)
    assert (tip.Theta @ pull)[0] == pytest.approx(3 / (G * ROUND.J), rel=1e-9)


def test_stresses_of_a_loaded_rod() -> None:
    data = rod(modes=8, interfaces={"root": 0.0, "tip": 1.0})
    load = np.array([500.0, 20.0, -30.0])
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ load)
    y, z = 0.02 * np.array([1, -1, -1, 1]), 0.01 * np.array([1, 1, -1, -1])
    for name, lever in (("root", 1.0), ("middle", 0.5), ("tip", 0.0)):
        # The moment of the load stretches the side it points away from.
        wanted = load[0] / FLAT.area - load[1] * lever * y / FLAT.Iz - load[2] * lever * z / FLAT.Iy
        assert data.stress[name] @ e == pytest.approx(wanted, rel=1e-6, abs=1.0)


def test_timoshenkos_beam_is_softer() -> None:
    """A short cantilever with and without shear."""
    stiff, soft = (rod_data(0.1, ROUND, STEEL, modes=6, shear=s, compare=False, elements=40) for s in (False, True))
    assert 0.9 < soft.frequencies[0] / stiff.frequencies[0] < 0.99
    # Southwell's estimate: 1/w² of bending and of shear add up (a lower bound within some per cent).
    G = STEEL.E / 2.6
    shear = np.pi / 2 / 0.1 * np.sqrt(0.886 * G / STEEL.density)
    both = (stiff.frequencies[0] ** -2 + shear**-2) ** -0.5
    assert both < soft.frequencies[0] * (1 + 1e-6)
    assert both == pytest.approx(soft.frequencies[0], rel=0.03)


def test_a_rod_on_a_hinge() -> None:
    """Hinged at its root and free: k L = 3.9266, 7.0686 of tan kL = tanh kL, out of the data of the clamped rod."""
    thin = SimpleNamespace(area=1e-4, Iy=1e-11, Iz=1e-11, J=2e-11)
    data = rod_data(1.0, thin, STEEL, modes=20, interfaces={"root": 0.0}, shear=False, compare=False, elements=60)
    M = mass_matrix(data, np.zeros(20))
    kept = [1, *range(6, 26)]  # rotation about y
    K = np.zeros((21, 21))
    K[1:, 1:] = data.stiffness
    found = np.sqrt(np.maximum(scipy.linalg.eigh(K, M[np.ix_(kept, kept)], eigvals_only=True), 0))
    beam = np.sqrt(STEEL.E * thin.Iy / (STEEL.density * thin.area))
    for root in (3.926602312, 7.068582746):
        assert np.abs(found / (root**2 * beam) - 1).min() < 1e-3


@pytest.mark.parametrize("is_round", [False, True])
def test_a_rod_has_a_skin(is_round: bool) -> None:
    section = SimpleNamespace(**{**vars(FLAT), "is_round": is_round})
    data = rod(modes=3, section=section, points={"tip": 1.0})
    a, b, c = (data.nodes[data.faces[:, k]] for k in range(3))
    # Seen from outside: the volume of the body that the triangles enclose is positive.
    volume = np.einsum("na,na->", a, np.cross(b, c)) / 6
    full = 0.04 * 0.02 * (16 / 8 * np.sin(np.pi / 8) if is_round else 1.0)
    assert volume == pytest.approx(full, rel=1e-9)
    # Each edge belongs to two triangles.
    edges = np.sort(np.vstack([data.faces[:, pair] for pair in ([0, 1], [1, 2], [2, 0])]), axis=1)
    assert np.all(np.unique(edges, axis=0, return_counts=True)[1] == 2)
    # Points of a section move with its frame.
    tip = data.nodes[:, 0] > 1 - 1e-9
    frame = data.frames["tip"]
    wanted = frame.Phi[:, 0] + np.cross(frame.Theta[:, 0], data.nodes[tip] - frame.p)
    assert data.shapes[tip][:, :, 0] == pytest.approx(wanted, abs=1e-12)


def test_interfaces_and_points_anywhere_along_a_rod() -> None:
    data = rod(modes=3, interfaces={"root": 0.0, "bearing": 0.37, "tip": 1.0}, points={"sensor": 0.613})
    assert data.frames["bearing"].p == pytest.approx([0.37, 0, 0])
    assert data.frames["sensor"].p == pytest.approx([0.613, 0, 0])
    assert len(data.coordinates) == 6 + 6 + 3
    assert "3 interfaces, root fixed to the body frame: 12 + 3 modes = 15 elastic coordinates." in data.notes
    # A point between turns as the slope of the deflection.
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ [0, 10.0, 0])
    x = 0.613
    slope = 10 / (STEEL.E * FLAT.Iz) * (x - x**2 / 2)
    assert (data.frames["sensor"].Theta @ e)[2] == pytest.approx(slope, rel=2e-3)


def test_material_points_have_the_mass_of_the_rod() -> None:
    data = rod(modes=6)
    M = mass_matrix(data, np.zeros(6))
    assert data.mass == pytest.approx(STEEL.density * FLAT.area, rel=1e-12)
    J = M[:3, :3]
    rho = STEEL.density
    wanted = np.diag([rho * (FLAT.Iy + FLAT.Iz), rho * (FLAT.Iy + FLAT.area / 3), rho * (FLAT.Iz + FLAT.area / 3)])
    assert relative(J, wanted) < 1e-12


@pytest.mark.parametrize("kind", ["beam", "plate"])
def test_models_of_rods_and_plates_are_free(kind: str) -> None:
    """Their rigid motions cost nothing, and mass samples and mass matrix agree."""
    if kind == "beam":
        model = beam_model("rod", np.linspace(0, 1, 5) ** 1.3, beam_stiffness("rod", ROUND, STEEL, True))
    else:
        grid = np.linspace(-0.5, 0.5, 4)
        model = plate_model("plate", grid, 0.7 * grid**3 + 0.3 * grid, PlateStiffness(0.01, 2e11, 0.3, 7800.0), {})
    found = check_model(model, units_are_given=True)
    samples = model.mass_samples
    assert samples.masses.sum() == pytest.approx(found.mass, rel=1e-12)
    moved = (samples.field @ model.rigid_motions()).reshape(-1, 3, 6)
    for axis in range(3):
        assert moved[:, :, 3 + axis] == pytest.approx(np.cross(np.eye(3)[axis], samples.points), abs=1e-12)


def test_mean_node_masses_are_close_to_material_points() -> None:
    """A model with rotations whose sections are not known: second-order terms from mean masses of nodes."""
    model = beam_model("rod", np.linspace(0, 1, 41), beam_stiffness("rod", ROUND, STEEL, True))
    known = reduce_model(model, {"root": [0], "tip": [40]}, modes=4, units_are_given=True, compare=False)
    other = reduce_model(
        replace(model, mass_samples=None), {"root": [0], "tip": [40]}, modes=4, units_are_given=True, compare=False
    )
    assert any("mean mass of nodes" in note for note in other.notes)
    assert relative(other.PP, known.PP) < 2e-2
    assert relative(np.einsum("aafg->fg", other.PP), np.einsum("aafg->fg", known.PP)) < 1e-10
    assert np.array_equal(other.PP, other.PP.transpose(1, 0, 3, 2))
    assert relative(other.C1, known.C1) < 1e-10


def lam(data, thickness: float, side: float = 1.0, nu: float = 0.3) -> np.ndarray:
    D = STEEL.E * thickness**3 / (12 * (1 - nu**2))
    return data.frequencies * side**2 * np.sqrt(STEEL.density * thickness / D)


def test_a_square_cantilever_plate() -> None:
    """A. W. Leissa, J. Sound Vib. 31 (1973): 3.4917, 8.5246, 21.429, 27.331, 31.111 by Ritz, upper bounds.

    Finer computations give 3.471, 8.507, 21.28, 27.20, 30.95.
    """
    found = lam(plate_data((1.0, 1.0), 0.005, STEEL, modes=6, compare=False), 0.005)
    assert found[:5] == pytest.approx([3.471, 8.507, 21.28, 27.20, 30.95], rel=2e-3)
    assert np.all(found[:5] < [3.4917, 8.5246, 21.429, 27.331, 31.111])


def test_a_free_square_plate() -> None:
    """Leissa: 13.468, 19.596, 24.270, 34.801 (twice); held at its middle point it is free, in effect, in mean axes."""
    data = plate_data(
        (1.0, 1.0), 0.005, STEEL, modes=24, interfaces={"hub": (0.0, 0.0)}, root="mean axes", compare=False
    )
    assert lam(data, 0.005)[:3] == pytest.approx([13.468, 19.596, 24.270], rel=0.01)


def test_stress_on_the_sides_of_a_bent_plate() -> None:
    """A strip under a transverse load at its end: 6 F x / (b h²), tension on the one side, compression on the other."""
    strip = SimpleNamespace(E=2e11, nu=0.0, density=7800.0)
    data = plate_data(
        (1.0, 0.1), 0.01, strip, modes=20, interfaces={"root": "left", "tip": "right"}, compare=False, elements=(16, 2)
    )
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ [0, 0, 10.0])
    wanted = 6 * 10.0 * 0.5 / (0.1 * 0.01**2)
    top, bottom = data.stress["middle"][:3] @ e, data.stress["middle"][3:] @ e
    assert top == pytest.approx([-wanted, 0, 0], rel=1e-3, abs=1e-3 * wanted)
    assert bottom == pytest.approx(-top, rel=1e-6, abs=1.0)
    assert (data.frames["tip"].Phi @ e)[2] == pytest.approx(10 / (3 * 2e11 * 0.1 * 0.01**3 / 12), rel=1e-3)


def test_a_plate_has_faces_and_named_places() -> None:
    data = plate_data((0.4, 0.3), 0.002, STEEL, modes=2, points={"spot": (0.11, -0.04)}, stress={"spot": (0.1, 0.1)})
    assert data.frames["spot"].p == pytest.approx([0.31, -0.04, 0.0])
    assert data.faces.max() == len(data.nodes) - 1
    assert set(data.stress) == {"spot"} and data.stress["spot"].shape == (6, 2)


def test_words_for_bad_rods_and_plates() -> None:
    with pytest.raises(ModelError, match=r"rod: length=-1 must be positive"):
        rod_data(-1.0, FLAT, STEEL)
    with pytest.raises(ModelError, match=r"rod: the section has no ky; it needs one"):
        rod_data(1.0, FLAT, STEEL)
    with pytest.raises(ModelError, match=r"rod: bearing stands at x = 2, outside the rod of length 1"):
        rod(interfaces={"root": 0.0, "bearing": 2.0})
    with pytest.raises(ModelError, match=r"rod: elements=0 must be one or more"):
        rod(elements=0)
    with pytest.raises(ModelError, match=r"rod: E of the material must be more than 0, is -1"):
        rod_data(1.0, ROUND, SimpleNamespace(E=-1.0, nu=0.3, density=1.0))
    with pytest.raises(ModelError, match=r"plate: Poisson's ratio 0.5 must lie between −1 and 0.5"):
        plate_data((1, 1), 0.01, SimpleNamespace(E=1e9, nu=0.5, density=1.0))
    with pytest.raises(ModelError, match=r"plate: 1 × 1 × 0.5 is not a thin plate"):
        plate_data((1, 1), 0.5, STEEL)
    with pytest.raises(ModelError, match=r"plate: 1 × 1 × -0.01: its sides and its thickness must be positive\."):
        plate_data((1, 1), -0.01, STEEL)
    with pytest.raises(
        ModelError, match=r"plate: interface root: edge 'top' must be left, right, front and back, or a place"
    ):
        plate_data((1, 1), 0.01, STEEL, interfaces={"root": "top"})
    with pytest.raises(ModelError, match=r"plate: spot stands at \(2, 0\), outside the plate of 1 × 1"):
        plate_data((1, 1), 0.01, STEEL, points={"spot": (2, 0)})


@pytest.mark.parametrize("made", [rod_data, plate_data])
def test_modes_that_cannot_be_are_told(made) -> None:
    name, size = ("rod", (1.0, ROUND)) if made is rod_data else ("plate", ((1, 1), 0.01))
    with pytest.raises(ModelError, match=rf"{name}: give modes or cutoff, not both"):
        made(*size, STEEL, modes=2, cutoff=5000.0)
    with pytest.raises(ModelError, match=rf"{name}: modes=10000 are more than the 100 that its usual elements carry"):
        made(*size, STEEL, modes=10000)
    with pytest.raises(ModelError, match=rf"{name}: modes='2' must be a whole number, zero or more"):
        made(*size, STEEL, modes="2")
    with pytest.raises(ModelError, match=rf"{name}: modes=10000, but with its interfaces held it has \d+ unknowns"):
        made(*size, STEEL, modes=10000, elements=6 if made is rod_data else (3, 3))


def test_a_highest_frequency_below_the_first_is_told() -> None:
    first = rod_data(1.0, ROUND, STEEL, modes=2, compare=False).frequencies[0]
    with pytest.raises(
        ModelError, match=rf"rod: highest=40 rad/s is below its first vibration, {first:.5g} rad/s: nothing elastic"
    ):
        rod_data(1.0, ROUND, STEEL, modes=2, highest=40.0)
    with pytest.raises(ModelError, match=r"plate: no elastic coordinates are left; give modes=1 or more"):
        plate_data((1, 1), 0.01, STEEL, modes=0)


def test_cutoff_alone_takes_the_place_of_the_usual_modes() -> None:
    found = rod_data(1.0, ROUND, STEEL, cutoff=1000.0, compare=False)
    assert found.count == 8
    assert rod_data(1.0, ROUND, STEEL, compare=False).count == 10


def test_a_pair_of_equal_modes_that_is_split_is_told() -> None:
    square = rod_data(0.5, ROUND, STEEL, modes=3)
    assert any(note.startswith("modes=3 splits a pair: modes 3 and 4 have the same frequency") for note in square.notes)
    assert not any("splits a pair" in note for note in rod_data(0.5, ROUND, STEEL, modes=4).notes)
