"""What the catalogue offers, by module, and how it is called."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, overload

import numpy as np

from ..contract import Curve, Measure, Response, SmoothSurface
from ..expr import Expr
from .actuators.dc_motor import DCMotor as _DCMotor
from .actuators.electro_hydraulic_actuator import ElectroHydraulicActuator as _ElectroHydraulicActuator
from .actuators.hatze_muscle import HatzeMuscle as _HatzeMuscle
from .actuators.hydraulic_actuator import HydraulicActuator as _HydraulicActuator
from .actuators.linear_actuator import LinearActuator as _LinearActuator
from .actuators.muscle import Muscle as _Muscle
from .actuators.pid import PID as _PID
from .actuators.position_servo import PositionServo as _PositionServo
from .actuators.pressure_actuator import PressureActuator as _PressureActuator
from .actuators.servo_valve_actuator import ServoValveActuator as _ServoValveActuator
from .catalogue import register as register
from .catalogue import registered as registered
from .constraints.clamp import Clamp as _Clamp
from .constraints.clutch import Clutch as _Clutch
from .constraints.coupling import Coupling as _Coupling
from .constraints.curve_on_curve import CurveOnCurve as _CurveOnCurve
from .constraints.disc_on_plane import DiscOnPlane as _DiscOnPlane
from .constraints.fixed_distance import FixedDistance as _FixedDistance
from .constraints.formula_coupling import FormulaCoupling as _FormulaCoupling
from .constraints.gear import Gear as _Gear
from .constraints.knife_edge import KnifeEdge as _KnifeEdge
from .constraints.linear_coupling import LinearCoupling as _LinearCoupling
from .constraints.parallel_axes import ParallelAxes as _ParallelAxes
from .constraints.perpendicular_axes import PerpendicularAxes as _PerpendicularAxes
from .constraints.point_coincidence import PointCoincidence as _PointCoincidence
from .constraints.point_in_plane import PointInPlane as _PointInPlane
from .constraints.point_on_curve import PointOnCurve as _PointOnCurve
from .constraints.point_on_line import PointOnLine as _PointOnLine
from .constraints.prescribed_attitude import PrescribedAttitude as _PrescribedAttitude
from .constraints.prescribed_rate import PrescribedRate as _PrescribedRate
from .constraints.rack_and_pinion import RackAndPinion as _RackAndPinion
from .constraints.rolling_curves import RollingCurves as _RollingCurves
from .constraints.rolling_disc import RollingDisc as _RollingDisc
from .constraints.rolling_sphere import RollingSphere as _RollingSphere
from .constraints.rolling_surfaces import RollingSurfaces as _RollingSurfaces
from .constraints.same_orientation import SameOrientation as _SameOrientation
from .constraints.screw_coupling import ScrewCoupling as _ScrewCoupling
from .constraints.sliding_joint import SlidingJoint as _SlidingJoint
from .constraints.surface_on_surface import SurfaceOnSurface as _SurfaceOnSurface
from .constraints.weld import Weld as _Weld
from .contacts.contact_group import ContactGroup as _ContactGroup
from .contacts.surface_contact import SurfaceContact as _SurfaceContact
from .contacts.unilateral_contact import UnilateralContact as _UnilateralContact
from .curves.arcs_and_lines import ArcsAndLines as _ArcsAndLines
from .curves.circle_curve import CircleCurve as _CircleCurve
from .curves.convert import as_curve as as_curve
from .curves.function_curve import FunctionCurve as _FunctionCurve
from .curves.line_curve import LineCurve as _LineCurve
from .curves.spline_curve import SplineCurve as _SplineCurve
from .forces.bar import Bar as _Bar
from .forces.beam import Beam as _Beam
from .forces.bushing import Bushing as _Bushing
from .forces.compliant_contact import CompliantContact as CompliantContact
from .forces.cone_limit import ConeLimit as _ConeLimit
from .forces.damper import Damper as _Damper
from .forces.delayed_force import DelayedForce as _DelayedForce
from .forces.delayed_formula import DelayedFormula as _DelayedFormula
from .forces.drag import Drag as _Drag
from .forces.exact_beam_element import ExactBeamElement as _ExactBeamElement
from .forces.formula_force import FormulaForce as _FormulaForce
from .forces.function_force import FunctionForce as _FunctionForce
from .forces.fung import Fung as _Fung
from .forces.fung_kernel import FungKernel as _FungKernel
from .forces.fung_matrix import FungMatrix as _FungMatrix
from .forces.hinge_force import HingeForce as _HingeForce
from .forces.hinge_friction import HingeFriction as _HingeFriction
from .forces.implicit_force import ImplicitForce as _ImplicitForce
from .forces.implicit_formula import ImplicitFormula as _ImplicitFormula
from .forces.joint_limit import JointLimit as _JointLimit
from .forces.ligament import Ligament as _Ligament
from .forces.linear_viscoelastic import LinearViscoelastic as _LinearViscoelastic
from .forces.maxwell import Maxwell as _Maxwell
from .forces.membrane import Membrane as _Membrane
from .forces.nonlinear_spring import NonlinearSpring as _NonlinearSpring
from .forces.point_plane_contact import PointPlaneContact as _PointPlaneContact
from .forces.rotation_spring import RotationSpring as _RotationSpring
from .forces.sphere_beam_contact import SphereBeamContact as _SphereBeamContact
from .forces.sphere_cylinder_contact import SphereCylinderContact as _SphereCylinderContact
from .forces.sphere_plane_contact import SpherePlaneContact as _SpherePlaneContact
from .forces.sphere_sphere_contact import SphereSphereContact as _SphereSphereContact
from .forces.spring import Spring as _Spring
from .forces.submerged_rod import SubmergedRod as _SubmergedRod
from .forces.torsion_spring import TorsionSpring as _TorsionSpring
from .forces.unilateral_spring import UnilateralSpring as _UnilateralSpring
from .forces.zener import Zener as _Zener
from .hinges.along_curve import AlongCurve as _AlongCurve
from .hinges.cylindrical import Cylindrical as _Cylindrical
from .hinges.fixed import Fixed as _Fixed
from .hinges.free import Free as _Free
from .hinges.gimbal import Gimbal as _Gimbal
from .hinges.leaning_wheel import LeaningWheel as _LeaningWheel
from .hinges.planar import Planar as _Planar
from .hinges.prismatic import Prismatic as _Prismatic
from .hinges.revolute import Revolute as _Revolute
from .hinges.rolling_wheel import RollingWheel as _RollingWheel
from .hinges.screw import Screw as _Screw
from .hinges.spherical import Spherical as _Spherical
from .hinges.translation import Translation as _Translation
from .hinges.universal import Universal as _Universal
from .loads.applied_force import AppliedForce as _AppliedForce
from .loads.applied_moment import AppliedMoment as _AppliedMoment
from .loads.pressure_load import PressureLoad as _PressureLoad
from .loads.volume_load import VolumeLoad as _VolumeLoad
from .loads.wrench import Wrench as _Wrench
from .materials import ALUMINIUM as ALUMINIUM
from .materials import BRASS as BRASS
from .materials import CAST_IRON as CAST_IRON
from .materials import COPPER as COPPER
from .materials import POLYAMIDE as POLYAMIDE
from .materials import STAINLESS_STEEL as STAINLESS_STEEL
from .materials import STEEL as STEEL
from .materials import TITANIUM as TITANIUM
from .measures.beam_deformation import BeamDeformation as _BeamDeformation
from .measures.beam_strain import BeamStrain as _BeamStrain
from .measures.cardan_angles import CardanAngles as _CardanAngles
from .measures.displacement import Displacement as _Displacement
from .measures.distance import Distance as _Distance
from .measures.guided_path import GuidedPath as _GuidedPath
from .measures.line_distance import LineDistance as _LineDistance
from .measures.lines import Lines as _Lines
from .measures.membrane_deformation import MembraneDeformation as _MembraneDeformation
from .measures.path import Path as _Path
from .measures.relative_angle import RelativeAngle as _RelativeAngle
from .measures.relative_pose import RelativePose as _RelativePose
from .measures.rotation_vector import RotationVector as _RotationVector
from .measures.vector import Vector as _Vector
from .measures.wrapping_path import WrappingPath as _WrappingPath
from .obstacles.obstacle import Obstacle as Obstacle
from .obstacles.wrap_cone import WrapCone as _WrapCone
from .obstacles.wrap_cylinder import WrapCylinder as _WrapCylinder
from .obstacles.wrap_ellipsoid import WrapEllipsoid as _WrapEllipsoid
from .obstacles.wrap_sphere import WrapSphere as _WrapSphere
from .obstacles.wrap_torus import WrapTorus as _WrapTorus
from .responses.convert import as_response as as_response
from .responses.exponential_response import ExponentialResponse as _ExponentialResponse
from .responses.formula_response import FormulaResponse as _FormulaResponse
from .responses.function_response import FunctionResponse as _FunctionResponse
from .responses.linear_response import LinearResponse as _LinearResponse
from .responses.polynomial_response import PolynomialResponse as _PolynomialResponse
from .responses.table_response import TableResponse as _TableResponse
from .rotors.wheel import Wheel as _Wheel
from .sections.circle import Circle as _Circle
from .sections.general_section import GeneralSection as _GeneralSection
from .sections.i_profile import IProfile as _IProfile
from .sections.profile import profile as profile
from .sections.rectangle import Rectangle as _Rectangle
from .sections.rectangular_tube import RectangularTube as _RectangularTube
from .sections.stiffness_section import StiffnessSection as _StiffnessSection
from .sections.tube import Tube as _Tube
from .shapes.beam_node import BeamNode as _BeamNode
from .shapes.box import Box as _Box
from .shapes.composite import Composite as _Composite
from .shapes.cone import Cone as _Cone
from .shapes.cylinder import Cylinder as _Cylinder
from .shapes.ellipsoid import Ellipsoid as _Ellipsoid
from .shapes.extrusion import Extrusion as _Extrusion
from .shapes.flexible_shapes import FlexiblePlate as FlexiblePlate
from .shapes.flexible_shapes import FlexibleRod as FlexibleRod
from .shapes.gear_wheel import GearWheel as _GearWheel
from .shapes.mesh import Mesh as _Mesh
from .shapes.modal_body import ModalBody as _ModalBody
from .shapes.plate import Plate as _Plate
from .shapes.point_mass import PointMass as _PointMass
from .shapes.revolution import Revolution as _Revolution
from .shapes.rod import Rod as _Rod
from .shapes.solid import Solid as Solid
from .shapes.sphere import Sphere as _Sphere
from .signals import Expression as _Expression
from .signals.constant import Constant as _Constant
from .signals.formula import Formula as _Formula
from .signals.periodic_spline import PeriodicSpline as _PeriodicSpline
from .signals.piecewise import Piecewise as _Piecewise
from .signals.polynomial import Polynomial as _Polynomial
from .signals.ramp import Ramp as _Ramp
from .signals.sine import Sine as _Sine
from .signals.smooth_step import SmoothStep as _SmoothStep
from .signals.spline import Spline as _Spline
from .signals.table import Table as _Table
from .stops.bump_stop import BumpStop as _BumpStop
from .stops.clearance_revolute import ClearanceRevolute as _ClearanceRevolute
from .stops.joint_stop import JointStop as _JointStop
from .stops.one_way_clutch import OneWayClutch as _OneWayClutch
from .stops.pin_in_slot import PinInSlot as _PinInSlot
from .stops.ratchet import Ratchet as _Ratchet
from .stops.rope import Rope as _Rope
from .structures.cable import Cable as _Cable
from .structures.exact_beam import ExactBeam as _ExactBeam
from .surfaces import SURFACES as SURFACES
from .surfaces import BoxSurface as _BoxSurface
from .surfaces import CapsuleSurface as _CapsuleSurface
from .surfaces import CylinderSurface as _CylinderSurface
from .surfaces import DiscSurface as _DiscSurface
from .surfaces import EllipsoidSurface as _EllipsoidSurface
from .surfaces import HullSurface as _HullSurface
from .surfaces import OutlineSurface as _OutlineSurface
from .surfaces import PlaneSurface as _PlaneSurface
from .surfaces import PointsSurface as _PointsSurface
from .surfaces import SphereSurface as _SphereSurface
from .surfaces.function_surface import FunctionSurface as _FunctionSurface
from .surfaces.height_surface import HeightSurface as _HeightSurface
from .surfaces.polynomial_surface import PolynomialSurface as _PolynomialSurface
from .surfaces.revolved_surface import RevolvedSurface as _RevolvedSurface
from .surfaces.swept_surface import SweptSurface as _SweptSurface
from .surfaces.torus_surface import TorusSurface as _TorusSurface

__all__ = [
    "ALUMINIUM",
    "BRASS",
    "CAST_IRON",
    "COPPER",
    "PID",
    "POLYAMIDE",
    "STAINLESS_STEEL",
    "STEEL",
    "SURFACES",
    "TITANIUM",
    "AlongCurve",
    "AppliedForce",
    "AppliedMoment",
    "ArcsAndLines",
    "Bar",
    "Beam",
    "BeamDeformation",
    "BeamNode",
    "BeamStrain",
    "Box",
    "BoxSurface",
    "BumpStop",
    "Bushing",
    "Cable",
    "CapsuleSurface",
    "CardanAngles",
    "Circle",
    "CircleCurve",
    "Clamp",
    "ClearanceRevolute",
    "Clutch",
    "CompliantContact",
    "Composite",
    "Cone",
    "ConeLimit",
    "Constant",
    "ContactGroup",
    "Coupling",
    "CurveOnCurve",
    "Cylinder",
    "CylinderSurface",
    "Cylindrical",
    "DCMotor",
    "Damper",
    "DelayedForce",
    "DelayedFormula",
    "DiscOnPlane",
    "DiscSurface",
    "Displacement",
    "Distance",
    "Drag",
    "ElectroHydraulicActuator",
    "Ellipsoid",
    "EllipsoidSurface",
    "ExactBeam",
    "ExactBeamElement",
    "ExponentialResponse",
    "Expression",
    "Extrusion",
    "Fixed",
    "FixedDistance",
    "FlexiblePlate",
    "FlexibleRod",
    "Formula",
    "FormulaCoupling",
    "FormulaForce",
    "FormulaResponse",
    "Free",
    "FunctionCurve",
    "FunctionForce",
    "FunctionResponse",
    "FunctionSurface",
    "Fung",
    "FungKernel",
    "FungMatrix",
    "Gear",
    "GearWheel",
    "GeneralSection",
    "Gimbal",
    "GuidedPath",
    "HatzeMuscle",
    "HeightSurface",
    "HingeForce",
    "HingeFriction",
    "HullSurface",
    "HydraulicActuator",
    "IProfile",
    "ImplicitForce",
    "ImplicitFormula",
    "JointLimit",
    "JointStop",
    "KnifeEdge",
    "LeaningWheel",
    "Ligament",
    "LineCurve",
    "LineDistance",
    "LinearActuator",
    "LinearCoupling",
    "LinearResponse",
    "LinearViscoelastic",
    "Lines",
    "Maxwell",
    "Membrane",
    "MembraneDeformation",
    "Mesh",
    "ModalBody",
    "Muscle",
    "NonlinearSpring",
    "Obstacle",
    "OneWayClutch",
    "OutlineSurface",
    "ParallelAxes",
    "Path",
    "PeriodicSpline",
    "PerpendicularAxes",
    "Piecewise",
    "PinInSlot",
    "Planar",
    "PlaneSurface",
    "Plate",
    "PointCoincidence",
    "PointInPlane",
    "PointMass",
    "PointOnCurve",
    "PointOnLine",
    "PointPlaneContact",
    "PointsSurface",
    "Polynomial",
    "PolynomialResponse",
    "PolynomialSurface",
    "PositionServo",
    "PrescribedAttitude",
    "PrescribedRate",
    "PressureActuator",
    "PressureLoad",
    "Prismatic",
    "RackAndPinion",
    "Ramp",
    "Ratchet",
    "Rectangle",
    "RectangularTube",
    "RelativeAngle",
    "RelativePose",
    "Revolute",
    "Revolution",
    "RevolvedSurface",
    "Rod",
    "RollingCurves",
    "RollingDisc",
    "RollingSphere",
    "RollingSurfaces",
    "RollingWheel",
    "Rope",
    "RotationSpring",
    "RotationVector",
    "SameOrientation",
    "Screw",
    "ScrewCoupling",
    "ServoValveActuator",
    "Sine",
    "SlidingJoint",
    "SmoothStep",
    "Solid",
    "Sphere",
    "SphereBeamContact",
    "SphereCylinderContact",
    "SpherePlaneContact",
    "SphereSphereContact",
    "SphereSurface",
    "Spherical",
    "Spline",
    "SplineCurve",
    "Spring",
    "StiffnessSection",
    "SubmergedRod",
    "SurfaceContact",
    "SurfaceOnSurface",
    "SweptSurface",
    "Table",
    "TableResponse",
    "TorsionSpring",
    "TorusSurface",
    "Translation",
    "Tube",
    "UnilateralContact",
    "UnilateralSpring",
    "Universal",
    "Vector",
    "VolumeLoad",
    "Weld",
    "Wheel",
    "WrapCone",
    "WrapCylinder",
    "WrapEllipsoid",
    "WrapSphere",
    "WrapTorus",
    "WrappingPath",
    "Wrench",
    "Zener",
    "as_curve",
    "as_response",
    "profile",
    "register",
    "registered",
]

class DCMotor(_DCMotor):
    """l ẋ = V − r x − c ε̇, F = c x: a DC motor on the angle ε about `axis`; state `current` x (S0 (3.5.7–8)).

    Fields, by position or by name:
        constant: N*m/A, c
        resistance: ohm, r
        inductance: H, l
        axis: 'z' unless given, of the shaft, in the first end
    """

    def __init__(
        self,
        constant: float | Expr,
        resistance: float | Expr,
        inductance: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class ElectroHydraulicActuator(_ElectroHydraulicActuator):
    """A cylinder whose valve gives a flow for a `current` i, less for the pressure that it works against.

    Fields, by position or by name:
        area: m**2, A, of the piston
        stiffness: Pa/m**3, κ, pressure by volume of oil: 4 β/V
        leakage: m**3/s/Pa, 0.0 unless given, k_l, past the piston
        damping: N*s/m, 0.0 unless given, b, of the seals
        flow_gain: m**3/s/A, K_i, flow for a current
        flow_pressure: m**3/s/Pa, 0.0 unless given, K_c, flow lost to pressure
        on: Distance() unless given, what is measured
    """

    @overload
    def __init__(
        self,
        area: float | Expr,
        stiffness: float | Expr,
        leakage: float | Expr = 0.0,
        damping: float | Expr = 0.0,
        *,
        flow_gain: float | Expr,
        flow_pressure: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        area: float | Expr,
        stiffness: float | Expr,
        leakage: float | Expr,
        damping: float | Expr,
        flow_gain: float | Expr,
        flow_pressure: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...

class HatzeMuscle(_HatzeMuscle):
    """Hatze's muscle: calcium set free by stimulation activates the fibres, the more the longer they are.

    Fields, by position or by name:
        force: N, F₀, greatest isometric force
        fibre: m, l₀, optimal length of the fibres
        slack: m, l_s, slack length of the tendon
        pennation: rad, 0.0 unless given, α₀, angle of the fibres at their optimal length
        tendon: 'elastic' unless given, whether the tendon stretches
        speed: 1/s, 10.0 unless given, greatest shortening velocity over l₀
        rate: 1/s, 11.25 unless given, m of calcium: 11.25 fast fibres, 3.67 slow ones
        exponent: 3 unless given, ν of the activation
        sensitivity: γ_c ρ₀: 7.24 with ν = 3, 9.10 with ν = 2
        pole: 2.9 unless given, ξ_ρ, the fibre length at which ρ would be infinite
        least: 0.005 unless given, q₀, activation without calcium
        idle: activation of units that are not recruited; q₀ if left out
        order: 1 unless given, of calcium, and of the depolarisation that comes before it with 2
        membrane: (396.0, 48400.0) unless given, c₁ (1/s), c₂ (1/s²), with order=2
        release: (131.25, 1350.0) unless given, c₄ (1/s), c₅ (1/s²), with order=2
        parallel: 'fibres' unless given, what the parallel element is beside
        parallel_length: m, l_p, with parallel="muscle"
        tendon_strain: 0.04 unless given, strain of the tendon at F₀
        tendon_shape: 3.0 unless given, k of the tendon
        passive_strain: 0.6 unless given, strain of the parallel element at F₀
        passive_shape: 4.0 unless given, k of the parallel element
        control: 'excitation' unless given, what the input is
        shares: parts of F₀ on the lines, in sum one
        on: Path() unless given, the line or lines of action
    """

    def __init__(
        self,
        force: float | Expr,
        fibre: float | Expr,
        slack: float | Expr,
        pennation: float | Expr = 0.0,
        tendon: Literal["elastic", "rigid"] = "elastic",
        speed: float | Expr = 10.0,
        rate: float | Expr = 11.25,
        exponent: Literal[3, 2] = 3,
        sensitivity: float | Expr | None = None,
        pole: float | Expr = 2.9,
        least: float | Expr = 0.005,
        idle: float | Expr | None = None,
        order: Literal[1, 2] = 1,
        membrane: Sequence[Any] | np.ndarray = (396.0, 48400.0),
        release: Sequence[Any] | np.ndarray = (131.25, 1350.0),
        parallel: Literal["fibres", "muscle"] = "fibres",
        parallel_length: float | Expr | None = None,
        tendon_strain: float | Expr = 0.04,
        tendon_shape: float | Expr = 3.0,
        passive_strain: float | Expr = 0.6,
        passive_shape: float | Expr = 4.0,
        control: Literal["excitation", "activation"] = "excitation",
        shares: Sequence[Any] | np.ndarray | None = None,
        on: Measure = ...,
    ) -> None: ...

class HydraulicActuator(_HydraulicActuator):
    """A double-acting cylinder with a four-way valve; the chamber pressures p₁, p₂ are its states.

    Fields, by position or by name:
        bore: m**2, A₁, area of the piston
        annulus: m**2, A₂, area on the side of the rod
        stroke: m, how far the piston can go
        length: m, l₀, of the retracted cylinder
        supply: Pa, pressure of the supply
        valve: m**3/s/Pa**0.5, K of the fully open valve
        bulk: Pa, 1400000000.0 unless given, β, bulk modulus of the oil
        dead: m**3, 1e-05 unless given, V₀, volume of a chamber that is pushed empty
        tank: Pa, 0.0 unless given, pressure of the tank
        leakage: m**3/s/Pa, 0.0 unless given, k_l, past the piston
        damping: N*s/m, 0.0 unless given, c, of the seals
        smoothing: Pa, 10000.0 unless given, pressure below which the roots are smoothed
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        bore: float | Expr,
        annulus: float | Expr,
        stroke: float | Expr,
        length: float | Expr,
        supply: float | Expr,
        valve: float | Expr,
        bulk: float | Expr = 1400000000.0,
        dead: float | Expr = 1e-05,
        tank: float | Expr = 0.0,
        leakage: float | Expr = 0.0,
        damping: float | Expr = 0.0,
        smoothing: float | Expr = 10000.0,
        on: Measure = ...,
    ) -> None: ...

class LinearActuator(_LinearActuator):
    """ẋ = A x + B (i, ε, ε̇), F = C x + D (i, ε, ε̇): the linear active element (S0 (3.5.4)).

    Fields, by position or by name:
        A: n × n
        B: n × m
        C: k × n
        D: k × m
        signals: ('input',) unless given, names of the inputs
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        A: Sequence[Any] | np.ndarray | None = None,
        B: Sequence[Any] | np.ndarray | None = None,
        C: Sequence[Any] | np.ndarray | None = None,
        D: Sequence[Any] | np.ndarray | None = None,
        signals: Any = ("input",),
        on: Measure = ...,
    ) -> None: ...

class Muscle(_Muscle):
    """A Hill-type muscle with published curves, over any number of via points.

    Fields, by position or by name:
        force: N, F₀, greatest isometric force
        fibre: m, l₀, optimal length of the fibres
        slack: m, l_s, slack length of the tendon
        pennation: rad, 0.0 unless given, α₀, angle of the fibres at their optimal length
        tendon: 'elastic' unless given, whether the tendon stretches
        speed: 1/s, 10.0 unless given, greatest shortening velocity over l₀
        rise: s, time constant of activation, as published
        fall: s, time constant of deactivation, as published
        tendon_strain: strain of the tendon at F₀, as published
        fibre_damping: β, F/F₀ at the greatest velocity, as published: 0.1 of Millard's, else 0
        least: 0.01 unless given, the least excitation, or activation
        curves: 'DeGroote2016' unless given, whose curves
        control: 'excitation' unless given, what the input is
        shares: parts of F₀ on the lines, in sum one
        on: Path() unless given, the line or lines of action
    """

    def __init__(
        self,
        force: float | Expr,
        fibre: float | Expr,
        slack: float | Expr,
        pennation: float | Expr = 0.0,
        tendon: Literal["elastic", "rigid"] = "elastic",
        speed: float | Expr = 10.0,
        rise: float | Expr | None = None,
        fall: float | Expr | None = None,
        tendon_strain: float | Expr | None = None,
        fibre_damping: float | Expr | None = None,
        least: float | Expr = 0.01,
        curves: Literal["DeGroote2016", "Thelen2003", "Millard2012"] = "DeGroote2016",
        control: Literal["excitation", "activation"] = "excitation",
        shares: Sequence[Any] | np.ndarray | None = None,
        on: Measure = ...,
    ) -> None: ...

class PID(_PID):
    """y = k_p e + I + k_d d, e = target − measured: a controller. It has no ends and acts on nothing itself.

    Fields, by position or by name:
        proportional: k_p
        integral: 0.0 unless given, k_i, per second
        derivative: 0.0 unless given, k_d, seconds
        filter: s, 0.001 unless given, T_f
        least: lower limit of the output
        most: upper limit of the output
        tracking: s, 1.0 unless given, T_t
    """

    def __init__(
        self,
        proportional: float | Expr,
        integral: float | Expr = 0.0,
        derivative: float | Expr = 0.0,
        filter: float | Expr = 0.001,
        least: float | Expr | None = None,
        most: float | Expr | None = None,
        tracking: float | Expr = 1.0,
    ) -> None: ...

class PositionServo(_PositionServo):
    """l ẋ = b (i − ε) − r x − c ε̇, F = c x: a DC motor whose voltage is b times the error of its angle (S0 (3.5.9)).

    Fields, by position or by name:
        gain: V/rad, b
        constant: N*m/A, c
        resistance: ohm, r
        inductance: H, l
        axis: 'z' unless given, of the shaft, in the first end
    """

    def __init__(
        self,
        gain: float | Expr,
        constant: float | Expr,
        resistance: float | Expr,
        inductance: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class PressureActuator(_PressureActuator):
    """F = a i: a hydraulic or pneumatic actuator whose pressure difference i is given (S0 (3.5.6)).

    Fields, by position or by name:
        area: m**2, a
        on: Distance() unless given, what is measured
    """

    def __init__(self, area: float | Expr, on: Measure = ...) -> None: ...

class ServoValveActuator(_ServoValveActuator):
    """A cylinder with a servo valve: its spool x_v follows a `current` i, and oil flows through its orifices.

    Fields, by position or by name:
        area: m**2, A, of the piston
        stiffness: Pa/m**3, κ, pressure by volume of oil: 4 β/V
        leakage: m**3/s/Pa, 0.0 unless given, k_l, past the piston
        damping: N*s/m, 0.0 unless given, b, of the seals
        supply: Pa, p_s, of the supply above the tank
        valve: m**2/s/Pa**0.5, c, flow by spool and root of pressure: C_d w/√ρ
        gain: m/A, K, travel of the spool for a current
        frequency: rad/s, ω, of the spool
        damping_ratio: 0.7 unless given, ζ, of the spool
        smoothing: Pa, 1.0 unless given, pressure below which the roots are smoothed
        on: Distance() unless given, what is measured
    """

    @overload
    def __init__(
        self,
        area: float | Expr,
        stiffness: float | Expr,
        leakage: float | Expr = 0.0,
        damping: float | Expr = 0.0,
        *,
        supply: float | Expr,
        valve: float | Expr,
        gain: float | Expr,
        frequency: float | Expr,
        damping_ratio: float | Expr = 0.7,
        smoothing: float | Expr = 1.0,
        on: Measure = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        area: float | Expr,
        stiffness: float | Expr,
        leakage: float | Expr,
        damping: float | Expr,
        supply: float | Expr,
        valve: float | Expr,
        gain: float | Expr,
        frequency: float | Expr,
        damping_ratio: float | Expr = 0.7,
        smoothing: float | Expr = 1.0,
        on: Measure = ...,
    ) -> None: ...

class Clamp(_Clamp):
    """M does not move in F, wherever it is: ω = 0, v = 0. Six rows.

    Fields, by position or by name:
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Clutch(_Clutch):
    """Two coordinates whose rates are in proportion: q̇₁ = ratio · q̇₂, wherever they stand. One row.

    Fields, by position or by name:
        ratio: 1.0 unless given, speed of the first over speed of the second
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        ratio: float | Expr = 1.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Coupling(_Coupling):
    """function(q₁, q₂, …) = 0 on coordinates of the model, one argument for each end, in their order.

    Fields, by position or by name:
        function: function of the coordinates (and t) that is zero
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        function: Any,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class CurveOnCurve(_CurveOnCurve):
    """An outline in the xy plane of M touches one in the xy plane of F and may slide on it.

    Fields, by position or by name:
        first: outline fixed in F, in its xy plane
        second: outline fixed in M, in its xy plane
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        second: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class DiscOnPlane(_DiscOnPlane):
    """A thin disc of `radius` r, centre at M, touches the plane of F's origin with `normal` n: n · p = r |n × R a|.

    Fields, by position or by name:
        radius: m, radius of the disc
        disc_axis: 'y' unless given, axis of the disc, in M
        normal: 'z' unless given, normal of the plane, in F
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        radius: float | Expr,
        disc_axis: str | Sequence[float] | np.ndarray = "y",
        normal: str | Sequence[float] | np.ndarray = "z",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class FixedDistance(_FixedDistance):
    """The origins of F and M are `length` l apart: (p · p − l²)/2l = 0. One row.

    Fields, by position or by name:
        length: m, distance of the two points
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        length: float | Expr,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class FormulaCoupling(_FormulaCoupling):
    """text = 0 on coordinates of the model: "lift - 0.01*(1 - cos(angle))", as model files have it.

    Fields, by position or by name:
        text: what is zero, such as "lift - 0.01*cos(angle)"
        names: what the text calls the coordinates, in the order of the ends
        using: () unless given, the Parameters that the text calls by name
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        text: str,
        names: Any,
        using: Any = (),
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Gear(_Gear):
    """Two angles in proportion: first = ratio · second + offset. The ends are the coordinates, "A.angle" and "B.angle".

    Fields, by position or by name:
        ratio: speed of the first over speed of the second
        offset: rad, 0.0 unless given, first angle where the second is zero
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        ratio: float | Expr,
        offset: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class KnifeEdge(_KnifeEdge):
    """M's origin does not move across its blade: b · v = 0 with b fixed in M. One row, not integrable.

    Fields, by position or by name:
        across: 'y' unless given, direction across the blade, in M
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        across: str | Sequence[float] | np.ndarray = "y",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class LinearCoupling(_LinearCoupling):
    """Σ aₖ qₖ = constant, over coordinates of the model: one coefficient for each end.

    Fields, by position or by name:
        coefficients: aₖ, in the order of the ends
        constant: 0.0 unless given, the right-hand side
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        coefficients: Any,
        constant: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class ParallelAxes(_ParallelAxes):
    """Axis b of M points where axis a of F points: R b = a. Two rows, the part of R b across a, scaled to 2 sin(θ/2).

    Fields, by position or by name:
        first: 'z' unless given, axis fixed in F
        second: axis fixed in M; the same components as `first` where it is left out
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: str | Sequence[float] | np.ndarray = "z",
        second: str | Sequence[float] | np.ndarray | None = None,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PerpendicularAxes(_PerpendicularAxes):
    """Axis b of M is perpendicular to axis a of F: a · R b = 0. One row.

    Fields, by position or by name:
        first: 'x' unless given, axis fixed in F
        second: 'y' unless given, axis fixed in M
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: str | Sequence[float] | np.ndarray = "x",
        second: str | Sequence[float] | np.ndarray = "y",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PointCoincidence(_PointCoincidence):
    """The origins of F and M coincide: p = 0. Three rows.

    Fields, by position or by name:
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PointInPlane(_PointInPlane):
    """M's origin stays in the plane of F with normal n at distance d from F's origin: n · p = d. One row.

    Fields, by position or by name:
        normal: 'z' unless given, normal of the plane, in F
        offset: m, 0.0 unless given, distance of the plane from F's origin, along the normal
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        normal: str | Sequence[float] | np.ndarray = "z",
        offset: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PointOnCurve(_PointOnCurve):
    """M's origin is on a curve fixed in F: p = c(s), where s is an unknown of the constraint. Three rows, two net.

    Fields, by position or by name:
        curve: a curve, points to draw a spline through, or a function of s
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        curve: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PointOnLine(_PointOnLine):
    """M's origin stays on the line through F's origin along `axis`: what p has across the axis is zero. Two rows.

    Fields, by position or by name:
        axis: 'x' unless given, direction of the line, in F
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        axis: str | Sequence[float] | np.ndarray = "x",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PrescribedAttitude(_PrescribedAttitude):
    """M moves in F as signals say: p = p(t), or R = R(t), or both. Three rows each (S0.8).

    Fields, by position or by name:
        place: m, x, y, z of M in F: signals or numbers
        angles: rad, angles of the turns: signals or numbers
        sequence: 'xyz' unless given, axes of the turns, in order
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        place: Any = None,
        angles: Any = None,
        sequence: str = "xyz",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PrescribedRate(_PrescribedRate):
    r"""One component of the relative velocity follows a signal: $a\cdot\omega = \kappa(t)$ or $a\cdot v = \kappa(t)$.

    Fields, by position or by name:
        along: 'z' unless given, a
        rate: κ, a number or signal
        motion: 'rotation' unless given, whether of ω or of v
        axes: 'second' unless given, the end in whose axes a is fixed
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    @overload
    def __init__(
        self,
        along: str | Sequence[float] | np.ndarray = "z",
        *,
        rate: Any,
        motion: Literal["rotation", "translation"] = "rotation",
        axes: Literal["second", "first"] = "second",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...
    @overload
    def __init__(
        self,
        along: str | Sequence[float] | np.ndarray,
        rate: Any,
        motion: Literal["rotation", "translation"] = "rotation",
        axes: Literal["second", "first"] = "second",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class RackAndPinion(_RackAndPinion):
    """A displacement in proportion to an angle: displacement = radius · angle + offset.

    Fields, by position or by name:
        radius: m, pitch radius of the pinion
        offset: m, 0.0 unless given, displacement where the angle is zero
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        radius: float | Expr,
        offset: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class RollingCurves(_RollingCurves):
    """An outline in the xy plane of M rolls without slipping on one in the xy plane of F.

    Fields, by position or by name:
        first: outline fixed in F, in its xy plane
        second: outline fixed in M, in its xy plane
        opposite: True unless given, whether the tangents point opposite ways
        offset: m, 0.0 unless given, σ₁ where σ₂ is zero: which points meet
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        second: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        opposite: bool = True,
        offset: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class RollingDisc(_RollingDisc):
    """A thin disc of `radius` r, centre at M, does not slip on the plane with `normal` n of F. Two rows.

    Fields, by position or by name:
        radius: m, radius of the disc
        disc_axis: 'y' unless given, axis of the disc, in M
        normal: 'z' unless given, normal of the plane, in F
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        radius: float | Expr,
        disc_axis: str | Sequence[float] | np.ndarray = "y",
        normal: str | Sequence[float] | np.ndarray = "z",
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class RollingSphere(_RollingSphere):
    """A ball of `radius` r, centre at M, does not slip on the plane with `normal` n of F: v = r ω × n in the plane.

    Fields, by position or by name:
        radius: m, radius of the ball
        normal: 'z' unless given, normal of the plane, in F
        spins: True unless given, whether it may turn about the normal
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        radius: float | Expr,
        normal: str | Sequence[float] | np.ndarray = "z",
        spins: bool = True,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class RollingSurfaces(_RollingSurfaces):
    """A surface fixed in M rolls on one fixed in F: contact as in `SurfaceOnSurface`, and no slip.

    Fields, by position or by name:
        first: a smooth surface fixed in F, or a function z(x, y)
        second: a smooth surface fixed in M, or a function z(x, y)
        spins: True unless given, whether it may turn about the common normal
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: SmoothSurface | Callable[..., Any],
        second: SmoothSurface | Callable[..., Any],
        spins: bool = True,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class SameOrientation(_SameOrientation):
    """The axes of F and M stay parallel: R = E. Three rows, 2 sin(θ/2) n of the turn by θ about n.

    Fields, by position or by name:
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class ScrewCoupling(_ScrewCoupling):
    """A displacement of `pitch` h per revolution: displacement = h angle/2π + offset.

    Fields, by position or by name:
        pitch: m, advance per revolution; negative for a left-hand thread
        offset: m, 0.0 unless given, displacement where the angle is zero
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        pitch: float | Expr,
        offset: float | Expr = 0.0,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class SlidingJoint(_SlidingJoint):
    """The first end is on the centre line of a beam: r(s) = Σ wₖ(s) rₖ, where s is an unknown of the joint.

    Fields, by position or by name:
        follow: 'point' unless given, what the first end follows
        places: m, s of the points of the line; the beam gives them
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        follow: Literal["point", "tangent", "section"] = "point",
        places: Sequence[Any] | np.ndarray | None = None,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class SurfaceOnSurface(_SurfaceOnSurface):
    """A surface fixed in M touches one fixed in F, for good, and slides on it: a condyle, a spatial cam (S0 §1.1).

    Fields, by position or by name:
        first: a smooth surface fixed in F, or a function z(x, y)
        second: a smooth surface fixed in M, or a function z(x, y)
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        first: SmoothSurface | Callable[..., Any],
        second: SmoothSurface | Callable[..., Any],
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Weld(_Weld):
    """F and M coincide: p = 0, R = E. Six rows; unlike the joint `Fixed` it may close a loop of any joints.

    Fields, by position or by name:
        one_sided: True or "shortest", "longest": holds on one side only
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        one_sided: bool | str | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class ContactGroup(_ContactGroup):
    """Any two of its ends, on different bodies, may touch: a heap, a row of dominoes, a cradle, in one connection.

    Fields, by position or by name:
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class SurfaceContact(_SurfaceContact):
    """g = f(x, y, z)/|∇f|: the point of the second end on the surface f = 0 that is fixed in the first, outside f > 0.

    Fields, by position or by name:
        function: f(x, y, z), positive outside
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        function: Any,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class UnilateralContact(_UnilateralContact):
    r"""$0 \le g \perp \lambda_N \ge 0$, $\lambda_T \in -\mu\lambda_N\,\mathrm{Sgn}(\gamma_T)$: two surfaces that touch.

    Fields, by position or by name:
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class ArcsAndLines(_ArcsAndLines):
    """A curve in the xy plane of arcs and lines that join smoothly, the curvature positive to the left.

    Fields, by position or by name:
        segments: (length, curvature) of each segment: ±1/r for an arc, 0 for a line
        start: m, (0.0, 0.0) unless given, (x, y) of the first point
        heading: rad, 0.0 unless given, direction of the first segment from the x axis
        closed: False unless given, whether the outline is closed
    """

    def __init__(self, segments: Any, start: Any = (0.0, 0.0), heading: Any = 0.0, closed: bool = False) -> None: ...

class CircleCurve(_CircleCurve):
    """The circle of `radius` r about `center` in the plane across `axis`: c(s) = center + r (a cos(s/r) + b sin(s/r)).

    Fields, by position or by name:
        radius: m, radius of the circle
        center: m, (0.0, 0.0, 0.0) unless given, centre of the circle
        axis: 'z' unless given, normal of the plane of the circle
    """

    def __init__(
        self,
        radius: float | Expr,
        center: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        axis: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class FunctionCurve(_FunctionCurve):
    """c(s) = function(s): three expressions, or two for a curve in the xy plane. s is what the function takes it for.

    Fields, by position or by name:
        function: function of s that returns three (or two) expressions
        span: (start, end) of s
        closed: False unless given, whether the curve ends where it begins
    """

    def __init__(self, function: Any, span: Any = None, closed: bool = False) -> None: ...

class LineCurve(_LineCurve):
    """The straight line c(s) = start + s · direction; s is the arc length.

    Fields, by position or by name:
        direction: 'x' unless given, direction in which s grows
        start: m, (0.0, 0.0, 0.0) unless given, the point s = 0
    """

    def __init__(
        self, direction: str | Sequence[float] | np.ndarray = "x", start: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0)
    ) -> None: ...

class SplineCurve(_SplineCurve):
    """The cubic spline c(s) through `points`; with `closed`, on from the last point to the first.

    Fields, by position or by name:
        points: m, points (x, y, z), or (x, y) in the xy plane
        closed: False unless given, whether it goes on from the last point to the first
    """

    def __init__(self, points: Any, closed: bool = False) -> None: ...

class Bar(_Bar):
    """F = −(EA/l)(ε − l): a homogeneous elastic bar without bending, torsion or mass (S0 (3.4.13–17)).

    Fields, by position or by name:
        axial: N, E A
        length: m, l, undeformed
        damping: N*s/m, 0.0 unless given, of a damper beside it
        on: Distance() unless given, what is measured
    """

    def __init__(
        self, axial: float | Expr, length: float | Expr, damping: float | Expr = 0.0, on: Measure = ...
    ) -> None: ...

class Beam(_Beam):
    """F = −K (ε + β ε̇): a straight beam along x of its first end, by the elementary formulas (S0 §3.4, figure 3.7).

    Fields, by position or by name:
        length: m, l, undeformed
        axial: N, E A
        bending_y: N*m**2, E I_y, against bending in the xz plane
        bending_z: N*m**2, E I_z, against bending in the xy plane
        torsion: N*m**2, G J
        damping: s, 0.0 unless given, β
    """

    def __init__(
        self,
        length: float | Expr,
        axial: float | Expr,
        bending_y: float | Expr,
        bending_z: float | Expr,
        torsion: float | Expr,
        damping: float | Expr = 0.0,
    ) -> None: ...

class Bushing(_Bushing):
    """F = −K ε − B ε̇ on ε = (θ n, p): an elastic block that holds all six directions (S0 (3.4.7)).

    Fields, by position or by name:
        stiffness: K, six numbers or 6 × 6, rotations first, in SI units
        damping: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0) unless given, B, six numbers or 6 × 6, rotations first, in SI units
    """

    def __init__(self, stiffness: Any, damping: Any = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)) -> None: ...

class ConeLimit(_ConeLimit):
    """V = M s e^{(cos γ − a·Ra)/(s sin γ)}: keeps `axis` a of the second end in a cone about that of the first.

    Fields, by position or by name:
        angle: rad, γ, from the axis
        moment: N*m, M at the limit
        width: rad, 0.06 unless given, s in which the moment grows by e
        axis: 'z' unless given, a, in both ends
    """

    def __init__(
        self,
        angle: float | Expr,
        moment: float | Expr,
        width: float | Expr = 0.06,
        axis: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class Damper(_Damper):
    """F = −c ε̇: a linear damper between two points at distance ε, with `damping` c (S0 (3.4.7)).

    Fields, by position or by name:
        damping: N*s/m, c
        on: Distance() unless given, what is measured
    """

    def __init__(self, damping: float | Expr, on: Measure = ...) -> None: ...

class DelayedForce(_DelayedForce):
    """F(t) = function(e, e_dot, e_delayed, e_dot_delayed, force_delayed, t): a delayed law (S0 (3.4.2)).

    Fields, by position or by name:
        function: F, of e, e_dot, e_delayed, …, t
        delay: τ in s, or several: numbers, Parameters, functions or formulas of e, e_dot, t
        history: ε before the run: numbers, a function of time, or 'start'
        force_history: 0.0 unless given, F before the run
        on: Distance() unless given, what is measured
    """

    def __init__(
        self, function: Any, delay: Any, history: Any = None, force_history: Any = 0.0, on: Measure = ...
    ) -> None: ...

class DelayedFormula(_DelayedFormula):
    """F = text: a law of e, e_dot, e_delayed, e_dot_delayed, force_delayed and t, "-200*e - 3*e_dot_delayed".

    Fields, by position or by name:
        text: F, such as "-200*e_delayed"
        using: () unless given, the Parameters that the text calls by name
        delay: τ in s, or several: numbers, Parameters, functions or formulas of e, e_dot, t
        history: ε before the run: numbers, a function of time, or 'start'
        force_history: 0.0 unless given, F before the run
        on: Distance() unless given, what is measured
    """

    @overload
    def __init__(
        self,
        text: str,
        using: Any = (),
        *,
        delay: Any,
        history: Any = None,
        force_history: Any = 0.0,
        on: Measure = ...,
    ) -> None: ...
    @overload
    def __init__(
        self, text: str, using: Any, delay: Any, history: Any = None, force_history: Any = 0.0, on: Measure = ...
    ) -> None: ...

class Drag(_Drag):
    """f = −½ ρ c A |v| v: the drag of a fluid on a point of a body that moves through it at v.

    Fields, by position or by name:
        coefficient: c
        area: m**2, A
        density: kg/m**3, 1.225 unless given, ρ; air at sea level
        wind: m/s, (0.0, 0.0, 0.0) unless given, velocity of the fluid
    """

    def __init__(
        self,
        coefficient: float | Expr,
        area: float | Expr,
        density: float | Expr = 1.225,
        wind: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
    ) -> None: ...

class ExactBeamElement(_ExactBeamElement):
    """F = −h w C (ε − ε₀ + β ε̇): an element of a beam that bends, twists, shears and stretches by any amount.

    Fields, by position or by name:
        length: m, h, unstretched
        stiffness: EA, GA_y, GA_z in N, GJ, EI_y, EI_z in N·m²
        free: ε₀, six for every Gauss point
        damping: s, 0.0 unless given, β
        order: 1 unless given, of its polynomials; it has one node more
        section: for the channel of stress
        built: R and p of its further nodes in the first, as it was built
    """

    def __init__(
        self,
        length: float | Expr,
        stiffness: Sequence[Any] | np.ndarray,
        free: Sequence[Any] | np.ndarray | None = None,
        damping: float | Expr = 0.0,
        order: int = 1,
        section: Any = None,
        built: Sequence[Any] | np.ndarray | None = None,
    ) -> None: ...

class FormulaForce(_FormulaForce):
    """F = text: a law of e, e_dot and t, "-200*(e - 0.4) - 3*e_dot", as model files have it.

    Fields, by position or by name:
        text: F, such as "-200*(e - 0.4)"
        using: () unless given, the Parameters that the text calls by name
        on: Distance() unless given, what is measured
    """

    def __init__(self, text: str, using: Any = (), on: Measure = ...) -> None: ...

class FunctionForce(_FunctionForce):
    """F = function(e, e_dot, t): any Python `function` of what is measured, its rate and time; it names what it takes.

    Fields, by position or by name:
        function: F, of e, e_dot, t
        on: Distance() unless given, what is measured
    """

    def __init__(self, function: Any, on: Measure = ...) -> None: ...

class Fung(_Fung):
    """Tissue after Fung (1972), S0 (3.4.3): the elastic response f, relaxed by a kernel G.

    Fields, by position or by name:
        response: f, the elastic response as a function of elongation
        moduli: g_i
        times: s, τ_i
        equilibrium: g∞, what is left after all relaxation
        length: m, 0.0 unless given, l₀, the length at which the elongation is zero
        oscillations: rows (b, c, a, ω): weights, decay 1/s, rad/s
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        response: Response | float | Expr | str | Callable[..., Any],
        moduli: Sequence[Any] | np.ndarray,
        times: Sequence[Any] | np.ndarray,
        equilibrium: float | Expr | None = None,
        length: float | Expr = 0.0,
        oscillations: Sequence[Any] | np.ndarray | None = None,
        on: Measure = ...,
    ) -> None: ...

class FungKernel(_FungKernel):
    """Tissue after Fung, S0 (3.4.3), with any kernel G: a function, a formula of the time x, or a table.

    Fields, by position or by name:
        response: f, the elastic response as a function of elongation
        length: m, 0.0 unless given, l₀, the length at which the elongation is zero
        kernel: G, a function of time
        horizon: s, the longest history for which G is approximated
        tolerance: 1e-06 unless given, largest error of the approximation of G, of G(0)
        on: Distance() unless given, what is measured
    """

    @overload
    def __init__(
        self,
        response: Response | float | Expr | str | Callable[..., Any],
        length: float | Expr = 0.0,
        *,
        kernel: Any,
        horizon: float | Expr,
        tolerance: float | Expr = 1e-06,
        on: Measure = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        response: Response | float | Expr | str | Callable[..., Any],
        length: float | Expr,
        kernel: Any,
        horizon: float | Expr,
        tolerance: float | Expr = 1e-06,
        on: Measure = ...,
    ) -> None: ...

class FungMatrix(_FungMatrix):
    """Tissue after Fung, S0 (3.4.3), of several relevant variables ε that a matrix G of relaxation functions couples.

    Fields, by position or by name:
        response: f: a matrix, a function of ε, or responses
        kernel: G: one function of time, or rows of them
        horizon: s, the longest history for which G is met
        tolerance: 1e-08 unless given, how far an entry of G may be missed, of G(0)
        passive: True unless given, whether a matrix that would give out energy is refused
        rest: ε₀, at which f is zero
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        response: Any,
        kernel: Any,
        horizon: float | Expr,
        tolerance: float | Expr = 1e-08,
        passive: bool = True,
        rest: Sequence[Any] | np.ndarray | None = None,
        on: Measure = ...,
    ) -> None: ...

class HingeForce(_HingeForce):
    """F = f: a given torque or force at a joint; a motor or jack as it is thought of before it is chosen.

    Fields, by position or by name:
        force: N, f; the input `force` where it is not given
        on: RelativeAngle(axis=(0, 0, 1)) unless given, what it acts on
    """

    def __init__(self, force: Any = None, on: Measure = ...) -> None: ...

class HingeFriction(_HingeFriction):
    """F = −(C + (S − C) exp(−(ε̇/v_s)²)) tanh(ε̇/v_r) − c ε̇: Coulomb, Stribeck and viscous friction.

    Fields, by position or by name:
        coulomb: N*m, C
        static: N*m, S, not less than C
        stribeck: rad/s, 0.1 unless given, v_s
        viscous: N*m*s/rad, 0.0 unless given, c
        smoothing: rad/s, 0.001 unless given, v_r
        on: RelativeAngle(axis=(0, 0, 1)) unless given, what is measured
    """

    def __init__(
        self,
        coulomb: float | Expr,
        static: float | Expr | None = None,
        stribeck: float | Expr = 0.1,
        viscous: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        on: Measure = ...,
    ) -> None: ...

class ImplicitForce(_ImplicitForce):
    """f(F, ε, ε̇, t) = 0: a law that gives the force F only implicitly (S0 (3.4.5)). It names what it takes.

    Fields, by position or by name:
        function: f, of F, e, e_dot, t
        on: Distance() unless given, what is measured
    """

    def __init__(self, function: Any, on: Measure = ...) -> None: ...

class ImplicitFormula(_ImplicitFormula):
    """text = 0: an implicit law of F, e, e_dot and t, "F + 0.1*F**3 + 200*(e - 0.4)" (S0 (3.4.5)), for model files.

    Fields, by position or by name:
        text: what is zero, such as "F + 0.1*F**3 + 200*(e - 0.4)"
        using: () unless given, the Parameters that the text calls by name
        on: Distance() unless given, what is measured
    """

    def __init__(self, text: str, using: Any = (), on: Measure = ...) -> None: ...

class JointLimit(_JointLimit):
    """F = −k (ε − ε₀) − c ε̇ − M (e^{(ε − ε₊)/s} − e^{(ε₋ − ε)/s}): a joint that stiffens at the ends of its range.

    Fields, by position or by name:
        lower: rad, ε₋, one for each number measured
        upper: rad, ε₊
        moment: N*m, M at a limit
        width: rad, 0.06 unless given, s in which the moment grows by e
        stiffness: N*m/rad, k; none by default
        rest: rad, ε₀; zero by default
        damping: N*m*s/rad, c; none by default
        on: RelativeAngle(axis=(0, 0, 1)) unless given, what is measured
    """

    def __init__(
        self,
        lower: Sequence[Any] | np.ndarray,
        upper: Sequence[Any] | np.ndarray,
        moment: Sequence[Any] | np.ndarray,
        width: float | Expr = 0.06,
        stiffness: Sequence[Any] | np.ndarray | None = None,
        rest: Sequence[Any] | np.ndarray | None = None,
        damping: Sequence[Any] | np.ndarray | None = None,
        on: Measure = ...,
    ) -> None: ...

class Ligament(_Ligament):
    """Tension f(e)(1 + η ė) of a bundle of fibres, e = l/l₀ − 1: slack, then a toe region, then straight.

    Fields, by position or by name:
        stiffness: N, k, force for each unit of strain
        length: m, l₀, at which it begins to pull
        toe: 0.03 unless given, e₁: the toe region ends at twice this strain
        damping: s, 0.0 unless given, η, of the strain rate
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        stiffness: float | Expr,
        length: float | Expr,
        toe: float | Expr = 0.03,
        damping: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...

class LinearViscoelastic(_LinearViscoelastic):
    """Σ p_k dᵏS/dtᵏ = Σ q_k dᵏx/dtᵏ, F = −S, x = ε − l₀: springs and dampers in any arrangement (S0 (3.4.4)).

    Fields, by position or by name:
        force: p_k, of the force and its derivatives
        strain: q_k, of the elongation and its derivatives
        length: m, 0.0 unless given, l₀, the length at which the elongation is zero
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        force: Sequence[Any] | np.ndarray,
        strain: Sequence[Any] | np.ndarray,
        length: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...

class Maxwell(_Maxwell):
    """Ṡ = k ε̇ − (k/c) S, F = −S: a spring `stiffness` k and a damper `damping` c in series.

    Fields, by position or by name:
        stiffness: N/m, k
        damping: N*s/m, c
        on: Distance() unless given, what is measured
    """

    def __init__(self, stiffness: float | Expr, damping: float | Expr, on: Measure = ...) -> None: ...

class Membrane(_Membrane):
    """F = −K (ε + β ε̇): an elastic sheet between three points, in its own plane (S0 (3.4.20–22)).

    Fields, by position or by name:
        base: m, l₁, from the first point to the second
        height: m, l₂, of the third point above the base
        foot: m, l₃, of the third point along the base
        youngs: Pa, E, Young's modulus
        thickness: m, h
        poisson: 0.3 unless given, ν, Poisson's ratio
        damping: s, 0.0 unless given, β
        state: 'plane stress' unless given, of the sheet
    """

    def __init__(
        self,
        base: float | Expr,
        height: float | Expr,
        foot: float | Expr,
        youngs: float | Expr,
        thickness: float | Expr,
        poisson: float | Expr = 0.3,
        damping: float | Expr = 0.0,
        state: Literal["plane stress", "plane strain"] = "plane stress",
    ) -> None: ...

class NonlinearSpring(_NonlinearSpring):
    """F = −f(ε − l₀) − c ε̇: a spring whose tension is any `response` f of its elongation, with a damper beside it.

    Fields, by position or by name:
        response: f, tension as a function of elongation
        length: m, 0.0 unless given, l₀, the length at which the elongation is zero
        damping: N*s/m, 0.0 unless given, c
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        response: Response | float | Expr | str | Callable[..., Any],
        length: float | Expr = 0.0,
        damping: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...

class PointPlaneContact(_PointPlaneContact):
    """δ = −n·p: the second end's point against the plane through the first end's origin, across `normal` n.

    Fields, by position or by name:
        normal: 'z' unless given, n, of the plane, in the first end
        stiffness: k, in N/m^n
        exponent: 1.5 unless given, n
        dissipation: s/m, 0.0 unless given, d
        friction: 0.0 unless given, μ
        smoothing: m/s, 0.001 unless given, v_r
        rounding: m, 0.0 unless given, w; 0 is sharp
    """

    @overload
    def __init__(
        self,
        normal: str | Sequence[float] | np.ndarray = "z",
        *,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self,
        normal: str | Sequence[float] | np.ndarray,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...

class RotationSpring(_RotationSpring):
    """V = Σ κ_i (1 − R_ii), moment = Σ κ_i R e_i × e_i − C ω: holds the axes of the second end in the first's.

    Fields, by position or by name:
        stiffness: N*m/rad, k about x, y, z
        damping: N*m*s/rad, (0.0, 0.0, 0.0) unless given, C about x, y, z
    """

    def __init__(
        self, stiffness: Sequence[Any] | np.ndarray, damping: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0)
    ) -> None: ...

class SphereBeamContact(_SphereBeamContact):
    """N = k δⁿ max(0, 1 + 3/2 d δ̇), δ = r − d(s): a sphere about the first end and the centre line of a beam.

    Fields, by position or by name:
        radius: m, r, of sphere and beam together
        stiffness: k, in N/m^n
        exponent: 1.5 unless given, n
        dissipation: s/m, 0.0 unless given, d
        places: m, s of the points of the line; the beam gives them
        guess: m, 0.0 unless given, about where it is nearest at the start; the beam gives it
    """

    def __init__(
        self,
        radius: float | Expr,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        places: Sequence[Any] | np.ndarray | None = None,
        guess: float | Expr = 0.0,
    ) -> None: ...

class SphereCylinderContact(_SphereCylinderContact):
    """δ = R + r − |p − a (a·p)|: a sphere of `second` radius r about the second end on a round cylinder, a pulley.

    Fields, by position or by name:
        first: m, R, of the cylinder
        second: m, r, of the sphere
        axis: 'y' unless given, a, of the cylinder, in the first end
        stiffness: k, in N/m^n
        exponent: 1.5 unless given, n
        dissipation: s/m, 0.0 unless given, d
        friction: 0.0 unless given, μ
        smoothing: m/s, 0.001 unless given, v_r
        rounding: m, 0.0 unless given, w; 0 is sharp
    """

    @overload
    def __init__(
        self,
        first: float | Expr,
        second: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "y",
        *,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self,
        first: float | Expr,
        second: float | Expr,
        axis: str | Sequence[float] | np.ndarray,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...

class SpherePlaneContact(_SpherePlaneContact):
    """δ = r − n·p: a sphere of `radius` r about the second end against the plane of the first, across `normal` n.

    Fields, by position or by name:
        radius: m, r
        normal: 'z' unless given, n, of the plane, in the first end
        stiffness: k, in N/m^n
        exponent: 1.5 unless given, n
        dissipation: s/m, 0.0 unless given, d
        friction: 0.0 unless given, μ
        smoothing: m/s, 0.001 unless given, v_r
        rounding: m, 0.0 unless given, w; 0 is sharp
    """

    @overload
    def __init__(
        self,
        radius: float | Expr,
        normal: str | Sequence[float] | np.ndarray = "z",
        *,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self,
        radius: float | Expr,
        normal: str | Sequence[float] | np.ndarray,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...

class SphereSphereContact(_SphereSphereContact):
    """δ = r₁ + r₂ − |p|: spheres of radii `first` r₁ and `second` r₂ about the two ends.

    Fields, by position or by name:
        first: m, r₁; negative for a hollow sphere
        second: m, r₂
        stiffness: k, in N/m^n
        exponent: 1.5 unless given, n
        dissipation: s/m, 0.0 unless given, d
        friction: 0.0 unless given, μ
        smoothing: m/s, 0.001 unless given, v_r
        rounding: m, 0.0 unless given, w; 0 is sharp
    """

    def __init__(
        self,
        first: float | Expr,
        second: float | Expr,
        stiffness: float | Expr,
        exponent: float | Expr = 1.5,
        dissipation: float | Expr = 0.0,
        friction: float | Expr = 0.0,
        smoothing: float | Expr = 0.001,
        rounding: float | Expr = 0.0,
    ) -> None: ...

class Spring(_Spring):
    """F = −k (ε − l₀) − c ε̇: a linear spring between two points at distance ε, with a damper beside it (S0 (3.4.7)).

    Fields, by position or by name:
        stiffness: N/m, k
        length: m, l₀, the length at which it is free
        damping: N*s/m, 0.0 unless given, c
        on: Distance() unless given, what is measured
    """

    def __init__(
        self, stiffness: float | Expr, length: float | Expr, damping: float | Expr = 0.0, on: Measure = ...
    ) -> None: ...

class SubmergedRod(_SubmergedRod):
    """f = −ρ A l g − ½ ρ d l (c_n |v_n| v_n + π c_t |v_t| v_t): a slender rod in water, after Morison.

    Fields, by position or by name:
        length: m, l
        diameter: m, d
        density: kg/m**3, 1025.0 unless given, ρ; sea water
        normal: 1.2 unless given, c_n, across; a smooth cylinder
        tangential: 0.01 unless given, c_t, along, on the circumference
        current: m/s, (0.0, 0.0, 0.0) unless given, velocity of the fluid
        gravity: m/s**2, (0.0, 0.0, -9.81) unless given, g; zero without buoyancy
        axis: 'x' unless given, along the rod, in the second end
    """

    def __init__(
        self,
        length: float | Expr,
        diameter: float | Expr,
        density: float | Expr = 1025.0,
        normal: float | Expr = 1.2,
        tangential: float | Expr = 0.01,
        current: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        gravity: Sequence[Any] | np.ndarray = (0.0, 0.0, -9.81),
        axis: str | Sequence[float] | np.ndarray = "x",
    ) -> None: ...

class TorsionSpring(_TorsionSpring):
    """F = −k (ε − ε₀) − c ε̇: a linear torsion spring on the angle ε about `axis`, with a damper beside it.

    Fields, by position or by name:
        stiffness: N*m/rad, k
        angle: rad, 0.0 unless given, ε₀, the angle at which it is free
        damping: N*m*s/rad, 0.0 unless given, c
        axis: 'z' unless given, about which it turns, in the first end
    """

    def __init__(
        self,
        stiffness: float | Expr,
        angle: float | Expr = 0.0,
        damping: float | Expr = 0.0,
        axis: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class UnilateralSpring(_UnilateralSpring):
    """F = −max(0, k x + c ẋ) where x = ε − l₀ > 0, else 0: a rope, which pulls and never pushes.

    Fields, by position or by name:
        stiffness: N/m, k
        length: m, l₀, the length at which it begins to act
        damping: N*s/m, 0.0 unless given, c
        side: 'tension' unless given, on which side of l₀ it acts
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        stiffness: float | Expr,
        length: float | Expr,
        damping: float | Expr = 0.0,
        side: Literal["tension", "compression"] = "tension",
        on: Measure = ...,
    ) -> None: ...

class Zener(_Zener):
    """F = −k₀ (ε − l₀) − S, Ṡ = k₁ ε̇ − (k₁/c) S: a spring with a Maxwell element beside it, the standard linear solid.

    Fields, by position or by name:
        stiffness: N/m, k₀
        arm: N/m, k₁
        damping: N*s/m, c
        length: m, 0.0 unless given, l₀, the length at which it is free
        on: Distance() unless given, what is measured
    """

    def __init__(
        self,
        stiffness: float | Expr,
        arm: float | Expr,
        damping: float | Expr,
        length: float | Expr = 0.0,
        on: Measure = ...,
    ) -> None: ...

class AlongCurve(_AlongCurve):
    """M's origin moves along a curve fixed in F: p = c(s). One coordinate, the curve's parameter s.

    Fields, by position or by name:
        curve: a curve, points to draw a spline through, or a function of s
        frame: 'fixed' unless given, orientation of M: as F, or along the tangent
        up: 'z' unless given, the direction of F that z of M is closest to, for the tangent frame
    """

    def __init__(
        self,
        curve: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        frame: Literal["fixed", "tangent"] = "fixed",
        up: str | Sequence[float] | np.ndarray = "z",
    ) -> None: ...

class Cylindrical(_Cylindrical):
    """M turns by `angle` about `axis` a and slides by `displacement` d along it: R = R(a, angle), p = d a.

    Fields, by position or by name:
        axis: axis of turning and sliding, the same in F and M
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray) -> None: ...

class Fixed(_Fixed):
    """M stays where it is in F: p = `position`, R = R(`axis`, `angle`). No coordinates.

    Fields, by position or by name:
        position: m, (0.0, 0.0, 0.0) unless given, where M's origin is in F
        axis: 'z' unless given, the axis about which M is turned
        angle: rad, 0.0 unless given, by how much M is turned
    """

    def __init__(
        self,
        position: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        axis: str | Sequence[float] | np.ndarray = "z",
        angle: float | Expr = 0.0,
    ) -> None: ...

class Free(_Free):
    """M moves freely: R of Euler parameters e0…e3, p = (x, y, z) in F. Seven coordinates, six speeds."""

    def __init__(self) -> None: ...

class Gimbal(_Gimbal):
    """M turns about F's origin by three angles about carried axes: R = R₁(first) R₂(second) R₃(third), p = 0.

    Fields, by position or by name:
        sequence: 'xyz' unless given, axes of the turns, in order
    """

    def __init__(self, sequence: str = "xyz") -> None: ...

class LeaningWheel(_LeaningWheel):
    """A thin wheel (a coin) of `radius` r that rolls without slipping on the xy plane of F and may lean.

    Fields, by position or by name:
        radius: m, radius of the wheel
    """

    def __init__(self, radius: float | Expr) -> None: ...

class Planar(_Planar):
    """M moves in the plane across `axis` n: p = x a + y b, R = R(n, angle), with a, b, n a right-handed frame.

    Fields, by position or by name:
        axis: 'z' unless given, normal of the plane, the same in F and M
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray = "z") -> None: ...

class Prismatic(_Prismatic):
    """M slides in F by `displacement` d along `axis` a: R = E, p = d a. One mode, (0; a).

    Fields, by position or by name:
        axis: direction of sliding, the same in F and M
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray) -> None: ...

class Revolute(_Revolute):
    """M turns in F by `angle` about `axis` a: R = c E + (1 − c) a aᵀ + s ã, p = 0. One mode, (a; 0).

    Fields, by position or by name:
        axis: axis of the turn, the same in F and M
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray) -> None: ...

class RollingWheel(_RollingWheel):
    """A wheel of `radius` r that stands upright on the xy plane of F and rolls without slipping.

    Fields, by position or by name:
        radius: m, radius of the wheel
    """

    def __init__(self, radius: float | Expr) -> None: ...

class Screw(_Screw):
    """M turns by `angle` about `axis` a and advances `pitch` h per revolution: R = R(a, angle), p = a h angle/2π.

    Fields, by position or by name:
        pitch: m, advance per revolution; negative for a left-hand thread
        axis: 'z' unless given, axis of the screw, the same in F and M
    """

    def __init__(self, pitch: float | Expr, axis: str | Sequence[float] | np.ndarray = "z") -> None: ...

class Spherical(_Spherical):
    """M turns freely about F's origin: R of Euler parameters (e0; e1, e2, e3), p = 0. Nowhere singular."""

    def __init__(self) -> None: ...

class Translation(_Translation):
    """M is displaced in F and does not turn: R = E, p = (x, y, z). Three constant modes."""

    def __init__(self) -> None: ...

class Universal(_Universal):
    """A cross with two perpendicular arms: a is held in F, b in M. R = R(a, first) R(b, second), p = 0.

    Fields, by position or by name:
        first_axis: 'x' unless given, the arm of the cross that turns in F
        second_axis: 'y' unless given, the arm of the cross that turns in M, perpendicular to the first
    """

    def __init__(
        self,
        first_axis: str | Sequence[float] | np.ndarray = "x",
        second_axis: str | Sequence[float] | np.ndarray = "y",
    ) -> None: ...

class AppliedForce(_AppliedForce):
    """(moment, force) = (0, f): a `force` f on a point of a body.

    Fields, by position or by name:
        force: N, f
        along: the direction of a load that is given as one number or signal
        axes: 'world' unless given, in which axes the components are
    """

    def __init__(
        self,
        force: Any,
        along: str | Sequence[float] | np.ndarray | None = None,
        axes: Literal["world", "body"] = "world",
    ) -> None: ...

class AppliedMoment(_AppliedMoment):
    """(moment, force) = (m, 0): a `moment` m on a body.

    Fields, by position or by name:
        moment: N*m, m
        along: the direction of a load that is given as one number or signal
        axes: 'world' unless given, in which axes the components are
    """

    def __init__(
        self,
        moment: Any,
        along: str | Sequence[float] | np.ndarray | None = None,
        axes: Literal["world", "body"] = "world",
    ) -> None: ...

class PressureLoad(_PressureLoad):
    r"""A pressure on a surface of a body: $dF = -p\,n\,dA$ with n out of its solid (S0 (2.3.7)).

    Fields, by position or by name:
        surface: a smooth surface with edges, or a function z(x, y)
        pressure: p: a number (Pa), a signal, or a function of place and time
        over: ((u from, to), (v from, to)), where the surface has no edges of its own
        fixed_in: 'body' unless given, of which axes the places are
        points: 6 unless given, Gauss points in each direction
    """

    def __init__(
        self,
        surface: SmoothSurface | Callable[..., Any],
        pressure: Any,
        over: Any = None,
        fixed_in: Literal["body", "world"] = "body",
        points: int = 6,
    ) -> None: ...

class VolumeLoad(_VolumeLoad):
    r"""A force on every part of a block of a body: $F = \int f\,dV$, $M = \int b\times f\,dV$.

    Fields, by position or by name:
        force: f (N/m³): three numbers or signals, or a function of place and time
        over: ((x from, to), (y from, to), (z from, to)) in the axes of the end
        fixed_in: 'body' unless given, of which axes the places are
        points: 6 unless given, Gauss points in each direction
    """

    def __init__(self, force: Any, over: Any, fixed_in: Literal["body", "world"] = "body", points: int = 6) -> None: ...

class Wrench(_Wrench):
    """(moment, force) = (m, f): a `moment` m and a `force` f on a point of a body, each as in AppliedForce.

    Fields, by position or by name:
        moment: N*m, (0.0, 0.0, 0.0) unless given, m
        force: N, (0.0, 0.0, 0.0) unless given, f
        along: the direction of a load that is given as one number or signal
        axes: 'world' unless given, in which axes the components are
    """

    def __init__(
        self,
        moment: Any = (0.0, 0.0, 0.0),
        force: Any = (0.0, 0.0, 0.0),
        along: str | Sequence[float] | np.ndarray | None = None,
        axes: Literal["world", "body"] = "world",
    ) -> None: ...

class BeamDeformation(_BeamDeformation):
    """ε = (p_x − l, p_y, p_z, θ n): the deformation of a beam of `length` l that is straight along x of its first end.

    Fields, by position or by name:
        length: m, l, undeformed
    """

    def __init__(self, length: float | Expr) -> None: ...

class BeamStrain(_BeamStrain):
    """ε = (γ, κ) of an exact beam element of `length` h (unstretched) through order + 1 nodes, tangent along x:

    Fields, by position or by name:
        length: m, h, unstretched
        order: 1 unless given, of the polynomials, 1 to 8; it has one node more
    """

    def __init__(self, length: float | Expr, order: int = 1) -> None: ...

class CardanAngles(_CardanAngles):
    """ε = (α, β, γ) of R = R_y(α) R_x(β) R_z(γ): a turn about y, then about the carried x, then about the carried z."""

    def __init__(self) -> None: ...

class Displacement(_Displacement):
    """ε = a·p: how far the second point lies along `axis` a of the first end; negative behind it.

    Fields, by position or by name:
        axis: 'x' unless given, a, in the first end
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray = "x") -> None: ...

class Distance(_Distance):
    """ε = |p|: the distance between two points. It has no derivative where they coincide."""

    def __init__(self) -> None: ...

class GuidedPath(_GuidedPath):
    r"""ε: the length of a `Path` whose last point stands at $\sum_k c_k\,φ^k$ in the last end: a tendon over a kneecap.

    Fields, by position or by name:
        place: m, rows c₀, c₁, … of x, y, z in the last end, by powers of φ
        axis: 'y' unless given, of φ, in the last end but one
        between: (-3.141592653589793, 3.141592653589793) unless given, (least, greatest) φ, in rad
    """

    def __init__(
        self,
        place: Sequence[Any] | np.ndarray,
        axis: str | Sequence[float] | np.ndarray = "y",
        between: Any = (-3.141592653589793, 3.141592653589793),
    ) -> None: ...

class LineDistance(_LineDistance):
    """ε = ½ |r(s)|²: r(s) = Σ wₖ(s) pₖ is the line through the other ends, as it is seen from the first.

    Fields, by position or by name:
        places: m, s of the points of the line
        guess: m, 0.0 unless given, about where the nearest place is at the start
    """

    def __init__(self, places: Sequence[Any] | np.ndarray, guess: float | Expr = 0.0) -> None: ...

class Lines(_Lines):
    """ε_j: the lengths of several lines, each a `Path` of its own: the lines of action of a broad muscle.

    Fields, by position or by name:
        points: how many points each line has, such as (2, 3)
    """

    def __init__(self, points: Any) -> None: ...

class MembraneDeformation(_MembraneDeformation):
    """ε = (x₂ − l₁, y₃ − l₂, x₃ − l₃): the deformation of a triangle in its own plane (S0 (3.4.20)).

    Fields, by position or by name:
        base: m, l₁, from the first point to the second
        height: m, l₂, of the third point above the base
        foot: m, l₃, of the third point along the base
    """

    def __init__(self, base: float | Expr, height: float | Expr, foot: float | Expr) -> None: ...

class Path(_Path):
    """ε = Σ |p_k − p_{k−1}|: the length of a line over any number of ends, in their order."""

    def __init__(self) -> None: ...

class RelativeAngle(_RelativeAngle):
    """ε = atan2(a·r, tr R − a·R a), r = (R₃₂ − R₂₃, R₁₃ − R₃₁, R₂₁ − R₁₂): the angle of the second end about `axis` a.

    Fields, by position or by name:
        axis: 'z' unless given, a, in the first end
    """

    def __init__(self, axis: str | Sequence[float] | np.ndarray = "z") -> None: ...

class RelativePose(_RelativePose):
    """ε = (θ n, p): the rotation vector and the position of the second end, in the axes of the first."""

    def __init__(self) -> None: ...

class RotationVector(_RotationVector):
    """ε = θ n: the turn by θ about n that brings the first end's axes into the second's."""

    def __init__(self) -> None: ...

class Vector(_Vector):
    """ε = p: the vector from the first point to the second, three components in the axes of the first end."""

    def __init__(self) -> None: ...

class WrappingPath(_WrappingPath):
    """ε: the length of the shortest line over via points and obstacles, in their order: a rope, a tendon.

    Fields, by position or by name:
        over: obstacles, or "via", at the ends between the first and the last
    """

    def __init__(self, over: Any) -> None: ...

class WrapCone(_WrapCone):
    """L² = P² + Q² − 2 P Q cos Θ: a path over a cone of half angle `angle` α, apex at the origin, open along +z.

    Fields, by position or by name:
        angle: rad, α, between axis and surface
        way: 'shortest' unless given, the way round z from the first end on
        lifts: True unless given, whether it may lift off
    """

    def __init__(
        self, angle: float | Expr, way: Literal["shortest", "positive", "negative"] = "shortest", lifts: bool = True
    ) -> None: ...

class WrapCylinder(_WrapCylinder):
    """L = √((a + r w + b)² + Δz²): a path over a cylinder of `radius` r about z, without ends.

    Fields, by position or by name:
        radius: m, r
        way: 'shortest' unless given, the way round z from the first end on
        lifts: True unless given, whether it may lift off
    """

    def __init__(
        self, radius: float | Expr, way: Literal["shortest", "positive", "negative"] = "shortest", lifts: bool = True
    ) -> None: ...

class WrapEllipsoid(_WrapEllipsoid):
    """A path over an ellipsoid of semi-axes `radii` (a, b, c): a bone, a head of a joint, a bulging muscle.

    Fields, by position or by name:
        radii: m, a, b, c
        degree: 6 unless given, of the polynomial H: more where it is slender
        over: the side it passes
    """

    def __init__(
        self,
        radii: Sequence[Any] | np.ndarray,
        degree: Literal[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] = 6,
        over: Any = None,
    ) -> None: ...

class WrapSphere(_WrapSphere):
    """L = a + r (θ − acos(r/p) − acos(r/q)) + b: a path over a sphere of `radius` r, along a great circle.

    Fields, by position or by name:
        radius: m, r
        lifts: True unless given, whether it may lift off
    """

    def __init__(self, radius: float | Expr, lifts: bool = True) -> None: ...

class WrapTorus(_WrapTorus):
    """A path through the hole of a ring: a torus about z, `radius` R of its centre line, `tube` r of its section.

    Fields, by position or by name:
        radius: m, R, of the centre line
        tube: m, r, of the section
    """

    def __init__(self, radius: float | Expr, tube: float | Expr) -> None: ...

class ExponentialResponse(_ExponentialResponse):
    """f = A (exp(B x) − 1): soft tissue, which stiffens as it is stretched (Fung 1972).

    Fields, by position or by name:
        force: N, A
        rate: 1/m, B
    """

    def __init__(self, force: float | Expr, rate: float | Expr) -> None: ...

class FormulaResponse(_FormulaResponse):
    """f = text: a function of the elongation x, "10*(exp(20*x) - 1)", as model files have it.

    Fields, by position or by name:
        text: f(x), such as "10*(exp(20*x) - 1)"
        using: () unless given, the Parameters that the text calls by name
    """

    def __init__(self, text: str, using: Any = ()) -> None: ...

class FunctionResponse(_FunctionResponse):
    """f = function(x): any Python `function` of the elongation, written with linkwork's or NumPy's functions.

    Fields, by position or by name:
        function: f
    """

    def __init__(self, function: Any) -> None: ...

class LinearResponse(_LinearResponse):
    """f = k x: a `stiffness` k that is the same everywhere.

    Fields, by position or by name:
        stiffness: N/m, k
    """

    def __init__(self, stiffness: float | Expr) -> None: ...

class PolynomialResponse(_PolynomialResponse):
    """f = c₁ x + c₂ x² + c₃ x³ + …: `coefficients` from the linear term on, in N/m, N/m², N/m³ …

    Fields, by position or by name:
        coefficients: c₁, c₂, … in N/m, N/m² and so on
    """

    def __init__(self, coefficients: Sequence[Any] | np.ndarray) -> None: ...

class TableResponse(_TableResponse):
    """f through the points (x_i, f_i): measured data, joined by a cubic spline (or by lines with `method` "linear").

    Fields, by position or by name:
        x: m, elongations x_i, increasing
        f: N, forces f_i
        method: 'spline' unless given, how the points are joined
        outside: 'linear' unless given, how it goes on beyond the data
    """

    def __init__(
        self,
        x: Sequence[Any] | np.ndarray,
        f: Sequence[Any] | np.ndarray,
        method: Literal["spline", "linear"] = "spline",
        outside: Literal["linear", "hold", "nan"] = "linear",
    ) -> None: ...

class Wheel(_Wheel):
    """J_a (ω̇·n + Ω̇) = τ: a balanced wheel that spins at Ω relative to its body, about z of its end (n).

    Fields, by position or by name:
        inertia: kg*m**2, J_a
        spin: rad/s, Ω, where it is prescribed
        motor: N*m, τ, where the spin is free
    """

    def __init__(self, inertia: float | Expr, spin: Any = None, motor: Any = None) -> None: ...

class Circle(_Circle):
    """A = π d²/4, I = π d⁴/64, J = 2 I, k = 9/10: a round bar of `diameter` d.

    Fields, by position or by name:
        diameter: m, d
    """

    def __init__(self, diameter: float | Expr) -> None: ...

class GeneralSection(_GeneralSection):
    """A section of any form, by its numbers: `area`, `Iy`, `Iz`, `J`, and shear factors.

    Fields, by position or by name:
        area: m**2, A
        Iy: m**4, ∫ z² dA, against bending in the xz plane
        Iz: m**4, ∫ y² dA, against bending in the xy plane
        J: m**4, torsion constant
        ky: 0.8333333333333334 unless given, shear factor along y
        kz: 0.8333333333333334 unless given, shear factor along z
        outline: m, width along y, height along z
    """

    def __init__(
        self,
        area: float | Expr,
        Iy: float | Expr,
        Iz: float | Expr,
        J: float | Expr,
        ky: float | Expr = 0.8333333333333334,
        kz: float | Expr = 0.8333333333333334,
        outline: Sequence[Any] | np.ndarray | None = None,
    ) -> None: ...

class IProfile(_IProfile):
    """A rolled I section, web along z: `height` h, `width` b, `web` t_w, `flange` t_f, root `radius` r.

    Fields, by position or by name:
        height: m, h, along z
        width: m, b, along y
        web: m, t_w
        flange: m, t_f
        radius: m, 0.0 unless given, r, of the fillets
    """

    def __init__(
        self,
        height: float | Expr,
        width: float | Expr,
        web: float | Expr,
        flange: float | Expr,
        radius: float | Expr = 0.0,
    ) -> None: ...

class Rectangle(_Rectangle):
    """A = b h, I_y = b h³/12, I_z = h b³/12, k = 5/6: `width` b along y, `height` h along z.

    Fields, by position or by name:
        width: m, b, along y
        height: m, h, along z
    """

    def __init__(self, width: float | Expr, height: float | Expr) -> None: ...

class RectangularTube(_RectangularTube):
    """A hollow rectangle: outer `width` b along y, `height` h along z, `wall` t, sharp corners.

    Fields, by position or by name:
        width: m, b, along y
        height: m, h, along z
        wall: m, t
    """

    def __init__(self, width: float | Expr, height: float | Expr, wall: float | Expr) -> None: ...

class StiffnessSection(_StiffnessSection):
    """A section by its stiffness and its mass: of a rope, a laminate, or from a paper. It takes no material.

    Fields, by position or by name:
        axial: N, E A
        shear_y: N, k_y G A
        shear_z: N, k_z G A
        torsion: N*m**2, G J
        bending_y: N*m**2, E I_y, in the xz plane
        bending_z: N*m**2, E I_z, in the xy plane
        mass: kg/m, 0.0 unless given, ρ A
        inertia_moments: kg*m, (0.0, 0.0, 0.0) unless given, of a section
        outline: m, width along y, height along z
    """

    def __init__(
        self,
        axial: float | Expr,
        shear_y: float | Expr,
        shear_z: float | Expr,
        torsion: float | Expr,
        bending_y: float | Expr,
        bending_z: float | Expr,
        mass: float | Expr = 0.0,
        inertia_moments: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        outline: Sequence[Any] | np.ndarray | None = None,
    ) -> None: ...

class Tube(_Tube):
    """A = π (D² − d²)/4, I = π (D⁴ − d⁴)/64, J = 2 I: a round tube of outer `diameter` D and `wall` t, d = D − 2 t.

    Fields, by position or by name:
        diameter: m, D, outside
        wall: m, t
    """

    def __init__(self, diameter: float | Expr, wall: float | Expr) -> None: ...

class BeamNode(_BeamNode):
    """m = ρA h, J = ρ (I_y + I_z, I_y, I_z) h: the piece of a beam of `length` h that its node carries.

    Fields, by position or by name:
        length: m, h
        mass: kg, m
        moments: kg*m**2, J about x, y, z
        section: what is drawn
        shift: m, 0.0 unless given, where the middle of the piece is, along x
    """

    def __init__(
        self,
        length: float | Expr,
        mass: float | Expr,
        moments: Sequence[Any] | np.ndarray,
        section: Any = None,
        shift: float | Expr = 0.0,
    ) -> None: ...

class Box(_Box):
    """J_x = m (b² + c²)/12, and so on: a box of `size` (a, b, c) along x, y, z, centred on its frame.

    Fields, by position or by name:
        size: m, a, b, c
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        size: Sequence[Any] | np.ndarray,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Composite(_Composite):
    """m = Σ m_i, J = Σ J_i + m_i (d_i·d_i E − d_i d_iᵀ): several shapes as one, d_i from the common centre of mass.

    Fields, by position or by name:
        parts: shapes, or (shape, at, rotate)
    """

    def __init__(self, parts: Any) -> None: ...

class Cone(_Cone):
    """J_a = 3 m r²/10, J_t = 3 m (r²/20 + l²/80): a cone with its base on the frame's origin and its tip along `axis`.

    Fields, by position or by name:
        radius: m, r
        length: m, l
        axis: 'z' unless given, direction
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        radius: float | Expr,
        length: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Cylinder(_Cylinder):
    """J_a = m (R² + r²)/2, J_t = m (R² + r²)/4 + m l²/12: a cylinder about `axis`, centred on its frame.

    Fields, by position or by name:
        radius: m, R
        length: m, l
        axis: 'z' unless given, direction
        inner_radius: m, 0.0 unless given, r, for a tube
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        radius: float | Expr,
        length: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
        inner_radius: float | Expr = 0.0,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Ellipsoid(_Ellipsoid):
    """J_x = m (b² + c²)/5, and so on: an ellipsoid of `radii` (a, b, c) along x, y, z, centred on its frame.

    Fields, by position or by name:
        radii: m, a, b, c
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        radii: Sequence[Any] | np.ndarray,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Extrusion(_Extrusion):
    """J_z = m ∫ (x² + y²) dA/A: a prism of `length` on an `outline` in the xy plane, centred along `axis` (z).

    Fields, by position or by name:
        outline: corners
        length: m, l
        axis: 'z' unless given, direction
        holes: () unless given, outlines of holes
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        outline: Any,
        length: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
        holes: Any = (),
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class GearWheel(_GearWheel):
    """J_a = m (R² + r²)/2, J_t = m (R² + r²)/4 + m b²/12: a spur gear about `axis`, centred on its frame.

    Fields, by position or by name:
        teeth: z
        module: m, m, the pitch diameter over the number of teeth
        width: m, b
        axis: 'z' unless given, direction
        bore: m, 0.0 unless given, r, the radius of the hole for the shaft
        rim: m, 0.0 unless given, of a ring gear: from the pitch circle outwards
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        teeth: int,
        module: float | Expr,
        width: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
        bore: float | Expr = 0.0,
        rim: float | Expr = 0.0,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Mesh(_Mesh):
    """J = ∫ (x·x E − x xᵀ) ρ dV, by the divergence theorem a sum over triangles: a solid with a closed surface.

    Fields, by position or by name:
        vertices: corner points
        faces: triangles
        scale: 1.0 unless given, metres a unit
        file: a file instead of vertices and faces
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        vertices: Any = None,
        faces: Any = None,
        scale: float | Expr = 1.0,
        file: str | PathLike[str] | None = None,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class ModalBody(_ModalBody):
    """M_e ë + D ė + K e = … : a body with elastic coordinates, for `model.body("arm", lw.ModalBody(data))`.

    Fields, by position or by name:
        data: what it is made of, or the file that holds it
        mass_factor: 1.0 unless given, of all masses, such as a density over that of the data
        stiffness_factor: 1.0 unless given, of the stiffness, such as Young's modulus over its own
        damping_factor: 1.0 unless given, of the damping
    """

    def __init__(
        self,
        data: Any,
        mass_factor: float | Expr = 1.0,
        stiffness_factor: float | Expr = 1.0,
        damping_factor: float | Expr = 1.0,
    ) -> None: ...

class Plate(_Plate):
    """J_x = m (b² + h²)/12, J_y = m (a² + h²)/12, J_z = m (a² + b²)/12: a rectangular plate in the xy plane, centred.

    Fields, by position or by name:
        size: m, a, b
        thickness: m, 0.0 unless given, h; 0 is thin
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        size: Sequence[Any] | np.ndarray,
        thickness: float | Expr = 0.0,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class PointMass(_PointMass):
    """J = 0 about the point itself, m (d·d E − d dᵀ) about another: all of the `mass` `at` one point.

    Fields, by position or by name:
        mass: kg, m
        at: m, (0.0, 0.0, 0.0) unless given, where it is in the body
    """

    def __init__(self, mass: float | Expr, at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0)) -> None: ...

class Revolution(_Revolution):
    """J_a = m ∫ r³ dA/∫ r dA: what a `profile` sweeps that turns about `axis`; all round, or through an `angle` φ.

    Fields, by position or by name:
        profile: corners: radius, height
        axis: 'z' unless given, direction
        angle: rad, 6.283185307179586 unless given, φ, through which it turns
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        profile: Any,
        axis: str | Sequence[float] | np.ndarray = "z",
        angle: float | Expr = 6.283185307179586,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Rod(_Rod):
    """J_y = J_z = m (l²/12 + r²/4), J_x = m r²/2: a round rod along x, from 0 to `length` l.

    Fields, by position or by name:
        length: m, l
        radius: m, 0.0 unless given, r; 0 is thin
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        length: float | Expr,
        radius: float | Expr = 0.0,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Sphere(_Sphere):
    """J = 2 m r²/5: a sphere of `radius` r, centred on its frame.

    Fields, by position or by name:
        radius: m, r
        mass: kg, its mass
        density: kg/m**3, or its density
        at: m, (0.0, 0.0, 0.0) unless given, where its own frame stands in the body
        rotate: how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix
        color: of the picture, "#c04030"; every body has one of its own
    """

    def __init__(
        self,
        radius: float | Expr,
        mass: float | Expr | None = None,
        density: float | Expr | None = None,
        at: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        rotate: Any = None,
        color: str | None = None,
    ) -> None: ...

class Expression(_Expression):
    """y(t) = f(t): any Python `function` of time, written with linkwork's or NumPy's functions, or `6.0 * lw.t`.

    Fields, by position or by name:
        function: f
        smooth: how many derivatives are continuous, if you know better
    """

    def __init__(self, function: Any, smooth: Any = None) -> None: ...

class Constant(_Constant):
    """y(t) = c: the same number at all times, `level`.

    Fields, by position or by name:
        level: c
    """

    def __init__(self, level: float | Expr) -> None: ...

class Formula(_Formula):
    """y(t) = f(t): a function of time t written as `text`, "0.1*sin(5*t)", as model files have it.

    Fields, by position or by name:
        text: f(t), such as "0.1*sin(5*t)"
        using: () unless given, the Parameters that the text calls by name
        smooth: how many derivatives are continuous, where you know better
    """

    def __init__(self, text: str, using: Any = (), smooth: Any = None) -> None: ...

class PeriodicSpline(_PeriodicSpline):
    """y(t + T) = y(t), T = t_n − t_0: the cubic spline through the points, twice differentiable everywhere.

    Fields, by position or by name:
        t: s, times, increasing
        y: values
        file: a CSV file instead of t and y
        columns: two columns of the file: names, or numbers from 0
    """

    def __init__(
        self, t: Any = None, y: Any = None, file: str | PathLike[str] | None = None, columns: Any = None
    ) -> None: ...

class Piecewise(_Piecewise):
    """y(t) = y_i(t) for b_{i−1} ≤ t < b_i: `pieces` y_0 … y_n, signals or numbers, one after the other at `breaks` b.

    Fields, by position or by name:
        breaks: s, times at which the next piece begins
        pieces: signals or numbers, one more than breaks
    """

    def __init__(self, breaks: Sequence[Any] | np.ndarray, pieces: Any) -> None: ...

class Polynomial(_Polynomial):
    """y(t) = c₀ + c₁ τ + c₂ τ² + …, τ = t − t₀: `coefficients`, lowest power first, about `start` t₀.

    Fields, by position or by name:
        coefficients: c₀, c₁, c₂, …
        start: s, 0.0 unless given, t₀
    """

    def __init__(self, coefficients: Sequence[Any] | np.ndarray, start: float | Expr = 0.0) -> None: ...

class Ramp(_Ramp):
    """y(t) = y₀ + k (t − t₀): a straight line of `slope` k, from `offset` y₀ at `start` t₀.

    Fields, by position or by name:
        slope: k
        start: s, t₀, where it begins to rise
        end: s, where it stops
        offset: 0.0 unless given, y₀, the value at the start
    """

    def __init__(
        self,
        slope: float | Expr,
        start: float | Expr | None = None,
        end: float | Expr | None = None,
        offset: float | Expr = 0.0,
    ) -> None: ...

class Sine(_Sine):
    """y(t) = y₀ + a sin(ωt + φ), with ω = 2πf: give `frequency` f in Hz, or `omega` ω in rad/s.

    Fields, by position or by name:
        amplitude: a
        frequency: Hz, f
        omega: rad/s, ω
        phase: rad, 0.0 unless given, φ
        offset: 0.0 unless given, y₀
    """

    def __init__(
        self,
        amplitude: float | Expr,
        frequency: float | Expr | None = None,
        omega: float | Expr | None = None,
        phase: float | Expr = 0.0,
        offset: float | Expr = 0.0,
    ) -> None: ...

class SmoothStep(_SmoothStep):
    """y(t) = y₀ + (y₁ − y₀) p(s), s = (t − t₀)/(t₁ − t₀), p = s³ (10 − 15 s + 6 s²): from `before` to `after`.

    Fields, by position or by name:
        start: s, 0.0 unless given, t₀
        end: s, 1.0 unless given, t₁
        before: 0.0 unless given, y₀
        after: 1.0 unless given, y₁
        order: 2 unless given, continuous derivatives
    """

    def __init__(
        self,
        start: float | Expr = 0.0,
        end: float | Expr = 1.0,
        before: float | Expr = 0.0,
        after: float | Expr = 1.0,
        order: Literal[1, 2, 3] = 2,
    ) -> None: ...

class Spline(_Spline):
    """y(t) = Σ_k c_ik (t − t_i)^k, k = 0 … 3: the cubic spline through the points (t_i, y_i), twice differentiable.

    Fields, by position or by name:
        t: s, times, increasing
        y: values
        file: a CSV file instead of t and y
        columns: two columns of the file: names, or numbers from 0
        boundary: 'natural' unless given, what holds at the ends
        outside: 'linear' unless given, how it goes on
    """

    def __init__(
        self,
        t: Any = None,
        y: Any = None,
        file: str | PathLike[str] | None = None,
        columns: Any = None,
        boundary: Literal["natural", "clamped", "not-a-knot"] = "natural",
        outside: Literal["linear", "hold", "extend", "nan"] = "linear",
    ) -> None: ...

class Table(_Table):
    """y(t) = y_i + (y_{i+1} − y_i)(t − t_i)/(t_{i+1} − t_i): straight lines between the points.

    Fields, by position or by name:
        t: s, times, increasing
        y: values
        file: a CSV file instead of t and y
        columns: two columns of the file: names, or numbers from 0
        outside: 'hold' unless given, how it goes on beyond the data
    """

    def __init__(
        self,
        t: Any = None,
        y: Any = None,
        file: str | PathLike[str] | None = None,
        columns: Any = None,
        outside: Literal["hold", "linear", "nan"] = "hold",
    ) -> None: ...

class BumpStop(_BumpStop):
    """Two points stay at least `shortest` a and at most `longest` b apart, as those of a strut with rigid stops.

    Fields, by position or by name:
        shortest: m, least distance of the points
        longest: m, largest distance of the points
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        shortest: float | Expr | None = None,
        longest: float | Expr | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class ClearanceRevolute(_ClearanceRevolute):
    """A journal of `radius` r, fixed in M, in a bearing of radius r + c in F: |e| ≤ c, with impacts and friction.

    Fields, by position or by name:
        clearance: m, c, radius of the bearing less that of the journal
        radius: m, r, radius of the journal
        axis: 'z' unless given, axis of the bearing in F, and of the journal in M
        width: m, 0.0 unless given, length of the journal; 0 for one point
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        clearance: float | Expr,
        radius: float | Expr,
        axis: str | Sequence[float] | np.ndarray = "z",
        width: float | Expr = 0.0,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class JointStop(_JointStop):
    """A coordinate stays between `lower` and `upper`: 0 ≤ q − lower, 0 ≤ upper − q, with impacts at either.

    Fields, by position or by name:
        lower: least value of the coordinate
        upper: largest value of the coordinate
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        lower: float | Expr | None = None,
        upper: float | Expr | None = None,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class OneWayClutch(_OneWayClutch):
    """A freewheel: the second shaft may overrun the first, and is driven by it else: 0 ≤ ratio q̇₂ − q̇₁ ⊥ λ ≥ 0.

    Fields, by position or by name:
        ratio: 1.0 unless given, speed of the first over speed of the second
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        ratio: float | Expr = 1.0,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class PinInSlot(_PinInSlot):
    """A pin of `radius` r, fixed in M, in a straight slot of F: −c ≤ n · p ≤ c and −l/2 ≤ d · p ≤ l/2.

    Fields, by position or by name:
        length: m, l, what the pin's centre can travel
        clearance: m, c, play on either side
        radius: m, r, radius of the pin
        along: 'x' unless given, d, direction of the slot in F
        across: 'y' unless given, n, across the slot in F
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        length: float | Expr,
        clearance: float | Expr,
        radius: float | Expr,
        along: str | Sequence[float] | np.ndarray = "x",
        across: str | Sequence[float] | np.ndarray = "y",
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Ratchet(_Ratchet):
    """A coordinate that turns forward and never back: 0 ≤ q̇ ⊥ λ ≥ 0. The end is the coordinate, "drum.angle".

    Fields, by position or by name:
        backward: False unless given, whether it turns the other way
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        backward: bool = False,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Rope(_Rope):
    """The origins of F and M are at most `length` l apart; an inextensible rope without mass, slack or taut.

    Fields, by position or by name:
        length: m, distance of the two points
        restitution: 0.0 unless given, e, the part of the approach that comes back
        friction: 0.0 unless given, μ, or a function of the sliding speed
        static_friction: what sticking bears; μ where it is not given
        law: 'newton' unless given, of impacts: "newton", "poisson" or "sequential"
    """

    def __init__(
        self,
        length: float | Expr,
        restitution: float | Expr = 0.0,
        friction: float | Expr | Callable[..., Any] = 0.0,
        static_friction: float | Expr | Callable[..., Any] | None = None,
        law: Literal["newton", "poisson", "sequential"] = "newton",
    ) -> None: ...

class Cable(_Cable):
    """A cable of exact beam elements as one connection: it stretches, bends a little, and ends on ball joints.

    Fields, by position or by name:
        section: such as lw.Circle(0.01)
        material: such as lw.STEEL
        length: m, L, unstretched
        elements: 40 unless given, how many
        bending: N*m**2, E I
        torsion: N*m**2, G J
        damping: s, 0.0 unless given, β
        stations: m, () unless given, s at which nodes stand, for ends along it
    """

    @overload
    def __init__(
        self,
        section: Any,
        material: Any = None,
        *,
        length: float | Expr,
        elements: int = 40,
        bending: float | Expr | None = None,
        torsion: float | Expr | None = None,
        damping: float | Expr = 0.0,
        stations: Sequence[Any] | np.ndarray = (),
    ) -> None: ...
    @overload
    def __init__(
        self,
        section: Any,
        material: Any,
        length: float | Expr,
        elements: int = 40,
        bending: float | Expr | None = None,
        torsion: float | Expr | None = None,
        damping: float | Expr = 0.0,
        stations: Sequence[Any] | np.ndarray = (),
    ) -> None: ...

class ExactBeam(_ExactBeam):
    """A beam that bends, twists, shears and stretches by any amount, as one connection (Reissner, Simo).

    Fields, by position or by name:
        section: such as lw.Tube(0.02, 0.001)
        material: such as lw.STEEL
        elements: 8 unless given, how many
        length: m, L, unstretched
        order: 1 unless given, of the elements, 1 to 8
        curvature: 1/m, (0.0, 0.0, 0.0) unless given, κ₀ of the unloaded beam
        prestrain: (0.0, 0.0, 0.0) unless given, γ at the start, from tension
        damping: s, 0.0 unless given, β
        first: joint at its first end; clamped without
        last: joint at its second end; clamped without
        stations: m, () unless given, s at which nodes stand, for ends along it
        plane: "y" or "z": the one axis about which it bends; in space without
    """

    def __init__(
        self,
        section: Any,
        material: Any = None,
        elements: int = 8,
        length: float | Expr | None = None,
        order: int = 1,
        curvature: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        prestrain: Sequence[Any] | np.ndarray = (0.0, 0.0, 0.0),
        damping: float | Expr = 0.0,
        first: Any = None,
        last: Any = None,
        stations: Sequence[Any] | np.ndarray = (),
        plane: Any = None,
    ) -> None: ...

class BoxSurface(_BoxSurface):
    """|x| ≤ a/2, |y| ≤ b/2, |z| ≤ c/2: a box of `size` (a, b, c), its full edge lengths.

    Fields, by position or by name:
        size: m, a, b, c
        face: the face that points touch
    """

    def __init__(self, size: Sequence[Any] | np.ndarray, face: str | None = None) -> None: ...

class CapsuleSurface(_CapsuleSurface):
    """Everything within `radius` r of a segment of `length` l along z: a cylinder with half spheres on its ends.

    Fields, by position or by name:
        radius: m, r
        length: m, l, from centre to centre of its round ends
    """

    def __init__(self, radius: float | Expr, length: float | Expr) -> None: ...

class CylinderSurface(_CylinderSurface):
    """x² + y² ≤ r², |z| ≤ l/2: a round cylinder of `radius` r and `length` l, about z.

    Fields, by position or by name:
        radius: m, r
        length: m, l
    """

    def __init__(self, radius: float | Expr, length: float | Expr) -> None: ...

class DiscSurface(_DiscSurface):
    """x² + y² ≤ r², z = 0: a thin disc of `radius` r about z; it touches a plane with its edge.

    Fields, by position or by name:
        radius: m, r
    """

    def __init__(self, radius: float | Expr) -> None: ...

class EllipsoidSurface(_EllipsoidSurface):
    """(x/a)² + (y/b)² + (z/c)² ≤ 1: an ellipsoid of semi-axes `radii` (a, b, c).

    Fields, by position or by name:
        radii: m, a, b, c
        hollow: False unless given, whether others move inside it
    """

    def __init__(self, radii: Sequence[Any] | np.ndarray, hollow: bool = False) -> None: ...

class HullSurface(_HullSurface):
    """The convex hull of `points`: a convex polyhedron.

    Fields, by position or by name:
        points: m, places of the points; of a hull, those outside are its corners
    """

    def __init__(self, points: Sequence[Any] | np.ndarray) -> None: ...

class OutlineSurface(_OutlineSurface):
    """A plane `curve` in x and y of its frame, for bodies that move in that plane: a cam, a roller, a pin in a hole.

    Fields, by position or by name:
        curve: a curve in the xy plane
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(self, curve: Any, hollow: bool = False) -> None: ...

class PlaneSurface(_PlaneSurface):
    """z ≤ 0: everything under the plane of x and y, without an end; z is its normal."""

    def __init__(self) -> None: ...

class PointsSurface(_PointsSurface):
    """Points of a body that touch, and nothing between them: the feet of a table, the corners of a box.

    Fields, by position or by name:
        points: m, places of the points; of a hull, those outside are its corners
        names: () unless given, a name for each
    """

    def __init__(self, points: Sequence[Any] | np.ndarray, names: Any = ()) -> None: ...

class SphereSurface(_SphereSurface):
    """|x| ≤ r: a sphere of `radius` r about its frame; with `hollow` its inside, |x| ≥ r, in which others move.

    Fields, by position or by name:
        radius: m, r
        hollow: False unless given, whether others move inside it
    """

    def __init__(self, radius: float | Expr, hollow: bool = False) -> None: ...

class FunctionSurface(_FunctionSurface):
    r"""P(u, v) = function(u, v): three expressions. $P_u \times P_v$ points out of its solid, or into it with `hollow`.

    Fields, by position or by name:
        function: function of u and v that returns three expressions
        closed: (False, False) unless given, (whether u, whether v) ends where it began
        over: ((u from, to), (v from, to)); without it there are no edges
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(self, function: Any, closed: Any = (False, False), over: Any = None, hollow: bool = False) -> None: ...

class HeightSurface(_HeightSurface):
    """z = function(x, y): ground with hills, a plateau. Its solid is below; u and v are x and y.

    Fields, by position or by name:
        function: function of x and y that returns z
        over: ((u from, to), (v from, to)); without it there are no edges
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(self, function: Any, over: Any = None, hollow: bool = False) -> None: ...

class PolynomialSurface(_PolynomialSurface):
    r"""$z = \sum c\,x^i y^j$ (S0 §1.1: a spatial cam of polynomial surfaces). Its solid is below; u and v are x and y.

    Fields, by position or by name:
        terms: rows (i, j, c) of the exponents of x and y, and the coefficient
        over: ((u from, to), (v from, to)); without it there are no edges
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(self, terms: Sequence[Any] | np.ndarray, over: Any = None, hollow: bool = False) -> None: ...

class RevolvedSurface(_RevolvedSurface):
    """A curve in the xz plane turned about z: a barrel, a cone, the rail of a wheel.

    Fields, by position or by name:
        curve: x and z of the curve; a curve, points, or a function of u
        over: ((u from, to), (v from, to)); without it there are no edges
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(
        self, curve: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray, over: Any = None, hollow: bool = False
    ) -> None: ...

class SweptSurface(_SweptSurface):
    """P(u, v) = profile(u) + path(v): a curve moved along another one without turning; a cylinder of any section.

    Fields, by position or by name:
        profile: what is moved; a curve, points, or a function of u
        path: along which it is moved; the z axis
        over: ((u from, to), (v from, to)); without it there are no edges
        hollow: False unless given, whether the solid is on the other side
    """

    def __init__(
        self,
        profile: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray,
        path: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray | None = None,
        over: Any = None,
        hollow: bool = False,
    ) -> None: ...

class TorusSurface(_TorusSurface):
    """A tube of radius r round a ring of radius R in the xy plane: the tread of a tyre, the groove of a bearing.

    Fields, by position or by name:
        ring: m, R, from the centre to the middle of the tube
        tube: m, r, of the tube
        hollow: False unless given, whether others move inside the tube
    """

    def __init__(self, ring: float | Expr, tube: float | Expr, hollow: bool = False) -> None: ...
