r"""Laws that look back: what was measured at t − τ, as inputs that a run gives (S0 (3.4.2)).

Between two mesh points of a run the past of a connection is a polynomial of time, known before the first step is taken
(the method of steps). Its value comes in by the inputs `late_inputs`; the first of each delay tells whether a run has
given any: outside of runs, and as long as t − τ lies before the start, the element's own `past` holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..expr import array, jacobian, substitute, symbols, where
from ..expr.graph import as_expr
from .errors import ModelError


class Delayed(NamedTuple):
    """What a law sees of the past: measured values and their rates at one of its delays."""

    e: Any
    e_dot: Any


def check_delays(kind: str, delays: Sequence[Any], has_law: bool) -> None:
    """Raises where an element cannot look back as it says."""
    if not has_law:
        raise ModelError(f"{kind}: only a law on a measure looks back; write law(self, e, delayed) and a measure.")
    for tau in delays:
        if isinstance(tau, bool) or not isinstance(tau, (int, float, np.number)):
            raise ModelError(f"{kind}: the delay {tau!r} is not a number; a delay is fixed when its element is made.")
        if not (math.isfinite(tau) and tau > 0.0):
            raise ModelError(
                f"{kind}: a delay of {tau:g} s; a law looks back by a positive time. What depends on the present "
                "is written with e and e_dot."
            )


def late_inputs(delays: int, measured: int) -> tuple[str, ...]:
    """The inputs by which the past comes in: for each delay `known`, then values, then rates."""
    parts = ["known", *(f"{what}_{j}" for what in ("e", "e_dot") for j in range(measured))]
    return tuple(f"late_{k}_{part}" for k in range(delays) for part in parts)


def delayed_values(delays: Sequence[float], past: Callable[[Any], Any], available: Mapping[str, Any]) -> list[Delayed]:
    """What is measured at each t − τ: from inputs where a run gives them, else as it was before."""
    shape = np.shape(array(available["e"]))
    count = int(np.prod(shape))
    found = []
    for k, tau in enumerate(delays):
        known = getattr(available["i"], f"late_{k}_known") > 0.5
        before = _before(past, available, float(tau), count)
        both = []
        for what, values in zip(("e", "e_dot"), before, strict=True):
            late = [getattr(available["i"], f"late_{k}_{what}_{j}") for j in range(count)]
            entries = [where(known, a, b) for a, b in zip(late, values, strict=True)]
            both.append(array(entries).reshape(shape) if shape else entries[0])
        found.append(Delayed(*both))
    return found


def _before(
    past: Callable[[Any], Any], available: Mapping[str, Any], tau: float, count: int
) -> tuple[list[Any], list[Any]]:
    """Values and rates before a run begins: those that `past` gives, or the present ones at rest."""
    t = symbols("t")
    given = past(t)
    if given is None:
        return list(array(available["e"]).ravel()), [0.0] * count
    values = array(given).ravel()
    if len(values) != count:
        raise ModelError(f"its past gives {len(values)} numbers, and {count} are measured")
    rates = [as_expr(jacobian(as_expr(x), t).item()) for x in values]
    entries = substitute([as_expr(x) for x in (*values, *rates)], {t: as_expr(available["t"]) - tau})
    return entries[:count], entries[count:]
