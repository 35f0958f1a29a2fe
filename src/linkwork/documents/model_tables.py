"""A model as tables with units: its bodies, its connections, its Parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..channels import unit_text
from ..contract import value_of
from ..expr import is_symbolic
from ..model import Connection, Model
from ..views.markup import table_html

TableRow = Sequence[Any]
LONGEST_VALUE = 160
"""Characters of a value in a table."""


def body_rows(model: Model) -> Iterator[TableRow]:
    """Mass, centre of mass and inertia of every body."""
    for name, body in model.bodies.items():
        inertia = np.asarray(value_of(body.inertia), dtype=float)
        products = (inertia[0, 1], inertia[0, 2], inertia[1, 2])
        yield (
            name,
            float(value_of(body.mass)),
            _numbers(value_of(body.com)),
            _numbers(np.diag(inertia)),
            _numbers(products) if np.any(products) else "0",
        )


def connection_rows(model: Model) -> Iterator[TableRow]:
    """What every connection is, where it is, and its values with their units."""
    for connection in model.connections.values():
        ends = " – ".join(str(end) for end in connection.ends)
        yield connection.name, connection.element.kind, ends, "; ".join(_values(connection))


def parameter_rows(model: Model) -> Iterator[TableRow]:
    """Name, value, unit and meaning of every Parameter."""
    for name, parameter in model.parameters.items():
        yield name, float(parameter.value), unit_text(parameter.unit) or "", parameter.doc


def gravity_text(model: Model) -> str:
    """The acceleration of gravity."""
    if callable(model.gravity):
        return "depends on place and time"
    return f"({_numbers(value_of(model.gravity))}) m/s²"


def model_tables(model: Model, most: int) -> str:
    """All of them as HTML, each up to so many rows."""
    bodies = ("body", "mass [kg]", "centre of mass [m]", "Ixx, Iyy, Izz [kg m²]", "Ixy, Ixz, Iyz [kg m²]")
    found = [cut_table(bodies, list(body_rows(model)), most)]
    found.append(cut_table(("connection", "element", "between", "values"), list(connection_rows(model)), most))
    if model.parameters:
        found.append(cut_table(("Parameter", "value", "unit", "meaning"), list(parameter_rows(model)), most))
    return "".join(found)


def cut_table(headings: Sequence[str], rows: Sequence[TableRow], most: int) -> str:
    """A table with up to so many rows, and a sentence where there are more."""
    if not rows:
        return ""
    rest = f"<p>{len(rows) - most} more rows are left out.</p>" if len(rows) > most else ""
    return table_html(headings, rows[:most]) + rest


def _values(connection: Connection) -> Iterator[str]:
    element = connection.element
    for name, field in element.given_fields().items():
        if element.is_default(name):
            continue
        unit = unit_text(field.unit)
        yield f"{name} = {_value(getattr(element, name))}{f' {unit}' if unit else ''}"
    for word in ("drive", "lock", "initial"):
        yield from (f"{word} {name} = {_value(value)}" for name, value in getattr(connection, word).items())


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple, np.ndarray)) and not any(is_symbolic(x) for x in np.ravel(value)):
        try:
            return f"({_numbers(value)})"
        except (TypeError, ValueError):
            pass  # a tuple of something else
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]} …"


def _numbers(values: Any) -> str:
    return ", ".join(f"{float(x) + 0.0:.5g}" for x in np.ravel(values))
