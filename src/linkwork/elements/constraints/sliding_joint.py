"""A point, or a collar, that slides along a beam or a cable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...contract import Constraint, LineElement, ModelError, option, parameter, register
from ...expr import PiecewisePolynomial
from ...spatial import Relative
from ..measures.line_distance import line_places, line_weights, nearest_place


@register
class SlidingJoint(LineElement, Constraint):
    r"""The first end is on the centre line of a beam: r(s) = Σ wₖ(s) rₖ, where s is an unknown of the joint.

    The line is the cubic spline through the nodes, twice continuously differentiable, so that nothing jumps at the
    borders of elements; wₖ are its cardinal functions, with Σ wₖ = 1. With pₖ and Rₖ the nodes seen from the first end,
    rows are

    $$ \sum_k w_k(s)\,p_k = 0, \qquad e_y\cdot τ = e_z\cdot τ = 0,\ τ = \sum_k w_k'(s)\,p_k, \qquad
       e_y\cdot\sum_k w_k(s)\,R_k e_z = 0 : $$

    the first three for a point, five where x of the first end `follow`s the "tangent" of the line, all six where it
    follows the "section", and cannot turn about the tangent either. One of them makes s known. Nothing acts along the
    line: λᵀ ∂g/∂s = 0. The other end is the beam itself: `m.connect("ring", lw.SlidingJoint(), ring.at(0, 0, 0),
    beam)`. Beyond its ends the line goes on straight, and the verdict on a run that comes there is bad.
    """

    auxiliary = ("s",)
    follow = option(default="point", choices=("point", "tangent", "section"), doc="what the first end follows")
    places = parameter(unit="m", default=None, shape=(None,), doc="s of the points of the line; the beam gives them")

    def validate(self) -> None:
        """It has an end for every point, which are in order."""
        if self.places is None:
            object.__setattr__(self, "ends", None)
            return
        object.__setattr__(self, "ends", len(self._numbers) + 1)

    @property
    def _numbers(self) -> tuple[float, ...]:
        return line_places(self.kind, self.places)

    @property
    def weights(self) -> tuple[PiecewisePolynomial, ...]:
        """wₖ over s / L."""
        return line_weights(self._numbers)

    def position(self, rel: Sequence[Relative], t: Any, s: Any) -> Any:
        """Rows on the pose of the nodes seen from the first end."""
        if self.places is None:
            raise ModelError(
                f"{self.kind}: slides along a beam or a cable, which is its second end: give what connect returned."
            )
        length = self.places[-1]
        at = s.s / length
        weights = self.weights
        w = [f(at) for f in weights]
        rows = [*sum(x * node.p for x, node in zip(w, rel, strict=True))]
        if self.follow != "point":
            slopes = [f.derivative(at) / length for f in weights]
            rows += list(sum(x * node.p for x, node in zip(slopes, rel, strict=True))[1:])
        if self.follow == "section":
            rows.append(sum(x * node.R[1, 2] for x, node in zip(w, rel, strict=True)))
        return rows

    @property
    def unknown_range(self) -> Mapping[str, tuple[float, float]]:
        """From one end of the line to the other."""
        return {} if self.places is None else {"s": (self._numbers[0], self._numbers[-1])}

    def on_line(self, places: Sequence[Any]) -> SlidingJoint:
        """The joint on a line whose points are these lengths apart from its beginning."""
        return self.with_values(places=list(places))

    def start_on_line(self, points: np.ndarray) -> dict[str, float]:
        """The place on the line through points that is nearest to the origin, from chord to chord."""
        return {"s": nearest_place(points, self._numbers)}
