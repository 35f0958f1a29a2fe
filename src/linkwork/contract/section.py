"""The contract of what beams are made of: cross-sections and materials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..expr import absolute
from ..spatial import matrix
from .element import Element
from .errors import ModelError
from .fields import parameter
from .parameters import value_of

SOFTEST_SOLID = 1e3
"""Pa: Young's modulus of the softest gels."""
LIGHTEST_SOLID, HEAVIEST_IN_GRAMS = 0.1, 23.0
"""g/cm³: what solids have, foams to osmium. In kg/m³ only loose foams and gases have so little."""


def density_doubts(density: Any) -> tuple[tuple[str, str], ...]:
    """A density of a solid that is one in g/cm³."""
    found = 0.0 if density is None else float(value_of(density))
    if not LIGHTEST_SOLID <= found <= HEAVIEST_IN_GRAMS:
        return ()
    said = f"density = {found:g} kg/m³; water has 1000, steel 7850, foams 25 and more. Is it in g/cm³? Then give"
    return (("density", f"{said} {1e3 * found:g}."),)


class Material(Element):
    """A linear elastic, isotropic material: G = E / (2 (1 + ν)), unless `G` is given.

    All of them may be Parameters. `lw.STEEL`, `lw.ALUMINIUM` and others are at hand.
    """

    ends: ClassVar[int | None] = 0
    E = parameter(unit="N/m**2", check="positive", doc="Young's modulus")
    nu = parameter(default=0.3, check=lambda x: -1.0 < x <= 0.5 or "must lie above -1 and at most at 0.5", doc="ν")
    density = parameter(unit="kg/m**3", default=0.0, check="nonnegative", doc="ρ")
    G = parameter(unit="N/m**2", default=None, check="positive", doc="shear modulus; of E and ν where not given")

    def validate(self) -> None:
        """G follows where it was not given."""
        if self.G is None:
            object.__setattr__(self, "G", self.E / (2.0 * (1.0 + self.nu)))

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """A modulus below that of any solid, and a density that is one in g/cm³."""
        modulus, density = float(value_of(self.E)), density_doubts(self.density)
        if modulus >= SOFTEST_SOLID:
            return density
        said = (
            f"E = {modulus:g} Pa is softer than a gel (1e3 Pa; rubber 1e6, steel 210e9). Is it in GPa or MPa? Give Pa."
        )
        return (("modulus", said), *density)

    @property
    def values(self) -> dict[str, Any]:
        """What it was given: G only where it says something new."""
        found = super().values
        follows = value_of(self.E) / (2.0 * (1.0 + value_of(self.nu)))
        return {**found, "G": None if value_of(self.G) == follows else self.G}


class Section(Element):
    """A cross-section of a beam along x: `area` A, second moments `Iy`, `Iz` about its axes through the centroid,
    torsion constant `J`, shear factors `ky`, `kz`, and the size of its outline along y and z.

    I_y = ∫ z² dA resists bending in the xz plane. A section writes these as fields or properties.
    """

    ends: ClassVar[int | None] = 0
    area: Any
    Iy: Any
    Iz: Any
    J: Any
    ky: Any
    kz: Any
    outline: Any
    """Width along y and height along z; None where nobody knows them."""
    is_round: ClassVar[bool] = False

    def traced(self) -> Mapping[str, Any]:
        """Its numbers."""
        return {name: getattr(self, name) for name in ("area", "Iy", "Iz", "J", "ky", "kz")}

    def stiffness(self, material: Material | None) -> Any:
        """(EA, k_y G A, k_z G A, G J, E I_y, E I_z)."""
        made = self._of(material)
        shear = made.G * self.area
        return matrix(
            [
                made.E * self.area,
                self.ky * shear,
                self.kz * shear,
                made.G * self.J,
                made.E * self.Iy,
                made.E * self.Iz,
            ]
        )

    def inertia(self, material: Material | None) -> tuple[Any, Any]:
        """(mass per length ρA, moments of inertia per length about x, y, z: ρ (I_y + I_z, I_y, I_z))."""
        density = self._of(material).density
        return density * self.area, matrix([density * (self.Iy + self.Iz), density * self.Iy, density * self.Iz])

    def normal_stress(self, force: Any, moment_y: Any, moment_z: Any) -> Any | None:
        """The largest |σ_x| under a normal force and bending moments; None where the outline is not known.

        |N|/A + |M_y| c_z/I_y + |M_z| c_y/I_z, that of a corner; of a round section with the resultant moment.
        """
        if self.outline is None:
            return None
        y, z = (0.5 * x for x in self.outline)
        if self.is_round:
            bending = (moment_y * moment_y + moment_z * moment_z + 1e-300) ** 0.5 * z / self.Iy
        else:
            bending = absolute(moment_y) * z / self.Iy + absolute(moment_z) * y / self.Iz
        return absolute(force) / self.area + bending

    def looks(self, length: Any) -> list[dict[str, Any]]:
        """What a viewer draws of a piece of this length, centred, along x."""
        if self.outline is None:
            return []
        y, z = (float(value_of(x)) for x in self.outline)
        if self.is_round:
            turned = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
            return [{"kind": "cylinder", "radius": 0.5 * y, "length": float(value_of(length)), "rotation": turned}]
        return [{"kind": "box", "size": [float(value_of(length)), y, z]}]

    def _of(self, material: Material | None) -> Material:
        if material is None:
            raise ModelError(f"{self.kind}: a section of this kind needs a material, such as lw.STEEL.")
        return material
