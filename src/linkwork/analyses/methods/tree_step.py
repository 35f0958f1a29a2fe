"""Moreau's step of a tree: one native call, the same loop that living pages run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from ...contract import ModelError
from ...formulation.equations.constrained_dynamics import NO_GAINS
from ...kernels.loops import compiled_loop
from ...numerics.integrators.moreau import CONTACT_RESIDUAL, CONTACT_WORK, DEPTH, moreau_step
from ...numerics.integrators.moreau_terms import MoreauTerms
from ...numerics.integrators.record import StepRecord, make_record
from ...numerics.status import NEWTON_FAILED, NOT_FINITE, RUN_DONE, SENTENCES
from ...results import State
from ..common.bound_kernels import BoundKernels
from ..constraints.row_choice import chosen_rows
from ..contact.contact_table import ContactTable
from ..contact.force_response import MASSLESS
from ..contact.time_step import StepResult
from ..engines.moreau import tree_terms as moreau_terms


class TreeStep:
    """Steps of a tree by Moreau's rule, with impulses of the step before as a start for those of the next."""

    name = "moreau"

    def __init__(self, table: ContactTable) -> None:
        self.table = table
        self._known: Mapping[str, float] | None = None
        """The Parameters that kernels are given now."""
        self._native = compiled_loop(moreau_step)

    def saved(self) -> dict[str, np.ndarray]:
        """Nothing is remembered between steps but impulses, which the run keeps."""
        return {}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Nothing is remembered between steps but impulses, which the run keeps."""

    def __call__(self, state: State, h: float, guess: Mapping[int, np.ndarray]) -> StepResult:
        """The state a time h later; `guess` are impulses of the step before."""
        bound, terms = self._begin(state)
        impulse = terms.points.impulse
        impulse.fill(0.0)
        for k, given in guess.items():
            impulse[k, : len(given)] = given
        y, y_new = bound.y_of(state), self._y_new
        code = self._native(bound.flow, terms, self._record, y, y_new, float(state.t), float(h))
        if code == NEWTON_FAILED:
            raise ModelError(MASSLESS)
        if code not in (RUN_DONE, NOT_FINITE):
            raise ModelError(f"{SENTENCES[code]} at t = {state.t:.6g}.", "simulate")
        t = state.t + h
        points, told = self.table.points, terms.told.tolist()
        active = terms.points.active[: int(terms.points.count[0])].tolist()
        return StepResult(
            bound.state_of(y_new.copy(), t, state),
            {k: impulse[k, : 1 + len(points[k].slips)].copy() for k in active},
            work=told[CONTACT_WORK],
            rest=told[CONTACT_RESIDUAL],
            depth=told[DEPTH],
            impacts=frozenset(k for k in active if terms.points.hits[k]),
            balance=self._balance(bound, t, y_new),
        )

    def _begin(self, state: State) -> tuple[BoundKernels, MoreauTerms]:
        """Kernels with the Parameters of a state."""
        if self._known is None:
            parameters = np.ascontiguousarray(self.table.system.arguments(state)[-1], dtype=float)
            rows = chosen_rows(self.table.system, state)
            self._bound = BoundKernels(self.table.system, parameters, rows, NO_GAINS)
            self._terms = moreau_terms(self._bound)
            self._y_new = np.zeros(self._bound.n)
        elif self._known is not state.parameters:
            self._bound.parameters[:] = self.table.system.arguments(state)[-1]
        self._known = state.parameters
        return self._bound, self._terms

    @cached_property
    def _record(self) -> StepRecord:
        """Where energies are written."""
        return make_record(self._bound.n, np.zeros(0), 0, self._bound.energy_kernel, self._bound.energies)

    def _balance(self, bound: BoundKernels, t: float, y: np.ndarray) -> tuple[float, float, float]:
        """(kinetic, potential energy, power of all elements)."""
        bound.energy(t, y)
        kinetic, potential = bound.energies.tolist()
        rates = bound.rates(t, y)
        return kinetic, potential, float("nan") if rates is None else float(rates[-1])
