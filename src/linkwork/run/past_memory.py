"""Memory for what delayed laws ask for: which numbers are kept of steps, and where they are handed to the laws.

Runs, programs and steps in real time remember the past by the same loops (`numerics.integrators.past_knots`,
`past_pieces`): what is measured at knots goes in, polynomials of the delayed values come out among Parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..contract.delays import COEFFICIENTS
from ..contract.parameters import parameters_in
from ..expr import array, substitute, symbols
from ..expr.function import make_function
from ..expr.graph import as_expr
from ..formulation.histories import LawDelay, Recalled, delays_of
from ..kernels import compile_function
from ..mechanics.asked_once import asked_once
from ..numerics.integrators.flow import no_kernel
from ..numerics.integrators.past_knots import (
    IS_RATE,
    LAST_JUMP,
    NOW,
    PLAIN_KNOTS,
    RATELESS,
    SEAMS,
    SPLIT,
    Past,
)
from ..numerics.integrators.past_pieces import OF_CONSTANT, OF_RATES, OF_STATE, OF_TIME, RATE, S_BEND

JUMPS = 512
"""Moments at which derivatives jump that are remembered."""
FIT_SHARE = 0.1
"""Part of the tolerance that polynomials may leave."""
ENDING_JUMP = 7
"""The highest derivative of the motion whose jumps end pieces, where these are steps."""
DELAY_WIDTH, NUMBER_WIDTH = 6, 3


@asked_once
def law_delays(system: Any) -> tuple[LawDelay, ...]:
    """The delays of all laws of a system."""
    return tuple(found for c in system.model.connections.values() for found in delays_of(c))


def looks_back(system: Any) -> bool:
    """Whether some law of a system is delayed."""
    return bool(law_delays(system))


def remembered_channels(delays: Sequence[LawDelay]) -> tuple[str, ...]:
    """Channels that are measured at knots."""
    return tuple(dict.fromkeys(r.channel for delay in delays for r in (*delay.seen, *delay.asked)))


def late_names(delays: Sequence[LawDelay]) -> tuple[str, ...]:
    """The numbers that delayed laws are given."""
    heads = [name for d in delays for name in (d.known, d.middle, d.rate)]
    return (*heads, *(name for d in delays for r in d.asked for name in r.names))


def delay_parameters(delays: Sequence[LawDelay]) -> tuple[Any, ...]:
    """The Parameters that delays depend on."""
    return tuple(dict.fromkeys(p for delay in delays for p in parameters_in([delay._graph[0]])))


def past_memory(
    delays: Sequence[LawDelay],
    sizes: Mapping[str, int],
    parameters: Sequence[Any],
    numbers: np.ndarray,
    room: int,
    last_jump: int = ENDING_JUMP,
    points: int = COEFFICIENTS,
    **given: Any,
) -> tuple[Past, Any]:
    """(what a run remembers, with room for so many knots; what it calls for τ). Without delays where there are none.

    `sizes` are those of the channels that are measured, `parameters` their symbols or names and `numbers` their values,
    to which delayed values are handed. More `points` than coefficients measure how far polynomials are off. `given`
    are further fields.
    """
    columns = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist(), strict=False))
    size, room = sum(sizes.values()), room if delays else 0
    place = {getattr(p, "name", p): k for k, p in enumerate(parameters)}
    asked = [(k, delay, r) for k, delay in enumerate(delays) for r in delay.asked]
    seen, clock, tau = np.zeros(size), np.zeros(SPLIT + 1), np.zeros(len(delays))
    call = _delay_call(delays, columns, parameters, (seen, clock, numbers, tau)) if delays else None
    nodes, transform = chebyshev_transform(points)
    made = Past(
        measure=no_kernel(),
        measured=np.zeros(size),
        delay=no_kernel() if call is None else call.row,
        seen=seen,
        tau=tau,
        aside=np.zeros(size),
        t=np.zeros(room),
        rows=np.zeros((room, size)),
        rates=_rates(delays, columns, size),
        sizes=np.zeros(size),
        count=np.array([0] * LAST_JUMP + [last_jump], dtype=np.int64),
        clock=clock,
        tolerance=np.zeros(2),
        parameters=numbers,
        taken=no_kernel(),
        delays=_whole([_delay_row(delay, place) for delay in delays], DELAY_WIDTH),
        spans=np.zeros((len(delays), S_BEND + 1)),
        numbers=_whole([_number_row(k, delay, r, columns) for k, delay, r in asked], NUMBER_WIDTH),
        coefficients=_whole([[place[name] for name in r.names] for _, _, r in asked], COEFFICIENTS),
        before=np.array([r.gave if r.what == "force" else 0.0 for _, _, r in asked]),
        breaks=np.zeros(JUMPS if delays else 0),
        orders=np.zeros(JUMPS if delays else 0, dtype=np.int64),
        nodes=np.zeros(2 * PLAIN_KNOTS),
        newton=np.zeros(2 * PLAIN_KNOTS),
        values=np.zeros(points),
        points=nodes,
        transform=transform,
        fit=np.zeros((len(asked) if points > COEFFICIENTS else 0, SEAMS + 1)),
        saved=np.zeros((RATE + 1) * len(delays) + COEFFICIENTS * len(asked)),
    )
    return made._replace(**given), call


def chebyshev_transform(points: int = COEFFICIENTS) -> tuple[np.ndarray, np.ndarray]:
    """(Chebyshev's points, the matrix that makes coefficients of values there)."""
    places = np.cos(np.pi * (np.arange(points) + 0.5) / points)
    found = np.polynomial.chebyshev.chebvander(places, points - 1).T * (2.0 / points)
    found[0] *= 0.5
    return places, np.ascontiguousarray(found)


def _delay_call(
    delays: Sequence[LawDelay], columns: Mapping[str, int], parameters: Sequence[Any], memory: tuple[np.ndarray, ...]
) -> Any:
    """τ of all delays, of what is measured, time and Parameters, as a call bound to where these are."""
    (seen, clock, own, tau), t = memory, symbols("t")
    given, numbers = symbols("seen", len(seen)), symbols("parameters", len(parameters))
    found = []
    for delay in delays:
        value, time, places = delay._graph
        known = {time: t, **{p: x for p, x in zip(parameters, numbers, strict=True) if not isinstance(p, str)}}
        known |= {places[r.what][r.number]: given[columns[r.channel] + r.component] for r in delay.seen}
        found.append(substitute([as_expr(value)], known)[0])
    function = make_function("delays", {"seen": given, "t": t, "parameters": numbers}, {"tau": array(found)})
    now = clock[NOW : NOW + 1].reshape(())
    return compile_function(function).bind(seen=seen, t=now, parameters=own, tau=tau)


def _whole(rows: list[list[int]], width: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)


def _rates(delays: Sequence[LawDelay], columns: Mapping[str, int], size: int) -> np.ndarray:
    """By column, that of its rate."""
    found = np.full(size, RATELESS, dtype=np.int64)
    for delay in delays:
        own = {(r.what, r.number): columns[r.channel] + r.component for r in delay.seen}
        for (what, number), column in own.items():
            if what == "e_dot":
                found[column], found[own["e", number]] = IS_RATE, column
    return found


def _delay_row(delay: LawDelay, place: Mapping[str, int]) -> list[int]:
    by_state = OF_RATES if "e_dot" in delay.needs else OF_STATE
    kind = {"constant": OF_CONSTANT, "time": OF_TIME, "state": by_state}[delay.kind]
    inputs = (place[name] for name in (delay.known, delay.middle, delay.rate))
    return [*inputs, kind, int(delay.is_written), delay.raises]


def _number_row(k: int, delay: LawDelay, r: Recalled, columns: Mapping[str, int]) -> list[int]:
    """Its delay, its column, whether its rate is asked for; −1 where what was before is given."""
    if r.what == "force":
        return [k, columns[r.channel] + r.component, -1]
    value = next(seen for seen in delay.seen if seen.what == "e" and seen.number == r.number)
    return [k, columns[value.channel] + value.component, int(r.what == "e_dot")]
