r"""Nodes of the graph: each distinct structure stored once.

A node has an operation `op`, its arguments `args`, and `data` for what is not an expression (the value of a constant,
the name of a symbol, the table of a look-up). Two promises hold everywhere:

* **Sharing.** Equal structure is the same object while any reference to it lives, so common subexpressions cost nothing
  and `a is b` tests structural equality. A node that nothing refers to leaves the table.
* **Order.** `uid` grows with creation and arguments are created before what uses them: sorting by `uid` is a
  topological sort.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar

from .errors import TraceError

N = TypeVar("N", bound="Node")
_next_uid = itertools.count(1).__next__


class Node:
    """One vertex of the graph. Never built directly: `symbol`, `constant` and the operators return interned nodes."""

    __slots__ = ("__weakref__", "args", "data", "op", "uid")
    op: str
    args: tuple[Node, ...]
    data: Any
    uid: int

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


def new_symbol(kind: type[N], name: str) -> N:
    """A symbol that is shared with nothing, whatever its name: the object itself is its identity."""
    node = object.__new__(kind)
    node.op, node.args, node.data, node.uid = "symbol", (), name, _next_uid()
    return node


def is_interned(node: Node) -> bool:
    """Whether a symbol is the one that its name stands for everywhere, as opposed to one of `new_symbol`."""
    reference = _interned.get(("symbol", node.data))
    return reference is not None and reference() is node


def topological(roots: Iterable[Node]) -> list[Node]:
    """Every node that `roots` need, each once, arguments before what uses them."""
    found: dict[int, Node] = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node.uid not in found:
            found[node.uid] = node
            stack.extend(node.args)
    return [found[uid] for uid in sorted(found)]


def operation_count(roots: Iterable[Any]) -> int:
    """The number of operations in the graph below `roots`; symbols, constants and plain numbers are free."""
    return sum(1 for node in topological(x for x in roots if isinstance(x, Node)) if node.args)


def symbols_of(roots: Iterable[Node]) -> Iterator[Node]:
    """The symbols below `roots`."""
    return (node for node in topological(roots) if node.op == "symbol")


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

    def inner(child: Node, tight: bool) -> str:
        text = format_node(child, depth - 1)
        own, other = _PRECEDENCE.get(node.op, 0), _PRECEDENCE.get(child.op, 9)
        return f"({text})" if other < own or (tight and other == own) else text

    if node.op in _INFIX:
        left, right = node.args
        return f"{inner(left, node.op == 'pow')} {_INFIX[node.op]} {inner(right, True)}"
    if node.op in ("neg", "not"):
        return ("-" if node.op == "neg" else "~") + inner(node.args[0], True)
    label = str(node.data) if node.op == "call" else node.op if node.data is None else f"{node.op}[{node.data}]"
    return f"{label}({', '.join(format_node(a, depth - 1) for a in node.args)})"
