"""The content of a model as a hash: the same for models that describe the same, another where anything differs.

Only what is plain data can be hashed: numbers, text, expressions of Parameters, and objects of the package's own
classes that hold nothing else. What a user's class or function computes cannot be seen from outside, so that models
that hold one have no content hash.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from .._source import source_fingerprint
from ..contract import Element, Parameter
from ..expr.graph import Expr, topological
from ..expr.serialise import digest
from .body import Body, Point
from .model import Model

PACKAGE_NAME = __name__.partition(".")[0]


class _NoContent(Exception):
    """Something that is not plain data."""


def content_hash(model: Model) -> str | None:
    """A hash of everything a model says and of the package's own code; None where it holds more than plain data."""
    parameters = list(model.parameters.values())
    writer = _Writer({p: k for k, p in enumerate(parameters)})
    total = hashlib.sha256(source_fingerprint().encode())
    described = (
        [(p.name, p.value, p.unit) for p in parameters],
        model.gravity,
        [_told(body) for body in (model.ground, *model.bodies.values())],
        list(model.connections.values()),
    )
    try:
        writer.write(described)
    except _NoContent:
        return None
    total.update(b"".join(writer.parts))
    return total.hexdigest()


def _told(body: Body) -> tuple[Any, ...]:
    """What a body is, without the model it is in."""
    return body.name, body.properties, body.shapes, {name: point.X for name, point in body.points.items()}


class _Writer:
    """Values as bytes that tell their own end: a letter for the kind, a length, the content."""

    def __init__(self, places: Mapping[Parameter, int]) -> None:
        self.places = places
        self.parts: list[bytes] = []
        self._own: dict[type, bool] = {}

    def write(self, value: Any) -> None:
        """Adds the bytes of one value and all it holds."""
        kind, put = type(value), self.parts.append
        if kind is float:
            put(b"f" + struct.pack("<d", value))
        elif kind is str:
            text = value.encode()
            put(b"s%d " % len(text) + text)
        elif kind is tuple or kind is list:
            put(b"%s%d " % (kind.__name__[:1].encode(), len(value)))
            for x in value:
                self.write(x)
        elif kind is int or kind is bool or value is None:
            put(f"{kind.__name__} {value} ".encode())
        elif isinstance(value, (np.ndarray, np.generic)):
            self.array(np.asarray(value))
        elif isinstance(value, Expr):
            put(b"e" + self.expression(value))
        elif isinstance(value, Mapping) and (kind is dict or self.is_own(kind)):
            put(b"m%d " % len(value))
            for item in value.items():
                self.write(item)
        else:
            self.thing(value)

    def is_own(self, kind: type) -> bool:
        """Whether a class is one of the package's."""
        if kind not in self._own:
            self._own[kind] = _is_own(kind)
        return self._own[kind]

    def array(self, value: np.ndarray) -> None:
        """Numbers by their bytes, expressions one by one."""
        self.parts.append(f"a{value.dtype.str}{value.shape} ".encode())
        if value.dtype.kind == "O":
            for x in value.ravel():
                self.write(x)
        elif value.dtype.kind in "fiub":
            self.parts.append(value.tobytes())
        else:
            raise _NoContent

    def expression(self, value: Expr) -> bytes:
        """The graph of an expression of the model's Parameters."""
        nodes = topological([value])
        symbols = [node for node in nodes if node.op == "symbol"]
        if any(node.op == "call" for node in nodes) or not all(s in self.places for s in symbols):
            raise _NoContent
        places = [self.places[s] for s in symbols]  # type: ignore[index]
        return bytes.fromhex(digest(places, symbols, nodes, [value]))

    def thing(self, value: Any) -> None:
        """An object of one of the package's own classes, by all its fields."""
        kind = type(value)
        if not self.is_own(kind):
            raise _NoContent
        if isinstance(value, Element):
            held = value.values
        elif isinstance(value, Point):
            held = {"body": value.body.name, "X": value.X, "name": value.name, "surface": value.surface}
        elif is_dataclass(kind) and not isinstance(value, Body):
            held = {field.name: getattr(value, field.name) for field in fields(value)}
        else:
            raise _NoContent
        self.parts.append(f"o{kind.__module__}.{kind.__qualname__} ".encode())
        self.write(held)


def _is_own(kind: type) -> bool:
    """Whether a class is one of the package's, as its files say: their content is part of the hash."""
    found: Any = sys.modules.get(kind.__module__) if kind.__module__.partition(".")[0] == PACKAGE_NAME else None
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind
