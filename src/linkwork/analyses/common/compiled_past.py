"""What compiled runs remember for delayed laws: which numbers are kept, and where they are handed to the laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...contract.delays import COEFFICIENTS
from ...expr import array, substitute, symbols
from ...expr.function import make_function
from ...expr.graph import as_expr
from ...formulation.histories import LawDelay, Recalled
from ...kernels import compile_function
from ...mechanics.function_table import channel_labels
from ...numerics.integrators.flow import no_kernel
from ...numerics.integrators.past_knots import IS_RATE, NOW, PLAIN_KNOTS, RATELESS, SPLIT, TRIED, Past
from ...numerics.integrators.past_pieces import OF_CONSTANT, OF_RATES, OF_STATE, OF_TIME, RATE, S_BEND
from ...run.past import FIT_SHARE, law_delays
from .bound_kernels import BoundKernels, scalar

JUMPS = 512
"""Moments at which derivatives jump that are remembered."""
NO_TOLERANCE = (0.0, 0.0)
DELAY_WIDTH, NUMBER_WIDTH = 6, 3


def compiled_past(bound: BoundKernels, room: int, tolerance: tuple[float, float] = NO_TOLERANCE) -> Past:
    """What a compiled run remembers, with room for so many knots, in memory of its own; without delays where no law is
    delayed. `tolerance` is relative and absolute, of runs whose steps are controlled."""
    system = bound.system
    delays = law_delays(system)
    names = tuple(dict.fromkeys(r.channel for delay in delays for r in (*delay.seen, *delay.asked)))
    place = {p.name: k for k, p in enumerate(system.equations.parameters)}
    columns = _columns(system, names)
    size = len(channel_labels(system.equations, names)) if names else 0
    measured, seen, clock, tau = np.zeros(size), np.zeros(size), np.zeros(SPLIT + 1), np.zeros(len(delays))
    asked = [(k, delay, r) for k, delay in enumerate(delays) for r in delay.asked]
    measure, delay_kernel = no_kernel(), no_kernel()
    if delays:
        measure = bound.bind(system.kernel("observed", rows=bound.rows, channels=names), {"values": measured})
        delay_kernel = _delay_kernel(bound, delays, columns, seen, clock, tau)
    points, transform = chebyshev_transform()
    return Past(
        measure=measure,
        measured=measured,
        delay=delay_kernel,
        seen=seen,
        tau=tau,
        aside=np.zeros(size),
        t=np.zeros(room if delays else 0),
        rows=np.zeros((room if delays else 0, size)),
        rates=_rates(delays, columns, size),
        sizes=np.zeros(size),
        count=np.zeros(TRIED + 1, dtype=np.int64),
        clock=clock,
        tolerance=FIT_SHARE * np.array(tolerance),
        parameters=bound.parameters,
        delays=_whole([_delay_row(delay, place) for delay in delays], DELAY_WIDTH),
        spans=np.zeros((len(delays), S_BEND + 1)),
        numbers=_whole([_number_row(k, delay, r, columns) for k, delay, r in asked], NUMBER_WIDTH),
        coefficients=_whole([[place[name] for name in r.names] for _, _, r in asked], COEFFICIENTS),
        before=np.array([r.gave if r.what == "force" else 0.0 for _, _, r in asked]),
        breaks=np.zeros(JUMPS if delays else 0),
        orders=np.zeros(JUMPS if delays else 0, dtype=np.int64),
        nodes=np.zeros(2 * PLAIN_KNOTS),
        newton=np.zeros(2 * PLAIN_KNOTS),
        values=np.zeros(len(points)),
        points=points,
        transform=transform,
        saved=np.zeros((RATE + 1) * len(delays) + COEFFICIENTS * len(asked)),
    )


def places_of_past(past: Past) -> set[int]:
    """Which Parameters steps set by themselves."""
    return {*past.coefficients.ravel().tolist(), *past.delays[:, : RATE + 1].ravel().tolist()}


def chebyshev_transform() -> tuple[np.ndarray, np.ndarray]:
    """(Chebyshev's points, the matrix that makes coefficients of values there)."""
    points = np.cos(np.pi * (np.arange(COEFFICIENTS) + 0.5) / COEFFICIENTS)
    found = np.polynomial.chebyshev.chebvander(points, COEFFICIENTS - 1).T * (2.0 / COEFFICIENTS)
    found[0] *= 0.5
    return points, np.ascontiguousarray(found)


def _delay_kernel(
    bound: BoundKernels,
    delays: Sequence[LawDelay],
    columns: dict[str, int],
    seen: np.ndarray,
    clock: np.ndarray,
    tau: np.ndarray,
) -> np.ndarray:
    """τ of all delays, of what is measured, time and Parameters, as a kernel bound to where these are."""
    parameters, t = bound.system.equations.parameters, symbols("t")
    given, numbers = symbols("seen", len(seen)), symbols("parameters", len(parameters))
    found = []
    for delay in delays:
        value, time, places = delay._graph
        known = {time: t, **dict(zip(parameters, numbers, strict=True))}
        known |= {places[r.what][r.number]: given[columns[r.channel] + r.component] for r in delay.seen}
        found.append(substitute([as_expr(value)], known)[0])
    function = make_function("delays", {"seen": given, "t": t, "parameters": numbers}, {"tau": array(found)})
    kernel = compile_function(function)
    call = kernel.bind(seen=seen, t=scalar(clock, NOW), parameters=bound.parameters, tau=tau)
    bound.hold([call])
    return np.array([kernel.address, *call.addresses], dtype=np.int64)


def _whole(rows: list[list[int]], width: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)


def _columns(system: Any, names: Sequence[str]) -> dict[str, int]:
    """Where channels begin among what is measured."""
    sizes = [len(channel_labels(system.equations, (name,))) for name in names]
    return dict(zip(names, np.cumsum([0, *sizes]).tolist(), strict=False))


def _rates(delays: Sequence[LawDelay], columns: dict[str, int], size: int) -> np.ndarray:
    """By column, that of its rate."""
    found = np.full(size, RATELESS, dtype=np.int64)
    for delay in delays:
        own = {(r.what, r.number): columns[r.channel] + r.component for r in delay.seen}
        for (what, number), column in own.items():
            if what == "e_dot":
                found[column], found[own["e", number]] = IS_RATE, column
    return found


def _delay_row(delay: LawDelay, place: dict[str, int]) -> list[int]:
    by_state = OF_RATES if "e_dot" in delay.needs else OF_STATE
    kind = {"constant": OF_CONSTANT, "time": OF_TIME, "state": by_state}[delay.kind]
    inputs = (place[name] for name in (delay.known, delay.middle, delay.rate))
    return [*inputs, kind, int(delay.is_written), delay.raises]


def _number_row(k: int, delay: LawDelay, r: Recalled, columns: dict[str, int]) -> list[int]:
    """Its delay, its column, whether its rate is asked for; −1 where what was before is given."""
    if r.what == "force":
        return [k, columns[r.channel] + r.component, -1]
    value = next(seen for seen in delay.seen if seen.what == "e" and seen.number == r.number)
    return [k, columns[value.channel] + value.component, int(r.what == "e_dot")]
