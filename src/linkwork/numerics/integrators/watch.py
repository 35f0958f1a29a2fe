"""Events on the way: sign changes of functions of the state, found on the dense output of a step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops.calls import call
from ..compiled import aside, loop
from .flow import Flow, no_kernel

RECORDED, LANDED = 0, 1
"""What becomes of a step in which an event lies: nothing, or it ends there."""


class Watch(NamedTuple):
    """Event functions as one kernel, and what is known of their signs."""

    kernel: Any
    value: Any
    side: Any
    """The sign each had last: −1, 0 (not seen yet) or 1."""
    direction: Any
    """1 for events that count when rising, −1 when falling, 0 both."""
    kind: Any
    """RECORDED or LANDED."""
    log_t: Any
    log_event: Any
    fired: Any
    """(how many are in the log, the event that ended the last step or −1)."""


@loop
def look(flow: Flow, watch: Watch, t: float, y: Any) -> None:
    """Evaluates the event functions."""
    n = len(y)
    for i in range(n):
        flow.x[i] = y[i]
    flow.x[n] = t
    call(watch.kernel)


@loop
def crossed(watch: Watch, k: int) -> bool:
    """Whether event k, as just evaluated, has changed its sign in a direction that counts."""
    value, side, direction = watch.value[k], watch.side[k], watch.direction[k]
    if side == 0 or value == 0.0:
        return False
    now = 1 if value > 0.0 else -1
    return bool(now != side and (direction == 0 or direction == now))


@loop
def remember(watch: Watch) -> None:
    """Takes the present signs as the last ones; a zero leaves the side as it was."""
    for k in range(len(watch.value)):
        if watch.value[k] > 0.0:
            watch.side[k] = 1
        elif watch.value[k] < 0.0:
            watch.side[k] = -1


@loop
def blend(dense: Any, y: Any, shift: Any, theta: float, result: Any) -> None:
    """y(θ) = y + Σ_j dense_j θ^(j+1) + θ·shift, by Horner's rule."""
    top = len(dense) - 1
    for i in range(len(y)):
        value = dense[top, i]
        for j in range(top - 1, -1, -1):
            value = value * theta + dense[j, i]
        result[i] = y[i] + theta * (value + shift[i])


@aside
def locate(flow: Flow, watch: Watch, k: int, t: float, h: float, y: Any, dense: Any, shift: Any, trial: Any) -> float:
    """θ just behind the sign change of event k within a step that ends on its other side (Illinois method)."""
    low, high = 0.0, 1.0
    look(flow, watch, t, y)
    f_low = watch.value[k]
    blend(dense, y, shift, 1.0, trial)
    look(flow, watch, t + h, trial)
    f_high = watch.value[k]
    side = watch.side[k]
    if f_low * side <= 0.0:
        f_low = side * 1e-300
    kept = 0
    for _ in range(100):
        if high - low <= 1e-15 + 4e-16 * abs(t / h):
            break
        theta = (low * f_high - high * f_low) / (f_high - f_low)
        if not (low < theta < high) or kept > 6:
            theta, kept = 0.5 * (low + high), 0
        blend(dense, y, shift, theta, trial)
        look(flow, watch, t + theta * h, trial)
        value = watch.value[k]
        if value * side > 0.0:
            low, f_low = theta, value
            f_high *= 0.5
        else:
            high, f_high = theta, value
            f_low *= 0.5
        kept += 1
    return high


@loop
def log(watch: Watch, k: int, t: float) -> None:
    """Writes an event down; the driver sees that there is room."""
    place = watch.fired[0]
    watch.log_t[place] = t
    watch.log_event[place] = k
    watch.fired[0] = place + 1


ROOM = 1024
"""Events that the log holds."""


def make_watch(kernel: Any, value: Any, direction: Any, kind: Any) -> Watch:
    """A watch with an empty log, which has seen no signs yet."""
    side = np.zeros(len(value), dtype=np.int64)
    counts, kinds = (np.array(x, dtype=np.int64) for x in (direction, kind))
    log_t, log_event = np.zeros(ROOM), np.zeros(ROOM, dtype=np.int64)
    return Watch(kernel, value, side, counts, kinds, log_t, log_event, np.array([0, -1], dtype=np.int64))


def idle_watch() -> Watch:
    """No events."""
    return make_watch(no_kernel(), np.zeros(0), (), ())
