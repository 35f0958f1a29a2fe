"""The reduction: F3, and both kinds of interfaces against the whole model."""

import numpy as np
import pytest
import scipy.linalg

from linkwork.flexible import Interface, reduce_model
from linkwork.flexible.boundary import HeldBody, boundary
from linkwork.flexible.craig_bampton import craig_bampton, with_sign_rule
from linkwork.flexible.interfaces import interface_frames
from tests.flexible.bodies import bar, bias, brick, case, ends, faces, hat, mass_matrix, relative

F3 = case("F3_modal_body")


def reduction(kind: str = "rigid", modes: int = 4):
    model = brick()
    chosen = {name: Interface(nodes, kind) for name, nodes in faces().items()}
    return model, craig_bampton(model, boundary(model, interface_frames(model, chosen)), modes)


def test_matrices_of_the_reference() -> None:
    _, found = reduction()
    wanted = F3["craig_bampton"]
    assert relative(found.mass, wanted["M_reduced"]) < 1e-12
    assert relative(found.stiffness, wanted["K_reduced"]) < 1e-12
    assert relative(found.mode_frequencies, wanted["fixed_interface_frequencies"]) < 1e-12
    assert relative(found.shapes[:, 12:], wanted["fixed_interface_modes"]) < 1e-12


def test_the_reduced_body_of_the_reference() -> None:
    data = reduce_model(brick(), faces(), modes=4)
    assert relative(data.C1, F3["integrals"]["C1"]) < 1e-12
    assert relative(data.XP, F3["integrals"]["XP"]) < 1e-12
    assert data.mass == pytest.approx(F3["rigid"]["mass"], rel=1e-12)
    assert relative(data.d0, F3["rigid"]["first_moment_from_left_frame"]) < 1e-12
    J = np.trace(data.XX) * np.eye(3) - data.XX
    assert relative(J, F3["rigid"]["inertia_about_left_frame"]) < 1e-12
    assert relative(data.frequencies[:8], F3["craig_bampton"]["left_clamped_frequencies_reduced"]) < 1e-10


def test_mass_matrix_and_bias_at_the_state_of_the_reference() -> None:
    data = reduce_model(brick(), faces(), modes=4)
    state = F3["state"]
    e, w, v, u = (np.array(state[key]) for key in ("qf", "w", "v", "qd"))
    assert relative(mass_matrix(data, e), state["mass_matrix"]) < 1e-12
    assert relative(bias(data, e, w, v, u), state["bias"]) < 1e-12


def test_integrals_are_sums_over_nodes() -> None:
    data = reduce_model(brick(), faces(), modes=4)
    m = np.array(F3["model"]["node_mass"])
    X, Phi = data.nodes, data.shapes
    assert relative(data.XP, np.einsum("ij,ia,jbf->abf", m, X, Phi)) < 1e-13
    assert relative(data.PP, np.einsum("ij,iaf,jbg->abfg", m, Phi, Phi)) < 1e-13
    assert relative(data.XX, np.einsum("ij,ia,jb->ab", m, X, X)) < 1e-13


@pytest.mark.parametrize("kind", ["rigid", "averaging"])
def test_modes_do_not_couple_with_interfaces_in_the_stiffness(kind: str) -> None:
    _, found = reduction(kind)
    K = found.stiffness
    assert np.abs(K[:12, 12:]).max() < 1e-9 * np.abs(K).max()
    assert relative(K[12:, 12:], np.diag(found.mode_frequencies**2)) < 1e-9
    assert relative(found.mass[12:, 12:], np.eye(4)) < 1e-9


@pytest.mark.parametrize("kind", ["rigid", "averaging"])
def test_shapes_span_rigid_motions(kind: str) -> None:
    model, found = reduction(kind)
    motions = model.rigid_motions()
    fit = np.linalg.lstsq(found.shapes, motions, rcond=None)[0]
    assert np.abs(found.shapes @ fit - motions).max() < 1e-9


def test_averaging_interfaces_follow_the_mean_of_their_nodes() -> None:
    model, found = reduction("averaging")
    for place, frame in enumerate(found.space.frames):
        rows = (3 * frame.nodes[:, None] + np.arange(3)).ravel()
        arms = model.nodes[frame.nodes] - frame.p
        T = np.vstack([np.hstack([np.eye(3), -hat(arm)]) for arm in arms])
        y = np.linalg.lstsq(T, found.shapes[rows], rcond=None)[0]
        assert np.abs(y - found.motions[6 * place : 6 * place + 6]).max() < 1e-9


def test_averaging_interfaces_do_not_stiffen() -> None:
    """With all modes nothing is left out: the frequencies are those of the model as it is."""
    model, found = reduction("averaging", modes=84 - 12)
    whole = scipy.linalg.eigh(model.stiffness.toarray(), model.mass.toarray(), eigvals_only=True)
    reduced = scipy.linalg.eigh(found.stiffness, found.mass, eigvals_only=True)
    assert relative(np.sqrt(reduced[6:20]), np.sqrt(whole[6:20])) < 1e-8


def test_rigid_interfaces_stiffen_by_their_faces_only() -> None:
    model, found = reduction("rigid", modes=84 - 24)
    Z = found.space.expansion.toarray()
    whole = scipy.linalg.eigh(Z.T @ model.stiffness @ Z, Z.T @ model.mass @ Z, eigvals_only=True)
    reduced = scipy.linalg.eigh(found.stiffness, found.mass, eigvals_only=True)
    assert relative(np.sqrt(reduced[6:20]), np.sqrt(whole[6:20])) < 1e-8
    assert relative(np.sqrt(whole[6:16]), F3["craig_bampton"]["free_frequencies_full_model"]) < 1e-9


@pytest.mark.parametrize("kinds", [("rigid", "averaging"), ("averaging", "rigid")])
def test_interfaces_of_both_kinds_at_one_body(kinds: tuple[str, str]) -> None:
    model = brick()
    chosen = {name: Interface(nodes, kind) for (name, nodes), kind in zip(faces().items(), kinds, strict=True)}
    data = reduce_model(model, chosen, modes=12)
    rigid = reduce_model(model, faces(), modes=12)
    soft = reduce_model(model, {name: Interface(nodes, "averaging") for name, nodes in faces().items()}, modes=12)
    assert soft.frequencies[0] < data.frequencies[0] < rigid.frequencies[0]


def test_large_and_small_models_take_different_ways_to_the_same_modes() -> None:
    model = bar("hexahedron", (6, 1, 1), order=1)
    space = boundary(model, interface_frames(model, {"root": ends()["root"]}))
    held = HeldBody(space, ["root"])
    dense, sparse = held._all_modes(5), held._lowest_modes(5)
    assert relative(sparse[0], dense[0]) < 1e-10
    # The bar is wider than high: no frequency comes twice, and shapes agree up to sign.
    one, other = with_sign_rule(dense[1]), with_sign_rule(sparse[1])
    assert relative(other, one) < 1e-7


def test_the_sign_of_a_shape_survives_round_off() -> None:
    tie = np.array([[0.999999999], [-1.0], [0.2]])
    assert with_sign_rule(tie)[0, 0] > 0
    assert with_sign_rule(-tie)[0, 0] > 0
    assert with_sign_rule(tie * [[1.000000002], [1], [1]])[0, 0] > 0


def test_cutoff_takes_all_modes_below_a_frequency() -> None:
    wanted = F3["craig_bampton"]["fixed_interface_frequencies"]
    data = reduce_model(brick(), faces(), cutoff=0.5 * (wanted[2] + wanted[3]))
    assert data.coordinates[6:] == ("mode_1", "mode_2", "mode_3")


def test_shapes_of_another_hand() -> None:
    """Free vibrations as shapes, the frame put on the left face: the same frequencies as mean axes have."""
    model = brick()
    squares, shapes = scipy.linalg.eigh(model.stiffness.toarray(), model.mass.toarray())
    data = reduce_model(model, faces(), shapes=shapes[:, 6:10])
    M = mass_matrix(data, np.zeros(4))
    K = np.zeros_like(M)
    K[6:, 6:] = data.stiffness
    free = scipy.linalg.eigh(K, M, eigvals_only=True)[6:]
    assert relative(free, squares[6:10]) < 1e-9


@pytest.mark.few(1)
@pytest.mark.parametrize("held", [("left", "right"), ("right",)])
def test_averaging_interfaces_of_large_models(held: tuple[str, ...]) -> None:
    """Nothing rigid is held: constraints and the factors of a supported body, against a basis of all free motions."""
    model = bar("hexahedron", (4, 1, 1))
    chosen = {
        name: Interface(nodes, "averaging") for name, nodes in zip(("left", "right"), ends().values(), strict=True)
    }
    space = boundary(model, interface_frames(model, {**chosen}))
    body = HeldBody(space, held)
    dense, sparse = body._all_modes(4), body._lowest_modes(4)
    assert relative(sparse[0], dense[0]) < 1e-9
    load = np.random.default_rng(0).standard_normal(model.unknowns)
    found = body.solve(load)
    assert np.abs(body.rows @ found).max() < 1e-9 * np.abs(found).max()
    # What is left of the load is carried by the interfaces.
    rest = load - space.stiffness @ found
    fit = np.linalg.lstsq(body.rows.T, rest, rcond=None)[0]
    assert np.abs(body.rows.T @ fit - rest).max() < 1e-6 * np.abs(load).max()
