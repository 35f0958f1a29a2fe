"""The connecting rod of F5 as a modal body: one finite-element model and one basis of shapes, for every program.

The rod is a solid of bricks, square, with the mass and bending stiffness of F5's; the slider's mass is spread over its
end face. It knows no geometric stiffness, as Exudyn's floating frame knows none, so both integrate the same equations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import sparse

from linkwork.contract import Material
from linkwork.contract.modal_data import ModalData
from linkwork.flexible import nodal_model, reduce_model, solid_model
from linkwork.flexible.finite_elements import FiniteElementModel
from tests.reference_models import case

CELLS = (10, 2, 2)
HIGHEST = 3e4
"""Vibrations above this frequency are left out, rad/s: bending, twist and the first of stretching stay."""
BETA = 1e-5
"""Damping is β K: 0.2 % of the first bending vibration, and more of faster ones."""


@dataclass(frozen=True, eq=False)
class Rod:
    """Numbers of F5, the whole model, its reduction."""

    radius: float
    length: float
    speed: float
    rise: float
    times: tuple[float, ...]
    model: FiniteElementModel
    data: ModalData
    middle: int
    """Its node on the axis, half way."""
    tip: np.ndarray
    """Nodes of the end face."""


@cache
def rod() -> Rod:
    """The rod, reduced."""
    found = case("F5_slider_crank_flexible")
    p = found["parameters"]
    side = float(np.sqrt(12.0 * p["EI"] / p["EA"]))
    steel = Material(p["E"], p["nu"], p["rhoA"] / side**2)
    solid = solid_model("rod", *_bricks(p["L"], side), steel)
    tip = np.nonzero(solid.nodes[:, 0] > p["L"] - 1e-9)[0]
    added = np.zeros(3 * len(solid.nodes))
    added[(3 * tip[:, None] + np.arange(3)).ravel()] = p["m_slider"] / len(tip)
    model = nodal_model("rod", solid.nodes, solid.mass + sparse.diags_array(added), solid.stiffness)
    middle = int(np.argmin(np.linalg.norm(model.nodes - [p["L"] / 2, 0.0, 0.0], axis=1)))
    faces = {"root": np.nonzero(model.nodes[:, 0] < 1e-9)[0].tolist(), "tip": tip.tolist()}
    data = reduce_model(
        model, faces, modes=16, highest=HIGHEST, rayleigh=(0.0, BETA), points={"middle": [middle]}, compare=False
    )
    times = tuple(s["t"] for s in found["smooth_start"]["samples"])
    return Rod(p["R"], p["L"], p["crank_speed"], p["spin_up_time"], times, model, data, middle, tip)


def _bricks(length: float, side: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Nodes and cells of a bar along x."""
    counts = np.array(CELLS)
    x, y, z = (np.linspace(0.0, 1.0, n + 1) for n in counts)
    X, Y, Z = np.meshgrid(length * x, side * (y - 0.5), side * (z - 0.5), indexing="ij")
    i, j, k = (part.ravel() for part in np.meshgrid(*map(np.arange, counts), indexing="ij"))
    around = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
    corners = [((i + a) * (counts[1] + 1) + j + b) * (counts[2] + 1) + k + c for a, b, c in around]
    return np.column_stack([X.ravel(), Y.ravel(), Z.ravel()]), {"hexahedron": np.column_stack(corners)}


def deflection(root: np.ndarray, middle: np.ndarray, tip: np.ndarray) -> np.ndarray:
    """How far the middle stands off the chord, from places in the plane (times × 2)."""
    chord = tip - root
    across = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    found: np.ndarray = ((middle - root) * across).sum(axis=1)
    return found
