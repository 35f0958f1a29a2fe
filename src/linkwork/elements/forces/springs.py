"""Springs and dampers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, Measure, ModelError, axis, option, parameter, register
from ...expr import array, cross, dot, maximum, where
from ...spatial import matrix
from ..measures.distances import Distance, Vector
from ..measures.rotations import RelativeAngle
from ..on_measure import OnMeasure
from ..responses import as_response


@register
class Spring(OnMeasure):
    """F = −k (ε − l₀) − c ε̇: a linear spring between two points at distance ε, with a damper beside it (S0 (3.4.7)).

    `stiffness` k, free `length` l₀, `damping` c. Points that coincide have no direction between them; a spring of no
    free length and no damping acts there as well, with F = −k p.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k")
    length = parameter(unit="m", check="nonnegative", doc="l₀, the length at which it is free")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")

    @property
    def measured(self) -> Measure:
        """What it was put on; the vector instead of the distance where that gives the same force without dividing."""
        plain = all(isinstance(x, float) and x == 0.0 for x in (self.length, self.damping))
        return Vector() if plain and type(self.on) is Distance else super().measured

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.stiffness * (e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − l₀)²."""
        x = array(e - self.length).ravel()
        return 0.5 * self.stiffness * dot(x, x)


@register
class Damper(OnMeasure):
    """F = −c ε̇: a linear damper between two points at distance ε, with `damping` c (S0 (3.4.7))."""

    damping = parameter(unit="N*s/m", check="nonnegative", doc="c")

    def law(self, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.damping * e_dot


@register
class Bar(OnMeasure):
    """F = −(EA/l)(ε − l): a homogeneous elastic bar without bending, torsion or mass (S0 (3.4.13–17)).

    `axial` EA is Young's modulus times the cross-section, `length` l is free of load. Strains are referred to l and
    must stay small for the law to be that of the material; rotations may be of any size.
    """

    axial = parameter(unit="N", check="positive", doc="E A")
    length = parameter(unit="m", check="positive", doc="l, undeformed")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="of a damper beside it")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.axial / self.length * (e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ (EA/l) (ε − l)²."""
        return 0.5 * self.axial / self.length * (e - self.length) ** 2


@register
class NonlinearSpring(OnMeasure):
    """F = −f(ε − l₀) − c ε̇: a spring whose tension is any `response` f of its elongation, with a damper beside it.

    The response is a stiffness, a `PolynomialResponse`, a `TableResponse` through data, a text such as
    "10*(exp(20*x) - 1)", or a Python function of the elongation. `length` l₀, `damping` c.
    """

    response = option(convert=as_response, doc="f, tension as a function of elongation")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which the elongation is zero")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.response.value(e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """∫ f dx from x = 0, None where the response does not tell it."""
        return self.response.integral(e - self.length)


@register
class UnilateralSpring(OnMeasure):
    """F = −max(0, k x + c ẋ) where x = ε − l₀ > 0, else 0: a rope, which pulls and never pushes.

    With `side` "compression" it is a stop instead: x = l₀ − ε, and F = max(0, k x + c ẋ) pushes. Damping never turns
    the force round. On `Path()` it is a cable over via points. Its branches are its kinks: x, and k x + c ẋ.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k")
    length = parameter(unit="m", doc="l₀, the length at which it begins to act")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")
    side = option(default="tension", choices=("tension", "compression"), doc="on which side of l₀ it acts")

    def _stretch(self, e: Any, e_dot: Any) -> tuple[Any, Any, float]:
        sign = 1.0 if self.side == "tension" else -1.0
        x = sign * (e - self.length)
        return x, self.stiffness * x + self.damping * (sign * e_dot), sign

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        x, load, sign = self._stretch(e, e_dot)
        return -sign * where(x > 0.0, maximum(load, 0.0), 0.0)

    def stored_energy(self, e: Any) -> Any:
        """½ k x² where it acts."""
        x, _, _ = self._stretch(e, 0.0)
        return 0.5 * self.stiffness * maximum(x, 0.0) ** 2

    def kinks(self, e: Any, e_dot: Any) -> Any:
        """Where it begins to act, and where damping would turn its force round."""
        x, load, _ = self._stretch(e, e_dot)
        return [x, load]


@register
class TorsionSpring(Force):
    """F = −k (ε − ε₀) − c ε̇: a linear torsion spring on the angle ε about `axis`, with a damper beside it.

    `stiffness` k, free `angle` ε₀, `damping` c; the axis is the first end's. The angle is that of `RelativeAngle`, in
    (−π, π]: past half a turn the moment jumps to the other side. For a spring that is wound up by more than that, write
    an `Active` whose input is the coordinate of a joint, such as "A.angle", which counts full turns.
    """

    stiffness = parameter(unit="N*m/rad", check="nonnegative", doc="k")
    angle = parameter(unit="rad", default=0.0, doc="ε₀, the angle at which it is free")
    damping = parameter(unit="N*m*s/rad", default=0.0, check="nonnegative", doc="c")
    axis = axis(default="z", doc="about which it turns, in the first end")

    def along(self, measure: Measure) -> Force:
        """Raises: it measures an angle of its own, and `Spring` acts along the coordinate of a joint."""
        raise ModelError(
            "TorsionSpring: measures its own angle between points. For the coordinate of a joint give lw.Spring("
            f"stiffness={self.stiffness}, length={self.angle}, damping={self.damping}), whose length is an angle "
            "there; or give points."
        )

    @property
    def measured(self) -> Measure:
        """The angle about the axis."""
        return RelativeAngle(self.axis)

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, a moment that turns the second end forward where it is positive."""
        return -self.stiffness * (e - self.angle) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − ε₀)²."""
        return 0.5 * self.stiffness * (e - self.angle) ** 2


@register
class RotationSpring(Force):
    r"""V = Σ κ_i (1 − R_ii), moment = Σ κ_i R e_i × e_i − C ω: holds the axes of the second end in the first's.

    For small turns it is linear with the `stiffness` (k_x, k_y, k_z) about the three axes, κ_x = (k_y + k_z − k_x)/2
    and so on; about any fixed axis the moment goes with the sine of the angle. It is smooth at every turn, where angles
    and rotation vectors jump. `damping` C acts on the angular velocity; both are in the axes of the first end. It is
    for joints that keep the origins together: it exerts no force.
    """

    stiffness = parameter(unit="N*m/rad", shape=3, check="nonnegative", doc="k about x, y, z")
    damping = parameter(unit="N*m*s/rad", default=(0.0, 0.0, 0.0), shape=3, check="nonnegative", doc="C about x, y, z")

    def _kappa(self) -> Any:
        k = self.stiffness
        return [0.5 * (k[1] + k[2] - k[0]), 0.5 * (k[2] + k[0] - k[1]), 0.5 * (k[0] + k[1] - k[2])]

    def wrench(self, rel: Any) -> Any:
        """(moment, force) on the second end."""
        turned = zip(self._kappa(), rel.R.T, np.eye(3), strict=True)
        elastic = sum(kappa * cross(matrix(r), matrix(e)) for kappa, r, e in turned)
        return elastic - matrix([c * w for c, w in zip(self.damping, rel.w, strict=True)]), np.zeros(3)

    def stored_energy(self, rel: Any) -> Any:
        """V."""
        return sum(kappa * (1.0 - rel.R[i, i]) for i, kappa in enumerate(self._kappa()))
