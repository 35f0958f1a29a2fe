r"""Several muscles as functions of the inputs that are shared, with states in the step from one instant to the next.

Where a muscle has states z, their rates at an instant are those of the polynomial through it and the two before (BDF of
order two, of order one at the second instant):

$$ \dot z(ε, x, z) = κ (z - z_h) $$

Before the first instant a past is made up (`share`); where there is one instant only, the states are steady. So z, and
with it force and activation, are functions of x. Unknowns of a law, such as the velocity of fibres with damping, stand
among z behind the states of their muscle; what must vanish there takes the place of a rate.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...contract import Contractile, ModelError
from ...contract.derived.law_arguments import call_law, measured_count
from ...contract.own_unknowns import named
from ...contract.parameters import parameters_in
from ...expr import array, hessian, jacobian, make_function, substitute, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import Node, as_expr
from ...kernels import Kernel, compile_function
from ...results.analysis_rules import SETTLED

STATE_STEPS, NEAR_STEPS = 200, 6
STATE_TOLERANCE = 1e-13
"""Of states, in units of their start."""
LONGEST_CHANGE = 0.2
"""Of a state in one step of Newton's method, in units of its start or, if that is more, of itself."""
FIRST_SLOWNESS = 50.0
"""1/s: states that must become steady begin to move towards that in steps of 20 ms."""


class StateHistory(NamedTuple):
    """What rates must be: κ (z − z_h), or given where κ is zero."""

    weight: float
    states: np.ndarray
    rates: Any = 0.0

    def wanted(self, z: np.ndarray) -> Any:
        """The rates at which states are z."""
        return self.weight * (z - self.states) if self.weight else self.rates


def history_of(times: Sequence[float], states: Sequence[np.ndarray], t: float) -> StateHistory:
    """From the instants before t; without any, states are steady."""
    if not times:
        return StateHistory(0.0, np.zeros(0))
    h = t - times[-1]
    if len(times) == 1:
        return StateHistory(1.0 / h, states[-1])
    ratio = h / (times[-1] - times[-2])
    past = ((1.0 + ratio) ** 2 * states[-1] - ratio**2 * states[-2]) / (1.0 + 2.0 * ratio)
    return StateHistory((1.0 + 2.0 * ratio) / (h * (1.0 + ratio)), past)


class Contraction(NamedTuple):
    """Muscles at one instant: states and unknowns, activations a, forces F on what they measure; slopes by inputs."""

    z: np.ndarray
    a: np.ndarray
    F: np.ndarray
    a_x: np.ndarray
    """(muscles)."""
    F_x: np.ndarray
    """(measured numbers × muscles)."""
    off: np.ndarray
    """How far the states of each muscle still move in a step of the formula, in units of their start; infinite where
    the muscle has no value."""

    @property
    def is_balanced(self) -> bool:
        """Whether states were found."""
        return bool((self.off <= SETTLED).all())


@dataclass(frozen=True, eq=False)
class Muscles:
    """Muscles by name, and where the numbers of each stand."""

    elements: Mapping[str, Contractile]
    parameter_names: tuple[str, ...]
    """What kernels are given last."""
    kernel: Kernel
    bend: Kernel
    """From weights of activations, forces and rates, second derivatives of their weighted sum by inputs and states."""
    lines: tuple[slice, ...]
    """What each measures."""
    states: tuple[slice, ...]
    """States and unknowns of each."""
    start: np.ndarray
    """Of these to begin with."""
    moving: np.ndarray
    """Which of them are states."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the muscles."""
        return tuple(self.elements)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Of their states, "vasti.fibre_length"."""
        return tuple(f"{name}.{own}" for name, muscle in self.elements.items() for own in muscle.states)

    def values(self, parameters: Mapping[str, float]) -> np.ndarray:
        """Those of Parameters that the kernel is given."""
        return np.array([parameters[name] for name in self.parameter_names])

    def at(self, x: np.ndarray, measured: Any, given: Any, past: StateHistory, z: np.ndarray) -> Contraction:
        """The contraction at inputs x and `measured` (ε, ε̇); `z` is a guess of the states.

        `given` are the values of inputs that are not shared, and of Parameters.
        """
        return self.contraction(*self._solved((x, *measured), given, past, z), past)

    def contraction(self, z: np.ndarray, found: Any, past: StateHistory) -> Contraction:
        """The contraction at states and unknowns z, where the kernel found what is `found`."""
        if not len(z):
            off = np.zeros(len(self.names))
            return Contraction(z, found.a, found.F, np.diag(found.a_x), found.F_x, off)
        z_x = -_solution(found.rates_z - np.diag(past.weight * self.moving), found.rates_x)
        a_x, F_x = np.diag(found.a_x + found.a_z @ z_x), found.F_x + found.F_z @ z_x
        return Contraction(z, found.a, found.F, a_x, F_x, self._off(z, found.rates, past))

    def _off(self, z: np.ndarray, rates: np.ndarray, past: StateHistory) -> np.ndarray:
        """What is left of the equations of states, for each muscle."""
        left = np.abs((rates - self.moving * past.wanted(z)) / self.start) / (FIRST_SLOWNESS + past.weight)
        left = np.where(np.isfinite(left), left, np.inf)
        return np.array([left[own].max(initial=0.0) for own in self.states])

    def _solved(self, known: Any, given: Any, past: StateHistory, z: np.ndarray) -> tuple[np.ndarray, Any]:
        """States by Newton's method; steady ones by way of a motion towards them, whose steps grow as it slows down."""
        weight, scale = past.weight, self.start

        def left(at: np.ndarray) -> tuple[Any, np.ndarray, float]:
            at[:], found = self._met(known, given, at)
            rest = found.rates - self.moving * past.wanted(at)
            return found, rest, float(np.linalg.norm(rest / scale))

        z = np.array(z)
        found, rest, size = left(z)
        slowness = 0.0 if weight else FIRST_SLOWNESS
        for _ in range(STATE_STEPS if len(z) else 0):
            step = _solution(found.rates_z - np.diag((weight + slowness) * self.moving), -rest)
            # An activation starts at 0.01: in units of that alone it would not come to 1 in as many steps.
            length = float(np.abs(step / np.maximum(np.abs(z), np.abs(scale))).max())
            part = min(1.0, LONGEST_CHANGE / max(length, 1e-300))
            there = z + part * step
            ahead = left(there)
            while not ahead[2] <= (1.0 + 1e-9) * size and part * length > STATE_TOLERANCE:
                part *= 0.5
                there = z + part * step
                ahead = left(there)
            if not np.isfinite(ahead[2]):
                break  # beyond here the muscle has no value
            z = there
            slowness *= min(1.0, ahead[2] / max(size, 1e-300))
            found, rest, size = ahead
            if length < STATE_TOLERANCE:
                break
        return z, found

    def _met(self, known: Any, given: Any, z: np.ndarray) -> tuple[np.ndarray, Any]:
        """(states with unknowns that meet their equations, what the kernel finds there), by Newton's method.

        First from where they were, then from rest: fibres are steepest about rest, convex where they shorten and
        concave where they lengthen, so that no step goes too far.
        """
        unknown = ~self.moving
        if not unknown.any():
            return z, self.kernel(*known, z, *given)
        for begin, steps in ((z, NEAR_STEPS), (np.where(unknown, 0.0, z), STATE_STEPS)):
            at = np.array(begin)
            for _ in range(steps):
                found = self.kernel(*known, at, *given)
                step = _solution(found.rates_z[np.ix_(unknown, unknown)], -found.rates[unknown])
                if not np.isfinite(step).all():
                    break
                if np.abs(step).max() < STATE_TOLERANCE:
                    return at, found
                at[unknown] += step
        return at, found


def _solution(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Of linear equations; the shortest where they leave something open, as a slack tendon does."""
    if not (np.isfinite(matrix).all() and np.isfinite(right).all()):
        return np.zeros_like(right)
    try:
        return np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(matrix, right, rcond=1e-12)[0]


def worth(value: Any, parameters: Mapping[str, float]) -> float:
    """A number, or an expression of Parameters."""
    return float(evaluate([as_expr(value)], dict(parameters))[0])


def muscles_of(elements: Mapping[str, Contractile]) -> Muscles:
    """Muscles traced together and compiled; an event may change Parameters, so they are inputs."""
    parts = [_traced(name, muscle) for name, muscle in elements.items()]
    given = {what: array([s for part in parts for s in part[what]]) for what in ("x", "e", "e_dot", "z", "others")}
    out = {what: array([s for part in parts for s in part[what]]) for what in ("F", "rates", "a")}
    slopes = {f"{y}_{v}": jacobian(out[y], given[v]) for y in out for v in ("x", "z")}
    parameters = parameters_in(out.values())
    given["p"] = symbols("p", len(parameters))
    known: dict[Node, Any] = dict(zip(parameters, given["p"], strict=True))
    results = {name: _replaced(value, known) for name, value in {**out, **slopes}.items()}
    weights = {f"on_{y}": symbols(f"on_{y}", len(out[y])) for y in ("a", "F", "rates")}
    whole = sum(w * x for y in ("a", "F", "rates") for w, x in zip(weights[f"on_{y}"], results[y], strict=True))
    second = {"second": hessian(whole, array([*given["x"], *given["z"]]))}
    own_names = [(*m.states, *_own_unknowns(m)) for m in elements.values()]
    start = np.array(
        [float(m.start.get(x, 0.0)) or 1.0 for m, own in zip(elements.values(), own_names, strict=True) for x in own]
    )
    moving = np.array(
        [x in m.states for m, own in zip(elements.values(), own_names, strict=True) for x in own], dtype=bool
    )
    lines, states = (_slices([len(part[what]) for part in parts]) for what in ("e", "z"))
    return Muscles(
        elements,
        tuple(p.name for p in parameters),
        compile_function(make_function("muscles", given, results)),
        compile_function(make_function("muscles_bend", given | weights, second)),
        lines,
        states,
        start,
        moving,
    )


def _slices(sizes: Sequence[int]) -> tuple[slice, ...]:
    ends = np.cumsum([0, *sizes])
    return tuple(slice(int(a), int(b)) for a, b in pairwise(ends))


def _traced(name: str, muscle: Contractile) -> dict[str, list[Any]]:
    """Symbols and functions of one muscle; the first of its inputs is the one that is shared."""
    if muscle.form != "law":
        raise ModelError(f"share: {name!r} must be a law; its element is {muscle.kind}.")
    count = measured_count(muscle)
    e, e_dot = symbols(f"{name}.e", count), symbols(f"{name}.e_dot", count)
    z, i = symbols(f"{name}.z", len(muscle.states)), symbols(f"{name}.i", len(muscle.inputs))
    known = {"e": e, "e_dot": e_dot, "i": muscle.i(i), "t": symbols("t")}
    if count == 1:
        known |= {"e": e[0], "e_dot": e_dot[0]}
    if muscle.states:
        known["z"] = muscle.z(z)
    unknowns = _own_unknowns(muscle)
    s = symbols(f"{name}.s", len(unknowns)) if unknowns else []
    if unknowns:
        known["s"] = named("s", unknowns, s)
    rates: list[Any] = [*array(call_law(muscle, "state_dot", known)).ravel()] if muscle.states else []
    if unknowns and muscle.residual is not None:
        # What the measure must meet besides is met by the system, which measures.
        asked = inspect.signature(muscle.residual).parameters
        rates += [*array(muscle.residual(**{p: known[p] for p in asked if p in known})).ravel()]
    force, active = array(call_law(muscle, "law", known)).ravel(), call_law(muscle, "active_state", known)
    return {
        "x": [i[0]],
        "others": list(i[1:]),
        "e": list(e),
        "e_dot": list(e_dot),
        "z": [*z, *s],
        "F": list(force),
        "rates": list(rates),
        "a": [active],
    }


def _own_unknowns(muscle: Contractile) -> tuple[str, ...]:
    """Unknowns of its law, without those of what it measures."""
    measured = () if muscle.measured is None else muscle.measured.unknowns
    return muscle.unknowns[: len(muscle.unknowns) - len(measured)]


def _replaced(value: Any, known: Mapping[Node, Any]) -> Any:
    """An array of expressions with others in the places of some."""
    entries = [as_expr(x) for x in array(value).ravel()]
    return array(substitute(entries, known)).reshape(np.shape(array(value)))
