"""What analyses ask of a system, whatever its coordinates, and what is refused."""

from __future__ import annotations

from typing import Any

import lazy_loader
import numpy as np

from ..contract import ModelError

scipy = lazy_loader.load("scipy")

LARGEST = 3000
"""Speeds or coordinates up to which null spaces and ranks are computed: they are dense."""


def dense(matrix: Any) -> np.ndarray:
    """A matrix as an array; refused where it is too large for what needs one."""
    if isinstance(matrix, np.ndarray):
        return matrix
    if max(matrix.shape) > LARGEST:
        raise ModelError(
            f"ranks and null spaces of {matrix.shape[0]} rows on {matrix.shape[1]} unknowns are too large to compute; "
            f"they are dense, and looked for up to {LARGEST}. Take a part of the model."
        )
    return np.asarray(matrix.toarray())
