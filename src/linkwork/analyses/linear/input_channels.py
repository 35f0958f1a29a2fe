"""Inputs of a linear system: what may be varied from outside, as Parameters or as generalised forces.

| name | input |
|---|---|
| a Parameter's name | the Parameter |
| `motor.voltage` | the input of an element, whatever drives it |
| `shaker.displacement`, `…_dot`, `…_ddot` | a driven coordinate, its rate and its acceleration |
| `A.angle.load`, `ball.w_x.load` | a generalised force on a coordinate or speed |
| `arm.force.x`, `arm.tip.moment.z` | a force or moment on a body's origin or a named point, world axes |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...contract import ModelError, Parameter, Signal, hinge_of, option, parameter
from ...contract.errors import unknown
from ...model.connect_arguments import FrozenDict
from ...model.model import Model
from ...results import State
from ...spatial import AXES
from ...system import System
from .jacobian_at import jacobian_at


class Shifted(Signal):
    """A signal and a small parabola beside it: y(t) + δ₀ + δ₁ (t − t₀) + δ₂ (t − t₀)²/2."""

    signal = option(doc="what is shifted")
    by = parameter(shape=3, doc="δ₀, δ₁, δ₂")
    at = parameter(unit="s", doc="t₀")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        past = t - self.at
        return self.signal.value(t) + self.by[0] + self.by[1] * past + self.by[2] * past * past / 2.0

    @property
    def smoothness(self) -> float:
        """That of the signal."""
        return float(self.signal.smoothness)


@dataclass(frozen=True)
class Handle:
    """One input: a Parameter of the system, or a direction of generalised forces."""

    name: str
    parameter: str | None = None
    force: Any = None


def handles_of(system: System, state: State, inputs: Sequence[Any]) -> tuple[System, list[Handle]]:
    """The inputs by name, and the system, perhaps with further Parameters, in which they are found."""
    if not len(inputs):
        return system, []
    names = [_named(system.model, given) for given in inputs]
    model = system.model.copy()
    added: dict[str, Parameter] = {}
    handles: list[Handle] = []
    for k, name in enumerate(names):
        if name in system.model.parameters:
            handles.append(Handle(name, name))
            continue
        force = _force(system, state, name)
        if force is not None:
            handles.append(Handle(name, force=force))
            continue
        label = f"input_{k}_{''.join(c if c.isalnum() else '_' for c in name)}"
        if not _varied(model, name, label, state.t, added):
            raise ModelError(f"linearize: {unknown('input', name, known_inputs(system))}")
        handles.append(Handle(name, label))
    return (system.recompiled(model) if added else system), handles


def known_inputs(system: System) -> list[str]:
    """Everything that may be an input, points' forces apart."""
    found = [*system.model.parameters]
    for c in system.model.connections.values():
        found += [f"{c.name}.{name}" for name in c.inputs]
    for entry in system.layout.driven:
        found += [f"{entry.name}{end}" for end in ("", "_dot", "_ddot")]
    found += [f"{name}.load" for name in (*system.layout.q, *system.layout.u)]
    return found + [f"{b}.{what}.{x}" for b in system.model.bodies for what in ("force", "moment") for x in AXES]


def _named(model: Model, given: Any) -> str:
    if isinstance(given, Parameter):
        return given.name
    if isinstance(given, Signal):
        for c in model.connections.values():
            for name, signal in {**c.drive, **c.inputs}.items():
                if signal is given:
                    return f"{c.name}.{name}"
        raise ModelError(f"linearize: the model does not use the signal {given!r}; name one that it does.")
    if not isinstance(given, str):
        raise ModelError(f"linearize: {given!r} is not an input; give a name, a Parameter or a signal of the model.")
    return given


def _varied(model: Model, name: str, label: str, t: float, added: dict[str, Parameter]) -> bool:
    """Whether an input of an element or a driven coordinate has that name; it is then given a Parameter."""
    for order, end in ((2, "_ddot"), (1, "_dot"), (0, "")):
        stem = name.removesuffix(end) if end else name
        connection, _, what = stem.partition(".")
        if (end and stem == name) or connection not in model.connections:
            continue
        found = model.connections[connection]
        new = Parameter(label, 0.0)
        if what in found.drive:
            by = [new if k == order else 0.0 for k in range(3)]
            drive = FrozenDict({**found.drive, what: Shifted(found.drive[what], by, t)})
            model.connections[connection] = replace(found, drive=drive)
        elif not end and what in found.inputs:
            inputs = FrozenDict({**found.inputs, what: _shifted(found.inputs[what], new, t)})
            # Functions of channels are not searched for Parameters: a point that nothing uses tells the model of it.
            model.ground.point(label, (new, 0.0, 0.0))
            model.connections[connection] = replace(found, inputs=inputs)
        else:
            continue
        added[label] = new
        return True
    return False


def _shifted(given: Any, by: Parameter, t: float) -> Any:
    """An element's input with a Parameter added to it."""
    if isinstance(given, Signal):
        return Shifted(given, [by, 0.0, 0.0], t)
    if isinstance(given, str):
        return lambda channels: channels[given] + by
    return (lambda channels: given(channels) + by) if callable(given) else given + by


def _force(system: System, state: State, name: str) -> np.ndarray | None:
    """A direction of generalised forces, one unit strong."""
    stem, _, last = name.rpartition(".")
    if last == "load":
        return _load(system, state, stem)
    place, _, what = stem.rpartition(".")
    if what not in ("force", "moment") or last not in AXES:
        return None
    body, _, point = place.partition(".")
    if body not in system.model.bodies or (point and point not in system.model.bodies[body].points):
        return None
    on = system.model.bodies[body]
    J = jacobian_at(system, on[point] if point else on, state).J
    return np.asarray(J[AXES.index(last) + (0 if what == "moment" else 3)])


def _load(system: System, state: State, name: str) -> np.ndarray | None:
    """Generalised forces of a unit load on a coordinate or speed; None for other names.

    A load on the coordinate θ of a joint that is none of the system does the power of θ̇ = θ_q q̇; what it does across
    the rows, reactions take up.
    """
    layout = system.layout
    if name in layout.u or f"{name}_dot" in layout.u:
        return np.eye(layout.nu)[layout.u_index(name if name in layout.u else f"{name}_dot")]
    connection, _, coordinate = name.partition(".")
    drawn = system.model.connections.get(connection)
    hinge = None if drawn is None else hinge_of(drawn.element)
    is_measured = hinge is not None and coordinate in hinge.coordinates and hinge.measure(coordinate) is not None
    if not (is_measured or name in layout.q):
        return None
    none = np.zeros(layout.nu), np.zeros(system.rows.count)
    by_q = system.channels.slopes((name,), state, *none)[1].by_q
    return np.asarray(by_q @ system.evaluate("rate_variations", state).q_dot_u)[0]
