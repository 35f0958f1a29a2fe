"""The catalogue, from hinges to signals. A name loads the folder that offers it; `catalogue` loads and registers all.

Each folder says what it offers; `python -m tools.stub` writes the table, and `__init__.pyi`, which says how each of
them is called.
"""

import lazy_loader

_OFFERED = """
actuators: DCMotor ElectroHydraulicActuator HatzeMuscle HydraulicActuator LinearActuator Muscle PID PositionServo PressureActuator ServoValveActuator
constraints: Clamp Clutch Coupling CurveOnCurve DiscOnPlane FixedDistance FormulaCoupling Gear KnifeEdge LinearCoupling ParallelAxes PerpendicularAxes PointCoincidence PointInPlane PointOnCurve PointOnLine PrescribedAttitude PrescribedRate RackAndPinion RollingCurves RollingDisc RollingSphere RollingSurfaces SameOrientation ScrewCoupling SlidingJoint SurfaceOnSurface Weld
contacts: ContactGroup SurfaceContact UnilateralContact
curves: ArcsAndLines CircleCurve FunctionCurve LineCurve SplineCurve as_curve
forces: Bar Beam Bushing ConeLimit Damper DelayedForce DelayedFormula Drag ExactBeamElement FormulaForce FunctionForce Fung FungKernel FungMatrix HingeForce HingeFriction ImplicitForce ImplicitFormula JointLimit Ligament LinearViscoelastic Maxwell Membrane NonlinearSpring PointPlaneContact RotationSpring SphereBeamContact SphereCylinderContact SpherePlaneContact SphereSphereContact Spring SubmergedRod TorsionSpring UnilateralSpring Zener CompliantContact
hinges: AlongCurve Cylindrical Fixed Free Gimbal LeaningWheel Planar Prismatic Revolute RollingWheel Screw Spherical Translation Universal
loads: AppliedForce AppliedMoment PressureLoad VolumeLoad Wrench
materials: ALUMINIUM BRASS CAST_IRON COPPER POLYAMIDE STAINLESS_STEEL STEEL TITANIUM
measures: BeamDeformation BeamStrain CardanAngles Displacement Distance GuidedPath LineDistance Lines MembraneDeformation Path RelativeAngle RelativePose RotationVector Vector WrappingPath
obstacles: WrapCone WrapCylinder WrapEllipsoid WrapSphere WrapTorus Obstacle
responses: ExponentialResponse FormulaResponse FunctionResponse LinearResponse PolynomialResponse TableResponse as_response
rotors: Wheel
sections: Circle GeneralSection IProfile Rectangle RectangularTube StiffnessSection Tube profile
shapes: BeamNode Box Composite Cone Cylinder Ellipsoid Extrusion GearWheel Mesh ModalBody Plate PointMass Revolution Rod Sphere FlexiblePlate FlexibleRod Solid
signals: Constant Formula PeriodicSpline Piecewise Polynomial Ramp Sine SmoothStep Spline Table Expression
stops: BumpStop ClearanceRevolute JointStop OneWayClutch PinInSlot Ratchet Rope
structures: Cable ExactBeam
surfaces: FunctionSurface HeightSurface PolynomialSurface RevolvedSurface SweptSurface TorusSurface SURFACES BoxSurface CapsuleSurface CylinderSurface DiscSurface EllipsoidSurface HullSurface OutlineSurface PlaneSurface PointsSurface SphereSurface
catalogue: register registered
"""  # noqa: E501
_FOLDERS = {folder: names.split() for folder, names in (line.split(": ") for line in _OFFERED.strip().splitlines())}
__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submod_attrs=_FOLDERS)
