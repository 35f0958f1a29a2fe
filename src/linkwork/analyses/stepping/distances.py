"""How far states of absolute systems are apart."""

from __future__ import annotations

import numpy as np

from ...absolute import Configuration
from ...absolute.configuration import conjugate, product, rotation_vector


def distance(one: Configuration, other: Configuration) -> float:
    """The largest difference of places and rotations."""
    turn = rotation_vector(product(one.pose[:4], conjugate(other.pose[:4])))
    parts = (turn, one.pose[4:] - other.pose[4:], one.own - other.own)
    return max(float(np.abs(x).max(initial=0.0)) for x in parts)


def end_difference(nu: int, one: Configuration, other: Configuration) -> float:
    """How far two ends of a step are apart: places, and states (behind `nu` speeds) relative to their size."""
    states = np.abs(one.u[nu:] - other.u[nu:]) / (1.0 + np.abs(one.u[nu:]))
    return max(distance(one, other), float(states.max(initial=0.0)))
