"""Energetic elements: forces that depend on the relative motion of their ends."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .bar import Bar
from .beam import Beam
from .bushing import Bushing
from .compliant_contact import CompliantContact
from .cone_limit import ConeLimit
from .damper import Damper
from .delayed_force import DelayedForce
from .delayed_formula import DelayedFormula
from .drag import Drag
from .exact_beam_element import ExactBeamElement
from .formula_force import FormulaForce
from .function_force import FunctionForce
from .fung import Fung
from .fung_kernel import FungKernel
from .fung_matrix import FungMatrix
from .hinge_force import HingeForce
from .hinge_friction import HingeFriction
from .implicit_force import ImplicitForce
from .implicit_formula import ImplicitFormula
from .joint_limit import JointLimit
from .ligament import Ligament
from .linear_viscoelastic import LinearViscoelastic
from .maxwell import Maxwell
from .membrane import Membrane
from .nonlinear_spring import NonlinearSpring
from .point_plane_contact import PointPlaneContact
from .rotation_spring import RotationSpring
from .sphere_beam_contact import SphereBeamContact
from .sphere_cylinder_contact import SphereCylinderContact
from .sphere_plane_contact import SpherePlaneContact
from .sphere_sphere_contact import SphereSphereContact
from .spring import Spring
from .submerged_rod import SubmergedRod
from .torsion_spring import TorsionSpring
from .unilateral_spring import UnilateralSpring
from .zener import Zener

__all__ = [
    "Bar",
    "Beam",
    "Bushing",
    "CompliantContact",
    "ConeLimit",
    "Damper",
    "DelayedForce",
    "DelayedFormula",
    "Drag",
    "ExactBeamElement",
    "FormulaForce",
    "FunctionForce",
    "Fung",
    "FungKernel",
    "FungMatrix",
    "HingeForce",
    "HingeFriction",
    "ImplicitForce",
    "ImplicitFormula",
    "JointLimit",
    "Ligament",
    "LinearViscoelastic",
    "Maxwell",
    "Membrane",
    "NonlinearSpring",
    "PointPlaneContact",
    "RotationSpring",
    "SphereBeamContact",
    "SphereCylinderContact",
    "SpherePlaneContact",
    "SphereSphereContact",
    "Spring",
    "SubmergedRod",
    "TorsionSpring",
    "UnilateralSpring",
    "Zener",
]
