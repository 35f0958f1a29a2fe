"""What programs and steps in real time remember for delayed laws, measured by kernels of their own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...numerics.integrators.past_knots import Past
from ...numerics.integrators.past_pieces import RATE
from ...run.past_memory import FIT_SHARE, delay_parameters, law_delays, past_memory, remembered_channels


def compiled_past(bound: Any, room: int, tolerance: tuple[float, float] = (0.0, 0.0)) -> Past:
    """What a compiled run remembers, with room for so many knots, in memory of its own; without delays where no law is
    delayed. `tolerance` is relative and absolute, of runs whose steps are controlled."""
    delays, table = law_delays(bound.system), bound.system.channel_table
    names = remembered_channels(delays)
    sizes = {name: math.prod(table.find(name).shape) for name in names}
    own = {p.name: p for p in delay_parameters(delays)}
    parameters = [own.get(name, name) for name in bound.parameter_names]
    shares = FIT_SHARE * np.array(tolerance)
    past, call = past_memory(delays, sizes, parameters, bound.parameters, room, tolerance=shares)
    if call is None:
        return past
    bound.hold([call])
    _, measure, measured = bound.program.observed(names)
    return past._replace(measure=measure, measured=measured, taken=bound.program.taken)


def places_of_past(past: Past) -> set[int]:
    """Which Parameters steps set by themselves."""
    return {*past.coefficients.ravel().tolist(), *past.delays[:, : RATE + 1].ravel().tolist()}
