"""What programs and steps in real time remember for delayed laws, measured by kernels of their own."""

from __future__ import annotations

import numpy as np

from ...mechanics.function_table import channel_labels
from ...numerics.integrators.past_knots import Past
from ...numerics.integrators.past_pieces import RATE
from ...run.past_memory import FIT_SHARE, law_delays, past_memory, remembered_channels
from .bound_kernels import BoundKernels


def compiled_past(bound: BoundKernels, room: int, tolerance: tuple[float, float] = (0.0, 0.0)) -> Past:
    """What a compiled run remembers, with room for so many knots, in memory of its own; without delays where no law is
    delayed. `tolerance` is relative and absolute, of runs whose steps are controlled."""
    system, delays = bound.system, law_delays(bound.system)
    names = remembered_channels(delays)
    sizes = {name: len(channel_labels(system.equations, (name,))) for name in names}
    shares = FIT_SHARE * np.array(tolerance)
    past, call = past_memory(delays, sizes, system.equations.parameters, bound.parameters, room, tolerance=shares)
    if call is None:
        return past
    bound.hold([call])
    kernel = system.kernel("observed", rows=bound.rows, channels=names)
    return past._replace(measure=bound.bind(kernel, {"values": past.measured}))


def places_of_past(past: Past) -> set[int]:
    """Which Parameters steps set by themselves."""
    return {*past.coefficients.ravel().tolist(), *past.delays[:, : RATE + 1].ravel().tolist()}
