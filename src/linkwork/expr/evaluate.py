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


def evaluate(roots: Iterable[Any], values: Mapping[str, Any]) -> list[Any]:
    """The values of `roots` where each symbol has the value (a number or an array) that `values` gives its name."""
    roots = [x if isinstance(x, Node) else as_expr(x) for x in roots]
    known: dict[int, Any] = {}
    with np.errstate(all="ignore"):
        for node in topological(roots):
            known[node.uid] = _value(node, [known[a.uid] for a in node.args], values)
    return [known[root.uid] for root in roots]


def _value(node: Node, args: list[Any], values: Mapping[str, Any]) -> Any:
    if node.op == "const":
        return node.data if isinstance(node.data, bool) else np.float64(node.data)
    if node.op == "symbol":
        if node.data not in values:
            raise TraceError(f"no value is given for the symbol {node.data!r}.")
        return values[node.data]
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
