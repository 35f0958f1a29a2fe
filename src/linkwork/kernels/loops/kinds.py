"""Kinds of values that loops work on, and how they lie in memory: one layout for every target.

Numbers are handed over as they are. An array is the address of its first number and its lengths; it has no gaps. A
named tuple is the address of a row of 8-byte slots: a number takes one, an array one and one for every axis, a named
tuple inside one.

A loop is a value too, but a fixed one: its kind says which loop it is, so that a call of it is a call of a known
function. It takes no slot and is not handed over, nor is a named tuple of loops alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from .marks import UNMARKED, is_marked

ITEMS = {"float64": "double", "int64": "i64", "int32": "i32", "int8": "i8", "uint8": "i8", "bool": "i8"}
"""NumPy's names of the numbers in arrays, and LLVM's."""


@dataclass(frozen=True)
class Number:
    """A float, an integer or a truth value."""

    name: str

    def __str__(self) -> str:
        return self.name


FLOAT_KIND, INT_KIND, BOOL_KIND, NONE_KIND = (Number(name) for name in ("float", "int", "bool", "None"))


@dataclass(frozen=True)
class ArrayKind:
    """Numbers without gaps, the last axis running fastest."""

    item: str
    axes: int

    @property
    def number(self) -> Number:
        """What one of its entries is, once read."""
        return FLOAT_KIND if self.item == "float64" else BOOL_KIND if self.item == "bool" else INT_KIND

    def __str__(self) -> str:
        return f"array of {self.axes} axes of {self.item}"


@dataclass(frozen=True, eq=False)
class Struct:
    """A named tuple. `struct_kind` makes one for each name and fields, so that equal ones are the same."""

    name: str
    fields: tuple[tuple[str, LoopKind], ...]

    @cached_property
    def slots(self) -> dict[str, tuple[int, LoopKind]]:
        """The first slot and the kind of each field."""
        found, at = {}, 0
        for name, kind in self.fields:
            found[name] = (at, kind)
            at += width(kind)
        return found

    @cached_property
    def is_handed(self) -> bool:
        """Whether it holds more than loops."""
        return any(width(kind) for _, kind in self.fields)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Several:
    """What a function that returns several numbers returns."""

    parts: tuple[Number, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class FunctionKind:
    """One loop: each is the only value of its kind."""

    function: Callable[..., Any]

    @property
    def path(self) -> str:
        """Module and name."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def __repr__(self) -> str:
        return f"FunctionKind({self.path!r})"

    def __str__(self) -> str:
        return f"loop {self.function.__qualname__!r}"


LoopKind = Number | ArrayKind | Struct | Several | FunctionKind


def width(kind: LoopKind) -> int:
    """How many slots a value takes: none where its kind says all of it."""
    if isinstance(kind, ArrayKind):
        return 1 + kind.axes
    if isinstance(kind, Struct):
        return int(kind.is_handed)
    return 0 if isinstance(kind, FunctionKind) else 1


def functions_in(kind: LoopKind) -> Iterator[Callable[..., Any]]:
    """The loops that a value of this kind leads to."""
    if isinstance(kind, FunctionKind):
        yield kind.function
    elif isinstance(kind, Struct):
        for _, part in kind.fields:
            yield from functions_in(part)


@cache
def array_kind(dtype: np.dtype[Any], axes: int) -> ArrayKind:
    """The kind of arrays of a type; TypeError where loops know none such."""
    if dtype.name not in ITEMS:
        raise TypeError(f"arrays of {dtype} are not for loops")
    return ArrayKind(dtype.name, axes)


@cache
def struct_kind(name: str, fields: tuple[str, ...], *parts: LoopKind) -> Struct:
    """The kind of named tuples with these fields."""
    return Struct(name, tuple(zip(fields, parts, strict=True)))


@cache
def function_kind(function: Callable[..., Any]) -> FunctionKind:
    """The kind of a loop."""
    return FunctionKind(function)


def loop_kind(value: Any) -> LoopKind:
    """The kind of a Python value, the same object for equal kinds; TypeError where loops know none such."""
    if isinstance(value, np.ndarray):
        return array_kind(value.dtype, value.ndim)
    if isinstance(value, (bool, np.bool_)):
        return BOOL_KIND
    if isinstance(value, (int, np.integer)):
        return INT_KIND
    if isinstance(value, (float, np.floating)):
        return FLOAT_KIND
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return struct_kind(type(value).__qualname__, value._fields, *map(loop_kind, value))
    if is_marked(value):
        return function_kind(value)
    if callable(value):
        raise TypeError(f"{getattr(value, '__qualname__', value)!r} is a function, {UNMARKED}")
    raise TypeError(f"{type(value).__name__} is not for loops")


_NAMED = {"int": INT_KIND, "float": FLOAT_KIND, "bool": BOOL_KIND, "None": NONE_KIND}


def result_kind(function: Any) -> LoopKind | None:
    """What the annotation of a function says that it returns; None where it is nothing that loops return."""
    said = function.__annotations__.get("return", None)
    text = (said.__name__ if isinstance(said, type) and not hasattr(said, "__args__") else str(said)).replace(" ", "")
    if text in _NAMED:
        return _NAMED[text]
    parts = text.removeprefix("tuple[").removesuffix("]").split(",")
    if text.startswith("tuple[") and all(part in _NAMED for part in parts):
        return Several(tuple(_NAMED[part] for part in parts))
    return None
