"""A rope: two points that are at most so far apart."""

from __future__ import annotations

from ...contract import register
from ..constraints.fixed_distance import FixedDistance


@register
class Rope(FixedDistance):
    """The origins of F and M are at most `length` l apart; an inextensible rope without mass, slack or taut.

    `FixedDistance` on one side: its gap is (l² − p · p)/2l, which is l − |p| to first order, its normal force the
    tension. A rope that is pulled taut gives back `restitution` of the speed at which its ends part.
    """

    one_sided = "longest"
