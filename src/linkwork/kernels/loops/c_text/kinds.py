"""Kinds of values of loops as C types: numbers, arrays with their lengths, structures after named tuples."""

from __future__ import annotations

from ..kinds import (
    BOOL_KIND,
    FLOAT_KIND,
    INT_KIND,
    NONE_KIND,
    ArrayKind,
    LoopKind,
    Number,
    Several,
    Struct,
    width,
)
from .names import C_WORDS, Names

_NUMBERS: dict[LoopKind, str] = {FLOAT_KIND: "double", INT_KIND: "int64_t", BOOL_KIND: "bool", NONE_KIND: "void"}
_ITEMS = {
    "float64": ("double", "Doubles"),
    "int64": ("int64_t", "Ints"),
    "int32": ("int32_t", "Int32s"),
    "int8": ("int8_t", "Int8s"),
    "uint8": ("uint8_t", "Uint8s"),
    "bool": ("bool", "Bools"),
}
"""NumPy's names of the numbers in arrays: the C type, and the name of arrays of it."""
ARRAY_START = "at"
"""The member of an array that points to its first number."""


def array_length(axis: int) -> str:
    """The member of an array that is the length of an axis."""
    return f"n{axis}"


def item_type(kind: ArrayKind) -> str:
    """The C type of an array's numbers."""
    return _ITEMS[kind.item][0]


def member(name: str) -> str:
    """The member of a structure for the field of a named tuple."""
    return f"{name}_" if name in C_WORDS else name


class CKinds:
    """Gives kinds their C types, and keeps the definitions of those that C does not have, in the order of need."""

    def __init__(self, names: Names, prefix: str = "") -> None:
        self._names, self._prefix = names, prefix
        self._known: dict[LoopKind, str] = {}
        self.definitions: list[str] = []

    def value(self, kind: LoopKind) -> str:
        """The type of a value that is handed over: a structure by its address."""
        return f"const {self.type(kind)} *" if isinstance(kind, Struct) else self.type(kind)

    def declared(self, kind: LoopKind, name: str) -> str:
        """The declaration of a name."""
        text = self.value(kind)
        return f"{text}{name}" if text.endswith("*") else f"{text} {name}"

    def type(self, kind: LoopKind) -> str:
        """The C type itself, defined where it was not yet."""
        if isinstance(kind, Number):
            return _NUMBERS[kind]
        if kind not in self._known:
            self._known[kind] = self._defined(kind)
        return self._known[kind]

    def _defined(self, kind: LoopKind) -> str:
        if isinstance(kind, ArrayKind):
            wanted = f"{_ITEMS[kind.item][1]}{kind.axes if kind.axes > 1 else ''}"
            lengths = ", ".join(array_length(axis) for axis in range(kind.axes))
            lines = [f"{item_type(kind)} *{ARRAY_START};", f"int64_t {lengths};"]
        elif isinstance(kind, Struct):
            wanted = kind.name
            lines = [f"{self.declared(part, member(name))};" for name, part in kind.fields if width(part)]
        else:
            assert isinstance(kind, Several)
            wanted = "_".join(["Pair" if len(kind.parts) == 2 else "Several", *(part.name for part in kind.parts)])
            lines = [f"{_NUMBERS[part]} {member_of_several(k)};" for k, part in enumerate(kind.parts)]
        name = self._names.fresh(f"{self._prefix}{wanted}")
        body = "\n".join(f"    {line}" for line in lines)
        self.definitions.append(f"typedef struct {{\n{body}\n}} {name};\n")
        return name


def member_of_several(place: int) -> str:
    """The member of what a function that returns several numbers returns."""
    return ("first", "second", "third", "fourth", "fifth", "sixth")[place]
