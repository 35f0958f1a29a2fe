"""Moreau's rule as a run of a tree uses it: the kernels that its step reads, bound to memory, and the engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...numerics.contact.held_rows import make_held_rows
from ...numerics.contact.momentum_transport import make_momentum_transport
from ...numerics.integrators.flow import no_kernel
from ...numerics.integrators.moreau import MoreauMethod, moreau_method
from ...numerics.integrators.moreau_terms import FoundRows, MoreauTerms, make_terms
from ...numerics.integrators.moreau_tree import TREE_STEPS, TreeSide
from ...numerics.integrators.record import StepRecord
from ..common.bound_kernels import BoundKernels
from ..contact.contact_table import contact_table
from .engine import StepInterpolator
from .native import NativeEngine

KERNELS = {"kinematics": "kinematics", "chart": "chart_state", "place": "contact_place", "motion": "contact_motion"}
"""Functions of a system by their places among the terms."""
MOMENTA_KERNEL = "body_momenta"
WRITTEN = ("q_dot", "g", "P_0", "P_00", "u_dot", "z_dot")
LAWS = ("inside", "mu_stick", "mu_slip", "restitution", "acts")


def tree_terms(bound: BoundKernels, room: int = 0) -> MoreauTerms:
    """Kernels of a tree with contacts bound to memory."""
    system, table = bound.system, contact_table(bound.system)
    written: dict[str, np.ndarray] = {}
    kernels: dict[str, Any] = {"laws": no_kernel(), "solve": no_kernel()}
    for field, name in KERNELS.items():
        kernel = system.kernel(name)
        own = {key: np.zeros(shape) for key, shape in kernel.signature.output_shapes.items()}
        kernels[field] = bound.bind(kernel, own)
        written |= own
    momenta = {key: np.zeros(shape) for key, shape in system.kernel(MOMENTA_KERNEL).signature.output_shapes.items()}
    transport = make_momentum_transport(
        bound.bind(system.kernel(MOMENTA_KERNEL), momenta), momenta, len(system.chart.free_u)
    )
    free, rows = np.array(system.chart.free_u, dtype=np.int64), system.rows.count
    side = TreeSide(
        place=kernels.pop("place"),
        motion=kernels.pop("motion"),
        **{name: written[name] for name in ("M", "P", "h")},
        rows=np.ascontiguousarray(table.bilateral),
        evaluated=np.zeros(bound.sizes[1]),
        ranks=np.zeros(2, dtype=np.int64),
        held=make_held_rows(len(table.bilateral) + len(table), len(free)),
        transport=transport,
    )
    values = {name: written[name] for name in WRITTEN} | {"q": written["q_there"], "u": written["u_there"]}
    slips = np.array([[*p.slips, -1, -1][:2] for p in table.points], dtype=np.int64).reshape(-1, 2)
    residual_of = np.array([table.holonomic.get(row, -1) for row in range(rows)], dtype=np.int64)
    laws = {name: written[name] for name in LAWS}
    nothing = FoundRows(no_kernel(), rows, np.zeros((0, bound.sizes[1])), np.zeros(0), np.zeros(0))
    return make_terms(TREE_STEPS, side, kernels, values, residual_of, free, table.normals, slips, laws, nothing, room)


def moreau_engine(bound: BoundKernels) -> NativeEngine:
    """Steps of one length over impacts, which end where samples are wanted."""
    method = moreau_method(bound.flow, bound.closing, tree_terms(bound))
    return NativeEngine(bound, "moreau", method, _straight, fit=_with_forces)


def _with_forces(method: MoreauMethod, record: StepRecord) -> MoreauMethod:
    """Forces are kept of as many samples as the record has."""
    terms, samples = method.terms, len(record.times)
    if len(terms.forces) == samples:
        return method
    n = len(terms.points.normals)
    forces, struck = np.zeros((samples, n, 3)), np.zeros((samples, n), dtype=np.int64)
    return method._replace(terms=terms._replace(forces=forces, struck=struck))


def _straight(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """Straight lines, since impulses may act at any time of a step."""
    return lambda wanted: np.array([[np.interp(x, t, column) for column in y.T] for x in wanted])
