"""The certificate of a run, from what its plan, its stepper and its log of events know."""

from __future__ import annotations

import importlib.metadata
import math
import platform
from collections.abc import Mapping
from functools import cache

from ..contract import Assembly, Force
from ..model import Model
from ..results import Certificate, told_contacts
from .event_log import EventLog
from .stepper import Plan, Statistics


def certificate_of(
    model: Model, plan: Plan, known: Statistics, status: str, sentence: str, log: EventLog | None, wall: float
) -> Certificate:
    """What is known about the accuracy of a run that took `wall` seconds; without a log nothing happened in it."""
    occurrences = [] if log is None else log.occurrences
    return Certificate(
        status=status,
        sentence=sentence,
        method=known.method,
        t_start=plan.t_start,
        t_end=known.t_end,
        rtol=plan.rtol,
        atol=plan.atol,
        h=plan.h,
        steps=known.steps,
        rejected=known.rejected,
        evaluations=known.evaluations,
        jacobians=known.jacobians,
        step_range=known.step_range,
        **known.energy,
        position_error=known.position_error,
        velocity_error=known.velocity_error,
        correction=known.correction,
        rank=known.rank,
        rows=known.rows,
        freedoms=known.freedoms,
        events=len(occurrences),
        contacts=told_contacts(o.contact for o in occurrences if o.contact is not None),
        notes=known.notes,
        singular_unresolved=known.singular_unresolved,
        horizons=_horizons({name: c.element for name, c in model.connections.items()}),
        wall_time=wall,
        solution=plan.solution[0],
        weights=dict(plan.solution[1]),
        versions=versions(),
    )


def _horizons(elements: Mapping[str, object]) -> dict[str, float]:
    """The longest histories for which laws hold, by connection and part, where there is a longest."""
    found: dict[str, float] = {}
    for name, element in elements.items():
        if isinstance(element, Assembly):
            found |= _horizons({f"{name}.{part}": inside for part, (inside, *_) in element.parts().items()})
        elif isinstance(element, Force) and math.isfinite(element.longest_history):
            found[name] = element.longest_history
    return found


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that a run was computed with."""
    return dict(_found())


@cache
def _found() -> dict[str, str]:
    # Read once: looking them up on the disk takes longer than a short run.
    names = ("linkwork", "numpy", "scipy", "llvmlite")
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in names}}
