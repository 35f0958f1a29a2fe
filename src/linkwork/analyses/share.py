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
from weakref import WeakKeyDictionary

import numpy as np

from .._blas_threads import small_on_one_thread
from ..channels.channel import WORK
from ..contract import Assembly, Contractile, ModelError
from ..contract.arguments import COUNT, NAMES_ARGUMENT, takes
from ..contract.errors import counted, joined, unknown
from ..diagnosis import NO_NOTES, Notes
from ..numerics.box_minimum import BoxProblem, box_minimum, kkt_minimum, stepped
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
from .muscles.instant_problem import InstantProblem
from .muscles.required_forces import RequiredForces, Skeleton
from .muscles.whole_motion import WholeMotion, motion_weights, unit_histories
from .sampled_motion import Instant, instants_of

MOVED_STEPS = 8
OPENING_STRETCH = 0.06
"""s: how long muscles move before the first instant, until the choice of their states there is forgotten. In 0.04 s the
activations of Millard's cannot rise as fast as fibres come to their velocity, and excitations jump at the start."""
BETWEEN_SLOPES = 1e-5
"""Inputs so far apart tell the curvature of forces."""
FULLY_CARRIED = 1e-12
"""What is left of the equations of motion where muscles carry the motion, over what they can give."""
INSIDE_RANGE = 1e-13
"""How far from the ends of their ranges inputs stay, as a part of the range."""
_muscles: WeakKeyDictionary[System, Muscles] = WeakKeyDictionary()
"""Compiled, those that were shared among last in each system."""


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
    from a past of 60 ms in which they come from rest into the motion. The least cost is that of each instant; with
    over="motion" it is that of all instants together, so that a muscle with dynamics begins earlier where that is
    cheaper later. Where muscles cannot carry the motion, the `reserve` is what is missing of each instant, as little as
    can be, and the verdict says where and why.
    """
    refuse_delays(system, "share", "Leave it out, or take a law of the present in its place.")
    chosen = _among(system, among)
    instants = instants_of(system, motion)
    muscles = _traced(system, chosen)
    skeleton = Skeleton(system, muscles, instants[0].state)
    if over not in ("instants", "motion"):
        raise ModelError(f"share: over = {over!r}: choose one of 'instants', 'motion'.")
    return _Search(skeleton, cost).over(instants, is_whole=over == "motion")


def _traced(system: System, chosen: Mapping[str, Contractile]) -> Muscles:
    """Muscles compiled, once for a system as long as the same are chosen."""
    known = _muscles.get(system)
    if known is None or [*known.elements] != [*chosen] or any(known.elements[n] is not m for n, m in chosen.items()):
        known = _muscles[system] = muscles_of(chosen)
    return known


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
            opening = self._opening(stretch, rows)
            found = self._rows(stretch, opening)
            can_wait = len(found) > 1 and len(self.muscles.start)
            rows += self._whole(stretch, opening[2], found) if is_whole and can_wait else found
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

    def _opening(self, instants: Sequence[Instant], before: Sequence[_Found]) -> tuple[list[float], list[_Found], Any]:
        """(times, what was found there, rates at the first instant) of a past from which muscles come smoothly.

        It begins at rest: time s goes on by 1 − 10s³ + 15s⁴ − 6s⁵ of itself until the first instant (s = 0), along the
        cubics through what is required at four instants of a stretch as long. One instant after a jump has the rates of
        the one before.
        """
        if len(instants) == 1 or not self.muscles.state_names:
            return [], [], before[-1].rates if before and len(instants) == 1 else 0.0
        first = instants[0]
        self._turn_to(first.state.parameters)
        lead = np.array([own.state.t - first.state.t for own in instants[1:]])
        lead = np.append(lead[:1], lead[1:][lead[1:] <= OPENING_STRETCH])
        nodes = sorted({round(k * len(lead) / 3.0) for k in range(4)})
        known = [self.skeleton.at(instants[k].state, instants[k].u_dot, self.muscles.start) for k in nodes]
        places = np.array([instants[k].state.t - first.state.t for k in nodes])
        times: list[float] = []
        rows: list[_Found] = []
        for back in [*lead[::-1], 0.0]:
            s = back / lead[-1]
            t = -lead[-1] * (s - 2.5 * s**4 + 3.0 * s**5 - s**6)
            weights = np.array([np.prod([(t - x) / (y - x) for x in places if x != y]) for y in places])
            there = RequiredForces(
                *(sum(w * x for w, x in zip(weights, xs, strict=True)) for xs in zip(*known, strict=True))
            )
            there = there._replace(e_dot=(1.0 - 10.0 * s**3 + 15.0 * s**4 - 6.0 * s**5) * there.e_dot)
            past = history_of(times, [row.contraction.z for row in rows], first.state.t - back)
            rows.append(self._at(first, past, rows, there))
            times.append(first.state.t - back)
        return times[:-1], rows[:-1], rows[-1].rates

    def _rows(self, instants: Sequence[Instant], opening: tuple[list[float], list[_Found], Any]) -> list[_Found]:
        times, rows = list(opening[0]), list(opening[1])
        for instant in instants:
            past = history_of(times, [row.contraction.z for row in rows], instant.state.t)
            rows.append(self._at(instant, past._replace(rates=opening[2]), rows))
            times.append(instant.state.t)
        return rows[len(opening[0]) :]

    def _whole(self, instants: Sequence[Instant], rates: Any, rows: Sequence[_Found]) -> list[_Found]:
        """What is best for all instants together, from what is best for each."""
        assert self.cost is not None
        times, start = [instant.state.t for instant in instants], self.muscles.start
        histories, weights = unit_histories(times, rates), motion_weights(np.array(times))
        parts = [
            self._problem(
                instant,
                past._replace(states=np.zeros(len(start))),
                self.skeleton.at(instant.state, instant.u_dot, row.contraction.z),
                weight,
            )
            for instant, row, past, weight in zip(instants, rows, histories, weights, strict=True)
        ]
        first = np.array([np.append(row.x, row.contraction.z / start) for row in rows])
        best, is_found = WholeMotion(parts, histories).least(first)
        if not is_found:
            return [row if row.reserve.any() else replace(row, is_found=False) for row in rows]
        found, z = [], parts[0].parted(best)[1]
        for k, (part, row) in enumerate(zip(parts, rows, strict=True)):
            past = history_of(times[:k], list(z[:k]), times[k])._replace(rates=rates)
            c = self.muscles.contraction(z[k], part.slopes(best[k]).found, past)
            reserve = part.needed.wanted - part.needed.arms @ c.F
            reserve[np.abs(part.scale * reserve) < 10.0 * INTERIOR_TOLERANCE] = 0.0
            again = replace(row, x=part.parted(best[k])[0], contraction=c, reserve=reserve, cost=self._worth(c))
            found.append(replace(again, is_found=c.is_balanced))
        return found

    def _at(
        self, instant: Instant, past: StateHistory, rows: Sequence[_Found], needed: RequiredForces | None = None
    ) -> _Found:
        """The least cost at one instant: near that of the instant before, inputs and states at once, or in the box."""
        self._turn_to(instant.state.parameters)
        x, z, before = 0.5 * (self.bounds.low + self.bounds.high), self.muscles.start, rows[-1] if rows else None
        if before is not None:
            x, z = before.x, before.contraction.z
        problem = self._problem(instant, past, needed or self.skeleton.at(instant.state, instant.u_dot, z))
        contraction = _Memory(self.muscles, (problem.needed.e, problem.needed.e_dot), problem.given, past, z)
        near = None
        if self.cost is not None and before is not None and not before.reserve.any():
            ahead = 2.0 * z - rows[-2].contraction.z if len(rows) > 1 else z
            with np.errstate(all="ignore"):  # it may go astray, and is then dropped
                begin = np.append(x, ahead / self.muscles.start), before.multipliers
                near = kkt_minimum(problem, *begin)
                if near is None:
                    near = kkt_minimum(problem, *stepped(problem, *begin))
        if near is None:
            x, is_found = self._in_box(problem, contraction, x)
            c = contraction(x)
            there = np.append(x, c.z / self.muscles.start)
            near = there, np.zeros(0) if self.cost is None else problem.multipliers(there)
        else:
            x, is_found, c = (
                problem.parted(near[0])[0],
                True,
                problem.muscles.contraction(problem.parted(near[0])[1], problem.slopes(near[0]).found, past),
            )
        reserve = problem.needed.wanted - problem.needed.arms @ c.F
        reserve[np.abs(problem.scale * reserve) < FULLY_CARRIED] = 0.0
        return _Found(
            x,
            c,
            problem.needed.wanted,
            reserve,
            self._worth(c),
            is_found and c.is_balanced,
            past.wanted(c.z),
            problem.capacity,
            self._is_convex(contraction),
            self._reach(contraction, problem.needed.arms) if reserve.any() else None,
            near[1],
        )

    def _problem(
        self, instant: Instant, past: StateHistory, needed: RequiredForces, weight: float = 1.0
    ) -> InstantProblem:
        """That of an instant."""
        given = self.skeleton.inputs(instant.state), self.muscles.values(instant.state.parameters)
        room, strengths = (self.bounds.low, self.bounds.high), self.bounds.strengths
        return InstantProblem(self.muscles, self.cost, self.pulls, needed, given, strengths, past, room, weight)

    def _is_convex(self, contraction: _Memory) -> bool:
        """Whether the cost looks so: a product of activation and force, say, is only where one follows the other."""
        if self.cost is None or self.cost.is_convex:
            return True
        cost = self.cost.on(contraction, self.pulls)
        return looks_convex(lambda at: (cost(at)[1], None), self.bounds.low, self.bounds.high)

    def _in_box(self, problem: InstantProblem, contraction: _Memory, x: np.ndarray) -> tuple[np.ndarray, bool]:
        """(inputs, whether found), states as functions of inputs: from any start, and where forces do not suffice."""
        low, high, arms, scale = self.bounds.low, self.bounds.high, problem.needed.arms, problem.scale

        def rows(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            c = contraction(at)
            return scale * (arms @ c.F - problem.needed.wanted), scale[:, None] * (arms @ c.F_x)

        if self.cost is None:
            return least_largest(contraction, rows, x, low, high)
        cost = self.cost.on(contraction, self.pulls)
        curvature = partial(self._curvature, cost, rows)
        best = box_minimum(BoxProblem(cost, rows, low, high, curvature, partial(self._moved, contraction)), x)
        return best.x, best.is_converged

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
    multipliers: np.ndarray
    """Of the equations of motion and of states, where an instant near this one may begin."""


def _stretches(instants: Sequence[Instant]) -> list[Sequence[Instant]]:
    """Instants from jump to jump: where an event acted, a run has the same time twice."""
    times = [instant.state.t for instant in instants]
    starts = [0, *(k for k in range(1, len(times)) if times[k] <= times[k - 1]), len(times)]
    return [instants[a:b] for a, b in pairwise(starts)]
