"""A start with other values of controls, on all constraints: found by the module of a page itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..kernels.loops.calls import call
from ..numerics.integrators.flow import Flow
from ..numerics.integrators.projection import Projection, project
from ..numerics.weighted_sums import assign
from .page_controls import Control

ASSEMBLED, STAYS_OPEN, NO_START = range(3)
"""What `assemble_held` answers: constraints stay open, or leave no start with these values."""
FIRST_PARTS = 20
"""In which the whole range of a control is passed."""
SHORTEST_WAY = 1.0 / 4096.0
"""Of the way to other values."""
MOST_ITERATIONS, HELD_TO = 40, 1e-13
"""Of Broyden's method; and how closely it meets what is held, relative to 1 and the value."""


class HeldStart(NamedTuple):
    """What is wanted of a start, and where it begins; arrays of one entry for each control, but for the first three."""

    parameters: Any
    """Of the model, which are changed."""
    take: Any
    """A call that has elements compute with them, with body frames of `near` where they are; zeros where kernels read
    them."""
    own: Any
    """What they are in the model."""
    start: Any
    """The model's own start, q, u, z and work."""
    is_parameter: Any
    place: Any
    """Of a control among Parameters, or in the state."""
    value: Any
    """The model's own."""
    reach: Any
    """From its lowest to its highest."""
    wanted: Any
    held: Any
    """Whether constraints leave it as it is wanted, as far as it is a value to start with."""
    x: Any
    """What is put in for values that are held, so that projection leaves them as they are wanted."""
    off: Any
    """How far projection leaves them off that."""
    step: Any
    change: Any
    """Of `off` in a step."""
    row: Any
    inverse: Any
    """Broyden's estimate of ∂x/∂off."""
    near: Any
    """A state on the way."""
    done: Any
    """One number: the part of the way to wanted values that was reached."""


def held_start(bound: Any, controls: Sequence[Control], start: np.ndarray) -> HeldStart:
    """Controls as they are in the model, in the memory of the equations."""
    system, near = bound.system, start.copy()
    names = [*system.rest.parameters]
    states = [*system.layout.q, *system.layout.u, *system.layout.z]
    m = len(controls)
    flags = [control.kind == "parameter" for control in controls]
    places = [(names if control.kind == "parameter" else states).index(control.target) for control in controls]
    values = np.array([control.value for control in controls], dtype=float)
    return HeldStart(
        bound.parameters,
        bound.program.moving(near),
        bound.parameters.copy(),
        start.copy(),
        np.array(flags, dtype=np.int64),
        np.array(places, dtype=np.int64),
        values,
        np.array([control.high - control.low for control in controls], dtype=float),
        values.copy(),
        np.zeros(m, dtype=np.int64),
        **{name: np.zeros(m) for name in ("x", "off", "step", "change", "row")},
        inverse=np.zeros((m, m)),
        near=near,
        done=np.zeros(1),
    )


@loop
def assemble_held(flow: Flow, projection: Projection, t: float, y: Any, aim: HeldStart) -> int:
    """Leaves in y a start with wanted values, on all constraints, and sets Parameters; says why where there is none.

    All values to start with are held, or those that were moved, where constraints do not leave the others.
    """
    for c in range(len(aim.held)):
        aim.held[c] = 1 - aim.is_parameter[c]
    code = lead(flow, projection, t, y, aim)
    if code == ASSEMBLED:
        return code
    fewer = False
    for c in range(len(aim.held)):
        if aim.held[c] and aim.wanted[c] == aim.value[c]:
            aim.held[c] = 0
            fewer = True
    return lead(flow, projection, t, y, aim) if fewer else code


@loop
def lead(flow: Flow, projection: Projection, t: float, y: Any, aim: HeldStart) -> int:
    """Leads the model's own start to wanted values by parts: loops stay on their branch, and what is found depends
    on the values alone."""
    most = 0.0
    for c in range(len(aim.wanted)):
        most = max(most, abs(aim.wanted[c] - aim.value[c]) / aim.reach[c])
    part = 1.0 / max(1.0, -math.floor(-FIRST_PARTS * most))
    done = 0.0
    aim.done[0] = 0.0
    assign(aim.parameters, aim.own)
    take_held(aim)
    assign(aim.near, aim.start)
    while done < 1.0:
        after = min(1.0, done + part)
        assign(aim.parameters, aim.own)
        for c in range(len(aim.wanted)):
            aim.x[c] = aim.value[c] + after * (aim.wanted[c] - aim.value[c])
            if aim.is_parameter[c]:
                aim.parameters[aim.place[c]] = aim.x[c]
        take_held(aim)
        code = close_held(flow, projection, t, y, aim, after)
        if code == ASSEMBLED:
            assign(aim.near, y)
            done = after
            aim.done[0] = done
            part *= 1.5
        else:
            part /= 2.0
            if part < SHORTEST_WAY:
                return code
    return ASSEMBLED


@loop
def take_held(aim: HeldStart) -> None:
    """Has elements compute with the Parameters as they are now."""
    if aim.take[0]:
        call(aim.take)


@loop
def close_held(flow: Flow, projection: Projection, t: float, y: Any, aim: HeldStart, part: float) -> int:
    """Projects the state on the way with values held, by Broyden's method on what is put in for them, `aim.x`."""
    m = len(aim.held)
    for i in range(m):
        for j in range(m):
            aim.inverse[i, j] = 1.0 if i == j else 0.0
    for iteration in range(MOST_ITERATIONS):
        assign(y, aim.near)
        for c in range(m):
            if aim.held[c]:
                y[aim.place[c]] = aim.x[c]
        if projection.active[0] and not project(flow, projection, t, y):
            return STAYS_OPEN
        is_met = True
        for c in range(m):
            off = 0.0
            if aim.held[c]:
                value = aim.value[c] + part * (aim.wanted[c] - aim.value[c])
                off = y[aim.place[c]] - value
                if not abs(off) < np.inf:
                    return STAYS_OPEN
                is_met = is_met and abs(off) <= HELD_TO * (1.0 + abs(value))
            aim.change[c] = off - aim.off[c]
            aim.off[c] = off
        if is_met:
            return ASSEMBLED
        if iteration > 0 and not update_inverse(aim):
            return NO_START
        for i in range(m):
            aim.step[i] = 0.0
            for j in range(m):
                aim.step[i] -= aim.inverse[i, j] * aim.off[j]
            aim.x[i] += aim.step[i]
    return NO_START


@loop
def update_inverse(aim: HeldStart) -> bool:
    """Broyden's update: the estimate leads from the last change of `off` to the last step."""
    m = len(aim.held)
    down = 0.0
    for j in range(m):
        aim.row[j] = 0.0
        for i in range(m):
            aim.row[j] += aim.step[i] * aim.inverse[i, j]
        down += aim.row[j] * aim.change[j]
    if not abs(down) > 1e-300:
        return False
    for i in range(m):
        found = 0.0
        for j in range(m):
            found += aim.inverse[i, j] * aim.change[j]
        for j in range(m):
            aim.inverse[i, j] += (aim.step[i] - found) * aim.row[j] / down
    return True
