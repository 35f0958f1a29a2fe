"""Functions of users are pure: called again, they give the same expressions.

What a function gives for symbols is compiled; it is not called again while a run lasts. A random number or a global in
it would be frozen at whatever it happened to be, in one piece of code at this value and in another at that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...expr import array
from ...expr.graph import Bool, Expr, as_bool, as_expr
from ...expr.node import Node, topological
from ...expr.serialise import digest
from ..element import Element, is_own
from ..errors import ModelError

IMPURE = (
    "gives another expression when it is called again: it uses random numbers, or something outside that changes. What "
    "it gives is compiled once. Make what changes a Parameter, an input or a state."
)


def check_pure(element: Element) -> None:
    """Raises where a function of an element, or of one inside it, no longer gives what it gave at first."""
    for part in _parts(element):
        if not is_own(part):
            continue
        now = part.traced()
        for name, before in part.first_trace.items():
            if not is_same(before, now.get(name)):
                raise ModelError(f"{part.kind}.{name} {IMPURE}")


def called_twice(label: str, function: Callable[..., Any], *args: Any) -> Any:
    """What a user's function gives; raises where it gives something else when it is called again."""
    found = function(*args)
    if not is_same(found, function(*args)):
        raise ModelError(f"{label} {IMPURE}")
    return found


def is_same(one: Any, other: Any) -> bool:
    """Whether two results of a function are the same expressions; foreign code counts by the order of its calls."""
    if isinstance(one, np.ndarray) and one.dtype != object:
        return bool(np.array_equal(one, other, equal_nan=True))
    first, second = list(_roots(one)), list(_roots(other))
    if len(first) != len(second):
        return False
    return all(a is b for a, b in zip(first, second, strict=True)) or _digest(first) == _digest(second)


def _parts(element: Element) -> Iterator[Element]:
    """The element and all elements among its values."""
    yield element
    for value in element.values.values():
        for inner in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(inner, Element):
                yield from _parts(inner)


def _roots(value: Any) -> Iterator[Node]:
    """All expressions in what a function returned."""
    if value is None:
        return
    if isinstance(value, (tuple, list)):
        for inner in value:
            yield from _roots(inner)
    elif isinstance(value, (Bool, bool, np.bool_)):
        yield as_bool(value)
    elif isinstance(value, (Expr, float, int, np.number)):
        yield as_expr(value)
    else:
        yield from (as_expr(x) for x in array(value).ravel())


def _digest(roots: list[Node]) -> str:
    nodes = topological(roots)
    symbols = sorted((node for node in nodes if node.op == "symbol"), key=lambda node: str(node.data))
    return digest([str(s.data) for s in symbols], symbols, nodes, roots)
