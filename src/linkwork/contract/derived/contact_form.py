r"""What follows from a contact's gap: normals, directions of sliding, and the rows of both, by differentiation.

With the gap divided by the length of its slope, $\gamma_N = \dot g$ is the speed at which bodies part, and its
multiplier is the normal force. At the point of contact c bodies slide by

$$ \gamma_T = T\,(v + \omega\times(c - p)), $$

T being one or two unit vectors across the normal. A point that slides has $\lambda_T = -\mu\,\lambda_N\,s$, s along
γ_T: its normal multiplier acts in the direction $W_N - \mu\,W_T s$ (`friction_terms`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...expr import array, cross, dot, jacobian, sqrt, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Relative, matrix, orthonormal, tangents, tilde
from ..constraint import Constraint, FrictionTerm
from ..contact import SWITCHES, Contact, at_unknowns, gap_unknowns, written_gaps
from ..errors import ModelError
from ..fields import option
from .relative import relative_symbols

NO_SPEED = 1e-200
"""Added to the square of a sliding speed, so that it has a root and a direction at rest."""


@dataclass(frozen=True, eq=False)
class ContactForm:
    """The symbolic form of one contact."""

    contact: Contact

    @cached_property
    def rel(self) -> Relative:
        """Symbols of the relative motion."""
        return relative_symbols()[0]

    @cached_property
    def t(self) -> Any:
        """The symbol of time."""
        return symbols("t")

    @cached_property
    def q(self) -> Any:
        """Symbols of the coordinates at its ends, or of its auxiliary unknowns."""
        return symbols("s", gap_unknowns(self.contact))

    @cached_property
    def q_dot(self) -> Any:
        """Their rates."""
        return symbols("s_dot", len(self.q))

    @cached_property
    def _plain(self) -> Any:
        """Gaps, or what goes one way, as they are written."""
        found = array(written_gaps(self.contact, self.rel, self.q, self.t)).ravel()
        if not len(found):
            raise ModelError(f"{self.contact.kind}.gap: gives nothing; return a gap, or one for every point.")
        return array([as_expr(x) for x in found])

    @cached_property
    def held(self) -> Any:
        """Residuals that make auxiliary unknowns known; none where there are no such unknowns."""
        if not self.contact.auxiliary:
            return array([])
        given = self.contact.held(self.rel, self.t, self.contact.s(self.q))
        found = array([] if given is None else given).ravel()
        if len(found) != len(self.contact.auxiliary):
            raise ModelError(
                f"{self.contact.kind}: has {len(self.contact.auxiliary)} auxiliary unknowns and {len(found)} residuals "
                "that make them known; write as many in held(self, rel, t, s)."
            )
        return found

    @property
    def count(self) -> int:
        """How many points may touch."""
        return len(self._plain)

    @cached_property
    def _slopes(self) -> tuple[Any, Any]:
        """(unit normals towards the second end, lengths of ∂gap/∂p), one for every point."""
        slopes = jacobian(self._plain, self.rel.p)
        if self.contact.is_distance:
            return [*slopes], [1.0] * len(slopes)
        normals, lengths = [], []
        for slope in slopes:
            squares = dot(slope, slope)
            plain = isinstance(squares, float) or as_expr(squares).op == "const"
            length = float(np.sqrt(float(getattr(as_expr(squares), "data", squares)))) if plain else sqrt(squares)
            if plain and not length:
                raise ModelError(f"{self.contact.kind}.gap: does not depend on the place of the second end, rel.p.")
            normals.append(slope if plain and abs(length - 1.0) < 1e-15 else slope / length)
            lengths.append(1.0 if plain and abs(length - 1.0) < 1e-15 else length)
        return normals, lengths

    @property
    def normals(self) -> Any:
        """Unit normals towards the second end, in the axes of the first."""
        return self._slopes[0]

    @cached_property
    def gaps(self) -> Any:
        """Gaps, as distances; of what goes one way on coordinates, what advances."""
        if self.contact.of_coordinates:
            return self._plain
        return array([g / length for g, length in zip(self._plain, self._slopes[1], strict=True)])

    @cached_property
    def margins_within(self) -> Any:
        """How far inside the edges of its face each point stands; None where faces have no end."""
        found = None if self.contact.of_coordinates else _given(self, self.contact.within)
        if found is None:
            return None
        inside = array([as_expr(x) for x in array(found).ravel()])
        if len(inside) != self.count:
            raise ModelError(
                f"{self.contact.kind}.within: gives {len(inside)} numbers for {self.count} gaps; give one for each."
            )
        return inside

    @cached_property
    def _rates(self) -> dict[Any, Any]:
        """What symbols change by in time."""
        own = {**dict(zip(self.q, self.q_dot, strict=True)), self.t: 1.0}
        if self.contact.of_coordinates:
            return own
        turning = tilde(self.rel.w) @ self.rel.R
        found = dict(zip(self.rel.R.ravel(), turning.ravel(), strict=True))
        return {**found, **dict(zip(self.rel.p, self.rel.v, strict=True)), **own}

    @cached_property
    def gap_rates(self) -> Any:
        """γ_N."""
        if self.contact.one_way and not self.contact.of_coordinates:
            return self._plain
        return tangents([self.gaps], self._rates)[0]

    @cached_property
    def slips(self) -> list[list[Any]]:
        """γ_T of every point: none, one or two numbers each."""
        contact = self.contact
        if not contact.has_friction:
            return [[] for _ in range(self.count)]
        if contact.of_coordinates:
            return self._coordinate_slips()
        points = self.points
        found = []
        for k, (normal, across) in enumerate(zip(self.normals, self.across(), strict=True)):
            v = self.rel.v + cross(self.rel.w, points[k] - self.rel.p)
            directions = orthonormal(normal) if across is None else across
            found.append([dot(direction, v) for direction in directions])
        return found

    def _coordinate_slips(self) -> list[list[Any]]:
        slide = self.contact.slide(self.q, self.t)
        if slide is None:
            raise ModelError(
                f"{self.contact.kind}: has friction; write slide(self, q, t), whose rate is the sliding speed."
            )
        values = array(slide).reshape(self.count, -1)
        return [list(tangents([row], self._rates)[0]) for row in values]

    @cached_property
    def given_point(self) -> Any:
        """Where bodies touch, as the author says it; None where nobody does."""
        return _given(self, self.contact.point)

    @cached_property
    def points(self) -> list[Any]:
        """Where bodies touch, in the axes of the first end, one place for every gap."""
        given = self.given_point
        if given is not None:
            points = array(given).reshape(-1, 3)
            if len(points) != self.count:
                raise ModelError(
                    f"{self.contact.kind}.point: gives {len(points)} points for {self.count} gaps; give one for each."
                )
            return [matrix(p) for p in points]
        turned = jacobian(self._plain, self.rel.R.ravel())
        if any(as_expr(x).op != "const" or as_expr(x).data != 0.0 for x in turned.ravel()):
            raise ModelError(
                f"{self.contact.kind}: its gap depends on the rotation, so friction must know where bodies touch; "
                "write point(self, rel, t) that returns the place in the axes of the first end."
            )
        return [self.rel.p] * self.count

    def across(self) -> list[Any]:
        """Directions of sliding that the author gives, for every point; None where any across the normal will do."""
        given = _given(self, self.contact.tangents)
        if given is None:
            return [None] * self.count
        found: Any = array(given)
        if found.ndim == 1:
            found = found.reshape(1, 3)
        return [found] * self.count if found.ndim == 2 else list(found)

    def speed(self, point: int) -> Any:
        """‖γ_T‖."""
        slips = self.slips[point]
        return sqrt(sum((x * x for x in slips), as_expr(NO_SPEED)))


def _given(form: ContactForm, function: Callable[..., Any]) -> Any:
    return at_unknowns(form.contact, function, form.rel, form.q, form.t)


def point_switch(form: ContactForm, point: int, name: str) -> Any:
    """How a point is, a number of `SWITCHES`; closed and sticking where nobody says."""
    given = form.contact.switches
    return float(name in ("closed", "stick")) if given is None else given[point, SWITCHES.index(name)]


def point_grip(form: ContactForm, point: int, direction: int) -> Any:
    """1 where a point sticks in a direction that nothing else holds."""
    return point_switch(form, point, "stick") * (1.0 - point_switch(form, point, f"held_{direction + 1}"))


def sticking_speeds(form: ContactForm) -> list[Any]:
    """γ_T of every point and direction, where these stick."""
    return [point_grip(form, k, j) * slip for k, slips in enumerate(form.slips) for j, slip in enumerate(slips)]


def sliding_terms(form: ContactForm) -> list[FrictionTerm]:
    """(row, −μ s_j, γ_Tj) of every point and direction."""
    found: list[FrictionTerm] = []
    for k, slips in enumerate(form.slips):
        if slips:
            speed, mu = form.speed(k), form.contact.friction
            mu = mu(speed) if callable(mu) else mu
            for j, slip in enumerate(slips):
                s = point_switch(form, k, "follow") * slip / speed + point_switch(form, k, f"direction_{j + 1}")
                found.append((k, -point_switch(form, k, "closed") * mu * s, slip))
    return found


class ContactRows(Constraint):
    """What the rows of a contact have in common: the contact with its switches."""

    contact = option(doc="the contact")

    @property
    def kind(self) -> str:
        """That of the contact, once that is known."""
        return str(getattr(vars(self).get("contact"), "kind", type(self).__name__))

    @cached_property
    def form(self) -> ContactForm:
        """The symbolic form of the contact."""
        return ContactForm(self.contact)

    def _at(self, values: Sequence[Any], rel: Relative | None, q: Any, t: Any) -> Any:
        """Expressions of the form at a motion; `q` are coordinates, or auxiliary unknowns."""
        form = self.form
        known: dict[Any, Any] = {form.t: as_expr(t), **dict(zip(form.q, map(as_expr, q), strict=True))}
        if rel is not None:
            own = form.rel
            symbols_of = [*own.R.ravel(), *own.p, *own.w, *own.v]
            known |= dict(zip(symbols_of, map(as_expr, [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]), strict=True))
        return array(substitute([as_expr(x) for x in values], known))

    def _closed(self, values: Sequence[Any]) -> list[Any]:
        """What is zero where points are closed."""
        return [point_switch(self.form, k, "closed") * x for k, x in enumerate(values)]


class ContactNormal(ContactRows):
    """closed · g = 0 of every point; its multiplier is the normal force, and pulls friction along.

    Behind these stand the rows that make auxiliary unknowns known, closed or not.
    """

    @property
    def auxiliary(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those of the contact."""
        return tuple(self.contact.auxiliary)

    @property
    def outputs(self) -> Any:  # type: ignore[override]
        """Those of the contact."""
        return self.contact.outputs

    def output(self, rel: Relative, t: Any, s: Any = ()) -> Mapping[str, Any]:
        """Those of the contact."""
        found: Mapping[str, Any] = self.contact.output(rel, t, s)
        return found

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Gaps of closed points."""
        return self._at([*self._closed(self.form.gaps), *self.form.held], rel, s, t)

    def friction_terms(self) -> list[FrictionTerm]:
        """What sliding adds to the direction in which multipliers act."""
        return sliding_terms(self.form)


class ContactNormalAndSlip(ContactNormal):
    """The same with stick · γ_T = 0 behind it, where sliding depends on the auxiliary unknowns."""

    def velocity(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Sliding speeds of sticking points."""
        return self._at(sticking_speeds(self.form), rel, s, t)


class ContactAdvance(ContactRows):
    """closed · γ = 0 of what goes one way and would turn back."""

    def velocity(self, rel: Relative, t: Any) -> Any:
        """Rates of closed points."""
        return self._at(self._closed(self.form.gap_rates), rel, (), t)


class ContactSlip(ContactRows):
    """stick · γ_T = 0 of every point."""

    def velocity(self, rel: Relative, t: Any) -> Any:
        """Sliding speeds of sticking points."""
        return self._at(sticking_speeds(self.form), rel, (), t)


class CoordinateContactRows(ContactRows):
    """What rows of contacts on coordinates have in common."""

    @property
    def ends(self) -> int:  # type: ignore[override]
        """How many coordinates."""
        return int(self.contact.ends)


class CoordinateContactNormal(CoordinateContactRows):
    """closed · g = 0 on coordinates."""

    def coupling(self, q: Any, t: Any) -> Any:
        """Gaps of closed points."""
        return self._at(self._closed(self.form.gaps), None, q, t)

    def friction_terms(self) -> list[FrictionTerm]:
        """What sliding adds to the direction in which multipliers act."""
        return sliding_terms(self.form)


class CoordinateContactAdvance(CoordinateContactRows):
    """closed · γ = 0 on coordinates that go one way: their rates are held, and not where they are."""

    holds_rates: ClassVar[bool] = True

    def coupling(self, q: Any, t: Any) -> Any:
        """What advances, of closed points."""
        return self._at(self._closed(self.form.gaps), None, q, t)


class CoordinateContactSlip(CoordinateContactRows):
    """stick · γ_T = 0 on coordinates: their rates are held, and not where they are."""

    holds_rates: ClassVar[bool] = True

    def coupling(self, q: Any, t: Any) -> Any:
        """What changes by sliding, of sticking points."""
        form = self.form
        slide = array(self.contact.slide(form.q, form.t)).reshape(form.count, -1)
        return self._at(
            [point_grip(form, k, j) * x for k, row in enumerate(slide) for j, x in enumerate(row)], None, q, t
        )


CLOSING_ROWS: dict[tuple[bool, bool], type[ContactRows]] = {
    (False, False): ContactNormal,
    (True, False): CoordinateContactNormal,
    (False, True): ContactAdvance,
    (True, True): CoordinateContactAdvance,
}
"""The rows of closed points, by whether a contact is on coordinates and whether it goes one way."""


def grips_itself(contact: Contact) -> bool:
    """Whether rows of sticking points stand behind those of closed ones: they need the same unknowns."""
    return bool(contact.auxiliary) and contact.has_friction and not contact.of_coordinates


def closing_rows(contact: Contact) -> ContactRows:
    """The rows of closed points of a contact; with unknowns of its own, those of sticking points behind them."""
    if grips_itself(contact):
        return ContactNormalAndSlip(contact=contact)
    return CLOSING_ROWS[contact.of_coordinates, contact.one_way](contact=contact)


def sticking_rows(contact: Contact) -> ContactRows:
    """The rows of sticking points."""
    return (CoordinateContactSlip if contact.of_coordinates else ContactSlip)(contact=contact)
