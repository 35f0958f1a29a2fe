"""The options of a run, checked once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.arguments import FLAG, NAME_ARGUMENT, REAL, ArgumentKind
from ...contract.errors import unknown
from ...diagnosis import Note, note
from ...formulation.equations.constrained_dynamics import NO_GAINS, Gains
from ...mechanics.motion import WEIGHTED_WAYS, check_weights
from ...model.connect_arguments import FrozenDict
from ...run import Plan
from ...run.output import Output
from ...topology import Layout
from ..common.bound_kernels import BoundKernels
from ..engines import Engine
from .method import ADAPTIVE, FIXED, Accuracy, Method

_OTHERS = "others"
"""What the tolerance of all states that are not named is called."""
USUAL_RTOL, USUAL_ATOL = 1e-8, 1e-10
USUAL_STEPS, USUAL_STEP, SHORTEST_DECAY = 20.0, 1e-3, 1e-4
"""Steps in which Baumgarte's rows bring errors down to 1/e, the step where none is given, and the least such time."""

MOST_STEPS_ASKED = 1e12
"""Steps of one length beyond which a run is refused: a million of them a second take ten days."""


@dataclass(frozen=True)
class Adaptive:
    """Steps that a method chooses itself, none longer than `h_max` seconds."""

    h_max: float | None = None

    def __post_init__(self) -> None:
        if self.h_max is not None and not (REAL.fits(self.h_max) and math.isfinite(self.h_max) and self.h_max > 0):
            raise ModelError(f"Adaptive: h_max = {self.h_max!r} must be a positive number of seconds.")


class EnforcementWeights(FrozenDict):
    """Weights of connections by name."""

    remedy = "an lw.Enforcement keeps its weights; make another one with others."

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


@dataclass(frozen=True)
class Enforcement:
    """What keeps constraints met on the way, how accelerations are solved for, and whether a bad start is refused.

    `by` is "projection" of states at the ends of steps, "baumgarte" (rows that come back by themselves) or "none". The
    `gains` of Baumgarte's rows, P u̇ + P_00 + 2α ġ + β² g = 0, are (α, β) in 1/s, or one number for both. `solution` is
    "auto" (a largest independent set of rows, compiled), or one of the ways of S2 §9 under all rows, however many
    repeat others: "multipliers" of least norm, the weighted "pseudo-inverse" (52), the orthogonal "complement" (54).
    They give the same motion; of constraints that repeat each other, connections carry loads as their `weights` are. A
    start that violates constraints is corrected, with a note in the certificate; `strict` refuses it instead.
    """

    by: str = "projection"
    strict: bool = False
    gains: float | tuple[float, float] | None = None
    solution: str = "auto"
    weights: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_gains()
        NAME_ARGUMENT.check("Enforcement", "solution", self.solution)
        if self.solution not in ("auto", *WEIGHTED_WAYS):
            raise ModelError(f"Enforcement: {unknown('solution', self.solution, ('auto', *WEIGHTED_WAYS))}")
        check_weights("Enforcement", self.solution, self.weights)
        object.__setattr__(self, "weights", EnforcementWeights(self.weights))
        NAME_ARGUMENT.check("Enforcement", "by", self.by)
        if self.by not in CONSTRAINT_TREATMENTS:
            raise ModelError(f"Enforcement: {unknown('way to keep constraints', self.by, CONSTRAINT_TREATMENTS)}")
        FLAG.check("Enforcement", "strict", self.strict)

    def _check_gains(self) -> None:
        """Raises where gains are not one or two positive numbers, or nothing takes them."""
        if self.gains is None:
            return
        if self.by != "baumgarte":
            raise ModelError(f"Enforcement: gains are those of Baumgarte's rows; by={self.by!r} has none.")
        given = self.gains if isinstance(self.gains, tuple | list) else (self.gains,)
        if len(given) not in (1, 2) or not all(REAL.fits(x) and 0.0 < x < math.inf for x in given):
            raise ModelError(f"Enforcement: gains = {self.gains!r}; give α and β, positive numbers, or one for both.")
        if isinstance(self.gains, Sequence):
            object.__setattr__(self, "gains", tuple(self.gains))

    def gains_of(self, h: float | None) -> Gains:
        """(α, β) of a run with steps h; zeros where rows are kept in another way."""
        if self.by != "baumgarte":
            return NO_GAINS
        if self.gains is None:
            rate = 1.0 / max(USUAL_STEPS * (h or USUAL_STEP), SHORTEST_DECAY)
            return rate, rate
        alpha, *beta = self.gains if isinstance(self.gains, tuple | list) else (self.gains,)
        return float(alpha), float(beta[0] if beta else alpha)


CONSTRAINT_TREATMENTS = ("projection", "baumgarte", "none")
STEP_LENGTH = ArgumentKind(
    lambda value: REAL.fits(value) or isinstance(value, Adaptive), "the length of all steps", (Adaptive,)
)
CONSTRAINED = ArgumentKind(
    lambda value: isinstance(value, (str, Enforcement)), f"one of {', '.join(CONSTRAINT_TREATMENTS)}", (Enforcement,)
)
OUTPUT = ArgumentKind(
    lambda value: isinstance(value, Output), "an lw.Output; channels of one's own are `outputs`", (Output,)
)
TO_MEMORY = Output()
"""Neither file nor checkpoint."""
_BY_NAME = {name: Enforcement(name) for name in CONSTRAINT_TREATMENTS}


@dataclass(eq=False)
class Options:
    """How a run is computed."""

    t_start: float
    t_end: float | None
    times: Any
    method: Method
    rtol: float
    atol: float | Mapping[str, float]
    step: float | Adaptive | None
    constrained: str | Enforcement
    verb: str = "simulate"
    """Which function they were given to: its errors begin so."""
    end: float = field(init=False)
    """Where the run ends."""
    sampled: np.ndarray = field(init=False)
    """Where samples are wanted; none where steps are kept."""
    enforcement: Enforcement = field(init=False)
    """How constraints are kept."""
    constraints: str = field(init=False)
    """What keeps constraints met."""
    solution: tuple[str, Mapping[str, float]] = field(init=False)
    """How accelerations are solved for, and the weights of connections."""
    gains: Gains = field(init=False)
    """Baumgarte's."""
    h: float | None = field(init=False)
    """The length of all steps; none where the method chooses them."""
    h_max: float | None = field(init=False)
    """The longest step of a method that chooses them."""
    is_fixed: bool = field(init=False)
    """Whether steps have a given length."""
    keeps_steps: bool = field(init=False)
    """Whether the ends of steps are kept."""
    plan: Plan = field(init=False)
    """What is wanted of a run."""

    def __post_init__(self) -> None:
        given = self.constrained
        if isinstance(given, str):
            if given not in _BY_NAME:
                raise ModelError(f"{unknown('way to keep constraints', given, _BY_NAME)}", self.verb)
            given = _BY_NAME[given]
        self.enforcement, self.constraints, self.solution = given, given.by, (given.solution, given.weights)
        if self.t_end is None and self.times is None:
            raise ModelError("give t_end, or times.", self.verb)
        if type(self.times) is not int and isinstance(self.times, Sized) and not len(self.times):
            raise ModelError("times is empty; give some, or how many, or leave `times` away.", self.verb)
        self._check_tolerances()
        self.h, self.h_max = (None, self.step.h_max) if isinstance(self.step, Adaptive) else (self.step, None)
        self.is_fixed, self.keeps_steps = self.h is not None, self.times is None
        self._check_step()
        self.gains = given.gains_of(self.h)
        if self.method.keeps_constraints and self.constraints != "projection":
            raise ModelError(
                f"{self.method.name} solves for states that meet the constraints itself; "
                f"constraints={self.constraints!r} is not for it.",
                self.verb,
            )
        if self.method.keeps_constraints and self.enforcement.solution != "auto":
            way = self.enforcement.solution
            raise ModelError(
                f"{self.method.name} solves for states and multipliers together, so that "
                f"solution={way!r} is not for it; take an explicit method or 'radau' in tree coordinates, or "
                f"lw.accelerations(system, state, {way!r}) at single states.",
                self.verb,
            )
        self.end = float(np.max(self.times) if self.t_end is None else self.t_end)
        if not math.isfinite(self.end) or self.end < self.t_start:
            raise ModelError(f"the run starts at t = {self.t_start:g} and cannot end at {self.end:g}.", self.verb)
        if self.h is not None and (self.end - self.t_start) / self.h > MOST_STEPS_ASKED:
            count = f"{(self.end - self.t_start) / self.h:.0e}"
            raise ModelError(f"h = {self.h:g} makes {count} steps, which take days; give longer ones.", self.verb)
        self.sampled = self._samples()
        if self.times is not None:
            self._check_times(self.sampled)
        atol = self.atol if isinstance(self.atol, float) else float(self.atol.get(_OTHERS, USUAL_ATOL))
        h_max = math.inf if self.h_max is None else self.h_max
        wanted = self.t_start, self.end, self.sampled, self.h, h_max, self.rtol, atol, self.keeps_steps, self.solution
        self.plan = Plan(*wanted, self.data)

    def _check_tolerances(self) -> None:
        """Raises where tolerances are not positive numbers."""
        by_name = not isinstance(self.atol, float) and isinstance(self.atol, Mapping)
        given: Any = (("rtol", self.rtol), ("atol", self.atol))
        if by_name:
            given = (given[0], *((f"atol[{k!r}]", v) for k, v in self.atol.items()))  # type: ignore[union-attr]
        for name, value in given:
            if not (REAL.fits(value) and math.isfinite(value) and value > 0):
                raise ModelError(
                    f"{name} = {value!r} must be a positive number; errors below round-off cannot be met.", self.verb
                )
        if self.rtol < 1e-14:
            raise ModelError(f"rtol = {self.rtol:g} is below round-off; ask for 1e-14 or more.", self.verb)
        self.rtol = float(self.rtol)
        if not by_name:
            self.atol = float(self.atol)  # type: ignore[arg-type]

    def _check_step(self) -> None:
        """Raises where the length of steps and the method do not go together."""
        h, name, steps = self.h, self.method.name, self.method.steps
        if h is not None and not (math.isfinite(h) and h > 0):
            raise ModelError(f"h = {h!r} must be a positive number of seconds.", self.verb)
        if steps == FIXED and h is None:
            raise ModelError(f"{name} has fixed steps and no error control; give the step h.", self.verb)
        if steps == ADAPTIVE and h is not None:
            raise ModelError(
                f"{name} chooses its own steps; give h=lw.Adaptive(h_max={h:g}) to bound them, or method='rk4'.",
                self.verb,
            )

    def _check_times(self, wanted: np.ndarray) -> None:
        if wanted.ndim != 1 or not (len(wanted) == 1 or (wanted[1:] > wanted[:-1]).all()):
            raise ModelError("times must be increasing numbers.", self.verb)
        first, last = float(wanted[0]), float(wanted[-1])
        if not (first >= self.t_start and last <= self.end):
            raise ModelError(
                f"times from {first:g} to {last:g} do not lie in the run, {self.t_start:g} to {self.end:g}.", self.verb
            )

    def _check_count(self, count: int) -> None:
        if count < 1:
            raise ModelError(
                f"times = {count} is not a number of samples; give 2 or more, or leave it out to keep steps.", self.verb
            )
        if count == 1 and self.end > self.t_start:
            raise ModelError(
                f"times = 1 is the start alone; for the end give times=[{self.end:g}], for both times=2.", self.verb
            )

    @property
    def named_atol(self) -> Mapping[str, float]:
        """The absolute tolerances that were given by name."""
        return {} if isinstance(self.atol, float) else {k: v for k, v in self.atol.items() if k != _OTHERS}

    @property
    def solution_notes(self) -> list[Note]:
        """How accelerations are solved for, where that was chosen."""
        way, weights = self.solution
        if way == "auto":
            return []
        shared = f", loads shared by the weights {dict(weights)}" if weights else ""
        said = f"accelerations were solved for by {WEIGHTED_WAYS[way]} under all constraint rows{shared}"
        return [note("solution_chosen", said)]

    def absolute_tolerances(self, layout: Layout) -> np.ndarray:
        """One for each of q, u, z and the energy integral; a connection's name stands for all that it has."""
        scale = np.empty(len(layout.q) + len(layout.u) + len(layout.z) + 1)
        if isinstance(self.atol, float):
            scale.fill(self.atol)
            return scale
        scale[:] = self.plan.atol
        names = [*layout.q, *layout.u, *layout.z]
        for given, value in self.atol.items():
            places = [k for k, name in enumerate(names) if given == name or name.startswith(f"{given}.")]
            if not places and given != _OTHERS:
                raise ModelError(f"atol: {unknown('coordinate, speed or state', given, names)}", self.verb)
            scale[places] = value
        return scale

    def _samples(self) -> np.ndarray:
        """`sampled`, from what was given."""
        if self.times is None:
            return np.zeros(0)
        if isinstance(self.times, (int, np.integer)):
            self._check_count(int(self.times))
            try:
                return np.linspace(self.t_start, self.end, int(self.times))
            except MemoryError:
                raise ModelError(f"times = {self.times}: there is no memory for so many samples.", self.verb) from None
        return np.array(self.times, dtype=float)

    def data(self) -> dict[str, Any]:
        """The method and how its steps are made, as plain data."""
        return {
            "method": self.method.data,
            "rtol": self.rtol,
            "atol": dict(self.atol) if isinstance(self.atol, Mapping) else self.atol,
            "h": self.h,
            "h_max": self.h_max,
            "constraints": {"by": self.constraints, "gains": [*self.gains], "strict": self.enforcement.strict},
        }

    @property
    def first_method(self) -> Method:
        """The method to begin with on a tree."""
        return self.method.chosen("tree", self.rtol)

    def method_named(self, name: str) -> Method:
        """The one of the methods of this run that certificates call so."""
        first, stiff = self.first_method, self.method.when_stiff
        return stiff if stiff is not None and name == stiff.name else first

    def engine(self, method: Method, bound: BoundKernels) -> Engine:
        """What a run of a tree steps with."""
        scale = self.absolute_tolerances(bound.system.layout)
        return method.engine(bound, Accuracy(self.rtol, scale, self.is_fixed))
