"""First stage: the order of the operations, cut into chunks, and places for the values that cross them.

Straight-line code compiles in time that grows faster than its length; chunks of some hundred operations keep it linear.
A value used in a later chunk is stored in a slot of the work array; slots are used again once their value is dead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..expr.function import Function
from ..expr.graph import Node

CHUNK = 500
_PARTNER = {"sin": "cos", "cos": "sin"}


@dataclass(frozen=True)
class Schedule:
    """Chunks of nodes in order of execution; `slots` of crossing values; `calls`: first slot of each opaque call."""

    function: Function
    chunks: list[list[Node]]
    slots: dict[Node, int]
    calls: dict[Node, int]
    slot_count: int


def schedule(function: Function, chunk: int = CHUNK) -> Schedule:
    """The operations of `function` in the order they were traced, in chunks of `chunk`."""
    ordered = _pair_sines([node for node in function.nodes if node.args])
    chunks = [ordered[i : i + chunk] for i in range(0, len(ordered), chunk)] or [[]]
    slots, count = _assign_slots(chunks)
    calls: dict[Node, int] = {}
    for node in ordered:
        if node.op == "call":
            calls[node] = count
            count += node.data.n_in + node.data.size
    return Schedule(function, chunks, slots, calls, count)


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
