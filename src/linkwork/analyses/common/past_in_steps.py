"""What delayed laws remember in steps of one length: which numbers are kept, and where they are handed to the laws."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError
from ...formulation.histories import LawDelay, Recalled
from ...mechanics.function_table import channel_labels
from ...numerics.integrators.flow import no_kernel
from ...numerics.integrators.past_ring import TAU, PastRing, chebyshev_transform
from ...run.past import law_delays
from .bound_kernels import BoundKernels

BESIDE = 3
"""Ends of steps that are kept beyond the longest delay."""
MORE = 2.0
"""Delays that are Parameters may grow by this factor."""
HOW = "lw.simulate keeps what such laws remember."


def past_in_steps(bound: BoundKernels, h: float, verb: str) -> PastRing:
    """What laws of a system are given in steps of a length, with memory of its own; empty where none is delayed."""
    system = bound.system
    delays = law_delays(system)
    names = list(dict.fromkeys(r.channel for delay in delays for r in (*delay.seen, *delay.asked)))
    place = {p.name: k for k, p in enumerate(system.equations.parameters)}
    taus = [_checked(delay, bound.parameters, place, h, verb) for delay in delays]
    reach = max((tau * (MORE if delay.parameters else 1.0) for tau, delay in zip(taus, delays, strict=True)), default=0)
    asked = [(k, delay, r) for k, delay in enumerate(delays) for r in delay.asked]
    columns = _columns(system, names) if names else {}
    measured = np.zeros(len(channel_labels(system.equations, tuple(names))) if names else 0)
    kernel = no_kernel()
    if names:
        kernel = bound.bind(system.kernel("observed", rows=bound.rows, channels=tuple(names)), {"values": measured})
        bound.keep()
    points, transform = chebyshev_transform()
    return PastRing(
        kernel,
        measured,
        np.zeros((int(np.ceil(reach / h)) + BESIDE, len(measured))),
        bound.parameters,
        _whole([_delay_row(delay, place) for delay in delays], 5),
        np.array(taus),
        _whole([_number_row(k, delay, r, columns) for k, delay, r in asked], 4),
        _whole([[place[name] for name in r.names] for _, _, r in asked], 1),
        np.zeros(len(asked)),
        np.zeros(len(points)),
        np.zeros(len(points)),
        points,
        transform,
    )


def places_of_past(ring: PastRing) -> set[int]:
    """Which Parameters steps set by themselves."""
    return {*ring.coefficients.ravel().tolist(), *ring.delays[:, :TAU].ravel().tolist()}


def _whole(rows: list[list[int]], width: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(len(rows), -1 if rows else width)


def _columns(system: Any, names: list[str]) -> dict[str, int]:
    """Where channels begin among what is measured."""
    sizes = [len(channel_labels(system.equations, (name,))) for name in names]
    return dict(zip(names, np.cumsum([0, *sizes]).tolist(), strict=False))


def _delay_row(delay: LawDelay, place: dict[str, int]) -> list[int]:
    tau = place[delay.parameters[0]] if delay.parameters else -1
    return [*(place[name] for name in (delay.known, delay.middle, delay.rate)), tau, int(delay.is_written)]


def _number_row(k: int, delay: LawDelay, r: Recalled, columns: dict[str, int]) -> list[int]:
    value, slope = -1, -1
    for seen in delay.seen:
        if seen.number == r.number and seen.what == "e":
            value = columns[seen.channel] + seen.component
        elif seen.number == r.number:
            slope = columns[seen.channel] + seen.component
    return [k, value, slope, int(r.what == "e_dot")]


def _checked(delay: LawDelay, parameters: np.ndarray, place: dict[str, int], h: float, verb: str) -> float:
    """τ at the start, of a law that steps of one length can serve."""
    who = f"connection {delay.connection!r}: "
    if delay.kind != "constant" or (delay.parameters and delay.tau is not delay._graph[0]):
        raise ModelError(f"{who}its delay changes, and steps of one length take numbers and Parameters. {HOW}", verb)
    if any(r.what == "force" for r in delay.asked):
        raise ModelError(f"{who}the law is on its own past force, which jumps. {HOW}", verb)
    tau = float(parameters[place[delay.parameters[0]]]) if delay.parameters else float(delay.at(0.0, {}))
    if not tau >= h * (1.0 - 1e-9):
        raise ModelError(f"{who}its delay of {tau:g} s is shorter than the step of {h:g} s; take h = {tau:g} s.", verb)
    return tau
