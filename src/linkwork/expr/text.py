"""Expressions to text that `parse` reads back as the same expression: nothing cut off, numbers to the last digit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .errors import TraceError
from .graph import as_expr, topological
from .node import Node, in_reading_order
from .parse import MAX_LENGTH, MAX_PARSE_DEPTH, PARSED_FUNCTIONS, RESERVED

_INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
_INFIX |= {"lt": "<", "le": "<=", "eq": "==", "ne": "!=", "and": "and", "or": "or"}
_LEVEL = {"or": 1, "and": 2, "not": 3, "lt": 4, "le": 4, "eq": 4, "ne": 4}
_LEVEL |= {"add": 5, "sub": 5, "mul": 6, "div": 6, "neg": 7, "pow": 8}
_ATOM = 9


class _Written(NamedTuple):
    """The text of a node, how tightly its outermost operation binds, and how deep it is nested."""

    text: str
    level: int
    depth: int


def to_text(value: Any) -> str:
    """The expression as text; raises `TraceError` where it holds a table or an opaque function, or is too long."""
    root = as_expr(value)
    written: dict[Node, _Written] = {}
    for node in topological([root]):
        # Calls of opaque functions and look-ups are refused here.
        args = in_reading_order(node, [written[a].text for a in node.args])
        written[node] = result = _write(node, [written[a] for a in args])
        if len(result.text) > MAX_LENGTH or result.depth > MAX_PARSE_DEPTH:
            raise TraceError("the expression is too long to be written as text; give parts of it as Parameters.")
    return written[root].text


def _write(node: Node, args: list[_Written]) -> _Written:
    if node.op == "const":
        return _constant(node.data)
    if node.op == "symbol":
        if node.data in RESERVED or not node.data.isidentifier():
            raise TraceError(f"the symbol {node.data!r} cannot be written as text; give it another name.")
        return _Written(node.data, _ATOM, 1)
    depth = 2 + max(a.depth for a in args)
    if node.op in _INFIX:
        level = _LEVEL[node.op]
        # Powers group from the right, everything else from the left; comparisons would form a chain.
        tight = (1, 0) if node.op == "pow" else (1, 1) if level == _LEVEL["lt"] else (0, 1)
        texts = [_bracketed(a, level + extra) for a, extra in zip(_ordered(node, args), tight, strict=True)]
        gap = " " if level < _LEVEL["mul"] else ""
        return _Written(f"{gap}{_INFIX[node.op]}{gap}".join(texts), level, depth)
    if node.op in ("neg", "not"):
        sign = "-" if node.op == "neg" else "not "
        return _Written(sign + _bracketed(args[0], _ATOM), _LEVEL[node.op], depth)
    if node.op in PARSED_FUNCTIONS:
        return _Written(f"{node.op}({', '.join(a.text for a in args)})", _ATOM, depth)
    raise TraceError(f"{node} cannot be written as text: it holds a table or an opaque function.")


def _ordered(node: Node, args: list[_Written]) -> list[_Written]:
    """The arguments as one writes them: 2*k and k + 1."""
    first_is_number = node.op == "add" and any(a.op == "const" for a in node.args)
    return args[::-1] if first_is_number else args


def _constant(value: float | bool) -> _Written:
    if isinstance(value, bool):
        raise TraceError("a constant truth value cannot be written as text.")
    text = repr(float(value)).removesuffix(".0")
    # A negative number begins with a sign, which binds more loosely than a power.
    return _Written(text, _LEVEL["neg"] if text.startswith("-") else _ATOM, 1)


def _bracketed(written: _Written, level: int) -> str:
    return written.text if written.level >= level else f"({written.text})"
