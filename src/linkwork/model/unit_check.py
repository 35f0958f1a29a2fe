"""Units of Parameters against those of the fields in which they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

import numpy as np

from ..contract import Element, ModelError, Parameter
from ..contract.units import Base, check_fit, dimension, unit_of
from ..expr import is_symbolic
from ..expr.graph import as_expr
from ..expr.node import Node, topological


def check_element_units(label: str, element: Element) -> None:
    """Raises where an expression of Parameters stands in a field of another dimension, in elements inside it too."""
    for owner, name, value in _fields(element):
        check_unit_of(f"{label}: {owner.kind}: {name}", value, owner.unit_of(name))


def check_unit_of(label: str, value: Any, unit: str) -> None:
    """Raises where a value with Parameters has another dimension than `unit`, which is "" where it is not known."""
    for entry in _expressions(value):
        try:
            found = dimension_of(entry)
            if found is not None and unit:
                check_fit(_said(entry), found, unit)
        except ModelError as error:
            raise ModelError(f"{label}: {error}") from None


def _expressions(value: Any) -> Iterator[Node]:
    """Expressions in a value, which may have signals and functions beside them."""
    if isinstance(value, (tuple, list, np.ndarray)):
        for x in value:
            yield from _expressions(x)
    elif is_symbolic(value):
        yield as_expr(value)


def dimension_of(value: Node) -> Base | None:
    """The dimension of an expression of Parameters; None where it is not known.

    Parameters without a unit have any. So have numbers: in 9.81 * m, 9.81 may be an acceleration.
    """
    found: dict[Node, Base | None] = {}
    for node in topological([value]):
        known = [found[a] for a in node.args]
        found[node] = _dimension(node, known)
    return found[value]


def _dimension(node: Node, args: list[Base | None]) -> Base | None:
    if isinstance(node, Parameter):
        return unit_of(node.unit)[1] if node.unit else None
    if node.op in ("add", "sub", "min", "max") and None not in args and args[0] != args[1]:
        first, second = (dimension(x) for x in args if x is not None)
        word = {"add": "adds", "sub": "subtracts"}.get(node.op, "compares")
        raise ModelError(f"{node} {word} {first} and {second}; give both in one unit")
    if not args or args[0] is None:
        return None
    if node.op in ("neg", "abs", "add", "sub", "min", "max"):
        return args[0]
    if node.op == "sqrt":
        return _raised(args[0], Decimal("0.5"))
    if node.op == "pow" and node.args[1].op == "const":
        return _raised(args[0], Decimal(repr(float(node.args[1].data))))
    if node.op in ("mul", "div") and args[1] is not None:
        return _product(args[0], _raised(args[1], Decimal(1 if node.op == "mul" else -1)))
    return None


def _raised(base: Base, exponent: Decimal) -> Base:
    return frozenset((name, n * exponent) for name, n in base if n * exponent)


def _product(a: Base, b: Base) -> Base:
    powers: dict[str, Decimal] = {}
    for name, n in (*a, *b):
        powers[name] = powers.get(name, Decimal(0)) + n
    return frozenset((name, n) for name, n in powers.items() if n)


def _said(entry: Node) -> str:
    """An expression in words: a Parameter with its unit."""
    if isinstance(entry, Parameter):
        return f"Parameter {entry.name!r}, in {entry.unit},"
    return f"{entry} of its Parameters"


def _fields(element: Element) -> Iterator[tuple[Element, str, Any]]:
    """Fields of numbers of an element and of those that it was given."""
    for name, field in element.fields.items():
        value = getattr(element, name)
        if field.numeric:
            yield element, name, value
        for inner in elements_in([value]):
            yield from _fields(inner)


def elements_in(values: Iterable[Any]) -> Iterator[Element]:
    """Elements among values of fields."""
    for value in values:
        if isinstance(value, Element):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from elements_in(value)
