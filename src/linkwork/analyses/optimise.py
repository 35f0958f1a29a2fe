"""`optimise`: the variables that make an objective least, by SciPy or IPOPT with exact gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy import optimize

from ..contract import ModelError
from ..contract.arguments import takes
from ..contract.errors import unknown
from ..model import Model
from ..model.rewrite import revalued
from ..results import Verdict
from ..results.analysis_rules import verdict_of_optimum
from ..results.dual_numbers import Varied
from ..results.verdict import Alarm
from .design import Design
from .gradient import OBJECTIVE, Objective, check_used, evaluated, values_of
from .sensitivity.ipopt import minimised as by_ipopt

OPTIMISERS = ("auto", "least-squares", "SLSQP", "trust-constr", "L-BFGS-B", "ipopt")
FAILED_DESIGN = 1e3
"""By how much a design that cannot be computed is worse than the best so far."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """Where an optimisation ended. `model(m)` is a model whose Parameters have the values found."""

    values: Mapping[str, float]
    value: float
    """Of the objective; half the sum of squares where it has several entries."""
    success: bool
    message: str
    evaluations: int
    failed: int
    """How many designs on the way could not be computed."""
    is_limited: bool = False
    """Whether the search ended because it had no iterations left."""
    judged: tuple[Any, ...] = field(default=(), repr=False)
    """What the analyses at the end gave, each with its verdict."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it can be trusted, and why not."""
        return verdict_of_optimum(self)

    def __repr__(self) -> str:
        found = ", ".join(f"{name} = {value:.6g}" for name, value in self.values.items())
        return f"<optimum {self.value:.6g} at {found}; {self.verdict.in_short}>"

    def model(self, model: Model) -> Model:
        """The model with its Parameters at the values found."""
        self._alarm.sound(self, "the optimum")
        return revalued(model, {n: x for n, x in self.values.items() if n in model.parameters})


class _Memory:
    """Evaluates functions of x once, and stands in for designs that cannot be computed."""

    def __init__(self, names: Sequence[str], progress: Callable[[int, float], None] | None) -> None:
        self.names, self.progress = list(names), progress
        self.known: dict[tuple[Any, bytes], tuple[Varied, list[Any]]] = {}
        """Values at the last x, and what the analyses gave on which they rest."""
        self.last: dict[Any, Varied] = {}
        self.used: set[str] = set()
        self.count = self.failed = 0

    def __call__(self, function: Objective, x: np.ndarray) -> Varied:
        key = (function, np.asarray(x, dtype=float).tobytes())
        if key not in self.known:
            self.count += 1
            design = Design(dict(zip(self.names, map(float, x), strict=True)), self.used)
            try:
                found = evaluated(function, design)
                self.last[function] = found
            except ModelError:
                # The first design must work; later ones that do not are only bad ones.
                if function not in self.last:
                    raise
                self.failed += 1
                found = Varied(self.last[function].value * 10.0 + FAILED_DESIGN, self.last[function].gradient)
            self.known = {k: y for k, y in self.known.items() if k[1] == key[1]} | {key: (found, design.judged)}
            if self.progress is not None:
                self.progress(self.count, float(np.sum(np.square(found.value)) if found.value.ndim else found.value))
        return self.known[key][0]

    def judged(self, functions: Sequence[Objective], x: np.ndarray) -> tuple[Any, ...]:
        """What the analyses gave on which the values of functions rest."""
        for function in functions:
            self(function, x)
        return tuple(one for _, found in self.known.values() for one in found)


@takes(objective=OBJECTIVE)
def optimise(
    objective: Objective,
    parameters: Mapping[str, float] | Iterable[Any],
    *,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    constraints: Sequence[Objective] = (),
    equalities: Sequence[Objective] = (),
    method: str = "auto",
    tolerance: float = 1e-10,
    iterations: int = 300,
    progress: Callable[[int, float], None] | None = None,
) -> Optimum:
    """The parameters near the given ones where `objective(at)` is least.

    An objective of one number is minimised (SLSQP unless another method is named; "ipopt" needs the extra of that
    name); one of several is fitted to zero in the sense of least squares. `constraints` are functions of the design
    that must not be negative, `equalities` such that must vanish. `progress(evaluations, value)` is called at every
    evaluation.
    """
    if method not in OPTIMISERS:
        raise ModelError(unknown("method", method, OPTIMISERS))
    values = values_of(parameters)
    limits = [_limits(name, (bounds or {}).get(name, (-np.inf, np.inf)), values) for name in values]
    for name in bounds or {}:
        if name not in values:
            raise ModelError(f"bounds: {unknown('variable', name, values)}", "optimise")
    memory = _Memory(list(values), progress)
    x = np.array(list(values.values()))
    several = memory(objective, x).value.ndim > 0
    for function in (*constraints, *equalities):
        memory(function, x)
    check_used(Design(values, memory.used))
    if several != (method == "least-squares") and method != "auto":
        kind = "several numbers: use method='least-squares'" if several else "one number: name another method"
        raise ModelError(f"the objective gives {kind}.", "optimise")
    if several:
        if constraints or equalities:
            raise ModelError("least squares take bounds only; add constraints as entries of the objective.", "optimise")
        found = _fitted(memory, objective, x, limits, tolerance, iterations)
        value = float(found.cost)
    else:
        # Variables of the order of one: a quasi-Newton method starts from the unit matrix.
        scale = np.where(x != 0.0, np.abs(x), 1.0)
        rules = _rules(memory, scale, constraints, equalities)
        name = "SLSQP" if method == "auto" else method
        found = _minimised(memory, objective, x, scale, limits, rules, name, tolerance, iterations)
        value = float(found.fun)
    final = dict(zip(values, map(float, found.x), strict=True))
    is_limited = not found.success and found.get("nit", found.get("nfev", 0)) >= iterations
    judged = memory.judged((objective, *constraints, *equalities), np.array(list(final.values())))
    ended = bool(found.success), str(found.message), memory.count, memory.failed, is_limited
    return Optimum(final, value, *ended, judged)


def _limits(name: str, given: tuple[float, float], values: Mapping[str, float]) -> tuple[float, float]:
    low, high = given
    if low > high:
        raise ModelError(
            f"the bounds of {name}, {low:g} to {high:g}, are reversed; give the lower one first.", "optimise"
        )
    if not low <= values[name] <= high:
        raise ModelError(f"{name} starts at {values[name]:g}, outside its bounds {low:g} to {high:g}.", "optimise")
    return float(low), float(high)


def _fitted(memory: _Memory, objective: Objective, x: np.ndarray, limits: Any, tolerance: float, count: int) -> Any:
    free = not np.isfinite(limits).any()
    return optimize.least_squares(
        lambda y: memory(objective, y).ravel().value,
        x,
        jac=lambda y: memory(objective, y).ravel().gradient,
        bounds=tuple(np.array(limits).T),
        method="lm" if free and len(memory(objective, x).ravel()) >= len(x) else "trf",
        xtol=tolerance,
        ftol=tolerance,
        gtol=tolerance,
        max_nfev=count,
    )


def _rules(
    memory: _Memory, scale: np.ndarray, constraints: Sequence[Objective], equalities: Sequence[Objective]
) -> list[dict[str, Any]]:
    def rule(kind: str, function: Objective) -> dict[str, Any]:
        return {
            "type": kind,
            "fun": lambda y: np.atleast_1d(memory(function, y * scale).value),
            "jac": lambda y: np.atleast_2d(memory(function, y * scale).gradient) * scale,
        }

    return [rule("ineq", f) for f in constraints] + [rule("eq", f) for f in equalities]


def _minimised(
    memory: _Memory,
    objective: Objective,
    x: np.ndarray,
    scale: np.ndarray,
    limits: Any,
    rules: Any,
    name: str,
    tolerance: float,
    count: int,
) -> Any:
    def value(y: np.ndarray) -> float:
        return float(memory(objective, y * scale).value)

    def slope(y: np.ndarray) -> np.ndarray:
        return np.asarray(memory(objective, y * scale).gradient, dtype=float) * scale

    scaled = [(low / s, high / s) for (low, high), s in zip(limits, scale, strict=True)]
    if name == "ipopt":
        found = by_ipopt(value, slope, x / scale, scaled, rules, tolerance, count)
    else:
        found = optimize.minimize(
            value,
            x / scale,
            jac=slope,
            bounds=scaled,
            constraints=rules,
            method=name,
            tol=tolerance,
            options={"maxiter": count},
        )
    found.x = found.x * scale
    return found
