"""What a human body looks like: smooth tubes around its segments, without mass.

Outlines are those of a body of 1.75 m and 75 kg, in shirt, trousers and shoes. Lengths grow with those of the
segments, girths with the root of mass over height.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.interpolate import PchipInterpolator

from ..contract import Shape
from ..elements import Ellipsoid, Mesh
from .anthropometry import ANKLE_PLACE
from .body_segments import BodySegment, BodySegments

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
