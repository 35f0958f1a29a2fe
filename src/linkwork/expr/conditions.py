"""Conditions as numbers: how far a condition is from changing, positive where it holds."""

from __future__ import annotations

from .errors import TraceError
from .graph import Bool, Expr, as_expr, binary, neg, sub
from .node import Node

_NEVER_PASSED = (
    "{} compares by == or !=, which changes at single moments that numbers do not meet; give a difference that passes "
    "through zero, or write the condition with <, >, &, | and ~"
)


def margin(condition: Bool) -> Expr:
    """An expression that is positive where the condition holds, negative where it does not, zero where it changes.

    a < b gives b − a; `&` the smaller, `|` the larger of the margins of both.
    """
    return _margin(condition)


def _margin(node: Node) -> Expr:
    if node.op in ("lt", "le"):
        left, right = node.args
        return sub(as_expr(right), as_expr(left))
    if node.op == "not":
        return neg(_margin(node.args[0]))
    if node.op in ("and", "or"):
        first, second = (_margin(part) for part in node.args)
        return binary("min" if node.op == "and" else "max", first, second)
    if node.op == "const":
        raise TraceError(f"the condition is always {'true' if node.data else 'false'}: it depends on no channel")
    raise TraceError(_NEVER_PASSED.format(node))
