"""What is refused on reading, in which words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from linkwork.contract import ModelError
from linkwork.flexible import Interface, nodal_model, reduce_model
from linkwork.flexible.checks import check_model
from linkwork.flexible.read import in_si
from tests.flexible.bodies import bar, brick, ends, faces


def changed(**parts):
    """The brick with something else in place."""
    model = brick()
    mass = parts.pop("mass", model.mass)
    return nodal_model(
        "arm.npz", parts.pop("nodes", model.nodes), mass, parts.pop("stiffness", model.stiffness), **parts
    )


def test_a_sound_model_tells_its_mass() -> None:
    found = check_model(brick())
    assert found.mass == pytest.approx(1.728)
    assert found.centre == pytest.approx([0.3, 0, 0], abs=1e-12)
    assert "mass 1.728 kg, centre of mass (0.3, " in reduce_model(brick(), faces(), modes=1).notes[0]


def test_a_model_that_is_still_fixed() -> None:
    K = brick().stiffness.tolil()
    K[16, 16] += 1e7
    K[17, 17] += 1e7
    with pytest.raises(
        ModelError, match=r"arm.npz: K times a rigid .* is [\d.]+ % of ‖K‖: the model is still fixed somewhere \(dof"
    ) as error:
        check_model(changed(stiffness=sparse.csr_array(K)))
    assert "dofs 16 and 17 of node 5 carry 100 % of it" in str(error.value)


def test_nodes_in_another_order() -> None:
    shuffled = brick().nodes[np.random.default_rng(1).permutation(28)]
    with pytest.raises(
        ModelError, match=r"translations cost nothing, so the rows do not belong to these nodes. Check the order"
    ):
        check_model(changed(nodes=shuffled))


def test_unknowns_in_another_order() -> None:
    order = np.random.default_rng(1).permutation(84)
    with pytest.raises(ModelError, match=r"the model is still fixed, or the order of its unknowns is another"):
        check_model(changed(stiffness=brick().stiffness[order][:, order]))


@pytest.mark.parametrize("what", ["mass", "stiffness"])
def test_matrices_must_be_symmetric(what: str) -> None:
    matrix = getattr(brick(), what).tolil()
    matrix[0, 3] *= 1.5
    with pytest.raises(
        ModelError, match=rf"arm.npz: {what} differs from its transpose by .* % of its largest entry; it must"
    ):
        check_model(changed(**{what: sparse.csr_array(matrix)}))


def test_negative_and_lost_mass() -> None:
    M = brick().mass.tolil()
    M[0, 0] = M[1, 1] = M[2, 2] = -0.001
    with pytest.raises(
        ModelError, match=r"the mass matrix has the eigenvalue -.*: some motion has negative kinetic energy"
    ):
        check_model(changed(mass=sparse.csr_array(M)))
    M = brick().mass.tolil()
    M[3, :] = M[:, 3] = 0.0
    with pytest.raises(ModelError, match=r"its mass along x, y, z is .*: some unknowns have lost theirs"):
        check_model(changed(mass=sparse.csr_array(M)))
    with pytest.raises(ModelError, match=r"its mass along x, y, z is 0, 0, 0: it must be positive"):
        check_model(changed(mass=0.0 * brick().mass))


def test_a_large_mass_matrix_is_checked_too() -> None:
    model = bar("tetra", (6, 1, 1))
    assert model.unknowns > 100
    M = model.mass.tolil()
    M[30, 30] = M[31, 31] = M[32, 32] = -M[30, 30]
    with pytest.raises(ModelError, match=r"the mass matrix has the eigenvalue -"):
        check_model(replace(model, mass=sparse.csr_array(M)))


def test_numbers_that_are_none() -> None:
    K = brick().stiffness.copy()
    K.data[0] = np.nan
    with pytest.raises(ModelError, match=r"arm.npz: stiffness has entries that are not finite numbers"):
        check_model(changed(stiffness=K))
    with pytest.raises(ModelError, match=r"arm.npz: the stiffness is zero"):
        check_model(changed(stiffness=0.0 * brick().stiffness))


def test_tonnes_and_millimetres() -> None:
    steel = bar("hexahedron", (6, 1, 1), (0.6, 0.06, 0.0279))
    other = replace(in_si(steel, 1e3, 1e-3, 1.0), name="arm")
    with pytest.raises(
        ModelError,
        match=r"arm: mass 0.0079, length 600: tonnes and millimetres\? In SI it would be 7.9 kg and 0.6 m.*'mm-t-s'",
    ):
        check_model(other)
    with pytest.raises(ModelError, match=r"arm: mass 7.9, length 600: kilograms and millimetres\?.*units='mm-kg-s'"):
        check_model(replace(in_si(steel, 1e3, 1.0, 1.0), name="arm"))
    assert check_model(other, units_are_given=True).mass == pytest.approx(0.0079, rel=0.01)


def test_interfaces_that_do_not_tell_their_motion() -> None:
    with pytest.raises(ModelError, match=r"interface tip has 2 nodes on a line: rotation about it is undetermined"):
        reduce_model(brick(), {"root": faces()["left"], "tip": [24, 25]})
    with pytest.raises(
        ModelError, match=r"interface tip has 1 node with translations only: rotations are undetermined"
    ):
        reduce_model(brick(), {"root": faces()["left"], "tip": [24]})
    with pytest.raises(ModelError, match=r"interface tip has 2 nodes on a line"):
        reduce_model(brick(), {"root": faces()["left"], "tip": Interface([24, 25], "averaging")})


def test_interfaces_that_are_not_there() -> None:
    with pytest.raises(ModelError, match=r"brick: interface tip: there is no node 280; nodes are numbered 0 to 27"):
        reduce_model(brick(), {"tip": [24, 25, 280]})
    labelled = replace(brick(), labels=np.arange(100, 128))
    with pytest.raises(ModelError, match=r"brick: interface tip: there is no node 5; nodes are numbered 100 to 127"):
        reduce_model(labelled, {"tip": [100, 101, 5]})
    with pytest.raises(ModelError, match=r"brick: interface tip: there is no set of nodes 'face'"):
        reduce_model(brick(), {"tip": "face"})
    with pytest.raises(ModelError, match=r"brick: interface tip: has no nodes"):
        reduce_model(brick(), {"tip": lambda x: x[:, 0] > 7})
    with pytest.raises(ModelError, match=r"brick: no interface. Name the nodes where it is joined"):
        reduce_model(brick(), {})
    with pytest.raises(ModelError, match=r"interfaces left and tip share node 3. A node moves with one frame"):
        reduce_model(brick(), {"left": faces()["left"], "tip": [3, 4, 9]})
    with pytest.raises(
        ModelError, match=r"interface tip: nodes must be whole numbers, the name of a set, or a function"
    ):
        reduce_model(brick(), {"tip": [0.5, 1.0]})
    with pytest.raises(ModelError, match=r"interface tip: kind 'RBE2' must be one of rigid and averaging"):
        reduce_model(brick(), {"tip": Interface([0, 1, 2], "RBE2")})
    with pytest.raises(ModelError, match=r"interface tip: `at` needs three numbers and `axes` three right-handed unit"):
        reduce_model(brick(), {"tip": Interface([0, 1, 2], axes=np.diag([1, 1, -1]))})


def test_options_that_make_no_sense() -> None:
    with pytest.raises(ModelError, match=r"brick: modes=-1 must be a whole number"):
        reduce_model(brick(), faces(), modes=-1)
    with pytest.raises(ModelError, match=r"brick: modes=61, but with its interfaces held it has 60 unknowns"):
        reduce_model(brick(), faces(), modes=61)
    with pytest.raises(ModelError, match=r"brick: give modes or cutoff, not both"):
        reduce_model(brick(), faces(), modes=3, cutoff=10.0)
    with pytest.raises(ModelError, match=r"brick: cutoff=-1.0 must be a positive frequency"):
        reduce_model(brick(), faces(), cutoff=-1.0)
    with pytest.raises(ModelError, match=r"brick: shapes need 84 rows"):
        reduce_model(brick(), faces(), shapes=np.eye(3))
    with pytest.raises(ModelError, match=r"brick: stress spot: the elements are not known, only their matrices"):
        reduce_model(brick(), faces(), stress={"spot": [3]})
    with pytest.raises(ModelError, match=r"brick: point left: there is an interface of this name"):
        reduce_model(brick(), faces(), points={"left": [3]})
    with pytest.raises(ModelError, match=r"brick: point spot: needs one node, has 2"):
        reduce_model(brick(), faces(), points={"spot": [3, 4]})


def test_a_loose_part_is_told() -> None:
    one, other = brick(), brick()
    K, M = (sparse.block_diag([getattr(m, key) for m in (one, other)], format="csr") for key in ("stiffness", "mass"))
    nodes = np.vstack([one.nodes, other.nodes + np.array([0.0, 1.0, 0.0])])
    with pytest.raises(ModelError, match=r"two: .*a part of the model is loose"):
        reduce_model(nodal_model("two", nodes, M, K), faces())


def test_counts_in_words() -> None:
    assert (
        "2 interfaces, left fixed to the body frame: 6 + 4 modes = 10 elastic coordinates."
        in reduce_model(brick(), faces(), modes=4).notes
    )
    assert (
        "1 interface, left fixed to the body frame: 4 modes = 4 elastic coordinates."
        in reduce_model(brick(), {"left": faces()["left"]}, modes=4).notes
    )
    mean = reduce_model(brick(), faces(), modes=4, root="mean axes").notes
    assert "2 interfaces, mean axes: 12 + 4 modes − 6 rigid motions = 10 elastic coordinates." in mean
    kinds = {"left": faces()["left"], "right": Interface(faces()["right"], "averaging")}
    assert "left is rigid (RBE2); right is averaging (RBE3)." in reduce_model(brick(), kinds, modes=1).notes


def test_missing_stiffening_is_said() -> None:
    assert any(
        "Without geometric stiffness: matrices do not contain stresses of elements" in note
        for note in reduce_model(brick(), faces()).notes
    )
    body = bar("hexahedron", (3, 1, 1))
    assert any(note.startswith("With geometric stiffness") for note in reduce_model(body, ends(), modes=1).notes)
    without = reduce_model(body, ends(), modes=1, stiffening=False)
    assert without.geometric is None and "Without geometric stiffness (stiffening=False)." in without.notes
