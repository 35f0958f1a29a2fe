"""Events and kinks of a run as a function that compiled loops call back: where no traced function has them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...absolute.element_kinks import ElementKinks
from ...absolute.run_kernels import AbsoluteKernels
from ...contract import ModelError
from ...contract.derived.pure import IMPURE
from ...kernels.loops.calls import KERNEL_SIGNATURE
from ...numerics.integrators.event_search import LANDED, RECORDED, make_watch
from ...results import State
from ...run.events import Event, check_event_names, event_value
from .event_functions import EventFunctions
from .event_kernel import EventKernel, nothing_watched


class CalledEvents:
    """The functions of events at the state that compiled loops left in memory.

    An error of a function of the user's is kept until the loop has returned, which it does soon: values that are not
    finite end its step.
    """

    def __init__(self, bound: AbsoluteKernels, functions: EventFunctions) -> None:
        self.bound, self.functions = bound, functions
        self.values = np.zeros(functions.count)
        self.error: BaseException | None = None
        self._callback = KERNEL_SIGNATURE(self._run)

    @property
    def tables(self) -> Any:
        """The numbers of elements at present."""
        return self.bound.loops.tables

    @property
    def parameters(self) -> dict[str, float]:
        """Values of Parameters at present."""
        return dict(zip(self.bound.elements.values, self.bound.parameters.tolist(), strict=True))

    @property
    def words(self) -> np.ndarray:
        """Four integers, as of a kernel."""
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        return np.array([address, 0, 0, 0], dtype=np.int64)

    def _run(self, *_: Any) -> None:
        try:
            bound = self.bound
            self.values[:] = self.functions(bound.loops.configuration(bound.x[:-1], float(bound.x[-1])), self)
        except BaseException as error:  # raised in Python once the loop has returned
            self.error = self.error or error
            self.values.fill(np.nan)

    def raise_pending(self) -> None:
        """Raises what a function of an event raised."""
        error, self.error = self.error, None
        if error is not None:
            raise error


def events_by_code(bound: AbsoluteKernels, events: Sequence[Event]) -> EventKernel:
    """The same as compiled code, for what leaves the process: functions of events are recorded on symbols."""
    expressions, kinks = bound.program.expressions, ElementKinks(bound.elements)
    if not events and not kinks.owners:
        return nothing_watched()
    check_event_names(events)
    own, count = [event_value(event, expressions) for event in events], len(kinks.owners)
    values = [*(value for value, _ in own), *expressions.kinks]
    call, found = bound.program.observation("events", values)
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * count
    watch = make_watch(call, found, [*(way for _, way in own), *[0] * count], kinds, bound.n)
    places = (*events, *[None] * count)
    return EventKernel(places, watch, len(events), kinks.owners, kinks.discontinuities, tuple(values))


def events_by_calls(bound: AbsoluteKernels, events: Sequence[Event], start: State) -> EventKernel:
    """What a run has to look for: its own events and kinks of elements."""
    kept = bound.elements.assembly.kept
    if not events and kept.get("has_no_kinks"):
        return nothing_watched()
    functions = EventFunctions(bound.elements, events)
    if not functions.count:
        kept["has_no_kinks"] = True
        return nothing_watched()
    check_event_names(events)
    called = CalledEvents(bound, functions)
    call = called.words[None]
    # Functions that are conditions say so, with their direction, when they are first asked.
    bound.x[:-1], bound.x[-1] = bound.y_of(start), start.t
    called._run()
    called.raise_pending()
    first = called.values.copy()
    called._run()
    differ = np.flatnonzero((called.values != first) & np.isfinite(first))
    if len(differ):
        raise ModelError(f"event {functions.names[differ[0]]!r}: its function {IMPURE}")
    kinks = functions.count - len(events)
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * kinks
    watch = make_watch(call, called.values, functions.directions, kinds, bound.n, None, False, False)
    watch.pieces.rounding[functions.contacts] = [events[k].rounding for k in functions.contacts.tolist()]
    places = (*events, *[None] * kinks)
    return EventKernel(places, watch, len(events), functions.kinks.owners, functions.kinks.discontinuities, (), called)
