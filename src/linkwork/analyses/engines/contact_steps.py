"""Engines of methods that step over impacts in Python, one step at a time, or in native loops of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.moreau import sample_or_end
from ...numerics.integrators.record import SAMPLED, STEPS_KEPT, StepRecord, T, accept
from ...numerics.integrators.step_control import end_of, next_step
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...results import State
from ...run import Plan
from ..contact.alpha_step import AlphaStep
from ..contact.contact_table import contact_table
from ..contact.detected_contacts import detection_of
from ..contact.event_driver import open_start
from .contact_record import ContactRecord, StepImpact
from .engine import SLOW_PIECE, StepInterpolator, advance_by_steps
from .extension import Extension
from .moreau import straight


class ContactStepEngine(ABC):
    """What such engines have in common: steps of one length, of which nothing but the ends is known."""

    name: str
    powers = 0
    steps = SLOW_PIECE

    def __init__(self, bound: Any) -> None:
        self.bound, self.y = bound, np.zeros(bound.n)

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self.y[:] = y
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:  # noqa: B027
        """Steps have a given length."""

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return advance_by_steps(self._next, watch, record, steps)

    @abstractmethod
    def _next(self, watch: Watch, record: StepRecord) -> int:
        """One step."""

    def _arrive(self, record: StepRecord, h: float, t_new: float, y_new: np.ndarray) -> int:
        """Goes to the end of a step; how many rows that made."""
        kept = int(record.count[STEPS_KEPT])
        compiled_loop(accept)(self.bound.flow, record, h, self.y, y_new, t_new)
        return int(record.count[STEPS_KEPT]) - kept

    def _sample(self, record: StepRecord) -> int:
        """Takes the state as a sample, where one is wanted by now; how many."""
        place = int(record.count[SAMPLED])
        if place >= len(record.times) or record.clock[T] < record.times[place]:
            return 0
        record.samples[place] = self.y
        record.count[SAMPLED] = place + 1
        return 1

    def ahead(self, t: float) -> Iterator[Extension]:
        """Nothing is known of what comes."""
        return iter(())

    def leave(self) -> None:  # noqa: B027
        """Nothing is left for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """Straight lines."""
        return straight(t, y, dense)


@dataclass
class _Past:
    """Impulses of the last step, and the power of elements at its end."""

    impulses: Mapping[int, np.ndarray] = field(default_factory=dict)
    power: float = 0.0


class AlphaContactEngine(ContactStepEngine):
    """The nonsmooth generalized-α method on its way."""

    name = "nonsmooth_alpha"

    def __init__(self, bound: Any, rho_inf: float, solver: str) -> None:
        super().__init__(bound)
        self._choice = rho_inf, solver
        self._past = _Past()

    def begin(self, start: State, plan: Plan) -> ContactRecord:
        """Gets ready for a run; what it will tell of contacts."""
        detection = detection_of(self.bound.system, start, plan.h or 0.0)
        table = replace(contact_table(self.bound.system), detection=detection)
        start = open_start(table, start) if detection is not None else start
        self._record, self._step = ContactRecord(table, start, plan, self), AlphaStep(table, *self._choice)
        self._past.power = self._power_at(start.t, self.y)
        return self._record

    def _power_at(self, t: float, y: np.ndarray) -> float:
        rates = self.bound.rates(t, y)
        return float("nan") if rates is None else float(rates[-1])

    def _next(self, watch: Watch, record: StepRecord) -> int:
        stop = sample_or_end(record)
        h = next_step(record, stop, False)
        t_new = end_of(record, stop, h)
        t, past, out = float(record.clock[T]), self._past, self._record
        before = self.bound.state_of(self.y.copy(), t, out.start)
        found = self._step(before, h, past.impulses)
        y_new = self.bound.y_of(found.state)
        power = self._power_at(t_new, y_new)
        y_new[-1] = self.y[-1] + found.work + 0.5 * h * (past.power + power)
        if not np.isfinite(y_new).all():
            return NOT_FINITE
        out.depth, out.rest = max(out.depth, found.depth), max(out.rest, found.rest)
        kinetic = [self._kinetic(t, self.y), self._kinetic(t_new, y_new)] if found.impacts else []
        past.impulses, past.power = found.impulses, power
        rows = self._arrive(record, h, t_new, y_new) + self._sample(record)
        forces = np.zeros((len(out.table.points), 3))
        for k, impulse in found.impulses.items():
            if k < len(forces):
                forces[k, : len(impulse)] = impulse / h
        for _ in range(rows):
            out.add_row(forces, self._pairs(found.pushes, h))
        if found.impacts:
            hit = tuple(sorted(found.impacts))
            ends = before, self.bound.state_of(y_new, t_new, out.start)
            impulses = {k: np.asarray(found.impulses[k]) for k in hit}
            impact = StepImpact(t_new - found.since, hit, impulses, found.work, *ends, (kinetic[0], kinetic[1]))
            out.impacts.append(impact)
        return RUN_DONE

    def _kinetic(self, t: float, y: np.ndarray) -> float:
        self.bound.energy(t, y)
        return float(self.bound.energies[0])

    def _pairs(self, pushes: Mapping[int, np.ndarray], h: float) -> dict[str, np.ndarray]:
        """Forces of pairs that were found."""
        found: dict[str, np.ndarray] = {}
        for k, push in pushes.items():
            name = f"{self._record.table.point(k).pair}.force"
            found[name] = found.get(name, np.zeros(3)) + push / h
        return found

    def saved(self) -> dict[str, np.ndarray]:
        """Impulses of the last step, and what the method remembers."""
        own = {f"impulses/{k}": np.asarray(x) for k, x in self._past.impulses.items()}
        return {**own, "power": np.array(self._past.power), **{f"step/{k}": x for k, x in self._step.saved().items()}}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""
        self._past.power = float(kept["power"])
        impulses = {k.removeprefix("impulses/"): x for k, x in kept.items() if k.startswith("impulses/")}
        self._past.impulses = {int(k): x for k, x in impulses.items()}
        self._step.restore({k.removeprefix("step/"): x for k, x in kept.items() if k.startswith("step/")})
