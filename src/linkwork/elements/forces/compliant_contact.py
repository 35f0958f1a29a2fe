r"""Compliant contact after Hunt and Crossley, with regularised friction: what all contacts have in common."""

from __future__ import annotations

from typing import Any, ClassVar

from ...contract import Force, ModelError, parameter, value_of
from ...expr import cross, dot, maximum, sqrt
from ...spatial import matrix

FACTOR = 0.02
"""Over which 1 + 3/2 d δ̇ is rounded where δ is: one part in ten thousand at rest."""


class CompliantContact(Force):
    r"""N = k δⁿ max(0, 1 + 3/2 d δ̇) at penetration δ > 0 (Hunt and Crossley 1975), friction −μ N v_t/√(v_t² + v_r²).

    `stiffness` k, `exponent` n (3/2 for spheres after Hertz), `dissipation` d ≈ (1 − e)/v of the coefficient of
    restitution e at impact speed v, `friction` μ, `smoothing` v_r: below it a contact creeps instead of sticking.
    Force acts at the point where the bodies meet, and never pulls. Its kinks are δ and 1 + 3/2 d δ̇, at which steps end.
    With `rounding` w > 0 it has none: δ is ½ (δ + √(δ² + w²)) then, so that many contacts at once cost no short steps.
    """

    is_compliant_contact: ClassVar[bool] = True

    stiffness = parameter(unit="", check="positive", doc="k, in N/m^n")
    exponent = parameter(default=1.5, check=lambda n: bool(n >= 1.0) or "must be 1 or more", doc="n")
    dissipation = parameter(unit="s/m", default=0.0, check="nonnegative", doc="d")
    friction = parameter(default=0.0, check="nonnegative", doc="μ")
    smoothing = parameter(unit="m/s", default=1e-3, check="positive", doc="v_r")
    rounding = parameter(unit="m", default=0.0, check="nonnegative", doc="w; 0 is sharp")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(CompliantContact.fields)

    def place(self, rel: Any) -> tuple[Any, Any, Any]:
        """(δ, n, r): penetration, unit normal towards the second end, contact point seen from the second origin."""
        raise ModelError(f"{self.kind}: a contact must have place(self, rel).")

    def _rates(self, rel: Any) -> tuple[Any, Any, Any, Any, Any]:
        depth, normal, arm = self.place(rel)
        v = rel.v + cross(rel.w, arm)
        approach = -dot(normal, v)
        return depth, matrix(normal), matrix(arm), v, 1.0 + 1.5 * self.dissipation * approach

    @property
    def _is_rounded(self) -> bool:
        return bool(value_of(self.rounding) > 0.0)

    def _positive(self, x: Any, width: Any) -> Any:
        """x where it is positive and zero elsewhere, rounded over a width where contacts are."""
        return 0.5 * (x + sqrt(x * x + width**2)) if self._is_rounded else maximum(x, 0.0)

    def wrench(self, rel: Any) -> Any:
        """(moment, force) on the second end."""
        depth, normal, arm, v, factor = self._rates(rel)
        load = self.stiffness * self._positive(depth, self.rounding) ** self.exponent * self._positive(factor, FACTOR)
        sliding = v - normal * dot(normal, v)
        grip = self.friction * load / sqrt(dot(sliding, sliding) + self.smoothing**2)
        force = normal * load - sliding * grip
        return cross(arm, force), force

    def stored_energy(self, rel: Any) -> Any:
        """k δⁿ⁺¹/(n + 1) at penetration δ; None where it is rounded."""
        if self._is_rounded:
            return None
        depth, _, _ = self.place(rel)
        return self.stiffness * maximum(depth, 0.0) ** (self.exponent + 1.0) / (self.exponent + 1.0)

    def kinks(self, rel: Any) -> Any:
        """Touch, and where dissipation would make it pull; none where they are rounded."""
        if self._is_rounded:
            return []
        depth, *_, factor = self._rates(rel)
        return [depth, factor]
