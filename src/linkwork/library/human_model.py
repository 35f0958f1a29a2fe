"""A human body of seventeen segments, ready to be compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..contract import ModelError
from ..contract.arguments import FLAG, NAME_ARGUMENT, REAL, takes
from ..elements import (
    CardanAngles,
    ConeLimit,
    Free,
    JointLimit,
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
from .body_looks import body_looks
from .body_segments import ARM, LEG, SIDES, BodySegments, body_segments
from .joint_ranges import JOINT_RANGES, LIMIT_WIDTH, JointRange

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
