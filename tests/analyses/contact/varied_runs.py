"""Derivatives of runs beside differences of neighbouring runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw

EXACT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14}


def compared(
    system: lw.System,
    start: lw.State,
    t_end: float,
    channels: Sequence[str],
    *,
    parameters: Sequence[lw.Parameter] = (),
    initial: Sequence[str] = (),
    step: float = 1e-5,
    near: float = 1e-5,
    **options: Any,
) -> lw.Trajectory:
    """Asserts that derivatives of channels at the end are central differences of runs; the run itself.

    Neighbouring starts lie along ∂y at the start, so that both vary in the same way where constraints ask for more.
    """
    given = {**EXACT, **options}
    times = [start.t, t_end]
    found = lw.sensitivities(system, start, t_end, parameters=parameters, initial=initial, times=times, **given)
    nq, nu = system.layout.nq, system.layout.nu
    for k, name in enumerate(found.names):
        ends = []
        for sign in (1.0, -1.0):
            moved = dict(start.parameters)
            if k < len(parameters):
                moved[name] += sign * step
            y = np.concatenate([start.q, start.u, start.z]) + sign * step * found.y[0][:, k]
            q, u, z = np.split(y, [nq, nq + nu])
            run = lw.simulate(system, replace(start, q=q, u=u, z=z, parameters=moved), t_end, **given)
            ends.append([np.ravel(run[channel][-1]) for channel in channels])
        for channel, up, down in zip(channels, *ends, strict=True):
            slope = np.reshape(found[channel].gradient[-1], (-1, len(found.names)))[:, k]
            expected = (up - down) / (2.0 * step)
            size = 1e-2 + float(np.abs(expected).max())
            assert slope == pytest.approx(expected, abs=near * size), f"∂{channel}/∂{name}"
    return lw.simulate(system, start, t_end, **given)
