r"""What a hinge forbids on velocity level, as rows on the rates of its coordinates.

Coordinates that are unknowns of their own move at any rates q̇, where the hinge has q̇ = Y u + ν with speeds u. What it
forbids is what no speeds give, and what its velocity rows P forbid at the speeds that are nearest to the rates,

$$ (1 - Y Y^+)(\dot q - \nu) = 0, \qquad P\,Y^+(\dot q - \nu) + P_0 = 0, \qquad Y^+ = (Y^T Y)^{-1} Y^T . $$

Speeds that are rates of coordinates are put in at once; Y is what is left of it then. Of the first, as many rows are
taken as speeds and invariants leave: those that depend least on each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ...contract import Constraint, Hinge, Signal, option
from ...contract.derived.hinge_form import HingeForm
from ...expr import array, forward_derivatives, jacobian, substitute, zeros
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.linear import ldlt
from ...spatial import Relative, rotation_error


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


class PosedHinge(RestrictsRates):
    """The relative pose is the hinge's, X_FM = pose(q, t): six rows and its invariants, free coordinates are unknowns.

    Driven coordinates are their signals and locked ones their numbers, so their rows carry what enforces them. What the
    hinge forbids on velocity level are rows on the rates of its coordinates.
    """

    hinge = option(doc="the joint")
    held = option(default=(), doc="pairs of a coordinate and the signal or number it follows")

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """How far the second frame is from where the hinge puts it, in the hinge's own frame."""
        q = self.hinge.q(self._all(s, t))
        pose = self.hinge.pose(q, t)
        return [*(pose.R.T @ (rel.p - pose.p)), *rotation_error(pose.R.T @ rel.R), *self.hinge.invariants(q)]

    def on_rates(self, s: Any, s_dot: Any, t: Any) -> Any:
        """What the hinge forbids on velocity level."""
        q = self._all(s, t)
        moving = {**dict(zip(s, s_dot, strict=True)), t: 1.0}
        rates = array(forward_derivatives([as_expr(x) for x in q], moving))
        return rows_on_rates(self.hinge, q, rates, t)

    @property
    def rest(self) -> list[float]:
        """The unknowns at the plain configuration of the hinge."""
        values = dict(zip(self.hinge.coordinates, self.hinge.rest_values, strict=True))
        return [float(values[name]) for name in self.auxiliary]

    def s(self, values: Any) -> Any:
        """The unknowns as they stand: names of an assembly's coordinates have dots in them."""
        return list(values)

    def _all(self, s: Any, t: Any) -> list[Any]:
        """All coordinates: free ones from `s`."""
        held: Mapping[str, Any] = dict(self.held)
        free = iter(s)
        return [value_at(held[name], t) if name in held else next(free) for name in self.hinge.coordinates]


def posed(hinge: Hinge, held: Mapping[str, Any]) -> PosedHinge:
    """The constraint of a hinge; its class names the coordinates that are free."""
    free = tuple(name for name in hinge.coordinates if name not in held)
    made: PosedHinge = _class(f"Posed{hinge.kind}", free)(hinge=hinge, held=tuple(held.items()))
    return made


@cache
def _class(name: str, free: tuple[str, ...]) -> Any:
    """One class for the same unknowns, so that elements are of one kind."""
    return type(name, (PosedHinge,), {"auxiliary": free, "__doc__": PosedHinge.__doc__})


def value_at(given: Any, t: Any) -> Any:
    """What a held coordinate is at a time: a signal, or a number."""
    return given.value(t) if isinstance(given, Signal) else given
