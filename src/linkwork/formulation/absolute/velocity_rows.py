r"""What a hinge forbids on velocity level, as rows on the rates of its coordinates.

Coordinates that are unknowns of their own move at any rates q̇, where the hinge has q̇ = Y u + ν with speeds u. What it
forbids is what no speeds give, and what its velocity rows P forbid at the speeds that are nearest to the rates,

$$ (1 - Y Y^+)(\dot q - \nu) = 0, \qquad P\,Y^+(\dot q - \nu) + P_0 = 0, \qquad Y^+ = (Y^T Y)^{-1} Y^T . $$

Speeds that are rates of coordinates are put in at once; Y is what is left of it then. Of the first, as many rows are
taken as speeds and invariants leave: those that depend least on each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Constraint, Hinge
from ...contract.derived.hinge_form import HingeForm
from ...expr import array, jacobian, substitute, zeros
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.linear import ldlt


class RestrictsRates(Constraint):
    """A constraint with unknowns of its own that may also forbid rates of these."""

    def on_rates(self, s: Any, s_dot: Any, t: Any) -> Any:
        """Rows on the rates of its unknowns, for unknowns, their rates and the symbol of time; they stand behind
        others."""
        return array([])

    @property
    def rest(self) -> list[float]:
        """The unknowns to begin with; none where they are those of others."""
        return []


def rows_on_rates(hinge: Hinge, q: Any, q_dot: Any, t: Any) -> Any:
    """The rows at coordinates and rates; none for a hinge that restricts positions only."""
    if hinge.is_holonomic:
        return array([])
    form = HingeForm(hinge)
    places = dict(zip([*form.q, form.t], map(as_expr, [*q, t]), strict=True))
    Y, nu = (_put(values, places) for values in (form.Y_1, form.Y_2))
    rates, u = array(q_dot) - nu, zeros(len(form.u))
    plain = _plain(form)
    for j, k in plain.items():
        u[j] = rates[k] / Y[k, j]
    rest = [k for k in range(len(form.q)) if k not in plain.values()]
    free = [j for j in range(len(form.u)) if j not in plain]
    left = array([rates[k] - sum(Y[k, j] * u[j] for j in plain) for k in rest])
    if free:
        inner = Y[np.ix_(rest, free)]
        u[free] = ldlt(inner.T @ inner).solve(inner.T @ left)
        left = left - inner @ u[free]
    speeds = dict(zip(form.u, map(as_expr, u), strict=True))
    return array([*left[_independent(form, rest, free)], *_put(form.velocity_rows, {**places, **speeds})])


def _put(values: Any, known: dict[Any, Any]) -> Any:
    entries = array(values)
    if not entries.size:
        return entries
    return array(substitute([as_expr(x) for x in entries.ravel()], known)).reshape(entries.shape)


def _plain(form: HingeForm) -> dict[int, int]:
    """For speeds that are, up to a number, the rate of a coordinate: that coordinate."""
    found: dict[int, int] = {}
    for k, row in enumerate(array(form.Y_1)):
        used = [(j, as_expr(x)) for j, x in enumerate(row) if not (as_expr(x).op == "const" and as_expr(x).data == 0.0)]
        if len(used) == 1 and used[0][1].op == "const":
            found.setdefault(used[0][0], k)
    return found


def _independent(form: HingeForm, rest: list[int], free: list[int]) -> list[int]:
    """Which of the rows that are left say all that invariants do not: at every configuration, as far as samples show.

    Directions that neither speeds nor invariants span are W (rows × missing rows); those rows serve whose part of W has
    an inverse. One after the other, that is taken which stands out most where it stands out least.
    """
    count = len(rest) - len(free) - len(form.invariants)
    if not count:
        return []
    spanned = [array(form.Y_1)[np.ix_(rest, free)]]
    if len(form.invariants):
        spanned.append(jacobian(form.invariants, form.q).T[rest])
    entries = [[as_expr(x) for x in array(part).ravel()] for part in spanned]
    bases = []
    for point in form.sample_points:
        numbers = [np.array(evaluate(part, point), dtype=float).reshape(len(rest), -1) for part in entries]
        bases.append(np.linalg.svd(np.hstack(numbers))[0][:, len(rest) - count :])
    found: list[int] = []
    for _ in range(count):
        k = int(np.argmax(np.min([np.linalg.norm(W, axis=1) for W in bases], axis=0)))
        found.append(k)
        bases = [W - np.outer(W @ W[k], W[k]) / (W[k] @ W[k]) for W in bases]
    return sorted(found)
