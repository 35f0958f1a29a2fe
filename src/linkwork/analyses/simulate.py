"""`simulate`: the motion of a system from a state, with its error controlled and certified."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import FUNCTIONS_ARGUMENT, REAL, TIMES_ARGUMENT, takes
from ..diagnosis import Note, note
from ..mechanics.asked_once import asked_once
from ..results import State, Trajectory
from ..results.stored_states import state_of_row
from ..run import StepChannels
from ..run.checkpoint import resumed_start
from ..run.elastic_notes import elastic_bodies, elastic_notes
from ..run.events import Event, check_events
from ..run.output import Output, tell_listeners
from ..run.time_mesh import fixed_step_notes
from ..system import System
from . import contact as contacts
from .common.constraint_faults import doubting_constraints, fault_notes, range_notes, ranged_constraints
from .common.deformed_starts import deformed_start
from .common.state_arguments import SYSTEM, given_state
from .common.turn_limits import turn_notes, turn_tables
from .constraints.built_shape import shaped_connections
from .contact.contact_driver import CONTACT_DRIVERS, impact_law_notes, method_with_contacts
from .contact.contact_table import contact_table, has_modes
from .contact.switch_table import refuse_conditions
from .methods.method import MethodChoice
from .methods.options import CONSTRAINED, OUTPUT, STEP_LENGTH, TO_MEMORY, Adaptive, Enforcement, Options
from .methods.registry import METHOD, method_of
from .methods.stepping_methods import SteppingMethod
from .steppers.run import Run
from .steppers.second_run import SecondRun
from .steppers.tree import TreeStepper

LOOKED_AT = 25
"""States of a run at which it is looked how far elements bend."""


@takes(
    system=SYSTEM,
    t_end=REAL | None,
    times=TIMES_ARGUMENT | None,
    method=METHOD,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
    outputs=FUNCTIONS_ARGUMENT | None,
    output=OUTPUT,
    contact=CONTACT_DRIVERS,
)
@small_on_one_thread
def simulate(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    *,
    times: Any = None,
    method: MethodChoice = "auto",
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
    outputs: Mapping[str, Callable[[Any], Any]] | None = None,
    output: Output = TO_MEMORY,
    contact: str = "auto",
) -> Trajectory:
    """The motion from `state` (its own time is the start) to `t_end`.

    Without `times` the states at the ends of all steps are stored, `run.at(t)` gives any other; `times` (a sequence,
    or how many, equally spaced) keeps samples at these times only. `method` is the name of an integrator, a `Tableau`
    of one's own, or a `Method` with its options, such as `lw.GeneralizedAlpha(rho_inf=0.9)`; "auto" picks one and
    changes it when the equations turn out stiff. `rtol` and `atol` bound the error of a step; `atol` may be given by
    name, `{"film.x": 1e-16, "motor": 1e-6, "others": 1e-10}`. `h` fixes the step, for methods without error control,
    generalized-α and elements in time; `h=lw.Adaptive(h_max=…)` bounds steps that a method chooses. `constraints` is
    "projection", "baumgarte" or "none": what keeps loops closed; `lw.Enforcement` has Baumgarte's gains too, and the
    ways to solve for accelerations where constraints repeat each other. A start that violates constraints is
    corrected, with a note in the certificate; `lw.Enforcement(strict=True)` refuses it instead. `events` are looked for
    on the way.
    `outputs` are channels of one's own: functions of channels. `output` says where the run goes beside memory: a file,
    checkpoints, progress in the terminal (`lw.Output`). Ctrl-C ends the run, which returns what it has. A resumed run
    continues to the same bits (large absolute systems to Newton's tolerance).

    `contact` says how a model with contacts is gone through: "events" (from event to event, exact times), "stepping"
    (impulses over steps of length `h`, for many contacts, by method "moreau" or "nonsmooth_alpha"), or "auto", which
    takes events for few contacts whose gaps are smooth; a note in the certificate reports which.

    "auto" takes an explicit method for trees, Radau IIA for absolute systems, and generalized-α for these with steps
    `h`. Elements in time ("weak1" … "weak3", "mixed1" …, "three1" …, `lw.TimeElements`) serve both.
    """
    began = time.perf_counter()
    start = given_state(system, state, "simulate") if output.resume is None else resumed_start(system, output.resume)
    check_events(events)
    own = dict(outputs or {})
    _check_outputs(system, own)
    method, h = method_with_contacts(system, method, h, contact)
    chosen = method_of(method, system.coordinates, is_fixed=h is not None and REAL.fits(h))
    options = Options(start.t, t_end, times, chosen, rtol, atol, h, constraints)
    if output.checkpoints and not chosen.resumes:
        raise ModelError(
            f"{chosen.name} keeps its past where no checkpoint reaches it; take another method for runs with "
            "checkpoints, for instance 'radau'.",
            "simulate",
        )
    stepper, driver = _stepper(system, start, options, events, contact, output.file)
    reader = system.channels.reader(own, StepChannels(stepper.recorder), options.solution)
    again = partial(run_again, system, events=events, contact=contact)
    second = SecondRun(again, start, options, stepper.piece > 1, any(event.acts for event in events))
    return tell_listeners(Run(stepper, output, reader, began, driver, second, partial(row_notes, system)).trajectory())


def run_again(
    system: System, start: State, options: Options, most: int, events: Sequence[Event] = (), contact: str = "auto"
) -> Trajectory:
    """A run beside another one, which no listener sees; it is left after about `most` steps."""
    stepper, driver = _stepper(system, start, options, events, contact, None)
    reader = system.channels.reader({}, StepChannels(stepper.recorder), options.solution)
    return Run(stepper, Output(progress=False), reader, time.perf_counter(), driver, most=most).trajectory()


def row_notes(system: System, run: Trajectory) -> list[Note]:
    """Notes where bodies deformed, elements bent by more than their law can follow, slid off a beam, or began
    deformed."""
    return [one for judge in row_judges(system) for one in judge(system, run)] if len(run) else []


@asked_once
def row_judges(system: System) -> tuple[Callable[[System, Trajectory], list[Note]], ...]:
    """What looks at the rows of its runs, for the sake of elements that it has."""
    judges = {
        elastic_notes: elastic_bodies,
        _of_start: shaped_connections,
        _of_turns: turn_tables,
        range_notes: ranged_constraints,
        fault_notes: doubting_constraints,
    }
    return tuple(judge for judge, elements in judges.items() if elements(system))


def _of_start(system: System, run: Trajectory) -> list[Note]:
    return deformed_start(system, state_of_row(run, 0))


def _of_turns(system: System, run: Trajectory) -> list[Note]:
    rows = np.unique(np.linspace(0, len(run) - 1, LOOKED_AT).astype(int))
    return turn_notes(system, (state_of_row(run, int(k)) for k in rows))


def _stepper(
    system: System, start: State, options: Options, events: Sequence[Event], contact: str, file: str | Path | None
) -> tuple[TreeStepper, contacts.EventDriver | None]:
    """What steps a system, over impacts or from event to event; and what drives its contacts and switches there."""
    if isinstance(options.method, SteppingMethod):
        if events:
            raise ModelError(
                f"{options.method.name} steps over impacts and looks for no events; leave events= out, or "
                "take contact='events'.",
                "simulate",
            )
        refuse_conditions(system, options.method.name, verb="simulate")
        return _over_impacts(system, start, options, file), None
    if not has_modes(system):
        return TreeStepper(system, start, options, events, file), None
    moded, driver, first = contacts.begin_contacts(system, start)
    stepper = TreeStepper(system, moded, options, [*events, *driver.events()], file)
    stepper.notes += driver.notes
    if first is not None:
        stepper.log.touched((), first, start, stepper.start)
    if contact == "auto" and len(driver.table):
        count = len(driver.table)
        said = f"contacts: {count} point{'s' * (count > 1)}, followed from event to event"
        stepper.notes.append(note("contact_handling", said))
    return stepper, driver


def _over_impacts(system: System, start: State, options: Options, file: str | Path | None) -> TreeStepper:
    """What steps a system over impacts."""
    stepper = TreeStepper(system, contacts.open_start(contact_table(system), start), options, (), file)
    stepper.notes += [*impact_law_notes(system), *fixed_step_notes(system, start, options.plan)]
    return stepper


def _check_outputs(system: System, outputs: Mapping[str, Any]) -> None:
    """Raises where a channel of one's own has the name of one of the model's."""
    for name in outputs:
        if name in system.channel_table:
            raise ModelError(
                f"outputs: {name!r} is a channel of the model already, which an output would hide; choose "
                "another name.",
                "simulate",
            )
