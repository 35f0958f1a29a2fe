"""Ranges of human joints, and how they resist: plain numbers, and where they come from.

Ranges are those of the American Academy of Orthopaedic Surgeons, *Joint Motion: Method of Measuring and Recording*
(1965), in degrees. Those of the trunk and of the neck are shared by two joints each, half and half. Damping of hip,
knee and ankle is from D. Davy and M. Audu, J. Biomechanics 20 (1987) 187–201; that of the other joints is assumed, less
where less hangs on them. Moments at the limits are assumed; they grow by e every `LIMIT_WIDTH`, which is somewhat
shorter than the 0.085 to 0.2 rad that the same authors give for the leg.
"""

from __future__ import annotations

from typing import NamedTuple

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
