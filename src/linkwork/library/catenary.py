r"""The catenary between two points: the curve of a cable that hangs in its own weight.

With s the length of the cable from its lowest point and c = H/w the horizontal tension over the weight per length, the
slope is tan φ = s/c. A cable of length L between points a distance d apart, the second higher by v, has

$$ \sqrt{L^2 - v^2} = 2 c \sinh \frac{d}{2 c}. $$
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from ..contract import ModelError


def catenary_parameter(distance: float, height: float, length: float) -> float:
    """c = H/w of a cable of `length` between ends a `distance` apart, one higher than the other by `height`."""
    if length <= np.hypot(distance, height):
        raise ModelError(
            f"a cable of {length:g} m does not reach over {np.hypot(distance, height):g} m: it must be longer than its "
            "ends are apart."
        )
    ratio = np.sqrt(length**2 - height**2) / distance
    # sinh x / x = ratio; x lies below what the leading exponential gives, and below √(6 (ratio − 1)).
    most = min(np.sqrt(6.0 * (ratio - 1.0)), 2.0 * np.log(4.0 * ratio) + 2.0)
    x = brentq(lambda x: np.sinh(x) / x - ratio, 1e-9, most + 1e-6, xtol=1e-15, rtol=1e-14)
    return float(distance / (2.0 * x))


def catenary_directions(
    span: NDArray[np.float64], length: float, segments: int, down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Directions of the segments of a cable from the origin to `span`, hanging in `down`: tangents at their middles."""
    height = -float(span @ down)
    across = span + height * down
    distance = float(np.linalg.norm(across))
    middles = (np.arange(segments) + 0.5) * length / segments
    if distance < 1e-9 * length:
        # Both ends above one another: down, and up again.
        return np.where(middles[:, None] < 0.5 * (length - height), 1.0, -1.0) * down
    c = catenary_parameter(distance, height, length)
    # The lowest point is where the mean slope tells: v = 2 c sinh(d/2c) sinh(m), m at the middle of the span.
    middle = np.arcsinh(height / (2.0 * c * np.sinh(distance / (2.0 * c))))
    begin = c * np.sinh(middle - distance / (2.0 * c))
    slope = (begin + middles) / c
    along = across / distance
    unit: NDArray[np.float64] = (along - slope[:, None] * down) / np.sqrt(1 + slope[:, None] ** 2)
    return unit
