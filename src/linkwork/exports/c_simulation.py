"""`export_c`: a whole simulation as C11, one source and one header, for a controller or any program without Python.

Right-hand side, projection, events and integrator are those of `simulate`: the loops and kernels of a run as it stands
at its start, with all their memory in one structure. Nothing is allocated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..analyses.common.state_arguments import given_state
from ..analyses.methods.method import MethodChoice
from ..analyses.methods.options import CONSTRAINED, STEP_LENGTH, USUAL_ATOL, USUAL_RTOL, Adaptive, Enforcement
from ..analyses.methods.registry import METHOD
from ..analyses.real_time import RealTime
from ..contract import ModelError
from ..contract.arguments import NAME_ARGUMENT, REAL, ArgumentKind, takes
from ..kernels.loops.c_text.names import C_TYPES, identifier
from ..results import State
from ..run.events import Event
from ..system import System
from .c_program import CProgram
from .c_real_time import CRealTime
from .c_simulation_text import CSimulation
from .c_source import CSource
from .files import FOLDER_ARGUMENT
from .portable_simulation import portable_simulation

FIRST_SPAN = 1.0
"""Seconds from the start to the end that is compiled in; it only bounds the first step, since callers set their own."""

RUNNABLE = ArgumentKind(
    lambda value: isinstance(value, (System, RealTime)), "a system, lw.compile_model(model), or an lw.RealTime"
)


@takes(
    system=RUNNABLE,
    path=FOLDER_ARGUMENT | None,
    name=NAME_ARGUMENT | None,
    method=METHOD,
    rtol=REAL,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
)
def export_c(
    system: System | RealTime,
    state: State | None = None,
    path: str | Path | None = None,
    *,
    name: str | None = None,
    channels: Sequence[str] = (),
    method: MethodChoice = "auto",
    rtol: float = USUAL_RTOL,
    atol: float | Mapping[str, float] = USUAL_ATOL,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
) -> CSource:
    """A simulation as portable C11 that takes the steps that `simulate` takes, with the same arguments.

    `path` is a folder to write `name.c` and `name.h` to; `name` is what all functions begin with, by default the
    model's, changed as little as C needs. The header says how it is called and names coordinates, speeds, Parameters,
    events and the `channels` that shall be computed. Terminal events return to the caller, others are logged; their
    actions are Python and refused, as are laws in plain Python. "auto" stays with its explicit method where equations
    turn out stiff: name a method that suits them.

    Instead of a system, an `lw.RealTime` can be given: its steps of bounded work as it stands, with its own method,
    channels and inputs; `path` and `name` are all that is left to say.
    """
    if isinstance(system, RealTime):
        given = {"state": state is not None, "h": h is not None, "channels": bool(channels), "events": bool(events)}
        given |= {"method": method != "auto", "rtol": rtol != USUAL_RTOL, "atol": atol != USUAL_ATOL}
        given |= {"constraints": constraints != "projection"}
        return _real_time(system, path, name, [key for key, is_given in given.items() if is_given])
    prefix, start = _prefix_of(name, system.model.name), given_state(system, state, "export_c")
    simulation = portable_simulation(
        system,
        start,
        start.t + FIRST_SPAN,
        method=method,
        rtol=rtol,
        atol=atol,
        h=h,
        constraints=constraints,
        events=events,
        channels=channels,
        keeps_samples=False,
        verb="export_c",
    )
    return _written(CSimulation(simulation, prefix), path)


def _real_time(steps: RealTime, path: str | Path | None, name: str | None, given: Sequence[str]) -> CSource:
    """Steps in real time, which bring what a run is given."""
    if given:
        raise ModelError(f"export_c: an lw.RealTime has its own {given[0]}; give it there.")
    return _written(CRealTime(steps, _prefix_of(name, steps.system.model.name)), path)


def _written(program: CProgram, path: str | Path | None) -> CSource:
    """The texts, in a folder where one is given."""
    result = program.text()
    if path is not None:
        result.write(path)
    return result


def _prefix_of(given: str | None, model: str) -> str:
    """What all names of a program begin with: as given, which must do for C as it is; or made of the model's name."""
    if given is None:
        found = identifier(model)
        return f"{found}_model" if found in C_TYPES else found
    if given in C_TYPES or identifier(given) != given:
        why = f"{given}_t belongs to C's libraries" if given in C_TYPES else "C reserves it or cannot spell it"
        near = identifier(given)
        near = f"{near.rstrip('_')}_model" if near in C_TYPES or near.endswith("_") else near
        raise ModelError(
            f"export_c: name = {given!r} cannot begin the names of functions and types: {why}. Give letters, digits "
            f"and underscores, a letter first, such as {near!r}."
        )
    return given
