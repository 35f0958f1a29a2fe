"""Reading: the same body through every format, and what is said of files that are not right."""

import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import io, sparse

from linkwork.contract import ModelError
from linkwork.flexible import read_finite_elements, read_modal_data, write_finite_elements
from linkwork.flexible.beam import beam_model, beam_stiffness
from tests.flexible.bodies import STEEL, bar, box_mesh, brick, faces, relative

LABELS = 10 * np.arange(28) + 7
"""Numbers of nodes as solvers have them: not from zero, not without gaps."""


def triangle(matrix) -> sparse.coo_array:
    return sparse.coo_array(sparse.triu(matrix))


def inp(folder: Path) -> Path:
    """An input file with nodes, a set by list and one by steps."""
    nodes = "\n".join(f"{n}, {x!r}, {y!r}, {z!r}" for n, (x, y, z) in zip(LABELS, brick().nodes.tolist(), strict=True))
    left = ", ".join(str(LABELS[i]) for i in faces()["left"])
    right = f"{LABELS[24]}, {LABELS[27]}, 10"
    path = folder / "job.inp"
    path.write_text(
        f"** a comment\n*Heading\nbrick\n*Node, nset=all\n{nodes}\n*Nset, nset=left\n{left}\n"
        f"*Nset, nset=right, generate\n{right}\n*Element, type=C3D8\n1, 7, 17, 27, 37, 47, 57, 67, 77\n"
    )
    return path


def check(model, labels: bool = True) -> None:
    wanted = brick()
    assert relative(model.nodes, wanted.nodes) < 1e-12
    assert relative(model.mass.toarray(), wanted.mass.toarray()) < 1e-8
    assert relative(model.stiffness.toarray(), wanted.stiffness.toarray()) < 1e-8
    if labels:
        assert np.array_equal(model.labels, LABELS)


def test_archive_written_and_read(tmp_path: Path) -> None:
    model = bar("hexahedron", (3, 1, 1), node_sets={"left": [0, 1, 2, 3]})
    write_finite_elements(tmp_path / "bar.npz", model)
    found = read_finite_elements(tmp_path / "bar.npz")
    assert relative(found.stiffness.toarray(), model.stiffness.toarray()) < 1e-15
    assert relative(found.mass.toarray(), model.mass.toarray()) < 1e-15
    assert np.array_equal(found.node_sets["left"], model.node_sets["left"])
    assert "The file has one triangle of stiffness and mass; the other was filled in." in found.notes


def test_archive_of_full_arrays(tmp_path: Path) -> None:
    model = brick()
    np.savez(
        tmp_path / "arm.npz", nodes=model.nodes, stiffness=model.stiffness.toarray(), labels=LABELS,
        node_mass=model.mass.toarray()[::3, ::3], set_tip=LABELS[24:],
    )  # fmt: skip
    found = read_finite_elements(tmp_path / "arm.npz")
    check(found)
    data = read_modal_data(tmp_path / "arm.npz", interfaces={"root": LABELS[:4], "tip": "tip"}, modes=4)
    assert data.frames["tip"].p == pytest.approx([0.6, 0, 0])
    assert data.coordinates[0] == "tip_x" and len(data.coordinates) == 10


def test_matrix_market(tmp_path: Path) -> None:
    model = brick()
    io.mmwrite(tmp_path / "k.mtx", model.stiffness, symmetry="symmetric")
    io.mmwrite(tmp_path / "m.mtx", model.mass)
    np.savetxt(tmp_path / "nodes.csv", np.column_stack([LABELS, model.nodes]), delimiter=",", header="n, x, y, z")
    check(read_finite_elements(tmp_path / "k.mtx", mass=tmp_path / "m.mtx", nodes=tmp_path / "nodes.csv"))
    check(read_finite_elements(tmp_path / "k.mtx", mass=tmp_path / "m.mtx", nodes=model.nodes), labels=False)
    np.save(tmp_path / "nodes.npy", model.nodes)
    check(read_finite_elements(tmp_path / "k.mtx", mass=tmp_path / "m.mtx", nodes=tmp_path / "nodes.npy"), labels=False)


def test_unknowns_in_an_order_of_their_own(tmp_path: Path) -> None:
    """As Ansys writes them: number of the equation, node, direction."""
    model, order = brick(), np.random.default_rng(3).permutation(84)
    for name, matrix in (("k", model.stiffness), ("m", model.mass)):
        io.mmwrite(tmp_path / f"{name}.mtx", matrix[order][:, order])
        (tmp_path / f"{name}.mtx").rename(tmp_path / f"{name}.mmf")
    lines = [f"{row + 1} {LABELS[dof // 3]} U{'XYZ'[dof % 3]}" for row, dof in enumerate(order)]
    (tmp_path / "k.mapping").write_text("Matrix Eqn   Node   DOF\n" + "\n".join(lines) + "\n")
    found = read_finite_elements(
        tmp_path / "k.mmf", mass=tmp_path / "m.mmf", nodes=inp(tmp_path), dofs=tmp_path / "k.mapping"
    )
    back = np.argsort(order)
    assert relative(found.stiffness.toarray()[np.ix_(back, back)], model.stiffness.toarray()) < 1e-12
    data = read_modal_data(
        tmp_path / "k.mmf", mass=tmp_path / "m.mmf", nodes=inp(tmp_path), dofs=tmp_path / "k.mapping",
        interfaces={"root": LABELS[:4]}, modes=3,
    )  # fmt: skip
    assert relative(found.rigid_motions()[back], model.rigid_motions()) < 1e-12
    assert len(data.coordinates) == 3


def test_abaqus(tmp_path: Path) -> None:
    for name, matrix in (("STIF1", brick().stiffness), ("MASS1", brick().mass)):
        part = triangle(matrix.T)
        lines = [
            f"{LABELS[i // 3]}, {i % 3 + 1}, {LABELS[j // 3]}, {j % 3 + 1}, {v:.15e}"
            for i, j, v in zip(part.row, part.col, part.data, strict=True)
        ]
        (tmp_path / f"job_{name}.mtx").write_text("\n".join(lines) + "\n")
    found = read_finite_elements(tmp_path / "job_STIF1.mtx", mass=tmp_path / "job_MASS1.mtx", nodes=inp(tmp_path))
    check(found)
    assert np.array_equal(found.node_sets["left"], faces()["left"])
    assert np.array_equal(found.node_sets["right"], faces()["right"])


def test_calculix(tmp_path: Path) -> None:
    for name, matrix in (("sti", brick().stiffness), ("mas", brick().mass)):
        part = triangle(matrix)
        lines = [f"{i + 1} {j + 1} {v:.15e}" for i, j, v in zip(part.row, part.col, part.data, strict=True)]
        (tmp_path / f"job.{name}").write_text("\n".join(lines) + "\n")
    (tmp_path / "job.dof").write_text("\n".join(f"{LABELS[i // 3]}.{i % 3 + 1}" for i in range(84)) + "\n")
    inp(tmp_path)
    check(read_finite_elements(tmp_path / "job.sti"))
    data = read_modal_data(tmp_path / "job.sti", interfaces={"root": "left", "tip": "right"}, modes=4)
    assert relative(data.frequencies[:2], [282.5367306254521, 331.36151300791954]) < 1e-10


def grids(folder: Path, displacement: str = "") -> Path:
    lines = [
        f"GRID    {n:8d}        {x:8.4f}{y:8.4f}{z:8.4f}{displacement:>8}"
        for n, (x, y, z) in zip(LABELS, brick().nodes, strict=True)
    ]
    path = folder / "job.bdf"
    path.write_text("\n".join(["BEGIN BULK", *lines, "ENDDATA"]) + "\n")
    return path


def with_rotations(matrix) -> np.ndarray:
    """Six unknowns a grid, as KGG of solids has them: rotations without stiffness and mass."""
    whole = np.zeros((168, 168))
    place = np.array([6 * (i // 3) + i % 3 for i in range(84)])
    whole[np.ix_(place, place)] = matrix.toarray()
    return whole


def test_nastran_output4(tmp_path: Path) -> None:
    nastran = pytest.importorskip("pyyeti.nastran")
    matrices = {"KGG": with_rotations(brick().stiffness), "MGG": with_rotations(brick().mass)}
    nastran.op4.write(str(tmp_path / "job.op4"), matrices, sparse="bigmat")
    found = read_finite_elements(tmp_path / "job.op4", nodes=grids(tmp_path))
    check(found)
    assert "84 unknowns without mass and stiffness were left out." in found.notes


def write_op2(path: Path, matrices: dict[str, np.ndarray]) -> None:
    """Matrices as OUTPUT2 has them: keys, names, trailers, columns of nonzero runs, all in Fortran records."""
    chunks = []

    def record(data: bytes) -> None:
        chunks.append(struct.pack("i", len(data)) + data + struct.pack("i", len(data)))

    def key(value: int) -> None:
        record(struct.pack("i", value))

    key(3), record(struct.pack("3i", 1, 1, 26)), key(7), record(b"NASTRAN FORT TAPE ID CODE - ".ljust(28))
    key(2), record(b"XXXXXXXX"), key(-1), key(0)
    for name, matrix in matrices.items():
        rows, columns = matrix.shape
        key(2), record(name.ljust(8).encode()), key(-1)
        key(7), record(struct.pack("7i", 101, columns, rows, 6, 2, rows, 10000)), key(-2), key(1), key(0), key(2)
        record(name.ljust(8).encode()), key(-3), key(1), key(1)
        for number, column in enumerate(matrix.T):
            used = np.nonzero(column)[0]
            if len(used):
                run = column[used[0] : used[-1] + 1]
                key(1 + 2 * len(run)), record(struct.pack("i", used[0] + 1) + run.astype("f8").tobytes())
            key(-4 - number), key(1), key(1 if number < columns - 1 else 0)
        key(0)
    key(0)
    path.write_bytes(b"".join(chunks))


def test_nastran_output2(tmp_path: Path) -> None:
    pytest.importorskip("pyyeti.nastran")
    matrices = {"KGG": with_rotations(brick().stiffness), "MGG": with_rotations(brick().mass)}
    write_op2(tmp_path / "job.op2", matrices)
    check(read_finite_elements(tmp_path / "job.op2", nodes=grids(tmp_path)))


def test_reading_nastran_leaves_numpy_as_it_was(tmp_path: Path) -> None:
    pytest.importorskip("pyyeti", reason="pip install 'linkwork[nastran]'")
    code = (
        "import sys, numpy as np\n"
        "from linkwork.flexible.readers.nastran import read_grids\n"
        "before = np.get_printoptions()\n"
        "read_grids(sys.argv[1])\n"
        "assert np.get_printoptions() == before, np.get_printoptions()\n"
    )  # in a process of its own: pyYeti changes how NumPy prints once, when it is first imported
    subprocess.run([sys.executable, "-c", code, str(grids(tmp_path))], check=True)


def test_nastran_dmig(tmp_path: Path) -> None:
    nastran = pytest.importorskip("pyyeti.nastran")
    pandas = pytest.importorskip("pandas")
    index = pandas.MultiIndex.from_tuples([(int(LABELS[i // 3]), i % 3 + 1) for i in range(84)], names=["id", "dof"])
    tables = {
        "KAAX": pandas.DataFrame(brick().stiffness.toarray(), index=index, columns=index),
        "MAAX": pandas.DataFrame(brick().mass.toarray(), index=index, columns=index),
    }
    nastran.wtdmig(str(tmp_path / "job.pch"), tables)
    found = read_finite_elements(tmp_path / "job.pch", nodes=grids(tmp_path))
    check(found)
    data = read_modal_data(tmp_path / "job.pch", nodes=grids(tmp_path), interfaces={"root": LABELS[:4]}, modes=2)
    assert len(data.coordinates) == 2


@pytest.mark.parametrize("ending", ["msh", "vtu", "inp", "bdf"])
def test_meshes(tmp_path: Path, ending: str) -> None:
    meshio = pytest.importorskip("meshio")
    nodes, cells = box_mesh((3, 1, 1), (0.3, 0.06, 0.04), "hexahedron")
    mesh = meshio.Mesh(1e3 * nodes, [("hexahedron", cells)])
    meshio.write(tmp_path / f"bar.{ending}", mesh, **({"file_format": "gmsh"} if ending == "msh" else {}))
    wanted = bar("hexahedron", (3, 1, 1), (0.3, 0.06, 0.04))
    found = read_finite_elements(tmp_path / f"bar.{ending}", material=STEEL, units="mm-t-s")
    assert relative(found.nodes, wanted.nodes) < 1e-6
    assert relative(found.stiffness.toarray(), wanted.stiffness.toarray()) < 1e-6
    # Only formats with numbers of their own count from one.
    first = 1 if ending in ("inp", "bdf") else 0
    data = read_modal_data(
        tmp_path / f"bar.{ending}", material=STEEL, units="mm-t-s", modes=2,
        interfaces={"root": first + np.arange(4), "tip": first + np.arange(12, 16)},
    )  # fmt: skip
    assert data.frames["tip"].p == pytest.approx([0.3, 0, 0], abs=1e-6)
    assert data.geometric is not None


def test_physical_groups_of_gmsh_are_sets(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    nodes, cells = box_mesh((3, 1, 1), (0.3, 0.06, 0.04), "tetra")
    left = np.array([[0, 1, 2], [1, 3, 2]])
    mesh = meshio.Mesh(
        nodes,
        [("triangle", left), ("tetra", cells)],
        cell_data={
            "gmsh:physical": [np.full(2, 7), np.full(len(cells), 8)],
            "gmsh:geometrical": [np.full(2, 1), np.full(len(cells), 1)],
        },
        field_data={"clamp": np.array([7, 2]), "steel": np.array([8, 3])},
    )
    meshio.write(tmp_path / "bar.msh", mesh, file_format="gmsh22", binary=False)
    model = read_finite_elements(tmp_path / "bar.msh", material=STEEL)
    at = model.nodes[model.node_sets["clamp"]]
    # Middles of edges inside the face belong to it.
    assert np.all(at[:, 0] == 0) and len(at) == 9
    data = read_modal_data(tmp_path / "bar.msh", material=STEEL, interfaces={"root": "clamp"}, modes=1)
    assert data.frames["root"].is_rigid


def test_units_are_converted(tmp_path: Path) -> None:
    """Tonnes, millimetres: translations and rotations scale differently."""
    model = brick()
    np.savez(
        tmp_path / "mm.npz", nodes=1e3 * model.nodes, mass=1e-3 * model.mass.toarray(),
        stiffness=1e-3 * model.stiffness.toarray(),
    )  # fmt: skip
    with pytest.raises(ModelError, match=r"mm.npz: mass 0.0017, length 600: tonnes and millimetres\?"):
        read_modal_data(tmp_path / "mm.npz", interfaces=faces(), modes=1)
    check(read_finite_elements(tmp_path / "mm.npz", units="mm-t-s"), labels=False)
    data = read_modal_data(tmp_path / "mm.npz", interfaces=faces(), modes=4, units="mm-t-s")
    assert data.frequencies[0] == pytest.approx(282.5367306254521, rel=1e-10)
    # A spatial frame with rotations: a bending moment of N mm, a rotary inertia of t mm².
    section = SimpleNamespace(area=1e-4, Iy=1e-9, Iz=2e-9, J=1e-9)
    beam = beam_model("rod", np.linspace(0, 1, 3), beam_stiffness("rod", section, STEEL, False))
    turns = np.array([name.startswith("turn") for name in beam.dof_names])
    S = np.where(turns, 1.0, 1e-3)[:18]
    K, M = (matrix.toarray()[:18, :18] for matrix in (beam.stiffness, beam.mass))
    np.savez(
        tmp_path / "rod.npz", nodes=1e3 * beam.nodes, stiffness=1e3 * S[:, None] * K * S, mass=1e3 * S[:, None] * M * S
    )
    found = read_finite_elements(tmp_path / "rod.npz", units="mm-t-s")
    assert relative(found.stiffness.toarray(), K) < 1e-12
    assert relative(found.mass.toarray(), M) < 1e-12
    assert relative(found.rigid_motions(), beam.rigid_motions()[:18]) < 1e-12


def test_words_for_bad_files(tmp_path: Path) -> None:
    def refused(sentence: str, file: str, **options) -> None:
        with pytest.raises(ModelError, match=sentence):
            read_finite_elements(tmp_path / file, **options)

    refused(r"none.npz: there is no such file", "none.npz")
    (tmp_path / "a.npz").write_text("text")
    refused(r"a.npz: cannot be read as an archive of arrays", "a.npz")
    np.savez(tmp_path / "b.npz", stiffness=np.eye(3))
    refused(r"b.npz: has no nodes; it has stiffness", "b.npz")
    np.savez(tmp_path / "c.npz", nodes=brick().nodes, mass=np.eye(84))
    refused(r"c.npz: has no stiffness: give it as an array, or as stiffness_row", "c.npz")
    np.savez(tmp_path / "d.npz", nodes=brick().nodes, mass=np.eye(80), stiffness=np.eye(80))
    refused(r"d.npz: 28 nodes need 84 unknowns \(three translations each\) or 168 .* have 80. Give dofs", "d.npz")
    np.savez(tmp_path / "e.npz", nodes=brick().nodes, mass=np.eye(80), stiffness=np.eye(84))
    refused(r"e.npz: mass is 80 × 80, stiffness 84 × 84: both must be N × N", "e.npz")
    np.savez(tmp_path / "f.npz", nodes=np.eye(4), mass=np.eye(12), stiffness=np.eye(12))
    refused(r"f.npz: nodes must be n × 3, is 4 × 4", "f.npz")
    refused(r"d.npz: units: there is no system 'mm'", "d.npz", units="mm")
    (tmp_path / "k.mtx").write_text("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.0\n")
    refused(r"k.mtx: say mass=…, the file of the mass matrix", "k.mtx")
    refused(r"k.mtx: say nodes=…, positions", "k.mtx", mass=tmp_path / "k.mtx")
    (tmp_path / "arm.xyz").write_text("")
    refused(r"arm.xyz: matrices are read from .npz, .* a mesh needs a material", "arm.xyz")
    (tmp_path / "nodes.txt").write_text("0 0\n1 1\n")
    refused(r"nodes.txt: nodes need three numbers each", "k.mtx", mass=tmp_path / "k.mtx", nodes=tmp_path / "nodes.txt")
    (tmp_path / "dofs.txt").write_text("1 UX\n1 UY\nnonsense\n")
    refused(
        r"dofs.txt: line 3: 'nonsense' names no node and direction", "k.mtx", mass=tmp_path / "k.mtx",
        nodes=[[0, 0, 0]], dofs=tmp_path / "dofs.txt",
    )  # fmt: skip
    (tmp_path / "dofs.txt").write_text("9 UX\n")
    refused(
        r"k.mtx: unknown 0 belongs to node 9, which is not among the nodes", "k.mtx", mass=tmp_path / "k.mtx",
        nodes=[[0, 0, 0]], dofs=tmp_path / "dofs.txt",
    )  # fmt: skip


def test_words_for_bad_nastran(tmp_path: Path) -> None:
    nastran = pytest.importorskip("pyyeti.nastran")
    nastran.op4.write(str(tmp_path / "job.op4"), {"KAA": np.eye(84), "MAA": np.eye(84)})
    with pytest.raises(ModelError, match=r"stiffness has 84 rows, but 28 grids have 168 directions. Write KGG"):
        read_finite_elements(tmp_path / "job.op4", nodes=grids(tmp_path))
    nastran.op4.write(str(tmp_path / "job.op4"), {"PHI": np.eye(84)})
    with pytest.raises(ModelError, match=r"has none of KGG, KAA, .*; it has PHI"):
        read_finite_elements(tmp_path / "job.op4", nodes=grids(tmp_path))
    with pytest.raises(ModelError, match=r"grid 7 has a displacement system of its own \(CD\)"):
        read_finite_elements(tmp_path / "job.op4", nodes=grids(tmp_path, "3"))
    with pytest.raises(ModelError, match=r"job.op4: say nodes=…, the bulk data file with its grids"):
        read_finite_elements(tmp_path / "job.op4")


def test_a_mesh_in_a_file_that_meshio_cannot_read(tmp_path: Path) -> None:
    pytest.importorskip("meshio")
    (tmp_path / "arm.msh").write_text("no mesh")
    with pytest.raises(ModelError, match=r"arm.msh: meshio cannot read it"):
        read_finite_elements(tmp_path / "arm.msh", material=STEEL)
