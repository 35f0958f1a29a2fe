"""The typed tree that a loop's source becomes: what every printer reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from .kinds import Kind, Number


@dataclass(frozen=True, eq=False)
class Expr:
    """A value of a kind."""

    kind: Kind


@dataclass(frozen=True, eq=False)
class Constant(Expr):
    """A number that the source gives."""

    value: float | int | bool


@dataclass(frozen=True, eq=False)
class Local(Expr):
    """A name of the function."""

    name: str


@dataclass(frozen=True, eq=False)
class Field(Expr):
    """A field of a named tuple."""

    base: Expr
    slot: int


@dataclass(frozen=True, eq=False)
class Item(Expr):
    """An entry of an array, or the part of it that the first indices leave."""

    array: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Slice(Expr):
    """A stretch of an array's axis behind fixed indices; `stop` None is its end."""

    array: Expr
    indices: tuple[Expr, ...]
    start: Expr | None
    stop: Expr | None


@dataclass(frozen=True, eq=False)
class Length(Expr):
    """The length of an axis."""

    array: Expr
    axis: int


@dataclass(frozen=True, eq=False)
class Binary(Expr):
    """`+ - * / // % < <= > >= == !=` on two numbers of one kind."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False)
class Not(Expr):
    """The other truth value."""

    value: Expr


@dataclass(frozen=True, eq=False)
class Negative(Expr):
    """−x."""

    value: Expr


@dataclass(frozen=True, eq=False)
class Choice(Expr):
    """One of two values; the other is not looked at."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, eq=False)
class Cast(Expr):
    """A number as another kind; to `bool`, whether it is not zero."""

    value: Expr


@dataclass(frozen=True, eq=False)
class Call(Expr):
    """Another function of the program."""

    function: Function
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Builtin(Expr):
    """What the target itself can do: square roots, powers, kernels called by address."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Statement:
    """Something that is done."""


@dataclass(frozen=True, eq=False)
class Assign(Statement):
    """Names take values, all of which are known before the first is taken; one call may give several."""

    targets: tuple[Local | Item, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Do(Statement):
    """A call whose result is not wanted."""

    call: Expr


@dataclass(frozen=True, eq=False)
class If(Statement):
    """A branch."""

    test: Expr
    body: tuple[Statement, ...]
    other: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class While(Statement):
    """Again and again."""

    test: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Count(Statement):
    """`for target in range(start, stop, step)`."""

    target: Local
    start: Expr
    stop: Expr
    step: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Return(Statement):
    """The end of a function."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Jump(Statement):
    """`break` or `continue`."""

    word: str


@dataclass(eq=False)
class Function:
    """A function for arguments of given kinds."""

    name: str
    parameters: tuple[tuple[str, Kind], ...]
    result: Kind
    is_vectorised: bool
    locals: dict[str, Kind] = field(default_factory=dict)
    body: tuple[Statement, ...] = ()


def is_number(kind: Kind) -> bool:
    """Whether values of this kind are single numbers."""
    return isinstance(kind, Number)
