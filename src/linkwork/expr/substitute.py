"""Rewriting a graph with some of its nodes replaced; folding happens anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .graph import Expr, Node, add, binary, compare, div, logical, mul, neg, negation, power, sub, topological, unary, where
from .opaque import output
from .primitives import BINARY, COMPARISON, UNARY
from .tables import lookup

BUILD: dict[str, Callable[..., Any]] = {name: lambda a, op=name: unary(op, a) for name in UNARY}
BUILD |= {name: lambda a, b, op=name: binary(op, a, b) for name in BINARY}
BUILD |= {name: lambda a, b, op=name: compare(op, a, b) for name in COMPARISON}
BUILD |= {"neg": neg, "add": add, "sub": sub, "mul": mul, "div": div, "pow": power, "where": where, "not": negation}
BUILD |= {name: lambda a, b, op=name: logical(op, a, b) for name in ("and", "or")}
"""Operation name to the constructor that folds."""


def substitute(roots: Sequence[Expr], replacements: Mapping[Node, Any]) -> list[Expr]:
    """`roots` with every key of `replacements` exchanged for its value, all at once."""
    new: dict[Node, Any] = {}
    for node in topological(roots):
        if node in replacements:
            new[node] = replacements[node]
        elif node.op == "call":
            new[node] = tuple(new[a] for a in node.args)
        else:
            args = [new[a] for a in node.args]
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            new[node] = node if same and node.op != "output" else _rebuild(node, args)
    return [new[root] for root in roots]


def _rebuild(node: Node, args: list[Any]) -> Any:
    if node.op == "lookup":
        return lookup(node.data, args[0])
    if node.op == "output":
        return output(node.args[0].data, node.data, args[0])
    return BUILD[node.op](*args)
