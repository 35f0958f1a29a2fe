"""One-step methods: try a step, look at its error, take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...absolute import Configuration
from ...absolute.configuration import conjugate, quaternion_product, rotation_vectors
from ...channels import MEANS, MODIFIED, MOMENTA
from ...numerics.integrators.time_elements import Mechanics, Stepped, step
from ...numerics.integrators.time_shapes import TimeElement
from ...run import StepSource


class Tolerances(NamedTuple):
    """What errors are compared with: atol + rtol |y|."""

    rtol: float
    atol: float


DEFAULT_TOLERANCES = Tolerances(1e-8, 1e-10)
"""By default."""


class TrialStepper(Protocol):
    """A method that goes from state to state."""

    order: int
    """Of the error estimate, per step."""
    at: Any
    allowed: Tolerances
    """What errors are compared with."""

    @property
    def passing(self) -> tuple[Any, bool]:
        """(the present state, whether its velocities are on their rows), for those whom that does not matter."""

    @property
    def tried(self) -> Any:
        """The state that the last attempt led to."""

    @property
    def beside(self) -> Mapping[str, np.ndarray]:
        """What belongs to the step that ended here, by the names of channels."""

    @property
    def name(self) -> str:
        """The method in words."""

    @property
    def evaluations(self) -> int:
        """Residuals so far."""

    @property
    def jacobians(self) -> int:
        """Factors so far."""

    def attempt(self, h: float, controlled: bool) -> float | None:
        """The error of a step in units of the tolerance (0 where nobody asks), None where it has no solution."""

    def first_step(self, span: float) -> float:
        """The length of a step to begin with, in a run that takes so long."""

    def take(self) -> None:
        """Makes the step that was tried the present."""

    def count_from(self, before: TrialStepper) -> None:
        """Goes on counting where another one ended."""

    def saved(self) -> dict[str, np.ndarray]:
        """Where it is and what it remembers, for a checkpoint."""

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""


class SingleSteps(StepSource, Protocol):
    """What makes single steps of a system at given values of Parameters, of which a run consists."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """The values of Parameters."""

    @property
    def channels(self) -> Mapping[str, int]:
        """Sizes of what belongs to each step, by name."""

    def at(self, parameters: Mapping[str, float]) -> SingleSteps:
        """The same at other values of Parameters."""

    def stepper(self, at: Any, before: TrialStepper | None = None) -> TrialStepper:
        """The method at a state; it goes on counting from one that ran before."""

    def reach(self, at: Any, h: float) -> Any:
        """The state after one step from another, None where that has no solution."""

    def signature(self) -> dict[str, str]:
        """Equations with their numbers, and the method, as checkpoints compare them."""


class WeakStepper:
    """Elements in time."""

    def __init__(
        self,
        mechanics: Mechanics,
        at: Any,
        element: TimeElement,
        control: str = "doubling",
        difference: Callable[[Any, Any], float] | None = None,
    ) -> None:
        self.mechanics, self.at, self.element, self.control = mechanics, at, element, control
        self.allowed = DEFAULT_TOLERANCES
        self.difference = difference
        form = f", {element.form} constraints" if mechanics.rows else ""
        fields = "" if element.fields == "primal" else f", {element.fields} fields"
        self._form = f"time elements of degree {element.degree}, {element.quadrature} quadrature{fields}{form}"
        self.order = 2 * element.degree + 1 if control == "doubling" else element.degree + 1
        self.momenta = mechanics.vectors(at, np.zeros(mechanics.rows), (1.0, 0.0, 0.0)).r
        self.modified = self.momenta
        """Modified momenta where the last element ended; at the start they are the true ones."""
        self.means = np.full(mechanics.rows, np.nan)
        """Mean multipliers of the element that ended here, which there is not at the start."""
        self.evaluations = self.jacobians = 0

    @property
    def name(self) -> str:
        """The method, and what solves its linear systems."""
        return f"{self._form}, linear systems by {self.mechanics.solved_by}"

    @property
    def passing(self) -> tuple[Any, bool]:
        """The present state: all of them meet their rows as well as the form of the elements has it."""
        return self.at, True

    @property
    def tried(self) -> Any:
        """The state that the last attempt led to."""
        return self._new.at

    @property
    def beside(self) -> Mapping[str, np.ndarray]:
        """Momenta, true and modified, and mean multipliers of the element that ended here."""
        return {MOMENTA: self.momenta, MODIFIED: self.modified, MEANS: self.means}

    def attempt(self, h: float, controlled: bool) -> float | None:
        """An element; with control by doubling, two of half the length, compared with the one."""
        whole = self._step(self.at, self.momenta, h)
        if whole is None:
            return None
        self._new = whole
        if not controlled:
            return 0.0
        if self.control == "indicator":
            return whole.indicator / sum(self.allowed)
        first = self._step(self.at, self.momenta, 0.5 * h)
        second = None if first is None else self._step(first.at, first.momenta, 0.5 * h)
        if second is None:
            return None
        self._new = second
        assert self.difference is not None
        return self.difference(whole.at, second.at) / (4**self.element.degree - 1) / sum(self.allowed)

    def _step(self, at: Any, momenta: np.ndarray, h: float) -> Stepped | None:
        found = step(self.element, self.mechanics, at, momenta, h)
        count = 0 if found is None else found.iterations
        self.evaluations += count * len(self.element.points)
        self.jacobians += count
        return found

    def first_step(self, span: float) -> float:
        """A small part of the run."""
        return 1e-3 * span or 1.0

    def take(self) -> None:
        """Goes on from it."""
        new = self._new
        self.at, self.momenta, self.modified, self.means = new.at, new.momenta, new.modified, new.lam

    def count_from(self, before: TrialStepper) -> None:
        """Goes on counting where another one ended."""
        self.evaluations += before.evaluations
        self.jacobians += before.jacobians

    def saved(self) -> dict[str, np.ndarray]:
        """Where it is: nothing else is remembered from one element to the next."""
        counts = np.array([self.evaluations, self.jacobians])
        named = {"/momenta": self.momenta, "/modified": self.modified, "/means": self.means, "/counts": counts}
        return {**self.at.saved("/at"), **named}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""
        self.at = type(self.at).restored(kept, "/at")
        self.momenta, self.modified, self.means = (kept[f"/{name}"] for name in ("momenta", "modified", "means"))
        self.evaluations, self.jacobians = (int(x) for x in kept["/counts"])


def element_channels(speeds: int, rows: int) -> dict[str, int]:
    """Sizes of what belongs to elements in time."""
    return {MOMENTA: speeds, MODIFIED: speeds, **({MEANS: rows} if rows else {})}


def distance(one: Configuration, other: Configuration) -> float:
    """The largest difference of places and rotations."""
    turn = rotation_vectors(quaternion_product(one.pose[:4], conjugate(other.pose[:4])))
    parts = (turn, one.pose[4:] - other.pose[4:], one.own - other.own)
    return max(float(np.abs(x).max(initial=0.0)) for x in parts)


def end_difference(nu: int, one: Configuration, other: Configuration) -> float:
    """How far two ends of a step are apart: places, and states (behind `nu` speeds) relative to their size."""
    states = np.abs(one.u[nu:] - other.u[nu:]) / (1.0 + np.abs(one.u[nu:]))
    return max(distance(one, other), float(states.max(initial=0.0)))
