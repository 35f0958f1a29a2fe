"""Examples of forces, actuators, measures and responses, in their working range about a metre apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import elements as lw
from ..contract import Element, Parameter
from ..expr import sin

TILTED = (1.0, 2.0, -2.0)
COUPLED = np.diag([3.0, 4.0, 5.0, 60.0, 70.0, 80.0]) + 0.5
"""A symmetric, positive stiffness with all directions coupled."""

FADING = (
    ("0.4 + 0.6*exp(-x)", "0.05*exp(-x)*cos(3*x)", 0.0),
    ("0.05*exp(-x)*cos(3*x)", "0.5 + 0.5*exp(-x)", 0.0),
    (0.0, 0.0, "0.3 + 0.7*exp(-2*x)*cos(x)"),
)
"""Relaxation functions that couple two of three directions; some oscillate."""


def hardening(x: Any) -> Any:
    """A spring that stiffens."""
    return 30.0 * x + 200.0 * x**3


def three_springs(e: Any) -> Any:
    """The gradient of a potential of three numbers."""
    return [30.0 * e[0] + 5.0 * e[0] * e[1], 30.0 * e[1] + 2.5 * e[0] ** 2, 30.0 * e[2] + 40.0 * e[2] ** 3]


def twisted(e: Any) -> Any:
    """A moment that is largest at a quarter turn."""
    return -3.0 * sin(e)


def blown(e: Any, e_dot: Any, t: Any) -> Any:
    """A force that breathes with time."""
    return -20.0 * (e - 0.5) * (1.0 + 0.1 * sin(t)) - e_dot


def hesitating(e: Any, e_delayed: Any, e_dot_delayed: Any) -> Any:
    """A delayed spring."""
    return -20.0 * (e - 0.5) - 3.0 * e_delayed - 0.2 * e_dot_delayed


def stiffening(F: Any, e: Any) -> Any:
    """F + F³ is what a spring gives."""
    return F + F**3 + 2.0 * e


MEASURES: dict[str, tuple[Element, ...]] = {
    "BeamStrain": (lw.BeamStrain(0.9), lw.BeamStrain(Parameter("piece", 0.9), 2)),
    "Displacement": (lw.Displacement(), lw.Displacement(TILTED)),
    "LineDistance": (lw.LineDistance((0.0, 0.5)), lw.LineDistance((0.0, 0.4, 0.9, 1.4, 2.0), 0.3)),
    "GuidedPath": (lw.GuidedPath(((0.05, 0.0, 0.02), (-0.06, 0.0, 0.01), (0.03, 0.0, 0.0))),),
    "Lines": (lw.Lines((2, 3)), lw.Lines((2,))),
    "WrapCone": (lw.WrapCone(0.4), lw.WrapCone(Parameter("half", 0.3), "negative", lifts=False)),
    "WrapCylinder": (lw.WrapCylinder(0.1), lw.WrapCylinder(Parameter("roll", 0.1), "positive", lifts=False)),
    "WrapEllipsoid": (lw.WrapEllipsoid((0.1, 0.12, Parameter("height", 0.08)), degree=3),),
    "WrapSphere": (lw.WrapSphere(0.1), lw.WrapSphere(Parameter("ball", 0.1), lifts=False)),
    "WrapTorus": (lw.WrapTorus(0.2, 0.05),),
    "WrappingPath": (lw.WrappingPath(lw.WrapCylinder(0.1)), lw.WrappingPath(("via", lw.WrapSphere(0.1)))),
    "MembraneDeformation": (lw.MembraneDeformation(1.0, 0.9, 0.4),),
    "RelativeAngle": (lw.RelativeAngle(), lw.RelativeAngle("-y"), lw.RelativeAngle(TILTED)),
}
RESPONSES: dict[str, tuple[Element, ...]] = {
    "ExponentialResponse": (lw.ExponentialResponse(10.0, 20.0),),
    "FormulaResponse": (lw.FormulaResponse("A*(exp(20*x) - 1)", Parameter("A", 10.0)),),
    "FunctionResponse": (lw.FunctionResponse(hardening),),
    "LinearResponse": (lw.LinearResponse(200.0), lw.LinearResponse(Parameter("k", 3.0))),
    "PolynomialResponse": (lw.PolynomialResponse((200.0, 0.0, 1e4)),),
    "TableResponse": (
        lw.TableResponse((-0.1, 0.0, 0.02, 0.1), (-5.0, 0.0, 2.0, 30.0)),
        lw.TableResponse((-0.1, 0.0, 0.02, 0.1), (-5.0, 0.0, 2.0, 30.0), method="linear", outside="hold"),
    ),
}
ENERGETIC: dict[str, tuple[Element, ...]] = {
    "Bar": (lw.Bar(200.0, 0.9), lw.Bar(Parameter("EA", 200.0), 0.9, 0.3)),
    "ExactBeamElement": (
        lw.ExactBeamElement(0.9, (50.0, 20.0, 25.0, 2.0, 3.0, 4.0), damping=0.1, section=lw.Circle(0.1)),
        lw.ExactBeamElement(Parameter("bit", 0.9), (50.0, 20.0, 25.0, 2.0, 3.0, 4.0), (0.0, 0.0, 0.0, 0.1, 0.2, 0.3)),
        lw.ExactBeamElement(0.9, (50.0, 20.0, 25.0, 2.0, 3.0, 4.0), order=2),
    ),
    "Beam": (lw.Beam(0.9, 50.0, 3.0, 4.0, 2.0, damping=0.1), lw.Beam(Parameter("span", 0.9), 50.0, 3.0, 4.0, 2.0)),
    "Bushing": (lw.Bushing((3.0, 4.0, 5.0, 60.0, 70.0, 80.0), (0.1,) * 6), lw.Bushing(COUPLED, 0.1 * COUPLED)),
    "ConeLimit": (lw.ConeLimit(1.2, 3.0, 0.4), lw.ConeLimit(2.0, 3.0, 0.5, TILTED)),
    "Damper": (lw.Damper(3.0), lw.Damper(3.0, on=lw.Path())),
    "DelayedForce": (
        lw.DelayedForce(hesitating, 0.1, "start"),
        lw.DelayedForce(hesitating, 0.2, "0.9 + 0.1*cos(t)", on=lw.Path()),
    ),
    "DelayedFormula": (lw.DelayedFormula("-k*e_delayed_1 - e_dot_delayed_2", Parameter("k", 20.0), (0.1, 0.3), 0.9),),
    "Drag": (lw.Drag(0.47, 0.3), lw.Drag(0.47, 0.3, 1000.0, wind=(1.0, 0.0, 2.0))),
    "FormulaForce": (lw.FormulaForce("-k*(e - 0.4) - 3*e_dot*sin(t)", Parameter("k", 20.0)),),
    "FunctionForce": (lw.FunctionForce(blown), lw.FunctionForce(twisted, on=lw.RelativeAngle("x"))),
    "Fung": (
        lw.Fung(lw.ExponentialResponse(1.0, 2.0), (0.2, 0.3), (0.05, 0.5), length=0.9),
        lw.Fung(20.0, (Parameter("g", 0.2),), (0.5,), equilibrium=1.0, on=lw.Path()),
        lw.Fung(20.0, (), ()),
        lw.Fung(20.0, (0.2,), (0.5,), oscillations=((0.3, 0.1, 1.0, 2.0),), length=0.9),
    ),
    "FungKernel": (
        lw.FungKernel(lw.ExponentialResponse(1.0, 2.0), kernel="0.4 + 0.6*exp(-x/0.3)", horizon=5.0, length=0.9),
    ),
    "FungMatrix": (
        lw.FungMatrix(20.0 * np.eye(3) + 1.0, "0.4 + 0.6*exp(-x/0.3)", 5.0, on=lw.Vector()),
        lw.FungMatrix(three_springs, FADING, 5.0, rest=(0.9, 0.1, 0.0), on=lw.Vector()),
    ),
    "HingeFriction": (
        lw.HingeFriction(2.0, smoothing=0.2),
        lw.HingeFriction(2.0, 3.0, viscous=0.4, smoothing=0.2, on=lw.RelativeAngle(TILTED)),
    ),
    "ImplicitForce": (lw.ImplicitForce(stiffening),),
    "ImplicitFormula": (lw.ImplicitFormula("F + F**3 + k*e", Parameter("k", 2.0)),),
    "JointLimit": (
        lw.JointLimit((-0.5,), (0.8,), (3.0,), 0.4, (2.0,), (0.1,), (0.3,)),
        lw.JointLimit((-0.5, -0.3, -0.4), (0.8, 0.3, 0.4), (3.0, 2.0, 1.0), 0.4, on=lw.CardanAngles()),
    ),
    "LinearViscoelastic": (
        lw.LinearViscoelastic((1.0,), (20.0, 3.0), 0.9),
        lw.LinearViscoelastic((1.0, 0.4, 0.03), (20.0, 12.0, 1.5, 0.02), 0.9),
    ),
    "Membrane": (
        lw.Membrane(1.0, 0.9, 0.4, 200.0, 0.1),
        lw.Membrane(1.0, 0.9, 0.4, 200.0, 0.1, 0.2, 0.1, "plane strain"),
    ),
    "Ligament": (lw.Ligament(5000.0, 0.9, 0.1, 0.02), lw.Ligament(Parameter("stiffness_of_bundle", 5000.0), 0.9)),
    "NonlinearSpring": (
        lw.NonlinearSpring(lw.PolynomialResponse((20.0, 0.0, 30.0)), 0.8, damping=1.0),
        lw.NonlinearSpring(hardening, 0.8),
        lw.NonlinearSpring("20*x + x**3", 0.8, on=lw.Path()),
    ),
    "PointPlaneContact": (lw.PointPlaneContact("-x", stiffness=30.0, dissipation=0.3, friction=0.4, smoothing=0.2),),
    "RotationSpring": (lw.RotationSpring((3.0, 4.0, 5.0), (0.1, 0.2, 0.3)),),
    "SphereBeamContact": (
        lw.SphereBeamContact(4.0, 30.0, dissipation=0.1, places=(0.0, 0.5)),
        lw.SphereBeamContact(4.0, 30.0, 1.0, places=(0.0, 0.4, 0.9, 1.4), guess=0.1),
    ),
    "SphereCylinderContact": (
        lw.SphereCylinderContact(0.8, 0.9, "y", 30.0, dissipation=0.2, friction=0.4, smoothing=0.2),
        lw.SphereCylinderContact(0.8, 0.9, TILTED, 30.0, dissipation=0.2, friction=0.4, smoothing=0.2, rounding=0.1),
    ),
    "SpherePlaneContact": (lw.SpherePlaneContact(1.5, TILTED, 30.0, 2.0, 0.3, 0.4, 0.2),),
    "SphereSphereContact": (
        lw.SphereSphereContact(0.8, 0.9, 30.0, dissipation=0.2, friction=0.4, smoothing=0.2),
        lw.SphereSphereContact(-0.7, 0.3, 30.0, friction=0.4, smoothing=0.2),
    ),
    "Spring": (lw.Spring(200.0, 0.4, 3.0), lw.Spring(200.0, 0.0), lw.Spring(20.0, 0.4, 3.0, on=lw.Path())),
    "SubmergedRod": (
        lw.SubmergedRod(0.5, 0.1),
        lw.SubmergedRod(0.5, 0.1, 1000.0, 1.1, 0.02, (1.0, 0.0, 0.3), (0.0, 0.0, -9.81), TILTED),
    ),
    "TorsionSpring": (lw.TorsionSpring(5.0, 0.1, 0.2), lw.TorsionSpring(5.0, axis=TILTED)),
    "UnilateralSpring": (
        lw.UnilateralSpring(20.0, 0.4, 0.3),
        lw.UnilateralSpring(20.0, 3.4, 0.3, "compression"),
        lw.UnilateralSpring(20.0, 0.4, 0.3, on=lw.Path()),
    ),
    "Zener": (lw.Zener(20.0, 30.0, 2.0, 0.9),),
}
ACTIVE: dict[str, tuple[Element, ...]] = {
    "HingeForce": (
        lw.HingeForce(3.0),
        lw.HingeForce(lw.Sine(2.0, omega=1.0), on=lw.RelativeAngle(TILTED)),
        lw.HingeForce(),
    ),
    "DCMotor": (lw.DCMotor(0.5, 2.0, 0.01), lw.DCMotor(0.5, Parameter("ohms", 2.0), 0.01, TILTED)),
    "ElectroHydraulicActuator": (
        lw.ElectroHydraulicActuator(2.0, 3.0, 0.1, 0.2, flow_gain=1.5, flow_pressure=Parameter("valve_loss", 0.3)),
    ),
    "HatzeMuscle": (
        lw.HatzeMuscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9),
        lw.HatzeMuscle(100.0, 0.9, 1.1, 0.3, "rigid", exponent=2),
        lw.HatzeMuscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9, control="activation"),
        lw.HatzeMuscle(100.0, 0.9, 1.1, tendon_strain=0.9, order=2, parallel="muscle", parallel_length=1.9),
    ),
    "HydraulicActuator": (lw.HydraulicActuator(2.0, 1.5, 3.0, 0.2, 20.0, 0.3, 5.0, 0.5, 1.0, 0.1, 0.2, 0.5),),
    "LinearActuator": (
        lw.LinearActuator([[-2.0]], [[3.0, -3.0, -0.5]], [[0.5]]),
        lw.LinearActuator(D=[[1.0, 2.0, 0.0, 0.1], [0.0, -1.0, -0.2, 0.3]], signals=(), on=lw.Lines((2, 2))),
        lw.LinearActuator(
            [[-2.0, 1.0], [0.0, -1.0]], [[3.0, -3.0, -0.5, 1.0], [0.0, 1.0, 0.0, 0.0]], [[0.5, 0.1]], None, ("a", "b")
        ),
    ),
    "Muscle": (
        lw.Muscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9),
        lw.Muscle(100.0, 0.9, 1.1, 0.3, "rigid", fibre_damping=0.1),
        lw.Muscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9, control="activation"),
        lw.Muscle(100.0, 0.9, 0.5, tendon_strain=0.9, shares=(0.4, 0.6), on=lw.Lines((2, 2))),
        lw.Muscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9, curves="Thelen2003"),
        lw.Muscle(100.0, 0.9, 1.1, 0.3, tendon_strain=0.9, curves="Millard2012"),
    ),
    "PID": (lw.PID(5.0, 2.0, 0.3, 0.1), lw.PID(5.0, 2.0, 0.3, 0.1, -0.2, 0.2, 0.5)),
    "PositionServo": (lw.PositionServo(40.0, 0.5, 2.0, 0.01), lw.PositionServo(40.0, 0.5, 2.0, 0.01, "-x")),
    "ServoValveActuator": (
        lw.ServoValveActuator(2.0, 3.0, 0.1, 0.2, supply=20.0, valve=0.5, gain=0.3, frequency=4.0, smoothing=0.5),
    ),
}
FORCE_EXAMPLES = {**MEASURES, **RESPONSES, **ENERGETIC, **ACTIVE}
