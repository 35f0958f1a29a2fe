r"""`share`: which of several muscles does how much of what a motion takes.

There are more muscles than freedoms, and so infinitely many ways. At every instant that of the least cost is found:

$$ \min φ(a, F)\quad\text{with}\quad (W N)^T F(x) = N^T(M\dot u - h_0),\qquad x_{min} \le x \le x_{max} $$

with x the first input of every muscle (`muscles/required_forces` has the equations, `muscles/contraction` F(x)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..channels.channel import WORK
from ..contract import Assembly, Contractile, ModelError
from ..contract.arguments import COUNT, NAMES_ARGUMENT, takes
from ..contract.errors import counted, joined, unknown
from ..diagnosis import NO_NOTES, Notes
from ..numerics.box_minimum import BoxProblem, box_minimum
from ..numerics.convexity import looks_convex
from ..numerics.interior_point import INTERIOR_TOLERANCE
from ..results import State, Verdict
from ..results.analysis_rules import verdict_of_sharing
from ..results.extras import extra
from ..results.verdict import Alarm
from ..system import System
from .common.delays import refuse_delays
from .common.state_arguments import SYSTEM
from .muscles.contraction import Contraction, Muscles, StateHistory, history_of, muscles_of, worth
from .muscles.costs import cost_of, least_largest
from .muscles.required_forces import Skeleton
from .muscles.whole_motion import MotionInstant, WholeMotion
from .sampled_motion import Instant, instants_of

MOVED_STEPS = 8
OPENING_STRETCH = 0.02
"""s: what tells the rates of states at the beginning of a motion."""
BETWEEN_SLOPES = 1e-5
"""Inputs so far apart tell the curvature of forces."""
INSIDE_RANGE = 1e-13
"""How far from the ends of their ranges inputs stay, as a part of the range."""


@dataclass(frozen=True, eq=False)
class ForceSharing:
    """What muscles do in a motion: rows are instants `t`, columns muscles or coordinates.

    `found["vasti.activation"]`, `found["vasti.tension"]`, `found["vasti.excitation"]` (its input by name) and
    `found["knee.angle.reserve"]` are columns by name; so are states, `found["vasti.fibre_length"]`.
    """

    system: System = field(repr=False)
    t: np.ndarray
    muscles: tuple[str, ...]
    input_names: tuple[str, ...]
    inputs: np.ndarray
    """Of every muscle the input that was found, its excitation or activation."""
    activations: np.ndarray
    tensions: np.ndarray
    """N, all lines of a muscle together."""
    coordinates: tuple[str, ...]
    """One for each freedom; in `units` is what acts along it."""
    units: tuple[str, ...]
    required: np.ndarray
    """What the motion takes of muscles along each coordinate (N·m, N)."""
    reserve: np.ndarray
    """The part of it that they cannot give: nothing where they carry the motion."""
    state_names: tuple[str, ...]
    states: np.ndarray
    """Of the muscles."""
    costs: np.ndarray
    is_found: np.ndarray
    """Whether the search for the least cost ended, and the states of all muscles are in balance there."""
    imbalance: np.ndarray
    """How far the states of each muscle are from where their rates are right, in units of their start: as good as
    nothing where they were found."""
    capacity: np.ndarray
    """What all muscles together could give along each coordinate at full strength."""
    reach: Mapping[int, tuple[np.ndarray, np.ndarray]]
    """By the number of an instant at which something is missing: what each muscle gives along each coordinate with its
    least and with its greatest input (coordinates × muscles)."""
    is_convex: np.ndarray
    """Whether the cost looks convex at each instant; where it does not, what was found is a local least."""
    motion: tuple[State, ...] = field(repr=False)
    notes: Notes = NO_NOTES
    """Which coordinates the motion does not give, and where they are held."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it can be trusted, and why not."""
        return verdict_of_sharing(self)

    @cached_property
    def _columns(self) -> dict[str, np.ndarray]:
        found = {"t": self.t, **dict(zip(self.state_names, self.states.T, strict=True))}
        for k, name in enumerate(self.muscles):
            found |= {f"{name}.{self.input_names[k]}": self.inputs[:, k], f"{name}.tension": self.tensions[:, k]}
            found[f"{name}.activation"] = self.activations[:, k]
        for k, name in enumerate(self.coordinates):
            found |= {f"{name}.required": self.required[:, k], f"{name}.reserve": self.reserve[:, k]}
        return found

    def __getitem__(self, name: str) -> np.ndarray:
        self._alarm.sound(self, "the sharing")
        if name not in self._columns:
            raise ModelError(unknown("column", name, self._columns))
        return self._columns[name]

    @takes(k=COUNT)
    def state(self, k: int = 0) -> State:
        """The state of an instant, with the muscles' own states as they were found: where a run may begin."""
        self._alarm.sound(self, "the sharing")
        if not -len(self) <= k < len(self):
            raise ModelError(f"state: k = {k}; there are {len(self)} instants, 0 to {len(self) - 1}.")
        own = {name: float(x) for name, x in zip(self.state_names, self.states[k], strict=True)}
        return self.motion[k].with_values(own)

    def to_dataset(self) -> Any:
        """All of it as an xarray Dataset."""
        self._alarm.sound(self, "the sharing")
        xarray = extra("xarray", "to_dataset")
        by = {"muscle": list(self.muscles), "coordinate": list(self.coordinates), "state": list(self.state_names)}
        tables = {
            "input": ("muscle", self.inputs),
            "activation": ("muscle", self.activations),
            "tension": ("muscle", self.tensions),
            "required": ("coordinate", self.required),
            "reserve": ("coordinate", self.reserve),
            "state_value": ("state", self.states),
        }
        variables = {name: (("t", label), values) for name, (label, values) in tables.items()}
        return xarray.Dataset(variables | {"cost": ("t", self.costs)}, {"t": self.t, **by})

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return (
            f"<{counted(len(self.muscles), 'muscle')} at {counted(len(self), 'time point')}, {self.verdict.in_short}>"
        )


@takes(system=SYSTEM, among=NAMES_ARGUMENT | None)
@small_on_one_thread
def share(
    system: System,
    motion: Any,
    among: Sequence[str] | None = None,
    *,
    cost: Any = "activation²",
    over: str = "instants",
) -> ForceSharing:
    """The activations of muscles that carry a motion at the least cost, instant by instant or as a whole.

    `motion` is a state that is held, a run of this system or of the same skeleton without muscles, a prescribed motion,
    or coordinates at times by name, `{"t": …, "knee.angle": …}`, through which splines are laid. `among` names the
    muscles, all that the model has if it is left out; others act as their inputs say. `cost` is "activation²",
    "activation³", "stress²", "stress³", "min-max", or a function of (activations, forces, strengths).

    Muscles are taken as they are: with a rigid tendon and control="activation" an instant knows nothing of the others;
    with elastic tendons, excitation or calcium their states go from instant to instant by a formula of second order,
    from rates that the first 20 ms tell. The least cost is that of each instant; with over="motion" it is that of all
    instants together, so that a muscle with dynamics begins earlier where that is cheaper later. Where muscles cannot
    carry the motion, the `reserve` is what is missing of each instant, as little as can be, and the verdict says where
    and why.
    """
    refuse_delays(system, "share", "Leave it out, or take a law of the present in its place.")
    chosen = _among(system, among)
    instants = instants_of(system, motion)
    muscles = muscles_of(chosen)
    skeleton = Skeleton(system, muscles, instants[0].state)
    if over not in ("instants", "motion"):
        raise ModelError(f"share: over = {over!r}: choose one of 'instants', 'motion'.")
    return _Search(skeleton, cost).over(instants, is_whole=over == "motion")


def _among(system: System, names: Sequence[str] | None) -> dict[str, Contractile]:
    """Muscles by name."""
    connections = system.model.connections
    every = {name: c.element for name, c in connections.items() if isinstance(c.element, Contractile)}
    inside = {name: muscles for name, c in connections.items() if (muscles := _muscles_inside(c.element, name))}
    chosen = list(every if names is None else names)
    for assembly, muscles in inside.items():
        if names is None or {assembly, *muscles} & set(chosen):
            others = f"; or give among={list(every)}: then these act as their inputs say" if every else ""
            raise ModelError(
                f"share: the assembly {assembly!r} has muscles of its own, {joined(muscles)}, among which nothing can "
                f"be shared. Connect them to the bodies of the model itself{others}."
            )
    for name in chosen:
        if name not in connections:
            raise ModelError(f"share: among: {unknown('muscle', name, every)}")
        if name not in every:
            have = f"the model's muscles are {joined(list(every))}" if every else "the model has none"
            raise ModelError(f"share: among: {name!r} is a {connections[name].element.kind}, no muscle; {have}.")
        if chosen.count(name) > 1:
            raise ModelError(f"share: among: {name!r} is named twice.")
    if not chosen:
        raise ModelError(f"share: model {system.model.name!r} has no muscles to share among; connect an lw.Muscle.")
    return {name: every[name] for name in chosen}


def _muscles_inside(element: Any, name: str) -> list[str]:
    """The muscles that are parts of an assembly, and of assemblies in it."""
    if not isinstance(element, Assembly):
        return []
    found = []
    for own, (part, *_) in element.parts().items():
        inner = f"{name}.{own}"
        found += [inner] if isinstance(part, Contractile) else _muscles_inside(part, inner)
    return found


@dataclass(frozen=True, eq=False)
class _Bounds:
    """Strengths and ranges of inputs at values of Parameters."""

    parameters: Mapping[str, float]
    strengths: np.ndarray
    low: np.ndarray
    high: np.ndarray


def _bounds(elements: Mapping[str, Contractile], parameters: Mapping[str, float]) -> _Bounds:
    strengths = np.array([worth(m.strength, parameters) for m in elements.values()])
    low, high = np.array([[worth(side, parameters) for side in m.input_range] for m in elements.values()]).T
    for name, least, most in zip(elements, low, high, strict=True):
        if not least < most:
            raise ModelError(f"share: {name!r}: its input may go from {least:g} to {most:g}, which is not a range.")
    # At the ends of its range a law may have a corner; just inside, its slopes are those of the range.
    inside = INSIDE_RANGE * (high - low)
    return _Bounds(parameters, strengths, low + inside, high - inside)


class _Search:
    """Instant by instant, each from where the one before ended, at the Parameters of the instant."""

    def __init__(self, skeleton: Skeleton, cost: Any) -> None:
        self.skeleton, self.muscles, self.wanted = skeleton, skeleton.muscles, cost
        self.bounds = _bounds(self.muscles.elements, skeleton.first.parameters)
        self.cost = cost_of(cost, self.bounds.strengths)
        self.pulls = np.zeros((len(self.muscles.names), self.muscles.lines[-1].stop))
        for row, lines in zip(self.pulls, self.muscles.lines, strict=True):
            row[lines] = -1.0

    def _turn_to(self, parameters: Mapping[str, float]) -> None:
        """Bounds and cost as they are at other Parameters; a cost is traced with strengths as numbers."""
        if parameters != self.bounds.parameters:
            before, self.bounds = self.bounds, _bounds(self.muscles.elements, parameters)
            if not np.array_equal(before.strengths, self.bounds.strengths):
                self.cost = cost_of(self.wanted, self.bounds.strengths)

    def over(self, instants: Sequence[Instant], is_whole: bool = False) -> ForceSharing:
        """All instants, one after the other; each stretch of them without a jump as a whole where that is asked for.

        As a whole they may carry what they cannot carry taking each instant as it comes; where they cannot, the
        instants one by one show what is missing.
        """
        times = [instant.state.t for instant in instants]
        rows: list[_Found] = []
        if is_whole and self.cost is None:
            raise ModelError("share: the min-max rule is for instants; give another cost for a whole motion.")
        for stretch in _stretches(instants):
            rates = self._first_rates(stretch, rows)
            found = self._rows(stretch, rates)
            can_wait = len(found) > 1 and len(self.muscles.start)
            rows += self._whole(stretch, rates, found) if is_whole and can_wait else found
        skeleton = self.skeleton
        table = skeleton.system.channel_table
        return ForceSharing(
            skeleton.system,
            np.array(times),
            self.muscles.names,
            tuple(m.inputs[0] for m in self.muscles.elements.values()),
            np.array([row.x for row in rows]),
            np.array([row.contraction.a for row in rows]),
            np.array([self.pulls @ row.contraction.F for row in rows]),
            skeleton.coordinates,
            tuple(WORK.get(table[q].unit or "", "") if q in table else "" for q in skeleton.coordinates),
            np.array([row.required for row in rows]),
            np.array([row.reserve for row in rows]),
            self.muscles.state_names,
            np.array([row.contraction.z[self.muscles.moving] for row in rows]),
            np.array([row.cost for row in rows]),
            np.array([row.is_found for row in rows]),
            np.array([row.contraction.off for row in rows]),
            np.array([row.capacity for row in rows]),
            {k: row.reach for k, row in enumerate(rows) if row.reach is not None},
            np.array([row.is_convex for row in rows]),
            tuple(instant.state for instant in instants),
            instants[0].notes,
        )

    def _first_rates(self, instants: Sequence[Instant], before: Sequence[_Found]) -> Any:
        """Rates of states at the beginning: first those of fibres come right, from steady ones, then all.

        One instant by itself after a jump has those of the one before.
        """
        rates: Any = before[-1].rates if before and len(instants) == 1 else 0.0
        ahead = [k for k, instant in enumerate(instants) if instant.state.t >= instants[0].state.t + OPENING_STRETCH]
        if self.muscles.state_names and len(instants) > 1:
            ends = [instants[0], instants[ahead[0] if ahead else -1]]
            for _ in range(2):
                first, last = (row.contraction.z for row in self._rows(ends, rates))
                rates = (last - first) / (ends[1].state.t - ends[0].state.t)
        return rates

    def _rows(self, instants: Sequence[Instant], rates: Any) -> list[_Found]:
        times: list[float] = []
        rows: list[_Found] = []
        x, z = 0.5 * (self.bounds.low + self.bounds.high), self.muscles.start
        for instant in instants:
            past = history_of(times, [row.contraction.z for row in rows], instant.state.t)
            rows.append(self._at(instant, past._replace(rates=rates), x, z))
            times.append(instant.state.t)
            x, z = rows[-1].x, rows[-1].contraction.z
        return rows

    def _whole(self, instants: Sequence[Instant], rates: Any, rows: Sequence[_Found]) -> list[_Found]:
        """What is best for all instants together, from what is best for each."""
        assert self.cost is not None
        parts = []
        for instant, row in zip(instants, rows, strict=True):
            needed = self.skeleton.at(instant.state, instant.u_dot, row.contraction.z)
            given = self.skeleton.inputs(instant.state), self.muscles.values(instant.state.parameters)
            parts.append(MotionInstant(instant.state.t, needed, given, _scale(row.capacity, needed.wanted)))
        low, high = self.bounds.low, self.bounds.high
        problem = WholeMotion(self.muscles, self.cost, self.pulls, parts, low, high, rates)
        x, z, is_found = problem.least(np.array([row.x for row in rows]), np.array([row.contraction.z for row in rows]))
        if not is_found:
            return [row if row.reserve.any() else replace(row, is_found=False) for row in rows]
        found = []
        for k, (part, row) in enumerate(zip(parts, rows, strict=True)):
            past = history_of([p.t for p in parts[:k]], list(z[:k]), part.t)._replace(rates=rates)
            c = self.muscles.at(x[k], (part.needed.e, part.needed.e_dot), part.given, past, z[k])
            reserve = part.needed.wanted - part.needed.arms @ c.F
            reserve[np.abs(part.scale * reserve) < 10.0 * INTERIOR_TOLERANCE] = 0.0
            again = replace(row, x=x[k], contraction=c, reserve=reserve, cost=self._worth(c))
            found.append(replace(again, is_found=c.is_balanced))
        return found

    def _at(self, instant: Instant, past: StateHistory, x: np.ndarray, z: np.ndarray) -> _Found:
        """The least cost at one instant."""
        self._turn_to(instant.state.parameters)
        low, high = self.bounds.low, self.bounds.high
        needed = self.skeleton.at(instant.state, instant.u_dot, z)
        given = self.skeleton.inputs(instant.state), self.muscles.values(instant.state.parameters)

        contraction = _Memory(self.muscles, (needed.e, needed.e_dot), given, past, z)
        capacity = np.abs(needed.arms) @ (self.bounds.strengths @ np.abs(self.pulls))
        scale = _scale(capacity, needed.wanted)

        def rows(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            c = contraction(at)
            return scale * (needed.arms @ c.F - needed.wanted), scale[:, None] * (needed.arms @ c.F_x)

        is_convex = True
        if self.cost is None:
            x, is_found = least_largest(contraction, rows, x, low, high)
        else:
            cost = self.cost.on(contraction, self.pulls)
            curvature = partial(self._curvature, cost, rows)
            problem = BoxProblem(cost, rows, low, high, curvature, partial(self._moved, contraction))
            best = box_minimum(problem, x)
            x, is_found = best.x, best.is_converged
            # A product of activation and force, say, is convex only where the force follows the activation.
            is_convex = self.cost.is_convex or looks_convex(lambda at: (cost(at)[1], None), low, high)
        c = contraction(x)
        reserve = needed.wanted - needed.arms @ c.F
        reserve[np.abs(scale * reserve) < 1e-12] = 0.0
        return _Found(
            x,
            c,
            needed.wanted,
            reserve,
            self._worth(c),
            is_found and c.is_balanced,
            past.wanted(c.z),
            capacity,
            is_convex,
            self._reach(contraction, needed.arms) if reserve.any() else None,
        )

    def _reach(self, contraction: Callable[[np.ndarray], Contraction], arms: np.ndarray) -> Any:
        """What each muscle gives along each coordinate with its least and its greatest input."""
        ends = (contraction(side).F for side in (self.bounds.low, self.bounds.high))
        return tuple(-(arms * force) @ self.pulls.T for force in ends)

    def _curvature(self, cost: Any, rows: Any, x: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
        """Second derivatives of φ − λᵀr, less what the Hessian of φ has: slopes of each muscle at two places."""
        near = np.where(x + BETWEEN_SLOPES < self.bounds.high, x + BETWEEN_SLOPES, x - BETWEEN_SLOPES)
        (_, gradient, hessian), (_, slopes) = cost(x), rows(x)
        ahead = cost(near)[1] - gradient - multipliers @ (rows(near)[1] - slopes)
        return np.asarray((ahead - hessian @ (near - x)) / (near - x))

    def _moved(self, contraction: Callable[[np.ndarray], Contraction], x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Inputs at which tensions change as their tangents say, by Newton's method for each muscle by itself."""
        c, low, high = contraction(x), self.bounds.low, self.bounds.high
        wanted, there = self.pulls @ (c.F + c.F_x @ step), x + step
        for _ in range(MOVED_STEPS):
            c = contraction(np.clip(there, low, high))
            slope, off = np.diag(self.pulls @ c.F_x), wanted - self.pulls @ c.F
            is_off = (np.abs(off) > 1e-14 * self.bounds.strengths) & (slope > 0.0)
            if not is_off.any():
                break
            there = np.clip(there, low, high)
            there = there + np.divide(off, slope, out=np.zeros_like(off), where=is_off)
        return there

    def _worth(self, c: Contraction) -> float:
        if self.cost is None:
            return float(c.a.max())
        return float(self.cost.kernel(c.a, self.pulls @ c.F).value)


class _Memory:
    """Contractions at one instant by inputs, the last few kept; states of one are the guess of the next."""

    def __init__(self, muscles: Muscles, measured: Any, given: Any, past: StateHistory, z: np.ndarray) -> None:
        self.muscles, self.measured, self.given, self.past, self.z = muscles, measured, given, past, z
        self.known: dict[bytes, Contraction] = {}

    def __call__(self, x: np.ndarray) -> Contraction:
        key = x.tobytes()
        if key not in self.known:
            found = self.muscles.at(x, self.measured, self.given, self.past, self.z)
            self.known = {**dict(list(self.known.items())[-8:]), key: found}
            self.z = found.z
        return self.known[key]


@dataclass(frozen=True, eq=False)
class _Found:
    """What was found at one instant."""

    x: np.ndarray
    contraction: Contraction
    required: np.ndarray
    reserve: np.ndarray
    cost: float
    is_found: bool
    rates: Any
    """Of the muscles' states."""
    capacity: np.ndarray
    is_convex: bool
    reach: tuple[np.ndarray, np.ndarray] | None


def _scale(capacity: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """One over what muscles can give along each coordinate; without any, over what is asked."""
    return np.asarray(1.0 / np.where(capacity > 0.0, capacity, np.maximum(np.abs(wanted), 1.0)))


def _stretches(instants: Sequence[Instant]) -> list[Sequence[Instant]]:
    """Instants from jump to jump: where an event acted, a run has the same time twice."""
    times = [instant.state.t for instant in instants]
    starts = [0, *(k for k in range(1, len(times)) if times[k] <= times[k - 1]), len(times)]
    return [instants[a:b] for a, b in pairwise(starts)]
