r"""Interfaces: where a body is joined to others. The nodes of one move with a frame.

The frame stands at the mean of its nodes and has six coordinates y, translation and small rotation, in the axes of the
file. Nodes move with it rigidly, $u_b = T_b y$ (RBE2: it stiffens the face), or it follows their mean,
$y = (T_b^T W T_b)^{-1} T_b^T W u_b$ (RBE3: it does not, and loads spread as forces on the nodes).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract.errors import ModelError, joined, unknown
from .finite_elements import FiniteElementModel

INTERFACE_KINDS = ("rigid", "averaging")


@dataclass(frozen=True, eq=False)
class Interface:
    """Nodes at which a body is joined, and how.

    `nodes` are numbers as in the file, the name of a set of the file, or a function of the positions (n × 3) that says
    which belong. `kind` is "rigid" or "averaging". The frame stands `at` a place of the file's axes, at the mean of the
    nodes if none is given, with `axes` as columns.
    """

    nodes: Any
    kind: str = "rigid"
    at: Any = None
    axes: Any = None


@dataclass(frozen=True, eq=False)
class InterfaceFrame:
    """An interface of a model: the indices of its nodes, and its frame in the axes of the file."""

    name: str
    nodes: np.ndarray
    p: np.ndarray
    R: np.ndarray
    is_rigid: bool


def interface_frames(model: FiniteElementModel, interfaces: Mapping[str, Any]) -> tuple[InterfaceFrame, ...]:
    """Interfaces with their nodes found and checked, in the order they were given."""
    if not interfaces:
        raise ModelError(
            f"{model.name}: no interface. Name the nodes where it is joined: interfaces={{'root': nodes, …}}."
        )
    frames = tuple(_frame(model, name, _as_interface(given)) for name, given in interfaces.items())
    for one, frame in enumerate(frames):
        for other in frames[:one]:
            shared = np.intersect1d(frame.nodes, other.nodes)
            if len(shared):
                raise ModelError(
                    f"{model.name}: interfaces {other.name} and {frame.name} share node {model.label(shared[0])}. A "
                    "node moves with one frame; leave it out of one of them."
                )
    return frames


def _as_interface(given: Any) -> Interface:
    return given if isinstance(given, Interface) else Interface(given)


def _frame(model: FiniteElementModel, name: str, interface: Interface) -> InterfaceFrame:
    where = f"{model.name}: interface {name}"
    if interface.kind not in INTERFACE_KINDS:
        raise ModelError(f"{where}: kind {interface.kind!r} must be one of {joined(INTERFACE_KINDS)}.")
    nodes = node_indices(model, where, interface.nodes)
    p = model.nodes[nodes].mean(axis=0) if interface.at is None else np.asarray(interface.at, float)
    R = np.eye(3) if interface.axes is None else np.asarray(interface.axes, float)
    if p.shape != (3,) or R.shape != (3, 3) or np.abs(R.T @ R - np.eye(3)).max() > 1e-9 or np.linalg.det(R) < 0:
        raise ModelError(f"{where}: `at` needs three numbers and `axes` three right-handed unit vectors as columns.")
    frame = InterfaceFrame(name, nodes, p, R, interface.kind == "rigid")
    _check_rank(model, where, frame)
    return frame


def node_indices(model: FiniteElementModel, where: str, given: Any) -> np.ndarray:
    """Indices of nodes that are given by number, by the name of a set, or by a function of positions."""
    if isinstance(given, str):
        if given not in model.node_sets:
            raise ModelError(f"{where}: {unknown('set of nodes', given, model.node_sets)}")
        nodes = np.asarray(model.node_sets[given])
    elif callable(given):
        nodes = np.nonzero(np.asarray(given(model.nodes), bool))[0]
    else:
        nodes = _by_number(model, where, np.atleast_1d(np.asarray(given)))
    if not len(nodes):
        raise ModelError(f"{where}: has no nodes.")
    return np.unique(nodes)


def _by_number(model: FiniteElementModel, where: str, numbers: np.ndarray) -> np.ndarray:
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
        raise ModelError(f"{where}: nodes must be whole numbers, the name of a set, or a function of positions.")
    if model.labels is None:
        known = (numbers >= 0) & (numbers < len(model.nodes))
        found, kept = numbers, f"0 to {len(model.nodes) - 1}"
    else:
        order = np.argsort(model.labels)
        place = np.minimum(np.searchsorted(model.labels, numbers, sorter=order), len(order) - 1)
        found = order[place]
        known = model.labels[found] == numbers
        kept = f"{model.labels.min()} to {model.labels.max()}"
    if not np.all(known):
        raise ModelError(f"{where}: there is no node {numbers[~known][0]}; nodes are numbered {kept}.")
    return found


def _check_rank(model: FiniteElementModel, where: str, frame: InterfaceFrame) -> None:
    """The motion of the nodes must tell that of the frame."""
    motions = boundary_motions(model, frame)
    size = np.abs(model.nodes - model.nodes.mean(axis=0)).max()
    scaled = motions / np.array([1, 1, 1, size, size, size])
    values = np.linalg.svd(scaled, compute_uv=False)
    missing = 6 - int(np.sum(values > 1e-6 * values[0]))
    if not missing:
        return
    count = len(frame.nodes)
    if missing == 1:
        what = f"has {count} nodes on a line: rotation about it is undetermined"
    else:
        what = f"has {count} node{'s' if count > 1 else ''} with translations only: rotations are undetermined"
    raise ModelError(f"{where} {what}. Give three nodes or more that are not on a line.")


def boundary_motions(model: FiniteElementModel, frame: InterfaceFrame) -> np.ndarray:
    """T_b: what the unknowns of an interface, or the displacements of its nodes where it averages, are per y."""
    motions = model.rigid_motions(frame.p)
    if frame.is_rigid:
        return motions[np.isin(model.dof_nodes, frame.nodes)]
    rows = (3 * frame.nodes[:, None] + np.arange(3)).ravel()
    return model.displacement[rows] @ motions
