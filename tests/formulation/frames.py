"""Frames of beams: assemblies of them, and the linear finite-element solution, in code of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

H, B = 1.0, 0.8
"""Height and width of the portal."""
BEAM = {"axial": 3e3, "bending_y": 2.0, "bending_z": 1.5, "torsion": 0.9}
UP = {"y": -0.5 * np.pi}
"""A beam runs along x of its first end: these axes point upwards."""


class Portal(lw.Assembly):
    """Two columns and a girder, with loads on both corners; `hinged`, the girder ends in a pin at the second."""

    nodes = ("left", "right", "pinned")
    load = lw.parameter(unit="N", default=0.0)
    hinged = lw.option(default=True)

    def reference(self) -> Any:
        return {"left": (0, 0, H), "right": (B, 0, H)}

    def parts(self) -> Any:
        column = lw.Beam(H, **BEAM)
        pin: lw.Hinge = lw.Revolute("y") if self.hinged else lw.Fixed()
        return {
            "column": (column, self.at(0, rotate=UP), self.at("left", rotate=UP)),
            "girder": (lw.Beam(B, **BEAM), "left", "pinned"),
            "pin": (pin, "right", "pinned"),
            "post": (column, self.at(1, rotate=UP), self.at("right", rotate=UP)),
        }

    def loads(self) -> Any:
        p = self.load
        return {"left": {"force": (p, 2 * p, -p), "moment": (0.3 * p, p, 0.1 * p)}, "right": (0.5 * p, p, 0)}


def beam_stiffness(length: float, R: np.ndarray) -> np.ndarray:
    """12 × 12 of a beam along the first column of R, by nodes: displacements, then rotations, in global axes.

    The textbook matrix of Euler and Bernoulli (Przemieniecki 1968, §5.6).
    """
    E, Iy, Iz, J = (BEAM[k] for k in ("axial", "bending_y", "bending_z", "torsion"))
    K = np.zeros((12, 12))
    for k, s in ((0, E / length), (3, J / length)):
        K[np.ix_([k, k + 6], [k, k + 6])] = s * np.array([[1, -1], [-1, 1]])
    for deflection, slope, bending, sign in ((1, 5, Iz, 1.0), (2, 4, Iy, -1.0)):
        at = [deflection, slope, deflection + 6, slope + 6]
        a, b = 6 * sign * length, 2 * length**2
        K[np.ix_(at, at)] = (
            bending / length**3 * np.array([[12, a, -12, a], [a, 2 * b, -a, b], [-12, -a, 12, -a], [a, b, -a, 2 * b]])
        )
    T = np.kron(np.eye(4), R.T)
    return np.asarray(T.T @ K @ T)


def portal_solution(foot: np.ndarray, load: float, hinged: bool) -> tuple[np.ndarray, np.ndarray]:
    """(displacements and rotations of both corners, force and moment on the second foot), linear.

    Unknowns: corner "left", corner "right", and the rotation of the girder's end about y, which the pin sets free.
    """
    up = np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]])
    K = np.zeros((31, 31))
    left, right, first, second = (np.arange(6) + 6 * k for k in range(4))
    end = right.copy()
    end[4] = 24
    if not hinged:
        end[4] = right[4]
    for length, R, ends in ((H, up, (first, left)), (B, np.eye(3), (left, end)), (H, up, (second, right))):
        at = np.concatenate(ends)
        K[np.ix_(at, at)] += beam_stiffness(length, R)
    f = np.zeros(31)
    f[left] = load * np.array([1, 2, -1, 0.3, 1, 0.1])
    f[right] = load * np.array([0.5, 1, 0, 0, 0, 0])
    free = [*left, *right, *([24] if hinged else [])]
    x = np.zeros(31)
    x[second] = foot
    x[free] = np.linalg.solve(K[np.ix_(free, free)], (f - K @ x)[free])
    return x[:12], -(K @ x)[second]
