"""`export_c`: a whole simulation as C11, one source and one header, for a controller or any program without Python.

Right-hand side, projection, events and integrator are those of `simulate`: the loops and kernels of a run as it stands
at its start, with all their memory in one structure. Nothing is allocated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..analyses.common.bound_kernels import BoundKernels
from ..analyses.common.state_arguments import SYSTEM, own_state
from ..analyses.engines import NativeEngine
from ..analyses.methods.method import Method
from ..analyses.methods.options import CONSTRAINED, STEP_LENGTH, Adaptive, Enforcement, Options
from ..analyses.methods.registry import METHOD, method_of
from ..analyses.steppers.tree import TreeStepper
from ..channels import component_names
from ..contract.arguments import NAME_ARGUMENT, SEVERAL_ARGUMENT, takes
from ..expr import array
from ..kernels import compile_function
from ..kernels.loops.kinds import loop_kind
from ..numerics.integrators.event_search import Watch
from ..numerics.integrators.flow import evaluate_kernel, no_kernel
from ..numerics.integrators.record import H, StepRecord
from ..numerics.tableaus import Tableau
from ..results import State
from ..run.events import Event
from ..system import System
from .c_names import identifier
from .c_simulation_text import CSimulation, simulation_header, simulation_source
from .c_source import CSource
from .image import Pointer, PortableImage, portable_image
from .portable_simulation import check_portable, portable_stepper

LOGGED = 16
"""Events that the log holds besides four of each kind."""
HORIZON = 1.0
"""Any time ahead of the start does: the caller says how far to go."""


@takes(system=SYSTEM, name=NAME_ARGUMENT | None, method=METHOD, h=STEP_LENGTH | None, constraints=CONSTRAINED)
def export_c(
    system: System,
    state: State | None = None,
    path: str | Path | None = None,
    *,
    name: str | None = None,
    channels: Sequence[str] = (),
    method: str | Tableau | Method = "auto",
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
) -> CSource:
    """A simulation as portable C11 that takes the steps that `simulate` takes, with the same arguments.

    `path` is a folder to write `name.c` and `name.h` to; `name` is what all functions begin with, by default the
    model's. The header says how it is called and names coordinates, speeds, Parameters, events and the `channels` that
    shall be computed. Events return to the caller; their actions are Python and refused, as are laws in plain Python.
    "auto" stays with its explicit method where equations turn out stiff: name a method that suits them.
    """
    start = own_state(system, state, "export_c")
    check_portable(system, events, "export_c")
    end = start.t + HORIZON
    options = Options(start.t, end, [end], method_of(method, "tree"), rtol, atol, h, constraints, "export_c")
    stepper, engine = portable_stepper(system, start, options, events)
    result = _written(name, system, events, channels, stepper, engine)
    if path is not None:
        result.write(path)
    return result


def _written(
    name: str | None,
    system: System,
    events: Sequence[Event],
    channels: Sequence[str],
    stepper: TreeStepper,
    engine: NativeEngine,
) -> CSource:
    """The texts of a run that has begun."""
    bound, watch, record = stepper.bound, stepper.events.watch, stepper.record
    labels, row, values = _channel_kernel(bound, channels)
    if not stepper.options.is_fixed:
        record.clock[H] = 0.0
    arguments = tuple(map(_shortened, engine.arguments(watch, record, 1)))
    more = {"channels_values": values, "parameters_values": bound.parameters}
    more |= {"channels_kernel": row} if channels else {}
    image = portable_image(engine.loop, arguments, bound.calls, more)
    kinds = tuple(map(loop_kind, arguments))
    own = next(part for part in arguments if isinstance(part, StepRecord))
    log = next(part for part in arguments if isinstance(part, Watch))
    asked = bound.flow, row, 0.0, engine.y
    simulation = CSimulation(
        name=identifier(name or system.model.name),
        title=f"{system.model.name}, by {engine.name}",
        image=image,
        restart=image.program.include(engine.restart_loop, kinds[:-1]),
        observe=image.program.include(evaluate_kernel, tuple(map(loop_kind, asked))) if channels else None,
        layout=system.layout,
        parameters=tuple(parameter.name for parameter in system.equations.parameters),
        events=tuple(event.name for event in events),
        channels=labels,
        places={
            "state": image.place(engine.y),
            "clock": image.place(own.clock),
            "count": image.place(own.count),
            "parameters": _optional(image, bound.parameters),
            "channels": _optional(image, values),
            "landed": _optional(image, log.landed),
            "fired": image.place(log.fired),
            "log_t": image.place(log.log_t),
            "log_event": image.place(log.log_event),
        },
    )
    return CSource(simulation.name, simulation_source(simulation), simulation_header(simulation))


def _optional(image: PortableImage, values: np.ndarray) -> Pointer | None:
    return image.place(values) if values.size else None


def _shortened(argument: Any) -> Any:
    """An argument without memory that only Python reads: samples, steps of the past, a long log."""
    if isinstance(argument, StepRecord):
        return argument._replace(times=argument.times[:0].copy(), samples=argument.samples[:0].copy())
    if isinstance(argument, Watch):
        room = LOGGED + 4 * len(argument.value)
        log = {name: getattr(argument, name)[:room].copy() for name in ("log_t", "log_event", "log_y")}
        return argument._replace(**log)
    if "track" in getattr(argument, "_fields", ()):
        return argument._replace(track=np.zeros_like(argument.track[:1]))
    return argument


def _channel_kernel(bound: BoundKernels, channels: Sequence[str]) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """(names of numbers, the kernel that computes them, where it writes them)."""
    if not channels:
        return (), no_kernel(), np.zeros(0)
    SEVERAL_ARGUMENT.check("export_c", "channels", channels)
    e = bound.system.equations
    u_dot, lam, _ = e.under(bound.rows).accelerations() if e.rows else (*e.acceleration[:1], np.zeros(0), None)
    source = e.channels.at_motion(u_dot, lam)
    found = {name: array(source[name]) for name in channels}
    labels = tuple(label for name, value in found.items() for label in component_names(name, value.shape))
    values = np.zeros(len(labels))
    function = e.function("channels", values=array([x for value in found.values() for x in value.ravel()]))
    return labels, bound.bind(compile_function(function), {"values": values}), values
