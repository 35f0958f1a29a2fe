"""The catalogue, from hinges to signals. A name loads the module that defines it; `catalogue` loads and registers all.

`python -m tools.stub` writes the table, and `__init__.pyi`, which says how each of them is called.
"""

import lazy_loader

_OFFERED = """
actuators.electric: DCMotor PositionServo
actuators.hatze_muscle: HatzeMuscle
actuators.hydraulic: PressureActuator HydraulicActuator ElectroHydraulicActuator ServoValveActuator
actuators.linear_actuator: LinearActuator
actuators.muscle: Muscle
actuators.pid: PID
catalogue: register registered
constraints.couplings: Gear RackAndPinion ScrewCoupling Clutch LinearCoupling Coupling FormulaCoupling
constraints.curves: PointOnCurve CurveOnCurve RollingCurves
constraints.points_and_axes: PointCoincidence PointInPlane PointOnLine FixedDistance ParallelAxes PerpendicularAxes SameOrientation Weld Clamp
constraints.prescribed: PrescribedAttitude PrescribedRate
constraints.rolling: DiscOnPlane RollingDisc RollingSphere KnifeEdge
constraints.sliding_joint: SlidingJoint
constraints.surfaces: SurfaceOnSurface RollingSurfaces
contacts.unilateral_contact: UnilateralContact SurfaceContact ContactGroup
curves: LineCurve CircleCurve FunctionCurve SplineCurve ArcsAndLines as_curve
forces.compliant_contact: PointPlaneContact SpherePlaneContact SphereSphereContact SphereCylinderContact CompliantContact
forces.elastic: Bushing Beam Membrane
forces.exact_beam_element: ExactBeamElement
forces.fluids: Drag SubmergedRod
forces.formulas: FormulaForce ImplicitFormula DelayedFormula
forces.functions: FunctionForce ImplicitForce DelayedForce
forces.fung: Fung
forces.fung_kernel: FungKernel
forces.fung_matrix: FungMatrix
forces.joint_forces: HingeForce HingeFriction JointLimit ConeLimit
forces.ligament: Ligament
forces.linear_viscoelastic: Maxwell Zener LinearViscoelastic
forces.sphere_beam_contact: SphereBeamContact
forces.springs: Spring Damper Bar NonlinearSpring UnilateralSpring TorsionSpring RotationSpring
hinges: Fixed Revolute Prismatic Cylindrical Screw Planar Translation Spherical Universal Gimbal Free AlongCurve RollingWheel LeaningWheel
loads: Wrench AppliedForce AppliedMoment PressureLoad VolumeLoad
materials: ALUMINIUM BRASS CAST_IRON COPPER POLYAMIDE STAINLESS_STEEL STEEL TITANIUM
measures.beam_strain: BeamStrain
measures.deformations: BeamDeformation MembraneDeformation
measures.distances: Vector Distance Displacement Path Lines
measures.guided_path: GuidedPath
measures.line_distance: LineDistance
measures.rotations: RelativeAngle CardanAngles RotationVector RelativePose
measures.wrapping_path: WrappingPath
obstacles.ellipsoids: WrapSphere WrapEllipsoid
obstacles.obstacle: Obstacle
obstacles.round_axes: WrapCylinder WrapCone
obstacles.wrap_torus: WrapTorus
responses: LinearResponse PolynomialResponse ExponentialResponse FunctionResponse FormulaResponse TableResponse as_response
rotors: Wheel
sections: Circle Tube Rectangle RectangularTube IProfile GeneralSection StiffnessSection profile
shapes.beam_node: BeamNode
shapes.composite: Composite
shapes.gear_wheel: GearWheel
shapes.mesh: Mesh
shapes.modal_body: ModalBody FlexiblePlate FlexibleRod
shapes.outlines: Extrusion Revolution
shapes.solids: PointMass Rod Box Plate Sphere Ellipsoid Cylinder Cone Solid
signals: Expression
signals.data: Table Spline PeriodicSpline
signals.formula: Formula
signals.functions: Constant Polynomial Ramp Sine SmoothStep
signals.piecewise: Piecewise
stops: JointStop BumpStop Rope OneWayClutch Ratchet PinInSlot ClearanceRevolute
structures.cable: Cable
structures.exact_beam: ExactBeam
surfaces: BoxSurface CapsuleSurface CylinderSurface DiscSurface EllipsoidSurface HullSurface OutlineSurface PlaneSurface PointsSurface SURFACES SphereSurface
surfaces.smooth_surfaces: FunctionSurface HeightSurface PolynomialSurface RevolvedSurface SweptSurface TorusSurface
"""  # noqa: E501
_MODULES = {module: names.split() for module, names in (line.split(": ") for line in _OFFERED.strip().splitlines())}
__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submod_attrs=_MODULES)
