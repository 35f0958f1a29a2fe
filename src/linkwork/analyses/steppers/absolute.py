"""What steps an absolute system, from a start that meets the constraints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...absolute import Configuration
from ...absolute.motion import project_configuration
from ...consistency import said_of
from ...contract import ModelError
from ...diagnosis import Note, note
from ...mechanics.absolute import AbsoluteSystem
from ...results import State
from ...run import Event, EventLog, Plan
from ..common.plausibility import law_notes, plausibility
from ..constraints.start_correction import correction, far_off
from ..methods.method import Method
from .absolute_method import AbsoluteMethod
from .absolute_observer import AbsoluteObserver
from .event_finder import EventFinder
from .python_stepper import PythonStepper


def absolute_stepper(
    system: AbsoluteSystem, state: State, plan: Plan, method: Method, events: Sequence[Event], strict: bool
) -> PythonStepper:
    """A method at the start of a run, which is put on the constraints."""
    source = AbsoluteMethod(system, state.parameters, method)
    start, notes = consistent(system, state, strict)
    notes += [*law_notes(system), *plausibility(system)]
    observer = AbsoluteObserver(system, start, state.parameters)
    finder = EventFinder(source, EventLog(events, plan.t_start), notes, plan.tolerance if plan.h is None else None)
    stepper = PythonStepper(source, start, state, plan, observer, finder if finder.functions.count else None)
    stepper.notes = notes
    return stepper


def consistent(system: AbsoluteSystem, state: State, strict: bool) -> tuple[Configuration, list[Note]]:
    """The start on all constraints, with a note where it was moved."""
    at = system.elements.configuration(state)
    tables = system.elements.tables(state.parameters)
    found, gap = project_configuration(system.elements, at, tables)
    if not np.isfinite(gap):
        raise ModelError(far_off(system, state), "simulate")
    after = system.elements.state_of(found, state.parameters)
    left = [v for v in system.violations(after) if not v.of_velocities]
    if left:
        raise ModelError(
            f"the constraints cannot all be met near this start: {said_of(left)} after all; they contradict "
            "each other, or the start is far off; assemble it first: lw.assemble(system, bodies=…).",
            "simulate",
        )
    said = correction(system, state, after)
    if said is not None and strict:
        raise ModelError(f"{said}. Or leave strict=True of lw.Enforcement out.", "simulate")
    return found, [] if said is None else [note("state_corrected", said, state.t)]
