"""Conformance of curves, surfaces, signals, shapes, measures, responses, loads, rotors: short, the same for all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .. import elements as lw
from ..contract import (
    ContactSet,
    ContactSurface,
    Curve,
    Element,
    Load,
    Material,
    Measure,
    Parameter,
    Response,
    Rotor,
    Section,
    Shape,
    Signal,
    SphereSurface,
    Structure,
    StructureSite,
    relative_symbols,
    try_element,
    value_of,
)
from ..contract.derived.relative import TRIED_ENDS, relative_points
from ..contract.parameters import parameter_values
from ..elements import Obstacle
from ..expr import Function, array, jacobian, make_function, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..numerics.newton import newton
from ..spatial import Pose
from .report import DIFFERENCE_STEP, DIFFERENCES, EXACT, check_native, require, require_close

TRIED_TIMES = (0.137, 0.731, 1.618)


def check_curve(curve: Curve) -> None:
    """The tangent is the rate of the point, the arc length grows with its size, a closed curve closes."""
    s = symbols("s")
    outputs = {"point": array(curve.point(s)), "tangent": array(curve.tangent(s))}
    require(outputs["point"].shape == (3,), curve, "point", f"has shape {outputs['point'].shape}, needs three numbers.")
    values = parameter_values(curve.parameters)
    function = make_function(curve.kind, {"s": s, "parameters": array(curve.parameters)}, outputs)
    arc = make_function("arc", {"s": s, "parameters": array(curve.parameters)}, {"arc": as_expr(curve.arc(s))})
    for at in TRIED_TIMES:
        slope = (function(at + DIFFERENCE_STEP, values).point - function(at - DIFFERENCE_STEP, values).point) / (
            2 * DIFFERENCE_STEP
        )
        require_close(
            function(at, values).tangent, slope, curve, "tangent", "is not the rate of the point", DIFFERENCES
        )
        speed = (arc(at + DIFFERENCE_STEP, values).arc - arc(at - DIFFERENCE_STEP, values).arc) / (2 * DIFFERENCE_STEP)
        require_close(speed, np.linalg.norm(slope), curve, "arc", "does not grow with the length of the tangent", 1e-5)
        if curve.period is not None:
            again = function(at + value_of(curve.period), values)
            require_close(again.point, function(at, values).point, curve, "period", "the curve is elsewhere after it")
    check_native(curve, function, {"s": TRIED_TIMES[0], "parameters": values})


def check_signal(signal: Signal) -> None:
    """Derivatives agree with differences, as far as the signal says it is smooth."""
    try_element(signal)
    for t in TRIED_TIMES:
        require(np.isfinite(signal(t)), signal, "value", f"is {signal(t)} at t = {t}.")
        for order in range(1, 3):
            if signal.smoothness >= order:
                before, after = (
                    signal.derivative(t - DIFFERENCE_STEP, order - 1),
                    signal.derivative(t + DIFFERENCE_STEP, order - 1),
                )
                slope = (after - before) / (2 * DIFFERENCE_STEP)
                found = signal.derivative(t, order)
                require_close(found, slope, signal, f"derivative {order}", "differs from differences", DIFFERENCES)


def check_shape(shape: Shape) -> None:
    """Mass properties are those of a real distribution of mass, and it can be drawn."""
    found = shape.properties()
    mass, com, inertia = (np.asarray(value_of(x), dtype=float) for x in (found.mass, found.com, found.inertia))
    require(mass.shape == () and mass >= 0, shape, "mass", f"is {mass}.")
    require(com.shape == (3,) and np.isfinite(com).all(), shape, "centre of mass", f"is {com}.")
    require_close(inertia, inertia.T, shape, "inertia", "is not symmetric")
    a, b, c = np.linalg.eigvalsh(inertia)
    size = max(c, 1e-300)
    require(
        a >= -EXACT * size and a + b >= c * (1 - EXACT), shape, "inertia", f"principal moments {a:g}, {b:g}, {c:g}."
    )
    require(all("kind" in look for look in shape.looks()), shape, "looks", "a primitive does not say its kind.")


def check_contact_surface(surface: ContactSurface) -> None:
    """A solid has sizes that are positive and vertices in rows of three; it can be drawn."""
    require(all("kind" in look for look in surface.primitives()), surface, "primitives", "one does not say its kind.")
    if not surface.is_solid:
        return
    found = surface.collision_shape()
    require(all(np.isfinite(x) and x > 0.0 for x in found.size), surface, "size", f"is {found.size}.")
    corners = found.vertices is None or (found.vertices.ndim == 2 and found.vertices.shape[1] == 3)
    require((found.vertices is not None) == (found.kind == "hull"), surface, "vertices", "are those of hulls.")
    require(corners, surface, "vertices", "are not rows of three numbers.")


def check_contact_set(contacts: ContactSet) -> None:
    """It knows the contact of two spheres, and gives the same in either order."""
    try_element(contacts)
    one, other = SphereSurface(0.1), SphereSurface(0.2)
    found = [contacts.between(one, other), contacts.between(other, one)]
    require(all(c.is_smooth for c in found), contacts, "between", "two spheres have no smooth gap.")
    same = found[0].with_values(surfaces=None) == found[1].with_values(surfaces=None)
    require(same, contacts, "between", "gives other contacts in another order.")


def check_measure(measure: Measure) -> None:
    """It gives as many finite numbers as it has units, and reads positions only: loads are derivatives by them."""
    value = measure.value(_relative(measure))
    found = _at_random(measure, value)
    require(len(found) == len(measure.units), measure, "value", f"{len(found)} numbers for {len(measure.units)} units.")
    read = {str(node.data).partition("[")[0] for node in symbols_of([as_expr(x) for x in array(value).ravel()])}
    velocities = not read & {"w", "v"}
    require(velocities, measure, "value", "reads velocities; the power of loads would not be what it measures.")


def check_response(response: Response) -> None:
    """It gives one finite number, whose slope is that of differences, and native code gives the same."""
    x = symbols("x")
    value = response.value(x)
    require(np.ndim(value) == 0, response, "value", "is not one number.")
    outputs = {"f": as_expr(value), "slope": jacobian(as_expr(value), x)}
    inputs = {"x": x, "parameters": array(response.parameters)}
    function = make_function(response.kind, inputs, outputs)
    values = parameter_values(response.parameters)
    for at in (-0.0137, 0.0031, 0.0271):
        found = function(at, values)
        require(np.isfinite(found.f), response, "value", f"is {found.f} at an elongation of {at}.")
        slope = (function(at + DIFFERENCE_STEP, values).f - function(at - DIFFERENCE_STEP, values).f) / (
            2 * DIFFERENCE_STEP
        )
        require_close(np.ravel(found.slope)[0], slope, response, "slope", "differs from differences", DIFFERENCES)
    check_native(response, function, {"x": 0.0031, "parameters": values})


def check_load(load: Load) -> None:
    """Its wrench is a moment and a force, finite."""
    found = _at_random(load, load.wrench(_relative(load), symbols("t")))
    require(len(found) == 6, load, "wrench", f"gives {len(found)} numbers, needs (moment, force).")


def check_rotor(rotor: Rotor) -> None:
    """It has a positive inertia, and a spin or a torque."""
    require(value_of(rotor.axial_inertia()) > 0, rotor, "axial_inertia", "is not positive.")
    speed = rotor.speed(symbols("t"))
    torque = rotor.torque(symbols("angle"), symbols("spin"), symbols("t"))
    single = np.ndim(torque) == 0 and (speed is None or np.ndim(speed) == 0)
    require(single, rotor, "speed and torque", "are not single numbers.")


def _relative(element: Element) -> Any:
    rel, _ = relative_symbols()
    if element.ends is not None and element.ends <= 2:
        return rel
    # Further ends lie elsewhere: points of a path must not coincide.
    count = TRIED_ENDS if element.ends is None else element.ends
    return [replace(rel, p=rel.p * (1.0 + k) + 0.3 * k * rel.p[::-1]) for k in range(count - 1)]


def _at_random(element: Element, values: Any) -> np.ndarray:
    """Numbers of traced values at an ordinary relative motion, checked to be finite."""
    flat = [as_expr(x) for part in (values if isinstance(values, tuple) else (values,)) for x in array(part).ravel()]
    with np.errstate(all="ignore"):
        found = np.array([float(x) for x in evaluate(flat, relative_points(element.parameters)[0])])
    require(np.isfinite(found).all(), element, "values", f"are not finite at an ordinary motion: {found}.")
    return found


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


TRIED_PAIRS = 8
"""Pairs of points between which paths are tried."""
MOST_DRAWS = 1000


def check_obstacle(obstacle: Obstacle) -> None:
    """|∂L/∂p| = |∂L/∂q| = 1: a path pulls at both of its ends with its tension, along a line."""
    p, q, s = symbols("p", 3), symbols("q", 3), symbols("s", len(obstacle.unknowns))
    passage = obstacle.passage(p, q, s)
    length = array([as_expr(passage.length)])
    outputs = {
        "losses": array([1.0, *(as_expr(x) for x, _ in (*passage.losses, *passage.faults))]),
        "by_p": jacobian(length, p).ravel(),
        "by_q": jacobian(length, q).ravel(),
    }
    if len(s):
        by_s = jacobian(length, s).ravel()
        outputs |= {"by_s": by_s, "by_ss": jacobian(by_s, s)}
    inputs = {"p": p, "q": q, **({"s": s} if len(s) else {}), "parameters": array(obstacle.parameters)}
    function, values = make_function(obstacle.kind, inputs, outputs), [x.value for x in obstacle.parameters]
    rng, tried = np.random.default_rng(7), 0
    for _ in range(MOST_DRAWS):
        ends = rng.normal(size=(2, 3))
        if tried == TRIED_PAIRS or obstacle.fault(*ends) is not None:
            continue
        own = [_solved(function, ends, len(s), values)] if len(s) else []
        if any(x is None for x in own):
            continue
        found = function(*ends, *own, values)
        if np.min(found.losses) < 0.0:
            continue  # which a run tells
        tried += 1
        for name in ("by_p", "by_q"):
            size = float(np.linalg.norm(getattr(found, name)))
            require_close(size, 1.0, obstacle, "passage", "the slope of its length by an end is not a unit vector")
    require(tried == TRIED_PAIRS, obstacle, "fault", "leaves too few points from which a path leads")


def _solved(function: Function, ends: np.ndarray, count: int, values: list[float]) -> np.ndarray | None:
    """The unknowns in which the length is stationary; None where there are none."""

    def residual(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = function(*ends, x, values)
        return np.asarray(found.by_s), np.asarray(found.by_ss)

    found, worst = newton(residual, np.zeros(count))
    return found if worst is None else None
