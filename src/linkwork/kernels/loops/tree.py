"""The typed tree that a loop's source becomes: what every printer reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .kinds import LoopKind


@dataclass(frozen=True, eq=False)
class LoopExpr:
    """A value of a kind."""

    kind: LoopKind


@dataclass(frozen=True, eq=False)
class Literal(LoopExpr):
    """A number that the source gives, by name where it has one."""

    value: float | int | bool
    name: str = ""


@dataclass(frozen=True, eq=False)
class Local(LoopExpr):
    """A name of the function."""

    name: str


@dataclass(frozen=True, eq=False)
class FixedFunction(LoopExpr):
    """A loop as a value. Printers never meet one: what its kind says is not handed over."""


@dataclass(frozen=True, eq=False)
class TupleField(LoopExpr):
    """A field of a named tuple."""

    base: LoopExpr
    slot: int
    name: str


@dataclass(frozen=True, eq=False)
class Item(LoopExpr):
    """An entry of an array, or the part of it that the first indices leave."""

    array: LoopExpr
    indices: tuple[LoopExpr, ...]


@dataclass(frozen=True, eq=False)
class Slice(LoopExpr):
    """A stretch of an array's axis behind fixed indices; `stop` None is its end."""

    array: LoopExpr
    indices: tuple[LoopExpr, ...]
    start: LoopExpr | None
    stop: LoopExpr | None


@dataclass(frozen=True, eq=False)
class Length(LoopExpr):
    """The length of an axis."""

    array: LoopExpr
    axis: int


@dataclass(frozen=True, eq=False)
class Binary(LoopExpr):
    """`+ - * / // % < <= > >= == !=` on two numbers of one kind."""

    operator: str
    left: LoopExpr
    right: LoopExpr


@dataclass(frozen=True, eq=False)
class Not(LoopExpr):
    """The other truth value."""

    value: LoopExpr


@dataclass(frozen=True, eq=False)
class Negative(LoopExpr):
    """−x."""

    value: LoopExpr


@dataclass(frozen=True, eq=False)
class Choice(LoopExpr):
    """One of two values; the other is not looked at."""

    test: LoopExpr
    yes: LoopExpr
    no: LoopExpr


@dataclass(frozen=True, eq=False)
class Cast(LoopExpr):
    """A number as another kind; to `bool`, whether it is not zero."""

    value: LoopExpr


@dataclass(frozen=True, eq=False)
class Call(LoopExpr):
    """Another function of the program."""

    function: LoopFunction
    arguments: tuple[LoopExpr, ...]


@dataclass(frozen=True, eq=False)
class Builtin(LoopExpr):
    """What the target itself can do: square roots, powers, kernels called by address."""

    name: str
    arguments: tuple[LoopExpr, ...]


@dataclass(frozen=True, eq=False)
class Statement:
    """Something that is done."""


@dataclass(frozen=True, eq=False)
class Assign(Statement):
    """Names take values, all of which are known before the first is taken; one call may give several."""

    targets: tuple[Local | Item, ...]
    values: tuple[LoopExpr, ...]


@dataclass(frozen=True, eq=False)
class Do(Statement):
    """A call whose result is not wanted."""

    call: LoopExpr


@dataclass(frozen=True, eq=False)
class If(Statement):
    """A branch."""

    test: LoopExpr
    body: tuple[Statement, ...]
    other: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class While(Statement):
    """Again and again."""

    test: LoopExpr
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Count(Statement):
    """`for target in range(start, stop, step)`."""

    target: Local
    start: LoopExpr
    stop: LoopExpr
    step: LoopExpr
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Return(Statement):
    """The end of a function."""

    values: tuple[LoopExpr, ...]


@dataclass(frozen=True, eq=False)
class Jump(Statement):
    """`break` or `continue`."""

    word: str


@dataclass(eq=False)
class LoopFunction:
    """A function for arguments of given kinds."""

    name: str
    parameters: tuple[tuple[str, LoopKind], ...]
    result: LoopKind
    is_vectorised: bool
    summary: str = ""
    """The first line of its docstring."""
    locals: dict[str, LoopKind] = field(default_factory=dict)
    body: tuple[Statement, ...] = ()


class Visitor:
    """What does something else with each type of node: with an `Item` or an `ast.If` what `_item` or `_if` does."""

    def visit(self, node: Any) -> Any:
        """What the method for nodes of this type gives."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        return self.refused(node) if method is None else method(node)

    def refused(self, node: Any) -> Any:
        """What is done with a node that there is no method for."""
        raise TypeError(f"{type(self).__name__}: {type(node).__name__} is unknown")
