"""The certificate of a run, from what its plan, its stepper and its log of events know."""

from __future__ import annotations

import importlib.metadata
import platform
from functools import cache

from ..results import Certificate
from .stepper import Plan, Statistics


def certificate_of(plan: Plan, known: Statistics, status: str, sentence: str, events: int, wall: float) -> Certificate:
    """What is known about the accuracy of a run that took `wall` seconds."""
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
        events=events,
        notes=known.notes,
        singular_unresolved=known.singular_unresolved,
        wall_time=wall,
        solution=plan.solution[0],
        weights=dict(plan.solution[1]),
        versions=versions(),
    )


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that a run was computed with."""
    return dict(_found())


@cache
def _found() -> dict[str, str]:
    # Read once: looking them up on the disk takes longer than a short run.
    names = ("linkwork", "numpy", "scipy", "llvmlite")
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in names}}
