"""Which element gives something that is not a number at a state, and why, in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..expr import array
from ..formulation.laws import Law
from ..results import State
from ..system import System

NOTHING = 1e-12
"""Measured values below this count as zero."""


def not_finite(system: System, state: State) -> str | None:
    """A sentence about the first force element whose inputs, law, loads or rates of states are NaN or infinite."""
    try:
        arguments = system.arguments(state)
    except ModelError:  # a law that is NaN leaves unknowns without a solution; what else is wrong is looked for first
        values = np.array([p.value for p in system.equations.parameters])
        arguments = (state.q, state.u, state.z, np.zeros(len(system.unknowns)), state.t, values)
    for law in system.equations.laws.values():
        found = _values(system, law, arguments)
        bad = [name for name, value in found.items() if not np.isfinite(value).all()]
        if bad:
            return f"connection {law.name!r}: {_sentence(law, found, bad[0])}"
    return None


def _values(system: System, law: Law, arguments: tuple[Any, ...]) -> dict[str, np.ndarray]:
    """What the element measures, is given and gives, in the order in which one follows from the other."""
    parts: dict[str, Any] = {}
    if law.element.measured is not None or law.element.form == "energy":
        parts["measured"] = law.measured[0]
    if law.element.inputs:
        parts |= {f"input_{name}": x for name, x in zip(law.element.inputs, law.known["i"], strict=True)}
    if law.element.form == "law":
        parts["law"] = law.strength
    if law.wrenches:
        parts["loads"] = array([x for moment, force in law.wrenches for x in (*moment, *force)])
    for name, value in (("state_dot", law.state_dot), ("residual", law.residual)):
        if len(value):
            parts[name] = value
    if law.outputs:
        parts["output"] = array(list(law.outputs.values()))
    function = system.equations.function("values", **{name: array(x) for name, x in parts.items()})
    with np.errstate(all="ignore"):
        found = function(*arguments)
    several = len(parts) > 1
    return {name: np.atleast_1d(np.asarray(getattr(found, name) if several else found, float)) for name in parts}


def _sentence(law: Law, found: dict[str, np.ndarray], bad: str) -> str:
    element = law.element
    value = found[bad][~np.isfinite(found[bad])][0]
    seen = found.get("measured", np.zeros(0))
    where = f" at a measured {', '.join(f'{x:.6g}' for x in seen)}" if len(seen) and np.isfinite(seen).all() else ""
    if bad == "loads" and element.form == "law" and element.measured is not None:
        zero = " is zero" if (np.abs(seen) < NOTHING).any() else f" has no derivative{where}"
        return (
            f"{element.measured.kind}{zero}: points coincide and there is no direction for the force of "
            f"{element.kind}. Move its ends apart, or use a measure that has a direction there, such as Displacement "
            "or Vector."
        )
    if bad.startswith("input_"):
        return f"its input {bad.removeprefix('input_')!r} is {value}; check what drives it."
    if bad == "measured":
        what = element.measured.kind if element.measured is not None else f"{element.kind}.energy"
        return f"{what} is {value} here; it is not defined at this attitude."
    name = element.form if bad == "loads" else bad
    return (
        f"{element.kind}.{name} gives {value}{where}: it must give numbers in all of its domain. Keep roots, "
        "logarithms and quotients of the law away from where they are not defined, for instance with lw.where."
    )
