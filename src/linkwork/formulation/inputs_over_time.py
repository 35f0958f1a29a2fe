"""Inputs over time: the parts of laws, loads, drives, constraints and gravity that depend on time alone.

They are read off what elements trace, the same in all coordinates. Parameters are numbers here: a function of time and
Parameters is one of time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..contract import Constraint, Force, Hinge, Load, ModelError, Parameter, Signal
from ..contract.derived.law_arguments import law_symbols
from ..contract.element import flattened
from ..contract.parameters import RunValue, parameters_in
from ..contract.signal import t
from ..expr import array, gradient_of, is_symbolic, substitute, symbols
from ..expr.graph import Expr, Node, as_expr, is_scalar, topological
from ..expr.node import symbols_of
from ..model import Connection, Model

IDLE_FUNCTIONS = frozenset(("kinks", "output", "stored_energy"))
"""What an element traces that moves nothing."""


JUMPING = frozenset(("where", "sign", "floor", "ceil", "lookup"))
"""Operations that may jump where their first argument changes."""


class TimeInput(NamedTuple):
    """One function of time, and where it was given."""

    owner: str
    """In words: "connection 'motor'"."""
    value: Expr
    time: Expr
    """The symbol of time in it."""
    of_law: bool = False
    """Whether it is in the law of a force or load, whose branches derivatives of a run pass."""

    @property
    def parameters(self) -> list[Parameter]:
        """The Parameters it depends on."""
        return parameters_in([self.value])


def inputs_over_time(model: Model, shape_of: Callable[[str], tuple[int, ...]]) -> tuple[TimeInput, ...]:
    """Those of a model with channels of such shapes; of what moves bodies by itself also the first two derivatives."""
    found: dict[tuple[int, str], TimeInput] = {}
    for name, connection in model.connections.items():
        label = f"connection {name!r}"
        given = list(parts_of_time(_traced(model, connection, shape_of), t))
        if isinstance(connection.element, (Constraint, Hinge)):
            given = [rate for value in given for rate in _with_rates(value)]
        driven = [rate for drive in connection.drive.values() for rate in _with_rates(as_expr(drive.value(t)))]
        for value in (*given, *parts_of_time(driven, t)):
            found.setdefault(
                (value.uid, name), TimeInput(label, value, t, isinstance(connection.element, (Force, Load)))
            )
    if callable(model.gravity):
        felt = array(model.gravity(symbols("p", 3), t)).ravel()
        for value in parts_of_time(felt, t):
            found[value.uid, ""] = TimeInput("gravity", value, t)
    return tuple(found.values())


def refuse_moved_jumps(inputs: Iterable[TimeInput], names: Iterable[str]) -> None:
    """Raises where Parameters that are varied decide when an input jumps, and derivatives of a run do not know it."""
    varied = set(names)
    for given in inputs:
        for node in () if given.of_law else topological([given.value]):
            if node.op not in JUMPING or (node.op == "lookup" and node.data.smoothness >= 0):
                continue
            read = list(symbols_of(node.args[:1]))
            moved = sorted({x.name for x in read if isinstance(x, Parameter)} & varied)
            if moved and given.time in read:
                raise ModelError(
                    f"sensitivities: what {given.owner} is given jumps at a time that the Parameter {moved[0]!r} "
                    "decides, which derivatives of the run do not pass. Give it in the law of a force, "
                    "lw.FunctionForce(…), let it rise in a short time, lw.SmoothStep(…), or compare runs."
                )


def parts_of_time(values: Iterable[Any], time: Node) -> Iterator[Expr]:
    """The largest parts of expressions that depend on time and on nothing else that changes."""
    roots = [x for x in values if isinstance(x, Node)]
    alone: set[int] = set()
    """Nodes that change with time alone."""
    other: set[int] = set()
    wanted: dict[int, Any] = {}
    for node in topological(roots):
        if node.op == "symbol" and node is not time and (not isinstance(node, Parameter) or isinstance(node, RunValue)):
            other.add(node.uid)
        elif any(x.uid in other for x in node.args):
            other.add(node.uid)
            wanted |= {x.uid: x for x in node.args if x.uid in alone}
        elif node is time or any(x.uid in alone for x in node.args):
            alone.add(node.uid)
    wanted |= {x.uid: x for x in roots if x.uid in alone}
    yield from (x for x in wanted.values() if x is not time)


def _with_rates(value: Expr) -> list[Expr]:
    first = as_expr(gradient_of(value, [t])[0])
    return [value, first, as_expr(gradient_of(first, [t])[0])]


def _traced(model: Model, connection: Connection, shape_of: Callable[[str], tuple[int, ...]]) -> list[Any]:
    """What an element gives to the motion, its inputs as they are driven where that is by time alone."""
    traced = {name: x for name, x in connection.element.first_trace.items() if name not in IDLE_FUNCTIONS}
    seen = _Channels(shape_of)
    mixed = [given(seen) for given in connection.inputs.values() if callable(given) and not isinstance(given, Signal)]
    return [*_driven(model, connection, _entries(traced.values())), *_entries(mixed)]


@dataclass(frozen=True)
class _Channels:
    """Symbols in the place of channels, time as itself."""

    shape_of: Callable[[str], tuple[int, ...]]

    def __getitem__(self, name: str) -> Any:
        shape = () if name == "t" else self.shape_of(name)
        return t if name == "t" else symbols(name, shape) if shape else symbols(name)


def _entries(values: Iterable[Any]) -> list[Expr]:
    return [
        as_expr(x)
        for value in flattened(values)
        if is_symbolic(value)
        for x in (array(value).ravel() if not is_scalar(value) else [value])
    ]


def _driven(model: Model, connection: Connection, values: list[Expr], depth: int = 0) -> list[Expr]:
    """Expressions of an element with signals in the place of its inputs."""
    element = connection.element
    if not isinstance(element, Force) or not element.inputs or not values:
        return values
    asked = dict(zip(element.inputs, law_symbols(element)["i"], strict=True))
    known: dict[Node, Any] = {}
    for name, given in connection.inputs.items():
        value = _signal(model, given, depth)
        if value is not None and name in asked:
            known[asked[name]] = value
    return substitute(values, known) if known else values


def _signal(model: Model, given: Any, depth: int) -> Expr | None:
    """What drives an input, where that is a function of time: a signal, or the output of what signals drive."""
    if isinstance(given, Signal):
        return as_expr(given.value(t))
    if not isinstance(given, str):
        return None
    name, _, output = given.rpartition(".")
    source: Connection | None = model.connections.get(name)
    outputs: Any = getattr(source.element, "outputs", ()) if source is not None else ()
    if source is None or output not in outputs or depth > len(model.connections):
        return None
    shown: Mapping[str, Any] = source.element.first_trace
    values = _entries(list(array(shown["output"]).ravel())) if "output" in shown else []
    return _driven(model, source, values, depth + 1)[list(outputs).index(output)] if values else None
