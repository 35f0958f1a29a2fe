"""Numbers taken out of elements and places, so that elements that differ in numbers only are of one kind.

0, 1 and −1 stay where they are: what they fold away in the traced code is worth a kind of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...contract import Element, Parameter, parameters_of
from ...expr import array
from ...spatial import Pose, matrix

STRUCTURAL_NUMBERS = frozenset((0.0, 1.0, -1.0))
Split = tuple[tuple[Any, ...], list[Any]]
"""(pattern: the number that stays, or None; the numbers, or expressions of Parameters, that were taken out)."""


def split_numbers(entries: Sequence[Any]) -> Split:
    """The pattern of some numbers, and those that are data."""
    pattern = tuple(float(x) if isinstance(x, (int, float)) and x in STRUCTURAL_NUMBERS else None for x in entries)
    return pattern, [x for x, kept in zip(entries, pattern, strict=True) if kept is None]


def split_pose(pose: Pose, shift: Any) -> Split:
    """The same for a frame on a body, seen from the body's centre of mass."""
    return split_numbers([*pose.R.ravel().tolist(), *(pose.p - shift).tolist()])


def pose_of(pattern: Sequence[Any], data: Iterator[Any]) -> Pose:
    """The frame again, with the next placeholders in place of its numbers."""
    entries = [next(data) if kept is None else kept for kept in pattern]
    return Pose(matrix(array(entries[:9]).reshape(3, 3)), matrix(array(entries[9:])))


def number_fields(element: Element) -> list[str]:
    """The fields of an element that hold numbers, and nothing but numbers."""
    return [name for name, field in element.fields.items() if field.is_number and _is_numeric(element.values[name])]


def split_element(element: Element) -> Split:
    """The same for the values of an element; the pattern starts with everything else that it is made of."""
    taken = number_fields(element)
    values = element.values
    rest = tuple((name, frozen(value)) for name, value in values.items() if name not in taken)
    entries: list[Any] = []
    shapes: list[Hashable] = []
    for name in taken:
        shapes.append((name, np.shape(values[name])))
        entries += [values[name]] if np.ndim(values[name]) == 0 else values[name].ravel().tolist()
    pattern, data = split_numbers(entries)
    return (type(element), rest, tuple(shapes), *pattern), data


def element_of(element: Element, data: Iterator[Any]) -> Element:
    """The element with the next placeholders in place of its numbers."""
    changes = {}
    for name in number_fields(element):
        value = element.values[name]
        entries = [value] if np.ndim(value) == 0 else value.ravel().tolist()
        placed = [next(data) if kept is None else kept for kept in split_numbers(entries)[0]]
        changes[name] = placed[0] if np.ndim(value) == 0 else array(placed).reshape(np.shape(value))
    return element.with_values(**changes) if changes else element


def placeholders(data: Sequence[Any]) -> list[Parameter]:
    """One Parameter for each number that was taken out, worth what it is worth in the first element of the kind."""
    return [Parameter(f"data_{k}", float(value)) for k, value in enumerate(data)]


def loose_parameters(element: Element, inputs: Iterable[Any]) -> list[Parameter]:
    """All Parameters of an element and of the signals at its inputs, each once."""
    found = [*element.parameters]
    for value in inputs:
        found += value.parameters if isinstance(value, Element) else parameters_of([value])
    return list({p.uid: p for p in found}.values())


def frozen(value: Any) -> Hashable:
    """A value as part of a key."""
    if isinstance(value, np.ndarray):
        return (value.shape, tuple(frozen(x) for x in value.ravel().tolist()))
    if isinstance(value, (tuple, list)):
        return tuple(frozen(x) for x in value)
    if isinstance(value, dict):
        return tuple((name, frozen(x)) for name, x in value.items())
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def _is_numeric(value: Any) -> bool:
    return value is not None and np.asarray(value).dtype.kind in "fiO"
