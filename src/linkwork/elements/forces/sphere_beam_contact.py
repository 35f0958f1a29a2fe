"""A sphere against a beam or a cable, wherever along it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...contract import Force, LineElement, Measure, ModelError, parameter, register
from ...expr import maximum, sqrt, where
from ..measures.line_distance import LineDistance, line_places, nearest_place


@register
class SphereBeamContact(LineElement, Force):
    r"""N = k δⁿ max(0, 1 + 3/2 d δ̇), δ = r − d(s): a sphere about the first end and the centre line of a beam.

    `radius` r is that of the sphere and that of the beam together. It touches at the nearest place s of the line
    (`LineDistance`), between nodes as well as at them, and does not rub. Off the ends of the line nothing acts. The
    other end is the beam itself: `m.connect("peg", lw.SphereBeamContact(0.03, 1e6), m.ground.at(1, 0, 0), beam)`.
    Channels are `s`, `gap` and `normal_force`.
    """

    is_compliant_contact = True
    outputs = ("s", "gap", "normal_force")
    radius = parameter(unit="m", check="positive", doc="r, of sphere and beam together")
    stiffness = parameter(unit="", check="positive", doc="k, in N/m^n")
    exponent = parameter(default=1.5, check=lambda n: bool(n >= 1.0) or "must be 1 or more", doc="n")
    dissipation = parameter(unit="s/m", default=0.0, check="nonnegative", doc="d")
    places = parameter(unit="m", default=None, shape=(None,), doc="s of the points of the line; the beam gives them")
    guess = parameter(unit="m", default=0.0, doc="about where it is nearest at the start; the beam gives it")

    def validate(self) -> None:
        """It has an end for every point."""
        object.__setattr__(self, "ends", None if self.measured is None else self.measured.ends)

    @property
    def measured(self) -> Measure | None:
        """½ of the square of its distance, where it is on a line."""
        return None if self.places is None else LineDistance(self.places, self.guess)

    @property
    def form(self) -> str:
        """A law, on a line."""
        if self.places is None:
            raise ModelError(
                f"{self.kind}: touches a beam or a cable, which is its second end: give what connect returned."
            )
        return super().form

    def _contact(self, e: Any, s: Any) -> tuple[Any, Any, Any]:
        """(distance, δ, s): δ is at most zero off the ends."""
        distance, at = sqrt(2.0 * e), self.guess + s[0]
        depth = maximum(self.radius - distance, 0.0)
        return distance, where(at < 0.0, 0.0, where(at > self.places[-1], 0.0, depth)), at

    def _load(self, e: Any, e_dot: Any, s: Any) -> tuple[Any, Any, Any]:
        """(N, distance, s)."""
        distance, depth, at = self._contact(e, s)
        return self.stiffness * depth**self.exponent * maximum(self._factor(e, e_dot), 0.0), distance, at

    def _factor(self, e: Any, e_dot: Any) -> Any:
        return 1.0 - 1.5 * self.dissipation * e_dot / sqrt(2.0 * e)

    def law(self, e: Any, e_dot: Any, s: Any) -> Any:
        """N along the distance: N/d along ½ d²."""
        load, distance, _ = self._load(e, e_dot, s)
        return load / distance

    def stored_energy(self, e: Any, s: Any) -> Any:
        """k δⁿ⁺¹/(n + 1)."""
        return self.stiffness * self._contact(e, s)[1] ** (self.exponent + 1.0) / (self.exponent + 1.0)

    def kinks(self, e: Any, e_dot: Any, s: Any) -> Any:
        """Touch, the ends of the line, and where dissipation would make it pull."""
        at = self.guess + s[0]
        return [self.radius - sqrt(2.0 * e), at, self.places[-1] - at, self._factor(e, e_dot)]

    def output(self, e: Any, e_dot: Any, s: Any) -> Any:
        """Where, how far, how much."""
        load, distance, at = self._load(e, e_dot, s)
        return [at, distance - self.radius, load]

    def on_line(self, places: Sequence[Any]) -> SphereBeamContact:
        """The contact with a line whose points are these lengths apart from its beginning."""
        return self.with_values(places=list(places))

    def near_line(self, points: np.ndarray) -> SphereBeamContact:
        """The contact that starts where the line is nearest."""
        return self.with_values(guess=nearest_place(points, line_places(self.kind, self.places)))
