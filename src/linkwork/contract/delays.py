r"""Delayed laws: what was measured at t − τ, or what the law gave, as inputs that a run gives (S0 (3.4.2)).

On a piece of a run, what a connection measured earlier is a polynomial of the time s at which it happened, known
before the first step is taken (the method of steps): $\sum_k c_k T_k(x)$ with $x = (s - m)\,r$, s = t − τ. τ is a
number, a Parameter or a function of what is measured now and of time, which the law itself works out. The numbers c,
m and r come in by the inputs `late_inputs`; the first of each delay tells where values come from: POLYNOMIAL, where a
run gives them; BEFORE, outside of runs and as long as t − τ lies before the start, the element's own `past`; PRESENT,
where all has been at rest for long, the present values at rest.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..expr import array, is_symbolic, jacobian, substitute, symbols, where
from ..expr.graph import as_expr
from .errors import ModelError
from .parameters import value_of

if TYPE_CHECKING:
    from .force import Force

COEFFICIENTS = 16
"""Of each polynomial."""
POLYNOMIAL, BEFORE, PRESENT = 1.0, 0.0, -1.0
"""Where the values of a delay come from: what its input `known` says."""
DELAY_ARGUMENTS = ("e", "e_dot", "t")
"""What a delay may depend on."""
PASTS = ("e", "e_dot", "force")
"""What a law may ask for of the past."""


class Delayed(NamedTuple):
    """What a law sees of the past at one of its delays: measured values, their rates, and what the law itself gave."""

    e: Any
    e_dot: Any
    force: Any


def check_delays(kind: str, delays: Sequence[Any], has_law: bool) -> None:
    """Raises where an element cannot have the delays that it names."""
    if not has_law:
        raise ModelError(f"{kind}: only a law on a measure can be delayed; write law(self, e, delayed) and a measure.")
    for tau in delays:
        if callable(tau) and not is_symbolic(tau):
            wrong = [name for name in inspect.signature(tau).parameters if name not in DELAY_ARGUMENTS]
            if wrong:
                raise ModelError(
                    f"{kind}: a delay cannot be given {wrong[0]!r}; it may ask for {', '.join(DELAY_ARGUMENTS)}."
                )
            continue
        if isinstance(tau, bool) or not (is_symbolic(tau) or isinstance(tau, (int, float, np.number))):
            raise ModelError(f"{kind}: the delay {tau!r} is not a number, a Parameter, or a function of e, e_dot, t.")
        worth = float(value_of(tau))
        if not (math.isfinite(worth) and worth > 0.0):
            raise ModelError(
                f"{kind}: a delay of {worth:g} s; a delay must be positive. What depends on the present "
                "is written with e and e_dot."
            )


def depends_on_state(tau: Any) -> bool:
    """Whether a delay changes with what is measured."""
    return bool({"e", "e_dot"} & delay_arguments(tau))


def delay_arguments(tau: Any) -> set[str]:
    """What a delay asks for; a number or a Parameter asks for nothing."""
    return set(inspect.signature(tau).parameters) if callable(tau) and not is_symbolic(tau) else set()


def delay_value(tau: Any, available: Mapping[str, Any]) -> Any:
    """τ, of what is measured now and of time."""
    if not delay_arguments(tau):
        return tau() if callable(tau) and not is_symbolic(tau) else tau
    return tau(**{name: available[name] for name in delay_arguments(tau)})


def late_inputs(delays: int, measured: int) -> tuple[str, ...]:
    """The inputs by which the past comes in: for each delay `known`, middle and rate of its polynomials, and these."""
    parts = ["known", "middle", "rate"]
    parts += [f"{what}_{j}_{c}" for what in PASTS for j in range(measured) for c in range(COEFFICIENTS)]
    return tuple(f"late_{k}_{part}" for k in range(delays) for part in parts)


def chebyshev_sum(coefficients: Iterable[Any], x: Any) -> Any:
    """Σ c_k T_k(x) by Clenshaw's recursion."""
    first, *others = coefficients
    b, b_next = as_expr(0.0), as_expr(0.0)
    for c in reversed(others):
        b, b_next = c + 2.0 * x * b - b_next, b
    return first + x * b - b_next


def delayed_values(force: Force, available: Mapping[str, Any]) -> list[Delayed]:
    """What is known of each t − τ: from inputs where a run gives them, else as it was before."""
    shape = np.shape(array(available["e"]))
    count = int(np.prod(shape))
    found = []
    for k, tau in enumerate(force.delays):
        s = available["t"] - delay_value(tau, available)
        given = {name: getattr(available["i"], f"late_{k}_{name}") for name in ("known", "middle", "rate")}
        x = (s - given["middle"]) * given["rate"]
        first = [getattr(available["i"], f"late_{k}_force_{j}_0") for j in range(count)]
        both = []
        for what, (values, present) in _before(force, available, s, count, first).items():
            entries = []
            for j in range(count):
                late = [getattr(available["i"], f"late_{k}_{what}_{j}_{c}") for c in range(COEFFICIENTS)]
                other = values[j]
                if values is not present:
                    other = where(given["known"] < 0.5 * PRESENT, present[j], other)
                entries.append(where(given["known"] > 0.5 * POLYNOMIAL, chebyshev_sum(late, x), other))
            both.append(array(entries).reshape(shape) if shape else entries[0])
        found.append(Delayed(*both))
    return found


def _before(
    force: Force, available: Mapping[str, Any], s: Any, count: int, first: list[Any]
) -> dict[str, tuple[list[Any], list[Any]]]:
    """Before a run begins, and where all has been at rest: of each number what `past` gives, or the present at rest."""
    rest = {"e": list(array(available["e"]).ravel()), "e_dot": [0.0] * count}
    gave = list(np.broadcast_to(array(force.past_force), (count,)))
    found = {name: (values, values) for name, values in rest.items()} | {"force": (gave, first)}
    t = symbols("t")
    given = force.past(t)
    if given is None:
        return found
    values = array(given).ravel()
    if len(values) != count:
        raise ModelError(f"its past gives {len(values)} numbers, and {count} are measured")
    rates = [as_expr(jacobian(as_expr(x), t).item()) for x in values]
    entries = substitute([as_expr(x) for x in (*values, *rates)], {t: as_expr(s)})
    written = {"e": entries[:count], "e_dot": entries[count:]}
    return found | {name: (values, rest[name]) for name, values in written.items()}


class DelayedPart(NamedTuple):
    """A delayed law in a connection: the element itself, or a part of an assembly."""

    element: Force
    prefix: str
    """Before names of its inputs and channels: "", or "part."."""

    @property
    def is_written(self) -> bool:
        """Whether its element says what was before."""
        return self.element.past(symbols("t")) is not None
