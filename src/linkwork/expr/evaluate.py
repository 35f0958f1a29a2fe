"""The NumPy interpreter: the reference meaning of every graph, slow and plain.

It runs node by node on floats or on arrays of any one shape (a batch); kernels must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .errors import TraceError
from .graph import Node, as_expr, topological
from .opaque import Opaque
from .primitives import MEANING


def evaluate(roots: Iterable[Any], values: Mapping[Any, Any]) -> list[Any]:
    """The values of `roots` where each symbol has the value (a number or an array) that `values` gives it.

    Keys are symbols or names. A name stands for one symbol: where two are called alike, give the symbols.
    """
    roots = [x if isinstance(x, Node) else as_expr(x) for x in roots]
    known: dict[int, Any] = {}
    named: dict[str, Node] = {}
    with np.errstate(all="ignore"):
        for node in topological(roots):
            if node.op == "symbol":
                known[node.uid] = _given(node, values, named)
            else:
                known[node.uid] = _value(node, [known[a.uid] for a in node.args])
    return [known[root.uid] for root in roots]


def _given(symbol: Node, values: Mapping[Any, Any], named: dict[str, Node]) -> Any:
    """The value of a symbol; `named` are those that went by their name so far."""
    if symbol in values:
        return values[symbol]
    name = symbol.data
    if name not in values:
        raise TraceError(f"no value is given for the symbol {name!r}.")
    if named.setdefault(name, symbol) is not symbol:
        raise TraceError(f"two symbols are called {name!r}; give their values by symbol, {{symbol: value}}.")
    return values[name]


def _value(node: Node, args: list[Any]) -> Any:
    if node.op == "const":
        return node.data if isinstance(node.data, bool) else np.float64(node.data)
    if node.op == "lookup":
        return node.data.evaluate(args[0])
    if node.op == "call":
        return _call(node.data, args)
    if node.op == "output":
        return args[0][node.data]
    return MEANING[node.op](*args)


def _call(source: Opaque, args: list[Any]) -> np.ndarray:
    """An opaque function on each member of the batch: values along the first axis."""
    batch = np.broadcast_arrays(*args)
    result = np.empty((source.size, *batch[0].shape))
    for index in np.ndindex(*batch[0].shape):
        result[:, *index] = source.values(*[float(a[index]) for a in batch])
    return result
