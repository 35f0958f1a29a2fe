"""`simulate`: the motion of a system from a state, with its error controlled and certified."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..absolute import AbsoluteSystem
from ..contract import ModelError
from ..contract.arguments import FILE, FLAG, FUNCTIONS, NAME, REAL, TIMES, takes
from ..contract.errors import unknown
from ..numerics.integrators.alpha_scheme import RHO_INF
from ..results import State, Trajectory
from ..system import System
from .events import Event, check_events
from .given import own_state
from .keeper import resumed_start
from .keeping import Keeping
from .options import METHODS, Options
from .running import Run
from .stepping import Plan, simulate_absolute
from .stepping.absolute import METHODS as OF_ABSOLUTE
from .stepping.reading import AbsoluteReader


@takes(
    t_end=REAL | None,
    times=TIMES | None,
    method=NAME,
    h=REAL | None,
    h_max=REAL | None,
    constraints=NAME,
    outputs=FUNCTIONS | None,
    strict=FLAG,
    rho_inf=REAL | None,
    solver=NAME,
    file=FILE | None,
    progress=FLAG,
    checkpoint=FILE | None,
    resume=FILE | None,
)
def simulate(
    system: System | AbsoluteSystem,
    state: State | None = None,
    t_end: float | None = None,
    *,
    times: Any = None,
    method: str = "auto",
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    h: float | None = None,
    h_max: float | None = None,
    constraints: str = "projection",
    events: Sequence[Event] = (),
    outputs: Mapping[str, Callable[[Any], Any]] | None = None,
    strict: bool = False,
    rho_inf: float | None = None,
    solver: str = "auto",
    file: str | Path | None = None,
    flush: float = 1.0,
    progress: bool = True,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = 10.0,
    resume: str | Path | None = None,
) -> Trajectory:
    """The motion from `state` (its own time is the start) to `t_end`.

    Without `times` the states at the ends of all steps are kept, and `run.at(t)` gives any other; `times` (a sequence,
    or how many, equally spaced) keeps samples at these times only. `method` names an integrator, "auto" picks one and
    changes it when the equations turn out stiff. `rtol` and `atol` bound the error of a step; `atol` may be given by
    name, `{"film.x": 1e-16, "motor": 1e-6, "others": 1e-10}`. `h` fixes the step, for methods without error control;
    `h_max` bounds it. `constraints` is "projection", "baumgarte" or "none": what keeps loops closed. `events` are
    looked for on the way. `outputs` are channels of one's own: functions of channels. A start that violates constraints
    is corrected, with a note in the certificate; `strict` refuses it instead.
    `rho_inf` is what method="generalized_alpha" leaves of the highest frequencies after a step, from 1 to 0 (0.8).

    `file` takes the rows as they come, so that a run may be longer than memory; after each `flush` seconds the file
    holds all so far, whatever happens then (`lw.load_run`). `progress` shows in a terminal how far the run is, from its
    first second on. Ctrl-C ends the run, which returns what it has. `checkpoint` is a file from which `resume`, with
    all else the same, continues to the same bits (on absolute systems to Newton's tolerance); it is written every
    `checkpoint_every` seconds and when the run is interrupted.

    Absolute systems go by "generalized_alpha" ("auto") or elements in time ("weak1" … "weak3"). `solver` names what
    solves their linear systems: "fronts" (linkwork's own) or "superlu" (SciPy's); "auto" takes fronts, and SuperLU
    where these find no pivots.
    """
    keeping = Keeping(file, flush, progress, checkpoint, checkpoint_every, resume)
    start = own_state(system, state, "simulate") if resume is None else resumed_start(system, resume)
    check_events(events)
    own = dict(outputs or {})
    _check_outputs(system, own)
    if isinstance(system, AbsoluteSystem):
        left = RHO_INF if rho_inf is None else rho_inf
        plan = _plan(start, t_end, times, method, rtol, atol, h, h_max, constraints, left)
        return simulate_absolute(system, start, plan, method, own, strict, events, solver, left, keeping)
    _check_tree(method, solver, keeping)
    rho = RHO_INF if rho_inf is None else rho_inf
    options = Options(start.t, t_end, times, method, rtol, atol, h, h_max, constraints, strict, rho)
    return Run(system, start, options, events, own, keeping).trajectory()


def is_channel(system: System | AbsoluteSystem, name: str) -> bool:
    """Whether a system has a channel of this name by itself."""
    if isinstance(system, AbsoluteSystem):
        return AbsoluteReader(system).knows(name)
    channels = system.equations.channels
    stem, _, last = name.rpartition(".")
    return name in channels or name in channels.motion_names or (last in "xyz" and stem in channels.motion_names)


def _check_outputs(system: System | AbsoluteSystem, outputs: Mapping[str, Any]) -> None:
    """Raises where a channel of one's own has the name of one of the model's."""
    for name in outputs:
        if is_channel(system, name):
            raise ModelError(
                f"simulate: outputs: {name!r} is a channel of the model already, which an output would hide; choose "
                "another name."
            )


def _check_tree(method: str, solver: str, keeping: Keeping) -> None:
    """Raises where something is asked of a tree that it has not."""
    if solver != "auto":
        raise ModelError("simulate: trees have dense matrices; `solver` is for absolute systems, leave it away.")
    if method == "bdf" and not (keeping.checkpoint is None and keeping.resume is None):
        raise ModelError("simulate: bdf keeps its past inside SUNDIALS, where no checkpoint reaches it; take 'radau'.")


def _plan(
    start: State,
    t_end: float | None,
    times: Any,
    method: str,
    rtol: float,
    atol: float | Mapping[str, float],
    h: float | None,
    h_max: float | None,
    constraints: str,
    rho_inf: float,
) -> Plan:
    """What is wanted of a run of an absolute system."""
    if method not in ("auto", *OF_ABSOLUTE):
        known = ", ".join(map(repr, ("auto", *OF_ABSOLUTE)))
        if method in METHODS:
            raise ModelError(f"simulate: {method!r} is for the tree formulation; absolute systems go by {known}.")
        raise ModelError(f"simulate: {unknown('method', method, ['auto', *OF_ABSOLUTE])}")
    if not isinstance(atol, (int, float)):
        raise ModelError("simulate: absolute systems take one number as atol; or use the tree formulation.")
    if constraints != "projection":
        raise ModelError("simulate: absolute systems keep their constraints themselves; leave `constraints` away.")
    # The step is checked like a bound: any positive number.
    checked = Options(start.t, t_end, times, "auto", rtol, atol, None, h or h_max, constraints, False, rho_inf)
    return Plan(start.t, checked.end, checked.sampled, h, h_max or np.inf, rtol, atol)
