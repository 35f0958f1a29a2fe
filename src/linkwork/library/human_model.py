"""A human body of seventeen segments, ready to be compiled.

Ranges of human joints, and how they resist: plain numbers, and where they come from.

Ranges are those of the American Academy of Orthopaedic Surgeons, *Joint Motion: Method of Measuring and Recording*
(1965), in degrees. Those of the trunk and of the neck are shared by two joints each, half and half. Damping of hip,
knee and ankle is from D. Davy and M. Audu, J. Biomechanics 20 (1987) 187–201; that of the other joints is assumed, less
where less hangs on them. Moments at the limits are assumed; they grow by e every `LIMIT_WIDTH`, which is somewhat
shorter than the 0.085 to 0.2 rad that the same authors give for the leg.

What a human body looks like: smooth tubes around its segments, without mass.

Outlines are those of a body of 1.75 m and 75 kg, in shirt, trousers and shoes. Lengths grow with those of the
segments, girths with the root of mass over height.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from ..contract import ModelError, Shape
from ..contract.arguments import FLAG, NAME_ARGUMENT, REAL, takes
from ..elements import (
    CardanAngles,
    ConeLimit,
    Ellipsoid,
    Free,
    JointLimit,
    Mesh,
    RelativeAngle,
    Revolute,
    RotationSpring,
    SpherePlaneContact,
    Spherical,
    Universal,
)
from ..model import Body, Model
from ..spatial import shortest_turn
from .anthropometry import ANKLE_PLACE
from .body_segments import ARM, LEG, SIDES, BodySegment, BodySegments, body_segments

LIMIT_WIDTH = 0.06
"""In rad, in which the moment beyond a limit grows by e."""


class JointRange(NamedTuple):
    """Limits in degrees from the upright posture, least and greatest; a moment in N·m; damping in N·m·s/rad.

    Flexion is a trunk or head that bends forward, an arm or thigh that is raised forward, a heel drawn back, toes
    drawn up, a palm drawn in. Lateral is outward, of the trunk to the right; rotation is inward, of the trunk to the
    left.
    """

    flexion: tuple[float, float]
    lateral: tuple[float, float]
    rotation: tuple[float, float]
    moment: float
    damping: float


JOINT_RANGES = {
    "lumbar": JointRange((-12.5, 40.0), (-17.5, 17.5), (-22.5, 22.5), 4.0, 5.0),
    "thoracic": JointRange((-12.5, 40.0), (-17.5, 17.5), (-22.5, 22.5), 4.0, 5.0),
    "cervical": JointRange((-22.5, 22.5), (-22.5, 22.5), (-30.0, 30.0), 1.0, 0.5),
    "atlas": JointRange((-22.5, 22.5), (-22.5, 22.5), (-30.0, 30.0), 1.0, 0.5),
    "hip": JointRange((-30.0, 120.0), (-30.0, 45.0), (-45.0, 45.0), 2.0, 1.09),
    "knee": JointRange((-10.0, 135.0), (0.0, 0.0), (0.0, 0.0), 2.0, 3.17),
    "ankle": JointRange((-50.0, 20.0), (-35.0, 15.0), (0.0, 0.0), 1.0, 0.943),
    "shoulder": JointRange((-60.0, 180.0), (-45.0, 180.0), (-90.0, 70.0), 2.0, 0.5),
    "elbow": JointRange((-10.0, 150.0), (0.0, 0.0), (0.0, 0.0), 1.0, 0.2),
    "wrist": JointRange((-70.0, 80.0), (-30.0, 20.0), (-80.0, 80.0), 0.5, 0.05),
}
"""A foot turns its sole inward by 35°, a hand to the side of the thumb by 20° (palms to the front). The rotation of the
wrist is pronation and supination of the forearm, which is one segment here.
"""


SHIRT, TROUSERS, SHOES, SKIN = "#4f7ea8", "#465064", "#34302e", "#d8a585"
AROUND = 20
"""Corners of a ring."""
Ring = tuple[float, float, float, float]
"""Where along the segment from its joint, as a part of its length; half its depth and half its breadth; how far it
lies forward. In m.
"""
OUTLINES: dict[str, tuple[str, tuple[Ring, ...]]] = {
    "lower_torso": (TROUSERS, ((-0.6, 0.03, 0.05, -0.01), (-0.5, 0.065, 0.1, -0.01), (-0.2, 0.1, 0.15, -0.01),
        (0.15, 0.11, 0.168, -0.008), (0.5, 0.107, 0.166, 0), (0.8, 0.1, 0.152, 0), (1, 0.096, 0.145, 0),
        (1.2, 0.05, 0.09, 0))),
    "middle_torso": (SHIRT, ((-0.2, 0.06, 0.1, 0), (-0.08, 0.098, 0.148, 0), (0.2, 0.098, 0.14, 0),
        (0.5, 0.1, 0.138, 0), (0.8, 0.108, 0.15, 0), (1, 0.113, 0.158, 0), (1.15, 0.07, 0.11, 0))),
    "upper_torso": (SHIRT, ((-0.12, 0.07, 0.1, 0), (0, 0.113, 0.158, 0), (0.25, 0.12, 0.17, 0.004),
        (0.5, 0.117, 0.18, 0.002), (0.7, 0.1, 0.182, -0.004), (0.82, 0.082, 0.16, -0.01), (0.9, 0.066, 0.11, -0.01),
        (0.97, 0.054, 0.068, -0.006), (1.03, 0.03, 0.04, 0))),
    "neck": (SKIN, ((-0.5, 0.03, 0.04, -0.01), (-0.2, 0.057, 0.064, -0.006), (0.2, 0.055, 0.057, 0),
        (0.7, 0.054, 0.055, 0.004), (1.1, 0.052, 0.054, 0.008), (1.4, 0.03, 0.03, 0.01))),
    "head": (SKIN, ((-0.52, 0.016, 0.018, 0.06), (-0.48, 0.034, 0.032, 0.05), (-0.3, 0.062, 0.05, 0.03),
        (-0.05, 0.086, 0.064, 0.014), (0.25, 0.096, 0.073, 0.005), (0.5, 0.099, 0.077, 0), (0.75, 0.087, 0.069, -0.003),
        (0.91, 0.06, 0.048, -0.004), (0.98, 0.03, 0.024, -0.004), (1, 0.008, 0.006, -0.004))),
    "upper_arm": (SHIRT, ((-0.18, 0.02, 0.02, 0), (-0.13, 0.042, 0.04, 0), (0, 0.056, 0.052, 0),
        (0.2, 0.055, 0.049, 0), (0.5, 0.05, 0.044, 0.003), (0.8, 0.042, 0.039, 0), (1, 0.041, 0.039, 0),
        (1.1, 0.02, 0.02, 0))),
    "forearm": (SKIN, ((-0.1, 0.018, 0.018, 0), (0, 0.038, 0.036, 0), (0.2, 0.045, 0.04, 0), (0.5, 0.038, 0.034, 0),
        (0.8, 0.029, 0.025, 0), (1, 0.028, 0.021, 0), (1.06, 0.018, 0.013, 0))),
    "hand": (SKIN, ((-0.05, 0.018, 0.013, 0), (0, 0.026, 0.018, 0), (0.16, 0.036, 0.016, 0.002),
        (0.42, 0.042, 0.014, 0.004), (0.6, 0.039, 0.012, 0.004), (0.83, 0.034, 0.0095, 0.004),
        (0.96, 0.022, 0.008, 0.004), (1, 0.008, 0.004, 0.004))),
    "thigh": (TROUSERS, ((-0.13, 0.04, 0.035, -0.01), (-0.06, 0.08, 0.072, -0.008), (0.08, 0.093, 0.083, -0.004),
        (0.3, 0.088, 0.079, 0.004), (0.6, 0.07, 0.065, 0.006), (0.85, 0.057, 0.055, 0.002), (1, 0.054, 0.053, 0),
        (1.09, 0.025, 0.025, 0))),
    "shank": (TROUSERS, ((-0.09, 0.025, 0.025, 0), (0, 0.053, 0.052, 0), (0.12, 0.056, 0.053, -0.006),
        (0.3, 0.062, 0.057, -0.014), (0.55, 0.053, 0.049, -0.01), (0.8, 0.043, 0.041, -0.004), (0.96, 0.043, 0.043, 0),
        (1.03, 0.03, 0.03, 0))),
    # Along the sole, from the heel; half its height, and what lies over the sole.
    "foot": (SHOES, ((0, 0.014, 0.016, 0.018), (0.03, 0.026, 0.027, 0.028), (0.14, 0.04, 0.034, 0.04),
        (0.3, 0.042, 0.036, 0.042), (0.42, 0.036, 0.038, 0.036), (0.6, 0.024, 0.044, 0.024), (0.8, 0.017, 0.046, 0.017),
        (0.93, 0.014, 0.036, 0.014), (1, 0.008, 0.016, 0.012))),
}  # fmt: skip
THUMB = ((0.05, 0.006, 0.006, 0.0), (0.1, 0.014, 0.012, 0.0), (0.42, 0.011, 0.01, 0.0), (0.5, 0.005, 0.005, 0.0))


def body_looks(segments: BodySegments, segment: BodySegment) -> list[Shape]:
    """Shapes of a segment, without mass."""
    part = segment.name.removesuffix("_left").removesuffix("_right")
    color, rings = OUTLINES[part]
    girth = np.sqrt(segments.mass / 75.0 * 1.75 / segments.height)
    outline = np.array(rings) * [segment.length, girth, girth, girth]
    if part == "foot":
        # Turned, z points forward and x down; the sole keeps its height.
        outline[:, 0] -= ANKLE_PLACE * segment.length
        outline[:, 3] = segments.ankle_height - outline[:, 3]
        return [_tube(outline, color=color, rotate={"y": np.pi / 2})]
    if segment.com[2] < 0.0:
        outline = (outline * [-1.0, 1.0, 1.0, 1.0])[::-1]
    shapes: list[Shape] = [_tube(outline, color=color)]
    if part == "head":
        at = np.array([[0.098, 0.0, -0.05], [-0.004, 0.074, 0.1], [-0.004, -0.074, 0.1]])
        for place, radii in zip(at, ([0.016, 0.012, 0.02], *[[0.016, 0.008, 0.028]] * 2), strict=True):
            place[2] *= segment.length / girth
            shapes.append(Ellipsoid(girth * np.array(radii), mass=0.0, at=girth * place, color=color))
    if part == "hand":
        thumb = np.array(THUMB) * [-segment.length, girth, girth, girth]
        shapes.append(_tube(thumb[::-1], color=color, at=(0.02 * girth, 0.0, 0.0), rotate={"y": -0.5}))
    return shapes


def _tube(rings: Sequence[Sequence[float]] | np.ndarray, **more: Any) -> Mesh:
    """A closed surface through rings along z that is smooth between them: z, half-axes along x and y, shift along x."""
    given = np.array(rings, dtype=float)
    steps = np.linspace(0.0, len(given) - 1.0, 3 * len(given) - 2)
    z, a, b, x = PchipInterpolator(np.arange(len(given)), given)(steps).T
    turn = 2 * np.pi * np.arange(AROUND) / AROUND
    corners = np.stack([x[:, None] + np.outer(a, np.cos(turn)), np.outer(b, np.sin(turn)), np.outer(z, turn**0)], -1)
    ends = [[x[0], 0.0, z[0]], [x[-1], 0.0, z[-1]]]
    one, last = np.arange(AROUND), len(z) * AROUND
    other = (one + 1) % AROUND
    faces = [np.stack([np.full(AROUND, last), other, one], 1)]
    for k in AROUND * np.arange(len(z) - 1):
        faces += [np.stack([one + k, other + k, other + k + AROUND], 1)]
        faces += [np.stack([one + k, other + k + AROUND, one + k + AROUND], 1)]
    top = last - AROUND
    faces.append(np.stack([np.full(AROUND, last + 1), one + top, other + top], 1))
    return Mesh(np.concatenate([corners.reshape(-1, 3), ends]), np.concatenate(faces), mass=0.0, **more)


DOWN = np.array([0.0, 0.0, -1.0])
HANGING = np.diag([1.0, -1.0, -1.0])
"""Axes of a limb that hangs down: forward, to the right, down. Turns about them are flexion, outward, inward."""
TISSUE: dict[str, Any] = {"stiffness": 1e6, "dissipation": 1.0, "friction": 0.8, "smoothing": 0.1}
"""Of contacts, in SI units. A foot on four spheres gives 2 mm under an eighth of 75 kg each, 68 kN/m, as a heel pad
does; stiffer ground costs shorter steps, and so does friction that is smoothed less.
"""
LEAN = 0.04
"""By which a body that is held leans forward about its ankles, in rad: its weight is over the middle of its feet."""
HOLD = 20.0
"""Stiffness of joints that are held, in m g l of what they carry: seven joints and soft soles are in series."""
HOLD_TIME = 0.005
"""Damping over stiffness of the joints that are held, in s."""


@dataclass(frozen=True)
class BodyJoint:
    """A joint: of which range, between which segments, and where in the inner one."""

    name: str
    range: str
    inner: str
    outer: str
    place: NDArray[np.float64]
    side: float = 0.0
    """1 on the left, −1 on the right, 0 in the middle."""


@takes(height=REAL, mass=REAL, sex=NAME_ARGUMENT, tone=REAL, ground=FLAG)
def human_body(
    height: float = 1.75, mass: float = 75.0, sex: str = "male", *, tone: float = 0.0, ground: bool = True
) -> Model:
    """A body of `height` in m and `mass` in kg that stands upright: 17 segments, 44 degrees of freedom.

    The bodies of the model are lower_torso, middle_torso, upper_torso, neck, head, and for left and right upper_arm,
    forearm, hand, thigh, shank and foot; x points forward, y to the left, z up, and soles are at z = 0. Data are those
    of `body_segments`. Ball joints (lumbar, thoracic, cervical, atlas, shoulders, wrists, hips) have Euler parameters,
    knees and elbows are joints, ankles crosses; `root` is the free motion of the lower torso. Joints stiffen at
    published ends of their ranges. With `ground`, feet, pelvis, chest, head, knees, elbows and hands meet the
    plane z = 0. `tone` holds the posture by springs of so many times 20 m g l, m g l being what a joint alone needs
    to carry what is on it; 0 is limp, 1 stands, leaning forward a little.
    """
    if not (np.isfinite(tone) and tone >= 0):
        raise ModelError(f"a human body: tone = {tone!r}: must not be negative; 0 is limp, 1 stands.")
    segments = body_segments(height, mass, sex)
    model = Model("human body")
    bodies = {
        name: model.body(name, *body_looks(segments, x), mass=x.mass, com=x.com, inertia=x.inertia)
        for name, x in segments.of.items()
    }
    lean = LEAN if tone else 0.0
    model.connect("root", Free(), model.ground, bodies["lower_torso"], initial=_leaning_root(segments, lean))
    # Moments in proportion to weight and size.
    scale = mass * height / (73.0 * 1.741)
    joints = list(body_joints(segments))
    for joint in joints:
        hold = HOLD * tone * _carried_moment(joint, joints, segments)
        _connect(model, bodies, joint, scale, hold, lean)
    if ground:
        for name, segment, place, radius in _contact_spheres(segments):
            contact = SpherePlaneContact(radius, **TISSUE)
            model.connect(f"{name}_on_ground", contact, model.ground, bodies[segment].at(place))
    return model


def body_joints(segments: BodySegments) -> Iterator[BodyJoint]:
    """The joints, from the hips outward."""

    def top(name: str) -> NDArray[np.float64]:
        return np.array([0.0, 0.0, segments[name].length])

    spine = ("lower_torso", "middle_torso", "upper_torso", "neck", "head")
    for name, inner, outer in zip(("lumbar", "thoracic", "cervical", "atlas"), spine[:-1], spine[1:], strict=True):
        yield BodyJoint(name, name, inner, outer, top(inner))
    for side, sign in SIDES.items():
        mirror = np.array([1.0, sign, 1.0])
        arm, leg = ([f"{part}_{side}" for part in limb] for limb in (ARM, LEG))
        yield BodyJoint(f"shoulder_{side}", "shoulder", "upper_torso", arm[0], segments.shoulder * mirror, sign)
        yield BodyJoint(f"elbow_{side}", "elbow", arm[0], arm[1], -top(arm[0]), sign)
        yield BodyJoint(f"wrist_{side}", "wrist", arm[1], arm[2], -top(arm[1]), sign)
        yield BodyJoint(f"hip_{side}", "hip", "lower_torso", leg[0], segments.hip * mirror, sign)
        yield BodyJoint(f"knee_{side}", "knee", leg[0], leg[1], -top(leg[0]), sign)
        yield BodyJoint(f"ankle_{side}", "ankle", leg[1], leg[2], -top(leg[1]), sign)


def _leaning_root(segments: BodySegments, lean: float) -> dict[str, float]:
    """The start of the lower torso of a body that leans forward about its ankles."""
    leg = segments.hip_height - segments.ankle_height
    place = {"x": leg * np.sin(lean), "z": segments.ankle_height + leg * np.cos(lean)}
    return {"e0": np.cos(lean / 2), "e2": np.sin(lean / 2)} | {name: float(value) for name, value in place.items()}


def _connect(
    model: Model, bodies: Mapping[str, Body], joint: BodyJoint, scale: float, hold: float, lean: float
) -> None:
    """The joint of a joint, and what resists in it."""
    span = JOINT_RANGES[joint.range]
    ends = bodies[joint.inner].at(joint.place), bodies[joint.outer].at(0.0, 0.0, 0.0)
    resist = {"moment": scale * span.moment, "stiffness": hold, "damping": scale * span.damping + HOLD_TIME * hold}
    if joint.range in ("knee", "elbow"):
        model.connect(joint.name, Revolute("y" if joint.range == "knee" else "-y"), *ends)
        model.connect(f"{joint.name}_limit", _limit([span.flexion], **resist), f"{joint.name}.angle")
    elif joint.range == "ankle":
        model.connect(joint.name, Universal("-y", "x"), *ends, initial={"first": lean})
        forward = _limit([span.flexion], **resist, on=RelativeAngle("-y"), rest=(lean,))
        model.connect(f"{joint.name}_limit", forward, *ends)
        # To the side two legs stand by themselves.
        resist |= {"stiffness": 0.0, "damping": scale * span.damping}
        law = _limit([_mirrored(span.lateral, joint.side)], **resist, on=RelativeAngle("x"))
        model.connect(f"{joint.name}_lateral_limit", law, *ends)
    else:
        model.connect(joint.name, Spherical(), *ends)
        if joint.range == "shoulder":
            _resist_shoulder(model, bodies, joint, span, **resist)
        else:
            turn = HANGING if joint.side else np.eye(3)
            side = joint.side or 1.0
            limits = [span.flexion, _mirrored(span.lateral, side), _mirrored(span.rotation, side)]
            framed = (end.body.at(end.X.p, rotate=turn) for end in ends)
            model.connect(f"{joint.name}_limit", _limit(limits, **resist, on=CardanAngles()), *framed)


def _resist_shoulder(
    model: Model,
    bodies: Mapping[str, Body],
    joint: BodyJoint,
    span: JointRange,
    moment: float,
    stiffness: float,
    damping: float,
) -> None:
    r"""A cone for the arm, limits of its rotation about itself, and a spring that is smooth at every turn.

    The cone is the round one through the three ends that are published: extension by ε, adduction by δ, and the arm
    straight up, where flexion and abduction by 180° meet. Its axis is (cot ε/2, ± cot δ/2, −1)/n, its half-angle
    arccos(−1/n).
    """
    inner, outer = bodies[joint.inner], bodies[joint.outer]
    extension, adduction = -np.radians(span.flexion[0]), -np.radians(span.lateral[0])
    direction = np.array([1.0 / np.tan(extension / 2), joint.side / np.tan(adduction / 2), -1.0])
    length = float(np.linalg.norm(direction))
    turn = shortest_turn(DOWN, direction / length) @ HANGING
    framed = inner.at(joint.place, rotate=turn), outer.at(0, 0, 0, rotate=HANGING)
    cone = ConeLimit(float(np.arccos(-1.0 / length)), moment, LIMIT_WIDTH)
    model.connect(f"{joint.name}_limit", cone, *framed)
    rotation = _limit([_mirrored(span.rotation, joint.side)], moment, 0.0, 0.0, on=RelativeAngle("z"))
    model.connect(f"{joint.name}_rotation_limit", rotation, *framed)
    spring = RotationSpring((stiffness,) * 3, (damping,) * 3)
    model.connect(f"{joint.name}_spring", spring, inner.at(joint.place), outer)


def _limit(
    limits: list[tuple[float, float]], moment: float, stiffness: float, damping: float, **more: Any
) -> JointLimit:
    lower, upper = np.radians(np.array(limits)).T
    each = np.ones(len(limits))
    return JointLimit(lower, upper, moment * each, LIMIT_WIDTH, stiffness * each, damping=damping * each, **more)


def _mirrored(limits: tuple[float, float], side: float) -> tuple[float, float]:
    return limits if side > 0 else (-limits[1], -limits[0])


def _carried_moment(joint: BodyJoint, joints: list[BodyJoint], segments: BodySegments) -> float:
    """m g l of what a joint carries: what is farther from the ground, half by each leg; or what hangs on it."""
    places = {"lower_torso": np.array([0.0, 0.0, segments.hip_height])}
    for each in joints:
        places[each.outer] = places[each.inner] + each.place
    beyond = {joint.outer}
    for each in joints:
        if each.inner in beyond:
            beyond.add(each.outer)
    share = 1.0
    if joint.range in ("hip", "knee", "ankle"):
        beyond, share = {*segments.of} - beyond, 0.5
        if joint.range != "hip":
            beyond -= {f"{name}_{side}" for name in LEG for side in SIDES}
    masses = np.array([segments[name].mass for name in beyond])
    centres = np.array([places[name] + segments[name].com for name in beyond])
    lever = masses @ (centres[:, 2] - places[joint.outer][2])
    return float(share * 9.81 * abs(lever))


def _contact_spheres(segments: BodySegments) -> Iterator[tuple[str, str, NDArray[np.float64], float]]:
    """What meets the ground: name, segment, centre and radius of a sphere."""
    size, ankle = segments.height, segments.ankle_height
    yield "pelvis", "lower_torso", np.array([0.0, 0.0, 0.0]), 0.06 * size
    yield "chest", "upper_torso", np.array([0.0, 0.0, 0.5 * segments["upper_torso"].length]), 0.065 * size
    yield "head", "head", segments["head"].com, 0.05 * size
    for side in SIDES:
        foot = segments[f"foot_{side}"].length
        radius = 0.3 * ankle
        low = radius - ankle
        for part, along, across in (("heel", radius - ANKLE_PLACE * foot, 0.1), ("ball", 0.45 * foot, 0.15)):
            for which, way in SIDES.items():
                place = np.array([along, across * way * foot, low])
                yield f"{which}_{part}_{side}", f"foot_{side}", place, radius
        yield f"knee_{side}", f"shank_{side}", np.zeros(3), 0.03 * size
        yield f"elbow_{side}", f"forearm_{side}", np.zeros(3), 0.022 * size
        hand = segments[f"hand_{side}"]
        yield f"hand_{side}", hand.name, hand.com, 0.015 * size
