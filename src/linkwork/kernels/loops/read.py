"""First stage: the source of a loop, and of all it calls, as typed trees.

Results have the kinds that annotations say, arguments those they are called with; a name has the kind of its first
value. What compiled loops have not is refused with file and line.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Sequence
from typing import Any

from .expressions import Expressions, cast
from .kinds import BOOL_KIND, FLOAT_KIND, INT_KIND, NONE_KIND, ArrayKind, LoopKind, Number, Several, result_kind, width
from .marks import LoopError, SourcePlace, is_vectorised
from .tree import (
    Assign,
    Call,
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

_ALLOWED = {(FLOAT_KIND, INT_KIND), (FLOAT_KIND, BOOL_KIND), (INT_KIND, BOOL_KIND)}
"""What a name of the first kind may take of the second."""


class LoopProgram:
    """A loop for arguments of given kinds, and every function it calls."""

    def __init__(self, function: Any, kinds: tuple[LoopKind, ...]) -> None:
        self._known: dict[tuple[Any, tuple[LoopKind, ...]], LoopFunction] = {}
        self._open: list[tuple[Any, tuple[LoopKind, ...]]] = []
        self.entry = self._instance(function, kinds)
        self.functions = list(self._known.values())

    def include(self, function: Any, kinds: tuple[LoopKind, ...]) -> LoopFunction:
        """Another loop that is called from outside, read into the same program."""
        found = self._instance(function, kinds)
        self.functions = list(self._known.values())
        return found

    def _instance(self, function: Any, kinds: tuple[LoopKind, ...]) -> LoopFunction:
        """The function for these kinds, read where it has not been yet."""
        key = function, kinds
        if key in self._known:
            return self._known[key]
        if key in self._open:
            raise LoopError(f"the loop {function.__qualname__!r} calls itself; compiled loops do not.")
        self._open.append(key)
        found = _Reader(function, kinds, self._instance).function(f"{function.__qualname__}.{len(self._known)}")
        self._open.pop()
        self._known[key] = found
        return found


class _Reader(Visitor):
    """Reads one function."""

    def __init__(self, function: Any, kinds: tuple[LoopKind, ...], instance: Any) -> None:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        self.place = SourcePlace(function)
        if not isinstance(tree, ast.FunctionDef):
            raise self.place.error(tree, "there is no `def`; compiled loops are functions with a name")
        self.tree, self.python, self.kinds = tree, function, kinds
        self.values = Expressions(function, instance)

    def function(self, name: str) -> LoopFunction:
        """The whole of it."""
        names = [argument.arg for argument in self.tree.args.args]
        if len(names) != len(self.kinds):
            raise self.place.error(self.tree, f"{len(self.kinds)} arguments are given for {len(names)}")
        parameters = tuple(zip(names, self.kinds, strict=True))
        self.values.names.update(parameters)
        self.values.bound.update(names)
        self.result = self._result()
        body, falls = self._block(self.tree.body)
        if falls and self.result != NONE_KIND:
            raise self.place.error(self.tree, "some way through it ends without `return`")
        summary = (inspect.getdoc(self.python) or "").partition("\n")[0]
        given = tuple((name, kind) for name, kind in parameters if width(kind))
        found = LoopFunction(name, given, self.result, is_vectorised(self.python), summary)
        found.locals, found.body = {name: kind for name, kind in self.values.names.items() if width(kind)}, body
        return found

    def _result(self) -> LoopKind:
        found = result_kind(self.python)
        if found is None:
            raise self.place.error(self.tree, "results are int, float, bool, None or a tuple of these, by annotation")
        return found

    def _block(self, nodes: Sequence[ast.stmt]) -> tuple[tuple[Statement, ...], bool]:
        """(statements, whether what follows is reached)."""
        found: list[Statement] = []
        for node in nodes:
            if isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                continue
            statement, falls = self.visit(node)
            found.append(statement)
            if not falls:
                return tuple(found), False
        return tuple(found), True

    def refused(self, node: ast.stmt) -> Any:
        """What compiled loops have not."""
        raise self.place.error(node, f"`{ast.unparse(node).splitlines()[0]}` is not for compiled loops")

    def _expr(self, node: ast.Expr) -> tuple[Statement, bool]:
        if not isinstance(node.value, ast.Call):
            raise self.place.error(node, f"`{ast.unparse(node)}` does nothing")
        return Do(self.values.read(node.value)), True

    def _assign(self, node: ast.Assign) -> tuple[Statement, bool]:
        if len(node.targets) != 1:
            raise self.place.error(node, "one target at a time; write several assignments")
        target = node.targets[0]
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        sources = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        values = [self.values.read(source) for source in sources]
        if len(values) == 1 and isinstance(values[0].kind, Several):
            kinds: list[LoopKind] = list(values[0].kind.parts)
            if len(kinds) != len(targets):
                raise self.place.error(node, f"the call gives {len(kinds)} numbers for {len(targets)} names")
            return Assign(tuple(self._target(t, k) for t, k in zip(targets, kinds, strict=True)), (values[0],)), True
        if len(values) != len(targets):
            raise self.place.error(node, f"{len(values)} values for {len(targets)} names")
        places = [self._target(t, value.kind) for t, value in zip(targets, values, strict=True)]
        fitted = [self._fitted(node, place, value) for place, value in zip(places, values, strict=True)]
        taken = [(place, value) for place, value in zip(places, fitted, strict=True) if width(place.kind)]
        return Assign(tuple(place for place, _ in taken), tuple(value for _, value in taken)), True

    def _target(self, node: ast.expr, kind: LoopKind) -> Local | Item:
        """Where a value goes; a new name takes its kind."""
        if isinstance(node, ast.Name):
            if kind == NONE_KIND or isinstance(kind, Several):
                raise self.place.error(node, f"{node.id!r} cannot hold {kind}")
            self.values.names.setdefault(node.id, kind)
            self.values.bound.add(node.id)
            return Local(self.values.names[node.id], node.id)
        if isinstance(node, ast.Subscript):
            found = self.values.read(node)
            if isinstance(found, Item) and isinstance(found.kind, Number):
                return found
        raise self.place.error(node, f"`{ast.unparse(node)}` cannot be assigned to; write number by number")

    def _fitted(self, node: ast.AST, place: LoopExpr, value: LoopExpr) -> LoopExpr:
        """A value as the kind that its place has."""
        if place.kind == value.kind:
            return value
        if (place.kind, value.kind) in _ALLOWED or (isinstance(place, Item) and isinstance(value.kind, Number)):
            if isinstance(place, Item) and place.kind != FLOAT_KIND and value.kind == FLOAT_KIND:
                raise self.place.error(node, "a float goes into an array of integers; write int(...)")
            return cast(value, place.kind)
        name = getattr(place, "name", "the entry")
        raise self.place.error(node, f"{name!r} is a {place.kind} and gets a {value.kind}; names keep their kind")

    def _augassign(self, node: ast.AugAssign) -> tuple[Statement, bool]:
        source = ast.copy_location(ast.BinOp(_loaded(node.target), node.op, node.value), node)
        value = self.values.read(source)
        place = self._target(node.target, value.kind)
        return Assign((place,), (self._fitted(node, place, value),)), True

    def _if(self, node: ast.If) -> tuple[Statement, bool]:
        test = self.values.truth(node.test)
        before = set(self.values.bound)
        body, falls = self._block(node.body)
        after = self.values.bound
        self.values.bound = set(before)
        other, also = self._block(node.orelse)
        if falls:
            self.values.bound = (self.values.bound & after) if also else after
        return If(test, body, other), falls or also

    def _repeated(self, nodes: Sequence[ast.stmt]) -> tuple[Statement, ...]:
        before = set(self.values.bound)
        body, _ = self._block(nodes)
        self.values.bound = before
        return body

    def _while(self, node: ast.While) -> tuple[Statement, bool]:
        self._no_else(node, node.orelse)
        test = self.values.truth(node.test)
        endless = isinstance(test, Literal) and bool(test.value)
        leaves = any(isinstance(part, ast.Break) for part in _own_loop(node.body))
        return While(test, self._repeated(node.body)), not endless or leaves

    def _for(self, node: ast.For) -> tuple[Statement, bool]:
        self._no_else(node, node.orelse)
        source = node.iter
        is_range = isinstance(source, ast.Call) and self.values.outside(source.func) is range
        if not (is_range and isinstance(source, ast.Call) and isinstance(node.target, ast.Name)):
            raise self.place.error(node, "loops go over range(...) with one name")
        parts = [cast(self.values.number(part), INT_KIND) for part in source.args]
        start, stop = (Literal(INT_KIND, 0), parts[0]) if len(parts) == 1 else (parts[0], parts[1])
        step = parts[2] if len(parts) == 3 else Literal(INT_KIND, 1)
        before = set(self.values.bound)
        target = self._target(node.target, INT_KIND)
        assert isinstance(target, Local)
        body = self._repeated(node.body)
        self.values.bound = before
        return Count(target, start, stop, step, body), True

    def _no_else(self, node: ast.AST, other: Sequence[ast.stmt]) -> None:
        if other:
            raise self.place.error(node, "loops have no `else`")

    def _return(self, node: ast.Return) -> tuple[Statement, bool]:
        if node.value is None:
            return Return(()), False
        if isinstance(node.value, ast.Tuple):
            values = [self.values.number(part) for part in node.value.elts]
        else:
            values = [self.values.read(node.value)]
        if len(values) == 1 and isinstance(values[0], Call) and values[0].kind == self.result:
            return Return((values[0],)), False
        parts = self.result.parts if isinstance(self.result, Several) else (self.result,)
        if len(parts) != len(values) or any(isinstance(value.kind, (ArrayKind, Several)) for value in values):
            raise self.place.error(node, f"it should return {self.result}")
        for value, part in zip(values, parts, strict=True):
            if value.kind != part and (part, value.kind) not in _ALLOWED:
                raise self.place.error(node, f"a {value.kind} is returned where {part} is announced")
        return Return(tuple(cast(value, part) for value, part in zip(values, parts, strict=True))), False

    def _break(self, node: ast.Break) -> tuple[Statement, bool]:
        return Jump("break"), False

    def _continue(self, node: ast.Continue) -> tuple[Statement, bool]:
        return Jump("continue"), False


def _loaded(target: ast.expr) -> ast.expr:
    """The target of `+=` as a value."""
    source = ast.parse(ast.unparse(target), mode="eval").body
    for part in ast.walk(source):
        ast.copy_location(part, target)
    return source


def _own_loop(nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements of a loop's body, those of loops inside left out."""
    found: list[ast.stmt] = []
    for node in nodes:
        found.append(node)
        if isinstance(node, ast.If):
            found += _own_loop(node.body) + _own_loop(node.orelse)
    return found
