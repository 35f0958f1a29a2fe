"""J = m (R² + r²)/2 about the axis: a wheel with teeth, as a cylinder of its pitch circle."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, register, value_of
from ...contract import axis as direction
from ...expr import pi
from ...spatial import frame_with_z
from .solid import Solid, axial

PRESSURE_ANGLE = np.radians(20.0)
ADDENDUM, DEDENDUM = 1.0, 1.25
"""How far teeth reach beyond the pitch circle and below it, in modules."""
FEWEST_TEETH = 6
ON_FLANK = 4
"""Points on the flank of a tooth."""


def as_teeth(given: Any) -> int:
    """A number of teeth."""
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or given < FEWEST_TEETH:
        raise ModelError(f"{given!r} is not a number of teeth; give a whole number of at least {FEWEST_TEETH}")
    return int(given)


@register
class GearWheel(Solid):
    """J_a = m (R² + r²)/2, J_t = m (R² + r²)/4 + m b²/12: a spur gear about `axis`, centred on its frame.

    `teeth` z and `module` m give the pitch radius m z/2. It weighs as much as a cylinder of that radius, `width` b,
    with a `bore` r; with a `rim` it is a ring gear with its teeth inside, as heavy as a tube from the pitch circle to
    the end of the rim. Teeth are involutes of 20°, and the first of them, of a ring the first gap, points along x. They
    are there to be seen: what couples wheels is `Gear` or `LinearCoupling`.
    """

    teeth = option(convert=as_teeth, doc="z")
    module = parameter(unit="m", check="positive", doc="m, the pitch diameter over the number of teeth")
    width = parameter(unit="m", check="positive", doc="b")
    axis = direction("z")
    bore = parameter(unit="m", default=0.0, check="nonnegative", doc="r, the radius of the hole for the shaft")
    rim = parameter(unit="m", default=0.0, check="nonnegative", doc="of a ring gear: from the pitch circle outwards")

    def validate(self) -> None:
        """There is something left below the teeth."""
        super().validate()
        module, bore, rim = (float(value_of(x)) for x in (self.module, self.bore, self.rim))
        root = module * (self.teeth / 2 - DEDENDUM)
        if rim and bore:
            raise ModelError(f"{self.kind}: a ring has no bore; give bore or rim, one of them.")
        if bore >= root:
            raise ModelError(f"{self.kind}: bore must be less than the root radius, {root:g} m.")
        if rim and rim <= DEDENDUM * module:
            raise ModelError(f"{self.kind}: rim must be more than {DEDENDUM * module:g} m, the depth of its teeth.")

    @property
    def radii(self) -> tuple[Any, Any]:
        """(R, r): outer and inner radius of the cylinder that weighs as much."""
        pitch = self.module * self.teeth / 2.0
        return (pitch + self.rim, pitch) if value_of(self.rim) else (pitch, self.bore)

    def volume(self) -> Any:
        """V = π (R² − r²) b."""
        outer, inner = self.radii
        return pi * (outer**2 - inner**2) * self.width

    def gyration(self) -> Any:
        """J for unit mass."""
        outer, inner = self.radii
        square = outer**2 + inner**2
        return axial(square / 2.0, square / 4.0 + self.width**2 / 12.0, self.axis)

    def primitives(self) -> list[dict[str, Any]]:
        """A prism on the outline of its teeth, turned to the axis."""
        module, bore, rim, width = (float(value_of(x)) for x in (self.module, self.bore, self.rim, self.width))
        reach = (DEDENDUM, ADDENDUM) if rim else (ADDENDUM, DEDENDUM)
        toothed = tooth_outline(self.teeth, module, *reach)
        smooth = (module * self.teeth / 2 + rim if rim else bore) * _directions(toothed)
        outer, inner = (smooth, toothed) if rim else (toothed, smooth)
        vertices, faces = _prism(outer, inner, width)
        return [{"kind": "mesh", "vertices": vertices, "faces": faces, "rotation": frame_with_z(self.axis)}]


def tooth_outline(teeth: int, module: float, outwards: float, inwards: float) -> np.ndarray:
    """Points (n × 2) around a wheel, counterclockwise: involute flanks between two circles, so many modules apart.

    At the radius ρ a tooth is half as wide as ψ = π/2z + inv α − inv α_ρ, inv α = tan α − α, cos α_ρ = r cos α/ρ.
    """
    pitch = module * teeth / 2
    base = pitch * np.cos(PRESSURE_ANGLE)
    low, high = pitch - inwards * module, pitch + outwards * module
    radii = np.linspace(max(low, base), high, ON_FLANK)
    slope = np.arccos(np.minimum(base / radii, 1.0))
    half = np.pi / (2 * teeth) + np.tan(PRESSURE_ANGLE) - PRESSURE_ANGLE - (np.tan(slope) - slope)
    if low < base:
        radii, half = np.append(low, radii), np.append(half[0], half)
    rho = np.concatenate([radii, radii[::-1]])
    angles = np.concatenate([-half, half[::-1]]) + 2 * np.pi / teeth * np.arange(teeth)[:, None]
    return np.column_stack([(rho * np.cos(angles)).ravel(), (rho * np.sin(angles)).ravel()])


def _directions(points: np.ndarray) -> np.ndarray:
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _prism(outer: np.ndarray, inner: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and faces between two outlines of as many points, from −width/2 to width/2."""
    n = len(outer)
    rings = [np.column_stack([ring, np.full(n, z)]) for ring in (outer, inner) for z in (-width / 2, width / 2)]
    faces = []
    for k in range(n):
        (a, b), (c, d), (e, f), (g, h) = ((ring * n + k, ring * n + (k + 1) % n) for ring in range(4))
        faces += [(a, b, d), (a, d, c), (c, d, h), (c, h, g), (a, f, b), (a, e, f), (e, g, h), (e, h, f)]
    return np.concatenate(rings), np.array(faces)
