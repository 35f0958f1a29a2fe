"""Numbers of a hinge: what expressions of its form are worth at a state, and random states that it may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expr import Function, array, jacobian, make_function
from ..errors import ModelError, joined, unknown
from ..hinge import Hinge
from ..own_unknowns import named
from ..parameters import parameter_values
from .probe import PROBES

if TYPE_CHECKING:
    from .hinge_form import HingeForm


def hinge_function(form: HingeForm, **outputs: Any) -> Function:
    """A traced function of (q, u, t, parameters) with the given outputs."""
    inputs = {"q": form.q, "u": form.u, "t": form.t, "parameters": array(form.parameters)}
    return make_function(form.hinge.kind, inputs, outputs)


def hinge_values(form: HingeForm, q: Any, u: Any = None, t: float = 0.0, **outputs: Any) -> Any:
    """Numbers of the given expressions at a state, Parameters at their own values."""
    q = _ordered(form.hinge, q)
    u = np.zeros(len(form.u)) if u is None else np.asarray(u, dtype=float)
    for what, given, wanted in (("coordinates", q, len(form.q)), ("speeds", u, len(form.u))):
        if given.shape != (wanted,):
            raise ModelError(f"{form.hinge.kind}: has {wanted} {what}, got {given.shape}.")
    numbers = hinge_function(form, **outputs)(q, u, float(t), parameter_values(form.parameters))
    return named("values", list(outputs), numbers)


def _ordered(hinge: Hinge, q: Any) -> np.ndarray:
    """Coordinates that were given in order or by name."""
    names = hinge.coordinates
    if isinstance(q, Mapping):
        for name in q:
            if name not in names:
                raise ModelError(f"{hinge.kind}: {unknown('coordinate', name, names)}")
        missing = [name for name in names if name not in q]
        if missing:
            raise ModelError(f"{hinge.kind}: the coordinate {missing[0]!r} is missing; give all of {joined(names)}.")
        q = [q[name] for name in names]
    try:
        return np.asarray(q, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"{hinge.kind}: give its coordinates ({joined(names)}) as numbers.") from None


def probe_points(form: HingeForm) -> list[dict[str, float]]:
    """Random states, always the same: coordinates, speeds, Parameters and time by name."""
    rng = np.random.default_rng(20)
    points = []
    for _ in range(PROBES):
        q = sample_coordinates(form, rng)
        point = {str(s.data): float(v) for s, v in zip(form.q, q, strict=True)}
        point |= {str(s.data): float(v) for s, v in zip(form.u, rng.normal(size=len(form.u)), strict=True)}
        # Parameters move too: what depends on one is no constant.
        point |= {p.name: p.value * rng.uniform(0.7, 1.3) + rng.uniform(0.0, 0.1) for p in form.parameters}
        points.append({**point, "t": float(rng.uniform(0.1, 2.0))})
    return points


def sample_coordinates(form: HingeForm, rng: np.random.Generator) -> np.ndarray:
    """Random coordinates that satisfy the invariants."""
    return meet_invariants(form, form.hinge.rest_values + rng.uniform(-0.9, 0.9, size=len(form.q)))


def meet_invariants(form: HingeForm, q: np.ndarray) -> np.ndarray:
    """The coordinates near q that satisfy the invariants (Gauss–Newton, least change)."""
    if len(form.invariants) == 0:
        return q
    function = make_function(
        "invariants", {"q": form.q}, {"f": form.invariants, "f_q": jacobian(form.invariants, form.q)}
    )
    for _ in range(50):
        residual, slope = function(q)
        if np.abs(residual).max() < 1e-15:
            break
        q = q - np.linalg.pinv(slope) @ residual
    return q
