"""Floating frames: the same body from each of them."""

import numpy as np
import pytest
import scipy.linalg

from linkwork.contract import ModelError
from linkwork.flexible import Interface, reduce_model
from tests.flexible.bodies import bar, brick, ends, faces, mass_matrix, relative


def free_frequencies(data) -> np.ndarray:
    """Of the body that nothing holds, from its data alone."""
    M = mass_matrix(data, np.zeros(len(data.coordinates)))
    K = np.zeros_like(M)
    K[6:, 6:] = data.stiffness
    return np.sqrt(np.maximum(scipy.linalg.eigh(K, M, eigvals_only=True)[6:], 0))


@pytest.mark.few(3)
@pytest.mark.parametrize("root", ["right", "mean axes"])
@pytest.mark.parametrize("kind", ["rigid", "averaging"])
def test_free_vibration_is_the_same_from_every_frame(root: str, kind: str) -> None:
    chosen = {name: Interface(nodes, kind) for name, nodes in faces().items()}
    left = reduce_model(brick(), chosen, modes=5, root="left")
    other = reduce_model(brick(), chosen, modes=5, root=root)
    assert relative(free_frequencies(other), free_frequencies(left)) < 1e-9


def test_mean_axes_carry_no_momentum() -> None:
    data = reduce_model(brick(), faces(), modes=5, root="mean axes")
    M = mass_matrix(data, np.zeros(len(data.coordinates)))
    scale = np.sqrt(np.outer(np.diag(M)[:6], np.diag(M)[6:]))
    assert np.abs(M[:6, 6:] / scale).max() < 1e-10
    assert relative(data.frequencies, free_frequencies(data)) < 1e-10
    assert np.abs(data.d0).max() < 1e-12


def test_the_root_is_the_body_frame() -> None:
    data = reduce_model(brick(), faces(), modes=3, root="right")
    frame = data.frames["right"]
    assert frame.is_rigid and np.array_equal(frame.R, np.eye(3)) and not frame.p.any()
    assert data.frames["left"].p == pytest.approx([-0.6, 0, 0])
    assert data.coordinates[:2] == ("left_x", "left_y")
    assert np.array_equal(data.frames["left"].Phi[:, :3], np.eye(3))
    assert np.array_equal(data.frames["left"].Theta[:, 3:6], np.eye(3))


def turned(axis: int, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    R = np.eye(3)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    R[a, a] = R[b, b] = c
    R[a, b], R[b, a] = -s, s
    return R


def test_axes_of_interfaces_may_be_turned() -> None:
    """The body in axes R of its root is the same body: everything turns with them."""
    model, R = bar("hexahedron", (4, 1, 1)), turned(2, 0.4) @ turned(0, 1.1)
    Q = turned(1, -0.7)
    plain = reduce_model(model, ends(), modes=4)
    root, tip = (Interface(nodes, axes=axes) for nodes, axes in zip(ends().values(), (R, Q), strict=True))
    data = reduce_model(model, {"root": root, "tip": tip}, modes=4)
    assert relative(data.frequencies, plain.frequencies) < 1e-8
    # The coordinates of the tip are along the axes of the body.
    C = np.eye(10)
    C[:3, :3] = C[3:6, 3:6] = R
    assert relative(data.XP, np.einsum("ca,db,cdf,fg->abg", R, R, plain.XP, C)) < 1e-9
    assert relative(data.XX, R.T @ plain.XX @ R) < 1e-12
    assert relative(data.PP, np.einsum("ca,db,cdfg,fh,gi->abhi", R, R, plain.PP, C, C)) < 1e-9
    assert relative(data.frames["tip"].R, R.T @ Q) < 1e-12
    assert relative(data.frames["tip"].Phi, R.T @ plain.frames["tip"].Phi @ C) < 1e-9
    assert relative(data.frames["tip"].Theta, Q.T @ plain.frames["tip"].Theta @ C) < 1e-9
    w = np.array([2.0, -1.0, 3.0])
    products = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

    def spun(body, rate):
        return sum(rate[a] * rate[b] * body.geometric.spin[k] for k, (a, b) in enumerate(products))

    assert relative(spun(data, R.T @ w), C.T @ spun(plain, w) @ C) < 1e-8
    wrench = np.array([0.3, -0.2, 0.5, 1.0, 2.0, -1.0])
    turn = np.kron(np.eye(2), R.T)
    one = np.einsum("k,kfg->fg", turn @ wrench, data.geometric.wrenches["tip"])
    other = np.einsum("k,kfg->fg", wrench, plain.geometric.wrenches["tip"])
    assert relative(one, C.T @ other @ C) < 1e-8


def test_diagonal_coordinates_are_vibrations_of_the_held_body() -> None:
    data = reduce_model(brick(), faces(), modes=4, diagonal=True)
    plain = reduce_model(brick(), faces(), modes=4)
    assert relative(data.stiffness, np.diag(plain.frequencies**2)) < 1e-9
    assert relative(np.einsum("aafg->fg", data.PP), np.eye(10)) < 1e-9
    cut = reduce_model(brick(), faces(), modes=4, highest=3000.0)
    assert len(cut.coordinates) == 5
    assert relative(cut.frequencies, plain.frequencies[:5]) < 1e-10
    assert "− 5 above the highest frequency = 5 elastic coordinates" in " ".join(cut.notes)


def test_the_whole_body_must_not_be_among_the_shapes() -> None:
    with pytest.raises(ModelError, match=r"brick: coordinates 1–6 move the whole body without strain: the floating"):
        reduce_model(brick(), faces(), shapes=np.hstack([brick().rigid_motions(), np.eye(84)[:, 40:43]]), root=None)
    with pytest.raises(ModelError, match=r"move the whole body without strain: the floating frame already does"):
        reduce_model(brick(), faces(), modes=2, root=None)


def test_an_unknown_root_is_named() -> None:
    with pytest.raises(ModelError, match=r"root: there is no interface 'lef'. Did you mean 'left'\?"):
        reduce_model(brick(), faces(), root="lef")
