"""The signature of a function: names and shapes, all that a caller needs to know of it."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from .errors import TraceError

Shapes = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Signature:
    """The name of a function, and the shapes of its inputs and outputs by name, in order."""

    name: str
    shapes: Shapes
    output_shapes: Shapes

    @cached_property
    def result_type(self) -> type[Any]:
        """Makes what a call returns: a named tuple, also of one output."""
        return result_class(tuple(self.output_shapes))

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by name, complete and known; shapes are not looked at."""
        names = list(self.shapes)
        if len(args) > len(names):
            raise TraceError(f"{self.name} takes {len(names)} inputs ({', '.join(names)}), got {len(args)}.")
        given = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in self.shapes:
                raise TraceError(f"{self.name} has no input {name!r}; it has {', '.join(names)}.")
            if name in given:
                raise TraceError(f"{self.name}: input {name!r} was given twice.")
            given[name] = value
        missing = [name for name in names if name not in given]
        if missing:
            raise TraceError(f"{self.name}: input {missing[0]!r} of shape {self.shapes[missing[0]]} is missing.")
        return given

    def __reduce__(self) -> Any:
        # Without the class of results, which no module holds.
        return Signature, (self.name, self.shapes, self.output_shapes)

    def __str__(self) -> str:
        return f"{self.name}({_written(self.shapes)}) -> {_written(self.output_shapes)}"


def _written(shapes: Shapes) -> str:
    return ", ".join(f"{name}[{', '.join(map(str, shape))}]" if shape else name for name, shape in shapes.items())


@cache
def result_class(fields: tuple[str, ...]) -> type:
    """A named tuple that other processes can read although no module holds its class."""
    kind = namedtuple("Outputs", fields)  # type: ignore[misc]
    setattr(kind, "__reduce__", lambda self: (_result, (fields, *self)))  # noqa: B010
    return kind


def _result(fields: tuple[str, ...], *values: Any) -> Any:
    return result_class(fields)(*values)
