"""Checks and examples of sections, materials and structures."""

from __future__ import annotations

import numpy as np

from .. import elements as lw
from ..contract import Element, Material, Parameter, Section, Structure, StructureSite, value_of
from ..spatial import Pose
from .report import require

ROPE = lw.StiffnessSection(2e4, 1e4, 1e4, 2.0, 2.0, 2.0, 2.0, (0.02, 0.01, 0.01))

BEAM_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "BeamNode": (lw.BeamNode(0.1, 0.3, (0.02, 0.01, 0.01), lw.Circle(0.05)),),
    "Cable": (lw.Cable(lw.Circle(0.01), lw.STEEL, 2.5, 12, bending=5.0), lw.Cable(ROPE, None, 1.1, 6)),
    "Circle": (lw.Circle(0.02), lw.Circle(Parameter("thickness", 0.02))),
    "ExactBeam": (
        lw.ExactBeam(lw.Tube(0.02, 0.001), lw.STEEL, 6),
        lw.ExactBeam(
            lw.Rectangle(0.02, 0.01), lw.ALUMINIUM, 4, 1.5, 2, curvature=(0.0, 0.0, 0.3), first=lw.Spherical()
        ),
    ),
    "GeneralSection": (lw.GeneralSection(1e-4, 2e-9, 3e-9, 4e-9, outline=(0.01, 0.012)),),
    "IProfile": (lw.profile("IPE 200"),),
    "Material": (Material(210e9, 0.3, 7850.0), Material(1e9, density=1000.0, G=3e8)),
    "Rectangle": (lw.Rectangle(0.02, 0.01), lw.Rectangle(Parameter("breadth", 0.01), 0.02)),
    "RectangularTube": (lw.RectangularTube(0.05, 0.1, 0.003),),
    "StiffnessSection": (ROPE,),
    "Tube": (lw.Tube(0.02, 0.001),),
}


def check_section(section: Section) -> None:
    """Stiffness and inertia are positive, second moments fit the area, and it can be drawn."""
    material = None if isinstance(section, lw.StiffnessSection) else lw.STEEL
    stiffness = np.asarray(value_of(section.stiffness(material)), dtype=float)
    mass, moments = (np.asarray(value_of(x), dtype=float) for x in section.inertia(material))
    require(stiffness.shape == (6,) and (stiffness > 0.0).all(), section, "stiffness", f"is {stiffness}.")
    require(mass > 0.0 and (moments > 0.0).all(), section, "inertia", f"is {mass}, {moments}.")
    require(all("kind" in look for look in section.looks(0.1)), section, "looks", "a primitive does not say its kind.")
    if material is not None:
        area, polar, J = (float(value_of(x)) for x in (section.area, section.Iy + section.Iz, section.J))
        # Of all sections of an area, the circle has the least polar moment; no torsion constant is above the polar one.
        require(polar >= area**2 / (2.0 * np.pi) * (1.0 - 1e-12), section, "Iy + Iz", "is less than that of a circle.")
        require(0.0 < J <= polar * (1.0 + 1e-12), section, "J", f"is {J:g}; it lies between 0 and Iy + Iz.")


def check_material(material: Material) -> None:
    """Its moduli are positive."""
    require(float(value_of(material.G)) > 0.0, material, "G", "is not positive.")


def check_structure(structure: Structure) -> None:
    """Between two points of the ground it plans bodies with names of their own and parts that end on them."""
    poses = (Pose(), Pose(p=(1.2, 0.3, 0.0)))
    down = np.array([0.0, 0.0, -9.81])
    plan = structure.plan(StructureSite("a structure", ("ground", "ground"), poses, (True, True), down))
    require(bool(plan.bodies) and bool(plan.parts), structure, "plan", "is empty.")
    require(not set(plan.bodies) & set(plan.parts), structure, "plan", "names a body as a part.")
