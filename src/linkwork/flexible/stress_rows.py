"""Stresses of a modal body, σ = S e with elastic coordinates e: S at places of the model, at nodes, or at peaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError
from .finite_elements import FiniteElementModel
from .floating_frame import ElasticShapes
from .interfaces import InterfaceFrame, node_indices

scipy = lazy_loader.load("scipy")

StressRows = tuple[dict[str, np.ndarray], tuple[str, ...]]
"""S by name (6 × ne each: xx, yy, zz, yz, xz, xy), and sentences that say where the places are."""


def stress_rows(
    model: FiniteElementModel,
    interfaces: tuple[InterfaceFrame, ...],
    elastic: ElasticShapes,
    places: Mapping[str, Any] | None,
) -> StressRows:
    """S at places that the model names and at the named nodes of `places`; of a solid without either, at its peaks."""
    found = {name: rows @ elastic.shapes for name, rows in model.stress.items()}
    if places is None and model.stress_samples is not None and model.stress_samples.cells is not None:
        return _peaks(model, interfaces, elastic)
    for name, given in (places or {}).items():
        found[name] = _at_nodes(model, elastic, f"{model.name}: stress {name}", given)
    return found, ()


def _at_nodes(model: FiniteElementModel, elastic: ElasticShapes, where: str, given: Any) -> np.ndarray:
    """S at a node: the mean of the samples in the cells around it, weighted by volume."""
    samples = model.stress_samples
    if samples is None or samples.cells is None:
        raise ModelError(f"{where}: the elements are not known, only their matrices. Make the body from a mesh.")
    node = node_indices(model, where, given)
    beside = np.nonzero(np.isin(samples.cells, node).any(axis=1))[0]
    rows = (6 * beside[:, None] + np.arange(6)).ravel()
    by_sample = (samples.stress[rows] @ elastic.shapes).reshape(len(beside), 6, -1)
    weights = samples.weights[beside] / samples.weights[beside].sum()
    return np.einsum("s,sif->if", weights, by_sample)


def skin_stresses(model: FiniteElementModel, elastic: ElasticShapes) -> np.ndarray | None:
    """Stresses at the points of the skin per elastic coordinate (k × 6 × ne), for colours; None where none are known.

    Those of a solid are means over the cells around a node, weighted by volume.
    """
    skin, samples = model.skin, model.stress_samples
    if skin is None:
        return None
    if skin.stress is not None:
        return np.asarray(skin.stress @ elastic.shapes).reshape(len(skin.points), 6, -1)
    if samples is None or samples.cells is None:
        return None
    by_sample = np.asarray(samples.stress @ elastic.shapes).reshape(len(samples.weights), -1)
    sums, weights = np.zeros((len(model.nodes), by_sample.shape[1])), np.zeros(len(model.nodes))
    for column in samples.cells.T:
        np.add.at(sums, column, samples.weights[:, None] * by_sample)
        np.add.at(weights, column, samples.weights)
    nearest = scipy.spatial.cKDTree(model.nodes).query(skin.points)[1]
    means = sums[nearest] / np.maximum(weights[nearest], np.finfo(float).tiny)[:, None]
    return np.asarray(means.reshape(len(skin.points), 6, -1))


def _peaks(model: FiniteElementModel, interfaces: tuple[InterfaceFrame, ...], elastic: ElasticShapes) -> StressRows:
    """Samples of the largest von Mises stress under each unit load on an interface, or along the first coordinates.

    Cells at interfaces are left out: at the rim of a rigid face the stress is singular, and grows with finer meshes.
    """
    samples = model.stress_samples
    assert samples is not None and samples.cells is not None
    loaded = [6 * i for i, face in enumerate(interfaces) if face.name != elastic.root]
    loads = [elastic.motions[start : start + 6].T for start in loaded]
    count = len(elastic.names)
    shapes = np.linalg.solve(elastic.stiffness, np.hstack(loads)) if loads else np.eye(count, min(count, 6))
    stress = (samples.stress @ (elastic.shapes @ shapes)).reshape(-1, 6, shapes.shape[1])
    size = von_mises(stress)
    rigid = np.concatenate([face.nodes for face in interfaces])
    size[np.isin(samples.cells, rigid).any(axis=1)] = 0.0
    found, notes, seen = {}, [], set()
    for sample in np.argmax(size, axis=0):
        cell = tuple(samples.cells[sample])
        if cell in seen or not size[sample].any():
            continue
        seen.add(cell)
        name = f"peak_{len(seen)}"
        found[name] = samples.stress[6 * sample : 6 * sample + 6] @ elastic.shapes
        place = elastic.R.T @ (model.nodes[list(cell)].mean(axis=0) - elastic.p)
        notes.append(f"{name} ({', '.join(f'{x:.3g}' for x in place)})")
    if not notes:
        return {}, ()
    return found, (f"Stresses where unit loads on the interfaces make them largest: {', '.join(notes)}.",)


def von_mises(stress: np.ndarray) -> np.ndarray:
    """σ_v of components xx, yy, zz, yz, xz, xy along the second axis.

    σ_v² = ½ ((σ_x − σ_y)² + (σ_y − σ_z)² + (σ_z − σ_x)²) + 3 (τ_yz² + τ_xz² + τ_xy²), R. von Mises (1913).
    """
    x, y, z, yz, xz, xy = np.moveaxis(stress, 1, 0)
    return np.sqrt(0.5 * ((x - y) ** 2 + (y - z) ** 2 + (z - x) ** 2) + 3 * (yz**2 + xz**2 + xy**2))
