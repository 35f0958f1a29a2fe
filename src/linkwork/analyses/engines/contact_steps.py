"""Engines of methods that step over impacts in Python, one step at a time, or in native loops of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...numerics.integrators.moreau import no_events, no_samples_inside, rank_is_ours, sample_or_end
from ...numerics.integrators.record import SAMPLED, StepRecord, T
from ...numerics.integrators.step_ends import step_ends
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...results import State
from ...run import Plan
from ..contact.alpha_step import AlphaStep
from ..contact.contact_table import contact_table
from ..contact.detected_contacts import detection_of
from ..contact.event_driver import open_start
from .contact_record import ContactRecord, StepImpact
from .engine import SLOW_PIECE, PythonEngine, PythonMethod
from .moreau import straight
from .polynomials import Extension, StepInterpolator


class ContactStepEngine(PythonEngine):
    """What such engines have in common: steps of one length, of which nothing but the ends is known."""

    steps = SLOW_PIECE

    def __init__(
        self,
        bound: Any,
        name: str,
        try_step: Callable[..., Any],
        pass_on: Callable[..., Any],
        stop: Callable[..., Any] = sample_or_end,
    ) -> None:
        """`try_step`, `pass_on` and `stop` are what a march asks of a method."""
        nothing = bound.projection._replace(active=np.zeros(1, dtype=np.int64))
        super().__init__(
            bound,
            name,
            0,
            step_ends(bound.n, 0),
            nothing,
            start=self._start,
            stop=stop,
            try_step=try_step,
            landing=no_events,
            sample=no_samples_inside,
            pass_on=pass_on,
            sense=rank_is_ours,
        )

    def _start(self, method: PythonMethod, t: float) -> int:
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Steps have a given length."""

    def rows_of(self, record: StepRecord) -> int:
        """How many rows the step that was taken has made: its end, and samples that were wanted by now."""
        rows = int(len(record.steps_t) > 0)
        while self._sample(record):
            rows += 1
        return rows

    def _sample(self, record: StepRecord) -> int:
        """Takes the state as a sample, where one is wanted by now; how many."""
        place = int(record.count[SAMPLED])
        if place >= len(record.times) or record.times[place] - record.clock[T] > self.early:
            return 0
        record.samples[place] = self.y
        record.count[SAMPLED] = place + 1
        return 1

    early = 0.0
    """How long before it is wanted a state may be taken as a sample."""

    def ahead(self, t: float) -> Iterator[Extension]:
        """Nothing is known of what comes."""
        return iter(())

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

    def __init__(self, bound: Any, rho_inf: float, solver: str) -> None:
        super().__init__(bound, "nonsmooth_alpha", self._try, self._pass_on)
        self._choice = rho_inf, solver
        self._past = _Past()

    def begin(self, start: State, plan: Plan) -> ContactRecord:
        """Gets ready for a run; what it will tell of contacts."""
        detection = detection_of(self.bound.system, start, plan.h or 0.0)
        table = replace(contact_table(self.bound.system), detection=detection)
        start = open_start(table, start) if detection is not None else start
        self._record, self._step = ContactRecord(table, start, plan), AlphaStep(table, *self._choice)
        self._past.power = self._power_at(start.t, self.y)
        return self._record

    def _power_at(self, t: float, y: np.ndarray) -> float:
        rates = self.bound.rates(t, y)
        return float("nan") if rates is None else float(rates[-1])

    def _try(
        self, method: PythonMethod, record: StepRecord, h: float, t_new: float, shortened: bool
    ) -> tuple[int, float]:
        """One step."""
        t, past, out, y_new = float(record.clock[T]), self._past, self._record, self.ends.y_new
        self._before = self.bound.state_of(self.y.copy(), t, out.start)
        self._found = found = self._step(self._before, h, past.impulses)
        y_new[:] = self.bound.y_of(found.state)
        power = self._power_at(t_new, y_new)
        y_new[-1] = self.y[-1] + found.work + 0.5 * h * (past.power + power)
        if not np.isfinite(y_new).all():
            return NOT_FINITE, 0.0
        self._before_impact = self._kinetic(t, self.y) if found.impacts else 0.0
        past.impulses, past.power = found.impulses, power
        return RUN_DONE, 0.0

    def _pass_on(self, method: PythonMethod, record: StepRecord, h: float, shortened: bool) -> None:
        """Forces of the step, and its impacts."""
        found, out, t = self._found, self._record, float(record.clock[T])
        out.depth, out.rest = max(out.depth, found.depth), max(out.rest, found.rest)
        forces = np.zeros((len(out.table.points), 3))
        for k, impulse in found.impulses.items():
            if k < len(forces):
                forces[k, : len(impulse)] = impulse / h
        for _ in range(self.rows_of(record)):
            out.add_row(forces, self._pairs(found.pushes, h))
        if found.impacts:
            hit = tuple(sorted(found.impacts))
            ends = self._before, self.bound.state_of(self.y.copy(), t, out.start)
            kinetic = self._before_impact, self._kinetic(t, self.y)
            impulses = {k: np.asarray(found.impulses[k]) for k in hit}
            out.impacts.append(StepImpact(t - found.since, hit, impulses, found.work, *ends, kinetic))

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
