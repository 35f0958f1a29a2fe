"""Controls of a living page: sliders for Parameters, for numbers of the model, and for values to start with."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg

from ..analyses.common.numbers_by_name import is_prescribed, names_of_numbers, number_in
from ..channels import unit_text
from ..contract import Force, ModelError, Parameter, Signal, contact_of, value_of
from ..contract.errors import joined, unknown
from ..elements.signals.polynomial import Polynomial
from ..model import Model
from ..model.number_places import GRAVITY, WithParameters, is_number_field, number_names, number_place
from ..results import State
from ..system import System

NAMED_KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Shift")
MOST_CONTROLS = 8
"""Sliders that a page has where nobody says which."""
OF_FRAMES = frozenset(("e0", "e1", "e2", "e3", "x", "y", "z", "w_x", "w_y", "w_z", "v_x", "v_y", "v_z"))
"""What bodies have of their own in absolute coordinates."""
MOVED = ("x", "y", "z", "v_x", "v_y", "v_z")
"""Of these, what is another number at the centre of mass."""
START_SPAN = {"rad": math.pi, "m": 0.5}
"""How far default ranges of coordinates reach to both sides."""


@dataclass(frozen=True)
class Control:
    """One slider of a page."""

    name: str
    kind: str
    """"parameter" (of the model, also where a number has become one), or "start" (a value that runs begin with)."""
    target: str
    """The name of the Parameter, or of the coordinate, speed or state."""
    value: float
    low: float
    high: float
    unit: str


@dataclass(frozen=True)
class PageKey:
    """A key of a page, and a button: a number of the model is another while it is pressed."""

    key: str
    """As browsers call it: "ArrowLeft", "a"."""
    name: str
    target: str
    """The name of the Parameter."""
    pressed: float
    unit: str


def page_keys(
    system: System, asked: Mapping[str, Any] | None, controls: Sequence[Control], rewrite: WithParameters
) -> list[PageKey]:
    """The keys, with a Parameter in `rewrite` for each number that is none; a number of a slider is one already."""
    found: list[PageKey] = []
    sliders = {control.name: control for control in controls if control.kind == "parameter"}
    for key, given in (asked or {}).items():
        if key not in NAMED_KEYS and not (isinstance(key, str) and len(key) == 1 and key.isprintable() and key != " "):
            raise ModelError(f"there is no key {key!r}; give a letter, a digit, or {joined(NAMED_KEYS)}.", "live")
        try:
            name, pressed = given[0], float(given[1])
            if not math.isfinite(pressed):
                raise ValueError
        except (TypeError, ValueError, IndexError):
            raise ModelError(
                f"the key {key!r} has {given!r}; give a number of the model and its value while pressed, such as "
                '("motor.torque", 5.0).',
                "live",
            ) from None
        if name in sliders:
            found.append(PageKey(key, name, sliders[name].target, pressed, sliders[name].unit))
            continue
        if name in system.model.parameters:
            found.append(PageKey(key, name, name, pressed, system.model.parameters[name].unit))
            continue
        place = number_in(system, name)
        if place is None:
            said = unknown("number", name, [*system.model.parameters, GRAVITY, *number_names(system.model)])
            raise ModelError(f"the key {key!r}: {said}", "live")
        parameter = Parameter(f"key{len(found)}", place.value)
        place.put(rewrite, parameter)
        found.append(PageKey(key, name, parameter.name, pressed, place.unit))
    return found


def page_controls(
    system: System, start: State, asked: Mapping[str, Any] | Sequence[str] | None
) -> tuple[list[Control], WithParameters]:
    """The controls, and how the model has to be rewritten for them."""
    chosen = _usual(system, start) if asked is None else asked
    ranges = dict(chosen) if isinstance(chosen, Mapping) else dict.fromkeys(chosen)
    rewrite, found = WithParameters(), []
    for k, (name, limits) in enumerate(ranges.items()):
        place = number_in(system, name)
        if place is not None:
            parameter = Parameter(f"control{k}", place.value)
            place.put(rewrite, parameter)
            usual = _law_range(name, place.value) or _range(place.value, place.is_positive)
            unit = place.unit
            found.append(_control(name, "parameter", parameter.name, place.value, limits or usual, unit))
        elif name in system.model.parameters:
            value, unit = start.parameters[name], system.model.parameters[name].unit
            found.append(_control(name, "parameter", name, value, limits or _range(value, bool(value)), unit))
        else:
            found.append(_start_control(system, start, name, limits))
    return found, rewrite


def _start_control(system: System, start: State, name: str, limits: Any) -> Control:
    layout = system.layout
    if name not in (*layout.q, *layout.u, *layout.z):
        said = unknown("control", name, names_of_numbers(system))
        raise ModelError(
            f"{said} Give a Parameter, 'gravity', a number such as 'spring.stiffness', or a state.", "live"
        )
    if is_prescribed(system, name):
        raise ModelError(
            f"the control {name!r} is prescribed by a drive or lock, and its drive has no such number; write the "
            "drive with an lw.Parameter and name that.",
            "live",
        )
    owner, _, what = name.rpartition(".")
    if what in MOVED and owner in system.model.bodies and np.any(value_of(system.model.bodies[owner].com)):
        raise ModelError(
            f"the control {name!r} is of the frame of a body whose centre of mass lies elsewhere, which pages hold in "
            "absolute coordinates; compile the model in tree coordinates, or put the frame at the centre.",
            "live",
        )
    unit = unit_text(system.channel_table[name].unit)
    value, reach = start[name], START_SPAN.get(unit, max(2.0 * abs(start[name]), 1.0))
    return _control(name, "start", name, value, limits or (value - reach, value + reach), unit)


def _control(name: str, kind: str, target: str, value: float, limits: Any, unit: str) -> Control:
    try:
        low, high = (float(x) for x in limits)
    except (TypeError, ValueError):
        raise ModelError(f"the control {name!r} has the range {limits!r}; give (lowest, highest).", "live") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ModelError(f"the control {name!r} goes from {low:g} to {high:g}; give (lowest, highest), finite.", "live")
    if not low <= value <= high:
        raise ModelError(
            f"the control {name!r} is {value:g}{_spaced(unit)} at the start, which is outside of its range, "
            f"{low:g} to {high:g}{_spaced(unit)}. Give a range that holds it, or start from another value.",
            "live",
        )
    return Control(name, kind, target, float(value), low, high, unit)


def _spaced(unit: str) -> str:
    return f" {unit_text(unit)}" if unit else ""


def _range(value: float, is_positive: bool) -> tuple[float, float]:
    """The range of a number where nobody gives one: without zero, where a length or a mass must not become it."""
    if not value:
        return (0.0, 1.0) if is_positive else (-1.0, 1.0)
    low, high = (0.25 * value, 2.0 * value) if is_positive else (0.0, 2.0 * value)
    return min(low, high), max(low, high)


def _law_range(name: str, value: float) -> tuple[float, float] | None:
    """The range of a number of contacts: e is a part of a speed, and friction is rarely above one."""
    field = name.rpartition(".")[2]
    return (0.0, 1.0) if field == "restitution" else (0.0, max(1.0, 2.0 * value)) if field == "friction" else None


def _usual(system: System, start: State) -> list[str]:
    """Parameters, gravity, speeds of drives, numbers of contacts and force elements, independent starting values."""
    model = system.model
    found = list(model.parameters)[:MOST_CONTROLS]
    if not callable(model.gravity) and _gravity(model) > 0.0:
        found.append(GRAVITY)
    found += [*_drives(model)][:2]
    found += [*_contact_numbers(model)][:2]
    found += [*_force_numbers(model)][: 4 if len(found) < MOST_CONTROLS // 2 else 2]
    return [*dict.fromkeys([*found, *_starts(system, start)])][:MOST_CONTROLS]


def _gravity(model: Model) -> float:
    place = number_place(model, GRAVITY)
    return 0.0 if place is None else place.value


def _drives(model: Model) -> Iterator[str]:
    for name, connection in model.connections.items():
        for coordinate, signal in connection.drive.items():
            if isinstance(signal, Polynomial) and len(signal.coefficients) == 2:
                rate = f"{name}.{coordinate}_dot"
                yield from [rate] if number_place(model, rate) is not None else []
            elif isinstance(signal, Signal):
                yield from (
                    f"{name}.{coordinate}.{f}" for f in ("amplitude", "frequency") if is_number_field(signal, f)
                )


def _contact_numbers(model: Model) -> Iterator[str]:
    for name, connection in model.connections.items():
        if contact_of(connection.element) is not None:
            numbers = (f for f in ("restitution", "friction") if is_number_field(connection.element, f))
            yield from (f"{name}.{f}" for f in numbers if getattr(connection.element, f))


def _force_numbers(model: Model) -> Iterator[str]:
    inside = {part for structure in model.structures.values() for part in structure.members}
    for name, connection in model.connections.items():
        if isinstance(connection.element, Force) and name not in inside:
            fields = connection.element.given_fields()
            numbers = (f for f in fields if is_number_field(connection.element, f) and fields[f].unit)
            # Elements may be others where a number is exactly zero: a spring without length measures a vector.
            yield from (f"{name}.{f}" for f in numbers if getattr(connection.element, f))


def _starts(system: System, start: State) -> Iterator[str]:
    """Independent coordinates, and speeds that are not zero, of joints; not those of body frames."""
    layout, bodies = system.layout, system.model.bodies
    own = [layout.u[k].rpartition(".") for k in range(layout.nu)]
    of_joints = [not (owner in bodies and what in OF_FRAMES) for owner, _, what in own]
    free = [k for k in independent_speeds(system, start) if of_joints[k]]
    for name in (system.layout.u[k] for k in free):
        coordinate = name.removesuffix("_dot")
        if coordinate in system.layout.q and system.channel_table[coordinate].unit in ("m", "rad"):
            yield coordinate
    yield from (system.layout.u[k] for k in free if start.u[k])


def independent_speeds(system: System, start: State) -> list[int]:
    """Places of speeds that can be chosen freely at a state; the first ones, where there is a choice."""
    layout, n = system.layout, system.layout.nu
    fixed = [*(p.u for p in (*layout.driven, *layout.locked)), *layout.elastic_u]
    rows = np.eye(n)[fixed]
    if system.rows.count:
        rows = np.vstack([rows, np.asarray(system.evaluate("rows", start).P, dtype=float).reshape(-1, n)])
    freedom = scipy.linalg.null_space(rows) if len(rows) else np.eye(n)
    # Pivoted elimination, with earlier speeds preferred where they do about as well.
    if not freedom.shape[1]:
        return []
    weights = np.linspace(1.0, 0.5, n)[:, None]
    _, _, order = scipy.linalg.qr((weights * freedom).T, pivoting=True, mode="economic")
    return sorted(int(k) for k in order[: freedom.shape[1]])
