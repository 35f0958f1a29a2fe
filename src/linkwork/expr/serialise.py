"""The graph of a function in two written forms: a content hash, and records that rebuild it (pickling)."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from typing import Any

import numpy as np

from .graph import Node, topological
from .node import is_interned
from .primitives import COMMUTATIVE
from .substitute import rebuild_node

NodeRecord = tuple[str, tuple[int, ...], Any]


INLINE = 160
"""Bytes up to which an expression is written out in what uses it; beyond, its hash stands for it."""


def digest(layout: Any, symbols: Sequence[Node], nodes: Sequence[Node], roots: Sequence[Node]) -> str:
    """Content hash, whatever was traced before: neither `uid` nor the order of commuting arguments enters.

    `layout` is what else matters, by its repr. Opaque functions have no content: they count by the order of their first
    calls in `nodes`, in which kernels bind them.
    """
    names = sorted({node.op for node in nodes})
    label = {op: bytes([k + 1]) for k, op in enumerate(names)}
    place = {s: i for i, s in enumerate(symbols)}
    laws: dict[int, int] = {}
    # Each text tells its own end: an operation has its number of arguments, what else it holds a fixed length. Hashing
    # every node would take most of the time, so small expressions are written out where they are used.
    known: dict[Node, bytes] = {}
    for node in nodes:
        op, args = node.op, node.args
        text = label[op] if node.data is None else label[op] + _content(node, place, laws)
        if len(args) == 2:
            a, b = known[args[0]], known[args[1]]
            text += b + a if a > b and op in COMMUTATIVE else a + b
        else:
            text += b"".join([known[a] for a in args])
        known[node] = text if len(text) <= INLINE else b"\0" + blake2b(text, digest_size=16).digest()
    total = sha256(repr((layout, names)).encode())
    total.update(b"".join([known[root] for root in roots]))
    return total.hexdigest()


def _content(node: Node, place: Mapping[Node, int], laws: dict[int, int]) -> bytes:
    """What a node is beside its operation and its arguments."""
    if node.op == "const":
        return struct.pack("<d", node.data)
    if node.op == "symbol":
        return struct.pack("<q", place[node])
    if node.op == "lookup":
        return bytes.fromhex(node.data.digest)
    if node.op == "call":
        return struct.pack("<3q", laws.setdefault(id(node.data), len(laws)), node.data.size, len(node.args))
    return struct.pack("<q", node.data)


def dump(groups: Sequence[Mapping[str, Any]]) -> tuple[list[NodeRecord], list[dict[str, Any]]]:
    """Records of all nodes below the expressions of `groups`, and the groups with positions instead of nodes."""
    entries = [
        node for group in groups for value in group.values() for node in np.ravel(np.asarray(value, dtype=object))
    ]
    order = topological(entries)
    position = {node: i for i, node in enumerate(order)}
    records = [(node.op, tuple(position[a] for a in node.args), _data(node)) for node in order]

    def located(value: Any) -> np.ndarray:
        plain = np.asarray(value, dtype=object)
        return np.array([position[node] for node in plain.ravel()], dtype=np.intp).reshape(plain.shape)

    return records, [{name: located(value) for name, value in group.items()} for group in groups]


def _data(node: Node) -> Any:
    """What a record holds beside the arguments; a symbol that its name does not tell is kept as the object it is."""
    return node if node.op == "symbol" and not is_interned(node) else node.data


def load_nodes(records: Sequence[NodeRecord], groups: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The groups that `dump` wrote, on nodes of this process."""
    nodes: list[Any] = []
    for op, positions, data in records:
        nodes.append(rebuild_node(op, [nodes[k] for k in positions], data))

    def rebuilt(where: np.ndarray) -> Any:
        if where.shape == ():
            return nodes[int(where)]
        values = np.empty(where.size, dtype=object)
        values[:] = [nodes[k] for k in where.ravel()]
        return values.reshape(where.shape)

    return [{name: rebuilt(where) for name, where in group.items()} for group in groups]
