"""A constraint that holds on one side only, as the contact that it is: its residual is the gap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...expr import array
from ...spatial import Relative
from ..constraint import Constraint
from ..contact import Contact
from ..contact_law import CONTACT_LAW_FIELDS
from ..element import Element
from ..fields import option


class OneSided(Contact):
    """f ≥ 0 ("shortest") or f ≤ 0 ("longest") in the place of f = 0; of a condition on velocities, the way it goes.

    Gaps are the residuals as they are written, so that multipliers are those of the constraint; with friction they are
    divided by the length of their slope, so that these are forces.
    """

    constraint = option(doc="what it would hold on both sides")

    @property
    def kind(self) -> str:
        """That of the constraint, once that is known."""
        return str(getattr(vars(self).get("constraint"), "kind", type(self).__name__))

    @property
    def ends(self) -> int | None:  # type: ignore[override]
        """Those of the constraint."""
        return self.constraint.ends

    @property
    def of_coordinates(self) -> bool:  # type: ignore[override]
        """Whether its ends are coordinates."""
        return bool(self.constraint.on_coordinates)

    @property
    def is_limit(self) -> bool:
        """Whether it holds what may grow no further: a rope, a range."""
        return self.of_coordinates or self.constraint.one_sided == "longest"

    @property
    def auxiliary(self) -> tuple[str, ...]:  # type: ignore[override]
        """Unknowns of the constraint."""
        return tuple(self.constraint.auxiliary)

    @property
    def one_way(self) -> bool:  # type: ignore[override]
        """Whether the constraint is one on velocities."""
        return self.constraint.level == "velocity" or self.constraint.holds_rates

    @property
    def is_distance(self) -> bool:
        """Whether there is no friction: gaps are then residuals as they are, whose slopes may vanish."""
        return not self.has_friction

    def _signed(self, residuals: Any) -> Any:
        values = array(residuals).ravel()
        return values if self.constraint.one_sided == "shortest" else -values

    def gap(self, rel: Any, t: Any, s: Any = ()) -> Any:
        """Residuals, with the sign of the side."""
        if self.of_coordinates:
            return self._signed(self.constraint.coupling(rel, t))
        return self._signed(self.constraint.one_side(rel, t, s)[0])

    def gap_rate(self, rel: Relative, t: Any) -> Any:
        """The condition on velocities, with the sign of the side."""
        return self._signed(self.constraint.velocity(rel, t))

    @property
    def outputs(self) -> Any:  # type: ignore[override]
        """Those of the constraint."""
        return self.constraint.outputs

    def output(self, rel: Relative, t: Any, s: Any = ()) -> Mapping[str, Any]:
        """Those of the constraint."""
        found: Mapping[str, Any] = self.constraint.output(rel, t, s)
        return found

    def held(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Rows that make the unknowns known."""
        return self.constraint.one_side(rel, t, s)[1]

    def point(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Where bodies touch, if the constraint says so."""
        return self.constraint.touching_point(rel, t, s)

    def within(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """How far inside its edges the point is, if the constraint says so."""
        return self.constraint.within_edges(rel, t, s)


def contact_of(element: Element) -> Contact | None:
    """The contact that an element is: itself, or a constraint on one side; None where it is none."""
    if isinstance(element, Contact):
        return element
    if not isinstance(element, Constraint) or element.one_sided is None:
        return None
    law = {name: getattr(element, name) for name in CONTACT_LAW_FIELDS if hasattr(element, name)}
    return OneSided(constraint=element, **law)
