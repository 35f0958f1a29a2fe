"""What a run asks of a method, and the engine of methods that are Python: the march of all, called from Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from ...diagnosis import Note
from ...kernels.loops import compiled_loop
from ...numerics.integrators.event_search import TAKE, Watch
from ...numerics.integrators.event_step import first_landing, kink_crossed, part_before
from ...numerics.integrators.march import MarchLoops, march, start_march
from ...numerics.integrators.projection import Projection
from ...numerics.integrators.record import H_MAX, LANDING, H, StepRecord, T
from ...numerics.integrators.step_control import NEARER, is_collapsed, is_credible, step_up_to
from ...numerics.integrators.step_ends import StepEnds
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...run import EventLog, Recorder
from .polynomials import FEW_NODES, Extension, StepInterpolator, extensions, piecewise

PIECE_STEPS = 20_000
"""Steps in a piece of a run, after which it is seen to: progress, interruption, checkpoints."""
PYTHON_PIECE = 200
"""The same where every step is called for from Python."""
SLOW_PIECE = 10
"""The same where a step takes many milliseconds."""


class Engine(Protocol):
    """What a run asks of a method."""

    name: str

    @property
    def powers(self) -> int:
        """How many powers of the polynomial of each step have to be kept; 0 where steps can be computed again."""

    @property
    def y(self) -> np.ndarray:
        """The present state, which `restart` sets and `advance` moves."""

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from; DONE, or why that is impossible."""

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Leaves a step to begin with in the record."""

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps; returns a status."""

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps, which hold for some time beyond the present time t."""

    def leave(self) -> None:
        """Lets others have the memory; nothing is asked of the engine any more."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of steps that were kept."""

    def saved(self) -> dict[str, np.ndarray]:
        """What its steps remember of those before, besides arrays of its own."""

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""


class Beside:
    """What a run tells beside states: channels of its rows, what happened in steps, notes. Here nothing of all that."""

    def __init__(self, channels: Mapping[str, int], later: Mapping[str, int] | None = None) -> None:
        self.channels, self.later = dict(channels), dict(later or {})
        """Sizes of channels by name, and of those that may come up later."""

    def method(self, name: str) -> str:
        """How certificates call a method of this name."""
        return name

    def take(self, count: int, recorder: Recorder) -> dict[str, np.ndarray]:
        """The channels of the next rows that go to a recorder."""
        return {}

    def hand_on(self, log: EventLog) -> None:
        """Tells a log what happened in steps since the last time."""

    def notes(self, recorder: Recorder) -> list[Note]:
        """What certificates say of it."""
        return []

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """What a checkpoint holds of it: all rows have been handed on, and the engine has memory of its own."""
        return {}, {}

    def restore(self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]) -> None:
        """Goes on from there."""


class PythonMethod(NamedTuple):
    """A method as the march sees it, whose functions are Python."""

    loops: MarchLoops
    flow: Any
    projection: Projection
    order: int
    ends: StepEnds


class PythonEngine:
    """A method whose steps are made in Python: `loops` are what it does in its own way, the march is that of all."""

    powers = 0
    steps: ClassVar[int] = PYTHON_PIECE

    def __init__(self, bound: Any, name: str, order: int, ends: StepEnds, projection: Projection, **loops: Any) -> None:
        self.bound, self.name = bound, name
        self.method = PythonMethod(MarchLoops(**loops), bound.flow, projection, order, ends)

    @property
    def ends(self) -> StepEnds:
        """The step under way."""
        return self.method.ends

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self.ends.y)

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self.ends.y[:] = y
        self.ends.track.fill(np.nan)
        return int(start_march(self.method, t))

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Leaves the step to begin with to the march."""
        record.clock[H] = 0.0

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(march(self.method, watch, record, steps))

    def as_far_as(self, record: StepRecord, t_new: float) -> float:
        """What `stop` of a march gives for one step up to there, whatever length is asked for: `asked` is put aside."""
        self.asked = record.clock[[H, H_MAX]]
        record.clock[[H, H_MAX]] = np.inf
        return t_new

    def start_with_rates(self, method: PythonMethod, t: float) -> int:
        """Rates at the state to go on from."""
        found = self.bound.rates(t, self.ends.y)
        if found is None:
            return NOT_FINITE
        self.ends.f_0[:] = found
        return RUN_DONE

    def land(self, method: PythonMethod, watch: Watch, record: StepRecord, h: float, t_new: float) -> float:
        """Looks for events on the polynomial of the step."""
        watch.fired[1] = -1
        if not len(watch.value):
            return TAKE
        flow, t = self.bound.flow, float(record.clock[T])
        return float(compiled_loop(first_landing)(flow, watch, record, self.ends, t, h))

    def step_to_kink(
        self, watch: Watch, record: StepRecord, h: float, error: float, less: float, fill: Callable[[], None]
    ) -> tuple[int, float, float, float]:
        """What a march asks of a step that missed its tolerance: whether it went across a kink, where it has to end.

        `less` is the step that would be tried next anyway: where the kink lies farther, that one is the better try.
        `fill` makes the polynomial of the step.
        """
        flow, t = self.bound.flow, float(record.clock[T])
        if not compiled_loop(kink_crossed)(flow, watch, t + h, self.ends.y_new):
            return RUN_DONE, error, 0.0, h
        fill()
        part = float(compiled_loop(part_before)(flow, watch, record, self.ends, t, h))
        if not is_credible(record, part, h):
            return RUN_DONE, error, 0.0, NEARER * h
        if part >= TAKE or part * h > less:
            return RUN_DONE, error, 0.0, h
        record.count[LANDING] += 1
        length = step_up_to(record, part, h)
        # From a start at the kink, all steps as long as this one would end after a few roundings.
        record.clock[H] = less if is_collapsed(record, length) else record.clock[H]
        return RUN_DONE, error, length, h

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        ends = self.ends
        tolerance = ends.scale + ends.rtol * np.abs(ends.y)
        return extensions(ends.track, t, ends.y, ends.f_0, tolerance, FEW_NODES)

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The polynomials that were kept with the steps."""
        return piecewise(t, y, dense)

    def saved(self) -> dict[str, np.ndarray]:
        """Nothing is remembered elsewhere."""
        return {}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Nothing is left to do."""


def rms(x: np.ndarray) -> float:
    """The root of the mean square."""
    return math.sqrt(float(x @ x) / max(len(x), 1))
