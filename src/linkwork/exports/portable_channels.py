"""Channels of a run that leaves the process, as one kernel at its state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..analyses.common.bound_kernels import BoundKernels
from ..channels import component_names
from ..contract.arguments import SEVERAL_ARGUMENT
from ..expr import array
from ..kernels import compile_function
from ..numerics.integrators.flow import no_kernel


def channel_kernel(
    bound: BoundKernels, channels: Sequence[str], verb: str
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """(names of numbers, the kernel that computes them, where it writes them)."""
    SEVERAL_ARGUMENT.check(verb, "channels", channels)
    if not channels:
        return (), no_kernel(), np.zeros(0)
    e = bound.system.equations
    forward = e.forward_dynamics
    has_rows = e.rows.count > 0
    u_dot, lam = forward.under(bound.rows).accelerations()[:2] if has_rows else (forward.acceleration[0], np.zeros(0))
    source = e.channels.at_motion(u_dot, lam)
    found = {name: array(source[name]) for name in channels}
    labels = tuple(label for name, value in found.items() for label in component_names(name, value.shape))
    values = np.zeros(len(labels))
    function = e.tracer.function("channels", values=array([x for value in found.values() for x in value.ravel()]))
    return labels, bound.bind(compile_function(function), {"values": values}), values
