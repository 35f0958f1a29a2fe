"""Conformance of obstacles over which paths run."""

from __future__ import annotations

import numpy as np

from ..elements import Obstacle
from ..expr import Function, array, jacobian, make_function, symbols
from ..expr.graph import as_expr
from ..numerics.newton import newton
from .report import require, require_close

TRIED_PAIRS = 8
"""Pairs of points between which paths are tried."""
MOST_DRAWS = 1000


def check_obstacle(obstacle: Obstacle) -> None:
    """|∂L/∂p| = |∂L/∂q| = 1: a path pulls at both of its ends with its tension, along a line."""
    p, q, s = symbols("p", 3), symbols("q", 3), symbols("s", len(obstacle.unknowns))
    passage = obstacle.passage(p, q, s)
    length = array([as_expr(passage.length)])
    outputs = {
        "losses": array([1.0, *(as_expr(x) for x, _ in (*passage.losses, *passage.faults))]),
        "by_p": jacobian(length, p).ravel(),
        "by_q": jacobian(length, q).ravel(),
    }
    if len(s):
        by_s = jacobian(length, s).ravel()
        outputs |= {"by_s": by_s, "by_ss": jacobian(by_s, s)}
    inputs = {"p": p, "q": q, **({"s": s} if len(s) else {}), "parameters": array(obstacle.parameters)}
    function, values = make_function(obstacle.kind, inputs, outputs), [x.value for x in obstacle.parameters]
    rng, tried = np.random.default_rng(7), 0
    for _ in range(MOST_DRAWS):
        ends = rng.normal(size=(2, 3))
        if tried == TRIED_PAIRS or obstacle.fault(*ends) is not None:
            continue
        own = [_solved(function, ends, len(s), values)] if len(s) else []
        if any(x is None for x in own):
            continue
        found = function(*ends, *own, values)
        if np.min(found.losses) < 0.0:
            continue  # which a run tells
        tried += 1
        for name in ("by_p", "by_q"):
            size = float(np.linalg.norm(getattr(found, name)))
            require_close(size, 1.0, obstacle, "passage", "the slope of its length by an end is not a unit vector")
    require(tried == TRIED_PAIRS, obstacle, "fault", "leaves too few points from which a path leads")


def _solved(function: Function, ends: np.ndarray, count: int, values: list[float]) -> np.ndarray | None:
    """The unknowns in which the length is stationary; None where there are none."""

    def residual(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = function(*ends, x, values)
        return np.asarray(found.by_s), np.asarray(found.by_ss)

    found, worst = newton(residual, np.zeros(count))
    return found if worst is None else None
