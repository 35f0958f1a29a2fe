r"""Whether a function looks convex in a box, from its derivatives at random places.

$$ (\nabla φ(y) - \nabla φ(x))^T (y - x) \ge 0,\qquad \nabla^2 φ(x) \succeq 0 $$

The first is so for all x and y where φ is convex, and only there; it sees corners, too.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

CONVEXITY_SAMPLES = 32
CONCAVE = 1e-9
"""How far below zero rounding may bring what is compared, relative to its parts."""


def looks_convex(
    slopes: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray | None]], low: np.ndarray, high: np.ndarray
) -> bool:
    """`slopes` gives the gradient and, or None, the Hessian. Places differ in one number, or in all."""
    rng, n, size = np.random.default_rng(0), len(low), high - low
    starts, ends = rng.uniform(1e-3, 1.0 - 1e-3, (2, CONVEXITY_SAMPLES, n))
    for start, end in zip(starts, ends, strict=True):
        gradient, hessian = slopes(low + size * start)
        if hessian is not None and np.isfinite(hessian).all():
            values = np.linalg.eigvalsh(size[:, None] * hessian * size)
            if values[0] < -CONCAVE * np.abs(values).max():
                return False
        for there in (end, *np.where(np.eye(n, dtype=bool), end, start)):
            way, ahead = size * (there - start), slopes(low + size * there)[0]
            if (ahead - gradient) @ way < -CONCAVE * ((np.abs(ahead) + np.abs(gradient)) @ np.abs(way)):
                return False
    return True
