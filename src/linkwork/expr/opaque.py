"""Functions that cannot be traced, as nodes of the graph: a plain Python or numba function, a co-simulated part.

The graph holds what such a function sees and what it gives; kernels call it by address. Its derivative is the user's
own `jacobian`, or central differences where there is none (`exact` says which).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .array import array, is_symbolic
from .errors import TraceError
from .graph import Expr, Node, as_expr, intern_node


class OpaqueCall(Node):
    """The call of an opaque function; its values are picked by `output` nodes."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class Opaque:
    """A function of `n_in` numbers that gives `n_out` numbers (a plain number where `n_out` is None)."""

    function: Callable[..., Any]
    n_in: int
    n_out: int | None
    jacobian: Callable[..., Any] | None
    name: str
    rule: Callable[..., tuple[Expr | None, ...]] | None = None
    """Partial derivatives of its only number, as expressions of its arguments, where these are known."""
    compiled: str = ""
    """Its name among SciPy's functions in C, where it is one of them."""

    @property
    def size(self) -> int:
        """How many numbers one call gives."""
        return 1 if self.n_out is None else self.n_out

    @property
    def exact(self) -> bool:
        """Whether the derivative is the user's own, as opposed to differences."""
        return self.jacobian is not None or self.rule is not None

    def __call__(self, *args: Any) -> Any:
        """The value on numbers, or the nodes of the call on expressions."""
        if len(args) != self.n_in:
            raise TraceError(f"opaque function {self.name}: takes {self.n_in} arguments, got {len(args)}.")
        if not any(is_symbolic(a) for a in args):
            values = self.values(*args)
            return float(values[0]) if self.n_out is None else values
        entries = [output(self, i, tuple(map(as_expr, args))) for i in range(self.size)]
        return entries[0] if self.n_out is None else array(entries)

    def values(self, *args: float) -> np.ndarray:
        """The values on numbers as a vector, with their count checked."""
        result = np.atleast_1d(np.asarray(self.function(*args), dtype=float)).ravel()
        if result.size != self.size:
            raise TraceError(f"opaque function {self.name}: gave {result.size} numbers, {self.size} were announced.")
        return result

    @cached_property
    def derivative(self) -> Opaque:
        """The function that gives ∂out_i/∂in_j, row by row."""
        source = self.jacobian or self._differences
        return Opaque(source, self.n_in, self.size * self.n_in, None, f"{self.name}'")

    def _differences(self, *args: float) -> np.ndarray:
        """Central differences, step ε^(1/3) of the argument's size."""
        columns = []
        for j, x in enumerate(args):
            h = np.cbrt(np.finfo(float).eps) * max(1.0, abs(x))
            up, down = list(args), list(args)
            up[j], down[j] = x + h, x - h
            columns.append((self.values(*up) - self.values(*down)) / (up[j] - down[j]))
        return np.stack(columns, axis=1)

    def __repr__(self) -> str:
        return self.name


def opaque(
    function: Callable[..., Any],
    inputs: int,
    outputs: int | None = None,
    jacobian: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Opaque:
    """`function` made usable inside traced code although it cannot be traced itself.

    It is called with `inputs` numbers and returns one number, or `outputs` numbers where that is given. `jacobian`,
    with the same arguments, returns the matrix of partial derivatives (outputs × inputs).
    """
    if inputs < 1 or (outputs is not None and outputs < 1):
        raise TraceError(f"opaque: needs at least one input and one output, got {inputs} and {outputs}.")
    return Opaque(function, inputs, outputs, jacobian, name or getattr(function, "__name__", "opaque").strip("<>"))


def output(source: Opaque, index: int, args: tuple[Expr, ...]) -> Expr:
    """The node of the number `index` that `source` gives on `args`."""
    return pick(opaque_node(source, args), index)


def opaque_node(source: Opaque, args: tuple[Expr, ...]) -> OpaqueCall:
    """The node of a call."""
    # Opaque functions have no content to compare: the object itself is the key, kept alive by the node.
    return intern_node(OpaqueCall, ("call", id(source), *[a.uid for a in args]), "call", args, source)


def pick(called: OpaqueCall, index: int) -> Expr:
    """The node of the number `index` of a call."""
    return intern_node(Expr, ("output", index, called.uid), "output", (called,), index)
