r"""The catenary between two points: the curve of a cable that hangs in its own weight.

With s the length of the cable from its lowest point and c = H/w the horizontal tension over the weight per length, the
slope is tan φ = s/c. A cable of length L between points a distance d apart, the second higher by v, has

$$ \sqrt{L^2 - v^2} = 2 c \sinh \frac{d}{2 c}. $$
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...contract import ModelError

CATENARY_STEPS = 100
NARROWEST = 0.05
"""How far apart ends are taken to be at least, in parts of what the cable could span."""
ROUNDING_OF_ROOT = 1e-15
"""Relative size of a step that changes nothing any more."""


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
    x = most
    for _ in range(CATENARY_STEPS):
        # Convex and rising: from above Newton's steps only go down, until rounding ends them.
        step = (np.sinh(x) - ratio * x) * x / (x * np.cosh(x) - np.sinh(x))
        if not step > ROUNDING_OF_ROOT * x:
            break
        x -= step
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


def hanging_links(
    span: NDArray[np.float64], sizes: NDArray[np.float64], down: NDArray[np.float64], softness: float
) -> NDArray[np.float64]:
    r"""Steps from node to node of a chain of elastic links of these `sizes` between the origin and `span`, in balance.

    $$ \Delta x_k = h_k \left(\frac1{t_k} + \sigma\right) (c, b + z_k), \qquad t_k = \sqrt{c^2 + (b + z_k)^2}, $$

    with z the middles of links along the chain from that of the first, t the tension over the weight of a length, and
    `softness` σ that weight over EA. Ends that are nearly above one another are taken a little apart, since a fold
    has no direction.
    """
    length, links = float(sizes.sum()), len(sizes)
    height = -float(span @ down)
    across = span + height * down
    distance = float(np.linalg.norm(across))
    wide = max(distance, NARROWEST * np.sqrt(length**2 - height**2))
    along = across / distance if distance > 1e-9 * length else _beside(down)
    c = catenary_parameter(wide, height, length)
    middle = np.arcsinh(height / (2.0 * c * np.sinh(wide / (2.0 * c))))
    size = length / links
    x = np.array([c, c * np.sinh(middle - wide / (2.0 * c)) + 0.5 * sizes[0]]) / size
    # In mean links from here on.
    goal, h, softness = np.array([wide, height]) / size, sizes / size, softness * size
    z = np.concatenate([[0.0], np.cumsum(0.5 * (h[1:] + h[:-1]))])
    for _ in range(CATENARY_STEPS if links > 1 else 0):
        off, slope = _misses(x, h, z, softness, goal)
        if np.abs(off).max() < ROUNDING_OF_ROOT * links:
            break
        step, part = np.linalg.solve(slope, -off), 1.0
        while part > 1e-6:
            tried = x + part * step
            if tried[0] > 0.0 and np.linalg.norm(_misses(tried, h, z, softness, goal)[0]) < np.linalg.norm(off):
                break
            part *= 0.5
        else:
            break
        x = tried
    pull = np.column_stack([np.full(links, x[0]), x[1] + z])
    flat = sizes[:, None] * pull * (1.0 / np.hypot(*pull.T) + softness)[:, None]
    steps: NDArray[np.float64] = flat[:, :1] * along - flat[:, 1:] * down
    steps += np.outer(sizes / length, span - steps.sum(axis=0))
    return steps


def _misses(
    x: NDArray[np.float64], h: NDArray[np.float64], z: NDArray[np.float64], softness: float, goal: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(by how much the chain misses its end, in links; slopes by c and b)."""
    across, up = x[0], x[1] + z
    t = np.hypot(across, up)
    off = np.array([np.sum(h * across * (1.0 / t + softness)), np.sum(h * up * (1.0 / t + softness))]) - goal
    mixed = -float(np.sum(h * across * up / t**3))
    own = np.sum(h * (up**2 / t**3 + softness)), np.sum(h * (across**2 / t**3 + softness))
    return off, np.array([[own[0], mixed], [mixed, own[1]]])


def _beside(down: NDArray[np.float64]) -> NDArray[np.float64]:
    """A direction across another."""
    found: NDArray[np.float64] = np.cross(down, np.eye(3)[int(np.argmin(np.abs(down)))])
    return found / np.linalg.norm(found)
