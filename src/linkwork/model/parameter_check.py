"""Values of Parameters that are given later, checked as if the model had been described with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..contract import ModelError, Parameter, parameters_of
from ..contract.errors import joined
from ..contract.units import as_si, split_quantity
from ..expr import array, is_symbolic
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..spatial import MassProperties
from .body import are_plain, check_properties
from .model import Model

_symbolic: WeakKeyDictionary[Model, tuple[list[Any], list[Any]]] = WeakKeyDictionary()
"""Bodies and fields of elements in which Parameters stand; few, and looked for once."""


def check_parameters(model: Model, values: Mapping[str, float]) -> None:
    """Raises where a body or an element could not have been made with these values of its Parameters."""
    for name, value in values.items():
        if not np.isfinite(value):
            raise ModelError(f"Parameter {name!r} = {value}; give a finite number.")
    for p in _declared(model):
        check_declared(p, values.get(p.name, p.value))
    bodies, fields = _where_symbolic(model)
    for name, parts in bodies:
        check_properties(f"body {name!r}", MassProperties(*(_worth(part, values) for part in parts)))
    for label, field, value in fields:
        field.check_range(label, _worth(value, values))


def check_declared(p: Parameter, value: float) -> None:
    """Raises where a value looks like one in the unit that a Parameter was declared in: values are in SI units."""
    if p.declared and bool(_looks_declared(p, np.array([value]))[0]):
        unit = (split_quantity(p.declared) or ("", ""))[1]
        meant, si = as_si(float(value), unit)
        raise ModelError(
            f"Parameter {p.name!r} = {value:g} {si}: it was declared as {p.declared}, which is {p.value:g} {si}, and "
            f"values that are given later are in {si}. If {value:g} {unit} is meant, give {meant:g}; if {value:g} {si} "
            f"is, declare it in {si}."
        )


def _looks_declared(p: Parameter, values: np.ndarray) -> np.ndarray:
    """Which values are nearer to the number that a Parameter was declared with than to the same in SI units."""
    number = float((split_quantity(p.declared) or ("nan", ""))[0])
    with np.errstate(all="ignore"):
        to_number, to_value = (np.abs(np.log(np.abs(values / x))) for x in (number, p.value))
    return np.asarray((values != p.value) & (to_number < to_value))


def _declared(model: Model) -> list[Parameter]:
    return [p for p in model.parameters.values() if p.declared]


def refused_members(
    model: Model, rest: Mapping[str, float], columns: Mapping[str, np.ndarray], count: int
) -> dict[int, str]:
    """What `check_parameters` says of members, by their place: `rest` with columns in place of some values.

    Whole columns are looked at first; one by one go members that do not pass, and those of checks by functions.
    """
    varied = {name: np.asarray(x, dtype=float) for name, x in columns.items() if name in rest}
    bodies, fields = _where_symbolic(model) if varied else ([], [])
    values, suspects = {**rest, **varied}, np.zeros(count, dtype=bool)
    for _, (mass, com, inertia) in bodies:
        suspects |= ~are_plain(*(_columns(part, values, count) for part in (mass, com, inertia)))
    for _, field, value in fields:
        suspects |= ~field.are_in_range(_columns(value, values, count))
    for p in _declared(model) if varied else ():
        if p.name in varied:
            suspects |= _looks_declared(p, varied[p.name])
    found = {}
    for k in np.flatnonzero(suspects).tolist():
        try:
            check_parameters(model, {**rest, **{name: float(x[k]) for name, x in varied.items()}})
        except ModelError as error:
            found[k] = str(error)
    return found


def _columns(value: Any, values: Mapping[str, Any], count: int) -> np.ndarray:
    """Numbers of all members, the first axis, of a value in which Parameters stand."""
    entries = array(value)
    numbers = evaluate([as_expr(x) for x in entries.ravel()], dict(values))
    rows = np.array([np.broadcast_to(np.asarray(x, dtype=float), count) for x in numbers])
    return np.asarray(rows.T.reshape(count, *entries.shape))


def _where_symbolic(model: Model) -> tuple[list[Any], list[Any]]:
    if model not in _symbolic:
        _symbolic[model] = _bodies(model), _fields(model)
    return _symbolic[model]


def _bodies(model: Model) -> list[Any]:
    parts = {name: (b.properties.mass, b.properties.com, b.properties.inertia) for name, b in model.bodies.items()}
    return [(name, three) for name, three in parts.items() if any(is_symbolic(part) for part in three)]


def _fields(model: Model) -> list[Any]:
    found = []
    elements = [(f"connection {name!r}", connection.element) for name, connection in model.connections.items()]
    elements += [(f"body {name!r}", shape) for name, body in model.bodies.items() for shape in body.shapes]
    for owner, element in elements:
        for field in element.fields.values():
            value = getattr(element, field.name)
            if field.numeric and is_symbolic(value):
                found.append((f"{owner}: {element.kind}: {field.name}{_sources(value)}", field, value))
    return found


def _sources(value: Any) -> str:
    """Of which Parameters a value is computed; nothing where it is one."""
    return "" if isinstance(value, Parameter) else f" (of {joined([p.name for p in parameters_of([value])])})"


def _worth(value: Any, values: Mapping[str, float]) -> Any:
    entries = array(value)
    numbers = np.array(evaluate([as_expr(x) for x in entries.ravel()], dict(values)), dtype=float)
    return float(numbers[0]) if entries.shape == () else numbers.reshape(entries.shape)
