"""`export_c`: a whole simulation as C11, one source and one header, for a controller or any program without Python.

Right-hand side, projection, events and integrator are those of `simulate`: the loops and kernels of a run as it stands
at its start, with all their memory in one structure. Nothing is allocated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..analyses.common.state_arguments import SYSTEM, own_state
from ..analyses.methods.method import Method
from ..analyses.methods.options import CONSTRAINED, STEP_LENGTH, Adaptive, Enforcement
from ..analyses.methods.registry import METHOD
from ..contract.arguments import NAME_ARGUMENT, takes
from ..numerics.tableaus import Tableau
from ..results import State
from ..run.events import Event
from ..system import System
from .c_names import identifier
from .c_simulation_text import CSimulation, simulation_header, simulation_source
from .c_source import CSource
from .portable_simulation import portable_simulation

FIRST_SPAN = 1.0
"""Seconds. Any time ahead of the start does for the first step: the caller says how far to go."""


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
    it = CSimulation(simulation, identifier(name or system.model.name))
    result = CSource(it.name, simulation_source(it), simulation_header(it))
    if path is not None:
        result.write(path)
    return result
