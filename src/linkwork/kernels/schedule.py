"""First stage: the order of the operations, cut into chunks, and places for the values that cross them.

Straight-line code compiles in time that grows faster than its length, and faster still where much of it reads and
writes memory; chunks of some hundred operations keep it linear. A value used in a later chunk is stored in a slot of
the work array; slots are used again once their value is dead.

Recursions along a chain of bodies wait for their own results. Inside a chunk, operations are therefore in the order of
list scheduling (T. C. Hu, Parallel sequencing and assembly line problems, Operations Research 9, 1961): whatever most
others wait for goes first. Sines and cosines are gathered into groups that are computed together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any

from ..expr.function import Function
from ..expr.graph import Node

CHUNK = 500
"""Operations of a chunk."""
ACCESSES = 128
"""Inputs read and outputs written by a chunk, give or take those of its last operation."""
SINES = 4
"""Angles whose sines and cosines are computed together, side by side in one vector."""
TURNS = ("sin", "cos")
SUMS = ("add", "sub")
_CYCLES = {"add": 3, "sub": 3, "mul": 3, "div": 13, "sqrt": 20, "neg": 1, "sin": 45, "cos": 45}
"""How long results take, roughly, on a processor of today; others: 4."""
_RATE = 2
"""Operations begun in a cycle."""
_PLAIN = frozenset(("add", "sub", "mul", "div", "neg", "sqrt", "abs", "floor", "ceil", "min", "max", "output"))
_PLAIN |= {"lt", "le", "eq", "ne", "and", "or", "not", "where"}


@dataclass(frozen=True)
class Schedule:
    """Chunks of nodes in order of execution; `slots` of crossing values; `calls`: first slot of each opaque call.

    `angles`: by angle, the group of angles whose sines and cosines stand one behind the other in one chunk.
    """

    function: Function
    chunks: list[list[Node]]
    slots: dict[Node, int]
    calls: dict[Node, int]
    slot_count: int
    angles: dict[Node, tuple[Node, ...]]


def schedule(function: Function, chunk: int = CHUNK) -> Schedule:
    """The operations of `function` in chunks of `chunk` or some more, which follow the order they were traced in."""
    traced = [node for node in function.nodes if node.args]
    angles = _angle_groups(traced)
    ordered = _gather_sines(traced, angles)
    cut = _cut(ordered, Counter(function.roots), chunk, angles)
    chunks = [_gather_sines(_by_urgency(nodes), angles) for nodes in cut] or [[]]
    slots, count = _assign_slots(chunks)
    calls: dict[Node, int] = {}
    for node in ordered:
        if node.op == "call":
            calls[node] = count
            count += node.data.n_in + node.data.size
    return Schedule(function, chunks, slots, calls, count, angles)


@dataclass(frozen=True)
class Fusion:
    """Operations that are computed together, rounded once."""

    products: dict[Node, Node]
    """By sum or difference, the product that it takes in; the product itself is left out."""
    sums: dict[Node, Node]
    """By sum or difference, the sum of two products that it takes in: (a b + c d) + e as a b + (c d + e)."""

    @property
    def inside(self) -> set[Node]:
        """What is left out."""
        return {*self.products.values(), *self.sums.values(), *(p for s in self.sums.values() for p in s.args)}


def fusion_of(plan: Schedule) -> Fusion:
    """What is computed together: products that only sums of the same chunk use, and sums of two of them.

    A product that several sums use is computed with each of them, which is one operation less.
    """
    users: dict[Node, list[Node]] = {}
    for node in (node for nodes in plan.chunks for node in nodes):
        for argument in node.args:
            users.setdefault(argument, []).append(node)
    roots, products, sums = set(plan.function.roots), dict[Node, Node](), dict[Node, Node]()
    for nodes in plan.chunks:
        chunk = set(nodes)
        only = {x: users[x] for x in nodes if x not in roots and x in users and chunk.issuperset(users[x])}
        single = {x for x, found in only.items() if len(found) == 1}
        for node in (node for node in nodes if node.op in SUMS):
            found = [x for x in node.args if x.op == "mul" and x in single]
            if found:
                products[node] = found[0]
        for x in (x for x in only if x.op == "mul" and x not in single):
            if all(user.op in SUMS and user not in products and user.args[0] is not user.args[1] for user in only[x]):
                products |= dict.fromkeys(only[x], x)
        for node in (node for node in nodes if node.op in SUMS and node not in products):
            found = [x for x in node.args if x in single and x.op in SUMS and single.issuperset(x.args)]
            found = [x for x in found if all(y.op == "mul" for y in x.args)]
            if found:
                sums[node] = found[0]
                del products[found[0]]
    return Fusion(products, sums)


def cost(function: Function) -> int:
    """How much there is to compile, counted in sums and products: a call takes twice as long as one of these."""
    return sum(1 + (node.op not in _PLAIN) + _traffic(node) for node in function.nodes if node.args)


def _traffic(node: Node) -> int:
    """The arguments and results of an opaque call, which pass through memory."""
    return node.data.n_in + node.data.size if node.op == "call" else 0


def _cut(
    nodes: list[Node], written: Mapping[Any, int], chunk: int, angles: Mapping[Node, tuple[Node, ...]]
) -> Iterator[list[Node]]:
    """Neighbouring nodes together, until there are enough of them or of their accesses to memory.

    The sines of a group stay together, so a chunk may have some nodes more.
    """

    def group_of(turn: Node) -> tuple[Node, ...]:
        return angles[turn.args[0]]

    part: list[Node] = []
    read: set[Node] = set()
    stores = 0
    for node in nodes:
        full = len(part) >= chunk or len(read) + stores >= ACCESSES
        if full and not (part[-1].op in TURNS and node.op in TURNS and group_of(part[-1]) is group_of(node)):
            yield part
            part, read, stores = [], set(), 0
        part.append(node)
        read.update(a for a in node.args if a.op == "symbol")
        stores += written.get(node, 0)
    if part:
        yield part


def _angle_groups(nodes: list[Node]) -> dict[Node, tuple[Node, ...]]:
    """By angle its group: angles that none of the sines of the others leads to, in the order of their first use."""
    depth: dict[Node, int] = {}
    """How many sines, one after the other, lead to a node."""
    waiting: dict[int, dict[Node, None]] = {}
    for node in nodes:
        depth[node] = max([depth.get(a, 0) for a in node.args])
        if node.op in TURNS:
            waiting.setdefault(depth[node], {})[node.args[0]] = None
            depth[node] += 1
    groups: dict[Node, tuple[Node, ...]] = {}
    for found in waiting.values():
        angles = list(found)
        for first in range(0, len(angles), SINES):
            group = tuple(angles[first : first + SINES])
            groups |= dict.fromkeys(group, group)
    return groups


def _gather_sines(nodes: list[Node], angles: Mapping[Node, tuple[Node, ...]]) -> list[Node]:
    """Every group of sines and cosines in one place: that of its first, behind what leads to its angles."""
    turns: dict[Node, list[Node]] = {}
    for node in nodes:
        if node.op in TURNS:
            turns.setdefault(node.args[0], []).append(node)
    place = {node: k for k, node in enumerate(nodes)}
    done: set[Node] = set()
    ordered: list[Node] = []

    def put(node: Node) -> None:
        if node in done:
            return
        if node.op in TURNS:
            group = angles[node.args[0]]
            for before in _missing(group, done, place):
                put(before)
            found = [turn for angle in group for turn in turns[angle]]
        else:
            found = [node]
        ordered.extend(found)
        done.update(found)

    for node in nodes:
        put(node)
    return ordered


def _missing(roots: Iterable[Node], done: set[Node], place: Mapping[Node, int]) -> list[Node]:
    """What leads to some nodes and these themselves, without what is done, in order."""
    found: set[Node] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node in place and node not in done and node not in found:
            found.add(node)
            waiting += node.args
    return sorted(found, key=place.__getitem__)


def _by_urgency(nodes: list[Node]) -> list[Node]:
    """Of the operations whose operands are there, always the one with the longest way to the end of the chunk."""
    inside = set(nodes)
    users: dict[Node, list[Node]] = {node: [] for node in nodes}
    missing: dict[Node, int] = {}
    for node in nodes:
        operands = inside.intersection(node.args)
        missing[node] = len(operands)
        for operand in operands:
            users[operand].append(node)
    way: dict[Node, int] = {}
    for node in reversed(nodes):
        way[node] = _CYCLES.get(node.op, 4) + max([way[user] for user in users[node]], default=0)
    # Entries have the place in the chunk behind the key: of equals, the first.
    place = {node: k for k, node in enumerate(nodes)}
    ready = [(-way[node], place[node]) for node in nodes if not missing[node]]
    heapify(ready)
    coming: list[tuple[int, int]] = []
    ordered: list[Node] = []
    cycle = 0
    while ready or coming:
        if not ready:
            cycle = max(cycle, coming[0][0])
        while coming and coming[0][0] <= cycle:
            _, k = heappop(coming)
            heappush(ready, (-way[nodes[k]], k))
        node = nodes[heappop(ready)[1]]
        ordered.append(node)
        for user in users[node]:
            missing[user] -= 1
            if not missing[user]:
                heappush(coming, (cycle + _CYCLES.get(node.op, 4), place[user]))
        cycle += len(ordered) % _RATE == 0
    return ordered


def _assign_slots(chunks: list[list[Node]]) -> tuple[dict[Node, int], int]:
    """Slots for values that are used across chunks, and how many there are."""
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
