"""Moreau's rule as a run of a tree uses it: the kernels that its step reads, bound to memory, and the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.contact.held_rows import make_held_rows
from ...numerics.contact.momentum_transport import make_momentum_transport
from ...numerics.contact.step_points import make_step_points
from ...numerics.contact.step_solver import make_step_solver
from ...numerics.integrators import moreau
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.moreau import MoreauEnds, MoreauTerms
from ...numerics.integrators.record import StepRecord
from ...numerics.status import NOT_FINITE, RUN_DONE
from ..common.bound_kernels import BoundKernels
from ..contact.contact_table import contact_table
from .engine import PIECE_STEPS, StepInterpolator
from .extension import Extension

KERNELS = {"kinematics": "kinematics", "chart": "chart_state", "place": "contact_place", "motion": "contact_motion"}
"""Functions of a system by their places among the terms."""
MOMENTA_KERNEL = "body_momenta"
WRITTEN = ("q_dot", "M", "P", "g", "h", "P_0", "P_00", "u_dot", "z_dot")
LAWS = ("inside", "mu_stick", "mu_slip", "restitution", "acts")


def moreau_terms(bound: BoundKernels) -> MoreauTerms:
    """Kernels of a system with contacts bound to memory."""
    system, table = bound.system, contact_table(bound.system)
    written: dict[str, np.ndarray] = {}
    kernels: dict[str, Any] = {}
    for field, name in KERNELS.items():
        kernel = system.kernel(name)
        own = {key: np.zeros(shape) for key, shape in kernel.signature.output_shapes.items()}
        kernels[field] = bound.bind(kernel, own)
        written |= own
    momenta = {key: np.zeros(shape) for key, shape in system.kernel(MOMENTA_KERNEL).signature.output_shapes.items()}
    transport = make_momentum_transport(
        bound.bind(system.kernel(MOMENTA_KERNEL), momenta), momenta, len(system.chart.free_u)
    )
    free = np.array(system.chart.free_u, dtype=np.int64)
    held = np.ascontiguousarray(table.bilateral)
    (nq, nu, _), n, rows = bound.sizes, len(table), system.rows.count
    slips = np.array([[*p.slips, -1, -1][:2] for p in table.points], dtype=np.int64).reshape(-1, 2)
    return MoreauTerms(
        **kernels,
        **{name: written[name] for name in WRITTEN},
        q=written["q_there"],
        u=written["u_there"],
        free=free,
        held_rows=held,
        residual_of=np.array([table.holonomic.get(row, -1) for row in range(rows)], dtype=np.int64),
        middle=np.zeros(nq),
        before=np.zeros(nu),
        star=np.zeros(nu),
        pushed=np.zeros(nu),
        evaluated=np.zeros(nu),
        turned=np.zeros(len(free)),
        load=np.zeros(len(free)),
        wanted=np.zeros(len(held) + n),
        told=np.zeros(3),
        gaps=np.zeros(n),
        worst=np.zeros(2),
        forces=np.zeros((0, n, 3)),
        since=np.zeros(n, dtype=np.int64),
        struck=np.zeros((0, n), dtype=np.int64),
        held=make_held_rows(len(held) + n, len(free)),
        points=make_step_points(table.normals, slips, [written[name] for name in LAWS], len(free), len(held)),
        solver=make_step_solver(n, n + int((slips >= 0).sum())),
        transport=transport,
    )


class MoreauEngine:
    """Steps of one length over impacts, which end where samples are wanted."""

    powers = 0
    name = "moreau"
    loop = staticmethod(moreau.advance_moreau)
    restart_loop = staticmethod(moreau.restart_moreau)

    def __init__(self, bound: BoundKernels) -> None:
        self.bound, self.terms = bound, moreau_terms(bound)
        self._ends = MoreauEnds(*(np.zeros(bound.n) for _ in range(4)))
        self._advance = compiled_loop(self.loop)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._ends.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PIECE_STEPS

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from, with nothing pressing."""
        self._ends.y[:] = y
        self.terms.points.impulse.fill(0.0)
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._ends.f_0[:] = found
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Nothing to do: the step is given."""

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(self._advance(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with; forces are kept of as many samples as the record has."""
        n = len(self.terms.points.normals)
        if len(self.terms.forces) != len(record.times):
            forces, struck = np.zeros((len(record.times), n, 3)), np.zeros((len(record.times), n), dtype=np.int64)
            self.terms = self.terms._replace(forces=forces, struck=struck)
        return self.bound.flow, self.bound.closing, self.terms, self._ends, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """None: steps are not remembered."""
        return iter(())

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """Straight lines, since impulses may act at any time of a step."""
        return lambda wanted: np.array([[np.interp(x, t, column) for column in y.T] for x in wanted])
