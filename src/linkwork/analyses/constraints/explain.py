"""Sentences about closures that are open and rows that contradict each other."""

from __future__ import annotations

import numpy as np

from ...consistency import direction_of
from ...contract.errors import joined
from ...mechanics.row_table import Closure
from .loop_closure import CLOSURE_TOLERANCE, ClosureFit, closure_scale, evaluate_closure
from .row_wrenches import LoopClosures


def open_closures(closures: LoopClosures, found: ClosureFit) -> str:
    """Which closures a configuration leaves open, and by how much."""
    sentences = []
    # With the sizes of this configuration: those with which it was looked for were of another one.
    residual = closure_scale(closures) * evaluate_closure(closures.system, found.state)[0]
    for part in closures.parts:
        scaled = residual[part.g]
        if not np.isfinite(scaled).all():
            sentences.append(
                f"{part.label} gives {scaled[~np.isfinite(scaled)][0]} where the search begins: keep roots, logarithms "
                "and quotients away from where they are not defined"
            )
            continue
        if np.abs(scaled).max(initial=0.0) > CLOSURE_TOLERANCE:
            plain = scaled / closures.row_scale[part.rows]
            counts = np.abs(scaled) > max(CLOSURE_TOLERANCE, 1e-3 * float(np.abs(scaled).max()))
            sentences.append(f"{part.label} stays open by {joined(_amounts(part, plain, counts))}")
    count = len(closures.holonomic)
    if np.abs(residual[count:]).max(initial=0.0) > CLOSURE_TOLERANCE:
        sentences.append("the norms of Euler parameters are off")
    return f"{'; '.join(sentences)}." if sentences else "the iteration did not end."


def contradicting_rows(closures: LoopClosures, contradiction: np.ndarray) -> str:
    """Which connections have rows that cannot be met, from the part of the right side (scaled) that nothing meets."""
    sizes = {part.label: float(np.linalg.norm(contradiction[part.rows])) for part in closures.parts}
    largest = max(sizes.values(), default=0.0)
    return joined([label for label, size in sizes.items() if size > 1e-3 * largest and size > CLOSURE_TOLERANCE])


def _amounts(part: Closure, residual: np.ndarray, counts: np.ndarray) -> list[str]:
    words = []
    for k in np.flatnonzero(counts):
        way = " (coupling)" if part.is_coupling else direction_of(part.wrenches[k], int(k))
        words.append(f"{part.amount(int(k), residual[k]):.4g}{way}")
    return words
