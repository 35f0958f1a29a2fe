"""Functions that were compiled before, found by what they are made of: their code runs without tracing them again.

Whoever makes a function can often say what it depends on (a description, the version of the code that traces it) long
before it is traced. Under such a key the cache keeps a record of the function: names, shapes, the content hash under
which its code is kept. The function itself is traced only where code must be made.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..expr.errors import TraceError
from ..expr.function import Function
from ..expr.signature import Shapes, Signature
from . import cache
from .bodies import Traceable
from .closed import ClosedBody, ClosedProgram
from .code import Body, fingerprint
from .ir import Lanes
from .kernel import Kernel, as_body
from .separated import Separated
from .target import host

Make = Callable[[], Function | ClosedProgram | Separated]


@dataclass(frozen=True)
class Record:
    """What is kept of a function without opaque calls: how it is called, what its code is found by."""

    signature: Signature
    digest: str
    cost: int
    uniform: bool
    """Whether the same body serves one evaluation and rows."""

    @classmethod
    def of(cls, body: Traceable) -> Record:
        """The record of a traced function."""
        return cls(body.signature, body.digest, body.cost, not isinstance(body, ClosedBody))

    def encode(self) -> bytes:
        """As text; mappings as pairs, since their order counts."""
        shapes = [list(side.items()) for side in (self.signature.shapes, self.signature.output_shapes)]
        return json.dumps([self.signature.name, *shapes, self.digest, self.cost, self.uniform]).encode()

    @classmethod
    def decode(cls, content: bytes) -> Record:
        """What `encode` wrote."""
        name, inputs, outputs, *rest = json.loads(content)
        return cls(Signature(name, _shapes(inputs), _shapes(outputs)), *rest)


def _shapes(pairs: list[tuple[str, list[int]]]) -> Shapes:
    return {name: tuple(shape) for name, shape in pairs}


class KnownBody:
    """A function that was compiled before, as something to compile: traced if its code is gone."""

    def __init__(self, make: Make, record: Record, place: str) -> None:
        self._make, self._record, self._place = make, record, place

    @cached_property
    def _traced(self) -> Traceable:
        body = as_body(self._make())
        record = Record.of(body)
        if record.signature != self.signature:
            raise TraceError(
                f"{self.signature.name}: what was compiled under this key before is another function; the key must "
                "tell everything that the function is made of."
            )
        if record != self._record:
            # Graphs are ordered by their structure, so this is another version of what traces them.
            self._record = record
            _write(self._place, record)
        return body

    @property
    def function(self) -> Any:
        """The function, traced when first asked for."""
        return self._traced.function

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        return self._record.signature

    @property
    def opaque(self) -> list[Any]:
        """None: functions that call them are not recorded."""
        return []

    @property
    def arguments(self) -> tuple[int, int]:
        """How many inputs and outputs there are."""
        return len(self.signature.shapes), len(self.signature.output_shapes)

    @property
    def digest(self) -> str:
        """Content of the graph: of what was compiled before, until it is traced again."""
        return self._record.digest

    @property
    def cost(self) -> int:
        """How much there is to compile."""
        return self._record.cost

    def for_rows(self) -> Body:
        """Itself, unless rows have a body of their own."""
        return self if self._record.uniform else self._traced.for_rows()

    def prepare(self) -> None:
        """Traces the function: other threads must not."""
        _ = self._traced

    def emit(self, name: str, lanes: Lanes) -> tuple[list[str], int]:
        """Schedule and IR."""
        return self._traced.emit(name, lanes)

    def __reduce__(self) -> Any:
        # Whoever receives it does not have what `make` needs.
        return as_body, (self.function,)


def compile_known(make: Make, key: str, *, tiered: bool = True) -> Kernel:
    """Native code for the function that `make` traces, which it is asked for only where there is no such code yet.

    `key` must tell everything that the traced function depends on: code found under it is taken for that of `make`.
    """
    place = cache.make_key("function", key, fingerprint(), host())
    record = _read(place)
    if record is not None:
        return Kernel(KnownBody(make, record, place), tiered)
    body = as_body(make())
    if not body.opaque:
        _write(place, Record.of(body))
    return Kernel(body, tiered)


def _write(place: str, record: Record) -> None:
    cache.write(place, cache.Entry([record.encode()], 0))


def _read(place: str) -> Record | None:
    entry = cache.read(place)
    return None if entry is None else Record.decode(entry.objects[0])
