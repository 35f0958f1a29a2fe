r"""What a hinge forbids on velocity level, as rows on the rates of its coordinates.

Coordinates that are unknowns of their own move at any rates q̇, where the hinge has q̇ = Y u + ν with speeds u. What it
forbids is what no speeds give, and what its velocity rows P forbid at the speeds that are nearest to the rates,

$$ (1 - Y Y^+)(\dot q - \nu) = 0, \qquad P\,Y^+(\dot q - \nu) + P_0 = 0, \qquad Y^+ = (Y^T Y)^{-1} Y^T . $$

Of the first, as many rows are taken as speeds and invariants leave: those that depend least on each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Hinge
from ...contract.hinge_form import HingeForm
from ...expr import array, jacobian, substitute
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.linear import ldlt


def rows_on_rates(hinge: Hinge, q: Any, q_dot: Any, t: Any) -> Any:
    """The rows at coordinates and rates; none for a hinge that restricts positions only."""
    if hinge.is_holonomic:
        return array([])
    form = HingeForm(hinge)
    places = dict(zip([*form.q, form.t], map(as_expr, [*q, t]), strict=True))
    Y, nu = (_put(values, places) for values in (form.Y_1, form.Y_2))
    rates = array(q_dot) - nu
    u = ldlt(Y.T @ Y).solve(Y.T @ rates) if len(form.u) else array([])
    left = rates - Y @ u if len(form.u) else rates
    speeds = dict(zip(form.u, map(as_expr, u), strict=True))
    return array([*left[_independent(form)], *_put(form.velocity_rows, {**places, **speeds})])


def _put(values: Any, known: dict[Any, Any]) -> Any:
    entries = array(values)
    if not entries.size:
        return entries
    return array(substitute([as_expr(x) for x in entries.ravel()], known)).reshape(entries.shape)


def _independent(form: HingeForm) -> list[int]:
    """The coordinates whose rows of 1 − Y Y⁺ say all that invariants do not: at every attitude, as far as samples show.

    Directions that neither speeds nor invariants span are W (coordinates × missing rows); the rows serve where those of
    W have an inverse. One after the other, that is taken which stands out most where it stands out least.
    """
    count = len(form.q) - len(form.u) - len(form.invariants)
    spanned = [form.Y_1, jacobian(form.invariants, form.q).T] if len(form.invariants) else [form.Y_1]
    entries = [[as_expr(x) for x in array(part).ravel()] for part in spanned]
    bases = []
    for point in form.sample_points:
        numbers = [np.array(evaluate(part, point), dtype=float).reshape(len(form.q), -1) for part in entries]
        bases.append(np.linalg.svd(np.hstack(numbers))[0][:, len(form.q) - count :])
    found: list[int] = []
    for _ in range(count):
        k = int(np.argmax(np.min([np.linalg.norm(W, axis=1) for W in bases], axis=0)))
        found.append(k)
        bases = [W - np.outer(W @ W[k], W[k]) / (W[k] @ W[k]) for W in bases]
    return sorted(found)
