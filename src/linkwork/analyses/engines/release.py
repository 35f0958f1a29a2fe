"""Memory of runs that are over, for those that come."""

from __future__ import annotations

from collections.abc import Sequence

from ...numerics.integrators.record import StepRecord
from ..common.bound_kernels import BoundKernels
from .engine import Engine

RECORD = "record"
"""Under which name memory for samples and steps waits for the next run."""


def release(engines: Sequence[Engine], bound: BoundKernels, record: StepRecord | None) -> None:
    """Lets the next run have the memory of one that is over."""
    for engine in engines:
        engine.leave()
    if record is not None:
        bound.spare[RECORD] = record
    bound.give_back()
