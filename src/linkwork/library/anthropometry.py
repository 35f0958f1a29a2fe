"""Measurements of human bodies as they were published: plain numbers, and where they come from.

Inertia and lengths of segments: P. de Leva, *Adjustments to Zatsiorsky–Seluyanov's segment inertia parameters*,
J. Biomechanics 29 (1996) 1223–1230, table 4: means of 100 men and 15 women, measured by gamma rays (V. Zatsiorsky and
V. Seluyanov 1983). What that table lacks is from R. Drillis and R. Contini, *Body segment parameters* (1966), as parts
of the height. What neither has is assumed, and said so here.
"""

from __future__ import annotations

from typing import NamedTuple


class SegmentRow(NamedTuple):
    """A row of the table: length in m, mass as a part of the body's, the rest as parts of the length.

    `centre` is measured from the upper end (a foot: from the heel). Radii of gyration are about axes through the
    centre of mass: sagittal points forward, transverse to the left, longitudinal along the segment.
    """

    length: float
    mass: float
    centre: float
    sagittal: float
    transverse: float
    longitudinal: float


class MeanBody(NamedTuple):
    """The people of whom a table has the means: height in m, mass in kg, segments, and two more distances in m."""

    height: float
    mass: float
    segments: dict[str, SegmentRow]
    trunk: float
    """From the seventh cervical vertebra to the middle of the hips."""
    shoulder: float
    """From the middle of the shoulders to the middle of the hips."""


MEAN_BODIES = {
    "male": MeanBody(
        height=1.741,
        mass=73.0,
        segments={
            "head_and_neck": SegmentRow(0.2429, 0.0694, 0.5002, 0.303, 0.315, 0.261),  # vertex to C7
            "upper_torso": SegmentRow(0.2421, 0.1596, 0.5066, 0.505, 0.320, 0.465),  # C7 to xiphion
            "middle_torso": SegmentRow(0.2155, 0.1633, 0.4502, 0.482, 0.383, 0.468),  # xiphion to navel
            "lower_torso": SegmentRow(0.1457, 0.1117, 0.6115, 0.615, 0.551, 0.587),  # navel to middle of the hips
            "upper_arm": SegmentRow(0.2817, 0.0271, 0.5772, 0.285, 0.269, 0.158),
            "forearm": SegmentRow(0.2689, 0.0162, 0.4574, 0.276, 0.265, 0.121),
            "hand": SegmentRow(0.1879, 0.0061, 0.3624, 0.288, 0.235, 0.184),  # wrist to the tip of the third finger
            "thigh": SegmentRow(0.4222, 0.1416, 0.4095, 0.329, 0.329, 0.149),
            "shank": SegmentRow(0.4403, 0.0433, 0.4395, 0.251, 0.246, 0.102),  # knee to ankle joint
            "foot": SegmentRow(0.2581, 0.0137, 0.4415, 0.257, 0.245, 0.124),  # heel to the tip of the toes
        },
        trunk=0.6033,
        shoulder=0.5155,
    ),
    "female": MeanBody(
        height=1.735,
        mass=61.9,
        segments={
            "head_and_neck": SegmentRow(0.2437, 0.0668, 0.4841, 0.271, 0.295, 0.261),
            "upper_torso": SegmentRow(0.2280, 0.1545, 0.5050, 0.466, 0.314, 0.449),
            "middle_torso": SegmentRow(0.2053, 0.1465, 0.4512, 0.433, 0.354, 0.415),
            "lower_torso": SegmentRow(0.1815, 0.1247, 0.4920, 0.433, 0.402, 0.444),
            "upper_arm": SegmentRow(0.2751, 0.0255, 0.5754, 0.278, 0.260, 0.148),
            "forearm": SegmentRow(0.2643, 0.0138, 0.4559, 0.261, 0.257, 0.094),
            "hand": SegmentRow(0.1701, 0.0056, 0.3427, 0.244, 0.208, 0.154),
            "thigh": SegmentRow(0.3685, 0.1478, 0.3612, 0.369, 0.364, 0.162),
            "shank": SegmentRow(0.4386, 0.0481, 0.4352, 0.267, 0.263, 0.092),
            "foot": SegmentRow(0.2283, 0.0129, 0.4014, 0.299, 0.279, 0.139),
        },
        trunk=0.6148,
        shoulder=0.4979,
    ),
}

ANKLE_HEIGHT = 0.039
"""Of the ankle over the sole, in heights (Drillis and Contini)."""
NECK_LENGTH = 0.052
"""From the shoulders to the chin, in heights (Drillis and Contini): taken as the length of the neck."""
SHOULDER_BREADTH = 0.129
"""From the middle to a shoulder, in heights (Drillis and Contini)."""
HIP_BREADTH = 0.05
"""From the middle to a hip joint, in heights; assumed: 0.36 of the distance of the iliac spines (Bell et al. 1990)."""
ANKLE_PLACE = 0.25
"""Of the ankle in front of the heel, in lengths of the foot; assumed."""
NECK_SHARE = 0.2
"""Of the mass of head and neck that is the neck's; assumed (studies of cadavers cut at different planes)."""
NECK_DENSITY = 1110.0
"""In kg/m³, of head and neck (W. Dempster 1955)."""
