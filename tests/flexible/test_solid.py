"""Solid bodies from meshes: against scikit-fem's own assembly, F3, closed forms, and the whole model."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse.linalg import eigsh

from linkwork.contract import ModelError
from linkwork.flexible import mesh_data, reduce_model, solid_model
from linkwork.flexible.solid import CELL_KINDS
from tests.flexible.bodies import STEEL, bar, box_mesh, brick, ends, relative

skfem = pytest.importorskip("skfem")


def test_bricks_of_the_reference() -> None:
    """F3 was assembled by another program."""
    wanted = brick()
    cells = np.array([[4 * i + k for k in (0, 4, 6, 2, 1, 5, 7, 3)] for i in range(6)])
    rubber = SimpleNamespace(E=2.1e9, nu=0.3, density=1200.0)
    found = solid_model("brick", wanted.nodes, {"hexahedron": cells}, rubber, order=1)
    assert relative(found.stiffness.toarray(), wanted.stiffness.toarray()) < 1e-13
    assert relative(found.mass.toarray(), wanted.mass.toarray()) < 1e-11


@pytest.mark.parametrize(("order", "element"), [(1, "ElementTetP1"), (2, "ElementTetP2")])
def test_tetrahedra_against_another_assembly(order: int, element: str) -> None:
    nodes, cells = box_mesh((2, 1, 1), (0.2, 0.1, 0.1), "tetra")
    model = solid_model("box", nodes, {"tetra": cells}, STEEL, order=order)
    from skfem.models.elasticity import lame_parameters, linear_elasticity

    basis = skfem.Basis(skfem.MeshTet(nodes.T, cells.T), skfem.ElementVector(getattr(skfem, element)()))
    K = linear_elasticity(*lame_parameters(STEEL.E, STEEL.nu)).assemble(basis).toarray()
    # Its unknowns by place and direction.
    order_of = [
        3 * int(np.argmin(np.linalg.norm(model.nodes - place, axis=1))) + direction
        for place, direction in zip(basis.doflocs.T, direction_of(basis), strict=True)
    ]
    assert sorted(order_of) == list(range(model.unknowns))
    assert relative(model.stiffness.toarray()[np.ix_(order_of, order_of)], K) < 1e-12


def direction_of(basis) -> np.ndarray:
    found = np.zeros(basis.N, int)
    for part in (basis.nodal_dofs, basis.edge_dofs):
        for row in range(len(part)):
            found[part[row]] = row % 3
    return found


@pytest.mark.parametrize("kind", CELL_KINDS)
def test_affine_fields_are_exact(kind: str) -> None:
    """The patch test: constant strain gives constant stress, and no force inside."""
    linear = "tetra" if kind.startswith("tetra") else "hexahedron"
    nodes, cells = box_mesh((3, 2, 2), (0.3, 0.2, 0.2), linear)
    rng = np.random.default_rng(0)
    inside = np.all((nodes > nodes.min(axis=0) + 1e-9) & (nodes < nodes.max(axis=0) - 1e-9), axis=1)
    nodes[inside] += 0.02 * rng.uniform(-1, 1, (inside.sum(), 3))
    model = solid_model("box", nodes, {linear: cells}, STEEL, order=2 if CELL_KINDS[kind].has_middles else 1)
    A = rng.standard_normal((3, 3))
    u = (model.nodes @ A.T).ravel()
    strain = 0.5 * (A + A.T)
    mu, lame = STEEL.E / 2.6, STEEL.E * 0.3 / (1.3 * 0.4)
    sigma = 2 * mu * strain + lame * np.trace(strain) * np.eye(3)
    wanted = [sigma[0, 0], sigma[1, 1], sigma[2, 2], sigma[1, 2], sigma[0, 2], sigma[0, 1]]
    stress = (model.stress_samples.stress @ u).reshape(-1, 6)
    assert relative(stress, np.broadcast_to(wanted, stress.shape)) < 1e-9
    forces = (model.stiffness @ u).reshape(-1, 3)
    deep = np.all((model.nodes > nodes.min(axis=0) + 1e-9) & (model.nodes < nodes.max(axis=0) - 1e-9), axis=1)
    assert np.abs(forces[deep]).max() < 1e-9 * np.abs(forces).max()
    assert model.stress_samples.weights.sum() == pytest.approx(0.3 * 0.2 * 0.2, rel=1e-12)


@pytest.mark.parametrize(("kind", "counts"), [("tetra", (10, 1, 1)), ("hexahedron", (8, 1, 1))])
def test_a_solid_cantilever_is_a_beam(kind: str, counts: tuple[int, int, int]) -> None:
    soft = SimpleNamespace(E=STEEL.E, nu=0.0, density=STEEL.density)
    model = bar(kind, counts, (1.0, 0.05, 0.03), material=soft)
    data = reduce_model(model, ends(1.0), modes=6)
    for place, height in ((0, 0.03), (1, 0.05)):
        beam = 1.875104069**2 * height / np.sqrt(12) * np.sqrt(STEEL.E / STEEL.density)
        assert data.frequencies[place] == pytest.approx(beam, rel=0.005)


def test_linear_cells_are_too_stiff_and_say_so() -> None:
    coarse, fine = (reduce_model(bar("tetra", (10, 1, 1), order=order), ends(), modes=2) for order in (1, 2))
    assert coarse.frequencies[0] > 1.5 * fine.frequencies[0]
    assert "Its tetra cells are linear: too stiff in bending. Use order=2." in coarse.notes


def test_stress_at_a_node() -> None:
    """Bending of a bar by a tip force: 6 F (L − x) / (b h²) on its top."""
    model = bar("hexahedron", (12, 1, 2), (1.0, 0.05, 0.04), material=SimpleNamespace(E=2e11, nu=0.0, density=7800.0))
    [node] = np.nonzero(np.linalg.norm(model.nodes - [0.5, 0.025, 0.02], axis=1) < 1e-9)[0]
    data = reduce_model(model, ends(1.0), modes=2, stress={"top": [int(node)]}, compare=False)
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ [0, 0, -100.0])
    found = data.stress["top"] @ e
    # The mean over the cells around is that at a quarter of the height, within the spread of the samples.
    assert found[0] == pytest.approx(6 * 100 * 0.5 / (0.05 * 0.04**2) / 2, rel=0.05)
    assert abs(found[1]) < 0.02 * found[0]


def test_peaks_of_stress() -> None:
    """The bar is bent most near its root, on its top and bottom, beyond the cells that are held."""
    soft = SimpleNamespace(E=2e11, nu=0.0, density=7800.0)
    model = bar("hexahedron", (12, 1, 2), (1.2, 0.05, 0.04), material=soft)
    data = reduce_model(model, ends(1.2), modes=2, compare=False)
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ [0, 0, -100.0])
    largest = max(np.abs(rows[0] @ e) for rows in data.stress.values())
    # At the outer Gauss point of the second cell: z of sqrt(0.6) of half a cell of half the height, x up to 0.11.
    z = 0.01 * (1 + np.sqrt(0.6))
    assert largest == pytest.approx(100 * (1.2 - 0.1 - 0.1 * 0.1127) * z / (0.05 * 0.04**3 / 12), rel=0.02)
    assert any(
        note.startswith("Stresses where unit loads on the interfaces make them largest: peak_1 (0.15")
        for note in data.notes
    )
    assert not reduce_model(model, ends(1.2), modes=2, compare=False, stress={}).stress


def test_points_turn_with_their_neighbours() -> None:
    soft = SimpleNamespace(E=STEEL.E, nu=0.0, density=STEEL.density)
    model = bar("hexahedron", (10, 1, 2), (1.0, 0.05, 0.04), material=soft)
    [node] = np.nonzero(np.linalg.norm(model.nodes - [0.5, 0.025, 0.0], axis=1) < 1e-9)[0]
    data = reduce_model(model, ends(1.0), modes=4, points={"spot": [int(node)]}, compare=False)
    e = np.linalg.solve(data.stiffness, data.frames["tip"].Phi.T @ [0, 0, 1000.0])
    x, EI = 0.5, STEEL.E * 0.05 * 0.04**3 / 12
    spot = data.frames["spot"]
    assert (spot.Phi @ e)[2] == pytest.approx(1000 / EI * (x**2 / 2 - x**3 / 6), rel=0.02)
    assert (spot.Theta @ e)[1] == pytest.approx(-1000 / EI * (x - x**2 / 2), rel=0.02)


def named_frequency(notes: tuple[str, ...]) -> float:
    [found] = [re.search(r"right within 1 % up to ([\d.e+]+) rad/s", note) for note in notes if "right within" in note]
    return float(found[1])


def compare_with_the_whole(model, data, faces: dict) -> None:
    """Reduced frequencies, root held, against those of the whole model with rigid faces, up to what is named."""
    limit = named_frequency(data.notes)
    fixed = np.nonzero(faces["root"](model.nodes))[0]
    tip = np.nonzero(faces["tip"](model.nodes))[0]
    # A rigid face as stiff springs between its nodes is another route than the transformation of the reduction.
    K = model.stiffness.tolil()
    free = np.setdiff1d(np.arange(model.unknowns), (3 * fixed[:, None] + np.arange(3)).ravel())
    rows = (3 * tip[:, None] + np.arange(3)).ravel()
    motions = model.rigid_motions(model.nodes[tip].mean(axis=0))[rows]
    Q, _ = np.linalg.qr(motions)
    K[np.ix_(rows, rows)] += 1e4 * abs(model.stiffness).max() * (np.eye(len(rows)) - Q @ Q.T)
    K, M = K.tocsc()[free][:, free], model.mass.tocsc()[free][:, free]
    whole = np.sqrt(eigsh(K, 12, M=M, sigma=0.0, return_eigenvectors=False))
    whole = np.sort(whole)
    below = whole[whole <= limit * (1 + 1e-6)]
    assert len(below) >= 3
    assert np.abs(data.frequencies[: len(below)] / below - 1).max() < 0.01


def test_the_frequency_that_the_report_names() -> None:
    model = bar("tetra", (10, 1, 1))
    compare_with_the_whole(model, reduce_model(model, ends(), modes=8), ends())


@pytest.mark.slow
def test_a_link_of_ten_thousand_unknowns() -> None:
    model = bar("tetra", (30, 4, 3))
    assert model.unknowns > 10_000
    data = reduce_model(model, ends(), modes=10)
    compare_with_the_whole(model, data, ends())
    assert data.geometric is not None


def test_surface_of_a_mesh() -> None:
    data = mesh_data(box_mesh_tuple(), STEEL, interfaces=ends(), modes=1)
    a, b, c = (data.nodes[data.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    assert area == pytest.approx(2 * (0.6 * 0.06 + 0.6 * 0.04 + 0.06 * 0.04), rel=1e-12)
    volume = np.einsum("na,na->", a, np.cross(b, c)) / 6
    assert volume == pytest.approx(0.6 * 0.06 * 0.04, rel=1e-12)


def box_mesh_tuple():
    nodes, cells = box_mesh((6, 1, 1), (0.6, 0.06, 0.04), "tetra")
    return nodes, {"tetra": cells}


def test_words_for_bad_meshes() -> None:
    nodes, cells = box_mesh((2, 1, 1), (0.2, 0.1, 0.1), "hexahedron")
    with pytest.raises(ModelError, match=r"box: no solid cells .* it has triangle"):
        solid_model("box", nodes, {"triangle": cells[:, :3]}, STEEL)
    with pytest.raises(ModelError, match=r"box: hexahedron20 cell 0 is folded or flat \(2 of 2 are\). Check the order"):
        solid_model("box", nodes, {"hexahedron": cells[:, [0, 2, 1, 3, 4, 5, 6, 7]]}, STEEL)
    with pytest.raises(ModelError, match=r"box: cells name node 11, but there are 5 nodes"):
        solid_model("box", nodes[:5], {"hexahedron": cells}, STEEL)
    with pytest.raises(ModelError, match=r"box: order=3 must be 1 or 2"):
        solid_model("box", nodes, {"hexahedron": cells}, STEEL, order=3)
    with pytest.raises(ModelError, match=r"box: the material has no density; it needs one"):
        solid_model("box", nodes, {"hexahedron": cells}, SimpleNamespace(E=1.0, nu=0.3))


def test_damping() -> None:
    model = bar("hexahedron", (6, 1, 1))
    data = reduce_model(model, ends(), modes=3, damping=0.02, compare=False)
    M, K, D = np.einsum("aafg->fg", data.PP), data.stiffness, data.damping
    n = len(M)
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    values = np.linalg.eigvals(A)
    assert -values.real / np.abs(values) == pytest.approx(np.full(2 * n, 0.02), rel=1e-6)
    graded = reduce_model(model, ends(), modes=3, damping=[0.1, 0.01], compare=False)
    values = np.linalg.eigvals(
        np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, graded.damping)]])
    )
    ratios = (-values.real / np.abs(values))[np.argsort(np.abs(values))]
    assert ratios[:2] == pytest.approx([0.1, 0.1], rel=1e-6) and ratios[2:] == pytest.approx(0.01, rel=1e-6)
    rayleigh = reduce_model(model, ends(), modes=3, rayleigh=(2.0, 1e-5), compare=False)
    assert relative(rayleigh.damping, 2.0 * M + 1e-5 * K) < 1e-12
    by_rule = reduce_model(model, ends(), modes=3, damping=lambda w: 1e-6 * w, compare=False)
    assert relative(by_rule.damping, 2e-6 * K) < 1e-9
    with pytest.raises(ModelError, match=r"bar: damping must be ratios of zero or more"):
        reduce_model(model, ends(), damping=-0.1)
    with pytest.raises(ModelError, match=r"bar: rayleigh=\(-1, 0\): both must be zero or more"):
        reduce_model(model, ends(), rayleigh=(-1.0, 0.0))
