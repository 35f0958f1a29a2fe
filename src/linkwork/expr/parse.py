r"""Text to expressions: `parse("0.1*sin(5*t)", names)`. The way back is `to_text`.

Text may come from a stranger's file, so nothing of it is ever given to Python to run or even to compile. The grammar is
this white list and no more, with Python's precedence, lowest first:

    a or b    a and b    not a    a < b <= c    a + b - c    a * b / c % d    -a    a ** b
    numbers, names that the caller gives, pi, inf, brackets, and calls of the functions in `PARSED_FUNCTIONS`

Truth values and numbers are kept apart: `choose(condition, a, b)` leads from one to the other. What is built grows by a
bounded number of nodes for each character read; length and nesting are bounded.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from .errors import TraceError
from .graph import Bool, Expr, as_expr, binary, choose, comparison, logical, negation, topological, unary
from .node import Node, in_reading_order
from .primitives import UNARY

MAX_LENGTH = 20_000
"""Characters in one expression."""
MAX_PARSE_DEPTH = 100
"""Operands inside operands."""

CONSTANTS = {"pi": math.pi, "inf": math.inf}
RESERVED = frozenset(("and", "or", "not"))
"""Words of the grammar, which no symbol can be called."""


class ParseError(TraceError):
    """A text that is not an expression; the message has the place and the remedy."""


def parse(text: str, names: Mapping[str, Any]) -> Expr:
    """The expression that `text` says, with `names` for its symbols (their expressions or numbers)."""
    if len(text) > MAX_LENGTH:
        raise ParseError(f"the expression has {len(text)} characters; {MAX_LENGTH} are the most. Split it up.")
    reader = _Reader(text, names)
    result = reader.operand(0)
    if reader.token.kind != "end":
        raise reader.error(reader.after_operand())
    if not isinstance(result, Expr):
        raise reader.error("it is true or false, not a number; write where(condition, a, b)", 0)
    return result


def names_in_text(text: str) -> set[str]:
    """The names that a text refers to: neither functions nor words of the grammar."""
    found = set()
    for match in re.finditer(r"([^\W\d]\w*)\s*(\(?)", text[:MAX_LENGTH]):
        # The e of 1e5 is not a name.
        before = text[match.start() - 1] if match.start() else ""
        if not match[2] and match[1] not in RESERVED and not (before.isdigit() or before == "."):
            found.add(match[1])
    return found


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


_TOKENS = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/%<>(),]))"
)

_BINARY: dict[str, tuple[int, Callable[[Expr, Expr], Any]]] = {
    "+": (5, lambda a, b: a + b),
    "-": (5, lambda a, b: a - b),
    "*": (6, lambda a, b: a * b),
    "/": (6, lambda a, b: a / b),
    "%": (6, lambda a, b: a % b),
    "**": (8, lambda a, b: a**b),
}
_COMPARE: dict[str, Callable[[Expr, Expr], Bool]] = {
    "<": lambda a, b: comparison("lt", a, b),
    "<=": lambda a, b: comparison("le", a, b),
    ">": lambda a, b: comparison("lt", b, a),
    ">=": lambda a, b: comparison("le", b, a),
    "==": lambda a, b: comparison("eq", a, b),
    "!=": lambda a, b: comparison("ne", a, b),
}
_OR, _AND, _NOT, _COMPARISON, _SIGN, _POWER = 1, 2, 3, 4, 7, 8

PARSED_FUNCTIONS: dict[str, tuple[int, int | None, Callable[..., Expr]]] = {
    name: (1, 1, lambda a, op=name: unary(op, a)) for name in UNARY if name != "neg"
}
PARSED_FUNCTIONS |= {
    "atan2": (2, 2, lambda y, x: binary("atan2", y, x)),
    "hypot": (2, 2, lambda a, b: unary("sqrt", a * a + b * b)),
    "min": (2, None, lambda *args: reduce(lambda a, b: binary("min", a, b), args)),
    "max": (2, None, lambda *args: reduce(lambda a, b: binary("max", a, b), args)),
    "clip": (3, 3, lambda x, low, high: binary("min", binary("max", x, low), high)),
    "where": (3, 3, choose),
}
"""Name to the least and the most arguments (None: any number), and what builds it."""


class _Reader:
    """One pass over the text, by precedence climbing; what is read is built at once."""

    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self.text, self.names = text, names
        self.end, self.depth = 0, 0
        self.token = _Token("end", "", 0)
        self.advance()

    def advance(self) -> _Token:
        """Goes to the next token; returns the one before."""
        last, match = self.token, _TOKENS.match(self.text, self.end)
        if match is None or match.lastgroup is None:
            rest = self.text[self.end :].lstrip()
            at = len(self.text) - len(rest)
            if rest:
                hint = {"^": "; powers are written **", "=": "; equality is written =="}.get(rest[0], "")
                raise self.error(f"{rest[0]!r} does not belong in an expression{hint}", at)
            self.token = _Token("end", "", len(self.text))
        else:
            kind, word = match.lastgroup, match[match.lastgroup]
            self.token = _Token("sign" if word in RESERVED else kind, word, match.start(kind))
            self.end = match.end()
        return last

    def error(self, sentence: str, at: int | None = None) -> ParseError:
        """An error at a place of the text, the present one by default."""
        at = self.token.at if at is None else at
        start = max(0, at - 30)
        shown = ("…" if start else "") + self.text[start : at + 30] + ("…" if len(self.text) > at + 30 else "")
        return ParseError(f"{shown!r}, character {at + 1}: {sentence}{'' if sentence[-1] in '.?' else '.'}")

    def after_operand(self) -> str:
        """What is wrong with a token that follows a complete expression."""
        if self.token.text == ")":
            return "this bracket closes nothing"
        return f"an operator is missing before {self.token.text!r}; write a product with *"

    def operand(self, level: int) -> Any:
        """What can be read from here on with operators that bind more tightly than `level`."""
        self.depth += 1
        if self.depth > MAX_PARSE_DEPTH:
            raise self.error(f"more than {MAX_PARSE_DEPTH} operations stand inside each other. Split it up")
        value = self.prefix()
        while self.token.kind == "sign":
            sign, at = self.token.text, self.token.at
            if sign in _BINARY and _BINARY[sign][0] > level:
                value = self.arithmetic(value, sign, at)
            elif sign in _COMPARE and level < _COMPARISON:
                value = self.comparison(value)
            elif (sign == "and" and level < _AND) or (sign == "or" and level < _OR):
                self.advance()
                right = self.operand(_AND if sign == "and" else _OR)
                value = logical(sign, self.truth(value, at), self.truth(right, at))
            else:
                break
        self.depth -= 1
        return value

    def arithmetic(self, left: Any, sign: str, at: int) -> Expr:
        """A sum, product or power. Powers group from the right, and their exponent may have a sign."""
        self.advance()
        level, build = _BINARY[sign]
        right = self.operand(_SIGN - 1 if level == _POWER else level)
        return build(self.number(left, at), self.number(right, at))

    def comparison(self, left: Any) -> Bool:
        """A chain of comparisons: a < b < c is a < b and b < c."""
        result: Bool | None = None
        while self.token.text in _COMPARE:
            at = self.token.at
            sign = self.advance().text
            right = self.operand(_COMPARISON)
            link = _COMPARE[sign](self.number(left, at), self.number(right, at))
            result = link if result is None else logical("and", result, link)
            left = right
        assert result is not None
        return result

    def prefix(self) -> Any:
        """A number, a name, a call, a bracket, or one of these with a sign."""
        kind, text, at = self.advance()
        if kind == "number":
            constant = float(text)
            if math.isinf(constant):
                raise self.error(f"{text} is too large for a number", at)
            return as_expr(constant)
        if kind == "name":
            return self.call(text, at) if self.token.text == "(" else self.name(text, at)
        if text == "(":
            value = self.operand(0)
            self.close(at)
            return value
        if text in ("-", "+"):
            value = self.number(self.operand(_SIGN), at)
            return -value if text == "-" else value
        if text == "not":
            return negation(self.truth(self.operand(_NOT), at))
        what = "the text ends" if kind == "end" else f"{text!r} stands"
        raise self.error(f"{what} where a number or a name is expected", at)

    def name(self, name: str, at: int) -> Expr:
        """A symbol or a constant."""
        if name in self.names:
            return as_expr(self.names[name])
        if name in CONSTANTS:
            return as_expr(CONSTANTS[name])
        if name in PARSED_FUNCTIONS:
            raise self.error(f"{name} is a function; write {name}(…)", at)
        raise self.error(_unknown("name", name, [*self.names, *CONSTANTS]), at)

    def call(self, name: str, at: int) -> Expr:
        """A function of the white list on its arguments."""
        if name not in PARSED_FUNCTIONS:
            if name in self.names:
                raise self.error(f"{name} is not a function; write a product with *", at)
            raise self.error(_unknown("function", name, PARSED_FUNCTIONS), at)
        self.advance()
        arguments = [self.operand(0)]
        while self.token.text == ",":
            self.advance()
            arguments.append(self.operand(0))
        self.close(at)
        least, most, build = PARSED_FUNCTIONS[name]
        if len(arguments) < least or (most is not None and len(arguments) > most):
            raise self.error(f"{name} takes {_count(least, most)}, has {len(arguments)}", at)
        if name == "where":
            condition, *choices = arguments
            return choose(self.truth(condition, at), *[self.number(x, at) for x in choices])
        return build(*[self.number(x, at) for x in arguments])

    def close(self, opened: int) -> None:
        """Reads a closing bracket."""
        if self.token.text != ")":
            if self.token.kind == "end":
                raise self.error("a bracket is not closed", opened)
            raise self.error(self.after_operand())
        self.advance()

    def number(self, value: Any, at: int) -> Expr:
        """`value`, which must not be a truth value."""
        if isinstance(value, Bool):
            raise self.error("a number is needed, not true or false; write where(condition, a, b)", at)
        return value

    def truth(self, value: Any, at: int) -> Bool:
        """`value`, which must be a truth value."""
        if not isinstance(value, Bool):
            raise self.error("a condition is needed, such as t < 1, not a number", at)
        return value


def _count(least: int, most: int | None) -> str:
    return f"{least} or more arguments" if most is None else "one argument" if least == 1 else f"{least} arguments"


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    """A sentence for a name that does not exist, with the nearest that does."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are {', '.join(names[:40])}"
    return f"there is no {what} {name!r}. {hint}"


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
