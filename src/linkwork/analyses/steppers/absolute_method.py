"""A method with its choices, from which runs of absolute systems and single steps are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ...absolute import Configuration
from ...absolute.interpolation import row_nodes
from ...absolute.tables import Tables
from ...mechanics.absolute import AbsoluteSystem
from ...results import State
from ...results.stored_states import Interpolator
from ...run.checkpoint import checkpoint_digest
from ..methods.method import Method
from ..methods.trial_steppers import TrialStepper, element_channels

REACH_HALVINGS = 4
"""How often a single step may be halved where it has no solution."""
StateAt = tuple[float, np.ndarray]
"""A time, and (q, u, z) at it."""


@dataclass(frozen=True, eq=False)
class AbsoluteMethod:
    """A method at given values of Parameters, which makes single steps of an absolute system."""

    system: AbsoluteSystem
    parameters: Mapping[str, float]
    method: Method
    _divided: dict[float, list[StateAt]] = field(init=False, default_factory=dict, repr=False)
    """What single steps reach behind rows, by the times of these."""

    @property
    def tables(self) -> Tables:
        """The numbers of all elements."""
        return self.system.elements.tables(self.parameters)

    def at(self, parameters: Mapping[str, float]) -> AbsoluteMethod:
        """The same at other values of Parameters."""
        return self if parameters == self.parameters else replace(self, parameters=dict(parameters))

    def stepper(self, at: Configuration, before: TrialStepper | None = None) -> TrialStepper:
        """The method at a state; it goes on counting from one that ran before."""
        made: TrialStepper = self.method.stepper(self.system.elements, self.tables, at)
        if before is not None:
            made.count_from(before)
        return made

    def reach(
        self, at: Configuration, h: float, controlled: bool = False, halvings: int = REACH_HALVINGS
    ) -> Configuration | None:
        """The state after one step from another, None where that has no solution; as accurate as those of a run whose
        steps are controlled. A step of a run knows those before it: without them, halves of it may be needed."""
        if h <= 0.0:
            return at
        again = self.stepper(at)
        if again.attempt(h, controlled) is not None:
            again.take()
            found: Configuration = again.at
            return found
        half = self.reach(at, 0.5 * h, controlled, halvings - 1) if halvings else None
        return None if half is None else self.reach(half, at.t + h - half.t, controlled, halvings - 1)

    @property
    def name(self) -> str:
        """The method in a word."""
        return self.method.name

    @property
    def powers(self) -> int:
        """None: steps can be computed again."""
        return 0

    @property
    def channels(self) -> dict[str, int]:
        """Momenta and mean multipliers of elements in time."""
        return element_channels(self.system.elements.size, self.system.rows.count) if self.method.element else {}

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Interpolator:
        """The states between rows, as accurate as the method.

        The generalized-α method is of second order, to which cubics between its rows add nothing. Elements in time are
        of higher order and longer; they are divided by as many steps from the row before as their degree.
        """
        nodes = [node for k, after in pairwise([*range(len(t)), -1]) for node in self._nodes(t, y, k, after)]
        times, rows = np.array([t for t, _ in nodes]), np.array([row for _, row in nodes])
        layout = self.system.layout
        whole = np.column_stack([rows, np.interp(times, t, y[:, -1])])
        return row_nodes(times, whole, (layout.nq, layout.nu), self.system.elements.bodies.count)

    def _nodes(self, t: np.ndarray, y: np.ndarray, k: int, after: int) -> list[StateAt]:
        """A row, and what steps from it reach before the next."""
        here, system = float(t[k]), self.system
        row = (here, y[k, :-1])
        element = self.method.element
        if element is None or after < 0:
            return [row]
        if here not in self._divided:
            nq, nu, count = system.layout.nq, system.layout.nu, element.degree
            state = State(system.layout, y[k, :nq], y[k, nq : nq + nu], here, self.parameters, y[k, nq + nu : -1])
            at, h = system.elements.configuration(state), (float(t[after]) - here) / (count + 1)
            reached = [self.reach(at, j * h) for j in range(1, count + 1)]
            rows = [(x.t, np.concatenate(system.elements.row(x, self.parameters))) for x in reached if x is not None]
            self._divided[here] = rows
        return [row, *self._divided[here]]

    def data(self) -> dict[str, Any]:
        """What a checkpoint holds of it; the rest is given again."""
        return {"parameters": dict(self.parameters)}

    def signature(self) -> dict[str, str]:
        """The equations with their numbers, and the method."""
        tables, groups = self.tables, self.system.elements.groups
        numbers = (tables.bodies, tables.com, tables.gravity, *tables.groups)
        parts = [np.ascontiguousarray(x).tobytes() for x in numbers]
        digests = [group.kernel("residual").function.digest.encode() for group in groups]
        return {
            "equations": checkpoint_digest([*digests, *parts]),
            "method": repr(self.method),
        }
