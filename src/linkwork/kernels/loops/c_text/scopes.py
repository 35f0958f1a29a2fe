"""Where the names of a loop's function are declared in C: in the innermost block that holds all of their uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..tree import Assign, Count, Do, If, Local, LoopExpr, LoopFunction, Return, Statement, While
from .expressions import parts_of

UsePath = tuple[tuple[int, int], ...]
"""Block and place in it, from the function's own block inwards."""


class CScopes:
    """What is known of the names of one function."""

    def __init__(self, function: LoopFunction) -> None:
        self.parameters = {name for name, _ in function.parameters}
        self.read: set[str] = set()
        """Names whose values matter."""
        self._paths: dict[str, list[UsePath]] = {}
        self._firsts: dict[str, Assign | None] = {}
        self._blocks = 0
        assigned = self._walk(function.body, ())
        counted = {name for _, name, count in assigned if count is not None}
        plain = {name for _, name, count in assigned if count is None} | self.parameters
        nested = {name for count in (c for *_, c in assigned if c is not None) for name in set_in(count.body)}
        self.counters = counted - plain - nested
        """Names that only count: each loop declares its own."""
        self.declared_at: dict[str, Assign] = {}
        """Names that are declared where they are first assigned to."""
        for name, paths in self._paths.items():
            first = self._firsts[name]
            if first is not None and name not in self.parameters | self.counters and self._dominates(paths):
                self.declared_at[name] = first

    def at_top(self, function: LoopFunction) -> list[str]:
        """Names that are declared at the beginning of the function."""
        known = self.parameters | self.counters | self.declared_at.keys()
        return [name for name in function.locals if name not in known and name in self.read]

    def _dominates(self, paths: Sequence[UsePath]) -> bool:
        """Whether the first use stands in a block that holds all others."""
        *block, (number, _) = paths[0]
        depth = len(block)
        return all(path[:depth] == tuple(block) and len(path) > depth and path[depth][0] == number for path in paths)

    def _walk(self, statements: Sequence[Statement], outer: UsePath) -> list[tuple[UsePath, str, Count | None]]:
        """All assignments; notes every use on the way."""
        block, found = self._blocks, list[tuple[UsePath, str, Count | None]]()
        self._blocks += 1
        for place, statement in enumerate(statements):
            path = (*outer, (block, place))
            targets = set_by(statement)
            inside = list(used_by(statement))
            self.read.update(inside)
            for name in inside:
                self._note(name, path, None)
            for name in targets:
                self._note(name, path, statement if isinstance(statement, Assign) else None)
                found.append((path, name, statement if isinstance(statement, Count) else None))
            for body in bodies_of(statement):
                found += self._walk(body, path)
        return found

    def _note(self, name: str, path: UsePath, statement: Assign | None) -> None:
        if name not in self._paths:
            self._firsts[name] = statement
        self._paths.setdefault(name, []).append(path)


def bodies_of(statement: Statement) -> list[tuple[Statement, ...]]:
    """The blocks of a statement."""
    if isinstance(statement, If):
        return [statement.body, statement.other]
    return [statement.body] if isinstance(statement, (While, Count)) else []


def set_by(statement: Statement) -> list[str]:
    """The names that a statement itself assigns to."""
    if isinstance(statement, Count):
        return [statement.target.name]
    targets = statement.targets if isinstance(statement, Assign) else ()
    return [target.name for target in targets if isinstance(target, Local)]


def used_by(statement: Statement) -> Iterator[str]:
    """The names whose values a statement itself needs."""
    given: Sequence[LoopExpr] = ()
    if isinstance(statement, Assign):
        given = (*statement.values, *(target for target in statement.targets if not isinstance(target, Local)))
    elif isinstance(statement, Do):
        given = (statement.call,)
    elif isinstance(statement, (If, While)):
        given = (statement.test,)
    elif isinstance(statement, Count):
        given = (statement.start, statement.stop, statement.step)
    elif isinstance(statement, Return):
        given = statement.values
    for expr in given:
        yield from names_in(expr)


def names_in(expr: LoopExpr) -> list[str]:
    """The names in an expression."""
    return [part.name for part in parts_of(expr) if isinstance(part, Local)]


def set_in(statements: Sequence[Statement]) -> set[str]:
    """The names that statements and their blocks assign to."""
    found: set[str] = set()
    for statement in statements:
        found.update(set_by(statement))
        for body in bodies_of(statement):
            found |= set_in(body)
    return found
