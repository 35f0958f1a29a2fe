"""The options of a run, checked once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..numerics.finite import are_finite
from ..numerics.integrators.alpha_scheme import RHO_INF
from ..topology import Layout

ROUNDED = 0.1
"""Coordinates, relative to their size, that a start may be off before it has to be assembled."""
METHODS = {
    "dopri5": "explicit Runge–Kutta of Dormand and Prince, order 5(4), for loose tolerances",
    "dop853": "explicit Runge–Kutta of Dormand and Prince, order 8(5,3), for tight tolerances",
    "rk4": "classical Runge–Kutta, order 4, fixed steps",
    "radau": "implicit Runge–Kutta of collocation type (Radau IIA), order 5, L-stable, for stiff equations",
    "bdf": "backward differentiation of variable order 1 to 5 (SUNDIALS), for stiff equations",
    "generalized_alpha": "generalized-α on constrained equations as they stand, order 2, damping by rho_inf",
    "symplectic": "composition of leapfrog steps, order 4, symplectic, fixed steps, for M u̇ = h(q, t) only",
}
"""Methods by name."""
FIXED = ("rk4", "symplectic")
"""Those without error control."""
CONSTRAINTS = ("projection", "baumgarte", "none")
OTHERS = "others"
"""What the tolerance of all states that are not named is called."""
USUAL_ATOL = 1e-10
LOOSE = 1e-5
"""Relative tolerance from which on order 5 is cheaper than order 8."""


@dataclass(frozen=True)
class Options:
    """How a run is computed."""

    t_start: float
    t_end: float | None
    times: Any
    method: str
    rtol: float
    atol: float | Mapping[str, float]
    h: float | None
    h_max: float | None
    constraints: str
    strict: bool
    rho_inf: float = RHO_INF

    def __post_init__(self) -> None:
        if self.method not in ("auto", *METHODS):
            raise ModelError(f"simulate: {unknown('method', self.method, ['auto', *METHODS])}")
        if self.constraints not in CONSTRAINTS:
            raise ModelError(f"simulate: {unknown('way to keep constraints', self.constraints, CONSTRAINTS)}")
        if self.t_end is None and self.times is None:
            raise ModelError("simulate: give t_end, or times.")
        given: Any = (("rtol", self.rtol), ("atol", self.atol))
        if isinstance(self.atol, Mapping):
            given = (given[0], *((f"atol[{k!r}]", v) for k, v in self.atol.items()))
        for name, value in given:
            if not (isinstance(value, (int, float)) and math.isfinite(value) and value > 0):
                raise ModelError(
                    f"simulate: {name} = {value!r} must be a positive number; errors below round-off cannot be met."
                )
        if self.rtol < 1e-14:
            raise ModelError(f"simulate: rtol = {self.rtol:g} is below round-off; ask for 1e-14 or more.")
        for name in ("h", "h_max"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value > 0):
                raise ModelError(f"simulate: {name} = {value!r} must be a positive number of seconds.")
        if self.is_fixed and self.h is None:
            raise ModelError(f"simulate: {self.method} has fixed steps and no error control; give the step h.")
        if self.h is not None and not self.is_fixed:
            raise ModelError(
                f"simulate: {self.method} chooses its own steps; give h_max to bound them, or method='rk4'."
            )
        if not 0.0 <= self.rho_inf <= 1.0:
            raise ModelError(f"simulate: rho_inf = {self.rho_inf!r} must lie between 0 (all damping) and 1 (none).")
        if self.method == "generalized_alpha" and self.constraints != "projection":
            raise ModelError(
                f"simulate: generalized_alpha solves for positions that meet the constraints and projects velocities; "
                f"constraints={self.constraints!r} is not for it."
            )
        if not math.isfinite(self.end) or self.end < self.t_start:
            raise ModelError(f"simulate: the run starts at t = {self.t_start:g} and cannot end at {self.end:g}.")
        if self.times is not None:
            self._check_times(self.sampled)

    def _check_times(self, wanted: np.ndarray) -> None:
        if wanted.ndim != 1 or not are_finite(wanted, len(wanted)) or (wanted[1:] <= wanted[:-1]).any():
            raise ModelError("simulate: times must be increasing numbers.")
        if not len(wanted):
            return
        first, last = float(wanted[0]), float(wanted[-1])
        if first < self.t_start or last > self.end:
            raise ModelError(
                f"simulate: times from {first:g} to {last:g} do not lie in the run, {self.t_start:g} to {self.end:g}."
            )

    def _check_count(self, count: int) -> None:
        if count < 1:
            raise ModelError(
                f"simulate: times = {count} is no number of samples; give 2 or more, or leave it away to keep steps."
            )
        if count == 1 and self.end > self.t_start:
            raise ModelError(
                f"simulate: times = 1 is the start alone; for the end give times=[{self.end:g}], for both times=2."
            )

    @property
    def usual_atol(self) -> float:
        """The absolute tolerance of all states that are not named."""
        return float(self.atol.get(OTHERS, USUAL_ATOL) if isinstance(self.atol, Mapping) else self.atol)

    @property
    def named_atol(self) -> Mapping[str, float]:
        """The absolute tolerances that were given by name."""
        return {k: v for k, v in self.atol.items() if k != OTHERS} if isinstance(self.atol, Mapping) else {}

    def absolute_tolerances(self, layout: Layout) -> np.ndarray:
        """One for each of q, u, z and the energy integral; a connection's name stands for all that it has."""
        scale = np.empty(layout.nq + layout.nu + layout.nz + 1)
        if not isinstance(self.atol, Mapping):
            scale[:] = self.atol
            return scale
        scale[:] = self.usual_atol
        names = [*layout.q, *layout.u, *layout.z]
        for given, value in self.atol.items():
            places = [k for k, name in enumerate(names) if given == name or name.startswith(f"{given}.")]
            if not places and given != OTHERS:
                raise ModelError(f"simulate: atol: {unknown('coordinate, speed or state', given, names)}")
            scale[places] = value
        return scale

    @property
    def is_fixed(self) -> bool:
        """Whether the method has fixed steps."""
        return self.method in FIXED or (self.method == "generalized_alpha" and self.h is not None)

    @cached_property
    def end(self) -> float:
        """Where the run ends."""
        return float(np.max(self.times) if self.t_end is None else self.t_end)

    @cached_property
    def sampled(self) -> np.ndarray:
        """Where samples are wanted; none where steps are kept."""
        if self.times is None:
            return np.zeros(0)
        if isinstance(self.times, (int, np.integer)):
            self._check_count(int(self.times))
            try:
                return np.linspace(self.t_start, self.end, int(self.times))
            except MemoryError:
                raise ModelError(f"simulate: times = {self.times}: there is no memory for so many samples.") from None
        return np.array(self.times, dtype=float)

    @property
    def keeps_steps(self) -> bool:
        """Whether the ends of steps are kept."""
        return self.times is None

    @property
    def first_method(self) -> str:
        """The method to begin with."""
        if self.method != "auto":
            return self.method
        return "dopri5" if self.rtol >= LOOSE else "dop853"
