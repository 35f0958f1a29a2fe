"""The engine of all methods that march in native code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, final

import numpy as np

from ...kernels import BoundCall
from ...kernels.loops import compiled_loop
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.march import march, restart, start_march
from ...numerics.integrators.record import H, StepRecord
from ...numerics.integrators.step_ends import rate_track
from ..common.bound_kernels import BoundKernels
from .engine import PIECE_STEPS
from .polynomials import MANY_NODES, Between, Extension, StepInterpolator, extensions, piecewise


@final
@dataclass(eq=False)
class NativeEngine:
    """A method bound to a system. It is one loop of native code, which can leave the process."""

    bound: BoundKernels
    name: str
    method: Any
    """What `numerics.integrators.march` asks for: loops, flow, projection, order, ends, and what else these need."""
    between: Between = piecewise
    """Where none are given, polynomials are kept with the steps."""
    nodes: int = MANY_NODES
    """Points that polynomials through the last steps go through."""
    spare: str | None = None
    """Under which name the next run may have the memory."""
    calls: tuple[BoundCall, ...] = ()
    """Kernels that were bound for it alone."""
    fit: Callable[[Any, StepRecord], Any] | None = None
    """The method with memory for as many samples as a record has, where it keeps more than states of these."""
    driver: Any = None
    """What makes pieces of the march, where something is to be done between them."""

    loop: ClassVar[Callable[..., Any]] = staticmethod(march)
    """Goes on for up to so many steps; returns a status."""
    restart_loop: ClassVar[Callable[..., Any]] = staticmethod(restart)
    """Takes a state to go on from; its arguments are those of `loop` without the number of steps."""
    steps: ClassVar[int] = PIECE_STEPS

    @property
    def powers(self) -> int:
        """Those of the polynomial of a step; none where steps can be computed again."""
        return len(self.method.ends.dense) if self.between is piecewise else 0

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self.method.ends.y)

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        ends = self.method.ends
        ends.y[:] = y
        ends.track.fill(np.nan)
        return int(compiled_loop(start_march)(self.method, float(t)))

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Leaves the step to begin with to the march."""
        record.clock[H] = 0.0

    def begin(self, start: Any, plan: Any) -> Any:
        """Gets its driver ready for a run; what that will tell of it."""
        return self.driver.begin(self, start, plan)

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        if self.driver is not None:
            return int(self.driver.advance(self, watch, record, steps))
        return int(compiled_loop(march)(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with, the number of steps last."""
        if self.fit is not None:
            self.method = self.fit(self.method, record)
        return self.method, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        ends = self.method.ends
        tolerance = ends.scale + ends.rtol * np.abs(ends.y)
        rates = ends.f_0
        if not self.method.order:
            # Methods of given steps may go on with rates of their own, which are no more accurate than these steps.
            compiled_loop(rate_track)(self.bound.flow, ends.track)
            rates = self.bound.rates(t, ends.y)
        return extensions(ends.track, t, ends.y, ends.f_0 if rates is None else rates, tolerance, self.nodes)

    def leave(self) -> None:
        """Lets the next run have the memory."""
        if self.spare is not None:
            if self.driver is not None:
                self.driver.leave(self)
            self.bound.spare[self.spare] = self.method, self.calls

    def saved(self) -> dict[str, np.ndarray]:
        """What its driver remembers."""
        return {} if self.driver is None else dict(self.driver.saved())

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""
        if self.driver is not None:
            self.driver.restore(kept)

    @classmethod
    def renewed(
        cls, bound: BoundKernels, name: str, spare: str, make: Callable[[], Any], rtol: float, atol: Any, **given: Any
    ) -> NativeEngine:
        """An engine in memory that a run before has left, or in new memory that `make` makes."""
        method, calls = bound.spare.pop(spare, (None, ()))
        if method is None:
            known = len(bound.calls)
            method = make()
            calls = bound.calls[known:]
        else:
            bound.hold(calls)
        method.ends.scale[:], method.ends.rtol[0] = atol, rtol
        return cls(bound, name, method, spare=spare, calls=calls, **given)

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of steps that were kept."""
        return self.between(t, y, dense)
