"""Nine muscles of a leg, on the ready human body: plain numbers, and where they come from.

Lines of action, greatest forces, lengths and pennations are those of S. Delp et al., *An interactive graphics-based
model of the lower extremity*, IEEE Trans. Biomed. Eng. 37 (1990) 757–767, as they were joined to nine muscles for
walking in the plane by F. Anderson and A. Seth (model gait10dof18musc of OpenSim, CC BY 3.0; kneecap after G. Yamaguchi
and F. Zajac 1989). Axes there: x forward, y up, z to the right; the pelvis between the iliac spines, the thigh in the
hip, the shank in the knee, the heel below the ankle.

Otherwise here: the knee has one fixed axis, which follows the rolling knee of the source within 0.9 mm from 0° to 90°;
thigh and shank are straight between their joints, where those of the source bend by 1.4° and 0.6°; points that the
source counts at some angles alone are always there (hip flexors and calf), or never (quadriceps beyond 81°); the way of
the kneecap is a polynomial that meets its table within 0.25 mm from 0° to 120°.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..elements import GuidedPath, Muscle, Path
from ..model import Model
from .body_segments import SIDES

HIP = np.array([-0.0707, -0.0661, 0.0835])
"""In the pelvis of the source."""
KNEE_IN_THIGH, KNEE_IN_SHANK = np.array([-0.0098, -0.4088, 0.0]), np.array([-0.0044, -0.0135, 0.0])
"""The axis that follows its knee best."""
ANKLE = np.array([0.0, -0.43, 0.0])
"""In its shank."""
HEEL = np.array([-0.04877, -0.04195, 0.00792])
"""From the ankle to the frame of the heel."""
SOURCE_MASS = 75.16
"""Of the subject, in kg: forces are taken in proportion to mass."""
LEAST = 0.02
"""Excitation of muscles that are given none."""
KNEECAP_RANGE = (-0.2, 2.1)
GROOVE = (0.0334, -0.403, 0.0019)
"""In the thigh, where the quadriceps lie on it when the knee is bent far."""
USUAL_LENGTHS = (0.6, 1.4)
"""Fibres start at the length that they have behind a tendon as long as its slack length, within these parts of l₀."""


class LegMuscle(NamedTuple):
    """Greatest force in N, optimal length of fibres, slack length of tendon in m, pennation in rad; points."""

    force: float
    fibre: float
    slack: float
    pennation: float
    points: tuple[tuple[str, tuple[float, float, float]], ...]
    kneecap: tuple[tuple[float, float, float], ...] = ()
    """The last point in the shank: coefficients of x, y and z by powers of the knee's flexion."""


BICEPS_FEMORIS = (("shank", (-0.0301, -0.036, 0.02943)), ("shank", (-0.0234, -0.0563, 0.0343)))
ACHILLES = (("heel", (0.0, 0.031, -0.0053)),)
LEG_MUSCLES = {
    "hamstrings": LegMuscle(2700.0, 0.109, 0.326, 0.0, (("pelvis", (-0.12596, -0.10257, 0.06944)), *BICEPS_FEMORIS)),
    "biceps_femoris_short": LegMuscle(
        804.0, 0.173, 0.089, 0.40142573, (("thigh", (0.005, -0.2111, 0.0234)), *BICEPS_FEMORIS)
    ),
    "gluteus_maximus": LegMuscle(
        1944.0,
        0.147,
        0.127,
        0.0,
        (
            ("pelvis", (-0.1349, 0.0176, 0.0563)),
            ("pelvis", (-0.1376, -0.052, 0.0914)),
            ("thigh", (-0.0426, -0.053, 0.0293)),
            ("thigh", (-0.0156, -0.1016, 0.0419)),
        ),
    ),
    "iliopsoas": LegMuscle(
        2342.0,
        0.1,
        0.16,
        0.13962634,
        (
            ("pelvis", (-0.0647, 0.0887, 0.0289)),
            ("pelvis", (-0.0238, -0.057, 0.0759)),
            ("pelvis", (-0.0288, -0.0805, 0.0816)),
            ("thigh", (0.0016, -0.0507, 0.0038)),
            ("thigh", (-0.0188, -0.0597, 0.0104)),
        ),
    ),
    "rectus_femoris": LegMuscle(
        1169.0,
        0.114,
        0.31,
        0.08726646,
        (("pelvis", (-0.0295, -0.0311, 0.0968)),),
        (
            (0.0617, 0.02101, 0.0014),
            (-0.05875, 0.01353, 0.0),
            (0.08071, -0.0271, 0.0),
            (-0.07042, 0.02929, 0.0),
            (0.02896, -0.01443, 0.0),
            (-0.00465, 0.00252, 0.0),
        ),
    ),
    "vasti": LegMuscle(
        5000.0,
        0.087,
        0.136,
        0.05235988,
        (("thigh", (0.029, -0.1924, 0.031)), ("thigh", (0.0335, -0.2084, 0.0285))),
        (
            (0.0554, 0.02531, 0.0018),
            (-0.06331, 0.00564, 0.0),
            (0.08916, -0.01451, 0.0),
            (-0.07796, 0.01911, 0.0),
            (0.03216, -0.01039, 0.0),
            (-0.00517, 0.0019, 0.0),
        ),
    ),
    "gastrocnemius": LegMuscle(
        2500.0,
        0.06,
        0.39,
        0.29670597,
        (("thigh", (-0.019, -0.3929, -0.0235)), ("thigh", (-0.03, -0.4022, -0.0258)), *ACHILLES),
    ),
    "soleus": LegMuscle(5137.0, 0.05, 0.25, 0.43633231, (("shank", (-0.0024, -0.1533, 0.0071)), *ACHILLES)),
    "tibialis_anterior": LegMuscle(
        3000.0,
        0.098,
        0.223,
        0.08726646,
        (
            ("shank", (0.0179, -0.1624, 0.0115)),
            ("shank", (0.0329, -0.3951, -0.0177)),
            ("heel", (0.1166, 0.0178, -0.0305)),
        ),
    ),
}
"""Of the right leg."""
BODIES = {"pelvis": "lower_torso", "thigh": "thigh_{side}", "shank": "shank_{side}", "heel": "foot_{side}"}
UPRIGHT = {"pelvis": np.zeros(3), "thigh": HIP, "shank": HIP + np.array([-0.00525, -0.396, 0.0])}
"""Where the frames of the source are in its pelvis, while it stands upright."""
UPRIGHT["heel"] = UPRIGHT["shank"] + ANKLE + HEEL


def leg_muscles(
    model: Model,
    sides: Sequence[str] = ("left", "right"),
    inputs: Mapping[str, Any] | None = None,
    **options: Any,
) -> tuple[str, ...]:
    """The names of muscles that are connected to a model of `human_body`: nine on each side, "vasti_left" and so on.

    `inputs` are excitations (or activations) by name; other muscles get 0.02. `options` are those of `lw.Muscle` for
    all of them, such as tendon="rigid" or curves="Millard2012". Places are scaled with the lengths of the segments,
    fibres and tendons with their paths in the upright posture, forces with the mass.
    """
    for side in sides:
        if side not in SIDES:
            raise ModelError(unknown("side", side, SIDES))
    names = [f"{name}_{side}" for side in sides for name in LEG_MUSCLES]
    given = dict(inputs or {})
    for name in given:
        if name not in names:
            raise ModelError(unknown("muscle", name, names))
    strength = sum(body.mass for body in model.bodies.values()) / SOURCE_MASS
    for side in sides:
        joints = _joints(model, side)
        bodies = {where: model.bodies[name.format(side=side)] for where, name in BODIES.items()}
        for own, muscle in LEG_MUSCLES.items():
            ends = [bodies[where].at(*_place(where, place, side, joints)) for where, place in muscle.points]
            line: Any = Path()
            if muscle.kneecap:
                way = np.array([_place("shank", row, side, joints) for row in muscle.kneecap])
                way[1:] -= _place("shank", np.zeros(3), side, joints)
                # The length knows no place on the thigh: this one is where a picture leads the muscle over the knee.
                ends += [bodies["thigh"].at(*_place("thigh", GROOVE, side, joints)), bodies["shank"].at(*way[0])]
                line = GuidedPath([np.zeros(3), *way[1:]], "y", between=KNEECAP_RANGE)
            path, longer = _upright_length(model, muscle, side)
            fibre, slack = longer * muscle.fibre, longer * muscle.slack
            made = Muscle(strength * muscle.force, fibre, slack, muscle.pennation, on=line, **options)
            start = np.clip(np.hypot(path - slack, fibre * np.sin(muscle.pennation)) / fibre, *USUAL_LENGTHS)
            model.connect(
                f"{own}_{side}",
                made,
                *ends,
                inputs={made.inputs[0]: given.get(f"{own}_{side}", LEAST)},
                initial={"fibre_length": start * fibre} if made.tendon == "elastic" else None,
            )
    return tuple(names)


def _joints(model: Model, side: str) -> list[Any]:
    """Where hip, knee and ankle are in the pelvis, the thigh and the shank."""
    if f"hip_{side}" not in model.connections:
        raise ModelError(f"leg_muscles: the model has no joint 'hip_{side}'; give one that lw.human_body made.")
    inner: list[Any] = [model.connections[f"{joint}_{side}"].ends[0] for joint in ("hip", "knee", "ankle")]
    return [point.X.p for point in inner]


def _place(where: str, place: Any, side: str, joints: Sequence[Any]) -> Any:
    """A point of the source, in the body of the model: from the joint nearer to the hips, between both joints."""
    hip, knee, ankle = joints
    x, y, z = np.array(place) - {"pelvis": HIP, "shank": KNEE_IN_SHANK, "heel": -HEEL}.get(where, np.zeros(3))
    if where == "pelvis":
        return hip + abs(hip[1]) / HIP[2] * np.array([x, SIDES[side] * z, y])
    way = KNEE_IN_THIGH if where == "thigh" else ANKLE - KNEE_IN_SHANK
    bent = 0.0 if where == "heel" else way[0] / way[1] * y
    scale = (knee if where == "thigh" else ankle)[2] / way[1]
    return scale * np.array([x - bent, SIDES[side] * z, y])


def _upright_length(model: Model, muscle: LegMuscle, side: str) -> tuple[float, float]:
    """The length of the path while the body stands upright, and over that in the source."""
    joints = hip, knee, ankle = _joints(model, side)
    own = {"pelvis": np.zeros(3), "thigh": hip, "shank": hip + knee, "heel": hip + knee + ankle}
    points = (*muscle.points, *((("shank", muscle.kneecap[0]),) if muscle.kneecap else ()))
    here = [own[where] + _place(where, place, side, joints) for where, place in points]
    there = [UPRIGHT[where] + place for where, place in points]
    lengths = [np.linalg.norm(np.diff(line, axis=0), axis=1).sum() for line in (here, there)]
    return float(lengths[0]), float(lengths[0] / lengths[1])
