"""A traced function: named, shaped inputs and outputs, and the graph between them."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .array import Array, array, is_symbolic
from .diff import forward_derivatives, gradient_of, jacobian, reverse
from .errors import TraceError
from .evaluate import evaluate
from .graph import Expr, Node, as_expr, topological
from .node import is_interned
from .serialise import digest, dump, load_nodes
from .signature import Shapes, Signature
from .substitute import substitute


@dataclass(frozen=True, eq=False)
class Function:
    """What `trace` returns. `inputs` and `outputs` map names to a scalar expression or an Array of them.

    Called with numbers it is run by the interpreter; called with expressions it is written into their graph.
    """

    name: str
    inputs: Mapping[str, Any]
    outputs: Mapping[str, Any]

    @cached_property
    def symbols(self) -> list[Expr]:
        """The input symbols, in order."""
        return [s for value in self.inputs.values() for s in array(value).ravel()]

    @cached_property
    def roots(self) -> list[Expr]:
        """The output expressions, in order."""
        return [x for value in self.outputs.values() for x in array(value).ravel()]

    @cached_property
    def nodes(self) -> list[Node]:
        """Every node the outputs need, arguments first."""
        return topological(self.roots)

    @property
    def operations(self) -> int:
        """How many operations one evaluation takes."""
        return sum(1 for node in self.nodes if node.args)

    @cached_property
    def signature(self) -> Signature:
        """Names and shapes."""
        shapes, outputs = ({n: np.shape(value) for n, value in side.items()} for side in (self.inputs, self.outputs))
        return Signature(self.name, shapes, outputs)

    @property
    def shapes(self) -> Shapes:
        """The shape of every input."""
        return self.signature.shapes

    @property
    def output_shapes(self) -> Shapes:
        """The shape of every output."""
        return self.signature.output_shapes

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The outputs at numbers (by the interpreter; leading axes are a batch) or at expressions."""
        given = self.signature.bind(args, kwargs)
        if any(is_symbolic(value) for value in given.values()):
            return self._inline(given)
        return self._interpret(given)

    def _inline(self, given: Mapping[str, Any]) -> Any:
        replacements: dict[Node, Any] = {}
        for name, value in given.items():
            value = array(value)
            if value.shape != self.shapes[name]:
                raise TraceError(f"{self.name}: input {name!r} has shape {value.shape}, needs {self.shapes[name]}.")
            replacements |= dict(zip(array(self.inputs[name]).ravel(), map(as_expr, value.ravel()), strict=True))
        return self._shaped(substitute(self.roots, replacements), ())

    def _interpret(self, given: Mapping[str, Any]) -> Any:
        values: dict[Expr, Any] = {}
        batch: tuple[int, ...] = ()
        for name, value in given.items():
            shape = self.shapes[name]
            if np.iscomplexobj(value):
                raise TraceError(f"{self.name}: input {name!r} is complex; functions are of real numbers.")
            value = np.asarray(value, dtype=float)
            lead = value.shape[: value.ndim - len(shape)]
            if value.shape[value.ndim - len(shape) :] != shape or value.ndim < len(shape):
                raise TraceError(
                    f"{self.name}: input {name!r} has shape {value.shape}, needs {shape} in the last axes."
                )
            batch = np.broadcast_shapes(batch, lead)
            flat = value.reshape((*lead, int(np.prod(shape, dtype=int))))
            for k, s in enumerate(array(self.inputs[name]).ravel()):
                values[s] = flat[..., k]
        return self._shaped(evaluate(self.roots, values), batch)

    def _shaped(self, entries: Sequence[Any], batch: tuple[int, ...]) -> Any:
        """Flat values cut into the outputs' shapes."""
        parts, start = [], 0
        for shape in self.output_shapes.values():
            size = int(np.prod(shape, dtype=int))
            chunk = entries[start : start + size]
            start += size
            if any(isinstance(x, Node) for x in chunk):
                parts.append(array(chunk).reshape(shape) if shape else chunk[0])
            else:
                stacked = (
                    np.stack([np.broadcast_to(x, batch) for x in chunk], axis=-1) if size else np.zeros((*batch, 0))
                )
                value = stacked.astype(float).reshape(batch + shape)
                parts.append(float(value) if value.shape == () else value)
        return self.signature.result_type(*parts)

    def output(self, name: str) -> Any:
        """The expressions of one output."""
        if name not in self.outputs:
            raise TraceError(f"{self.name} has no output {name!r}; it has {', '.join(self.outputs)}.")
        return self.outputs[name]

    def input(self, name: str) -> Any:
        """The symbols of one input."""
        if name not in self.inputs:
            raise TraceError(f"{self.name} has no input {name!r}; it has {', '.join(self.inputs)}.")
        return self.inputs[name]

    def jacobian(self, of: str, wrt: str) -> Array:
        """∂of/∂wrt, shape of(of) + of(wrt)."""
        return jacobian(self.output(of), self.input(wrt))

    def gradient(self, of: str, wrt: str) -> Array:
        """The gradient of a scalar output."""
        return gradient_of(self.output(of), self.input(wrt))

    def with_outputs(self, /, **outputs: Any) -> Function:
        """The same inputs with other outputs, for instance derivatives: `f.with_outputs(y_q=f.jacobian("y", "q"))`."""
        return make_function(self.name, self.inputs, outputs)

    def tangent(self, /, **directions: Any) -> list[Expr]:
        """Directional derivatives of all outputs (flattened) along the given input directions."""
        pairs: dict[Expr, Any] = {}
        for name, direction in directions.items():
            pairs |= dict(zip(array(self.input(name)).ravel(), array(direction).ravel(), strict=True))
        return forward_derivatives(self.roots, pairs)

    def cotangent(self, wrt: str, weights: Sequence[Any]) -> Any:
        """Σ_i weights_i ∂output_i/∂wrt over all outputs (flattened), by reverse mode."""
        symbols = array(self.input(wrt))
        return array(reverse(self.roots, weights, list(symbols.ravel()))).reshape(symbols.shape)

    @cached_property
    def digest(self) -> str:
        """Content hash: the same for functions that compute the same by the same operations from the same layout."""
        return digest((self.shapes, self.output_shapes), self.symbols, self.nodes, self.roots)

    def __reduce__(self) -> Any:
        return _load, (self.name, *dump([self.inputs, self.outputs]))

    def __repr__(self) -> str:
        return f"{self.signature}, {self.operations} operations"


_RESERVED = {"threads": "kernel.batch(..., threads=n) takes it for the number of threads"}
"""Words that calls take for something else."""


def make_function(name: str, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Function:
    """A Function from symbols and expressions, checked: every symbol used is an input, every name is used once."""
    if not outputs:
        raise TraceError(f"{name}: has no outputs.")
    for label in (*inputs, *outputs):
        if not isinstance(label, str) or not label.isidentifier() or label.startswith("_") or keyword.iskeyword(label):
            raise TraceError(f"{name}: {label!r} cannot name an input or output; use letters, digits and underscores.")
        if label in inputs and label in _RESERVED:
            raise TraceError(f"{name}: {label!r} cannot name an input: {_RESERVED[label]}.")
        if label in inputs and label in outputs:
            raise TraceError(f"{name}: {label!r} names both an input and an output; rename one.")
    function = Function(
        name,
        {key: _frozen(value) for key, value in inputs.items()},
        {key: _frozen(value) for key, value in outputs.items()},
    )
    _check_symbols(function)
    return function


def _check_symbols(function: Function) -> None:
    """Inputs are distinct symbols, and the outputs use no others."""
    known: set[Node] = set()
    for label, value in function.inputs.items():
        for s in array(value).ravel():
            if s.op != "symbol":
                raise TraceError(f"{function.name}: input {label!r} holds {s}, which is not a symbol.")
            if s in known:
                raise TraceError(f"{function.name}: the symbol {s} is used twice among the inputs.")
            known.add(s)
    for node in function.nodes:
        if node.op == "symbol" and node not in known:
            raise TraceError(f"{function.name}: {_stranger(node, function)}")


def _stranger(symbol: Node, function: Function) -> str:
    """What to say of a symbol that the outputs use although it is not an input."""
    if type(symbol) is Expr and not is_interned(symbol):
        return (
            f"the symbol {symbol.data!r} belongs to an enclosing trace or to another function. Pass it in as an input, "
            "under a name of its own."
        )
    if any(s.data == symbol.data for s in function.symbols):
        return f"a symbol {symbol.data!r} is used that is not the input of that name. Use the argument itself."
    return f"the symbol {symbol.data!r} is used but is not an input ({', '.join(function.inputs)})."


def _frozen(value: Any) -> Any:
    """A scalar, or a read-only Array, with every entry an expression."""
    value = array(value)
    if value.ndim == 0:
        return as_expr(value.item())
    fixed = np.empty(value.size, dtype=object)
    fixed[:] = [as_expr(x) for x in value.ravel()]
    fixed = fixed.reshape(value.shape)
    fixed.flags.writeable = False
    return fixed.view(Array)


def _load(name: str, records: Any, groups: Any) -> Function:
    """The Function that was pickled."""
    return make_function(name, *load_nodes(records, groups))
