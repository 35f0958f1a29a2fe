"""Modal bodies for tests, made from node sums and quadrature here, independently of what reads and reduces models."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from tests.reference_models import case

ROOTS = (1.8751040687119611, 4.694091132974174, 7.854757438237613, 10.995540734875467, 14.13716839104647)
"""β L of the bending modes of a cantilever."""


def integrals(node_mass: np.ndarray, X: np.ndarray, Phi: np.ndarray) -> dict[str, Any]:
    """The integrals of shapes (n × 3 × ne) with node masses (n × n)."""
    m = node_mass
    return {
        "mass": float(m.sum()),
        "d0": np.einsum("ij,ja->a", m, X),
        "C1": np.einsum("ij,jaf->af", m, Phi),
        "XX": np.einsum("ij,ia,jb->ab", m, X, X),
        "XP": np.einsum("ij,ia,jbf->abf", m, X, Phi),
        "PP": np.einsum("ij,iaf,jbg->abfg", m, Phi, Phi, optimize=True),
    }


def brick() -> tuple[lw.ModalData, dict[str, Any]]:
    """The body of F3, its root frame on the left face, by Craig and Bampton."""
    known = case("F3_modal_body")
    model, X = known["model"], np.array(known["model"]["nodes"])
    n = len(X)
    K = np.zeros((3 * n, 3 * n))
    t = model["stiffness_triplets"]
    for i, j, value in zip(t["row"], t["col"], t["value"], strict=True):
        K[i, j] = K[j, i] = value
    right, left = model["right_nodes"], model["left_nodes"]
    frame = np.array(model["right_frame"])
    inner = [3 * k + a for k in range(n) if k not in (*left, *right) for a in range(3)]
    T = np.zeros((3 * n, 10))
    for k in right:
        x, y, z = X[k] - frame
        T[3 * k : 3 * k + 3, :3] = np.eye(3)
        T[3 * k : 3 * k + 3, 3:6] = -np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T[inner, :6] = -np.linalg.solve(K[np.ix_(inner, inner)], K[inner] @ T[:, :6])
    modes = np.array(known["craig_bampton"]["fixed_interface_modes"])
    T[:, 6:] = modes
    stiffness = T.T @ K @ T
    Phi = T.reshape(n, 3, 10)
    none = np.zeros((3, 10))
    tip = lw.ElasticFrame(frame, np.eye(3), np.eye(3, 10), np.eye(3, 10, k=3))
    data = lw.ModalData(
        ("tx", "ty", "tz", "rx", "ry", "rz", "m1", "m2", "m3", "m4"),
        **integrals(np.array(model["node_mass"]), X, Phi),
        stiffness=0.5 * (stiffness + stiffness.T),
        damping=np.zeros((10, 10)),
        frames={"root": lw.ElasticFrame(np.zeros(3), np.eye(3), none, none), "tip": tip},
        geometric=None,
        frequencies=np.array(known["craig_bampton"]["left_clamped_frequencies_reduced"]),
        stress={},
        nodes=X,
        shapes=Phi,
        faces=None,
        notes=(),
    )
    return data, known


def bending_shapes(x: np.ndarray, length: float, modes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(φ, φ′, φ″) of the modes of a cantilever, worth 1 at the tip (modes × points)."""
    found: list[tuple[np.ndarray, ...]] = []
    for root in ROOTS[:modes]:
        sigma = (np.sinh(root) - np.sin(root)) / (np.cosh(root) + np.cos(root))

        def shape(s: np.ndarray, root: float = root, sigma: float = sigma) -> tuple[np.ndarray, ...]:
            ch, sh, c, n = np.cosh(root * s), np.sinh(root * s), np.cos(root * s), np.sin(root * s)
            first = root / length
            return (
                ch - c - sigma * (sh - n),
                first * (sh + n - sigma * (ch - c)),
                first**2 * (ch + c - sigma * (sh + n)),
            )

        tip = shape(np.array([1.0]))[0][0]
        found.append(tuple(values / tip for values in shape(x / length)))
    value, slope, curvature = (np.array([part[k] for part in found]) for k in range(3))
    return value, slope, curvature


def cantilever(
    length: float = 1.0,
    line_mass: float = 1.0,
    EI: float = 1.0,
    modes: int = 4,
    directions: str = "yz",
    stiffening: bool = True,
    points: int = 60,
    radius: float = 0.0,
    damping: float = 0.0,
    third_order: bool = False,
) -> lw.ModalData:
    """A straight beam along x, clamped in its root frame, with bending modes in y and z.

    `radius` is the distance of four lines of mass from the axis, so that the rod has an inertia about it.
    """
    s, weights = np.polynomial.legendre.leggauss(points)
    x, weights = 0.5 * length * (s + 1.0), 0.5 * length * weights
    value, slope, curvature = bending_shapes(x, length, modes)
    end_value, end_slope, _ = bending_shapes(np.array([length]), length, modes)
    names = tuple(f"{axis}{k + 1}" for axis in directions for k in range(modes))
    count = len(names)
    lines = [(0.0, 0.0)] if not radius else [(radius, 0.0), (-radius, 0.0), (0.0, radius), (0.0, -radius)]
    X = np.concatenate([np.column_stack([x, np.full_like(x, y), np.full_like(x, z)]) for y, z in lines])
    m = np.tile(line_mass * weights / len(lines), len(lines))
    Phi, tip = (
        np.zeros((len(x), 3, count)),
        lw.ElasticFrame(np.array([length, 0, 0]), np.eye(3), *np.zeros((2, 3, count))),
    )
    K, shortening = np.zeros((count, count)), np.zeros((len(x), count, count))
    fine = 0.5 * (s + 1.0)
    for k, axis in enumerate(directions):
        own = slice(k * modes, (k + 1) * modes)
        row = "xyz".index(axis)
        Phi[:, row, own] = value.T
        tip.Phi[row, own] = end_value[:, 0]
        tip.Theta[2 if axis == "y" else 1, own] = end_slope[:, 0] * (1 if axis == "y" else -1)
        K[own, own] = EI * (curvature * weights) @ curvature.T
        for i, at in enumerate(x):
            inner = bending_shapes(at * fine, length, modes)[1]
            shortening[i, own, own] = -(inner * (at * 0.5 * np.polynomial.legendre.leggauss(points)[1])) @ inner.T
    whole = np.zeros((count, count))
    for k in range(len(directions)):
        own = slice(k * modes, (k + 1) * modes)
        whole[own, own] = (slope * weights) @ slope.T
    # The section follows the slope of the axis.
    shapes = np.tile(Phi, (len(lines), 1, 1))
    slopes = np.zeros((len(x), 3, count))
    for k, axis in enumerate(directions):
        slopes[:, "xyz".index(axis), k * modes : (k + 1) * modes] = slope.T
    for k, (y, z) in enumerate(lines):
        shapes[k * len(x) : (k + 1) * len(x), 0] -= y * slopes[:, 1] + z * slopes[:, 2]
    sums = integrals(np.diag(m), X, shapes)
    one = line_mass * weights
    nothing = np.zeros((count, count))
    along = np.einsum("i,ifg->fg", one, shortening)
    spin = np.einsum("i,i,ifg->fg", one, x, shortening)
    wrench = np.zeros((6, count, count))
    wrench[3] = whole
    geometric = lw.GeometricStiffness(
        np.array([along, nothing, nothing]),
        None,
        np.array([nothing, -spin, -spin, nothing, nothing, nothing]),
        {"tip": wrench},
    )
    rigid = np.zeros((3, count))
    bending = _third_order(length, line_mass, EI, modes, directions) if third_order and stiffening else None
    frequencies = np.sort(
        np.tile([(r / length) ** 2 * np.sqrt(EI / line_mass) for r in ROOTS[:modes]], len(directions))
    )
    return lw.ModalData(
        names,
        **sums,
        stiffness=K,
        damping=damping * K,
        frames={"root": lw.ElasticFrame(np.zeros(3), np.eye(3), rigid, rigid), "tip": tip},
        geometric=geometric if stiffening else None,
        frequencies=frequencies,
        stress={},
        nodes=X,
        shapes=shapes,
        faces=None,
        notes=(),
        bending=bending,
    )


def _third_order(length: float, line_mass: float, EI: float, modes: int, directions: str) -> lw.BendingSamples:
    """Slopes, curvatures and tensions of the cantilever at eight points."""
    s, weights = np.polynomial.legendre.leggauss(8)
    x, weights = 0.5 * length * (s + 1.0), 0.5 * length * weights
    _, slope, curvature = bending_shapes(x, length, modes)
    count = modes * len(directions)
    found = np.zeros((2, len(x), 2, count))
    for k, axis in enumerate(directions):
        own = slice(k * modes, (k + 1) * modes)
        found[:, :, "yz".index(axis), own] = slope.T, np.sqrt(EI * weights)[:, None] * curvature.T
    none = np.zeros(len(x))
    spin = 0.5 * line_mass * (length**2 - x**2) * weights
    along = np.array([-line_mass * (length - x) * weights, none, none])
    wrench = np.zeros((6, len(x)))
    wrench[3] = weights
    tension = lw.GeometricStiffness(along, None, np.array([none, spin, spin, none, none, none]), {"tip": wrench})
    return lw.BendingSamples(found[0], found[1], tension)
