"""Rotation matrices on numbers or symbols. `R_AB` takes components in B to components in A."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from ..expr import TraceError, array, atan2, cos, is_symbolic, sin, sqrt, where


def matrix(rows: Any) -> np.ndarray:
    """`rows` as a matrix: of floats where all entries are numbers, else of expressions."""
    return array(rows) if is_symbolic(rows) else np.array(rows, dtype=float)


def rotation_x(angle: Any) -> np.ndarray:
    """R of a turn by `angle` about the x axis."""
    c, s = cos(angle), sin(angle)
    return matrix([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def rotation_y(angle: Any) -> np.ndarray:
    """R of a turn by `angle` about the y axis."""
    c, s = cos(angle), sin(angle)
    return matrix([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def rotation_z(angle: Any) -> np.ndarray:
    """R of a turn by `angle` about the z axis."""
    c, s = cos(angle), sin(angle)
    return matrix([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


AXES = ("x", "y", "z")
"""What the components of a vector are called."""
ELEMENTARY = dict(zip(AXES, (rotation_x, rotation_y, rotation_z), strict=True))


def rotation(axis: Any, angle: Any) -> np.ndarray:
    """R of a turn by `angle` about a unit vector, or an axis named "x", "y", "z".

    R = c E + (1 − c) n nᵀ + s ñ (Rodrigues); the plain matrix of a turn about x, y or z where n is one of these.
    """
    n = axis_vector(axis) if isinstance(axis, str) else matrix(axis)
    if not is_symbolic(n) and sorted(np.abs(n)) == [0.0, 0.0, 1.0]:
        k = int(np.argmax(np.abs(n)))
        return ELEMENTARY[AXES[k]](float(n[k]) * angle)
    c, s = cos(angle), sin(angle)
    return c * np.eye(3) + (1.0 - c) * np.outer(n, n) + s * tilde(n)


def rotation_sequence(axes: str, angles: Any) -> np.ndarray:
    """R of successive turns about carried axes: "xyz" are Bryant (Cardan) angles, "zxz" Euler angles."""
    result: Any = np.eye(3)
    for axis, angle in zip(axes, angles, strict=True):
        result = result @ ELEMENTARY[axis](angle)
    return result


def rotation_euler_parameters(e: Any) -> np.ndarray:
    """R of unit Euler parameters (e0; e1, e2, e3), scalar first.

    R = (2e0² − 1) E + 2 e eᵀ + 2 e0 ẽ; S2 (28) with its (1,2) entry put right.
    """
    w, x, y, z = e
    return matrix(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


SMALL_TURN = 0.04
"""θ² below which the series of sin θ / θ is exact to the last digit."""
SINE_SERIES = (1.0 / 6227020800.0, -1.0 / 39916800.0, 1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0)
"""sin θ / θ = Σ c_k θ^2k, highest power first."""


def rotation_of_vector(turn: Any) -> np.ndarray:
    """R of the turn by θ about n that a rotation vector θ n is; smooth, and one to one within a full turn.

    R = E + (sin θ / θ) θ̃ + ½ (sin ½θ / ½θ)² θ̃ θ̃ (Rodrigues).
    """
    square = sum(x * x for x in turn)
    skew = tilde(turn)
    half = sine_quotient(0.25 * square)
    return np.eye(3) + sine_quotient(square) * skew + (0.5 * half * half) * (skew @ skew)


TURN_SERIES = tuple((-1.0) ** k / factorial(2 * k + 3) for k in reversed(range(7)))
"""(θ − sin θ) / θ³ = Σ c_k θ^2k, highest power first."""


def turning_of_vector(turn: Any) -> np.ndarray:
    """T with ω = T ϑ̇, in the axes that are turned, for the rotation of a vector ϑ.

    T = E − ½ (sin ½θ / ½θ)² ϑ̃ + ((θ − sin θ) / θ³) ϑ̃ ϑ̃.
    """
    square = sum(x * x for x in turn)
    near = square < SMALL_TURN
    series: Any = 0.0
    for c in TURN_SERIES:
        series = series * square + c
    half, skew = sine_quotient(0.25 * square), tilde(turn)
    third = where(near, series, (1.0 - sine_quotient(square)) / where(near, 1.0, square))
    return np.eye(3) - (0.5 * half * half) * skew + third * (skew @ skew)


SERIES_SINE = 1e-3
"""sin²θ below which the series of θ / sin θ is exact to the last digit."""
ARC_SERIES = (35.0 / 1152.0, 5.0 / 112.0, 3.0 / 40.0, 1.0 / 6.0, 1.0)
"""asin(s) / s = Σ c_k s^2k, highest power first."""


def rotation_vector_of(R: Any) -> Any:
    """θ n of a rotation matrix: r θ / sin θ, with r = n sin θ the skew part of R and 1 + 2 cos θ its trace."""
    r = matrix([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) * 0.5
    cosine = (R[0, 0] + R[1, 1] + R[2, 2] - 1.0) * 0.5
    square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    # At θ = 0 the quotient is 0/0; the branch that is not taken stays finite, so that its derivatives do.
    near = (square < SERIES_SINE) & (cosine > 0.0)
    sine = sqrt(where(near, 1.0, square))
    series: Any = 0.0
    for c in ARC_SERIES:
        series = series * square + c
    return r * where(near, series, atan2(sine, cosine) / sine)


def sine_quotient(square: Any) -> Any:
    """sin θ / θ for θ²; the branch that is not taken stays finite, so that its derivatives do."""
    near = square < SMALL_TURN
    angle = sqrt(where(near, 1.0, square))
    series: Any = 0.0
    for c in SINE_SERIES:
        series = series * square + c
    return where(near, series, sin(angle) / angle)


def euler_parameter_rates(e: Any, w: Any) -> list[Any]:
    """ė = ½ E(e) ω for the angular velocity in the turned frame's axes, S2 (30)."""
    a, b, c, d = e
    x, y, z = w
    half = 0.5
    return [
        -half * (b * x + c * y + d * z),
        half * (a * x + c * z - d * y),
        half * (a * y + d * x - b * z),
        half * (a * z + b * y - c * x),
    ]


def euler_parameters(rotation: Any) -> np.ndarray:
    """Unit Euler parameters, scalar first and not negative, of a numeric rotation matrix."""
    r = np.asarray(rotation, dtype=float)
    # The largest of the four squares is divided by, so that none is lost to rounding.
    squares = np.array([np.trace(r), r[0, 0], r[1, 1], r[2, 2]])
    k = int(np.argmax(squares))
    if k == 0:
        e = np.array([1.0 + squares[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    else:
        i, j, m = k - 1, k % 3, (k + 1) % 3
        e = np.empty(4)
        e[0] = r[m, j] - r[j, m]
        e[1 + i] = 1.0 + r[i, i] - r[j, j] - r[m, m]
        e[1 + j] = r[j, i] + r[i, j]
        e[1 + m] = r[m, i] + r[i, m]
    e /= np.linalg.norm(e)
    return e if e[0] >= 0 else -e


def tilde(a: Any) -> np.ndarray:
    """The matrix ã with ã b = a × b."""
    x, y, z = a
    return matrix([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def untilde(m: Any) -> np.ndarray:
    """The vector a of a matrix ã; only its lower entries are read."""
    return matrix([m[2, 1], m[0, 2], m[1, 0]])


def axis_vector(axis: Any) -> np.ndarray:
    """A unit vector from "x", "-z" or three numbers of any length but zero."""
    if isinstance(axis, str):
        sign = -1.0 if axis.startswith("-") else 1.0
        name = axis.lstrip("+-")
        if name not in ELEMENTARY:
            raise TraceError(f"{axis!r} is not an axis; use 'x', 'y', 'z', '-x' … or three numbers.")
        return sign * np.eye(3)[AXES.index(name)]
    vector = np.asarray(axis, dtype=float)
    if vector.shape != (3,) or not np.isfinite(vector).all():
        raise TraceError(f"{axis!r} is not an axis; use 'x', 'y', 'z' or three finite numbers.")
    length = np.linalg.norm(vector)
    if length == 0.0:
        raise TraceError("an axis of zero length has no direction; give three numbers that are not all zero.")
    # A unit vector stays what it is, to the last digit.
    return vector if abs(length - 1.0) <= 1e-15 else vector / length


def frame_with_z(axis: Any) -> np.ndarray:
    """R of a right-handed frame whose z axis is `axis`; the identity or a permutation where that is possible."""
    z = axis_vector(axis)
    k = int(np.argmax(np.abs(z)))
    if np.count_nonzero(z) == 1:
        # x and y are the next axes round, so that all entries are 0 and ±1.
        x, y = np.eye(3)[(k + 1) % 3], np.eye(3)[(k + 2) % 3]
        return np.column_stack([x, y * z[k], z])
    x = _cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    return np.array([x, _cross(z, x), z]).T


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b of three numbers each, without the overhead of NumPy's."""
    (a1, a2, a3), (b1, b2, b3) = a.tolist(), b.tolist()
    return np.array([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1])


def normalised(e: Any) -> Any:
    """A vector divided by its length."""
    return matrix(e) / sqrt(sum(x * x for x in e))
