"""What each element gives, in the order of cause and effect: where numbers that are none, or leap, come from.

A `Suspect` is one element with its parts as expressions. The caller evaluates them at a state; the first part that is
not finite is the cause, and `tell` has the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import Element, Force, Measure
from ..contract.derived.force_motion import seen_by, strength_of
from ..contract.errors import joined
from ..expr import array
from ..expr.graph import as_expr
from ..expr.node import topological
from ..spatial import Relative, matrix
from .force_law import ForceLaw

ZERO_MEASURE = 1e-12
"""Measured values below this count as zero."""
LEAPING = frozenset(("where", "sign", "floor", "ceil", "lookup", "call"))
"""Operations that may leap."""
PLACES_PART = "places"
"""The part with poses of the ends, where the measure can say what is wrong with them."""
LOADS_PART = "loads"
"""The part with moments and forces on bodies."""


@dataclass(frozen=True, eq=False)
class Suspect:
    """One connection: its element, and what that measures, is given and gives."""

    name: str
    element: Element | None
    """None for gravity."""
    parts: Mapping[str, Any]

    @property
    def function(self) -> str:
        """What of a user's may be wrong: `Spring.law`."""
        element = self.element
        return "gravity" if element is None else f"{element.kind}.{getattr(element, 'form', 'wrench')}"

    @property
    def may_leap(self) -> bool:
        """Whether its loads have branches, tables or foreign code."""
        return any(node.op in LEAPING for node in topological([as_expr(x) for x in self.parts[LOADS_PART]]))

    def told(self, found: Mapping[str, np.ndarray], name: str | None = None) -> str | None:
        """A sentence where a part is not finite, by the name of the connection; None where all are."""
        bad = next((part for part in self.parts if not np.isfinite(found[part]).all()), None)
        if bad is None:
            return None
        label = "gravity" if self.element is None else f"connection {name or self.name!r}"
        return f"{label}: {_cause(self.element, found, bad)}"


Examined = tuple[str, Suspect, dict[str, np.ndarray]]
"""(connection, what it is, its parts as numbers)."""


def first_not_finite(examined: Iterable[Examined]) -> str | None:
    """A sentence about the first element that gives something that is not a number; None where none does."""
    return next((said for name, suspect, found in examined if (said := suspect.told(found, name))), None)


def tree_suspects(e: Any) -> Iterator[Suspect]:
    """Everything that may give numbers that are none: hinges from the ground outwards, laws, loads, constraints."""
    rotations, places = e.kinematics.body_poses
    for branch, R, p in zip(e.topology.branches, rotations[1:], places[1:], strict=True):
        yield Suspect(branch.name, branch.hinge, {"pose": array([*array(R).ravel(), *p])})
    yield from acting(e)
    yield from holding(e)


def holding(e: Any) -> Iterator[Suspect]:
    """Those that hold bodies by rows."""
    for rows in e.rows.by_connection:
        connection = e.model.connections.get(rows.name)
        parts = {"position": array(rows.g)} if len(rows.g) else {}
        element = None if connection is None else connection.element
        yield Suspect(rows.name, element, {**parts, "velocity": array(rows.g_dot)})


def acting(e: Any) -> Iterator[Suspect]:
    """Those that act on bodies."""
    for law in e.laws.by_name.values():
        yield Suspect(law.name, law.element, _parts(law))
    for action in e.dynamics.loads.actions:
        if action.name not in e.laws.by_name:
            connection = e.model.connections.get(action.name)
            loads = array([x for moment, force in action.wrenches.values() for x in (*moment, *force)])
            yield Suspect(action.name, None if connection is None else connection.element, {LOADS_PART: loads})


def _parts(law: ForceLaw) -> dict[str, Any]:
    """What the element measures, is given and gives, in the order in which one follows from the other."""
    parts: dict[str, Any] = {}
    if knows_faults(law.element):
        parts[PLACES_PART] = end_places(law)
    if law.element.measured is not None or law.element.form == "energy":
        parts["measured"] = law.measured[0]
    if law.element.measured is not None:
        parts["measured_rate"] = law.measured[1]
    if law.element.inputs:
        given = law.known["i"]
        values = given.values() if isinstance(given, Mapping) else given
        parts |= {f"input_{name}": array([x]) for name, x in zip(law.element.inputs, values, strict=True)}
    if law.element.form == "law":
        parts["law"] = strength_of(law.element, law.known)
    if law.wrenches:
        parts[LOADS_PART] = array([x for moment, force in law.wrenches for x in (*moment, *force)])
    for name, value in (("state_dot", law.state_dot), ("residual", law.residual)):
        if len(value):
            parts[name] = value
    if law.outputs:
        parts["output"] = array(list(law.outputs.values()))
    return {name: array(value) for name, value in parts.items()}


def _cause(element: Element | None, found: Mapping[str, np.ndarray], bad: str) -> str:
    value = found[bad][~np.isfinite(found[bad])][0]
    if element is None:
        return f"the acceleration it gives is {value}; it must be a number at every place and time."
    if isinstance(element, Force) and bad != "pose":
        return _cause_in_law(element, found, bad, value)
    function = "wrench" if bad == LOADS_PART else bad
    return (
        f"{element.kind}.{function} gives {value} here: it must give numbers in all of its domain. Keep roots, "
        "logarithms and quotients away from where they are not defined, for instance with lw.where."
    )


def _cause_in_law(element: Force, found: Mapping[str, np.ndarray], bad: str, value: float) -> str:
    seen = found.get("measured", np.zeros(0))
    where = at_measured(found)
    if PLACES_PART in found and (fault := fault_of(element, found[PLACES_PART])) is not None:
        return fault
    if bad in ("measured_rate", LOADS_PART) and element.form == "law" and element.measured is not None:
        zero = " is zero" if (np.abs(seen) < ZERO_MEASURE).any() else f" has no derivative{where}"
        return (
            f"{element.measured.kind}{zero}: points coincide and there is no direction for the force of "
            f"{element.kind}. Move its ends apart, or use a measure that has a direction there, such as Displacement "
            "or Vector."
        )
    if bad.startswith("input_"):
        return f"its input {bad.removeprefix('input_')!r} is {value}; check what drives it."
    if bad == "measured":
        what = element.measured.kind if element.measured is not None else f"{element.kind}.energy"
        return f"{what} is {value} here; it is not defined at this configuration."
    name = element.form if bad == LOADS_PART else bad
    return (
        f"{element.kind}.{name} gives {value}{where}: it must give numbers in all of its domain. Keep roots, "
        "logarithms and quotients of the law away from where they are not defined, for instance with lw.where."
    )


def at_measured(found: Mapping[str, np.ndarray]) -> str:
    """What an element measures and is given, in words; nothing where that is not a number."""
    seen = found.get("measured", np.zeros(0))
    measured = f"a measured {', '.join(f'{x:.6g}' for x in seen)}" if len(seen) and np.isfinite(seen).all() else ""
    inputs = [f"{key.removeprefix('input_')} = {x[0]:.6g}" for key, x in found.items() if key.startswith("input_")]
    said = [measured, *inputs] if measured else inputs
    return f" at {joined(said)}" if said else ""


def knows_faults(element: Force) -> bool:
    """Whether what it measures can say why it is not defined."""
    return element.measured is not None and type(element.measured).fault is not Measure.fault


def end_places(law: ForceLaw) -> Any:
    """Rotations and positions of the further ends of an element, one behind the other."""
    return array([x for rel in law.motions for x in (*matrix(rel.R).ravel(), *rel.p)])


def fault_of(element: Force, places: np.ndarray) -> str | None:
    """What is wrong with the ends of an element, given as by `end_places`, in words; None where nothing is."""
    assert element.measured is not None
    still = np.zeros(3)
    motions = [Relative(x[:9].reshape(3, 3), x[9:], still, still) for x in places.reshape(-1, 12)]
    said = element.measured.fault(seen_by(element.measured, motions))
    return None if said is None else f"{element.measured.kind}: {said}."
