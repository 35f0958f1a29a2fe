r"""Nodes of the graph: each distinct structure stored once.

A node has an operation `op`, its arguments `args`, and `data` for what is not an expression (the value of a constant,
the name of a symbol, the table of a look-up). Two promises hold everywhere:

* **Sharing.** Equal structure is the same object while any reference to it lives, so common subexpressions cost nothing
  and `a is b` tests structural equality. A node that nothing refers to leaves the table.
* **Order.** `rank` tells nodes apart by their structure alone: it orders the arguments of sums and products, and all
  that is computed from a graph follows. `uid`, which grows with creation, depends on what a process traced before; it
  is a name and never an order, for another order rounds otherwise.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import weakref
import zlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from .errors import TraceError
from .primitives import COMMUTATIVE

NodeType = TypeVar("NodeType", bound="Node")
_next_uid = itertools.count(1).__next__


class Node:
    """One vertex of the graph. Never built directly: `symbol`, `constant` and the operators return interned nodes."""

    __slots__ = ("__weakref__", "args", "data", "op", "rank", "uid")
    op: str
    args: tuple[Node, ...]
    data: Any
    uid: int
    rank: int
    """Height above the symbols and a hash of the structure: constants first, symbols by name, then the less high."""

    # By identity, which sharing makes structural. Subclasses whose == gives an expression restate it.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return format_node(self)

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> Any:
        # A symbol of its own stays one within what is pickled together: Functions that share it still do afterwards.
        if self.op == "symbol" and not is_interned(self):
            return new_symbol, (type(self), self.data)
        raise TraceError("a bare expression cannot be pickled: trace it into a Function and store that.")


class _Reference(weakref.ref[Node]):
    """A weak reference that knows its key, so that a dead node leaves the table."""

    __slots__ = ("key",)
    key: Hashable


_interned: dict[Hashable, Any] = {}


def _forget(reference: Any) -> None:
    """Take a dead node out of the table, unless its key is in use again."""
    key = reference.key
    if _interned.get(key) is reference:
        del _interned[key]


def intern_node(kind: type[Node], key: Hashable, op: str, args: tuple[Node, ...], data: Any = None) -> Any:
    """The node with this key, made when there is none alive."""
    reference: Any = _interned.get(key)
    if reference is not None:
        alive = reference()
        if alive is not None:
            return alive
    node = object.__new__(kind)
    node.op = op
    node.args = args
    node.data = data
    node.uid = _next_uid()
    node.rank = _rank(op, args, data)
    reference = _Reference(node, _forget)
    reference.key = key
    # Another thread may have made the same node meanwhile: the first one in the table is the one.
    first = _interned.setdefault(key, reference)
    if first is not reference:
        other = first()
        if other is not None:
            return other
        _interned[key] = reference
    return node


def new_symbol(kind: type[NodeType], name: str) -> NodeType:
    """A symbol that is shared with nothing, whatever its name: the object itself is its identity."""
    node = object.__new__(kind)
    node.op, node.args, node.data, node.uid = "symbol", (), name, _next_uid()
    node.rank = _rank("symbol", (), name)
    return node


HASH = 64
"""Bits of a rank below the height."""


@functools.lru_cache(maxsize=1 << 16)
def text_number(text: str) -> int:
    """A number for a text, the same in every process: Python's own hash of texts is not."""
    return zlib.crc32(text.encode())


def _rank(op: str, args: tuple[Node, ...], data: Any) -> int:
    """The rank of a node, from those of its arguments."""
    if op == "symbol":
        beginning = int.from_bytes(data.encode()[:4].ljust(4, b"\0"))
        return 1 << HASH | beginning << 32 | text_number(data)
    if op == "const":
        return hash((data.__class__ is bool, data, math.copysign(1.0, data))) & _MASK
    height = max(a.rank for a in args) >> HASH
    return max(height, 1) + 1 << HASH | hash((text_number(op), _content(data), *[a.rank for a in args])) & _MASK


def _content(data: Any) -> int:
    """A number for what an operation holds beside its arguments: nothing, a place, a table, an opaque function."""
    if data is None or data.__class__ is int:
        return data or 0
    return text_number(getattr(data, "digest", None) or str(data))


_MASK = (1 << HASH) - 1


def comes_after(a: Node, b: Node) -> bool:
    """Whether `b` stands before `a` where their order is free. Symbols of one name are distinguished by their age."""
    return a.rank > b.rank or (a.rank == b.rank and a.uid > b.uid)


def is_interned(node: Node) -> bool:
    """Whether a symbol is the one that its name stands for everywhere, as opposed to one of `new_symbol`."""
    reference = _interned.get(("symbol", node.data))
    return reference is not None and reference() is node


def topological(roots: Iterable[Node]) -> list[Node]:
    """Every node that `roots` need, each once, arguments before what uses them.

    The order depends on the structure alone: depth first from root to root, the highest argument first, so that few
    values wait for others.
    """
    order: dict[Node, None] = {}
    stack = [*roots][::-1]
    while stack:
        node = stack[-1]
        if node in order:
            stack.pop()
            continue
        waiting = [a for a in node.args if a not in order]
        if not waiting:
            order[stack.pop()] = None
        else:
            if len(waiting) > 1:
                waiting.sort(key=_rank_of)
            stack += waiting
    return list(order)


_rank_of = operator.attrgetter("rank")


def operation_count(roots: Iterable[Any]) -> int:
    """The number of operations in the graph below `roots`; symbols, constants and plain numbers are free."""
    return sum(1 for node in topological(x for x in roots if isinstance(x, Node)) if node.args)


def symbols_of(roots: Iterable[Node]) -> Iterator[Node]:
    """The symbols below `roots`."""
    return (node for node in topological(roots) if node.op == "symbol")


def is_structural_zero(x: Any) -> bool:
    """Whether an entry, a number or an expression, is zero by structure."""
    return bool(x.op == "const" and x.data == 0.0) if isinstance(x, Node) else float(x) == 0.0


def in_reading_order(node: Node, texts: Sequence[str]) -> list[Node]:
    """The arguments of a node as one reads them; where they commute, the less high first, then by the alphabet."""
    if node.op not in COMMUTATIVE:
        return list(node.args)
    pairs = sorted(zip(node.args, texts, strict=True), key=lambda pair: (pair[0].rank >> HASH, pair[1]))
    return [a for a, _ in pairs]


_INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
_INFIX |= {"lt": "<", "le": "<=", "eq": "==", "ne": "!=", "and": "&", "or": "|"}
_PRECEDENCE = {"lt": 1, "le": 1, "eq": 1, "ne": 1, "or": 2, "and": 3}
_PRECEDENCE |= {"add": 4, "sub": 4, "neg": 5, "mul": 6, "div": 6, "pow": 7, "not": 8}


def format_node(node: Node, depth: int = 6) -> str:
    """The expression as Python would write it, cut off at `depth` levels so that messages stay short."""
    if node.op == "const":
        return repr(node.data) if isinstance(node.data, bool) else f"{node.data:g}"
    if node.op == "symbol":
        return str(node.data)
    if depth == 0:
        return "…"
    if node.op == "output":
        (call,) = node.args
        return f"{format_node(call, depth)}[{node.data}]"

    texts = [format_node(a, depth - 1) for a in node.args]
    known = dict(zip(node.args, texts, strict=True))

    def inner(child: Node, tight: bool) -> str:
        own, other = _PRECEDENCE.get(node.op, 0), _PRECEDENCE.get(child.op, 9)
        return f"({known[child]})" if other < own or (tight and other == own) else known[child]

    if node.op in _INFIX:
        left, right = in_reading_order(node, texts)
        return f"{inner(left, node.op == 'pow')} {_INFIX[node.op]} {inner(right, True)}"
    if node.op in ("neg", "not"):
        return ("-" if node.op == "neg" else "~") + inner(node.args[0], True)
    label = str(node.data) if node.op == "call" else node.op if node.data is None else f"{node.op}[{node.data}]"
    return f"{label}({', '.join(texts)})"
