"""Loops as C11: the functions of a program of typed trees under their Python names.

The text computes what plain Python computes, in the same order: compiled without contraction (`-ffp-contract=off`, or
`-std=c11`), it gives the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..kinds import NONE_KIND, ArrayKind, Several
from ..tree import (
    Assign,
    Count,
    Do,
    If,
    Item,
    Jump,
    Literal,
    Local,
    LoopExpr,
    LoopFunction,
    Return,
    Statement,
    Visitor,
    While,
)
from .expressions import C_HELPERS, SUM, CExpressions, acts, parts_of, reads
from .names import CKinds, Names, comment, item_type, member_of_several

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


WIDTH = 110
"""Columns from which on the arguments of a function stand on lines of their own."""


class CLoops:
    """Functions of loops, each written once. `kinds` has the types that they need, `helpers` what else."""

    def __init__(self, names: Names, prefix: str = "") -> None:
        self.names = names
        for helper in C_HELPERS:
            names.fresh(helper)
        self.kinds = CKinds(names, prefix)
        self.functions: dict[LoopFunction, str] = {}
        self.texts: list[str] = []
        self._needed: set[str] = set()

    def add(self, functions: Sequence[LoopFunction]) -> None:
        """Writes functions, those that are called before those that call them."""
        for function in functions:
            if function not in self.functions:
                self.functions[function] = self.names.fresh(function.name.rpartition(".")[0])
        for function in functions:
            self.texts.append(_CFunction(self, function).text())

    @property
    def helpers(self) -> list[str]:
        """The definitions of what functions need besides each other."""
        return [text for name, text in C_HELPERS.items() if name in self._needed]

    def helper(self, name: str) -> str:
        """A function that text outside of these needs."""
        self._needed.add(name)
        return name

    def inside(self) -> CExpressions:
        """What writes the expressions of one function."""
        return CExpressions(self.kinds, self.functions, self._needed, Names(self.names))


class _CFunction(Visitor):
    """Writes one function."""

    def __init__(self, loops: CLoops, function: LoopFunction) -> None:
        self.function, self.kinds, self.name = function, loops.kinds, loops.functions[function]
        self.values = loops.inside()
        self.scopes = CScopes(function)
        names = self.values.names
        self.values.locals = {name: names.fresh(name) for name in function.locals}

    @property
    def lines(self) -> list[str]:
        """What is written so far of the block at hand."""
        return self.values.lines

    def text(self) -> str:
        """The whole definition."""
        function, values = self.function, self.values
        for name in self.scopes.at_top(function):
            declared = self.kinds.declared(function.locals[name], values.locals[name])
            empty = "{0}" if isinstance(function.locals[name], ArrayKind) else "0"
            self.lines.append(f"{declared} = {empty};")
        self.lines.extend([f"(void){values.locals[n]};" for n, _ in function.parameters if n not in self.scopes.read])
        self._block(function.body, is_last=True)
        body = "\n".join(f"    {line}" for line in self.lines)
        said = comment(function.summary) if function.summary else ""
        return f"{said}{self._head()}\n{{\n{body}\n}}\n"

    def _head(self) -> str:
        given = [self.kinds.declared(kind, self.values.locals[name]) for name, kind in self.function.parameters]
        start = f"static {self.kinds.type(self.function.result)} {self.name}("
        line = f"{start}{', '.join(given) or 'void'})"
        return line if len(line) <= WIDTH else f"{start}\n    " + ",\n    ".join(given) + ")"

    def _block(self, statements: Sequence[Statement], is_last: bool = False) -> None:
        for k, statement in enumerate(statements):
            if is_last and k == len(statements) - 1 and isinstance(statement, Return) and not statement.values:
                return
            self.visit(statement)

    def _inner(self, statements: Sequence[Statement]) -> None:
        """A block between braces that stand already."""
        kept, self.values.lines = self.values.lines, []
        self._block(statements)
        kept += [f"    {line}" for line in self.values.lines]
        self.values.lines = kept

    # Statements

    def _assign(self, statement: Assign) -> None:
        targets, values = statement.targets, statement.values
        if len(values) < len(targets):
            name = self.values.named(values[0])
            for k, target in enumerate(targets):
                self._store(statement, target, f"{name}.{member_of_several(k)}")
            return
        if len(targets) == 1:
            self._plain(statement, targets[0], values[0])
            return
        names = [self.values.named(v) if self._is_disturbed(targets, values, k) else "" for k, v in enumerate(values)]
        for target, value, name in zip(targets, values, names, strict=True):
            self._store(statement, target, name or self.values.text(value))

    def _is_disturbed(self, targets: Sequence[LoopExpr], values: Sequence[LoopExpr], k: int) -> bool:
        """Whether a value would be another one if it were computed when its turn to be stored comes."""
        value, before = values[k], targets[:k]
        if acts(value) or (reads(value) and any(acts(v) for v in values[k + 1 :])):
            return True
        if reads(value) and any(isinstance(target, Item) for target in before):
            return True
        changed = {target.name for target in before if isinstance(target, Local)}
        return not changed.isdisjoint(names_in(value))

    def _plain(self, statement: Assign, target: Local | Item, value: LoopExpr) -> None:
        if isinstance(target, Item) and acts(value) and any(reads(index) for index in target.indices):
            self._store(statement, target, self.values.named(value))
        elif isinstance(target, Local) and target.name not in self.scopes.read:
            if acts(value):
                self.lines.append(f"{self.values.text(value)};")
        else:
            self._store(statement, target, self.values.text(value))

    def _store(self, statement: Assign, target: Local | Item, text: str) -> None:
        if isinstance(target, Item):
            kind = target.array.kind
            assert isinstance(kind, ArrayKind)
            narrowed = kind.item not in ("float64", "int64", "bool")
            self.lines.append(f"{self.values.text(target)} = {f'({item_type(kind)})({text})' if narrowed else text};")
            return
        name = self.values.locals[target.name]
        if target.name not in self.scopes.read:
            return
        if self.scopes.declared_at.get(target.name) is statement:
            name = self.kinds.declared(target.kind, name)
        self.lines.append(f"{name} = {text};")

    def _do(self, statement: Do) -> None:
        self.lines.append(f"{self.values.text(statement.call)};")

    def _if(self, statement: If) -> None:
        self.lines.append(f"if ({self.values.text(statement.test)}) {{")
        self._inner(statement.body)
        other = statement.other
        while len(other) == 1 and isinstance(other[0], If):
            lines, test = self.values.apart(partial(self.values.value, other[0].test))
            if lines:
                break
            self.lines.append(f"}} else if ({test.text}) {{")
            self._inner(other[0].body)
            other = other[0].other
        if other:
            self.lines.append("} else {")
            self._inner(other)
        self.lines.append("}")

    def _while(self, statement: While) -> None:
        before, test = self.values.apart(partial(self.values.value, statement.test))
        endless = isinstance(statement.test, Literal) and bool(statement.test.value)
        self.lines.append("for (;;) {" if endless or before else f"while ({test.text}) {{")
        if before:
            self.lines.extend([f"    {line}" for line in before])
            self.lines.extend([f"    if (!({test.text})) {{", "        break;", "    }"])
        self._inner(statement.body)
        self.lines.append("}")

    def _count(self, statement: Count) -> None:
        target, changed = statement.target.name, set_in(statement.body)
        stop, step = self._steady(statement.stop, changed), self._steady(statement.step, changed)
        is_own = target in self.scopes.counters
        name = self.values.locals[target] if is_own else self.values.names.fresh("count")
        if isinstance(statement.step, Literal):
            test = f"{name} {'<' if statement.step.value > 0 else '>'} {stop}"
            size = abs(int(statement.step.value))
            word = "+" if statement.step.value > 0 else "-"
            change = f"{name}{word}{word}" if size == 1 else f"{name} {word}= {size}"
        else:
            test, change = f"{step} > 0 ? {name} < {stop} : {name} > {stop}", f"{name} += {step}"
        start = self.values.text(statement.start)
        self.lines.append(f"for (int64_t {name} = {start}; {test}; {change}) {{")
        if not is_own and target in self.scopes.read:
            self.lines.append(f"    {self.values.locals[target]} = {name};")
        self._inner(statement.body)
        self.lines.append("}")

    def _steady(self, expr: LoopExpr, changed: set[str]) -> str:
        """A bound that stays what it is while a loop goes on: as it stands, or under a name."""
        if acts(expr) or reads(expr) or not changed.isdisjoint(names_in(expr)):
            return self.values.named(expr)
        return self.values.value(expr).within(SUM)

    def _return(self, statement: Return) -> None:
        if not statement.values:
            self.lines.append("return;")
            return
        found = [part.text for part in self.values.ordered(statement.values)]
        result = self.function.result
        several = isinstance(result, Several) and len(found) > 1
        text = f"({self.kinds.type(result)}){{{', '.join(found)}}}" if several else found[0]
        self.lines.append(f"{text}; return;" if result == NONE_KIND else f"return {text};")

    def _jump(self, statement: Jump) -> None:
        self.lines.append(f"{statement.word};")
