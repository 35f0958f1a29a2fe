"""Rewriting a graph with some of its nodes replaced; folding happens anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .graph import (
    Expr,
    Node,
    add,
    as_expr,
    binary,
    choose,
    comparison,
    constant,
    div,
    logical,
    mul,
    neg,
    negation,
    raised,
    sub,
    symbol,
    topological,
    unary,
)
from .opaque import opaque_node, pick
from .primitives import BINARY, COMPARISON, UNARY
from .tables import lookup

BUILD: dict[str, Callable[..., Any]] = {name: lambda a, op=name: unary(op, a) for name in UNARY}
BUILD |= {name: lambda a, b, op=name: binary(op, a, b) for name in BINARY}
BUILD |= {name: lambda a, b, op=name: comparison(op, a, b) for name in COMPARISON}
BUILD |= {"neg": neg, "add": add, "sub": sub, "mul": mul, "div": div, "pow": raised, "where": choose, "not": negation}
BUILD |= {name: lambda a, b, op=name: logical(op, a, b) for name in ("and", "or")}
"""Operation name to the constructor that folds."""


def substitute(roots: Sequence[Expr], replacements: Mapping[Node, Any]) -> list[Expr]:
    """`roots` with every key of `replacements` exchanged for its value, all at once."""
    new: dict[Node, Any] = {}
    for node in topological(roots):
        if node in replacements:
            value = replacements[node]
            new[node] = value if isinstance(value, Node) else as_expr(value)
        else:
            args = [new[a] for a in node.args]
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            new[node] = node if same else rebuild_node(node.op, args, node.data)
    return [new[root] for root in roots]


def rebuild_node(op: str, args: Sequence[Any], data: Any) -> Any:
    """The node of an operation on `args`, folded; the counterpart of reading `node.op`, `node.args`, `node.data`.

    The data of a symbol is its name, or itself where the name does not tell which it is.
    """
    if op == "const":
        return constant(data)
    if op == "symbol":
        return data if isinstance(data, Node) else symbol(data)
    if op == "lookup":
        return lookup(data, args[0])
    if op == "call":
        return opaque_node(data, tuple(args))
    if op == "output":
        return pick(args[0], data)
    return BUILD[op](*args)
