"""The shortest rotation between two directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def shortest_turn(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rotation about a × b that brings the unit vector a to b: E + S + S²/(1 + a·b), S w = (a × b) × w.

    Where b is opposite, it is half a turn about any axis across a.
    """
    cosine = float(a @ b)
    if cosine < -1.0 + 1e-9:
        across = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        across /= np.linalg.norm(across)
        return 2.0 * np.outer(across, across) - np.eye(3)
    S = np.cross(np.eye(3), np.cross(a, b))
    return np.eye(3) + S + S @ S / (1.0 + cosine)
