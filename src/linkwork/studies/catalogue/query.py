"""Questions about runs as conditions of the database: a text is parsed against a list of allowed operations, never run.

`tag == 'v2' and energy_error < 1e-6 and k >= 40`: names are columns of runs, `tag`, `model` (the name of the model),
`model_hash`, or values of Parameters and measures, in backquotes where they are not words; what they are compared with
goes to the database as bound values.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from ...contract import ModelError
from ...contract.arguments import shown_value
from ...contract.errors import unknown
from .tables import CatalogueTables, sqlalchemy

QUERY_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
LONGEST_QUERY = 10_000
"""Characters of a question."""
DEEPEST_QUERY = 40
"""Parentheses, and `not`s, inside of each other."""
LARGEST_INTEGER = 2**63 - 1
"""Of databases."""
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`([^`]+)`")
"""Text in quotes, which is left alone, or a name that is not a word, in `…`."""
QUOTED_WORD = "quoted_name_"
OWN_NAMES = ("tag", "model", "model_hash")
"""Names that are not columns of runs: a tag of a run, the name of its model, and its hash."""
ADVICE = "write comparisons such as \"tag == 'v2' and energy_error < 1e-6\", joined by and, or, not"


class RunQuery:
    """Reads questions about the runs of a catalogue."""

    def __init__(
        self, tables: CatalogueTables, is_value: Callable[[str], bool], values: Callable[[], Iterable[str]]
    ) -> None:
        self.tables, self.is_value, self.values = tables, is_value, values
        """Whether a name is that of a Parameter or measure of some run, and all such names."""
        self.quoted: dict[str, str] = {}
        """Names in `…`, by words that stand for them in the tree."""

    def _plain(self, found: re.Match[str]) -> str:
        """A word in place of a name in `…`; text in quotes as it is."""
        if found[1] is None:
            return found[0]
        word = f"{QUOTED_WORD}{len(self.quoted)}"
        self.quoted[word] = found[1]
        return word

    def _name(self, node: ast.expr) -> str | None:
        found = _name(node)
        return None if found is None else self.quoted.get(found, found)

    def condition(self, text: str) -> Any:
        """The condition that a text says."""
        if len(text) > LONGEST_QUERY:
            raise ModelError(f"catalogue: the query has {len(text)} characters; {LONGEST_QUERY} are allowed.")
        text = QUOTED.sub(self._plain, text.strip())
        try:
            tree = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ModelError(f"catalogue: the query {shown_value(text)} cannot be read; {ADVICE}.") from None
        return self._read(tree, text)

    def _read(self, node: ast.expr, text: str, depth: int = 0) -> Any:
        sa = sqlalchemy()
        if depth > DEEPEST_QUERY:
            raise ModelError(f"catalogue: the query is nested more than {DEEPEST_QUERY} deep; write it simpler.")
        if isinstance(node, ast.BoolOp):
            parts = [self._read(value, text, depth + 1) for value in node.values]
            return sa.and_(*parts) if isinstance(node.op, ast.And) else sa.or_(*parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return sa.not_(self._read(node.operand, text, depth + 1))
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            pairs = zip(sides, node.ops, sides[1:], strict=False)
            return sa.and_(*(self._compare(left, op, right, text) for left, op, right in pairs))
        raise self._refused(node, text)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr, text: str) -> Any:
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._among(left, op, right, text)
        if type(op) not in QUERY_COMPARISONS:
            raise ModelError(f"catalogue: `is` in the query {text!r} cannot be asked for; {ADVICE}.")
        if _is_constant(left):
            left, op, right = right, MIRRORED[type(op)](), left
        return self._named(
            self._name(left) or self._refuse(left, text), QUERY_COMPARISONS[type(op)], self._value(right, text)
        )

    def _among(self, left: ast.expr, op: ast.cmpop, right: ast.expr, text: str) -> Any:
        if not isinstance(right, (ast.List, ast.Tuple)):
            raise self._refused(right, text)
        sa, name = sqlalchemy(), self._name(left) or self._refuse(left, text)
        found = sa.or_(sa.false(), *(self._named(name, operator.eq, self._value(x, text)) for x in right.elts))
        return sa.not_(found) if isinstance(op, ast.NotIn) else found

    def _named(self, name: str, compare: Callable[[Any, Any], Any], value: Any) -> Any:
        """The comparison of what has a name with a value."""
        sa, tables = sqlalchemy(), self.tables
        runs = tables.runs.c
        if name == "tag":
            # A run has several tags: it is not equal to one where it does not have it.
            _check_kind(name, str, value)
            is_not, tag = compare is operator.ne, tables.tags.c.tag
            own = runs.id.in_(sa.select(tables.tags.c.run).where((operator.eq if is_not else compare)(tag, value)))
            return sa.not_(own) if is_not else own
        if name == "model":
            _check_kind(name, str, value)
            return runs.model.in_(sa.select(tables.models.c.hash).where(compare(tables.models.c.name, value)))
        if name == "model_hash":
            _check_kind(name, str, value)
            return compare(runs.model, value)
        if name == "created" and isinstance(value, str):
            value = _moment(value)
        if name in runs:
            _check_kind(name, runs[name].type.python_type, value)
            return compare(runs[name], value)
        if not self.is_value(name):
            known = dict.fromkeys([*OWN_NAMES, *self.values(), *runs.keys()])
            raise ModelError(f"catalogue: {unknown('column, Parameter or measure', name, known)}")
        _check_kind(name, float, value)
        own = tables.values.c
        return runs.id.in_(sa.select(own.run).where(own.name == name, compare(own.value, value)))

    def _value(self, node: ast.expr, text: str) -> Any:
        name = self._name(node)
        if name is not None:
            raise ModelError(
                f"catalogue: {name} in the query stands for a name; write text in quotes, {name!r}, and compare names "
                "with values."
            )
        if not _is_constant(node):
            raise self._refused(node, text)
        value = ast.literal_eval(node)
        if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            raise ModelError("catalogue: a whole number in the query is too large; write it as 1e30.")
        return value

    def _refuse(self, node: ast.expr, text: str) -> str:
        raise self._refused(node, text)

    def _refused(self, node: ast.AST, text: str) -> ModelError:
        part = ast.get_source_segment(text, node) or text
        for word, name in self.quoted.items():
            part = part.replace(word, f"`{name}`")
        return ModelError(f"catalogue: {part!r} in the query cannot be asked for; {ADVICE}.")


def _moment(text: str) -> float:
    """Seconds since 1970 of a date, or of a date and time, UTC unless it says otherwise."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ModelError(f"catalogue: {text!r} is not a date; write '2026-05-31', or '2026-05-31 14:00'.") from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def _check_kind(name: str, kind: type, value: Any) -> None:
    is_text = isinstance(value, str)
    if is_text != (kind is str):
        wanted = "text" if kind is str else "a number"
        raise ModelError(f"catalogue: {name} is compared with {value!r}; compare it with {wanted}.")


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.Constant) and type(node.operand.value) in (int, float)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, str)


def _name(node: ast.expr) -> str | None:
    """A name with dots."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _name(node.value)
        return None if owner is None else f"{owner}.{node.attr}"
    return None
