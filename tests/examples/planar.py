"""Planar linkages by the meeting points of circles: an independent way to where their pins are."""

import numpy as np


def meet(p: np.ndarray, r: float, q: np.ndarray, s: float, near: np.ndarray) -> np.ndarray:
    """The point at distance r from p and s from q that is nearer to `near`."""
    p, q = np.asarray(p, float), np.asarray(q, float)
    d = np.linalg.norm(q - p)
    along = (d**2 + r**2 - s**2) / (2 * d)
    e = (q - p) / d
    across = np.sqrt(r**2 - along**2) * np.array([-e[1], e[0]])
    return min((p + along * e + across, p + along * e - across), key=lambda x: np.linalg.norm(x - near))


def polar(length: float, angle: float) -> np.ndarray:
    return length * np.array([np.cos(angle), np.sin(angle)])


def beside(p: np.ndarray, q: np.ndarray, x: float, y: float) -> np.ndarray:
    """The point x along the line from p to q and y to its left."""
    e = (q - p) / np.linalg.norm(q - p)
    return p + x * e + y * np.array([-e[1], e[0]])
