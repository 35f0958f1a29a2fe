"""`simulate`: the motion of a system from a state, with its error controlled and certified."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..contract import ModelError
from ..contract.arguments import FUNCTIONS_ARGUMENT, REAL, TIMES_ARGUMENT, takes
from ..numerics.tableaus import Tableau
from ..results import State, Trajectory
from ..run import Plan, Run, Stepper
from ..run.checkpoint import resumed_start
from ..run.events import Event, check_events
from ..run.output import Output
from ..system import System
from .common.state_arguments import SYSTEM, own_state
from .methods.integrators import TimeElements
from .methods.method import Method
from .methods.options import CONSTRAINED, OUTPUT, STEP_LENGTH, TO_MEMORY, Adaptive, Enforcement, Options
from .methods.registry import METHOD, method_of
from .steppers.absolute import absolute_stepper, means_of
from .steppers.tree import TreeStepper
from .steppers.tree_elements import elements_stepper


@takes(
    system=SYSTEM,
    t_end=REAL | None,
    times=TIMES_ARGUMENT | None,
    method=METHOD,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
    outputs=FUNCTIONS_ARGUMENT | None,
    output=OUTPUT,
)
def simulate(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    *,
    times: Any = None,
    method: str | Tableau | Method = "auto",
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
    outputs: Mapping[str, Callable[[Any], Any]] | None = None,
    output: Output = TO_MEMORY,
) -> Trajectory:
    """The motion from `state` (its own time is the start) to `t_end`.

    Without `times` the states at the ends of all steps are kept, and `run.at(t)` gives any other; `times` (a sequence,
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
    continues to the same bits (on absolute systems to Newton's tolerance).

    Absolute systems go by generalized-α ("auto") or elements in time ("weak1" … "weak3", `lw.TimeElements`), which
    trees know too.
    """
    began = time.perf_counter()
    start = own_state(system, state, "simulate") if output.resume is None else resumed_start(system, output.resume)
    check_events(events)
    own = dict(outputs or {})
    _check_outputs(system, own)
    chosen = method_of(method, system.coordinates)
    options = Options(start.t, t_end, times, chosen, rtol, atol, h, constraints)
    if output.checkpoints and not chosen.resumes:
        raise ModelError(
            f"simulate: {chosen.name} keeps its past where no checkpoint reaches it; take another method for runs with "
            "checkpoints, for instance 'radau'."
        )
    stepper = _STEPPERS[system.coordinates](system, start, options, events, output.file)
    reader = system.channels.reader(own, means_of(stepper.recorder), options.solution)
    return Run(stepper, output, reader, began).trajectory()


def _absolute(system: Any, start: State, options: Options, events: Sequence[Event], file: str | Path | None) -> Stepper:
    """What steps bodies in absolute coordinates."""
    return absolute_stepper(system, start, _plan(options), options.method, events, options.strict)


def _tree(system: System, start: State, options: Options, events: Sequence[Event], file: str | Path | None) -> Stepper:
    """What steps a tree: native engines or elements in time."""
    if isinstance(options.method, TimeElements):
        if events:
            raise ModelError(
                "simulate: elements in time have no events on trees; take another method, or "
                "lw.compile_model(model, coordinates='absolute')."
            )
        return elements_stepper(system, start, _plan(options), options.method)
    return TreeStepper(system, start, options, events, file)


_STEPPERS = {"tree": _tree, "absolute": _absolute}
"""What steps a system, by its coordinates."""


def _check_outputs(system: System, outputs: Mapping[str, Any]) -> None:
    """Raises where a channel of one's own has the name of one of the model's."""
    for name in outputs:
        if name in system.channel_table:
            raise ModelError(
                f"simulate: outputs: {name!r} is a channel of the model already, which an output would hide; choose "
                "another name."
            )


def _plan(options: Options) -> Plan:
    """What is wanted of a run that goes step by step in Python."""
    if not isinstance(options.atol, (int, float)):
        raise ModelError(
            f"simulate: {options.method.name} takes one number as atol here; or use another method in tree coordinates."
        )
    return options.plan
