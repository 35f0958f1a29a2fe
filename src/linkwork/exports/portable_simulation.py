"""A whole simulation, ready to leave the process: the loop of its method at the start of the run, and all its memory.

`portable_simulation` prepares a run as `simulate` does: rows of constraints are chosen, the start is projected, events
become a kernel, samples have their memory. What it gives says where the numbers lie that somebody outside reads:

    image.program.entry(method, watch, record, steps) -> status
                                                the march; `steps` is how many it may take
    restart(method, watch, record) -> status    takes what y, the time and Parameters are now as a new start
    observe(flow, kernel, t, y) -> bool         computes the channels at a state; False where it cannot

Where a run holds states in another form than those outside see, loops that lead there and back run before and after.

    places.y, places.clock, places.count        state, times and counters (`numerics.integrators.record` names entries)
    places.times, places.samples                samples, `count[SAMPLED]` of them written so far
    places.channels                             values of channels, in the order of `channels`
    places.parameters                           the model's Parameters, one number each, in the order of `parameters`
    places.fired, places.landed, places.log_*   events

Status codes are those of `numerics.status`. The caller goes on after PAUSED (the steps it asked for are taken), FULL
(the log of events is full: read it and set `fired[0]` to 0), STIFF (a hint), and EVENT unless an event has ended the
run. EVENT says that a step ended at the events k with `landed[k]` not zero; those from `len(events)` on are kinks of
elements, which concern nobody. Event k ends the run if it is terminal and has happened `count` times. RUN_DONE is the
end; everything else is why the run cannot go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..analyses.common.compiled_past import compiled_past, places_of_past
from ..analyses.common.state_arguments import given_state
from ..analyses.constraints.row_choice import lasting_rows
from ..analyses.contact.contact_table import contact_table, refuse_contacts
from ..analyses.contact.event_driver import open_start
from ..analyses.contact.switch_table import refuse_conditions
from ..analyses.engines import NativeEngine
from ..analyses.methods.method import Method, MethodChoice
from ..analyses.methods.options import USUAL_ATOL, USUAL_RTOL, Adaptive, Enforcement, Options
from ..analyses.methods.registry import method_of
from ..analyses.methods.stepping_methods import Moreau
from ..analyses.steppers.failures import explain
from ..analyses.steppers.tree import TreeStepper
from ..contract import ModelError
from ..contract.arguments import REAL, SEVERAL_ARGUMENT
from ..diagnosis import Note, Notes, note
from ..kernels.loops import compiled_loop
from ..mechanics.port import tree_of
from ..numerics.integrators.event_search import Watch
from ..numerics.integrators.flow import evaluate_kernel, no_kernel
from ..numerics.integrators.moreau import MoreauMethod
from ..numerics.integrators.moreau_terms import MoreauTerms
from ..numerics.integrators.past_in_march import MARCHED_PAST, observe_with_past
from ..numerics.integrators.past_knots import Past
from ..numerics.integrators.record import T_END, StepRecord
from ..numerics.status import RUN_DONE, RUNNING
from ..results import State
from ..run.events import Event, check_events
from ..system import System
from ..topology.contacts import has_detected_contacts
from .held_start import held_start
from .image import Pointer, PortableCall, PortableEntry, PortableImage, portable_image
from .page_controls import Control
from .page_verdict import VerdictMemory
from .portable_aside import AsideMemory, PortableAside, portable_aside

PORTABLE_METHODS = (
    "'auto', 'dopri5', 'dop853', 'rk4', 'radau', 'generalized_alpha', 'symplectic', 'moreau', a Tableau or an "
    "ImplicitTableau"
)
KNOTS = 4096
"""Ends of steps that are remembered for delayed laws; where steps are shorter than they need be, not each."""
SHORT_LOG = 16
"""Events that a short log holds, besides four of each kind."""


@dataclass(frozen=True)
class PortableEvent:
    """An event without action: `count` occurrences end the run where it is terminal."""

    name: str
    terminal: bool
    count: int


@dataclass(frozen=True)
class PortablePlaces:
    """Where the numbers of a run lie in its image."""

    y: Pointer
    """(q, u, z, work)."""
    clock: Pointer
    count: Pointer
    times: Pointer | None
    samples: Pointer | None
    """Rows like y."""
    parameters: Pointer | None
    channels: Pointer | None
    fired: Pointer
    """(events in the log, the event that ended the last step or −1)."""
    landed: Pointer | None
    log_t: Pointer
    log_event: Pointer
    log_y: Pointer | None


@dataclass(frozen=True, eq=False)
class PortableContacts:
    """Points of contacts, and where steps over impacts leave what is known of them."""

    labels: tuple[str, ...]
    slips: tuple[int, ...]
    """Directions of sliding of each."""
    forces: Pointer | None
    """Mean normal force and friction over the steps that end at samples (samples × points × 3)."""
    struck: Pointer | None
    """How often each point was hit since the sample before (samples × points)."""
    gaps: Pointer
    """Of all points at a second state, where it is asked for."""
    worst: Pointer
    """The deepest penetration, and what contact problems have left."""


@dataclass(frozen=True, eq=False)
class PortableSimulation:
    """A run at its start."""

    image: PortableImage
    advance: PortableEntry
    """The number of steps is given when it is called."""
    restart: PortableEntry
    observe: PortableEntry | None
    """Where there are channels; the time is given."""
    places: PortablePlaces
    system: System
    start: State
    """On its constraints."""
    method: str
    t_end: float
    samples: int
    """How many there will be."""
    log_room: int
    """How many events the log holds."""
    kinks: int
    """How many of what steps end at are kinks of elements: the last ones in the order of events."""
    events: tuple[PortableEvent, ...]
    channels: tuple[str, ...]
    """Names of the numbers in the channels that were asked for."""
    notes: Notes
    """What the certificate of a run would say of the start."""
    late: frozenset[int] = frozenset()
    """Which Parameters are what the march gives delayed laws."""
    aside: PortableAside | None = None
    """A second state, where it was asked for."""
    contacts: PortableContacts | None = None
    """What steps over impacts tell of contacts."""

    @property
    def n(self) -> int:
        """How many numbers a state has: q, u, z and the work."""
        layout = self.system.layout
        return layout.nq + layout.nu + layout.nz + 1

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the model's Parameters, in the order of their numbers; "" for what delayed laws are given."""
        return tuple("" if k in self.late else name for k, name in enumerate(self.system.rest.parameters))


def portable_simulation(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    *,
    times: Any = None,
    method: MethodChoice = "auto",
    rtol: float = USUAL_RTOL,
    atol: float | Mapping[str, float] = USUAL_ATOL,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
    channels: Sequence[str] = (),
    keeps_samples: bool = True,
    controls: Sequence[Control] | None = None,
    passed: Sequence[State] = (),
    verb: str = "portable_simulation",
) -> PortableSimulation:
    """A run at its start, with the arguments of `simulate`.

    Without `times` the state at the end is the only sample; without `keeps_samples` there is none, nor its memory.
    `channels` can be asked for at any state; `controls` make room for a second one, at which they are moved.
    Constraint rows are chosen once, independent at the states `passed` too. "auto" stays with its explicit method.
    """
    with _told_by(verb):
        chosen = method_of(method, system.coordinates, is_fixed=REAL.fits(h))
        check_portable(system, events, verb, chosen)
        start = open_start(contact_table(system), given_state(system, state, verb))
        options = Options(start.t, t_end, _sampled(t_end, times), chosen, rtol, atol, h, constraints, verb)
        stepper, engine = portable_stepper(system, start, options, events, passed)
    watch, record, bound = stepper.events.watch, stepper.record, stepper.bound
    check_laws(bound, verb)
    labels, kernel, values = channel_kernel(bound, channels, verb)
    if not keeps_samples:
        watch, record = _short_log(watch), record._replace(times=record.times[:0], samples=record.samples[:0])
    past, record = _with_past(stepper, engine, record)
    method, *others = engine.arguments(watch, record, 1)
    arguments = (method if keeps_samples else _without_past(method), *others)
    view = bound.program.outside(engine.y, record, watch)
    more = {"parameters": bound.parameters, **({"channel_kernel": kernel, "channels": values} if labels else {})}
    more |= {"state": view.outside} | {f"view_{k}": part for k, part in enumerate(view.show[1:])}
    aside = None if controls is None else _aside(bound, VerdictMemory(system, options, start), controls, engine.y)
    more |= aside.blocks if aside else {}
    image = portable_image(engine.loop, arguments, bound.calls, more)
    hide, show, begin = (image.calls(one) for one in (view.hide, view.show, view.begin))
    advance = PortableCall(image.program.entry, (*image.arguments[:-1], None))
    asked = (evaluate_kernel, bound.flow) if past is None else (observe_with_past, bound.flow, past)
    observe = PortableEntry(image.called(*asked, kernel, None, engine.y), hide) if labels else None
    return PortableSimulation(
        image=image,
        advance=PortableEntry(advance, begin, show),
        restart=PortableEntry(image.called(engine.restart_loop, *arguments[:-1]), (*begin, *hide), show),
        observe=observe,
        places=_places(image, view.outside, watch, record, bound.parameters, values),
        system=system,
        start=stepper.start,
        method=engine.name,
        t_end=options.end,
        samples=len(record.times),
        log_room=len(watch.log_t),
        kinks=len(stepper.events.owners),
        events=tuple(PortableEvent(event.name, event.terminal, event.count) for event in events),
        channels=labels,
        notes=Notes((*stepper.notes, *_mesh_note(stepper))),
        late=frozenset() if past is None else frozenset(places_of_past(past)),
        aside=None if aside is None else portable_aside(image, method, aside, kernel, past),
        contacts=_contacts(image, system, method.terms) if isinstance(method, MoreauMethod) else None,
    )


def _with_past(stepper: TreeStepper, engine: NativeEngine, record: StepRecord) -> tuple[Past | None, StepRecord]:
    """What delayed laws are given in the march itself, from a start that nothing came before; None where none is."""
    if stepper.past is None:
        return None, record
    ends, options = engine.method.ends, stepper.options
    tolerance = float(ends.rtol[0]), float(ends.scale[:-1].min())
    past = compiled_past(stepper.bound, KNOTS, tolerance)._replace(loops=MARCHED_PAST)
    nothing = {name: getattr(record, name)[:0] for name in ("steps_t", "steps_y", "steps_dense")}
    record = record._replace(past=past, **nothing)
    record.clock[T_END] = options.end
    method, watch, *_ = engine.arguments(stepper.events.watch, record, 1)
    code = compiled_loop(engine.restart_loop)(method, watch, record)
    if code != RUN_DONE:
        raise ModelError(f"at the start, {explain(stepper.bound, code, options.t_start, engine.y)}", options.verb)
    return past, record


def _mesh_note(stepper: TreeStepper) -> list[Note]:
    """What a program that changes Parameters, or continues past the end, should know of inputs over time."""
    mesh, options = stepper.mesh, stepper.options
    if mesh is None or options.is_fixed:
        return []
    moved = sorted({p.name for x in stepper.system.functions.inputs_over_time for p in x.parameters})
    at = f" and {', '.join(moved)} as they are" if moved else ""
    said = (
        f"steps end where inputs over time bend or jump, and are short where they change, from t = {options.t_start:g} "
        f"to {options.end:g} s{at}: beyond, a short pulse may be stepped over"
    )
    return [note("page_inputs", said, options.end)]


def _aside(bound: Any, verdict: VerdictMemory, controls: Sequence[Control], y: np.ndarray) -> AsideMemory:
    """Room for a second run, at which controls are moved."""
    return AsideMemory(bound, verdict, held_start(bound, controls, y))


def _contacts(image: PortableImage, system: System, terms: MoreauTerms) -> PortableContacts:
    points = contact_table(system).points
    return PortableContacts(
        tuple(p.label for p in points),
        tuple(len(p.slips) for p in points),
        image.place(terms.forces) if terms.forces.size else None,
        image.place(terms.struck) if terms.struck.size else None,
        image.place(terms.gaps),
        image.place(terms.worst),
    )


def portable_stepper(
    system: System, start: State, options: Options, events: Sequence[Event], passed: Sequence[State] = ()
) -> tuple[TreeStepper, NativeEngine]:
    """A run that has begun, and the engine that takes its steps; refused where only Python can take them."""
    verb, kind = options.verb, options.first_method
    stays = f"{kind.name} steps in Python and cannot leave the process; take {PORTABLE_METHODS}."
    if type(kind).engine is Method.engine:
        raise ModelError(stays, verb)
    if options.solution[0] != "auto":
        raise ModelError(
            f"solution={options.solution[0]!r} is solved for in Python and cannot leave the process; leave it "
            "out: the motion is the same.",
            verb,
        )
    stepper = TreeStepper(system, start, options, events, rows=lasting_rows(system, start, passed), leaves=True)
    engine = stepper.engine
    if not isinstance(engine, NativeEngine):
        raise ModelError(stays, verb)
    if stepper.first_leap is not None or stepper.begin() != RUNNING:
        raise ModelError(
            "the start is a singular configuration, which only simulate can leave; run it for a short while "
            "and take the last state.",
            verb,
        )
    return stepper, engine


@contextmanager
def _told_by(verb: str) -> Iterator[None]:
    """What a run refuses, told in the name of the function that was called."""
    try:
        yield
    except ModelError as error:
        raise (ModelError(error.text, verb) if error.verb == "simulate" else error) from error


def _short_log(watch: Watch) -> Watch:
    """The same with a log for a caller who reads it after every event."""
    room = SHORT_LOG + 4 * len(watch.value)
    return watch._replace(**{name: getattr(watch, name)[:room].copy() for name in ("log_t", "log_event", "log_y")})


def _without_past(method: Any) -> Any:
    """A method without the steps of the past, by which only Python crosses singular configurations."""
    ends = method.ends
    return method._replace(ends=ends._replace(track=np.zeros_like(ends.track[:1])))


def _sampled(t_end: float | None, times: Any) -> Any:
    """The times of samples: the end, where none are given."""
    return [t_end] if times is None and t_end is not None else times


def check_portable(system: System, events: Sequence[Event], verb: str, method: Method | None = None) -> None:
    """Raises where something is Python, or steps in Python; `method` is what shall step, None where that is known."""
    check_events(events)
    refuse_conditions(system, verb, "take lw.simulate")
    if isinstance(method, Moreau):
        _check_stepped(system, events, verb)
    else:
        why = "Impacts are looked for in Python; take method='moreau' and h=1e-3, which steps over them, lw.simulate, "
        refuse_contacts(system, verb, f"{why}or a compliant contact.")
    for event in events:
        if event.action is not None:
            raise ModelError(
                f"the action of the event {event.name!r} is Python and cannot leave the process; let the event "
                "be terminal and act where the run is called from, or write what happens as a law.",
                verb,
            )


def check_laws(bound: Any, verb: str) -> None:
    """Raises where some law is Python."""
    for name, source in bound.program.opaque_laws:
        raise ModelError(
            f"{name!r} calls {source.name!r}, a law in plain Python, which cannot leave the process. Write it "
            "with the operations of linkwork (arithmetic, lw.sin, lw.where, …) so that it is traced, or as a table of "
            "values.",
            verb,
        )


def _check_stepped(system: System, events: Sequence[Event], verb: str) -> None:
    """Raises where steps over impacts are not those of the model, or are not code of the whole."""
    tree_of(system, verb, "steps over impacts leave the process from trees; take coordinates='tree'.")
    if events:
        raise ModelError("moreau steps over impacts and looks for no events; leave events= out.", verb)
    if has_detected_contacts(system.model, system.coordinates):
        raise ModelError(
            f"bodies of {system.model.name!r} touch in places that lw.simulate finds by the detection "
            "of collisions, in Python.",
            verb,
        )
    for point in contact_table(system).points:
        if point.element.law != "newton":
            raise ModelError(
                f"{point.point.connection!r} has impacts by the law {point.element.law!r}, and steps over "
                "impacts know Newton's alone; take lw.simulate, which goes from event to event, or law='newton'.",
                verb,
            )


def _places(
    image: PortableImage,
    y: np.ndarray,
    watch: Any,
    record: Any,
    parameters: np.ndarray,
    channels: np.ndarray,
) -> PortablePlaces:
    def optional(array: np.ndarray) -> Pointer | None:
        return image.place(array) if array.size else None

    place = image.place
    return PortablePlaces(
        y=place(y),
        clock=place(record.clock),
        count=place(record.count),
        times=optional(record.times),
        samples=optional(record.samples),
        parameters=optional(parameters),
        channels=optional(channels),
        fired=place(watch.fired),
        landed=optional(watch.landed),
        log_t=place(watch.log_t),
        log_event=place(watch.log_event),
        log_y=optional(watch.log_y),
    )


def channel_kernel(bound: Any, channels: Sequence[str], verb: str) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """(names of numbers, the kernel that computes them, where it writes them)."""
    SEVERAL_ARGUMENT.check(verb, "channels", channels)
    if not channels:
        return (), no_kernel(), np.zeros(0)
    labels, kernel, values = bound.program.observed(channels)
    return tuple(labels), kernel, values
