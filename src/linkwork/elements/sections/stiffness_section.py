"""A section by its stiffness."""

from __future__ import annotations

from typing import Any

from ...contract import Material, ModelError, Section, parameter, register
from ...spatial import matrix


@register
class StiffnessSection(Section):
    """A section by its stiffness and its mass: of a rope, a laminate, or from a paper. It takes no material.

    C_N = diag(`axial`, `shear_y`, `shear_z`), C_M = diag(`torsion`, `bending_y`, `bending_z`); `inertia_moments` are
    the moments of inertia per length about x, y, z. `outline` is for pictures.
    """

    axial = parameter(unit="N", check="positive", doc="E A")
    shear_y = parameter(unit="N", check="positive", doc="k_y G A")
    shear_z = parameter(unit="N", check="positive", doc="k_z G A")
    torsion = parameter(unit="N*m**2", check="positive", doc="G J")
    bending_y = parameter(unit="N*m**2", check="positive", doc="E I_y, in the xz plane")
    bending_z = parameter(unit="N*m**2", check="positive", doc="E I_z, in the xy plane")
    mass = parameter(unit="kg/m", default=0.0, check="nonnegative", doc="ρ A")
    inertia_moments = parameter(unit="kg*m", default=(0.0, 0.0, 0.0), shape=3, check="nonnegative", doc="of a section")
    outline = parameter(unit="m", default=None, shape=2, check="positive", doc="width along y, height along z")

    def traced(self) -> dict[str, Any]:
        """Its stiffness."""
        return {"stiffness": self.stiffness(None)}

    def stiffness(self, material: Material | None) -> Any:
        """What it was given."""
        if material is not None:
            raise ModelError(f"{self.kind}: has its stiffness already; leave the material out.")
        return matrix([self.axial, self.shear_y, self.shear_z, self.torsion, self.bending_y, self.bending_z])

    def inertia(self, material: Material | None) -> tuple[Any, Any]:
        """What it was given."""
        return self.mass, matrix(self.inertia_moments)

    def normal_stress(self, force: Any, moment_y: Any, moment_z: Any) -> Any | None:
        """Unknown: nothing says what it is made of."""
        return None
