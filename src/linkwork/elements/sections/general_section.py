"""A section by its numbers."""

from __future__ import annotations

from ...contract import Section, parameter, register


@register
class GeneralSection(Section):
    """A section of any form, by its numbers: `area`, `Iy`, `Iz`, `J`, and shear factors.

    `outline` (width along y, height along z) is for the channel of stress and for pictures.
    """

    area = parameter(unit="m**2", check="positive", doc="A")
    Iy = parameter(unit="m**4", check="positive", doc="∫ z² dA, against bending in the xz plane")
    Iz = parameter(unit="m**4", check="positive", doc="∫ y² dA, against bending in the xy plane")
    J = parameter(unit="m**4", check="positive", doc="torsion constant")
    ky = parameter(default=5.0 / 6.0, check="positive", doc="shear factor along y")
    kz = parameter(default=5.0 / 6.0, check="positive", doc="shear factor along z")
    outline = parameter(unit="m", default=None, shape=2, check="positive", doc="width along y, height along z")
