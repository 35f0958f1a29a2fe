"""What a tree's stepper knows of the accuracy of its steps, for certificates."""

from __future__ import annotations

import math
from typing import Any

from ...diagnosis import note
from ...numerics.integrators.projection import POSITION_RESIDUAL, PROJECTION_CHANGE, VELOCITY_RESIDUAL
from ...numerics.integrators.record import ACCEPTED, H_LEAST, H_MOST, REJECTED, T, balance_told
from ...run import Statistics
from ..common.bound_kernels import largest_size
from ..contact.contact_table import contact_table, has_contacts
from ..path.singular_passage import leap_notes

SHARED_LOADS = "rows that repeat each other share their load by a regularised tangent"


def tree_statistics(stepper: Any) -> Statistics:
    """Counts, energies, residuals and notes of a run of a tree."""
    clock, count = stepper.record.clock.tolist(), stepper.record.count.tolist()
    evaluations, jacobians, *_ = stepper.bound.flow.count.tolist()
    worst, layout = stepper.bound.projection.worst.tolist(), stepper.system.layout
    position, velocity = stepper.left_open
    named = [f"{name} {value:.1e}" for name, value in stepper.options.named_atol.items()]
    tolerances = [note("tolerances_named", f"absolute tolerances {', '.join(named)}")] if named else []
    rows = stepper.system.rows.count - len(stepper.system.rows.switched_off(stepper.present))
    is_regularised = stepper.system.rows.are_regularised
    rank, held = _ranks(stepper, is_regularised)
    methods = ", ".join(dict.fromkeys(stepper.methods))
    is_shared = is_regularised and (rank is None or rank < rows)
    unranked = "; their rank was not determined" if rank is None else ""
    return Statistics(
        method=methods if stepper.beside is None else stepper.beside.method(methods),
        t_end=clock[T],
        steps=count[ACCEPTED],
        rejected=count[REJECTED],
        evaluations=evaluations,
        jacobians=jacobians,
        step_range=(clock[H_LEAST] if math.isfinite(clock[H_LEAST]) else 0.0, clock[H_MOST]),
        energy=balance_told(clock),
        position_error=largest_size([worst[POSITION_RESIDUAL], position]),
        velocity_error=largest_size([worst[VELOCITY_RESIDUAL], velocity]),
        correction=worst[PROJECTION_CHANGE],
        rank=rank,
        rows=rows,
        freedoms=None if rank is None else layout.nu - len(layout.driven) - len(layout.locked) - held,
        notes=(
            *tolerances,
            *stepper.notes,
            *([] if stepper.past is None else stepper.past.notes()),
            *leap_notes(stepper.leaps),
            *([] if stepper.beside is None else stepper.beside.notes(stepper.recorder)),
            *stepper.events.unfollowed(),
            *stepper.moved_aside(),
            *([note("constraints_redundant", SHARED_LOADS + unranked)] if is_shared else []),
        ),
        measures_rows=not (stepper.bound.measures_as_they_come or stepper.is_short),
    )


def _ranks(stepper: Any, is_regularised: bool) -> tuple[int | None, int]:
    """(rank of the rows, that of those that hold for good): at the end where contacts open and close on the way."""
    lasting = contact_table(stepper.system).bilateral if has_contacts(stepper.system) else None
    if is_regularised:
        of_absolute: tuple[int | None, int] = stepper.bound.start.ranks(
            stepper.present if lasting is not None else None, lasting
        )
        return of_absolute
    rank = len(stepper.rows)
    return rank, rank if lasting is None else len(set(lasting.tolist()) & set(stepper.rows))
