"""`RealTime`: a system stepped by the clock of another program, with work per step that is known beforehand."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ..channels import Channel
from ..contract import ModelError, parameters_of
from ..contract.arguments import COUNT, NAMES_ARGUMENT, NUMBER_ARGUMENT, shown_value, takes
from ..contract.errors import unknown
from ..diagnosis import Notes
from ..kernels.loops import compiled_loop
from ..mechanics.function_table import channel_labels
from ..mechanics.port import tree_of
from ..mechanics.tree import TreeSystem
from ..numerics.integrators import real_time as loops
from ..numerics.integrators.explicit import ExplicitMethod, explicit_method
from ..numerics.integrators.flow import CALLS, JACOBIANS, SETTLINGS, no_kernel
from ..numerics.integrators.implicit_stages import ImplicitMethod
from ..numerics.integrators.past_knots import PAST_END
from ..numerics.integrators.stages import stage_table
from ..numerics.status import CONSTRAINTS_OPEN, NOT_FINITE, PAST_UNKNOWN, RUN_DONE, SENTENCES
from ..results import State
from ..run.past_memory import law_delays
from ..system import System
from .common.bound_kernels import BoundKernels, work_spaces
from .common.compiled_past import compiled_past, places_of_past
from .common.delays import present_delay
from .common.failing_elements import without_numbers
from .common.plausibility import law_notes
from .common.state_arguments import SYSTEM, given_state
from .constraints.row_choice import chosen_rows
from .contact.contact_table import refuse_contacts
from .contact.switch_table import refuse_conditions, switch_table
from .methods.method import Method, MethodChoice
from .methods.registry import METHOD, method_of
from .steppers.failures import explain
from .steppers.tree_start import consistent_start

MONOTONIC = 1 if not hasattr(ctypes, "windll") else None
"""The number of the clock that never goes back, where there is `clock_gettime`; the same on Linux and the BSDs."""
SMALLEST_SIZE = 1e-12
"""What corrections are compared with at least."""
PARTS_OF_A_STEP = np.array([0.25, 0.5, 0.75, 1.0])
"""Where a step that failed is looked at."""
MORE = 4.0
"""Delays may grow by this factor."""
BESIDE = 64
"""Knots of a past beside those of ends of steps: jumps of derivatives have two."""
RADAU_ITERATIONS = 3
"""Newton iterations for Radau IIA unless others are given: enough for its order 5 where motion is smooth."""
MOST_NEWTON_ITERATIONS = 100
"""Turns that may be asked for: more would only hide that a step is too long."""


@dataclass(frozen=True)
class StepTiming:
    """How long steps took, in seconds; shares are known to the width of a class, 1/16 of an octave."""

    steps: int
    median: float
    p999: float
    """What 99.9 % of the steps kept to."""
    worst: float

    def __str__(self) -> str:
        median, p999, worst = (f"{1e6 * x:.3g} µs" for x in (self.median, self.p999, self.worst))
        return f"{self.steps} steps: median {median}, 99.9 % within {p999}, worst {worst}"


@dataclass(frozen=True)
class StepResiduals:
    """What was left at worst since the start: none of it is iterated away."""

    position: float
    """Largest constraint residual after projection, in metres or radians."""
    correction: float
    """Last correction of Newton's method, root mean square relative to the largest values seen; 0 if explicit."""
    unknowns: float
    """Last change of unknowns of elements, relative to one more than their size."""
    pivot: float
    """The smallest pivot of P M⁻¹ Pᵀ (of M in a tree), least over greatest seen: near 0 close to a singularity."""


class NativeSteps(NamedTuple):
    """What `take_fixed_steps` is called with, and what others read of its memory."""

    arguments: tuple[Any, ...]
    bound: BoundKernels
    y: np.ndarray
    channels: np.ndarray


class RealTimeInputs(MutableMapping[str, float]):
    """The Parameters of the model by name, read by the next step."""

    def __init__(self, names: Sequence[str], values: np.ndarray, switched: Mapping[str, str]) -> None:
        self.labels, self._values = tuple(names), values
        """By place; "" for what delayed laws are given by the steps themselves."""
        self._places = {name: k for k, name in enumerate(names) if name}
        self._switched = switched
        """Parameters that say which connections hold, and these."""

    def __getitem__(self, name: str) -> float:
        return float(self._values[self._place(name)])

    def __setitem__(self, name: str, value: float) -> None:
        place = self._place(name)
        if value.__class__ is not float or not math.isfinite(value):
            NUMBER_ARGUMENT.check("RealTime", f"inputs[{name!r}]", value)
        self.keep_switches({name: value})
        self._values[place] = value

    def keep_switches(self, values: Mapping[str, float]) -> None:
        """Raises where values switch a connection on or off."""
        for name, connection in self._switched.items():
            if values.get(name, self[name]) != self[name]:
                raise ModelError(
                    f"RealTime: {name!r} switches connection {connection!r}, which is an impact, and steps have the "
                    "rows of the start; let lw.simulate switch it, and make another lw.RealTime from the state behind "
                    "that."
                )

    def _place(self, name: str) -> int:
        place = self._places.get(name)
        if place is None:
            say = unknown("input", name, self._places) if self._places else f"there is no input {name!r}."
            raise ModelError(f"RealTime: {say} Inputs are the Parameters of the model: lw.Parameter(name, value).")
        return place

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __delitem__(self, name: str) -> None:
        raise ModelError(f"RealTime: the input {name!r} stays; set it to another value.")

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class RealTimeChannels(Mapping[str, Any]):
    """The channels that were asked for, at the end of the last step: numbers, and arrays of vectors."""

    def __init__(self, system: System, places: Mapping[str, tuple[slice, tuple[int, ...]]], values: np.ndarray) -> None:
        self._system, self._places, self.values_in_order = system, places, values

    def __getitem__(self, name: str) -> Any:
        if name not in self._places:
            _find_channel(self._system, name)
            raise ModelError(f"RealTime: {name!r} was not asked for; do so at the start: channels=[{name!r}, …].")
        place, shape = self._places[name]
        found = self.values_in_order[place]
        return float(found[0]) if shape == () else found.reshape(shape).copy()

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class RealTime:
    """Steps of one length h from `state`, each one native call of the same work that allocates no memory.

    `method` is the name of an explicit Runge–Kutta method or an `lw.Tableau`, or "radau" or an
    `lw.ImplicitTableau` for stiff equations. `projections` is how often each step is projected on the constraints,
    `iterations` how many Newton iterations there are for the stages of implicit methods (3 unless given). `inputs` are
    the Parameters of the model, set by name between steps; `channels` those that are asked for, at the end of the last
    step. Nothing is repeated where accuracy would ask for it: `worst` says what was left, `timing` how long steps
    took. Events are not looked for, and steps go across kinks.
    """

    @takes(
        system=SYSTEM,
        h=NUMBER_ARGUMENT,
        method=METHOD,
        channels=NAMES_ARGUMENT,
        projections=COUNT,
        iterations=COUNT | None,
    )
    def __init__(
        self,
        system: System,
        h: float,
        state: State | Mapping[str, float] | None = None,
        *,
        method: MethodChoice = "rk4",
        channels: Sequence[str] = (),
        projections: int = 2,
        iterations: int | None = None,
    ) -> None:
        tree = _check(system, h, projections)
        self.system, self.h = tree, float(h)
        self.method = _method(method)
        passes = int(projections), _newton_iterations(self.method, iterations)
        self._start = start = given_state(system, state, "RealTime")
        parameters = np.ascontiguousarray(tree.arguments(start)[-1], dtype=float)
        self._bound = work_spaces(tree).lease(parameters, chosen_rows(system, start))
        self._past = past = compiled_past(self._bound, _room(tree, start, self.h))
        self._bound.keep()
        own = places_of_past(past)
        names = ["" if k in own else p.name for k, p in enumerate(tree.equations.parameters)]
        self.inputs = RealTimeInputs(names, self._bound.parameters, _switched(system))
        self.channels, kernel = _channels(self._bound, tuple(dict.fromkeys(channels)))
        self._cycle = loops.make_cycle(self._bound.n, start.t, self.h, passes, kernel, _machine_clock(), past)
        self._y, self._arguments = _steps(self._bound, self.method, self._cycle)
        self._run = compiled_loop(loops.take_fixed_steps).bound(*self._arguments)
        self._begin = compiled_loop(loops.begin_fixed_steps).bound(self._bound.flow, self._cycle, self._y)
        self.reset()

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuses what is not its own: steps are bound to what was given at the start."""
        if not name.startswith("_") and "_like" in self.__dict__:
            raise ModelError(f"RealTime: {self._not_settable(name)}")
        super().__setattr__(name, value)

    def _not_settable(self, name: str) -> str:
        if name in self.inputs:
            return f"{name!r} is an input; set it by inputs[{name!r}] = …"
        if hasattr(type(self), name) or name in self.__dict__:
            return f"{name!r} cannot be set; make another lw.RealTime with it, or go to a state by reset(state)."
        said = unknown("attribute", name, [key for key in dir(self) if not key.startswith("_")])
        return f"{said} Inputs are set by inputs[name] = …"

    def reset(self, state: State | Mapping[str, float] | None = None) -> None:
        """Goes back to a state, that of the start if none is given, its inputs and time; counts begin anew."""
        system, bound, cycle = self.system, self._bound, self._cycle
        given = self._start if state is None else given_state(system, state, "RealTime")
        self.inputs.keep_switches(given.parameters)
        bound.renew(np.asarray(system.arguments(given)[-1], dtype=float))
        try:
            found, said, _ = consistent_start(bound, given, False)
        except ModelError as error:
            raise ModelError(error.text, "RealTime") from error
        self._notes = Notes((*said, *law_notes(system)))
        self._y[:] = bound.y_of(found)
        rates = bound.rates(found.t, self._y)
        if rates is None:
            raise ModelError(f"RealTime: at the start, {explain(bound, NOT_FINITE, found.t, self._y)}")
        bound.flow.count[:] = 0
        cycle.clock[:] = found.t, found.t, self.h
        cycle.size[:] = np.maximum(np.abs(self._y) + self.h * np.abs(rates), SMALLEST_SIZE)
        for counts in (cycle.count, cycle.worst, cycle.watch.nanoseconds, cycle.watch.histogram):
            counts[:] = 0
        self._begin()
        cycle.worst[:] = 0.0
        bound.flow.count[:] = 0
        self._like = found

    def step(self, n: int = 1) -> None:
        """Takes one step, or n of them in one native call."""
        if n.__class__ is not int or n < 1:
            _check_count("step", "n", n, 1)
        self._cycle.count[loops.WANTED] = n
        code = self._run()
        if code != RUN_DONE:
            raise ModelError(f"RealTime: step {self.steps + 1} of h = {self.h:g} s is impossible: {self._why(code)}")

    def _why(self, code: int) -> str:
        """What is to blame, and what to do."""
        if code == CONSTRAINTS_OPEN:
            said = explain(self._bound, code, self.t, self._bound.x[:-1].copy())
            return f"{said}. Take a shorter h, or more projections than {self._cycle.iterations[loops.PROJECTIONS]}."
        if code == PAST_UNKNOWN:
            return self._out_of_reach()
        with np.errstate(all="ignore"):
            said = self._without_numbers() or explain(self._bound, code, self.t, self._y)
        return f"{said.removesuffix('.')}. Take a shorter h, or method='radau' where the equations are stiff."

    def _out_of_reach(self) -> str:
        """The delay that steps cannot follow."""
        past, known = self._past, min(len(self._past.t), int(self._past.count[PAST_END]))
        most = self.t - float(past.t[(int(past.count[PAST_END]) - known) % len(past.t)])
        for delay, tau in zip(law_delays(self.system), past.tau.tolist(), strict=True):
            if not self.h <= tau <= most:
                return (
                    f"connection {delay.connection!r}: its delay is {tau:.6g} s, and steps follow delays between h and "
                    f"the {most:.3g} s that they remember. Bound the delay, or begin with a longer one: steps remember "
                    f"{MORE:g} times what it is at the start."
                )
        return f"{SENTENCES[PAST_UNKNOWN]}. Take a shorter h."

    def _without_numbers(self) -> str | None:
        """The element whose law has no value somewhere on the way of the step, where it is one."""
        bound, t, y = self._bound, self.t, self._y
        rates = bound.rates(t, y)
        if rates is None:
            return None
        ahead = [bound.state_of(y + h * rates, t + h, self._like) for h in self.h * PARTS_OF_A_STEP]
        try:
            found = without_numbers(self.system, ahead)
        except ModelError as error:  # unknowns of elements that have no solution there
            found = str(error).removesuffix(".")
        return None if found is None else f"{SENTENCES[NOT_FINITE]} within the step from t = {t:.6g}: {found}"

    @property
    def notes(self) -> Notes:
        """What the start and the laws of the model give reason to say."""
        return self._notes

    @property
    def native_steps(self) -> NativeSteps:
        """Its loop with all that it is bound to, as it stands now: what leaves the process."""
        return NativeSteps(self._arguments, self._bound, self._y, self.channels.values_in_order)

    @property
    def t(self) -> float:
        """The present time: that of the start and so many h."""
        return float(self._cycle.clock[loops.T_NOW])

    @property
    def steps(self) -> int:
        """Steps since the start."""
        return int(self._cycle.count[loops.TAKEN])

    @property
    def state(self) -> State:
        """The present state, with the inputs as they are now."""
        found = self._bound.state_of(self._y, self.t, self._like)
        names = (p.name for p in self.system.equations.parameters)
        return replace(found, parameters=dict(zip(names, self._bound.parameters.tolist(), strict=True)))

    @property
    def worst(self) -> StepResiduals:
        """What was left at worst since the start."""
        pivot = self._bound.flow.pivot
        position, correction, unknowns = map(float, self._cycle.worst)
        ratio = float(pivot[0] / pivot[1]) if 0.0 < pivot[1] < np.inf else 1.0
        return StepResiduals(position, correction, unknowns, ratio)

    @property
    def evaluations(self) -> dict[str, int]:
        """How often native code was called since the start, by what it computes: all multiples of the steps.

        Projections are one more than asked for in each step: that of the speeds.
        """
        count = self._bound.flow.count
        return {
            "rates": int(count[CALLS]),
            "jacobians": int(count[JACOBIANS]),
            "unknowns": int(count[SETTLINGS]),
            "projections": int(self._cycle.count[loops.PROJECTED]),
        }

    @property
    def timing(self) -> StepTiming:
        """How long steps took since the start, by the clock of the machine; outside native code nothing is counted."""
        watch = self._cycle.watch
        if not watch.clock[0]:
            raise ModelError("RealTime: this machine has no clock_gettime; measure around step() instead.")
        ends, shares = loops.durations(watch.histogram)
        median, p999 = (float(ends[np.searchsorted(shares, share)]) if self.steps else 0.0 for share in (0.5, 0.999))
        worst = 1e-9 * int(watch.nanoseconds[loops.STEP_WORST])
        return StepTiming(int(watch.histogram.sum()), min(median, worst), min(p999, worst), worst)

    def __repr__(self) -> str:
        return f"<RealTime {self.system.model.name!r}, {self.method.name}, h = {self.h:g} s, t = {self.t:g} s>"


def _check(system: System, h: float, projections: int) -> TreeSystem:
    tree = tree_of(
        system,
        "RealTime",
        "steps in real time take native code of the whole, and in absolute coordinates it is that of kinds of "
        "elements; compile the model with lw.compile_model(model, coordinates='tree').",
    )
    why = "Impacts have no bounded work, also where it begins open; take lw.simulate, or a compliant contact."
    refuse_contacts(system, "RealTime", why)
    refuse_conditions(system, "RealTime", "take lw.simulate")
    if not h > 0:
        raise ModelError(f"RealTime: h = {shown_value(h)} must be a positive number of seconds.")
    _check_count("RealTime", "projections", projections, 1)
    return tree


def _room(system: System, start: State, h: float) -> int:
    """How many knots delayed laws may need, MORE times those of the longest delay at the start."""
    longest = 0.0
    for delay in law_delays(system):
        tau = present_delay(system, start, delay)
        if not tau >= h * (1.0 - 1e-9):
            instead = f"; take h = {tau:g} s." if tau > 0.0 else "; a delay must be positive."
            raise ModelError(
                f"RealTime: connection {delay.connection!r}: its delay of {tau:g} s is shorter than the step of {h:g} "
                f"s{instead}"
            )
        longest = max(longest, tau)
    return int(np.ceil(MORE * longest / h)) + BESIDE


def _switched(system: System) -> dict[str, str]:
    """Parameters that say whether connections hold, and the names of these."""
    switches = switch_table(system).switches
    return {p.name: switch.name for switch in switches for p in parameters_of([switch.connection.active])}


def _newton_iterations(method: Method, iterations: int | None) -> int:
    """Turns for the stages of a step: none of explicit methods."""
    if method.tableau is not None:
        if iterations is not None:
            raise ModelError(f"RealTime: {method.name!r} is explicit and has no iterations; they are for 'radau'.")
        return 0
    if iterations is None:
        return RADAU_ITERATIONS
    _check_count("RealTime", "iterations", iterations, 1)
    return int(iterations)


def _check_count(owner: str, name: str, value: Any, least: int) -> None:
    most = MOST_NEWTON_ITERATIONS if owner == "RealTime" else None
    COUNT.check(owner, name, value)
    if value < least or (most is not None and value > most):
        bounds = f"at least {least}" if most is None else f"between {least} and {most}"
        raise ModelError(f"{owner}: {name} = {value} must be {bounds}.")


def _method(given: MethodChoice) -> Method:
    """A Runge–Kutta method: those whose steps can be bounded."""
    found = method_of(given, "tree", "RealTime")
    if found.tableau is None and found.table is None:
        raise ModelError(
            f"RealTime: {found.name!r} has no steps of bounded work; take an explicit Runge–Kutta method such as 'rk4' "
            "or an lw.Tableau, or 'radau' or an lw.ImplicitTableau for stiff equations."
        )
    return found


def _find_channel(system: System, name: str) -> Channel:
    """A channel that a state has."""
    found = system.channel_table.find(name)
    if found is None:
        raise ModelError(f"RealTime: {system.channel_table.unknown(name)}")
    if found.needs == "run":
        raise ModelError(f"RealTime: the channel {name!r} needs a whole run; take it from that of lw.simulate.")
    return found


def _channels(bound: BoundKernels, names: tuple[str, ...]) -> tuple[RealTimeChannels, np.ndarray]:
    """The channels by name, and the kernel that writes them."""
    system = bound.system
    shapes = {name: _find_channel(system, name).shape for name in names}
    if not names:
        return RealTimeChannels(system, {}, np.zeros(0)), no_kernel()
    places, start = {}, 0
    for name, shape in shapes.items():
        places[name] = slice(start, start + math.prod(shape)), shape
        start += math.prod(shape)
    assert start == len(channel_labels(system.equations, names))
    values = np.zeros(start)
    kernel = bound.bind(system.kernel("observed", rows=bound.rows, channels=names), {"values": values})
    bound.keep()
    return RealTimeChannels(system, places, values), kernel


def _steps(bound: BoundKernels, method: Method, cycle: loops.Cycle) -> tuple[np.ndarray, tuple[Any, ...]]:
    """The present state, and what the loop that steps it is called with."""
    made: ExplicitMethod | ImplicitMethod
    if method.tableau is not None:
        made = explicit_method(bound.flow, bound.projection, stage_table(method.tableau), bound.calls_into)
        return made.ends.y, (loops.explicit_fixed_step, made, cycle)
    assert method.table is not None
    made = bound.implicit.implicit_method(method.table.basis, 0)
    bound.keep()
    return made.ends.y, (loops.implicit_fixed_step, made, cycle)


def _machine_clock() -> np.ndarray:
    """`clock_gettime` as four integers, its clock first; zeros on machines that have none."""
    found = no_kernel()
    try:
        function = ctypes.CDLL(None).clock_gettime
    except (AttributeError, OSError, TypeError):
        return found
    found[0], found[1] = ctypes.cast(function, ctypes.c_void_p).value or 0, MONOTONIC or 0
    return found
