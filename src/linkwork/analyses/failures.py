"""Why a run could not go on, by name: which element, constraint or body did it."""

from __future__ import annotations

import numpy as np

from ..numerics.status import COLLAPSED, NEWTON, NOT_FINITE, OPEN, SENTENCES, STUCK
from .finite import not_finite
from .flows import Bound


def explain(bound: Bound, code: int, t: float, y: np.ndarray) -> str:
    """A sentence for a status, with the names of what is to blame at a state."""
    said = f"{SENTENCES[code]} at t = {t:.6g}"
    if code == OPEN:
        return f"{said}: {_open_rows(bound, t, y)}"
    if code in (NOT_FINITE, COLLAPSED, NEWTON):
        return f"{said}: {_culprit(bound, t, y)}"
    if code == STUCK:
        return f"{said}; let the event be terminal, or give its law a way to come to rest"
    return said


def _open_rows(bound: Bound, t: float, y: np.ndarray) -> str:
    state = bound.state_of(np.where(np.isfinite(y), y, 0.0), t, bound.system.rest)
    g = np.abs(np.atleast_1d(np.asarray(bound.system.evaluate("position", state), dtype=float)))
    worst, start = 0, int(np.argmax(g)) if g.size else 0
    for rows in bound.system.equations.rows:
        worst += len(rows.g)
        if start < worst:
            return f"{rows.name!r} stays open by {g[start]:.3g}"
    return "a norm of Euler parameters is lost"


def _culprit(bound: Bound, t: float, y: np.ndarray) -> str:
    """What is not finite or largest: an element's force, else a speed's rate."""
    system, layout = bound.system, bound.system.layout
    state = bound.state_of(np.where(np.isfinite(y), y, 0.0), t, system.rest)
    said = not_finite(system, state)
    if said is not None:
        return said
    found = []
    for name, law in system.equations.laws.items():
        if law.element.form == "outputs":
            continue
        e = system.equations
        entries = {
            "power": law.action.power,
            "force": law.strength if law.element.form != "wrench" else law.wrenches[0][1],
        }
        values = e.function("law", **entries)(*system.arguments(state))
        force = np.atleast_1d(np.asarray(values.force, dtype=float))
        found.append((float(np.abs(force).max(initial=0.0)), name))
    rates = bound.rates(t, y)
    names = [*layout.q, *layout.u, *layout.z]
    if rates is None or not np.isfinite(rates).all():
        bad = [n for n, x in zip(names, bound.f[: len(names)], strict=True) if not np.isfinite(x)]
        return f"the rate of {bad[0] if bad else 'a speed'} is not finite; a mass or inertia may be zero there"
    scale = np.abs(rates[: len(names)]) / (1.0 + np.abs(y[: len(names)]))
    fastest = names[int(np.argmax(scale))]
    blamed = f", and the largest force is that of {max(found)[1]!r} ({max(found)[0]:.3g})" if found else ""
    return f"{fastest} changes fastest (rate {rates[int(np.argmax(scale))]:.3g}){blamed}"
