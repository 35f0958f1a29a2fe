"""Channels of a run that leaves the process, as one kernel at its state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..analyses.common.bound_kernels import BoundKernels
from ..contract.arguments import SEVERAL_ARGUMENT
from ..mechanics.function_table import channel_labels
from ..numerics.integrators.flow import no_kernel


def channel_kernel(
    bound: BoundKernels, channels: Sequence[str], verb: str
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """(names of numbers, the kernel that computes them, where it writes them)."""
    SEVERAL_ARGUMENT.check(verb, "channels", channels)
    if not channels:
        return (), no_kernel(), np.zeros(0)
    names, system = tuple(channels), bound.system
    labels = channel_labels(system.equations, names)
    values = np.zeros(len(labels))
    kernel = system.kernel("observed", rows=bound.rows, channels=names)
    return labels, bound.bind(kernel, {"values": values}), values
