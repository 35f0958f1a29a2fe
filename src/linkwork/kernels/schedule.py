"""First stage: the order of the operations, cut into chunks, and places for the values that cross them.

Straight-line code compiles in time that grows faster than its length, and faster still where much of it reads and
writes memory; chunks of some hundred operations keep it linear. A value used in a later chunk is stored in a slot of
the work array; slots are used again once their value is dead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..expr.function import Function
from ..expr.graph import Node

CHUNK = 500
"""Operations of a chunk."""
ACCESSES = 128
"""Inputs read and outputs written by a chunk, give or take those of its last operation."""
_PARTNER = {"sin": "cos", "cos": "sin"}
_PLAIN = frozenset(("add", "sub", "mul", "div", "neg", "sqrt", "abs", "floor", "ceil", "min", "max", "output"))
_PLAIN |= {"lt", "le", "eq", "ne", "and", "or", "not", "where"}


@dataclass(frozen=True)
class Schedule:
    """Chunks of nodes in order of execution; `slots` of crossing values; `calls`: first slot of each opaque call."""

    function: Function
    chunks: list[list[Node]]
    slots: dict[Node, int]
    calls: dict[Node, int]
    slot_count: int


def schedule(function: Function, chunk: int = CHUNK) -> Schedule:
    """The operations of `function` in the order they were traced, in chunks of `chunk` or fewer."""
    ordered = _pair_sines([node for node in function.nodes if node.args])
    chunks = list(_cut(ordered, Counter(function.roots), chunk)) or [[]]
    slots, count = _assign_slots(chunks)
    calls: dict[Node, int] = {}
    for node in ordered:
        if node.op == "call":
            calls[node] = count
            count += node.data.n_in + node.data.size
    return Schedule(function, chunks, slots, calls, count)


def fused_products(plan: Schedule) -> dict[Node, Node]:
    """Sums and differences that are computed together with one of their products, rounded once: by sum, the product.

    The product must be used nowhere else and stand in the same chunk.
    """
    uses = Counter(a for nodes in plan.chunks for node in nodes for a in node.args)
    uses.update(plan.function.roots)
    found: dict[Node, Node] = {}
    for nodes in plan.chunks:
        here = {node for node in nodes if node.op == "mul" and uses[node] == 1}
        for node in nodes:
            if node.op in ("add", "sub"):
                products = [a for a in node.args if a in here]
                if products:
                    found[node] = products[0]
    return found


def cost(function: Function) -> int:
    """How much there is to compile, counted in sums and products: a call takes twice as long as one of these."""
    return sum(1 + (node.op not in _PLAIN) + _traffic(node) for node in function.nodes if node.args)


def _traffic(node: Node) -> int:
    """The arguments and results of an opaque call, which pass through memory."""
    return node.data.n_in + node.data.size if node.op == "call" else 0


def _cut(nodes: list[Node], written: Mapping[Any, int], chunk: int) -> Iterator[list[Node]]:
    """Neighbouring nodes together, until there are enough of them or of their accesses to memory.

    A sine and its cosine stay together, so a chunk may have one node more.
    """
    part: list[Node] = []
    read: set[Node] = set()
    stores = 0
    for node in nodes:
        full = len(part) >= chunk or len(read) + stores >= ACCESSES
        if full and not _is_pair(part[-1], node):
            yield part
            part, read, stores = [], set(), 0
        part.append(node)
        read.update(a for a in node.args if a.op == "symbol")
        stores += written.get(node, 0)
    if part:
        yield part


def _is_pair(a: Node, b: Node) -> bool:
    """Whether these are the sine and the cosine of one argument."""
    return _PARTNER.get(a.op) == b.op and a.args[0] is b.args[0]


def _pair_sines(nodes: list[Node]) -> list[Node]:
    """The sine and the cosine of one argument next to each other: they are computed together."""
    by_argument: dict[tuple[str, Node], Node] = {(n.op, n.args[0]): n for n in nodes if n.op in _PARTNER}
    placed: set[Node] = set()
    ordered = []
    for node in nodes:
        if node in placed:
            continue
        ordered.append(node)
        if node.op in _PARTNER:
            partner = by_argument.get((_PARTNER[node.op], node.args[0]))
            if partner is not None:
                ordered.append(partner)
                placed.add(partner)
    return ordered


def _assign_slots(chunks: list[list[Node]]) -> tuple[dict[Node, int], int]:
    """Slots for values that live across chunks, and how many there are."""
    home: dict[Node, int] = {}
    last_use: dict[Node, int] = {}
    for k, nodes in enumerate(chunks):
        for node in nodes:
            home[node] = k
            for argument in node.args:
                if argument.args and argument.op != "call" and home[argument] != k:
                    last_use[argument] = k
    slots: dict[Node, int] = {}
    free: list[int] = []
    dying: dict[int, list[int]] = {}
    count = 0
    for k, nodes in enumerate(chunks):
        for node in _crossing(nodes, last_use):
            if not free:
                free.append(count)
                count += 1
            slots[node] = free.pop()
            dying.setdefault(last_use[node], []).append(slots[node])
        # Only from the next chunk on: within this one the old value may still be read.
        free += dying.get(k, [])
    return slots, count


def _crossing(nodes: Iterable[Node], last_use: dict[Node, int]) -> list[Node]:
    return [node for node in nodes if node in last_use]


def opaque_sources(function: Function) -> list[Any]:
    """The opaque functions of a graph, in the order of their first call."""
    found: dict[int, Any] = {}
    for node in function.nodes:
        if node.op == "call":
            found.setdefault(id(node.data), node.data)
    return list(found.values())
