"""The graph of a function in two written forms: a content hash, and records that rebuild it (pickling)."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from typing import Any

import numpy as np

from .graph import Node, topological
from .primitives import COMMUTATIVE
from .substitute import build

Record = tuple[str, tuple[int, ...], Any]


def digest(layout: Any, symbols: Sequence[Node], nodes: Sequence[Node], roots: Sequence[Node]) -> str:
    """Content hash, whatever was traced before: neither `uid` nor the order of commuting arguments enters.

    `layout` is what else matters, by its repr. Opaque functions have no content: they count by the order of their first
    calls in `nodes`, in which kernels bind them.
    """
    place = {s: b"%d" % i for i, s in enumerate(symbols)}
    label = {op: op.encode() for op in {node.op for node in nodes}}
    laws: dict[int, int] = {}
    known: dict[int, bytes] = {}
    for node in nodes:
        op, data = node.op, node.data
        if op == "const":
            text = struct.pack("<d", data)
        elif op == "symbol":
            text = place[node]
        elif op == "lookup":
            text = data.digest.encode()
        elif op == "call":
            text = b"%d %d" % (laws.setdefault(id(data), len(laws)), data.size)
        else:
            text = b"" if data is None else b"%d" % data
        args = [known[a.uid] for a in node.args]
        if op in COMMUTATIVE:
            args.sort()
        known[node.uid] = blake2b(b" ".join((label[op], text, *args)), digest_size=16).digest()
    total = sha256(repr(layout).encode())
    for root in roots:
        total.update(known[root.uid])
    return total.hexdigest()


def dump(groups: Sequence[Mapping[str, Any]]) -> tuple[list[Record], list[dict[str, Any]]]:
    """Records of all nodes below the expressions of `groups`, and the groups with positions instead of nodes."""
    entries = [
        node for group in groups for value in group.values() for node in np.ravel(np.asarray(value, dtype=object))
    ]
    order = topological(entries)
    position = {node: i for i, node in enumerate(order)}
    records = [(node.op, tuple(position[a] for a in node.args), node.data) for node in order]

    def located(value: Any) -> np.ndarray:
        plain = np.asarray(value, dtype=object)
        return np.array([position[node] for node in plain.ravel()], dtype=np.intp).reshape(plain.shape)

    return records, [{name: located(value) for name, value in group.items()} for group in groups]


def load(records: Sequence[Record], groups: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The groups that `dump` wrote, on nodes of this process."""
    nodes: list[Any] = []
    for op, positions, data in records:
        nodes.append(build(op, [nodes[k] for k in positions], data))

    def rebuilt(where: np.ndarray) -> Any:
        if where.shape == ():
            return nodes[int(where)]
        values = np.empty(where.size, dtype=object)
        values[:] = [nodes[k] for k in where.ravel()]
        return values.reshape(where.shape)

    return [{name: rebuilt(where) for name, where in group.items()} for group in groups]
